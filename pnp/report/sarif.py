"""The report in the Static Analysis Results Interchange Format, version 2.1.0."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pnp.escape import json_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.diagnostics import Finding, Rule
    from pnp.escape import Printed
    from pnp.report.report import Report

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def as_sarif(report: Report, rules: Iterable[Rule], version: str) -> Printed:
    """The report as SARIF text; `rules` are the pages of the codes it may name."""
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
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }


def _result(finding: Finding) -> dict[str, Any]:
    span = finding.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": max(span.end_column, span.column if span.end_line == span.line else 1),
    }
    text = f"{finding.message} ({finding.hint})" if finding.hint else finding.message
    return {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": quote(os.fsencode(span.file))}, "region": region}}
        ],
    }
