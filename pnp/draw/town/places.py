"""Place discs, their labels, crowding."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.plan import (
    ROUNDED,
    SQUARE,
    Canvas,
    Paint,
    Plan,
    TownSpot,
    line,
    mixed,
    straight,
    without_symbol,
)
from pnp.geometry.polygons import Point, Shape, area, intersection, rectangle
from pnp.model.maps.area_map import SMALLEST_SCALE, AreaMap
from pnp.model.maps.map_style import LabelStyle, MapStyle, PlaceStyle
from pnp.scene.items import BoundingBox, Colour, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.paths import recoloured
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.lettering import CrowdedLabel
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, fit, typeset
from pnp.units import total

# Labels of places: inside the place if they fit, else on a plate next to it that covers as little as possible.

MARGIN = 1.2
"""The margin of a plate around its text."""

SIDES = {"below": (0.0, 1.0), "above": (0.0, -1.0), "right": (1.0, 0.0), "left": (-1.0, 0.0)}


MOST = 200
"""The maximum number of plates and places that a label avoids; a place with more neighbours has no free side anyway."""


CLOSE = 3.0
"""The distance between a place and its label up to which no leader line is needed, in millimetres."""

FIXED_HINT = "move it with 'label-at', leave 'label-at' out, or print the map larger"
"""The fix for a label that covers something where the document puts it."""

GRAZE = 0.5
"""The overlap of a label with something else that is tolerated, in millimetres on paper."""


class Label(Struct, frozen=True):
    """A typeset label: its text, the position of that, and its plate; None if the label is inside its place.

    A plate that the document puts far from its place has a `leader`, a line from the edge of the place.
    """

    block: TextBlock
    at: Point
    plate: BoundingBox | None = None
    leader: tuple[Point, Point] | None = None

    @property
    def bounds(self) -> BoundingBox:
        """The plate, or the box of the text."""
        (left, top), block = self.at, self.block
        return self.plate or BoundingBox(left, top, left + block.width, top + block.height)


def set_labels(canvas: Canvas) -> Mapping[str, Label]:
    """Return the label of every place that has one; a label inside the place has its district's colour."""
    plan, places = canvas.plan, canvas.style.places
    if places is None or places.label is None:
        return {}
    found: dict[str, Label] = {}
    taken = _Taken(plan)
    text = canvas.look.text(places.label.role.name)
    try:
        for spot in sorted(plan.spots, key=lambda spot: spot.area.label_at is None):
            if not spot.area.label:
                continue
            signed = replace(text, colour=canvas.sign(spot.district, "rim"))
            district = canvas.district(spot.district)
            offsets = _offsets(places, places.label, with_icon=bool(district and district.icon))
            fixed = canvas.onto_face(spot.area.label_at)
            if fixed:
                offsets = ((fixed[0] - spot.at[0], fixed[1] - spot.at[1]),)
            label = _inside(spot, places, places.label, signed, offsets) if places.label.where == "inside" else None
            if fixed and (label is None or _farthest(label.block, *offsets[0]) > spot.share * places.diameter / 2):
                label = _plate_at(spot, fixed, places.label, text)
            found[spot.area.id] = label or _outside(spot, plan, places.label, text, taken)
            taken.by(found[spot.area.id], spot)
    except FontError:
        return {}  # the check of fonts reports it
    return found


def plates(labels: Iterable[Label]) -> Shape:
    """Return the ground under the plates, which art leaves empty."""
    return tuple(rectangle(it.left, it.top, it.width, it.height) for it in _plates(labels))


def crowded(labels: Mapping[str, Label], plan: Plan, scale: float) -> Iterator[CrowdedLabel]:
    """Yield the labels whose plates overlap another place, another label or the edge of the face by more than `GRAZE`.

    Each is reported once, with the first item that it overlaps; `scale` is the scale of the plan in print.
    """
    graze = GRAZE / scale
    far = max((spot.radius for spot in plan.spots), default=0.0)
    far = max(chain((far,), (max(plate.width, plate.height) + far for plate in _plates(labels.values()))))
    earlier: dict[str, BoundingBox] = {}
    for spot in plan.spots:
        label = labels.get(spot.area.id)
        plate = label and label.plate
        if not plate:
            continue
        near = plan.spots_near((rectangle(plate.left, plate.top, plate.width, plate.height),), far)
        others = [other for other in near if other is not spot]
        over = chain(
            (f"the place '{other.area.id}'" for other in others if _depth(plate, other) > graze),
            (f"the label of '{it.area.id}'" for it in others if _meets(plate, earlier.get(it.area.id), graze)),
            ("the edge of the map",) if _passes(plate, plan, graze) else (),
        )
        first = next(over, None)
        if first:
            yield CrowdedLabel(spot.area.span, spot.area.label, first, *((FIXED_HINT,) if spot.area.label_at else ()))
        earlier[spot.area.id] = plate


