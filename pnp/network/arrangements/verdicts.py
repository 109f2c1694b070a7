"""Judge a demand over all arrangements of tiles, by the fastest method.

The general method builds and judges the network of every arrangement (`_judge_each`). It is used if closures are laid,
if no special method applies, or if the special method runs out of its half of the steps. The special methods:

- A sweep merges prefixes with equal states (`enumeration.sweep`): connection (`connection`), counts, degrees, dead ends
  and seams (`counts`).
- Distances are shown with only the tiles laid that matter (`partial_cities`).
- For fair starts only the distances across seams are computed in each arrangement (`distances`).

Their docstrings say what each decides that the general method does not. The examples are of tiles with one street in
each direction, in 2 × 2 cells. Within its share of `PROOF_STEPS` the general method decides every demand on the 6,144
arrangements of four tiles. On the 30,720 arrangements of five tiles it proves none of the demands that hold.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps.requirements import Bounds, Requirement
from pnp.network.arrangements.connection import ConnectionAutomaton
from pnp.network.arrangements.counts import CountAutomaton, neighbour_automaton
from pnp.network.arrangements.distances import Distances
from pnp.network.arrangements.enumeration import (
    Arrangement,
    ArrangementResult,
    Arrangements,
    Arranging,
    Automaton,
    Placed,
    Rules,
    Setup,
    in_words,
    setups_in_all,
    sweep,
)
from pnp.network.arrangements.partial_cities import PartialCities
from pnp.network.asked import OF_ALL, ON_PAPER, goals_of, may_be_same, no_way_at_all, number_open, starts_of
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.closures.supplies import Stock
from pnp.network.closures.verdicts import SETUP_STEPS
from pnp.network.lowering.tile_map import City, TurnedTile
from pnp.network.network import Network
from pnp.network.requirements import Method, Verdict, chosen
from pnp.network.turns import turns_as_moves

Look = Callable[[Network, SearchBudget], Verdict]


# The verdict over all arrangements.

NO_WAY = "no way leads from any start to any goal, however the tiles lie"
"""The message for a minimum distance that asks nothing."""

BUILDING = 20
"""Steps to build a network, for each of its states and moves."""


def judge_arranged(
    requirement: Requirement,
    arrangements: Arrangements,
    printed: Network,
    look: Look,
    setups: int | None,
    budget: SearchBudget,
) -> Verdict:
    """Return the verdict over all arrangements, with the first arrangement that breaks the demand.

    `look` judges the network of one arrangement. `setups` is the number of all setups if `look` lays closures; then
    only the general method applies. Without closures it is None.
    """
    found = _searched(requirement, arrangements, budget) if setups is None else None
    if found is None:
        return _judge_each(arrangements, printed, look, setups or arrangements.total, budget)
    return _verdict_on(found, arrangements.total, look(found.first.network if found.first else printed, budget))


def _searched(requirement: Requirement, arrangements: Arrangements, share: SearchBudget) -> ArrangementResult | None:
    """Return the result of the special method within half of the steps; None if there is none or it needs more."""
    half = SearchBudget(share.left // 2)
    allowed = half.left
    try:
        return arrangements.search(requirement, half)
    except OutOfStepsError:
        return None
    finally:
        share.spend(allowed - max(half.left, 0))


def _verdict_on(found: ArrangementResult, total: int, verdict: Verdict) -> Verdict:
    """Return the verdict on the result of a search; `verdict` is on its first arrangement, or on the printed one."""
    if found.first is None and found.followed < total:
        return _unknown(found.checked, found.followed, found.covered, total, total)
    if not found.joined:
        return _counted(no_way_at_all(NO_WAY), found.checked, found.covered, total)
    counted = f" ({found.broken:,} of {total:,} arrangements break it)" if found.broken else ""
    judged = _with_setup(verdict, found.first, counted) if found.first else _everywhere(verdict, found.covered, total)
    return _counted(judged, found.checked, found.covered, total)


def _judge_each(arrangements: Arrangements, printed: Network, look: Look, total: int, budget: SearchBudget) -> Verdict:
    """The general method: judge every arrangement, until one breaks the demand or is undecided."""
    checked = covered = followed = asked = 0
    joined = False
    try:
        first = look(printed, budget)
        for arrangement in arrangements.each():
            budget.spend(max(BUILDING, arrangements.building) * arrangement.network.size)
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
    """Return the verdict that a demand holds in all arrangements, with the message of the printed one.

    Tiles that are laid over a grid are not printed on it, so that the demand may ask nothing of the map as printed.
    """
    which = (
        f"{total:,} arrangements" if asked == total else f"the {asked:,} of {total:,} arrangements that it asks about"
    )
    printed = f"; as printed, {verdict.detail}" if verdict.asked and verdict.holds and verdict.setups_covered else ""
    detail = f"it holds in each of {which}{printed}"
    return replace(verdict, holds=True, asked=True, fix=None, witness=None, detail=detail)


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


# The arrangements of a tile map, and the special method for each demand.


def _asks(requirement: Requirement, starts: int, goals: int, both: int) -> bool:
    """Whether a requirement asks something about tiles with so many starts, goals and items that are both.

    The number 2 means two or more.
    """
    if requirement.demand in OF_ALL:
        return starts >= OF_ALL[requirement.demand]
    if requirement.demand in ("degree", "within"):
        return starts > 0
    return starts > 0 and goals > 0 and (may_be_same(requirement) or not starts == goals == both == 1)


class TileArrangements(Struct, frozen=True, eq=False):
    """The arrangements of a city's tiles that its rules allow; see `Arrangements` for the members."""

    rules: Rules

    @property
    def building(self) -> int:
        """Each network is put together of those of its tiles."""
        return SETUP_STEPS

    @property
    def city(self) -> City:
        """The tiles of the map."""
        return self.rules.city

    @property
    def total(self) -> int:
        """The number of labelled arrangements."""
        return self.rules.total

    @property
    def parts(self) -> tuple[Network, ...] | None:
        """The networks of the single tiles; None if the tiles are not shuffled."""
        return tuple(map(self.city.alone, range(len(self.city.pieces)))) if self.rules.shuffled else None

    @property
    def together(self) -> int:
        """The number of tiles on the table."""
        return self.rules.cells

    @property
    def few(self) -> None:
        """None: the single tiles of a city are enough."""
        return None

    @property
    def has_seams(self) -> bool:
        """Whether two tiles are adjacent."""
        return self.rules.cells > 1

    def _asked(self, requirement: Requirement) -> int:
        """Return in how many arrangements a requirement asks something.

        That depends only on which tiles are on the table. Sets of tiles are counted by the numbers of their starts,
        goals and items that are both, where 2 means two or more.
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
        """Return the numbers of starts, of goals, and of items that are both, on a tile."""
        if requirement.demand in OF_ALL:
            return number_open(requirement.demand, network), 0, 0
        if requirement.demand == "degree":
            return len(chosen(network, requirement.start)), 0, 0
        starts = {each.name for each in starts_of(requirement, network)}
        goals = {each.name for each in goals_of(requirement, network)}
        return len(starts), len(goals), len(starts & goals)

    def with_closures(self, printed: Stock, stock_on: Callable[[Network], Stock], budget: SearchBudget) -> int:
        """Return the number of labelled setups; `stock_on` returns the closures that can be laid on a network.

        Raises OutOfStepsError if the budget is too small to count them.
        """
        return setups_in_all(self.rules, printed, stock_on, budget)

    def each(self) -> Iterator[Arrangement]:
        """Yield every arrangement, the printed one first; of several that are rotations of each other, the first."""
        for each in Arranging(self.rules, lambda placement: placement).representatives():
            yield self._arrangement(each.placed, each.alike)

    def drawn(self, below: Callable[[int], int]) -> Arrangement:
        """Return a labelled arrangement, each with the same probability; `below` draws a number below another."""
        rules = self.rules
        tiles = list(range(len(self.city.pieces)))
        placed = []
        for _ in range(rules.cells):
            at = below(len(tiles)) if rules.shuffled else 0
            placed.append((tiles.pop(at), rules.turns[below(len(rules.turns))]))
        return self._arrangement(tuple(placed))

    def search(self, requirement: Requirement, budget: SearchBudget) -> ArrangementResult | None:
        """Return the result of the special method for a demand; None if the general method has to be used.

        If all places reach each other in every arrangement, a `reach` holds and there is no trap. So the fast sweep for
        connection is tried first for these.
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
                return self._swept(CountAutomaton(self.city, requirement), requirement, budget)
            case "degree" | "no-dead-end" | "seams-meet":
                automaton = neighbour_automaton(self.city, requirement)
                return self._swept(automaton, requirement, budget) if automaton else None
            case "distance" | "within":
                return self._measured(requirement, budget) if requirement.goals == 1 else None
            case "fair-starts":
                return self._fair(requirement, budget)
            case "adjacent":
                return None if self._overlap(requirement) else self._partly(requirement, Bounds(exactly=1), budget)
            case "not-adjacent":
                return None if self._overlap(requirement) else self._partly(requirement, Bounds(least=2), budget)
            case _:
                return None

    def _overlap(self, requirement: Requirement) -> bool:
        """Whether some place is both start and goal.

        Its distance to itself is 0, but it is not adjacent to itself. So adjacency is then not the same as distance 1.
        """
        alone = map(self.city.alone, range(len(self.city.pieces)))
        return any(
            not set(chosen(network, requirement.start)).isdisjoint(chosen(network, requirement.goal))
            for network in alone
        )

    def _connected(self, requirement: Requirement, budget: SearchBudget) -> ArrangementResult | None:
        if not all(any(place.stop for place in piece.places) for piece in self.city.pieces):
            return None  # the hub is a space of the first tile, and that tile may have none
        return self._swept(ConnectionAutomaton(self.city), requirement, budget)

    def _swept(self, automaton: Automaton, requirement: Requirement, budget: SearchBudget) -> ArrangementResult:
        found = sweep(self.rules, automaton, budget)
        first = self._arrangement(found.first) if found.first else None
        return ArrangementResult(first, found.broken, found.told_apart, self.total, self._asked(requirement))

    def _measured(self, requirement: Requirement, budget: SearchBudget) -> ArrangementResult:
        asked = turns_as_moves(requirement) if requirement.speed else requirement  # on tiles each move costs 1
        return self._partly(asked, asked.bounds, budget)

    def _partly(self, requirement: Requirement, bounds: Bounds, budget: SearchBudget) -> ArrangementResult:
        """Return the result of the special method for distances."""
        partial = PartialCities(self.rules, requirement, bounds, budget)
        first = partial.first_broken()
        if first:
            return ArrangementResult(self._arrangement(first), None, min(partial.looked, self.total), 1, 1)
        asked = self._asked(requirement)
        joined = (
            not requirement.is_least_distance or PartialCities(self.rules, requirement, Bounds(), budget).joins_any()
        )
        return ArrangementResult(None, None, min(partial.looked, self.total), self.total, asked, joined)

    def _fair(self, requirement: Requirement, budget: SearchBudget) -> ArrangementResult:
        """Return the result of the special method for fair starts, which measures each different arrangement."""
        distances = Distances(self.city, requirement)
        checked = followed = covered = 0
        try:
            for each in Arranging(self.rules, distances.signature).representatives():
                holds = distances.holds(each.placed, budget)
                checked += 1
                followed += each.alike
                covered += each.alike if distances.asks(each.placed) else 0
                if not holds:
                    return ArrangementResult(self._arrangement(each.placed), None, checked, followed, covered)
        except OutOfStepsError:
            followed = min(followed, self.total - 1)
        return ArrangementResult(None, None, checked, followed, covered)

    def _arrangement(self, placed: Placed, alike: int = 1) -> Arrangement:
        return Arrangement(self.words(placed), self.city.laid(placed), alike)

    def words(self, placed: Placed) -> Setup:
        """Return the content of each cell as text: `("row 1, column 2", "Harbour, turned 90°")`."""
        return tuple(
            (f"row {cell // self.city.columns + 1}, column {cell % self.city.columns + 1}", self._placement(placement))
            for cell, placement in enumerate(placed)
        )

    def _placement(self, placement: TurnedTile) -> str:
        tile, turn = placement
        return self.city.pieces[tile].tile.id + (f", turned {90 * turn}°" if turn else "")
