"""From drawn components to pieces: faces, outlines, texts, dice, boxes, and snap points on maps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import atan2, degrees, dist, hypot

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.examine import Examined
from pnp.diagnostics import INFO, Fault
from pnp.draw.carton import carton
from pnp.draw.component import SingleFace, folded
from pnp.draw.layers.map import last_style
from pnp.draw.maps import placement
from pnp.draw.maps.area_map import road_spaces
from pnp.draw.maps.street_map import bays_of
from pnp.draw.nets import CORNERS, cube, edge_of, mark_size
from pnp.draw.pictures import FaceShelf, spots_on
from pnp.draw.table import headings_of
from pnp.escape import file_names
from pnp.export.pictures import SheetPicture, cropped, picture_of
from pnp.export.things import CellsOnPiece, Piece, PieceKind, PieceOutline, Snap, heading_up
from pnp.facts.look import look_of
from pnp.facts.pictures import Printed, ShownPiece
from pnp.facts.rows import box_size, count_of, finished_part, manifest, rows_of
from pnp.model.component import HEADING_DEGREES, PANELS, Makes
from pnp.model.faces.template import Template
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.street_map import StreetMap
from pnp.model.row import LABELS, Row
from pnp.network import Network
from pnp.scene.items import Affine, BoundingBox, Command, Ellipse, Group, Rect, Scene, apply
from pnp.scene.parts import Drawn, MapExtent, Outline, Part
from pnp.scene.paths import curve_points

KINDS: dict[Makes, tuple[PieceKind, float]] = {
    "board": ("board", 2.0),
    "card": ("card", 0.3),
    "tile": ("tile", 2.0),
    "token": ("token", 2.0),
    "mat": ("mat", 0.6),
    "standee": ("standee", 1.0),
    "pad": ("mat", 1.0),
    "track": ("mat", 0.6),
    "marker": ("token", 2.0),
    "coin": ("money", 2.0),
    "note": ("money", 0.15),
    "die": ("die", 18.0),
    "box": ("box", 20.0),
}
"""What a component is on the table, and how thick it is in millimetres."""

PLAYED_ON = ("board", "mat", "tile", "track", "pad")
"""Components whose maps are played on. Maps on others are illustrations."""

SHORTEST_NAME, LONGEST_NAME = 3, 60
"""How many letters the first words on a piece have if they are its name."""

SHORT_LINE = 10
"""The maximum length of a line, in letters, that the next line belongs to: short lines are signs, not a name yet."""

LONGEST_TEXT = 2_000
"""The maximum length of a piece's searchable text."""


class GameParts(Struct, frozen=True):
    """The pieces of a game by line of the manifest, and by row within it; of dice by their number."""

    lines: Mapping[str, Printed]
    pieces: Mapping[str, Mapping[int, Piece]]
    left_out: tuple[Fault, ...]

    @property
    def every(self) -> tuple[Piece, ...]:
        """All pieces, in the order of the manifest."""
        return tuple(piece for found in self.pieces.values() for piece in found.values())


def pieces_of(examined: Examined, shelf: FaceShelf) -> GameParts:
    """Return the pieces of a game that has been drawn."""
    game, left_out = examined.game, list[Fault]()
    drawn = {each.parts.component: each for each in examined.drawn}
    lines: dict[str, Printed] = {}
    pieces: dict[str, dict[int, Piece]] = {}
    taken: set[str] = set()
    for entry, component in manifest(game):
        count = entry.copies * count_of(component, game)
        line = Printed(entry, component, entry.rows(rows_of(component, game)), count)
        if component.makes not in KINDS:
            message = f"'{entry.id}' is not exported: a {component.makes} is stuck onto something else"
            left_out.append(
                Fault(entry.span, message, "nothing to do: virtual tables show what it is stuck onto", INFO)
            )
        elif entry.id in drawn:
            maker = _Maker(line, drawn[entry.id], examined, shelf)
            lines[entry.id] = line
            pieces[entry.id] = {number: _named_apart(piece, taken) for number, piece in maker.pieces()}
    return GameParts(lines, pieces, tuple(left_out))


def _named_apart(piece: Piece, taken: set[str]) -> Piece:
    """Return the piece with an id that no other one has."""
    name, number = piece.id, 2
    while name in taken:
        name, number = f"{piece.id}-{number}", number + 1
    taken.add(name)
    return piece if name == piece.id else replace(piece, id=name)


def _label(row: Row) -> str:
    """Return what players call a row: its name or title, rather than an id that only the pack uses."""
    values = (row.fields.get(label) for label in LABELS if label != "id")
    return next((" ".join(value.split()) for value in values if isinstance(value, str) and value.strip()), row.name)