def _depth(plate: BoundingBox, spot: TownSpot) -> float:
    """Return how far a plate overlaps the rim of a place; negative if it does not."""
    across = max(plate.left - spot.at[0], spot.at[0] - plate.right, 0.0)
    down = max(plate.top - spot.at[1], spot.at[1] - plate.bottom, 0.0)
    return spot.radius * SQUARE - max(across, down) if spot.square else spot.radius - math.hypot(across, down)


def _meets(plate: BoundingBox, other: BoundingBox | None, graze: float) -> bool:
    both = plate.common(other) if other else None
    return both is not None and min(both.width, both.height) > graze


def _passes(plate: BoundingBox, plan: Plan, graze: float) -> bool:
    return max(-plate.left, -plate.top, plate.right - plan.width, plate.bottom - plan.height) > graze


def draw_label(label: Label, paint: Paint) -> Iterator[Item]:
    """Yield the leader line and the plate, if there are any, and the text."""
    if label.leader:
        yield Path(line(label.leader), None, Stroke(paint("outline"), 0.3, cap="round"))
    if label.plate:
        box = label.plate
        yield Rect(box.left, box.top, box.width, box.height, MARGIN, paint("place"), Stroke(paint("outline"), 0.3))
    yield Group(label.block.items, (1.0, 0.0, 0.0, 1.0, *label.at))


def _offsets(places: PlaceStyle, label: LabelStyle, *, with_icon: bool) -> tuple[Point, ...]:
    """Return the offsets at which a label is tried inside its place.

    The offset of a style with icons makes room for the icon: in a place without one, the label is centred.
    """
    if places.icon is None:
        return label.offset, (0.0, 0.0)
    return (label.offset,) if with_icon else ((0.0, 0.0),)


def _inside(
    spot: TownSpot, places: PlaceStyle, style: LabelStyle, text: TextStyle, offsets: Iterable[Point]
) -> Label | None:
    """Return the label in the place's fill at the first of the offsets where it fits, shrunk if necessary."""
    radius = spot.share * (places.diameter / 2 - places.rim) - 0.4
    for across, down in offsets:
        deep = abs(down) + text.em * 0.35
        room = 2 * math.sqrt(max(0.0, radius**2 - deep**2))
        block = fit(spot.area.label, text, room, 2 * radius, style.least, "centre")
        if not block.overflow and (len(block.lines) == 1 or _farthest(block, across, down) <= radius):
            x, y = spot.at[0] + across, spot.at[1] + down
            return Label(block, (round(x - block.width / 2, 3), round(y - block.height / 2, 3)))
    return None


def _farthest(block: TextBlock, across: float, down: float) -> float:
    """Return the maximum distance of a block's lines from the centre of a place, with the block moved by an offset."""
    left, top = across - block.width / 2, down - block.height / 2
    corners = (
        (left + line.x + end, top + line.baseline - high)
        for line in block.lines
        for end in (0.0, line.width)
        for high in (0.0, block.cap_height)
    )
    return max((math.hypot(x, y) for x, y in corners), default=0.0)


def _outside(spot: TownSpot, plan: Plan, style: LabelStyle, text: TextStyle, taken: _Taken) -> Label:
    """Return the label on the best side of the place.

    There its plate covers as little as possible of places, other plates and roads, and does not leave the face.
    """
    block = typeset(spot.area.label, replace(text, size=min(text.size, style.least), leading=None))
    width, height = block.width + 2 * MARGIN, block.cap_height + 2 * MARGIN + 0.3
    first = style.where if style.where in SIDES else "below"
    boxes = [_box(spot, SIDES[side], width, height) for side in sorted(SIDES, key=lambda side: side != first)]
    near = taken.near(spot, boxes)
    box = min(boxes, key=lambda box: _harm(box, plan, near) + 0.1 * width * height * (box is not boxes[0]))
    top = box.centre[1] + block.cap_height / 2 - block.last_baseline
    return Label(block, (round(box.centre[0] - block.width / 2, 3), round(top, 3)), box)


