"""From components to parts; printing instructions; maps printed alone."""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.context import CommonSizes, DrawingContext, MapPainter, Notes, Scope, depends_on
from pnp.draw.layers.face import draw_face
from pnp.draw.layers.map import ground_picture, map_lettering, style_alone
from pnp.draw.layers.placement import outline_of
from pnp.expression import Environment, Work, identifier
from pnp.facts.look import Look, UnknownNameError, house_fallback, look_of
from pnp.facts.rows import box_size, finished_part, row_record, rows_of
from pnp.model.component import Component, Makes, TuckBox
from pnp.model.faces.layer import TextArt
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.maps import AnyMap, without_position
from pnp.model.maps.map_style import MapStyle
from pnp.model.pack import Entry
from pnp.model.reference import Ref
from pnp.model.row import Row
from pnp.model.translation import SheetWords, filled
from pnp.network.layout import spacing
from pnp.scene.items import BoundingBox, Group, Item, Point, Rect, Scene, Stroke, compose, translate
from pnp.scene.parts import Drawn, Outline, PaintedFace, Part, PartSet, PlacedSlot, Side, Undrawn
from pnp.scene.paths import joined_lines
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.lettering import Lettering, printed
from pnp.scene.typesetting.text import HOUSE_FAMILIES, TextStyle
from pnp.scene.typesetting.typeset import typeset

# Paper and instructions for the printed sheets of each kind of component.


def several_sheets_steps(words: SheetWords) -> tuple[str, ...]:
    """Return the steps of a board that is larger than a sheet, and whose sheets overlap."""
    return words.cut_plan, words.lay_out, words.glue_board


def butted_steps(words: SheetWords) -> tuple[str, ...]:
    """Return the steps of a board that is larger than a sheet, and whose sheets lie edge to edge."""
    return words.cut_butted, words.lay_butted, words.glue_butted


def one_sheet_steps(words: SheetWords) -> tuple[str, ...]:
    """Return the steps of a board that fits on one sheet."""
    return words.mount_one, words.cut_marks


class Making(Struct, frozen=True):
    """The paper and the instructions for a component, and whether it is one large face over several sheets."""

    stock: str
    steps: tuple[str, ...]
    spread: bool = False


@lru_cache(maxsize=8)
def _makings(words: SheetWords) -> dict[Makes, Making]:
    """Return the paper and the instructions for each kind of component."""
    card, board, paper, cut = words.stock_card, words.stock_board, words.stock_paper, words.cut_marks
    return {
        "board": Making(board, several_sheets_steps(words), spread=True),
        "card": Making(card, (cut, words.sleeve)),
        "tile": Making(board, (words.mount, cut)),
        "token": Making(board, (words.mount, words.cut_tokens)),
        "mat": Making(card, (cut,)),
        "standee": Making(card, (words.score, words.fold_standee, words.glue_foot)),
        "pad": Making(paper, (cut, words.print_many, words.glue_pad)),
        "track": Making(card, (cut,)),
        "marker": Making(board, (words.mount, words.cut_markers)),
        "coin": Making(board, (words.mount, words.cut_coins)),
        "note": Making(paper, (cut,)),
        "sticker": Making(words.stock_sticker, (words.cut_stickers, words.glue_stick)),
        "die": Making(card, (words.score, words.fold_edges, words.glue_tabs)),
        "box": Making(card, (words.score, words.fold_edges, words.glue_box, words.close_box)),
    }


def making(component: Component, words: SheetWords, template: Template | None = None) -> Making:
    """Return the default instructions for a component; those of round parts state the diameter."""
    made = _makings(words)[component.makes]
    is_round = template is not None and template.shape == "circle" and template.width == template.height
    if template is None or not is_round or made.stock != words.stock_board:
        return made
    width = f"{template.width:.1f}".removesuffix(".0")
    return replace(made, steps=(*made.steps, filled(words.punch, width=width)))


# Components: from rows and templates to parts to cut out.

PART_STEPS = 5_000_000
"""The maximum number of steps for one part; `Work` limits those of a whole pack."""


