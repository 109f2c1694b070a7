"""Shapes, icons, patterns, pictures."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import PurePosixPath
from posixpath import normpath
from typing import assert_never

from msgspec.structs import replace

from pnp.diagnostics import Finding, Span
from pnp.draw.layers.bleed import Trim, bled, bled_area, bled_line, bled_outline
from pnp.draw.layers.cropping import crop, focused, mirrored, regular, tile_size, tiled, tinted
from pnp.draw.layers.effects import SHARE, fill_of
from pnp.draw.layers.placement import AlignedBox, Zone, aligned
from pnp.draw.studio import NoImage, Scope, SpoiltError, Studio, colour_of
from pnp.facts.look import UnknownNameError
from pnp.model.faces.layer import (
    NOTHING,
    Align,
    EllipseArt,
    IconArt,
    LineArt,
    Measure,
    Paint,
    PanelArt,
    PathArt,
    PatternArt,
    PictureArt,
    PolygonArt,
    VAlign,
    fixed,
    fixed_pair,
)
from pnp.model.faces.template import WhereError, parse_where
from pnp.model.faces.theme import GRID, grey_of
from pnp.model.reference import Formula
from pnp.scene.bitmaps import PictureRefused, grey_bitmap, open_bitmap, with_grey_pictures
from pnp.scene.items import (
    Bitmap,
    BoundingBox,
    Colour,
    Command,
    Ellipse,
    Fill,
    Group,
    Item,
    Origin,
    Path,
    Picture,
    Point,
    Rect,
    Stroke,
    translate,
)
from pnp.scene.parts import Outline, PlacedIcon, PlacedPicture
from pnp.scene.paths import PathDataError, circle, parse_path, polygon, polyline, recoloured, rectangle, transformed
from pnp.scene.svg_art import Drawing, looks_like_svg, read_drawing
from pnp.source.rules import MISSING_FILE

# Panels, ellipses, polygons, paths and lines.

ShapeArt = PanelArt | EllipseArt | PolygonArt | PathArt | LineArt


def draw_shape(art: ShapeArt, box: BoundingBox, scope: Scope, studio: Studio, bleed: float) -> tuple[Item, ...]:
    """Return the shape in its box; what reaches an edge of the face extends to the bleed.

    Of polygons and paths these are the edges on it; an ellipse that fills a round face extends all round.
    """
    if isinstance(art, LineArt):
        return (_line(art, box, scope, studio, bleed),)
    fill, stroke = painted(art.paint, box, scope, studio)
    match art:
        case PanelArt():
            box = box if art.radius else bled(box, scope.trim, bleed)
            return (Rect(box.left, box.top, box.width, box.height, fixed(art.radius), fill, stroke),)
        case EllipseArt():
            box = box.grown(bleed) if scope.trim and scope.trim.is_ring(box) else box
            return (Ellipse(*box.centre, box.width / 2, box.height / 2, fill, stroke),)
        case PolygonArt():
            return _area(polygon(_corners(art, box)), fill, stroke, scope, bleed)
        case PathArt():
            return _area(_commands(art, box), fill, stroke, scope, bleed)
        case _:
            assert_never(art)


def _area(
    commands: tuple[Command, ...], fill: Fill | None, stroke: Stroke | None, scope: Scope, bleed: float
) -> tuple[Item, ...]:
    """Return an area that extends to the bleed, and its edge, which does not."""
    whole = bled_area(commands, scope.trim, bleed) if fill else commands
    if whole == commands:
        return (Path(commands, fill, stroke),)
    return (Path(whole, fill), *((Path(commands, None, stroke),) if stroke else ()))


def _corners(art: PolygonArt, box: BoundingBox) -> tuple[Point, ...]:
    if art.sides:
        return regular(art.sides, box)
    assert isinstance(art.points, tuple), "expressions have been evaluated"
    return tuple((box.left + x, box.top + y) for x, y in map(fixed_pair, art.points))


def _commands(art: PathArt, box: BoundingBox) -> tuple[Command, ...]:
    try:
        return transformed(parse_path(art.data.text), translate(box.left, box.top))
    except PathDataError as error:
        raise SpoiltError(None, art.data.span, error.message) from None


def _line(art: LineArt, box: BoundingBox, scope: Scope, studio: Studio, bleed: float) -> Path:
    colour = colour_of(art.colour, scope, studio)
    stroke = scope.named(art.role, lambda role: studio.look.stroke(role, colour))
    ends = bled_line(_end(art.start, box), _end(art.end, box), scope.trim, bleed)
    return Path(polyline(ends), stroke=stroke)


def painted(paint: Paint, box: BoundingBox, scope: Scope, studio: Studio) -> tuple[Fill | None, Stroke | None]:
    """Return the fill and the stroke of a shape in its box."""
    fill = fill_of(paint.fill, box, scope, studio)
    if paint.outline is None:
        return fill, None
    edge = colour_of(paint.outline_colour, scope, studio)
    return fill, scope.named(paint.outline, lambda role: studio.look.stroke(role, edge))


def _end(end: Formula | tuple[Measure, Measure], box: BoundingBox) -> Point:
    """Return one end of a line: a point in the box, or the position in the box that a text names."""
    if not isinstance(end, Formula):
        x, y = fixed_pair(end)
        return box.left + x, box.top + y
    try:
        where = parse_where(end.text)
    except WhereError as error:
        raise SpoiltError(None, end.span, error.message) from None
    across, down = SHARE[where.horizontal or "centre"], SHARE[where.vertical or "middle"]
    return box.left + box.width * across, box.top + box.height * down


# Icon layers.

_EDGE = 1.5 / GRID
"""The blank margin of icons, as a share of their square."""


def draw_icon(
    art: IconArt, place: AlignedBox, scope: Scope, studio: Studio, zone: Zone, origin: Origin
) -> tuple[Item, ...]:
    """Return the icon, as large as fits the box."""
    name = scope.text(art.icon)
    if name in ("", NOTHING):
        return ()  # a row without an icon
    colour = colour_of(art.colour, scope, studio)
    side = min(place.box.width, place.box.height)
    box = aligned(place.box, side, side, art.align or place.align, art.valign or place.valign)
    group = scope.named(art.icon, lambda name: studio.look.icon(name, box.left, box.top, side, colour))
    beyond = zone.beyond(box.grown(-side * _EDGE), scope.matrix)
    studio.notes.icons.append(PlacedIcon(origin, name, side, beyond))
    studio.notes.icon_picture(studio.look, name, side, scope.source(art.icon), origin)
    return (group,)


# Patterns: a box filled with repeats of a small shape; the pattern is centred in the box.

PITCH = 4.0
"""The default distance of repeats in millimetres."""

MOST = 20_000
"""The maximum number of repeats of one pattern."""


def draw_pattern(art: PatternArt, box: BoundingBox, scope: Scope, studio: Studio, bleed: float) -> tuple[Item, ...]:
    """Return the pattern clipped to its box; a box that touches an edge of the face extends to the bleed."""
    box, pitch = bled(box, scope.trim, bleed), art.pitch or PITCH
    if box.width * box.height > MOST * pitch * pitch:
        message = f"the pattern repeats more than {MOST:,} times"
        raise SpoiltError("value", art.pattern.span, message, "give it a larger pitch")
    colour = colour_of(art.colour, scope, studio)
    ground = fill_of(art.ground, BoundingBox(0.0, 0.0, box.width, box.height), scope, studio)
    name = scope.text(art.pattern)
    key = name, colour, ground, pitch, round(box.width, 4), round(box.height, 4)
    if key not in studio.drawings:
        marks = scope.named(art.pattern, lambda it: _marks(it, box.width, box.height, pitch, colour, studio))
        below = (Rect(0.0, 0.0, box.width, box.height, fill=ground),) if ground else ()
        studio.drawings[key] = (*below, *marks)
    clip = Rect(0.0, 0.0, box.width, box.height)
    return (Group(studio.drawings[key], (1.0, 0.0, 0.0, 1.0, box.left, box.top), clip),)


def _marks(
    name: str, width: float, height: float, pitch: float, colour: Colour | None, studio: Studio
) -> tuple[Item, ...]:
    """Return the repeats: of a shape of this module, or of an icon."""
    look = studio.look
    ink = colour or look.ink
    if name in SHAPES:
        return tuple(SHAPES[name](width, height, pitch, ink))
    if look.has_icon(name):
        side = pitch * 0.66
        return tuple(
            look.icon(name, x - side / 2, y - side / 2, side, colour) for x, y in _staggered(width, height, pitch)
        )
    raise UnknownNameError("pattern", name, (*SHAPES, *look.icons))


def _plain(_width: float, _height: float, _pitch: float, _ink: Colour) -> Iterator[Item]:
    return iter(())


def _check(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    half = pitch / 2
    squares = (
        rectangle(x + dx, y + dy, half, half)
        for x, y in _grid(width, height, pitch)
        for dx, dy in ((-half, -half), (0.0, 0.0))
    )
    yield _filled(squares, ink)


def _stripe(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    yield _filled((rectangle(x - pitch / 4, 0.0, pitch / 2, height) for x in _steps(width, pitch)), ink)


def _band(width: float, height: float, _pitch: float, ink: Colour) -> Iterator[Item]:
    yield Rect(0.0, height / 3, width, height / 3, fill=ink)


def _dots(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    yield _filled((circle(x, y, pitch * 0.22) for x, y in _staggered(width, height, pitch)), ink)


def _ring(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    rings = (circle(x, y, pitch * share) for x, y in _staggered(width, height, pitch) for share in (0.36, 0.2))
    yield _filled(rings, ink, even_odd=True)


def _star(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    yield _filled((polygon(star(x, y, pitch * 0.4)) for x, y in _staggered(width, height, pitch)), ink)


def _chevron(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    rise, thick = pitch / 2, pitch * 0.4
    xs = list(_steps(width + pitch, pitch / 2))
    bands = []
    for y in _steps(height + 2 * rise, pitch):
        edge = [(x, y - rise + (rise if index % 2 else 0.0)) for index, x in enumerate(xs)]
        bands.append(polygon([*edge, *((x, at + thick) for x, at in reversed(edge))]))
    yield _filled(bands, ink)


def _wave(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    commands: list[Command] = []
    for row, y in enumerate(_steps(height, pitch / 2)):
        for x in _steps(width + pitch, pitch):
            start, bow = x - pitch / 2 + (pitch / 2 if row % 2 else 0.0), pitch * 0.14
            commands.append(("M", start + pitch * 0.1, y))
            commands.append(("C", start + pitch * 0.3, y - bow, start + pitch * 0.3, y - bow, start + pitch * 0.5, y))
            commands.append(("C", start + pitch * 0.7, y + bow, start + pitch * 0.7, y + bow, start + pitch * 0.9, y))
    yield Path(tuple(commands), stroke=Stroke(ink, pitch * 0.08, cap="round", join="round"))


def _hatch(width: float, height: float, pitch: float, ink: Colour) -> Iterator[Item]:
    step = pitch * math.sqrt(2)
    xs = _steps(width + height, step, width / 2)
    lines = (polyline(((x - height / 2, height), (x + height / 2, 0.0))) for x in xs)
    yield Path(tuple(command for line in lines for command in line), stroke=Stroke(ink, 0.2))


SHAPES: dict[str, Callable[[float, float, float, Colour], Iterator[Item]]] = {
    "plain": _plain,
    "check": _check,
    "stripe": _stripe,
    "dots": _dots,
    "chevron": _chevron,
    "band": _band,
    "star": _star,
    "ring": _ring,
    "wave": _wave,
    "hatch": _hatch,
}
"""The patterns by name; icons can be patterns too."""


def star(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """Return the ten corners of a five-pointed star around (x, y), the first at the top."""
    lengths = (radius, radius * 0.42)
    turns = [math.pi * index / 5 for index in range(10)]
    return tuple(
        (x + lengths[index % 2] * math.sin(turn), y - lengths[index % 2] * math.cos(turn))
        for index, turn in enumerate(turns)
    )


def _filled(shapes: Iterable[tuple[Command, ...]], ink: Colour, *, even_odd: bool = False) -> Path:
    """Return many shapes as one path, which back ends write once."""
    return Path(tuple(chain.from_iterable(shapes)), fill=ink, even_odd=even_odd)


def _steps(length: float, pitch: float, middle: float | None = None) -> Iterator[float]:
    """Return positions `pitch` apart that cover the length and one pitch more at each end.

    One position is at `middle`, by default the middle of the length.
    """
    at = length / 2 if middle is None else middle
    reach = math.ceil(length / 2 / pitch) + 1
    return (at + index * pitch for index in range(-reach, reach + 1))


def _grid(width: float, height: float, pitch: float) -> Iterator[Point]:
    return ((x, y) for y in _steps(height, pitch) for x in _steps(width, pitch))


def _staggered(width: float, height: float, pitch: float) -> Iterator[Point]:
    """Yield the points of a grid in which every second row is offset by half a pitch."""
    for row, y in enumerate(_steps(height, pitch * 0.5 * math.sqrt(3))):
        for x in _steps(width, pitch):
            yield x + (pitch / 2 if row % 2 else 0.0), y


# Picture layers.

FREE_PIXELS, STEP_PIXELS = 40, 40
"""The number of pixels for each byte of a file that cost no steps, and the number of further pixels for one step."""

_MISSING = Stroke("#D2403F", 0.5)


def draw_picture(
    art: PictureArt, place: AlignedBox, scope: Scope, studio: Studio, bleed: float, origin: Origin
) -> tuple[Item, ...]:
    """Return the picture in its box; one that fills a box at an edge of the face extends to the bleed.

    A missing picture is recorded, and drafts show a crossed box.
    """
    name, span = scope.text(art.picture), scope.source(art.picture)
    if not name or not (place.box.width and place.box.height):
        return ()  # a row without a picture
    try:
        image = open_picture(name, span, art.picture, studio, scope.row)
    except SpoiltError as spoilt:
        studio.notes.trouble(spoilt, scope.row)
        return _crossed(place.box)
    if tint := colour_of(art.tint, scope, studio):
        image = tinted(image, grey_of(tint) if studio.look.roles.grey else tint)
    box, shape = _frame(art, place.box, scope.trim, bleed)
    if art.is_tiled:
        placed = PlacedPicture(origin, span, name, (0, 0), 0.0, 0.0)
        return (_tiles(art, image, (place.box.left, place.box.top), box, placed, studio, shape),)
    width, height = _size(art, image, box)
    if art.focus and art.cover:
        where = focused(box, width, height, art.focus)
    else:
        where = aligned(box, width, height, *_anchor(art, place))
    if isinstance(image, Bitmap):
        pixels = image.width, image.height
        studio.notes.pictures.append(PlacedPicture(origin, span, name, pixels, where.width, where.height))
    item = _item(image, where)
    if art.mirror:
        item = mirrored(item, where, art.mirror)
    if not (art.cover or art.radius or art.shape):
        return (item,)
    return (Group((item,), clip=shape or crop(art, box if art.cover else where)),)


def _size(art: PictureArt, image: Bitmap | Drawing, box: BoundingBox) -> tuple[float, float]:
    """Return the width and height of a picture in a box."""
    across, down = box.width / image.width, box.height / image.height
    if art.is_stretched:
        return box.width, box.height
    scale = max(across, down) if art.cover else min(across, down)
    return image.width * scale, image.height * scale


def _frame(art: PictureArt, box: BoundingBox, trim: Trim | None, bleed: float) -> tuple[BoundingBox, Outline | None]:
    """Return the box that a picture fills, and the shape to which it is cropped; both extend to the bleed."""
    if art.radius or not (art.cover or art.is_tiled or art.is_stretched):
        return box, None
    if art.shape is None:
        return bled(box, trim, bleed), None
    shape = crop(art, box)
    wider = bled_outline(shape, trim, bleed)
    return (box, shape) if wider == shape else (box.grown(bleed), wider)


def _tiles(
    art: PictureArt,
    image: Bitmap | Drawing,
    start: Point,
    box: BoundingBox,
    placed: PlacedPicture,
    studio: Studio,
    shape: Outline | None,
) -> Group:
    """Return the picture repeated over the box, cropped to a `shape`."""
    width, height = tile_size(art, image)
    cell = BoundingBox(0.0, 0.0, width, height)
    item = _item(image, cell)
    tile = (mirrored(item, cell, art.mirror) if art.mirror else item,)
    whole = tiled(art, tile, (width, height), start, box)
    if isinstance(image, Bitmap):
        pixels = image.width, image.height
        studio.notes.pictures.append(replace(placed, pixels=pixels, width=width, height=height))
    return Group((whole,), clip=shape or crop(art, box)) if art.radius or shape else whole


def _item(image: Bitmap | Drawing, box: BoundingBox) -> Item:
    """Return the image stretched over the box."""
    if isinstance(image, Bitmap):
        return Picture(box.left, box.top, box.width, box.height, image)
    matrix = (box.width / image.width, 0.0, 0.0, box.height / image.height, box.left, box.top)
    return Group(image.items, matrix, Rect(0.0, 0.0, image.width, image.height))


def open_picture(name: str, span: Span, asked: Formula, studio: Studio, row: str = "") -> Bitmap | Drawing:
    """Return the picture in that file of the pack; it is opened once, and its unsupported effects are recorded.

    Raises SpoiltError if it cannot be used.
    """
    if name not in studio.images:
        if studio.work.exhausted:
            raise SpoiltError(None, span, "the pack takes too much work")
        studio.images[name] = _opened(name, span, asked, studio)
    found = studio.images[name]
    if isinstance(found, NoImage):
        raise SpoiltError(found.kind, span, found.message, found.hint, asked.span)
    for what, hint in found.left_out if isinstance(found, Drawing) else ():
        message = f"the picture '{name}' is printed without {what}"
        studio.notes.trouble(SpoiltError("undrawn-effect", span, message, hint, asked.span), row)
    return found


def _opened(name: str, span: Span, asked: Formula, studio: Studio) -> Bitmap | Drawing | NoImage:
    """Read and decode the picture in a file of the pack; return a NoImage with the reason if that fails."""
    content = studio.game.assets.read(name, span)
    if not isinstance(content, Finding):
        try:
            image = _drawing(content, name, span, studio) if looks_like_svg(content) else open_bitmap(content)
            if isinstance(image, Bitmap):  # photos are free; files that unpack to far more pixels cost steps
                packed = max(0, image.width * image.height - FREE_PIXELS * len(content))
                studio.work.charge(asked, packed // STEP_PIXELS)
            return _grey(image) if studio.look.roles.grey else image
        except PictureRefused as refused:
            return NoImage("bad-picture", f"the picture '{name}' cannot be used: {refused.message}", refused.hint)
    if content.code == MISSING_FILE.code:
        return NoImage("missing-picture", f"the pack has no picture '{name}'", content.hint)
    return NoImage("bad-picture", content.message, content.hint)


def _drawing(content: bytes, name: str, span: Span, studio: Studio) -> Drawing:
    """Return the drawing in an SVG file, with the pictures that it takes from files of the pack, and its fonts."""

    def file(path: str) -> bytes | None:
        found = studio.game.assets.read(normpath(PurePosixPath(name).parent / path), span)
        return None if isinstance(found, Finding) else found

    return read_drawing(content, file, studio.look.families.get)


def _grey(image: Bitmap | Drawing) -> Bitmap | Drawing:
    if isinstance(image, Bitmap):
        return grey_bitmap(image)
    return replace(image, items=with_grey_pictures(recoloured(image.items, grey_of)))


def _anchor(art: PictureArt, place: AlignedBox) -> tuple[Align, VAlign]:
    if art.anchor is None:
        return place.align, place.valign
    try:
        where = parse_where(art.anchor.name)
    except WhereError as error:
        raise SpoiltError(None, art.anchor.span, error.message) from None
    return where.horizontal or "centre", where.vertical or "middle"


def _crossed(box: BoundingBox) -> tuple[Item, ...]:
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    cross = (*polyline(((left, top), (right, bottom))), *polyline(((left, bottom), (right, top))))
    return Rect(left, top, box.width, box.height, stroke=_MISSING), Path(cross, stroke=_MISSING)