def _plate_at(spot: TownSpot, at: Point, style: LabelStyle, text: TextStyle) -> Label:
    """Return the label with the middle of its plate at a point."""
    block = typeset(spot.area.label, replace(text, size=min(text.size, style.least), leading=None))
    width, height = block.width + 2 * MARGIN, block.cap_height + 2 * MARGIN + 0.3
    left, top = round(at[0] - width / 2, 3), round(at[1] - height / 2, 3)
    plate = BoundingBox(left, top, round(left + width, 3), round(top + height, 3))
    end = max(plate.left, min(spot.at[0], plate.right)), max(plate.top, min(spot.at[1], plate.bottom))
    far = math.dist(spot.at, end)
    share = spot.reach / far if far else 1.0
    start = spot.at[0] + (end[0] - spot.at[0]) * share, spot.at[1] + (end[1] - spot.at[1]) * share
    leader = (start, end) if far - spot.reach > CLOSE else None
    first = at[1] + block.cap_height / 2 - block.last_baseline
    return Label(block, (round(at[0] - block.width / 2, 3), round(first, 3)), plate, leader)


class _Taken:
    """The ground of places and of the plates set so far."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._places = {spot.area.id: _around(spot) for spot in plan.spots}
        self._plates: dict[str, BoundingBox] = {}
        self._far = max((spot.radius for spot in plan.spots), default=0.0)

    def by(self, label: Label, spot: TownSpot) -> None:
        """Add the ground of a label's plate."""
        if label.plate:
            (x, y), plate = spot.at, label.plate
            self._plates[spot.area.id] = plate
            self._far = max(self._far, x - plate.left, plate.right - x, y - plate.top, plate.bottom - y)

    def near(self, spot: TownSpot, boxes: Sequence[BoundingBox]) -> list[BoundingBox]:
        """Return plates and other places that overlap the bounding box of `boxes`, at most `MOST`."""
        left, top = min(box.left for box in boxes), min(box.top for box in boxes)
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        near = self._plan.spots_near((rectangle(left, top, right - left, bottom - top),), self._far)
        plates = (self._plates[other.area.id] for other in near if other.area.id in self._plates)
        others = chain(plates, (self._places[other.area.id] for other in near if other is not spot))
        met = (it for it in others if it.left < right and left < it.right and it.top < bottom and top < it.bottom)
        return list(islice(met, MOST))


def _harm(box: BoundingBox, plan: Plan, taken: list[BoundingBox]) -> float:
    """Return the area of a plate that covers something, in square millimetres, weighted.

    A road counts less than a place or a plate, area outside the face counts more.
    """
    off = box.width * box.height - box.common_area(BoundingBox(0.0, 0.0, plan.width, plan.height))
    plate = (rectangle(box.left, box.top, box.width, box.height),)
    road = area(intersection(plate, plan.street_rings.near(plate)))
    return total(box.common_area(other) for other in taken) + 4 * off + 0.3 * road


def _box(spot: TownSpot, side: Point, width: float, height: float) -> BoundingBox:
    far = spot.radius + 0.6
    x, y = spot.at[0] + side[0] * (far + width / 2), spot.at[1] + side[1] * (far + height / 2)
    left, top = round(x - width / 2, 3), round(y - height / 2, 3)
    return BoundingBox(left, top, round(left + width, 3), round(top + height, 3))


def _around(spot: TownSpot) -> BoundingBox:
    return BoundingBox(*spot.at, *spot.at).grown(spot.radius)


def _plates(labels: Iterable[Label]) -> Iterator[BoundingBox]:
    return (label.plate for label in labels if label.plate)


# Places: discs or squares with rims in their district's colour, and their content.

Mood = Literal["place", "lit", "dimmed"]
"""The emphasis of a place; also the name of its fill colour."""


def place_shadows(spots: Iterable[TownSpot], style: MapStyle, paint: Paint) -> Iterator[Item]:
    """Yield the flat shadows of all places, to the south-east."""
    if style.places and style.places.lift > 0:
        for spot in spots:
            yield _form(spot, spot.radius, paint("shadow"), None, style.places.lift)


