"""Findings and proofs in; the report as text, JSON, GitHub annotations and SARIF out."""

from pnp.report.report import Report

__all__ = ["Report"]
