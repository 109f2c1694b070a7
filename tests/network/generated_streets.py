"""Generated street maps on a lattice, and the same as a plain walk over the lattice sees them."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
from hypothesis import strategies as st
from msgspec import Struct, field
from msgspec.structs import replace

from pnp.model.maps.street_map import StreetMap, read_street_map
from pnp.source import load_schemas, read_document, validate
from tests.network.generated import Graph
from tests.pipeline import ROOT

STEP = 80
"""How far apart the corners of the lattice lie: room for two crosswalks and spaces between two streets."""

Corner = tuple[int, int]


class Lane(Struct, frozen=True):
    """A street of the lattice: from a corner so many steps east or south, with so many spaces in each run."""

    name: str
    start: Corner
    south: bool
    steps: int
    spaces: int = 2
    one_way: bool = False
    turned: bool = False

    @property
    def corners(self) -> list[Corner]:
        """Its corners, in the direction in which it is written."""
        x, y = self.start
        found = [(x, y + step) if self.south else (x + step, y) for step in range(self.steps + 1)]
        return found[::-1] if self.turned else found

    @property
    def edges(self) -> set[frozenset[Corner]]:
        """The steps that it takes."""
        return {frozenset(step) for step in pairwise(self.corners)}

    def written(self) -> str:
        """The street as a designer writes it."""
        ends = [[20 + STEP * x, 20 + STEP * y] for x, y in (self.corners[0], self.corners[-1])]
        return f"{{from: {ends[0]}, to: {ends[1]}, spaces: {self.spaces}, one-way: {str(self.one_way).lower()}}}"


class Town(Struct, frozen=True):
    """Streets of the lattice, no two of which share a step, and what is said of their spaces."""

    lanes: tuple[Lane, ...]
    mouths: bool = False
    stops: bool = False
    tagged: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    lot: str = ""
    crosswalks: tuple[tuple[str, tuple[float, float]], ...] = field(default=())

    def written(self, more: str = "") -> str:
        """The document."""
        lines = ["kind: street-map", "size: 400 x 400", "streets:"]
        lines += [f"  {lane.name}: {lane.written()}" for lane in self.lanes]
        lines += ["mouths: crosswalks"] * self.mouths
        lines += [f"intersections: {'spaces' if self.stops else 'no spaces'}"]
        lines += [f"tags: {{inn: [{', '.join(self.tagged)}]}}"] * bool(self.tagged)
        lines += [f"one-way-spots: [{', '.join(self.spots)}]"] * bool(self.spots)
        yard = f"{{at: [390, 390], size: 10 x 10, tags: [start], exit: {self.lot}}}"
        lines += [f"lots: {{Yard: {yard}}}"] * bool(self.lot)
        if self.crosswalks:
            lines += ["crosswalks:", *(f"  {name}: [{x:g}, {y:g}]" for name, (x, y) in self.crosswalks)]
        return "\n".join(lines) + "\n" + more

    def read(self, more: str = "") -> StreetMap:
        """The map that the document comes to."""
        document = validate(read_document(self.written(more), "town.yaml"), load_schemas(ROOT / "schemas"))
        assert document.root is not None, document.findings
        assert not document.findings, document.findings
        return read_street_map(document.root, "town")

    @property
    def junctions(self) -> dict[Corner, str]:
        """The corners where streets meet, by the names of these."""
        found: dict[Corner, str] = {}
        for corner in sorted({corner for lane in self.lanes for corner in lane.corners}):
            here = [lane.name for lane in self.lanes if corner in lane.corners]
            if len(here) > 1:
                found[corner] = " / ".join(here)
        return found

    def runs(self, lane: Lane) -> list[list[str]]:
        """The spaces of each run of a street, between the names of the junctions at its ends; '' for an open end."""
        junctions, corners = self.junctions, lane.corners
        cuts = [n for n, corner in enumerate(corners) if corner in junctions or n in (0, len(corners) - 1)]
        found, count = [], 0
        for start, end in pairwise(cuts):
            spaces = [f"{lane.name} {count + number}" for number in range(1, lane.spaces + 1)]
            count += lane.spaces
            found.append([junctions.get(corners[start], ""), *spaces, junctions.get(corners[end], "")])
        return found

    @property
    def names(self) -> list[str]:
        """The spaces of all streets."""
        return [space for lane in self.lanes for run in self.runs(lane) for space in run[1:-1]]

    def graph(self) -> Graph:
        """The map as networkx sees it: it costs one move to enter a space, and none to enter a junction."""
        found = nx.DiGraph()
        found.add_nodes_from(self.names)
        found.add_nodes_from(self.junctions.values())
        for lane in self.lanes:
            for run in self.runs(lane):
                for here, there in pairwise([name for name in run if name]):
                    found.add_edge(here, there, weight=self._cost(there))
                    if not lane.one_way:
                        found.add_edge(there, here, weight=self._cost(here))
        if self.lot:
            found.add_edge("Yard", self.lot, weight=1)
        return found

    def _cost(self, name: str) -> int:
        return int(self.stops or name not in self.junctions.values())

    def segment(self, spot: str) -> list[tuple[str, str]]:
        """The moves there along the segment of a space, from what leads in to what leads out."""
        run = next(run for lane in self.lanes for run in self.runs(lane) if spot in run)
        return list(pairwise(name for name in run if name))


@st.composite
def towns(draw: st.DrawFn, least: int = 2, most: int = 5) -> Town:
    """Towns of a few streets on a lattice of four by four corners."""
    lanes: list[Lane] = []
    taken: set[frozenset[Corner]] = set()
    for number in range(draw(st.integers(least, most))):
        south, steps = draw(st.booleans()), draw(st.integers(1, 3))
        across, down = draw(st.integers(0, 3 if south else 3 - steps)), draw(st.integers(0, 3 - steps if south else 3))
        one_way, turned = draw(st.integers(0, 3)) == 0, draw(st.booleans())
        lane = Lane(f"S{number}", (across, down), south, steps, draw(st.integers(1, 3)), one_way, turned)
        if not taken & lane.edges:
            taken |= lane.edges
            lanes.append(lane)
    town = Town(tuple(lanes), draw(st.booleans()), draw(st.booleans()))
    names = town.names
    picked = draw(st.lists(st.sampled_from(names), max_size=3, unique=True))
    spots = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
    lot = draw(st.sampled_from(["", *names]))
    return replace(town, tagged=tuple(picked), spots=tuple(spots), lot=lot)
