"""The picture of a table from above: pieces at their places, seats, and labels that lie over nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from math import atan2, degrees, dist, hypot

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault
from pnp.draw.component import SingleFace
from pnp.draw.maps.street_map import bays_of
from pnp.draw.overlays import ROUTE, way_marks
from pnp.draw.pictures import (
    FaceShelf,
    is_whole,
    piece_items,
    place_on,
    places_on,
    spots_on,
)
from pnp.draw.table_labels import box_of, labels, place_radius, to_table
from pnp.facts.diagrams import NoSketchError, Tabletop
from pnp.facts.look import UnknownNameError
from pnp.facts.pieces import LaidPiece
from pnp.facts.table import LaidTable, LaidThing, TableSketch, edges_of
from pnp.messages import did_you_mean
from pnp.model.component import HEADING_DEGREES
from pnp.model.diagram import LEAST_PART, TableWay
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.street_map import StreetMap
from pnp.model.reference import Ref
from pnp.model.table import TableThing
from pnp.network import Network
from pnp.network.layout import spacing
from pnp.scene.extent import bounds, with_whole_words
from pnp.scene.items import (
    Affine,
    BoundingBox,
    Colour,
    Group,
    Item,
    Path,
    Point,
    Rect,
    Scene,
    Stroke,
    apply,
    brought,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.parts import MapExtent
from pnp.scene.paths import outline_item, parse_path

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
    shift_x, shift_y = thing.thing.shift
    moved = apply(rotate(piece.turn - thing.thing.turn), shift_x * thing.size, shift_y * thing.size)
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
            x, y = apply(to_table(below), spot[0] * size, spot[1] * size)
            aligned = host.pieces[0].turn if host.pieces else 0.0
            turn = piece.turn if on is host else piece.turn + below.turn - aligned
            x, y = x + piece.x - middle[0] + moved[0], y + piece.y - middle[1] + moved[1]
            heads = None if thing.thing.turn else _headed(piece, below, face, shelf)
            return replace(piece, x=x, y=y, turn=turn if heads is None else heads)
    raise fault


def _headed(piece: LaidPiece, below: LaidPiece, face: SingleFace, shelf: FaceShelf) -> float | None:
    """Return the turn with which a piece heads as its place does; None if it or its place has no direction."""
    heading = shelf.heading(piece.shown) if piece.shown else None
    if heading is None or piece.place is None:
        return None
    for painted in face.painted:
        network = shelf.facts.networks.get(painted.extent.map) if painted.extent else None
        if painted.extent and network:
            spots = {name: apply(painted.matrix, *spot) for name, spot in spots_on(painted.extent, shelf).items()}
            found = {**_bay_turns(painted.extent, painted.matrix, shelf), **headings_of(network, spots)}
            if piece.place.name in found:
                return (below.turn + found[piece.place.name] - HEADING_DEGREES[heading]) % 360.0
    return None


def _bay_turns(extent: MapExtent, matrix: Affine, shelf: FaceShelf) -> dict[str, float]:
    """Return the directions out of the bays of a street map on a face, in degrees clockwise from upwards."""
    drawn, tilt = shelf.facts.game.find(GameMap, extent.map), degrees(atan2(matrix[1], matrix[0]))
    return {bay.name: bay.turn + tilt for bay in bays_of(drawn)} if isinstance(drawn, StreetMap) else {}


STRAIGHT = 25.0
"""By how many degrees a heading may differ from a quarter turn to be rounded to it."""


def headings_of(network: Network, spots: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """Return the headings of places that are only left in one direction, in degrees clockwise from upwards.

    It is the middle of the directions to the places after them and from those before, none of which leads both ways.
    """
    after, before = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for state, ends in enumerate(network.after):
        here = network.place_of_state[state]
        for end in ends:
            there = network.place_of_state[end]
            if there != here:
                after[here].add(there)
                before[there].add(here)
    found = {}
    for number, place in enumerate(network.places):
        ways = _ways(number, after, before, network, spots)
        if ways and not after[number] & before[number]:
            x, y = sum(x for x, _ in ways), sum(y for _, y in ways)
            if dist((x, y), (0.0, 0.0)) > 0.5 * len(ways):
                found[place.id] = _rounded(degrees(atan2(x, -y)))
    return found


def _ways(
    number: int,
    after: Mapping[int, Set[int]],
    before: Mapping[int, Set[int]],
    network: Network,
    spots: Mapping[str, tuple[float, float]],
) -> list[tuple[float, float]]:
    """Return the directions of the moves into and out of a place, as vectors of length 1."""
    here = spots.get(network.places[number].id)
    if here is None:
        return []
    ways = []
    for ends, sign in ((after.get(number, ()), 1.0), (before.get(number, ()), -1.0)):
        for end in sorted(ends):
            there = spots.get(network.places[end].id)
            length = dist(here, there) if there else 0.0
            if there and length:
                ways.append((sign * (there[0] - here[0]) / length, sign * (there[1] - here[1]) / length))
    return ways


def _rounded(turn: float) -> float:
    quarter = round(turn / 90.0) * 90.0
    return (quarter if abs(turn - quarter) <= STRAIGHT else round(turn, 1)) % 360.0


def _around(pieces: Sequence[LaidPiece]) -> BoundingBox:
    boxes = [box_of(piece) for piece in pieces]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.joined(box)
    return whole


# The table with its pieces.

TOP, EDGE, SHADE, SEAT, CUSHION, DIM = "#EEE8D8", "#B9AE93", "#CFC5AC", "#8A8F96", "#D8DADD", "#8B8474"
"""The colours of the table, its edge, the shadows of pieces, seats, their cushions, and empty spaces."""

AROUND, BARE = 4.5, 0.5
"""The margins of the picture at edges of the table where players sit, and at others, in millimetres."""

SHADOW = 0.45
"""The distance by which a shadow is seen below and at the right of a piece, in millimetres of the picture."""

HAIR = 0.12


def draw_table(shown: TableSketch, shelf: FaceShelf) -> Scene:
    """Return the picture of a table. Raises NoSketchError for a place that no map on the table has.

    At the sides of a table that is narrower than the picture may be is room for labels.
    """
    laid = shown.laid
    things = resolved(laid, shelf)
    if shown.around:
        return _moment(shown, things, shelf)
    taken = edges_of(laid.players)
    left, top, right, bottom = (AROUND if edge in taken else BARE for edge in ("left", "top", "right", "bottom"))
    size = min((shown.width - left - right) / laid.box.width, (shown.height - top - bottom) / laid.box.height)
    wide, tall = laid.box.width * size, laid.box.height * size
    to = compose(translate(left, top), compose(scale(size), translate(-laid.box.left, -laid.box.top)))
    items: list[Item] = [_seat(compose(to, seat)) for seat in laid.seats]
    items.append(Rect(left, top, wide, tall, 4.0, fill=TOP, stroke=Stroke(EDGE, 0.5)))
    items.extend(_pieces(shown, things, to, size, shelf))
    whole = BoundingBox(0.0, 0.0, wide + left + right, tall + top + bottom)
    frame = whole.grown((shown.width - whole.width) / 2, 0.0)
    table = BoundingBox(left, top, left + wide, top + tall)
    players = [_seat_box(compose(to, seat)) for seat in laid.seats]
    named = tuple(labels(things, shown.numbers, to, frame, table, players, shelf))
    seen = whole.joined(bounds(named) or whole)
    moved = Group((*items, *named), translate(-seen.left, 0.0)) if seen.left < 0.0 else None
    return Scene(seen.right - seen.left, whole.bottom, (moved,) if moved else (*items, *named), name=laid.table.id)


def _pieces(
    shown: TableSketch, things: Sequence[LaidThing], to: Affine, size: float, shelf: FaceShelf
) -> Iterator[Item]:
    """Yield all pieces, with routes below those that lie on places of boards, and the numbers of moves over them.

    Moves are not numbered if the picture has numbers of steps: numbers of two kinds would be confused.
    """
    boards = [each for each in things if not each.thing.places]
    for each in boards:
        yield from _pieces_of(each, to, size, shelf)
    ways = [_way(way, boards, to, shelf) for way in shown.ways]
    yield from (line for line, _ in ways)
    for each in things:
        if each.thing.places:
            yield from _pieces_of(each, to, size, shelf)
    yield from (numbers for _, numbers in ways if not shown.numbers)


def _pieces_of(each: LaidThing, to: Affine, size: float, shelf: FaceShelf) -> Iterator[Item]:
    """Yield the pieces of a thing; those in a bag as the bag, those that were there before pale."""
    is_bag = each.thing.heap == "bag"
    draw = _faded if each.thing.is_faded else _bag if is_bag else _piece
    for piece in each.pieces[-1:] if is_bag and not each.thing.places else each.pieces:
        yield from draw(piece, to, size, shelf)


# A moment of play: a part of the table, with the routes on its boards.


def _moment(shown: TableSketch, things: Sequence[LaidThing], shelf: FaceShelf) -> Scene:
    """Return the part of the table around the named places and things, without players and names."""
    window = _window(shown, things, shelf)
    size = min(shown.width / window.width, shown.height / window.height)
    wide, tall = window.width * size, window.height * size
    to = compose(scale(size), translate(-window.left, -window.top))
    clip = Rect(0.0, 0.0, wide, tall)
    items = (Rect(0.0, 0.0, wide, tall, fill=TOP), *_pieces(shown, things, to, size, shelf))
    frame = BoundingBox(0.0, 0.0, wide, tall)
    stops = () if shown.numbers else tuple(box for way in shown.ways for box in _stops(way, things, to, shelf))
    marks = labels(things, shown.numbers, to, frame, frame, (), shelf, named=False, also=stops)
    line = Rect(0.0, 0.0, wide, tall, stroke=Stroke(EDGE, 0.5))
    return Scene(wide, tall, (Group(with_whole_words(items, clip), clip=clip), line, *marks), name=shown.laid.table.id)


def _window(shown: TableSketch, things: Sequence[LaidThing], shelf: FaceShelf) -> BoundingBox:
    """Return the part of the table that is shown, with the whole route. Raises NoSketchError for an unknown name."""
    boxes = [_named(name, things, shelf) for name in shown.around]
    for way in shown.ways:
        boxes += [BoundingBox(x, y, x, y) for (x, y), _ in _route_on(way, things, shelf).stops]
    for box in boxes[1:]:
        boxes[0] = boxes[0].joined(box)
    (left, top, right, bottom), (above, after, below, before) = boxes[0], shown.margins
    near = BoundingBox(left - before, top - above, right + after, bottom + below).common(shown.laid.box)
    return near if near and min(near.width, near.height) >= LEAST_PART else shown.laid.box


def _named(name: Ref, things: Sequence[LaidThing], shelf: FaceShelf) -> BoundingBox:
    """Return the box of a thing, or of a place on the boards of the table."""
    for each in things:
        if each.thing.id == name.name:
            return each.box
    spots: dict[str, Point] = {}
    for each in things:
        for piece, face in _faces(each, shelf):
            on = compose(to_table(piece), scale(piece.width / face.scene.width))
            for place, spot in places_on(face, shelf).items():
                spots.setdefault(place, apply(on, *spot))
    if name.name not in spots:
        known = (*spots, *(each.thing.id for each in things))
        message = f"'{name}' is neither a place nor a thing on the table"
        raise NoSketchError(Fault(name.span, message, did_you_mean(name.name, known) or "name a place of a board"))
    x, y = spots[name.name]
    return BoundingBox(x, y, x, y)


def _faces(each: LaidThing, shelf: FaceShelf) -> Iterator[tuple[LaidPiece, SingleFace]]:
    for piece in each.pieces:
        face = shelf.face(piece.shown) if piece.shown else None
        if face:
            yield piece, face


NUMERAL = 3.0
"""Half the size of the number of a move, in millimetres of the picture."""


def _stops(way: TableWay, things: Sequence[LaidThing], to: Affine, shelf: FaceShelf) -> Iterator[BoundingBox]:
    """Yield the boxes of the numbers along a route."""
    found = _route_on(way, things, shelf)
    for at, _ in found.stops:
        x, y = apply(to, *at)
        yield BoundingBox(x, y, x, y).grown(NUMERAL)


def _way(way: TableWay, things: Sequence[LaidThing], to: Affine, shelf: FaceShelf) -> tuple[Item, Item]:
    """Return a shortest route through the named places of a map on the table, and the numbers of its moves."""
    found = _route_on(way, things, shelf)
    points = [(apply(to, *at), moves) for at, moves in found.stops]
    near = spacing({str(index): at for index, (at, _) in enumerate(points)})
    radius = found.radius and found.radius * hypot(to[0], to[1])
    return way_marks(points, near, radius, _colour_of(way, shelf), way.dashed)


def _colour_of(way: TableWay, shelf: FaceShelf) -> Colour:
    """Return the colour of a route. Raises NoSketchError for one that the theme does not have."""
    if way.colour is None:
        return ROUTE
    try:
        return shelf.context.look.colour(way.colour.name)
    except UnknownNameError as error:
        raise NoSketchError(Fault(way.colour.span, error.message, error.hint, cause=error.cause)) from None


class _Route(Struct, frozen=True):
    """The stops of a route on the table with their moves, and the radius of places there."""

    stops: tuple[tuple[Point, int], ...]
    radius: float | None


def _route_on(way: TableWay, things: Sequence[LaidThing], shelf: FaceShelf) -> _Route:
    """Return the shortest route through the named places, which may lie on several tiles of one map, moved aside.

    Raises NoSketchError if no map on the table has them, or nothing is called as its start.
    """
    first, (aside, down) = way.through[0], way.shift
    spots: dict[str, dict[str, Point]] = {}  # by the map
    radii: dict[str, float | None] = {}
    faces = (found for each in things for found in _faces(each, shelf))
    for piece, face, painted in ((*found, painted) for found in faces for painted in found[1].painted):
        extent = painted.extent
        if extent and extent.map in shelf.facts.networks:
            on = compose(to_table(piece), compose(scale(piece.width / face.scene.width), painted.matrix))
            known = spots.setdefault(extent.map, {})
            for name, at in spots_on(extent, shelf).items():
                known.setdefault(name, apply(on, *at))
            radius = place_radius(extent, shelf)
            radii.setdefault(extent.map, radius and radius * hypot(on[0], on[1]))
    for name, known in spots.items():
        drawn, network = shelf.facts.game.find(GameMap, name), shelf.facts.networks[name]
        if drawn and first.name in known:
            steps = [
                (known[at], moves) for at, moves in Tabletop(drawn, network).way(network, way.through) if at in known
            ]
            if way.start:
                steps[0] = _named(way.start, things, shelf).centre, steps[0][1]
            return _Route(tuple(((x + aside, y + down), moves) for (x, y), moves in steps), radii[name])
    raise NoSketchError(Fault(first.span, f"'{first}' is no place of a map on the table", "name places of one map"))


def moment_faults(sketches: Iterable[TableSketch], shelf: FaceShelf) -> Iterator[Fault]:
    """Yield the places and routes that pictures of moments name and their tables do not have."""
    for shown in sketches:
        try:
            things = resolved(shown.laid, shelf)
        except NoSketchError:
            continue  # reported for the table
        try:
            if shown.around:
                _window(shown, things, shelf)
            for way in shown.ways:
                _route_on(way, things, shelf)
                _colour_of(way, shelf)
        except NoSketchError as error:
            if error.fault:
                yield error.fault


# Players and pieces.


SEAT_WIDTH, SEAT_DEPTH, BACK = 9.0, 3.4, 1.1
"""The size of a seat, and the thickness of its back, in millimetres of the picture."""


def _seat(to: Affine) -> Item:
    """Return the seat of a player at the edge of the table: a chair from above."""
    x, y = apply(to, 0.0, 0.0)
    turn = compose(translate(x, y), rotate(_degrees(to)))
    line, wide = Stroke(SEAT, 0.4), SEAT_WIDTH
    cushion = Rect(0.6 - wide / 2, -1.5, wide - 1.2, SEAT_DEPTH + 1.2, 1.0, fill=CUSHION, stroke=line)
    back = Rect(-wide / 2, SEAT_DEPTH - BACK, wide, BACK, BACK / 2, fill=SEAT)
    return Group((cushion, back), turn)


def _seat_box(to: Affine) -> BoundingBox:
    """Return the box of a player in the picture, in which no label should be."""
    x, y = apply(to, 0.0, 0.0)
    box = BoundingBox(-SEAT_WIDTH / 2, 0.0, SEAT_WIDTH / 2, SEAT_DEPTH)
    return brought(box, compose(translate(x, y), rotate(_degrees(to))))


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
    matrix = compose(to, to_table(piece))
    if piece.shown is None:
        line = Stroke(DIM, 0.35 / size, (1.4 / size, 1.0 / size), "round")
        yield Group((Rect(0.0, 0.0, piece.width, piece.height, 3.0, stroke=line),), matrix)
        return
    face = shelf.view(piece.shown)
    if face is None:
        return
    fitted = compose(matrix, scale(piece.width / face.scene.width, piece.height / face.scene.height))
    yield Group((outline_item(face.outline, fill=SHADE),), compose(translate(SHADOW, SHADOW), fitted))
    yield from piece_items(face, fitted, HAIR)


def _faded(piece: LaidPiece, to: Affine, size: float, shelf: FaceShelf) -> Iterator[Item]:
    """Yield a piece pale on its shadow, which hides what is below."""
    items = tuple(_piece(piece, to, size, shelf))
    yield from items[:1]
    yield Group(items[1:], opacity=FADED)


CLOTH, SEAM, FADED = "#CDB084", "#5B4A30", 0.45
"""The colours of a bag and of its lines; the opacity of pieces that show where they were."""

BAG = parse_path(
    "M0.35 0.29C0.13 0.45 0.03 0.62 0.05 0.78C0.07 0.93 0.2 0.99 0.5 0.99S0.93 0.93 0.95 0.78"
    "C0.97 0.62 0.87 0.45 0.65 0.29L0.74 0.07L0.61 0.12L0.5 0.03L0.39 0.12L0.26 0.07Z"
)
"""The outline of a bag, in a square of side 1."""

CORD = parse_path("M0.32 0.29H0.68")
"""The cord that closes it."""

CONTENT = (0.5, 0.65, 0.5)
"""The middle of the piece that is drawn on a bag, and its size, as shares of the bag."""


def _bag(piece: LaidPiece, to: Affine, size: float, shelf: FaceShelf) -> Iterator[Item]:
    """Yield a bag as large as a piece, with that piece on it to show what is inside."""
    side = max(piece.width, piece.height)
    x, y, share = CONTENT
    corner = compose(to, compose(translate(piece.x - side / 2, piece.y - side / 2), scale(side)))
    line = HAIR / size / side
    yield Group((Path(BAG, SHADE),), compose(translate(SHADOW, SHADOW), corner))
    yield Group((Path(BAG, CLOTH, Stroke(SEAM, 2 * line)), Path(CORD, None, Stroke(SEAM, 5 * line))), corner)
    at_x, at_y = piece.x + (x - 0.5) * side, piece.y + (y - 0.5) * side
    inside = replace(piece, x=at_x, y=at_y, width=piece.width * share, height=piece.height * share)
    yield from _piece(inside, to, size, shelf)


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
