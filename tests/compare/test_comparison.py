"""What changed between two states of a pack."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.compare.comparison import (
    PackComparison,
    PackState,
    changed_parts,
    compared,
    state_of,
    thrown_away,
)
from pnp.compare.writing import as_html, as_lines
from pnp.diagnostics import Finding, Severity, Span
from pnp.loader import find_targets
from tests.language.packs import PACK, write


def states(folder: Path, *changes: tuple[str, str]) -> tuple[PackState, PackState]:
    text = PACK
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    found = []
    for name, each in (("old", PACK), ("new", text)):
        (folder / name).mkdir()
        found.append(state_of(write(folder / name, each)))
    return found[0], found[1]


def changed(folder: Path, *changes: tuple[str, str]) -> PackComparison:
    return compared(*states(folder, *changes))


@pytest.mark.slow
def test_nothing_changed_in_a_copy(tmp_path: Path) -> None:
    assert changed(tmp_path).is_empty


@pytest.mark.slow
def test_a_cell_changes_one_row_and_one_face(tmp_path: Path) -> None:
    old, new = states(tmp_path, ("Sloop,1,Market", "Sloop,3,Market"))
    found = compared(old, new)
    ((row,), (face,)) = (found.rows, found.faces)
    assert (row.component, row.row, row.change) == ("cards", "Sloop", "changed")
    assert [(each.field, each.before, each.after) for each in row.fields] == [("sails", "1", "3")]
    assert (face.part, face.change, face.sides) == ("Sloop", "changed", ("front",))
    assert changed_parts(old, new) == (("cards", ((1, 1),)),)
    assert thrown_away(old, new) == (("cards", ("Sloop",)),)


@pytest.mark.parametrize(("language", "expected"), [("en", ("4.5", "3.5")), ("de", ("4,5", "3,5"))])
def test_decimals_are_shown_as_the_game_prints_them(language: str, expected: tuple[str, str], tmp_path: Path) -> None:
    def state(price: str) -> PackState:
        text = PACK.replace("title: Harbour", f"title: Harbour\nlanguage: {language}")
        text = text.replace("  sails: whole number", "  sails: number").replace("Sloop,1,", f'Sloop,"{price}",')
        (tmp_path / price).mkdir()
        return state_of(write(tmp_path / price, text))

    (row,) = compared(state("4,5"), state("3,5")).rows
    assert [(each.field, each.before, each.after) for each in row.fields] == [("sails", *expected)]


@pytest.mark.slow
def test_only_missing_copies_are_printed_and_only_those_too_many_thrown_away(tmp_path: Path) -> None:
    def state(copies: int, sails: int = 1) -> PackState:
        rows = f"title,Sails,berth,Copies\nSloop,{sails},Market,{copies}"
        folder = tmp_path / f"{copies} {sails}"
        folder.mkdir()
        text = PACK.replace("title,Sails,berth\nSloop,1,Market", rows).replace('"Old pier"\n', '"Old pier",1\n')
        return state_of(write(folder, text))

    two, five = state(2), state(5)
    assert changed_parts(two, five) == (("cards", ((1, 3),)),)
    assert thrown_away(two, five) == ()
    assert changed_parts(five, two) == ()
    assert thrown_away(five, two) == (("cards", ("Sloop (3 of 5)",)),)
    other = state(5, sails=3)
    assert changed_parts(two, other) == (("cards", ((1, 5),)),)
    assert thrown_away(two, other) == (("cards", ("Sloop",)),)


@pytest.mark.slow
def test_rows_are_added_and_removed_by_name_not_by_line(tmp_path: Path) -> None:
    old, new = states(tmp_path, ("Sloop,1,Market\n", ""), ('"Old pier"\n', '"Old pier"\nKetch,2,Gate\n'))
    found = compared(old, new)
    assert sorted((each.row, each.change) for each in found.rows) == [("Ketch", "added"), ("Sloop", "removed")]
    assert changed_parts(old, new) == (("cards", ((2, 1),)),)
    assert thrown_away(old, new) == (("cards", ("Sloop",)),)


@pytest.mark.slow
def test_a_row_that_only_its_line_names_is_removed_and_changes_no_other(tmp_path: Path) -> None:
    """Rows by line: the second is changed, the fourth removed, the last one moved up, and one is added."""
    lines = ["Market,1,a", "Market,2,b", "Gate,1,c", "Gate,3,d", "Market,4,e", "Gate,6,f"]
    later = ["Gate,6,f", "Market,1,a", "Market,2,new", "Gate,1,c", "Market,4,e", "Gate,9,g"]
    table = 'title,Sails,berth\nSloop,1,Market\n"Cutter, large",2,"Old pier"\n'

    def state(name: str, rows: list[str], said: str = "{note} has") -> PackState:
        text = PACK.replace(table, "\n".join(("berth,sails,note", *rows, ""))).replace(
            "  title: text\n  sails: whole number\n  berth: place of bay",
            "  berth: place of bay\n  sails: number\n  note: text",
        )
        (tmp_path / name).mkdir()
        return state_of(write(tmp_path / name, text.replace("{title} has", said)))

    old, new = state("old", lines), state("new", later)
    both = compared(old, new)
    assert [(each.row, each.change) for each in both.rows] == [("4", "changed"), ("5", "removed"), ("7", "added")]
    assert [(each.part, each.was, each.change) for each in both.faces] == [
        ("4", ("3", 0), "changed"),
        ("5", None, "removed"),
        ("7", None, "added"),
    ]
    assert changed_parts(old, new) == (("cards", ((3, 1), (6, 1))),)
    assert thrown_away(old, new) == (("cards", ("3", "5")),)
    redrawn = compared(old, state("redrawn", later, "{note} had"))
    assert [(each.part, each.was and each.was[0], each.change) for each in redrawn.faces] == [
        ("3", "2", "changed"),
        ("4", "3", "changed"),
        ("5", "4", "changed"),
        ("5", None, "removed"),
        ("6", None, "changed"),
        ("2", "7", "changed"),
        ("7", None, "added"),
    ], "where every face looks different, each is that of its row"


@pytest.mark.slow
def test_a_road_changes_distances_and_a_verdict(tmp_path: Path) -> None:
    found = changed(tmp_path, ("  - Market -- Old pier -> Gate", "  - Market -- Gate\n  - Gate -> Old pier"))
    (each,) = found.maps
    assert "Market -- Old pier" in each.lost_roads
    assert ("Market", "Old pier", 1, 2) in [(way.start, way.goal, way.before, way.after) for way in each.distances]
    assert each.distances_changed == len(each.distances)
    assert ("near", "holds", "broken") in [(it.requirement, it.before, it.after) for it in found.verdicts]
    assert "broken-requirement" in [it.code for it in found.new_findings]


def test_the_requirements_of_the_pack_are_among_the_verdicts(tmp_path: Path) -> None:
    old, new = states(tmp_path, ("far('Market') <= 2", "far('Market') <= 0"))
    found = compared(old, new)
    assert [(it.map, it.requirement, it.before, it.after) for it in found.verdicts] == [
        ("", "not far", "holds", "broken")
    ]
    assert "  ~ the pack: not far: holds → broken" in as_lines(found)
    assert "<tr><td>the pack<td>not far<td><del>holds</del><td>broken" in as_html(found, old, new)


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        ([("far('Market') <= 2", "far('Markte') <= 2")], "unknown"),
        ([("far('Market') <= 2", "sum(1 for a in range(1, 3000) for b in range(1, 3000)) > 0")], "unknown"),
        ([("{name: not far, holds", "{name: near enough, holds")], "missing"),
    ],
)
def test_a_requirement_of_the_pack_that_cannot_be_evaluated_is_unknown(
    tmp_path: Path, changes: list[tuple[str, str]], after: str
) -> None:
    found = {it.requirement: (it.before, it.after) for it in changed(tmp_path, *changes).verdicts}
    assert found["not far"] == ("holds", after)


@pytest.mark.parametrize("name", ["name: near, ", ""])
def test_requirements_of_one_name_are_compared_one_by_one(tmp_path: Path, name: str) -> None:
    """The first of two is broken; one without a name is called for its demand."""
    near = "  - {name: near, distance: {from: Market, to: 'Old pier', is: 1}}"
    pair = [
        f"  - {{{name}distance: {{from: Market, to: 'Old pier', is: {first}}}}}\n"
        f"  - {{{name}distance: {{from: Market, to: Gate, at-most: 2}}}}"
        for first in (1, 2)
    ]
    states = []
    for number, text in enumerate(pair):
        (tmp_path / str(number)).mkdir()
        states.append(state_of(write(tmp_path / str(number), PACK.replace(near, text))))
    found = compared(*states).verdicts
    assert [(it.map, it.before, it.after) for it in found] == [("bay", "holds", "broken")]


DICE = """# file: pack.yaml
kind: pack
title: Dice
documents: [dice.yaml, side.yaml]
components: [{component: dice}]
# file: dice.yaml
kind: component
makes: die
template: side
rows: [ROWS]
# file: side.yaml
kind: template
size: 18
layers:
  - {text: "{n}", where: middle}
