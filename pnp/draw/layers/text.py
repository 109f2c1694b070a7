"""Text layers."""

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from pnp.diagnostics import Missing
from pnp.draw.context import LETTER_STEPS, TEXT_STEPS, DrawingContext, Scope, SpoiltError, TypesetText, colour_of
from pnp.draw.layers.placement import AlignedBox, Zone
from pnp.expression import InlineIcon
from pnp.facts.look import UnknownNameError, hyphens
from pnp.model.faces.keywords import Keyword, KeywordIndex
from pnp.model.faces.layer import Align, TextArt, VAlign
from pnp.scene.extent import bounds, reach
from pnp.scene.items import IDENTITY, BoundingBox, Group, Item, Origin, Point, Text, brought, compose, translate
from pnp.scene.parts import PlacedText
from pnp.scene.paths import PathDataError, parse_path
from pnp.scene.typesetting.flow import Curve, along, in_columns, spread
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.text import STYLED, Bullet, Inline, Manner, Piece, Run, RunLook, TextStyle, plain, prose
from pnp.scene.typesetting.typeset import TextBlock, fit
from pnp.units import LARGEST

_PLACE = "\ufffc"

_BEFORE = {"left": 0.0, "centre": 0.5, "right": 1.0, "justify": 0.5}
"""The part of the free length of a curve that is before a text."""

_PLAIN = 1, 4.0, 0, None, False
"""The columns, gap, drop cap, curve and spread of most texts."""

_QUARTER = 1e-6
"""The maximum cosine of an angle that counts as a quarter turn."""


def draw_text(
    art: TextArt,
    place: AlignedBox,
    scope: Scope,
    context: DrawingContext,
    zone: Zone,
    origin: Origin,
    *,
    turned: bool = False,
) -> tuple[Item, ...]:
    """Return the text in its box, shrunk if allowed. Text that does not fit is drawn nevertheless, and recorded.

    `turned` is whether the layer itself is turned.
    """
    if context.common and context.common.measuring and not art.together:
        return ()  # only texts that shrink together are measured
    colour = colour_of(art.colour, scope, context)
    style = scope.named(art.style, lambda role: context.look.text(role, colour))
    role = scope.text(art.style)
    pieces = tuple(_pieces(art, scope, context, style, _manner(art, role, context), origin))
    if not pieces:
        return ()
    align, valign = art.align or place.align, art.valign or place.valign
    common = context.common if art.together else None
    size = common.size(origin.span) if common else None
    if art.along:
        pieces = tuple(replace(it, text=" ".join(it.text.splitlines())) if isinstance(it, Run) else it for it in pieces)
        pieces = tuple(piece for piece in pieces if not isinstance(piece, Bullet))
    setting = _setting(pieces, style, art, place.box, align, valign, size, scope, context, origin)
    if setting is None:
        return ()  # the check of fonts reports a missing font
    if common:
        common.measured(origin.span, setting.block.size)
    block, matrix = setting.block, scope.matrix
    top = place.box.top if art.along else _top(block, place.box, valign, style)
    there = translate(place.box.left, top)
    way = there if matrix == IDENTITY else compose(matrix, there)
    upright = turned and abs(matrix[0]) < _QUARTER and art.along is None
    context.notes.texts.append(
        PlacedText(
            origin=origin,
            source=partial(scope.source, art.text),
            text=setting.words,
            role=role,
            size=block.size,
            least=context.look.least(role),
            overflow_x=block.overflow_x,
            overflow_y=block.overflow_y,
            beyond=zone.beyond(setting.letters, way),
            missing=block.missing,
            reach=setting.reach and brought(setting.reach, way),
            strays=block.strays,
            small=block.size * block.smallest,
            upright=_upright_area(pieces, style, block, place.box) if upright else None,
        )
    )
    return (Group(_edged(block.items, art, scope, context), there),)


def _edged(items: tuple[Item, ...], art: TextArt, scope: Scope, context: DrawingContext) -> tuple[Item, ...]:
    """Return the letters with the outline of the layer, which is painted below them."""
    if art.outline is None:
        return items
    edge = colour_of(art.outline_colour, scope, context)
    role = scope.named(art.outline, lambda role: context.look.stroke(role, edge))
    line = replace(role, cap="round", join="round", dash=())
    return tuple(replace(item, stroke=line) if isinstance(item, Text) else item for item in items)


def _manner(art: TextArt, role: str, context: DrawingContext) -> Manner:
    """Return the treatment of the text: that of the role, with the layer's own settings."""
    manner = context.look.manner(role, context.language)
    if art.verbatim is not None:
        manner = replace(manner, verbatim=art.verbatim)
    if art.hyphenate is not None:
        manner = replace(manner, hyphenate=hyphens(art.hyphenate, context.language))
    return manner


