"""Intersections, runs, spaces and crosswalks of streets.

In: streets (`streets.py`), how wide they are, how long a space is, and what lies across them (a crosswalk, say). Out: a
`StreetPlan` in whole units of 1/10000 mm, y downwards.

- Two streets that cross, or one that ends on another, make a `Node` of the kind `junction`, however they bend; those
  nearer than half a width are one. A street that ends nowhere has an `end` there. What lies across is a `break`.
- The `Run`s of a street are its parts from node to node. They begin where the kerbs of an intersection meet, so that
  streets of 18 mm that cross square leave 9 mm to it on either side.
- A run is divided into equal `Space`s, each with its centre, its middle line and its heading (degrees clockwise from
  east, along the street); none where it is shorter than half a space. Spaces count from 1 along their street.
- `links` say what follows what: spots are the spaces, then the nodes, by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees, dist, sqrt
from typing import Literal, get_args

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.geometry.polygons import Point
from pnp.geometry.street_lines import Meetings, PolyLine, Vector, find_meetings, line_of

# Streets as geometry: intersections, the runs between them, and the spaces on these; pure arithmetic, for any map.

UNIT = 10_000
"""How many units make a millimetre."""

SHARPEST = 4
"""How many half widths an intersection reaches at most along streets that meet at a sharp angle."""

MOST_SPACES = 20_000
"""How many spaces are laid at most: a board has some hundred."""

NodeKind = Literal["junction", "end", "break"]


class Break(Struct, frozen=True):
    """What lies across a street, by number, at the point of it nearest to `at`; it takes up `depth` of the street."""

    street: int
    at: Vector
    depth: int


class PlanNode(Struct, frozen=True):
    """Where runs end; `streets` are the streets that come there, by number, and `broken` is the number of a break."""

    kind: NodeKind
    at: Vector
    streets: tuple[int, ...]
    broken: int | None = None


class Space(Struct, frozen=True):
    """A part of a run that a piece stands on; `number` counts from 1 along its street, `line` is its middle line."""

    street: int
    number: int
    at: Vector
    heading: float
    length: int
    line: tuple[Vector, ...]


class StreetRun(Struct, frozen=True):
    """A part of a street from node to node; `number` counts from 1 along the street, those left out too, and those that
    a break parts as one.

    `line` is its middle line between the nodes' kerbs, and `spaces` lie on it in turn, by number. `room` is how long it
    is, below 0 where these kerbs overlap.
    """

    street: int
    number: int
    start: int
    end: int
    one_way: bool
    line: tuple[Vector, ...]
    spaces: tuple[int, ...]
    room: int


class RunLink(Struct, frozen=True):
    """A run leads from one spot to the next, and back unless `one_way`."""

    start: int
    end: int
    run: int
    one_way: bool


class StreetPlan(Struct, frozen=True):
    """Streets worked out; `overlaps` are pairs of streets that lie on each other, and `runs_of` counts each one's runs.

    It is not `whole` where so many streets lie near each other that they were not compared, nor where it is `crowded`:
    where the spaces would be so many that none were laid.
    """

    width: int
    nodes: tuple[PlanNode, ...]
    runs: tuple[StreetRun, ...]
    spaces: tuple[Space, ...]
    runs_of: tuple[int, ...]
    overlaps: tuple[tuple[int, int], ...] = ()
    whole: bool = True
    crowded: bool = False

    @property
    def links(self) -> Iterator[RunLink]:
        """What follows what along the runs: spaces by their numbers, node n as the number of spaces and n."""
        first = len(self.spaces)
        for number, run in enumerate(self.runs):
            for start, end in pairwise((first + run.start, *run.spaces, first + run.end)):
                yield RunLink(start, end, number, run.one_way)


def plan_streets(streets: Sequence[Street], width: float, space: float, breaks: Sequence[Break] = ()) -> StreetPlan:
    """The plan of streets that are `width` millimetres wide, with spaces of about `space` millimetres."""
    lines = [line_of([to_units(point) for point in street.points]) for street in streets]
    meetings = find_meetings(lines, round(width * UNIT) // 2)
    return _Planner(streets, lines, meetings, round(width * UNIT), round(space * UNIT), breaks).plan()


def to_units(point: tuple[float, float]) -> Vector:
    """A point given in millimetres."""
    return round(point[0] * UNIT), round(point[1] * UNIT)


class _Stop(Struct, frozen=True):
    """Where a street comes to a node: it arrives `first` along its length and leaves at `last`."""

    first: int
    last: int
    node: int


class _Piece(Struct, frozen=True):
    """A run before its intersections are taken off."""

    street: int
    number: int
    start: _Stop
    end: _Stop


class _Planner:
    """Works a plan out: the nodes, the pieces between them, and how much of each an intersection takes."""

    def __init__(
        self, streets: Sequence[Street], lines: Sequence[PolyLine], meetings: Meetings, width: int, space: int,
        breaks: Sequence[Break],
    ) -> None:  # fmt: skip
        self.streets, self.lines, self.meetings = streets, lines, meetings
        self.width, self.space = width, space
        self.nodes = [PlanNode("junction", each.at, each.streets) for each in meetings.places]
        self.depths = [0] * len(self.nodes)
        self.breaks: list[list[tuple[int, int]]] = [[] for _ in streets]
        for number, each in enumerate(breaks):
            along = lines[each.street].nearest(each.at)
            self.breaks[each.street].append((along, len(self.nodes)))
            self._add(PlanNode("break", lines[each.street].at(along), (each.street,), number), each.depth)

    def _add(self, node: PlanNode, depth: int = 0) -> int:
        self.nodes.append(node)
        self.depths.append(depth)
        return len(self.nodes) - 1

    def plan(self) -> StreetPlan:
        pieces = [list(self._pieces(street)) for street in range(len(self.streets))]
        kept = [piece for each in pieces for piece in each if not self._is_left_out(piece)]
        arms = self._arms(kept)
        runs: list[StreetRun] = []
        spaces: list[Space] = []
        for piece in kept:
            start, end = self._extent(piece, arms)
            street, line = self.streets[piece.street], self.lines[piece.street]
            cuts = _cuts(street, piece.number, start, end, self.space)
            if len(spaces) + len(cuts) > MOST_SPACES:
                return self._crowded(pieces)
            first = spaces[-1].number + 1 if spaces and spaces[-1].street == piece.street else 1
            numbers = tuple(range(len(spaces), len(spaces) + len(cuts)))
            spaces += (_space(piece.street, number, line, *cut) for number, cut in enumerate(cuts, first))
            ends = piece.start.node, piece.end.node
            middle = line.part(min(start, end), max(start, end))
            runs.append(StreetRun(piece.street, piece.number, *ends, street.one_way, middle, numbers, end - start))
        return StreetPlan(
            self.width, tuple(self.nodes), tuple(runs), tuple(spaces), tuple(map(len, pieces)),
            self.meetings.overlaps, self.meetings.whole,
        )  # fmt: skip

    def _crowded(self, runs: Sequence[Sequence[_Piece]]) -> StreetPlan:
        counts = tuple(map(len, runs))
        return StreetPlan(self.width, (), (), (), counts, self.meetings.overlaps, whole=False, crowded=True)

    def _is_left_out(self, piece: _Piece) -> bool:
        return piece.number in self.streets[piece.street].left_out

    def _pieces(self, street: int) -> Iterator[_Piece]:
        number = 0
        for start, end in pairwise(self._stops(street)):
            number += number == 0 or self.nodes[start.node].broken is None
            yield _Piece(street, number, start, end)

    def _stops(self, street: int) -> list[_Stop]:
        """The nodes along a street in turn, one at each end; a short way from a node to itself is no run."""
        length, near = self.lines[street].length, self.width // 2
        found = sorted((*self.meetings.along[street], *self.breaks[street]))
        ends = self._ends(street, found, length, near)
        stops: list[_Stop] = []
        for along, node in sorted((*found, *ends)):
            if stops and stops[-1].node == node and along - stops[-1].last <= self.width:
                stops[-1] = _Stop(stops[-1].first, along, node)
            else:
                stops.append(_Stop(along, along, node))
        return stops

    def _ends(self, street: int, found: list[tuple[int, int]], length: int, near: int) -> Iterator[tuple[int, int]]:
        """The nodes at the ends of a street where no other is near; a ring is parted where it begins."""
        line = self.lines[street]
        if line.closed:
            close = (node for along, node in found if along <= near or along >= length - near)
            node = next(close, None)
            node = self._add(PlanNode("break", line.points[0], (street,))) if node is None else node
            yield from ((0, node), (length, node))
            return
        if not found or found[0][0] > near:
            yield 0, self._add(PlanNode("end", line.points[0], (street,)))
        if not found or found[-1][0] < length - near:
            yield length, self._add(PlanNode("end", line.points[-1], (street,)))

    def _arms(self, pieces: Sequence[_Piece]) -> dict[int, list[Vector]]:
        """For each junction the directions in which runs leave it."""
        arms: dict[int, list[Vector]] = {}
        for piece in pieces:
            line = self.lines[piece.street]
            arms.setdefault(piece.start.node, []).append(line.direction(piece.start.last, 1))
            arms.setdefault(piece.end.node, []).append(line.direction(piece.end.first, -1))
        return arms

    def _reach(self, node: int, arm: Vector, arms: dict[int, list[Vector]]) -> int:
        """How far along an arm a node takes up the street: as far as its kerb meets that of another arm."""
        if self.nodes[node].kind != "junction":
            return self.depths[node] // 2
        half = self.width // 2
        return max((_corner(arm, other, half) for other in arms[node]), default=0)

    def _extent(self, piece: _Piece, arms: dict[int, list[Vector]]) -> tuple[int, int]:
        """From where to where along its street a run reaches; backwards where its intersections leave nothing of it."""
        line = self.lines[piece.street]
        start, end = piece.start.last, piece.end.first
        taken = self._reach(piece.start.node, line.direction(start, 1), arms)
        return start + taken, end - self._reach(piece.end.node, line.direction(end, -1), arms)


def _space(street: int, number: int, line: PolyLine, start: int, end: int) -> Space:
    middle = (start + end) // 2
    across, down = line.direction(middle, 1)
    heading = round(degrees(atan2(down, across)), 6) + 0.0
    return Space(street, number, line.at(middle), heading, end - start, line.part(start, end))


def _cuts(street: Street, number: int, start: int, end: int, space: int) -> list[tuple[int, int]]:
    """The spaces of a run: as many as its street says, else as many as come nearest to the length of a space."""
    if end - start < UNIT:
        return []
    size = round(street.space * UNIT) if street.space else space
    count = (2 * (end - start) + size) // (2 * size)
    if street.counts:
        count = street.counts[min(number, len(street.counts)) - 1]
    count = min(count, MOST_SPACES + 1)  # with which it is crowded already
    return list(pairwise(start + (end - start) * cut // count for cut in range(count + 1))) if count else []


def _corner(arm: Vector, other: Vector, half: int) -> int:
    """How far from where two arms meet their kerbs do: half a width where they stand square, nothing straight on."""
    cross = abs(arm[0] * other[1] - arm[1] * other[0])
    dot = arm[0] * other[0] + arm[1] * other[1]
    if cross == 0:
        return 0
    size = sqrt(cross * cross + dot * dot)
    return min(int(half * (size + dot) / cross + 0.5), SHARPEST * half)


Side = Literal["north", "east", "south", "west"]


SIDES: tuple[Side, ...] = get_args(Side)
"""The edges, clockwise from the top."""


class Street(Struct, frozen=True):
    """The middle line of a street in millimetres; one that is `one_way` leads from its first point to its last.

    Its runs are its parts between intersections, numbered from 1. `counts` says how many spaces each has, the last
    number again for all that follow, nothing where their length decides: about `space` millimetres each, None for that
    of the map. The runs in `left_out` are not there.
    """

    name: str
    span: Span
    points: tuple[Point, ...]
    one_way: bool = False
    counts: tuple[int, ...] = ()
    space: float | None = None
    left_out: tuple[int, ...] = ()


# Where crosswalks lie: at the points that a map gives, and at the mouths of streets where it asks for them.


class Crosswalk(Struct, frozen=True):
    """A crosswalk that the map names: the point on a street where it lies."""

    id: str
    span: Span
    at: Point


class Laid(Struct, frozen=True):
    """Every crosswalk as what lies across a street, with the ones that the map names; None for one at a mouth."""

    breaks: tuple[Break, ...] = ()
    crosswalks: tuple[Crosswalk | None, ...] = ()
    astray: tuple[Crosswalk, ...] = ()


SPARSE = 1_000.0
"""About how long spaces are where only the mouths of streets are looked for: what lies between is nothing to them."""


def lay_crosswalks(
    streets: Sequence[Street], width: float, depth: float, named: Sequence[Crosswalk], mouths: bool
) -> Laid:
    """All crosswalks of a map, the named ones first; `astray` are those whose point lies on no street.

    A named one near the mouth of a street lies just there, and stands for the one that would be there anyway.
    """
    if not (named or mouths):
        return Laid()
    plan = plan_streets(streets, width, SPARSE)
    ends = list(_mouths(plan, round(depth * UNIT)))
    found: list[tuple[Break, Crosswalk | None]] = []
    taken: set[int] = set()
    astray: list[Crosswalk] = []
    for crosswalk in named:
        at = to_units(crosswalk.at)
        street = _street_at(streets, at, width)
        if street is None:
            astray.append(crosswalk)
            continue
        near = [
            number
            for number, mouth in enumerate(ends)
            if mouth.street == street and dist(mouth.at, at) < depth * UNIT and number not in taken
        ]
        taken.update(near[:1])
        found.append((ends[near[0]] if near else Break(street, at, round(depth * UNIT)), crosswalk))
    if mouths:
        found += ((mouth, None) for number, mouth in enumerate(ends) if number not in taken)
    return Laid(tuple(each for each, _ in found), tuple(each for _, each in found), tuple(astray))


def _street_at(streets: Sequence[Street], at: Vector, width: float) -> int | None:
    """The street on which a point lies, the one whose middle is nearest."""
    far, street = min(
        ((_distance(street, at), number) for number, street in enumerate(streets)), default=(width * UNIT, 0)
    )
    return street if far <= width * UNIT / 2 else None


def _distance(street: Street, at: Vector) -> float:
    line = line_of([to_units(point) for point in street.points])
    return dist(line.at(line.nearest(at)), at)


def _mouths(plan: StreetPlan, depth: int) -> Iterator[Break]:
    """The place of a crosswalk at each end of a run that comes to an intersection, where there is room for two."""
    for run in plan.runs:
        if run.room < 2 * depth:
            continue
        for node, line in ((run.start, run.line), (run.end, run.line[::-1])):
            if plan.nodes[node].kind == "junction":
                yield Break(run.street, line_of(line).at(depth // 2), depth)