def draw_place(spot: TownSpot, mood: Mood, label: Label | None, canvas: Canvas) -> Iterator[Item]:
    """Yield one place: the core's plate, the rim, the fill, the icon and the label; nothing if it is not drawn."""
    style, paint = canvas.style, canvas.paint
    places = style.lit or style.places if mood == "lit" else style.places
    if places is None or (style.places and not spot.radius):
        return
    places = places.of(spot.area.tags)
    if spot.share != 1:
        smaller = {"diameter": spot.share * places.diameter, "rim": spot.share * places.rim}
        places = replace(places, **smaller, icon=None, drawing=None)
    own = canvas.look.colour(spot.area.colour.name) if spot.area.colour and not has_ground(spot, canvas) else None
    if places.sign:
        colour = paint("lit") if mood == "lit" else paint("outline")
        colour = canvas.look.colour(places.fill.name) if places.fill and mood != "lit" else colour
        colour = own if own and mood == "place" else colour
        left, top = (round(each - places.diameter / 2, 3) for each in spot.at)
        yield canvas.look.icon(places.sign.name, left, top, places.diameter, colour)
        return
    if places.fill or places.shape not in ("disc", "square"):
        fill = canvas.look.colour(places.fill.name) if places.fill and mood != "lit" else paint(mood)
        if own and mood == "place":
            places, fill = replace(places, shape="disc") if places.shape == "dot" else places, own
        yield from draw_symbol(places, spot.at, fill, paint("outline"))
        return
    if mood == "lit":
        label = _lit_label(spot, places, canvas) or label
    outline = Stroke(paint("outline"), places.outline) if places.outline else None
    radius = places.diameter / 2
    sign = own or canvas.sign(spot.district, "rim")
    if spot.core and style.core and style.core.plate:
        yield _form(spot, radius + style.core.plate, paint("core"), outline)
    if places.rim:
        yield _form(spot, radius, sign, outline)
    inner = own if own and mood == "place" and not places.rim else _ground(spot, mood, places, canvas)
    yield _form(spot, radius - places.rim, inner, None if places.rim else outline)
    yield from _drawing(spot, places, sign, inner, canvas)
    yield from _icon(spot, places, label, sign, canvas)
    if label:
        yield from draw_label(label, paint)


def has_ground(spot: TownSpot, canvas: Canvas) -> bool:
    """Whether an area is drawn with its outline, whose ground has its colour."""
    drawn = canvas.drawn
    return bool(canvas.style.regions and isinstance(drawn, AreaMap) and spot.area.id in drawn.subdivision.shapes)


def _lit_label(spot: TownSpot, places: PlaceStyle, canvas: Canvas) -> Label | None:
    """Return the label of a highlighted place with its own style, inside the place; None if it does not fit."""
    if places.label is None or places.label.where != "inside" or not spot.area.label or spot.area.label_at:
        return None
    text = replace(canvas.look.text(places.label.role.name), colour=canvas.sign(spot.district, "rim"))
    district = canvas.district(spot.district)
    offsets = _offsets(places, places.label, with_icon=bool(district and district.icon))
    try:
        return _inside(spot, places, places.label, text, offsets)
    except FontError:
        return None  # the check of fonts reports it


def draw_symbol(places: PlaceStyle, at: Point, fill: Colour, ink: Colour) -> Iterator[Item]:
    """Yield the symbol of a place: its shape in the fill, with an outline in ink."""
    radius = places.diameter / 2
    edge = Stroke(ink, places.outline, join="round") if places.outline else None
    x, y = round(at[0], 3), round(at[1], 3)

    def shape(points: Iterable[Point], paint: Colour, stroke: Stroke | None = edge) -> Item:
        return Path(straight((tuple((x + radius * u, y + radius * v) for u, v in points),)), paint, stroke)

    match places.shape:
        case "disc" | "dot" | "ring":
            yield Ellipse(x, y, radius, radius, ink if places.shape == "dot" else fill, edge)
            if places.shape == "ring":
                yield Ellipse(x, y, round(0.45 * radius, 3), round(0.45 * radius, 3), ink)
        case "square":
            half = round(0.9 * radius, 3)
            yield Rect(x - half, y - half, 2 * half, 2 * half, 0.0, fill, edge)
        case "diamond":
            yield shape(((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)), fill)
        case "triangle":
            yield shape(((0, -1.1), (1.05, 0.75), (-1.05, 0.75)), fill)
        case "star":
            turns = [(math.tau * number / 10, (1.25, 0.52)[number % 2]) for number in range(10)]
            yield shape([(far * math.sin(turn), -far * math.cos(turn)) for turn, far in turns], fill)
        case "cross":
            yield shape(_CROSS, fill)
        case "castle":
            yield shape(_CASTLE, fill)
            yield shape(((-0.22, 0.95), (-0.22, 0.45), (0, 0.25), (0.22, 0.45), (0.22, 0.95)), ink, None)
        case _:
            assert_never(places.shape)


_ARM = ((-0.32, -1.0), (0.32, -1.0), (0.32, -0.32), (1.0, -0.32), (1.0, 0.32), (0.32, 0.32))
_CROSS = tuple((0.75 * (u - v), 0.75 * (u + v)) for u, v in (*_ARM, *((-u, -v) for u, v in _ARM)))
"""A cross of two diagonal bars, in units of the radius."""

