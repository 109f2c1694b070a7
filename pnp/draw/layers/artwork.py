"""Shapes, icons, patterns and pictures; pictures are cropped, mirrored, tinted and repeated in their boxes."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from posixpath import normpath
from typing import assert_never

from msgspec.structs import replace

from pnp.diagnostics import Finding, Span
from pnp.draw.context import DrawingContext, NoImage, Scope, SpoiltError, colour_of
from pnp.draw.layers.bleed import Trim, bled, bled_area, bled_ends, bled_line, bled_outline
from pnp.draw.layers.effects import SHARE, fill_of
from pnp.draw.layers.placement import AlignedBox, Zone, aligned
from pnp.messages import shown
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
    PictureArt,
    PolygonArt,
    VAlign,
    fixed,
    fixed_pair,
)
from pnp.model.faces.template import WhereError, parse_where
from pnp.model.faces.theme import GRID, grey_of
from pnp.model.maps.game_map import GameMap
from pnp.model.reference import Formula
from pnp.scene.bitmaps import PictureRefused, duotone_bitmap, grey_bitmap, open_bitmap, with_grey_pictures
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
    scale,
    translate,
)
from pnp.scene.paint import channels, over
from pnp.scene.parts import Outline, PlacedIcon, PlacedPicture
from pnp.scene.paths import PathDataError, parse_path, polygon, polyline, recoloured, transformed
from pnp.scene.svg_art import Drawing, looks_like_svg, read_drawing
from pnp.source.rules import MISSING_FILE

# Pictures in their boxes: cropped round a point or to a shape, mirrored, tinted, repeated.

TILE = 10.0
"""The default width of a repeated picture in millimetres."""

MOST_TILES = 5_000
"""The maximum number of repeats of one picture."""


def regular(sides: int, box: BoundingBox) -> tuple[Point, ...]:
    """Return the corners of a regular polygon, the first at the top, as large as fits the box."""
    turns = [math.tau * index / sides for index in range(sides)]
    unit = [(math.sin(turn), -math.cos(turn)) for turn in turns]
    left, right = min(x for x, _ in unit), max(x for x, _ in unit)
    top, bottom = min(y for _, y in unit), max(y for _, y in unit)
    size = min(box.width / (right - left), box.height / (bottom - top))
    (cx, cy), (mx, my) = box.centre, ((left + right) / 2, (top + bottom) / 2)
    return tuple((cx + (x - mx) * size, cy + (y - my) * size) for x, y in unit)


def crop(art: PictureArt, box: BoundingBox) -> Outline:
    """Return the shape to which a picture is cropped in a box. Raises SpoiltError if its path cannot be parsed."""
    cx, cy = box.centre
    match art.shape.name if art.shape else None:
        case None:
            return Rect(box.left, box.top, box.width, box.height, fixed(art.radius))
        case "circle":
            radius = min(box.width, box.height) / 2
            return Ellipse(cx, cy, radius, radius)
        case "ellipse":
            return Ellipse(cx, cy, box.width / 2, box.height / 2)
        case "hexagon":
            return Path(polygon(regular(6, box)))
        case "diamond":
            return Path(polygon(((cx, box.top), (box.right, cy), (cx, box.bottom), (box.left, cy))))
        case data:
            assert art.shape, "a path is a shape"
            try:
                return Path(transformed(parse_path(data), translate(box.left, box.top)))
            except PathDataError as error:
                raise SpoiltError(None, art.shape.span, error.message) from None


def focused(box: BoundingBox, width: float, height: float, focus: Point) -> BoundingBox:
    """Return a picture of that size that covers the box, with its point `focus` as near to the middle as it can be.

    `focus` is in shares of the picture from its top left.
    """
    cx, cy = box.centre
    left = min(box.left, max(box.right - width, cx - focus[0] * width))
    top = min(box.top, max(box.bottom - height, cy - focus[1] * height))
    return BoundingBox(left, top, left + width, top + height)


def mirrored(item: Item, box: BoundingBox, mirror: str) -> Item:
    """Return the item mirrored within its box."""
    across = -1.0 if mirror in ("horizontal", "both") else 1.0
    down = -1.0 if mirror in ("vertical", "both") else 1.0
    return Group((item,), scale(across, down, *box.centre))


def tinted(image: Bitmap | Drawing, colour: Colour) -> Bitmap | Drawing:
    """Return the picture in one colour: its dark parts have the colour, its light parts are as light as before."""
    if isinstance(image, Bitmap):
        return duotone_bitmap(image, colour)
    return _tinted_drawing(image, colour)


@lru_cache(maxsize=256)
def _tinted_drawing(image: Drawing, colour: Colour) -> Drawing:
    return replace(image, items=recoloured(image.items, lambda own: over("#FFFFFF", colour, channels(grey_of(own))[0])))


def tile_size(art: PictureArt, image: Bitmap | Drawing) -> tuple[float, float]:
    """Return the width and height of a repeated picture in millimetres."""
    width, height = art.tile or (TILE, None)
    return width, width * image.height / image.width if height is None else height


def tiled(art: PictureArt, tile: tuple[Item, ...], size: tuple[float, float], start: Point, box: BoundingBox) -> Group:
    """Return the tile, which is drawn at (0, 0), repeated from `start` on so that it covers the box."""
    places = tuple(_places(size, start, box))
    if len(places) > MOST_TILES:
        message = f"the picture repeats more than {MOST_TILES:,} times"
        raise SpoiltError("value", art.picture.span, message, "give it a larger tile")
    whole = Rect(box.left, box.top, box.width, box.height)
    return Group(tuple(Group(tile, translate(x, y)) for x, y in places), clip=whole)


def _places(size: tuple[float, float], start: Point, box: BoundingBox) -> Iterator[Point]:
    """Yield the top left corners of the tiles that touch the box, one more than the maximum at most."""
    (width, height), (x, y) = size, start
    columns = range(math.floor((box.left - x) / width), math.ceil((box.right - x) / width))
    rows = range(math.floor((box.top - y) / height), math.ceil((box.bottom - y) / height))
    if len(columns) * len(rows) > MOST_TILES:
        rows, columns = range(1), range(MOST_TILES + 1)
    return ((x + column * width, y + row * height) for row in rows for column in columns)


# Panels, ellipses, polygons, paths and lines.

ShapeArt = PanelArt | EllipseArt | PolygonArt | PathArt | LineArt


def draw_shape(
    art: ShapeArt, box: BoundingBox, scope: Scope, context: DrawingContext, bleed: float
) -> tuple[Item, ...]:
    """Return the shape in its box; what reaches an edge of the face extends to the bleed.

    Of polygons and paths these are the edges on it and the open ends; an ellipse that fills a round face grows.
    """
    if isinstance(art, LineArt):
        return (_line(art, box, scope, context, bleed),)
    fill, stroke = painted(art.paint, box, scope, context)
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
    """Return an area that extends to the bleed, and its edge, of which only open ends do."""
    whole = bled_area(commands, scope.trim, bleed) if fill else commands
    edge = bled_ends(commands, scope.trim, bleed) if stroke else commands
    if not fill or whole == edge:
        return (Path(edge, fill, stroke),)
    return (Path(whole, fill), *((Path(edge, None, stroke),) if stroke else ()))


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


def _line(art: LineArt, box: BoundingBox, scope: Scope, context: DrawingContext, bleed: float) -> Path:
    colour = colour_of(art.colour, scope, context)
    stroke = scope.named(art.role, lambda role: context.look.stroke(role, colour))
    ends = bled_line(_end(art.start, box), _end(art.end, box), scope.trim, bleed)
    return Path(polyline(ends), stroke=stroke)


def painted(paint: Paint, box: BoundingBox, scope: Scope, context: DrawingContext) -> tuple[Fill | None, Stroke | None]:
    """Return the fill and the stroke of a shape in its box."""
    fill = fill_of(paint.fill, box, scope, context)
    if paint.outline is None:
        return fill, None
    edge = colour_of(paint.outline_colour, scope, context)
    return fill, scope.named(paint.outline, lambda role: context.look.stroke(role, edge))


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
    art: IconArt, place: AlignedBox, scope: Scope, context: DrawingContext, zone: Zone, origin: Origin
) -> tuple[Item, ...]:
    """Return the icon, as large as fits the box. It is read aloud if it has a label: others are often decoration."""
    name = scope.text(art.icon)
    if name in ("", NOTHING):
        return ()  # a row without an icon
    colour = colour_of(art.colour, scope, context)
    side = min(place.box.width, place.box.height)
    box = aligned(place.box, side, side, art.align or place.align, art.valign or place.valign)
    group = scope.named(art.icon, lambda name: context.look.icon(name, box.left, box.top, side, colour))
    beyond = zone.beyond(box.grown(-side * _EDGE), scope.matrix)
    context.notes.icons.append(PlacedIcon(origin, name, side, beyond))
    context.notes.icon_picture(context.look, name, side, scope.source(art.icon), origin)
    word = context.look.icon_word(name, side)
    return (Group((group,), alt=replace(word, x=box.left, y=box.bottom)),) if word else (group,)


# Picture layers.

FREE_PIXELS, STEP_PIXELS = 40, 40
"""The number of pixels for each byte of a file that cost no steps, and the number of further pixels for one step."""

_MISSING = Stroke("#D2403F", 0.5)


def draw_picture(
    art: PictureArt, place: AlignedBox, scope: Scope, context: DrawingContext, bleed: float, origin: Origin
) -> tuple[Item, ...]:
    """Return the picture in its box; one that fills a box at an edge of the face extends to the bleed.

    A missing picture is recorded, and drafts show a crossed box.
    """
    name, span = scope.text(art.picture), scope.source(art.picture)
    if not name or not (place.box.width and place.box.height):
        return ()  # a row without a picture
    try:
        image = open_picture(name, span, art.picture, context, scope.row)
    except SpoiltError as spoilt:
        context.notes.add_error(spoilt, scope.row)
        return _crossed(place.box)
    if tint := colour_of(art.tint, scope, context):
        image = tinted(image, grey_of(tint) if context.look.roles.grey else tint)
    box, shape = _frame(art, place.box, scope.trim, bleed)
    if art.is_tiled:
        placed = PlacedPicture(origin, span, name, (0, 0), 0.0, 0.0)
        return (_tiles(art, image, (place.box.left, place.box.top), box, placed, context, shape),)
    width, height = _size(art, image, box)
    if art.focus and art.cover:
        where = focused(box, width, height, art.focus)
    else:
        where = aligned(box, width, height, *_anchor(art, place))
    if isinstance(image, Bitmap):
        pixels = image.width, image.height
        context.notes.pictures.append(PlacedPicture(origin, span, name, pixels, where.width, where.height))
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
    context: DrawingContext,
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
        context.notes.pictures.append(replace(placed, pixels=pixels, width=width, height=height))
    return Group((whole,), clip=shape or crop(art, box)) if art.radius or shape else whole


def _item(image: Bitmap | Drawing, box: BoundingBox) -> Item:
    """Return the image stretched over the box."""
    if isinstance(image, Bitmap):
        return Picture(box.left, box.top, box.width, box.height, image)
    matrix = (box.width / image.width, 0.0, 0.0, box.height / image.height, box.left, box.top)
    return Group(image.items, matrix, Rect(0.0, 0.0, image.width, image.height))


def open_picture(name: str, span: Span, asked: Formula, context: DrawingContext, row: str = "") -> Bitmap | Drawing:
    """Return the picture in that file of the pack; it is opened once, and its unsupported effects are recorded.

    Raises SpoiltError if it cannot be used.
    """
    if name not in context.images:
        if context.work.exhausted:
            raise SpoiltError(None, span, "the pack takes too much work")
        context.images[name] = _opened(name, span, asked, context)
    found = context.images[name]
    if isinstance(found, NoImage):
        folder = asked.text.partition("{")[0]
        if folder and found.hint == f"did you mean '{name.removeprefix(folder)}'?":
            message, hint = f"'{folder}' is before a path that has it already", f"write '{asked.text[len(folder) :]}'"
            raise SpoiltError(found.kind, asked.span, message, hint)
        if found.kind == "missing-picture" and context.look.has_icon(name):
            message = f"{shown(asked.text)} names an icon, and a picture is a file"
            raise SpoiltError(found.kind, asked.span, message, f'write icon: "{asked.text}"')
        raise SpoiltError(found.kind, span, found.message, found.hint, asked.span)
    for what, hint in found.left_out if isinstance(found, Drawing) else ():
        message = f"the picture '{name}' is printed without {what}"
        context.notes.add_error(SpoiltError("undrawn-effect", span, message, hint, asked.span), row)
    return found


EXPORTED = {
    **dict.fromkeys(("svgz", "ai", "afdesign", "eps", "pdf", "cdr"), "SVG"),
    **dict.fromkeys(("webp", "gif", "psd", "afphoto", "xcf", "kra", "tif", "tiff", "bmp", "heic"), "PNG"),
}
"""Suffixes of files that are no pictures here, with what to export from them."""


def _opened(name: str, span: Span, asked: Formula, context: DrawingContext) -> Bitmap | Drawing | NoImage:
    """Read and decode the picture in a file of the pack; return a NoImage with the reason if that fails."""
    content = context.game.assets.read(name, span)
    if not isinstance(content, Finding):
        try:
            image = _drawing(content, name, span, context) if looks_like_svg(content) else open_bitmap(content)
            if isinstance(image, Bitmap):  # photos are free; files that unpack to far more pixels cost steps
                packed = max(0, image.width * image.height - FREE_PIXELS * len(content))
                context.work.charge(asked, packed // STEP_PIXELS)
            return _grey(image) if context.look.roles.grey else image
        except PictureRefused as refused:
            return NoImage("bad-picture", f"the picture '{name}' cannot be used: {refused.message}", refused.hint)
    if content.code == MISSING_FILE.code:
        other = EXPORTED.get(name.rpartition(".")[2].casefold())
        export = f"export it as {other}: pictures are SVG, PNG and JPEG" if other else None
        hint = content.hint if export is None or "did you mean" in str(content.hint) else export
        if context.game.find(GameMap, name):
            hint = f"write map: {name}"
        return NoImage("missing-picture", f"the pack has no picture '{name}'", hint)
    return NoImage("bad-picture", content.message, content.hint)


def _drawing(content: bytes, name: str, span: Span, context: DrawingContext) -> Drawing:
    """Return the drawing in an SVG file, with the pictures that it takes from files of the pack, and its fonts."""

    def file(path: str) -> bytes | None:
        found = context.game.assets.read(normpath(PurePosixPath(name).parent / path), span)
        return None if isinstance(found, Finding) else found

    drawing = read_drawing(content, file, context.look.families.get)
    if not drawing.left_out and _is_blank(drawing.items):
        why = "it draws nothing: its layers are hidden, or no shape has a fill or a stroke"
        raise PictureRefused(why, "show its layers, and save it again")
    return drawing


def _is_blank(items: Iterable[Item]) -> bool:
    return all(isinstance(item, Group) and _is_blank(item.items) for item in items)


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
