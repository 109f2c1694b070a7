"""How long demands on all 6,144 arrangements of four turnable tiles take, against a plain loop of networkx.

Run it from the project's folder: `python -m benchmarks.arrangements`. It prints medians of one run and their ratio, and
stops where the two disagree. The plain loop copies the graph of the tiles and adds what meets at the seams.
"""

from __future__ import annotations

import sys
from itertools import permutations, product
from pathlib import Path
from statistics import median
from time import perf_counter

import networkx as nx

from pnp.model.maps.tile_map import TileMap, read_tile_map
from pnp.network import lay_out, lower, prove
from pnp.source import read_document

CITY = Path(__file__).resolve().parents[1] / "tests" / "network" / "city.yaml"

APART = """      Salt Lane: north 139.5 -- south 139.5
"""
"""What is taken out to plant a fault."""

ROUNDS = 5
"""How often our side is measured."""

PLAIN_ROUNDS = 3
"""How often the plain loop is."""

WANTED = 100
"""How many times the plain loop must take what we do."""

SECONDS = 2.0
"""How long the bounded distances and the fairness of all arrangements may take."""


def city(text: str) -> TileMap:
    """The map that a document says."""
    root = read_document(text.encode(), "city.yaml").root
    assert root is not None
    return read_tile_map(root, "city")


def ours(text: str, demands: tuple[str, ...]) -> tuple[float, list[bool | None]]:
    """The seconds from a map as it was read to the verdicts on these demands, and the verdicts."""
    tile_map = city(text)
    wanted = [each for each in tile_map.requirements if each.demand in demands]
    start = perf_counter()
    proofs = prove(wanted, lower(tile_map), lay_out(tile_map))
    return perf_counter() - start, [proof.holds for proof in proofs]


def plainly(text: str) -> tuple[float, bool]:
    """The seconds of the plain loop over all arrangements, and whether each of them hangs together."""
    tile_map = city(text)
    base, exits = nx.Graph(), []
    for number, tile in enumerate(tile_map.tiles):
        plan = tile.plan
        base.add_nodes_from((number, spot) for spot in range(len(plan.spots)))
        base.add_edges_from(((number, tie.start), (number, tie.end)) for tie in plan.ties)
        sides = {"north": 0, "east": 1, "south": 2, "west": 3}
        exits.append([(sides[each.side], each.along, each.spot) for each in plan.exits])
    side = round(tile_map.side * 10_000)
    start = perf_counter()
    whole = True
    for order in permutations(range(4)):
        for turns in product(range(4), repeat=4):
            graph = base.copy()
            for here, there, facing in ((0, 1, 1), (2, 3, 1), (0, 2, 2), (1, 3, 2)):
                one, other = order[here], order[there]
                beyond = {
                    along: spot for at, along, spot in exits[other] if (at + turns[there]) % 4 == (facing + 2) % 4
                }
                for at, along, spot in exits[one]:
                    if (at + turns[here]) % 4 == facing and side - along in beyond:
                        graph.add_edge((one, spot), (other, beyond[side - along]))
            whole = nx.is_connected(graph) and whole
    return perf_counter() - start, whole


def main() -> None:
    """Measure both on a sound city and on one with a planted fault."""
    text = CITY.read_text(encoding="utf-8")
    document = {"a sound city": text, "a street less": text.replace(APART, "", 1)}
    fine = True
    print(f"{'connected in 6,144 arrangements':34} {'ours':>10} {'plain loop':>12} {'ratio':>8}")
    for name, each in document.items():
        mine = [ours(each, ("connected",)) for _ in range(ROUNDS)]
        theirs = [plainly(each) for _ in range(PLAIN_ROUNDS)]
        if {tuple(holds) for _, holds in mine} != {(holds,) for _, holds in theirs}:
            sys.exit(f"they disagree about {name}")
        fast, slow = median(seconds for seconds, _ in mine), median(seconds for seconds, _ in theirs)
        fine = fine and slow >= WANTED * fast
        print(f"{name:34} {fast * 1e3:7.1f} ms {slow * 1e3:9.0f} ms {slow / fast:8.0f}")
    seconds = median(ours(text, ("distance", "fair-starts"))[0] for _ in range(ROUNDS))
    fine = fine and seconds <= SECONDS
    print(f"{'bounded distances and fairness':34} {seconds * 1e3:7.1f} ms")
    sys.exit(not fine)


if __name__ == "__main__":
    main()
