"""Whether a demand holds whichever closures are laid on a map, up to a number of each kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING

from pnp.network.budget import OutOfStepsError
from pnp.network.choices import Choice, Option, choices_of, without
from pnp.network.judge import judge
from pnp.network.proof import Verdict, Witness

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pnp.model.closure import Closure
    from pnp.model.requirement import Requirement
    from pnp.network.budget import Budget
    from pnp.network.layout import Layout
    from pnp.network.network import Network


@dataclass(frozen=True, slots=True)
class Supply:
    """One kind of closure: the spots on which it may lie, and how many may be laid at once."""

    closure: Closure
    choices: tuple[Choice, ...]
    most: int

    @property
    def setups(self) -> int:
        """How many ways there are to lay up to `most` of them."""
        options = max((len(choice.options) for choice in self.choices), default=1)
        return sum(comb(len(self.choices), number) * options**number for number in range(self.most + 1))


def supplies(network: Network, closures: Sequence[Closure], asked: Mapping[str, int] | None) -> tuple[Supply, ...]:
    """What may be laid: so many of each kind as are asked for, or as there are of each where nothing is said."""
    found = []
    for closure in closures:
        if asked is None or closure.name in asked:
            choices = choices_of(network, closure)
            most = len(choices) if closure.most is None else min(closure.most, len(choices))
            found.append(Supply(closure, choices, min(most, asked[closure.name]) if asked else most))
    return tuple(found)


def judge_laid(
    requirement: Requirement, network: Network, laid: Sequence[Supply], layout: Layout, budget: Budget
) -> Verdict:
    """The verdict on a demand with any closures laid that the supplies allow, the fewest first, in source order."""
    total = prod(supply.setups for supply in laid)
    checked = 0
    try:
        for setup in _setups(laid):
            budget.spend(network.size)
            options = tuple(option for _, option in setup)
            verdict = judge(requirement, without(network, options), (), layout, budget)
            checked += 1
            if verdict.holds is not True:
                words = tuple((choice.at, option.name) for choice, option in setup)
                return replace(
                    verdict, witness=replace(verdict.witness or Witness(), setup=words), method="exhaustive",
                    setups_total=total, setups_checked=checked, setups_covered=checked,
                )  # fmt: skip
    except OutOfStepsError:
        detail = f"nothing was found that breaks it, but only {checked:,} of {total:,} setups could be looked at"
        return Verdict(None, detail, None, "any-n", "exhaustive", total, checked, checked)
    return replace(verdict, method="exhaustive", setups_total=total, setups_checked=checked, setups_covered=checked)


def _setups(laid: Sequence[Supply]) -> Iterator[tuple[tuple[Choice, Option], ...]]:
    """Every setup, those with the fewest closures first."""
    counts = sorted(product(*(range(supply.most + 1) for supply in laid)), key=lambda numbers: (sum(numbers), numbers))
    for numbers in counts:
        groups = (combinations(supply.choices, number) for supply, number in zip(laid, numbers, strict=True))
        for group in product(*groups):
            choices = tuple(choice for part in group for choice in part)
            for options in product(*(choice.options for choice in choices)):
                yield tuple(zip(choices, options, strict=True))
