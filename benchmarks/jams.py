"""How long the trapped and cut-off sets of every jam and every pair of jams take, against a plain loop of networkx.

Run it from the project's folder: `python benchmarks/jams.py`. It prints medians of one run and their ratio, and stops
where the two disagree.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import networkx as nx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.model.maps.block_map import read_block_map
from pnp.network import Network, lower
from pnp.network.inspection.figures import Jams
from pnp.source import read_document

TOWN = b"""\
kind: block-map
blocks: {rows: 4, columns: 5}
turns: [right, straight, left, u-turn]
unused: [1/1, 27/1, 1/22, 27/22]
"""

ROUNDS = 3
"""How often all pairs are worked out."""

SECONDS = 5.0
"""How long all pairs may take."""

EVERY = 13
"""Every which pair the plain loop works out: it would take long for all."""


def town() -> Network:
    """A city of four rows and five columns of blocks, 79 streets and intersections."""
    root = read_document(TOWN, "town.yaml").root
    assert root is not None
    return lower(read_block_map(root, "town")).network


def plainly(network: Network, stretches: tuple[int, ...]) -> tuple[int, int]:
    """How many states are trapped and how many sites cut off, by networkx."""
    graph = nx.DiGraph((state, end) for state, ends in enumerate(network.after) for end in ends)
    shut = {place for stretch in stretches for place in network.stretches[stretch].places}
    graph.remove_nodes_from([state for state in graph if network.place_of_state[state] in shut])
    home = next(iter(max(nx.strongly_connected_components(graph), key=len)))
    back, forth = nx.ancestors(graph, home) | {home}, nx.descendants(graph, home) | {home}
    open_places = {network.place_of_state[state] for state in forth}
    cut = sum(open_places.isdisjoint(site.places) for site in network.extras.sites)
    return len(graph) - len(back), cut


def main() -> None:
    """Measure both, and show that they agree."""
    network = town()
    ours = []
    for _ in range(ROUNDS):
        start = perf_counter()
        pairs = tuple(Jams(network).pairs())
        ours.append((perf_counter() - start) / len(pairs))
    theirs = []
    for jammed in pairs[::EVERY]:
        start = perf_counter()
        found = plainly(network, jammed.stretches)
        theirs.append(perf_counter() - start)
        if found != (len(jammed.trapped), len(jammed.cut_off)):
            sys.exit(f"they disagree about {jammed.stretches}")
    each, plain = median(ours), median(theirs)
    print(f"{len(pairs):,} pairs of {len(network.stretches)} jams: {each * len(pairs):.2f} s, {each * 1e3:.3f} ms each")
    print(f"a plain loop: {plain * 1e3:.3f} ms each; ratio {plain / each:.1f}")
    sys.exit(each * len(pairs) > SECONDS)


if __name__ == "__main__":
    main()
