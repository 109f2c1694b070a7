"""A board in one setup, and what each demand asks of it, from the definitions in docs/maps.md, state by state.

A selector chooses *items*: places, and sites, which one or more places serve. Items are compared, never the places
that serve them. `Outcome.asked` lists the items that a demand was asked of in this setup.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import inf
from typing import TYPE_CHECKING

import networkx
from networkx import DiGraph, single_source_dijkstra_path_length
from networkx.algorithms.flow import edmonds_karp

from tests.oracle.board import UNSURE, TooCloseError, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tests.oracle.board import Board, Data, Move

EVERY = "every place"
"""The selector that chooses all stops."""

Asked = tuple[str, str]
"""The selector of a demand that chose an item ("" for the whole map), and the item's name."""


@dataclass(frozen=True)
class Item:
    """A place or a site, with those of its places that are open."""

    name: str
    site: bool
    places: tuple[int, ...]

    def same(self, other: Item) -> bool:
        """Whether the two are one item."""
        return (self.name, self.site) == (other.name, other.site)


@dataclass
class Outcome:
    """Whether a demand holds in one setup (None: a draft can't tell), the items asked, and whether any way leads.

    Of a demand on ways, `there` lists the items on the table, whether anything is asked of them or not.
    """

    holds: bool | None = True
    asked: set[Asked] = field(default_factory=set)
    ways: bool = False
    there: set[Asked] = field(default_factory=set)


