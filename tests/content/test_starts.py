"""The small packs that new ones can start with: they check clean, build at once, and fit on few sheets."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest

from pnp.build.starter import STARTS, start_folder
from tests.cli.conftest import Run, pnp, work

__all__ = ["pnp", "work"]

SMALL = [start for start in STARTS if start != "full"]


@pytest.mark.slow
@pytest.mark.parametrize(("start", "sheets"), [("deck", 7), ("board", 3), ("tiles", 3)])
def test_it_has_no_finding_and_is_printed_on_few_sheets(pnp: Run, work: Path, start: str, sheets: int) -> None:
    assert pnp("new", "my-game", "--start", start).status == 0
    report = json.loads(pnp("check", "my-game", "--strict", "--format", "json").out)
    assert report["findings"] == []
    assert all(proof["holds"] for proof in report["proofs"])
    assert pnp("build", "my-game", "--strict", "--format", "pdf").status == 0
    assert len(pypdfium2.PdfDocument("output/my-game/my-game-a4.pdf")) <= sheets


@pytest.mark.parametrize("start", SMALL)
def test_it_is_small_and_says_what_each_of_its_files_is_for(start: str) -> None:
    documents = sorted(start_folder(start).glob("*.yaml"))
    assert 3 <= len(documents) <= 9
    for path in documents:
        first, second, *_ = path.read_text(encoding="utf-8").splitlines()
        assert first.startswith("# yaml-language-server: $schema=../../../schemas/"), path
        assert second.startswith("# "), path


@pytest.mark.slow
@pytest.mark.parametrize("start", SMALL)
def test_low_ink_leaves_the_grounds_white(pnp: Run, work: Path, start: str) -> None:
    assert pnp("build", start_folder(start), "--variant", "low-ink", "--format", "pdf").status == 0


def test_a_folder_is_not_called_as_a_component(pnp: Run, work: Path) -> None:
    ran = pnp("new", "cards", "--start", "deck")
    assert (ran.status, Path("cards").exists()) == (2, False)
    assert re.search("a component of the game is called 'cards' too; name another folder", ran.err)


def test_a_table_is_a_start_of_its_own(pnp: Run, work: Path) -> None:
    Path("a.csv").write_text("Title\nA\n")
    assert pnp("new", "my-game", "--start", "deck", "--from", "a.csv").status == 2
