"""Judge one requirement on one network."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import assert_never

from msgspec import Struct

from pnp.messages import and_others, listed, many, some
from pnp.model.maps.requirements import Requirement
from pnp.network.asked import asks, goals_of, starts_of, stops_of
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.connectivity import cut_between, dead_ends, least_cut, mask, trap_states
from pnp.network.layout import Layout
from pnp.network.network import START, Network
from pnp.network.requirements import ChosenItem, Verdict, Witness, chosen, targets, which
from pnp.network.search import Adjacency, inverted, reached, sinks
from pnp.network.turns import judge_route
from pnp.network.ways import (
    Places,
    Targets,
    judge_adjacent,
    judge_distance,
    judge_fair_starts,
    judge_not_adjacent,
    judge_reach,
    judge_several,
    judge_within,
)

# Connection: whether the places of a map reach each other, all of them or with some closed.


class Split(Struct, frozen=True):
    """Places that are cut off from the place `home` in the largest part.

    `home` cannot reach them or, with `back`, they cannot reach `home`.
    """

    places: tuple[int, ...]
    home: int
    back: bool


def find_split(network: Network) -> Split | None:
    """Return a split of the places; None if each of their states reaches each place.

    Every path ends up in a strongly connected component that no move leaves. So there is no split exactly if each of
    these components contains a state of every place.
    """
    places, after = frozenset(network.stops), network.strides
    parts = [part for part in network.strong_parts if network.place_of_state[part[0]] in places]
    held = {part[0]: _places(network, part) for part in parts}
    if not parts or (len(parts) == 1 and held[parts[0][0]] == places):
        return None
    main = max(parts, key=lambda part: (len(held[part[0]]), -part[0]))
    home = next((start for start in network.tagged(START) if start in held[main[0]]), min(held[main[0]]))
    missed = places - _places(network, reached(after, main))
    if missed:
        return Split(tuple(sorted(missed)), home, back=False)
    for part in sinks(after, parts):
        if held[part[0]] != places:
            return Split(tuple(sorted(held[part[0]])), home, back=True)
    return None


def judge_connected(network: Network) -> Verdict:
    """Judge whether every place can reach every other."""
    split = find_split(network)
    if split is None:
        return Verdict(True, f"{many(len(network.stops), 'place')}, each of which reaches each other")
    names, home = network.names(split.places), network.places[split.home].id
    if split.back:
        verb = "has" if len(names) == 1 else "have"
        return Verdict(False, f"{some(names)} {verb} no way back to '{home}'", Witness(places=names))
    return Verdict(False, f"{some(names)} cannot be reached from '{home}'", Witness(places=names))


def judge_no_trap(network: Network, harmless: Collection[int] = ()) -> Verdict:
    """Judge whether there is no trap, apart from traps that contain a `harmless` place."""
    found = [places for part in trap_states(network) if (places := _places(network, part)).isdisjoint(harmless)]
    if not found:
        return Verdict(True, "no part of the map keeps what enters it")
    smallest = min(found, key=len)
    names = network.names(sorted(smallest))
    return Verdict(False, f"no move leads out of {some(names)}", Witness(places=names))


def _places(network: Network, states: Iterable[int]) -> frozenset[int]:
    return frozenset(network.place_of_state[state] for state in states)


# Roads that cross on paper.


def judge_no_crossing(layout: Layout) -> Verdict:
    """Judge whether roads meet on paper only at places where both end; unknown if a place has no position.

    Raises OutOfStepsError if too many roads overlap.
    """
    if layout.unplaced:
        names = [spot.id for spot in layout.unplaced]
        verb = "has" if len(names) == 1 else "have"
        return Verdict(None, f"{listed(names, 'other place')} {verb} no position", setups_checked=0, setups_covered=0)
    meetings = layout.meetings
    if meetings is None:
        raise OutOfStepsError
    if not meetings:
        return Verdict(True, f"none of {many(len(layout.lines), 'road')} crosses another")
    lower, upper = layout.lines[meetings[0].lower], layout.lines[meetings[0].upper]
    ends = (lower.start, lower.end, upper.start, upper.end)
    others = len(meetings) - 1
    verb = "meet" if meetings[0].touch else "cross"
    detail = f"the roads {layout.ends(lower)} and {layout.ends(upper)} {verb}{and_others(others, 'pair')}"
    return Verdict(False, detail, Witness(places=tuple(layout.spots[end].id for end in ends), others=others))


# Numbers of places and of neighbours, and seams.


def judge_count(found: Targets, requirement: Requirement) -> Verdict:
    """Judge whether the number of places and sites is within the bounds."""
    detail = f"there {'is' if len(found) == 1 else 'are'} {many(len(found), 'place')}{which(requirement.start)}"
    if requirement.bounds.hold(len(found)):
        return Verdict(True, detail)
    names = tuple(target.name for target in found)
    return Verdict(False, f"{detail}, expected {requirement.bounds}", Witness(places=names))


def judge_degree(network: Network, places: Places, requirement: Requirement) -> Verdict:
    """Judge whether the number of neighbours, ways in or ways out of each place is within the bounds."""
    counted, thing, things = _counted(network, requirement)
    bounds = requirement.bounds
    broken = [place for place in places if not bounds.hold(len(counted[place]))]
    if not broken:
        return Verdict(True, f"each of {many(len(places), 'place')} has {bounds} {things}")
    names = network.names(broken)
    number = len(counted[broken[0]])
    detail = f"'{names[0]}' has {number} {thing if number == 1 else things}, expected {bounds}"
    miss = "misses" if len(names) == 2 else "miss"
    others = f"; {listed(names[1:], 'other place')} {miss} it too" if len(names) > 1 else ""
    return Verdict(False, detail + others, Witness(places=names))


def judge_no_dead_end(network: Network) -> Verdict:
    """Judge whether the map has no dead end."""
    names = network.names(dead_ends(network))
    if not names:
        return Verdict(True, "from every place a way leads on")
    verb = "is a dead end" if len(names) == 1 else "are dead ends"
    return Verdict(False, f"{listed(names, 'other place')} {verb}", Witness(places=names))


def judge_seams_meet(network: Network) -> Verdict:
    """Judge whether every street that leaves a tile towards an adjacent tile meets a street there."""
    names = network.names(network.extras.unmet)
    if not names:
        return Verdict(True, "every way that leaves a tile meets one of the next")
    verb = "leads" if len(names) == 1 else "lead"
    return Verdict(False, f"{listed(names, 'other place')} {verb} to the kerb of the next tile", Witness(places=names))


def _counted(network: Network, requirement: Requirement) -> tuple[Adjacency, str, str]:
    match requirement.counts:
        case "in":
            return network.backward, "way in", "ways in"
        case "out":
            return network.onward, "way out", "ways out"
        case _:
            return network.joined, "neighbour", "neighbours"


# Any requirement on one network: that of the map as printed, or that of one setup.


def judge(  # noqa: C901  one case a demand
    requirement: Requirement, network: Network, layout: Layout, budget: SearchBudget
) -> Verdict:
    """Return the verdict on a requirement of one network.

    If the requirement asks nothing about the network, it holds and covers 0 setups. Raises OutOfStepsError if the
    budget is too small.
    """
    if not asks(requirement, network):
        return Verdict(True, "nothing is asked of it", setups_covered=0)
    starts, goals = starts_of(requirement, network), goals_of(requirement, network)
    bounds = requirement.bounds
    budget.spend(len(starts) + len(goals))
    match requirement.demand:
        case "connected" | "survives":
            return judge_connected(network)
        case "reach" | "isolation":
            return judge_reach(network, starts, goals, budget)
        case "distance":
            return judge_distance(network, starts, goals, requirement, budget)
        case "adjacent":
            return judge_adjacent(network, starts[0], goals[0], budget)
        case "not-adjacent":
            return judge_not_adjacent(network, starts[0], goals[0])
        case "degree":
            return judge_degree(network, chosen(network, requirement.start), requirement)
        case "no-dead-end":
            return judge_no_dead_end(network)
        case "no-trap":
            return judge_no_trap(network, chosen(network, requirement.goal))
        case "count":
            return judge_count(targets(network, requirement.start), requirement)
        case "route":
            return judge_route(network, starts, stops_of(requirement, network), requirement, budget)
        case "ways":
            return judge_ways(network, starts, goals, requirement, budget)
        case "within" if requirement.goals > 1:
            return judge_several(network, starts, goals, requirement, budget)
        case "within":
            return judge_within(network, starts, chosen(network, requirement.goal), requirement, budget)
        case "fair-starts":
            return judge_fair_starts(network, starts, goals, bounds, budget)
        case "no-crossing":
            return judge_no_crossing(layout)
        case "seams-meet":
            return judge_seams_meet(network)
        case _:
            assert_never(requirement.demand)


# Disjoint ways from one place to another: ways that share no place, or no road.
#
# On maps where each place has one state, Menger's theorem (1927) answers: there are as many disjoint ways as places, or
# roads, must be removed to separate the two. `connectivity.cut_between` finds a minimum cut. For roads it is asked on
# the line graph, in which each road is a state.
#
# Where a piece has a heading (block maps), a place has several states, and two ways must not share a place even in
# different states. That is not a flow. The cut of the places without headings is still an upper bound; if it is large
# enough, the ways themselves are searched, one by one, within the budget.

MANY_PAIRS = 50
"""Minimum number of pairs for which it is first tried whether the whole map is connected well enough."""

Shared = int | tuple[int, int]
"""What two ways must not share: a place, or a road as the places at its ends."""


class WayCut(Struct, frozen=True):
    """The number of disjoint ways between two places, and the places and roads of which each way passes one."""

    number: int
    names: tuple[str, ...]


class DisjointWays:
    """The ways between the stops of a network; `by_roads` is whether they must not share roads instead of places."""

    def __init__(self, network: Network, by_roads: bool, budget: SearchBudget) -> None:
        self.network, self.by_roads, self.budget = network, by_roads, budget
        self.after = network.onward
        self.single = all(len(network.states_of[place]) == 1 for place in network.stops)

    def fewer(self, state: int, goal: ChosenItem, wanted: int) -> WayCut | None:
        """Return how many disjoint ways lead from a state to a goal; None if there are as many as `wanted`.

        Raises OutOfStepsError if the budget is too small.
        """
        start = self.network.place_of_state[state]
        self.budget.spend(self.network.size)
        if start in goal.places:
            return None
        cut = self._road_cut(start, goal, wanted) if self.by_roads else self._place_cut(start, goal, wanted)
        if cut is not None or self.single:
            return cut
        search = _WaySearch(self.network, goal.places, self.by_roads, self.budget)
        number = next((number for number in range(wanted, 0, -1) if search.finds(state, number)), 0)
        return None if number == wanted else WayCut(number, ())

    def hold_everywhere(self, wanted: int) -> bool:
        """Whether the whole map is known to have so many disjoint ways between any two of its places.

        If so many vertices must be removed to break it, it has so many ways that share no place (Whitney 1932); such
        ways share no road either.
        """
        stops = self.network.stops
        if not self.single or len(stops) <= wanted:
            return False
        number = {place: at for at, place in enumerate(stops)}
        after = tuple(tuple(number[end] for end in self.after[place]) for place in stops)
        return least_cut(after, inverted(after), wanted, self.budget) is None

    def _place_cut(self, start: int, goal: ChosenItem, wanted: int) -> WayCut | None:
        """Return the cut by places; a move that leads straight to the goal is one way, and no place is on it."""
        straight = [end for end in self.after[start] if end in goal.places]
        if len(straight) >= wanted:
            return None
        rows = list(self.after)
        rows[start] = tuple(end for end in rows[start] if end not in goal.places)
        before = {place for end in goal.places for place in self.network.backward[end]}
        last = mask(len(rows), [place for place in before if place != start and place not in goal.places])
        cut = cut_between(tuple(rows), start, last, wanted - len(straight), self.budget)
        if cut is None:
            return None
        roads = (self._road(start, end) for end in straight)
        return WayCut(len(cut) + len(straight), (*self.network.names(cut), *roads))

    def _road_cut(self, start: int, goal: ChosenItem, wanted: int) -> WayCut | None:
        moves, line = self._line_graph
        last = mask(len(line), [number for number, (_, end) in enumerate(moves) if end in goal.places])
        cut = cut_between(line, len(moves) + start, last, wanted, self.budget)
        return None if cut is None else WayCut(len(cut), tuple(self._road(*moves[number]) for number in cut))

    @cached_property
    def _line_graph(self) -> tuple[list[tuple[int, int]], Adjacency]:
        """The moves as states, each followed by the moves that begin at its end; after them each place as a start."""
        moves = [(place, end) for place, ends in enumerate(self.after) for end in ends]
        self.budget.spend(len(moves))
        out: list[list[int]] = [[] for _ in self.after]
        for number, (place, _) in enumerate(moves):
            out[place].append(number)
        from_place = tuple(map(tuple, out))
        return moves, (*(from_place[end] for _, end in moves), *from_place)

    def _road(self, start: int, end: int) -> str:
        first, second = self.network.names((start, end))
        return f"{first} {'--' if start in self.after[end] else '->'} {second}"


class _WaySearch:
    """A search for disjoint ways to a goal where places have several states: ways are tried one after the other."""

    def __init__(self, network: Network, goal: Sequence[int], by_roads: bool, budget: SearchBudget) -> None:
        self.network, self.goal, self.by_roads, self.budget = network, frozenset(goal), by_roads, budget
        self.far = network.distances_to(goal)

    def finds(self, start: int, wanted: int) -> bool:
        """Whether so many disjoint ways, at least 1, lead from a state to the goal."""
        return self._finds(start, wanted, frozenset())

    def _finds(self, start: int, wanted: int, used: frozenset[Shared]) -> bool:
        if not self._reaches(start, used):
            return False
        return wanted == 1 or any(self._finds(start, wanted - 1, used | way) for way in self._ways(start, used))

    def _reaches(self, start: int, used: frozenset[Shared]) -> bool:
        """Whether some way leads from a state to the goal over nothing that is used."""
        seen, pending = {start}, [start]
        for state in pending:
            for end in self._next(start, state, used):
                if self.network.place_of_state[end] in self.goal:
                    return True
                if end not in seen:
                    seen.add(end)
                    pending.append(end)
        return False

    def _ways(self, start: int, used: frozenset[Shared]) -> Iterator[frozenset[Shared]]:
        """Yield what the ways from a state to the goal use up, without ways that use what is used already.

        The ways are those without a state that occurs twice, those along shorter distances first. Ways that use up the
        same, or more than an earlier one, are left out.
        """
        found: list[frozenset[Shared]] = []
        trail: list[tuple[int, frozenset[Shared], Iterator[int]]] = [
            (start, frozenset(), self._next(start, start, used))
        ]
        on_trail = {start}
        while trail:
            state, spent, ends = trail[-1]
            for end in ends:
                more = spent | self._spent(start, state, end)
                if end in on_trail or any(way <= more for way in found):
                    continue
                if self.network.place_of_state[end] in self.goal:
                    found.append(more)
                    yield more
                    continue
                trail.append((end, more, self._next(start, end, used)))
                on_trail.add(end)
                break
            else:
                trail.pop()
                on_trail.discard(state)

    def _next(self, start: int, state: int, used: frozenset[Shared]) -> Iterator[int]:
        """Return the states that follow a state, nearest to the goal first, without those over what is used."""
        owner = self.network.place_of_state
        ends = [end for end in self.network.strides[state] if self.far[end] is not None and owner[end] != owner[state]]
        self.budget.spend(1 + 4 * len(ends))
        if self.by_roads or state == start:
            ends = [end for end in ends if (owner[state], owner[end]) not in used]
        free = (end for end in ends if owner[end] not in used)
        return iter(sorted(free, key=lambda end: (self.far[end] or 0, end)))

    def _spent(self, start: int, state: int, end: int) -> frozenset[Shared]:
        """Return what a move uses up: its road, or the place it enters; of a move straight to the goal its road."""
        owner = self.network.place_of_state
        if self.by_roads or (state == start and owner[end] in self.goal):
            return frozenset(((owner[state], owner[end]),))
        return frozenset(() if owner[end] in self.goal or owner[end] == owner[start] else (owner[end],))


def judge_ways(
    network: Network,
    starts: Sequence[ChosenItem],
    goals: Sequence[ChosenItem],
    requirement: Requirement,
    budget: SearchBudget,
) -> Verdict:
    """Judge whether enough disjoint ways lead from every state of each start to each goal.

    The places of the start and of the goal may be shared. Raises OutOfStepsError if the budget is too small.
    """
    wanted = requirement.disjoint
    ways = DisjointWays(network, requirement.by_roads, budget)
    shared = "road" if requirement.by_roads else "place"
    held = f"at least {many(wanted, 'way')} that share no {shared} from each start to each goal"
    if len(starts) * len(goals) >= MANY_PAIRS and ways.hold_everywhere(wanted):
        return Verdict(True, held)
    for start in starts:
        for goal in goals:
            if start.name == goal.name:
                continue
            for state in (state for place in start.places for state in network.states_of[place]):
                cut = ways.fewer(state, goal, wanted)
                if cut is not None:
                    return _too_few(network, start, goal, state, cut, wanted, shared)
    return Verdict(True, held)


def _too_few(
    network: Network, start: ChosenItem, goal: ChosenItem, state: int, cut: WayCut, wanted: int, shared: str
) -> Verdict:
    ends = (start.name, goal.name)
    if not cut.number:
        detail = f"no way leads from '{ends[0]}' to '{ends[1]}'"
    else:
        passed = " or ".join(f"'{name}'" for name in cut.names)
        there = f"only {many(cut.number, 'way')} from '{ends[0]}' to '{ends[1]}'"
        detail = f"{there} share{'s' if cut.number == 1 else ''} no {shared}, expected {wanted}"
        detail += f"; each way passes {passed}" if passed else ""
    return Verdict(False, detail, Witness(places=ends, path=network.path(state, goal.places), cut=cut.names))
