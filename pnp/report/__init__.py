"""Findings and proofs in; the report as text, JSON, GitHub annotations and SARIF out."""

from pnp.report.report import Report, merge

__all__ = ["Report", "merge"]
