"""What jams trap and cut off, held against networkx, in small cities and in one of four by five."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.maps.area_map import read_area_map
from pnp.network import Network, lower
from pnp.network.budget import SearchBudget
from pnp.network.inspection.figures import Jammed, Jams, isolations
from pnp.source import read_document
from tests.network.generated import digraph, some_cases
from tests.network.lanes import cities, city


def plainly(network: Network, stretches: Sequence[int], main: set[int]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The states trapped and the sites cut off, seen from a main part, by searches over what is left."""
    graph = left(network, stretches)
    home = next(iter(main))
    back, forth = nx.ancestors(graph, home) | {home}, nx.descendants(graph, home) | {home}
    open_places = {network.place_of_state[state] for state in forth}
    cut = tuple(site.id for site in network.sites.values() if open_places.isdisjoint(site.places))
    return tuple(sorted(set(graph) - back)), cut


def left(network: Network, stretches: Sequence[int]) -> nx.DiGraph:
    """The states outside of jams."""
    graph = digraph(network.after)
    shut = {place for stretch in stretches for place in network.stretches[stretch].places}
    graph.remove_nodes_from([state for state in graph if network.place_of_state[state] in shut])
    return graph


def agrees(network: Network, found: Jammed) -> bool:
    """Whether a greatest part of what is left has just these states trapped and sites cut off."""
    parts = list(nx.strongly_connected_components(left(network, found.stretches)))
    most = max((len(part) for part in parts), default=0)
    if not most:
        return (found.trapped, found.cut_off) == ((), tuple(network.sites))
    mains = (part for part in parts if len(part) == most)
    return any(plainly(network, found.stretches, main) == (found.trapped, found.cut_off) for main in mains)


@pytest.mark.slow
@some_cases
@given(cities(), st.data())
def test_what_jams_do_is_what_networkx_says(drawn: object, data: st.DataObject) -> None:
    network = lower(drawn).network  # type: ignore[arg-type]
    several = st.lists(st.integers(0, len(network.stretches) - 1), min_size=1, max_size=4, unique=True)
    stretches = tuple(sorted(data.draw(several)))
    assert agrees(network, Jams(network).closing(stretches))


@pytest.fixture(scope="module")
def town() -> Network:
    return lower(city(4, 5, 3, turns="[right, straight, left, u-turn]", unused="[1/1, 27/1, 1/22, 27/22]")).network


@pytest.mark.slow
def test_every_jam_traps_some_state_and_cuts_off_some_address(town: Network) -> None:
    singles = tuple(Jams(town).singles())
    assert len(singles) == 79
    assert all(jammed.trapped and jammed.cut_off for jammed in singles)
    assert all(agrees(town, jammed) for jammed in singles)


@pytest.mark.slow
def test_all_pairs_of_jams_are_looked_at(town: Network) -> None:
    pairs = tuple(Jams(town).pairs())
    assert len(pairs) == 3081
    assert all(agrees(town, jammed) for jammed in pairs[::97])
    singles = {jammed.stretches[0]: jammed for jammed in Jams(town).singles()}
    for jammed in pairs:
        for stretch in jammed.stretches:
            assert set(jammed.cut_off) >= set(singles[stretch].cut_off)


def test_what_lies_on_the_lanes_that_lead_out_of_a_jam_is_cut_off(town: Network) -> None:
    jams = {town.stretches[each.stretches[0]].id: each.cut_off for each in Jams(town).singles()}
    assert jams["street E of B2"] == ("B2 E", "C2 W")
    assert jams["crossing SE of B2"] == ("B2 S", "C2 W", "B3 E", "C3 N")


def square(side: int) -> str:
    """A start and a shop at opposite edges of a square of areas, and a shop beside the start."""
    areas = "".join(f"  A{x}{y}: {{}}\n" for x in range(side) for y in range(side))
    roads = "".join(f"  - A{x}{y} -- A{x + 1}{y}\n" for x in range(side - 1) for y in range(side))
    roads += "".join(f"  - A{x}{y} -- A{x}{y + 1}\n" for x in range(side) for y in range(side - 1))
    roads += "".join(f"  - Gate -- A{x}0\n  - Keep -- A{x}{side - 1}\n" for x in range(side))
    ends = "  Gate: {tags: [start]}\n  Keep: {tags: [shop]}\n  Shed: {tags: [shop]}\n"
    rest = "  - Gate -- Shed\nclosures:\n  cone: {lies-on: every place}\n"
    return f"kind: area-map\nareas:\n{ends}{areas}roads:\n{roads}{rest}"


def test_an_isolation_that_takes_too_long_is_left_out_alone() -> None:
    drawn = read_area_map(read_document(square(4).encode(), "map.yaml").root, "map", False)
    network = lower(drawn).network

    def found(steps: int) -> list[str]:
        return [each.place for each in isolations(network, drawn.closures, SearchBudget(steps)) if each.by == ("cone",)]

    assert found(10**6) == ["Keep", "Shed"]
    assert found(3_000) == ["Shed"]


def test_isolations_by_closures_take_steps_from_the_budget() -> None:
    drawn = read_area_map(read_document(square(4).encode(), "map.yaml").root, "map", False)
    budgets = SearchBudget(10**6), SearchBudget(10**6)
    for budget, closures in zip(budgets, ((), drawn.closures), strict=True):
        assert list(isolations(lower(drawn).network, closures, budget))
    assert budgets[1].left < budgets[0].left - 1_000
