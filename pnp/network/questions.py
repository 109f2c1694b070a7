"""Demands as questions about ways: each is broken just where one of its questions is answered no.

No closure lies on the place that a way starts from, or on what is asked about: a place, or all places of a goal that
has several. So a question bars what lies there, and a place that is closed has no question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.bounds import Question
from pnp.network.selection import Target, chosen, targets
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.model.requirement import Requirement
    from pnp.network.ground import Ground
    from pnp.network.network import Network
    from pnp.network.supply import Stock

PASSAGES = 40
"""How many steps over intersections are looked at, for each move of a map, to find the single moves of pieces."""


@dataclass(frozen=True, slots=True)
class Round:
    """Questions about ways to the same goals, or `back` from the same start: by the state at the other end."""

    hub: frozenset[int]
    rim: tuple[tuple[int, tuple[int, ...]], ...]
    back: bool = False
    most: int | None = None

    def question(self, state: int, barred: tuple[int, ...]) -> Question:
        """The question about one state of the rim."""
        if self.back:
            (source,) = self.hub
            return Question(source, frozenset((state,)), barred, self.most)
        return Question(state, self.hub, barred, self.most)


class Asking:
    """The questions of demands on a network on which what is in stock may be laid."""

    def __init__(self, network: Network, stock: Stock, ground: Ground) -> None:
        self.network, self.stock, self.ground = network, stock, ground

    def ways(self, starts: Sequence[int], goals: Iterable[Target], most: int | None = None) -> Iterator[Round]:
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
            goal = Target("", chosen(network, requirement.goal))
            return asking.ways(chosen(network, requirement.start), (goal,), int(bounds.most or 0))
        case "no-trap":
            return asking.ways_back(chosen(network, requirement.goal))
        case _:
            return None
