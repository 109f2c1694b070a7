"""Pictures in their boxes: cropped round a point or to a shape, mirrored, tinted, repeated."""

import math
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from pnp.draw.studio import SpoiltError
from pnp.model.faces.layer import PictureArt, fixed
from pnp.model.faces.theme import grey_of
from pnp.scene.bitmaps import duotone_bitmap
from pnp.scene.items import Bitmap, BoundingBox, Colour, Ellipse, Group, Item, Path, Point, Rect, scale, translate
from pnp.scene.paint import channels, over
from pnp.scene.parts import Outline
from pnp.scene.paths import PathDataError, parse_path, polygon, recoloured, transformed
from pnp.scene.svg_art import Drawing

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
