"""Whether a demand holds whichever closures are laid on a map, up to a number of each kind.

Where ways are asked about, a flow answers for all setups at once or says where to look, and branch and bound looks
there. What lies around single places is asked of the closures around them. All else is tried, setup by setup, and so is
what could not be found out so. Where closures can only help, what holds of the map as printed holds of every setup.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.network.asked import setups_asked
from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.choices import without
from pnp.network.judge import judge
from pnp.network.laid_words import broken, with_up_to
from pnp.network.proof import Verdict, Witness
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.model.requirement import Requirement
    from pnp.network.layout import Layout
    from pnp.network.network import Network
    from pnp.network.proof import Method
    from pnp.network.supply import Setup, Stock


SETUP_STEPS = 4
"""How many steps it takes to look at one setup by itself, for each state and move."""

MOST_KEPT = 10
"""No more than this part of the steps is kept for trying single closures where a search runs out of its own."""

ONE_MORE = 1 << 62
"""Steps for what is found to be looked at once more: it is no more work than the map as printed was."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the least setup that breaks the demand, if any, and how many setups it looked at."""

    setup: Setup | None
    method: Method
    looked: int


class GivenUpError(Exception):
    """A search ran out of steps; with up to `shown` closures it was shown that the demand holds."""

    def __init__(self, shown: int, looked: int) -> None:
        super().__init__()
        self.shown, self.looked = shown, looked


def judge_laid(requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: Budget) -> Verdict:
    """The verdict on a demand with any closures laid that the stock allows; the least setup that breaks it.

    Raises OutOfStepsError where not even the map as printed could be judged.
    """
    given = budget.left
    verdict = judge(requirement, network, layout, budget)
    if verdict.holds is not True:
        covered = verdict.setups_covered if verdict.asked else setups_asked(requirement, network, stock)
        return replace(verdict, method="exhaustive", setups_total=stock.total, setups_covered=covered)
    single = stock.up_to(1) * (given - budget.left + SETUP_STEPS * network.size)
    try:
        found = _search(requirement, network, stock, layout, budget, kept=min(single, budget.left // MOST_KEPT))
    except GivenUpError as given_up:
        return _unknown(requirement, network, stock, given_up)
    if found.setup is None:
        return held(verdict, found, requirement, network, stock)
    return broken_by(found, requirement, network, stock, layout)


def held(verdict: Verdict, found: Found, requirement: Requirement, network: Network, stock: Stock) -> Verdict:
    """The verdict on the map as printed, for every setup in which something is asked."""
    asked = setups_asked(requirement, network, stock)
    return replace(
        verdict, detail=f"{verdict.detail}, {with_up_to(stock)}", method=found.method, setups_total=stock.total,
        setups_checked=min(found.looked, asked if found.method == "theorem" else stock.total), setups_covered=asked,
    )  # fmt: skip


def broken_by(found: Found, requirement: Requirement, network: Network, stock: Stock, layout: Layout) -> Verdict:
    """The verdict on the map as the setup that was found leaves it, with that setup."""
    setup = found.setup or ()
    left = without(network, [closing.option for closing in setup])
    verdict = judge(requirement, left, layout, Budget(ONE_MORE))
    assert verdict.holds is False, "what was found breaks the demand"
    words = tuple((closing.choice.at, closing.option.name) for closing in setup)
    witness = replace(verdict.witness or Witness(), setup=words, cut=tuple(closing.choice.at for closing in setup))
    checked = min(max(found.looked, 1), stock.total)
    return replace(
        verdict, detail=broken(requirement, verdict, setup, stock), witness=witness, method=found.method,
        setups_total=stock.total, setups_checked=checked, setups_covered=checked,
    )  # fmt: skip


def _unknown(requirement: Requirement, network: Network, stock: Stock, given_up: GivenUpError) -> Verdict:
    number = given_up.shown
    held = f"with up to {number} closure{'' if number == 1 else 's'} it holds" if number else "as printed it holds"
    checked = min(given_up.looked, stock.total)
    detail = f"{held}, but not all of {stock.total:,} setups could be looked at"
    covered = setups_asked(requirement, network, stock, number)
    return Verdict(None, detail, None, "any-n", "exhaustive", stock.total, checked, covered, spent=True)


def _search(
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: Budget, kept: int
) -> Found:
    """What a search by bounds finds; where it gives up, `kept` steps are left to try setups one by one."""
    if _only_helped(requirement):
        return Found(None, "theorem", 1)
    from pnp.network.bounding import found_by_bounds

    share, given_up = Budget(budget.left - kept), None
    try:
        found = found_by_bounds(requirement, network, stock, share)
    except GivenUpError as error:
        found, given_up = None, error
    finally:
        budget.left = kept + max(share.left, 0)
    return found or _one_by_one(requirement, network, stock, layout, budget, given_up)


def _only_helped(requirement: Requirement) -> bool:
    """Whether a demand that holds goes on to hold when moves are taken away and places closed."""
    bounds = requirement.bounds
    match requirement.demand:
        case "not-adjacent" | "no-crossing":
            return True
        case "distance":
            return requirement.is_least_distance
        case "degree" | "count":
            return bounds.exactly is None and bounds.least is None
        case _:
            return False


def _one_by_one(
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: Budget,
    before: GivenUpError | None = None,
) -> Found:  # fmt: skip
    """The first setup that breaks the demand, each tried in turn, small ones first; `before` is what gave up before."""
    looked = shown = 0
    try:
        for setup in stock.setups():
            shown = max(len(setup) - 1, 0)
            budget.spend(SETUP_STEPS * network.size)
            left = without(network, [closing.option for closing in setup])
            looked += 1
            if judge(requirement, left, layout, budget).holds is False:
                return Found(setup, "exhaustive", looked)
    except OutOfStepsError:
        if before is not None:
            shown, looked = max(shown, before.shown), max(looked, before.looked)
        raise GivenUpError(shown, looked) from None
    return Found(None, "exhaustive", looked)
