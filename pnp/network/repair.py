"""Find the smallest changes to a map that repair a broken requirement, by trying them."""

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.requirements import Requirement
from pnp.model.maps.street_map import StreetMap
from pnp.network.layout import lay_out
from pnp.network.lowering import Lowered, lower
from pnp.network.map_changes import Change, changes_of
from pnp.network.prove import can_be_put, judge_for_classes
from pnp.network.search import REPAIRING, OutOfStepsError, SearchBudget

MOST_CHANGES = 3
"""Maximum number of changes of a repair."""

LOWERING = 20
"""Steps to convert a changed map to a layout and a network, for each of its states and moves."""

CANDIDATES = 1_000
"""Maximum number of single changes that are tried."""


class Repair(Struct, frozen=True):
    """Changes after which a requirement holds, and all others still hold that held before.

    `smallest` is whether all smaller numbers of changes were tried without success.
    """

    changes: tuple[str, ...]
    smallest: bool


def find_repairs(
    game_map: AnyMap,
    requirement: Requirement,
    held: Sequence[Requirement],
    most: int,
    budget: SearchBudget | None = None,
    lowered: Lowered | None = None,
) -> tuple[Repair, ...]:
    """Return up to `most` repairs, all with the same number of changes, which is the smallest found to be enough.

    Each was tried on the map: the requirement holds, and so do those that `held` before. The search ends early if the
    budget is spent. `lowered` is the map lowered already.
    """
    budget, candidates, found = budget or SearchBudget(REPAIRING), list[Change](), list[Repair]()
    places = len(game_map.places) + len(game_map.through)
    before = lowered or lower(game_map)
    placed = frozenset(closure.name for closure in before.closures if before.has_spot(closure))
    try:
        # so much before anything is proposed: the map is lowered, and each two of its places may be compared
        budget.spend(LOWERING * places + (places**2 // 2 if isinstance(game_map, AreaMap | StreetMap) else 0))
        for change in changes_of(game_map, requirement, before):
            candidates.append(change)
            if _mends(game_map, (change,), requirement, held, placed, budget):
                found.append(Repair((change.words,), smallest=True))
            if len(found) == most or len(candidates) == CANDIDATES:
                break
        tried_all = len(candidates) < CANDIDATES
        for number in range(2, MOST_CHANGES + 1):
            for changes in combinations(candidates, number) if not found else ():
                if _mends(game_map, changes, requirement, held, placed, budget):
                    repair = Repair(tuple(change.words for change in changes), tried_all)
                    found = [*found, repair]
                    if len(found) == most:
                        return tuple(found)
    except OutOfStepsError:
        pass
    return tuple(found)


def _mends(
    game_map: AnyMap,
    changes: Sequence[Change],
    requirement: Requirement,
    held: Sequence[Requirement],
    placed: frozenset[str],
    budget: SearchBudget,
) -> bool:
    """Whether the requirement, and all that `held`, hold after the changes, and closures `placed` still have a spot."""
    changed = game_map
    for change in changes:
        changed = change.made(changed)
    lowered, layout = lower(changed), lay_out(changed)
    budget.spend(LOWERING * lowered.network.size)
    if not all(can_be_put(each, lowered) for each in (requirement, *held)):
        return False  # a new street renames intersections and crossings, which requirements and closures name
    if not all(lowered.has_spot(closure) for closure in lowered.closures if closure.name in placed):
        return False
    verdicts = (judge_for_classes(each, lowered, layout, budget) for each in (requirement, *held))
    return all(verdict.holds is True and verdict.method != "sampled" for verdict in verdicts)
