"""A demand as questions about paths; moves closed so far.

No closure lies on the place that a way starts from, or on what is asked about: a place, or all places of a goal that
has several. So a question bars what lies there, and a place that is closed has no question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from pnp.model.maps.game_map import Requirement
from pnp.network.closures.supplies import Stock
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem, chosen, targets

# What a bound on a question says: how many closures it takes at least, and where to look for them.

NEVER = 1 << 30
"""More closures than any map has."""


class ReachQuery(Struct, frozen=True):
    """Whether a way still leads from a state to one of some goals, in so many moves at most where that is said.

    `barred` are the closings that may not be laid: those that lie on the start, or on what is asked about.
    """

    source: int
    goals: frozenset[int]
    barred: tuple[int, ...] = ()
    most: int | None = None


class Bound(Struct, frozen=True):
    """At least so many closures more it takes to answer no.

    `cut` are closings that are enough, if any were found. `path` are the moves of a way, of which one must be shut;
    of `hit` each answer of exactly `least` closings is made, None where nothing is known.
    """

    least: int
    cut: tuple[int, ...] | None = None
    path: tuple[int, ...] = ()
    hit: frozenset[int] | None = None


class Bounding(Protocol):
    """What bounds a question, with what lies on the ground."""

    def __call__(self, question: ReachQuery, room: int) -> Bound:
        """The bound, exact only up to `room`: a greater one may be any greater number."""
        ...


# Demands as questions about ways: each is broken just where one of its questions is answered no.

PASSAGES = 40
"""How many steps over intersections are looked at, for each move of a map, to find the single moves of pieces."""


class Round(Struct, frozen=True):
    """Questions about ways to the same goals, or `back` from the same start: by the state at the other end."""

    hub: frozenset[int]
    rim: tuple[tuple[int, tuple[int, ...]], ...]
    back: bool = False
    most: int | None = None

    def question(self, state: int, barred: tuple[int, ...]) -> ReachQuery:
        """The question about one state of the rim."""
        if self.back:
            (source,) = self.hub
            return ReachQuery(source, frozenset((state,)), barred, self.most)
        return ReachQuery(state, self.hub, barred, self.most)


class Asking:
    """The questions of demands on a network on which what is in stock may be laid."""

    def __init__(self, network: Network, stock: Stock, ground: ClosableMoves) -> None:
        self.network, self.stock, self.ground = network, stock, ground

    def ways(self, starts: Sequence[int], goals: Iterable[ChosenItem], most: int | None = None) -> Iterator[Round]:
        """From every state of each start to each goal."""
        goals = tuple(goals)
        states_of = self.network.states_of
        if most is None and len(starts) < len(goals) and all(self._plain(goal.places) for goal in goals):
            for start in starts:
                for state in states_of[start]:
                    ends = tuple((states_of[place][0], place) for goal in goals for place in goal.places)
                    yield self._round((state,), (start,), ends, back=True)
            return
        for goal in goals:
            ends = tuple((state, start) for start in starts if start not in goal.places for state in states_of[start])
            hub = tuple(state for place in goal.places for state in states_of[place])
            for kept in self._kept(goal.places):
                yield self._round(hub, kept, ends, most=most)

    def _round(
        self,
        hub: Iterable[int],
        kept: Iterable[int],
        ends: Iterable[tuple[int, int]],
        back: bool = False,
        most: int | None = None,
    ) -> Round:
        """The round of a hub, of which some places are kept open, and of states with their places."""
        on_place = self.ground.on_place
        middle, held = frozenset(hub), tuple(kept)
        always = {number for place in held for number in on_place.get(place, ())}
        rim = {
            state: tuple(sorted(always.union(on_place.get(place, ())))) for state, place in ends if place not in held
        }
        return Round(middle, tuple(rim.items()), back, most)

    def _kept(self, places: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Which places of a goal are kept open: each in turn, or none where they can't be closed all at once."""
        if len(places) == 1:
            return (tuple(places),)
        return tuple((place,) for place in places) if self._may_close(places) else ((),)

    def _may_close(self, places: Sequence[int]) -> bool:
        """Whether there may be enough closures to close all these places at once."""
        widest = max((len(closing.option.places) for closing in self.ground.closings), default=0)
        laid = sum(supply.most for supply in self.stock.supplies if any(each.places for each in supply.choices))
        closable = all(place in self.ground.on_place for place in places)
        return closable and len(places) <= widest * min(laid, self.stock.most)

    def _plain(self, places: Sequence[int]) -> bool:
        return len(places) == 1 and len(self.network.states_of[places[0]]) == 1

    def all_ways(self) -> Iterator[Round]:
        """From each state of each stop to each stop: those to and from some that can't be closed all at once.

        Where the open places fall apart, an open one of those does not reach another, or another does not reach it.
        """
        network = self.network
        places = network.stops
        every = tuple((state, place) for place in places for state in network.states_of[place])
        plain = all(self._plain((place,)) for place in places)
        for root in self._roots():
            yield self._round(network.states_of[root], (root,), every)
            for state in network.states_of[root]:
                if plain:
                    yield self._round((state,), (root,), every, back=True)
                else:
                    yield from (
                        self._round(network.states_of[place], (place,), ((state, root),))
                        for place in places
                        if place != root
                    )

    def ways_back(self, harmless: Sequence[int]) -> Iterator[Round] | None:
        """For each move the way back, or to an open harmless place: without it the move leads into a trap.

        What the end of a move leads to is left by no move. If the start is not in it, it is a trap; and the move that
        enters a trap has no way back. None where there are too many ways over intersections to ask about each.
        """
        moves = self._single_moves()
        if moves is None:
            return None
        network, ground = self.network, self.ground
        allowed = frozenset(state for place in harmless for state in network.states_of[place])
        owner, on_place = network.place_of_state, ground.on_place
        found: dict[tuple[int, int, tuple[int, ...]], None] = {}
        for start, end, passed in moves:
            if end not in allowed:
                barred = {*on_place.get(owner[start], ()), *on_place.get(owner[end], ())}
                barred.update(number for move in passed for number in ground.closers[move])
                found[start, end, tuple(sorted(barred))] = None
        return (Round(allowed | {start}, ((end, barred),)) for start, end, barred in found)

    def _single_moves(self) -> list[tuple[int, int, tuple[int, ...]]] | None:
        """Each way of a single move between two states of stops: over intersections, with what it passes."""
        network, ground = self.network, self.ground
        stands = [network.places[place].stop for place in network.place_of_state]
        found: list[tuple[int, int, tuple[int, ...]]] = []
        looked, most = 0, PASSAGES * len(ground.heads)
        for start in (state for state, stop in enumerate(stands) if stop):
            pending: list[tuple[int, tuple[int, ...], frozenset[int]]] = [(start, (), frozenset((start,)))]
            while pending:
                state, passed, seen = pending.pop()
                for move in ground.out[state]:
                    looked += 1
                    end = ground.heads[move]
                    if end in seen:
                        continue
                    if stands[end]:
                        found.append((start, end, (*passed, move)))
                    else:
                        pending.append((end, (*passed, move), seen | {end}))
                if looked > most:
                    return None
        return found

    def _roots(self) -> tuple[int, ...]:
        """Stops that can't be closed all at once: one, or one more than closures, no two of them closed by the same."""
        stops, on_place = self.network.stops, self.ground.on_place
        places = [place for place in stops if self.network.states_of[place]]
        free = next((place for place in places if place not in on_place), None)
        if free is not None:
            return (free,)
        found: list[int] = []
        used: set[int] = set()
        for place in places:
            if used.isdisjoint(on_place[place]):
                found.append(place)
                used.update(on_place[place])
            if len(found) > self.stock.most:
                return tuple(found)
        return tuple(places)


