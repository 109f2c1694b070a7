"""The report: everything that a check of some packs has to say, in source order."""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding, Severity
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pnp.network import Proof

VERDICTS = ("proved", "broken", "undecided", "empty", "not_asked")
"""What a requirement can be: not asked is one that a fault reported elsewhere makes meaningless."""


@dataclass(frozen=True, slots=True)
class Report:
    """Findings and proofs, with what was looked at; `texts` holds the text of each file."""

    findings: tuple[Finding, ...] = ()
    proofs: tuple[tuple[str | None, Proof], ...] = ()
    checks_run: int = 0
    suppressed: int = 0
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> int:
        """How many files were looked at."""
        return len(self.texts)

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

    @property
    def verdicts(self) -> dict[str, int]:
        """How many requirements there are of each verdict."""
        found = Counter(verdict_of(proof) for _, proof in self.proofs)
        return {verdict: found[verdict] for verdict in VERDICTS}

    def fails(self, strict: bool = False) -> bool:
        """Whether the content is at fault: an error, or with `strict` a warning."""
        return self.errors > 0 or (strict and self.warnings > 0)


def verdict_of(proof: Proof) -> str:
    """The verdict on a requirement as the report counts it."""
    if proof.holds is not None:
        return "proved" if proof.holds else "broken"
    if proof.is_empty:
        return "empty"
    return "undecided" if proof.asked else "not_asked"


def merge(reports: Iterable[Report]) -> Report:
    """One report of many: findings in source order, proofs in the order of the reports.

    Each finding is told once: what is wrong with a kit is found again for every pack that uses it.
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
