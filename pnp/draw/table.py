"""The picture of a table from above: pieces at their places, seats, and labels that lie over nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, hypot

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.overlays import HEAD
from pnp.draw.pictures import (
    INK,
    PAPER,
    RADIUS,
    FaceShelf,
    is_whole,
    leader,
    numbered_disc,
    piece_items,
    place_on,
    places_on,
)
from pnp.facts.diagrams import NoSketchError
from pnp.facts.look import house_fallback
from pnp.facts.pieces import LaidPiece, edges_of
from pnp.facts.table import LaidTable, LaidThing, TableSketch
from pnp.model.table import TableThing
from pnp.scene.extent import bounds
from pnp.scene.items import (
    Affine,
    BoundingBox,
    Colour,
    Ellipse,
    Group,
    Item,
    Point,
    Rect,
    Scene,
    Stroke,
    Text,
    apply,
    brought,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.paths import outline_item
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset

# Pieces on places of a map: their positions are known when the face below them is drawn.


def resolved(laid: LaidTable, shelf: FaceShelf) -> tuple[LaidThing, ...]:
    """Return the things with their pieces on places moved there. Raises NoSketchError for an unknown place."""
    done: dict[tuple[str, int], LaidThing] = {}
    for each in laid.things:
        if any(piece.place for piece in each.pieces):
            host = done.get((each.host, each.seat))
            pieces = tuple(_on_place(piece, host, each, shelf, done.values()) for piece in each.pieces)
            box = _around(pieces)
            each = replace(each, pieces=pieces, box=box)
        done[each.thing.id, each.seat] = each
    return tuple(done.values())


def _on_place(
    piece: LaidPiece, host: LaidThing | None, thing: LaidThing, shelf: FaceShelf, others: Iterable[LaidThing]
) -> LaidPiece:
    """Return the piece at its place on the first piece of the host that has it, or of another thing, turned as that."""
    assert piece.place
    if host is None:
        raise NoSketchError
    fault, middle = NoSketchError(), thing.box.centre
    moved = apply(rotate(piece.turn - thing.thing.turn), *thing.thing.shift)
    for on in (host, *(each for each in others if each is not host and not each.seat)):
        for below in on.pieces:
            face = shelf.face(below.shown) if below.shown else None
            if face is None:
                continue
            try:
                spot = place_on(piece.place.name, piece.place.span, face, shelf, f"'{host.thing.id}'")
            except NoSketchError as error:
                fault = error if on is host else fault
                continue
            size = below.width / face.scene.width
            x, y = apply(_to_table(below), spot[0] * size, spot[1] * size)
            turn = piece.turn if on is host else piece.turn + below.turn - host.pieces[0].turn
            x, y = x + piece.x - middle[0] + moved[0], y + piece.y - middle[1] + moved[1]
            return replace(piece, x=x, y=y, turn=turn)
    raise fault


def _around(pieces: Sequence[LaidPiece]) -> BoundingBox:
    boxes = [_box(piece) for piece in pieces]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.joined(box)
    return whole


def _to_table(piece: LaidPiece) -> Affine:
    """Return the transform from the coordinates of a face to the table."""
    turned = compose(translate(piece.x, piece.y), rotate(piece.turn))
    return compose(turned, translate(-piece.width / 2, -piece.height / 2))


def _box(piece: LaidPiece) -> BoundingBox:
    return brought(BoundingBox(0.0, 0.0, piece.width, piece.height), _to_table(piece))


# The table with its pieces.

TOP, EDGE, SHADE, SEAT, DIM = "#EEE8D8", "#B9AE93", "#CFC5AC", "#8A8F96", "#8B8474"
"""The colours of the table, its edge, the shadows of pieces, players, and empty spaces."""

AROUND, BARE = 7.0, 0.5
"""The margins of the picture at edges of the table where players sit, and at others, in millimetres."""

SHADOW = 0.45
"""The distance by which a shadow is seen below and at the right of a piece, in millimetres of the picture."""

HAIR = 0.12

TALLEST = 150.0
"""The maximum height of the picture, in millimetres: its steps are on the same page."""


def draw_table(shown: TableSketch, shelf: FaceShelf) -> Scene:
    """Return the picture of a table. Raises NoSketchError for a place that no map on the table has."""
    laid = shown.laid
    things = resolved(laid, shelf)
    taken = edges_of(laid.players)
    left, top, right, bottom = (AROUND if edge in taken else BARE for edge in ("left", "top", "right", "bottom"))
    size = min((shown.width - left - right) / laid.box.width, (TALLEST - top - bottom) / laid.box.height)
    wide, tall = laid.box.width * size, laid.box.height * size
    to = compose(translate(left, top), compose(scale(size), translate(-laid.box.left, -laid.box.top)))
    items: list[Item] = [_seat(compose(to, seat)) for seat in laid.seats]
    items.append(Rect(left, top, wide, tall, 4.0, fill=TOP, stroke=Stroke(EDGE, 0.5)))
    for each in things:
        for piece in each.pieces:
            items.extend(_piece(piece, to, size, shelf))
    frame = BoundingBox(0.0, 0.0, wide + left + right, tall + top + bottom)
    table = BoundingBox(left, top, left + wide, top + tall)
    players = [_seat_box(compose(to, seat)) for seat in laid.seats]
    items.extend(_labels(things, shown.numbers, to, frame, table, players, shelf))
    return Scene(frame.right, frame.bottom, tuple(items), name=laid.table.id)


def _seat(to: Affine) -> Item:
    """Return a player at the edge of the table: head and shoulders from above."""
    x, y = apply(to, 0.0, 0.0)
    turn = compose(translate(x, y), rotate(_degrees(to)))
    shoulders = Ellipse(0.0, 3.4, 5.2, 2.3, fill=SEAT)
    head = Ellipse(0.0, 3.0, 1.9, 1.9, fill=SEAT, stroke=Stroke(PAPER, 0.5))
    return Group((shoulders, head), turn)


def _seat_box(to: Affine) -> BoundingBox:
    """Return the box of a player in the picture, in which no label should be."""
    x, y = apply(to, 0.0, 0.0)
    return brought(BoundingBox(-5.2, 0.8, 5.2, 5.8), compose(translate(x, y), rotate(_degrees(to))))


def _degrees(to: Affine) -> float:
    size = hypot(to[0], to[1])
    return next(
        (
            turn
            for turn in (0.0, 90.0, 180.0, 270.0)
            if abs(rotate(turn)[0] - to[0] / size) < 1e-6 and abs(rotate(turn)[1] - to[1] / size) < 1e-6
        ),
        0.0,
    )


def _piece(piece: LaidPiece, to: Affine, size: float, shelf: FaceShelf) -> Iterator[Item]:
    """Yield a piece with its shadow, or the outline of an empty space."""
    matrix = compose(to, _to_table(piece))
    if piece.shown is None:
        line = Stroke(DIM, 0.35 / size, (1.4 / size, 1.0 / size), "round")
        yield Group((Rect(0.0, 0.0, piece.width, piece.height, 3.0, stroke=line),), matrix)
        return
    face = shelf.face(piece.shown)
    if face is None:
        return
    fitted = compose(matrix, scale(piece.width / face.scene.width, piece.height / face.scene.height))
    yield Group((outline_item(face.outline, fill=SHADE),), compose(translate(SHADOW, SHADOW), fitted))
    yield from piece_items(face, fitted, HAIR)


# Labels: the number of a step, the name, and the count, on a plate that lies over nothing if there is room.

LETTERS = 7.5
"""The size of a label in points."""

PAD = 0.9
"""The distance of the letters from the edge of their plate, in millimetres."""

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


def _labels(
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
        (each.thing.id, each.seat): tuple(brought(_box(piece), to) for piece in each.pieces)
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
        rest = (brought(_box(piece), to) for piece in each.pieces[1:] if piece.place)
        solid.extend((*players, *rest))
        own = boxes[name, each.seat]
        first = brought(_box(each.pieces[0]), to) if each.pieces[0].place else own
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
            yield from _text_boxes(face.scene.items, compose(to, compose(_to_table(piece), scale(size))))


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
        yield Rect(spot.left, spot.top, spot.width, spot.height, radius, fill=PAPER, stroke=Stroke(EDGE, 0.2))
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


# Where pieces may go, found without painting maps.


def places_to_go(laid: LaidTable, shelf: FaceShelf) -> Iterator[tuple[TableThing, frozenset[str]]]:
    """Yield the things whose pieces go to places, each with the names of the places and spaces on its side of a table.

    Of a game with errors, none: they may hide places. Raises NoSketchError for a piece that is on an unknown place.
    """
    things = resolved(laid, shelf)
    for each in things if is_whole(shelf.facts.game) else ():
        if each.thing.goes:
            near = [other for other in things if other.seat in (0, each.seat)]
            faces = (shelf.face(piece.shown) for other in near for piece in other.pieces if piece.shown)
            places = {name for face in faces if face for name in places_on(face, shelf)}
            yield each.thing, frozenset(places | {other.thing.id for other in near if other.thing.space})
