"""Operators on values; budgets of steps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pnp.diagnostics import Overworked
from pnp.expression.limits import LARGEST_BITS, LONGEST_LIST, LONGEST_TEXT, PACK_STEPS, STEPS, Refusal
from pnp.expression.values import (
    Number,
    Record,
    Value,
    clipped,
    described,
    is_number,
    normal,
    too_large_a_number,
    weight,
)
from pnp.messages import did_you_mean

# Work, counted in steps.


class Work:
    """The steps that all formulas, layers and texts of a pack may take together, and how many each of them took.

    A `StepBudget` limits one face, table or requirement. Steps spent from it are charged here too, so that many cheap
    parts have a limit in total. `components` are the steps of each component by its name.
    """

    __slots__ = ("_shared", "_spent", "components", "left", "steps")

    def __init__(self, steps: int = PACK_STEPS) -> None:
        self.steps = self.left = steps
        self.components: dict[str, int] = {}
        self._spent: dict[int, tuple[object, int]] = {}
        self._shared: dict[int, tuple[object, int]] = {}

    @property
    def exhausted(self) -> bool:
        """Whether the limit is exceeded."""
        return self.left < 0

    @property
    def taken(self) -> int:
        """The number of steps spent so far."""
        return self.steps - self.left

    def budget(self, steps: int) -> StepBudget:
        """Return a budget of at most that many steps, and of no more than are left for the pack."""
        return StepBudget(steps) if steps <= self.left else StepBudget(max(0, self.left), whole_pack=True)

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

    def join(self, part: Work, component: str = "") -> None:
        """Charge what a part took, and what each component took; `component` is the name of the part's own."""
        for formula, steps in part._spent.values():
            self.charge(formula, steps)
        for name, steps in part.components.items() if not component else ((component, part.taken),):
            self.components[name] = self.components.get(name, 0) + steps

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


class StepBudget:
    """A number of steps that the expressions of one table, face or deck share.

    With `whole_pack` these are the last steps of the whole pack. Running out of them is then reported once, for the
    pack, and not for the formula that was evaluated last.
    """

    __slots__ = ("left", "steps", "whole_pack")

    def __init__(self, steps: int = STEPS, *, whole_pack: bool = False) -> None:
        self.steps = self.left = steps
        self.whole_pack = whole_pack

    @property
    def exhausted(self) -> bool:
        """Whether the limit is exceeded; further spending is refused."""
        return self.left < 0

    def spend(self, steps: int) -> None:
        """Subtract the steps. Raises Refusal if too few are left."""
        self.left -= steps
        if self.left < 0:
            self.left = -1
            raise Refusal(
                f"this takes more than {self.steps:,} steps of work",
                "count over shorter lists, or over fewer of them",
                reported=self.whole_pack,
                cause=Overworked(),
            )

    def admit(self, value: Value) -> Value:
        """Return the value after paying for its size. Raises Refusal if it exceeds the limit of texts or lists."""
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
    """Return the error of a text beyond the limit."""
    return Refusal(f"the text grows past {LONGEST_TEXT:,} characters")


def too_long_a_list() -> Refusal:
    """Return the error of a list beyond the limit."""
    return Refusal(f"the list grows past {LONGEST_LIST:,} items")


# The operators; results are exact.

_CONVERT = "text(1) makes a text of a number, number('1') a number of a text"


def _operators_add(a: Value, b: Value) -> Value:
    if is_number(a) and is_number(b):
        return normal(a + b)
    if isinstance(a, str) and isinstance(b, str):
        return a + b
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) + len(b) > LONGEST_LIST:
            raise too_long_a_list()
        return a + b
    raise _unfit(f"cannot add {described(a)} and {described(b)}", a, b)


def _subtract(a: Value, b: Value) -> Value:
    if is_number(a) and is_number(b):
        return normal(a - b)
    raise _unfit(f"cannot take {described(b)} from {described(a)}", a, b)


def _multiply(a: Value, b: Value) -> Value:
    if is_number(a) and is_number(b):
        return normal(a * b)
    if isinstance(a, str) and isinstance(b, int):
        return _repeat(a, b)
    if isinstance(a, int) and isinstance(b, str):
        return _repeat(b, a)
    raise _unfit(f"cannot multiply {described(a)} by {described(b)}", a, b)


def _repeat(text: str, times: int) -> str:
    if not text or times <= 0:  # Python refuses huge numbers here too
        return ""
    if len(text) * times > LONGEST_TEXT:
        raise too_long_a_text()
    return text * times


def _divide(a: Value, b: Value) -> Value:
    return normal(Fraction(*_division(a, b)))


