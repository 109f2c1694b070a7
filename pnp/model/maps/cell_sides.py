"""Sides of cells and roads through cells: as a grid map writes them, and as the cells that they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeVar

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.geometry.cell_grid import Cell, CellGrid
from pnp.model.records import read_record
from pnp.model.reference import Formula, Ref
from pnp.source.tree import Listing, Node

# Kinds of sides: rivers, walls, doors; what crossing them costs.

SideDrawing = Literal["river", "bridge", "ford", "wall", "door", "secret-door", "fence", "cliff", "border", "opening"]
"""What a side of a cell looks like; an opening is not drawn."""


class SideKind(Struct, frozen=True):
    """A kind of side: what crossing it costs in addition to the cell beyond it, and whether it is closed.

    One that is `over` another kind is drawn with that below it, such as a bridge over a river.
    """

    id: str
    draw: SideDrawing = "border"
    cost: int = 0
    closed: bool = False
    over: Ref | None = None
    colour: Ref | None = None


_NOWHERE = Span("")

SIDE_KINDS: dict[str, SideKind] = {
    "river": SideKind("river", "river"),
    "bridge": SideKind("bridge", "bridge", over=Ref("river", _NOWHERE)),
    "ford": SideKind("ford", "ford", over=Ref("river", _NOWHERE)),
    "wall": SideKind("wall", "wall", closed=True),
    "door": SideKind("door", "door", over=Ref("wall", _NOWHERE)),
    "secret door": SideKind("secret door", "secret-door", over=Ref("wall", _NOWHERE)),
    "opening": SideKind("opening", "opening"),
    "fence": SideKind("fence", "fence"),
    "cliff": SideKind("cliff", "cliff", closed=True),
    "border": SideKind("border", "border"),
}
"""The kinds of sides that every map has, unless it describes them itself."""


class SideEntry(Struct, frozen=True):
    """An entry of `sides`, as it is written; which sides it means depends on the cells.

    It means the sides between the cells `first` and `second`; or those `towards` which the cells `first` face; or all
    sides around the cells `first`, or around the cells of a terrain or a district, `around`.
    """

    kind: Ref
    span: Span
    first: tuple[Ref, ...] = ()
    second: tuple[Ref, ...] = ()
    towards: tuple[Ref, ...] = ()
    around: Ref | None = None
    name: str = ""
    one_way: bool = False

    @classmethod
    def read(cls, node: Node) -> SideEntry:
        """Return the entry at `node`."""
        first: tuple[Ref, ...] = ()
        second: tuple[Ref, ...] = ()
        around = None
        if "between" in node:
            first, second = map(_cells, node["between"])
        elif "of" in node:
            first = _cells(node["of"])
        elif isinstance(node["around"].value, Listing):
            first = _cells(node["around"])
        else:
            around = Ref.read(node["around"])
        towards = tuple(map(Ref.read, node.list("towards")))
        kind, name = Ref.read(node["kind"]), node.text_of("name")
        return cls(kind, node.span, first, second, towards, around, name, node.is_true("one-way"))

    @property
    def is_general(self) -> bool:
        """Whether it means all sides around some cells; an entry that names its sides overrides it."""
        return not self.second and not self.towards

    @property
    def cells(self) -> tuple[Ref, ...]:
        """The cells that it names."""
        return *self.first, *self.second


def _cells(node: Node) -> tuple[Ref, ...]:
    return tuple(map(Ref.read, node)) if isinstance(node.value, Listing) else (Ref.read(node),)


class CellSide(Struct, frozen=True):
    """A described side: the number of its cell, the side of that, and the cell beyond it; None at the rim."""

    cell: int
    side: int
    other: int | None
    kind: SideKind
    entry: SideEntry

    @property
    def span(self) -> Span:
        """The position of its entry."""
        return self.entry.span

    @property
    def is_opening(self) -> bool:
        """Whether it is a gap in other sides, where nothing is."""
        return self.kind.draw == "opening" and not self.kind.closed


class SideSurvey(Struct, frozen=True):
    """The described sides of a map by cell and side, each from both of its cells.

    `contradictions` are pairs of different descriptions of one side, the first of which counts. `apart` are entries
    between cells of which no two share a side.
    """

    by_cell: Mapping[tuple[int, int], CellSide] = {}
    contradictions: tuple[tuple[CellSide, CellSide], ...] = ()
    apart: tuple[SideEntry, ...] = ()

    @property
    def sides(self) -> Iterator[CellSide]:
        """Each described side once, in the order of cells."""
        return (side for (cell, at), side in sorted(self.by_cell.items()) if (side.cell, side.side) == (cell, at))


class SideFinder(Struct, frozen=True, dict=True):
    """What entries of sides refer to: the cells of a map by name, and those of each terrain and district."""

    grid: CellGrid
    at: Sequence[Cell]
    numbers: Mapping[Cell, int]
    index: Mapping[str, int]
    groups: Mapping[str, Sequence[int]]

    def survey(self, entries: Sequence[SideEntry], kinds: Mapping[str, SideKind]) -> SideSurvey:
        """Return the sides that the entries describe; entries of unknown kinds are left out."""
        found: dict[tuple[int, int], CellSide] = {}
        contradictions: list[tuple[CellSide, CellSide]] = []
        apart: list[SideEntry] = []
        for entry in sorted(entries, key=lambda each: not each.is_general):
            kind = kinds.get(entry.kind.name)
            if kind is None:
                continue
            meant = tuple(self._meant(entry))
            if entry.second and not meant and all(ref.name in self.index for ref in entry.cells):
                apart.append(entry)
            for cell, side in meant:
                beyond = self.grid.beyond(self.at[cell], side)
                other = self.numbers.get(beyond)
                new, known = CellSide(cell, side, other, kind, entry), found.get((cell, side))
                if known and known.entry.is_general is entry.is_general and not _is_over(kind, known.kind):
                    if known.kind is not kind and not _is_over(known.kind, kind):
                        contradictions.append((known, new))
                    continue
                found[cell, side] = new
                if other is not None:
                    found[other, self.grid.opposite(side)] = new
        return SideSurvey(found, tuple(contradictions), tuple(apart))

    def _meant(self, entry: SideEntry) -> Iterator[tuple[int, int]]:
        """Yield the sides that an entry means, each as the number of a cell and of its side."""
        first = [self.index[ref.name] for ref in entry.first if ref.name in self.index]
        if entry.second:
            others = {self.index[ref.name] for ref in entry.second if ref.name in self.index}
            yield from ((cell, side) for cell in first for side, other in self.around(cell) if other in others)
        elif entry.towards:
            names = {ref.name.upper() for ref in entry.towards}
            wanted = [side for side, name in enumerate(self.grid.side_names) if name in names]
            yield from ((cell, side) for cell in first for side in wanted)
        elif entry.around:
            name = entry.around.name
            if name not in self._rims:  # a map may describe the sides of a large terrain often
                self._rims[name] = self._rim(self.groups.get(name, ()))
            yield from self._rims[name]
        else:
            yield from self._rim(first)

    def _rim(self, cells: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Return the sides of these cells beyond which none of them is."""
        inside = set(cells)
        return tuple((cell, side) for cell in cells for side, other in self.around(cell) if other not in inside)

    @cached_property
    def _rims(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """The sides around terrains and districts: a cache, filled by `_meant`."""
        return {}

    def around(self, cell: int) -> Iterator[tuple[int, int | None]]:
        """Yield the sides of a cell, each with the number of the cell beyond it, None if there is none."""
        return ((side, self.numbers.get(at)) for side, at in enumerate(self.grid.neighbours(self.at[cell])))


def _is_over(kind: SideKind, other: SideKind) -> bool:
    """Whether a side can be of both kinds, as a bridge over a river."""
    return kind.over is not None and kind.over.name == other.id


# Roads through cells.

RoadDrawing = Literal["road", "trail", "rail", "stream", "tunnel"]
"""What a road through cells looks like."""


class CellRoadKind(Struct, frozen=True):
    """A kind of road: what each step along it costs, instead of the cell and the side, and how it is drawn."""

    id: str
    draw: RoadDrawing = "road"
    cost: int | None = 1
    colour: Ref | None = None


ROAD = "road"
"""The kind of a road that names none."""

ROAD_KINDS: dict[str, CellRoadKind] = {
    "road": CellRoadKind("road", "road"),
    "trail": CellRoadKind("trail", "trail"),
    "rail": CellRoadKind("rail", "rail"),
    "stream": CellRoadKind("stream", "stream", cost=None),
    "tunnel": CellRoadKind("tunnel", "tunnel"),
}
"""The kinds of roads that every map has, unless it describes them itself. A stream changes no cost."""


class CellRoad(Struct, frozen=True):
    """A road through the middles of cells; cells of the list that are not neighbours are joined by a straight line."""

    through: tuple[Ref, ...]
    span: Span
    kind: Ref | None = None
    name: str = ""

    @property
    def kind_name(self) -> str:
        """The name of its kind."""
        return self.kind.name if self.kind else ROAD

    def steps(self, finder: SideFinder) -> int:
        """How many steps from cell to cell it has, counted without walking them."""
        known = [finder.at[finder.index[ref.name]] for ref in self.through if ref.name in finder.index]
        return sum(finder.grid.steps_apart(one, other) for one, other in pairwise(known))

    def cells(self, index: Mapping[str, Cell], grid: CellGrid) -> tuple[Cell, ...]:
        """Return the cells that it passes; those that it names and are not in `index` are left out."""
        known = [index[ref.name] for ref in self.through if ref.name in index]
        passed = known[:1]
        for one, other in pairwise(known):
            passed += grid.straight(one, other)[1:]
        return tuple(passed)


def read_cell_road(node: Node) -> CellRoad:
    """Return the road at `node`: a text `A1 -- A5`, a list of cells, or a mapping with `through`."""
    listed = node.get("through") or node
    if isinstance(listed.value, Listing):
        through = tuple(map(Ref.read, listed))
    else:
        written = Formula.read(listed)
        cells = re.finditer(r"(?:^| -- )\s*(\S.*?)\s*(?= -- |$)", written.text)
        through = tuple(Ref(cell[1], written.part(*cell.span(1))) for cell in cells)
    if listed is node:
        return CellRoad(through, node.span)
    return CellRoad(through, node.span, Ref.read(node["kind"]) if "kind" in node else None, node.text_of("name"))


# Edges: the sides over which the roads of a tile, or of a letter of the picture, leave a cell.


class CellEdge(Struct, frozen=True):
    """A road that leaves a cell: the name of the side, and the kind of the road."""

    side: Ref
    kind: Ref


Edges = tuple[CellEdge, ...] | None
"""The roads that leave a cell; None if all of its sides can be crossed."""

OpenSides = Mapping[int, str]
"""The sides of a cell over which roads leave it, by number, each with the kind of its road."""


def read_edges(node: Node | None) -> Edges:
    """Return the edges at `node`: a list of sides, or a mapping from sides to kinds of roads; None without a node."""
    if node is None:
        return None
    if isinstance(node.value, Listing):
        return tuple(CellEdge(Ref.read(side), Ref(ROAD, side.span)) for side in node)
    return tuple(CellEdge(Ref.read(key), Ref.read(value)) for key, value in node.items())


def open_sides(edges: Edges, names: Sequence[str], steps: int = 0) -> OpenSides | None:
    """Return the sides that edges open, turned clockwise by so many sides; unknown names are left out.

    `names` are those of the sides of a cell, clockwise. None if the cell has no edges.
    """
    if edges is None:
        return None
    numbers = {name: number for number, name in enumerate(names)}
    found = {
        (numbers[edge.side.name.upper()] + steps) % len(names): edge.kind.name
        for edge in edges
        if edge.side.name.upper() in numbers
    }
    return dict(sorted(found.items()))


AnyKind = TypeVar("AnyKind", SideKind, CellRoadKind)


def read_kind(known: Mapping[str, AnyKind], key: Node, value: Node) -> AnyKind:
    """Return the kind of a side or a road; a kind that every map has keeps what the entry does not say."""
    usual = known.get(key.text)
    own = type(next(iter(known.values())))
    if value.value is None:
        return usual or own(key.text)
    said = {name: getattr(usual, name) for name in own.__struct_fields__ if name not in value} if usual else {}
    return read_record(own, value, **{**said, "id": key.text})
