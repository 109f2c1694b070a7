"""What a search with closures says and what it costs, on many small maps: a search that does more work shows here."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.lowering import Lowered
from pnp.network.prove import judge_setups
from pnp.network.requirements import Verdict
from tests.network.laying import Case, drawn
from tests.network.replay import PAPER

PLENTY = 10**8


def judged(case: Case, steps: int = PLENTY) -> tuple[Verdict | None, int]:
    """The verdict within so many steps, None where there is none, and how many were spent."""
    budget = SearchBudget(steps)
    try:
        verdict = judge_setups(case.requirement, Lowered(case.network, case.closures), PAPER, budget)
    except OutOfStepsError:
        return None, steps
    return verdict, steps - budget.left


def told(verdict: Verdict | None) -> str:
    if verdict is None:
        return "nothing"
    counts = f"{verdict.setups_checked}/{verdict.setups_covered}/{verdict.setups_total}"
    spent = " spent" if verdict.spent else ""
    return f"{verdict.holds}{spent} by {verdict.method} {counts} {verdict.detail}"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 300, 100))
def test_verdicts_and_steps_are_as_before(first: int, golden: Callable[[str, str], None]) -> None:
    lines = []
    for seed in range(first, first + 100):
        case = drawn(Random(seed))
        verdict, steps = judged(case)
        lines.append(f"{seed} {case.requirement.demand}: {told(verdict)}; {steps} steps")
        less, _ = judged(case, steps // 3)
        if less is not None and less != verdict:
            lines.append(f"  with {steps // 3}: {told(less)}")
    golden(f"effort-{first}.txt", "\n".join(lines) + "\n")
