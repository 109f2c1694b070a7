"""Every kind of component: its paper and what is done with it."""

from __future__ import annotations

from typing import get_args

import pytest

from pnp.draw.component import making
from pnp.model.component import Component, Makes
from pnp.model.translation import SheetWords
from tests.draw.desk import drawn, game

ENGLISH = SheetWords()
BOARD, CARD, PAPER, STICKER = ENGLISH.stock_board, ENGLISH.stock_card, ENGLISH.stock_paper, ENGLISH.stock_sticker

KINDS = {
    "board": BOARD,
    "card": CARD,
    "tile": BOARD,
    "token": BOARD,
    "mat": CARD,
    "standee": CARD,
    "pad": PAPER,
    "track": CARD,
    "marker": BOARD,
    "coin": BOARD,
    "note": PAPER,
    "sticker": STICKER,
    "die": CARD,
    "box": CARD,
}

ONE = """
    # file: thing.yaml
    kind: component
    makes: {makes}
    name: Thing
    template: face
    {more}
    # file: face.yaml
    kind: template
    size: {size}
    shape: {shape}
    layers: []
"""


def test_every_kind_is_here() -> None:
    assert {*KINDS, "table"} == set(get_args(Makes)), "a table prints nothing"


@pytest.mark.parametrize(
    ("makes", "stock"), [(makes, stock) for makes, stock in KINDS.items() if makes not in ("box", "die")]
)
def test_a_kind_has_its_paper_and_its_steps(makes: str, stock: str) -> None:
    (made,) = drawn(ONE.format(makes=makes, more="", size="20 x 30", shape="rectangle"))
    assert made.parts.count == 1
    assert made.parts.stock == stock
    assert all(step.endswith(".") for step in made.parts.steps)
    assert made.parts.spread == (makes == "board")


@pytest.mark.parametrize(
    ("size", "shape", "told"),
    [
        ("18", "circle", "18 mm"),
        ("15.875", "circle", "15.9 mm"),
        ("18", "rectangle", None),
        ("18 x 20", "circle", None),
    ],
)
def test_what_is_round_says_how_wide_it_is(size: str, shape: str, told: str | None) -> None:
    (made,) = drawn(ONE.format(makes="token", more="", size=size, shape=shape))
    last = made.parts.steps[-1]
    assert (f"{told} across" in last) if told else ("across" not in last)


def test_what_a_component_says_itself_comes_first() -> None:
    (made,) = drawn(ONE.format(makes="coin", more="stock: felt\n    steps: [Sew it.]", size="18", shape="circle"))
    assert (made.parts.stock, made.parts.steps) == ("felt", ("Sew it.",))


def test_folding_things_say_to_score_first() -> None:
    for makes in ("standee", "die", "box"):
        component = game(ONE.format(makes="card", more="", size="18", shape="circle")).find(Component, "thing")
        assert component
        assert making(Component("x", "X", makes, component.span), ENGLISH).steps[0].startswith("Score the dashed lines")  # type: ignore[arg-type]
