"""Betweenness: the share of shortest ways that lead through a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.network.search import Adjacency


def betweenness(after: Adjacency) -> list[float]:
    """For each place the mean share of the shortest ways between two others that lead through it (Brandes 2001)."""
    shares = [0.0] * len(after)
    for source in range(len(after)):
        order, counts, came = _ways_from(after, source)
        through = dict.fromkeys(order, 0.0)
        for place in reversed(order):
            for parent in came[place]:
                through[parent] += counts[parent] / counts[place] * (1 + through[place])
            if place != source:
                shares[place] += through[place]
    pairs = (len(after) - 1) * (len(after) - 2)
    return [share / pairs for share in shares] if pairs > 0 else shares


def _ways_from(after: Adjacency, source: int) -> tuple[list[int], dict[int, int], dict[int, list[int]]]:
    """The places that `source` leads to, near ones first; the number of shortest ways to each, and the steps before."""
    distance = {source: 0}
    counts = {source: 1}
    came: dict[int, list[int]] = {source: []}
    order = [source]
    for place in order:
        for end in after[place]:
            if end not in distance:
                distance[end] = distance[place] + 1
                counts[end] = 0
                came[end] = []
                order.append(end)
            if distance[end] == distance[place] + 1:
                counts[end] += counts[place]
                came[end].append(place)
    return order, counts, came
