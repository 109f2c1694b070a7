"""Find the smallest setups of closures that break questions about paths, or demands on single places.

Questions about paths are searched by branch and bound (Land and Doig 1960), as in bounded search trees. To break a
question, some move of any remaining path must be removed. So for one path each closing that removes a move of it is
laid in turn, and the rest is searched with one closure less. Closings that were tried are barred afterwards. A lower
bound above the number of closures left ends a branch. Setups of 1, 2, 3 … closures are searched in this order, so that
the first result is a smallest setup.

Demands on single places (degrees, dead ends, adjacency, counts) depend only on the moves and places around a place. So
only the closings near a place are tried. If a setup breaks such a demand at a place, then so does the part of the setup
that is near the place.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from msgspec.structs import replace

from pnp.model.maps.requirements import Requirement
from pnp.network.asked import goals_of, starts_of
from pnp.network.budget import SearchBudget
from pnp.network.closures.lower_bounds import Flows
from pnp.network.closures.questions import Bound, Bounding, ClosableMoves, ReachQuery, Round
from pnp.network.closures.supplies import ClosureOption, Stock, moves_into, setups_of
from pnp.network.network import Network
from pnp.network.requirements import chosen, targets

# Questions about paths: branch and bound.

Answer = tuple[int, ...]
"""A setup that breaks a question: the numbers of its closings, in source order."""


PATIENCE = 60
"""Maximum number of setups to look at to show that a question cannot be broken, before it is put off."""

ENDLESS = 1 << 62


class _ImpatientError(Exception):
    """It takes more than `PATIENCE` setups to decide a question."""


class CutSearch:
    """A search for the smallest setups that break questions, by laying closures on `ground`.

    `looked` counts the setups that it looked at, and `branched` is whether it had to try closings one by one. If it
    runs out of steps, it has shown that no setup of up to `shown` closures breaks a question, and `best` is the best
    setup found.
    """

    def __init__(self, ground: ClosableMoves, bound: Bounding) -> None:
        self.ground, self.bound = ground, bound
        self.looked = 0
        self.branched = False
        self.shown = 0
        self.best: Answer | None = None
        self._patience = ENDLESS

    def least(self, questions: Iterable[tuple[ReachQuery, Bound]], most: int) -> Answer | None:
        """Return the smallest setup of up to `most` closures that breaks some question; None if there is none.

        Of several setups it is the first in source order. Each question is given with its bound.
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
        """Set `best` to the first setup of `number` closings that breaks the question, if it precedes `best`."""
        if self.best is None:
            self.best = self.answer(question, number)
        later = bound.least == number and bound.hit and self.best and min(bound.hit) > self.best[0]
        if self.best is not None and not later:
            found = self._first(question, number, self.best)
            if found is not None and found < self.best:
                self.best = found

    def within(self, question: ReachQuery, most: int) -> Bound:
        """Return the bound on a question, with its closings barred."""
        with self._barred(question.barred):
            return self.bound(question, most)

    def answer(self, question: ReachQuery, room: int) -> Answer | None:
        """Return at most `room` closings that break the question; None if there are none."""
        with self._barred(question.barred):
            return self._answer(question, room)

    def is_safe(self, question: ReachQuery, room: int) -> bool:
        """Whether the search shows within `PATIENCE` setups that no `room` closings break the question."""
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
        """Return at most `room` closings that break the question, given those laid and barred now; None if none do."""
        ground = self.ground
        self.looked += 1
        if self.looked > self._patience:
            raise _ImpatientError
        bound = self.bound(question, room)
        if bound.least > room:
            return None
        if bound.cut is not None and len(bound.cut) <= room and ground.fits(bound.cut):
            return bound.cut
        self.branched = True  # some move of this path must be removed: lay each closing that removes one
        with ExitStack() as tried:
            for number in ground.closers_on(bound.path):
                with self._laid(number):
                    rest = self._answer(question, room - 1)
                if rest is not None:
                    return tuple(sorted((number, *rest)))
                tried.enter_context(self._barred((number,)))
        return None

    def _first(self, question: ReachQuery, number: int, best: Answer) -> Answer | None:
        """Return the first setup of `number` closings that breaks the question; None if there is none.

        No fewer closings break the question. The closings are determined one by one, each as the first with which the
        question can still be broken. What does not precede `best` may be the beginning of a setup.
        """
        laid: list[int] = []
        known: Answer = ()
        with self._barred(question.barred), ExitStack() as stack:
            while len(laid) < number and tuple(laid) <= best[: len(laid)]:
                following = self._next(question, number - len(laid), known, laid[-1] if laid else -1)
                if following is None:
                    return None
                laid.append(following[0])
                stack.enter_context(self._laid(following[0]))
                known = following[1:]
        return tuple(laid)

    def _next(self, question: ReachQuery, room: int, known: Answer, last: int) -> Answer | None:
        """Return the first setup of `room` closings after the number `last` that breaks the question; None if none.

        Only its first closing is the first in order. `known` is such a setup if one is known already, else empty.
        """
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


# A filter that removes most questions before the search.


