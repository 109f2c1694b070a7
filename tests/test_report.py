"""The report as data, and several of them as one."""

from __future__ import annotations

import pytest

from pnp.diagnostics import ERROR, INFO, WARNING, Finding, Severity, Span
from pnp.report import Report, merge


def finding(line: int, code: str = "no-boats", severity: Severity = ERROR, pack: str | None = None) -> Finding:
    return Finding(code, severity, f"line {line}", Span("town.yaml", line), None, pack)


@pytest.mark.parametrize(
    ("severities", "fails", "fails_strictly"),
    [((), False, False), ((INFO,), False, False), ((WARNING,), False, True), ((WARNING, ERROR), True, True)],
)
def test_whether_a_report_fails(severities: tuple[Severity, ...], fails: bool, fails_strictly: bool) -> None:
    report = Report(tuple(finding(1, severity=severity) for severity in severities))
    assert report.fails() == fails
    assert report.fails(strict=True) == fails_strictly
    assert (report.errors, report.warnings, report.infos) == tuple(
        severities.count(severity) for severity in (ERROR, WARNING, INFO)
    )


def test_reports_merge_in_source_order() -> None:
    one = Report((finding(3), finding(1)), checks_run=2, suppressed=1, texts={"town.yaml": "a", "kit.yaml": "b"})
    other = Report((finding(2), finding(3, "a-code")), checks_run=3, texts={"kit.yaml": "b"})
    merged = merge((one, other))
    assert [(each.span.line, each.code) for each in merged.findings] == [
        (1, "no-boats"),
        (2, "no-boats"),
        (3, "a-code"),
        (3, "no-boats"),
    ]
    assert (merged.files, merged.checks_run, merged.suppressed) == (2, 5, 1)


def test_what_is_wrong_with_a_kit_is_told_once_for_all_its_packs() -> None:
    merged = merge(Report((finding(1, pack=pack),)) for pack in ("bay", "lake"))
    assert [each.pack for each in merged.findings] == ["bay"]
