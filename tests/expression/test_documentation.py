"""Every example on docs/expressions.md, evaluated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from pnp.checks.pack.rules import STEPS
from pnp.draw.component import PART_STEPS
from pnp.expression import (
    Environment,
    ExpressionError,
    Function,
    InlineIcon,
    Record,
    Value,
    limits,
    parse,
    parse_template,
    shown,
    value_of,
)
from pnp.expression.functions import FUNCTIONS
from pnp.facts.facts import DEFINITION_STEPS

PAGE = (Path(__file__).parents[2] / "docs" / "expressions.md").read_text(encoding="utf-8")
ROAD = ("Market", "Church", "Pier")


def tables(*heads: str) -> list[tuple[str, ...]]:
    """The rows of all tables whose first columns have these heads."""
    rows: list[tuple[str, ...]] = []
    for block in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        head, _, *body = ([cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines())
        if tuple(head[: len(heads)]) == heads:
            rows.extend(tuple(cell.strip("`") for cell in row) for row in body)
    return rows


def environment() -> Environment:
    names = yaml.safe_load(PAGE.partition("```yaml\n")[2].partition("```")[0])

    def distance(_: Value, a: Value, b: Value) -> Value:
        return abs(ROAD.index(shown(a)) - ROAD.index(shown(b)))

    given = {name: value_of(value) for name, value in names.items()}
    road = Record({}, "map", "harbour")
    return Environment({**given, "harbour": road}, {"distance": Function("distance(map, a, b)", distance)})


@pytest.mark.parametrize(("text", "printed"), [row[:2] for row in tables("you write", "it prints")])
def test_a_text_prints_as_the_page_says(text: str, printed: str) -> None:
    pieces = parse_template(text).render(environment())
    assert "".join(f"⟨{piece.name}⟩" if isinstance(piece, InlineIcon) else piece for piece in pieces) == printed


EXAMPLES = [
    *(row[:2] for row in tables("expression", "evaluates to")),
    *(row[2:4] for row in tables("function", "is", "example", "evaluates to")),
    *(row[1:3] for row in tables("kind", "written", "printed")),
]


@pytest.mark.parametrize(("expression", "printed"), EXAMPLES)
def test_an_expression_evaluates_to_what_the_page_says(expression: str, printed: str) -> None:
    assert shown(parse(expression).evaluate(environment())) == printed


@pytest.mark.parametrize(("expression", "message", "hint"), tables("you write", "message", "fix"))
def test_a_mistake_is_reported_as_the_page_says(expression: str, message: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(expression).evaluate(environment())
    assert caught.value.message == message
    assert caught.value.hint is not None
    if hint.endswith(", …"):  # the page has the first of the names
        assert caught.value.hint.startswith(hint[:-1])
    else:
        assert caught.value.hint == hint


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) > 60
    assert len(tables("you write", "it prints")) >= 12


def test_the_page_lists_every_function() -> None:
    assert [row[0] for row in tables("function", "is")] == [function.signature for function in FUNCTIONS.values()]


def test_the_page_names_the_sides_of_a_failing_requirement() -> None:
    sides = parse("tokens >= players + 3 * stores").sides(environment())
    assert " and ".join(f"`{side.text}` = {shown(side.value)}" for side in sides) in PAGE


def test_the_page_states_the_limits_that_hold() -> None:
    stated = [row[1].replace(",", "") for row in tables("at most")]
    held = (
        limits.LONGEST_EXPRESSION,
        limits.DEEPEST,
        limits.LONGEST_TEMPLATE,
        limits.LONGEST_TEXT,
        limits.LONGEST_LIST,
        len(str(2**limits.LARGEST_BITS - 1)) - 1,
        limits.LARGEST_DICE,
        PART_STEPS,
        DEFINITION_STEPS,
        f"{limits.PACK_STEPS} divided by its languages",
    )
    assert STEPS == DEFINITION_STEPS
    assert stated == list(map(str, held))
