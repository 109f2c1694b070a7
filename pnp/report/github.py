"""The report as workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.diagnostics import Finding
    from pnp.report.report import Report

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def as_github(report: Report) -> str:
    """One command a finding."""
    return "\n".join(_command(finding) for finding in report.findings)


def _command(finding: Finding) -> str:
    span = finding.span
    place = f"file={_property(span.file)},line={span.line},col={span.column}"
    end = f"endLine={span.end_line},endColumn={span.end_column}"
    message = f"{finding.message} ({finding.hint})" if finding.hint else finding.message
    return f"::{LEVELS[finding.severity]} {place},{end},title={_property(finding.code)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
