"""What may be closed, how many at once, how many setups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import compress, product
from math import comb, prod
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.maps.game_map import Closure, Selector
from pnp.network.network import Move, Network
from pnp.network.requirements import Method, chosen
from pnp.network.search import OutOfStepsError

# Choices: the spots of a map on which something may be laid, what that shuts, and the network that is left.


class ClosureOption(Struct, frozen=True):
    """What may be laid on a spot: its name, the moves that it takes away, and the places that it closes."""

    name: str
    moves: frozenset[Move]
    places: tuple[int, ...] = ()


class SpotChoice(Struct, frozen=True):
    """A spot on which one of several options may be laid, or none; `places` are those that it lies on."""

    kind: str
    at: str
    span: Span
    options: tuple[ClosureOption, ...]
    places: tuple[int, ...] = ()


def choices_of(network: Network, closure: Closure) -> tuple[SpotChoice, ...]:
    """The spots on which a closure may be laid, in source order."""
    only = None if closure.only is None else _named(network, closure, closure.only)
    never = frozenset[str]().union(*(_named(network, closure, each) for each in closure.never))
    return tuple(
        choice for choice in _spots(network, closure) if choice.at not in never and (only is None or choice.at in only)
    )


def _named(network: Network, closure: Closure, selector: Selector) -> frozenset[str]:
    """The spots that a selector of a closure chooses."""
    if closure.on == "places":
        return frozenset(network.names(chosen(network, selector)))
    return frozenset(ref.name for ref in selector.places)


def _spots(network: Network, closure: Closure) -> Iterator[SpotChoice]:
    kind = closure.name
    match closure.on:
        case "crossings":
            for spot in network.crossings:
                yield SpotChoice(kind, spot.id, spot.span, (ClosureOption(kind, frozenset((*spot.forth, *spot.back))),))
        case "segments":
            for spot in network.segments:
                ways = ((spot.names[0], spot.back), (spot.names[1], spot.forth))
                options = tuple(ClosureOption(f"{kind} {name}", frozenset(taken)) for name, taken in ways)
                yield SpotChoice(kind, spot.id, spot.span, options)
        case "stretches":
            for stretch in network.stretches:
                option = ClosureOption(kind, frozenset(_shut(network, stretch.places, closure.holds)), stretch.places)
                yield SpotChoice(kind, stretch.id, stretch.span, (option,), stretch.places)
        case _:
            for place in sorted(chosen(network, closure.where)):
                at = network.places[place]
                option = ClosureOption(kind, frozenset(_shut(network, (place,), closure.holds)), (place,))
                yield SpotChoice(kind, at.id, at.span, (option,), (place,))


def _shut(network: Network, places: tuple[int, ...], holds: bool) -> Iterator[Move]:
    """The moves that lead into closed places, and out of them where they hold what stands there."""
    yield from moves_into(network, places)
    if holds:
        states = (state for place in places for state in network.states_of[place])
        yield from ((state, end) for state in states for end in network.after[state])


def moves_into(network: Network, places: Iterable[int]) -> Iterator[Move]:
    """The moves that lead into places."""
    for place in places:
        for state in network.states_of[place]:
            yield from ((before, state) for before in network.before[state])


def without(network: Network, options: Sequence[ClosureOption]) -> Network:
    """The network that is left with these options laid; a place that is closed is no stop of it."""
    after, ways = list(network.after), list(network.ways)
    places = list(network.places)
    taken: dict[int, set[int]] = {}
    for option in options:
        for start, end in option.moves:
            taken.setdefault(start, set()).add(end)
        for place in option.places:
            places[place] = replace(places[place], stop=False)
    for state, ends in taken.items():
        kept = [number for number, end in enumerate(after[state]) if end not in ends]
        after[state] = tuple(after[state][number] for number in kept)
        ways[state] = tuple(ways[state][number] for number in kept)
    closed = network.closed.union(*(option.places for option in options))
    return replace(network, places=tuple(places), after=tuple(after), ways=tuple(ways), closed=closed)


# Supplies: how many closures of each kind may lie on a map at once, and how many setups that makes.

MOST_TERMS = 20_000
"""How many terms the count of setups that close some places may have."""


class Supply(Struct, frozen=True):
    """One kind of closure: the spots on which it may lie, and how many there are of it, None for one each spot."""

    closure: Closure
    choices: tuple[SpotChoice, ...]
    limit: int | None = None

    @property
    def most(self) -> int:
        """How many may be laid at once."""
        return len(self.choices) if self.limit is None else min(self.limit, len(self.choices))

    @property
    def ways(self) -> list[int]:
        """In how many ways none, one, two … of it can be laid, however many there are."""
        ways = [1]
        for options, spots in sorted(Counter(len(choice.options) for choice in self.choices).items()):
            ways = _product(ways, _powers(options, spots, min(spots, self.most)), self.most)
        return ways


class Closing(Struct, frozen=True):
    """One thing that may be laid: of which kind, by its place among the supplies, on which spot, and how."""

    kind: int
    spot: int
    choice: SpotChoice
    option: ClosureOption


Setup = tuple[Closing, ...]
"""What lies on a map: closings in the order of the source."""

Numbered = tuple[tuple[int, Closing], ...]
"""Closings with their numbers."""


class Stock(Struct, frozen=True):
    """Everything that may be laid: the supplies, and how many closures at once, all kinds taken together.

    `limit` is how many the question allows, None where it says nothing.
    """

    supplies: tuple[Supply, ...]
    most: int
    limit: int | None = None

    @property
    def closings(self) -> Setup:
        """All that may be laid, kind by kind, spot by spot, in the order of the source."""
        found: list[Closing] = []
        spots = 0
        for kind, supply in enumerate(self.supplies):
            for choice in supply.choices:
                found.extend(Closing(kind, spots, choice, option) for option in choice.options)
                spots += 1
        return tuple(found)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many setups there are of each number of closures, from none on."""
        return self._counts(self.most)

    def _counts(self, most: int) -> tuple[int, ...]:
        counts = [1]
        for supply in self.supplies:
            counts = _product(counts, supply.ways, most)
        return tuple(counts)

    @property
    def total(self) -> int:
        """How many setups there are."""
        return self.up_to(self.most)

    def up_to(self, number: int) -> int:
        """How many setups there are of so many closures or fewer."""
        if number >= sum(supply.most for supply in self.supplies):
            return prod(sum(supply.ways) for supply in self.supplies)
        return sum(self._counts(min(number, self.most)))

    def closing(self, places: Collection[int], most: int | None = None) -> int:
        """How many setups of up to `most` closures close all these places, by inclusion and exclusion.

        Raises OutOfStepsError where too many combinations of places must be told apart.
        """
        most = self.most if most is None else min(most, self.most)
        covers = self._covers(places)
        touched = Counter(choice for cover in covers for choice in cover)
        room = Counter[int]()
        for choice, times in touched.items():
            room[choice[0]] = max(room[choice[0]], times)
        if () in covers or most * max(room.values(), default=0) < len(covers):
            return 0
        if sum(self.supplies[kind].most * times for kind, times in room.items()) < len(covers):
            return 0
        alike: Counter[tuple[int, ...]] = Counter()  # places that have their choices to themselves, by the kinds
        mixed: list[tuple[tuple[int, int], ...]] = []
        for cover in covers:
            if all(touched[choice] == 1 for choice in cover):
                alike[tuple(kind for kind, _ in cover)] += 1
            else:
                mixed.append(cover)
        if prod(number + 1 for number in alike.values()) << len(mixed) > MOST_TERMS:
            raise OutOfStepsError
        found = 0
        for numbers in product(*(range(number + 1) for number in alike.values()), *((0, 1) for _ in mixed)):
            few, each = numbers[: len(alike)], numbers[len(alike) :]
            spared = Counter(kind for kind, _ in {choice for cover in compress(mixed, each) for choice in cover})
            for kinds, number in zip(alike, few, strict=True):
                spared.update({kind: number * times for kind, times in Counter(kinds).items()})
            times = prod(map(comb, alike.values(), few))
            found += (-1) ** sum(numbers) * times * self._sparing(spared, most)
        return found

    def _covers(self, places: Collection[int]) -> list[tuple[tuple[int, int], ...]]:
        """For each place the spots, by kind and number, on which closures close it.

        Places that the same spots close are closed together: one of them stands for all.
        """
        covers: dict[int, list[tuple[int, int]]] = {place: [] for place in places}
        for kind, supply in enumerate(self.supplies):
            for number, choice in enumerate(supply.choices):
                for place in covers.keys() & choice.places:
                    covers[place].append((kind, number))
        return sorted({tuple(cover) for cover in covers.values()})

    def _sparing(self, spared: Mapping[int, int], most: int) -> int:
        """How many setups of up to `most` closures there are where so many spots of each kind are spared."""
        counts = [1]
        for kind, supply in enumerate(self.supplies):
            left = len(supply.choices) - spared.get(kind, 0)
            ways = [comb(left, number) for number in range(min(supply.most, left) + 1)]
            counts = _product(counts, ways if spared.get(kind) else supply.ways, most)
        return sum(counts)

    def setups(self) -> Iterator[Setup]:
        """Every setup, those of the fewest closures first, then in the order of the source."""
        closings = tuple(enumerate(self.closings))
        for number in range(len(self.counts)):
            for setup in setups_of(closings, [supply.most for supply in self.supplies], number):
                yield tuple(closing for _, closing in setup)


