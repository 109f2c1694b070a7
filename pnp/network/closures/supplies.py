"""What closures can be laid on a network, how many at once, and how many setups that makes."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, compress, product
from math import comb, prod
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.maps.game_map import Closure
from pnp.model.maps.requirements import Selector
from pnp.network.budget import OutOfStepsError
from pnp.network.network import Move, Network, Passage
from pnp.network.requirements import Method, chosen
from pnp.network.search import distances

# Choices: the spots on which closures can be laid, what each closes, and the network that remains. A spot is a place,
# crossing, road, segment or stretch.


class ClosureOption(Struct, frozen=True):
    """One way to lay a closure on a spot: its name, the moves that it removes, and the places that it closes."""

    name: str
    moves: frozenset[Move]
    places: tuple[int, ...] = ()


class SpotChoice(Struct, frozen=True):
    """A spot named `at`, on which one of several options can be laid or none; `places` are the places of the spot."""

    kind: str
    at: str
    span: Span
    options: tuple[ClosureOption, ...]
    places: tuple[int, ...] = ()


def choices_of(network: Network, closure: Closure) -> tuple[SpotChoice, ...]:
    """Return the spots on which a closure can be laid, in source order."""
    only = None if closure.only is None else _named(network, closure, closure.only)
    never = frozenset[str]().union(*(_named(network, closure, each) for each in closure.never))
    return tuple(
        choice for choice in _spots(network, closure) if choice.at not in never and (only is None or choice.at in only)
    )


def _named(network: Network, closure: Closure, selector: Selector) -> frozenset[str]:
    """Return the names of the spots that a selector of a closure chooses."""
    if closure.on == "places":
        return frozenset(network.names(chosen(network, selector)))
    return frozenset(ref.name for ref in selector.places)


def _spots(network: Network, closure: Closure) -> Iterator[SpotChoice]:
    """Yield all spots of the closure's kind, before `only` and `never` are applied."""
    kind = closure.name
    match closure.on:
        case "crossings" | "roads":
            for spot in _passages(network, closure):
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


def _passages(network: Network, closure: Closure) -> Iterable[Passage]:
    """Return the crossings, or the roads of the kinds along which the closure may be laid."""
    if closure.on == "crossings":
        return network.crossings
    along = {ref.name for ref in closure.along}
    return (road for road in network.extras.roads if not along or road.kind in along)


def _shut(network: Network, places: tuple[int, ...], holds: bool) -> Iterator[Move]:
    """Yield the moves into closed places and, if the closure `holds` the pieces there, the moves out of them."""
    yield from moves_into(network, places)
    if holds:
        states = (state for place in places for state in network.states_of[place])
        yield from ((state, end) for state in states for end in network.after[state])


def moves_into(network: Network, places: Iterable[int]) -> Iterator[Move]:
    """Yield the moves that lead into places."""
    for place in places:
        for state in network.states_of[place]:
            yield from ((before, state) for before in network.before[state])


def without(network: Network, options: Sequence[ClosureOption]) -> Network:
    """Return the network that remains with these options laid; closed places are not stops in it."""
    after, ways = list(network.after), list(network.ways)
    lengths = None if network.lengths is None else list(network.lengths)
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
        if lengths is not None:
            lengths[state] = tuple(lengths[state][number] for number in kept)
    closed = network.closed.union(*(option.places for option in options))
    return replace(
        network,
        places=tuple(places),
        after=tuple(after),
        ways=tuple(ways),
        closed=closed,
        opened=network.opened or network,
        lengths=None if lengths is None else tuple(lengths),
    )


# Supplies: how many closures of each kind can be on a map at once, and how many setups that makes.

MOST_TERMS = 20_000
"""Maximum number of terms when the setups that close given places are counted."""


class Supply(Struct, frozen=True):
    """One kind of closure, the spots on which it can be laid, and its number of pieces (None: one for each spot)."""

    closure: Closure
    choices: tuple[SpotChoice, ...]
    limit: int | None = None

    @property
    def most(self) -> int:
        """Maximum number that can be laid at once."""
        return len(self.choices) if self.limit is None else min(self.limit, len(self.choices))

    @property
    def ways(self) -> list[int]:
        """The number of ways to lay 0, 1, 2 … of it, up to `most`."""
        ways = [1]
        for options, spots in sorted(Counter(len(choice.options) for choice in self.choices).items()):
            ways = _product(ways, _powers(options, spots, min(spots, self.most)), self.most)
        return ways


class Closing(Struct, frozen=True):
    """One closure laid on one spot in one way.

    `kind` is an index into the supplies. `spot` numbers the spots of all supplies: the same spot of two supplies has
    two numbers.
    """

    kind: int
    spot: int
    choice: SpotChoice
    option: ClosureOption


