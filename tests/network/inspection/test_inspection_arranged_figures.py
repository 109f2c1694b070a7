"""The fairness of starts over all arrangements, against a look at every single one."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from pnp.model.maps.tile_map import TileMap, laid, read_tile_map
from pnp.network import lower
from pnp.network.budget import SearchBudget
from pnp.network.inspection import arranged_fairness, inspect_map, inspection_text
from pnp.network.ways import spread
from pnp.source import read_document

CITY = """
kind: tile-map
tile: 100
space: 30
city: {{rows: {rows}, columns: 2}}
turned: {turned}
tiles:
  Harbour:
    streets: {{Quay: west 50 -- east 50, Mast: north 50 -- south 50}}
    spaces: {{Quay 1: {{tags: [start]}}, Mast 2: {{tags: [inn]}}}}
  Park:
    streets: {{Elm: {elm}, Oak: north 50 -> south 50}}
    spaces: {{Elm 1: {{tags: [start]}}}}
    sites: {{Tree: {{by: [Elm 1, Oak 1], tags: [inn]}}}}
  Mill: {{streets: {{Weir: west 50 -- east 50, Race: {{from: north 50, to: [50, 50]}}}}}}
"""


def city(rows: int, turned: str, elm: str = "west 50 -- east 50") -> TileMap:
    root = read_document(CITY.format(rows=rows, turned=turned, elm=elm).encode(), "city.yaml").root
    assert root is not None
    return read_tile_map(root, "city")


def spreads(drawn: TileMap) -> list[Fraction | None]:
    """The spread of every labelled arrangement; None where a start does not lead to every inn."""
    found: list[Fraction | None] = []
    for tiles in permutations(range(len(drawn.tiles)), drawn.cells):
        for turns in product(drawn.turns, repeat=drawn.cells):
            network = lower(laid(drawn, tuple(zip(tiles, turns, strict=True)))).network
            goals = [(place,) for place in network.tagged("inn")]
            goals += [site.places for site in network.extras.sites]
            sums: list[Fraction] = []
            for start in network.tagged("start"):
                row = network.distances_from(start)
                far = [min((d for place in goal if (d := row[place]) is not None), default=None) for goal in goals]
                sums += [] if None in far else [Fraction(sum(each for each in far if each is not None))]
            found.append(spread(sums) if len(sums) == len(network.tagged("start")) else None)
    return found


@pytest.mark.parametrize(
    ("rows", "turned", "elm"),
    [(1, "any", "west 50 -- east 50"), (1, "half", "west 50 -> east 50"), (1, "any", "west 20 -- east 50")],
)
def test_the_spreads_are_those_of_every_arrangement(rows: int, turned: str, elm: str) -> None:
    drawn = city(rows, turned, elm)
    (figures,) = arranged_fairness(lower(drawn), SearchBudget(10**7))
    every = spreads(drawn)
    known = [each for each in every if each is not None]
    assert (figures.tag, figures.arrangements, figures.unreached) == ("inn", len(every), every.count(None))
    assert figures.greatest == pytest.approx(float(max(known)), abs=1e-6)
    assert figures.least == pytest.approx(float(min(known)), abs=1e-6)
    assert figures.mean == pytest.approx(float(sum(known) / len(known)), abs=1e-6)


def test_an_inspection_tells_the_worst_arrangement() -> None:
    drawn = city(1, "any")
    inspection = inspect_map(drawn, lower(drawn))
    (figures,) = inspection.arranged
    assert figures.worst.startswith("with '")
    assert figures.worst in inspection_text(inspection)


def test_an_inspection_says_in_how_many_arrangements_an_inn_is_cut_off() -> None:
    drawn = city(1, "any", "west 20 -- east 50")
    inspection = inspect_map(drawn, lower(drawn))
    (figures,) = inspection.arranged
    (line,) = (line for line in inspection_text(inspection).splitlines() if "setups" in line)
    assert f"spread {figures.mean:.2f} on average" in line
    assert line.endswith(f"; {figures.unreached} arrangements of {figures.arrangements} cut one off")


def test_figures_without_those_that_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = city(1, "any")
    lowered = lower(drawn)
    whole = inspect_map(drawn, lowered)
    assert whole.arranged
    monkeypatch.setattr("pnp.network.inspection.STEPS", 300)
    less = inspect_map(drawn, lowered)
    assert less.arranged == ()
    assert (less.map, less.moves, less.parts) == (whole.map, whole.moves, whole.parts)
