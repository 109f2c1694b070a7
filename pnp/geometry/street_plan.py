"""Compute the plan of a street map: intersections, runs, spaces and crosswalks.

The input is the middle lines of the streets, their width, the length of a space, and breaks such as crosswalks. The
result is a `StreetPlan` in units of 1/10000 mm, with y downwards.

- A `PlanNode` of the kind `junction` is where streets cross, or where one ends on another. Meetings closer than half a
  street width are one node. The free end of a street is a node of the kind `end`, and a break one of the kind `break`.
- A `StreetRun` is the part of a street between two nodes. It begins where the kerbs of an intersection meet: two
  streets of 18 mm that cross at right angles take 9 mm off each run.
- A run is divided into equal `Space`s. A space has its centre, its middle line and its heading, in degrees clockwise
  from east along the street. A run shorter than half a space has none. Spaces are numbered from 1 along their street.
- A `RunLink` joins two consecutive spots. Spots are the spaces and the nodes, numbered in this order.
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

# The plan of streets.

UNIT = 10_000
"""Units in a millimetre."""

SHARPEST = 4
"""Maximum reach of an intersection along streets that meet at a sharp angle, in half widths of a street."""

MOST_SPACES = 20_000
"""Maximum number of spaces; a board has a few hundred."""

NodeKind = Literal["junction", "end", "break"]


class Break(Struct, frozen=True):
    """An interruption across a street, such as a crosswalk, at the street's point nearest to `at`.

    `street` is a number. `depth` is the length of street that it takes up.
    """

    street: int
    at: Vector
    depth: int


class PlanNode(Struct, frozen=True):
    """A point where runs end. `streets` are the numbers of its streets, and `broken` is the number of its break."""

    kind: NodeKind
    at: Vector
    streets: tuple[int, ...]
    broken: int | None = None


class Space(Struct, frozen=True):
    """A space for a piece, part of a run; `number` counts from 1 along its street, `line` is its middle line."""

    street: int
    number: int
    at: Vector
    heading: float
    length: int
    line: tuple[Vector, ...]


class StreetRun(Struct, frozen=True):
    """The part of a street between two nodes.

    `number` counts from 1 along the street. Runs that are left out count, too; runs separated only by a break share a
    number. `line` is the middle line between the kerbs of the two nodes. `spaces` are the numbers of the spaces on it,
    in order. `room` is its length, below 0 if these kerbs overlap.
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
    """A connection along a run from one spot to the next, in both directions unless `one_way`."""

    start: int
    end: int
    run: int
    one_way: bool


