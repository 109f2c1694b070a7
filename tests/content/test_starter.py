"""The game that new packs are made from: what its rules say, counted in its table and on its map."""

from __future__ import annotations

import csv
from collections import Counter

import networkx as nx
import pytest
import yaml

from pnp.build.starter import STARTER
from tests.games import examined
from tests.pipeline import ROOT
from tests.quality.files import rule_files

FOLDER = ROOT / "content" / STARTER
TOWN = yaml.safe_load((FOLDER / "gull-bay.yaml").read_text(encoding="utf-8"))
HOUSES = {name for name, area in TOWN["areas"].items() if "house" in area["tags"]}


@pytest.fixture(scope="module")
def suppers() -> list[dict[str, str]]:
    with (FOLDER / "suppers.csv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def test_each_house_serves_twice_and_each_kind_is_served_as_often(suppers: list[dict[str, str]]) -> None:
    assert Counter(row["House"] for row in suppers) == dict.fromkeys(HOUSES, 2)
    assert set(Counter(row["Kind"] for row in suppers).values()) == {6}
    assert all(len({row["Kind"] for row in suppers if row["House"] == house}) == 2 for house in HOUSES)
    assert len({row["Supper"] for row in suppers}) == 24


def test_the_market_is_at_most_two_roads_from_every_house() -> None:
    graph: nx.Graph[str] = nx.Graph()
    for walk in TOWN["roads"]:
        nx.add_path(graph, walk.split(" -- "))
    assert set(graph) == HOUSES | {"Fish market"}
    assert max(nx.single_source_shortest_path_length(graph, "Fish market").values()) == 2
    assert nx.node_connectivity(graph) >= 2
    assert graph.has_edge("Bakery", "Vicarage")
    assert graph.has_edge("Bakery", "Inn")


@pytest.mark.slow
@pytest.mark.xdist_group(STARTER)
def test_the_rules_fit_on_three_pages_and_their_reference_on_one() -> None:
    rules, reference = rule_files(examined(STARTER), formats=("pdf",))
    assert (len(rules.sheets), len(reference.sheets)) == (3, 1)
