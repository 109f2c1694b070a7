"""Least closures that answer no; neighbourhoods of single places.

One of what can be shut on any way that is left must be shut. So each of it is laid in turn and the rest asked again,
with one closure less, and what was tried is not laid further on. A bound that is greater than what may still be laid
ends a branch. Numbers of closures are tried one after the other, so that the first that is found is the least.

How many neighbours a place has, whether it is a dead end or next to another depends on nothing but the moves and
places around it. So if a setup breaks such a demand at a place, what of it lies around the place does too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from msgspec.structs import replace

from pnp.model.maps.game_map import Requirement
from pnp.network.asked import goals_of, starts_of
from pnp.network.closures.lower_bounds import Flows
from pnp.network.closures.questions import Bound, Bounding, ClosableMoves, ReachQuery, Round
from pnp.network.closures.supplies import ClosureOption, Stock, moves_into, setups_of
from pnp.network.network import Network
from pnp.network.requirements import chosen, targets
from pnp.network.search import SearchBudget

# The fewest closures with which no way, or none short enough, is left: bounds first, then branch and bound.

Answer = tuple[int, ...]
"""Closings by number, in the order of the source."""


PATIENCE = 60
"""How many setups are looked at to find out whether a question can be left aside."""

ENDLESS = 1 << 62


class _ImpatientError(Exception):
    """A question can't be left aside soon."""


class Parting:
    """A search for the least setups on a ground; `looked` counts the setups that it looked at."""

    def __init__(self, ground: ClosableMoves, bound: Bounding) -> None:
        self.ground, self.bound = ground, bound
        self.looked = 0
        self.branched = False
        self.shown = 0
        self.best: Answer | None = None
        self._patience = ENDLESS

    def least(self, questions: Iterable[tuple[ReachQuery, Bound]], most: int) -> Answer | None:
        """The least setup that answers no to some question, the first in order of those as small; None without any.

        Questions come with their bounds. `shown` is up to which number it was shown,
        should the search run out of steps, that none do; `best` is what was found till then.
        """
        waiting = tuple(questions)
        for number in range(most + 1 if waiting else 0):
            for question, bound in waiting:
                if bound.least <= number:
                    self._try(question, bound, number)
            if self.best is not None:
                return self.best
            self.shown = number
        return None

    def _try(self, question: ReachQuery, bound: Bound, number: int) -> None:
        """Keep the first answer of so many closings, where none was found before that comes first."""
        if self.best is None:
            self.best = self.answer(question, number)
        later = bound.least == number and bound.hit and self.best and min(bound.hit) > self.best[0]
        if self.best is not None and not later:
            found = self._first(question, number, self.best)
            if found is not None and found < self.best:
                self.best = found

    def within(self, question: ReachQuery, most: int) -> Bound:
        """The bound on a question, with nothing laid."""
        with self._barred(question.barred):
            return self.bound(question, most)

    def answer(self, question: ReachQuery, room: int) -> Answer | None:
        """Closings, at most `room` of them, that answer no to the question."""
        with self._barred(question.barred):
            return self._answer(question, room)

    def is_safe(self, question: ReachQuery, room: int) -> bool:
        """Whether it was found out soon that no closings, at most `room` of them, answer no to the question."""
        self._patience = self.looked + PATIENCE
        try:
            return self.answer(question, room) is None
        except _ImpatientError:
            return False
        finally:
            self._patience = ENDLESS

    @contextmanager
    def _laid(self, number: int) -> Iterator[None]:
        self.ground.lay(number)
        try:
            yield
        finally:
            self.ground.lift(number)

    @contextmanager
    def _barred(self, numbers: Sequence[int]) -> Iterator[None]:
        self.ground.bar(numbers)
        try:
            yield
        finally:
            self.ground.unbar(numbers)

    def _answer(self, question: ReachQuery, room: int) -> Answer | None:
        ground = self.ground
        self.looked += 1
        if self.looked > self._patience:
            raise _ImpatientError
        bound = self.bound(question, room)
        if bound.least > room:
            return None
        if bound.cut is not None and len(bound.cut) <= room and ground.fits(bound.cut):
            return bound.cut
        self.branched = True
        with ExitStack() as tried:
            for number in ground.closers_on(bound.path):
                with self._laid(number):
                    rest = self._answer(question, room - 1)
                if rest is not None:
                    return tuple(sorted((number, *rest)))
                tried.enter_context(self._barred((number,)))
        return None

    def _first(self, question: ReachQuery, number: int, best: Answer) -> Answer | None:
        """The first answer of so many closings, where fewer don't do; None too where it comes after `best`."""
        laid: list[int] = []
        known: Answer = ()
        with self._barred(question.barred), ExitStack() as lying:
            while len(laid) < number and tuple(laid) <= best[: len(laid)]:
                following = self._next(question, number - len(laid), known, laid[-1] if laid else -1)
                if following is None:
                    return None
                laid.append(following[0])
                lying.enter_context(self._laid(following[0]))
                known = following[1:]
        return tuple(laid) if len(laid) == number else None

    def _next(self, question: ReachQuery, room: int, known: Answer, last: int) -> Answer | None:
        """The first closing with which `room` in all are an answer, and the others of one; `known` is an answer."""
        ground = self.ground
        bound = self.bound(question, room)
        hit = bound.hit if bound.least == room else None
        for number in range(last + 1, len(ground.closings)):
            if known and number == known[0]:
                return known
            if not ground.stopped[number] and (hit is None or number in hit):
                with self._laid(number):
                    rest = self._answer(question, room - 1)
                if rest is not None:
                    return (number, *rest)
        return None


