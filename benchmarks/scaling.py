"""How the checks of a map grow with it, from 1,000 to 100,000 areas, beside reading it.

Run it from the project's folder: `python benchmarks/scaling.py`. It prints medians of one run and their ratios.
"""

from __future__ import annotations

import gc
import sys
from math import isqrt
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.checks.map.map_findings import check_map
from pnp.loader.target import schema_folder
from pnp.model.maps.area_map import read_area_map
from pnp.network import lower
from pnp.source import load_schemas, read_document, validate

SIZES = (1_000, 10_000, 100_000)
ROUNDS = 5
STEP = 15

MOST = 130
"""How many times as long the checks of the greatest map may take as those of the least."""

BESIDE = 3
"""How many times as long they may take as reading it."""

REQUIREMENTS = """
requirements:
  - connected: true
  - no-trap: true
  - no-dead-end: true
  - degree: {at-most: 8}
  - no-crossing: true
"""


def town(areas: int) -> bytes:
    """A map of that many areas: a grid whose rows and columns are roads, every third row one way to and fro."""
    width = isqrt(areas)
    rows = -(-areas // width)
    at = {(number % width, number // width): f"A{number}" for number in range(areas)}
    lines = [f"kind: area-map\nsize: {(width + 1) * STEP} x {(rows + 1) * STEP}\nareas:"]
    lines += [f"  {name}: {{at: [{STEP * (x + 1)}, {STEP * (y + 1)}]}}" for (x, y), name in at.items()]
    lines.append("roads:")
    for y in range(rows):
        row = [at[x, y] for x in range(width) if (x, y) in at]
        lines.append(f"  - {' -> '.join(row)}" if y % 3 == 1 and y < rows - 2 else f"  - [{', '.join(row)}]")
    lines += [f"  - [{', '.join(at[x, y] for y in range(rows) if (x, y) in at)}]" for x in range(width)]
    return "\n".join((*lines, REQUIREMENTS)).encode()


def measured(areas: int) -> tuple[float, float]:
    """Seconds of work for reading the text of a map, its schema not counted, and for lowering and checking it."""
    reading, checking = [], []
    text = town(areas)
    schemas = load_schemas(schema_folder())
    for _ in range(ROUNDS if areas < SIZES[-1] else 3):
        began = process_time()
        document = read_document(text, "town.yaml")
        read = process_time()
        root = validate(document, schemas).root
        assert root is not None
        drawn = read_area_map(root, "town")
        gc.disable()  # the command hardly collects either
        settled = process_time()
        report = check_map(drawn, lower(drawn), None, suggest=False, sharing=1)
        checked = process_time()
        gc.enable()
        assert not [finding for finding in report.findings if finding.severity.name == "ERROR"], report.findings[:3]
        assert all(proof.holds for proof in report.proofs), report.proofs
        reading.append(read - began)
        checking.append(checked - settled)
    return median(reading), median(checking)


def main() -> None:
    """Print what was measured."""
    first, fine = 0.0, True
    for areas in SIZES:
        reading, checking = measured(areas)
        first = first or checking
        sys.stdout.write(
            f"{areas:>7,} areas: read in {reading * 1000:9.1f} ms, checked in {checking * 1000:9.1f} ms,"
            f" {checking / first:6.1f} times the first, {checking / reading:.2f} times reading\n"
        )
        fine = fine and checking <= min(MOST * first, BESIDE * reading)
    sys.exit(not fine)


if __name__ == "__main__":
    main()
