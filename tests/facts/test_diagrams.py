"""Diagrams looked up: parts, ways, what is laid, and what a map does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.facts.diagrams import LAW_WIDTH, TALLEST, WIDTH, Sketch
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.scene.items import BoundingBox
from tests.pipeline import told
from tests.rulebook.charts import examined


def shown(folder: Path, diagram: str) -> Sketch:
    game = examined(folder, f"- diagram: {diagram}")
    assert game.report.errors == 0, told(game.report)
    (panel,) = game.documents["rules"].panels()
    return panel.sketch


def test_a_map_by_its_name_is_all_of_it(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "bay")
    assert (sketch.map.id, sketch.whole, sketch.width, sketch.height) == ("bay", True, WIDTH, WIDTH * 80 / 120)


def test_a_way_is_counted(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: bay, way: [Market, Pier]}")
    assert sketch.way == (("Market", 0), ("Church", 1), ("Pier", 2))
    further = shown(tmp_path, "{map: bay, way: [Market, Pier, Gate]}")
    assert further.way == (("Market", 0), ("Church", 1), ("Pier", 2), ("Ferry", 3), ("Gate", 4))


def test_a_way_is_that_of_a_movement_class(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: bay, way: [Market, Pier], for: boat}")
    assert [name for name, _ in sketch.way] == ["Market", "Mill", "Gate", "Ferry", "Pier"]
    far = shown(tmp_path, "{map: bay, distances-from: Market, for: boat}")
    assert dict(far.labels) == {"Pier": "4", "Ferry": "3", "Gate": "2", "Mill": "1"}


def test_what_lies_where_a_class_never_is_does_not_close_its_way(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: bay, way: [Market, Gate], for: boat, laid: {Church: rope}}")
    assert [name for name, _ in sketch.way] == ["Market", "Mill", "Gate"]
    assert sketch.laid == (("Church", "rope"),)


def test_a_way_goes_round_what_is_closed(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: bay, way: [Market, Pier], laid: {Church: rope}}")
    assert [name for name, _ in sketch.way] == ["Market", "Mill", "Gate", "Ferry", "Pier"]
    assert sketch.laid == (("Church", "rope"),)


def test_ways_end_where_an_address_is_served(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: lanes, way: [A1 N, B2 S]}")
    assert sketch.way[0] == ("4/2", 0)
    assert sketch.way[-1][0] == "9/11"


def test_distances_stand_on_all_other_places(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: bay, distances-from: Market, labels: {Market: A}}")
    assert dict(sketch.labels) == {"Market": "A", "Church": "1", "Pier": "2", "Ferry": "3", "Gate": "2", "Mill": "1"}


@pytest.mark.slow
def test_the_part_around_places_stays_on_the_map(tmp_path: Path) -> None:
    assert shown(tmp_path, "{map: bay, around: [Church, Pier], margin: 10}").window == BoundingBox(50, 5, 110, 30)
    assert shown(tmp_path, "{map: bay, around: Market, margin: 25}").window == BoundingBox(0, 0, 45, 45)
    assert shown(tmp_path, "{map: bay, around: Market, way: [Mill, Church], margin: 5}").window == BoundingBox(
        15, 10, 65, 65
    )
    assert shown(tmp_path, "{map: bay, crop: top half}").window == BoundingBox(0, 0, 120, 40)


def test_none_is_taller_than_a_page(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: bay, crop: 0 0 10 80, width: 60}")
    assert (sketch.width, sketch.height) == (TALLEST * 10 / 80, TALLEST)


def test_what_lies_on_a_stretch_is_named_by_its_spot(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: town, laid: {High Street 3: arrow east, West gate: gate}}")
    assert sketch.laid == (("High Street 3", "arrow east"), ("West gate", "gate"))


def test_the_law_has_half_a_column(tmp_path: Path) -> None:
    sketch = shown(tmp_path, "{map: lanes, show: left}")
    assert (sketch.show, sketch.width, sketch.height) == ("left", LAW_WIDTH, LAW_WIDTH)


@pytest.mark.parametrize(
    ("diagram", "message", "hint"),
    [
        ("bya", "there is no map 'bya'", "did you mean 'bay'?"),
        ("{map: bay, style: mini-stile}", "there is no map style 'mini-stile'", "did you mean 'mini-style'?"),
        ("{map: bay, tile: A}", "the map 'bay' has no tile 'A'", None),
        ("{map: bay, way: [Market, Peer]}", "'Peer' is no place of the map 'bay'", "did you mean 'Pier'?"),
        ("{map: bay, highlight: Chorch}", "'Chorch' is no place of the map 'bay'", "did you mean 'Church'?"),
        ("{map: bay, show: turns}", "'turns' can be shown of a block map, and 'bay' is none", None),
        (
            "{map: lanes, show: left, way: [4/2, 9/11]}",
            "'left' is a diagram by itself; parts, ways and marks are those of a map",
            "leave out 'show' to show the map",
        ),
        ("{map: bay, crop: 0 0 200 80}", "the part '0 0 200 80' does not lie on the map of 120 × 80 mm", None),
        ("{map: bay, crop: 5 5 0.1 40}", "the part '5 5 0.1 40' is less than 0.5 mm wide or high", None),
        ("{map: bay, crop: top haff}", "'top haff' is no part of a map", "did you mean 'top half'?"),
        ("{map: bay, laid: {Mill: rope}}", "'rope' can't lie on 'Mill'", None),
        ("{map: bay, laid: {Church: rop}}", "'rop' can't lie on 'Church'", "did you mean 'rope'?"),
        (
            "{map: bay, way: [Market, Pier], laid: {Church: rope, Gate: rope}}",
            "no way leads from 'Market' to 'Pier'",
            None,
        ),
        (
            "{map: bay, way: [Market, Pier], for: boot}",
            "the map 'bay' has no movement class 'boot'",
            "did you mean 'boat'?",
        ),
        ("{map: bay, way: [Market, Church], for: boat}", "'Church' is no place where 'boat' may be", None),
        (
            "{map: bay, way: [Market, Pier], for: boat, laid: {Gate: rope}}",
            "no way leads from 'Market' to 'Pier' for 'boat'",
            None,
        ),
        (
            "{map: town, way: [High Street 1, West gate]}",
            "no way leads to 'West gate', which is neither a place nor a site",
            "did you mean 'West Lane 2'?",
        ),
    ],
)
def test_what_the_game_does_not_have_is_told(tmp_path: Path, diagram: str, message: str, hint: str | None) -> None:
    game = examined(tmp_path, f"- diagram: {diagram}")
    (finding,) = [found for found in game.report.findings if found.code == "undrawable-diagram"]
    assert (finding.message, finding.hint) == (message, hint)
    assert game.documents["rules"].panels() == ()
    assert game.report.errors == 1, told(game.report)


def test_what_the_map_itself_is_at_fault_for_is_told_once(tmp_path: Path) -> None:
    game = examined(tmp_path, "- diagram: {map: lanes, way: [4/2, 9/11]}")
    assert game.report.errors == 0
    broken = (tmp_path / "lanes.yaml").read_text(encoding="utf-8").replace("rows: 2", "rows: none")
    (tmp_path / "lanes.yaml").write_text(broken, encoding="utf-8")
    again = examine(load(find_targets([str(tmp_path)])[0]))
    assert [found.span.file.endswith("lanes.yaml") for found in again.report.findings] == [True], told(again.report)


def test_a_way_goes_on_from_the_space_that_served_an_address(tmp_path: Path) -> None:
    way = shown(tmp_path, "{map: lanes, way: [A1 N, B2 NW, B2 S]}").way
    assert [moves for _, moves in way] == list(range(len(way)))
    assert ("7/7", 7) in way
    assert len({name for name, _ in way}) == len(way)
