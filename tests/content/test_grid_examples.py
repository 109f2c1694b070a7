"""The examples on hexes and on squares: they are sound, their proofs fail on planted faults, and their boards print."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.diagnostics import INFO
from pnp.report import Report
from tests.pipeline import ROOT, report_on, told

EXAMPLES = ROOT / "content" / "examples"


def report_with(folder: Path, name: str, *changes: tuple[str, str]) -> Report:
    """The report on an example with changed texts, each of which is there once."""
    copy = folder / name
    shutil.copytree(EXAMPLES / name, copy)
    (game_map,) = (path for path in copy.glob("*.yaml") if "kind: grid-map" in path.read_text(encoding="utf-8"))
    text = game_map.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    game_map.write_text(text, encoding="utf-8")
    return report_on(copy)


@pytest.mark.parametrize("name", ["three-fords", "candle-vaults"])
def test_an_example_is_sound(name: str) -> None:
    report = report_on(EXAMPLES / name)
    assert not [finding for finding in report.findings if finding.severity is not INFO], told(report)
    assert [proof.holds for _, proof in report.proofs] == [True] * 4


FAULTS = [
    # The river is as high as a wall: only the crossings are left, and a town is cut off when one is washed out.
    (
        "three-fords",
        (("river: {cost: 2}", "river: {closed: true}"), ("{between: [\"0804\", \"0805\"], kind: bridge", "{between: [\"0804\", \"0805\"], kind: river"),
         ("{between: [\"1406\", \"1407\"], kind: ford", "{between: [\"1406\", \"1407\"], kind: river"), ("only: [West ford, Old bridge, East ford]", "only: [West ford]")),
        ["a washed-out crossing cuts nobody off", "every town is within fourteen points of both camps"],
    ),
    ("three-fords", (("forest: {name: Forest, cost: 2}", "forest: {name: Forest, cost: 9}"), ("hills: {name: Hills, cost: 2}", "hills: {name: Hills, cost: 9}"),
                     ("meadow: {name: Meadow}", "meadow: {name: Meadow, cost: 3}")), ["every town is within fourteen points of both camps"]),
    # Without the secret door, the crypt has one door, and the lock may lie there.
    ("candle-vaults", (("  - {between: [N12, O12], kind: secret door, name: Crypt wall}\n", ""),), ["one locked door shuts nobody in"]),
    ("candle-vaults", (("pool: {name: Pool, cost: 3", "pool: {name: Pool, cost: 30"), ("floor: {name: Floor}", "floor: {name: Floor, cost: 2}")),
     ["no candle is further than thirty points from the stairs"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "broken"), FAULTS)
def test_a_planted_fault_breaks_the_proof_that_it_concerns(
    name: str, changes: tuple[tuple[str, str], ...], broken: list[str], tmp_path: Path
) -> None:
    report = report_with(tmp_path, name, *changes)
    assert [proof.name for _, proof in report.proofs if proof.holds is False] == broken, told(report)