def _floor_divide(a: Value, b: Value) -> Value:
    dividend, divisor = _division(a, b)
    return normal(dividend // divisor)


def _remainder(a: Value, b: Value) -> Value:
    dividend, divisor = _division(a, b)
    return normal(dividend % divisor)


def _division(a: Value, b: Value) -> tuple[Number, Number]:
    """Return dividend and divisor, which must be numbers. Raises Refusal, also for a divisor of 0."""
    if not (is_number(a) and is_number(b)):
        raise _unfit(f"cannot divide {described(a)} by {described(b)}", a, b)
    if b == 0:
        raise Refusal("cannot divide by zero", "a / b if b else 0 chooses another value")
    return a, b


def _power(base: Value, exponent: Value) -> Value:
    if not (is_number(base) and is_number(exponent)):
        raise _unfit(f"cannot raise {described(base)} to {described(exponent)}", base, exponent)
    if not isinstance(exponent, int):
        raise Refusal(f"a power takes a whole number, not {described(exponent)}")
    if base == 0 and exponent < 0:
        raise Refusal("cannot divide by zero")
    longest = max(base.numerator.bit_length(), base.denominator.bit_length())
    if (longest - 1) * abs(exponent) > LARGEST_BITS:
        raise too_large_a_number()
    return normal(Fraction(base) ** exponent)


def _unfit(message: str, a: Value, b: Value) -> Refusal:
    """Return the error of an operator between two values; its cause is the same for other values of these types."""
    return Refusal(message, _conversion_hint(a, b), cause=f"{message.split(maxsplit=2)[1]}: {_type(a)}, {_type(b)}")


def _type(value: Value) -> str:
    if isinstance(value, Record):
        return value.kind
    return "number" if is_number(value) else type(value).__name__


def _conversion_hint(a: Value, b: Value) -> str | None:
    """Return a hint for two values of which at least one is not a number, or None."""
    if a is None or b is None:
        return "'a or 0' is 0 where a is nothing"
    if "" in (a, b) and (is_number(a) or is_number(b)):
        return "'a or 0' is 0 where a is empty"
    return _CONVERT if isinstance(a, str) != isinstance(b, str) else None


def signed(operator: str, value: Value) -> Value:
    """Return the number with that sign. Raises Refusal for other values."""
    if not is_number(value):
        raise Refusal(f"'{operator}' goes before a number, not before {described(value)}")
    return normal(-value if operator == "-" else +value)


def _named(whole: tuple[Value, ...] | str) -> dict[str, Record]:
    """Return the rows of a list by their names, the first of each name."""
    return {item.text: item for item in reversed(whole) if isinstance(item, Record) and item.text}


def item_of(whole: Value, index: Value) -> Value:
    """Return the item of a list or character of a text; index 0 is the first, -1 the last. Raises Refusal.

    Of a list of rows, a text picks the first row with that name.
    """
    if not isinstance(whole, tuple | str):
        raise Refusal(f"{described(whole)} has no items")
    named = _named(whole) if isinstance(index, str) else {}
    if isinstance(index, str) and named:
        if index not in named:
            raise Refusal(f"none of the {len(whole)} rows is '{clipped(index)}'", did_you_mean(index, named))
        return named[index]
    if not isinstance(index, int):
        raise Refusal(f"items are counted, so {described(index)} picks none", "the first is [0], the last [-1]")
    if not -len(whole) <= index < len(whole):
        parts = "characters" if isinstance(whole, str) else "items"
        raise Refusal(
            f"there is no [{clipped(str(index))}] among {len(whole)} {parts}", "the first is [0], the last [-1]"
        )
    return whole[index]


def _contains(item: Value, whole: Value) -> bool:
    if isinstance(whole, tuple):
        return item in whole
    if isinstance(whole, str) and isinstance(item, str):
        return item in whole
    if isinstance(whole, str):
        raise Refusal(f"cannot look for {described(item)} in {described(whole)}", _CONVERT)
    raise Refusal(f"cannot look into {described(whole)}", "'in' looks into a list or a text")


def before(a: Value, b: Value) -> bool:
    """Whether `a` is less than `b`: numbers by size, texts by code points. Raises Refusal for other values."""
    if is_number(a) and is_number(b):
        return a < b
    if isinstance(a, str) and isinstance(b, str):
        return a < b
    raise _unfit(f"cannot put {described(a)} and {described(b)} in order", a, b)


ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": _operators_add,
    "-": _subtract,
    "*": _multiply,
    "/": _divide,
    "//": _floor_divide,
    "%": _remainder,
    "**": _power,
}

COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": before,
    "<=": lambda a, b: not before(b, a),
    ">": lambda a, b: before(b, a),
    ">=": lambda a, b: not before(a, b),
    "in": _contains,
    "not in": lambda a, b: not _contains(a, b),
}
