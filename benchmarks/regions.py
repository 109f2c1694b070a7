"""How long maps of areas with outlines take from GeoJSON to proof: 2,500 areas, and 10,000.

Run it from the project's folder: `python benchmarks/regions.py`. It prints seconds, and fails if the larger map
takes longer than its limit, or more than six times as long as the smaller.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.checks.map.map_findings import check_map
from pnp.loader.outline_files import with_drawn_outlines
from pnp.model.maps.area_map import read_area_map
from pnp.network import lower
from pnp.source import read_document

SIDES = (50, 100)
SECONDS = 60.0
"""How long 10,000 areas may take on a busy machine with two cores."""

GROWTH = 6.0
"""How much longer four times the areas may take."""


def documents(side: int) -> tuple[bytes, bytes]:
    """Return a map of `side` × `side` areas with crooked borders, and its outlines as GeoJSON."""
    names = [f"A{column}-{row}" for row in range(side) for column in range(side)]
    features = [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {"type": "Polygon", "coordinates": [_ring(number % side, number // side)]},
        }
        for number, name in enumerate(names)
    ]
    areas = "".join(f"  {name}: {{}}\n" for name in names)
    text = f"kind: area-map\nsize: {10 * side} x {10 * side}\noutlines: map.geojson\nadjacency: drawn\nareas:\n{areas}"
    requirements = "requirements: [{name: connected, connected: true}]\n"
    return (text + requirements).encode(), json.dumps({"type": "FeatureCollection", "features": features}).encode()


def _ring(column: int, row: int) -> list[tuple[float, float]]:
    """Return the corners of one area, twelve of them; neighbours have the same."""
    corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    ring: list[tuple[float, float]] = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        ring.append((x0, y0))
        for share in (1 / 3, 2 / 3) if (x0, y0) < (x1, y1) else (2 / 3, 1 / 3):
            low, high = min((x0, y0), (x1, y1)), max((x0, y0), (x1, y1))
            off = 0.12 * ((low[0] * 7 + low[1] * 13 + round(3 * share)) % 3 - 1)
            x, y = low[0] + (high[0] - low[0]) * share, low[1] + (high[1] - low[1]) * share
            ring.append((round(x + off * (high[1] - low[1]), 4), round(y + off * (high[0] - low[0]), 4)))
    return ring


def seconds(side: int) -> float:
    """Return how long reading, checking and proving take."""
    document, outlines = documents(side)
    began = perf_counter()
    root = read_document(document, "map.yaml").root
    assert root is not None
    plain = read_area_map(root, "map")
    assert plain.outlines is not None
    area_map = with_drawn_outlines(plain, plain.outlines, outlines, "map.geojson")
    lowered = lower(area_map)
    report = check_map(area_map, lowered, None, suggest=False, sharing=1)
    ended = perf_counter()
    borders = 2 * side * (side - 1)
    assert len(area_map.subdivision.borders) == borders, len(area_map.subdivision.borders)
    assert [proof.verdict.holds for proof in report.proofs] == [True]
    return ended - began


def main() -> None:
    """Print what was measured."""
    small, large = (seconds(side) for side in SIDES)
    counts = [side * side for side in SIDES]
    took = f"{counts[0]:,} areas: {small:.1f} s; {counts[1]:,} areas: {large:.1f} s"
    sys.stdout.write(f"{took}, {large / small:.1f} times as long\n")
    sys.exit(large > SECONDS or large > GROWTH * small)


if __name__ == "__main__":
    main()
