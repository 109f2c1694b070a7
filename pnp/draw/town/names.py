"""Lettering: street names, badges, frame."""

import math
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.plan import Canvas, pen
from pnp.draw.town.street_layout import DrawnStreet, FreeGround, Scape, along
from pnp.geometry.polygons import Point, Ring, mean
from pnp.model.maps.game_map import District
from pnp.model.maps.map_style import FrameStyle, StreetStyle
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset

# Texts on a face: typeset, turned and centred on a point, with the ground that they cover.

NEAR_UPRIGHT = math.radians(75)
"""The maximum angle by which a text may fall to the right.

Beyond it, the text is turned round, to be read from below or the right.
"""


class PlacedWords(Struct, frozen=True):
    """A text whose capitals are centred on `at`, turned clockwise by `turn` radians."""

    block: TextBlock
    at: Point
    turn: float = 0.0

    @property
    def width(self) -> float:
        """The width of its widest line."""
        return max((line.width for line in self.block.lines), default=0.0)

    @property
    def height(self) -> float:
        """The height from the first line's capitals to the last baseline."""
        return self.block.last_baseline - self.block.cap_top

    def drawn(self) -> Group:
        """Return the text in its place."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        left, top = -self.block.width / 2, -(self.block.cap_top + self.block.last_baseline) / 2
        x, y = self.at[0] + left * cos - top * sin, self.at[1] + left * sin + top * cos
        return Group(self.block.items, tuple(round(it, 5) for it in (cos, sin, -sin, cos, x, y)))  # type: ignore[arg-type]

    def ground(self, margin: float) -> Ring:
        """Return the box that it covers, enlarged by a margin."""
        return box(self.at, self.width / 2 + margin, self.height / 2 + margin, self.turn)


def words(
    text: str, style: TextStyle, at: Point = (0.0, 0.0), turn: float = 0.0, width: float | None = None
) -> PlacedWords:
    """Return a text in lines of up to `width`.

    It is empty if its font is missing; the check of fonts reports that.
    """
    try:
        block = typeset(text, style, None, "centre")
        if width is not None and block.width > width:
            block = typeset(text, style, width, "centre")
    except FontError:
        block = TextBlock((), 0.0, 0.0, (), (), style.size, 0.0)
    return PlacedWords(block, at, turn)


def read_from_below(turn: float) -> float:
    """Return the direction or its opposite, whichever makes a text legible from below or from the right."""
    turn = math.remainder(turn, math.tau)
    if turn > NEAR_UPRIGHT:
        return turn - math.pi
    return turn + math.pi if turn <= NEAR_UPRIGHT - math.pi else turn


def box(at: Point, half_width: float, half_height: float, turn: float) -> Ring:
    """Return a turned rectangle around its centre."""
    cos, sin = math.cos(turn), math.sin(turn)
    corners = (
        (-half_width, -half_height),
        (half_width, -half_height),
        (half_width, half_height),
        (-half_width, half_height),
    )
    return tuple((at[0] + u * cos - v * sin, at[1] + u * sin + v * cos) for u, v in corners)


# Names of streets on their pavements, badges of districts, and the frame with its grid reference.

APART = 190.0
"""The length of a street for which one name is enough."""

OFF = 1.3
"""The distance between a kerb and a name."""

APART_FROM_SIGNS = 4.0
"""The distance between the ends of a name and signs next to them, where there is room."""

PACE = 4.0
"""The distance of positions along a street that are tried for its name."""

BADGE = 6.0
"""The radius of a district's badge."""


def set_names(scape: Scape, style: StreetStyle, canvas: Canvas, room: FreeGround) -> tuple[PlacedWords, ...]:
    """Return the name of each street on its pavement, where there is room; long streets have several."""
    if style.names is None:
        return ()
    text = canvas.look.text(style.names.name)
    found: list[PlacedWords] = []
    for street in scape.streets:
        name = words(street.name, text)
        count = max(1, round(street.length / APART))
        for number in range(count):
            best = _best(name, street, (number + 0.5) / count, room, room.clear + OFF + name.height / 2)
            if best:
                room.take(best.ground(0.3))
                found.append(best)
    return tuple(found)


