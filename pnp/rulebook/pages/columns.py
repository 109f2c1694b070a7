"""Strips into columns: filled from the left, or balanced."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.rulebook.pages.strip import Strip

Strips: TypeAlias = "Sequence[Strip]"

STEPS = 24
"""How often the height of balanced columns is halved in on: to a thousandth of a millimetre."""

SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Column:
    """Strips with the height at which each begins, and how far down they reach."""

    placed: tuple[tuple[float, Strip], ...]
    height: float


def fill(strips: Strips, count: int, height: float, force: bool = False) -> tuple[list[Column], Strips]:
    """So many columns of at most that height, and the strips that are left over.

    What sticks together and is taller than that stays out; with `force` it is parted instead.
    """
    columns = []
    for _ in range(count):
        column, strips = _column(strips, height, force)
        columns.append(column)
    return columns, strips


def balance(strips: Strips, count: int, height: float) -> list[Column] | None:
    """Columns no taller than they must be to hold all strips; None where they would pass that height."""
    columns, rest = fill(strips, count, height)
    if rest:
        return None
    low, high = 0.0, height
    for _ in range(STEPS if count > 1 else 0):
        middle = (low + high) / 2
        tried, rest = fill(strips, count, middle)
        if rest:
            low = middle
        else:
            high, columns = middle, tried
    return columns


def _column(strips: Strips, height: float, force: bool) -> tuple[Column, Strips]:
    """One column of whole groups of strips; the head of a parted table comes again at its top."""
    placed: list[tuple[float, Strip]] = []
    y = 0.0
    while strips:
        size = _group(strips)
        again = () if placed else strips[0].repeat
        more, reach = _set((*again, *strips[:size]), y, bool(placed))
        if reach > height + SLACK:
            if placed or not force:
                break
            fitting = sum(at + strip.height <= height + SLACK for at, strip in more)
            size = max(1, fitting - len(again))
            more, reach = _set((*again, *strips[:size]), y, False)
        placed.extend(more)
        y, strips = reach, strips[size:]
    return Column(tuple(placed), y), strips


def _group(strips: Strips) -> int:
    """How many strips from the first on stay together."""
    return next((index for index, strip in enumerate(strips, start=1) if not strip.sticks), len(strips))


def _set(strips: Strips, y: float, after: bool) -> tuple[list[tuple[float, Strip]], float]:
    """The strips one below the other from `y` on; the gap above the first counts only `after` others."""
    placed = []
    for index, strip in enumerate(strips):
        y += strip.before if after or index else 0.0
        placed.append((y, strip))
        y += strip.height
    return placed, y
