"""The gate that every number of a drawing passes on its way to paper, and how it is written."""

from __future__ import annotations

LIMIT = 100_000.0
"""The greatest number, in millimetres or as a factor, that a drawing may hold: a hundred metres."""

KEPT = 20_000
"""How many numbers are kept as they are written: of those of a game hardly one in twenty is new."""


class NumberRefused(ValueError):
    """A number that no drawing may hold: it is not finite, or out of all proportion."""


def num(value: float) -> float:
    """The number itself; NumberRefused where it is not finite or beyond the limit."""
    if not -LIMIT <= value <= LIMIT:  # nor is what is not finite between them
        raise NumberRefused(f"{value} cannot be drawn: a drawing's numbers are finite and at most {LIMIT:g}")
    return value


_FORMS = tuple(f"%.{places}f" for places in range(9))


class _Written(dict[float, str]):
    """Numbers as they are written with so many decimals, looked up once they have been."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self._places = places

    def __missing__(self, value: float) -> str:
        if len(self) == KEPT:
            self.clear()
        self[value] = text = digits(num(value), self._places)
        return text


_WRITTEN = tuple(map(_Written, range(9)))

LENGTHS = _WRITTEN[4]
"""What `decimal` comes to, without a call for numbers that are known: there are hundreds of thousands."""


def decimal(value: float, places: int = 4) -> str:
    """The number as text with no more decimals than it needs, never an exponent, never -0; raises as `num` does."""
    return _WRITTEN[places][value]


def digits(value: float, places: int) -> str:
    """The same of a number in units so small, as those of fonts, that a long line has many."""
    text = (_FORMS[places] % value).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