# Which questions about ways closures may answer no: most are ruled out by others near them.


class Sieve:
    """Lets through the questions that closures may answer no, with their bounds (Even 1975).

    A state is safe where no closures part it from the hub. Then so is another that none part from the safe states and
    the hub together: those of them that are open lead on. Safe states are near mostly.
    """

    def __init__(self, network: Network, stock: Stock, forth: Parting, budget: SearchBudget) -> None:
        self.network, self.stock, self.forth, self.budget = network, stock, forth, budget
        self._back: Parting | None = None

    @property
    def back(self) -> Parting:
        """The search with all moves turned round."""
        if self._back is None:
            ground = _turned(self.network, self.stock)
            self._back = Parting(ground, Flows(ground, self.budget).bound)
        return self._back

    @property
    def looked(self) -> int:
        """How many setups the searches looked at, either way round."""
        return self.forth.looked + (self._back.looked if self._back else 0)

    @property
    def branched(self) -> bool:
        """Whether a search had to try several setups."""
        return self.forth.branched or (self._back is not None and self._back.branched)

    def passed(self, each: Round) -> Iterator[tuple[ReachQuery, Bound]]:
        """The questions of a round that are not safe."""
        parting, most = self.back if each.back else self.forth, self.stock.most
        safe = set(each.hub)
        for state, barred in self._near_first(each):
            nearer = ReachQuery(state, frozenset(safe), barred)
            if len(safe) > len(each.hub) and parting.is_safe(nearer, most):
                safe.add(state)
                continue
            question = ReachQuery(state, each.hub, barred)
            bound = parting.within(question, most)
            if bound.least > most or parting.is_safe(question, most):
                safe.add(state)
            else:
                yield each.question(state, barred), bound

    def _near_first(self, each: Round) -> list[tuple[int, tuple[int, ...]]]:
        if len(each.rim) == 1:
            return list(each.rim)
        network = self.network
        self.budget.spend(network.size)
        order: dict[int, int] = dict.fromkeys(each.hub, 0)
        pending = list(each.hub)
        for state in pending:
            for end in (network.after if each.back else network.before)[state]:
                if end not in order:
                    order[end] = len(order)
                    pending.append(end)
        return sorted(each.rim, key=lambda end: order.get(end[0], len(order)))


def _turned(network: Network, stock: Stock) -> ClosableMoves:
    """The ground with all moves turned round; there too nothing leads into a place that is closed."""
    backward = replace(network, after=network.before, ways=network.before)

    def turned(option: ClosureOption) -> ClosureOption:
        if option.places:
            return replace(option, moves=frozenset(moves_into(backward, option.places)))
        return replace(option, moves=frozenset((end, start) for start, end in option.moves))

    supplies = tuple(
        replace(
            supply,
            choices=tuple(replace(each, options=tuple(map(turned, each.options))) for each in supply.choices),
        )
        for supply in stock.supplies
    )
    return ClosableMoves(backward, replace(stock, supplies=supplies))


# Demands on what lies around single places, asked with closures laid: only those near a place change anything there.


class Vicinity:
    """The closings that matter to one place, and whether the demand holds there with what is laid now."""

    def __init__(self, near: Collection[int], holds: Callable[[], bool]) -> None:
        self.near, self.holds = tuple(sorted(near)), holds


class Surroundings:
    """What lies around places on a ground, with what is laid on it now."""

    def __init__(self, ground: ClosableMoves, budget: SearchBudget) -> None:
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


def vicinities(requirement: Requirement, ground: ClosableMoves, around: Surroundings) -> Iterator[Vicinity] | None:
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


def _next_to_each_other(
    requirement: Requirement, ground: ClosableMoves, around: Surroundings
) -> Iterator[Vicinity] | None:
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

    def __init__(self, ground: ClosableMoves, stock: Stock, around: Surroundings) -> None:
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
