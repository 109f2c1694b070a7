"""Numbers of drawings: their limits, and their form as text."""

LIMIT = 100_000.0
"""The maximum absolute value of a number in a drawing, in millimetres or as a factor: a hundred metres."""

KEPT = 20_000
"""The cache size for numbers as text; at most one number in twenty of a game is new."""


class NumberRefused(ValueError):
    """A number that no drawing may contain: it is not finite or exceeds the limit."""


def num(value: float) -> float:
    """Return the number. Raises NumberRefused if it is not finite or exceeds the limit."""
    if not -LIMIT <= value <= LIMIT:  # also true for NaN and infinity
        raise NumberRefused(f"{value} cannot be drawn: a drawing's numbers are finite and at most {LIMIT:g}")
    return value


_FORMS = tuple(f"%.{places}f" for places in range(9))


class _Written(dict[float, str]):
    """Cache of numbers as text with a fixed number of decimals."""

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
"""Numbers as text with 4 decimals; faster than `decimal`, which a game would call hundreds of thousands of times."""


def decimal(value: float, places: int = 4) -> str:
    """Return the number as text with no more decimals than necessary, without exponent and never -0.

    Raises as `num` does.
    """
    return _WRITTEN[places][value]


def digits(value: float, places: int) -> str:
    """Return the number as text with no more decimals than necessary, uncached and unchecked."""
    text = (_FORMS[places] % value).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
