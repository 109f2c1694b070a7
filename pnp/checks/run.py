"""Runs checks; accepted findings; where an expression is at fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from pnp.diagnostics import ERROR, WARNING, Check, Fault, Finding, Rule, Severity, Span, Subject
from pnp.expression import ExpressionError
from pnp.interrupts import pass_on_interrupt
from pnp.model.reference import Acceptance, Formula

# Running checks: every one of them, whatever becomes of the others.

MOST = 1_000
"""How many findings of one check on one subject are told."""

CRASHED_CHECK = Rule(
    "crashed-check",
    ERROR,
    """A check, or the drawing of a component, stopped because of a fault of pnp.

All else went on, but what this check looks for may be in the content all the same. It is not your content that is at
fault.

Fix: report it, with the content that shows it.""",
)


def run_checks(
    checks: Iterable[Check[Subject]], subject: Subject, at: Span, pack: str | None = None
) -> Iterator[Finding]:
    """The findings of all `checks` on one subject, of each as many as a person may read.

    A check that crashes becomes a finding at `at`.
    """
    for each in checks:
        try:
            found = each.run(subject, pack)
            yield from islice(found, MOST)
            if next(found, None):
                yield each.rule.finding(Fault(at, f"there is more like this: only the first {MOST:,} are told"), pack)
        except Exception as error:  # a crash of one check must not silence the others
            yield crashed(f"the check '{each.rule.code}'", error, at, pack)


def crashed(what: str, error: Exception, at: Span, pack: str | None) -> Finding:
    """The finding that tells of a fault of our own; an interrupt that a library made an error of goes on as one."""
    pass_on_interrupt(error)
    message = f"{what} stopped: {type(error).__name__}: {error}"
    return CRASHED_CHECK.finding(
        Fault(at, message, "this is a fault of pnp, not of your content: please report it"), pack
    )


# Findings that content accepts: taken out of the report, counted, and told where they are not needed.

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


# Where in a file an expression is at fault.


def at_offset(formula: Formula, error: ExpressionError) -> Span:
    """The part of the formula's span that the error is about; the whole of it where quotes or line breaks hide the
    columns.
    """
    span = formula.span
    if span.line != span.end_line or span.end_column - span.column != len(formula.text):
        return span
    start = span.column + error.start
    return replace(span, column=start, end_column=max(start + 1, span.column + error.end))
