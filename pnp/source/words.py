"""How values are named in messages: short, on one line, and without a character that a terminal would obey."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.source.limits import SHOWN
from pnp.source.tree import Listing, Mapping, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def shown(text: str) -> str:
    """The text in quotes, cut to a length that fits a message."""
    cut = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
    return f"'{''.join(map(_visible, cut))}'"


def found(value: Value) -> str:
    """The value as a message names it: the text 'abc', the number 3, a list of 2."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {shown(value)}" if value else "an empty text"
        case int() | float():
            return f"the number {value}"
        case Listing():
            return f"a list of {len(value)}" if value else "an empty list"
        case Mapping():
            return f"a mapping with {series(map(shown, list(value)[:3]), 'and')}" if value else "an empty mapping"


def series(words: Iterable[str], joint: str) -> str:
    """The words as a sentence lists them: a, b or c."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


def some_of(names: Sequence[str], most: int = 3) -> str:
    """The names as a message lists them, of many the first alone: 'a', 'b' and 7 more."""
    told = [shown(name) for name in names[: most if len(names) <= most else most - 1]]
    return series([*told, f"{len(names) - len(told)} more"] if len(told) < len(names) else told, "and")


def counted(number: int, one: str, many: str | None = None) -> str:
    """The number with its noun: 1 item, 2 items."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _visible(character: str) -> str:
    return character if character.isprintable() else " " if character in "\n\t" else f"U+{ord(character):04X}"
