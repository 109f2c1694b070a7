"""The report: everything that a check of some packs has to say, in source order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pnp.network import Proof


@dataclass(frozen=True, slots=True)
class Report:
    """Findings and proofs, with what was looked at; `texts` holds the lines of each file for whoever shows them."""

    findings: tuple[Finding, ...] = ()
    proofs: tuple[tuple[str | None, Proof], ...] = ()
    files: int = 0
    checks_run: int = 0
    suppressed: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)

    def count(self, severity: Severity) -> int:
        """How many findings have that severity."""
        return Counter(finding.severity for finding in self.findings)[severity]

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return self.count(Severity.ERROR)

    @property
    def warnings(self) -> int:
        """How many warnings there are."""
        return self.count(Severity.WARNING)

    @property
    def infos(self) -> int:
        """How many findings are information only."""
        return self.count(Severity.INFO)

    def fails(self, strict: bool = False) -> bool:
        """Whether the content is at fault: an error, or with `strict` a warning."""
        return self.errors > 0 or (strict and self.warnings > 0)


def merge(reports: Iterable[Report]) -> Report:
    """One report of many: findings in source order and each once, proofs in the order of the reports."""
    reports = tuple(reports)
    findings = {finding: None for report in reports for finding in report.findings}
    texts: dict[str, str] = {}
    for report in reports:
        texts.update(report.texts)
    return Report(
        findings=tuple(sorted(findings, key=lambda finding: finding.order)),
        proofs=tuple(proof for report in reports for proof in report.proofs),
        files=sum(report.files for report in reports),
        checks_run=sum(report.checks_run for report in reports),
        suppressed=sum(report.suppressed for report in reports),
        texts=texts,
    )