"""


def dice(folder: Path, *numbers: int) -> PackState:
    """The state of a pack with a die for every six numbers."""
    folder.mkdir()
    return state_of(write(folder, DICE.replace("ROWS", ", ".join(f"{{n: {number}}}" for number in numbers))))


@pytest.mark.slow
def test_dice_are_paired_by_their_pictures(tmp_path: Path) -> None:
    """Rows of dice are sides: a die before two others changes neither of them."""
    two = dice(tmp_path / "two", *range(1, 13))
    three = dice(tmp_path / "three", *range(21, 27), *range(1, 13))
    last = dice(tmp_path / "last", *range(7, 13))
    assert [each.change for each in compared(two, three).faces] == ["added"]
    assert changed_parts(two, three) == (("dice", ((1, 1),)),)
    assert thrown_away(two, three) == ()
    assert [each.change for each in compared(two, last).faces] == ["removed"]
    assert changed_parts(two, last) == ()


@pytest.mark.slow
def test_several_parts_of_one_name_are_thrown_away(tmp_path: Path) -> None:
    def state(*sails: int) -> PackState:
        folder = tmp_path / str(sails)
        folder.mkdir()
        rows = "".join(f"Sloop,{number},Market\n" for number in sails)
        return state_of(write(folder, PACK.replace("Sloop,1,Market\n", rows)))

    assert thrown_away(state(1, 2), state(3, 4)) == (("cards", ("Sloop", "Sloop")),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "cause"),
    [
        ("in layer 'a' (rows 'x', 'y' and 7 more)", "in layer 'a' (rows 'x', 'y' and 8 more)", None),
        ("no row has it: 36 rows", "no row has it: 37 rows", None),
        ("too wide (row 'x')", "too wide (rows 'x' and 'z')", "too wide"),
    ],
)
def test_a_finding_with_another_number_of_rows_is_the_same(
    before: str, after: str, cause: str | None, tmp_path: Path
) -> None:
    old, _ = states(tmp_path)

    def saying(message: str) -> PackState:
        finding = Finding("a-code", Severity.WARNING, message, Span("a.yaml", 1, 1), cause=cause)
        return PackState(replace(old.examined, report=replace(old.examined.report, findings=(finding,))))

    found = compared(saying(before), saying(after))
    assert (found.new_findings, found.gone_findings) == ((), ())
    assert len(compared(saying(before), saying("another fault")).new_findings) == (0 if cause else 1)


def test_a_second_equal_finding_is_new(tmp_path: Path) -> None:
    old, _ = states(tmp_path)
    finding = Finding("a-code", Severity.WARNING, "said twice", Span("a.yaml", 1, 1))

    def with_findings(*lines: int) -> PackState:
        found = tuple(replace(finding, span=Span("a.yaml", line, 1)) for line in lines)
        return PackState(replace(old.examined, report=replace(old.examined.report, findings=found)))

    one, two = with_findings(4), with_findings(7, 9)
    assert [each.span.line for each in compared(one, two).new_findings] == [9]
    assert [each.span.line for each in compared(two, one).gone_findings] == [9]


@pytest.mark.slow
def test_a_place_is_added_moved_and_removed(tmp_path: Path) -> None:
    found = changed(
        tmp_path,
        ("at: [25, 25]", "at: [30, 25]"),
        ("  Gate: {at: [45, 65]}", "  Gate: {at: [45, 65]}\n  Quay: {at: [60, 20]}"),
        ("{from: Gate, to: Market}", "{from: Gate, to: Market}\n  - Gate -- Quay"),
    )
    (each,) = found.maps
    assert (each.added, each.removed, each.moved) == (("Quay",), (), ("Market",))
    assert each.new_roads == ("Gate -- Quay",)


SHORE = """kind: grid-map
cells: square
terrain: |
  p f p
  p f p
