"""What the tool says of the bundled games: a golden text, read by a person when it changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pnp.build import examine
from pnp.load import load
from pnp.load.target import bundled_packs
from pnp.report import Report, merge

VERDICTS = {True: "holds", False: "broken", None: "unknown"}


@pytest.fixture(scope="module")
def report() -> Report:
    """What `pnp check` says of every bundled game."""
    return merge(examine(load(target)).report for target in bundled_packs())


def test_the_report_on_the_bundled_games(report: Report, golden: Callable[[str, str], None]) -> None:
    told = [f"{each.span.file}:{each.span.line} {each.severity.value} {each.code}" for each in report.findings]
    proofs = [f"{pack}/{proof.map}: {proof.name}: {VERDICTS[proof.holds]}" for pack, proof in report.proofs]
    golden("report.txt", "\n".join([*told, f"{report.suppressed} accepted", "", *proofs, ""]))


def test_the_bundled_games_have_no_errors_and_no_warnings(report: Report) -> None:
    assert (report.errors, report.warnings) == (0, 0)
    assert all(proof.holds is not None for _, proof in report.proofs)
