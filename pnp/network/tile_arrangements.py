"""All arrangements of a tile map, and the fastest way to put each demand to them."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pnp.network.arranged_connection import ConnectionCourse
from pnp.network.arranged_counts import CountCourse, local_course
from pnp.network.arranged_ways import Distances
from pnp.network.arrangements import Arrangement, Found
from pnp.network.arranging import Arranging
from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.selection import chosen
from pnp.network.sweep import sweep
from pnp.network.totals import STEPS, setups_in_all
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.model.requirement import Requirement
    from pnp.network.arrangements import Setup
    from pnp.network.arranging import Rules
    from pnp.network.network import Network
    from pnp.network.supply import Stock
    from pnp.network.sweep import Course
    from pnp.network.tile_map import City, Lying


@dataclass(frozen=True, slots=True, eq=False)
class TileArrangements:
    """The arrangements of a city's tiles by its rules; `counting` are the steps that are left for counting setups."""

    rules: Rules
    counting: Budget = field(default_factory=lambda: Budget(STEPS))

    @property
    def city(self) -> City:
        """The tiles, ready to be laid."""
        return self.rules.city

    @property
    def total(self) -> int:
        """How many labelled arrangements there are."""
        return self.rules.total

    def with_closures(self, printed: Stock, stock_on: Callable[[Network], Stock]) -> int:
        """How many labelled setups there are, where `stock_on` says what may be laid on each arrangement."""
        return setups_in_all(self.rules, printed, stock_on, self.counting)

    def each(self) -> Iterator[Arrangement]:
        """Every arrangement, the printed one first; of those that a turn of the whole city makes alike, the first."""
        for laying in Arranging(self.rules, lambda lying: lying).layings():
            yield self._arrangement(laying.lyings, laying.alike)

    def search(self, requirement: Requirement, budget: Budget) -> Found | None:
        """The first arrangement that breaks a demand; None where each has to be looked at.

        Where all places reach each other in every arrangement, every way leads somewhere and nothing is a trap.
        """
        match requirement.demand:
            case "connected":
                return self._connected(budget)
            case "no-trap":
                found = self._connected(budget)
                return found if found and found.first is None else None
            case "reach":
                found = self._connected(budget)
                return found if found and found.first is None else self._measured(requirement, budget)
            case "count":
                return self._swept(CountCourse(self.city, requirement), budget)
            case "degree" | "no-dead-end" | "seams-meet":
                course = local_course(self.city, requirement)
                return self._swept(course, budget) if course else None
            case "distance" | "within" | "fair-starts":
                return self._measured(requirement, budget)
            case "adjacent" | "not-adjacent":
                return None if self._overlap(requirement) else self._measured(requirement, budget)
            case _:
                return None

    def _overlap(self, requirement: Requirement) -> bool:
        """Whether a place is both start and goal: then what is not far away may still not be a move away."""
        alone = map(self.city.alone, range(len(self.city.pieces)))
        return any(
            not set(chosen(network, requirement.start)).isdisjoint(chosen(network, requirement.goal))
            for network in alone
        )

    def _connected(self, budget: Budget) -> Found | None:
        if not all(any(place.stop for place in piece.places) for piece in self.city.pieces):
            return None  # a tile without spaces could be the first, and there would be no hub
        return self._swept(ConnectionCourse(self.city), budget)

    def _swept(self, course: Course, budget: Budget) -> Found:
        found = sweep(self.rules, course, budget)
        first = self._arrangement(found.first) if found.first else None
        return Found(first, found.broken, found.told_apart, self.total)

    def _measured(self, requirement: Requirement, budget: Budget) -> Found:
        distances = Distances(self.city, requirement)
        checked = covered = 0
        try:
            for laying in Arranging(self.rules, distances.signature).layings():
                holds = distances.holds(laying.lyings, budget)
                checked += 1
                covered += laying.alike
                if not holds:
                    return Found(self._arrangement(laying.lyings), None, checked, covered)
        except OutOfStepsError:
            pass
        return Found(None, None, checked, covered)

    def _arrangement(self, lyings: tuple[Lying, ...], alike: int = 1) -> Arrangement:
        return Arrangement(self.words(lyings), self.city.laid(lyings), alike)

    def words(self, lyings: tuple[Lying, ...]) -> Setup:
        """What lies in each cell: `("row 1, column 2", "Harbour, turned 90°")`."""
        return tuple(
            (f"row {cell // self.city.columns + 1}, column {cell % self.city.columns + 1}", self._lying(lying))
            for cell, lying in enumerate(lyings)
        )

    def _lying(self, lying: Lying) -> str:
        tile, turn = lying
        return self.city.pieces[tile].tile.id + (f", turned {90 * turn}°" if turn else "")
