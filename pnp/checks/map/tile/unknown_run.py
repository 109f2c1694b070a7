"""Runs of streets that are left out but not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.tile_map import TileMap


@check("unknown-run", severity=WARNING)
def unknown_run(tile_map: TileMap) -> Iterator[Fault]:
    """A street leaves out a run that it does not have.

    The runs of a street are its parts between intersections and its ends, counted from 1.

    Fix: correct the number under `left-out`.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets:
              Quay: west -- east
              Mill Lane: {from: north, to: south, left-out: 3}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets:
              Quay: west -- east
              Mill Lane: {from: north, to: south, left-out: 2}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        for street, runs in zip(tile.streets, tile.plan.streets.runs_of, strict=True):
            for number in street.left_out:
                if number > runs:
                    there = "1 run" if runs == 1 else f"{runs} runs"
                    yield Fault(street.span, f"'{street.name}' leaves out run {number}, but it has {there}")
