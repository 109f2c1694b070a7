"""The cards that are measured are a sound pack, whichever way their rows are written; nothing is measured here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.cards.deck import write_pack
from benchmarks.cards.rows import COLOURS, rows
from benchmarks.judging import Verdict, size, table
from benchmarks.measuring import OFTEN, Failed, Task, in_turn, middle
from benchmarks.parts import PARTS, Part
from pnp.build.examine import examine
from pnp.loader import find_targets
from pnp.loader.pack import load


def test_both_ways_to_write_rows_give_the_same_cards(tmp_path: Path) -> None:
    faces = []
    for name, in_a_table in (("table", True), ("yaml", False)):
        write_pack(tmp_path / name, rows(12), table=in_a_table)
        (target,) = find_targets([str(tmp_path / name)])
        examined = examine(load(target))
        assert [finding.message for finding in examined.report.findings] == []
        faces.append([part.front.items for part in examined.drawn[0].parts.parts])
    assert len(faces[0]) == 12
    assert [len(items) for items in faces[0]] == [6] * 12
    assert [part.name for part in examined.drawn[0].parts.parts][:2] == ["0001", "0002"]


def test_rows_differ_and_stay_as_they_are() -> None:
    made = rows(540)
    assert len({row["title"] for row in made}) == 540
    assert {row["colour"]: row["code"] for row in made} == COLOURS
    assert all(int(row["code"][1:3], 16) == int(row["r"]) for row in made)
    assert made[:5] == rows(5)


def test_a_table_is_one_of_markdown() -> None:
    lines = table(("", "clock"), [("pnp", "0.5 s"), ("floor", "0.2 s")]).splitlines()
    assert lines == ["|  | clock |", "|---|---:|", "| pnp | 0.5 s |", "| floor | 0.2 s |"]
    assert (size(950), size(1_550_000)) == ("1 kB", "1.6 MB")


def test_a_promise_is_kept_or_named() -> None:
    kept, missed = Verdict("to the floor", 1.4, 1.5), Verdict("memory", 301, 300, "MB")
    assert (kept.kept, missed.kept) == (True, False)
    assert missed.row() == ("memory", "300 MB", "301 MB", "**no**")


@pytest.mark.nightly
def test_commands_take_turns_and_tell_what_went_wrong(tmp_path: Path) -> None:
    told: list[str] = []
    tasks = [Task(name, (sys.executable, "-c", "print()"), tmp_path) for name in ("one", "other")]
    taken = in_turn(tasks, 1, told.append)
    assert told == ["one, to warm up", "other, to warm up", *["one, round 1 of 1", "other, round 1 of 1"] * OFTEN]
    assert middle(taken["one"], "memory") > 1
    assert len(set(in_turn(tasks, 3, told.append, patience=-1)["one"])) == 1
    broken = Task("broken", (sys.executable, "-c", "raise SystemExit('no ferry today')"), tmp_path)
    with pytest.raises(Failed, match="no ferry today"):
        in_turn([broken], 1, told.append)


def test_the_page_has_a_section_for_each_part() -> None:
    assert list(PARTS) == ["cards", "start", "games", "maps"]
    assert Part("Cards", "words").verdicts == ()