class StreetPlan(Struct, frozen=True):
    """The plan of streets. `runs_of` is the number of runs of each street, and `overlaps` are pairs that overlap.

    It is not `whole` if too many streets are close to each other to compare them all, or if it is `crowded`. A crowded
    plan would have too many spaces and has none.
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
        """The connections along the runs; the number of a node as a spot is its own plus the number of spaces."""
        first = len(self.spaces)
        for number, run in enumerate(self.runs):
            for start, end in pairwise((first + run.start, *run.spaces, first + run.end)):
                yield RunLink(start, end, number, run.one_way)


def plan_streets(streets: Sequence[Street], width: float, space: float, breaks: Sequence[Break] = ()) -> StreetPlan:
    """Return the plan of streets that are `width` millimetres wide, with spaces of about `space` millimetres."""
    lines = [line_of([to_units(point) for point in street.points]) for street in streets]
    meetings = find_meetings(lines, round(width * UNIT) // 2)
    return _Planner(streets, lines, meetings, round(width * UNIT), round(space * UNIT), breaks).plan()


def to_units(point: tuple[float, float]) -> Vector:
    """Return a point given in millimetres in units."""
    return round(point[0] * UNIT), round(point[1] * UNIT)


class _Stop(Struct, frozen=True):
    """The part of a street at a node: it arrives at the distance `first` along its length and leaves at `last`."""

    first: int
    last: int
    node: int


class _Piece(Struct, frozen=True):
    """A run before its ends are cut off at the kerbs of its nodes."""

    street: int
    number: int
    start: _Stop
    end: _Stop


class _Planner:
    """Computes a plan: the nodes, the pieces between them, and how much of each piece the nodes take."""

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
        """Return the plan; a crowded one as soon as it has too many spaces."""
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
        """Return the nodes along a street in order, with one at each end.

        Two visits to the same node at most a street width apart are one stop.
        """
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
        """Yield the nodes at the ends of a street that have no other node near; a ring is cut at its first point."""
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
        """Return for each node the directions in which runs leave it."""
        arms: dict[int, list[Vector]] = {}
        for piece in pieces:
            line = self.lines[piece.street]
            arms.setdefault(piece.start.node, []).append(line.direction(piece.start.last, 1))
            arms.setdefault(piece.end.node, []).append(line.direction(piece.end.first, -1))
        return arms

    def _reach(self, node: int, arm: Vector, arms: dict[int, list[Vector]]) -> int:
        """Return the length of street that a node takes: up to where the kerb of the arm meets that of another arm."""
        if self.nodes[node].kind != "junction":
            return self.depths[node] // 2
        half = self.width // 2
        return max((_corner(arm, other, half) for other in arms[node]), default=0)

    def _extent(self, piece: _Piece, arms: dict[int, list[Vector]]) -> tuple[int, int]:
        """Return the start and end of a run along its street; the end comes first if the nodes leave nothing of it."""
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
    """Return the starts and ends of the spaces of a run along its street.

    Their number is the one that the street gives; the default is the number for which the length of a space is closest
    to `space`.
    """
    if end - start < UNIT:
        return []
    size = round(street.space * UNIT) if street.space else space
    count = (2 * (end - start) + size) // (2 * size)
    if street.counts:
        count = street.counts[min(number, len(street.counts)) - 1]
    count = min(count, MOST_SPACES + 1)  # this many are enough for the plan to be crowded
    return list(pairwise(start + (end - start) * cut // count for cut in range(count + 1))) if count else []


def _corner(arm: Vector, other: Vector, half: int) -> int:
    """Return how far from the meeting point of two arms their kerbs meet.

    That is half a street width for a right angle, and 0 for arms in opposite directions.
    """
    cross = abs(arm[0] * other[1] - arm[1] * other[0])
    dot = arm[0] * other[0] + arm[1] * other[1]
    if cross == 0:
        return 0
    size = sqrt(cross * cross + dot * dot)
    return min(int(half * (size + dot) / cross + 0.5), SHARPEST * half)


Side = Literal["north", "east", "south", "west"]


SIDES: tuple[Side, ...] = get_args(Side)
"""The edges of a tile or map, clockwise from the top."""


class Street(Struct, frozen=True):
    """The middle line of a street in millimetres; a `one_way` street leads from its first point to its last.

    Its runs are numbered from 1. `counts` are the numbers of spaces of its runs; the last one is that of all further
    runs. If it is empty, spaces are about `space` millimetres long, None for the map's default. The runs in `left_out`
    are not built.
    """

    name: str
    span: Span
    points: tuple[Point, ...]
    one_way: bool = False
    counts: tuple[int, ...] = ()
    space: float | None = None
    left_out: tuple[int, ...] = ()


# Crosswalks: at the points that a map gives and, if it requests them, at the mouths of streets.


class Crosswalk(Struct, frozen=True):
    """A crosswalk that the map names, with its point on a street."""

    id: str
    span: Span
    at: Point


class LaidStreetPlan(Struct, frozen=True):
    """All crosswalks of a map as breaks; `crosswalks` is parallel to `breaks`, with None for one that has no name.

    `unmatched` are named crosswalks that are on no street.
    """

    breaks: tuple[Break, ...] = ()
    crosswalks: tuple[Crosswalk | None, ...] = ()
    unmatched: tuple[Crosswalk, ...] = ()


SPARSE = 1_000.0
"""The length of spaces in millimetres for a plan that serves only to find the mouths of streets: few spaces."""


def lay_crosswalks(
    streets: Sequence[Street], width: float, depth: float, named: Sequence[Crosswalk], mouths: bool
) -> LaidStreetPlan:
    """Return all crosswalks of a map, the named ones first.

    A named crosswalk near the mouth of a street is moved to the mouth, and replaces the one there.
    """
    if not (named or mouths):
        return LaidStreetPlan()
    plan = plan_streets(streets, width, SPARSE)
    ends = list(_mouths(plan, round(depth * UNIT)))
    found: list[tuple[Break, Crosswalk | None]] = []
    taken: set[int] = set()
    unmatched: list[Crosswalk] = []
    for crosswalk in named:
        at = to_units(crosswalk.at)
        street = _street_at(streets, at, width)
        if street is None:
            unmatched.append(crosswalk)
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
    return LaidStreetPlan(tuple(each for each, _ in found), tuple(each for _, each in found), tuple(unmatched))


def _street_at(streets: Sequence[Street], at: Vector, width: float) -> int | None:
    """Return the number of the street on which a point is, with the nearest middle line; None if there is none."""
    far, street = min(
        ((_distance(street, at), number) for number, street in enumerate(streets)), default=(width * UNIT, 0)
    )
    return street if far <= width * UNIT / 2 else None


def _distance(street: Street, at: Vector) -> float:
    line = line_of([to_units(point) for point in street.points])
    return dist(line.at(line.nearest(at)), at)


def _mouths(plan: StreetPlan, depth: int) -> Iterator[Break]:
    """Yield a break for a crosswalk at each end of a run that is at an intersection, if the run has room for two."""
    for run in plan.runs:
        if run.room < 2 * depth:
            continue
        for node, line in ((run.start, run.line), (run.end, run.line[::-1])):
            if plan.nodes[node].kind == "junction":
                yield Break(run.street, line_of(line).at(depth // 2), depth)
