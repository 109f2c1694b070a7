"""The totals of a pack: counted over all of its documents, the first excess reported."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Fault, Finding, Rule, Span
from pnp.source.ledger import LARGE, PackLimit, PackTotals

BOATS = PackLimit(1_000, "the pack has more than {most:,} boats", "sell some")
CREWS = PackLimit(1_000, "the pack has more than {most:,} crews", "let some go", grows=False)


class Told:
    """Totals of a pack with what they report."""

    def __init__(self, scale: int = 1) -> None:
        self.findings: list[Finding] = []
        self.totals = PackTotals(self._report, scale)

    def _report(self, rule: Rule, span: Span, message: str, hint: str) -> None:
        self.findings.append(rule.finding(Fault(span, message, hint)))


def at(line: int) -> Span:
    return Span("bay.yaml", line)


def test_only_the_first_excess_is_told() -> None:
    told = Told()
    assert told.totals.add(BOATS, 1_000, at(1))
    assert told.totals.left(BOATS) == 0
    assert not told.totals.add(BOATS, 1, at(2))
    assert not told.totals.add(BOATS, 5, at(3))
    (finding,) = told.findings
    assert (finding.code, finding.line) == ("over-limit", 2)
    assert finding.message == "the pack has more than 1,000 boats"
    assert finding.hint == "sell some; if you trust the pack, add --large to the command"


def test_each_limit_is_counted_separately() -> None:
    told = Told()
    assert not told.totals.add(CREWS, 1_001, at(1))
    assert told.totals.add(BOATS, 1, at(2))
    assert [finding.hint for finding in told.findings] == ["let some go"]


@pytest.mark.parametrize(("limit", "most"), [(BOATS, 10_000), (CREWS, 1_000)])
def test_a_trusted_pack_may_have_more_of_what_grows(limit: PackLimit, most: int) -> None:
    told = Told(LARGE)
    assert told.totals.most(limit) == most
    assert told.totals.add(limit, most, at(1))
    assert not told.totals.add(limit, 1, at(2))
    assert told.findings[0].hint == limit.hint
