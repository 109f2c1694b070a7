"""Cuts, held against every set of closures and against networkx."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.connectivity import cut_between, least_cut, mask
from pnp.network.search import Adjacency, inverted, reached
from tests.network.generated import adjacencies, digraph, many_cases


def endless() -> SearchBudget:
    return SearchBudget(10**9)


@pytest.mark.slow
@many_cases
@given(adjacencies(least=2), st.integers(1, 8))
def test_least_cut_is_the_least_of_all_sets_of_closures(after: Adjacency, limit: int) -> None:
    graph = digraph(after)
    least = next(
        (
            number
            for number in range(len(after) - 1)
            for closed in combinations(range(len(after)), number)
            if not nx.is_strongly_connected(graph.subgraph(set(graph) - set(closed)))
        ),
        None,
    )
    cut = least_cut(after, inverted(after), limit, endless())
    if least is None or least >= limit:
        assert cut is None
    else:
        assert cut is not None
        assert len(cut) == least
        assert not nx.is_strongly_connected(graph.subgraph(set(graph) - set(cut)))


@pytest.mark.slow
@many_cases
@given(adjacencies(least=3, most=10))
def test_cut_between_two_is_that_of_networkx_and_parts_them(after: Adjacency) -> None:
    start, goal = 0, len(after) - 1
    if goal in after[start] or start in after[goal]:
        return
    cut = cut_between(after, start, mask(len(after), inverted(after)[goal]), len(after), endless())
    assert cut is not None
    assert len(cut) == len(nx.minimum_node_cut(digraph(after), start, goal))
    assert goal not in reached(after, (start,), closed=cut)


@pytest.mark.slow
def test_cut_between_two_of_many_is_that_of_networkx() -> None:
    for seed in range(100):  # among them networks in which a way must turn back along two moves of another, twice over
        graph = nx.gnp_random_graph(40, 0.08, seed=seed, directed=True)
        after = tuple(tuple(sorted(graph[state])) for state in range(40))
        if not graph.has_edge(0, 39) and not graph.has_edge(39, 0):
            cut = cut_between(after, 0, mask(40, inverted(after)[39]), 40, endless())
            assert cut is not None
            assert len(cut) == len(nx.minimum_node_cut(graph, 0, 39))
            assert 39 not in reached(after, (0,), closed=cut)


@pytest.mark.slow
@many_cases
@given(adjacencies(least=3, most=10), st.integers(1, 4))
def test_cut_is_not_looked_for_beyond_its_limit(after: Adjacency, limit: int) -> None:
    goals = mask(len(after), range(1, len(after) // 2 + 1))
    full = cut_between(after, 0, goals, len(after), endless())
    short = cut_between(after, 0, goals, limit, endless())
    assert short == (full if full is not None and len(full) < limit else None)


def test_cut_is_given_up_when_the_budget_is_spent() -> None:
    ring = tuple(((state - 1) % 50, (state + 1) % 50) for state in range(50))
    with pytest.raises(OutOfStepsError):
        least_cut(ring, ring, 3, SearchBudget(100))
