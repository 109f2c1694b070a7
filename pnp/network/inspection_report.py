"""An inspection as plain data for JSON, and as rows for CSV."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.network.inspection import Inspection

VERSION = "1.0"


def inspection_data(inspection: Inspection) -> dict[str, Any]:
    """The inspection as `schemas/inspect.schema.json` describes it; dump it with `ensure_ascii=False`."""
    return {
        "version": VERSION,
        **_without(asdict(inspection), "distances"),
        **asdict(inspection.distances),
        "degrees": [{"neighbours": degree, "places": count} for degree, count in inspection.degrees],
        "pairs": [{"distance": far, "pairs": count} for far, count in enumerate(inspection.distances.pairs, start=1)],
        "bridges": [{"from": first, "to": second} for first, second in inspection.bridges],
        "fairness": [
            {
                "tag": fairness.tag,
                "spread": fairness.spread,
                "starts": [{"place": place, "mean_distance": mean} for place, mean in fairness.means],
            }
            for fairness in inspection.fairness
        ],
        "drives": inspection.drives and {**asdict(inspection.drives), "turns": inspection.drives.turns},
    }


def _without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def inspection_rows(inspection: Inspection) -> list[list[str]]:
    """The table of distances with a header, each place's name first; an empty cell where no way leads."""
    names = [place.id for place in inspection.places]
    rows = [["from", *names]]
    for name, row in zip(names, inspection.distances.table or (), strict=False):
        rows.append([name, *("" if distance is None else str(distance) for distance in row)])
    return rows
