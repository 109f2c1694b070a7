"""The figures of a map: how large, how far, how close together, where it hangs, and how fair its starts are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.centrality import betweenness
from pnp.network.cuts import least_cut
from pnp.network.fairness import mean_distances, spread
from pnp.network.isolation import Isolation, isolation_of
from pnp.network.network import START, Network
from pnp.network.shape import dead_ends, traps
from pnp.network.structure import inverted, weak_parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.network.search import Distances

STEPS = 40_000_000
"""How much work an inspection may be; what is left out then is None."""

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

    `links` are pairs of neighbours, `pairs` the pairs of places by their distance from 1 on: unordered where every
    move can be turned round, else ordered. `connectivity` is how many places must be closed to part the map.
    """

    map: str
    name: str
    places: tuple[PlaceFigures, ...]
    moves: int
    links: int
    two_way: bool
    parts: int
    connectivity: int | None
    diameter: int | None
    radius: int | None
    mean_distance: float | None
    pairs: tuple[int, ...]
    unreachable_pairs: int | None
    articulation_points: tuple[str, ...]
    bridges: tuple[tuple[str, str], ...]
    dead_ends: tuple[str, ...]
    traps: tuple[tuple[str, ...], ...]
    starts: tuple[str, ...]
    isolation: tuple[Isolation, ...]
    fairness: tuple[Fairness, ...]
    table: tuple[tuple[int | None, ...], ...] | None

    @property
    def degrees(self) -> tuple[tuple[int, int], ...]:
        """How many places have each number of neighbours."""
        return tuple(sorted(Counter(place.neighbours for place in self.places).items()))


def inspect_network(network: Network, map_id: str, name: str) -> Inspection:
    """The figures of a network; of a very large one those are left out that would take too long."""
    budget = Budget(STEPS)
    stops = network.stops
    closures = _if_affordable(lambda: _connectivity(network, budget))
    isolation = _if_affordable(lambda: tuple(isolation_of(network, place, budget) for place in _tagged(network)))
    fairness = _if_affordable(lambda: tuple(_fairness(network, tag, budget) for tag in network.by_tag if tag != START))
    table = _if_affordable(lambda: _table(network, budget))
    shares = _if_affordable(lambda: _betweenness(network, budget))
    rows = table or ((),) * len(stops)
    found = [distance for number, row in enumerate(rows) for distance in (*row[:number], *row[number + 1 :])]
    known = [distance for distance in found if distance is not None]
    farthest = [_farthest(row) for row in rows]
    two_way = network.before == network.after
    return Inspection(
        map=map_id,
        name=name,
        places=tuple(
            _figures(network, place, number, rows[number], shares[number] if shares else None)
            for number, place in enumerate(stops)
        ),
        moves=sum(map(len, network.strides)),
        links=sum(map(len, network.joined)) // 2,
        two_way=two_way,
        parts=sum(network.places[part[0]].stop for part in weak_parts(network.joined)),
        connectivity=closures,
        diameter=max((far for far in farthest if far is not None), default=None) if None not in farthest else None,
        radius=min((far for far in farthest if far is not None), default=None),
        mean_distance=_mean(known),
        pairs=_by_distance(known, 2 if two_way else 1),
        unreachable_pairs=(len(found) - len(known)) // (2 if two_way else 1) if table else None,
        articulation_points=network.names(network.hinges.places),
        bridges=tuple((network.places[a].id, network.places[b].id) for a, b, _, _ in network.hinges.bridges),
        dead_ends=network.names(dead_ends(network)),
        traps=tuple(network.names(trap.places) for trap in traps(network)),
        starts=network.names(network.tagged(START)),
        isolation=isolation or (),
        fairness=fairness or (),
        table=table,
    )


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


def _table(network: Network, budget: Budget) -> tuple[tuple[int | None, ...], ...]:
    """The distance from each stop, at its worst state, to each."""
    budget.spend(len(network.after) * network.size)
    return tuple(_row(network, start) for start in network.stops)


def _row(network: Network, start: int) -> tuple[int | None, ...]:
    rows = [network.distances_from(state) for state in network.states_of[start]]
    if len(rows) == 1:
        return tuple(rows[0][goal] for goal in network.stops)
    return tuple(_greatest([row[goal] for row in rows]) for goal in network.stops)


def _greatest(distances: Distances) -> int | None:
    known = [distance for distance in distances if distance is not None]
    return max(known) if len(known) == len(distances) else None


def _farthest(row: tuple[int | None, ...]) -> int | None:
    """The greatest distance of a row; None where a place can't be reached, or where distances were not worked out."""
    return _greatest(list(row)) if row else None


def _betweenness(network: Network, budget: Budget) -> list[float]:
    budget.spend(5 * len(network.places) * network.size)
    shares = betweenness(network.onward)
    return [shares[place] for place in network.stops]


def _tagged(network: Network) -> list[int]:
    """The stops that carry a tag other than that of a start."""
    return [place for place in network.stops if set(network.places[place].tags) - {START}]


def _fairness(network: Network, tag: str, budget: Budget) -> Fairness:
    means = mean_distances(network, network.starts, network.tagged(tag), budget)
    known = [mean for mean in means.values() if mean is not None]
    shown = tuple((network.places[start].id, _decimal(mean)) for start, mean in means.items())
    return Fairness(tag, _decimal(spread(known)) if len(known) == len(means) else None, shown)


def _figures(
    network: Network, place: int, number: int, row: tuple[int | None, ...], share: float | None
) -> PlaceFigures:
    others = [distance for distance in (*row[:number], *row[number + 1 :]) if distance is not None]
    return PlaceFigures(
        id=network.places[place].id,
        neighbours=len(network.joined[place]),
        ways_in=len(network.backward[place]),
        ways_out=len(network.onward[place]),
        farthest=_farthest(row),
        mean_distance=_mean(others),
        betweenness=None if share is None else round(share, 6),
    )


def _by_distance(distances: list[int], each_counted: int) -> tuple[int, ...]:
    counts = Counter(distances)
    return tuple(counts[distance] // each_counted for distance in range(1, max(counts, default=0) + 1))


def _mean(distances: list[int]) -> float | None:
    return _decimal(Fraction(sum(distances), len(distances))) if distances else None


def _decimal(number: Fraction | None) -> float | None:
    return None if number is None else round(float(number), 6)