def rounds_of(requirement: Requirement, asking: Asking) -> Iterator[Round] | None:
    """The rounds of questions of a demand; None where it can't be asked so."""
    network, bounds = asking.network, requirement.bounds
    match requirement.demand:
        case "reach":
            return asking.ways(chosen(network, requirement.start), targets(network, requirement.goal))
        case "isolation":
            return asking.ways(chosen(network, requirement.goal), targets(network, requirement.start))
        case "connected" | "survives":
            return asking.all_ways()
        case "distance":
            limit = bounds.most if bounds.exactly is None else bounds.exactly
            starts, goals = chosen(network, requirement.start), targets(network, requirement.goal)
            return asking.ways(starts, goals, None if limit is None else int(limit))
        case "within":
            goal = ChosenItem("", chosen(network, requirement.goal))
            return asking.ways(chosen(network, requirement.start), (goal,), int(bounds.most or 0))
        case "no-trap":
            return asking.ways_back(chosen(network, requirement.goal))
        case _:
            return None


# The ground on which closures are laid and taken up again: which moves are shut, and what may still be laid.


class ClosableMoves:
    """The moves of a network by number, each with what shuts it; `shut` counts what lies on it now.

    `left` says how many of each kind may still be laid; `stopped` counts for each closing the reasons why it may not be
    laid: its kind is used up, something lies on its spot, or it is barred. `barred` are those that have any.
    """

    def __init__(self, network: Network, stock: Stock) -> None:
        self.network = network
        self.closings = stock.closings
        self.tails = tuple(state for state, ends in enumerate(network.after) for _ in ends)
        self.heads = tuple(end for ends in network.after for end in ends)
        numbers = {move: number for number, move in enumerate(zip(self.tails, self.heads, strict=True))}
        self.moves_of = tuple(
            tuple(sorted(numbers[move] for move in closing.option.moves if move in numbers))
            for closing in self.closings
        )
        closers: list[list[int]] = [[] for _ in self.heads]
        for laid, moves in enumerate(self.moves_of):
            for move in moves:
                closers[move].append(laid)
        self.closers = tuple(map(tuple, closers))
        self.shut = [0] * len(self.heads)
        self.left = [supply.most for supply in stock.supplies]
        self.laid: list[int] = []
        self.stopped = [0] * len(self.closings)
        self.barred: set[int] = set()
        self.of_kind: list[list[int]] = [[] for _ in stock.supplies]
        self.on_spot: list[list[int]] = [[] for supply in stock.supplies for _ in supply.choices]
        for number, closing in enumerate(self.closings):
            self.of_kind[closing.kind].append(number)
            self.on_spot[closing.spot].append(number)
        for kind, left in enumerate(self.left):
            if not left:
                self.bar(self.of_kind[kind])

    @cached_property
    def out(self) -> tuple[tuple[int, ...], ...]:
        """The moves out of each state."""
        return _by_end(self.tails, len(self.network.after))

    @cached_property
    def into(self) -> tuple[tuple[int, ...], ...]:
        """The moves into each state."""
        return _by_end(self.heads, len(self.network.after))

    @cached_property
    def inside(self) -> dict[int, tuple[int, ...]]:
        """The closings of passages that take away a move from each state."""
        found: dict[int, dict[int, None]] = {}
        for number, moves in enumerate(self.moves_of):
            if not self.closings[number].option.places:
                for move in moves:
                    found.setdefault(self.tails[move], {})[number] = None
        return {state: tuple(numbers) for state, numbers in found.items()}

    @cached_property
    def on_place(self) -> dict[int, tuple[int, ...]]:
        """What may be laid on each place."""
        found: dict[int, list[int]] = {}
        for number, closing in enumerate(self.closings):
            for place in closing.option.places:
                found.setdefault(place, []).append(number)
        return {place: tuple(numbers) for place, numbers in found.items()}

    def lay(self, number: int) -> None:
        """Lay one closing more."""
        closing = self.closings[number]
        self.left[closing.kind] -= 1
        self.bar(self.on_spot[closing.spot])
        if not self.left[closing.kind]:
            self.bar(self.of_kind[closing.kind])
        for move in self.moves_of[number]:
            self.shut[move] += 1
        self.laid.append(number)

    def lift(self, number: int) -> None:
        """Take a closing up again."""
        closing = self.closings[number]
        if not self.left[closing.kind]:
            self.unbar(self.of_kind[closing.kind])
        self.left[closing.kind] += 1
        self.unbar(self.on_spot[closing.spot])
        for move in self.moves_of[number]:
            self.shut[move] -= 1
        self.laid.remove(number)

    def bar(self, numbers: Iterable[int]) -> None:
        """Keep closings from being laid."""
        for number in numbers:
            self.stopped[number] += 1
            self.barred.add(number)

    def unbar(self, numbers: Iterable[int]) -> None:
        """Let closings be laid again that were barred."""
        for number in numbers:
            self.stopped[number] -= 1
            if not self.stopped[number]:
                self.barred.discard(number)

    def closers_on(self, path: Iterable[int]) -> list[int]:
        """What may be laid now that shuts some of these moves, in order."""
        return sorted({each for move in path for each in self.closers[move] if not self.stopped[each]})

    def fits(self, numbers: Iterable[int]) -> bool:
        """Whether these closings, all allowed, may be laid together."""
        found = [self.closings[number] for number in numbers]
        spots = {closing.spot for closing in found}
        kinds = [closing.kind for closing in found]
        return len(spots) == len(found) and all(kinds.count(kind) <= self.left[kind] for kind in {*kinds})


def _by_end(ends: tuple[int, ...], states: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(states)]
    for move, state in enumerate(ends):
        found[state].append(move)
    return tuple(map(tuple, found))
