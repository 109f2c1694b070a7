"""The figures of a map: how large, how far, how close together, where it hangs, and how fair its starts are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from pnp.model.block_map import BlockMap
from pnp.network.arranged_figures import ArrangedFairness, arranged_fairness
from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.centrality import betweenness
from pnp.network.city_figures import Drives, JamFigures, Odds, drives_of, jams_of
from pnp.network.cuts import least_cut
from pnp.network.distance_table import DistanceFigures, Table, distance_figures, distance_row, distance_table
from pnp.network.fairness import mean_distances, spread
from pnp.network.isolation import Isolation, isolations
from pnp.network.network import START, Network
from pnp.network.selection import items_at, tagged_targets, tags_of
from pnp.network.shape import dead_ends, traps
from pnp.network.structure import inverted
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from pnp.model.closure import Closure
    from pnp.model.game_map import GameMap
    from pnp.network.lower import Lowered


STEPS = 40_000_000
"""How much work an inspection may be; what is left out then is None."""

ISOLATION_STEPS = 3_000_000
"""How much of it the closures may be that cut places off."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class PlaceFigures:
    """The figures of one place; `farthest` is None where a place can't be reached, all distances on too large a map."""

    id: str
    neighbours: int
    ways_in: int
    ways_out: int
    farthest: int | None
    mean_distance: float | None
    betweenness: float | None


@dataclass(frozen=True, slots=True)
class Fairness:
    """How near each start is to the places with a tag: mean distances, and how much they differ, over their mean."""

    tag: str
    spread: float | None
    means: tuple[tuple[str, float | None], ...]


@dataclass(frozen=True, slots=True)
class Inspection:
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
    budget = Budget(STEPS)
    closures = _if_affordable(lambda: _connectivity(network, budget))
    tags = tuple(tag for tag in (tags_of(network) if network.tagged(START) else network.by_tag) if tag != START)
    fairness = _if_affordable(lambda: tuple(_fairness(network, tag, budget) for tag in tags))
    table = _if_affordable(lambda: distance_table(network, budget))
    shares = _if_affordable(lambda: _betweenness(network, budget))
    drives = _if_affordable(lambda: drives_of(network, budget))
    jams = _if_affordable(lambda: jams_of(network, budget))
    isolation = _if_affordable(lambda: tuple(isolations(network, laid, Budget(ISOLATION_STEPS))))
    two_way = network.before == network.after
    return Inspection(
        map=map_id,
        name=name,
        places=tuple(_figures(network, number, table, shares) for number in range(len(network.stops))),
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
    budget = Budget(STEPS)
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


def _connectivity(network: Network, budget: Budget) -> int:
    """How many places must be closed to part the map; one less than there are where all are neighbours."""
    number = {place: index for index, place in enumerate(network.stops)}
    after = tuple(tuple(number[end] for end in network.onward[place]) for place in network.stops)
    cut = least_cut(after, inverted(after), len(after), budget)
    return len(after) - 1 if cut is None else len(cut)


def _betweenness(network: Network, budget: Budget) -> list[float]:
    budget.spend(5 * len(network.places) * network.size)
    shares = betweenness(network.onward)
    return [shares[place] for place in network.stops]


def _fairness(network: Network, tag: str, budget: Budget) -> Fairness:
    means = mean_distances(network, items_at(network, network.starts), tagged_targets(network, tag), budget)
    known = [mean for mean in means.values() if mean is not None]
    shown = tuple((start, _decimal(mean)) for start, mean in means.items())
    return Fairness(tag, _decimal(spread(known)) if known and len(known) == len(means) else None, shown)


def _figures(network: Network, number: int, table: Table | None, shares: list[float] | None) -> PlaceFigures:
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
