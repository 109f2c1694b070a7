"""Icons as drawings on a square of 24: from path data, and from SVG and PNG files, which are opened on first use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from hashlib import sha256
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault, Finding
from pnp.model.faces.theme import GRID, Icon, Roles, grey_of
from pnp.model.game import Assets, Game
from pnp.scene.bitmaps import PictureRefused, ink_of, open_bitmap, tinted_bitmap, with_grey_pictures
from pnp.scene.extent import SPIKE, bounds, commands_bounds
from pnp.scene.items import Bitmap, BoundingBox, Colour, Ellipse, Group, Item, Path, Picture, Rect, Stroke, Text
from pnp.scene.paint import inks_of
from pnp.scene.paths import PathDataError, parse_path, recoloured
from pnp.scene.svg_art import looks_like_svg, open_drawing
from pnp.scene.svg_shapes import LeftOut

MOST_BYTES, MOST_PIXELS = 16 * 2**20, 100_000_000
"""The maximum size in bytes and in pixels of all the icon files that a game uses."""

FARTHEST = GRID
"""How far an icon of path data may reach beyond its square on each side: an icon on another grid reaches farther."""

SQUARE = BoundingBox(0.0, 0.0, GRID, GRID)
_MISSING = Stroke("#D2403F", 1.0)
_GREYISH = 24
"""The maximum difference of the components of a colour that counts as black, grey or white."""

MISSING_ICON: tuple[Item, ...] = (
    Rect(1.0, 1.0, GRID - 2, GRID - 2, stroke=_MISSING),
    Path((("M", 1.0, 1.0), ("L", GRID - 1, GRID - 1), ("M", 1.0, GRID - 1), ("L", GRID - 1, 1.0)), stroke=_MISSING),
)
"""Drawn in place of an icon that cannot be used."""


class OpenedIcon(Struct, frozen=True):
    """The drawing of an icon file on the square.

    `items` is the drawing with its own colours. `shape` is what is coloured in one colour: the drawing without a
    background that covers the whole box. `own` is its colour if it has only one that is not grey, and `several` is
    whether it has several colours. `bitmap` is the picture of a PNG file.
    """

    items: tuple[Item, ...]
    shape: tuple[Item, ...]
    own: Colour | None = None
    several: bool = False
    bitmap: Bitmap | None = None
    left_out: tuple[LeftOut, ...] = ()


class IconDrawings:
    """The drawings of a game's icons, each opened once.

    `faults` are the icons that were used and cannot be drawn; `effects` are those of which a part is left out.
    """

    def __init__(self, assets: Assets) -> None:
        self.assets = assets
        self.faults: dict[str, Fault] = {}
        self.effects: dict[str, Fault] = {}
        self._opened: dict[str, OpenedIcon | PictureRefused] = {}
        self._digests: dict[str, tuple[Icon, str]] = {}
        self._bytes = self._pixels = 0

    def branch(self) -> IconDrawings:
        """Return drawings with the files that are open here; what is opened there is not opened here."""
        tried = copy(self)
        tried.faults, tried.effects = dict(self.faults), dict(self.effects)
        tried._opened, tried._digests = dict(self._opened), dict(self._digests)
        return tried

    def items(self, icon: Icon, paint: Colour | None, default: Colour, roles: Roles) -> tuple[Item, ...]:
        """Return the drawing of the icon on the square, in the colour `paint` that its use or its document names.

        Without that, a file with several colours keeps them, and all else has its own colour or `default`. If the icon
        cannot be drawn, its fault is noted, and the result is a crossed box.
        """
        self.faults.pop(icon.id, None)
        try:
            if icon.file is None:
                return tuple(_marks(icon, paint or default, roles))
            opened = self.open(icon)
            if opened.left_out:
                what = " and ".join(each.message for each in opened.left_out[:2])
                message = f"the icon '{icon.id}' ({icon.file}) is printed without {what}"
                self.effects[icon.id] = Fault(icon.span, message, opened.left_out[0].hint)
            keeps = icon.as_drawn or (paint is None and (opened.several or opened.own is not None))
            if keeps:
                return _grey(opened.items) if roles.grey else opened.items
            return _in_one_colour(opened, paint or default)
        except PictureRefused as refused:
            where = f" ({icon.file})" if icon.file else ""
            message = f"the icon '{icon.id}'{where} cannot be drawn: {refused.message}"
            self.faults[icon.id] = Fault(icon.span, message, refused.hint)
            return MISSING_ICON

    def open(self, icon: Icon) -> OpenedIcon:
        """Return the opened file of the icon. Raises PictureRefused."""
        file = icon.file or ""
        if file not in self._opened:
            try:
                self._opened[file] = self._read(icon, file)
            except PictureRefused as refused:
                self._opened[file] = refused
        found = self._opened[file]
        if isinstance(found, PictureRefused):
            raise found
        return found

    def bitmap(self, icon: Icon) -> Bitmap | None:
        """Return the picture of an icon from a PNG file; None for other icons, and for one that cannot be used."""
        try:
            return self.open(icon).bitmap if icon.file else None
        except PictureRefused:
            return None

    def is_current(self, assets: Assets) -> bool:
        """Whether the opened files still have the same content."""
        known = self._digests.items()
        return all(_digest(assets.read(file, icon.span)) == digest for file, (icon, digest) in known)

    def _read(self, icon: Icon, file: str) -> OpenedIcon:
        content = self.assets.read(file, icon.span)
        self._digests[file] = icon, _digest(content)
        if isinstance(content, Finding):
            raise PictureRefused(content.message, content.hint or "correct the name of the file")
        self._bytes += len(content)
        if self._bytes > MOST_BYTES:
            message = f"the icons that the game uses have more than {MOST_BYTES // 2**20} MiB"
            raise PictureRefused(message, "use smaller files, or fewer")
        if looks_like_svg(content):
            return _from_svg(content)
        bitmap = open_bitmap(content)
        self._pixels += bitmap.width * bitmap.height
        if self._pixels > MOST_PIXELS:
            message = f"the icons that the game uses have more than {MOST_PIXELS:,} pixels"
            raise PictureRefused(message, "make the pictures smaller: 300 pixels to the inch are enough")
        return _from_bitmap(bitmap)


def icon_drawings(game: Game) -> IconDrawings:
    """Return the drawings of the game's icons, the same object each time."""
    return game.cached("icon drawings", lambda: IconDrawings(game.assets))


