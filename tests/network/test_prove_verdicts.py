"""What is said of the requirements of many small maps, and how many steps it takes: a search that does more shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pnp.network import lay_out, lower
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.prove import can_be_put, judge_for_classes
from pnp.network.requirements import Verdict
from tests.network.many_maps import KINDS, maps_of

PLENTY = 10**8


@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_and_steps_are_as_before(kind: str, golden: Callable[[str, str], None]) -> None:
    lines = [f"{number}: {line}\n" for number, drawn in enumerate(maps_of(kind), 1) for line in told(drawn)]
    golden(f"verdicts-{kind}.txt", "".join(lines))


def told(game_map: Any) -> Iterator[str]:
    lowered, layout = lower(game_map), lay_out(game_map)
    for requirement in game_map.requirements:
        if not can_be_put(requirement, lowered):
            continue
        budget = SearchBudget(PLENTY)
        verdict = judge_for_classes(requirement, lowered, layout, budget)
        steps = PLENTY - budget.left
        yield f"{requirement.name}: {words(verdict)}; {steps} steps"
        try:
            less = judge_for_classes(requirement, lowered, layout, SearchBudget(steps // 3))
        except OutOfStepsError:
            continue
        if less != verdict:
            yield f"  with {steps // 3}: {words(less)}"


def words(verdict: Verdict) -> str:
    counts = f"{verdict.setups_checked}/{verdict.setups_covered}/{verdict.setups_total}"
    fix = f"; {verdict.fix}" if verdict.fix else ""
    shown = verdict.witness
    witness = f"; {shown.places} {shown.path} {shown.distance} {shown.setup} {shown.cut}" if shown else ""
    flags = f"{verdict.scope}{'' if verdict.asked else ' unasked'}{' spent' if verdict.spent else ''}"
    return f"{verdict.holds} {flags} by {verdict.method} {counts} {verdict.detail}{fix}{witness}"
