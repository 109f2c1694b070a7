"""Convert demands on paths to questions, and hold the closures that a search has laid.

A question (`ReachQuery`) is whether a path leads from one state to some goals. A demand is broken by a setup exactly if
one of its questions is. A demand asks nothing about closed items. So each question bars the closures on its start and
its goal. Of a goal with several places, one place at a time stays open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

from msgspec import Struct

from pnp.model.maps.requirements import Requirement
from pnp.network.asked import sides
from pnp.network.closures.supplies import Stock
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem, chosen, targets

# Questions, and lower bounds for the number of closures that break them.

NEVER = 1 << 30
"""Infinity: more closures than any map has."""


class ReachQuery(Struct, frozen=True):
    """Whether a path leads from a state to one of the goals, of at most `most` moves if that is given.

    A set of closures *breaks* the question if no such path remains. `barred` are the numbers of the closings that may
    not be laid: those on the start and on the goal.
    """

    source: int
    goals: frozenset[int]
    barred: tuple[int, ...] = ()
    most: int | None = None


class Bound(Struct, frozen=True):
    """A lower bound: at least `least` more closures are needed to break a question.

    `cut` are closings that break it, None if none were found. `path` are the moves of a path; at least one of them
    must be removed. `hit` are closings that include every breaking set of exactly `least` closings, None if unknown.
    """

    least: int
    cut: tuple[int, ...] | None = None
    path: tuple[int, ...] = ()
    hit: frozenset[int] | None = None


class Bounding(Protocol):
    """A function that computes a lower bound for a question, given the closures laid so far."""

    def __call__(self, question: ReachQuery, room: int) -> Bound:
        """Return the bound. If it is greater than `room`, it may be smaller than the true one."""
        ...


# From demands to questions.

PASSAGES = 40
"""Maximum number of states visited for each move of a map when the single moves of pieces are listed."""


class Round(Struct, frozen=True):
    """Questions that share one end, the `hub`, and differ in the state at the other end, the `rim`.

    Paths lead from the rim to the hub, or with `back` from the hub, a single state, to the rim. Each state of the rim
    has the closings that its question bars.
    """

    hub: frozenset[int]
    rim: tuple[tuple[int, tuple[int, ...]], ...]
    back: bool = False
    most: int | None = None

    def question(self, state: int, barred: tuple[int, ...]) -> ReachQuery:
        """Return the question about one state of the rim."""
        if self.back:
            (source,) = self.hub
            return ReachQuery(source, frozenset((state,)), barred, self.most)
        return ReachQuery(state, self.hub, barred, self.most)


class QuestionBuilder:
    """Builds the questions of demands on a network, given the closures that can be laid on it."""

    def __init__(self, network: Network, stock: Stock, ground: ClosableMoves) -> None:
        self.network, self.stock, self.ground = network, stock, ground

    def ways(
        self,
        starts: Sequence[ChosenItem],
        goals: Iterable[ChosenItem],
        most: int | None = None,
        even_closed: bool = False,
    ) -> Iterator[Round]:
        """Yield the questions whether every goal can be reached from every state of each start of another name.

        With `even_closed` no place of a goal has to stay open. Otherwise, with more goals than places of starts, the
        hubs are the starts, if all questions can be put from there: fewer rounds.
        """
        goals = tuple(goals)
        states_of = self.network.states_of
        names: dict[int, set[str]] = {}
        for start in starts:
            for place in start.places:
                names.setdefault(place, set()).add(start.name)
        if (
            most is None
            and not even_closed
            and len(names) < len(goals)
            and all(self._plain(goal.places) for goal in goals)
        ):
            for start_place, own in names.items():
                others = [place for goal in goals if own != {goal.name} for place in goal.places]
                ends = tuple((states_of[place][0], place) for place in others)
                for state in states_of[start_place]:
                    yield self._round((state,), (start_place,), ends, back=True)
            return
        for goal in goals:
            asked = [place for place, own in names.items() if own != {goal.name} and place not in goal.places]
            ends = tuple((state, place) for place in asked for state in states_of[place])
            hub = tuple(state for place in goal.places for state in states_of[place])
            for kept in ((),) if even_closed else self._kept(goal.places):
                yield self._round(hub, kept, ends, most=most)

    def _round(
        self,
        hub: Iterable[int],
        kept: Iterable[int],
        ends: Iterable[tuple[int, int]],
        back: bool = False,
        most: int | None = None,
    ) -> Round:
        """Return the round of a hub and of `ends`, states with their places; the places `kept` stay open."""
        on_place = self.ground.on_place
        middle, held = frozenset(hub), tuple(kept)
        always = {number for place in held for number in on_place.get(place, ())}
        rim = {
            state: tuple(sorted(always.union(on_place.get(place, ())))) for state, place in ends if place not in held
        }
        return Round(middle, tuple(rim.items()), back, most)

    def _kept(self, places: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return which places of a goal must stay open: each in turn, or none if they cannot all be closed at once."""
        if len(places) == 1:
            return (tuple(places),)
        return tuple((place,) for place in places) if self._may_close(places) else ((),)

    def _may_close(self, places: Sequence[int]) -> bool:
        """Whether there might be enough closures to close all these places at once."""
        widest = max((len(closing.option.places) for closing in self.ground.closings), default=0)
        laid = sum(supply.most for supply in self.stock.supplies if any(each.places for each in supply.choices))
        closable = all(place in self.ground.on_place for place in places)
        return closable and len(places) <= widest * min(laid, self.stock.most)

    def _plain(self, places: Sequence[int]) -> bool:
        return len(places) == 1 and len(self.network.states_of[places[0]]) == 1

    def all_ways(self) -> Iterator[Round]:
        """Yield questions that are broken exactly if some open stop cannot reach another.

        It is enough to ask about paths to and from a few stops, the roots, that cannot all be closed at once. If the
        open stops are not strongly connected, an open root cannot reach some other stop, or the other way round.
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
        """Yield for each move the question whether a path leads back to its start, or to an open harmless place.

        There is a trap exactly if some move has no path back. No move leaves the set of states that the move's end can
        reach. So if the move's start is not in this set, the set is a trap that the move enters.

        Returns None if there are too many paths over intersections to list the single moves.
        """
        moves = self._single_moves()
        if moves is None:
            return None
        network, ground = self.network, self.ground
        stops = (place for place in harmless if network.places[place].stop)  # a trap consists of stops
        allowed = frozenset(state for place in stops for state in network.states_of[place])
        owner, on_place = network.place_of_state, ground.on_place
        found: dict[tuple[int, int, tuple[int, ...]], None] = {}
        for start, end, passed in moves:
            if end not in allowed:
                barred = {*on_place.get(owner[start], ()), *on_place.get(owner[end], ())}
                barred.update(number for move in passed for number in ground.closers[move])
                found[start, end, tuple(sorted(barred))] = None
        return (Round(allowed | {start}, ((end, barred),)) for start, end, barred in found)

    def _single_moves(self) -> list[tuple[int, int, tuple[int, ...]]] | None:
        """Return the moves of pieces between states of stops, each with the moves over intersections that make it up.

        Returns None if there are too many.
        """
        network, ground = self.network, self.ground
        is_stop = [network.places[place].stop for place in network.place_of_state]
        found: list[tuple[int, int, tuple[int, ...]]] = []
        looked, most = 0, PASSAGES * len(ground.heads)
        for start in (state for state, stop in enumerate(is_stop) if stop):
            pending: list[tuple[int, tuple[int, ...], frozenset[int]]] = [(start, (), frozenset((start,)))]
            while pending:
                state, passed, seen = pending.pop()
                for move in ground.out[state]:
                    looked += 1
                    end = ground.heads[move]
                    if end in seen:
                        continue
                    if is_stop[end]:
                        found.append((start, end, (*passed, move)))
                    else:
                        pending.append((end, (*passed, move), seen | {end}))
                if looked > most:
                    return None
        return found

    def _roots(self) -> tuple[int, ...]:
        """Return stops that cannot all be closed at once.

        That is one stop which no closing closes, or one stop more than closures that can be laid, such that no closing
        closes two of them. If there are neither, all stops are returned.
        """
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


def rounds_of(requirement: Requirement, builder: QuestionBuilder) -> Iterator[Round] | None:
    """Return the rounds of questions of a demand; None if it is not a demand on paths."""
    network, bounds, even = builder.network, requirement.bounds, requirement.even_closed
    starts, goals = (targets(network, side) for side in sides(requirement))
    match requirement.demand:
        case "reach" | "isolation":
            return builder.ways(starts, goals, None, even)
        case "connected" | "survives":
            return builder.all_ways()
        case "distance":
            limit = bounds.most if bounds.exactly is None else bounds.exactly
            return builder.ways(starts, goals, None if limit is None else int(limit), even)
        case "within" if requirement.goals == 1:
            goal = ChosenItem("", chosen(network, requirement.goal))
            return builder.ways(starts, (goal,), int(bounds.most or 0), even)
        case "no-trap":
            return builder.ways_back(chosen(network, requirement.goal))
        case _:
            return None


# The mutable state of a search: the closures laid so far.


class ClosableMoves:
    """A network on which a search lays closures and lifts them again; the ground of the search.

    Moves are numbered; move number m leads from state `tails[m]` to `heads[m]`. `moves_of` are the moves that each
    closing removes, `closers` the closings that remove each move, and `shut` the number of these that are laid now.

    `left` is how many of each kind can still be laid. `stopped` counts for each closing the reasons why it cannot be
    laid: its kind is used up, its spot is taken, or it is barred. `barred` is the set of closings with a reason.
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
        """For each state, the numbers of the moves out of it."""
        return _by_end(self.tails, len(self.network.after))

    @cached_property
    def into(self) -> tuple[tuple[int, ...], ...]:
        """For each state, the numbers of the moves into it."""
        return _by_end(self.heads, len(self.network.after))

    @cached_property
    def inside(self) -> dict[int, tuple[int, ...]]:
        """For each state, the closings of crossings and segments that remove a move out of it."""
        found: dict[int, dict[int, None]] = {}
        for number, moves in enumerate(self.moves_of):
            if not self.closings[number].option.places:
                for move in moves:
                    found.setdefault(self.tails[move], {})[number] = None
        return {state: tuple(numbers) for state, numbers in found.items()}

    @cached_property
    def on_place(self) -> dict[int, tuple[int, ...]]:
        """For each place, the closings that close it."""
        found: dict[int, list[int]] = {}
        for number, closing in enumerate(self.closings):
            for place in closing.option.places:
                found.setdefault(place, []).append(number)
        return {place: tuple(numbers) for place, numbers in found.items()}

    def lay(self, number: int) -> None:
        """Lay a closing."""
        closing = self.closings[number]
        self.left[closing.kind] -= 1
        self.bar(self.on_spot[closing.spot])
        if not self.left[closing.kind]:
            self.bar(self.of_kind[closing.kind])
        for move in self.moves_of[number]:
            self.shut[move] += 1
        self.laid.append(number)

    def lift(self, number: int) -> None:
        """Remove a closing that was laid."""
        closing = self.closings[number]
        if not self.left[closing.kind]:
            self.unbar(self.of_kind[closing.kind])
        self.left[closing.kind] += 1
        self.unbar(self.on_spot[closing.spot])
        for move in self.moves_of[number]:
            self.shut[move] -= 1
        self.laid.remove(number)

    def bar(self, numbers: Iterable[int]) -> None:
        """Add one reason why these closings cannot be laid."""
        for number in numbers:
            self.stopped[number] += 1
            self.barred.add(number)

    def unbar(self, numbers: Iterable[int]) -> None:
        """Remove one reason why these closings cannot be laid."""
        for number in numbers:
            self.stopped[number] -= 1
            if not self.stopped[number]:
                self.barred.discard(number)

    def closers_on(self, path: Iterable[int]) -> list[int]:
        """Return the closings that can be laid now and remove one of these moves, in order."""
        return sorted({each for move in path for each in self.closers[move] if not self.stopped[each]})

    def fits(self, numbers: Iterable[int]) -> bool:
        """Whether these closings, each of which can be laid, can be laid together."""
        found = [self.closings[number] for number in numbers]
        spots = {closing.spot for closing in found}
        kinds = [closing.kind for closing in found]
        return len(spots) == len(found) and all(kinds.count(kind) <= self.left[kind] for kind in {*kinds})


def _by_end(ends: tuple[int, ...], states: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(states)]
    for move, state in enumerate(ends):
        found[state].append(move)
    return tuple(map(tuple, found))
