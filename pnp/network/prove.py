"""Prove the requirements of a map over all setups, within a step budget.

In the first round each requirement gets an equal share of the map's budget. What is left after a round is divided
equally among the undecided requirements, which are judged again from the beginning. Results do not depend on the order
of the requirements: a value that one requirement computes and another takes from the cache is charged to both.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from pnp.diagnostics import ERROR, Span
from pnp.model.maps.game_map import CLOSED, Closure
from pnp.model.maps.requirements import Requirement
from pnp.network.arrangements.enumeration import Arrangements
from pnp.network.asked import asks, counts_costs
from pnp.network.budget import LARGEST_SHARE, PROOF_STEPS, OutOfStepsError, SearchBudget
from pnp.network.closures.supplies import Stock, stock_of
from pnp.network.judge import judge
from pnp.network.layout import Layout
from pnp.network.lowering import Lowered
from pnp.network.network import Network
from pnp.network.nothing_asked import held_in_vain, named_closures, never_together, nothing_asked
from pnp.network.requirements import Proof, Scope, Verdict, names_spots, unknown_words
from pnp.network.turns import in_turns

# The setups of a requirement: the map as printed, every arrangement of its tiles, and the closures laid on it.

COUNTING = 4
"""Counting the setups may spend one in this many steps of a requirement."""

ASKING, LAYING = 20, 100
"""So many steps for each place are spent on finding what a requirement asks about, and where closures may lie."""

LEAST_COUNTING = 20_000
"""Minimum number of steps for counting, even if the requirement has fewer: the number of setups is always reported."""


def scope_of(requirement: Requirement) -> Scope:
    """Return which setups a requirement is about."""
    if requirement.some:
        return "some-setup"
    if requirement.share is not None:
        return "share"
    if requirement.every_setup:
        return "every-setup"
    return "any-n" if requirement.laid or requirement.demand in ("survives", "isolation") else "printed"


ANY_PLACE, ANY_ROAD = Closure(CLOSED, Span(""), "places"), Closure(CLOSED, Span(""), "roads")
"""What requirements close that name no closure of the map; one for all, so that its spots are found once a map."""


def stock_for(requirement: Requirement, network: Network, lowered: Lowered) -> Stock:
    """Return the closures that may be laid on the map for a requirement; none if it is about the map as printed.

    Where setups are counted, an `isolation` or `survives` lays its own closures in each; they are not part of it.
    """
    counted = requirement.some or requirement.share is not None or lowered.has_conditions(requirement)
    asked = {ref.name: number for ref, number in requirement.laid}
    every = ANY_ROAD if requirement.by_roads else ANY_PLACE
    if requirement.demand == "isolation" and counted:
        return Stock((), 0)
    if requirement.demand == "isolation":
        names = {ref.name for ref in requirement.by}
        kinds = tuple(closure for closure in lowered.closures if closure.name in names) or (every,)
        stock, limit = stock_of(network, kinds, None), int(requirement.bounds.least or 1) - 1
        return replace(stock, most=min(stock.most, limit), limit=limit)
    stock = stock_of(network, lowered.closures, None if requirement.every_setup and not asked else asked)
    if requirement.demand == "survives" and not counted:
        closed = stock_of(network, (every,), {CLOSED: requirement.closed})
        return Stock((*stock.supplies, *closed.supplies), stock.most + closed.most)
    return stock


def total_of(requirement: Requirement, lowered: Lowered, budget: SearchBudget) -> int:
    """Return how many setups a requirement is about.

    If closures are laid on tiles that vary, each set of tiles has its own number of setups, and counting takes steps.
    If the budget for it is too small, each set of tiles counts as many as the printed one.
    """
    stock = stock_for(requirement, lowered.network, lowered)
    if not requirement.every_setup or lowered.arrangements is None:
        return stock.total
    part = SearchBudget(max(budget.left // COUNTING, LEAST_COUNTING))
    given = part.left
    try:
        return lowered.arrangements.with_closures(stock, lambda network: stock_for(requirement, network, lowered), part)
    except OutOfStepsError:
        return lowered.arrangements.total * stock.total
    finally:
        budget.left -= given - max(part.left, 0)


# Verdicts and proofs.


def judge_setups(requirement: Requirement, lowered: Lowered, layout: Layout, budget: SearchBudget) -> Verdict:
    """Return the verdict on a requirement over all its setups.

    Raises OutOfStepsError if nothing could be found within the budget.
    """
    # every demand looks at the whole map, some at what is cached
    each = ASKING if scope_of(requirement) == "printed" else LAYING
    budget.spend(each * len(lowered.network.places) + lowered.network.size)
    empty = nothing_asked(requirement, lowered, layout)
    if empty is not None:
        return replace(empty, scope=scope_of(requirement), setups_total=total_of(requirement, lowered, budget))
    if requirement.some or requirement.share is not None or lowered.has_conditions(requirement):
        verdict = _in_a_part(requirement, lowered, layout, budget)
    elif requirement.every_setup and lowered.arrangements:
        verdict = _in_every_arrangement(requirement, lowered, lowered.arrangements, layout, budget)
    else:
        verdict = _on(requirement, lowered.network, lowered, layout, budget)
    empty = held_in_vain(requirement, lowered) if verdict.holds else None
    if empty is not None:
        return replace(empty, scope=scope_of(requirement), setups_total=verdict.setups_total)
    if verdict.holds and not verdict.setups_covered:  # a proof without a setup in which something is asked is none
        return replace(never_together(requirement), scope=scope_of(requirement), setups_total=verdict.setups_total)
    if not verdict.asked:
        verdict = replace(verdict, detail=f"it asks nothing: {verdict.detail}", setups_covered=0)
    return replace(verdict, scope=scope_of(requirement))


def _on(requirement: Requirement, network: Network, lowered: Lowered, layout: Layout, budget: SearchBudget) -> Verdict:
    """Return the verdict on one arrangement, over all closures that may be laid for the requirement."""
    if not counts_costs(requirement):
        network = network.in_moves
    if requirement.speed:
        network = in_turns(network, requirement.speed)
    stock = stock_for(requirement, network, lowered)
    if not stock.supplies:
        return judge(requirement, network, layout, budget)
    if not asks(requirement, network):  # closures only take away what is asked
        return Verdict(True, "nothing is asked of it", setups_total=stock.total, setups_checked=0, setups_covered=0)
    if requirement.demand == "survives" and len(stock.supplies) == 1 and not requirement.by_roads:
        from pnp.network.closures.verdicts import judge_survives

        return judge_survives(requirement, network, stock, layout, budget)
    from pnp.network.closures.verdicts import judge_laid

    return judge_laid(requirement, network, stock, layout, budget)


def _in_a_part(requirement: Requirement, lowered: Lowered, layout: Layout, budget: SearchBudget) -> Verdict:
    """Return the verdict on a requirement that has to hold in some setup, a share of them, or in legal ones only."""
    from pnp.network.setups import Choices, judge_every, judge_share, judge_some

    total, conditional = total_of(requirement, lowered, budget), lowered.has_conditions(requirement)
    choices = Choices(requirement, lowered, lambda each, on: stock_for(each, on, lowered), total, conditional)
    whole = judge_every if requirement.share is None else judge_share
    judge_part = judge_some if requirement.some else whole
    return judge_part(
        requirement, choices, lambda inner, network, left: _on(inner, network, lowered, layout, left), budget
    )


def _in_every_arrangement(
    requirement: Requirement, lowered: Lowered, arrangements: Arrangements, layout: Layout, budget: SearchBudget
) -> Verdict:
    """Return the verdict over all arrangements, in each over all closures that may be laid for the requirement."""
    from pnp.network.arrangements.verdicts import judge_arranged

    closes = bool(stock_for(requirement, lowered.network, lowered).supplies)
    return judge_arranged(
        requirement, arrangements, lowered.network,
        lambda network, left: _on(requirement, network, lowered, layout, left),
        total_of(requirement, lowered, budget) if closes else None, budget,
    )  # fmt: skip


# Requirements for movement classes.


def _seen_by(requirement: Requirement, lowered: Lowered) -> tuple[Lowered, ...]:
    """Return the lowered map for each movement class of a requirement, or the map itself if it names none."""
    known = (ref.name for ref in requirement.movers if ref.name in lowered.classes)
    return tuple(lowered.for_class(name) for name in dict.fromkeys(known)) or (lowered,)


def judge_for_classes(requirement: Requirement, lowered: Lowered, layout: Layout, budget: SearchBudget) -> Verdict:
    """Return the verdict on a requirement for all movement classes that it names; it must hold for each.

    The first class for which it is broken decides, else the first for which it asks nothing, else the first for which
    it is unknown. Raises OutOfStepsError if nothing could be found for one of them within the budget.
    """
    if not requirement.movers:
        return judge_setups(requirement, lowered, layout, budget)
    found = []
    for seen in _seen_by(requirement, lowered):
        verdict = judge_setups(requirement, seen, layout, budget)
        found.append(replace(verdict, detail=f"for '{seen.mover}': {verdict.detail}"))
        if verdict.holds is False:
            break
    left = _seen_by(requirement, lowered)[len(found) :]
    total = sum(each.setups_total for each in found) + sum(total_of(requirement, each, budget) for each in left)
    for wrong in (
        *(each for each in found if each.holds is False),
        *(each for each in found if not each.asked),
        *(each for each in found if each.holds is None),
    ):
        return replace(wrong, setups_total=total)
    checked, covered = sum(each.setups_checked for each in found), sum(each.setups_covered for each in found)
    detail = "; ".join(each.detail for each in found)
    sampled = next((each for each in found if each.method == "sampled"), found[0])  # then it is not proved
    return replace(sampled, detail=detail, setups_total=total, setups_checked=checked, setups_covered=covered)


# The proofs of all requirements of a map.


def prove(
    requirements: Iterable[Requirement], lowered: Lowered, layout: Layout, budget: SearchBudget | None = None
) -> tuple[Proof, ...]:
    """Return a proof for each requirement; those that `can_be_put` rejects are marked as not asked."""
    requirements, budget = tuple(requirements), budget or SearchBudget(PROOF_STEPS)
    asked = [can_be_put(requirement, lowered) for requirement in requirements]
    verdicts: dict[int, Verdict] = {}
    waiting = [number for number, each in enumerate(asked) if each]
    most, share = int(budget.left * LARGEST_SHARE), 0
    while waiting and min(budget.left // len(waiting), most) > share:
        share = min(budget.left // len(waiting), most)
        for number in waiting:
            verdicts[number] = _within_share(requirements[number], lowered, layout, share, budget)
        waiting = [number for number in waiting if verdicts[number].spent]
    for number, verdict in tuple(verdicts.items()):
        named = named_closures(requirements[number], lowered)
        if verdict.holds and not all(lowered.has_spot(closure) for closure in named):
            del verdicts[number]
            asked[number] = False
    return tuple(
        Proof(
            layout.map, each.name, each.demand, each.severity or ERROR, each.span,
            verdicts.get(number) or _unknown(each, lowered, 0, "it could not be asked"), asked[number],
        )
        for number, each in enumerate(requirements)
    )  # fmt: skip


def unproved(requirements: Iterable[Requirement], map_name: str, detail: str) -> tuple[Proof, ...]:
    """Return proofs without a verdict, for requirements whose proof was not possible; `detail` says why."""
    return tuple(
        Proof(
            map_name, each.name, each.demand, each.severity or ERROR, each.span,
            Verdict(None, detail, None, scope_of(each), "direct", 0, 0, 0),
        )
        for each in requirements
    )  # fmt: skip


def can_be_put(requirement: Requirement, lowered: Lowered) -> bool:
    """Whether a requirement can be judged: the map is whole, and all names in the requirement exist.

    The names in the closures that it lays must exist, too. An isolation chooses its closures with `by` and cannot have
    others in `with`. A movement class must have a place.
    """
    vocabulary = lowered.vocabulary
    networks = [lowered.classes[ref.name] for ref in requirement.movers if ref.name in lowered.classes]
    if (
        not lowered.network.whole
        or not all(each.whole and each.places for each in networks)
        or lowered.has_unknown_places
        or (requirement.demand == "isolation" and requirement.laid)
    ):
        return False
    laid = (closure for closure in lowered.closures if requirement.lays(closure.name))
    named = all(names_spots(closure, vocabulary) for closure in laid)
    conditions = lowered.legal if lowered.has_conditions(requirement) else ()
    return named and not any(word for each in (requirement, *conditions) for word in unknown_words(each, vocabulary))


def _within_share(
    requirement: Requirement, lowered: Lowered, layout: Layout, share: int, budget: SearchBudget
) -> Verdict:
    """Return the verdict within a share of the map's budget; the steps spent are taken from that budget."""
    own = SearchBudget(share)
    try:
        verdict = judge_for_classes(requirement, lowered, layout, own)
    except OutOfStepsError:
        verdict = replace(_unknown(requirement, lowered, share, "no setup could be checked"), spent=True)
    finally:
        budget.left -= share - max(own.left, 0)
    if not verdict.spent:
        return verdict
    return replace(verdict, detail=f"{verdict.detail}; its share of the map's steps, {share:,}, was used up")


def _unknown(requirement: Requirement, lowered: Lowered, share: int, detail: str) -> Verdict:
    total = sum(total_of(requirement, each, SearchBudget(share)) for each in _seen_by(requirement, lowered))
    return Verdict(None, detail, None, scope_of(requirement), "direct", total, 0, 0)
