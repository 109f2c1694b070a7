"""Spans, rules and findings, and the nearest word to one that is not known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.diagnostics import ERROR, INFO, LONGEST, WARNING, Check, Fault, Finding, Rule, Severity, Span, check
from pnp.messages import did_you_mean, nearest
from pnp.units import millimetres, points, rounded


@check("no-boats", severity=WARNING)
def no_boats(boats: int) -> Iterator[Fault]:
    """There are no boats.

    Nobody leaves.

        and this is indented
    """
    for line in range(boats):
        yield Fault(Span("bay.yaml", line), f"boat {line}", severity=ERROR if line else None)


def test_a_function_with_a_page_becomes_a_check() -> None:
    assert isinstance(no_boats, Check)
    assert (no_boats.rule.code, no_boats.rule.severity) == ("no-boats", WARNING)
    assert no_boats.rule.summary == "There are no boats."
    assert no_boats.rule.page == "There are no boats.\n\nNobody leaves.\n\n    and this is indented"


def test_a_fault_weighs_as_its_rule_does_unless_it_says_otherwise() -> None:
    assert [(each.severity, each.message, each.pack) for each in no_boats.run(2, "bay")] == [
        (WARNING, "boat 0", "bay"),
        (ERROR, "boat 1", "bay"),
    ]


def test_findings_sort_by_place_then_code_then_words() -> None:
    def finding(file: str, line: int, column: int = 1, code: str = "a", message: str = "a") -> Finding:
        return Finding(code, INFO, message, Span(file, line, column))

    ordered = [
        finding("a.yaml", 2),
        finding("a.yaml", 10, 2),
        finding("a.yaml", 10, 11),
        finding("a.yaml", 10, 11, "b", "a"),
        finding("a.yaml", 10, 11, "b", "b"),
        finding("b.yaml", 1),
    ]
    mixed = [ordered[number] for number in (3, 0, 5, 1, 4, 2)]
    assert sorted(mixed, key=lambda each: each.order) == ordered


def test_a_span_shows_its_place() -> None:
    assert str(Span("bay.yaml", 3, 7, 3, 9)) == "bay.yaml:3:7"
    assert Span("bay.yaml", row=3) == Span("bay.yaml", row=4), "the row is what it came from, not where it stands"


def test_severities_are_what_reports_call_them() -> None:
    assert [str(severity) for severity in Severity] == ["error", "warning", "info"]


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("Chruch", ["Market", "Church"], "Church"),
        ("church", ["Market", "Church"], "Church"),
        ("MARKET", ["Market", "Church"], "Market"),
        ("xyzzy", ["Market", "Church"], None),
        ("", ["Market"], None),
        ("Market", [], None),
        ("ink", ["Ink", "ink"], "Ink"),
    ],
)
def test_the_nearest_word(word: str, known: list[str], found: str | None) -> None:
    assert nearest(word, known) == found
    assert did_you_mean(word, known) == (f"did you mean '{found}'?" if found else None)


def test_lengths() -> None:
    assert points(25.4) == pytest.approx(72)
    assert millimetres(72) == pytest.approx(25.4)
    assert str(rounded(-0.000001)) == "0.0"
    assert rounded(1.23456) == 1.2346


def test_a_name_as_long_as_a_page_is_not_told_whole() -> None:
    rule, span = Rule("unknown-map", ERROR, "A map that is not there."), Span("pack.yaml", 1, 1, 1, 2)
    finding = rule.finding(Fault(span, f"there is no map '{'x' * 10_000}'"))
    assert len(finding.message) <= LONGEST
    assert finding.message.startswith("there is no map 'xxx")
    assert finding.message.endswith("xxx'")