def _best(name: PlacedWords, street: DrawnStreet, share: float, room: FreeGround, off: float) -> PlacedWords | None:
    """Return the name at the free position nearest to a point of its street, on either side; None if there is none.

    A position next to something else along the street is taken only if there is no other.
    """
    length = street.length
    steps = int(length // PACE)
    nearest: PlacedWords | None = None
    for step in sorted(range(steps + 1), key=lambda step: (abs(step * PACE - share * length), step)):
        at, turn = along(street.points, min(1.0, step * PACE / length))
        for side in (-1.0, 1.0):
            x, y = at[0] - math.sin(turn) * off * side, at[1] + math.cos(turn) * off * side
            tried = replace(name, at=(x, y), turn=read_from_below(turn))
            if room.free(tried.ground(0.2)):
                if room.holds_nothing(box(tried.at, name.width / 2 + APART_FROM_SIGNS, name.height / 2, tried.turn)):
                    return tried
                nearest = nearest or tried
    return nearest


class Badge(Struct, frozen=True):
    """A district's icon on a disc above its name."""

    district: District
    at: Point
    name: PlacedWords | None


def set_badges(scape: Scape, canvas: Canvas, room: FreeGround) -> tuple[Badge, ...]:
    """Return a badge for each district with an icon, as near to its centre as there is room."""
    style = canvas.style.sites
    if style is None or style.landmark_names is None:
        return ()
    text = canvas.look.text(style.landmark_names.name)
    found: list[Badge] = []
    for district in canvas.drawn.districts:
        middle = district.at or _middle(scape, district)
        if district.icon is None or middle is None:
            continue
        signed = replace(text, colour=canvas.sign(district.id, "rim"))
        name = words(district.name, signed)
        half_width, half_height = max(BADGE, name.width / 2) + 0.8, BADGE + name.height / 2 + 1.2
        at = room.near(middle, half_width, half_height, 90.0)
        if at is None:
            continue
        x, y = at
        room.take(((x - half_width, y - half_height), (x + half_width, y - half_height),
                   (x + half_width, y + half_height), (x - half_width, y + half_height)))  # fmt: skip
        top = y - half_height + 0.6
        found.append(Badge(district, (x, top + BADGE), replace(name, at=(x, top + 2 * BADGE + 0.9 + name.height / 2))))
    return tuple(found)


def _middle(scape: Scape, district: District) -> Point | None:
    points = [slot.middle for slot in scape.slots if slot.area.district and slot.area.district.name == district.id]
    return mean(points) if points else None


def draw_badges(badges: tuple[Badge, ...], canvas: Canvas) -> Iterator[Item]:
    """Yield all badges."""
    for badge in badges:
        (x, y), colour = badge.at, canvas.sign(badge.district.id, "rim")
        yield Ellipse(round(x, 3), round(y, 3), BADGE, BADGE, canvas.paint("place"), pen(colour, 1.0))
        size = BADGE * 1.3
        if badge.district.icon:
            left, top = round(x - size / 2, 3), round(y - size / 2, 3)
            yield canvas.look.icon(badge.district.icon.name, left, top, size, colour)
        if badge.name:
            yield badge.name.drawn()


def draw_frame(scape: Scape, style: FrameStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield a frame around the face, with letters at its top and bottom and numbers at its sides."""
    width, height, deep = scape.width, scape.height, style.width
    paint = canvas.paint
    outer = (("M", 0.0, 0.0), ("L", width, 0.0), ("L", width, height), ("L", 0.0, height), ("Z",))
    inner = (
        ("M", deep, deep), ("L", deep, height - deep), ("L", width - deep, height - deep), ("L", width - deep, deep),
        ("Z",),
    )  # fmt: skip
    yield Path((*outer, *inner), paint("frame"), even_odd=True)  # type: ignore[arg-type]
    line = Stroke(paint("outline"), 0.5)
    yield Rect(deep, deep, width - 2 * deep, height - 2 * deep, 0.0, None, line)
    columns, rows = style.column_edges(width), style.row_edges(height)
    if style.bar:
        yield from _bar(scape, style, canvas)
    else:
        ticks = []
        for x in columns[1:-1]:
            ticks += [(("M", x, y), ("L", x, y + 0.35 * deep)) for y in (0.65 * deep, height - deep)]
        for y in rows[1:-1]:
            ticks += [(("M", x, y), ("L", x + 0.35 * deep, y)) for x in (0.65 * deep, width - deep)]
        if ticks:
            yield Path(tuple(command for tick in ticks for command in tick), None, Stroke(paint("outline"), 0.35))
    if style.names is None:
        return
    text = canvas.look.text(style.names.name)
    middle = deep / 2 - style.bar / 4
    for number, (start, end) in enumerate(pairwise(columns)):
        at = ((start + end) / 2, middle), ((start + end) / 2, height - middle)
        yield from (words(chr(ord("A") + number % 26), text, point).drawn() for point in at)
    level = {street.points[0][1] for street in scape.streets if len({y for _, y in street.points}) == 1}
    for number, (start, end) in enumerate(pairwise(rows)):
        inside = [y for y in level if start < y < end]
        y = inside[0] if style.row_labels == "street" and len(inside) == 1 else (start + end) / 2
        yield from (words(str(number + 1), text, (x, y)).drawn() for x in (middle, width - middle))


def _bar(scape: Scape, style: FrameStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield a bar along the inner edge of the frame, with a part for each column and row, dark and light by turns."""
    width, height, deep, bar = scape.width, scape.height, style.width, style.bar
    paint = canvas.paint
    across, down = pairwise(style.column_edges(width)), pairwise(style.row_edges(height))
    parts = [(start, y, end - start, bar) for start, end in across for y in (deep - bar, height - deep)]
    parts += [(x, start, bar, end - start) for start, end in down for x in (deep - bar, width - deep)]
    for number, part in enumerate(parts):
        yield Rect(*part, 0.0, paint("outline" if number // 2 % 2 else "frame"), Stroke(paint("outline"), 0.35))