_KNOWN: WeakKeyDictionary[Network, dict[Closure, tuple[SpotChoice, ...]]] = WeakKeyDictionary()
"""The spots of closures on networks: each requirement of a map asks for them several times."""


def _choices(network: Network, closure: Closure) -> tuple[SpotChoice, ...]:
    known = _KNOWN.setdefault(network, {})
    if closure not in known:
        known[closure] = choices_of(network, closure)
    return known[closure]


def stock_of(network: Network, closures: Sequence[Closure], asked: Mapping[str, int] | None) -> Stock:
    """What may be laid: so many of each kind as are asked for, or as there are of each where nothing is said."""
    found = []
    for closure in closures:
        if asked is None or closure.name in asked:
            choices = _choices(network, closure)
            limits = (closure.most, None if asked is None else asked[closure.name])
            limit = min((limit for limit in limits if limit is not None), default=None)
            found.append(Supply(closure, choices, limit))
    return Stock(tuple(found), sum(supply.most for supply in found))


def _product(some: list[int], others: list[int], most: int) -> list[int]:
    """The product of two polynomials, by their coefficients, up to a power."""
    found = [0] * (min(len(some) + len(others) - 2, most) + 1)
    for power, number in enumerate(some[: most + 1]):
        for other, factor in enumerate(others[: most + 1 - power]):
            found[power + other] += number * factor
    return found


