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


@pytest.mark.slow
@pytest.mark.parametrize(("name", "proofs"), [("three-fords", 7), ("candle-vaults", 4)])
def test_an_example_is_sound(name: str, proofs: int) -> None:
    report = report_on(EXAMPLES / name)
    assert not [finding for finding in report.findings if finding.severity is not INFO], told(report)
    assert [proof.holds for _, proof in report.proofs] == [True] * proofs


FAULTS = [
    # Nobody can swim any more, and a flood washes out all three crossings at once.
    (
        "three-fords",
        (
            ("river: {cost: 2}", "river: {closed: true}"),
            ("East ford], at-most: 1}", "East ford], at-most: 3}"),
            ("connected: true, with: {washout: 1}", "connected: true, with: {washout: 3}"),
        ),
        ["a washed-out crossing cuts nobody off"],
    ),
    # Guns keep off trails, and the fords are too deep for them: they are left with the bridge.
    (
        "three-fords",
        (("crosses: {river: never}", "crosses: {river: never, ford: never}, along: [open, road]"),),
        ["no washed-out crossing keeps guns from a town"],
    ),
    # Rain: the country off the roads is heavy going.
    (
        "three-fords",
        (
            ("forest: {name: Forest, cost: 2}", "forest: {name: Forest, cost: 9}"),
            ("hills: {name: Hills, cost: 2}", "hills: {name: Hills, cost: 9}"),
            ("meadow: {name: Meadow}", "meadow: {name: Meadow, cost: 3}"),
        ),
        ["every town is within fourteen points of both camps", "horse are at the other camp in three turns"],
    ),
    # Without the secret door, the crypt has one door, and the lock may be on that.
    (
        "candle-vaults",
        (("  - {between: [N12, O12], kind: secret door, name: Crypt wall}\n", ""),),
        ["one locked door shuts nobody in"],
    ),
    # The floor is slippery.
    (
        "candle-vaults",
        (("floor: {name: Floor}", "floor: {name: Floor, cost: 2}"),),
        ["no candle is further than thirty points from the stairs"],
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "changes", "broken"), FAULTS)
def test_a_planted_fault_breaks_the_proof_that_it_concerns(
    name: str, changes: tuple[tuple[str, str], ...], broken: list[str], tmp_path: Path
) -> None:
    report = report_with(tmp_path, name, *changes)
    assert [proof.name for _, proof in report.proofs if proof.holds is False] == broken, told(report)
