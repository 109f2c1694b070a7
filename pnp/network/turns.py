"""Distances in turns, and routes through stops in a given order.

In a turn a piece has movement points. A move takes as many as it costs. Points that do not suffice for the next move
are lost. A piece with all its points can always make one move, even if that costs more than it has.

Both are searches over labels that grow along a path (Dijkstra 1959). In turns a label is the point of time, in movement
points, at which a piece arrives: the turns before, each with all its points, and the points used in the last one. A
piece that arrives earlier is never later afterwards, so that the search is exact. Turns are the smallest number of
sections into which a path can be divided, so that they are the same when the path is followed backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import asdict, replace

from pnp.messages import listed, many, way
from pnp.model.maps.requirements import Bounds, Requirement
from pnp.network.asked import no_way_at_all
from pnp.network.budget import SearchBudget
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem, Verdict, Witness
from pnp.network.search import Adjacency, Distances, inverted, shortest_path

Weighted = tuple[Adjacency, Adjacency]
"""For each state the states next to it, and what the moves between them cost."""

# Distances in turns.


class TurnNetwork(Network, frozen=True, eq=False, dict=True, weakref=True):
    """A network whose distances are counted in turns of `speed` movement points."""

    speed: int = 1

    @cached_property
    def is_plain(self) -> bool:
        """Whether each move between stops costs 1, so that turns are moves divided by the speed, rounded up."""
        return self.lengths is None and all(
            place.cost == place.stop or not any(self.before[state] for state in states)
            for place, states in zip(self.places, self.states_of, strict=True)
        )

    @cached_property
    def rides(self) -> Weighted:
        """For each state the states at which a piece may stop next, and the cost of getting there.

        A turn cannot end at a place where no piece may stop. On plain networks entering such a place costs nothing, so
        that the single moves can be followed.
        """
        return (self.after, _costs(self)) if self.is_plain else _rides(self)

    @cached_property
    def rides_back(self) -> Weighted:
        """The moves of `rides`, reversed."""
        return turned_round(*self.rides)

    def turns(self, label: int | None) -> int | None:
        """Return the number of turns at a label, which counts movement points."""
        return None if label is None else -(-label // self.speed)

    def distances_from(self, state: int) -> Distances:
        """Return the distance in turns from a state to each place; None for a place that it cannot reach."""
        row = (
            self.plain.distances_from(state)
            if self.is_plain
            else _by_place(self, spread(self, {state: 0}, self.rides)[0])
        )
        return [self.turns(label) for label in row]

    def distances_to(self, places: Iterable[int]) -> Distances:
        """Return the distance in turns from each state to the nearest of `places`; None if it reaches none of them."""
        if self.is_plain:
            return [self.turns(label) for label in self.plain.distances_to(places)]
        goals = {state: 0 for place in places for state in self.states_of[place]}
        return [self.turns(label) for label in spread(self, goals, self.rides_back)[0]]

    def path(self, state: int, goals: Iterable[int]) -> tuple[str, ...]:
        """Return the names of the places on a path from a state to the nearest of `goals` with the fewest turns."""
        if self.is_plain:
            return self.plain.path(state, goals)
        ends = {end: 0 for goal in goals for end in self.states_of[goal]}
        labels, leads = spread(self, ends, self.rides_back)
        return _names(self, filled(self, _followed(leads, state))) if labels[state] is not None else ()

    @cached_property
    def plain(self) -> Network:
        """This network with its distances counted in moves, or in costs."""
        return Network(*(getattr(self, name) for name in Network.__struct_fields__))


def in_turns(network: Network, speed: int) -> TurnNetwork:
    """Return a network with its distances counted in turns of so many movement points."""
    return TurnNetwork(**asdict(network), speed=speed)


def turns_as_moves(requirement: Requirement) -> Requirement:
    """Return a requirement in turns as one in moves, for networks that are plain (`TurnNetwork.is_plain`)."""
    speed, bounds = requirement.speed or 1, requirement.bounds
    least, most = (each if bounds.exactly is None else bounds.exactly for each in (bounds.least, bounds.most))
    moves = Bounds(
        least=None if least is None else (ceil(least) - 1) * speed + 1,
        most=None if most is None else floor(most) * speed,
    )
    return replace(requirement, bounds=moves, speed=None)


def turned_round(after: Adjacency, lengths: Adjacency) -> Weighted:
    """Return the reversed moves with their costs."""
    found: list[list[int]] = [[] for _ in after]
    for ends, costs in zip(after, lengths, strict=True):
        for end, cost in zip(ends, costs, strict=True):
            found[end].append(cost)
    return inverted(after), tuple(map(tuple, found))


def _costs(network: Network) -> Adjacency:
    """Return the cost of each move."""
    if network.lengths is not None:
        return network.lengths
    entering = [network.places[place].cost for place in network.place_of_state]
    return tuple(tuple(entering[end] for end in ends) for ends in network.after)


def _rides(network: Network) -> Weighted:
    lengths = _costs(network)
    if len(network.stops) == len(network.places):
        return network.after, lengths
    stop = [network.places[place].stop for place in network.place_of_state]
    found = [_ride(network.after, lengths, stop, state) for state in range(len(network.after))]
    return tuple(tuple(each) for each in found), tuple(tuple(each.values()) for each in found)


def _ride(after: Adjacency, lengths: Adjacency, stop: Sequence[bool], start: int) -> dict[int, int]:
    """Return the stops next to a state, over other places only, with the cost of getting there."""
    found: dict[int, int] = {}
    seen = {start: 0}
    pending = [(0, start)]
    while pending:
        far, state = heappop(pending)
        if far > seen[state]:
            continue
        for end, length in zip(after[state], lengths[state], strict=True):
            there = far + length
            if stop[end]:
                found[end] = min(found.get(end, there), there)
            elif end not in seen or there < seen[end]:
                seen[end] = there
                heappush(pending, (there, end))
    return dict(sorted(found.items()))


def filled(network: Network, states: Sequence[int]) -> list[int]:
    """Return a path with the places between its states at which a piece may not stop."""
    if not isinstance(network, TurnNetwork) or network.is_plain or len(network.stops) == len(network.places):
        return list(states)
    lengths = _costs(network)
    stop = [network.places[place].stop for place in network.place_of_state]
    path = [states[0]]
    for end in states[1:]:
        after = tuple(tuple(each for each in ends if each == end or not stop[each]) for ends in network.after)
        kept = tuple(
            tuple(length for each, length in zip(ends, costs, strict=True) if each == end or not stop[each])
            for ends, costs in zip(network.after, lengths, strict=True)
        )
        path += shortest_path(after, path[-1], (end,), None, kept)[1:]
    return path


def spread(network: Network, labels: Mapping[int, int], moves: Weighted) -> tuple[Distances, list[int]]:
    """Return the smallest label of each state, and the state from which it comes (-1 for one of `labels`, or none).

    A label grows by the cost of a move; in turns, also by the points that are lost.
    """
    speed = network.speed if isinstance(network, TurnNetwork) else None
    after, lengths = moves
    found: Distances = [None] * len(after)
    best = dict(labels)
    came = [-1] * len(after)
    pending = [(label, state) for state, label in labels.items()]
    heapify(pending)
    while pending:
        label, state = heappop(pending)
        if found[state] is not None:
            continue
        found[state] = label
        for end, length in zip(after[state], lengths[state], strict=True):
            if found[end] is None:
                there = label + length if speed is None else arrival(label, length, speed)
                if end not in best or there < best[end]:
                    best[end] = there
                    came[end] = state
                    heappush(pending, (there, end))
    return found, came


def arrival(label: int, cost: int, speed: int) -> int:
    """Return the point of time at which a move ends that costs so much, begun at `label` by a piece of that speed."""
    cost = min(cost, speed)
    used = label % speed
    return label + cost if used + cost <= speed else label - used + speed + cost


def _by_place(network: Network, labels: Distances) -> Distances:
    found: Distances = [None] * len(network.places)
    for place, label in zip(network.place_of_state, labels, strict=True):
        known = found[place]
        if label is not None and (known is None or label < known):
            found[place] = label
    return found


def _followed(leads: Sequence[int], state: int) -> list[int]:
    """Return the states from one to the end of its path."""
    path = [state]
    while leads[path[-1]] >= 0:
        path.append(leads[path[-1]])
    return path


def _names(network: Network, states: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the places of states, each once where it is in several states in turn."""
    names = [network.places[network.place_of_state[state]].id for state in states]
    return tuple(name for at, name in enumerate(names) if at == 0 or name != names[at - 1])


