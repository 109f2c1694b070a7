"""Streets by eye: where they meet, the runs between, and how many spaces fit."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import dist, floor
from typing import TYPE_CHECKING

from tests.oracle.board import TooCloseError, listed
from tests.oracle.lines import Line, clear, crossing, kerbs_meet, spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Data
    from tests.oracle.lines import Point


@dataclass(frozen=True)
class Street:
    """A street as it is written."""

    name: str
    line: Line
    one_way: bool = False
    counts: tuple[int, ...] = ()
    space: float | None = None
    left_out: frozenset[int] = frozenset()


@dataclass
class Node:
    """Where runs end: a junction, the end of a street, what lies `across` one by number, or where a ring begins.

    Streets meet at the `points` of a junction.
    """

    kind: str
    streets: tuple[int, ...] = ()
    points: tuple[Point, ...] = ()
    across: int | None = None
    depth: float = 0.0


@dataclass(frozen=True)
class Piece:
    """A part of a street from node to node: what the kerbs leave of it, and the centres of its spaces.

    `number` is that of its run; its spaces are numbered from `first` on along the street.
    """

    street: int
    number: int
    start: int
    end: int
    kerbs: tuple[float, float]
    first: int = 1
    centres: tuple[float, ...] = ()


@dataclass
class Town:
    """Streets with their nodes and, street by street, the pieces that are there, and how many runs each street has."""

    streets: list[Street]
    half: float
    nodes: list[Node] = field(default_factory=list)
    pieces: list[list[Piece]] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)

    def name(self, piece: Piece, at: int) -> str:
        """What a space of a piece is called."""
        return f"{self.streets[piece.street].name} {piece.first + at}"


def read_street(name: str, said: Data, width: float, height: float) -> Street:
    """A street, written out or a mapping."""
    if isinstance(said, str):
        points = [spot(each, width, height) for each in said.replace("->", "--").split(" -- ")]
        return Street(name, Line(_distinct(points)), "->" in said)
    points = [spot(each, width, height) for each in (said["from"], *said.get("via", ()), said["to"])]
    return Street(
        name, Line(_distinct(points)), said.get("one-way", False), tuple(listed(said.get("spaces"))),
        said.get("space"), frozenset(listed(said.get("left-out"))),
    )  # fmt: skip


def _distinct(points: list[Point]) -> tuple[Point, ...]:
    kept = [point for number, point in enumerate(points) if number == 0 or point != points[number - 1]]
    if len(kept) < 2:
        raise TooCloseError
    return tuple(kept)


def town_of(streets: list[Street], width: float, space: float, across: list[tuple[int, float, float]]) -> Town:
    """The streets worked out; `across` are what lies across them: the street, how far along, and how deep."""
    town = Town(streets, width / 2)
    along = _junctions(town)
    for number, (street, where, depth) in enumerate(across):
        if any(abs(where - other) < depth for other, _ in along[street]):
            raise TooCloseError
        town.nodes.append(Node("across", (street,), (), number, depth))
        along[street].append((where, len(town.nodes) - 1))
    stops = [_stops(town, number, sorted(each)) for number, each in enumerate(along)]
    bare = []
    for number, each in enumerate(stops):
        run, found = 0, []
        for start, end in pairwise(each):
            run += run == 0 or town.nodes[start[2]].across is None
            if run not in streets[number].left_out:
                found.append((run, start, end))
        bare.append(found)
        town.runs.append(run)
    arms = _arms(town, bare)
    for number, runs in enumerate(bare):
        town.pieces.append(list(_pieces(town, number, runs, arms, space)))
    return town


def _junctions(town: Town) -> list[list[tuple[float, int]]]:
    """Finds the junctions: for each street how far along it comes to which."""
    met: list[tuple[Point, list[tuple[int, float]]]] = []
    parts = [(number, *part) for number, street in enumerate(town.streets) for part in street.line.parts]
    for (one, a, b, first), (two, c, d, second) in combinations(parts, 2):
        if one == two and _follow(town.streets[one].line, first, second):
            continue
        if one != two:
            _apart(a, b, c, d, town.half)
        shares = crossing((a, b), (c, d))
        if shares:
            where = first + shares[0] * dist(a, b), second + shares[1] * dist(c, d)
            met.append((town.streets[one].line.at(where[0]), [(one, where[0]), (two, where[1])]))
        met += _endings(town, (one, a, b, first), (two, c, d, second))
    return _gathered(town, met)


Part = tuple[int, tuple[float, float], tuple[float, float], float]


def _endings(town: Town, one: Part, two: Part) -> Iterator[tuple[Point, list[tuple[int, float]]]]:
    """Where the end of one street lies on another, or nearly."""
    for (ending, a, b, first), (through, c, d, second) in ((one, two), (two, one)):
        line = town.streets[ending].line
        if line.ring:
            continue
        for where, point in ((first, a), (first + dist(a, b), b)):
            if min(where, line.length - where) > 1e-6:
                continue
            other = Line((c, d))
            away, along = other.foot(point)
            if clear(away, town.half):
                yield other.at(along), [(ending, where), (through, second + along)]


def _follow(line: Line, first: float, second: float) -> bool:
    begins = [part[2] for part in line.parts]
    apart = abs(begins.index(first) - begins.index(second))
    return apart <= 1 or (line.ring and apart == len(begins) - 1)


def _apart(a: Point, b: Point, c: Point, d: Point, half: float) -> None:
    """Streets that lie on each other are no map."""
    cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(cross) > 0.02 * dist(a, b) * dist(c, d):
        return
    size = dist(a, b)
    shares = [((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / size for p in (c, d)]
    shared = min(max(shares), size) - max(min(shares), 0)
    side = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / size
    if shared > 0.5 and side < 2.2 * half:
        raise TooCloseError


def _gathered(town: Town, met: list[tuple[Point, list[tuple[int, float]]]]) -> list[list[tuple[float, int]]]:
    """Meetings within half a width are one junction; junctions are numbered by their first street and along it."""
    groups: list[list[tuple[Point, list[tuple[int, float]]]]] = []
    for each in met:
        near = [group for group in groups if any(clear(dist(each[0], other[0]), town.half) for other in group)]
        merged = [each, *(other for group in near for other in group)]
        groups = [group for group in groups if group not in near] + [merged]
    for group in groups:
        if any(dist(one[0], two[0]) > town.half for one, two in combinations(group, 2)):
            raise TooCloseError  # a chain of meetings: which of them are one is a matter of taste
    groups.sort(key=lambda group: min(come for _, comes in group for come in comes))
    along: list[list[tuple[float, int]]] = [[] for _ in town.streets]
    for number, group in enumerate(groups):
        comes = sorted({come for _, each in group for come in each})
        streets = tuple(sorted({street for street, _ in comes}))
        town.nodes.append(Node("junction", streets, tuple(point for point, _ in group)))
        for street, where in comes:
            along[street].append((where, number))
    return along


def _stops(town: Town, street: int, along: list[tuple[float, int]]) -> list[tuple[float, float, int]]:
    """The nodes along a street in turn: from where to where it lies in each."""
    line, found = town.streets[street].line, list(along)
    if line.ring:
        close = [node for where, node in along if where <= town.half or where >= line.length - town.half]
        if not close:
            town.nodes.append(Node("ring", (street,)))
        node = close[0] if close else len(town.nodes) - 1
        found += [(0.0, node), (line.length, node)]
    else:
        for end in (0.0, line.length):
            if not any(clear(abs(where - end), town.half) for where, _ in along):
                town.nodes.append(Node("end", (street,)))
                found.append((end, len(town.nodes) - 1))
            elif any(town.nodes[node].kind == "across" for where, node in along if abs(where - end) <= town.half):
                raise TooCloseError
    stops: list[tuple[float, float, int]] = []
    for where, node in sorted(found):
        if stops and stops[-1][2] == node and clear(where - stops[-1][1], 2 * town.half):
            stops[-1] = (stops[-1][0], where, node)
        else:
            stops.append((where, where, node))
    return stops


Bare = tuple[int, tuple[float, float, int], tuple[float, float, int]]


def _arms(town: Town, bare: list[list[Bare]]) -> dict[int, list[Point]]:
    arms: dict[int, list[Point]] = {}
    for street, each in enumerate(bare):
        line = town.streets[street].line
        for _, start, end in each:
            arms.setdefault(start[2], []).append(line.heading(start[1], True))
            arms.setdefault(end[2], []).append(line.heading(end[0], False))
    return arms


def _pieces(town: Town, number: int, bare: list[Bare], arms: dict[int, list[Point]], space: float) -> Iterator[Piece]:
    street, count = town.streets[number], 0
    for run, start, end in bare:
        kerbs = (
            start[1] + _taken(town, start[2], street.line.heading(start[1], True), arms),
            end[0] - _taken(town, end[2], street.line.heading(end[0], False), arms),
        )
        length, fits = kerbs[1] - kerbs[0], 0
        if not clear(length, 1.0):
            if street.counts:
                fits = street.counts[min(run, len(street.counts)) - 1]
            else:
                share = length / (street.space or space) + 0.5
                fits = floor(share)
                if abs(share - round(share)) < 0.002:
                    raise TooCloseError
        centres = tuple(kerbs[0] + length * (2 * each + 1) / (2 * fits) for each in range(fits))
        yield Piece(number, run, start[2], end[2], kerbs, count + 1, centres)
        count += fits


def _taken(town: Town, node: int, arm: Point, arms: dict[int, list[Point]]) -> float:
    if town.nodes[node].kind != "junction":
        return town.nodes[node].depth / 2
    return max(kerbs_meet(arm, other, town.half) for other in arms[node])
