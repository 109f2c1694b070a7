"""Sums of lengths are the same whatever Python adds them."""

from __future__ import annotations

from pnp.units import total


def test_a_sum_is_rounded_after_each_of_its_terms() -> None:
    assert total([1e16, 1.0, -1e16]) == 0.0, "Python's own makes 1 of it from 3.12 on"
    assert total(number / 10 for number in range(1, 4)) == 0.1 + 0.2 + 0.3
    assert total([]) == 0.0