Setup = tuple[Closing, ...]
"""The closures on a map, in source order."""

Numbered = tuple[tuple[int, Closing], ...]
"""Closings with their numbers."""


class Stock(Struct, frozen=True):
    """All closures that can be laid. `most` is the maximum number at once, over all kinds.

    `limit` is the maximum that the requirement sets; None if it sets none.
    """

    supplies: tuple[Supply, ...]
    most: int
    limit: int | None = None

    @property
    def closings(self) -> Setup:
        """All closings, by kind and spot, in source order."""
        found: list[Closing] = []
        spots = 0
        for kind, supply in enumerate(self.supplies):
            for choice in supply.choices:
                found.extend(Closing(kind, spots, choice, option) for option in choice.options)
                spots += 1
        return tuple(found)

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of setups with 0, 1, 2 … closures."""
        return self._counts(self.most)

    def _counts(self, most: int) -> tuple[int, ...]:
        counts = [1]
        for supply in self.supplies:
            counts = _product(counts, supply.ways, most)
        return tuple(counts)

    @property
    def total(self) -> int:
        """The number of setups."""
        return self.up_to(self.most)

    def up_to(self, number: int) -> int:
        """Return the number of setups with at most `number` closures."""
        if number >= sum(supply.most for supply in self.supplies):
            return prod(sum(supply.ways) for supply in self.supplies)
        return sum(self._counts(min(number, self.most)))

    def closing(self, places: Collection[int], most: int | None = None) -> int:
        """Return how many setups of up to `most` closures close all these places.

        It is counted by inclusion and exclusion over the subsets of the places that stay open. For each subset the
        setups are counted that avoid all spots which close one of its places. Places are interchangeable if each has
        its spots for itself and the spots are of the same kinds; subsets are then counted by size.

        Raises OutOfStepsError if that takes too many terms.
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
        alike: Counter[tuple[int, ...]] = Counter()  # places whose spots close no other place, by the kinds of these
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

    def closing_all_but_one(self, places: Collection[int], exempt: Collection[int], most: int | None = None) -> int:
        """Return how many setups of up to `most` closures close all these places but one, which is not in `exempt`.

        Of interchangeable places (see `closing`) one is counted for all. Raises OutOfStepsError if that takes too many
        terms.
        """
        most = self.most if most is None else min(most, self.most)
        widest = max((len(choice.places) for supply in self.supplies for choice in supply.choices), default=0)
        if most * widest < len(places) - 1:
            return 0
        covers = self._spots_by_place(places)
        same = Counter(covers.values())
        shared = Counter(spot for cover in same for spot in cover)
        alike: dict[tuple[int, ...] | int, list[int]] = {}
        for place, cover in covers.items():
            if same[cover] == 1 and place not in exempt:  # others are never open alone
                kinds = tuple(kind for kind, _ in cover)
                alike.setdefault(kinds if all(shared[spot] == 1 for spot in cover) else place, []).append(place)
        all_closed, everything = self.closing(places, most), frozenset(places)
        return sum(len(group) * (self.closing(everything - {group[0]}, most) - all_closed) for group in alike.values())

    def _covers(self, places: Collection[int]) -> list[tuple[tuple[int, int], ...]]:
        """Return for each place the spots on which closures close it, as kind and number.

        Places with the same spots are always closed together and are listed once.
        """
        return sorted(set(self._spots_by_place(places).values()))

    def _spots_by_place(self, places: Collection[int]) -> dict[int, tuple[tuple[int, int], ...]]:
        covers: dict[int, list[tuple[int, int]]] = {place: [] for place in places}
        for kind, supply in enumerate(self.supplies):
            for number, choice in enumerate(supply.choices):
                for place in covers.keys() & choice.places:
                    covers[place].append((kind, number))
        return {place: tuple(cover) for place, cover in covers.items()}

    def _sparing(self, spared: Mapping[int, int], most: int) -> int:
        """Return the number of setups of up to `most` closures that leave so many given spots of each kind free."""
        counts = [1]
        for kind, supply in enumerate(self.supplies):
            left = len(supply.choices) - spared.get(kind, 0)
            ways = [comb(left, number) for number in range(min(supply.most, left) + 1)]
            counts = _product(counts, ways if spared.get(kind) else supply.ways, most)
        return sum(counts)

    def setups(self) -> Iterator[Setup]:
        """Yield every setup, those with the fewest closures first, then in source order."""
        closings = tuple(enumerate(self.closings))
        for number in range(len(self.counts)):
            for setup in setups_of(closings, [supply.most for supply in self.supplies], number):
                yield tuple(closing for _, closing in setup)


