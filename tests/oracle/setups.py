"""Every setup that a requirement speaks of, the fewest closures first, then in the order of the file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from networkx import DiGraph, multi_source_dijkstra_path_length

from tests.oracle.board import Lane, Move, Spot, listed
from tests.oracle.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.oracle.board import Board, Data

NO_LIMIT = 10**6

GROUNDS = ("crossings", "roads", "segments", "stretches")
"""What closures lie on beside places; such spots are chosen by their names."""


class TooManyError(Exception):
    """There are more setups than are worth a walk through each."""


@dataclass(frozen=True)
class Laid:
    """One thing laid: its kind, its spot, the words for both, the moves that it takes away, what it closes."""

    named: str
    kind: int
    spot: tuple[int, int]
    words: tuple[str, str]
    moves: frozenset[Move]
    places: tuple[int, ...]
    ground: frozenset[Move] = frozenset()
    """What it may take away on its spot, whichever way it is laid."""
    road: int | None = None
    """The road that it closes; others that lead the same way stay open."""
    lanes: frozenset[Lane] = frozenset()
    """The lanes that it closes; a move is only gone if no other leads the same way."""


Setup = tuple[Laid, ...]


def near(board: Board, one: Laid, two: Laid, apart: int) -> bool:
    """Whether two things laid are fewer than so many moves from each other, from either to the other."""
    ends = [
        frozenset(each.places) or {board.owner[state] for move in each.ground for state in move} for each in (one, two)
    ]
    graph: DiGraph[int] = DiGraph()
    graph.add_nodes_from(range(len(board.owner)))
    for start, others in enumerate(board.after):
        graph.add_weighted_edges_from((start, end, int(board.places[board.owner[end]].stop)) for end in others)
    for first, second in (ends, ends[::-1]):
        sources = {state for place in first for state in board.states(place)}
        far = multi_source_dijkstra_path_length(graph, sources) if sources else {}
        if any(far.get(state, apart) < apart for place in second for state in board.states(place)):
            return True
    return False


def keeps_apart(board: Board, document: Data, setup: Setup) -> bool:
    """Whether no two closures of a kind are nearer to each other than the kind says."""
    kinds = document.get("closures") or {}
    for one, two in combinations(setup, 2):
        name = next((name for name in kinds if one.kind == two.kind and one.named == name), None)
        if name and "apart" in kinds[name] and near(board, one, two, kinds[name]["apart"]):
            return False
    return True


@dataclass(frozen=True)
class Supply:
    """All that may be laid, how many of each kind, and how many in all."""

    things: tuple[Laid, ...]
    most: tuple[int, ...]
    in_all: int

    def setups(self) -> Iterator[Setup]:
        """Every setup."""
        for number in range(min(len(self.things), self.in_all, sum(self.most)) + 1):
            yield from self._chosen((), 0, number)

    def _chosen(self, setup: Setup, first: int, number: int) -> Iterator[Setup]:
        """The setups of so many things that begin with these, in order."""
        if len(setup) == number:
            yield setup
            return
        for at in range(first, len(self.things)):
            thing = self.things[at]
            apart = not setup or setup[-1].spot != thing.spot
            if apart and sum(each.kind == thing.kind for each in setup) < self.most[thing.kind]:
                yield from self._chosen((*setup, thing), at + 1, number)

    @property
    def count(self) -> int:
        """How many setups there are: a polynomial for each kind, multiplied out."""
        whole = [1]
        for kind, most in enumerate(self.most):
            spots = Counter(thing.spot for thing in self.things if thing.kind == kind)
            ways = [1]
            for options in spots.values():
                ways = [one + options * two for one, two in zip([*ways, 0], [0, *ways], strict=True)][: most + 1]
            product = [0] * (len(whole) + len(ways) - 1)
            for one, times in enumerate(whole):
                for two, more in enumerate(ways):
                    product[one + two] += times * more
            whole = product[: self.in_all + 1]
        return sum(whole)


def supply_for(board: Board, document: Data, requirement: Data) -> Supply:
    """What a requirement lets the table lay."""
    given = document.get("closures") or {}
    every = ("closed", {"lies-on": (requirement.get("survives") or {}).get("by", "places")})
    in_all = NO_LIMIT
    if "isolation" in requirement:
        by = listed(requirement["isolation"].get("by"))
        kinds = [(name, given[name], NO_LIMIT) for name in given if name in by] or [(*every, NO_LIMIT)]
        in_all = requirement["isolation"]["at-least"] - 1
    else:
        asked = requirement.get("with")
        if asked is None and "in" in requirement:
            asked = dict.fromkeys(given, NO_LIMIT)
        kinds = [(name, given[name], asked[name]) for name in given if name in (asked or {})]
        if "survives" in requirement:
            kinds.append((*every, requirement["survives"]["closed"]))
    things, most = [], []
    for kind, (name, closure, number) in enumerate(kinds):
        for at, spot in enumerate(spots_left(board, name, closure)):
            ground = frozenset(move for _, moves in spot.options for move in moves)
            things += [
                Laid(
                    name,
                    kind,
                    (kind, at),
                    (spot.name, option),
                    moves,
                    spot.places,
                    ground,
                    spot.road,
                    spot.lanes[at_option] if spot.lanes else frozenset(),
                )
                for at_option, (option, moves) in enumerate(spot.options)
            ]
        most.append(min(number, closure.get("at-most", NO_LIMIT)))
    return Supply(tuple(things), tuple(most), in_all)


def spots_left(board: Board, name: str, closure: Data) -> list[Spot]:
    """The spots on which a closure may lie: what `lies-on` chooses, and `only`, if given, and `never` does not."""
    only, never = closure.get("only"), _among(board, closure.get("never"), closure["lies-on"])
    kept = None if only is None else _among(board, only, closure["lies-on"])
    spots = spots_of(board, name, closure)
    return [spot for spot in spots if spot.name not in never and (kept is None or spot.name in kept)]


def _among(board: Board, selector: Data, on: Data) -> set[str]:
    """The names of the spots that a selector chooses."""
    if selector is None:
        return set()
    if isinstance(on, str) and on in GROUNDS:
        return set(listed(selector))
    return {board.places[at].name for at in Table(board).chosen(selector)}


def spots_of(board: Board, name: str, closure: Data) -> list[Spot]:
    """Where a closure may lie, before `only` and `never`."""
    holds = closure.get("holds", False)
    match closure["lies-on"]:
        case "crossings":
            return [Spot(each.name, ((name, each.options[0][1]),), lanes=each.lanes) for each in board.crossings]
        case "roads":
            along = listed(closure.get("along"))
            return [
                Spot(
                    each.name,
                    ((name, frozenset(move for move, ways in board.ways.items() if each.number in ways)),),
                    road=each.number,
                )
                for each in board.closable()
                if not along or each.kind in along
            ]
        case "segments":
            return [
                Spot(each.name, tuple((f"{name} {way}", moves) for way, moves in each.options), lanes=each.lanes)
                for each in board.segments
            ]
        case "stretches":
            return [_closing(board, name, at, places, holds) for at, places in board.stretches]
        case where:
            chosen = Table(board).chosen(None if where == "places" else where)
            return [_closing(board, name, board.places[at].name, (at,), holds) for at in sorted(chosen)]


def _closing(board: Board, name: str, at: str, places: tuple[int, ...], holds: bool) -> Spot:
    before = board.before()
    inside = [state for place in places for state in board.states(place)]
    moves = {(start, end) for end in inside for start in before[end]}
    if holds:
        moves |= {(start, end) for start in inside for end in board.after[start]}
    return Spot(at, ((name, frozenset(moves)),), places)


def laid(board: Board, setup: Sequence[Laid]) -> Table:
    """The board with these things on it; a move goes on along the cheapest road that is open."""
    closed = {each.road for each in setup if each.road is not None}
    gone = {move for each in setup if each.road is None and not each.lanes for move in each.moves}
    shut = {lane for each in setup for lane in each.lanes}
    gone |= {move for move, lanes in board.lanes.items() if lanes <= shut} if shut else set()
    costs = {}
    for move, ways in board.ways.items() if closed else ():
        left = [cost for road, cost in ways.items() if road not in closed]
        if not left:
            gone.add(move)
        else:
            costs[move] = min(left)
    return Table(board, gone, {place for each in setup for place in each.places}, costs)
