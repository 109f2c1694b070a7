"""The route map among the examples: it is sound, and its proofs fail on planted faults."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.diagnostics import INFO
from pnp.report import Report
from tests.pipeline import ROOT, report_on, told

EXAMPLE = ROOT / "content" / "examples" / "silvermere"


def report_with(folder: Path, file: str, old: str, new: str) -> Report:
    """The report on the example with a changed text, which is there once."""
    copy = folder / "silvermere"
    shutil.copytree(EXAMPLE, copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    return report_on(copy)


@pytest.mark.slow
def test_the_example_is_sound() -> None:
    report = report_on(EXAMPLE)
    assert not [finding for finding in report.findings if finding.severity is not INFO], told(report)
    assert [proof.holds for _, proof in report.proofs] == [True] * 7


LINE = "  - {from: Yarrow, to: Zeal, kind: rail, spaces: 5, colour: clubs}\n"
SHORT = "spaces: 3, colour: hearts}\n  - {from: Brack"

FAULTS = [
    ("silvermere.yaml", LINE, "", "broken-requirement", "Zeal"),
    ("silvermere.yaml", "at-most: 32", "at-most: 30", "broken-requirement", "costs 31 (7 moves)"),
    ("silvermere.yaml", SHORT, SHORT.replace("3", "5"), "crowded-road", "room"),
    ("tickets.csv", "Alderby,Zeal\n", "Zeal,Zeal\n", "broken-rule", "worth"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("file", "old", "new", "code", "words"), FAULTS)
def test_a_planted_fault_is_found(tmp_path: Path, file: str, old: str, new: str, code: str, words: str) -> None:
    report = report_with(tmp_path, file, old, new)
    assert any(each.code == code and words in each.message for each in report.findings), told(report)
