"""The report for a person: each finding with its line of the file, then what was proved and counted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding, Severity

if TYPE_CHECKING:
    from pnp.report.report import Report

Paint = Callable[[str, str], str]
"""Colours a text for a terminal: the text and the name of its role in, the text to print out."""

WIDEST_LINE = 160
"""Characters of a line that are shown; a longer one is cut around the place."""

SAID = {"broken": "broken", "undecided": "undecided", "empty": "asking nothing", "not_asked": "not asked"}
"""How the summary names the verdicts on requirements that are not proved."""

LINE_BREAK = re.compile("\r\n|\r|\n")


def plain(text: str, _role: str) -> str:
    """The text as it is."""
    return text


def as_text(report: Report, paint: Paint = plain, infos: bool = True) -> str:
    """The report as text; without `infos`, information is only counted."""
    blocks = [
        "\n".join(_finding(finding, report, paint))
        for finding in report.findings
        if infos or finding.severity is not Severity.INFO
    ]
    return "\n\n".join([*blocks, "\n".join(_summary(report, paint))])


def printable(text: str) -> str:
    """The text without characters that would steer a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char == "\t" or not _steers(char) else "\N{REPLACEMENT CHARACTER}" for char in text)


def _steers(char: str) -> bool:
    """Whether it is a control, a break of lines, or a code point that is no character."""
    category = unicodedata.category(char)
    return category[0] == "C" or category in ("Zl", "Zp")


def _finding(finding: Finding, report: Report, paint: Paint) -> Iterator[str]:
    severity = paint(finding.severity.value, finding.severity.value)
    place, code = paint(printable(str(finding.span)), "place"), paint(f"[{finding.code}]", "code")
    yield f"{place}  {severity}  {printable(finding.message)}  {code}"
    yield from _snippet(finding, report.texts.get(finding.span.file), paint)
    if finding.hint:
        yield f"    {paint('→', 'hint')} {printable(finding.hint)}"


def _snippet(finding: Finding, text: str | None, paint: Paint) -> Iterator[str]:
    """The line that the finding is about, with the place underlined; nothing where the file can't be shown."""
    lines = _lines(text) if text else []
    span = finding.span
    if not (0 < span.line <= len(lines) and lines[span.line - 1].strip()):
        return
    line = lines[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(line) + 1
    before, marked, after = _around(line, span.column - 1, max(end - 1, span.column))
    marks = "".join("\t" if char == "\t" else " " * _width(char) for char in before)
    carets = "^" * max(1, sum(map(_width, marked)))
    yield f"{paint(f'{span.line:>6} │', 'rule')} {printable(before + marked + after)}"
    yield f"{paint('       │', 'rule')} {marks}{paint(carets, finding.severity.value)}"


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    """The lines of a file, split once for all that is found in it."""
    return LINE_BREAK.split(text)


def _around(line: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before, in and after a stretch of the line; of a very long line only what is near."""
    line = line.rstrip()
    first = max(0, min(start - WIDEST_LINE // 4, len(line) - WIDEST_LINE))
    last = first + WIDEST_LINE
    before, marked, after = line[first:start], line[start : min(end, last)], line[end:last]
    return ("…" if first else "") + before, marked, after + ("…" if last < len(line) else "")


def _width(char: str) -> int:
    """How many columns of a terminal the character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _summary(report: Report, paint: Paint) -> Iterator[str]:
    if report.proofs:
        proved, *others = report.verdicts.items()
        rest = "".join(f", {number:,} {SAID[verdict]}" for verdict, number in others if number)
        yield f"{proved[1]:,} of {_many(len(report.proofs), 'requirement')} on maps proved{rest}"
    counts = ", ".join((_many(report.errors, "error"), _many(report.warnings, "warning"), _many(report.infos, "note")))
    accepted = f", {report.suppressed} accepted" if report.suppressed else ""
    verdict = "error" if report.errors else "warning" if report.warnings else "good"
    yield f"{_many(report.files, 'file')}, {_many(report.checks_run, 'check')}: {paint(counts, verdict)}{accepted}"


def _many(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + ("" if number == 1 else "s")
