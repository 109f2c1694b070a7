"""Running checks: every one of them, whatever becomes of the others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Check, Fault, Finding, Rule, Span, Subject
from pnp.interrupts import pass_on_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
