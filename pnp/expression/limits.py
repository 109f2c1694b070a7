"""Limits and errors of expressions."""

from __future__ import annotations

from pnp.diagnostics import Cause

# Limits of size. Work is counted in steps, not seconds, so that results are the same on every machine.

LONGEST_EXPRESSION = 1_000
"""Maximum length of an expression, in characters."""

LONGEST_TEMPLATE = 20_000
"""Maximum length of a text with bindings, and of its rendered text, in characters."""

DEEPEST = 30
"""Maximum depth of nested brackets, signs and choices."""

LONGEST_TEXT = 10_000
"""Maximum length of a text made by an expression, in characters."""

LONGEST_LIST = 10_000
"""Maximum number of items of a list made by an expression, including items of nested lists.

Each 64 characters of texts count as one more item.
"""

LARGEST_BITS = 1_024
"""Maximum number of bits of a numerator or denominator: 308 digits."""

LARGEST_DICE = 100
"""Maximum number of dice in one roll."""

LARGEST_FACE = 1_000_000
"""Maximum number on the face of a die."""

LARGEST_BOUND = 1_000_000_000
"""Maximum absolute value of a bound of a range."""

LONGEST_NUMBER = 320
"""Maximum length of a text that is converted to a number, in characters."""

MOST_PLACES = 20
"""Maximum number of decimal places of a rounded number."""

PACK_STEPS = 10_000_000
"""Steps for all formulas, layers and texts of a pack together, in all its languages: up to two seconds."""

STEPS = 500_000
"""Default steps of a budget: at most a second or two."""


# Errors of expressions, with messages for designers.


class ExpressionError(Exception):
    """An error of an expression, with a hint and its position.

    `start` and `end` are offsets in the text in code points; `end` is exclusive. A flag marks errors with a cause that
    is already reported elsewhere. `cause` is that of the fault which reports this one. `without_quotes` is the hint
    where a text in quotes does not help, None for the same hint. `words` are words without an operator between them.
    """

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        start: int = 0,
        end: int = 0,
        *,
        reported: bool = False,
        cause: Cause | None = None,
        without_quotes: str | None = None,
        words: str = "",
    ) -> None:
        super().__init__(message)
        self.message, self.hint, self.start, self.end = message, hint, start, end
        self.reported, self.cause = reported, cause
        self.without_quotes, self.words = without_quotes, words

    def moved(self, offset: int) -> ExpressionError:
        """Return the same error with its offsets moved, for a text that contains the expression."""
        return ExpressionError(
            self.message,
            self.hint,
            self.start + offset,
            self.end + offset,
            reported=self.reported,
            cause=self.cause,
            without_quotes=self.without_quotes,
            words=self.words,
        )


class Refusal(Exception):
    """Raised by an operator, a function or a limit, without a position; the calling expression adds that."""

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        *,
        reported: bool = False,
        cause: Cause | None = None,
        without_quotes: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.hint, self.reported, self.cause = message, hint, reported, cause
        self.without_quotes = without_quotes

    def at(self, start: int, end: int) -> ExpressionError:
        """Return the error with its position in the expression."""
        return ExpressionError(
            self.message,
            self.hint,
            start,
            end,
            reported=self.reported,
            cause=self.cause,
            without_quotes=self.without_quotes,
        )
