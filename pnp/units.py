"""Lengths: everything is in millimetres until a back end asks for points."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH


def points(mm: float) -> float:
    """The length in points."""
    return mm * POINTS_PER_MM


def millimetres(pt: float) -> float:
    """The length in millimetres of one given in points."""
    return pt * MM_PER_POINT


def rounded(mm: float) -> float:
    """The length to a tenth of a micrometre, never -0.0: the one place where coordinates are rounded."""
    return round(mm, 4) + 0.0


def total(lengths: Iterable[float]) -> float:
    """The sum of the lengths, each added in its turn: what Python's own `sum` comes to is another from 3.12 on."""
    return reduce(add, lengths, 0.0)
