"""A number that two spaces bear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.street_map import StreetMap


@check("doubled-number", severity=ERROR)
def doubled_number(street_map: StreetMap) -> Iterator[Fault]:
    """Two spaces bear the same number.

    A card or a token that names a number means one space.

    Fix: give one of them another number.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        numbers: {High Street 2: 1, Quay 2: 1}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        numbers: {High Street 2: 1, Quay 2: 2}
    """
    first: dict[int, str] = {}
    for space, number in street_map.numbers:
        other = first.setdefault(number, space.name)
        if other != space.name:
            yield Fault(space.span, f"'{space}' has the same number as '{other}': {number}")