def _pieces(
    art: TextArt, scope: Scope, context: DrawingContext, style: TextStyle, manner: Manner, origin: Origin
) -> Iterator[Piece]:
    """Yield the text's runs, bullets and icons. Markup may span icons, so they are placeholders while it is parsed."""
    try:
        pieces = scope.pieces(art.text)
    except SpoiltError as error:
        name = error.cause.name if isinstance(error.cause, Missing) and not error.cause.kind else ""
        error.hint = _braces_hint(name, art.text.text, context) or error.hint
        raise
    keywords = context.look.keywords
    if keywords and art.keywords and not manner.verbatim:
        pieces = tuple(_with_keywords(pieces, keywords))
    text = "".join(piece.replace(_PLACE, "") if isinstance(piece, str) else _PLACE for piece in pieces)
    icons = iter([piece for piece in pieces if not isinstance(piece, str)])
    for run in prose(text, manner):
        if isinstance(run, Bullet):
            yield run
            continue
        if run.styles:
            run = _styled(run, art, scope, context, style)
        for index, stretch in enumerate(run.text.split(_PLACE)):
            if index:
                yield _inline(next(icons), run.look, art, scope, context, style, origin)
            if stretch:
                yield run if stretch == run.text else replace(run, text=stretch)


def _braces_hint(name: str, text: str, context: DrawingContext) -> str | None:
    """Return the hint for an unknown name in braces: a keyword, an icon, or after words as a text style is."""
    if context.look.keywords and f"{{{name}}}" in text and f"{{{name}}}" in context.look.keywords.keywords:
        return f"write {{{{{name}}}}} for the keyword of the theme"
    if f"{{{name}}}" in text and context.look.has_icon(name):
        return f"write {{icon:{name}}} for the icon"
    if name and f"]{{{name}}}" in text:
        return f"write {{.{name}}} for a text style: its name follows a point"
    return None


def _with_keywords(pieces: Iterable[str | InlineIcon], keywords: KeywordIndex) -> Iterator[str | InlineIcon]:
    """Yield the pieces with the keywords styled or replaced; keywords are looked for in each text by itself."""
    for piece in pieces:
        if not isinstance(piece, str):
            yield piece
            continue
        icons: list[InlineIcon] = []
        text = keywords.applied(piece.replace(_PLACE, ""), partial(_printed, icons))
        for index, stretch in enumerate(text.split(_PLACE)):
            if index:
                yield icons[index - 1]
            if stretch:
                yield stretch


def _printed(icons: list[InlineIcon], keyword: Keyword, word: str) -> str:
    """Return the markup that is printed for a keyword; its icons are added to `icons`, with a placeholder for each."""
    if keyword.icon:
        icons.append(InlineIcon(keyword.icon.name))
    return keyword.markup(word, _PLACE)


def _styled(run: Run, art: TextArt, scope: Scope, context: DrawingContext, style: TextStyle) -> Run:
    """Return a run with the look that its styles give it."""
    look = RunLook()
    for name in run.styles:
        try:
            look = context.look.run(name, style).over(look)
        except UnknownNameError as error:
            written = any(found.strip() == name for found in STYLED.findall(art.text.text))
            raise scope.unknown(error, art.text, reported=written or error.name != name) from None
    return replace(run, look=look)


def _inline(
    icon: InlineIcon,
    look: RunLook | None,
    art: TextArt,
    scope: Scope,
    context: DrawingContext,
    style: TextStyle,
    origin: Origin,
) -> Inline:
    """Return the icon as a piece of a text, in the size and colour of the run that it is in."""
    if look:
        style = replace(style, size=style.size * look.scale, colour=look.colour or style.colour)
    try:
        piece = context.look.inline(icon.name, style)
        context.notes.icon_picture(context.look, icon.name, piece.width, scope.source(art.text), origin)
        return piece
    except UnknownNameError as error:
        written = f"icon:{icon.name}" in art.text.text.replace(" ", "")
        raise scope.unknown(error, art.text, reported=written or error.name != icon.name) from None


