"""Tile maps by brute force: each tile on paper, and every way to lay them, ways joined where their ends meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, permutations, product
from math import atan2, cos, dist, hypot, sin
from typing import TYPE_CHECKING

from tests.oracle.area import _roads
from tests.oracle.board import Board, Place, Site, Spot, TooCloseError, listed, tags_of
from tests.oracle.lines import HAIR, clear, spot
from tests.oracle.streets import read_street, town_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Data
    from tests.oracle.lines import Point

TURNS = {"any": (0, 1, 2, 3), "half": (0, 2), "never": (0,)}

Lying = tuple[int, int]
"""A tile by its number, and its quarters clockwise."""


@dataclass(frozen=True)
class Exit:
    """Where a way ends at the edge: the point, the place inside, and how it can be used."""

    at: Point
    place: int
    leaves: bool
    enters: bool


@dataclass
class Tile:
    """One tile on paper: a board of its own, its exits, its runs, and what serves its sites.

    What nothing serves is on no board, for that is told by itself; it has its name all the same.
    """

    name: str
    board: Board = field(default_factory=Board)
    exits: list[Exit] = field(default_factory=list)
    runs: list[tuple[str, list[int]]] = field(default_factory=list)
    sites: list[tuple[str, frozenset[str], tuple[int, ...]]] = field(default_factory=list)


@dataclass(frozen=True)
class City:
    """The tiles of a map."""

    document: Data
    tiles: list[Tile]
    whole: bool

    @property
    def rows(self) -> int:
        """How many rows of cells there are."""
        return int(self.document["city"]["rows"])

    @property
    def columns(self) -> int:
        """How many columns of cells there are."""
        return int(self.document["city"]["columns"])

    @property
    def printed(self) -> Board:
        """The city as printed, which knows what lies aside."""
        cells = min(self.rows * self.columns, len(self.tiles))
        board = self.board(tuple((tile, 0) for tile in range(cells)))
        for tile in self.tiles[cells:]:
            board.aside += tile.board.places
            district = tile.board.places[0].district if tile.board.places else None
            board.aside += [Site(self._site(tile, name), tags, district, ()) for name, tags, by in tile.sites if by]
        return board

    @property
    def number(self) -> int:
        """How many arrangements there are."""
        cells, turns = self.rows * self.columns, len(TURNS[self.document.get("turned", "any")])
        found: int = turns**cells
        for left in range(len(self.tiles), len(self.tiles) - cells, -1):
            found *= left if self.document.get("shuffled", True) else 1
        return found

    def arrangements(self) -> Iterator[tuple[Lying, ...]]:
        """Every arrangement, cell by cell in the order of the file, the less turned first."""
        cells, turns = self.rows * self.columns, TURNS[self.document.get("turned", "any")]
        tiles = range(len(self.tiles))
        orders = permutations(tiles, cells) if self.document.get("shuffled", True) else [tuple(range(cells))]
        yield from sorted(
            tuple(zip(order, turn, strict=True)) for order in orders for turn in product(turns, repeat=cells)
        )

    def words(self, lyings: tuple[Lying, ...]) -> tuple[tuple[str, str], ...]:
        """An arrangement in words."""
        return tuple(
            (
                f"row {cell // self.columns + 1}, column {cell % self.columns + 1}",
                self.tiles[tile].name + (f", turned {90 * turn}°" if turn else ""),
            )
            for cell, (tile, turn) in enumerate(lyings)
        )

    def board(self, lyings: tuple[Lying, ...]) -> Board:
        """The board of tiles as they lie."""
        board, side = Board(whole=self.whole), float(self.document["tile"])
        board.seams = len(lyings) > 1
        ends: dict[Point, list[Exit]] = {}
        for cell, (number, turn) in enumerate(lyings):
            tile, first = self.tiles[number], len(board.places)
            for place in tile.board.places:
                board.add(place)
            for start, after in enumerate(tile.board.after):
                board.after[first + start] = {first + end for end in after}
            for name, tags, by in tile.sites:
                if not by:
                    continue
                district = tile.board.places[0].district if tile.board.places else None
                places = tuple(first + at for at in by)
                board.sites.append(Site(self._site(tile, name), tags, district, places))
            for name, spots in tile.runs:
                _add_run(board, name, [first + at for at in spots])
            for each in tile.exits:
                at = _moved(each.at, turn, side, cell % self.columns, cell // self.columns)
                ends.setdefault(at, []).append(Exit(at, first + each.place, each.leaves, each.enters))
        self._meet(board, ends)
        return board

    def _meet(self, board: Board, ends: dict[Point, list[Exit]]) -> None:
        side = float(self.document["tile"])
        for (x, y), here in ends.items():
            inside = 0 < x < side * self.columns and 0 < y < side * self.rows
            if len(here) > 2:
                raise TooCloseError
            if len(here) == 1 and inside:
                board.kerbs = True
            for one, two in permutations(here, 2):
                if one.leaves and two.enters:
                    board.join(one.place, two.place, one_way=True)

    def _site(self, tile: Tile, name: str) -> str:
        shared = sum(name == other for each in self.tiles for other, _, _ in each.sites) > 1
        return f"{tile.name} {name}" if shared else name


def _moved(at: Point, turn: int, side: float, column: int, row: int) -> Point:
    x, y = at
    for _ in range(turn):
        x, y = side - y, x
    return round(x + column * side, 3), round(y + row * side, 3)


def _add_run(board: Board, name: str, spots: list[int]) -> None:
    steps = list(pairwise(spots))
    forth = frozenset(step for step in steps if step[1] in board.after[step[0]])
    back = frozenset((end, start) for start, end in steps if start in board.after[end])
    board.segments.append(Spot(name, (("forth", back), ("back", forth))))
    board.stretches.append((name, tuple(at for at in spots if board.places[at].stop)))


def city_of(document: Data) -> City:
    """The tiles of a document, each on paper."""
    tiles, whole = [], True
    for name, said in (document.get("tiles") or {}).items():
        said = said or {}
        copies = said.get("copies", 1)
        for copy in range(1, copies + 1):
            builder = _Builder(name if copies == 1 else f"{name} {copy}", said, document)
            tiles.append(builder.tile)
            whole = whole and builder.whole
    sites = [name for tile in tiles for name, _, _ in tile.sites]
    named = [place.name for tile in tiles for place in tile.board.places]
    named += [f"{tile.name} {name}" if sites.count(name) > 1 else name for tile in tiles for name, _, _ in tile.sites]
    enough = len(tiles) >= document["city"]["rows"] * document["city"]["columns"]
    return City(document, tiles, whole and enough and len(set(named)) == len(named))


class _Builder:
    """Puts a tile on paper."""

    def __init__(self, name: str, said: Data, document: Data) -> None:
        self.said, self.side, self.whole = said, float(document["tile"]), True
        self.width, self.space = document.get("street", 18), document.get("space", 37.5)
        self.tile = Tile(name)
        streets = [read_street(each, how, self.side, self.side) for each, how in (said.get("streets") or {}).items()]
        self.town = town_of(streets, self.width, self.space, [])
        self.found: dict[str, int] = {}
        self.boxes: dict[int, tuple[Point, float, float]] = {}
        self.pieces: list[list[tuple[int, int, list[int]]]] = []
        self._add_spaces()
        self._add_intersections()
        self._join_streets()
        self._join_roads()
        self._add_exits()
        if len({each.at for each in self.tile.exits}) < len(self.tile.exits):
            raise TooCloseError  # two ways leave at one spot
        self._add_sites()

    def _add(self, name: str, said: Data = None, stop: bool = True) -> int:
        number = self.tile.board.add(Place(f"{self.tile.name} {name}", tags_of(said), self.said.get("in"), stop))
        self.found.setdefault(name, number)
        return number

    def _add_spaces(self) -> None:
        written = {name: said or {} for name, said in (self.said.get("spaces") or {}).items()}
        of_streets = {name: said for name, said in written.items() if "at" not in said}
        for pieces in self.town.pieces:
            spots = []
            for piece in pieces:
                line, inside = self.town.streets[piece.street].line, []
                for at, centre in enumerate(piece.centres):
                    name = self.town.name(piece, at)
                    inside.append(self._add(name, of_streets.pop(name, None)))
                    across, down = line.heading(centre, True)
                    length = (piece.kerbs[1] - piece.kerbs[0]) / len(piece.centres)
                    self.boxes[inside[-1]] = line.at(centre), atan2(down, across), length
                spots.append((piece.start, piece.end, inside))
            self.pieces.append(spots)
        self.whole = not of_streets
        for name, said in written.items():
            if "at" in said:
                number = self._add(name, said)
                turn = said.get("heading", 0) * 3.141592653589793 / 180
                self.boxes[number] = tuple(said["at"]), turn, float(self.space)

    def _add_intersections(self) -> None:
        taken: list[str] = []
        self.nodes: dict[int, int] = {}
        for number, node in enumerate(self.town.nodes):
            if node.kind != "end":
                streets = [self.town.streets[street].name for street in node.streets]
                name = " / ".join(streets if len(streets) > 1 else streets * 2)
                again = taken.count(name)
                taken.append(name)
                self.nodes[number] = self._add(f"{name} {again + 1}" if again else name, stop=False)
        for name in self.said.get("intersections") or {}:
            self._add(name, stop=False)

    def _join_streets(self) -> None:
        for number, pieces in enumerate(self.town.pieces):
            street = self.town.streets[number]
            for piece, (start, end, inside) in zip(pieces, self.pieces[number], strict=True):
                spots = [at for at in (self.nodes.get(start), *inside, self.nodes.get(end)) if at is not None]
                for one, two in pairwise(spots):
                    self.tile.board.join(one, two, street.one_way)
                if inside:
                    self.tile.runs.append((f"{self.tile.name} {street.name} run {piece.number}", spots))
                ends = ((piece.number == 1, street.line.points[0], 0),
                        (piece.number == self.town.runs[number], street.line.points[-1], -1))  # fmt: skip
                for is_end, point, which in ends:
                    if is_end and spots and self._on_edge(point):
                        leaves, enters = which == -1 or not street.one_way, which == 0 or not street.one_way
                        self.tile.exits.append(Exit(point, spots[which], leaves, enters))

    def _on_edge(self, at: Point) -> bool:
        edges = sum(each in (0, self.side) for each in at)
        return edges == 1 and all(0 <= each <= self.side for each in at)

    def _find(self, name: str) -> int | None:
        if name not in self.found:
            self.whole = False
        return self.found.get(name)

    def _join_roads(self) -> None:
        for item in self.said.get("roads") or ():
            for start, end, one_way, *_ in _roads(item):
                ends = self._find(start), self._find(end)
                if ends[0] is not None and ends[1] is not None:
                    self.tile.board.join(ends[0], ends[1], one_way)

    def _add_exits(self) -> None:
        for where, said in (self.said.get("exits") or {}).items():
            said = said if isinstance(said, dict) else {"to": said}
            at, way, point = self._find(said["to"]), said.get("way", "both"), spot(where, self.side, self.side)
            if at is not None and self._on_edge(point):
                self.tile.exits.append(Exit(point, at, way != "in", way != "out"))

    def _add_sites(self) -> None:
        for name, said in (self.said.get("sites") or {}).items():
            said = said or {}
            by: list[int] = []
            if said.get("by"):
                found = [self._find(each) for each in listed(said["by"])]
                by = [at for at in found if at is not None and self.tile.board.places[at].stop]
            elif "at" in said:
                by = self._near(tuple(said["at"]), said.get("reach"))
            self.tile.sites.append((name, tags_of(said), tuple(dict.fromkeys(by))))

    def _near(self, at: Point, reach: float | None) -> list[int]:
        """The spaces within reach of a point, or the nearest, to a millimetre."""
        far = {number: self._far(at, *box) for number, box in self.boxes.items()}
        limit = min(far.values(), default=0) + 1 if reach is None else reach
        return [number for number, away in far.items() if away <= HAIR or clear(away, limit)]

    def _far(self, at: Point, middle: Point, turn: float, length: float) -> float:
        away, angle = dist(at, middle), atan2(at[1] - middle[1], at[0] - middle[0]) - turn
        along, aside = abs(away * cos(angle)), abs(away * sin(angle))
        return hypot(max(along - length / 2, 0), max(aside - self.width / 2, 0))
