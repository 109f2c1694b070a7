"""Lists, ways and numbers as a designer reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

LONGEST_WAY = 12
"""How many places of a way a message shows at most."""

LONGEST_LIST = 4
"""How many names a message shows at most."""


def some(names: Sequence[str]) -> str:
    """The first name, and how many others there are: `'Pier' and 2 other places`."""
    others = len(names) - 1
    return f"'{names[0]}'" + (f" and {many(others, 'other place')}" if others else "")


def listed(names: Sequence[str], thing: str = "other") -> str:
    """The first names, and how many others there are: `'Pier', 'Gate' and 'Yard'`."""
    shown = [f"'{name}'" for name in names[:LONGEST_LIST]]
    rest = len(names) - len(shown)
    last = many(rest, thing) if rest else shown.pop() if len(shown) > 1 else ""
    return f"{', '.join(shown)} and {last}" if last else shown[0]


def way(names: Sequence[str]) -> str:
    """The places of a way in turn, the middle of a long one left out."""
    half = LONGEST_WAY // 2
    shown = names if len(names) <= LONGEST_WAY else [*names[:half], "…", *names[-half:]]
    return " – ".join(shown)


def many(number: int, thing: str) -> str:
    """The number with the word for it: `1 move`, `2 moves`."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def decimal(number: Fraction) -> str:
    """The number with two decimals at most."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")
