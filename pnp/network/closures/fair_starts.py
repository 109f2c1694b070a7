"""Judge fair starts over all setups of closures; a start is measured again only if a closure matters to it.

Take one shortest path from a start to each goal. A closure does not matter if it removes no move of these paths, and
closes neither the start nor a goal: the paths remain, and closures never make a path shorter. So a start is measured
only in setups in which each closure matters to it, given the others. In all other setups its distances are those of a
smaller setup.

What it decides: one start and one goal on 7 × 7 places, each with four neighbours, of which up to 3 are closed (19,650
setups). It measures 66 setups. The general method, which judges setup after setup, runs out of steps after 12,664.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from pnp.model.maps.requirements import Requirement
from pnp.network.asked import goals_of, starts_of
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.closures.supplies import GivenUpError, Outcome, Stock, setups_of
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem
from pnp.network.search import bit_mask
from pnp.network.ways import spread

LOOKING, PASSING = 12, 10
"""Steps for each state that a search visits, and for each setup that is skipped."""

Numbers = tuple[int, ...]
"""A setup, as the numbers of its closings in ascending order."""


class Reach(Struct, frozen=True):
    """The distances of one start in one setup.

    `matter` is a bit mask of the closings that matter to the start, `moves` the sum of its distances to the goals, and
    `goals` their number. `joined` is False if a goal cannot be reached; then there is no sum.
    """

    matter: int
    moves: int
    goals: int
    joined: bool = True


class FairSetups:
    """A search for the first setup in which starts are unfair. Sets of states are bit masks."""

    def __init__(self, requirement: Requirement, network: Network, stock: Stock, budget: SearchBudget) -> None:
        self.network, self.stock, self.budget, self.bounds = network, stock, budget, requirement.bounds
        self.starts, self.goals = starts_of(requirement, network), goals_of(requirement, network)
        self.after = [bit_mask(ends) for ends in network.after]
        self.before = [bit_mask(ends) for ends in network.before]
        self.closings = stock.closings
        self.closers: dict[tuple[int, int], int] = {}
        self.on_place: dict[int, int] = {}
        for number, closing in enumerate(self.closings):
            for move in closing.option.moves:
                self.closers[move] = self.closers.get(move, 0) | 1 << number
            for place in closing.option.places:
                self.on_place[place] = self.on_place.get(place, 0) | 1 << number

    def first_broken(self) -> Outcome:
        """Return the smallest setup that breaks the demand, the first in order if there are several.

        Raises GivenUpError if the budget is too small.
        """
        looked = shown = 0
        try:
            known: dict[Numbers, tuple[Reach, ...]] = {(): tuple(self._look(at, ()) for at in range(len(self.starts)))}
            for number in range(1, len(self.stock.counts)):
                following: dict[Numbers, tuple[Reach, ...]] = {}
                for setup in self._setups(number):
                    smaller = [(each, known[tuple(other for other in setup if other != each)]) for each in setup]
                    found = self._after(setup, smaller)
                    following[setup] = found
                    if any(found is before for _, before in smaller):
                        continue
                    looked += 1
                    if not self._holds(found):
                        return Outcome(tuple(self.closings[each] for each in setup), "exhaustive", looked + 1)
                known, shown = following, number
        except OutOfStepsError:
            raise GivenUpError(shown, looked) from None
        return Outcome(None, "exhaustive", looked + 1)

    def _setups(self, number: int) -> Iterator[Numbers]:
        most = [supply.most for supply in self.stock.supplies]
        for setup in setups_of(tuple(enumerate(self.closings)), most, number):
            yield tuple(each for each, _ in setup)

    def _after(self, setup: Numbers, smaller: Sequence[tuple[int, tuple[Reach, ...]]]) -> tuple[Reach, ...]:
        """Return the distances of each start in a setup.

        `smaller` are the setups with one closure less, as that closure and the distances there. If the closure matters
        to no start there, the result is the same object as in `smaller`.
        """
        self.budget.spend(PASSING)
        for number, known in smaller:
            if not any(reach.matter >> number & 1 for reach in known):
                return known
        self.budget.spend(PASSING * len(self.starts))
        found = []
        for at in range(len(self.starts)):
            same = (known[at] for number, known in smaller if not known[at].matter >> number & 1)
            found.append(next(same, None) or self._look(at, setup))
        return tuple(found)

    def _holds(self, reaches: Iterable[Reach]) -> bool:
        """Whether the demand holds with these distances."""
        means: list[Fraction] = []
        for reach in reaches:
            if not reach.joined:
                return False
            if reach.goals:
                means.append(Fraction(reach.moves, reach.goals))
        return not means or self.bounds.hold(spread(means))

    def _look(self, at: int, setup: Numbers) -> Reach:
        """Return the distances of one start in a setup."""
        laid = [self.closings[number] for number in setup]
        closed = {place for closing in laid for place in closing.option.places}
        taken: dict[int, int] = {}
        for closing in laid:
            for tail, head in closing.option.moves:
                taken[tail] = taken.get(tail, 0) | 1 << head
        after = list(self.after)
        for state, ends in taken.items():
            after[state] &= ~ends
        start = self.starts[at]
        matter = 0
        for item in (start, *self.goals):
            for place in item.places:
                matter |= self.on_place.get(place, 0)
        begun, goals = self._open((start,), closed).get(start.name, 0), self._open(self.goals, closed)
        goals.pop(start.name, None)
        if not (begun and goals):
            return Reach(matter, 0, 0)
        found, used = self._farthest(begun, goals, after, taken)
        if found is None:
            return Reach(matter, 0, len(goals), joined=False)
        return Reach(matter | used, sum(found.values()), len(goals))

    def _open(self, items: Iterable[ChosenItem], closed: set[int]) -> dict[str, int]:
        """Return the states of the open places of each item, as a bit mask; items without any are left out."""
        states_of = self.network.states_of
        found = {
            item.name: bit_mask(state for place in item.places if place not in closed for state in states_of[place])
            for item in items
        }
        return {name: states for name, states in found.items() if states}

    def _farthest(
        self, begun: int, goals: dict[str, int], after: list[int], taken: dict[int, int]
    ) -> tuple[dict[str, int] | None, int]:
        """Return the distance of each goal from the worst of the states `begun`, and the closings that matter.

        The distances are None if a goal cannot be reached.
        """
        worst: dict[str, int] = {}
        matter = 0
        for state in _bits(begun):
            levels = [1 << state]
            seen, left = levels[0], dict(goals)
            while left:
                reached = [name for name, ends in left.items() if ends & levels[-1]]
                for name in reached:
                    worst[name] = max(worst.get(name, 0), len(levels) - 1)
                    matter |= self._on_way(left.pop(name) & levels[-1], levels, taken)
                following = 0
                for each in _bits(levels[-1]):
                    following |= after[each]
                self.budget.spend(LOOKING * levels[-1].bit_count())
                following &= ~seen
                if left and not following:
                    return None, matter
                seen |= following
                levels.append(following)
        return worst, matter

    def _on_way(self, ends: int, levels: list[int], taken: dict[int, int]) -> int:
        """Return the closings, as a bit mask, that remove a move of one shortest path to one of the states `ends`."""
        end = (ends & -ends).bit_length() - 1
        found = 0
        for level in levels[-2::-1]:
            start = next(each for each in _bits(self.before[end] & level) if not taken.get(each, 0) >> end & 1)
            found |= self.closers.get((start, end), 0)
            end = start
        return found


def fair_setups(requirement: Requirement, network: Network, stock: Stock, budget: SearchBudget) -> Outcome | None:
    """Return the smallest setup in which starts are unfair; None if a move can cost anything but 1.

    The search counts levels, so that every move must cost 1.
    """
    if network.costs is not None or network.lengths is not None:
        return None
    return FairSetups(requirement, network, stock, budget).first_broken()


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