legend: {p: plain, f: forest}
terrains: {plain: {}, forest: {}}
movement: {army: {along: [road, open]}, wagon: {never: forest}}
"""


def shores(folder: Path, later: str) -> PackComparison:
    """What changed from one map of a shore to a later one."""
    states = []
    for name, text in (("a", SHORE), ("b", later)):
        (folder / name).mkdir()
        (folder / name / "pack.yaml").write_text("kind: pack\ntitle: Shore\n", encoding="utf-8")
        (folder / name / "shore.yaml").write_text(text, encoding="utf-8")
        (target,) = find_targets([str(folder / name)])
        states.append(state_of(target))
    return compared(*states)


def test_cells_with_another_terrain_are_told(tmp_path: Path) -> None:
    found = shores(tmp_path, SHORE.replace("  p f p\n  p f p", "  p p p\n  p f f"))
    assert found.maps[0].terrain == ("B1: forest → plain", "C2: plain → forest")
    assert "  ~ terrain of C2: plain → forest" in list(as_lines(found))


def test_what_changed_for_a_movement_class_is_told(tmp_path: Path) -> None:
    later = SHORE.replace("never: forest}}", "never: [forest, C1]}, scout: {}}")
    found = shores(tmp_path, later)
    assert [(each.title, each.change, each.removed) for each in found.maps] == [
        ("shore for 'wagon'", "changed", ("C1",)),
        ("shore for 'scout'", "added", ()),
    ]
    lines = list(as_lines(found))
    assert "Map shore for 'wagon' (2)" in lines
    assert "  - place C1" in lines
    assert "  + the class itself" in lines
