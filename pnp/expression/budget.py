"""Work, counted in steps."""

from __future__ import annotations

from pnp.expression.errors import Refusal
from pnp.expression.limits import LONGEST_LIST, LONGEST_TEXT, PACK_STEPS, STEPS
from pnp.expression.values import Value, weight


class Work:
    """The steps that all the formulas of a pack may take together, and how many each of them took.

    A `Budget` limits one face, table or requirement. What is spent from it is charged here too, so that many cheap
    parts have a limit in total.
    """

    __slots__ = ("_shared", "_spent", "left", "steps")

    def __init__(self, steps: int = PACK_STEPS) -> None:
        self.steps = self.left = steps
        self._spent: dict[int, tuple[object, int]] = {}
        self._shared: dict[int, tuple[object, int]] = {}

    @property
    def exhausted(self) -> bool:
        """Whether the steps ran out."""
        return self.left < 0

    @property
    def taken(self) -> int:
        """How many steps were spent so far."""
        return self.steps - self.left

    def budget(self, steps: int) -> Budget:
        """Return a budget of at most that many steps, and of no more than are left for the pack."""
        return Budget(steps) if steps <= self.left else Budget(max(0, self.left), whole_pack=True)

    def charge(self, formula: object, steps: int) -> None:
        """Charge the steps to the formula that took them."""
        self.left -= steps
        _add(self._spent, formula, steps)

    def share(self, definition: object, steps: int) -> None:
        """Record how many of the steps that its callers pay were spent within a definition."""
        _add(self._shared, definition, steps)

    def part(self) -> Work:
        """Return work for one component, limited by what is left; `join` charges it."""
        return Work(max(0, self.left))

    def join(self, part: Work) -> None:
        """Charge what a component took."""
        for formula, steps in part._spent.values():
            self.charge(formula, steps)

    def dearest(self) -> tuple[object, int] | None:
        """Return what took most of the steps, and how many.

        That is a definition where one took more than half of them: the innermost, if it is called by other definitions.
        Among formulas of one cost it is the first that was charged.
        """
        half = [each for each in self._shared.values() if 2 * each[1] > self.taken]
        if half:
            return min(half, key=lambda each: each[1])
        return max(self._spent.values(), key=lambda each: each[1], default=None)


def _add(spent: dict[int, tuple[object, int]], what: object, steps: int) -> None:
    """Add steps by identity: formulas live as long as their game, and hashing them costs more than most of them do."""
    key = id(what)
    spent[key] = what, steps + (spent[key][1] if key in spent else 0)


class Budget:
    """So many steps of work, shared by all the expressions of one table, face or deck.

    Where these are all that is left for the `whole_pack`, running out of them is no fault of the formula that happens
    to do so: that is reported once, for the pack.
    """

    __slots__ = ("left", "steps", "whole_pack")

    def __init__(self, steps: int = STEPS, *, whole_pack: bool = False) -> None:
        self.steps = self.left = steps
        self.whole_pack = whole_pack

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
                f"this takes more than {self.steps:,} steps of work",
                "count over shorter lists, or over fewer of them",
                told=self.whole_pack,
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
