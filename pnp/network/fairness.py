"""Whether the starts are equally near to what the players race for."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.network.proof import Verdict, Witness
from pnp.network.ways import Places, Targets, measured
from pnp.network.wording import decimal

if TYPE_CHECKING:
    from pnp.model.requirement import Bounds
    from pnp.network.budget import Budget
    from pnp.network.network import Network


def mean_distances(network: Network, starts: Places, goals: Targets, budget: Budget) -> dict[int, Fraction | None]:
    """For each start the mean distance from its worst state to the goals; None where a goal can't be reached."""
    sums: dict[int, int | None] = dict.fromkeys(starts, 0)
    for start, _, values in measured(network, starts, goals, budget):
        known = sums[start]
        reachable = [value for value in values if value is not None]
        whole = bool(reachable) and len(reachable) == len(values)
        sums[start] = known + max(reachable) if known is not None and whole else None
    return {start: None if known is None else Fraction(known, len(goals)) for start, known in sums.items()}


def spread(means: list[Fraction]) -> Fraction:
    """The greatest less the least of the starts' means, over the mean of them all; 0 where all are 0."""
    total = sum(means, Fraction(0))
    return (max(means) - min(means)) * len(means) / total if total else Fraction(0)


def judge_fair_starts(network: Network, starts: Places, goals: Targets, bounds: Bounds, budget: Budget) -> Verdict:
    """Whether the starts differ in their mean distance to the goals by no more of the mean than the bounds say."""
    means = mean_distances(network, starts, goals, budget)
    lost = [start for start, mean in means.items() if mean is None]
    if lost:
        names = network.names(lost)
        return Verdict(False, f"not every goal can be reached from '{names[0]}'", Witness(places=names))
    known = {start: mean for start, mean in means.items() if mean is not None}
    found = spread(list(known.values()))
    near, far = min(known, key=lambda start: known[start]), max(known, key=lambda start: known[start])
    names = network.names((near, far))
    detail = (
        f"the starts differ by {decimal(found)} of the mean: '{names[0]}' is {decimal(known[near])} moves away from "
        f"the goals on average, '{names[1]}' {decimal(known[far])}"
    )
    if bounds.hold(found):
        return Verdict(True, detail)
    return Verdict(False, f"{detail}; expected {bounds}", Witness(places=names))
