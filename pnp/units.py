"""Lengths: everything is in millimetres; back ends convert to points."""

from collections.abc import Iterable
from functools import reduce
from operator import add

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH


def points(mm: float) -> float:
    """Return the length in points."""
    return mm * POINTS_PER_MM


def millimetres(pt: float) -> float:
    """Return the length in millimetres, given points."""
    return pt * MM_PER_POINT


def rounded(mm: float) -> float:
    """Return the length rounded to a tenth of a micrometre, never -0.0; no other function rounds coordinates."""
    return round(mm, 4) + 0.0


def total(lengths: Iterable[float]) -> float:
    """Return the sum of the lengths, added from left to right: the result of `sum` differs from Python 3.12 on."""
    return reduce(add, lengths, 0.0)
