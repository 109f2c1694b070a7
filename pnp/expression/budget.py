"""Work, counted in steps."""

from __future__ import annotations

from pnp.expression.errors import Refusal
from pnp.expression.limits import LONGEST_LIST, LONGEST_TEXT, STEPS
from pnp.expression.values import Value, weight


class Budget:
    """So many steps of work, shared by all the expressions of one table, face or deck."""

    __slots__ = ("left", "steps")

    def __init__(self, steps: int = STEPS) -> None:
        self.steps = self.left = steps

    @property
    def exhausted(self) -> bool:
        """Whether the steps ran out; everything after that is refused too."""
        return self.left < 0

    def spend(self, steps: int) -> None:
        """Take the steps off what is left; refused where that is too little."""
        self.left -= steps
        if self.left < 0:
            self.left = -1
            raise Refusal(
                f"this takes more than {self.steps:,} steps of work", "count over shorter lists, or over fewer of them"
            )

    def admit(self, value: Value) -> Value:
        """The value, its steps paid; refused where it is larger than an expression may make it."""
        if type(value) is int:
            return value
        steps = weight(value)
        self.spend(steps)
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            raise too_long_a_text()
        if isinstance(value, tuple) and steps > LONGEST_LIST + 1:
            raise too_long_a_list()
        return value


def too_long_a_text() -> Refusal:
    """The refusal of a text beyond the limit."""
    return Refusal(f"the text grows past {LONGEST_TEXT:,} characters")


def too_long_a_list() -> Refusal:
    """The refusal of a list beyond the limit."""
    return Refusal(f"the list grows past {LONGEST_LIST:,} items")
