"""All figures of a map; fairness over arrangements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.game_map import STARTS, Closure, GameMap, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.arrangements.distances import Distances
from pnp.network.arrangements.enumeration import Arranging, in_words
from pnp.network.arrangements.verdicts import TileArrangements
from pnp.network.connectivity import dead_ends, least_cut, traps
from pnp.network.inspection.figures import (
    DistanceFigures,
    Drives,
    Isolation,
    JamFigures,
    Odds,
    Table,
    betweenness,
    distance_figures,
    distance_row,
    distance_table,
    drives_of,
    isolations,
    jams_of,
)
from pnp.network.lowered import Lowered
from pnp.network.lowering.tile_map import Lying
from pnp.network.network import START, Network
from pnp.network.requirements import items_at, tagged_targets, tags_of
from pnp.network.search import OutOfStepsError, SearchBudget, inverted
from pnp.network.ways import mean_distances, spread

# How fair the starts of a city are, over all the ways in which its tiles may lie.

UNWRITTEN = Span("")


class ArrangedFairness(Struct, frozen=True):
    """How much the starts' mean distances to the places with a tag differ, over their mean, in all arrangements.

    The least, the mean and the greatest of these spreads, and the first arrangement with the greatest, in words;
    `unreached` is how many arrangements have a start from which not all of them can be reached: they have no spread.
    """

    tag: str
    arrangements: int
    least: float | None
    mean: float | None
    greatest: float | None
    worst: str
    unreached: int


def arranged_fairness(lowered: Lowered, budget: SearchBudget) -> Iterator[ArrangedFairness]:
    """The figures for each tag of a city whose tiles lie anyhow and which has starts; nothing for any other map.

    Raises OutOfStepsError where it is more work than the budget.
    """
    arrangements, network = lowered.arrangements, lowered.network
    if isinstance(arrangements, TileArrangements) and network.tagged(START) and arrangements.total > 1:
        for tag in tags_of(network):
            if tag != START:
                yield _fairness_figures(arrangements, tag, budget)


def _fairness_figures(arrangements: TileArrangements, tag: str, budget: SearchBudget) -> ArrangedFairness:
    goal = Selector(tag=Ref(tag, UNWRITTEN))
    distances = Distances(arrangements.city, Requirement("fair-starts", tag, UNWRITTEN, start=STARTS, goal=goal))
    spreads: dict[Fraction, int] = {}
    worst: tuple[Fraction, tuple[Lying, ...]] | None = None
    unreached = 0
    for laying in Arranging(arrangements.rules, distances.signature).layings():
        means = distances.means(laying.lyings, budget)
        if not means:
            unreached += laying.alike
            continue
        found = spread(means)
        spreads[found] = spreads.get(found, 0) + laying.alike
        worst = (found, laying.lyings) if worst is None or found > worst[0] else worst
    total = sum(spreads.values())
    mean = sum((each * count for each, count in spreads.items()), Fraction(0)) / total if total else None
    return ArrangedFairness(
        tag,
        arrangements.total,
        _decimal(min(spreads, default=None)),
        _decimal(mean),
        _decimal(max(spreads, default=None)),
        in_words(arrangements.words(worst[1])) if worst else "",
        unreached,
    )


# The figures of a map: how large, how far, how close together, where it hangs, and how fair its starts are.

STEPS = 40_000_000
"""How much work an inspection may be; what is left out then is None."""

ISOLATION_STEPS = 3_000_000
"""How much of it the closures may be that cut places off."""

Answer = TypeVar("Answer")


class PlaceFigures(Struct, frozen=True):
    """The figures of one place; `farthest` is None where a place can't be reached, all distances on too large a map."""

    id: str
    neighbours: int
    ways_in: int
    ways_out: int
    farthest: int | None
    mean_distance: float | None
    betweenness: float | None


class Fairness(Struct, frozen=True):
    """How near each start is to the places with a tag: mean distances, and how much they differ, over their mean."""

    tag: str
    spread: float | None
    means: tuple[tuple[str, float | None], ...]


class Inspection(Struct, frozen=True):
    """All figures of a map.

    `links` are pairs of neighbours, and `connectivity` is how many places must be closed at least to part the map.
    """

    map: str
    name: str
    places: tuple[PlaceFigures, ...]
    moves: int
    links: int
    two_way: bool
    parts: int
    connectivity: int | None
    distances: DistanceFigures
    articulation_points: tuple[str, ...]
    bridges: tuple[tuple[str, str], ...]
    dead_ends: tuple[str, ...]
    traps: tuple[tuple[str, ...], ...]
    starts: tuple[str, ...]
    isolation: tuple[Isolation, ...]
    fairness: tuple[Fairness, ...]
    drives: Drives | None = None
    jams: tuple[JamFigures, ...] = ()
    odds: tuple[Odds, ...] = ()
    arranged: tuple[ArrangedFairness, ...] = ()

    @property
    def degrees(self) -> tuple[tuple[int, int], ...]:
        """How many places have each number of neighbours."""
        return tuple(sorted(Counter(place.neighbours for place in self.places).items()))


