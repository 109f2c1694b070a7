"""The report: findings and proofs, as text, JSON, SARIF and GitHub annotations."""

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Finding, Rule, Severity, Span
from pnp.escape import SafeText, blanked, escaped, json_text, line
from pnp.messages import many
from pnp.network import Proof, Witness

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


SHOWN_APART = 5
"""Maximum number of proved minimum distances whose pairs without a way are counted after the numbers of proofs."""


def _summary(report: Report, paint: Paint) -> Iterator[SafeText]:
    if report.proofs:
        proved, *others = report.verdicts.items()
        rest = "".join(f", {number:,} {SAID[verdict]}" for verdict, number in others if number)
        yield line(f"{proved[1]:,} of {many(len(report.proofs), 'requirement')} on maps proved{rest}")
        apart = [proof for _, proof in report.proofs if proof.holds and proof.verdict.apart]
        for proof in apart[:SHOWN_APART]:
            pairs = (
                f"{many(proof.verdict.apart, 'pair')} of '{proof.name}' {'has' if proof.verdict.apart == 1 else 'have'}"
            )
            enough = "no way, which counts as far enough ('reachable: true' requires one)"
            yield line(f"  {proof.span.file}:{proof.span.line}: {pairs} {enough}")
        if len(apart) > SHOWN_APART:
            yield line(f"  so have pairs of {many(len(apart) - SHOWN_APART, 'more requirement')}")
    counts = ", ".join((many(report.errors, "error"), many(report.warnings, "warning"), many(report.infos, "note")))
    accepted = f", {report.suppressed} accepted" if report.suppressed else ""
    verdict = "error" if report.errors else "warning" if report.warnings else "good"
    looked_at = f"{many(report.files, 'file')}, {many(report.checks_run, 'check')}: "
    yield line(looked_at, paint(counts, verdict), accepted)


# The report as one JSON object, as `schemas/report.schema.json` describes it.

VERSION = "1.2"


def as_json(report: Report) -> SafeText:
    """Return the report as JSON text."""
    return json_text(as_dict(report))


def as_dict(report: Report) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        "version": VERSION,
        "summary": {
            "files": report.files,
            "errors": report.errors,
            "warnings": report.warnings,
            "infos": report.infos,
            "checks_run": report.checks_run,
            "suppressed": report.suppressed,
            "requirements": report.verdicts,
        },
        "proofs": [_proof(pack, proof) for pack, proof in report.proofs],
        "findings": [_finding_data(finding) for finding in report.findings],
    }


def _finding_data(finding: Finding) -> dict[str, Any]:
    span = finding.span
    data: dict[str, Any] = {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "hint": finding.hint,
        "pack": finding.pack,
        **_place(span),
    }
    if span.row is not None:
        data["row"] = span.row
    if span.sheet:
        data["sheet"] = span.sheet
    if finding.languages:
        data["languages"] = list(finding.languages)
    if finding.other:
        data["other"] = _place(finding.other)
    return data


def _place(span: Span) -> dict[str, Any]:
    place = {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
    return {"file": span.file, **place, "path": span.pointer}


def _proof(pack: str | None, proof: Proof) -> dict[str, Any]:
    data = {
        "pack": pack,
        "map": proof.map,
        "name": proof.name,
        "file": proof.span.file,
        "line": proof.span.line,
        "scope": proof.scope,
        "asked": proof.asked and not proof.is_empty,
        "holds": proof.holds,
        "detail": proof.detail,
        "method": proof.method,
        "seed": proof.seed,
        "setups_total": str(proof.verdict.setups_total),
        "setups_checked": proof.verdict.setups_checked,
        "setups_covered": proof.verdict.setups_covered,
    }
    return {**data, "witness": _witness(proof.witness)} if proof.witness else data


def _witness(witness: Witness) -> dict[str, Any]:
    return {
        "setup": [{"choice": choice, "option": option} for choice, option in witness.setup],
        "places": list(witness.places),
        "path": list(witness.path),
        "cut": list(witness.cut),
        "distance": witness.distance,
    }


# The report in the Static Analysis Results Interchange Format, version 2.1.0.

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
SARIF_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def as_sarif(report: Report, rules: Iterable[Rule], version: str) -> SafeText:
    """Return the report as SARIF text; `rules` are the pages of the codes that it may contain."""
    named = {finding.code for finding in report.findings}
    driver = {"name": "pnp", "version": version, "rules": [_rule(rule) for rule in rules if rule.code in named]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding) for finding in report.findings],
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.page},
        "defaultConfiguration": {"level": SARIF_LEVELS[rule.severity]},
    }


def _told(finding: Finding) -> str:
    """Return the message with its hint; of a workbook, in which lines cannot be shown, also the sheet and the cell."""
    place = str(finding.span).removeprefix(f"{finding.span.file}, ") + ": " if finding.span.sheet else ""
    return f"{place}{finding.message}" + (f" ({finding.hint})" if finding.hint else "")


def _result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": SARIF_LEVELS[finding.severity],
        "message": {"text": _told(finding)},
        "locations": [_location(finding.span)],
    }
    return {**result, "relatedLocations": [_location(finding.other)]} if finding.other else result


def _location(span: Span) -> dict[str, Any]:
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": max(span.end_column, span.column if span.end_line == span.line else 1),
    }
    return {"physicalLocation": {"artifactLocation": {"uri": quote(os.fsencode(span.file))}, "region": region}}


# The report as GitHub workflow commands, which become annotations of changed lines.

BREAKS = {"\r": "%0D", "\n": "%0A"}
ANNOTATION_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def as_github(report: Report) -> SafeText:
    """Return the report with one command per finding."""
    return SafeText("\n".join(_command(finding) for finding in report.findings))


def _command(finding: Finding) -> str:
    span = finding.span
    place = f"file={_property(span.file)},line={span.line},col={span.column}"
    end = f"endLine={span.end_line},endColumn={span.end_column}"
    message = _told(finding)
    return f"::{ANNOTATION_LEVELS[finding.severity]} {place},{end},title={_property(finding.code)}::{_data(message)}"


def _data(text: str) -> str:
    """Return the text encoded for GitHub: line breaks as GitHub decodes them, other control characters escaped."""
    parts = re.split(r"([\r\n])", text)
    return "".join(BREAKS.get(part) or escaped(part).replace("%", "%25") for part in parts)


def _property(text: str) -> str:
    return _data(escaped(text)).replace(":", "%3A").replace(",", "%2C")