class Table:
    """A board in one setup; what is closed is no stop, nobody enters it, and nothing is asked of it."""

    def __init__(
        self,
        board: Board,
        removed: Iterable[Move] = (),
        closed: Iterable[int] = (),
        costs: Mapping[Move, int] | None = None,
    ) -> None:
        self.board, self.closed = board, frozenset(closed)
        self.costs = {**board.costs, **(costs or {})}
        self.priced = board.priced or any(
            cost != int(board.places[board.owner[end]].stop) for (_, end), cost in (costs or {}).items()
        )
        self.after = [set(ends) for ends in board.after] if removed else board.after
        for start, end in removed:
            self.after[start].discard(end)
        self.stops = [at for at, place in enumerate(board.places) if place.stop and at not in self.closed]
        stops = set(self.stops)
        self.standing = [owner in stops for owner in board.owner]
        self.next = [self._next(state) if self.standing[state] else 0 for state in range(len(board.owner))]
        self.waves: dict[int, list[int]] = {}
        self.graph: DiGraph[int] | None = None
        self.cheapest: dict[int, dict[int, float]] = {}

    def _next(self, state: int) -> int:
        """The states, as bits, at which a piece may stop next."""
        found, seen, pending = 0, {state}, [state]
        while pending:
            for end in self.after[pending.pop()]:
                if self.standing[end]:
                    found |= 1 << end
                elif end not in seen:
                    seen.add(end)
                    pending.append(end)
        return found & ~(1 << state)  # nothing turns round within a move

    def wave(self, state: int) -> list[int]:
        """The states that are so many moves away: at 0 the state itself."""
        if state not in self.waves:
            front = seen = 1 << state
            waves = []
            while front:
                waves.append(front)
                ahead = 0
                for each in bits(front):
                    ahead |= self.next[each]
                front = ahead & ~seen
                seen |= front
            self.waves[state] = waves
        return self.waves[state]

    def mask(self, places: Iterable[int]) -> int:
        """The states of places as bits."""
        found = 0
        for place in places:
            for state in self.board.states(place):
                found |= 1 << state
        return found

    def away(self, state: int, goal: int, moves: bool = False, speed: int | None = None) -> float:
        """What it costs to get from a state to the nearest of those in a mask; with `moves` how many moves it takes.

        Where no move has a cost, both are the same.
        """
        if speed:
            return self.journey(state, [goal], moves, speed)
        if not moves and self.priced:
            return min((far for end, far in self._costs_from(state).items() if goal >> end & 1), default=inf)
        return next((moves for moves, wave in enumerate(self.wave(state)) if wave & goal), inf)

    def _costs_from(self, state: int) -> dict[int, float]:
        """What the cheapest way costs to each state that one leads to, as networkx finds it."""
        if self.graph is None:
            self.graph = DiGraph()
            self.graph.add_nodes_from(range(len(self.board.owner)))
            for start, ends in enumerate(self.after):
                costs = self.costs
                self.graph.add_weighted_edges_from((start, end, costs.get((start, end), 1)) for end in ends)
        if state not in self.cheapest:
            self.cheapest[state] = single_source_dijkstra_path_length(self.graph, state)
        return self.cheapest[state]

    def _cost_of_move(self, state: int, goal: int) -> float:
        """What the cheapest move costs between states at which a piece may stop: the sum of what it passes."""
        costs = self.costs
        if not self.priced:
            return 1
        here = DiGraph()
        passed, pending = {state}, [state]
        while pending:
            start = pending.pop()
            for end in self.after[start]:
                if self.standing[end] and end != goal:
                    continue
                here.add_edge(start, end, weight=costs.get((start, end), 1))
                if end != goal and end not in passed:
                    passed.add(end)
                    pending.append(end)
        return float(single_source_dijkstra_path_length(here, state)[goal])

    def journey(  # noqa: C901  one search
        self, start: int, stops: list[int], moves: bool, speed: int | None
    ) -> float:
        """How long it takes from a state past each of these masks in turn: what it costs, or with a speed in turns.

        In a turn each state is reached with as many points left as can be; one who has all may make any move.
        """

        def past(state: int, passed: int) -> tuple[int, int]:
            while passed < len(stops) and stops[passed] >> state & 1:
                passed += 1
            return state, passed

        def ahead(spot: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
            for end in bits(self.next[spot[0]]):
                yield 1 if moves else self._cost_of_move(spot[0], end), past(end, spot[1])

        begun = {past(start, 0)}
        if not speed:
            return _cheapest(begun, ahead, len(stops))
        turns = 0
        while not any(passed == len(stops) for _, passed in begun):
            left = dict.fromkeys(begun, speed)
            pending = list(begun)
            for spot in pending:
                for cost, end in ahead(spot):
                    rest = left[spot] - cost if left[spot] < speed else max(speed - cost, 0)
                    if rest > left.get(end, -1):
                        left[end] = rest
                        pending.append(end)
            if begun == left.keys():
                return inf
            begun, turns = set(left), turns + 1
        return turns

    def leads(self, state: int) -> int:
        """All states that a way leads to, with the state itself."""
        return sum(self.wave(state))

    def items(self, selector: Data, closed_too: bool = False) -> list[Item]:
        """The items on the table that a selector chooses; without `closed_too` only those with an open place.

        A selector that is not given chooses every place.
        """
        board = self.board
        found: list[Item] = []
        if selector is None or selector == EVERY:
            shut = self.closed if closed_too else frozenset[int]()
            stops = sorted({*self.stops, *(at for at in shut if board.places[at].stop)})
            return [Item(board.places[at].name, False, (at,)) for at in stops]
        areas = {site.name for site in board.sites if site.area}
        for at, place in enumerate(board.places):
            district = place.district if place.stop else None
            by_area = isinstance(selector, dict) and selector.get("in", "") == place.area and place.stop
            by_name = not isinstance(selector, dict) and place.name in areas
            if not by_name and (by_area or meant(selector, place.name, place.tags, district)):
                found.append(Item(place.name, False, (at,)))
        for site in board.sites:
            if meant(selector, site.name, site.tags, site.district):
                found.append(Item(site.name, not site.area, site.places))
        if not isinstance(selector, dict):
            order = {name: number for number, name in reversed(list(enumerate(listed(selector))))}
            found.sort(key=lambda item: order[item.name])
        if closed_too:
            return found
        opened = (Item(item.name, item.site, self._open(item.places)) for item in found)
        return [item for item in opened if item.places]

    def _open(self, places: Iterable[int]) -> tuple[int, ...]:
        return tuple(at for at in places if at not in self.closed)

    def chosen(self, selector: Data) -> list[int]:
        """The open places of the items that a selector chooses."""
        return list(dict.fromkeys(at for item in self.items(selector) for at in item.places))

    def starts(self, selector: Data) -> list[Item]:
        """The items that a selector chooses; by default the places tagged `start`, else every place."""
        if selector is not None:
            return self.items(selector)
        places = self.board.places
        tagged = [at for at, place in enumerate(places) if "start" in place.tags] or self.stops
        return [Item(places[at].name, False, (at,)) for at in tagged if at not in self.closed]

    def states(self, item: Item) -> list[int]:
        """The states of the open places of an item."""
        return [state for place in item.places for state in self.board.states(place)]

    def there(self, roles: tuple[str, str], starts: list[Item], goals: list[Item]) -> set[Asked]:
        """The starts where a piece can be, and the goals, each with its selector."""
        first = {(roles[0], start.name) for start in starts if self.states(start)}
        return first | {(roles[1], goal.name) for goal in goals}

    def pairs(
        self,
        starts: list[Item],
        goals: list[Item],
        itself: bool = False,
        moves: bool = False,
        speed: int | None = None,
    ) -> Iterator[tuple[Item, Item, list[float]]]:
        """Each start with each goal and the distances from its states; with `itself` an item with itself too."""
        for start in starts:
            states = self.states(start)
            for goal in goals:
                if states and (itself or not start.same(goal)):
                    mask = self.mask(goal.places)
                    yield start, goal, [self.away(state, mask, moves, speed) for state in states]

    def neighbours(self, place: int) -> tuple[set[int], set[int]]:
        """The other places from which a piece may come next, and those to which it may go."""
        owner = self.board.owner
        onward = {owner[end] for state in self.board.states(place) for end in self._ends[state]}
        back = {owner[start] for state in self.board.states(place) for start in self._starts[state]}
        return back - {place}, onward - {place}

    @cached_property
    def _ends(self) -> list[list[int]]:
        return [list(bits(ends)) for ends in self.next]

    @cached_property
    def _starts(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.next]
        for state, ends in enumerate(self._ends):
            for end in ends:
                found[end].append(state)
        return found


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def meant(selector: Data, name: str, tags: frozenset[str], district: str | None) -> bool:
    """Whether a selector chooses what has that name, those tags, that district."""
    if isinstance(selector, dict):
        if "tag" not in selector and district == UNSURE:
            raise TooCloseError
        return selector["tag"] in tags if "tag" in selector else selector["in"] == district
    return name in listed(selector)


def alone(start: Data, goal: Data) -> bool:
    """Whether one start and one goal are named, and are the same item: the distance is 0, and is asked."""
    one, two = (set(listed(each)) if isinstance(each, list | str | int) else set() for each in (start, goal))
    return len(one) == 1 and one == two and one != {EVERY}


def in_moves(body: Data) -> bool:
    """Whether moves are counted, not what they cost."""
    return bool(body.get("counts") == "moves")


def keeps(body: Data, number: float | Fraction) -> bool:
    """Whether a number keeps the bounds that stand in a demand; no way is endlessly long."""
    exactly, least, most = (_exact(body.get(key)) for key in ("is", "at-least", "at-most"))
    return (
        (exactly is None or number == exactly)
        and (least is None or number >= least)
        and (most is None or number <= most)
    )


@cache
def _exact(limit: float | None) -> float | Fraction | None:
    """A limit as it is written: a tenth is one."""
    return Fraction(str(limit)) if isinstance(limit, float) else limit


def connected(table: Table, _: Data) -> Outcome:
    """From every state of an open place a way leads to every other; asked where two places are open."""
    found = _whole(len(table.stops) > 1)
    masks = [table.mask([place]) for place in table.stops]
    for place in table.stops:
        for state in table.board.states(place):
            led = table.leads(state)
            if not all(led & mask for mask in masks):
                found.holds = False
    return found


def _whole(asked: bool) -> Outcome:
    """An outcome that holds, asked of the whole map where enough of it is open."""
    return Outcome(asked={("", "")} if asked else set())


def _ways(
    table: Table, starts: list[Item], goals: list[Item], roles: tuple[str, str], right: Callable[[float], bool],
    itself: bool = False, moves: bool = False, speed: int | None = None,
) -> Outcome:  # fmt: skip
    """Whether the distances of all pairs are right; that of an item to itself only where it is asked for."""
    found = Outcome(there=table.there(roles, starts, goals))
    for start, goal, far in table.pairs(starts, goals, itself, moves, speed):
        found.asked |= {(roles[0], start.name), (roles[1], goal.name)}
        found.ways = found.ways or min(far) < inf
        if not all(map(right, far)):
            found.holds = False
    return found


def reach(table: Table, body: Data) -> Outcome:
    """From each state of each start a way leads to each goal."""
    starts, goals = table.items(body.get("from")), table.items(body["to"], body.get("even-closed", False))
    return _ways(table, starts, goals, ("from", "to"), lambda moves: moves < inf)


def distance(table: Table, body: Data) -> Outcome:
    """Each of these ways is as long as it must be; where no way leads the distance is infinite."""
    starts, reachable = table.items(body["from"]), body.get("reachable", False)
    goals = table.items(body["to"], body.get("even-closed", False))
    return _ways(
        table, starts, goals, ("from", "to"),
        lambda moves: keeps(body, moves) and (moves < inf or not reachable), alone(body["from"], body["to"]),
        in_moves(body), body.get("speed"),
    )  # fmt: skip


def isolation(table: Table, body: Data) -> Outcome:
    """Each item is still reached from each start."""
    starts, goals = table.starts(body.get("from")), table.items(body.get("of"), body.get("even-closed", False))
    return _ways(table, starts, goals, ("from", "of"), lambda moves: moves < inf)


def _single_moves(table: Table, body: Data, wanted: bool) -> Outcome:
    """Whether from every state of the first a single move leads to the second, or from none."""
    firsts, seconds = (table.items(name) for name in body)
    found = Outcome(there=table.there(("0", "1"), firsts, seconds))
    for first in firsts:
        for second in seconds:
            if not first.same(second):
                mask = table.mask(second.places)
                for state in table.states(first):
                    found.asked |= {("0", first.name), ("1", second.name)}
                    if bool(table.next[state] & mask) is not wanted:
                        found.holds = False
    return found


def adjacent(table: Table, body: Data) -> Outcome:
    """From every state of the first a single move leads to the second."""
    return _single_moves(table, body, wanted=True)


def not_adjacent(table: Table, body: Data) -> Outcome:
    """From no state of the first a single move leads to the second."""
    return _single_moves(table, body, wanted=False)


def misfits(table: Table, body: Data) -> list[int]:
    """The places that have too few or too many neighbours."""
    pick: Callable[[set[int], set[int]], set[int]] = {
        "in": lambda back, _: back, "out": lambda _, onward: onward, "neighbours": lambda back, onward: back | onward,
    }[body.get("counts", "neighbours")]  # fmt: skip
    return [place for place in table.chosen(body.get("of")) if not keeps(body, len(pick(*table.neighbours(place))))]


def degree(table: Table, body: Data) -> Outcome:
    """Each place has as many neighbours as it must."""
    return Outcome(not misfits(table, body), {("of", item.name) for item in table.items(body.get("of"))})


def dead_ends(table: Table, _: Data = True) -> list[int]:
    """The places with no way on, or with one neighbour only, to which they go back."""
    found = []
    for place in table.stops:
        back, onward = table.neighbours(place)
        if not onward or (len(onward) == 1 and back == onward):
            found.append(place)
    return found


def no_dead_end(table: Table, _: Data) -> Outcome:
    """There are none; asked where any place is open."""
    found = _whole(bool(table.stops))
    found.holds = not dead_ends(table)
    return found


def no_trap(table: Table, body: Data) -> Outcome:
    """No move enters a set of states, smaller than the map, that no move leaves; one with a harmless place is allowed.

    The smallest such set that a move enters is all that its end leads to. It is asked where two states are open, as a
    set smaller than the map and a move into it take two.
    """
    found = _whole(sum(table.standing) > 1)
    unless = table.items(body["unless"]) if isinstance(body, dict) else []
    found.asked |= {("unless", item.name) for item in unless} if found.asked else set()
    harmless = table.mask(place for item in unless for place in item.places)
    for state, ends in enumerate(table.next):
        for end in bits(ends):
            led = table.leads(end)
            if not led >> state & 1 and not led & harmless:
                found.holds = False
    return found


def count(table: Table, body: Data) -> Outcome:
    """There are as many of them as there must be; none is a number too."""
    items = table.items(body.get("of"))
    return Outcome(keeps(body, len(items)), {("", ""), *(("of", item.name) for item in items)})


def within(table: Table, body: Data) -> Outcome:
    """From each state of each start so many goals are near; where closures lie on all goals, nothing is asked.

    Where no goal is on the table at all, none is near. With `even-closed` it is asked where all are closed, too.
    """
    found = Outcome()
    goals = table.items(body["a"], body.get("even-closed", False))
    if not goals and table.items(body["a"], closed_too=True):
        return found
    masks = [table.mask(goal.places) for goal in goals]
    starts = [start for start in table.items(body.get("every")) if table.states(start)]
    found.there = table.there(("every", "a"), starts, goals)
    for start in starts:
        for state in table.states(start):
            found.asked |= {("every", start.name), *(("a", goal.name) for goal in goals)} if goals else set()
            if sum(
                keeps(body, table.away(state, mask, in_moves(body), body.get("speed"))) for mask in masks
            ) < body.get("goals", 1):
                found.holds = False
    return found


def _cheapest(
    begun: set[tuple[int, int]], ahead: Callable[[tuple[int, int]], Iterable[tuple[int, tuple[int, int]]]], passed: int
) -> float:
    """What the cheapest way costs to a spot from which so many stops are passed: each spot when its cost is due."""
    due: dict[int, set[tuple[int, int]]] = {0: begun}
    seen: set[tuple[int, int]] = set()
    while due:
        cost = min(due)
        for spot in due.pop(cost) - seen:
            if spot[1] == passed:
                return cost
            seen.add(spot)
            for more, end in ahead(spot):
                due.setdefault(cost + more, set()).add(end)
    return inf


def route(table: Table, body: Data) -> Outcome:
    """From each state of each start a way leads past an item of each stop in turn, and is as long as it must be."""
    roles = tuple(selectors_of_route(body))
    starts, *stops = [table.items(selector) for selector in body["through"]]
    starts = [start for start in starts if table.states(start)]
    found = Outcome()
    for role, items in zip(roles, (starts, *stops), strict=True):
        found.there |= {(role, item.name) for item in items}
    if not starts or not all(stops):
        return found
    found.asked = set(found.there)
    masks = [table.mask(place for item in items for place in item.places) for items in stops]
    for start in starts:
        home = [table.mask(start.places)] if body.get("round") else []
        for state in table.states(start):
            long = table.journey(state, [*masks, *home], in_moves(body), body.get("speed"))
            found.ways = found.ways or long < inf
            if not keeps(body, long) or (long == inf and body.get("reachable")):
                found.holds = False
    return found


def selectors_of_route(body: Data) -> dict[str, Data]:
    """The stops of a route by their numbers."""
    return {f"through {at}": selector for at, selector in enumerate(body["through"])}


def ways(table: Table, body: Data) -> Outcome:
    """From each state of each start so many ways lead to each goal that no two share a place, or a road."""
    starts, goals = table.items(body.get("from")), table.items(body["to"])
    found = Outcome(there=table.there(("from", "to"), starts, goals))
    for start in starts:
        for goal in goals:
            if not start.same(goal):
                for state in table.states(start):
                    found.asked |= {("from", start.name), ("to", goal.name)}
                    if disjoint(table, state, goal, body) < body["disjoint"]:
                        found.holds = False
    return found


def disjoint(table: Table, state: int, goal: Item, body: Data) -> float:
    """How many ways lead from a state to an item that share nothing: any number from one of its own places."""
    owner = table.board.owner
    if owner[state] in goal.places:
        return inf
    if len(set(owner)) == len(owner):
        return _flow(table, state, goal, body.get("by") == "roads")
    found = _footprints(table, state, goal, body.get("by") == "roads")
    return next((number for number in (4, 3, 2, 1) if _apart(found, number)), 0)


def _flow(table: Table, start: int, goal: Item, by_roads: bool) -> float:
    """The greatest flow, by networkx, where each place has one state."""
    graph = networkx.DiGraph()
    graph.add_node(("out", start))
    graph.add_node("goal")
    for state, ends in enumerate(table.next):
        graph.add_edge(("in", state), ("out", state), **({} if by_roads else {"capacity": 1}))
        for end in bits(ends):
            last = table.board.owner[end] in goal.places
            graph.add_edge(("out", state), ("goal", end) if last else ("in", end), capacity=1)
            if last:
                graph.add_edge(("goal", end), "goal")
    found: float = networkx.maximum_flow_value(graph, ("out", start), "goal", flow_func=edmonds_karp)
    return found


MOST_TRIED = 3_000
"""How many ways are tried; a map with more is drawn again."""


def _footprints(table: Table, start: int, goal: Item, by_roads: bool) -> list[frozenset[object]]:
    """What the ways from a state use up, each with its smallest sets first: every way without a state twice."""
    owner = table.board.owner
    every: set[frozenset[object]] = set()
    tried = 0
    pending: list[tuple[int, tuple[int, ...], frozenset[object]]] = [(start, (start,), frozenset())]
    while pending:
        state, passed, used = pending.pop()
        for end in bits(table.next[state]):
            tried += 1
            if tried > MOST_TRIED:
                raise TooCloseError
            if end in passed or owner[end] == owner[state]:
                continue
            more: set[object] = {(owner[state], owner[end])} if by_roads else {owner[end]} - {owner[start]}
            if owner[end] in goal.places:
                straight = {("straight", owner[end])} if len(passed) == 1 else set[object]()
                every.add(used | more if by_roads else used | straight)
            else:
                pending.append((end, (*passed, end), used | more))
    return sorted((each for each in every if not any(other < each for other in every)), key=len)


def _apart(sets: list[frozenset[object]], number: int) -> bool:
    """Whether so many of these sets share nothing."""
    if not number:
        return True
    return any(
        _apart([other for other in sets[at + 1 :] if not other & each], number - 1) for at, each in enumerate(sets)
    )


def survives(table: Table, body: Data) -> Outcome:
    """All is connected, whatever is closed; where no road of the map leads anybody anywhere, nothing is asked.

    A class that no road is for is cut off as the map is printed.
    """
    return Outcome() if body.get("by") == "roads" and not table.board.has_roads else connected(table, body)


def fair_starts(table: Table, body: Data) -> Outcome:
    """The mean distances of the starts, from their worst states, differ by no more than a part of their mean."""
    starts, goals = table.starts(body.get("from")), table.items(body["to"])
    found = Outcome(there=table.there(("from", "to"), starts, goals))
    far: dict[Item, list[float]] = {}
    for start, goal, moves in table.pairs(starts, goals, moves=in_moves(body)):
        found.asked |= {("from", start.name), ("to", goal.name)}
        far.setdefault(start, []).append(max(moves))
    if any(inf in moves for moves in far.values()):
        found.holds = False
    elif far:
        means = [Fraction(int(sum(moves)), len(moves)) for moves in far.values()]
        mean = sum(means, Fraction(0)) / len(means)
        found.holds = keeps(body, (max(means) - min(means)) / mean if mean else Fraction(0))
    return found


def no_crossing(table: Table, _: Data) -> Outcome:
    """No two roads cross on paper; unknown for a draft. Without roads nothing is asked."""
    if table.board.crossed is None:
        return Outcome()
    crossed = table.board.crossed()
    return Outcome(None if crossed is None else not crossed, {("", "")})


def seams_meet(table: Table, _: Data) -> Outcome:
    """No way ends at a kerb; asked where two cells of a city touch."""
    return Outcome(not table.board.kerbs, {("", "")} if table.board.seams else set())


DEMANDS: dict[str, Callable[[Table, Data], Outcome]] = {
    "connected": connected,
    "reach": reach,
    "distance": distance,
    "route": route,
    "ways": ways,
    "within": within,
    "adjacent": adjacent,
    "not-adjacent": not_adjacent,
    "degree": degree,
    "count": count,
    "no-dead-end": no_dead_end,
    "no-trap": no_trap,
    "survives": survives,
    "isolation": isolation,
    "fair-starts": fair_starts,
    "no-crossing": no_crossing,
    "seams-meet": seams_meet,
}
"""Each demand in one setup; `survives` and `isolation` are asked in many."""
