"""What can be wrong with an expression, said to a designer."""

from __future__ import annotations


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
