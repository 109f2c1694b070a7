"""The report as workflow commands that GitHub shows beside the lines of a change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.escape import Printed, escaped

if TYPE_CHECKING:
    from pnp.diagnostics import Finding
    from pnp.report.report import Report

BREAKS = {"\r": "%0D", "\n": "%0A"}
LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def as_github(report: Report) -> Printed:
    """One command a finding."""
    return Printed("\n".join(_command(finding) for finding in report.findings))


def _command(finding: Finding) -> str:
    span = finding.span
    place = f"file={_property(span.file)},line={span.line},col={span.column}"
    end = f"endLine={span.end_line},endColumn={span.end_column}"
    message = f"{finding.message} ({finding.hint})" if finding.hint else finding.message
    return f"::{LEVELS[finding.severity]} {place},{end},title={_property(finding.code)}::{_data(message)}"


def _data(text: str) -> str:
    """The text as GitHub decodes it; its own line breaks are kept, other steering characters are escaped."""
    parts = re.split(r"([\r\n])", text)
    return "".join(BREAKS.get(part) or escaped(part).replace("%", "%25") for part in parts)


def _property(text: str) -> str:
    return _data(escaped(text)).replace(":", "%3A").replace(",", "%2C")
