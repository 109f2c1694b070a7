"""Demands on what lies around single places, asked with closures laid: only those near a place change anything there.

How many neighbours a place has, whether it is a dead end or next to another depends on nothing but the moves and
places around it. So if a setup breaks such a demand at a place, what of it lies around the place does too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.asked import goals_of, starts_of
from pnp.network.selection import chosen, targets
from pnp.network.supply import setups_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from pnp.model.requirement import Requirement
    from pnp.network.budget import Budget
    from pnp.network.ground import Ground
    from pnp.network.supply import Stock


class Vicinity:
    """The closings that matter to one place, and whether the demand holds there with what is laid now."""

    def __init__(self, near: Collection[int], holds: Callable[[], bool]) -> None:
        self.near, self.holds = tuple(sorted(near)), holds


class Surroundings:
    """What lies around places on a ground, with what is laid on it now."""

    def __init__(self, ground: Ground, budget: Budget) -> None:
        self.ground, self.network, self.budget = ground, ground.network, budget
        self.closed: set[int] = set()

    def onward(self, place: int, moves: set[int] | None = None) -> set[int]:
        """The other places at which a piece that leaves one may stop next; `moves` takes in what leads there."""
        return self._around(place, self.ground.out, self.ground.heads, moves) - self.closed - {place}

    def backward(self, place: int, moves: set[int] | None = None) -> set[int]:
        """The other places from which a piece may come to one."""
        return self._around(place, self.ground.into, self.ground.tails, moves) - self.closed - {place}

    def next_to(self, state: int) -> set[int]:
        """The places at which a piece that leaves a state may stop next."""
        return self._walk([state], self.ground.out, self.ground.heads, None) - self.closed

    def _around(
        self, place: int, after: tuple[tuple[int, ...], ...], ends: tuple[int, ...], moves: set[int] | None
    ) -> set[int]:
        if not self.network.places[place].stop:
            return set()
        return self._walk(list(self.network.states_of[place]), after, ends, moves)

    def _walk(
        self, pending: list[int], after: tuple[tuple[int, ...], ...], ends: tuple[int, ...], moves: set[int] | None
    ) -> set[int]:
        ground, network = self.ground, self.network
        found: set[int] = set()
        seen = set(pending)
        for state in pending:
            self.budget.spend(1 + len(after[state]))
            for move in after[state]:
                if not ground.shut[move]:
                    if moves is not None:
                        moves.add(move)
                    end = ends[move]
                    place = network.place_of_state[end]
                    if network.places[place].stop:
                        found.add(place)
                    elif end not in seen:
                        seen.add(end)
                        pending.append(end)
        return found

    def near(self, place: int) -> set[int]:
        """The closings that change what lies around a place, other than those that lie on it."""
        moves: set[int] = set()
        places = self.onward(place, moves) | self.backward(place, moves)
        found = {number for move in moves for number in self.ground.closers[move]}
        found.update(number for other in places for number in self.ground.on_place.get(other, ()))
        return found.difference(self.ground.on_place.get(place, ()))


def vicinities(requirement: Requirement, ground: Ground, around: Surroundings) -> Iterator[Vicinity] | None:
    """The places that a demand asks about one by one; None where it does not."""
    network, bounds = ground.network, requirement.bounds

    def neighbours(place: int) -> bool:
        match requirement.counts:
            case "in":
                return bounds.hold(len(around.backward(place)))
            case "out":
                return bounds.hold(len(around.onward(place)))
            case _:
                return bounds.hold(len(around.onward(place) | around.backward(place)))

    def leads_on(place: int) -> bool:
        onward = around.onward(place)
        return bool(onward) and not (len(onward) == 1 and around.backward(place) == onward)

    def of(places: Collection[int], holds: Callable[[int], bool]) -> Iterator[Vicinity]:
        return (Vicinity(around.near(place), lambda place=place: holds(place)) for place in places)  # type: ignore[misc]

    match requirement.demand:
        case "degree":
            return of(chosen(network, requirement.start), neighbours)
        case "no-dead-end":
            return of(network.stops, leads_on)
        case "adjacent":
            return _next_to_each_other(requirement, ground, around)
        case "count":
            found = targets(network, requirement.start)
            near = {number for target in found for place in target.places for number in ground.on_place.get(place, ())}
            return iter(
                (Vicinity(near, lambda: bounds.hold(sum(not around.closed.issuperset(t.places) for t in found))),)
            )
        case _:
            return None


def _next_to_each_other(requirement: Requirement, ground: Ground, around: Surroundings) -> Iterator[Vicinity] | None:
    """The place from which a move must lead to another; None for sites with several, of which some may be closed."""
    network = ground.network
    starts = {place for each in starts_of(requirement, network) for place in each.places}
    goals = {place for each in goals_of(requirement, network) for place in each.places}
    if len(starts) != 1 or len(goals) != 1:
        return None
    (start,), (goal,) = starts, goals
    near = around.near(start).difference(ground.on_place.get(goal, ()))
    states = network.states_of[start]
    return iter((Vicinity(near, lambda: start != goal and all(goal in around.next_to(state) for state in states)),))


class Search:
    """A search for the least setup that breaks a demand around a place.

    `looked` counts setups; with up to `shown` closures it was shown that the demand holds.
    """

    def __init__(self, ground: Ground, stock: Stock, around: Surroundings) -> None:
        self.ground, self.stock, self.around = ground, stock, around
        self.looked = self.shown = 0

    def least(self, places: Collection[Vicinity]) -> tuple[int, ...] | None:
        """The first of the least setups, as numbers of closings; None where there is none."""
        for number in range(1, len(self.stock.counts)):
            found = [setup for place in places if (setup := self._broken(place, number)) is not None]
            if found:
                return min(found)
            self.shown = number
        return None

    def _broken(self, place: Vicinity, number: int) -> tuple[int, ...] | None:
        if len(place.near) < number:
            return None
        ground = self.ground
        most = [supply.most for supply in self.stock.supplies]
        for setup in setups_of(tuple((each, ground.closings[each]) for each in place.near), most, number):
            numbers = tuple(each for each, _ in setup)
            self.looked += 1
            for each in numbers:
                ground.lay(each)
            self.around.closed = {place for _, closing in setup for place in closing.option.places}
            holds = place.holds()
            self.around.closed = set()
            for each in numbers:
                ground.lift(each)
            if not holds:
                return numbers
        return None