class _Maker:
    """Makes the pieces of one line of the manifest."""

    def __init__(self, line: Printed, drawn: Drawn, examined: Examined, shelf: FaceShelf) -> None:
        self._line, self._drawn, self._examined, self._shelf = line, drawn, examined, shelf
        self._id, self._component = line.entry.id, line.component
        self._kind, self._thickness = KINDS[line.component.makes]
        self._copies = line.component.copies * line.entry.copies
        self._texts = _texts(drawn)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        if self._component.makes == "die":
            yield from self._dice()
        elif self._component.box:
            yield from self._boxes()
        elif self._component.makes == "standee":
            yield from self._standees()
        else:
            yield from self._flat()

    def _piece(self, name: str, row: Row, size: tuple[float, float]) -> Piece:
        """Return a piece without its faces."""
        several = len(self._line.rows) > 1
        called = _label(row) or self._line.name
        if called.isdigit():
            called = self._numbered(row.name) if several else self._line.name
        return Piece(
            id=f"{self._id}-{name}" if several else self._id,
            name=called,
            kind=self._kind,
            component=self._id,
            row=row.name,
            size_mm=size,
            thickness_mm=self._thickness,
            text=self._texts.get(row.name, ""),
            title=self._line.name,
        )

    def _numbered(self, row: str) -> str:
        """Return the name of a row that has only a number: two lines on it, or three short ones, if they are a name."""
        lines = self._texts.get(row, "").splitlines()
        is_short = all(len(line) <= SHORT_LINE for line in lines[:3])
        words = " ".join(lines[: 3 if is_short else 2])
        if not words or len(words) > LONGEST_NAME or self._kind in ("board", "mat", "box"):
            return f"{self._line.name} {row}"
        return words if len(words) >= SHORTEST_NAME else f"{self._line.name} {words}"

    def _flat(self) -> Iterator[tuple[int, Piece]]:
        """Yield a piece for each row, in the order in which the parts were drawn."""
        game = self._shelf.facts.game
        rows = [(number, row) for number, row in enumerate(self._line.rows) if self._line.template(row, "front", game)]
        names = file_names(row.name for _, row in rows)
        for (number, row), name, part in zip(rows, names, self._drawn.parts.parts, strict=False):
            if not row.copies * self._copies:
                continue
            template = self._line.template(row, "front", game)
            seen = finished_part(self._component, template) if template else None
            if seen:
                front, outline = folded(part.front, seen)
                part = replace(part, front=front, outline=outline)
            piece = self._piece(name, row, (part.front.width, part.front.height))
            kind, corner, points = _outline(part.outline)
            kind = "hex" if template and template.shape == "hexagon" else kind
            back = picture_of(f"{piece.id}-back", part.back, part.outline) if part.back else None
            has_slots = template is not None and any(layer.slot for layer in template.every_layer())
            played_on = self._component.makes in PLAYED_ON
            face = self._face(number, row) if played_on or has_slots else None
            made = replace(
                piece,
                front=picture_of(f"{piece.id}-front", part.front, part.outline),
                back=back,
                outline=kind,
                corner_mm=corner,
                points=points,
                count=row.copies * self._copies,
                snaps=tuple(_snaps(face, self._shelf, played_on)) if face else (),
                grid=_grid(face, self._shelf) if face and played_on else None,
            )
            heading = self._component.heading
            yield number, heading_up(made, part, HEADING_DEGREES[heading]) if heading else made

    def _face(self, number: int, row: Row) -> SingleFace | None:
        return self._shelf.face(ShownPiece(self._id, number, row.name))

    def _standees(self) -> Iterator[tuple[int, Piece]]:
        names = file_names(row.name for row in self._line.rows)
        for (number, row), name in zip(enumerate(self._line.rows), names, strict=True):
            front = self._face(number, row)
            behind = self._shelf.face(ShownPiece(self._id, number, row.name, "back"))
            if front is None or not row.copies * self._copies:
                continue
            piece = self._piece(name, row, (front.scene.width, front.scene.height))
            picture = picture_of(f"{piece.id}-front", front.scene, front.outline)
            back = picture_of(f"{piece.id}-back", behind.scene, behind.outline) if behind else picture
            yield number, replace(piece, front=picture, back=back, count=row.copies * self._copies)

    def _dice(self) -> Iterator[tuple[int, Piece]]:
        """Yield one piece for each different die."""
        template = (
            self._shelf.facts.game.find(Template, self._component.template.name) if self._component.template else None
        )
        if template is None:
            return
        edge = edge_of(template, self._component.sides, self._component.edge)
        rows = [row for row in self._line.rows for _ in range(row.copies)]
        several = len(self._drawn.parts.parts) > 1
        for number, part in enumerate(self._drawn.parts.parts):
            called = f"{self._id}-{part.name}" if several else self._id
            sides = rows[number * self._component.sides : (number + 1) * self._component.sides]
            faces = _die_faces(part, edge, self._component.sides)
            values = tuple(_value(row, index) for index, row in enumerate(sides, 1))
            pictures = tuple(picture_of(f"{called}-side-{index}", face) for index, face in enumerate(faces, 1))
            title = f"{self._line.name} {part.name}" if several else self._line.name
            yield (
                number,
                Piece(
                    id=called,
                    name=title,
                    kind="die",
                    component=self._id,
                    row=part.name,
                    size_mm=(edge, edge),
                    thickness_mm=edge,
                    front=pictures[0],
                    text=", ".join(values),
                    faces=pictures,
                    values=values,
                    count=part.copies,
                    title=self._line.name,
                ),
            )

    def _boxes(self) -> Iterator[tuple[int, Piece]]:
        assert self._component.box
        size = box_size(self._component.box, self._shelf.facts.game)
        if size is None:
            return
        sides = carton(size.width, size.height, size.depth).sides
        names = file_names(row.name for row in self._line.rows)
        parts = zip(self._line.rows, names, self._drawn.parts.parts, strict=False)
        for number, (row, name, part) in enumerate(parts):
            piece = self._piece(name, row, (size.width, size.height))
            pictures: list[SheetPicture | None] = []
            for panel in PANELS:
                (left, top), (right, bottom) = sides[panel][0], sides[panel][2]
                scene = cropped(part.front, left, top, right - left, bottom - top, panel in ("top", "bottom"))
                shown = panel in self._component.box.panels
                pictures.append(picture_of(f"{piece.id}-{panel}", scene) if shown else None)
            front, back, *_ = pictures
            count = row.copies * self._copies
            piece = replace(piece, thickness_mm=size.depth, front=front, back=back, faces=tuple(pictures), count=count)
            yield number, piece


