"""The sweep that decides connection, held against every arrangement laid one by one."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

from pnp.model.maps.requirements import Requirement
from pnp.network import lower
from pnp.network.arrangements.connection import Front, _joined
from pnp.network.budget import SearchBudget
from pnp.network.judge import judge_connected
from tests.network.generated import span
from tests.network.generated_tiles import CitySpec, Spec

CONNECTED = Requirement("connected", "it", span(1))
EDGES = tuple((edge, at) for edge in ("north", "east", "south", "west") for at in (10, 20))


def tile(name: str, random: Random) -> Spec:
    """A tile with two spaces, roads one way or both ways, and lanes over most of its edges."""
    roads = tuple((*random.sample("ab", 2), random.random() < 0.5) for _ in range(random.choice((0, 1, 1, 2))))
    roads = tuple({frozenset(road[:2]): road for road in roads}.values())
    exits = tuple(
        (edge, at, random.choice("ab"), random.choice(("in", "out", "both", "both")))
        for edge, at in EDGES if random.random() < 0.8
    )  # fmt: skip
    return Spec(name, (("a", ()), ("b", ())), (), roads, exits)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, 240, 40))
def test_sweep_finds_as_many_arrangements_that_are_not_connected_as_are_laid_one_by_one(first: int) -> None:
    seen = set()
    for seed in range(first, first + 40):
        random = Random(seed)
        rows, columns = random.choice(((1, 3), (2, 2), (3, 1)))
        number = rows * columns
        turned = random.choice(("any", "half")) if number < 4 else "never"
        city = CitySpec(rows, columns, turned, True, tuple(tile(f"T{n}", random) for n in range(number)))
        broken = sum(not judge_connected(city.network(lyings)).holds for lyings in city.arrangements)
        arrangements = lower(city.read()).arrangements
        assert arrangements is not None
        found = arrangements.search(CONNECTED, SearchBudget(10**9))
        assert found is not None
        assert (found.broken or 0, found.followed) == (broken, len(city.arrangements)), seed
        seen.add(0 if not broken else 1 if broken < len(city.arrangements) else 2)
    assert 1 in seen


def test_a_front_reaches_what_its_joints_lead_to_one_after_the_other() -> None:
    """Chains of joints on random fronts, held against networkx."""
    longest = 0
    for seed in range(300):
        random = Random(seed)
        number = random.randint(3, 9)
        graph = nx.DiGraph()
        rows = tuple(sum(1 << n for n in range(number) if random.random() < 0.25) for _ in range(number))
        joints = [(random.randrange(number), random.randrange(number)) for _ in range(random.randint(1, 8))]
        for port, row in enumerate(rows):  # entering a port leads out of others, and over a joint into another
            graph.add_edges_from((("in", port), ("out", other)) for other in range(number) if row >> other & 1)
        graph.add_edges_from((("out", left), ("in", entered)) for left, entered in joints)
        graph.add_nodes_from(("in", port) for port in range(number))
        front = _joined(Front((), rows, rows[0], 0, frozenset(), frozenset()), joints)
        for port in range(number):
            reached = nx.descendants(graph, ("in", port)) if ("in", port) in graph else set()
            assert front.rows[port] == sum(1 << other for side, other in reached if side == "out"), seed
        assert front.from_hub == front.rows[0]
        longest = max(longest, *nx.single_source_shortest_path_length(graph, ("in", 0)).values())
    assert longest >= 7
