"""A demand over all arrangements, by the fastest method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps.game_map import Bounds, Requirement
from pnp.network.arrangements.connection import ConnectionCourse
from pnp.network.arrangements.counts import CountCourse, local_course
from pnp.network.arrangements.distances import Distances
from pnp.network.arrangements.enumeration import (
    Arrangement,
    Arrangements,
    Arranging,
    Course,
    Rules,
    Setup,
    SweepResult,
    in_words,
    setups_in_all,
    sweep,
)
from pnp.network.arrangements.partial_cities import PartialCities
from pnp.network.asked import OF_ALL, ON_PAPER, goals_of, may_be_same, no_way_at_all, starts_of
from pnp.network.closures.supplies import Stock
from pnp.network.lowering.tile_map import City, Lying
from pnp.network.network import Network
from pnp.network.requirements import Method, Verdict, chosen
from pnp.network.search import OutOfStepsError, SearchBudget

Look = Callable[[Network, SearchBudget], Verdict]


# A demand put to every arrangement of a map.

NO_WAY = "no way leads from any start to any goal, however the tiles lie"
"""What is said of a least distance that says nothing."""

BUILDING = 20
"""How much longer it takes to build a network than to search through it."""


def judge_arranged(
    requirement: Requirement,
    arrangements: Arrangements,
    printed: Network,
    look: Look,
    setups: int | None,
    budget: SearchBudget,
) -> Verdict:
    """The verdict over all arrangements; `look` judges the network of one.

    Where it lays closures, `setups` is how many setups there are in all; else None.

    Each is looked at, unless nothing is closed and there is a faster way. Of those that break the demand the first in
    order is shown.
    """
    found = _searched(requirement, arrangements, budget) if setups is None else None
    if found is None:
        return _each(arrangements, printed, look, setups or arrangements.total, budget)
    return _told(found, arrangements.total, look(found.first.network if found.first else printed, budget))


def _searched(requirement: Requirement, arrangements: Arrangements, share: SearchBudget) -> SweepResult | None:
    """What a search comes to with half of the steps; None where there is no search, or where it needs more."""
    half = SearchBudget(share.left // 2)
    allowed = half.left
    try:
        return arrangements.search(requirement, half)
    except OutOfStepsError:
        return None
    finally:
        share.spend(allowed - max(half.left, 0))


def _told(found: SweepResult, total: int, verdict: Verdict) -> Verdict:
    """The verdict on the result of a search, in the words of that on the arrangement it is shown with."""
    if found.first is None and found.followed < total:
        return _unknown(found.checked, found.followed, found.covered, total, total)
    if not found.joined:
        return _counted(no_way_at_all(NO_WAY), found.checked, found.covered, total)
    counted = f" ({found.broken:,} of {total:,} arrangements break it)" if found.broken else ""
    told = _with_setup(verdict, found.first, counted) if found.first else _everywhere(verdict, found.covered, total)
    return _counted(told, found.checked, found.covered, total)


def _each(arrangements: Arrangements, printed: Network, look: Look, total: int, budget: SearchBudget) -> Verdict:
    """The verdict by looking at every arrangement, until one breaks the demand or is not decided."""
    checked = covered = followed = asked = 0
    joined = False
    try:
        first = look(printed, budget)
        for arrangement in arrangements.each():
            budget.spend(BUILDING * arrangement.network.size)
            verdict = look(arrangement.network, budget)
            checked += verdict.setups_checked
            covered += verdict.setups_covered * arrangement.alike
            followed += arrangement.alike
            asked += arrangement.alike if verdict.setups_covered else 0
            joined = joined or (verdict.asked and verdict.setups_covered > 0)
            if verdict.holds is not True and verdict.asked:
                return _counted(_with_setup(verdict, arrangement, ""), checked, covered, total)
    except OutOfStepsError:
        return _unknown(checked, followed, covered, arrangements.total, total)
    if not joined:
        return _counted(no_way_at_all(NO_WAY), checked, covered, total)
    return _counted(_everywhere(first, asked, arrangements.total), checked, covered, total)


def _everywhere(verdict: Verdict, asked: int, total: int) -> Verdict:
    """The verdict on one arrangement in words for them all."""
    which = (
        f"{total:,} arrangements" if asked == total else f"the {asked:,} of {total:,} arrangements that it asks about"
    )
    detail = f"it holds in each of {which}; as printed, {verdict.detail}"
    return replace(verdict, holds=True, asked=True, fix=None, detail=detail)


def _with_setup(verdict: Verdict, arrangement: Arrangement, counted: str) -> Verdict:
    witness = verdict.witness and replace(verdict.witness, setup=(*arrangement.setup, *verdict.witness.setup))
    return replace(verdict, detail=f"{verdict.detail}, {in_words(arrangement.setup)}{counted}", witness=witness)


def _counted(verdict: Verdict, checked: int, covered: int, total: int) -> Verdict:
    method: Method = "symmetry" if checked < covered else "exhaustive"
    return replace(verdict, method=method, setups_total=total, setups_checked=checked, setups_covered=covered)


def _unknown(checked: int, followed: int, covered: int, arrangements: int, total: int) -> Verdict:
    of_all = f"only {followed:,} of {arrangements:,} arrangements"
    detail = f"nothing was found that breaks it, but {of_all} could be looked at"
    return Verdict(None, detail, None, "every-setup", "exhaustive", total, checked, covered, spent=True)


# All arrangements of a tile map, and the fastest way to put each demand to them.


def _asks(requirement: Requirement, starts: int, goals: int, both: int) -> bool:
    """Whether something is asked of tiles with so many starts and goals, two standing for more."""
    if requirement.demand in (*OF_ALL, "degree", "within"):
        return starts > 0
    return starts > 0 and goals > 0 and (may_be_same(requirement) or not starts == goals == both == 1)


class TileArrangements(Struct, frozen=True, eq=False):
    """The arrangements of a city's tiles by its rules."""

    rules: Rules

    @property
    def city(self) -> City:
        """The tiles, ready to be laid."""
        return self.rules.city

    @property
    def total(self) -> int:
        """How many labelled arrangements there are."""
        return self.rules.total

    @property
    def parts(self) -> tuple[Network, ...] | None:
        """The tiles by themselves; None where each lies where it is printed."""
        return tuple(map(self.city.alone, range(len(self.city.pieces)))) if self.rules.shuffled else None

    @property
    def together(self) -> int:
        """How many tiles lie on the table together."""
        return self.rules.cells

    def _asked(self, requirement: Requirement) -> int:
        """In how many arrangements something is asked: it depends on nothing but which tiles are on the table.

        A set of tiles is told apart from others by how many starts and goals it has, up to two, and whether one of
        them is both.
        """
        if requirement.demand in ON_PAPER:
            return self.total
        shuffled = self.rules.shuffled
        tiles = range(len(self.city.pieces) if shuffled else self.rules.cells)
        sets: Counter[tuple[int, int, int, int]] = Counter({(0, 0, 0, 0): 1})
        for tile in tiles:
            more = self._items(requirement, self.city.alone(tile))
            for (laid, starts, goals, both), number in tuple(sets.items()):
                if laid < self.rules.cells:
                    grown = laid + 1, min(starts + more[0], 2), min(goals + more[1], 2), min(both + more[2], 2)
                    sets[grown] += number
        whole = {key[1:]: number for key, number in sets.items() if key[0] == self.rules.cells}
        asked = sum(number for found, number in whole.items() if _asks(requirement, *found))
        return asked * self.total // sum(whole.values())

    def _items(self, requirement: Requirement, network: Network) -> tuple[int, int, int]:
        """How many starts and goals there are on a tile, and how many of them are both."""
        if requirement.demand in OF_ALL:
            return len(network.stops), 0, 0
        if requirement.demand == "degree":
            return len(chosen(network, requirement.start)), 0, 0
        starts = {each.name for each in starts_of(requirement, network)}
        goals = {each.name for each in goals_of(requirement, network)}
        return len(starts), len(goals), len(starts & goals)

    def with_closures(self, printed: Stock, stock_on: Callable[[Network], Stock], budget: SearchBudget) -> int:
        """How many labelled setups there are, where `stock_on` says what may be laid on each arrangement.

        Raises OutOfStepsError where counting them takes more steps.
        """
        return setups_in_all(self.rules, printed, stock_on, budget)

    def each(self) -> Iterator[Arrangement]:
        """Every arrangement, the printed one first; of those that a turn of the whole city makes alike, the first."""
        for laying in Arranging(self.rules, lambda lying: lying).layings():
            yield self._arrangement(laying.lyings, laying.alike)

    def search(self, requirement: Requirement, budget: SearchBudget) -> SweepResult | None:
        """The first arrangement that breaks a demand; None where each has to be looked at.

        Where all places reach each other in every arrangement, every way leads somewhere and nothing is a trap.
        """
        match requirement.demand:
            case "connected":
                return self._connected(requirement, budget)
            case "no-trap":
                found = self._connected(requirement, budget)
                return found if found and found.first is None else None
            case "reach":
                found = self._connected(requirement, budget)
                return found if found and found.first is None else self._partly(requirement, Bounds(), budget)
            case "count":
                return self._swept(CountCourse(self.city, requirement), requirement, budget)
            case "degree" | "no-dead-end" | "seams-meet":
                course = local_course(self.city, requirement)
                return self._swept(course, requirement, budget) if course else None
            case "distance" | "within":
                return self._partly(requirement, requirement.bounds, budget)
            case "fair-starts":
                return self._fair(requirement, budget)
            case "adjacent":
                return None if self._overlap(requirement) else self._partly(requirement, Bounds(exactly=1), budget)
            case "not-adjacent":
                return None if self._overlap(requirement) else self._partly(requirement, Bounds(least=2), budget)
            case _:
                return None

    def _overlap(self, requirement: Requirement) -> bool:
        """Whether a place is both start and goal: then what is not far away may still not be a move away."""
        alone = map(self.city.alone, range(len(self.city.pieces)))
        return any(
            not set(chosen(network, requirement.start)).isdisjoint(chosen(network, requirement.goal))
            for network in alone
        )

    def _connected(self, requirement: Requirement, budget: SearchBudget) -> SweepResult | None:
        if not all(any(place.stop for place in piece.places) for piece in self.city.pieces):
            return None  # a tile without spaces could be the first, and there would be no hub
        return self._swept(ConnectionCourse(self.city), requirement, budget)

    def _swept(self, course: Course, requirement: Requirement, budget: SearchBudget) -> SweepResult:
        found = sweep(self.rules, course, budget)
        first = self._arrangement(found.first) if found.first else None
        return SweepResult(first, found.broken, found.told_apart, self.total, self._asked(requirement))

    def _partly(self, requirement: Requirement, bounds: Bounds, budget: SearchBudget) -> SweepResult:
        """What laying no more tiles than each distance depends on comes to."""
        partial = PartialCities(self.rules, requirement, bounds, budget)
        first = partial.first_broken()
        if first:
            return SweepResult(self._arrangement(first), None, min(partial.looked, self.total), 1, 1)
        asked = self._asked(requirement)
        joined = (
            not requirement.is_least_distance or PartialCities(self.rules, requirement, Bounds(), budget).joins_any()
        )
        return SweepResult(None, None, min(partial.looked, self.total), self.total, asked, joined)

    def _fair(self, requirement: Requirement, budget: SearchBudget) -> SweepResult:
        """What a look at each arrangement that differs comes to."""
        distances = Distances(self.city, requirement)
        checked = followed = covered = 0
        try:
            for laying in Arranging(self.rules, distances.signature).layings():
                holds = distances.holds(laying.lyings, budget)
                checked += 1
                followed += laying.alike
                covered += laying.alike if distances.asks(laying.lyings) else 0
                if not holds:
                    return SweepResult(self._arrangement(laying.lyings), None, checked, followed, covered)
        except OutOfStepsError:
            followed = min(followed, self.total - 1)
        return SweepResult(None, None, checked, followed, covered)

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
