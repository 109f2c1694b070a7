"""Labels on the picture of a table: numbers of steps and names, over nothing that must be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, dist, inf

from msgspec import Struct

from pnp.draw.component import SingleFace
from pnp.draw.layers.map import last_style
from pnp.draw.maps.obstacles import BoxIndex, along, length_inside, points_from
from pnp.draw.overlays import HEAD
from pnp.draw.pictures import INK, PAPER, RADIUS, FaceShelf, leader, numbered_disc, places_on, spots_on
from pnp.draw.town.places import shrinkage
from pnp.facts.look import house_fallback
from pnp.facts.pieces import LaidPiece
from pnp.facts.table import LaidThing
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.scene.extent import bounds
from pnp.scene.items import (
    Affine,
    BoundingBox,
    Colour,
    Group,
    Item,
    Point,
    Rect,
    Stroke,
    Text,
    apply,
    brought,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.parts import MapExtent
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset

# Where the pieces of a table are.


def to_table(piece: LaidPiece) -> Affine:
    """Return the transform from the coordinates of a face to the table."""
    turned = compose(translate(piece.x, piece.y), rotate(piece.turn))
    return compose(turned, translate(-piece.width / 2, -piece.height / 2))


def box_of(piece: LaidPiece) -> BoundingBox:
    """Return the box of a piece on the table."""
    return brought(BoundingBox(0.0, 0.0, piece.width, piece.height), to_table(piece))


# Labels: the number of a step, the name, and the count, on a plate that lies over nothing if there is room.

LETTERS = 7.5
"""The size of a label in points."""

PAD = 0.9
"""The distance of the letters from the edge of their plate, in millimetres."""

BORDER = "#B9AE93"
"""The colour of the edge of a plate."""

ROOMY = 12.0
"""A label may lie over what its thing lies on, such as a board, if that is so many times larger."""

NEAR, LEADING = 1.0, 3.0
"""The distances from its thing of a number alone and of a name, which always has a line to it, in millimetres."""

FAR = 46.0
"""The maximum distance at which room for a label is looked for, in millimetres."""

GRID = 2.0
"""The distance between the positions that are tried, in millimetres."""

LINED = 2.4
"""The distance from its thing from which a number alone has a line to it, in millimetres."""


OFF_TABLE = 2.0
"""How much farther away a label may be so that it is wholly on the table, in millimetres."""


class LabelPlate(Struct, frozen=True):
    """The text of a label with its size, and the mark of its step, empty for none."""

    text: TextBlock | None
    number: str
    width: float
    height: float

    @property
    def area(self) -> float:
        """The area of the plate in square millimetres."""
        return self.width * self.height


BESIDE_MARK = 0.9
"""The minimum distance of the end of a line from what must be seen on its thing, in millimetres."""

DEEP, DEEPEST, SMALL = 0.4, 2.5, 9.0
"""How far a line reaches into its thing: a share of the shorter side, and the maximum in millimetres; and the shorter
side of pieces that may be round, to the edge of which it leads where it would hide something."""


def labels(
    things: Sequence[LaidThing],
    numbers: Mapping[str, str],
    to: Affine,
    frame: BoundingBox,
    table: BoundingBox,
    players: Sequence[BoundingBox],
    shelf: FaceShelf,
    named: bool = True,
    also: Sequence[BoundingBox] = (),
) -> Iterator[Item]:
    """Yield the labels of all things with the lines to them, lines first; not over the `players` if there is room.

    Without `named`, a label is only the number of its step. `also` is what must be seen in addition to what is on
    faces, such as the numbers along a route.
    """
    around = _Surroundings(things, to, (frame, table), players, shelf, also)
    taken: list[BoundingBox] = []
    lines, plates = list[Item](), list[Item]()
    for each, plate in _plates(around.smallest_first, numbers, shelf, named):
        key = each.thing.id, each.seat
        if each.pieces[0].shown is None and plate.width < around.boxes[key].width:
            spot = _centred(plate, around.boxes[key])
        else:
            found = [(spots, *spots.best()) for spots in around.spots(each, plate, taken)]
            spots, _, spot = min(found, key=lambda pair: pair[1])
            if spots.needs_line(spot):
                line = spots.line(spot)
                lines.append(leader(*line))
                taken.extend(along(line))
        taken.append(spot)
        plates.extend(_drawn(plate, spot, shelf.accent))
    yield from lines
    yield from plates


def _plates(
    things: Sequence[LaidThing], numbers: Mapping[str, str], shelf: FaceShelf, named: bool
) -> Iterator[tuple[LaidThing, LabelPlate]]:
    """Yield each label with the thing that it is at: one for all things of the same name and step.

    It says how many there are that are not at seats. If some things of a name are in a step, the others have no label.
    Pieces on places have one if they are named on the table or in a step.
    """
    told: set[str | tuple[str, str]] = set()
    counts = Counter[tuple[str, str]]()
    numbered = {each.name for each in things if numbers.get(each.thing.id)}
    for each in things:
        if _is_counted(each):
            counts[each.name, numbers.get(each.thing.id, "")] += 0 if each.seat else each.count
    for each in things:
        number = numbers.get(each.thing.id, "")
        same = _words(each, number) if named else "", number
        said = same[0] and (same in told or (not number and same[0] in numbered))
        if each.thing.id in told or said or not each.pieces:
            continue
        told |= {each.thing.id, same}
        count = each.count if each.seat else counts[same]
        if plate := _plate(same[0], count if _is_counted(each) else 1, number, shelf):
            yield each, plate


class _Surroundings:
    """What is on a table, in the coordinates of its picture: `boxes`, what is `covered`, and `marks` of each thing."""

    def __init__(
        self,
        things: Sequence[LaidThing],
        to: Affine,
        around: tuple[BoundingBox, BoundingBox],
        players: Sequence[BoundingBox],
        shelf: FaceShelf,
        also: Sequence[BoundingBox],
    ) -> None:
        self.boxes = {(each.thing.id, each.seat): brought(each.box, to) for each in things}
        self.covered = {(each.thing.id, each.seat): _covered(each, to) for each in things}
        self.marks = {(each.thing.id, each.seat): tuple(_marks_of(each, to, shelf)) for each in things}
        self.smallest_first = sorted(things, key=lambda each: round(self.boxes[each.thing.id, each.seat].area, 3))
        self._names = {(each.thing.id, each.seat): each.name for each in things}
        self._hosts = {each.thing.id: each.host for each in things}
        self._to, self._around, self._players, self._also = to, around, players, also

    def spots(self, each: LaidThing, plate: LabelPlate, taken: Sequence[BoundingBox]) -> Iterator[LabelSpots]:
        """Yield the positions for the label of a thing: near the whole of it, or near each of its pieces on places."""
        key, room = (each.thing.id, each.seat), ROOMY * plate.area
        own, below = self.boxes[key], _hosts_of(each.thing.id, self._hosts)
        others = [(other, box) for other, laid in self.covered.items() if other != key for box in laid]
        grounds = [box for other, box in others if other[0] in below and box.area >= room]
        placed = [brought(box_of(piece), self._to) for piece in each.pieces if piece.place]
        solid = [box for other, box in others if other[0] not in below or box.area < room]
        solid += (*self._players, *placed)
        inside = not placed and each.thing.id in self._hosts.values() and own.area >= room
        marks = [box for other, found in self.marks.items() if inside or other != key for box in found]
        rivals = [
            box
            for other, box in others
            if other[0] not in below and self._names[other] != each.name and not own.contains(box)
            if box.area < BROAD * plate.area  # the label of a larger board lies on it
        ]
        for target in placed or [own]:
            yield LabelSpots(
                plate,
                target,
                solid,
                (*self._also, *marks),
                grounds,
                taken,
                self._around,
                inside,
                rivals,
                bool(placed),
                (target,) if placed else self.covered[key],
                self.marks[key],
            )


MOST_COVERED = 60
"""The maximum number of pieces of a thing that cover only themselves; of more, the box of all of them counts."""


def _covered(each: LaidThing, to: Affine) -> tuple[BoundingBox, ...]:
    """Return the boxes of what the pieces of a thing cover."""
    if each.thing.is_heap or len(each.pieces) > MOST_COVERED:
        return (brought(each.box, to),)
    return tuple(brought(box_of(piece), to) for piece in each.pieces)


BESIDE_WORDS = 0.6
"""How far a label should be from words, in millimetres: many have a plate."""


def _centred(plate: LabelPlate, box: BoundingBox) -> BoundingBox:
    (x, y), wide, tall = box.centre, plate.width / 2, plate.height / 2
    return BoundingBox(x - wide, y - tall, x + wide, y + tall)


SIGN = 0.02
"""The maximum size of a picture on a face that a label should not cover, in shares of the area of the face."""


def _marks_of(thing: LaidThing, to: Affine, shelf: FaceShelf) -> Iterator[BoundingBox]:
    """Yield the boxes of what must be seen on the faces of a thing: words, icons, and the places of area maps."""
    for piece in thing.pieces:
        face = shelf.face(piece.shown) if piece.shown else None
        if face:
            on = compose(to, compose(to_table(piece), scale(piece.width / face.scene.width)))
            yield from _text_boxes(face.scene.items, on)
            yield from (brought(box, on) for box in _signs_on(face, shelf))


def _signs_on(face: SingleFace, shelf: FaceShelf) -> Iterator[BoundingBox]:
    """Yield the boxes of the small icons of a face, and of its places and slots."""
    exact: set[Point] = set()
    most = SIGN * face.scene.width * face.scene.height
    for each in face.painted:
        if each.kind == "icon" and each.box.area <= most:
            yield brought(each.box, each.matrix)
        if each.extent:
            radius = place_radius(each.extent, shelf)
            for x, y in spots_on(each.extent, shelf).values() if radius else ():
                yield brought(BoundingBox(x, y, x, y).grown(radius or 0.0), each.matrix)
                exact.add(apply(each.matrix, x, y))
    spots = [spot for spot in places_on(face, shelf).values() if spot not in exact]
    for x, y in spots if len(spots) <= MOST_PLACES else ():
        apart = min((dist((x, y), other) for other in spots if other != (x, y)), default=LARGEST_PLACE)
        yield BoundingBox(x, y, x, y).grown(min(max(PLACE * apart, SMALLEST_PLACE), LARGEST_PLACE))


PLACE, SMALLEST_PLACE, LARGEST_PLACE = 0.42, 7.0, 12.0
"""What is free around the middle of a slot, or of a place of other maps: a share of the distance to the next, in mm."""

MOST_PLACES = 400
"""The maximum number of such places that labels avoid: between more there is no room."""


def place_radius(extent: MapExtent, shelf: FaceShelf) -> float | None:
    """Return the radius of the places of a drawn area map, in millimetres on its face; None for other maps."""
    drawn = shelf.facts.game.find(GameMap, extent.map)
    style = shelf.facts.game.find(MapStyle, extent.style) if extent.style else last_style(shelf.facts.game)
    if not isinstance(drawn, AreaMap) or drawn.damaged or style is None or style.places is None:
        return None
    fit = shrinkage(drawn, style, extent.whole.width, extent.whole.height)
    return fit * (style.places.diameter / 2 + style.places.outline)


def _text_boxes(items: Iterable[Item], to: Affine) -> Iterator[BoundingBox]:
    for item in items:
        if isinstance(item, Group):
            yield from _text_boxes(item.items, compose(to, item.transform))
        elif isinstance(item, Text) and (box := bounds((item,), to)):
            yield box.grown(BESIDE_WORDS)


def _hosts_of(name: str, hosts: Mapping[str, str]) -> frozenset[str]:
    found: dict[str, None] = {}
    while hosts.get(name) and hosts[name] not in found:
        name = hosts[name]
        found[name] = None
    return frozenset(found)


def _is_counted(each: LaidThing) -> bool:
    """Return whether a label says how many there are: not of unnamed pieces on places."""
    return bool(each.thing.name) or not each.thing.places


def _words(each: LaidThing, number: str) -> str:
    """Return what the label of a thing says: nothing for unnamed pieces on places that are in no step."""
    return each.name if number or _is_counted(each) else ""


def _plate(words: str, count: int, number: str, shelf: FaceShelf) -> LabelPlate | None:
    if count > 1 and words:
        words = f"{words} × {count}"
    if not words and not number:
        return None
    style = TextStyle(HEAD, LETTERS, INK, 700, fallback=house_fallback(shelf.facts.game))
    text = typeset(words, style) if words else None
    height = 2 * RADIUS if number else (text.height if text else 0.0) + 2 * PAD * 0.5
    width = (
        (2 * RADIUS if number else PAD) + (text.width + 2 * PAD if text else 0.0) - (0.0 if number or not text else PAD)
    )
    return LabelPlate(text, number, width, height)


def _drawn(plate: LabelPlate, spot: BoundingBox, accent: Colour) -> Iterator[Item]:
    """Yield the plate with its text, and the number in a disc at its left end."""
    middle = (spot.top + spot.bottom) / 2
    if plate.text:
        radius = plate.height / 2 if plate.number else 1.0
        yield Rect(spot.left, spot.top, spot.width, spot.height, radius, fill=PAPER, stroke=Stroke(BORDER, 0.2))
        left = spot.left + (2 * RADIUS + 0.6 * PAD if plate.number else PAD)
        cap = (plate.text.cap_top + plate.text.last_baseline) / 2
        yield plate.text.at(left, middle - cap)
    if plate.number:
        yield numbered_disc((spot.left + RADIUS, middle), plate.number, accent)


# Positions for a label.

COVERED, GROUND, GROUND_OF_NUMBER, CROSSED, ASTRIDE = 8.0, 0.4, 0.09, 3.0, 8.0
"""The costs of a label in millimetres of distance: for each square millimetre that it covers of something, of a board
below its thing, and of that if it is a number alone; for each millimetre of its line over a mark, another thing, label
or line; and for lying on the edge of a board.
"""

ON_OWN, INWARD = 12.0, 0.1
"""The costs of a label that covers its own thing, such as a board; on a large one, of each millimetre from its edge."""

AMBIGUOUS, CLEARLY = 3.0, 1.0
"""The cost of a label that could be taken for that of another thing, and how much nearer its own must be, in mm."""

BROAD = 40.0
"""A board is large if it is so many times larger than its label."""


EVEN = 1e-9
"""Costs that differ by less are the same: the earlier position is taken."""


class LabelSpots(Struct, frozen=True):
    """The positions for a plate near the box `own` of its thing.

    `solid` are other things, `marks` what must be seen on faces, `grounds` the boards below the thing, `taken` other
    labels. `around` are the picture, which the plate may not leave, and the table, which it should not. `inside` is
    whether it may cover its thing. `rivals` are other things whose label it could be taken for, `placed` is whether
    its thing lies on a place. `ends` are the pieces to one of which the line leads, `signs` what must be seen on them.
    """

    plate: LabelPlate
    own: BoundingBox
    solid: Sequence[BoundingBox]
    marks: Sequence[BoundingBox]
    grounds: Sequence[BoundingBox]
    taken: Sequence[BoundingBox]
    around: tuple[BoundingBox, BoundingBox]
    inside: bool
    rivals: Sequence[BoundingBox] = ()
    placed: bool = False
    ends: Sequence[BoundingBox] = ()
    signs: Sequence[BoundingBox] = ()

    @property
    def near(self) -> float:
        """The distance of the plate from its thing where there is room, in millimetres."""
        return LEADING if self.plate.text else NEAR

    def best(self) -> tuple[float, BoundingBox]:
        """Return the best position and its cost: near, over no other label and little else, as is its line."""
        plate, own = self.plate, self.own
        reach = own.grown(FAR + GRID + self.near + plate.width, FAR + GRID + self.near + plate.height)
        middle = BoundingBox(*own.centre, *own.centre)
        marks = [mark for mark in self.marks if not mark.contains(middle)]  # what lies below its thing is hidden anyway
        over = BoxIndex((*self.solid, *marks, *(() if self.inside else (own,))), reach)
        things = [other for other in self.solid if not other.contains(middle)]
        crossed = BoxIndex((*marks, *self.taken, *things), reach)
        taken = [other.grown(0.5) for other in self.taken if reach.common(other)]
        best, least, first = None, inf, 0
        positions = ((self._distance(box), order, box) for order, box in enumerate(self._all()))
        for distance, order, box in sorted(positions):
            if distance > least + EVEN:  # what it hides only adds to that
                break
            if any(box.overlaps(other) for other in taken):
                continue
            cost = distance + self._hidden(box, over, crossed)
            if cost < least - EVEN or (cost < least + EVEN and order < first):
                best, least, first = box, cost, order
        return least, best or BoundingBox(own.left, own.top, own.left + plate.width, own.top + plate.height)

    def _distance(self, box: BoundingBox) -> float:
        own = self.own
        off_side = 0.02 * (abs(box.centre[0] - own.centre[0]) + 0.6 * (box.centre[1] < own.centre[1]))
        off_table = 0.0 if self.around[1].contains(box) else OFF_TABLE
        return max(box.gap(own), self.near) + off_side + off_table

    def _hidden(self, box: BoundingBox, over: BoxIndex, crossed: BoxIndex) -> float:
        """Return the cost of what the plate and its line cover."""
        cost = COVERED * sum(box.common_area(other) for other in over.near(box))
        for other in self.grounds:
            cost += (GROUND if self.plate.text else GROUND_OF_NUMBER) * box.common_area(other)
            cost += ASTRIDE if box.overlaps(other) and not other.contains(box) else 0.0
        if self.inside:
            cost += self._on_own(box)
        if self.is_ambiguous(box):
            cost += AMBIGUOUS
        if box.gap(self.own) > LINED or self.needs_line(box):
            line = (x, y), (u, v) = self.line(box)
            around = BoundingBox(min(x, u), min(y, v), max(x, u), max(y, v))
            cost += CROSSED * sum(length_inside(line, other) for other in crossed.near(around))
        return cost

    def needs_line(self, box: BoundingBox) -> bool:
        """Return whether a line leads from a plate to its thing: always from a name that is not on it.

        From a number alone if it is far, off the board below, or ambiguous.
        """
        if self.plate.text:
            return not (self.inside and box.overlaps(self.own))
        off_board = self.placed and self.grounds and not any(box.overlaps(ground) for ground in self.grounds)
        return box.gap(self.own) > LINED or bool(off_board) or self.is_ambiguous(box)

    def line(self, spot: BoundingBox) -> tuple[Point, Point]:
        """Return the line from a plate to the nearest piece: to where it hides nothing, else to its edge."""
        piece = min(self.ends or (self.own,), key=lambda each: spot.gap(each))
        depth = min(DEEPEST, DEEP * piece.width, DEEP * piece.height)
        inner = piece.grown(-depth)
        nearest = inner.nearest(spot.centre)
        hidden = [box.grown(BESIDE_MARK) for box in (*self.signs, *self.solid) if box.overlaps(piece) and box != piece]
        points = (BoundingBox(*point, *point) for point in points_from(nearest, inner))
        free = next((point for point in points if not any(box.contains(point) for box in hidden)), None)
        (x, y), (u, v) = piece.centre, spot.centre
        half = 0.5 / max(dist((x, y), (u, v)), EVEN)
        edge = x + half * piece.width * (u - x), y + half * piece.height * (v - y)  # as if it were round
        edge = edge if min(piece.width, piece.height) < SMALL else piece.nearest(spot.centre)
        end = free.centre if free else edge
        return spot.nearest(end), end

    def is_ambiguous(self, box: BoundingBox) -> bool:
        """Return whether another thing is about as near to a plate as its own."""
        clear = max(box.gap(self.own), self.near) + CLEARLY
        return any(box.gap(rival) < clear for rival in self.rivals)

    def _on_own(self, box: BoundingBox) -> float:
        """Return the cost of where a plate lies that may cover its thing: next to it, else inside, near an edge."""
        own = self.own
        if not box.overlaps(own):
            return 0.0
        if not own.contains(box):
            return ASTRIDE
        edge = min(box.left - own.left, own.right - box.right, box.top - own.top, own.bottom - box.bottom)
        return ON_OWN + (INWARD * edge if own.area >= BROAD * self.plate.area else 0.0)

    def _all(self) -> Iterator[BoundingBox]:
        """Yield the positions inside the frame: next to the middle of each side first, then those of a grid around."""
        plate, own = self.plate, self.own
        x, y = own.centre
        across, down = (own.width + plate.width) / 2 + self.near, (own.height + plate.height) / 2 + self.near
        middles = [(x, y + down), (x, y - down), (x + across, y), (x - across, y)]
        steps_x, steps_y = (ceil((side + FAR) / GRID) for side in (across, down))
        middles += [
            (x + column * GRID, y + row * GRID)
            for row in range(-steps_y, steps_y + 1)
            for column in range(-steps_x, steps_x + 1)
        ]
        for left, top in ((a - plate.width / 2, b - plate.height / 2) for a, b in middles):
            box = BoundingBox(left, top, left + plate.width, top + plate.height)
            if self.around[0].contains(box):
                yield box
