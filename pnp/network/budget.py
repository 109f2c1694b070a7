"""The step budget of proofs and repairs.

Work is counted in steps instead of seconds, so that the same input always has the same result. A step is about the work
of visiting one state or move in a plain search: 0.1 to 0.5 microseconds.
"""

PROOF_STEPS = 20_000_000
"""Step budget for all requirements of a pack; each of its maps has an equal share."""

LARGEST_SHARE = 0.75
"""Maximum share of its map's budget that one requirement may spend."""

REPAIR_STEPS = 1_000_000
"""Step budget of the search for repairs."""


class OutOfStepsError(Exception):
    """A search ran out of its budget; its result is unknown."""


class SearchBudget:
    """The number of steps that may still be spent."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps from the budget.

        Raises OutOfStepsError if fewer are left.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfStepsError


class PricedBudget(SearchBudget):
    """A view of another budget for expensive work: one step here costs `price` steps of the other budget."""

    def __init__(self, budget: SearchBudget, price: int) -> None:
        self._budget, self._price = budget, price

    @property
    def left(self) -> int:  # type: ignore[override]
        """The number of steps at this price that the other budget has left."""
        return self._budget.left // self._price

    def spend(self, steps: int = 1) -> None:
        """Take steps from the other budget.

        Raises OutOfStepsError if fewer are left.
        """
        self._budget.spend(steps * self._price)