# Routes through stops.


class Leg(Struct, frozen=True):
    """What is left of a route at each state from which its next stop is headed for: the label, and the next state."""

    labels: Distances
    leads: list[int]


def _legs(network: Network, stops: Sequence[Sequence[ChosenItem]], home: ChosenItem | None) -> list[Leg]:
    """Return the legs of the shortest route through stops, the first leg first; with `home` it ends there.

    The last leg is searched first, backwards: each stop begins with what is left of the route there.
    """
    if isinstance(network, TurnNetwork):
        moves = network.rides_back
    elif network.lengths_before is not None:
        moves = network.before, network.lengths_before
    else:
        moves = turned_round(network.after, _costs(network))
    ends = [tuple(place for item in stop for place in item.places) for stop in stops]
    ends += [home.places] if home else []
    legs: list[Leg] = []
    for places in reversed(ends):
        begun: dict[int, int] = {}
        for state in (state for place in places for state in network.states_of[place]):
            left = legs[-1].labels[state] if legs else 0
            if left is not None:
                begun[state] = left
        legs.append(Leg(*spread(network, begun, moves)))
    return legs[::-1]


def _along(legs: Sequence[Leg], start: int) -> tuple[list[int], list[int]]:
    """Return the states of a route from a state, and of them those at which its legs end."""
    path, stops = [start], []
    for leg in legs:
        path += _followed(leg.leads, path[-1])[1:]
        stops.append(path[-1])
    return path, stops


