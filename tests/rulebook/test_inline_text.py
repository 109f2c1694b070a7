"""Texts with marks, expressions, icons and mentions."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Span
from pnp.expression import Environment, Record, StepBudget, Value
from pnp.model.reference import Formula
from pnp.rulebook.document import IconPiece, Line, Link, TextPiece
from pnp.rulebook.inline_text import VALUE_STEPS, Scribe, clean

ROW = Record({"name": "Old *Pier*", "length": 3})


def formula(text: str, column: int = 5) -> Formula:
    return Formula(text, Span("rules.yaml", 4, column, 4, column + len(text), f"/{text[:9]}"))


@pytest.fixture
def scribe() -> Scribe:
    environment = Environment({"row": ROW, "hard": 1000})
    links = {("table", "ways"): Link("2", "#table-ways"), ("section", "turn"): Link("Your turn", "#turn")}
    return Scribe(environment, icons={"anchor": ()}, links=links)


def test_marks_and_values(scribe: Scribe) -> None:
    assert scribe.line(formula("A **bold {row.length}** and *{row.length + 1}*.")) == (
        TextPiece("A "),
        TextPiece("bold 3", bold=True),
        TextPiece(" and "),
        TextPiece("4", italic=True),
        TextPiece("."),
    )


def test_marks_in_the_words_of_a_value_are_read_as_on_a_card(scribe: Scribe) -> None:
    assert scribe.line(formula("{2 * 3 * 4} of {row.name}")) == (
        TextPiece("24 of Old "),
        TextPiece("Pier", italic=True),
    )
    assert scribe.line(formula("**{row.name}**")) == (
        TextPiece("Old ", bold=True),
        TextPiece("Pier", bold=True, italic=True),
    )


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("Old *Pier*", (TextPiece("Old "), TextPiece("Pier", italic=True))),
        ("It's {icon:anchor}...", (TextPiece("It’s "), IconPiece("anchor", "anchor"), TextPiece("…"))),
        ("6* {row}", (TextPiece("6* {row}"),)),
        (("a", "**b**"), (TextPiece("a, "), TextPiece("b", bold=True))),
        ("", ()),
        (-3, (TextPiece("-3"),)),
    ],
)
def test_values_print_as_on_a_card(scribe: Scribe, value: Value, line: Line) -> None:
    assert scribe.shown(value, formula("row.name")) == line
    assert not scribe.faults


def test_an_icon_in_a_value_must_be_there(scribe: Scribe) -> None:
    assert scribe.shown("to {icon:ancor}", formula("row.name")) == (TextPiece("?"),)
    assert [(fault.message, fault.hint) for fault in scribe.faults] == [
        ("unknown icon 'ancor'", "did you mean 'anchor'?")
    ]


def test_icons_and_mentions(scribe: Scribe) -> None:
    assert scribe.line(formula("**See {table:ways}** in {section: turn} {icon:anchor}.")) == (
        TextPiece("See ", bold=True),
        Link("2", "#table-ways"),
        TextPiece(" in "),
        Link("Your turn", "#turn"),
        TextPiece(" "),
        IconPiece("anchor", "anchor"),
        TextPiece("."),
    )


def test_braces_and_asterisks_can_be_printed(scribe: Scribe) -> None:
    assert scribe.line(formula(r"{{row}} 2 * 3 \*")) == (TextPiece("{row} 2 * 3 *"),)


def test_blanks_are_one_and_what_prints_nothing_is_lost(scribe: Scribe) -> None:
    assert scribe.line(formula(" a\n\n b\u2028c\u00a0d\x07\x00 \U00100000e ")) == (TextPiece("a b c\u00a0d e"),)
    assert clean("x\ud800\ufffey") == "xy"


def test_a_fault_stands_where_its_expression_does(scribe: Scribe) -> None:
    assert scribe.line(formula("Take {row.lenght} now {table:ways}")) == (TextPiece("?"),)
    (fault,) = scribe.faults
    assert (fault.span.line, fault.span.column, fault.span.end_column) == (4, 11, 21)
    assert "lenght" in fault.message
    assert fault.hint == "did you mean 'length'?"


def test_places_count_past_mentions(scribe: Scribe) -> None:
    scribe.line(formula("{table:ways}{rwo}"))
    assert scribe.faults[0].span.column == 5 + len("{table:ways}{")


def test_a_formula_is_at_fault_once(scribe: Scribe) -> None:
    broken = formula("1 / 0")
    assert [scribe.value(broken) for _ in range(3)] == ["?"] * 3
    assert len(scribe.faults) == 1


def test_an_icon_that_is_not_there(scribe: Scribe) -> None:
    scribe.line(formula("Here {icon:ancor}"))
    assert scribe.faults[0].message == "unknown icon 'ancor'"
    assert scribe.faults[0].hint == "did you mean 'anchor'?"


def test_what_cannot_be_parsed_is_told_elsewhere(scribe: Scribe) -> None:
    assert scribe.line(formula("{1 +}")) == (TextPiece("?"),)
    assert scribe.value(formula("1 +")) == "?"
    assert scribe.faults == []


def test_work_is_bounded_and_told_once(scribe: Scribe) -> None:
    scribe.budget = StepBudget(10_000)
    for column in range(3):
        scribe.value(formula("sum(a * b for a in range(1, 5000) for b in range(1, 5000))", column + 1))
    assert len(scribe.faults) == 1


def test_quotes_and_dashes_are_those_of_the_language(scribe: Scribe) -> None:
    (text,) = scribe.line(formula('Say "{row.length} sails" -- it\'s "*done*"...'))[:1]
    assert text == TextPiece("Say “3 sails” – it’s “")
    scribe.language = "de"
    assert scribe.line(formula('Sage "Ahoi" und {icon:anchor}')) == (
        TextPiece("Sage „Ahoi“ und "),
        IconPiece("anchor", "anchor", ()),
    )
    assert scribe.line(formula(r"A 3\" nail")) == (TextPiece('A 3" nail'),)
    assert scribe.words_of(' Say\n"ahoi" ') == "Say „ahoi“"


def test_an_icon_is_read_aloud_as_its_label(scribe: Scribe) -> None:
    assert scribe.icon("anchor").label == "anchor"
    scribe.labels = {"anchor": "Schwerer Anker"}
    assert scribe.icon("anchor").label == "Schwerer Anker"


def test_each_value_that_is_written_takes_steps(scribe: Scribe) -> None:
    for value in (1, 2, 2):
        scribe.shown(value, formula("row.length"))
    assert scribe.work.taken == 3 * VALUE_STEPS


def test_no_value_is_written_without_steps(scribe: Scribe) -> None:
    scribe.budget = StepBudget(VALUE_STEPS)
    assert [scribe.shown(value, formula("row.length")) for value in (1, 2)] == [(TextPiece("1"),), (TextPiece("?"),)]
    assert [fault.message for fault in scribe.faults] == [f"this takes more than {VALUE_STEPS} steps of work"]