def _powers(options: int, spots: int, most: int) -> list[int]:
    """In how many ways up to `most` of so many spots get one of so many options each: the binomial theorem."""
    found = [1]
    for number in range(most):
        found.append(found[-1] * (spots - number) * options // (number + 1))
    return found


def setups_of(closings: Sequence[tuple[int, Closing]], left: list[int], number: int) -> Iterator[Numbered]:
    """The setups of so many of these numbered closings, in their order, none on a spot that another lies on."""
    if not number:
        yield ()
        return
    for at in range(len(closings) - number + 1):
        first = closings[at]
        closing = first[1]
        if left[closing.kind]:
            left[closing.kind] -= 1
            rest = [each for each in closings[at + 1 :] if each[1].spot != closing.spot]
            for setup in setups_of(rest, left, number - 1):
                yield (first, *setup)
            left[closing.kind] += 1


class SetupSearchResult(Struct, frozen=True):
    """What a search found: the least setup that breaks the demand, if any, and how many setups it looked at."""

    setup: Setup | None
    method: Method
    looked: int


class GivenUpError(Exception):
    """A search ran out of steps; with up to `shown` closures it was shown that the demand holds."""

    def __init__(self, shown: int, looked: int) -> None:
        super().__init__()
        self.shown, self.looked = shown, looked