def _setting(
    pieces: tuple[Piece, ...],
    style: TextStyle,
    art: TextArt,
    box: BoundingBox,
    align: Align,
    valign: VAlign,
    size: float | None,
    scope: Scope,
    context: DrawingContext,
    origin: Origin,
) -> TypesetText | None:
    """Return the typeset pieces, from the cache if possible; None if a font cannot be used.

    With a `size`, the text is set in that size even if it would fit in a larger one. Steps are spent for each text that
    is new in the component, whether or not another one has had it: they must not depend on what is cached.

    The height required is the leading of all lines but the last, and the size of the last.
    """
    flow = (
        art.columns,
        art.gap,
        art.drop_cap,
        art.along and art.along.name,
        (art.along and art.valign) or valign == "spread",
    )
    key = pieces, style, art.least, round(box.width, 4), round(box.height, 4), align, size, flow
    if key not in context.notes.typeset:
        context.notes.typeset.add(key)
        length = sum(len(piece.text) for piece in pieces if isinstance(piece, Run))
        scope.spend(TEXT_STEPS + LETTER_STEPS * length, origin.span)
    setting: TypesetText | None = context.settings.get(key)
    if setting is None:
        try:
            room, least = box.height + style.line - style.em, min(art.least or style.size, style.size)
            if flow == _PLAIN:
                block = fit(pieces, style, box.width, room, least, align, size)
            else:
                block = _flowing(pieces, style, art, box, room, least, align, valign, size)
        except FontError:
            return None
        ink = reach(block.items)
        letters = (bounds(block.items) if art.along else None) or _letters(block)
        setting = context.settings[key] = TypesetText(block, plain(pieces), letters, ink)
    return setting


def _flowing(
    pieces: tuple[Piece, ...],
    style: TextStyle,
    art: TextArt,
    box: BoundingBox,
    room: float,
    least: float,
    align: Align,
    valign: VAlign,
    size: float | None,
) -> TextBlock:
    """Return a text along a curve, in columns, with a drop cap or with its lines spread over the box."""
    if art.along:
        curve = curve_of(art.along.name)
        inside, share = BoundingBox(0.0, 0.0, box.width, box.height), _BEFORE[align]

        def on_curve(block: TextBlock, _: TextStyle) -> TextBlock:
            points = curve.points(inside, block.cap_height)
            return along(block, _aligned(points, box.height, block.cap_height, art.valign), share)

        return fit(pieces, style, LARGEST, LARGEST, least, "left", size, arrange=on_curve)

    def arranged(block: TextBlock, style: TextStyle) -> TextBlock:
        block = in_columns(block, style, art.columns, art.gap)
        return spread(block, box.height) if valign == "spread" else block

    width = (box.width - (art.columns - 1) * art.gap) / art.columns
    return fit(pieces, style, max(width, 0.1), room, least, align, size, drop=art.drop_cap, arrange=arranged)


def _aligned(points: list[Point], height: float, cap: float, valign: VAlign | None) -> list[Point]:
    """Return the points of a curve, moved so that it and the capitals on it are aligned in a box of that height."""
    if valign is None:
        return points
    top, bottom = min(y for _, y in points) - cap, max(y for _, y in points)
    share = {"top": 0.0, "middle": 0.5, "bottom": 1.0, "spread": 0.5}[valign]
    down = (height - (bottom - top)) * share - top
    return [(x, y + down) for x, y in points]


def curve_of(text: str) -> Curve:
    """Return the curve that `along` describes; a straight line if its path data is wrong, which a check reports."""
    match text.split():
        case ["circle", ("top" | "bottom") as side]:
            return Curve("circle top" if side == "top" else "circle bottom")
        case ["arc", rise]:
            return Curve("arc", float(rise))
        case _:
            try:
                parse_path(text)
            except PathDataError:
                return Curve("arc")
            return Curve("path", data=text)


def _top(block: TextBlock, box: BoundingBox, valign: VAlign, style: TextStyle) -> float:
    """Return the top of the block; the leading above the first and below the last line may extend beyond the box."""
    spare = (style.line - style.em) / 2 * block.size / style.size
    match valign:
        case "top":
            return box.top - spare
        case "middle":
            return (box.top + box.bottom - block.height) / 2
        case "bottom":
            return box.bottom - block.height + spare
        case "spread":
            lines = {line.baseline for line in block.lines}
            return box.top - block.cap_top if len(lines) > 1 else (box.top + box.bottom - block.height) / 2


def _upright_area(
    pieces: tuple[Piece, ...], style: TextStyle, block: TextBlock, box: BoundingBox
) -> tuple[float, float] | None:
    """Return the width and height of the area for a text turned by a quarter whose lines run the short way.

    `box` is the area turned back, so that the lines are as long as it is wide. None if the text fits on one line at its
    full size, or would not do so in lines as long as the area.
    """
    if box.width >= box.height or (len(block.lines) <= 1 and block.size == style.size and not block.overflow):
        return None
    alone = fit(pieces, style, box.height, box.width + style.line - style.em, style.size)
    return (box.width, box.height) if len(alone.lines) == 1 and not alone.overflow else None


def _letters(block: TextBlock) -> BoundingBox:
    """Return the box of the letters, from the top of the first capitals to the last baseline."""
    left = min((line.x for line in block.lines), default=0.0)
    right = max((line.x + line.width for line in block.lines), default=left)
    return BoundingBox(left, block.cap_top, right, block.last_baseline)