def drawing_context(game: Game, variant: str | None = None, paint_map: MapPainter | None = None) -> DrawingContext:
    """Return the context with which the components of a game are drawn."""
    return DrawingContext(game, look_of(game, variant), paint_map or _paint_map)


def _paint_map(
    drawn: AnyMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """Return the map, drawn by the painter of its kind.

    It is imported on first use, so that games without maps start faster.
    """
    from pnp.draw.maps import paint_map_of_any_kind

    return paint_map_of_any_kind(drawn, style, look, width, height, highlight)


def draw_component(
    entry: Entry,
    component: Component,
    environment: Environment,
    context: DrawingContext,
    numbers: Container[int] | None = None,
) -> Drawn:
    """Return the parts of a component, with the records made while they were drawn.

    Without its template nothing is drawn; checks of documents report that. With `numbers`, only these rows are drawn,
    counted from 1.
    """
    _forget_icons(context)
    context = replace(context, notes=Notes(), layers={}, common=_common_sizes(entry, component, environment, context))
    template = _template(component.template, context)
    made = making(component, context.game.sheet_words, template)
    if made.spread and not component.overlap:
        made = replace(made, steps=butted_steps(context.game.sheet_words))
    parts = PartSet(
        component=entry.id,
        name=entry.name or component.name,
        parts=tuple(_parts(entry, component, template, environment, context, numbers)),
        stock=component.stock or made.stock,
        steps=component.steps or made.steps,
        spread=made.spread,
        overlap=component.overlap,
        optional=entry.optional,
        pack=context.game.pack.title if context.game.pack else "",
        credit=context.game.pack.credits(context.game.sheet_words) if context.game.pack else (),
        cuts=entry.cuts,
        kind=component.makes,
        product=component.product,
    )
    return _recorded(parts, context)


def _recorded(parts: PartSet, context: DrawingContext) -> Drawn:
    """Return the parts with the records that the context made while they were drawn."""
    notes = context.notes
    faces = tuple(map(tuple, notes.faces))
    labels = tuple(notes.labels.values())
    errors = (*notes.errors(), *_refused_icons(context))
    noted = tuple(notes.texts), tuple(notes.icons), tuple(notes.pictures), errors
    return Drawn(parts, *noted, faces, labels, frozenset(notes.incomplete))


def _refused_icons(context: DrawingContext) -> tuple[Undrawn, ...]:
    refused = (Undrawn("bad-icon", fault) for fault in context.look.refused.values())
    return (*refused, *(Undrawn("undrawn-effect", fault) for fault in context.look.simplified.values()))


def _forget_icons(context: DrawingContext) -> None:
    """Forget the icons of other components, so that each component reports its own."""
    context.look.refused.clear()
    context.look.simplified.clear()


def _common_sizes(
    entry: Entry, component: Component, environment: Environment, context: DrawingContext
) -> CommonSizes | None:
    """Return the sizes of texts that shrink together; None without such texts.

    Every face of the component is drawn once to find them, whichever rows are printed.
    """
    templates = [template for name in component.templates if (template := _template(name, context))]
    texts = (layer.art for template in templates for layer in template.every_layer())
    if not any(isinstance(art, TextArt) and art.together for art in texts):
        return None
    common, work = CommonSizes(), context.work.part()
    measured = replace(context, notes=Notes(), layers={}, work=work, common=common)
    for _ in _parts(entry, component, _template(component.template, context), environment, measured):
        pass
    context.work.join(work)
    common.measuring = False
    return common


def _template(name: Ref | None, context: DrawingContext) -> Template | None:
    return context.game.find(Template, name.name) if name else None


def _parts(
    entry: Entry,
    component: Component,
    template: Template | None,
    environment: Environment,
    context: DrawingContext,
    numbers: Container[int] | None = None,
) -> Iterator[Part]:
    """Yield one part for each row, or for each of those `numbers`; of a die one for each complete set of sides."""
    rows = entry.rows(rows_of(component, context.game))
    scopes = _scopes(rows, environment, context.work, numbers)
    copies = component.copies * entry.copies
    if component.box:
        yield from _boxes(component.box, scopes, context, copies)
    elif template is None:
        return
    elif component.makes == "die":
        yield from _dice(component, template, scopes, context, copies)
    elif component.makes == "standee":
        from pnp.draw.nets import draw_standee

        for row, scope in scopes:
            front, back = _faces(row, component, context)
            yield draw_standee(front or template, back, component.base, scope, context, row.copies * copies)
    else:
        context = context if len(rows) > 1 else replace(context, layers=None)
        yield from _flat(component, scopes, context, copies)


def _faces(row: Row, component: Component, context: DrawingContext) -> tuple[Template | None, Template | None]:
    """Return the templates of a row: those that it chooses, or the component's."""
    return _template(row.template or component.template, context), _template(row.back or component.back, context)


Scopes = Iterable[tuple["Row", Scope]]
"""Each row with the scope of its formulas."""


def _scopes(
    rows: tuple[Row, ...], environment: Environment, work: Work, numbers: Container[int] | None = None
) -> Iterator[tuple[Row, Scope]]:
    """Yield the rows, or those `numbers` of them, with their scopes, until the steps of the pack are used up."""
    fields = frozenset(map(identifier, {field for row in rows for field in row.fields}))
    for index, row in enumerate(rows, start=1):
        if work.exhausted:
            return
        if numbers is not None and index not in numbers:
            continue
        budget = work.budget(PART_STEPS)
        yield row, Scope(environment.with_names(row_record(row, index)), budget, work, row.name, row.spans, fields)


def _flat(component: Component, scopes: Scopes, context: DrawingContext, copies: int) -> Iterator[Part]:
    """Yield a part for each row; a back that does not depend on the row is drawn once."""
    shared: dict[str, Scene | None] = {}  # None is a back that differs between rows
    for row, scope in scopes:
        template, back = _faces(row, component, context)
        if template is None:  # a check reports it
            continue
        front = draw_face(template, scope, context, row.name)
        lines = context.notes.lines if component.finished else {}
        folds, slits = tuple(lines.get(FOLD_ROLE, ())), joined_lines(lines.get(CUT_ROLE, ()))
        behind = None
        if back:
            if back.id not in shared:
                one = not depends_on(back, scope.fields)
                shared[back.id] = draw_face(back, replace(scope, row=""), context, "") if one else None
            behind = shared[back.id] or draw_face(back, scope, context, row.name)
        yield Part(row.name, front, behind, outline_of(template), row.copies * copies, folds=folds, slits=slits)


FOLD_ROLE, CUT_ROLE = "fold", "cut"
"""The line roles of the folds and of the inner cuts of a mat that is folded."""


def _dice(
    component: Component, template: Template, scopes: Scopes, context: DrawingContext, copies: int
) -> Iterator[Part]:
    """Yield a die for each complete set of sides, with copies of rows counted. A check reports leftover rows."""
    from pnp.draw.nets import draw_die, edge_of

    sides, number = [], 0
    edge = edge_of(template, component.sides, component.edge)
    for row, scope in scopes:
        for _ in range(row.copies):
            sides.append(scope)
            if len(sides) == component.sides:
                number += 1
                yield draw_die(template, edge, str(number), sides, context, copies)
                sides = []


def _boxes(box: TuckBox, scopes: Scopes, context: DrawingContext, copies: int) -> Iterator[Part]:
    from pnp.draw.carton import draw_carton

    size = box_size(box, context.game)
    named = {panel: _template(name, context) for panel, name in box.panels.items()}
    templates = {panel: template for panel, template in named.items() if template}
    if size and len(templates) == len(named):
        for row, scope in scopes:
            yield draw_carton(size, templates, scope, context, row.copies * copies)


# The title: the cover, the wordmark and the frieze, faces that belong to the game and to none of its components.

COVER, WORDMARK, FRIEZE = "cover", "wordmark", "frieze"
"""The name of the set in findings, and the names of the parts that are not the cover."""


def draw_title(
    templates: Mapping[str, Template | None], environment: Environment, context: DrawingContext
) -> Drawn | None:
    """Return the faces of the pack's cover, wordmark and frieze as parts, with the records made while they were drawn.

    None without any of them.
    """
    _forget_icons(context)
    context = replace(context, notes=Notes(), layers=None)
    scope = Scope(environment, context.work.budget(PART_STEPS), context.work, "", {}, frozenset())
    parts = tuple(
        Part(name, draw_face(template, scope, context, name), None, outline_of(template), 1)
        for name, template in templates.items()
        if template
    )
    return _recorded(PartSet(COVER, "Cover", parts), context) if parts else None


def title_scene(title: Drawn | None, name: str = "") -> Scene | None:
    """Return the cover of a title, or the part with that name; None without it."""
    return next((part.front for part in title.parts.parts if part.name == name), None) if title else None


# One face of one row, for pictures of the game in its own rules.


class SingleFace(Struct, frozen=True):
    """A face with its cut line, its layers and its slots; `painted` is empty for the net of a box."""

    scene: Scene
    outline: Outline
    painted: PaintedFace = ()
    slots: tuple[PlacedSlot, ...] = ()


def draw_row(
    entry: Entry, component: Component, number: int, side: Side, environment: Environment, context: DrawingContext
) -> SingleFace | None:
    """Return the face of a row, numbered from 0, as it looks in the hand: of a standee, a die
    or a folded mat not the net.

    A box is shown from the front. None if there is no such row, no such side, or nothing was drawn.
    """
    rows = entry.rows(rows_of(component, context.game))
    if component.box:
        parts = draw_component(entry, component, environment, context).parts.parts
        return _box_front(component.box, parts[0], context.game) if parts and side == "front" else None
    if not 0 <= number < len(rows):
        return None
    row = rows[number]
    template = _faces(row, component, context)[side == "back"]
    if template is None:
        return None
    common = _common_sizes(entry, component, environment, context)
    context = replace(context, notes=Notes(), layers=None, common=common)
    fields = frozenset(map(identifier, {field for row in rows for field in row.fields}))
    names = environment.with_names(row_record(row, number + 1))
    scope = Scope(names, context.work.budget(PART_STEPS), context.work, row.name, row.spans, fields)
    scene = draw_face(template, scope, context, row.name)
    painted, slots = tuple(context.notes.faces[0]), tuple(context.notes.slots.values())
    face = SingleFace(scene, outline_of(template), painted, slots)
    part = finished_part(component, template) if side == "front" else None
    return _part_of(face, part) if part else face


def _box_front(box: TuckBox, net: Part, game: Game) -> SingleFace | None:
    """Return the front of a box, cut out of its net."""
    from pnp.draw.carton import carton

    size = box_size(box, game)
    if size is None:
        return None
    corners = carton(size.width, size.height, size.depth).sides["front"]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return SingleFace(*folded(net.front, BoundingBox(min(across), min(down), max(across), max(down))))


def _part_of(face: SingleFace, part: BoundingBox) -> SingleFace:
    """Return the part of a face that is visible when it is folded, with the layers and slots on it."""
    to = translate(-part.left, -part.top)
    scene, outline = folded(face.scene, part)
    painted = tuple(replace(each, matrix=compose(to, each.matrix)) for each in face.painted)
    moved = (replace(slot, x=slot.x - part.left, y=slot.y - part.top) for slot in face.slots)
    inside = BoundingBox(0.0, 0.0, part.width, part.height)
    slots = tuple(slot for slot in moved if inside.contains(BoundingBox(slot.x, slot.y, slot.x, slot.y)))
    return SingleFace(scene, outline, painted, slots)


def folded(front: Scene, part: BoundingBox) -> tuple[Scene, Outline]:
    """Return the part of a front that is visible when it is folded, and its outline."""
    outline = Rect(0.0, 0.0, part.width, part.height)
    seen = Group((Group(front.items, translate(-part.left, -part.top)),), clip=outline)
    return replace(front, width=part.width, height=part.height, items=(seen,), bleed=0.0), outline


# Maps by themselves: a board of a map that is not a component.


def draw_bare_map(drawn: AnyMap, context: DrawingContext) -> Drawn:
    """Return the map at its own size as a board, in the game's last map style; without parts if it cannot be drawn."""
    words = context.game.sheet_words
    parts = PartSet(drawn.id, drawn.name, (), words.stock_board, several_sheets_steps(words), spread=True)
    _forget_icons(context)
    context = replace(context, notes=Notes())
    scene = map_scene(drawn, context)
    if scene is None:
        return Drawn(parts)
    outline = Rect(0.0, 0.0, drawn.width, drawn.height)
    style = style_alone(drawn, context.game)
    labels = [*map_lettering(drawn, style, context, drawn.width, drawn.height).values()] if style else []
    name = printed(
        drawn.name, drawn.span, TextStyle(HOUSE_FAMILIES[0], 8.0, "#000000", fallback=house_fallback(context.game))
    )
    labels += [] if name.prints else [Lettering("on the sheets of the map", (name,))]
    board = replace(parts, parts=(Part(drawn.id, scene, None, outline),))
    return replace(_recorded(board, context), labels=tuple(labels))


def missing_for_drawing(drawn: AnyMap) -> str | None:
    """Return what a map lacks to be drawn, as text; None if nothing is missing."""
    if not (drawn.width and drawn.height):
        return "it has no size"
    lacking = without_position(drawn)
    if lacking:
        others = len(lacking) - 1
        more = f" and {others:,} other place{'' if others == 1 else 's'}" if others else ""
        return f"'{lacking[0]}'{more} {'have' if others else 'has'} no position"
    return None


def map_scene(drawn: AnyMap, context: DrawingContext, style: MapStyle | None = None) -> Scene | None:
    """Return the map at its own size in a style, by default as if alone; None if it cannot be drawn.

    The reason may be a missing size, position, style or name, or that the map is too large.
    """
    style = style or style_alone(drawn, context.game)
    if style is None or not (drawn.width and drawn.height) or without_position(drawn) or drawn.too_large:
        return None
    try:
        items = context.paint_map(drawn, style, context.look, drawn.width, drawn.height, frozenset())
    except UnknownNameError:  # checks of documents report it
        return None
    ground = ground_picture(drawn, style, context, drawn.width, drawn.height)
    return Scene(drawn.width, drawn.height, (*ground, *items), name=drawn.name)


LARGEST_NAME, SMALLEST_NAME = 10.0, 4.0
"""The sizes of the names on a map of names, in points."""

MIN_NAME_WIDTH = 4.0
"""The least width in which such a name is divided into lines, as a multiple of its size."""

NAME_INK, NAME_GROUND, NAME_EDGE = "#1E2328", "#FFFFFF", "#8A8F96"


def name_map(base: Scene, spots: Mapping[str, Point], fallback: tuple[str | Family, ...]) -> Scene | None:
    """Return a drawn map with a name at each spot, in millimetres on it; None without spots.

    All names have one size: the largest of `LARGEST_NAME` and less with which most are no wider than the distance of
    neighbouring spots.
    """
    if not spots:
        return None
    room = 0.92 * spacing(spots)
    size = LARGEST_NAME
    while size > SMALLEST_NAME:
        style = TextStyle(HOUSE_FAMILIES[1], size, NAME_INK, 600, fallback=fallback)
        widths = sorted(typeset(name, style).width for name in spots)
        if widths[(len(widths) * 9) // 10] <= room:
            break
        size -= 0.5
    style = TextStyle(HOUSE_FAMILIES[1], size, NAME_INK, 600, fallback=fallback)
    return replace(base, items=(*base.items, *(_name_at(spot, name, style, room) for name, spot in spots.items())))


def _name_at(at: Point, name: str, style: TextStyle, room: float) -> Item:
    """Return a name on a plate around a spot, in several lines if it is wider than `room`."""
    pad = 0.25 * style.em
    block, most = typeset(name, style), max(room - 2 * pad, MIN_NAME_WIDTH * style.em)
    block = typeset(name, style, most, "centre") if block.width > most else block
    wide, tall = block.width, block.height
    left, top = at[0] - wide / 2, at[1] - tall / 2
    edge = Stroke(NAME_EDGE, 0.08 * style.em)
    ground = Rect(left - pad, top, wide + 2 * pad, tall, pad, fill=NAME_GROUND, stroke=edge)
    return Group((ground, block.at(left, top)))
