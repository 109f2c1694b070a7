"""A demand put to every arrangement of a map."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.network.arrangements import Found, in_words
from pnp.network.asked import no_way_at_all
from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.proof import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.model.requirement import Requirement
    from pnp.network.arrangements import Arrangement, Arrangements
    from pnp.network.network import Network
    from pnp.network.proof import Method

    Look = Callable[[Network, Budget], Verdict]

NO_WAY = "no way leads from any start to any goal, however the tiles lie"
"""What is said of a least distance that says nothing."""

BUILDING = 20
"""How much longer it takes to build a network than to search through it."""


def judge_arranged(
    requirement: Requirement,
    arrangements: Arrangements,
    printed: Network,
    look: Look,
    setups: int | None,
    budget: Budget,
) -> Verdict:
    """The verdict over all arrangements; `look` judges the network of one.

    Where it lays closures, `setups` is how many setups there are in all; else None.

    Each is looked at, unless nothing is closed and there is a faster way. Of those that break the demand the first in
    order is shown.
    """
    found = _searched(requirement, arrangements, budget) if setups is None else None
    if found is None:
        return _each(arrangements, printed, look, setups or arrangements.total, budget)
    return _told(found, arrangements.total, look(found.first.network if found.first else printed, budget))


def _searched(requirement: Requirement, arrangements: Arrangements, share: Budget) -> Found | None:
    """What a search comes to with half of the steps; None where there is no search, or where it needs more."""
    half = Budget(share.left // 2)
    allowed = half.left
    try:
        return arrangements.search(requirement, half)
    except OutOfStepsError:
        return None
    finally:
        share.spend(allowed - max(half.left, 0))


def _told(found: Found, total: int, verdict: Verdict) -> Verdict:
    """The verdict on the result of a search, in the words of that on the arrangement it is shown with."""
    if found.first is None and found.followed < total:
        return _unknown(found.checked, found.followed, found.covered, total, total)
    if not found.joined:
        return _counted(no_way_at_all(NO_WAY), found.checked, found.covered, total)
    counted = f" ({found.broken:,} of {total:,} arrangements break it)" if found.broken else ""
    told = _with_setup(verdict, found.first, counted) if found.first else _everywhere(verdict, found.covered, total)
    return _counted(told, found.checked, found.covered, total)


def _each(arrangements: Arrangements, printed: Network, look: Look, total: int, budget: Budget) -> Verdict:
    """The verdict by looking at every arrangement, until one breaks the demand or is not decided."""
    checked = covered = followed = asked = 0
    joined = False
    try:
        first = look(printed, budget)
        for arrangement in arrangements.each():
            budget.spend(BUILDING * arrangement.network.size)
            verdict = look(arrangement.network, budget)
            checked += verdict.setups_checked
            covered += verdict.setups_covered * arrangement.alike
            followed += arrangement.alike
            asked += arrangement.alike if verdict.setups_covered else 0
            joined = joined or (verdict.asked and verdict.setups_covered > 0)
            if verdict.holds is not True and verdict.asked:
                return _counted(_with_setup(verdict, arrangement, ""), checked, covered, total)
    except OutOfStepsError:
        return _unknown(checked, followed, covered, arrangements.total, total)
    if not joined:
        return _counted(no_way_at_all(NO_WAY), checked, covered, total)
    return _counted(_everywhere(first, asked, arrangements.total), checked, covered, total)


def _everywhere(verdict: Verdict, asked: int, total: int) -> Verdict:
    """The verdict on one arrangement in words for them all."""
    which = (
        f"{total:,} arrangements" if asked == total else f"the {asked:,} of {total:,} arrangements that it asks about"
    )
    detail = f"it holds in each of {which}; as printed, {verdict.detail}"
    return replace(verdict, holds=True, asked=True, fix=None, detail=detail)


def _with_setup(verdict: Verdict, arrangement: Arrangement, counted: str) -> Verdict:
    witness = verdict.witness and replace(verdict.witness, setup=(*arrangement.setup, *verdict.witness.setup))
    return replace(verdict, detail=f"{verdict.detail}, {in_words(arrangement.setup)}{counted}", witness=witness)


def _counted(verdict: Verdict, checked: int, covered: int, total: int) -> Verdict:
    method: Method = "symmetry" if checked < covered else "exhaustive"
    return replace(verdict, method=method, setups_total=total, setups_checked=checked, setups_covered=covered)


def _unknown(checked: int, followed: int, covered: int, arrangements: int, total: int) -> Verdict:
    of_all = f"only {followed:,} of {arrangements:,} arrangements"
    detail = f"nothing was found that breaks it, but {of_all} could be looked at"
    return Verdict(None, detail, None, "every-setup", "exhaustive", total, checked, covered, spent=True)