class Sieve:
    """Filters out the questions of a round that no closures can break (the idea is that of Even 1975).

    A state of the rim is *safe* if no closures can separate it from the hub. A state is also safe if no closures can
    separate it from the hub and the safe states together, as paths lead on from the open ones. This is quickly shown,
    because some safe state is usually near.

    What it decides: `connected` on 12 × 12 places, each with four neighbours, with up to 3 places closed (497,785
    setups). Without it the search runs out of steps after 145 setups; on 11 × 11 places it does not.
    """

    def __init__(self, network: Network, stock: Stock, forth: CutSearch, budget: SearchBudget) -> None:
        self.network, self.stock, self.forth, self.budget = network, stock, forth, budget
        self._back: CutSearch | None = None

    @property
    def back(self) -> CutSearch:
        """The search on the reversed moves."""
        if self._back is None:
            ground = _reversed(self.network, self.stock)
            self._back = CutSearch(ground, Flows(ground, self.budget).bound)
        return self._back

    @property
    def looked(self) -> int:
        """How many setups the searches looked at, in both directions."""
        return self.forth.looked + (self._back.looked if self._back else 0)

    @property
    def branched(self) -> bool:
        """Whether a search had to try closings one by one."""
        return self.forth.branched or (self._back is not None and self._back.branched)

    def passed(self, each: Round) -> Iterator[tuple[ReachQuery, Bound]]:
        """Yield the questions of a round that closures might break, with their bounds."""
        search, most = self.back if each.back else self.forth, self.stock.most
        safe = set(each.hub)
        for state, barred in self._near_first(each):
            nearer = ReachQuery(state, frozenset(safe), barred)
            if len(safe) > len(each.hub) and search.is_safe(nearer, most):
                safe.add(state)
                continue
            question = ReachQuery(state, each.hub, barred)
            bound = search.within(question, most)
            if bound.least > most or search.is_safe(question, most):
                safe.add(state)
            else:
                yield each.question(state, barred), bound

    def _near_first(self, each: Round) -> list[tuple[int, tuple[int, ...]]]:
        """Return the rim sorted by breadth-first order from the hub."""
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


def _reversed(network: Network, stock: Stock) -> ClosableMoves:
    """Return the moves reversed; there, too, a closure on a place removes the moves into it."""
    backward = replace(network, after=network.before, ways=network.before, lengths=network.lengths_before)

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


# Demands on single places: only the closings near a place can break them there.


class Vicinity:
    """The closings `near` one place, and a function: whether the demand `holds` there with the closures laid now."""

    def __init__(self, near: Collection[int], holds: Callable[[], bool]) -> None:
        self.near, self.holds = tuple(sorted(near)), holds


class Surroundings:
    """The neighbours of places, with the closures laid now; `closed` are the places that are closed."""

    def __init__(self, ground: ClosableMoves, budget: SearchBudget) -> None:
        self.ground, self.network, self.budget = ground, ground.network, budget
        self.closed: set[int] = set()

    def onward(self, place: int, moves: set[int] | None = None) -> set[int]:
        """Return the other places at which a piece that leaves a place may stop next.

        The moves that lead there are added to `moves`.
        """
        return self._around(place, self.ground.out, self.ground.heads, moves) - self.closed - {place}

    def backward(self, place: int, moves: set[int] | None = None) -> set[int]:
        """Return the other places that a piece may have stopped at before it enters a place, as `onward` does."""
        return self._around(place, self.ground.into, self.ground.tails, moves) - self.closed - {place}

    def next_to(self, state: int) -> set[int]:
        """Return the places at which a piece that leaves a state may stop next."""
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
        """Return the stops next to the states `pending`, over moves that are not removed and places without stops.

        `after` and `ends` are the moves at each state and their other ends, in one direction.
        """
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
        """Return the closings that change the neighbours of a place, without those that close the place itself."""
        moves: set[int] = set()
        places = self.onward(place, moves) | self.backward(place, moves)
        found = {number for move in moves for number in self.ground.closers[move]}
        found.update(number for other in places for number in self.ground.on_place.get(other, ()))
        return found.difference(self.ground.on_place.get(place, ()))


def vicinities(requirement: Requirement, ground: ClosableMoves, around: Surroundings) -> Iterator[Vicinity] | None:
    """Yield a vicinity for each place that a demand is about; return None if it is not a demand on single places.

    What it decides: a minimum degree on 7 × 7 places, each with four neighbours, of which up to 3 are closed (19,650
    setups). It looks at 687 setups; the general method runs out of steps after 13,989. A `count` has one vicinity with
    all closings that close something counted. There all 19,650 setups are judged, but each only by counting.
    """
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
    """Return the vicinity of the start of an adjacency; None if an item has several places, as some may be closed."""
    network = ground.network
    starts = {place for each in starts_of(requirement, network) for place in each.places}
    goals = {place for each in goals_of(requirement, network) for place in each.places}
    if len(starts) != 1 or len(goals) != 1:
        return None
    (start,), (goal,) = starts, goals
    near = around.near(start).difference(ground.on_place.get(goal, ()))
    states = network.states_of[start]
    return iter((Vicinity(near, lambda: start != goal and all(goal in around.next_to(state) for state in states)),))


class VicinitySearch:
    """A search for the smallest setup that breaks a demand on single places.

    `looked` counts the setups that it looked at. If it runs out of steps, it has shown that the demand holds with up to
    `shown` closures.
    """

    def __init__(self, ground: ClosableMoves, stock: Stock, around: Surroundings) -> None:
        self.ground, self.stock, self.around = ground, stock, around
        self.looked = self.shown = 0

    def least(self, places: Collection[Vicinity]) -> tuple[int, ...] | None:
        """Return the first of the smallest setups, as numbers of closings; None if there is none."""
        for number in range(1, len(self.stock.counts)):
            found = [setup for place in places if (setup := self._broken(place, number)) is not None]
            if found:
                return min(found)
            self.shown = number
        return None

    def _broken(self, place: Vicinity, number: int) -> tuple[int, ...] | None:
        """Return the first setup of `number` closings near a place that breaks the demand there; None if none does."""
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