def inspect_network(network: Network, map_id: str, name: str, laid: tuple[Closure, ...] = ()) -> Inspection:
    """The figures of a network, on which closures may be laid; of a very large one not all."""
    budget = SearchBudget(STEPS)
    closures = _if_affordable(lambda: _connectivity(network, budget))
    tags = tuple(tag for tag in (tags_of(network) if network.tagged(START) else network.by_tag) if tag != START)
    fairness = _if_affordable(lambda: tuple(_fairness(network, tag, budget) for tag in tags))
    table = _if_affordable(lambda: distance_table(network, budget))
    shares = _if_affordable(lambda: _betweenness(network, budget))
    drives = _if_affordable(lambda: drives_of(network, budget))
    jams = _if_affordable(lambda: jams_of(network, budget))
    isolation = _if_affordable(lambda: tuple(isolations(network, laid, SearchBudget(ISOLATION_STEPS))))
    two_way = network.before == network.after
    return Inspection(
        map=map_id,
        name=name,
        places=tuple(_place_figures(network, number, table, shares) for number in range(len(network.stops))),
        moves=sum(map(len, network.strides)),
        links=sum(map(len, network.joined)) // 2,
        two_way=two_way,
        parts=sum(network.places[part[0]].stop for part in network.weak_parts),
        connectivity=closures,
        distances=distance_figures(table, two_way),
        articulation_points=network.names(network.hinges.places),
        bridges=tuple((network.places[a].id, network.places[b].id) for a, b, _, _ in network.hinges.bridges),
        dead_ends=network.names(dead_ends(network)),
        traps=tuple(network.names(trap.places) for trap in traps(network)),
        starts=network.names(network.tagged(START)),
        isolation=isolation or (),
        fairness=fairness or (),
        drives=drives,
        jams=jams or (),
    )


def inspect_map(game_map: GameMap, lowered: Lowered) -> Inspection:
    """The figures of a map as printed, with the odds of its dice, drives in turns where it gives a speed, and how fair
    its starts are however its tiles lie.
    """
    inspection = inspect_network(lowered.network, game_map.id, game_map.name, game_map.closures)
    budget = SearchBudget(STEPS)
    arranged = _if_affordable(lambda: tuple(arranged_fairness(lowered, budget))) or ()
    inspection = replace(inspection, arranged=arranged)
    match game_map:
        case BlockMap(table=table, speed=speed):
            odds = tuple(Odds(outcome, str(chance)) for outcome, chance in table.odds) if table else ()
            drives = inspection.drives and replace(inspection.drives, speed=speed)
            return replace(inspection, odds=odds, drives=drives)
        case _:
            return inspection


def _if_affordable(work: Callable[[], Answer]) -> Answer | None:
    try:
        return work()
    except OutOfStepsError:
        return None


def _connectivity(network: Network, budget: SearchBudget) -> int:
    """How many places must be closed to part the map; one less than there are where all are neighbours."""
    number = {place: index for index, place in enumerate(network.stops)}
    after = tuple(tuple(number[end] for end in network.onward[place]) for place in network.stops)
    cut = least_cut(after, inverted(after), len(after), budget)
    return len(after) - 1 if cut is None else len(cut)


def _betweenness(network: Network, budget: SearchBudget) -> list[float]:
    budget.spend(5 * len(network.places) * network.size)
    shares = betweenness(network.onward)
    return [shares[place] for place in network.stops]


def _fairness(network: Network, tag: str, budget: SearchBudget) -> Fairness:
    means = mean_distances(network, items_at(network, network.starts), tagged_targets(network, tag), budget)
    known = [mean for mean in means.values() if mean is not None]
    shown = tuple((start, _decimal(mean)) for start, mean in means.items())
    return Fairness(tag, _decimal(spread(known)) if known and len(known) == len(means) else None, shown)


def _place_figures(network: Network, number: int, table: Table | None, shares: list[float] | None) -> PlaceFigures:
    place = network.stops[number]
    row = distance_row(table, number) if table else None
    return PlaceFigures(
        id=network.places[place].id,
        neighbours=len(network.joined[place]),
        ways_in=len(network.backward[place]),
        ways_out=len(network.onward[place]),
        farthest=row.farthest if row else None,
        mean_distance=row.mean if row else None,
        betweenness=round(shares[number], 6) if shares else None,
    )


def _decimal(number: Fraction | None) -> float | None:
    return None if number is None else round(float(number), 6)
