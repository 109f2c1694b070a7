"""A bound on work, counted in steps so that the same input always gets the same answer.

A step is about the work of looking at one state or move in a plain search, 0.1 to 0.5 microseconds. What costs more is
charged more (`Dear`).
"""

from __future__ import annotations

MAP_STEPS = 20_000_000
"""The steps that the requirements of one map have in all. The maps of a pack share them."""

MOST = 0.75
"""One requirement has at most this part of the steps of its map."""

REPAIRING = 1_000_000
"""How much work the search for repairs may be: states and moves looked at."""


class OutOfStepsError(Exception):
    """A search would have cost more than its budget; what it looked for is unknown."""


class Budget:
    """Steps that may still be spent."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps from the budget.

        Raises OutOfStepsError where there are not so many left.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfStepsError


class Dear(Budget):
    """A view of another budget for work of which each step costs `price` steps of that."""

    def __init__(self, budget: Budget, price: int) -> None:
        super().__init__(budget.left // price)
        self._budget, self._price = budget, price

    def spend(self, steps: int = 1) -> None:
        """Take steps from both budgets.

        Raises OutOfStepsError where there are not so many left.
        """
        self._budget.spend(steps * self._price)
        self.left = self._budget.left // self._price
