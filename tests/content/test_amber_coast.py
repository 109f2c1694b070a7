"""The example of a region map: nothing is wrong with it, and faults planted in drawing or document are found."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pipeline import ROOT, report_on

PACK = ROOT / "content" / "examples" / "amber-coast"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACK, tmp_path / "amber-coast"))


def planted(folder: Path, file: str, change: Callable[[str], str]) -> set[str]:
    """The codes of what is found after a change of one file."""
    text = (folder / file).read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    (folder / file).write_text(changed, encoding="utf-8")
    return {finding.code for finding in report_on(folder).findings}


@pytest.mark.slow
def test_nothing_is_wrong_and_all_is_proved(folder: Path) -> None:
    report = report_on(folder)
    assert [finding for finding in report.findings if finding.code != "unfinished-pack"] == []
    assert [proof.verdict.holds for _, proof in report.proofs] == [True] * 5


@pytest.mark.slow
def test_a_wall_too_many_breaks_a_proof(folder: Path) -> None:
    """Mountains on every side but one make a land a dead end."""

    def closed(text: str) -> str:
        walls = "".join(
            f"  - {{between: [Frosthold, {other}], kind: impassable}}\n"
            for other in ("Greyfell", "Stonewater", "High Moor", "Mistral Sea")
        )
        return text.replace("borders:\n", f"borders:\n{walls}")

    assert "broken-requirement" in planted(folder, "realm.yaml", closed)


@pytest.mark.slow
def test_a_realm_without_harbours_breaks_a_proof(folder: Path) -> None:
    assert planted(folder, "realm.yaml", lambda text: text.replace(", tags: [harbour]", "")) & {
        "empty-requirement", "unknown-tag", "broken-requirement",
    }  # fmt: skip


@pytest.mark.slow
def test_a_path_with_another_name_is_found(folder: Path) -> None:
    found = planted(folder, "realm.svg", lambda text: text.replace('label="Roseford"', 'label="Rosefrod"'))
    assert "stray-outline" in found


@pytest.mark.slow
def test_a_path_that_is_drawn_over_its_neighbour_is_found(folder: Path) -> None:
    def shifted(text: str) -> str:
        return text.replace(
            '<path inkscape:label="Larkmere"', '<path transform="translate(4 0)" inkscape:label="Larkmere"'
        )

    assert "outline-overlap" in planted(folder, "realm.svg", shifted)


@pytest.mark.slow
def test_a_missing_path_is_found(folder: Path) -> None:
    found = planted(folder, "realm.svg", lambda text: re.sub(r'<path inkscape:label="Vintry"[^>]*>', "", text))
    assert "missing-outline" in found
