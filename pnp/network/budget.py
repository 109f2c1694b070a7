"""A bound on work, counted in steps so that the same input always gets the same answer."""

from __future__ import annotations

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
