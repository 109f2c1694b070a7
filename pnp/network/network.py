"""The network of a map: a directed graph of states, and the places that the states belong to.

Searches run over states; findings name places. An area has one state. A lane square has one state for each heading
or manoeuvre. Entering a place costs 0 or 1 moves, and a piece may or may not stop there. An intersection that is not
a space costs 0 moves and is not a stop. Where roads or terrain have costs, each move has its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.network.search import (
    Adjacency,
    Distances,
    Hinges,
    MoveLengths,
    contracted,
    distances,
    distances_to,
    find_hinges,
    inverted,
    reached,
    shortest_path,
    strong_parts,
    united,
    weak_parts,
)

# The parts of a network: places, sites, crossings, segments and stretches.

Move = tuple[int, int]
"""A move, as the number of the state it leaves and the number of the state it enters."""


class Place(Struct, frozen=True):
    """A location where a piece can be. Entering it takes `cost` moves (0 or 1); `stop` is whether a piece may stop."""

    id: str
    span: Span
    tags: tuple[str, ...] = ()
    district: str | None = None
    cost: int = 1
    stop: bool = True


class Site(Struct, frozen=True):
    """A location next to places, such as an address or a landmark. A piece reaches it at any of `places`."""

    id: str
    span: Span
    places: tuple[int, ...]
    tags: tuple[str, ...] = ()
    district: str | None = None


class Passage(Struct, frozen=True):
    """Moves in two opposite directions, which one closure can remove; `names` are those of the two directions.

    A closure on a crossing or a road removes both directions. A closure on a segment removes one of them. A road has a
    `kind`.
    """

    id: str
    span: Span
    forth: tuple[Move, ...]
    back: tuple[Move, ...]
    names: tuple[str, str] = ("forth", "back")
    kind: str = ""


class ClosableStretch(Struct, frozen=True):
    """Places that one closure closes together."""

    id: str
    span: Span
    places: tuple[int, ...]


class Extras(Struct, frozen=True):
    """What a map has in addition to places: sites, crossings, roads that can be closed, segments and stretches.

    `loose` are the places where a street leaves a tile and meets no other street, and all lots. `unmet` are those of
    them where the street leads into the kerb of the adjacent tile. `aside` are the places and sites of tiles that are
    not laid; they are not part of the network. `edged` is whether two tiles are adjacent, or a cell of a grid map
    that has edges and another cell. `middles` are places that stand for parallel roads; nobody names them.
    """

    sites: tuple[Site, ...] = ()
    crossings: tuple[Passage, ...] = ()
    roads: tuple[Passage, ...] = ()
    segments: tuple[Passage, ...] = ()
    stretches: tuple[ClosableStretch, ...] = ()
    loose: frozenset[int] = frozenset()
    unmet: tuple[int, ...] = ()
    aside: tuple[Place | Site, ...] = ()
    areas: tuple[tuple[str, tuple[int, ...]], ...] = ()
    edged: bool = False
    middles: frozenset[int] = frozenset()


NOTHING_MORE = Extras()
"""The extras of a map that has only places and moves."""


# The network itself.

START = "start"
"""The tag of the places where pieces start."""

KEPT_DISTANCES = 4_000_000
"""Maximum number of distances that a network caches."""


class Network(Struct, frozen=True, eq=False, dict=True, weakref=True):
    """States and the moves between them.

    Places and states are numbered from 0 in source order. `after` lists for each state the states that one move leads
    to. `ways` is parallel to it: for each move an index into `spans`, the span in the source that created the move.

    `lengths` is parallel to it, too: the cost of each move, as a whole number of 0 or more. It is None where each move
    costs what it takes to enter its end (`Place.cost`), so that distances are numbers of moves.

    A network is not `whole` when moves are missing because of an error in the source; findings about it may then be
    consequences of that error. `closed` are the places that a setup has closed: they are not stops, and requirements
    leave them out. `opened` is the network without these closures; None if nothing is laid on this one.

    Derived values are computed on first use and cached.
    """

    places: tuple[Place, ...]
    place_of_state: tuple[int, ...]
    after: Adjacency
    ways: Adjacency
    spans: tuple[Span, ...]
    whole: bool = True
    extras: Extras = NOTHING_MORE
    closed: frozenset[int] = frozenset()
    lengths: MoveLengths = None
    opened: Network | None = None

    @property
    def crossings(self) -> tuple[Passage, ...]:
        """The crossings: passages on which a closure removes the moves in both directions."""
        return self.extras.crossings

    @property
    def segments(self) -> tuple[Passage, ...]:
        """The segments: parts of streets that a closure can make one-way."""
        return self.extras.segments

    @property
    def stretches(self) -> tuple[ClosableStretch, ...]:
        """The stretches: groups of places that are closed together."""
        return self.extras.stretches

    @cached_property
    def sites(self) -> dict[str, Site]:
        """The sites by name."""
        return {site.id: site for site in self.extras.sites}

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each place, by name."""
        return {place.id: number for number, place in enumerate(self.places)}

    @cached_property
    def states_of(self) -> Adjacency:
        """The states of each place."""
        states: list[list[int]] = [[] for _ in self.places]
        for state, place in enumerate(self.place_of_state):
            states[place].append(state)
        return tuple(map(tuple, states))

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """The places where a piece may stop."""
        return tuple(number for number, place in enumerate(self.places) if place.stop)

    @property
    def starts(self) -> tuple[int, ...]:
        """The open places where pieces start: those tagged `start`, or every stop if none is tagged."""
        tagged = self.tagged(START)
        return tuple(place for place in tagged if place not in self.closed) if tagged else self.stops

    def tagged(self, tag: str) -> tuple[int, ...]:
        """The places that carry `tag`."""
        return self.by_tag.get(tag, ())

    def in_district(self, district: str) -> tuple[int, ...]:
        """The places in `district`; intersections are excluded unless they are spaces."""
        return self.by_district.get(district, ())

    @cached_property
    def single(self) -> bool:
        """Whether every place is a stop with exactly one state, so that places and states have the same numbers."""
        return self.place_of_state == tuple(range(len(self.places))) and len(self.stops) == len(self.places)

    @cached_property
    def costs(self) -> tuple[int, ...] | None:
        """The moves that it takes to enter each state, 0 or 1; None if all are 1."""
        costs = tuple(self.places[place].cost for place in self.place_of_state)
        return costs if 0 in costs else None

    @cached_property
    def before(self) -> Adjacency:
        """For each state, the states from which one move leads to it."""
        return inverted(self.after)

    @cached_property
    def lengths_before(self) -> MoveLengths:
        """The costs of the moves in `before`, parallel to it; None if moves have no lengths."""
        if self.lengths is None:
            return None
        found: list[list[int]] = [[] for _ in self.after]
        for ends, lengths in zip(self.after, self.lengths, strict=True):
            for end, length in zip(ends, lengths, strict=True):
                found[end].append(length)
        return tuple(map(tuple, found))

    @property
    def in_moves(self) -> Network:
        """This network with its distances counted in moves: without lengths."""
        return self if self.lengths is None else self._in_moves

    @cached_property
    def _in_moves(self) -> Network:
        return replace(self, lengths=None, opened=self.opened and self.opened.in_moves)

    @cached_property
    def onward_lengths(self) -> MoveLengths:
        """The costs of the moves in `onward`, the cheapest where several lead there; None if moves have no lengths.

        A piece may pass places where it cannot stop.
        """
        if self.lengths is None:
            return None
        return tuple(
            tuple(min(lengths[end] for lengths in found if end in lengths) for end in ends)
            for found, ends in zip(
                (tuple(map(self._lengths_onward, states)) for states in self.states_of), self.onward, strict=True
            )
        )

    def _lengths_onward(self, state: int) -> dict[int, int]:
        """Return the cost of the moves from a state to the places at which a piece may stop next."""
        assert self.lengths is not None
        found: dict[int, int] = {}
        seen: dict[int, int] = {state: 0}
        pending = [(0, state)]
        while pending:
            far, here = heappop(pending)
            if far > seen[here]:
                continue
            for end, length in zip(self.after[here], self.lengths[here], strict=True):
                place, there = self.place_of_state[end], far + length
                if self.places[place].stop:
                    found[place] = min(found.get(place, there), there)
                elif end not in seen or there < seen[end]:
                    seen[end] = there
                    heappush(pending, (there, end))
        return found

    @cached_property
    def strides(self) -> Adjacency:
        """For each state, the states at which a piece that leaves it may stop next."""
        if len(self.stops) == len(self.places):
            return self.after
        return contracted(self.after, [self.places[place].stop for place in self.place_of_state])

    @cached_property
    def onward(self) -> Adjacency:
        """For each place, the other places at which a piece that leaves it may stop next."""
        if self.single:  # a move can lead from a place to itself, around a ring with a single space
            return tuple(
                tuple(end for end in ends if end != place) if place in ends else ends
                for place, ends in enumerate(self.after)
            )
        return tuple(
            tuple(sorted({self.place_of_state[after] for state in states for after in self.strides[state]} - {place}))
            for place, states in enumerate(self.states_of)
        )

    @cached_property
    def backward(self) -> Adjacency:
        """For each place, the other places that a piece may have stopped at just before it."""
        return inverted(self.onward)

    @cached_property
    def joined(self) -> Adjacency:
        """For each place, its neighbours in either direction."""
        return united(self.onward, self.backward)

    @cached_property
    def reached(self) -> set[int]:
        """The states that can be reached from a start."""
        starts = {state for place in self.starts for state in self.states_of[place]}
        return reached(self.strides, starts) if self.tagged(START) else starts

    @cached_property
    def reached_places(self) -> frozenset[int]:
        """The places that can be reached from a start."""
        return frozenset(self.place_of_state[state] for state in self.reached)

    @cached_property
    def weak_parts(self) -> list[list[int]]:
        """The weakly connected components of the places, ordered by their first members."""
        return weak_parts(self.joined)

    @cached_property
    def strong_parts(self) -> list[list[int]]:
        """The strongly connected components of the states; each comes after the components that it leads to."""
        return strong_parts(self.strides)

    @cached_property
    def hinges(self) -> Hinges:
        """The articulation points and bridges of the map."""
        return find_hinges(self.joined)

    @property
    def size(self) -> int:
        """The steps that one search through the whole network takes: its states plus its moves."""
        return len(self.after) + sum(map(len, self.after))

    def way_between(self, first: int, second: int) -> Span:
        """Return the span that joins two neighbouring places, or that of the first place if no single move does."""
        for start, end in ((first, second), (second, first)):
            for state in self.states_of[start]:
                for after, way in zip(self.after[state], self.ways[state], strict=True):
                    if self.place_of_state[after] == end:
                        return self.spans[way]
        return self.places[first].span

    def distances_from(self, state: int) -> Distances:
        """Return the distance from a state to each place; None for a place that it cannot reach.

        A distance is the sum of the lengths of moves, or the number of moves if the network has no lengths.
        """
        if self.single:
            return distances(self.after, (state,), self.costs, self.lengths)
        found: Distances = [None] * len(self.places)
        for place, distance in zip(
            self.place_of_state, distances(self.after, (state,), self.costs, self.lengths), strict=True
        ):
            known = found[place]
            if distance is not None and (known is None or distance < known):
                found[place] = distance
        return found

    def distances_to(self, places: Iterable[int]) -> Distances:
        """Return the distance from each state to the nearest of `places`; None if it reaches none of them."""
        goals = [state for place in places for state in self.states_of[place]]
        return distances_to(self.before, goals, self.costs, self.lengths_before)

    def path(self, state: int, goals: Iterable[int]) -> tuple[str, ...]:
        """Return the names of the places on a shortest path from a state to the nearest of `goals`.

        The result is empty if no path exists.
        """
        ends = {end for goal in goals for end in self.states_of[goal]}
        states = shortest_path(self.after, state, ends, self.costs, self.lengths)
        names = [self.places[self.place_of_state[state]].id for state in states]
        return tuple(name for number, name in enumerate(names) if number == 0 or name != names[number - 1])

    def step(self, first: str, second: str) -> int:
        """Return the cost of the cheapest single move from one place to another, given by name; 0 if there is none."""
        end = self.index[second]
        if self.lengths is None:
            return self.places[end].cost
        lengths = [
            length
            for state in self.states_of[self.index[first]]
            for after, length in zip(self.after[state], self.lengths[state], strict=True)
            if self.place_of_state[after] == end
        ]
        return min(lengths, default=0)

    def names(self, places: Iterable[int]) -> tuple[str, ...]:
        """Return the names of places given by number."""
        return tuple(self.places[place].id for place in places)

    def distance(self, start: str, goal: str) -> int | None:
        """Return the distance between two places or sites given by name, from the worst state of the first.

        Returns None if some state of the first cannot reach the second. The distances to a goal are cached.
        """
        if goal not in self._rows:
            if len(self._rows) * len(self.after) > KEPT_DISTANCES:
                self._rows.clear()
            self._rows[goal] = self.distances_to(self.at(goal))
        row = self._rows[goal]
        return _greatest([row[state] for state in self._states_at(start)])

    def _states_at(self, name: str) -> tuple[int, ...]:
        """Return the states of a place, or of all places that serve a site; empty if one of them has no state."""
        if name not in self._known:
            states = [self.states_of[place] for place in self.at(name)]
            self._known[name] = tuple(state for each in states for state in each) if all(states) else ()
        return self._known[name]

    def at(self, name: str) -> tuple[int, ...]:
        """Return the place of that name, or the places that serve the site of that name."""
        return self.sites[name].places if name in self.sites else (self.index[name],)

    def effort(self, goal: str) -> int:
        """Return how many steps the next distance to that goal takes: 1 if the distances to it are cached."""
        return 1 if goal in self._rows else len(self.after)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Return the names of the neighbours of a place, in either direction and in source order."""
        return self.names(self.joined[self.index[name]])

    @cached_property
    def by_tag(self) -> dict[str, tuple[int, ...]]:
        """The places with each tag."""
        return _grouped((tag, number) for number, place in enumerate(self.places) for tag in dict.fromkeys(place.tags))

    @cached_property
    def by_district(self) -> dict[str, tuple[int, ...]]:
        """The stops in each district, and in each area with parts."""
        stops = ((self.places[at].district or "", at) for at in self.stops if self.places[at].district)
        areas = ((name, at) for name, places in self.extras.areas for at in places if self.places[at].stop)
        return _grouped(chain(stops, areas))

    @cached_property
    def _rows(self) -> dict[str, Distances]:
        return {}

    @cached_property
    def _known(self) -> dict[str, tuple[int, ...]]:
        return {}


def network_of(
    places: Iterable[Place],
    place_of_state: Iterable[int],
    moves: Iterable[tuple[int, int, int]],
    spans: Iterable[Span],
    whole: bool = True,
    extras: Extras = NOTHING_MORE,
) -> Network:
    """Return the network with these moves, each as start state, end state and index into `spans`.

    If a move is given several times, its first span counts.
    """
    owners = tuple(place_of_state)
    leads: list[dict[int, int]] = [{} for _ in owners]
    for start, end, way in moves:
        leads[start].setdefault(end, way)
    after = tuple(tuple(sorted(lead)) for lead in leads)
    ways = tuple(tuple(lead[end] for end in ends) for lead, ends in zip(leads, after, strict=True))
    return Network(tuple(places), owners, after, ways, tuple(spans), whole, extras)


def weighed_network_of(
    places: Iterable[Place],
    place_of_state: Iterable[int],
    moves: Iterable[tuple[int, int, int, int]],
    spans: Iterable[Span],
    whole: bool = True,
    extras: Extras = NOTHING_MORE,
) -> Network:
    """Return the network with these moves, each as start state, end state, index into `spans`, and cost (0 or more).

    If a move is given several times, the cheapest counts, of these the first. If each move costs what its end costs to
    enter, the network has no lengths: searches that count moves are faster.
    """
    best: dict[Move, tuple[int, int, int]] = {}
    for number, (start, end, way, cost) in enumerate(moves):
        if (start, end) not in best or cost < best[start, end][0]:
            best[start, end] = cost, number, way
    pairs = ((start, end, way) for (start, end), (_, _, way) in best.items())
    network = network_of(places, place_of_state, pairs, spans, whole, extras)
    entering = [network.places[place].cost for place in network.place_of_state]
    if all(cost == entering[end] for (_, end), (cost, _, _) in best.items()):
        return network
    lengths = tuple(tuple(best[start, end][0] for end in ends) for start, ends in enumerate(network.after))
    return replace(network, lengths=lengths)


def _greatest(distances: Sequence[int | None]) -> int | None:
    """Return the maximum distance; None if there are no distances or one of them is None (unreachable)."""
    known = [distance for distance in distances if distance is not None]
    return max(known) if known and len(known) == len(distances) else None


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    groups: dict[str, list[int]] = {}
    for name, number in pairs:
        groups.setdefault(name, []).append(number)
    return {name: tuple(numbers) for name, numbers in groups.items()}
