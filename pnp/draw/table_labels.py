"""Labels on the picture of a table: numbers of steps and names, over nothing that must be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, hypot

from msgspec import Struct

from pnp.draw.overlays import HEAD
from pnp.draw.pictures import INK, PAPER, RADIUS, FaceShelf, leader, numbered_disc
from pnp.facts.look import house_fallback
from pnp.facts.pieces import LaidPiece
from pnp.facts.table import LaidThing
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
    brought,
    compose,
    rotate,
    scale,
    translate,
)
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

NEAR = 1.0
"""The distance of a plate from its thing, in millimetres."""

FAR = 46.0
"""The maximum distance at which room for a label is looked for, in millimetres."""

GRID = 2.0
"""The distance between the positions that are tried, in millimetres."""

LINED = 2.4
"""The distance from its thing from which a label has a line to it, in millimetres."""


ROOMY = 12.0
"""A label may lie over what its thing lies on, such as a board, if that is so many times larger."""


OFF_TABLE = 2.0
"""How much farther away a label may be so that it is wholly on the table, in millimetres."""


class _Plate(Struct, frozen=True):
    """The text of a label with its size, and the number of its step, 0 for none."""

    text: TextBlock | None
    number: int
    width: float
    height: float


def labels(
    things: Sequence[LaidThing],
    numbers: Mapping[str, int],
    to: Affine,
    frame: BoundingBox,
    table: BoundingBox,
    players: Sequence[BoundingBox],
    shelf: FaceShelf,
) -> Iterator[Item]:
    """Yield the labels of all things with the lines to them, lines first; not over the `players` if there is room.

    Things of the same name and step have one label, with the number of all that are not at seats; if some are in a
    step, the others have none.
    """
    boxes = {(each.thing.id, each.seat): brought(each.box, to) for each in things}
    covered = {
        (each.thing.id, each.seat): tuple(brought(box_of(piece), to) for piece in each.pieces)
        if each.thing.places
        else (brought(each.box, to),)
        for each in things
    }
    hosts = {each.thing.id: each.host for each in things}
    words_on = {
        each.thing.id: tuple(_words_of(each, to, shelf)) for each in things if _has_guests(each.thing.id, hosts)
    }
    taken: list[BoundingBox] = []
    lines, plates = list[Item](), list[Item]()
    told: set[str | tuple[str, int]] = set()
    counts = Counter[tuple[str, int]]()
    numbered = {_words(each) for each in things if numbers.get(each.thing.id)}
    for each in things:
        counts[_words(each), numbers.get(each.thing.id, 0)] += 0 if each.seat else each.count
    for each in sorted(
        things,
        key=lambda each: round(boxes[each.thing.id, each.seat].width * boxes[each.thing.id, each.seat].height, 3),
    ):
        name = each.thing.id
        number = numbers.get(name, 0)
        same = _words(each), number
        said = same[0] and (same in told or (not number and same[0] in numbered))
        if name in told or said or not each.pieces:
            continue
        told |= {name, same}
        plate = _plate(_words(each), each.count if each.seat else counts[_words(each), number], number, shelf)
        if plate is None:
            continue
        below = _hosts_of(name, hosts)
        solid = [
            box
            for key, laid in covered.items()
            if key != (name, each.seat)
            for box in laid
            if key[0] not in below or box.width * box.height < ROOMY * plate.width * plate.height
        ]
        rest = (brought(box_of(piece), to) for piece in each.pieces[1:] if piece.place)
        solid.extend((*players, *rest))
        own = boxes[name, each.seat]
        first = brought(box_of(each.pieces[0]), to) if each.pieces[0].place else own
        if each.pieces[0].shown is None and plate.width < own.width:
            taken.append(_centred(plate, own))
            plates.extend(_drawn(plate, taken[-1], shelf.accent))
            continue
        words = [box for key in (name, *below) for box in words_on.get(key, ())]
        inside = bool(each.thing.places) or _has_guests(name, hosts)
        spot = _free_spot(plate, first, (*solid, *words), taken, (frame, table), inside=inside)
        taken.append(spot)
        away = _gap(spot, first)
        if away > LINED:
            lines.append(
                leader(
                    _nearest(spot, first.centre),
                    _nearest(first.grown(-min(1.0, first.width / 4, first.height / 4)), spot.centre),
                )
            )
        plates.extend(_drawn(plate, spot, shelf.accent))
    yield from lines
    yield from plates


def _centred(plate: _Plate, box: BoundingBox) -> BoundingBox:
    (x, y), wide, tall = box.centre, plate.width / 2, plate.height / 2
    return BoundingBox(x - wide, y - tall, x + wide, y + tall)


def _words_of(thing: LaidThing, to: Affine, shelf: FaceShelf) -> Iterator[BoundingBox]:
    """Yield the boxes of all words on the faces of a thing."""
    for piece in thing.pieces:
        face = shelf.face(piece.shown) if piece.shown else None
        if face:
            size = piece.width / face.scene.width
            yield from _text_boxes(face.scene.items, compose(to, compose(to_table(piece), scale(size))))


def _text_boxes(items: Iterable[Item], to: Affine) -> Iterator[BoundingBox]:
    for item in items:
        if isinstance(item, Group):
            yield from _text_boxes(item.items, compose(to, item.transform))
        elif isinstance(item, Text) and (box := bounds((item,), to)):
            yield box


def _has_guests(name: str, hosts: Mapping[str, str]) -> bool:
    return name in hosts.values()


def _hosts_of(name: str, hosts: Mapping[str, str]) -> frozenset[str]:
    found: dict[str, None] = {}
    while hosts.get(name) and hosts[name] not in found:
        name = hosts[name]
        found[name] = None
    return frozenset(found)


def _words(each: LaidThing) -> str:
    """Return what the label of a thing says: nothing for unnamed pieces on places."""
    return each.name if each.thing.name or not each.thing.places else ""


def _plate(words: str, count: int, number: int, shelf: FaceShelf) -> _Plate | None:
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
    return _Plate(text, number, width, height)


def _drawn(plate: _Plate, spot: BoundingBox, accent: Colour) -> Iterator[Item]:
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


def _free_spot(
    plate: _Plate,
    own: BoundingBox,
    solid: Sequence[BoundingBox],
    taken: Sequence[BoundingBox],
    around: tuple[BoundingBox, BoundingBox],
    inside: bool,
) -> BoundingBox:
    """Return the nearest position for a plate: over no other label, and over as little else as possible.

    `around` are the picture, which it may not leave, and the table, which it should not.
    """
    frame, table = around
    best, least = None, 0.0
    for box in _spots(plate, own, frame):
        if any(box.overlaps(other.grown(0.5)) for other in taken):
            continue
        away = max(_gap(box, own), NEAR)
        over = sum(box.common_area(other) for other in (*solid, *(() if inside else (own,))))
        off_side = 0.02 * (abs(box.centre[0] - own.centre[0]) + 0.6 * (box.centre[1] < own.centre[1]))
        cost = away + 8.0 * over + off_side + (6.0 if inside and box.common_area(own) else 0.0)
        cost += 0.0 if table.contains(box) else OFF_TABLE
        if best is None or cost < least - 1e-9:
            best, least = box, cost
    return best or BoundingBox(own.left, own.top, own.left + plate.width, own.top + plate.height)


def _spots(plate: _Plate, own: BoundingBox, frame: BoundingBox) -> Iterator[BoundingBox]:
    """Yield the positions inside the frame: next to the middle of each side first, then those of a grid around."""
    x, y = own.centre
    across, down = (own.width + plate.width) / 2 + NEAR, (own.height + plate.height) / 2 + NEAR
    middles = [(x, y + down), (x, y - down), (x + across, y), (x - across, y)]
    steps_x, steps_y = (ceil((side + FAR) / GRID) for side in (across, down))
    middles += [
        (x + column * GRID, y + row * GRID)
        for row in range(-steps_y, steps_y + 1)
        for column in range(-steps_x, steps_x + 1)
    ]
    for left, top in ((a - plate.width / 2, b - plate.height / 2) for a, b in middles):
        box = BoundingBox(left, top, left + plate.width, top + plate.height)
        if frame.contains(box):
            yield box


def _gap(one: BoundingBox, other: BoundingBox) -> float:
    """Return the distance between two boxes, 0 if they overlap."""
    across = max(other.left - one.right, one.left - other.right, 0.0)
    down = max(other.top - one.bottom, one.top - other.bottom, 0.0)
    return hypot(across, down)


def _nearest(box: BoundingBox, point: Point) -> Point:
    return min(max(point[0], box.left), box.right), min(max(point[1], box.top), box.bottom)
