"""The report for a person: each finding with its line of the file, then what was proved and counted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding, Severity
from pnp.escape import Printed, blanked, line

if TYPE_CHECKING:
    from pnp.report.report import Report

Paint = Callable[[str, str], Printed]
"""Escapes and colours a text for a terminal: the text and the name of its role in, the text to print out."""

WIDEST_LINE = 160
"""Characters of a line that are shown; a longer one is cut around the place."""

SAID = {"broken": "broken", "undecided": "undecided", "empty": "asking nothing", "not_asked": "not asked"}
"""How the summary names the verdicts on requirements that are not proved."""

LINE_BREAK = re.compile("\r\n|\r|\n")


def plain(text: str, _role: str) -> Printed:
    """The escaped text without colour."""
    return line(text)


def as_text(report: Report, paint: Paint = plain, infos: bool = True) -> Printed:
    """The report as text; without `infos`, information is only counted."""
    blocks = [
        "\n".join(_finding(finding, report, paint))
        for finding in report.findings
        if infos or finding.severity is not Severity.INFO
    ]
    return Printed("\n\n".join([*blocks, "\n".join(_summary(report, paint))]))


def _finding(finding: Finding, report: Report, paint: Paint) -> Iterator[Printed]:
    severity = paint(finding.severity.value, finding.severity.value)
    place, code = paint(str(finding.span), "place"), paint(f"[{finding.code}]", "code")
    yield line(place, "  ", severity, "  ", finding.message, "  ", code)
    yield from _snippet(finding, report.texts.get(finding.span.file), paint)
    if finding.hint:
        yield line("    ", paint("→", "hint"), " ", finding.hint)


def _snippet(finding: Finding, text: str | None, paint: Paint) -> Iterator[Printed]:
    """The line that the finding is about, with the place underlined; nothing where the file can't be shown."""
    lines = _lines(text) if text else []
    span = finding.span
    if not (0 < span.line <= len(lines) and lines[span.line - 1].strip()):
        return
    row = lines[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(row) + 1
    before, marked, after = _around(row, span.column - 1, max(end - 1, span.column))
    marks = "".join("\t" if char == "\t" else " " * _width(char) for char in before)
    carets = "^" * max(1, sum(map(_width, marked)))
    yield line(paint(f"{span.line:>6} │", "rule"), " ", blanked(before + marked + after))
    yield line(paint("       │", "rule"), " ", Printed(marks), paint(carets, finding.severity.value))


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    """The lines of a file, split once for all that is found in it."""
    return LINE_BREAK.split(text)


def _around(row: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before, in and after a stretch of the line; of a very long line only what is near."""
    row = row.rstrip()
    first = max(0, min(start - WIDEST_LINE // 4, len(row) - WIDEST_LINE))
    last = first + WIDEST_LINE
    before, marked, after = row[first:start], row[start : min(end, last)], row[end:last]
    return ("…" if first else "") + before, marked, after + ("…" if last < len(row) else "")


def _width(char: str) -> int:
    """How many columns of a terminal the character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _summary(report: Report, paint: Paint) -> Iterator[Printed]:
    if report.proofs:
        proved, *others = report.verdicts.items()
        rest = "".join(f", {number:,} {SAID[verdict]}" for verdict, number in others if number)
        yield line(f"{proved[1]:,} of {_many(len(report.proofs), 'requirement')} on maps proved{rest}")
    counts = ", ".join((_many(report.errors, "error"), _many(report.warnings, "warning"), _many(report.infos, "note")))
    accepted = f", {report.suppressed} accepted" if report.suppressed else ""
    verdict = "error" if report.errors else "warning" if report.warnings else "good"
    looked_at = f"{_many(report.files, 'file')}, {_many(report.checks_run, 'check')}: "
    yield line(looked_at, paint(counts, verdict), accepted)


def _many(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + ("" if number == 1 else "s")
