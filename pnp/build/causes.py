"""One cause, one finding: what other findings tell already is taken out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.checks.pack.too_much_work import too_much_work
from pnp.checks.scene.unusable_value import unusable_value
from pnp.diagnostics import Finding, Severity
from pnp.source.rules import SURPRISING_VALUE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OVERWORKED = "steps of work"
"""What messages of a budget that ran out say."""

ROWS = re.compile(r" \(rows? '.*\)$", re.DOTALL)
"""The end of a message that names the rows it is about."""


def each_cause_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, none twice; no surprise where the value is wrong anyway; a value that many templates use once.

    Where a pack takes too much work, no formula of it is reported for its own part of that.
    """
    found = tuple(dict.fromkeys(findings))
    if any(finding.code == too_much_work.rule.code for finding in found):
        found = tuple(each for each in found if each.code == too_much_work.rule.code or OVERWORKED not in each.message)
    wrong = {_place(finding) for finding in found if finding.severity is Severity.ERROR}
    told = {_cause(finding) for finding in found if not _is_derived(finding)}
    for finding in found:
        surprise = finding.code == SURPRISING_VALUE.code and _place(finding) in wrong
        if not surprise and not (_is_derived(finding) and _cause(finding) in told):
            yield finding


def _is_derived(finding: Finding) -> bool:
    """Whether it is about a value where a template uses it, not where it is written."""
    written = finding.span.pointer.startswith("/rows/") or finding.span.row is not None
    return finding.code == unusable_value.rule.code and not written


def _cause(finding: Finding) -> str:
    return ROWS.sub("", finding.message)


def _place(finding: Finding) -> tuple[str, int, int]:
    return finding.span.file, finding.span.line, finding.span.column
