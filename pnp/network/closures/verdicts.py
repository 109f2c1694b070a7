"""Holds with up to n closures, or the least that break it.

Where ways are asked about, a flow answers for all setups at once or says where to look, and branch and bound looks
there. What lies around single places is asked of the closures around them. All else is tried, setup by setup, and so is
what could not be found out so. Where closures can only help, what holds of the map as printed holds of every setup.

Where ways are asked about, a flow answers for all setups at once or says where to look, and branch and bound looks
there. What lies around single places is asked of the closures around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pnp.messages import listed, many, some
from pnp.model.maps.game_map import CLOSED, Requirement
from pnp.network.asked import setups_asked
from pnp.network.closures.branch_and_bound import Parting, Search, Sieve, Surroundings, Vicinity, vicinities
from pnp.network.closures.lower_bounds import Detours, Flows
from pnp.network.closures.questions import Asking, Bound, ClosableMoves, ReachQuery, Round, rounds_of
from pnp.network.closures.supplies import GivenUpError, Setup, SetupSearchResult, Stock, Supply, without
from pnp.network.connectivity import least_cut
from pnp.network.judge import judge, judge_connected
from pnp.network.layout import Layout
from pnp.network.network import Network
from pnp.network.requirements import Verdict, Witness
from pnp.network.search import Dear, OutOfStepsError, SearchBudget, inverted

# What lies on a map, in words.

VOWELS = "aeiou"
SPOKEN_WITH_A_CONSONANT = ("one", "uni", "use", "eu")


def broken(requirement: Requirement, verdict: Verdict, setup: Setup, stock: Stock) -> str:
    """What a setup breaks: `'Pier' is cut off from 'Lot' when a barrier lies at 'Crosswalk 7'`."""
    places = verdict.witness.places if verdict.witness else ()
    detail, others, more = verdict.detail.partition(" (and ")
    match requirement.demand:
        case "reach" | "isolation":
            detail = f"'{places[1]}' is cut off from '{places[0]}'"
        case "connected" | "survives":
            detail = f"{some(places)} {'is' if len(places) == 1 else 'are'} cut off"
        case _:
            pass
    least = requirement.bounds.least if requirement.demand == "isolation" else None
    expected = f"; it should take {many(int(least), 'closure')} at least" if least is not None else ""
    return f"{detail}{others}{more} {when(setup, stock)}{expected}"


def when(setup: Setup, stock: Stock) -> str:
    """The setup as a clause: `when a barrier lies at 'Crosswalk 7' and a cone on '14'`; nothing where nothing lies."""
    groups: dict[tuple[int, str], list[str]] = {}
    for closing in setup:
        groups.setdefault((closing.kind, closing.option.name), []).append(closing.choice.at)
    if not groups:
        return ""
    phrases = [
        _phrase(stock.supplies[kind], option, spots, first=not number)
        for number, ((kind, option), spots) in enumerate(groups.items())
    ]
    return f"when {_joined(phrases)}"


def _phrase(supply: Supply, option: str, spots: Sequence[str], first: bool) -> str:
    name = supply.closure.name
    one = len(spots) == 1
    if name == CLOSED:
        return f"{listed(spots)} {'is' if one else 'are'} closed"
    sounds = name[:1].lower() in VOWELS and not name.lower().startswith(SPOKEN_WITH_A_CONSONANT)
    thing = f"{'an' if sounds else 'a'} {name}" if one else f"{name}s"
    verb = "" if not first else " lies" if one else " lie"
    way = option.removeprefix(name).strip()
    where = f"{'at' if supply.closure.on == 'crossings' else 'on'} {listed(spots)}"
    return f"{thing}{verb} {where}" + (f" ({way})" if way else "")


def with_up_to(stock: Stock) -> str:
    """What may be laid: `with up to 2 barriers and 1 cone laid`."""
    things = [
        f"{many(supply.most, 'place')} closed"
        if supply.closure.name == CLOSED
        else many(supply.most, supply.closure.name)
        for supply in stock.supplies
    ]
    fewer = f", {stock.most:,} at most in all" if stock.most < sum(supply.most for supply in stock.supplies) else ""
    laid = " laid" if any(supply.closure.name != CLOSED for supply in stock.supplies) else ""
    return f"with up to {_joined(things)}{laid}{fewer}"


def _joined(phrases: Sequence[str]) -> str:
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}" if len(phrases) > 1 else phrases[0]


# Whether a demand holds whichever closures are laid on a map, up to a number of each kind.

SETUP_STEPS = 4
"""How many steps it takes to look at one setup by itself, for each state and move."""

MOST_KEPT = 10
"""No more than this part of the steps is kept for trying single closures where a search runs out of its own."""

ONE_MORE = 1 << 62
"""Steps for what is found to be looked at once more: it is no more work than the map as printed was."""


def judge_laid(
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: SearchBudget
) -> Verdict:
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


def held(
    verdict: Verdict, found: SetupSearchResult, requirement: Requirement, network: Network, stock: Stock
) -> Verdict:
    """The verdict on the map as printed, for every setup in which something is asked."""
    asked = setups_asked(requirement, network, stock)
    return replace(
        verdict, detail=f"{verdict.detail}, {with_up_to(stock)}", method=found.method, setups_total=stock.total,
        setups_checked=min(found.looked, asked if found.method == "theorem" else stock.total), setups_covered=asked,
    )  # fmt: skip


def broken_by(
    found: SetupSearchResult, requirement: Requirement, network: Network, stock: Stock, layout: Layout
) -> Verdict:
    """The verdict on the map as the setup that was found leaves it, with that setup."""
    setup = found.setup or ()
    left = without(network, [closing.option for closing in setup])
    verdict = judge(requirement, left, layout, SearchBudget(ONE_MORE))
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
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: SearchBudget, kept: int
) -> SetupSearchResult:
    """What a search by bounds finds; where it gives up, `kept` steps are left to try setups one by one."""
    if _only_helped(requirement):
        return SetupSearchResult(None, "theorem", 1)

    share, given_up = SearchBudget(budget.left - kept), None
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
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: SearchBudget,
    before: GivenUpError | None = None,
) -> SetupSearchResult:  # fmt: skip
    """The first setup that breaks the demand, each tried in turn, small ones first; `before` is what gave up before."""
    looked = shown = 0
    try:
        for setup in stock.setups():
            shown = max(len(setup) - 1, 0)
            budget.spend(SETUP_STEPS * network.size)
            left = without(network, [closing.option for closing in setup])
            looked += 1
            if judge(requirement, left, layout, budget).holds is False:
                return SetupSearchResult(setup, "exhaustive", looked)
    except OutOfStepsError:
        if before is not None:
            shown, looked = max(shown, before.shown), max(looked, before.looked)
        raise GivenUpError(shown, looked) from None
    return SetupSearchResult(None, "exhaustive", looked)


# A search for the least closures that break a demand, by bounds that rule most setups out.

PRICE = 4
"""How many steps it takes to look at one edge of a flow, or at one move of a detour."""


def found_by_bounds(
    requirement: Requirement, network: Network, stock: Stock, budget: SearchBudget
) -> SetupSearchResult | None:
    """What the search finds; None where all setups are to be tried.

    Raises GivenUpError where the budget does not last.
    """
    if requirement.demand == "fair-starts":
        from pnp.network.closures.fair_starts import fair_setups

        return fair_setups(requirement, network, stock, budget)
    budget = Dear(budget, PRICE)
    ground = ClosableMoves(network, stock)
    rounds = rounds_of(requirement, Asking(network, stock, ground))
    if rounds is not None:
        return _among_ways(rounds, network, stock, ground, budget)
    around = Surroundings(ground, budget)
    places = vicinities(requirement, ground, around)
    return None if places is None else _around_places(tuple(places), ground, stock, around)


def _among_ways(
    rounds: Iterable[Round], network: Network, stock: Stock, ground: ClosableMoves, budget: SearchBudget
) -> SetupSearchResult:
    detours = Detours(ground, budget)
    flows = Flows(ground, budget)

    def bound(question: ReachQuery, room: int) -> Bound:
        return flows.bound(question, room) if question.most is None else detours.bound(question, room)

    parting = Parting(ground, bound)
    sieve = Sieve(network, stock, parting, budget)

    def questions() -> Iterator[tuple[ReachQuery, Bound]]:
        for each in rounds:
            if each.most is None:
                yield from sieve.passed(each)
            else:
                for state, barred in each.rim:
                    question = each.question(state, barred)
                    yield question, parting.within(question, stock.most)

    try:
        answer = parting.least(questions(), stock.most)
    except OutOfStepsError:
        answer = parting.best
        if answer is None:
            raise GivenUpError(parting.shown, parting.looked) from None
    if not sieve.branched:
        return SetupSearchResult(_setup(ground, answer), "theorem", 0)
    return SetupSearchResult(_setup(ground, answer), "exhaustive", sieve.looked)


def _around_places(
    places: tuple[Vicinity, ...], ground: ClosableMoves, stock: Stock, around: Surroundings
) -> SetupSearchResult:
    search = Search(ground, stock, around)
    try:
        answer = search.least(places)
    except OutOfStepsError:
        raise GivenUpError(search.shown, search.looked) from None
    return SetupSearchResult(_setup(ground, answer), "exhaustive", search.looked + 1)


def _setup(ground: ClosableMoves, answer: tuple[int, ...] | None) -> Setup | None:
    return None if answer is None else tuple(ground.closings[number] for number in answer)


# Whether a map holds together when places are closed.

LARGE = 1_000
"""From how many places on the first least cut that is found is shown, not the first in the order of the source."""


def judge_survives(
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: SearchBudget
) -> Verdict:
    """Whether the open places still reach each other, whichever places are closed of those in stock.

    Where each place has one state a least cut answers for all setups (Menger), quickly on large maps too.
    """
    if any(len(network.states_of[place]) != 1 for place in network.stops):
        return judge_laid(requirement, network, stock, layout, budget)
    verdict = judge_connected(network)
    if not verdict.holds:
        return replace(verdict, method="theorem", setups_total=stock.total)
    number = {place: index for index, place in enumerate(network.stops)}
    after = tuple(tuple(number[end] for end in network.onward[place]) for place in network.stops)
    budget.spend(network.size)
    cut = least_cut(after, inverted(after), stock.most + 1, budget)
    if cut is None:
        return held(verdict, SetupSearchResult(None, "theorem", 0), requirement, network, stock)
    if len(network.stops) < LARGE:
        least = judge_laid(requirement, network, replace(stock, most=len(cut)), layout, budget)
        return replace(least, setups_total=stock.total)
    closings = stock.closings
    found = SetupSearchResult(tuple(closings[at] for at in cut), "theorem", 1)
    return broken_by(found, requirement, network, stock, layout)
