"""How long the distances between all pairs of places of a map of 52 areas take, against networkx.

Run it from the project's folder: `python benchmarks/distances.py`. It prints medians of one run and their ratio, and
stops where the two disagree.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import networkx as nx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.loader.target import content_folder
from pnp.model.maps.area_map import read_area_map
from pnp.network import lower
from pnp.network.budget import SearchBudget
from pnp.network.inspection.figures import distance_table
from pnp.source import read_document

AREAS = 52
ROUNDS = 21

SECONDS = 0.010
"""How long all pairs may take."""


def main() -> None:
    """Print what was measured."""
    file = next(file for file in sorted(content_folder().glob("*/maps/*.yaml")) if _areas(file) == AREAS)
    root = read_document(file.read_bytes(), file.name).root
    assert root is not None
    network = lower(read_area_map(root, file.stem)).network
    graph = nx.DiGraph([(start, end) for start, ends in enumerate(network.after) for end in ends])
    ours, theirs = [], []
    for _ in range(ROUNDS):
        began = perf_counter()
        table = distance_table(network, SearchBudget(10**9))
        between = perf_counter()
        lengths = dict(nx.all_pairs_shortest_path_length(graph))
        ended = perf_counter()
        assert table == tuple(tuple(lengths[start].get(goal) for goal in network.stops) for start in network.stops)
        ours.append(between - began)
        theirs.append(ended - between)
    fast, slow = median(ours), median(theirs)
    sys.stdout.write(
        f"{AREAS} areas, all pairs: {fast * 1000:.2f} ms;"
        f" networkx {slow * 1000:.2f} ms, {slow / fast:.1f} times as long\n"
    )
    sys.exit(fast > SECONDS)


def _areas(file: Path) -> int:
    root = read_document(file.read_bytes(), file.name).root
    areas = root.get("areas") if root else None
    return len(tuple(areas.items())) if areas else 0


if __name__ == "__main__":
    main()
