"""Find the smallest changes to a map that repair a broken requirement, by trying them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.game_map import Closure
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.requirements import Requirement, Selector
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile_map import TileMap
from pnp.model.reference import Ref
from pnp.network.budget import REPAIR_STEPS, OutOfStepsError, SearchBudget
from pnp.network.closures.supplies import known_choices
from pnp.network.layout import lay_out
from pnp.network.lowering import Lowered, lower
from pnp.network.map_changes import (
    Change,
    area_map_changes,
    block_map_changes,
    grid_map_changes,
    movement_changes,
    street_map_changes,
    tile_map_changes,
)
from pnp.network.prove import can_be_put, judge_for_classes

# Candidate changes for a map of any kind, not yet tried.


def changes_of(game_map: AnyMap, requirement: Requirement, lowered: Lowered | None = None) -> Iterator[Change]:
    """Yield changes that might repair a requirement: to movement classes, to the map, then spots barred for closures.

    There are none for a `count`, because no change adds a place.
    """
    if requirement.demand == "count":
        return
    if isinstance(game_map, AreaMap | GridMap):
        yield from movement_changes(game_map, requirement)
    match game_map:
        case AreaMap():
            yield from area_map_changes(game_map, requirement)
        case BlockMap():
            yield from block_map_changes(game_map)
        case StreetMap():
            yield from street_map_changes(game_map)
        case GridMap():
            yield from grid_map_changes(game_map)
        case TileMap():
            yield from tile_map_changes(game_map)
        case _:
            assert_never(game_map)
    yield from _spots_barred(game_map, requirement, lowered or lower(game_map))


def _spots_barred(game_map: AnyMap, requirement: Requirement, lowered: Lowered) -> Iterator[Change]:
    """Yield for each closure that the requirement lays, and each of its spots, a change that bars it from there.

    A closure keeps one spot at least: without any it is a mistake. On a tile map others are on other tiles. A spot is
    barred by its name, which cannot be written with a tag or a district: where that chooses others in other
    arrangements of tiles over cells, no names say the same.
    """
    asked = {kind.name for kind in (*requirement.by, *(kind for kind, _ in requirement.laid))}
    for closure in game_map.closures:
        by_group = any(group.tag or group.district for group in closure.never)
        if by_group and isinstance(game_map, GridMap) and lowered.arrangements:
            continue
        if closure.name in asked or (requirement.every_setup and not asked):
            networks = [lowered.classes[ref.name] for ref in requirement.movers if ref.name in lowered.classes]
            choices = [
                choice for network in networks or (lowered.network,) for choice in known_choices(network, closure)
            ]
            spots = dict.fromkeys(choice.at for choice in choices)
            yield from (_barred(closure, spot) for spot in spots if len(spots) > 1 or game_map.kind == "tile-map")


def _barred(closure: Closure, spot: str) -> Change:
    def made(game_map: AnyMap) -> AnyMap:
        never = Selector(places=(Ref(spot, closure.span),))
        closures = (
            replace(each, never=(*each.never, never)) if each.name == closure.name else each
            for each in game_map.closures
        )
        return replace(game_map, closures=tuple(closures))

    return Change(f"let no {closure.name} lie at '{spot}' (list it under never)", made)


# The smallest changes that repair a requirement, found by trying them.

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
    budget, candidates, found = budget or SearchBudget(REPAIR_STEPS), list[Change](), list[Repair]()
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
