"""A requirement on a pack that does not hold."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from pnp.checks.run import at_offset
from pnp.diagnostics import ERROR, Fault, check
from pnp.expression import Budget, Environment, ExpressionError, Refusal, parse, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.expression import Side
    from pnp.facts import Facts
    from pnp.model.pack import Rule


STEPS = 5_000_000
"""How much work one requirement may be, over all values that it ranges over."""

CASE_STEPS = 10
"""What one choice of values costs beside its formula."""

EMPTY = ("[]", "''", '""')

CASES = 200_000
"""How many choices of values one requirement may range over."""


@check("broken-rule", severity=ERROR)
def broken_rule(facts: Facts) -> Iterator[Fault]:
    """A requirement of a pack does not hold.

    The designer says that something must be so: that there are enough tokens for every number of players, that a deck
    has each card once. The finding shows for which values it fails and what both sides came to.

    Fix: change the content so that it holds, or the requirement where it says too much.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {boats: 3}
        requirements: [{name: a boat for everyone, for: {players: 2 to 4}, holds: boats >= players}]

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {boats: 4}
        requirements: [{name: a boat for everyone, for: {players: 2 to 4}, holds: boats >= players}]
    """
    work = facts.work
    for rule in facts.game.pack.requirements if facts.game.pack else ():
        if work.exhausted:
            return
        budget = work.budget(STEPS)
        faults = tuple(_faults(rule, facts.environment, budget))
        work.charge(rule.holds, budget.steps - budget.left)
        yield from faults


def _faults(rule: Rule, environment: Environment, budget: Budget) -> Iterator[Fault]:
    """The first case in which the rule fails; nothing where it rests on something that is at fault itself."""
    cases = prod(most - least + 1 for _, least, most in rule.ranges)
    if cases > CASES:
        message = f"'{rule.name}' ranges over {cases:,} choices of values; at most {CASES:,} are looked at"
        yield Fault(rule.span, message, "range over fewer values")
        return
    try:
        expression = parse(rule.holds.text)
        for names in _cases(rule):
            budget.spend(CASE_STEPS)
            case = environment.with_names(names)
            if expression.evaluate(case, budget) is not True:
                sides = ", ".join(filter(None, map(_told, expression.sides(case, budget))))
                yield Fault(rule.span, f"'{rule.name}' does not hold{_when(names)}", sides or None, rule.severity)
                return
    except ExpressionError as error:
        if error.told:
            return
        yield Fault(at_offset(rule.holds, error), f"'{rule.name}': {error.message}", error.hint)
    except Refusal as refusal:
        if not refusal.told:
            yield Fault(rule.span, f"'{rule.name}': {refusal.message}", "range over fewer values")


def _told(side: Side) -> str:
    """What one side came to; nothing of one that is written as empty."""
    return "" if side.text in EMPTY else f"{side.text} is {shown(side.value) or 'empty'}"


def _cases(rule: Rule) -> Iterator[dict[str, int]]:
    names = [name for name, _, _ in rule.ranges]
    for values in product(*(range(least, most + 1) for _, least, most in rule.ranges)):
        yield dict(zip(names, values, strict=True))


def _when(names: dict[str, int]) -> str:
    return " for " + ", ".join(f"{name} = {value}" for name, value in names.items()) if names else ""
