"""Repairs: the least changes to a map after which a broken requirement holds, each tried before it is told."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pnp.network.budget import REPAIRING, Budget, OutOfStepsError
from pnp.network.changes import Change, changes_of
from pnp.network.layout import lay_out
from pnp.network.lower import lower
from pnp.network.requirements import can_be_put
from pnp.network.selection import vocabulary_of
from pnp.network.setups import judge_setups
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.game_map import GameMap
    from pnp.model.requirement import Requirement

MOST_CHANGES = 3
"""How many changes a repair may need."""

LOWERING = 20
"""How many steps it takes to lay a changed map out and lower it, for each state and move."""

CANDIDATES = 1_000
"""How many single changes are tried."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes after which a requirement holds, and all that held before; `smallest` where fewer were all tried."""

    changes: tuple[str, ...]
    smallest: bool


def find_repairs(
    game_map: GameMap, requirement: Requirement, held: Sequence[Requirement], most: int, budget: Budget | None = None
) -> tuple[Repair, ...]:
    """Up to `most` repairs, all of the same number of changes, and that the least that was found to do.

    Each was made and the map checked again: the requirement holds, and so do those that `held` before.
    """
    budget, candidates, found = budget or Budget(REPAIRING), list[Change](), list[Repair]()
    try:
        for change in changes_of(game_map, requirement):
            candidates.append(change)
            if _mends(game_map, (change,), requirement, held, budget):
                found.append(Repair((change.words,), smallest=True))
            if len(found) == most or len(candidates) == CANDIDATES:
                break
        tried_all = len(candidates) < CANDIDATES
        for number in range(2, MOST_CHANGES + 1):
            for changes in combinations(candidates, number) if not found else ():
                if _mends(game_map, changes, requirement, held, budget):
                    repair = Repair(tuple(change.words for change in changes), tried_all)
                    found = [*found, repair]
                    if len(found) == most:
                        return tuple(found)
    except OutOfStepsError:
        pass
    return tuple(found)


def _mends(
    game_map: GameMap, changes: Sequence[Change], requirement: Requirement, held: Sequence[Requirement], budget: Budget
) -> bool:
    changed = game_map
    for change in changes:
        changed = change.made(changed)
    lowered, layout = lower(changed), lay_out(changed)
    budget.spend(LOWERING * lowered.network.size)
    vocabulary = vocabulary_of(lowered.network, lowered.closures)
    if not all(can_be_put(each, lowered, vocabulary) for each in (requirement, *held)):
        return False  # a new street renames intersections and crossings, which requirements and closures name

    def holds(each: Requirement) -> bool:
        return judge_setups(each, lowered, layout, budget).holds is True

    return holds(requirement) and all(map(holds, held))
