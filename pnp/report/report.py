"""The report, and its text for people."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Finding, Severity, Span
from pnp.escape import SafeText, blanked, line
from pnp.messages import many
from pnp.network import Proof

# The report: all findings and proofs of some packs, in source order.

VERDICTS = ("proved", "sampled", "broken", "undecided", "empty", "not_asked")
"""The verdicts on a requirement; one that is not asked is meaningless because of an error reported elsewhere."""


class Report(Struct, frozen=True):
    """Findings and proofs of the checked files; `texts` has the text of each file by name."""

    findings: tuple[Finding, ...] = ()
    proofs: tuple[tuple[str | None, Proof], ...] = ()
    checks_run: int = 0
    suppressed: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> int:
        """The number of checked files."""
        return len(self.texts)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of that severity."""
        return Counter(finding.severity for finding in self.findings)[severity]

    @property
    def errors(self) -> int:
        """The number of errors."""
        return self.count(Severity.ERROR)

    @property
    def warnings(self) -> int:
        """The number of warnings."""
        return self.count(Severity.WARNING)

    @property
    def infos(self) -> int:
        """The number of findings that are information only."""
        return self.count(Severity.INFO)

    @property
    def verdicts(self) -> dict[str, int]:
        """The number of requirements by verdict."""
        found = Counter(verdict_of(proof) for _, proof in self.proofs)
        return {verdict: found[verdict] for verdict in VERDICTS if found[verdict] or verdict != "sampled"}

    def fails(self, strict: bool = False) -> bool:
        """Whether the content has errors or, with `strict`, warnings."""
        return self.errors > 0 or (strict and self.warnings > 0)


def verdict_of(proof: Proof) -> str:
    """Return the verdict on a requirement, as counted in reports."""
    if proof.holds and proof.method == "sampled":
        return "sampled"
    if proof.holds is not None:
        return "proved" if proof.holds else "broken"
    if proof.is_empty:
        return "empty"
    return "undecided" if proof.asked else "not_asked"


def merge(reports: Iterable[Report]) -> Report:
    """Return one report of many: findings in source order, proofs in the order of the reports.

    Repeated findings are merged: a fault of a kit is found for every pack that uses it.
    """
    reports = tuple(reports)
    findings: dict[Finding, Finding] = {}
    for finding in (finding for report in reports for finding in report.findings):
        findings.setdefault(replace(finding, pack=None), finding)
    texts: dict[str, str] = {}
    for report in reports:
        texts.update(report.texts)
    return Report(
        findings=tuple(sorted(findings.values(), key=lambda finding: finding.order)),
        proofs=tuple(proof for report in reports for proof in report.proofs),
        checks_run=sum(report.checks_run for report in reports),
        suppressed=sum(report.suppressed for report in reports),
        texts=texts,
    )


# The report as text: each finding with its line of the file, then the numbers of proofs and findings.

Paint = Callable[[str, str], SafeText]
"""Escapes and colours a text for a terminal, given the text and its role."""

WIDEST_LINE = 160
"""Maximum number of characters of a quoted line; a longer one is cut around the finding."""

SHOWN = 20
"""Maximum number of findings of one code in one file that are printed: an imported map can have hundreds."""

SAID = {
    "sampled": "sampled",
    "broken": "broken",
    "undecided": "undecided",
    "empty": "asking nothing",
    "not_asked": "not asked",
}
"""The names of the verdicts other than proved in the summary."""

LINE_BREAK = re.compile("\r\n|\r|\n")


def plain(text: str, _role: str) -> SafeText:
    """Return the escaped text without colour."""
    return line(text)


def as_text(report: Report, paint: Paint = plain, infos: bool = True) -> SafeText:
    """Return the report as text; without `infos`, information is only counted.

    Of the findings of one code in one file only the first `SHOWN` are printed; the others are counted after these.
    """
    shown = [finding for finding in report.findings if infos or finding.severity is not Severity.INFO]
    left = Counter((finding.span.file, finding.code) for finding in shown)
    seen = Counter[tuple[str, str]]()
    blocks: list[str] = []
    for finding in shown:
        key = finding.span.file, finding.code
        seen[key] += 1
        if seen[key] <= SHOWN or left[key] == SHOWN + 1:
            blocks.append("\n".join(_finding(finding, report, paint)))
        elif seen[key] == SHOWN + 1:
            code = paint(f"[{finding.code}]", "code")
            more = f"  {left[key] - SHOWN:,} more of these; pnp check --format json lists all  "
            blocks.append(line(paint(finding.span.file, "place"), more, code))
    return SafeText("\n\n".join([*blocks, "\n".join(_summary(report, paint))]))


def _finding(finding: Finding, report: Report, paint: Paint) -> Iterator[SafeText]:
    severity = paint(finding.severity.value, finding.severity.value)
    place, code = paint(str(finding.span), "place"), paint(f"[{finding.code}]", "code")
    yield line(place, "  ", severity, "  ", finding.message, "  ", code)
    yield from _snippet(finding.span, report, paint, finding.severity.value, "^")
    if finding.other:
        if finding.other.file != finding.span.file:
            yield line("    and ", paint(str(finding.other), "place"))
        yield from _snippet(finding.other, report, paint, "rule", "-")
    if finding.hint:
        yield line("    ", paint("→", "hint"), " ", finding.hint)


def _snippet(span: Span, report: Report, paint: Paint, role: str, mark: str) -> Iterator[SafeText]:
    """Yield the line of a span with marks below it, in the colour of a role; nothing if the file cannot be shown."""
    text = report.texts.get(span.file)
    lines = _lines(text) if text else []
    if not (0 < span.line <= len(lines) and lines[span.line - 1].strip()):
        return
    row = lines[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(row) + 1
    before, marked, after = _cut_around(row, span.column - 1, max(end - 1, span.column))
    marks = "".join("\t" if char == "\t" else " " * _width(char) for char in before)
    carets = mark * max(1, sum(map(_width, marked)))
    yield line(paint(f"{span.line:>6} │", "rule"), " ", blanked(before + marked + after))
    yield line(paint("       │", "rule"), " ", SafeText(marks), paint(carets, role))


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    """Return the lines of a file, cached for all its findings."""
    return LINE_BREAK.split(text)


def _cut_around(row: str, start: int, end: int) -> tuple[str, str, str]:
    """Return the parts of the line before, in and after a range; a very long line is cut around it."""
    row = row.rstrip()
    first = max(0, min(start - WIDEST_LINE // 4, len(row) - WIDEST_LINE))
    last = first + WIDEST_LINE
    before, marked, after = row[first:start], row[start : min(end, last)], row[end:last]
    return ("…" if first else "") + before, marked, after + ("…" if last < len(row) else "")


def _width(char: str) -> int:
    """Return the number of terminal columns of the character."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _summary(report: Report, paint: Paint) -> Iterator[SafeText]:
    if report.proofs:
        proved, *others = report.verdicts.items()
        rest = "".join(f", {number:,} {SAID[verdict]}" for verdict, number in others if number)
        yield line(f"{proved[1]:,} of {many(len(report.proofs), 'requirement')} on maps proved{rest}")
    counts = ", ".join((many(report.errors, "error"), many(report.warnings, "warning"), many(report.infos, "note")))
    accepted = f", {report.suppressed} accepted" if report.suppressed else ""
    verdict = "error" if report.errors else "warning" if report.warnings else "good"
    looked_at = f"{many(report.files, 'file')}, {many(report.checks_run, 'check')}: "
    yield line(looked_at, paint(counts, verdict), accepted)
