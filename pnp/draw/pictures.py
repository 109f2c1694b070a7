"""Pictures of a game's own pieces in its rulebook: galleries, and faces with numbered call-outs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.draw.component import SingleFace, draw_row
from pnp.draw.context import DrawingContext
from pnp.draw.layers.map import last_style
from pnp.draw.maps import placement
from pnp.draw.maps.street_map import bays_of
from pnp.draw.nets import EDGES, tetrahedron_from_above
from pnp.draw.overlays import words_in
from pnp.facts import Facts
from pnp.facts.diagrams import NoSketchError
from pnp.facts.pictures import EXHIBIT_HEIGHT, EXHIBIT_WIDTH, HELD, FaceSketch, FanSketch, ShownPiece
from pnp.facts.rows import manifest
from pnp.messages import did_you_mean, parted
from pnp.model.component import Heading
from pnp.model.diagram import CallOut
from pnp.model.faces.layer import GroupArt, Layer, MapArt
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Theme, resolve_theme
from pnp.model.game import Game
from pnp.model.maps import tile_set
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.street_map import StreetMap
from pnp.network import lower
from pnp.network.layout import whereabouts
from pnp.scene.extent import bounds, with_whole_words
from pnp.scene.items import (
    IDENTITY,
    Affine,
    BoundingBox,
    Colour,
    Ellipse,
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
from pnp.scene.parts import MapExtent, Painted
from pnp.scene.paths import outline_item, polyline, thinned

# Faces of the game, each drawn once however many pictures show it.


class FaceShelf:
    """The faces of a game as they are printed in its own colours, drawn on access."""

    def __init__(self, facts: Facts, context: DrawingContext) -> None:
        self.facts, self.context = facts, context
        self._entries = {entry.id: (entry, component) for entry, component in manifest(facts.game)}
        self._faces: dict[ShownPiece, SingleFace | None] = {}
        self.spots: dict[MapExtent, Mapping[str, Point]] = {}
        self.places: dict[int, tuple[SingleFace, dict[str, Point]]] = {}
        theme = resolve_theme(facts.game.all(Theme))
        self.accent: Colour = (theme.roles.colour("sheet-accent") if theme else None) or DISC

    def face(self, piece: ShownPiece) -> SingleFace | None:
        """Return the face; None if it cannot be drawn, which checks report."""
        if piece not in self._faces:
            entry, component = self._entries[piece.entry]
            self._faces[piece] = draw_row(entry, component, piece.row, piece.side, self.facts.environment, self.context)
        return self._faces[piece]

    def view(self, piece: ShownPiece) -> SingleFace | None:
        """Return the face as players see it on the table: a four-sided die from above, with this result."""
        face, component = self.face(piece), self._entries[piece.entry][1]
        if face and component.makes == "die" and component.sides == 4:
            return SingleFace(*tetrahedron_from_above(face.scene, component.edge or EDGES[4]))
        return face

    def heading(self, piece: ShownPiece) -> Heading | None:
        """Return the direction in which it heads in its picture, if the pack says one."""
        return self._entries[piece.entry][1].heading


EDGE = "#6B6F76"
"""The colour of the thin line around a piece, which separates white faces from white paper."""

HAIR = 0.15
"""The width of that line in millimetres, at the size of the picture."""


THIN_BELOW, THINNEST = 0.3, 0.4
"""The scale below which the lines of a face become thinner than the face becomes small, and their least share."""


def piece_items(face: SingleFace, to: Affine, hair: float = HAIR) -> Iterator[Item]:
    """Yield a face without its bleed, cut out along its outline, at a transform to the picture.

    A board at an eighth of its size would be black: its lines are as close there as they are wide. So they are thinned.
    """
    size = hypot(to[0], to[1]) or 1.0
    drawn = face.scene.items if size >= THIN_BELOW else thinned(face.scene.items, max(size / THIN_BELOW, THINNEST))
    items: tuple[Item, ...] = (outline_item(face.outline, fill="#FFFFFF"), *drawn)
    yield Group(items, to, face.outline)
    yield Group((outline_item(face.outline, stroke=Stroke(EDGE, hair / size)),), to)


# The picture of a component in a gallery.

SPREAD, STEP = 9.0, 0.42
"""The angle between neighbouring cards of a fan in degrees, and their distance in shares of their width."""

LARGEST = 0.75
"""The maximum scale of a small piece: a token must not look as large as a board."""

APART = 0.12
"""The gap between pieces that lie side by side, in shares of the widest one."""


def draw_fan(shown: FanSketch, shelf: FaceShelf) -> Scene | None:
    """Return the pieces as large as fits the picture of a gallery; None if none can be drawn."""
    faces = [face for piece in shown.pieces if (face := shelf.view(piece))]
    if not faces:
        return None
    arranged = _fanned(faces) if shown.makes in HELD else _rowed(faces)
    boxes = [brought(BoundingBox(0.0, 0.0, face.scene.width, face.scene.height), to) for face, to in arranged]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.joined(box)
    size = min((EXHIBIT_WIDTH - 2 * HAIR) / whole.width, (EXHIBIT_HEIGHT - 2 * HAIR) / whole.height, LARGEST)
    base = compose(translate(HAIR, HAIR), compose(scale(size), translate(-whole.left, -whole.top)))
    items = tuple(item for face, to in arranged for item in piece_items(face, compose(base, to)))
    return Scene(whole.width * size + 2 * HAIR, whole.height * size + 2 * HAIR, items, name=shown.name)


def _fanned(faces: Sequence[SingleFace]) -> list[tuple[SingleFace, Affine]]:
    """Return the cards turned about a point below them, each with its transform."""
    middle = (len(faces) - 1) / 2
    placed = []
    for index, face in enumerate(faces):
        wide, tall = face.scene.width, face.scene.height
        about = translate(STEP * wide * (index - middle), 0.0)
        placed.append((face, compose(about, rotate(SPREAD * (index - middle), wide / 2, tall))))
    return placed


def _rowed(faces: Sequence[SingleFace]) -> list[tuple[SingleFace, Affine]]:
    """Return the pieces next to each other, in two rows if one is much wider than high, each with its transform."""
    wide = max(face.scene.width for face in faces) * (1 + APART)
    tall = max(face.scene.height for face in faces) * (1 + APART)
    count = len(faces) if len(faces) * wide < 4 * tall else (len(faces) + 1) // 2
    return [
        (
            face,
            translate(
                (index % count) * wide + (wide - face.scene.width) / 2,
                (index // count) * tall + (tall - face.scene.height) / 2,
            ),
        )
        for index, face in enumerate(faces)
    ]


# A face with numbered call-outs in the margins left and right of it.

RADIUS = 2.5
"""The radius of a disc with a number, in millimetres."""

NUMERAL = 8.5
"""The size of the number in it, in points."""

PITCH = 2 * RADIUS + 1.0
"""The minimum distance between the centres of two discs in one margin, in millimetres."""

DISC, INK, PAPER = "#F2A900", "#1E2328", "#FFFFFF"

TALLEST = 190.0
"""The maximum height of a picture, in millimetres."""


def numbered_disc(at: Point, number: str, fill: Colour = DISC) -> Item:
    """Return a number or letter in a disc with a white rim, the same as the marks of steps in the text."""
    rim = Ellipse(*at, RADIUS + 0.35, RADIUS + 0.35, fill=PAPER)
    disc = Ellipse(*at, RADIUS, RADIUS, fill=fill)
    size = NUMERAL * (1.0 if len(number) == 1 else 0.85)
    return Group((rim, disc, words_in(at, number, size, INK)))


def leader(start: Point, end: Point) -> Item:
    """Return a line from a label to what it points at, with a dot at its end, both on a white rim."""
    line = polyline((start, end))
    return Group(
        (
            Path(line, stroke=Stroke(PAPER, 0.9, (), "round")),
            Ellipse(*end, 0.85, 0.85, fill=PAPER),
            Path(line, stroke=Stroke(INK, 0.3, (), "round")),
            Ellipse(*end, 0.55, 0.55, fill=INK),
        )
    )


SHALLOW = 12.0
"""The share of a small box that a line may reach into it, so that its end is not on what is in the middle."""

BESIDE = 1.0
"""The distance of the end of a line from the words that it points at, in millimetres."""


class _Number(Struct, frozen=True):
    """A number with the box that it points at, the side of its margin, and whether words are in the box."""

    number: int
    box: BoundingBox
    left: bool
    is_text: bool = False


def draw_annotated(shown: FaceSketch, shelf: FaceShelf) -> Scene | None:
    """Return the face with its numbers; None if it cannot be drawn. Raises NoSketchError for a target that is absent.

    Numbers are in the margin nearer to what they point at, in the order of their heights, so that neither they nor
    their lines lie over each other.
    """
    face = shelf.face(shown.piece)
    if face is None:
        return None
    window, margin = shown.window, shown.margin
    size = min((shown.width - 2 * margin) / window.width, TALLEST / window.height)
    wide, tall = window.width * size, window.height * size
    to = compose(scale(size), translate(-window.left, -window.top))
    boxes = [brought(target(each, face, window, shelf), to) for each in shown.call_outs]
    texts = {index for index, each in enumerate(shown.call_outs, 1) if each.layer and _is_text(each.layer.name, face)}
    labels = [replace(label, is_text=label.number in texts) for label in _sided(boxes, wide, max(1, int(tall / PITCH)))]
    most = max((sum(label.left is left for label in labels) for left in (True, False)), default=0)
    height = max(tall + (2 * HAIR if margin else 0.0), most * PITCH)
    down = (height - tall) / 2
    shift = translate(margin, down)
    clip = Rect(window.left, window.top, window.width, window.height)
    base = _cropped(face, compose(shift, to), clip, size)
    lines, discs = list[Item](), list[Item]()
    for left in (True, False):
        x = RADIUS + 0.4 if left else 2 * margin + wide - RADIUS - 0.4
        side = [label for label in labels if label.left is left]
        heights = spread([label.box.centre[1] + down for label in side], PITCH, RADIUS, height - RADIUS)
        ports = _uncrossed([((x, y), brought(label.box, shift)) for y, label in zip(heights, side, strict=True)])
        for label, port in zip(side, ports, strict=True):
            lines.append(leader(port, _end(brought(label.box, shift), port, label.is_text)))
            discs.append(numbered_disc(port, str(label.number), shelf.accent))
    return Scene(wide + 2 * margin, height, (*base, *lines, *discs), name=shown.name)


def _cropped(face: SingleFace, to: Affine, clip: Rect, size: float) -> tuple[Item, ...]:
    """Return the part of a face in the window `clip`, which is cut straight; a whole face along its outline."""
    whole = clip.width >= face.scene.width - 0.01 and clip.height >= face.scene.height - 0.01
    if whole:
        return tuple(piece_items(face, to))
    frame = Rect(clip.x, clip.y, clip.width, clip.height, stroke=Stroke(EDGE, HAIR / size))
    return Group(with_whole_words(face.scene.items, clip), to, clip), Group((frame,), to)


def _sided(boxes: Sequence[BoundingBox], wide: float, room: int) -> list[_Number]:
    """Return a label for each box in the nearer margin; the fuller margin gives those nearest to the middle away."""
    order = sorted(range(len(boxes)), key=lambda index: boxes[index].centre[0])
    half = sum(box.centre[0] < wide / 2 for box in boxes)
    half = min(max(half, len(boxes) - room), room) if len(boxes) <= 2 * room else len(boxes) // 2
    lefts = set(order[:half])
    labels = [_Number(index + 1, box, index in lefts) for index, box in enumerate(boxes)]
    return sorted(labels, key=lambda label: (label.box.centre[1], label.number))


def spread(wanted: Sequence[float], pitch: float, low: float, high: float) -> list[float]:
    """Return positions in the order of `wanted` (ascending), at least `pitch` apart and as near to them as possible.

    Neighbours that are too close become a block around the mean of their wishes (pool adjacent violators); if the range
    is too short for all, it is filled evenly.
    """
    count = len(wanted)
    if count and (count - 1) * pitch > high - low:
        return [low + (high - low) * index / max(1, count - 1) for index in range(count)]
    blocks: list[tuple[float, int]] = []  # the position of the first of a block, and the number in it
    for want in wanted:
        start, size = want, 1
        while blocks and blocks[-1][0] + blocks[-1][1] * pitch > start:
            before, many = blocks.pop()
            start = (before * many + (start - many * pitch) * size) / (many + size)
            size += many
        blocks.append((start, size))
    done = [start + index * pitch for start, size in blocks for index in range(size)]
    for index in range(count):
        done[index] = max(done[index], low + index * pitch)
    for index in range(count):
        done[index] = min(done[index], high - (count - 1 - index) * pitch)
    return done


def _uncrossed(pairs: Sequence[tuple[Point, BoundingBox]]) -> list[Point]:
    """Return the ports in an order in which no two lines to the boxes cross: exchanging two that do makes both shorter
    in total, so that the search ends.
    """
    ports = [port for port, _ in pairs]
    boxes = [box for _, box in pairs]
    changed = True
    while changed:
        changed = False
        for one in range(len(ports)):
            for two in range(one + 1, len(ports)):
                now = _length(ports[one], boxes[one]) + _length(ports[two], boxes[two])
                other = _length(ports[two], boxes[one]) + _length(ports[one], boxes[two])
                if other < now - 1e-9:
                    ports[one], ports[two] = ports[two], ports[one]
                    changed = True
    return ports


def _length(port: Point, box: BoundingBox) -> float:
    x, y = box.centre
    return hypot(port[0] - x, port[1] - y)


def _end(box: BoundingBox, port: Point, is_text: bool) -> Point:
    """Return the point of a box that a line from `port` ends at: a little inside the nearest edge, outside of words."""
    inset_x, inset_y = min(1.2, box.width / SHALLOW), min(1.2, box.height / SHALLOW)
    if is_text:
        inset_x, inset_y = -BESIDE, box.height / 2
    x = min(max(port[0], box.left + inset_x), box.right - inset_x)
    y = min(max(port[1], box.top + inset_y), box.bottom - inset_y)
    return x, y


# What a call-out points at.


def target(call_out: CallOut, face: SingleFace, window: BoundingBox, shelf: FaceShelf) -> BoundingBox:
    """Return the box on the face that a call-out points at. Raises NoSketchError if it is not on the shown part."""
    if call_out.at:
        (x, y), said, span = call_out.at, "the point", call_out.span
        box = BoundingBox(x, y, x, y)
    elif call_out.place:
        said, span = f"'{call_out.place}'", call_out.place.span
        x, y = place_on(call_out.place.name, span, face, shelf)
        box = BoundingBox(x, y, x, y)
    else:
        assert call_out.layer
        said, span = f"the layer '{call_out.layer}'", call_out.layer.span
        box = _layer_box(call_out.layer.name, span, face, shelf)
        if _is_text(call_out.layer.name, face):
            box = _ink(call_out.layer.name, face.scene.items) or box
    seen = box.common(window)
    if seen is None:
        raise NoSketchError(Fault(span, f"{said} is outside the part of the face that is shown", "show more of it"))
    return seen


def _layer_box(name: str, span: Span, face: SingleFace, shelf: FaceShelf) -> BoundingBox:
    """Return the box of a layer on the face: of a text its letters, of a group all in it, of repetitions the first."""
    spans = _spans_of(name, shelf.facts.game)
    found = [_extent(each) for each in face.painted if each.layer == name]
    if not found:
        inner = [_extent(each) for each in face.painted if each.origin and each.origin.span in spans]
        for box in inner[1:]:
            inner[0] = inner[0].joined(box)
        found = inner[:1]
    if not found:
        if not is_whole(shelf.facts.game) or name in _unconditional(shelf.facts.game):
            raise NoSketchError  # follows from an error that is reported
        message = f"the layer '{name}' is not drawn on '{face.scene.name}'"
        raise NoSketchError(Fault(span, message, "choose a row on which it is, with 'row'"))
    return found[0]


def _is_text(name: str, face: SingleFace) -> bool:
    """Whether the layer of that name is words."""
    return next((each.text is not None for each in face.painted if each.layer == name), False)


def _ink(name: str, items: Iterable[Item], to: Affine = IDENTITY) -> BoundingBox | None:
    """Return the box of the letters of the layer of that name."""
    for item in items:
        if isinstance(item, Group):
            named = item.origin is not None and item.origin.layer == name
            box = bounds((item,), to) if named else _ink(name, item.items, compose(to, item.transform))
            if box:
                return box
    return None


def _unconditional(game: Game) -> frozenset[str]:
    """Return the names of layers that every face of their template has."""
    layers = tuple(layer for template in game.all(Template) for layer in template.every_layer())
    return frozenset({layer.name for layer in layers} - {layer.name for layer in layers if layer.condition})


def is_whole(game: Game) -> bool:
    """Whether all templates and maps could be read, and faces show no other map."""
    layers = (layer for template in game.all(Template) for layer in template.every_layer())
    maps = (layer.art.map for layer in layers if isinstance(layer.art, MapArt))
    named = all(game.find(GameMap, each.text) or "{" in each.text for each in maps)
    return named and game.knows_all(Template) and game.knows_all(GameMap) and game.knows_all(MapStyle)


def _extent(painted: Painted) -> BoundingBox:
    reach = painted.text.reach if painted.text else None
    return reach or brought(painted.box, painted.matrix)


def _spans_of(name: str, game: Game) -> frozenset[Span]:
    """Return the spans of the layers inside the groups of that name, in all templates."""
    layers = (layer for template in game.all(Template) for layer in template.every_layer() if layer.name == name)
    return frozenset(inner.span for layer in layers for inner in _inside(layer))


def _inside(layer: Layer) -> Iterator[Layer]:
    for inner in layer.art.layers if isinstance(layer.art, GroupArt) else ():
        yield inner
        yield from _inside(inner)


def place_on(name: str, span: Span, face: SingleFace, shelf: FaceShelf, on: str = "it") -> Point:
    """Return the position of a slot of a face, or of a place of the map on it.

    Raises NoSketchError if it has none; the message calls the face `on`.
    """
    spots = places_on(face, shelf)
    if name in spots:
        return spots[name]
    if not is_whole(shelf.facts.game):
        raise NoSketchError  # follows from an error that is reported
    shown = spots or any(each.extent and each.extent.map for each in face.painted)
    message = f"'{name}' is no place on {on}" if shown else f"there is no map on {on}"
    several = parted(name, spots)
    each = f"write [{', '.join(several)}]" if len(several) > 1 else None
    raise NoSketchError(Fault(span, message, each or did_you_mean(name, spots) or "point with 'layer' or 'at'"))


def places_on(face: SingleFace, shelf: FaceShelf) -> dict[str, Point]:
    """Return the positions of the slots of a face, and of the places of the maps on it, by their names."""
    if id(face) in shelf.places:  # each piece on a board needs its places
        return shelf.places[id(face)][1]
    found: dict[str, Point] = {each.name: (each.x, each.y) for each in face.slots}
    for each in face.painted:
        for name, spot in spots_on(each.extent, shelf).items() if each.extent and each.extent.map else ():
            found.setdefault(name, apply(each.matrix, *spot))
    shelf.places[id(face)] = face, found  # with the face, so that its id is not reused
    return found


def spots_on(extent: MapExtent, shelf: FaceShelf) -> Mapping[str, Point]:
    """Return the places of a drawn map that are in its box, and the bays of lots, in the coordinates of the box."""
    if extent not in shelf.spots:  # each piece that lies on a board is placed on the same map
        shelf.spots[extent] = _spots_on(extent, shelf)
    return shelf.spots[extent]


def _spots_on(extent: MapExtent, shelf: FaceShelf) -> Mapping[str, Point]:
    game = shelf.facts.game
    drawn = game.find(GameMap, extent.map)
    style = game.find(MapStyle, extent.style) if extent.style else last_style(game)
    if drawn is None or style is None or drawn.damaged:
        return {}
    if extent.tile:
        city = tile_set(drawn)
        drawn = city.only(extent.tile) if city else None
        if drawn is None:
            return {}
    network = shelf.facts.networks.get(drawn.id) if not extent.tile else None
    to = compose(
        translate(extent.whole.left, extent.whole.top),
        placement(drawn, style, extent.whole.width, extent.whole.height),
    )
    spots = whereabouts(drawn, network or lower(drawn).network)
    if isinstance(drawn, StreetMap):
        spots = {**spots, **{bay.name: bay.at for bay in bays_of(drawn)}}
    found = {name: apply(to, x, y) for name, (x, y) in spots.items()}
    return {name: (x, y) for name, (x, y) in found.items() if extent.box.contains(BoundingBox(x, y, x, y))}


# What of a picture is missing, found without painting maps.


def picture_faults(sketches: Iterable[FaceSketch], shelf: FaceShelf) -> Iterator[Fault]:
    """Yield what numbers of these pictures point at and faces do not have; the shelf may leave maps blank."""
    for shown in sketches:
        face = shelf.face(shown.piece)
        for call_out in shown.call_outs if face else ():
            assert face
            try:
                target(call_out, face, shown.window, shelf)
            except NoSketchError as error:
                if error.fault:
                    yield error.fault
