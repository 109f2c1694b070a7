"""Findings that say again what a broken requirement says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.proofs import WEIGHTS, MapProofs, falls_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.diagnostics import Finding
    from pnp.network.proof import Proof

APART = ("unreachable-place", "disconnected-part", "trap")
"""The checks that tell why places don't reach each other."""

SAME = {"no-dead-end": ("dead-end",), "no-crossing": ("crossing-roads",), "seams-meet": ("seam-mismatch",)}
"""The checks that look for just what a demand forbids."""

CAUSES = {"stuck-lane": (*APART, "dead-end", "articulation-point", "bridge")}
"""The checks that tell why others find what they find."""


def without_consequences(found: Iterable[Finding], proofs: MapProofs) -> Iterator[Finding]:
    """The findings without those whose cause another or a broken requirement tells, as heavily: one cause gives one."""
    findings = tuple(found)
    causes = {code for finding in findings for code in CAUSES.get(finding.code, ())}
    told: dict[str, int] = dict.fromkeys(causes, 0)
    for proof in proofs.broken():
        for code in _told_by(proof):
            told[code] = min(told.get(code, len(WEIGHTS)), WEIGHTS.index(proof.severity))
    for finding in findings:
        if told.get(finding.code, len(WEIGHTS)) > WEIGHTS.index(finding.severity):
            yield finding


def _told_by(proof: Proof) -> tuple[str, ...]:
    return APART if falls_apart(proof) else SAME.get(proof.demand, ())
