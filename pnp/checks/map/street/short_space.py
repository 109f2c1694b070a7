"""Spaces that are much shorter than they are meant to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.geometry.street_plan import UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("short-space", severity=WARNING)
def short_space(street_map: StreetMap) -> Iterator[Fault]:
    """A space is shorter than two thirds of the length that spaces are meant to have.

    The part of a street between two intersections or crosswalks is divided into equal spaces. Where there is room for
    one and a half, a piece hardly stands on one alone.

    Fix: lengthen the street, ask for fewer `spaces` there, or make `space` shorter.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Mill Lane: 100 20 -- 100 100
          Alley: {from: [100, 60], to: [130, 60], spaces: 2}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Mill Lane: 100 20 -- 100 100
          Alley: {from: [100, 60], to: [130, 60], spaces: 1}
    """
    for run in street_map.plan.runs:
        street = street_map.streets[run.street]
        meant = (street.space or street_map.space) * UNIT
        short = [space for space in run.spaces if 3 * street_map.plan.spaces[space].length < 2 * meant]
        if short:
            long, name = street_map.plan.spaces[short[0]].length / UNIT, street_map.spaces[short[0]].id
            yield Fault(street.span, f"'{name}' is {long:.3g} mm long, expected about {meant / UNIT:g} mm")
