"""Small maps on which closures may be laid, drawn by a seed, and every setup of them worked out the long way."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps.game_map import Closure, Ground
from pnp.model.maps.requirements import NOWHERE, STARTS, Bounds, Demand, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.network import ClosableStretch, Extras, Network, Passage, Place, Site, network_of
from tests.network import oracle
from tests.network.generated import span

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

ASKED: tuple[Demand, ...] = (
    "connected",
    "reach",
    "reach",
    "distance",
    "distance",
    "within",
    "no-trap",
    "no-trap",
    "adjacent",
    "not-adjacent",
    "degree",
    "no-dead-end",
    "count",
    "fair-starts",
    "survives",
    "isolation",
)
MOST_SETUPS = 400


class Lying(Struct, frozen=True):
    """One thing that may be laid: its kind, its spot, its words, the moves that it takes away, what it closes."""

    kind: int
    spot: tuple[int, str]
    words: tuple[str, str]
    moves: frozenset[tuple[int, int]]
    places: frozenset[int] = frozenset()


class Case(Struct, frozen=True):
    """A demand on a network, with what may be laid on it."""

    network: Network
    closures: tuple[Closure, ...]
    requirement: Requirement

    def lyings(self) -> list[Lying]:
        """Everything that may be laid, in source order."""
        return [each for kind, closure in enumerate(self.kinds()) for each in _lyings(self.network, closure, kind)]

    def lacks_a_spot(self) -> bool:
        """Whether a closure that the requirement names has no spot: then it does not count as proved."""
        requirement = self.requirement
        names = {ref.name for ref in (*requirement.by, *(ref for ref, _ in requirement.laid))}
        named = (each for each in self.closures if each.name in names)
        return any(not any(_lyings(self.network, each, 0)) for each in named)

    def kinds(self) -> tuple[Closure, ...]:
        """The closures that the demand speaks of."""
        requirement = self.requirement
        every = Closure("closed", span(1), "places")
        names = [ref.name for ref in requirement.by] or [ref.name for ref, _ in requirement.laid]
        if requirement.demand == "isolation":
            return tuple(each for each in self.closures if each.name in names) or (every,)
        if requirement.every_setup and not requirement.laid:
            found = self.closures
        else:
            found = tuple(each for each in self.closures if each.name in names)
        return (*found, every) if requirement.demand == "survives" else found

    def most(self) -> tuple[list[int], int]:
        """How many of each kind may be laid, and how many in all."""
        asked = {ref.name: number for ref, number in self.requirement.laid}
        if self.requirement.demand == "survives":
            asked["closed"] = self.requirement.closed
        if self.requirement.demand == "isolation":
            asked = {}
        limits = [min(99 if each.most is None else each.most, asked.get(each.name, 99)) for each in self.kinds()]
        least = int(self.requirement.bounds.least or 1)
        return limits, least - 1 if self.requirement.demand == "isolation" else 99

    def setups(self) -> Iterator[tuple[Lying, ...]]:
        """Every setup, the fewest closures first, then in source order."""
        lyings, (limits, most) = self.lyings(), self.most()
        for number in range(min(len(lyings), most) + 1):
            for setup in combinations(lyings, number):
                kinds = [each.kind for each in setup]
                if len({each.spot for each in setup}) == number and all(kinds.count(k) <= limits[k] for k in kinds):
                    yield setup

    def town(self, setup: tuple[Lying, ...]) -> oracle.Town:
        """The map in a setup."""
        removed = [move for each in setup for move in each.moves]
        return oracle.Town(self.network, removed, {place for each in setup for place in each.places})

    def asks(self, setup: tuple[Lying, ...]) -> bool:
        """Whether something is asked of a setup."""
        return oracle.asks(self.town(setup), self.requirement)

    def holds(self, setup: tuple[Lying, ...]) -> bool:
        """Whether the demand holds in a setup."""
        town = self.town(setup)
        match self.requirement.demand:
            case "isolation":
                return oracle.still_reached(town, self.requirement)
            case "survives":
                return oracle.connected(town, self.requirement)
            case demand:
                return oracle.DEMANDS[demand](town, self.requirement)


def _lyings(  # noqa: C901  one case a ground
    network: Network, closure: Closure, kind: int
) -> Iterator[Lying]:
    never, only = (
        {ref.name for each in closure.never for ref in each.places},
        {ref.name for ref in closure.where.places},
    )

    def lying(at: str, option: str, moves: object, places: object = ()) -> Iterator[Lying]:
        if at not in never and (not only or at in only):
            yield Lying(kind, (kind, at), (at, option), frozenset(moves), frozenset(places))  # type: ignore[call-overload]

    match closure.on:
        case "crossings":
            for spot in network.extras.crossings:
                yield from lying(spot.id, closure.name, spot.forth + spot.back)
        case "segments":
            for spot in network.extras.segments:
                for way, moves in zip(spot.names, (spot.back, spot.forth), strict=True):
                    yield from lying(spot.id, f"{closure.name} {way}", moves)
        case "stretches":
            for stretch in network.extras.stretches:
                yield from lying(stretch.id, closure.name, oracle.into(network, stretch.places), stretch.places)
        case _:
            for at in (at for at, place in enumerate(network.places) if place.stop):
                place = network.places[at]
                yield from lying(place.id, closure.name, oracle.into(network, (at,)), (at,))


def drawn(random: Random) -> Case:
    """A small case."""
    while True:
        network = _network(random)
        closures = _closures(random, network)
        case = Case(network, closures, _requirement(random, network, closures))
        if sum(1 for _ in zip(case.setups(), range(MOST_SETUPS + 1), strict=False)) <= MOST_SETUPS:
            return case


def _network(random: Random) -> Network:
    stately = random.random() < 0.35
    count = random.randint(3, 4 if stately else 6)
    owners = [at for at in range(count) for _ in range(1 + (stately and random.random() < 0.4))]
    places = [
        Place(
            f"P{at}",
            span(at),
            tuple(tag for tag, odds in (("start", 0.3), ("inn", 0.4)) if random.random() < odds),
            cost=int(not stately or random.random() < 0.7),
            stop=at < 2 or not stately or random.random() < 0.7,
        )
        for at in range(count)
    ]
    odds = random.choice((0.4, 0.7, 0.9, 1.0))
    moves = {(a, b) for a in range(len(owners)) for b in range(a) if random.random() < odds}
    moves |= {(b, a) for a, b in moves if random.random() < 0.9} | {(a, b) for b, a in moves if random.random() < 0.5}
    ring = list(range(len(owners)))
    random.shuffle(ring)
    if random.random() < 0.85:
        moves |= set(zip(ring, ring[1:] + ring[:1], strict=True))
    return network_of(
        places, owners, ((*move, 0) for move in sorted(moves)), (span(99),), extras=_extras(random, moves, count)
    )


def _extras(random: Random, moves: set[tuple[int, int]], count: int) -> Extras:
    pairs = sorted({(min(move), max(move)) for move in moves})
    random.shuffle(pairs)

    def passage(name: str, taken: list[tuple[int, int]]) -> Passage:
        forth = tuple(move for move in taken if move in moves)
        back = tuple((b, a) for a, b in taken if (b, a) in moves)
        return Passage(name, span(1), forth, back)

    def chain() -> list[tuple[int, int]]:
        """Moves one after the other, or any."""
        if random.random() < 0.3:
            return random.sample(pairs, min(2, len(pairs)))
        steps = [random.choice(sorted(moves))]
        for _ in range(random.randint(0, 2)):
            following = [move for move in sorted(moves) if move[0] == steps[-1][1] and move[1] != steps[-1][0]]
            steps += random.sample(following, min(1, len(following)))
        return steps

    some = range(count)
    return Extras(
        sites=tuple(
            Site(f"Site{at}", span(1), tuple(sorted(random.sample(some, random.randint(1, 2)))), ("inn",) * (at % 2))
            for at in range(random.randint(0, 2))
        ),
        crossings=tuple(passage(f"C{at}", [pair]) for at, pair in enumerate(pairs[: random.randint(0, 5)])),
        segments=tuple(passage(f"S{at}", chain()) for at in range(random.randint(0, 4) if moves else 0)),
        stretches=tuple(
            ClosableStretch(f"T{at}", span(1), tuple(sorted(random.sample(some, random.randint(1, 2)))))
            for at in range(random.randint(0, 3))
        ),
    )


def _closures(random: Random, network: Network) -> tuple[Closure, ...]:
    grounds: list[Ground] = ["places", "crossings", "segments", "stretches"]
    names = {"places": ("cone", "cab"), "crossings": ("barrier", "gate"), "segments": ("token",), "stretches": ("jam",)}
    kinds = [(name, ground) for ground in grounds for name in names[ground]]
    found = []
    for name, ground in random.sample(kinds, random.randint(1, 3)):
        stops = [place.id for place in network.places if place.stop]
        some = Selector(
            places=tuple(Ref(name, span(1)) for name in random.sample(stops, random.randint(1, len(stops))))
        )
        where = some if ground == "places" and random.random() < 0.5 else Selector()
        never = (Selector(places=(Ref("P0", span(1)),)),) if random.random() < 0.2 and ground == "places" else ()
        most = random.choice((None, 1, 2, 3))
        found.append(Closure(name, span(1), ground, where, never, most, random.random() < 0.3))
    return tuple(found)


def _requirement(  # noqa: C901  one case a demand
    random: Random, network: Network, closures: tuple[Closure, ...]
) -> Requirement:
    demand = random.choice(ASKED)
    stops = [place.id for place in network.places if place.stop]
    limits = [Fraction(random.randint(0, 4)) if random.random() < 0.5 else None for _ in range(3)]
    if not any(limit is not None for limit in limits):
        limits[2] = Fraction(random.randint(1, 4))
    bounds = Bounds(*(limits if random.random() < 0.3 else [None, *limits[1:]]))
    if demand == "isolation":
        bounds = Bounds(least=Fraction(random.randint(1, 3)))
    elif demand in ("within", "fair-starts"):
        bounds = Bounds(most=Fraction(random.randint(1, 4)))

    def some(everywhere: bool) -> Selector:
        if demand in ("adjacent", "not-adjacent"):
            return Selector(places=(Ref(random.choice(stops), span(1)),))
        if everywhere and random.random() < 0.3:
            return Selector()
        tags = {tag for place in network.places for tag in place.tags}
        if tags and random.random() < 0.4:
            return Selector(tag=Ref(random.choice(sorted(tags)), span(1)))
        names = [*stops, *(site.id for site in network.extras.sites)]
        chosen = random.sample(names, min(len(names), random.randint(1, 2)))
        return Selector(places=tuple(Ref(name, span(1)) for name in chosen))

    kinds = tuple(Ref(each.name, span(1)) for each in closures)
    laid = tuple((kind, random.randint(1, 3)) for kind in kinds if random.random() < 0.8)
    every = not laid and demand != "isolation"
    found = Requirement(
        demand, "it", span(1), some(demand != "fair-starts"), some(demand in ("no-trap", "isolation")), bounds,
        closed=random.randint(1, 2), counts=random.choice(("neighbours", "in", "out")), laid=laid, every_setup=every,
    )  # fmt: skip
    if demand in ("connected", "no-dead-end", "survives"):
        return replace(found, start=Selector(), goal=Selector())
    if demand == "no-trap" and found.goal == Selector():
        return replace(found, goal=NOWHERE)
    if demand == "isolation":
        found = replace(found, goal=STARTS) if random.random() < 0.3 else found
        return replace(found, laid=(), by=kinds if random.random() < 0.7 else ())
    return found