def _digest(content: bytes | Finding) -> str:
    return content.message if isinstance(content, Finding) else sha256(content).hexdigest()


# Icons of path data.


def _marks(icon: Icon, paint: Colour, roles: Roles) -> Iterator[Item]:
    """Yield the marks of the icon. Raises PictureRefused if they are drawn elsewhere than in its square."""
    marks = []
    for mark in icon.marks:
        try:
            commands = parse_path(mark.data.name)
        except PathDataError:
            continue  # a check of icons reports it
        colour = (roles.colour(mark.colour.name) if mark.colour else None) or paint
        if mark.width is None:
            marks.append(Path(commands, fill=colour, even_odd=True))
        else:
            marks.append(Path(commands, stroke=Stroke(colour, mark.width, cap="round", join="round")))
    boxes = [box for box in (commands_bounds(mark.commands) for mark in marks) if box]
    if boxes:
        _require_square(boxes, icon.grid)
    elif icon.marks and marks:
        raise PictureRefused("its path data draws nothing", "draw a shape, such as M4 4H20V20Z")
    if icon.grid == GRID:
        yield from marks
    else:
        unit = GRID / icon.grid
        yield Group(tuple(marks), (unit, 0.0, 0.0, unit, 0.0, 0.0))


def _require_square(boxes: Iterable[BoundingBox], grid: float) -> None:
    """Raise PictureRefused if path data is drawn on another grid than that of its document."""
    first, *others = boxes
    for box in others:
        first = first.joined(box)
    square, beyond = BoundingBox(0.0, 0.0, grid, grid), FARTHEST / GRID * grid
    if first.common(square) and square.grown(beyond).contains(first):
        return
    left, top, right, bottom = (f"{number:.4g}" for number in first)
    message = f"it reaches from ({left}, {top}) to ({right}, {bottom}), outside its square of {grid:g} × {grid:g}"
    likely = next((side for side in (16, 20, 24, 32, 48, 64, 100, 128, 256, 512, 1024) if side >= max(first[2:])), 1024)
    raise PictureRefused(message, f"write 'grid: {likely}' in its document, or name its SVG file with 'file:'")


# Icons from SVG and PNG files.


