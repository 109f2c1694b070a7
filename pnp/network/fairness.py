"""Whether the starts are equally near to what the players race for."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.network.proof import Verdict, Witness
from pnp.network.ways import Targets, measured
from pnp.network.wording import decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.requirement import Bounds
    from pnp.network.budget import Budget
    from pnp.network.network import Network


def mean_distances(network: Network, starts: Targets, goals: Targets, budget: Budget) -> dict[str, Fraction | None]:
    """For each start the mean distance from its worst state to the goals other than itself.

    None where one of them can't be reached; a start that is the only goal is left out.
    """
    found: dict[str, list[int | None]] = {start.name: [] for start in starts}
    for start, _, values in measured(network, starts, goals, budget):
        known = [value for value in values if value is not None]
        found[starts[start].name].append(max(known) if known and len(known) == len(values) else None)
    return {name: _mean(values) for name, values in found.items() if values}


def _mean(values: list[int | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return Fraction(sum(known), len(known)) if len(known) == len(values) else None


def spread(means: Sequence[Fraction]) -> Fraction:
    """The greatest less the least of the starts' means, over the mean of them all; 0 where all are 0."""
    total = sum(means, Fraction(0))
    return (max(means) - min(means)) * len(means) / total if total else Fraction(0)


def judge_fair_starts(network: Network, starts: Targets, goals: Targets, bounds: Bounds, budget: Budget) -> Verdict:
    """Whether the starts differ in their mean distance to the goals by no more of the mean than the bounds say."""
    means = mean_distances(network, starts, goals, budget)
    lost = tuple(start for start, mean in means.items() if mean is None)
    if lost:
        return Verdict(False, f"not every goal can be reached from '{lost[0]}'", Witness(places=lost))
    known = {start: mean for start, mean in means.items() if mean is not None}
    found = spread(list(known.values()))
    near, far = min(known, key=lambda start: known[start]), max(known, key=lambda start: known[start])
    detail = (
        f"the starts differ by {decimal(found)} of the mean: '{near}' is {decimal(known[near])} moves away from "
        f"the goals on average, '{far}' {decimal(known[far])}"
    )
    if bounds.hold(found):
        return Verdict(True, detail)
    return Verdict(False, f"{detail}; expected {bounds}", Witness(places=(near, far)))
