"""The gate that every number of a drawing passes on its way to paper, and how it is written."""

from __future__ import annotations

from functools import lru_cache

LIMIT = 100_000.0
"""The greatest number, in millimetres or as a factor, that a drawing may hold: a hundred metres."""


class NumberRefused(ValueError):
    """A number that no drawing may hold: it is not finite, or out of all proportion."""


def num(value: float) -> float:
    """The number itself; NumberRefused where it is not finite or beyond the limit."""
    if not -LIMIT <= value <= LIMIT:  # nor is what is not finite between them
        raise NumberRefused(f"{value} cannot be drawn: a drawing's numbers are finite and at most {LIMIT:g}")
    return value


_FORMS = tuple(f"%.{places}f" for places in range(9))


@lru_cache(maxsize=50_000)  # of the numbers of a game hardly one in twenty is new
def decimal(value: float, places: int = 4) -> str:
    """The number as text with no more decimals than it needs, never an exponent, never -0; raises as `num` does."""
    return digits(num(value), places)


def digits(value: float, places: int) -> str:
    """The same of a number in units so small, as those of fonts, that a long line has many."""
    text = (_FORMS[places] % value).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
