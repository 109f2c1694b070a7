"""How hard it is to cut a place off."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from pnp.model.closure import Closure
from pnp.network.choices import choices_of, without
from pnp.network.cuts import cut_between, mask
from pnp.network.proof import Verdict, Witness
from pnp.network.selection import targets
from pnp.network.ways import judge_reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.requirement import Requirement
    from pnp.network.budget import Budget
    from pnp.network.network import Network


@dataclass(frozen=True, slots=True)
class Isolation:
    """The fewest closures after which a start no longer leads to a place; `closures` is None where none part them."""

    place: str
    closures: int | None
    cut: tuple[str, ...] = ()


def isolation_of(network: Network, place: int, budget: Budget) -> Isolation:
    """How many places must be closed at least, neither the place nor the start, to part it from some start."""
    best: list[int] | None = None
    limit = len(network.backward[place]) + 1
    for start in network.starts:
        if start != place and place not in network.onward[start]:
            goals = mask(len(network.places), network.onward[start])
            cut = cut_between(network.backward, place, goals, limit, budget)
            if cut is not None:
                best, limit = cut, len(cut)
    name = network.places[place].id
    return Isolation(name, None) if best is None else Isolation(name, len(best), network.names(best))


def judge_isolation(
    network: Network, closures: Sequence[Closure], requirement: Requirement, starts: Sequence[int], budget: Budget
) -> Verdict:
    """Whether it takes as many closures as the bounds say to part each place from some start."""
    by = tuple(ref.name for ref in requirement.by)
    kinds = (
        [closure for closure in closures if closure.name in by]
        if by
        else [Closure("closed", requirement.span, "places")]
    )
    options = [(choice, option) for kind in kinds for choice in choices_of(network, kind) for option in choice.options]
    least = int(requirement.bounds.least or 0)
    total = sum(comb(len(options), number) for number in range(least))
    checked = 0
    for number in range(least):
        for setup in combinations(options, number):
            budget.spend(network.size)
            left = without(network, [option for _, option in setup])
            checked += 1
            goals = targets(left, requirement.start)
            verdict = judge_reach(left, [start for start in starts if start not in left.closed], goals, budget)
            if not verdict.holds:
                words = tuple((choice.at, option.name) for choice, option in setup)
                return Verdict(False, verdict.detail, Witness(words), "any-n", "exhaustive", total, checked, checked)
    return Verdict(True, f"it takes {least} closures or more", None, "any-n", "exhaustive", total, checked, checked)