_KNOWN: WeakKeyDictionary[Network, dict[Closure, tuple[SpotChoice, ...]]] = WeakKeyDictionary()
"""Cache of the spots of closures on networks; each requirement of a map needs them several times."""


def known_choices(network: Network, closure: Closure) -> tuple[SpotChoice, ...]:
    """Return `choices_of`, cached for each network."""
    known = _KNOWN.setdefault(network, {})
    if closure not in known:
        known[closure] = choices_of(network, closure)
    return known[closure]


def stock_of(network: Network, closures: Sequence[Closure], asked: Mapping[str, int] | None) -> Stock:
    """Return the stock for the closures with a number in `asked`; None means all closures without a limit.

    The `at-most` of a closure is a limit in either case.
    """
    found = []
    for closure in closures:
        if asked is None or closure.name in asked:
            choices = known_choices(network, closure)
            limits = (closure.most, None if asked is None else asked[closure.name])
            limit = min((limit for limit in limits if limit is not None), default=None)
            found.append(Supply(closure, choices, limit))
    return Stock(tuple(found), sum(supply.most for supply in found))


# Closures that keep a distance from each other.

_TOO_CLOSE: WeakKeyDictionary[Network, dict[Closure, tuple[frozenset[int], ...]]] = WeakKeyDictionary()
"""Cache of `too_close` on networks; each setup of a requirement needs it."""


def keeps_apart(network: Network, stock: Stock, setup: Setup) -> bool:
    """Whether all closures of a kind in a setup are as far apart as the kind says, on the network without closures."""
    spots = 0
    for kind, supply in enumerate(stock.supplies):
        laid = [closing.spot - spots for closing in setup if closing.kind == kind]
        if supply.closure.apart and len(laid) > 1:
            known = _TOO_CLOSE.setdefault(network, {})
            if supply.closure not in known:
                known[supply.closure] = too_close(network, supply)
            near = known[supply.closure]
            if any(second in near[first] for first, second in combinations(laid, 2)):
                return False
        spots += len(supply.choices)
    return True


def too_close(network: Network, supply: Supply) -> tuple[frozenset[int], ...]:
    """Return for each spot the numbers of the other spots that are fewer than `apart` moves away, in either direction.

    The distance of two spots is that of their nearest places; a crossing, road or segment has the places at its ends.
    """
    moves = network.in_moves
    places = [_places_at(network, choice) for choice in supply.choices]
    at: dict[int, list[int]] = {}
    for number, group in enumerate(places):
        for place in group:
            at.setdefault(place, []).append(number)
    found: list[set[int]] = [set() for _ in places]
    for number, group in enumerate(places):
        sources = [state for place in sorted(group) for state in network.states_of[place]]
        for state, far in enumerate(distances(moves.after, sources, moves.costs)):
            if far is not None and far < supply.closure.apart:
                for other in at.get(network.place_of_state[state], ()):
                    found[number].add(other)
                    found[other].add(number)
    return tuple(frozenset(near - {number}) for number, near in enumerate(found))


def _places_at(network: Network, choice: SpotChoice) -> frozenset[int]:
    """Return the places of a spot; of a crossing or a segment those between which it lies."""
    if choice.places:
        return frozenset(choice.places)
    return frozenset(
        network.place_of_state[state] for option in choice.options for move in option.moves for state in move
    )


def _product(some: list[int], others: list[int], most: int) -> list[int]:
    """Return the product of two polynomials, given by their coefficients, without terms above the power `most`."""
    found = [0] * (min(len(some) + len(others) - 2, most) + 1)
    for power, number in enumerate(some[: most + 1]):
        for other, factor in enumerate(others[: most + 1 - power]):
            found[power + other] += number * factor
    return found


def _powers(options: int, spots: int, most: int) -> list[int]:
    """Return the number of ways to lay 0, 1 … `most` closures on `spots` spots with `options` options each.

    These are the coefficients of (1 + options · x) to the power `spots`, by the binomial theorem.
    """
    found = [1]
    for number in range(most):
        found.append(found[-1] * (spots - number) * options // (number + 1))
    return found


def setups_of(closings: Sequence[tuple[int, Closing]], left: list[int], number: int) -> Iterator[Numbered]:
    """Yield the setups of exactly `number` of these closings, in order, with at most one on each spot.

    `left` is how many of each kind can still be laid.
    """
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


class Outcome(Struct, frozen=True):
    """The result of a search: the smallest setup that breaks the demand, or None, and how many setups it judged."""

    setup: Setup | None
    method: Method
    looked: int


class GivenUpError(Exception):
    """A search ran out of steps. It showed that the demand holds with up to `shown` closures."""

    def __init__(self, shown: int, looked: int) -> None:
        super().__init__()
        self.shown, self.looked = shown, looked
