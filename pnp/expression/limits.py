"""Limits and errors of expressions."""

from __future__ import annotations

# How large things may grow. Work is counted in steps, not in seconds, so that every machine says the same.

LONGEST_EXPRESSION = 1_000
"""Characters of one expression."""

LONGEST_TEMPLATE = 20_000
"""Characters of one text with bindings, and of what it comes to."""

DEEPEST = 30
"""Brackets, signs and choices inside one another."""

LONGEST_TEXT = 10_000
"""Characters of one text that an expression makes."""

LONGEST_LIST = 10_000
"""Items of one list that an expression makes; the items of lists in it count too, and each 64 characters of texts."""

LARGEST_BITS = 1_024
"""Bits of a numerator or denominator: 308 digits."""

LARGEST_DICE = 100
"""Dice thrown at once."""

LARGEST_FACE = 1_000_000
"""The greatest number on the face of a die."""

LARGEST_BOUND = 1_000_000_000
"""The farthest bound of a range."""

LONGEST_NUMBER = 320
"""Characters of a text that is read as a number."""

MOST_PLACES = 20
"""Decimal places of a rounded number."""

PACK_STEPS = 5_000_000
"""Steps that all formulas of a pack may take together: about a second."""

ROW_STEPS = 2_500
"""Steps more for each row that the pack prints."""

STEPS = 500_000
"""Steps of a budget, where its owner says nothing else: at most a second or two."""


# What can be wrong with an expression, said to a designer.


class ExpressionError(Exception):
    """One thing wrong with an expression: what, the way out, and where.

    `start` and `end` count code points from the beginning of the text; `end` is one past the last. `told` says that the
    expression rests on something whose own fault is told elsewhere.
    """

    def __init__(
        self, message: str, hint: str | None = None, start: int = 0, end: int = 0, *, told: bool = False
    ) -> None:
        super().__init__(message)
        self.message, self.hint, self.start, self.end, self.told = message, hint, start, end, told

    def moved(self, offset: int) -> ExpressionError:
        """The same error, `offset` code points further on: as the text that the expression is part of counts them."""
        return ExpressionError(self.message, self.hint, self.start + offset, self.end + offset, told=self.told)


class Refusal(Exception):
    """What an operator, a function or a limit refuses to do; the expression that asked for it adds the place."""

    def __init__(self, message: str, hint: str | None = None, *, told: bool = False) -> None:
        super().__init__(message)
        self.message, self.hint, self.told = message, hint, told

    def at(self, start: int, end: int) -> ExpressionError:
        """The error of the expression that was refused."""
        return ExpressionError(self.message, self.hint, start, end, told=self.told)
