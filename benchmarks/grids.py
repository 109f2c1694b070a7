"""How reading, lowering and checking a grid map grow with it, from 1,024 to 99,856 hexes.

Run it from the project's folder: `python -m benchmarks.grids`. It prints processor time, and exits with status 1 if
the largest map takes more than `MOST` times as long for each hex as the one of 10,000.
"""

from __future__ import annotations

import sys
from time import process_time

from pnp.checks.map.map_findings import check_map
from pnp.loader.target import schema_folder
from pnp.model.maps.grid_map import read_grid_map
from pnp.network import lower
from pnp.source import load_schemas, read_document, validate

SIDES = (32, 100, 316)
MOST = 2.0

HEAD = """kind: grid-map
cells: hex-pointy
names: axial
legend: {".": plain, f: forest, h: hills, m: mountains}
terrains: {plain: {}, forest: {cost: 2}, hills: {cost: 2}, mountains: {cost: 3}}
requirements:
  - connected: true
  - no-trap: true
  - degree: {at-most: 8}
terrain: |
"""


def measured(side: int) -> tuple[float, float, float]:
    """Seconds for reading a map of so many rows and columns, for lowering it, and for checking it."""
    rows = ("".join(".fhm"[(x * 7 + y * 3 + x * y) % 4] for x in range(side)) for y in range(side))
    text = HEAD + "".join(f"  {row}\n" for row in rows)
    begun = process_time()
    document = validate(read_document(text.encode(), "map.yaml"), load_schemas(schema_folder()))
    assert document.root is not None
    grid_map = read_grid_map(document.root, "map")
    read = process_time()
    lowered = lower(grid_map)
    lower_end = process_time()
    report = check_map(grid_map, lowered, None, suggest=False, sharing=1)
    assert all(proof.holds for proof in report.proofs)
    return read - begun, lower_end - read, process_time() - lower_end


def main() -> int:
    """Print the times; returns the exit status."""
    print(f"{'hexes':>8} {'reading':>8} {'lowering':>8} {'checking':>8} {'µs a hex':>9}")
    each = []
    for side in SIDES:
        times = measured(side)
        each.append(sum(times) / side**2)
        print(f"{side**2:8,} {times[0]:8.2f} {times[1]:8.2f} {times[2]:8.2f} {1e6 * each[-1]:9.1f}")
    return 1 if each[-1] > MOST * each[-2] else 0


if __name__ == "__main__":
    sys.exit(main())
