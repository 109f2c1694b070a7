"""Changes to a street map: a one-way to open, a street to add between two intersections or ends."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING

from pnp.model.street_map import StreetMap, space_names
from pnp.model.street_plan import UNIT
from pnp.model.streets import Street
from pnp.network.changes.change import Change
from pnp.network.layout import CELL, Line
from pnp.network.stretches import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.game_map import GameMap
    from pnp.model.street_plan import StreetPlan

REACH = 5
"""How many spaces long a proposed street may be where the map says nothing."""


def street_map_changes(street_map: StreetMap) -> Iterator[Change]:
    """One-ways to open, then streets to add, the shortest first; none that would cross another or rename its spaces."""
    yield from (_opened(street) for street in street_map.streets if street.one_way)
    yield from _added(street_map)


def _opened(street: Street) -> Change:
    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, StreetMap)
        streets = tuple(replace(it, one_way=False) if it.name == street.name else it for it in game_map.streets)
        return replace(game_map, streets=streets)

    return Change(f"let '{street.name}' go both ways", made)


def _added(street_map: StreetMap) -> Iterator[Change]:
    plan = street_map.plan
    limit = (street_map.new_roads or REACH * street_map.space) * UNIT
    names = set(space_names(street_map.streets, plan))
    for length, start, end in _gaps(plan, street_map.span):
        if length <= limit:
            street = _street(street_map, plan, start, end)
            changed = replace(street_map, streets=(*street_map.streets, street))
            if names.issubset(space_names(changed.streets, changed.plan)):
                yield _with(street, street_map, start, end)


def _gaps(plan: StreetPlan, span: Span) -> list[tuple[float, int, int]]:
    """The pairs of nodes that a straight street could join without meeting another, the nearest first."""
    lines = tuple(
        Line(run.start, run.end, (plan.nodes[run.start].at, *run.line, plan.nodes[run.end].at), span)
        for run in plan.runs
    )
    grid, joined = Grid(lines, CELL), {frozenset((run.start, run.end)) for run in plan.runs}
    nodes = [number for number, node in enumerate(plan.nodes) if node.kind != "break"]
    found = []
    for place, start in enumerate(nodes):
        for end in nodes[:place]:
            here, there = plan.nodes[start].at, plan.nodes[end].at
            if frozenset((start, end)) not in joined and not grid.is_met_by(Line(start, end, (here, there), span)):
                found.append((dist(here, there), end, start))
    return sorted(found)


def _street(street_map: StreetMap, plan: StreetPlan, start: int, end: int) -> Street:
    taken = {street.name for street in street_map.streets}
    number = next(number for number in range(1, len(taken) + 2) if _name(number) not in taken)
    ends = tuple((plan.nodes[node].at[0] / UNIT, plan.nodes[node].at[1] / UNIT) for node in (start, end))
    return Street(_name(number), street_map.span, ends)


def _name(number: int) -> str:
    return "New Street" + (f" {number}" if number > 1 else "")


def _with(street: Street, street_map: StreetMap, start: int, end: int) -> Change:
    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, StreetMap)
        new = _street(game_map, street_map.plan, start, end)
        return replace(game_map, streets=(*game_map.streets, new))

    (x, y), (to_x, to_y) = street.points
    return Change(f"add a street '{x:g} {y:g} -- {to_x:g} {to_y:g}'", made)