def _from_svg(content: bytes) -> OpenedIcon:
    """Return the drawing scaled to the square, in its middle. Raises PictureRefused if nothing of it is seen."""
    drawing = open_drawing(content)
    box = BoundingBox(0.0, 0.0, drawing.width, drawing.height)
    reach = bounds(drawing.items, reach=SPIKE)
    if reach is None:
        raise PictureRefused(
            "it draws nothing: no shape in it has a fill or a stroke", "fill its shapes, and save it again"
        )
    if reach.common(box) is None:
        left, top, right, bottom = (f"{number:.4g}" for number in reach)
        message = f"its shapes are outside its page: they reach from ({left}, {top}) to ({right}, {bottom})"
        message += f", and the page is {drawing.width:g} × {drawing.height:g}"
        raise PictureRefused(message, "fit the page to the drawing, and save it again")
    unit = GRID / max(drawing.width, drawing.height)
    aside = (GRID - drawing.width * unit) / 2, (GRID - drawing.height * unit) / 2
    clip = None if box.contains(reach, 1e-3) else Rect(0.0, 0.0, drawing.width, drawing.height)

    def placed(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return (Group(items, (unit, 0.0, 0.0, unit, *aside), clip),)

    ground, shape = _without_ground(drawing.items, box)
    colours = tuple(dict.fromkeys(_colours(shape)))
    grey = all(map(_is_grey, (*colours, ground or "#000000")))
    own = colours[0] if len(colours) == 1 and not _is_grey(colours[0]) else None
    several = len(colours) > 1 or (ground is not None and not grey) or _has_picture(shape)
    return OpenedIcon(placed(drawing.items), placed(shape), own, several, left_out=drawing.left_out)


def _without_ground(items: tuple[Item, ...], box: BoundingBox) -> tuple[Colour | None, tuple[Item, ...]]:
    """Return the colour of a rectangle that covers the whole box below all else, and the items without it."""
    for index, item in enumerate(items):
        match item:
            case Group(items=inner):
                ground, rest = _without_ground(inner, _inside(item, box))
                if ground is None:
                    return None, items
                left = (replace(item, items=rest),) if rest else ()
                return (ground, (*left, *items[index + 1 :])) if left or items[index + 1 :] else (None, items)
            case Rect() | Path() if isinstance(item.fill, str) and item.stroke is None and _covers(item, box):
                rest = items[index + 1 :]
                return (item.fill, rest)
            case _:
                return None, items
    return None, items


def _inside(group: Group, box: BoundingBox) -> BoundingBox:
    """Return the box in the coordinates of the group; a box that nothing covers if the group is turned."""
    a, b, c, d, e, f = group.transform
    if b or c or not (a and d):
        return BoundingBox(-1e9, -1e9, 1e9, 1e9)
    xs, ys = sorted(((box.left - e) / a, (box.right - e) / a)), sorted(((box.top - f) / d, (box.bottom - f) / d))
    return BoundingBox(xs[0], ys[0], xs[1], ys[1])


def _covers(item: Rect | Path, box: BoundingBox) -> bool:
    """Whether a shape is a rectangle around the box."""
    slack = 0.005 * max(box.width, box.height)
    if isinstance(item, Rect):
        return BoundingBox(item.x, item.y, item.x + item.width, item.y + item.height).contains(box, slack)
    corners = {(round(step[1], 3), round(step[2], 3)) for step in item.commands if step[0] == "M" or step[0] == "L"}
    straight = all(step[0] in "MLZ" for step in item.commands) and len(corners) == 4
    xs, ys = {x for x, _ in corners}, {y for _, y in corners}
    if not straight or len(xs) != 2 or len(ys) != 2:
        return False
    return BoundingBox(min(xs), min(ys), max(xs), max(ys)).contains(box, slack)


def _colours(items: Iterable[Item]) -> Iterator[Colour]:
    for item in items:
        match item:
            case Group(items=inner):
                yield from _colours(inner)
            case Rect() | Ellipse() | Path():
                yield from inks_of(item.fill)
                yield from inks_of(item.stroke.colour if item.stroke else None)
            case Text():
                yield from inks_of(item.fill)
            case Picture():
                pass
            case _:
                assert_never(item)


def _has_picture(items: Iterable[Item]) -> bool:
    return any(isinstance(it, Picture) or (isinstance(it, Group) and _has_picture(it.items)) for it in items)


def _is_grey(colour: Colour) -> bool:
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(parts) - min(parts) <= _GREYISH


def _from_bitmap(bitmap: Bitmap) -> OpenedIcon:
    """Return the picture scaled to the square, in its middle. Raises PictureRefused if all of it is transparent."""
    colours = ink_of(bitmap)
    if not colours:
        raise PictureRefused("all its pixels are transparent", "save it again with the drawing visible")
    clear = bitmap.channels in (2, 4)
    own = colours[0] if clear and len(colours) == 1 and not _is_grey(colours[0]) else None
    items = _picture(bitmap)
    return OpenedIcon(items, items, own, not clear or len(colours) > 1, bitmap)


def _picture(bitmap: Bitmap) -> tuple[Item, ...]:
    unit = GRID / max(bitmap.width, bitmap.height)
    width, height = bitmap.width * unit, bitmap.height * unit
    return (Picture((GRID - width) / 2, (GRID - height) / 2, width, height, bitmap),)


def _in_one_colour(opened: OpenedIcon, paint: Colour) -> tuple[Item, ...]:
    """Return the shape of the icon in one colour. Raises PictureRefused for a picture without transparency."""
    if opened.bitmap is None:
        return recoloured(opened.shape, lambda _: paint)
    if opened.bitmap.channels not in (2, 4):
        message = "no pixel of it is transparent, so in one colour it would be a filled box"
        raise PictureRefused(message, "save it with a transparent background, or write 'colour: as drawn'")
    return _picture(tinted_bitmap(opened.bitmap, paint))


def _grey(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items in shades of grey."""
    return with_grey_pictures(recoloured(items, grey_of))
