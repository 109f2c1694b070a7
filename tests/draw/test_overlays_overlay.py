"""What is laid over maps: marks where the places are drawn, and words that say what they mean."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.diagnostics import ERROR, Span
from pnp.draw.overlays import FAULT, ROUTE, STEPS, Caption, Key, faded, heat_map, overlay
from pnp.model.maps.area_map import AreaMap, read_area_map
from pnp.network import Proof, Witness, lower, whereabouts
from pnp.network.inspection import inspect_network
from pnp.network.requirements import Verdict
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Scene, Text
from pnp.source import read_document

TOWN = """
kind: area-map
size: 100 x 60
areas: {A: {at: [20, 20]}, B: {at: [50, 20]}, C: {at: [80, 20]}, D: {at: [80, 50]}}
roads: [A -- B -- C -- A, C -- D]
"""
SPOTS = {"A": (20.0, 20.0), "B": (50.0, 20.0), "C": (80.0, 20.0), "D": (80.0, 50.0)}
BASE = Scene(100.0, 60.0, (Rect(0.0, 0.0, 100.0, 60.0, fill="#008000"),))


def town() -> AreaMap:
    root = read_document(TOWN.encode(), "town.yaml").root
    assert root is not None
    return read_area_map(root, "town")


def proof(witness: Witness | None, detail: str = "it is so") -> Proof:
    return Proof("town", "as it must be", "connected", ERROR, Span("town.yaml"), Verdict(False, detail, witness))


def flat(items: tuple[Item, ...]) -> list[Item]:
    found: list[Item] = []
    for item in items:
        found.extend(flat(item.items) if isinstance(item, Group) else [item])
    return found


def discs(scene: Scene, colour: str) -> set[tuple[float, float]]:
    """Where discs and rings of that colour lie, those of the legend left out."""
    return {
        (item.cx, item.cy)
        for item in flat(scene.items)
        if isinstance(item, Ellipse) and colour in (item.fill, item.stroke and item.stroke.colour) and item.cx > 10
    }


def words(scene: Scene) -> str:
    return " ".join(item.string for item in flat(scene.items) if isinstance(item, Text))


def test_places_are_ringed_and_closures_are_barred() -> None:
    witness = Witness(setup=(("C", "barrier"),), places=("C", "D"), cut=("C",))
    scene = overlay(BASE, SPOTS, proof(witness, "'D' is cut off when a barrier lies at 'C'"))
    assert scene is not None
    assert discs(scene, FAULT) == {SPOTS["C"], SPOTS["D"]}
    assert "as it must be" in words(scene)
    assert "'D' is cut off when a barrier lies at 'C'." in words(scene)
    assert "barrier what it is about" in words(scene)
    assert scene.height > BASE.height


def test_a_way_runs_from_place_to_place() -> None:
    scene = overlay(BASE, SPOTS, proof(Witness(path=("A", "B", "C"), distance=2)))
    assert scene is not None
    lines = [item.commands for item in flat(scene.items) if isinstance(item, Path) and item.stroke and not item.fill]
    assert (("M", 20.0, 20.0), ("L", 50.0, 20.0), ("L", 80.0, 20.0)) in lines
    assert discs(scene, ROUTE) == {SPOTS["A"], SPOTS["C"]}


@pytest.mark.parametrize(
    ("wind", "tip"), [("east", (1, 0)), ("west", (-1, 0)), ("south", (0, 1)), ("north-west", (-1, -1))]
)
def test_what_leaves_one_direction_points_there(wind: str, tip: tuple[int, int]) -> None:
    scene = overlay(BASE, SPOTS, proof(Witness(setup=(("B", f"one-way token {wind}"),), places=("A",))))
    assert scene is not None
    arrows = [item.commands for item in flat(scene.items) if isinstance(item, Path) and item.fill == "#FFFFFF"]
    (x, y) = next(commands[3][1:3] for commands in arrows if commands[3][1] > 10)  # type: ignore[misc]
    signs = tuple((number > 0.1) - (number < -0.1) for number in (x - SPOTS["B"][0], y - SPOTS["B"][1]))
    assert signs == tip
    assert f"one-way token {wind}" in words(scene)


@pytest.mark.parametrize("witness", [None, Witness(), Witness(places=("Z",)), Witness(path=("A",))])
def test_nothing_is_drawn_of_what_has_no_place(witness: Witness | None) -> None:
    assert overlay(BASE, SPOTS, proof(witness)) is None


def test_heat_is_darkest_where_most_ways_run() -> None:
    drawn = town()
    network = lower(drawn).network
    inspection = inspect_network(network, "town", "Town")
    scene = heat_map(drawn, BASE, whereabouts(drawn, network), inspection)
    assert scene is not None
    assert discs(scene, STEPS[-1]) == {SPOTS["C"]}
    assert discs(scene, STEPS[0]) == {SPOTS["A"], SPOTS["B"], SPOTS["D"]}
    assert "without it the map falls apart" in words(scene)
    assert "the only way between two parts" in words(scene)
    assert heat_map(drawn, BASE, {}, inspection) is None
    assert heat_map(drawn, BASE, SPOTS, replace(inspection, places=())) is None


def test_a_map_steps_back_behind_its_marks() -> None:
    assert faded((Rect(0.0, 0.0, 1.0, 1.0, fill="#000000"),)) == (Rect(0.0, 0.0, 1.0, 1.0, fill="#8C8C8C"),)


def test_a_legend_that_is_wider_than_the_map_takes_more_lines() -> None:
    keys = tuple(Key((), f"what the mark of number {number} means") for number in range(8))
    assert Caption("Title", "Text.", keys).height(60.0) > Caption("Title", "Text.", keys[:1]).height(60.0)
