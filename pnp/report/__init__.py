"""The report on findings and proofs as text, JSON, GitHub annotations and SARIF."""

from pnp.report.report import Report, merge

__all__ = ["Report", "merge"]