_CASTLE: tuple[Point, ...] = (
    (-1.15, 0.95), (-1.15, -0.95), (-0.85, -0.95), (-0.85, -0.7), (-0.65, -0.7), (-0.65, -0.95), (-0.38, -0.95),
    (-0.38, -0.25), (0.38, -0.25), (0.38, -0.95), (0.65, -0.95), (0.65, -0.7), (0.85, -0.7), (0.85, -0.95),
    (1.15, -0.95), (1.15, 0.95),
)  # fmt: skip
"""Two towers and a wall between them, in units of the radius."""


def _form(spot: TownSpot, radius: float, fill: Colour, outline: Stroke | None, lift: float = 0.0) -> Item:
    """Return the place's shape at some size, moved to the south-east if it is a shadow."""
    x, y, radius = round(spot.at[0] + lift, 3), round(spot.at[1] + lift, 3), round(radius, 3)
    if not spot.square:
        return Ellipse(x, y, radius, radius, fill, outline)
    half = round(radius * SQUARE, 3)
    return Rect(x - half, y - half, 2 * half, 2 * half, round(half * ROUNDED, 3), fill, outline)


def _ground(spot: TownSpot, mood: Mood, places: PlaceStyle, canvas: Canvas) -> Colour:
    """Return the fill of a place: with its share of the district's tint, unless other places are highlighted."""
    plain = canvas.paint(mood)
    return plain if mood == "dimmed" or not places.tint else mixed(plain, canvas.tint(spot.district, mood), places.tint)


def _drawing(spot: TownSpot, places: PlaceStyle, sign: Colour, ground: Colour, canvas: Canvas) -> Iterator[Item]:
    """Yield the icon of the place itself, mixed with its fill, so that the label over it is read first."""
    style, icon = places.drawing, spot.area.icon
    if style and icon:
        (x, y), (dx, dy), half = spot.at, style.offset, style.size / 2
        drawn = canvas.look.icon(icon.name, round(x + dx - half, 3), round(y + dy - half, 3), style.size, sign)
        yield from recoloured((drawn,), lambda colour: mixed(ground, colour, style.strength))


def _icon(spot: TownSpot, places: PlaceStyle, label: Label | None, sign: Colour, canvas: Canvas) -> Iterator[Group]:
    """Yield the district's icon; it is centred if the label is outside the place."""
    district = canvas.district(spot.district)
    if places.icon and district and district.icon:
        dx, dy = (0.0, 0.0) if label and label.plate else places.icon.offset
        half = places.icon.size / 2
        x, y = round(spot.at[0] + dx - half, 3), round(spot.at[1] + dy - half, 3)
        yield canvas.look.icon(district.icon.name, x, y, places.icon.size, sign)


# Crowding: the scale at which a style must be drawn if places are closer than it allows.

LOOSE = 1.04
"""The minimum distance between centres of places, in diameters."""


def shrinkage(drawn: AreaMap, style: MapStyle, width: float, height: float) -> float:
    """Return the scale of the style's lengths at which places do not overlap; 1 if there is room."""
    bare = without_symbol(drawn, style)
    spacing = _spacing([area.at for area in drawn.areas if area.at and not (area.waypoint or area.id in bare)])
    if not spacing or style.places is None or not (drawn.width and drawn.height):
        return 1.0
    plates = 2 * style.core.plate if style.core else 0.0
    needed = LOOSE * (style.places.diameter + style.places.outline + plates) / spacing
    across = width / (needed * drawn.width + 2 * style.inset)
    down = height / (needed * drawn.height + 2 * style.inset)
    return max(SMALLEST_SCALE, min(1.0, across, down))


def _spacing(points: list[Point]) -> float:
    """Return the minimum distance between places; 0 if there are none.

    Distances below a third of the median are ignored: such places were put on each other by mistake.
    """
    nearest = sorted(_nearest(sorted(points)))
    usual = nearest[len(nearest) // 2] if nearest else 0.0
    return next((distance for distance in nearest if distance > usual / 3), 0.0)


def _nearest(points: list[Point]) -> Iterator[float]:
    """Yield the distance of each point to its nearest neighbour.

    The points are sorted by x, which limits the search.
    """
    for number, point in enumerate(points):
        best = math.inf
        for others in (range(number + 1, len(points)), range(number - 1, -1, -1)):
            for other in others:
                if abs(points[other][0] - point[0]) > best:
                    break
                best = min(best, math.dist(point, points[other]))
        if best < math.inf:
            yield best
