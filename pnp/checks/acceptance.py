"""Findings that content accepts: taken out of the report, counted, and told where they are not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, Finding, Rule, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.model.acceptance import Acceptance

UNUSED_ACCEPTANCE = Rule(
    "unused-acceptance",
    WARNING,
    """A finding is accepted that is not there.

What was accepted has been mended since, or its code or its name is misspelt. An acceptance that stays behind would
hide the next fault of its kind.

Fix: take the entry out of `accept`, or correct its `finding` and `at`.

Bad:
    kind: area-map
    areas: {Market: {}, Church: {}, Pier: {}}
    roads: [Market -- Church -- Pier -- Market]
    accept: [{finding: dead-end, at: Pier, because: the ferry turns here}]

Good:
    kind: area-map
    areas: {Market: {}, Church: {}, Harbour: {}, Pier: {}}
    roads: [Market -- Church -- Harbour -- Market, Harbour -- Pier]
    accept: [{finding: dead-end, at: Pier, because: the ferry turns here}]""",
)


def settle(
    findings: Iterable[Finding], accepted: Sequence[Acceptance], pack: str | None, tells_unused: bool = True
) -> tuple[tuple[Finding, ...], int]:
    """The findings that are not accepted, with one for each acceptance that covers none; and how many were accepted.

    Where there are errors, or where not all was looked at, nothing is said of such: what it covers may be hidden.
    """
    kept, used = [], set()
    count = 0
    for finding in findings:
        covering = next((acceptance for acceptance in accepted if acceptance.covers(finding)), None)
        if covering is None:
            kept.append(finding)
        else:
            used.add(covering)
            count += 1
    wrong = any(finding.severity is Severity.ERROR for finding in kept)
    unused = () if wrong or not tells_unused else (each for each in accepted if each not in used)
    return (*kept, *(UNUSED_ACCEPTANCE.finding(_fault(acceptance), pack) for acceptance in unused)), count


def _fault(acceptance: Acceptance) -> Fault:
    at = f" at '{acceptance.at}'" if acceptance.at else ""
    return Fault(acceptance.span, f"there is no '{acceptance.code}'{at} to accept", "take the entry out")
