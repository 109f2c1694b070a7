"""Positions for the areas of a map, and the document with them: nothing else in it changes."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path

import pytest

from pnp.geometry.untangling import is_inside
from pnp.importing.placement import PlacementError, place_map, with_positions
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import GameMap
from tests.pipeline import report_on, told

DRAFT = """\
# a draft
kind: area-map     # areas and roads
name: The 'draft'
areas:
  Ant:
  Bee: {}   # a comment that stays
  Cat: {tags: [start]}
  Dog:
    # two lines
    tags: [end]
  Eel: ~
  "Fox, old": {label: "{F}"}
roads: [Ant -- Bee -- Cat -- Dog -- Ant, Eel -- Ant, "Eel -- Fox, old"]
"""


def read(folder: Path, text: str) -> AreaMap:
    path = folder / "draft.yaml"
    path.write_bytes(text.encode())
    (found,) = [each for target in find_targets([str(path)]) for each in load(target).game.all(GameMap)]
    assert isinstance(found, AreaMap)
    return found


def written(folder: Path, text: str, again: bool = False) -> str:
    found = read(folder, text)
    return with_positions(text.encode(), "draft.yaml", place_map(found, again=again)).decode()


def test_positions_are_written_in_and_all_else_stays(tmp_path: Path) -> None:
    text = written(tmp_path, DRAFT)
    assert text.splitlines()[3] == "size: 190 x 130"
    without = re.sub(r"\n    at: \[[\d, ]+\]|at: \[[\d, ]+\](, )?|\nsize: 190 x 130", "", text)
    assert without == DRAFT.replace("Ant:", "Ant: {}").replace("Eel: ~", "Eel: {}")
    assert re.search(r"  Bee: \{at: \[\d+, \d+\]\}   # a comment that stays\n", text)
    (tmp_path / "draft.yaml").write_text(text)
    report = report_on(tmp_path / "draft.yaml")
    assert not report.errors, told(report)
    assert all(area.at for area in read(tmp_path, text).areas)


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_a_map_in_braces_and_any_line_ends(tmp_path: Path, end: str) -> None:
    text = (
        f"{{kind: area-map, areas: {{A: , B: {{}},{end} C: {{in: d}}}}, districts: {{d: {{}}}}, roads: [A -- B]}}{end}"
    )
    found = written(tmp_path, text)
    assert found.startswith("{kind: area-map, size: 190 x 130, areas: {A: {at: [")
    assert found.count(end) == text.count(end)


def test_positions_that_are_there_stay_unless_all_are_placed(tmp_path: Path) -> None:
    areas = "{A: {at: [10, 10]}, B: {at: [90.5, 90]}, C: {}}"
    text = f"kind: area-map\nsize: 100 x 100\nareas: {areas}\nroads: [A -- C -- B]\n"
    found = written(tmp_path, text)
    assert found.startswith(text.partition(", C")[0])
    assert "[10, 10]" not in written(tmp_path, text, again=True)
    with pytest.raises(PlacementError, match="every area has a position"):
        place_map(read(tmp_path, found))


def test_a_shared_entry_is_not_written_to(tmp_path: Path) -> None:
    text = "kind: area-map\nareas: {A: &x {tags: [a]}, B: *x}\nroads: [A -- B]\n"
    with pytest.raises(PlacementError, match="the position of 'A' can't be written in"):
        written(tmp_path, text)


def test_an_anchor_that_nobody_uses_is_no_obstacle(tmp_path: Path) -> None:
    assert "&x {at: [" in written(tmp_path, "kind: area-map\nareas: {A: &x {tags: [a]}, B: }\nroads: [A -- B]\n")


def test_inherited_areas_are_placed_in_their_own_map(tmp_path: Path) -> None:
    text = "kind: area-map\nareas: {A: , B: }\nroads: [A -- B]\n"
    placed = place_map(read(tmp_path, text))
    with pytest.raises(PlacementError, match="place that map first"):
        with_positions(b"kind: area-map\nextends: draft\n", "heir.yaml", placed)


def test_the_same_map_gets_the_same_positions(tmp_path: Path) -> None:
    assert written(tmp_path, DRAFT) == written(tmp_path, DRAFT)


@pytest.mark.nightly
@pytest.mark.parametrize(("areas", "size"), [(20, (190, 130)), (54, (260, 190)), (200, (520, 380)), (400, (710, 510))])
def test_a_map_without_a_size_gets_one_that_suits_it(tmp_path: Path, areas: int, size: tuple[int, int]) -> None:
    names = ", ".join(f"N{number}: " for number in range(areas))
    roads = " -- ".join(f"N{number}" for number in range(areas))
    placed = place_map(read(tmp_path, f"kind: area-map\nareas: {{{names}}}\nroads: [{roads}]\n"))
    assert (placed.map.width, placed.map.height) == size


def test_roads_with_more_spaces_are_longer_and_those_round_the_edge_do_not_count(tmp_path: Path) -> None:
    roads = "[{from: A, to: B, spaces: 6}, {from: B, to: C, spaces: 2}, {from: C, to: D, spaces: 2}, D -- E -- F]"
    text = f"kind: area-map\nareas: {{A: , B: , C: , D: , E: , F: }}\nroads: {roads}\n"
    at = {area.id: area.at for area in place_map(read(tmp_path, text)).map.areas}
    lengths = [dist(at[start] or (0, 0), at[end] or (0, 0)) for start, end in ("AB", "BC", "CD")]
    assert lengths[0] > 2 * max(lengths[1:])
    wrapped = text.replace("D -- E -- F]", "D -- E -- F, {from: A, to: F, wraps: west}]")
    assert place_map(read(tmp_path, wrapped)).positions == place_map(read(tmp_path, text)).positions


def test_areas_whose_outlines_grow_are_placed_inside_the_coast(tmp_path: Path) -> None:
    coast = "[[20, 20], [170, 20], [170, 60], [80, 60], [80, 120], [20, 120]]"
    text = f"""\
kind: area-map
size: 190 x 130
outlines: {{grow: true, coast: {coast}}}
adjacency: drawn
areas: {{A: , B: , C: , D: , E: , F: , G: }}
roads: [{{from: A, to: B, kind: strait}}, B -- C -- D -- E -- F -- G]
"""
    shape = ((20, 20), (170, 20), (170, 60), (80, 60), (80, 120), (20, 120))
    assert all(is_inside(point, shape) for point in place_map(read(tmp_path, text)).positions.values())
