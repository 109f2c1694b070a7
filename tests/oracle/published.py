"""Distances and choke points of published route maps with costs, compared with networkx.

`python -m tests.oracle.published FOLDER` reads the `.map` files below a folder: a line `Town; latitude; longitude`,
then a line `| Other town; 3` for each route of 3 spaces from it, with a bar for each parallel one. Routes of 0 spaces
are left out. Public repositories have such files (Kiryushin-Andrey/TicketToRide has 140); none is part of this one.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from pnp.network import lower
from pnp.network.budget import SearchBudget
from pnp.network.inspection.figures import betweenness, distance_table
from tests.oracle.held import map_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUTE = re.compile(r"(\|+)\s*(.+?)\s*;\s*([1-9]\d*)")
LONGEST = 60
"""The number of letters of a name that a map may have."""


def document_of(text: str) -> dict[str, Any]:
    """Return the document of a file: its towns, and its routes with their spaces."""
    areas: dict[str, Any] = {}
    roads, here = [], ""
    for line in map(str.strip, text.splitlines()):
        route = ROUTE.match(line)
        if route and here:
            end = route[2][:LONGEST]
            areas.setdefault(end, {})
            if end != here:
                roads += [{"from": here, "to": end, "spaces": int(route[3])}] * len(route[1])
        elif ";" in line and not line.startswith(("-", "map-", "|")):
            here = line.split(";")[0].strip()[:LONGEST]
            areas.setdefault(here, {})
    return {"kind": "area-map", "areas": areas, "roads": roads}


def differences(document: dict[str, Any]) -> Iterator[str]:
    """Yield what pnp and networkx disagree on."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(document["areas"])
    for road in document["roads"]:
        ends = road["from"], road["to"]
        known = graph.edges[ends]["cost"] if graph.has_edge(*ends) else road["spaces"]
        graph.add_edge(*ends, cost=min(known, road["spaces"]))
    network = lower(map_of(json.dumps(document, ensure_ascii=False))).network
    names = [place.id for place in network.places]
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph, weight="cost"))
    for name, row in zip(names, distance_table(network, SearchBudget(10**10)), strict=True):
        yield from (
            f"{name} to {end}: {far}" for end, far in zip(names, row, strict=True) if far != lengths[name].get(end)
        )
    shares = nx.betweenness_centrality(graph, weight="cost")
    for name, share in zip(names, betweenness(network.onward, network.onward_lengths), strict=True):
        if abs(share - shares[name]) > 1e-9:
            yield f"{name}: {share}, not {shares[name]}"


def main() -> int:
    """Compare every file, and print what differs."""
    found = 0
    files = sorted(Path(sys.argv[1]).rglob("*.map"))
    for file in files:
        document = document_of(file.read_text(encoding="utf-8"))
        for difference in differences(document) if document["roads"] else ():
            found += 1
            sys.stdout.write(f"{file}: {difference}\n")
    sys.stdout.write(f"{len(files)} maps, {found} differences\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
