"""States joined by moves, and the places they belong to.

Searches run over states; findings name places. An area has one state; a lane square has one for each heading or
manoeuvre. Entering a place costs 0 or 1 moves, and a piece may stop there or not: an intersection that is no space
costs nothing and is no stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.network.search import (
    Adjacency,
    Distances,
    Hinges,
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

# What states of a network belong to, and what lies between them: places, sites, crossings, segments, stretches.

Move = tuple[int, int]
"""A move, by the states that it leads from and to."""


class Place(Struct, frozen=True):
    """Where a piece can be: its name, tags and district; entering takes `cost` moves; one may `stop` there or not."""

    id: str
    span: Span
    tags: tuple[str, ...] = ()
    district: str | None = None
    cost: int = 1
    stop: bool = True


class Site(Struct, frozen=True):
    """What is reached at one of several places: an address, a landmark, a pick-up."""

    id: str
    span: Span
    places: tuple[int, ...]
    tags: tuple[str, ...] = ()
    district: str | None = None


class Passage(Struct, frozen=True):
    """Moves that one thing laid on the map can take away: those `forth` and those `back`, with a name for either way.

    A crossing is closed both ways; a segment is given one direction.
    """

    id: str
    span: Span
    forth: tuple[Move, ...]
    back: tuple[Move, ...]
    names: tuple[str, str] = ("forth", "back")


class ClosableStretch(Struct, frozen=True):
    """Places that one thing closes at once."""

    id: str
    span: Span
    places: tuple[int, ...]


class Extras(Struct, frozen=True):
    """What a map has beside places: sites, crossings, segments and stretches.

    Ways that leave a tile and meet no other end at `loose` places (lots are such places too), those that meet the kerb
    of another tile at `unmet` ones. What lies `aside`, on tiles that are left over, is no part of the map.
    """

    sites: tuple[Site, ...] = ()
    crossings: tuple[Passage, ...] = ()
    segments: tuple[Passage, ...] = ()
    stretches: tuple[ClosableStretch, ...] = ()
    loose: frozenset[int] = frozenset()
    unmet: tuple[int, ...] = ()
    aside: tuple[Place | Site, ...] = ()


NOTHING_MORE = Extras()
"""What a map of places and moves alone has beside them."""


# The network: states joined by moves, and the places that the states belong to.

START = "start"
"""The tag of the places where pieces start."""

KEPT_DISTANCES = 4_000_000
"""How many distances are kept for the next question."""


class Network(Struct, frozen=True, eq=False, dict=True, weakref=True):
    """States and the moves between them; `after` and `ways` run in parallel: where each move leads, and what drew it.

    `ways` are indices into `spans`, the places in the source that gave the moves. A network is not `whole` when moves
    are missing because its source is at fault: what a search then finds may be a consequence of that. Places that a
    setup has `closed` are no stops, and nothing is asked of them. Places and states are numbered from 0 in source
    order; what is derived is worked out when first asked for, hence no slots.
    """

    places: tuple[Place, ...]
    place_of_state: tuple[int, ...]
    after: Adjacency
    ways: Adjacency
    spans: tuple[Span, ...]
    whole: bool = True
    extras: Extras = NOTHING_MORE
    closed: frozenset[int] = frozenset()

    @property
    def crossings(self) -> tuple[Passage, ...]:
        """Where a thing laid between places lets nobody pass."""
        return self.extras.crossings

    @property
    def segments(self) -> tuple[Passage, ...]:
        """The parts of streets that may be given a direction."""
        return self.extras.segments

    @property
    def stretches(self) -> tuple[ClosableStretch, ...]:
        """The places that are closed together."""
        return self.extras.stretches

    @cached_property
    def sites(self) -> dict[str, Site]:
        """The sites by name."""
        return {site.id: site for site in self.extras.sites}

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each place by its name."""
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
        """The places where pieces start, unless closed: every stop where none is tagged."""
        tagged = self.tagged(START)
        return tuple(place for place in tagged if place not in self.closed) if tagged else self.stops

    def tagged(self, tag: str) -> tuple[int, ...]:
        """The places that carry `tag`."""
        return self.by_tag.get(tag, ())

    def in_district(self, district: str) -> tuple[int, ...]:
        """The places that lie in `district`; no intersection is one that is no space."""
        return self.by_district.get(district, ())

    @cached_property
    def single(self) -> bool:
        """Whether every place is a stop with one state, so that places and states are the same."""
        return self.place_of_state == tuple(range(len(self.places))) and len(self.stops) == len(self.places)

    @cached_property
    def costs(self) -> tuple[int, ...] | None:
        """What it costs to enter each state; None where every state costs one move."""
        costs = tuple(self.places[place].cost for place in self.place_of_state)
        return costs if 0 in costs else None

    @cached_property
    def before(self) -> Adjacency:
        """The states from which one move leads to each state."""
        return inverted(self.after)

    @cached_property
    def strides(self) -> Adjacency:
        """For each state, the states at which a piece that leaves it may stop next."""
        if len(self.stops) == len(self.places):
            return self.after
        return contracted(self.after, [self.places[place].stop for place in self.place_of_state])

    @cached_property
    def onward(self) -> Adjacency:
        """For each place, the other places at which a piece that leaves it may stop next."""
        if self.single:  # round a ring with one space one comes back to it
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
        """For each place, the other places from which a piece may come to it."""
        return inverted(self.onward)

    @cached_property
    def joined(self) -> Adjacency:
        """The neighbours of each place, either way."""
        return united(self.onward, self.backward)

    @cached_property
    def reached(self) -> set[int]:
        """The states that moves lead to from a start."""
        starts = {state for place in self.starts for state in self.states_of[place]}
        return reached(self.strides, starts) if self.tagged(START) else starts

    @cached_property
    def reached_places(self) -> frozenset[int]:
        """The places that moves lead to from a start."""
        return frozenset(self.place_of_state[state] for state in self.reached)

    @cached_property
    def weak_parts(self) -> list[list[int]]:
        """The sets of places that are joined at all, in the order of their first members."""
        return weak_parts(self.joined)

    @cached_property
    def strong_parts(self) -> list[list[int]]:
        """The greatest sets of states in which each leads to each; a set comes after all that it leads to."""
        return strong_parts(self.strides)

    @cached_property
    def hinges(self) -> Hinges:
        """The places and joints that alone hold a part of the map together."""
        return find_hinges(self.joined)

    @property
    def size(self) -> int:
        """The steps of one search through all of it: states and moves."""
        return len(self.after) + sum(map(len, self.after))

    def way_between(self, first: int, second: int) -> Span:
        """Where the source joins two neighbouring places; the first place's span where no single move does."""
        for start, end in ((first, second), (second, first)):
            for state in self.states_of[start]:
                for after, way in zip(self.after[state], self.ways[state], strict=True):
                    if self.place_of_state[after] == end:
                        return self.spans[way]
        return self.places[first].span

    def distances_from(self, state: int) -> Distances:
        """The least number of moves from a state to each place; None where no way leads there."""
        if self.single:
            return distances(self.after, (state,), self.costs)
        found: Distances = [None] * len(self.places)
        for place, distance in zip(self.place_of_state, distances(self.after, (state,), self.costs), strict=True):
            known = found[place]
            if distance is not None and (known is None or distance < known):
                found[place] = distance
        return found

    def distances_to(self, places: Iterable[int]) -> Distances:
        """The least number of moves from each state to the nearest of `places`."""
        goals = [state for place in places for state in self.states_of[place]]
        return distances_to(self.before, goals, self.costs)

    def path(self, state: int, goals: Iterable[int]) -> tuple[str, ...]:
        """The names of the places on a shortest way from a state to the nearest of `goals`; nothing without a way."""
        ends = {end for goal in goals for end in self.states_of[goal]}
        states = shortest_path(self.after, state, ends, self.costs)
        names = [self.places[self.place_of_state[state]].id for state in states]
        return tuple(name for number, name in enumerate(names) if number == 0 or name != names[number - 1])

    def names(self, places: Iterable[int]) -> tuple[str, ...]:
        """The names of places given by number."""
        return tuple(self.places[place].id for place in places)

    def distance(self, start: str, goal: str) -> int | None:
        """The moves from every state of one place or site to some state of another; None where there is no way."""
        if goal not in self._rows:
            if len(self._rows) * len(self.after) > KEPT_DISTANCES:
                self._rows.clear()
            self._rows[goal] = self.distances_to(self.at(goal))
        row = self._rows[goal]
        return _greatest([row[state] for state in self._standing(start)])

    def _standing(self, name: str) -> tuple[int, ...]:
        """The states of the place of that name, or of those that serve the site; none where one of these has none."""
        if name not in self._known:
            states = [self.states_of[place] for place in self.at(name)]
            self._known[name] = tuple(state for each in states for state in each) if all(states) else ()
        return self._known[name]

    def at(self, name: str) -> tuple[int, ...]:
        """The place of that name, or those that serve the site of that name."""
        return self.sites[name].places if name in self.sites else (self.index[name],)

    def effort(self, goal: str) -> int:
        """How many steps a distance to that place takes: little where one was asked for before."""
        return 1 if goal in self._rows else len(self.after)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The names of the places next to one, either way, in source order."""
        return self.names(self.joined[self.index[name]])

    @cached_property
    def by_tag(self) -> dict[str, tuple[int, ...]]:
        """The places that carry each tag."""
        return _grouped((tag, number) for number, place in enumerate(self.places) for tag in dict.fromkeys(place.tags))

    @cached_property
    def by_district(self) -> dict[str, tuple[int, ...]]:
        """The places that lie in each district, where a piece may stop."""
        return _grouped((self.places[at].district or "", at) for at in self.stops if self.places[at].district)

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
    """The network with these moves: from a state, to another, by the way of that number; a move's first way stands."""
    owners = tuple(place_of_state)
    leads: list[dict[int, int]] = [{} for _ in owners]
    for start, end, way in moves:
        leads[start].setdefault(end, way)
    after = tuple(tuple(sorted(lead)) for lead in leads)
    ways = tuple(tuple(lead[end] for end in ends) for lead, ends in zip(leads, after, strict=True))
    return Network(tuple(places), owners, after, ways, tuple(spans), whole, extras)


def _greatest(distances: Sequence[int | None]) -> int | None:
    """The greatest of some distances; None where there are none, or where one of them has no way."""
    known = [distance for distance in distances if distance is not None]
    return max(known) if known and len(known) == len(distances) else None


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
    groups: dict[str, list[int]] = {}
    for name, number in pairs:
        groups.setdefault(name, []).append(number)
    return {name: tuple(numbers) for name, numbers in groups.items()}
