"""Requirements over setups: on the map as printed, in every arrangement, with so many closures laid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.network.arranged import judge_arranged
from pnp.network.judge import judge
from pnp.network.laid import Supply, judge_laid, supplies

if TYPE_CHECKING:
    from pnp.model.requirement import Requirement
    from pnp.network.arrangements import Arrangements
    from pnp.network.budget import Budget
    from pnp.network.layout import Layout
    from pnp.network.lower import Lowered
    from pnp.network.network import Network
    from pnp.network.proof import Scope, Verdict


def scope_of(requirement: Requirement) -> Scope:
    """Which setups a requirement is asked of."""
    if requirement.every_setup:
        return "every-setup"
    return "any-n" if requirement.laid or requirement.demand in ("survives", "isolation") else "printed"


def judge_setups(requirement: Requirement, lowered: Lowered, layout: Layout, budget: Budget) -> Verdict:
    """The verdict on a requirement in all the setups that it is asked of.

    Raises OutOfStepsError where nothing could be said within the budget.
    """
    if requirement.every_setup and lowered.arrangements:
        verdict = _in_every_arrangement(requirement, lowered, lowered.arrangements, layout, budget)
    else:
        verdict = _on(requirement, lowered.network, lowered, layout, budget)
    return replace(verdict, scope=scope_of(requirement))


def _on(requirement: Requirement, network: Network, lowered: Lowered, layout: Layout, budget: Budget) -> Verdict:
    """The verdict on one arrangement, with everything laid that the requirement asks about."""
    laid = _supplies(requirement, network, lowered)
    if laid and requirement.demand != "isolation":
        return judge_laid(requirement, network, laid, layout, budget)
    return judge(requirement, network, lowered.closures, layout, budget)


def _supplies(requirement: Requirement, network: Network, lowered: Lowered) -> tuple[Supply, ...]:
    asked = {ref.name: number for ref, number in requirement.laid}
    if requirement.every_setup and not asked:
        return supplies(network, lowered.closures, None)
    return supplies(network, lowered.closures, asked)


def _in_every_arrangement(
    requirement: Requirement, lowered: Lowered, arrangements: Arrangements, layout: Layout, budget: Budget
) -> Verdict:
    """The verdict over all arrangements, with everything laid in each that the requirement asks about."""
    closes = bool(_supplies(requirement, lowered.network, lowered))
    return judge_arranged(
        requirement, arrangements, lowered.network,
        lambda network, left: _on(requirement, network, lowered, layout, left), closes, budget,
    )  # fmt: skip