def judge_route(
    network: Network,
    starts: Sequence[ChosenItem],
    stops: Sequence[Sequence[ChosenItem]],
    requirement: Requirement,
    budget: SearchBudget,
) -> Verdict:
    """Judge the shortest route from every state of each start through one item of each stop in turn.

    A round trip ends where it began. Without a route the length is infinite, which satisfies a minimum. If that is so
    for all starts, the verdict is that the requirement asks nothing.
    """
    bounds, endless = requirement.bounds, requirement.is_least_distance
    turns = network.turns if isinstance(network, TurnNetwork) else lambda label: label
    searches = len(stops) + requirement.is_round
    legs: list[Leg] = []
    lost: str | None = None
    joined = False
    for start in starts:
        if requirement.is_round or not legs:
            budget.spend(searches * 2 * network.size)
            legs = _legs(network, stops, start if requirement.is_round else None)
        for state in (state for place in start.places for state in network.states_of[place]):
            label = legs[0].labels[state]
            length = turns(label)
            joined = joined or length is not None
            if length is None and endless:
                lost = lost or start.name
            elif length is None or not bounds.hold(length):
                return _wrong_route(network, start, state, legs, length, requirement)
    what = "every route asked about" if len(starts) > 1 else f"the route from '{starts[0].name}'"
    detail = f"{what} is {bounds} {_unit(network, bounds.__str__())}" if str(bounds) else f"{what} exists"
    if not joined:
        return no_way_at_all(f"no route leads from '{lost}' through its stops")
    return Verdict(True, detail + (f"; there is none from '{lost}'" if lost else ""))


def _wrong_route(
    network: Network, start: ChosenItem, state: int, legs: Sequence[Leg], length: int | None, requirement: Requirement
) -> Verdict:
    round_trip = " and back" if requirement.is_round else ""
    expected = str(requirement.bounds)
    if length is None:
        reached = next((at for at, leg in enumerate(legs) if leg.labels[state] is not None), None)
        detail = f"no route leads from '{start.name}' through {_stops(requirement)}{round_trip}"
        assert reached is None or reached, "the first leg leads nowhere"
        wanted = f", expected {expected} {_unit(network, expected)}" if expected else ""
        return Verdict(False, detail + wanted, Witness(places=(start.name,)))
    path, ends = _along(legs, state)
    names = _names(network, filled(network, path))
    passed = network.names(network.place_of_state[end] for end in ends)
    through = passed[:-1] if requirement.is_round else passed
    stops = [name for name in names if network.places[network.index[name]].stop]
    detail = (
        f"the route from '{start.name}' through {listed(list(through))}{round_trip} takes "
        f"{length:,} {_unit(network, str(length))}, expected {expected}: {way(stops)}"
    )
    return Verdict(False, detail, Witness(places=(start.name, *through), path=names, distance=length))


def _unit(network: Network, number: str) -> str:
    unit = "turn" if isinstance(network, TurnNetwork) else "move" if network.lengths is None else "point of cost"
    one = number.split(" ")[-1] == "1"
    return unit if one else "points of cost" if unit == "point of cost" else f"{unit}s"


def _stops(requirement: Requirement) -> str:
    """Return the stops of a route as text: `'Inn', then a place tagged 'shop'`."""
    found = []
    for selector in requirement.through[1:]:
        if selector.tag:
            found.append(f"a place tagged '{selector.tag}'")
        elif selector.district:
            found.append(f"a place in '{selector.district}'")
        else:
            names = [f"'{ref.name}'" for ref in selector.places]
            found.append(" or ".join(names) if names else "a place")
    return many(len(found), "stop") if len(found) > 3 else ", then ".join(found)
