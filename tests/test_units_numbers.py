from __future__ import annotations

import math

import pytest

from pnp.units import LARGEST, NumberRefused, decimal, num


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 2 * LARGEST, -2 * LARGEST])
def test_the_gate_refuses_what_cannot_be_drawn(bad: float) -> None:
    with pytest.raises(NumberRefused, match="cannot be drawn"):
        num(bad)
    with pytest.raises(NumberRefused):
        decimal(bad)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1 + 0.2, "0.3"), (1e-7, "0"), (-1e-7, "0"), (-0.0, "0"), (100, "100"), (1 / 3, "0.3333"), (-2.5, "-2.5")],
)
def test_numbers_are_written_plainly(value: float, text: str) -> None:
    assert decimal(value) == text


def test_factors_keep_more_decimals() -> None:
    assert decimal(1 / 3, 8) == "0.33333333"