def _value(row: Row, index: int) -> str:
    """Return what a side of a die counts: its only field if that is short, else its name."""
    fields = [str(value) for name, value in row.fields.items() if name.lower() not in ("copies",) and value is not None]
    return fields[0] if len(fields) == 1 and len(fields[0]) <= 20 else row.name or str(index)


def _texts(drawn: Drawn) -> dict[str, str]:
    """Return the texts of each row in the order of drawing, each once, with those that all rows share."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for placed in drawn.texts:
        text = " ".join(placed.text.split())
        if text:
            found[placed.origin.row].setdefault(text)
    shared = found.pop("", {})
    rows = {part.name for part in drawn.parts.parts} | set(found)
    return {row: "\n".join({**found.get(row, {}), **shared})[:LONGEST_TEXT] for row in rows}


def _die_faces(part: Part, edge: float, sides: int) -> Iterator[Scene]:
    """Yield the sides of a die, cut out of its net."""
    if sides == 6:
        for corners in cube(edge).faces:
            yield cropped(part.front, *corners[0], edge, edge)
        return
    side = mark_size(edge)
    marks = [each for each in part.front.items if isinstance(each, Group)]
    numbered = dict(zip((number for named in CORNERS for number in named), marks, strict=False))
    for number in range(sides):
        yield Scene(side, side, numbered[number].items)


def _outline(outline: Outline) -> tuple[PieceOutline, float, tuple[tuple[float, float], ...]]:
    """Return the kind of an outline, the radius of its corners, and its points."""
    match outline:
        case Rect():
            return "rect", outline.radius, ()
        case Ellipse():
            return "round", 0.0, ()
        case _:
            return "path", 0.0, tuple(_corners(outline.commands))


CURVE_STEPS = 8
"""How many straight lines stand for a curve of an outline."""


def _corners(commands: Sequence[Command]) -> Iterator[tuple[float, float]]:
    """Yield the corners of a closed path; curves as straight lines."""
    at = (0.0, 0.0)
    for command in commands:
        numbers = command[1:]
        if command[0] == "C":
            for x, y in curve_points(at, *numbers, steps=CURVE_STEPS):
                yield round(x, 3), round(y, 3)
        elif numbers:
            yield round(numbers[-2], 3), round(numbers[-1], 3)
        at = (numbers[-2], numbers[-1]) if numbers else at


# Snap points: places of maps, where pieces may stop, and slots.


def _snaps(face: SingleFace, shelf: FaceShelf, played_on: bool) -> Iterator[Snap]:
    """Yield the places of the maps on a face that is played on, each name once, and its slots."""
    known: set[str] = set()
    for painted in face.painted if played_on else ():
        extent = painted.extent
        network = shelf.facts.networks.get(extent.map) if extent else None
        if extent is None or network is None:
            continue
        stops = stops_of(network, *shelf.facts.classes.get(extent.map, {}).values())
        spots = {name: apply(painted.matrix, *spot) for name, spot in spots_on(extent, shelf).items()}
        headings = headings_of(network, spots)
        for name, (x, y) in spots.items():
            if name in stops and name not in known:
                known.add(name)
                yield Snap(name, round(x, 3), round(y, 3), headings.get(name), stops[name], map=extent.map)
        yield from _spaces(painted.extent, painted.matrix, shelf)
        yield from _bays(extent, spots, painted.matrix, shelf)
    for slot in face.slots:
        size = round(slot.width, 3), round(slot.height, 3)
        name = slot.name if slot.name not in known else f"slot {slot.name}"
        yield Snap(name, round(slot.x, 3), round(slot.y, 3), slot.turn, kind="slot", size_mm=size)


def _spaces(extent: MapExtent | None, matrix: Affine, shelf: FaceShelf) -> Iterator[Snap]:
    """Yield the spaces along the roads of an area map."""
    game = shelf.facts.game
    drawn = game.find(GameMap, extent.map) if extent else None
    style = game.find(MapStyle, extent.style) if extent and extent.style else last_style(game)
    if extent is None or style is None or not isinstance(drawn, AreaMap):
        return
    whole = extent.whole
    for name, (x, y), turn, size in road_spaces(drawn, style, look_of(game), whole.width, whole.height):
        x, y = whole.left + x, whole.top + y
        if extent.box.contains(BoundingBox(x, y, x, y)):
            at = apply(matrix, x, y)
            tilt = degrees(atan2(matrix[1], matrix[0]))
            yield Snap(name, round(at[0], 3), round(at[1], 3), round((turn + tilt) % 180, 1), kind="slot", size_mm=size)


def _bays(
    extent: MapExtent, spots: Mapping[str, tuple[float, float]], matrix: Affine, shelf: FaceShelf
) -> Iterator[Snap]:
    """Yield the bays of the parking lots of a street map; a piece heads out of them."""
    drawn = shelf.facts.game.find(GameMap, extent.map)
    style = shelf.facts.game.find(MapStyle, extent.style) if extent.style else last_style(shelf.facts.game)
    if not isinstance(drawn, StreetMap) or style is None:
        return
    size = hypot(*matrix[:2]) * placement(drawn, style, extent.whole.width, extent.whole.height)[0]
    tilt = degrees(atan2(matrix[1], matrix[0]))
    for bay in bays_of(drawn):
        if bay.name in spots:
            (x, y), (wide, tall) = spots[bay.name], bay.size
            turn, box = round((bay.turn + tilt) % 360, 1), (round(wide * size, 3), round(tall * size, 3))
            yield Snap(bay.name, round(x, 3), round(y, 3), turn, kind="slot", size_mm=box, place=bay.lot)


def stops_of(network: Network, *classes: Network) -> dict[str, tuple[str, ...]]:
    """Return the tags of the places where a piece may stop and of the sites, by name; also those of classes only."""
    found: dict[str, tuple[str, ...]] = {}
    for each in (network, *classes):
        for number in each.stops:
            found.setdefault(each.places[number].id, each.places[number].tags)
        for name, site in each.sites.items():
            found.setdefault(name, site.tags)
    for other in network.extras.aside:
        found.setdefault(other.id, other.tags)
    return found


def _grid(face: SingleFace, shelf: FaceShelf) -> CellsOnPiece | None:
    """Return the cells of the first grid map on a face."""
    for painted in face.painted:
        drawn = shelf.facts.game.find(GameMap, painted.extent.map) if painted.extent else None
        if isinstance(drawn, GridMap) and painted.extent and drawn.cells:
            spots = spots_on(painted.extent, shelf)
            shown = [cell for cell in drawn.cells if cell.id in spots]
            if len(shown) < 2:
                continue
            one, *others = shown
            far = max(others, key=lambda cell: dist(cell.centre, one.centre))
            here, there = (apply(painted.matrix, *spots[cell.id]) for cell in (one, far))
            scale = dist(here, there) / dist(one.centre, far.centre)
            return CellsOnPiece(
                drawn.grid.shape, round(drawn.grid.pitch * scale, 4), round(here[0], 3), round(here[1], 3)
            )
    return None
