"""What the tool says of the bundled games: golden texts, read by a person when they change."""

from __future__ import annotations

from collections.abc import Callable

from tests.games import EACH_GAME_BY_NIGHT, examined

VERDICTS = {True: "holds", False: "broken", None: "unknown"}


@EACH_GAME_BY_NIGHT
def test_the_report_on_a_game(game: str, golden: Callable[[str, str], None]) -> None:
    report = examined(game).report
    told = [f"{each.span.file}:{each.span.line} {each.severity.value} {each.code}" for each in report.findings]
    proofs = [f"{proof.map}: {proof.name}: {VERDICTS[proof.holds]}" for _, proof in report.proofs]
    golden(f"report-{game}.txt", "\n".join([*told, f"{report.suppressed} accepted", "", *proofs, ""]))


@EACH_GAME_BY_NIGHT
def test_a_game_has_no_errors_and_no_warnings(game: str) -> None:
    report = examined(game).report
    assert (report.errors, report.warnings) == (0, 0)
    assert all(proof.holds is not None for _, proof in report.proofs)
