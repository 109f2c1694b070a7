"""The report as one JSON object, as `schemas/report.schema.json` describes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.escape import json_text

if TYPE_CHECKING:
    from pnp.diagnostics import Finding
    from pnp.escape import Printed
    from pnp.network import Proof, Witness
    from pnp.report.report import Report

VERSION = "1.1"


def as_json(report: Report) -> Printed:
    """The report as JSON text."""
    return json_text(as_dict(report))


def as_dict(report: Report) -> dict[str, Any]:
    """The report as plain data."""
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
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "path": span.pointer,
    }
    if span.row is not None:
        data["row"] = span.row
    if finding.languages:
        data["languages"] = list(finding.languages)
    return data


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
