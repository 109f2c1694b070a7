"""Reading grid maps: pictures, names, places, sides and roads."""

from __future__ import annotations

import pytest

from pnp.model.maps.grid_map import GridMap, read_grid_map
from tests.model.reading import root_of

LEGEND = 'legend: {".": plain, f: forest, "-": none}\n'


def grid_map(text: str) -> GridMap:
    return read_grid_map(root_of("kind: grid-map\n" + text), "land")


def numbers(drawn: GridMap) -> list[str]:
    return [cell.number for cell in drawn.cells]


def test_a_spaced_picture_is_read_as_a_dense_one() -> None:
    spaced = grid_map(f"cells: hex-pointy\n{LEGEND}terrain: |\n  . f .\n   f . f\n  . . -\n")
    dense = grid_map(f"cells: hex-pointy\n{LEGEND}terrain: |\n  .f.\n  f.f\n  ..-\n")
    assert numbers(spaced) == numbers(dense) == ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3"]
    assert [str(cell.terrain) for cell in spaced.cells] == [str(cell.terrain) for cell in dense.cells]
    assert spaced.picture.faults == dense.picture.faults == ()


def test_a_blank_leaves_a_cell_out() -> None:
    assert numbers(grid_map(f"cells: square\n{LEGEND}terrain: |\n  .. .\n  ....\n")) == [
        *("A1", "B1", "D1"),
        *("A2", "B2", "C2", "D2"),
    ]
    assert numbers(grid_map(f"cells: square\n{LEGEND}terrain: |\n  .   .\n  . . .\n")) == ["A1", "C1", "A2", "B2", "C2"]


@pytest.mark.parametrize("style", ["|", "|2", "|-"])
def test_each_cell_has_its_place_in_the_file(style: str) -> None:
    drawn = grid_map(f"cells: square\n{LEGEND}terrain: {style}\n  . f\n  f .\n")
    assert [(cell.number, cell.span.line, cell.span.column) for cell in drawn.cells] == [
        ("A1", 5, 3),
        ("B1", 5, 5),
        ("A2", 6, 3),
        ("B2", 6, 5),
    ]


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        (("...", "...", "..."), []),
        (("..", "...", "..."), [("ragged", 1, 4)]),
        ((". . .", " . .", ". . ."), []),
        ((". . .", " . . .", ". ."), [("ragged", 3, 5)]),
        ((" . .", ". .", " . ."), [("shifted", 1, 4), ("shifted", 3, 4)]),
        ((". . .", ". .  .", ". . ."), [("between", 2, 8)]),
    ],
)
def test_lines_that_do_not_fit_the_others(lines: tuple[str, ...], faults: list[tuple[str, int, int]]) -> None:
    picture = "".join(f"  {line}\n" for line in lines)
    drawn = grid_map(f"cells: hex-pointy\n{LEGEND}terrain: |2\n{picture}")
    assert [(each.disorder, each.row + 1, each.span.column) for each in drawn.picture.faults] == faults


@pytest.mark.parametrize(
    ("picture", "joined"),
    [
        ("\n  . . .\n   . . .\n  . . .\n", True),
        (">\n  . . .\n  . . .\n  . . .\n", True),
        ("|\n  . . .\n\n\n# a note\n", False),
        (" . . .\n", False),
    ],
)
def test_lines_that_yaml_joins_are_no_picture(picture: str, joined: bool) -> None:
    drawn = grid_map(f"cells: square\n{LEGEND}terrain: {picture}places: {{Gate: {{at: A2}}}}\n")
    assert [each.disorder for each in drawn.picture.faults] == ["joined"] * joined
    assert joined == drawn.damaged == drawn.picture.may_lack("A2")


def test_a_named_cell_has_its_name_and_its_number() -> None:
    drawn = grid_map(
        "cells: square\nextent: 3 x 2\n"
        "places:\n  Gate: {at: B2, tags: [start], label: G}\n  Stairs: {at: B2}\n  Hall: {at: D9}\n"
    )
    gate = drawn.place("Gate")
    assert gate
    assert (gate.label, [tag.name for tag in gate.tags], gate.at) == ("G", ["start"], (27.0, 27.0))
    assert drawn.index["Gate"] == drawn.index["B2"] == 4
    assert [(one.id, other.id) for one, other in drawn.again] == [("Gate", "Stairs")]
    assert [ref.name for ref in drawn.mentions] == ["D9"]


def test_letters_give_terrain_district_and_tags() -> None:
    drawn = grid_map(
        "cells: square\nterrains: {floor: {tags: [dry]}}\n"
        "legend: {a: {terrain: floor, in: Hall, tags: [safe]}}\nterrain: aa\n"
        "places: {Gate: {at: A1, in: Yard, tags: [start]}}\n"
    )
    gate, other = drawn.places
    assert (str(gate.district), str(other.district)) == ("Yard", "Hall")
    assert [tag.name for tag in gate.tags] == ["floor", "dry", "safe", "start"]


def test_an_entry_that_names_a_side_overrides_one_around_cells() -> None:
    drawn = grid_map(
        "cells: square\nextent: 2 x 1\nsides:\n"
        "  - {between: [A1, B1], kind: door}\n  - {around: [A1], kind: wall}\n  - {of: A1, towards: W, kind: fence}\n"
    )
    kinds = {(side.cell, side.side): side.kind.id for side in drawn.survey.sides}
    assert kinds == {(0, 0): "wall", (0, 1): "door", (0, 2): "wall", (0, 3): "fence"}
    assert drawn.survey.contradictions == ()


def test_a_bridge_is_over_its_river_in_any_order() -> None:
    for kinds in (("river", "bridge"), ("bridge", "river")):
        sides = "".join(f"  - {{between: [A1, B1], kind: {kind}}}\n" for kind in kinds)
        drawn = grid_map(f"cells: square\nextent: 2 x 1\nsides:\n{sides}")
        assert [side.kind.id for side in drawn.survey.sides] == ["bridge"]
        assert drawn.survey.contradictions == ()


def test_sides_between_two_groups_of_cells() -> None:
    drawn = grid_map("cells: square\nextent: 3 x 3\nsides:\n  - {between: [[A1, A2, A3], [B1, B2, C3]], kind: river}\n")
    assert [(drawn.cells[side.cell].id, side.side) for side in drawn.survey.sides] == [("A1", 1), ("A2", 1)]


def test_a_road_fills_in_the_cells_between() -> None:
    drawn = grid_map("cells: hex-pointy\nextent: 4 x 4\nroads:\n  - A1 -- D1\n  - [A1, B3]\n")
    assert [[drawn.cells[number].id for number in cells] for _, cells in drawn.tracks] == [
        ["A1", "B1", "C1", "D1"],
        ["A1", "A2", "B3"],
    ]


def test_a_known_kind_keeps_what_its_entry_does_not_say() -> None:
    drawn = grid_map("cells: square\nextent: 2 x 1\nside-kinds: {door: {cost: 2}, portcullis: {closed: true}}\n")
    door, portcullis = drawn.side_kinds["door"], drawn.side_kinds["portcullis"]
    assert (door.draw, door.cost, str(door.over)) == ("door", 2, "wall")
    assert (portcullis.draw, portcullis.closed) == ("border", True)
