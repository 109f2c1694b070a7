"""Grid maps by brute force: cells are points on paper, and neighbours are those a pitch apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations, product
from math import atan2, dist, pi, sqrt
from typing import TYPE_CHECKING

from tests.oracle.board import Board, Place, Site, Spot, TooCloseError, listed, tags_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Data, Move

HAIR = 1e-6
WINDS = {0: "N", 30: "NE", 60: "NE", 90: "E", 120: "SE", 150: "SE", 180: "S", 210: "SW", 240: "SW", 270: "W", 300: "NW",
         330: "NW"}  # fmt: skip
"""The names of directions, by degrees clockwise from north."""

SIDES: dict[str, Data] = {
    "river": {}, "bridge": {"over": "river"}, "ford": {"over": "river"}, "wall": {"closed": True},
    "door": {"over": "wall"}, "secret door": {"over": "wall"}, "opening": {"draw": "opening"}, "fence": {},
    "cliff": {"closed": True}, "border": {},
}  # fmt: skip
ROADS: dict[str, Data] = {"road": {}, "trail": {}, "rail": {}, "stream": {"cost": None}, "tunnel": {}}


@dataclass(frozen=True)
class Square:
    """A cell: its number and its name on the map, where it is, and what it is."""

    number: str
    name: str
    at: tuple[float, float]
    terrain: str | None
    tags: frozenset[str]
    district: str | None
    edges: dict[int, str] | None = None
    """The directions over which a road leaves, in degrees, with its kind; None where all sides are open."""


Lying = tuple[int, int]
"""A tile by its number, and its turn clockwise in degrees."""


@dataclass(frozen=True)
class CellTile:
    """A tile of a grid map: one copy of what the document says."""

    name: str
    said: Data


@dataclass(frozen=True)
class Described:
    """A side between two cells, by number, as the entry that counts describes it; `beyond` is -1 at the rim."""

    cell: int
    beyond: int
    degrees: int
    kind: str
    entry: Data
    general: bool


def centre(shape: str, odd: bool, column: int, row: int) -> tuple[float, float]:
    """Where a cell is, in pitches."""
    if shape == "hex-pointy":
        return column + (0.5 if row % 2 == int(odd) else 0.0), row * sqrt(3) / 2
    if shape == "hex-flat":
        return column * sqrt(3) / 2, row + (0.5 if column % 2 == int(odd) else 0.0)
    return float(column), float(row)


def letters(document: Data) -> Iterator[tuple[int, int, str]]:
    """The cells of the picture: column, row and letter."""
    if "terrain" not in document:
        columns, rows = (int(each) for each in document["extent"].split("x"))
        yield from ((column, row, "") for row in range(rows) for column in range(columns))
        return
    lines = document["terrain"].rstrip().split("\n")
    step = 1 if any(not {one, two} & {" "} for line in lines for one, two in pairwise(line)) else 2
    for row, line in enumerate(lines):
        yield from ((at // step, row, letter) for at, letter in enumerate(line) if letter != " ")


def numbered(document: Data, column: int, row: int, wide: int) -> str:
    """The number of a cell."""
    how = document.get("names", "A1")
    said = how if isinstance(how, dict) else {"like": how}
    column, row = column + said.get("column", 1), row + said.get("row", 1)
    if said.get("like", "A1") == "0101":
        words = f"{column:0{wide}}", f"{row:0{wide}}"
    else:
        assert said.get("like", "A1") == "A1"
        assert 0 < column < 27, "the maps of the oracle are small"
        words = chr(ord("A") + column - 1), str(row)
    return "".join(words[::-1] if said.get("rows-first") else words)


def squares(document: Data, lyings: tuple[Lying, ...] = ()) -> list[Square]:
    """The cells of a map, with tiles on those that take them."""
    found = _bare_squares(document)
    cells, tiles = tiled(document, found), tiles_of(document)
    for at, (tile, degrees) in zip(cells, lyings, strict=bool(lyings)) if lyings else ():
        found[at] = _covered(document, found[at], tiles[tile].said, degrees)
    return found


def tiles_of(document: Data) -> list[CellTile]:
    """The tiles, copy by copy."""
    found = []
    for name, said in (document.get("tiles") or {}).items():
        copies = (said or {}).get("copies", 1)
        names = [name] if copies == 1 else [f"{name} {number}" for number in range(1, copies + 1)]
        found += [CellTile(each, said or {}) for each in names]
    return found


def tiled(document: Data, cells: list[Square]) -> list[int]:
    """The cells that take a tile."""
    words = {str(each) for each in listed(document.get("tiles-on"))}
    return [at for at, cell in enumerate(cells) if words & {cell.number, cell.name, cell.terrain, cell.district}]


def edges_of(said: Data, degrees: int = 0) -> dict[int, str] | None:
    """The edges in a mapping, turned clockwise by so many degrees."""
    edges = said.get("edges") if isinstance(said, dict) else None
    if edges is None:
        return None
    by_name = edges if isinstance(edges, dict) else dict.fromkeys(edges, "road")
    found = {}
    for name, kind in by_name.items():
        found |= {(at + degrees) % 360: kind for at, wind in WINDS.items() if wind == name}
    return found


def _covered(document: Data, cell: Square, said: Data, degrees: int) -> Square:
    """A cell with a tile on it: what is said of the cell itself stays."""
    terrains = document.get("terrains") or {}
    own, bare = cell.tags, cell.terrain
    terrain = said.get("terrain", bare)
    if terrain != bare:
        meant = [each for each in (document.get("legend") or {}).values() if isinstance(each, dict)]
        places = (document.get("places") or {}).values()
        kept = [tags_of(each) for each in meant if each.get("terrain") == bare and _is_of(cell, each)]
        kept += [tags_of(each) for each in places if each and str(each["at"]) == cell.number]
        own = frozenset().union(*kept)
        own |= {terrain} | tags_of(terrains.get(terrain))
    tags = frozenset(own | tags_of(said))
    return Square(cell.number, cell.name, cell.at, terrain, tags, cell.district, edges_of(said, degrees))


def _is_of(cell: Square, meant: Data) -> bool:
    """Whether a cell is of a letter that means this; letters of the oracle differ in their terrains."""
    return tags_of(meant) <= cell.tags


def _bare_squares(document: Data) -> list[Square]:
    """The cells of a map as printed."""
    shape, odd = document["cells"], document.get("offset", "odd") == "odd"
    legend, terrains = document.get("legend") or {}, document.get("terrains") or {}
    places = {str(said["at"]): (name, said) for name, said in reversed((document.get("places") or {}).items())}
    found = []
    there = [each for each in letters(document) if _terrain(legend.get(each[2])) != "none"]
    wide = 2  # the maps of the oracle are small
    for column, row, letter in there:
        meant = legend.get(letter)
        number, terrain = numbered(document, column, row, wide), _terrain(meant)
        name, said = places.get(number, (number, {}))
        more = meant if isinstance(meant, dict) else {}
        tags = {*tags_of(more), *tags_of(said), *tags_of(terrains.get(terrain)), *([terrain] if terrain else [])}
        district = said.get("in", more.get("in"))
        at = centre(shape, odd, column, row)
        found.append(Square(number, name, at, terrain, frozenset(tags), district, edges_of(meant)))
    return found


def _terrain(meant: Data) -> str | None:
    return meant.get("terrain") if isinstance(meant, dict) else meant


def grid_board(document: Data) -> Board:
    """The board of a grid map."""
    return GridBuilder(document).board


class GridBuilder:
    """What a document says, as cells, sides and roads, and the board that they make."""

    def __init__(self, document: Data, lyings: tuple[Lying, ...] = ()) -> None:
        self.document, self.board = document, Board()
        self.cells = squares(document, lyings)
        self.index = {cell.number: at for at, cell in enumerate(self.cells)}
        self.index |= {cell.name: at for at, cell in enumerate(self.cells)}
        self.terrains = document.get("terrains") or {}
        self.kinds = {**SIDES}
        for name, said in (document.get("side-kinds") or {}).items():
            self.kinds[name] = {**SIDES.get(name, {}), **(said or {})}
        self.around = [dict(self._around(at)) for at in range(len(self.cells))]
        self.steps = self._roads()
        self.sides = self._sides()
        self._check()
        opened = {at for step in self.steps for at in step}
        self.open = [at in opened or bool(cell.edges) or not self._closed(at) for at, cell in enumerate(self.cells)]
        self._fill()

    def _closed(self, at: int) -> bool:
        return bool((self.terrains.get(self.cells[at].terrain) or {}).get("closed"))

    def _cost(self, at: int) -> int:
        return int((self.terrains.get(self.cells[at].terrain) or {}).get("cost", 1))

    def _around(self, at: int) -> Iterator[tuple[int, int]]:
        """The neighbours of a cell, by direction in degrees clockwise from north."""
        x, y = self.cells[at].at
        for other, cell in enumerate(self.cells):
            if abs(dist(cell.at, (x, y)) - 1) < HAIR:
                yield round(atan2(cell.at[0] - x, y - cell.at[1]) * 180 / pi) % 360, other

    def _directions(self) -> tuple[int, ...]:
        first, count = {"hex-pointy": (30, 6), "hex-flat": (0, 6), "square": (0, 4)}[self.document["cells"]]
        return tuple(range(first, 360, 360 // count))

    def _sides(self) -> dict[tuple[int, int], Described]:
        """The described sides, by cell and direction, from both of their cells."""
        found: dict[tuple[int, int], Described] = {}
        entries = self.document.get("sides") or []
        general = ["between" not in each and "towards" not in each for each in entries]
        for wanted in (True, False):
            for entry in (each for each, is_general in zip(entries, general, strict=True) if is_general is wanted):
                for cell, degrees in self._meant(entry):
                    beyond = self.around[cell].get(degrees, -1)
                    known = found.get((cell, degrees))
                    if known and known.general is wanted and self.kinds[entry["kind"]].get("over") != known.kind:
                        continue
                    side = Described(cell, beyond, degrees, entry["kind"], entry, wanted)
                    found[cell, degrees] = side
                    if beyond >= 0:
                        found[beyond, (degrees + 180) % 360] = side
        return found

    def _meant(self, entry: Data) -> Iterator[tuple[int, int]]:
        """The sides that an entry means."""
        if "between" in entry:
            one, two = ([self.index[str(each)] for each in self._there(side)] for side in entry["between"])
            yield from (
                (at, degrees) for at in one for degrees in self._directions() if self.around[at].get(degrees, -1) in two
            )
        elif "of" in entry:
            names = set(listed(entry["towards"]))
            for at in (self.index[str(each)] for each in self._there(entry["of"])):
                yield from ((at, degrees) for degrees in self._directions() if WINDS[degrees] in names)
        else:
            around = entry["around"]
            if isinstance(around, list):
                inside = [self.index[str(each)] for each in self._there(around)]
            else:
                inside = [at for at, cell in enumerate(self.cells) if around in (cell.terrain, cell.district)]
            for at in inside:
                yield from (
                    (at, degrees) for degrees in self._directions() if self.around[at].get(degrees, -1) not in inside
                )

    def _there(self, cells: Data) -> list[str]:
        return [str(each) for each in listed(cells) if str(each) in self.index]

    def _roads(self) -> dict[tuple[int, int], int]:
        """The steps along roads, with the least that they cost."""
        kinds = {**ROADS}
        for name, said in (self.document.get("road-kinds") or {}).items():
            kinds[name] = {**ROADS.get(name, {}), **(said or {})}
        self.road_kinds = kinds
        found: dict[tuple[int, int], int] = {}
        self.passed: list[list[int]] = []
        self.paved: list[tuple[str, list[int]]] = []
        for item in self.document.get("roads") or []:
            said = item if isinstance(item, dict) else {"through": item}
            through = said["through"] if isinstance(said["through"], list) else said["through"].split(" -- ")
            if not all(str(each).strip() in self.index for each in through):
                self.board.whole = False
                continue
            stops = [self.index[str(each).strip()] for each in through]
            cells = [stops[0]]
            for one, two in pairwise(stops):
                cells += self._straight(one, two)
            self.passed.append(cells)
            self.paved.append((said.get("kind", "road"), cells))
            cost = kinds[said.get("kind", "road")].get("cost", 1)
            for one, two in pairwise(cells):
                for step in ((one, two), (two, one)) if cost is not None else ():
                    found[step] = min(found.get(step, cost), cost)
        return found

    def _straight(self, one: int, two: int) -> list[int]:
        """The cells after the first on a straight line, by walking it; -1 for one that the map lacks."""
        start, end = self.cells[one].at, self.cells[two].at
        far = dist(start, end)
        count = round(far)
        if one == two:
            return []
        if abs(far - count) > HAIR:
            raise TooCloseError  # the line is not one of the axes: it runs along sides
        if self.document["cells"] == "square" and start[0] != end[0] and start[1] != end[1]:
            raise TooCloseError
        found = []
        for step in range(1, count + 1):
            at = tuple(a + (b - a) * step / count for a, b in zip(start, end, strict=True))
            near = [number for number, cell in enumerate(self.cells) if dist(cell.at, at) < 0.1]
            found.append(near[0] if near else -1)
        return found

    def _check(self) -> None:
        """A map with gaps is not whole."""
        document = self.document
        named = [str(said["at"]) for said in (document.get("places") or {}).values()]
        for entry in document.get("sides") or []:
            cells = [*(entry.get("between") or ()), *listed(entry.get("of"))]
            around = entry.get("around")
            named += [
                str(name) for each in (*cells, *(around if isinstance(around, list) else ())) for name in listed(each)
            ]
        if not all(name in self.index for name in named) or not self.cells:
            self.board.whole = False
        bare = squares(document)  # without tiles
        there = {*self.index, *(cell.terrain for cell in bare), *(cell.district for cell in bare)}
        if not there.issuperset(map(str, listed(document.get("tiles-on")))):
            self.board.whole = False
        if document.get("tiles") and len(tiles_of(document)) < len(tiled(document, bare)):
            self.board.whole = False
        legend = document.get("legend") or {}
        if any(letter and letter not in legend for _, _, letter in letters(document)):
            self.board.whole = False
        for cells in self.passed:
            if -1 in cells or any(self._is_shut(one, two) for one, two in pairwise(cells)):
                self.board.whole = False

    def _side(self, one: int, two: int) -> Described | None:
        degrees = next((each for each, other in self.around[one].items() if other == two), None)
        return None if degrees is None else self.sides.get((one, degrees))

    def _is_shut(self, one: int, two: int) -> bool:
        side = self._side(one, two)
        return bool(side and self.kinds[side.kind].get("closed"))

    def leads(self, one: int, two: int) -> int | None:
        """What a move over a side costs; None where there is none."""
        side = self._side(one, two)
        if not self.open[two] or self._is_shut(one, two):
            return None
        if side and side.entry.get("one-way") and side.cell != one:
            return None
        joined = self.joined(one, two)
        if joined is None:
            return None
        if (one, two) in self.steps:
            return self.steps[one, two]
        if joined in self.road_kinds and self.road_kinds[joined].get("cost", 1) is not None:
            return int(self.road_kinds[joined].get("cost", 1))
        if self._closed(one) or self._closed(two):
            return None
        return self._cost(two) + (int(self.kinds[side.kind].get("cost", 0)) if side else 0)

    def joined(self, one: int, two: int) -> str | None:
        """The kind of the road over a side, "" where both cells have no edges, None where the edges bar it."""
        degrees = next(each for each, other in self.around[one].items() if other == two)
        here, there = self.cells[one].edges, self.cells[two].edges
        kinds = {edges.get(at) for edges, at in ((here, degrees), (there, (degrees + 180) % 360)) if edges is not None}
        return "" if not kinds else kinds.pop() if len(kinds) == 1 else None

    def _add_ends(self) -> None:
        """What seams need: whether a road leaves a cell, and whether one meets none on the map."""
        for at, cell in enumerate(self.cells):
            if not self.open[at] or not cell.edges:
                continue
            self.board.seams = self.board.seams or bool(self.around[at])
            for degrees in cell.edges:
                other = self.around[at].get(degrees)
                if other is not None and self.leads(at, other) is None and self.leads(other, at) is None:
                    self.board.kerbs = True

    def _fill(self) -> None:
        state = {}
        for at, cell in enumerate(self.cells):
            if self.open[at]:
                state[at] = self.board.add(Place(cell.name, cell.tags, cell.district))
        self.state = state
        for one in state:
            for two in self.around[one].values():
                cost = self.leads(one, two) if two in state else None
                if cost is not None:
                    self.board.join(state[one], state[two], True, cost)
            for two, cost in self._corners(one):
                self.board.join(state[one], state[two], True, cost)
        for at, number in state.items():
            if self.cells[at].name != self.cells[at].number:
                self.board.sites.append(Site(self.cells[at].number, frozenset(), None, (number,)))
        self.board.crossings = list(self._crossings())
        self._add_ends()

    def _corners(self, one: int) -> Iterator[tuple[int, int]]:
        """The squares that a diagonal move leads to, and what it costs; none from or to a cell with edges."""
        if self.cells[one].edges is not None:
            return
        rule = self.document.get("diagonals", False)
        if self.document["cells"] != "square" or rule is False or self._closed(one):
            return
        said = rule if isinstance(rule, dict) else {}
        wanted = 2 if said.get("corners") == "both" else 1
        for two in [at for at in self.state if self.cells[at].edges is None]:
            if abs(dist(self.cells[one].at, self.cells[two].at) - sqrt(2)) < HAIR and not self._closed(two):
                round_corner = [at for at in self.around[one].values() if at in self.around[two].values()]
                free = sum(self._is_free(one, at) and self._is_free(at, two) for at in round_corner)
                if free >= wanted:
                    yield two, self._cost(two) + int(said.get("cost", 0))

    def _is_free(self, one: int, two: int) -> bool:
        """Whether a move over a side is there, and nothing is described on the side but an opening."""
        side = self._side(one, two)
        plain = side is None or (self.kinds[side.kind].get("draw") == "opening" and not self._is_shut(one, two))
        return plain and self.leads(one, two) is not None

    def _crossings(self) -> Iterator[Spot]:
        """The described sides that can be crossed."""
        return (spot for _, spot in self.crossed())

    def described(self) -> list[Described]:
        """The described sides between two cells, but no openings."""
        unique = {(side.cell, side.degrees): side for side in self.sides.values() if side.beyond >= 0}
        return [
            side for (cell, degrees), side in sorted(unique.items())
            if self.sides[cell, degrees] is side and not (
                self.kinds[side.kind].get("draw") == "opening" and not self.kinds[side.kind].get("closed")
            )
        ]  # fmt: skip

    def crossed(self) -> Iterator[tuple[Described, Spot]]:
        """The described sides that can be crossed, each with its spot."""
        found = self.described()
        given: dict[str, list[Described]] = {}
        for side in found:
            given.setdefault(side.entry.get("name", ""), []).append(side)
        used: dict[str, int] = {}
        for side in found:
            one, two = side.cell, side.beyond
            moves: list[Move] = []
            if one in self.state and two in self.state:
                both = ((one, two), (two, one))
                moves = [(self.state[a], self.state[b]) for a, b in both if self.leads(a, b) is not None]
            if not moves:
                continue
            name = side.entry.get("name") or f"{side.kind} {self.cells[one].name} | {self.cells[two].name}"
            if side.entry.get("name") and len(given[name]) > 1:
                used[name] = used.get(name, 0) + 1
                name = f"{name} {used[name]}"
            yield side, Spot(name, (("", frozenset(moves)),))


@dataclass(frozen=True)
class GridCity:
    """A grid map with tiles that are laid over some of its cells."""

    document: Data

    @property
    def cells(self) -> list[int]:
        """The cells that take a tile."""
        return tiled(self.document, squares(self.document))

    @property
    def turns(self) -> list[int]:
        """The turns that are allowed, in degrees."""
        usual = "any" if any(each.said.get("edges") for each in tiles_of(self.document)) else "never"
        step = 90 if self.document["cells"] == "square" else 60
        return {"any": list(range(0, 360, step)), "half": [0, 180], "never": [0]}[self.document.get("turned", usual)]

    @property
    def printed(self) -> Board:
        """The map as printed, which knows what tiles may make of its cells."""
        builder = GridBuilder(self.document)
        board = builder.board
        tags = frozenset[str]()
        for tile in tiles_of(self.document):
            terrain = tile.said.get("terrain")
            more = tags_of((self.document.get("terrains") or {}).get(terrain))
            tags |= tags_of(tile.said) | more | ({terrain} if terrain else set())
        for at in self.cells:
            cell = builder.cells[at]
            board.aside.append(Place(cell.name, tags, cell.district))
        return board

    @property
    def number(self) -> int:
        """How many arrangements there are."""
        cells = len(self.cells)
        found: int = len(self.turns) ** cells
        for left in range(len(tiles_of(self.document)), len(tiles_of(self.document)) - cells, -1):
            found *= left if self.document.get("shuffled", True) else 1
        return found

    def arrangements(self) -> Iterator[tuple[Lying, ...]]:
        """Every arrangement, cell by cell in the order of the file, the less turned first."""
        cells, tiles = len(self.cells), range(len(tiles_of(self.document)))
        orders = permutations(tiles, cells) if self.document.get("shuffled", True) else [tuple(tiles[:cells])]
        yield from sorted(
            tuple(zip(order, turn, strict=True)) for order in orders for turn in product(self.turns, repeat=cells)
        )

    def words(self, lyings: tuple[Lying, ...]) -> tuple[tuple[str, str], ...]:
        """An arrangement in words."""
        cells, tiles = squares(self.document), tiles_of(self.document)
        return tuple(
            (cells[at].name, tiles[tile].name + (f", turned {degrees}°" if degrees else ""))
            for at, (tile, degrees) in zip(self.cells, lyings, strict=True)
        )

    def board(self, lyings: tuple[Lying, ...]) -> Board:
        """The board with tiles on it."""
        return GridBuilder(self.document, lyings).board


def grid_city(document: Data) -> GridCity | None:
    """The map with its tiles; None where it has none, or too few for its cells."""
    city = GridCity(document)
    return city if 0 < len(city.cells) <= len(tiles_of(document)) else None
