"""Values as the fields of rows take them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.model.component import Component
from pnp.model.row import FieldType, RowValue
from pnp.model.values import BadValueError, Known, asked, take
from tests.draw.desk import game, read

GAME = """
    # file: port.yaml
    kind: area-map
    areas: {Market: {}, Church: {tags: [drop-off]}, Pier: {tags: [drop-off, start]}}
    roads: [Market -- Church -- Pier -- Market]
    # file: coins.yaml
    kind: component
    makes: token
    name: Coins
    template: coin
    rows: [{name: Penny}, {name: Crown}]
"""
KNOWN = Known(game(GAME))


def kind(spelled: str) -> FieldType:
    text = f"kind: component\nmakes: card\nname: Cards\ntemplate: card\nfields: {{it: {spelled}}}"
    component = read("cards.yaml", text)
    assert isinstance(component, Component)
    return component.fields["it"].type


TAKEN: list[tuple[str, RowValue, RowValue]] = [
    ("text", "Market", "Market"),
    ("text", "007", "007"),
    ("text", 7, "7"),
    ("text", Fraction(5, 2), "2.5"),
    ("date", "2-Jan", "2-Jan"),
    ("number", 3, 3),
    ("number", Fraction(1, 2), Fraction(1, 2)),
    ("number", "0.1", Fraction(1, 10)),
    ("number", "2,5", Fraction(5, 2)),
    ("number", "−3", -3),
    ("number", "+3.0", 3),
    ("number", "1 1/2", Fraction(3, 2)),
    ("number", "-1/2", Fraction(-1, 2)),
    ("number", "6/3", 2),
    ("number", "12345678901234567.125", Fraction("12345678901234567.125")),
    ("whole number 1 to 8", "8", 8),
    ("{whole-number: at least 2}", 2, 2),
    ("{number: at most 2.5}", "2.5", Fraction(5, 2)),
    ("{number: -2 to 2}", -2, -2),
    ("yes or no", True, True),
    ("yes or no", "x", True),
    ("yes or no", "WAHR", True),
    ("yes or no", 0, False),
    ("yes or no", "FALSE", False),
    ("{one-of: [none, lose upgrade, 2, true]}", "lose upgrade", "lose upgrade"),
    ("{one-of: [none, 2, true]}", "2", 2),
    ("{one-of: [none, 2, true]}", 2, 2),
    ("{one-of: [none, 2, true]}", "true", True),
    ("{one-of: [none, 1, true]}", True, True),
    ("colour", "amber", "amber"),
    ("colour", "#12ab9F", "#12ab9F"),
    ("icon", "star", "star"),
    ("place of port", "Market", "Market"),
    ("place of port tagged drop-off", "Pier", "Pier"),
    ("{place-of: port, tagged: start}", "Pier", "Pier"),
    ("row of coins", "Crown", "Crown"),
    ("list", "a, b", ("a", "b")),
    ("list", "a, old; b", ("a, old", "b")),
    ("list", "a\nb, c", ("a", "b, c")),
    ("list", "a | b", ("a", "b")),
    ("list", "", ()),
    ("list of whole numbers 1 to 3", "1, 3", (1, 3)),
    ("list of numbers", (1, "2,5"), (1, Fraction(5, 2))),
    ("list of icons", "star", ("star",)),
    ("{one-of: [none, lose upgrade]}", "Lose-Upgrade", "lose upgrade"),
    ("place of port", "pier", "Pier"),
    ("icon", "Star", "star"),
    ("list of places of port", ("Pier",), ("Pier",)),
    ("{list-of: {one-of: [low, high]}}", "low, low", ("low", "low")),
]


@pytest.mark.parametrize(("spelled", "given", "expected"), TAKEN, ids=[f"{k}: {v!r}" for k, v, _ in TAKEN])
def test_a_value_is_taken(spelled: str, given: RowValue, expected: RowValue) -> None:
    taken = take(kind(spelled), given, KNOWN)
    assert taken == expected
    assert type(taken) is type(expected)


IN_TEXT = ", and the sign of the currency in the text that prints it"

REFUSED: list[tuple[str, RowValue, str, str | None]] = [
    ("text", True, "expected a text, found true", "quote it: 'true'"),
    ("text", ("a",), "expected a text, found a list of 1", None),
    ("number", "two", "expected a number, found 'two'", "write 2"),
    *(
        ("number", text, f"expected a number, found '{text}'", f"write {number}{sign}")
        for text, number, sign in (
            ("3,--", "3", ""),
            ("3.-", "3", ""),
            ("2 €", "2", IN_TEXT),
            ("$2.50", "2.50", IN_TEXT),
            ("2,50 EUR", "2.50", IN_TEXT),
        )
    ),
    ("whole number", "2,50 €", "expected a whole number, found '2,50 €'", None),
    (
        "number",
        "1,500",
        "expected a number, found '1,500'",
        "write it without marks between thousands, and with a point before decimals",
    ),
    (
        "number",
        "1 500",
        "expected a number, found '1 500'",
        "write it without marks between thousands, and with a point before decimals",
    ),
    (
        "number",
        "2-Jan",
        "expected a number, found '2-Jan'",
        "a spreadsheet may have made a date of it: format the column as text, and write the value again",
    ),
    ("number", "=A1", "expected a number, found '=A1'", "save the table with values in place of formulas"),
    (
        "number",
        "#REF!",
        "expected a number, found '#REF!'",
        "mend the formula in the spreadsheet, and save the table again",
    ),
    ("number", True, "expected a number, found true", None),
    ("number", "1/0", "expected a number, found '1/0'", None),
    ("number", "9" * 400, "expected a number, found '" + "9" * 59 + "…'", None),
    ("whole number 1 to 8", 9, "expected a whole number from 1 to 8, found the number 9", None),
    (
        "whole number 1 to 8",
        "2.5",
        "expected a whole number from 1 to 8, found '2.5'",
        "write it without decimals, or make the field a number",
    ),
    (
        "whole number",
        "1,5",
        "expected a whole number, found '1,5'",
        "write it without decimals, or make the field a number",
    ),
    ("{whole-number: at least 2}", 1, "expected a whole number of at least 2, found the number 1", None),
    ("{number: at most 2.5}", 3, "expected a number of at most 2.5, found the number 3", None),
    ("yes or no", "maybe", "expected yes or no, found 'maybe'", "write yes or no"),
    ("yes or no", 2, "expected yes or no, found the number 2", "write yes or no"),
    ("{one-of: [none, police]}", "polise", "expected 'none' or 'police', found 'polise'", "did you mean 'police'?"),
    ("{one-of: [none, 1]}", True, "expected 'none' or '1', found true", None),
    (
        "colour",
        "ambre",
        "expected a role of the palette, or a colour such as '#1E2328', found 'ambre'",
        "did you mean 'amber'?",
    ),
    ("icon", "str", "expected an icon, found 'str'", "did you mean 'star'?"),
    ("place of port", "Peir", "expected a place of 'port', found 'Peir'", "did you mean 'Pier'?"),
    (
        "place of port tagged drop-off",
        "Market",
        "expected a place of 'port' tagged 'drop-off', found 'Market'",
        "name another place, or add the tag 'drop-off' to 'Market' on the map",
    ),
    ("row of coins", "Peny", "expected a row of 'coins', found 'Peny'", "did you mean 'Penny'?"),
    ("list of whole numbers", "1, x", "expected a whole number, found 'x'", None),
]


@pytest.mark.parametrize(
    ("spelled", "given", "message", "hint"), REFUSED, ids=[f"{k}: {v!r}"[:60] for k, v, *_ in REFUSED]
)
def test_a_value_is_refused_in_words(spelled: str, given: RowValue, message: str, hint: str | None) -> None:
    with pytest.raises(BadValueError) as error:
        take(kind(spelled), given, KNOWN)
    assert (error.value.message, error.value.hint) == (message, hint)


@pytest.mark.parametrize("spelled", ["place of prot", "place of port tagged drop-of", "row of coin"])
def test_what_is_not_there_refuses_nothing(spelled: str) -> None:
    assert take(kind(spelled), "Pier", KNOWN) == "Pier"


def test_a_range_that_is_backward_refuses_nothing() -> None:
    assert take(kind("number 8 to 1"), 3, KNOWN) == 3


def test_many_choices_are_not_all_listed() -> None:
    assert asked(kind(f"{{one-of: {list(range(40))}}}")).endswith("'11' or …")
