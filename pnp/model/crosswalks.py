"""Where crosswalks lie: at the points that a map gives, and at the mouths of streets where it asks for them."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from pnp.model.street_meetings import line_of
from pnp.model.street_plan import UNIT, Break, plan_streets, to_units
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.diagnostics import Span
    from pnp.model.game_map import Point
    from pnp.model.street_meetings import Vector
    from pnp.model.street_plan import StreetPlan
    from pnp.model.streets import Street


@dataclass(frozen=True, slots=True)
class Crosswalk:
    """A crosswalk that the map names: the point on a street where it lies."""

    id: str
    span: Span
    at: Point


@dataclass(frozen=True, slots=True)
class Laid:
    """Every crosswalk as what lies across a street, with the ones that the map names; None for one at a mouth."""

    breaks: tuple[Break, ...] = ()
    crosswalks: tuple[Crosswalk | None, ...] = ()
    astray: tuple[Crosswalk, ...] = ()


SPARSE = 1_000.0
"""About how long spaces are where only the mouths of streets are looked for: what lies between is nothing to them."""


def lay_crosswalks(
    streets: Sequence[Street], width: float, depth: float, named: Sequence[Crosswalk], mouths: bool
) -> Laid:
    """All crosswalks of a map, the named ones first; `astray` are those whose point lies on no street.

    A named one near the mouth of a street lies just there, and stands for the one that would be there anyway.
    """
    if not (named or mouths):
        return Laid()
    plan = plan_streets(streets, width, SPARSE)
    ends = list(_mouths(plan, round(depth * UNIT)))
    found: list[tuple[Break, Crosswalk | None]] = []
    taken: set[int] = set()
    astray: list[Crosswalk] = []
    for crosswalk in named:
        at = to_units(crosswalk.at)
        street = _street_at(streets, at, width)
        if street is None:
            astray.append(crosswalk)
            continue
        near = [
            number
            for number, mouth in enumerate(ends)
            if mouth.street == street and dist(mouth.at, at) < depth * UNIT and number not in taken
        ]
        taken.update(near[:1])
        found.append((ends[near[0]] if near else Break(street, at, round(depth * UNIT)), crosswalk))
    if mouths:
        found += ((mouth, None) for number, mouth in enumerate(ends) if number not in taken)
    return Laid(tuple(each for each, _ in found), tuple(each for _, each in found), tuple(astray))


def _street_at(streets: Sequence[Street], at: Vector, width: float) -> int | None:
    """The street on which a point lies, the one whose middle is nearest."""
    far, street = min(
        ((_distance(street, at), number) for number, street in enumerate(streets)), default=(width * UNIT, 0)
    )
    return street if far <= width * UNIT / 2 else None


def _distance(street: Street, at: Vector) -> float:
    line = line_of([to_units(point) for point in street.points])
    return dist(line.at(line.nearest(at)), at)


def _mouths(plan: StreetPlan, depth: int) -> Iterator[Break]:
    """The place of a crosswalk at each end of a run that comes to an intersection, where there is room for two."""
    for run in plan.runs:
        if run.room < 2 * depth:
            continue
        for node, line in ((run.start, run.line), (run.end, run.line[::-1])):
            if plan.nodes[node].kind == "junction":
                yield Break(run.street, line_of(line).at(depth // 2), depth)
