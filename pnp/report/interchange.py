"""JSON, SARIF, GitHub annotations."""

import os
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from pnp.diagnostics import Finding, Rule, Span
from pnp.escape import SafeText, escaped, json_text
from pnp.network import Proof, Witness
from pnp.report.report import Report

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
        "findings": [_finding(finding) for finding in report.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
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
