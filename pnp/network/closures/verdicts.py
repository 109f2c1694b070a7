"""Judge a demand over all setups of closures, or find the smallest setup that breaks it.

The general method judges every setup, small ones first (`_one_by_one`). It is used if no special method applies, or if
the special method runs out of steps. The special methods, the first that applies:

- Demands that closures can only help to hold need no search (`_only_helped`).
- For demands on paths a maximum flow shows that all setups hold, or where branch and bound has to search
  (`_search_paths`; `lower_bounds`, `branch_and_bound`).
- For demands on single places only the closures near a place are tried (`_search_vicinities`; `branch_and_bound`).
- For fair starts only the starts are measured to which a closure matters (`fair_starts`).
- For `survives` one minimum cut answers for all setups (`judge_survives`).

Their docstrings say what each decides that the general method does not. The examples are of n × n places, each with
four neighbours (a grid whose opposite edges are joined), of which up to 3 may be closed. Within its share of
`PROOF_STEPS` the general method decides every demand on 6 × 6 places (7,807 setups). On 7 × 7 places (19,650 setups) it
proves none of the demands that hold.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from pnp.messages import and_others, listed, many, some
from pnp.model.maps.game_map import CLOSED
from pnp.model.maps.requirements import Requirement
from pnp.network.asked import goals_of, setups_asked, starts_of
from pnp.network.budget import OutOfStepsError, PricedBudget, SearchBudget
from pnp.network.closures.branch_and_bound import CutSearch, Sieve, Surroundings, Vicinity, VicinitySearch, vicinities
from pnp.network.closures.lower_bounds import Detours, Flows
from pnp.network.closures.questions import Bound, ClosableMoves, QuestionBuilder, ReachQuery, Round, rounds_of
from pnp.network.closures.supplies import GivenUpError, Outcome, Setup, Stock, Supply, without
from pnp.network.connectivity import least_cut
from pnp.network.judge import judge, judge_connected
from pnp.network.layout import Layout
from pnp.network.network import Network
from pnp.network.requirements import Verdict, Witness
from pnp.network.search import inverted
from pnp.network.turns import TurnNetwork, turns_as_moves

# Setups as text.

VOWELS = "aeiou"
SPOKEN_WITH_A_CONSONANT = ("one", "uni", "use", "eu")


def broken(requirement: Requirement, verdict: Verdict, setup: Setup, stock: Stock) -> str:
    """Return what a setup breaks: `'Pier' is cut off from 'Lot' when a barrier lies at 'Crosswalk 7'`."""
    witness = verdict.witness or Witness()
    places, detail = witness.places, verdict.detail
    match requirement.demand:
        case "reach" | "isolation":
            detail = f"'{places[1]}' is cut off from '{places[0]}'{and_others(witness.others, 'pair')}"
        case "connected" | "survives":
            detail = f"{some(places)} {'is' if len(places) == 1 else 'are'} cut off"
        case _:
            pass
    least = requirement.bounds.least if requirement.demand == "isolation" else None
    expected = f"; it should take {many(int(least), 'closure')} at least" if least is not None else ""
    return f"{detail} {when(setup, stock)}{expected}"


def when(setup: Setup, stock: Stock) -> str:
    """Return a setup as a clause: `when a barrier lies at 'Crosswalk 7' and a cone on '14'`; empty without closures."""
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
        road = "" if supply.closure.on == "places" else "the road " if one else "the roads "
        return f"{road}{listed(spots)} {'is' if one else 'are'} closed"
    sounds = name[:1].lower() in VOWELS and not name.lower().startswith(SPOKEN_WITH_A_CONSONANT)
    thing = f"{'an' if sounds else 'a'} {name}" if one else f"{name}s"
    verb = "" if not first else " lies" if one else " lie"
    way = option.removeprefix(name).strip()
    where = f"{'at' if supply.closure.on == 'crossings' else 'on'} {listed(spots)}"
    return f"{thing}{verb} {where}" + (f" ({way})" if way else "")


def with_up_to(stock: Stock) -> str:
    """Return what can be laid: `with up to 2 barriers and 1 cone laid`."""
    things = [
        f"{many(supply.most, supply.closure.on.removesuffix('s'))} closed"
        if supply.closure.name == CLOSED
        else many(supply.most, supply.closure.name)
        for supply in stock.supplies
    ]
    fewer = f", {stock.most:,} at most in all" if stock.most < sum(supply.most for supply in stock.supplies) else ""
    laid = " laid" if any(supply.closure.name != CLOSED for supply in stock.supplies) else ""
    return f"with up to {_joined(things)}{laid}{fewer}"


def _joined(phrases: Sequence[str]) -> str:
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}" if len(phrases) > 1 else phrases[0]


# The verdict over all setups.

SETUP_STEPS = 4
"""Steps to build the network of one setup, for each state and move."""

FEW, SHARE_OF_FEW = 8, 4
"""Up to so many setups are judged one by one at first, with at most one in so many steps."""

PAIRS = 1_000
"""The number of pairs from which on that is faster: 2 setups of 2,000 pairs take 69,000 steps, not 15 million."""

MOST_KEPT = 10
"""Maximum reserve for judging single closures if a special method runs out of steps: one in this many steps."""

ONE_MORE = 1 << 62
"""Budget to judge the setup that was found again: unlimited, because it is no more work than the printed map was."""


def judge_laid(
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: SearchBudget
) -> Verdict:
    """Return the verdict on a demand over all setups of the stock, with the smallest setup that breaks it.

    Raises OutOfStepsError if not even the map as printed could be judged.
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


def held(verdict: Verdict, found: Outcome, requirement: Requirement, network: Network, stock: Stock) -> Verdict:
    """Return the verdict that a demand holds in every setup, given the verdict on the map as printed."""
    asked = setups_asked(requirement, network, stock)
    return replace(
        verdict, detail=f"{verdict.detail}, {with_up_to(stock)}", method=found.method, setups_total=stock.total,
        setups_checked=min(found.looked, asked if found.method == "theorem" else stock.total), setups_covered=asked,
    )  # fmt: skip


def broken_by(found: Outcome, requirement: Requirement, network: Network, stock: Stock, layout: Layout) -> Verdict:
    """Return the verdict that a setup, which a search found, breaks the demand."""
    setup = found.setup or ()
    left = without(network, [closing.option for closing in setup])
    verdict = judge(requirement, left, layout, SearchBudget(ONE_MORE))
    assert verdict.holds is False, "what was found breaks the demand"
    laid = tuple((closing.choice.at, closing.option.name) for closing in setup)
    witness = replace(verdict.witness or Witness(), setup=laid, cut=tuple(closing.choice.at for closing in setup))
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
) -> Outcome:
    """Return the result of the special method that applies, or of the general method.

    If an isolation is about many pairs of places, few setups are judged one by one at first, with a share of the steps:
    the special method asks about each pair. If it runs out of steps, the general method has `kept` steps.
    """
    if _only_helped(requirement):
        return Outcome(None, "theorem", 1)
    pairs = len(starts_of(requirement, network)) * len(goals_of(requirement, network))
    if requirement.demand == "isolation" and stock.total <= FEW and pairs >= PAIRS:
        few = SearchBudget(budget.left // SHARE_OF_FEW)
        before = few.left
        try:
            return _one_by_one(requirement, network, stock, layout, few)
        except GivenUpError:
            pass
        finally:
            budget.left -= before - max(few.left, 0)

    share, given_up = SearchBudget(budget.left - kept), None
    try:
        found = _found_in_moves(requirement, network, stock, share)
    except GivenUpError as error:
        found, given_up = None, error
    finally:
        budget.left = kept + max(share.left, 0)
    return found or _one_by_one(requirement, network, stock, layout, budget, given_up)


def _found_in_moves(requirement: Requirement, network: Network, stock: Stock, budget: SearchBudget) -> Outcome | None:
    """Return the result of the special method; of turns only if they are moves divided by the speed."""
    if not isinstance(network, TurnNetwork):
        return found_by_bounds(requirement, network, stock, budget)
    return found_by_bounds(turns_as_moves(requirement), network.plain, stock, budget) if network.is_plain else None


def _only_helped(requirement: Requirement) -> bool:
    """Whether a demand that holds on the map as printed holds in every setup, as closures only remove moves and places.

    What it decides: on 7 × 7 places with up to 3 closed (19,650 setups) a `not-adjacent`, a minimum distance, a maximum
    degree and a maximum count. The general method runs out of steps after 13,000 to 15,000 setups.
    """
    bounds = requirement.bounds
    match requirement.demand:
        case "not-adjacent" | "no-crossing":
            return True
        case "distance" | "route":
            return requirement.is_least_distance
        case "degree" | "count":
            return bounds.exactly is None and bounds.least is None
        case _:
            return False


def _one_by_one(
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: SearchBudget,
    before: GivenUpError | None = None,
) -> Outcome:  # fmt: skip
    """The general method: judge every setup, small ones first, and return the first that breaks the demand.

    `before` is the error of a special method that ran out of steps. Raises GivenUpError if the budget is too small; it
    has the better results of both.
    """
    looked = shown = 0
    try:
        for setup in stock.setups():
            shown = max(len(setup) - 1, 0)
            budget.spend(SETUP_STEPS * network.size)
            left = without(network, [closing.option for closing in setup])
            looked += 1
            if judge(requirement, left, layout, budget).holds is False:
                return Outcome(setup, "exhaustive", looked)
    except OutOfStepsError:
        if before is not None:
            shown, looked = max(shown, before.shown), max(looked, before.looked)
        raise GivenUpError(shown, looked) from None
    return Outcome(None, "exhaustive", looked)


# The special methods.

PRICE = 4
"""Steps to visit one edge of a flow, or one move of a detour."""


def found_by_bounds(requirement: Requirement, network: Network, stock: Stock, budget: SearchBudget) -> Outcome | None:
    """Return the result of the special method for the demand; None if there is none.

    Raises GivenUpError if the budget is too small.
    """
    if requirement.demand == "fair-starts":
        from pnp.network.closures.fair_starts import fair_setups

        return fair_setups(requirement, network, stock, budget)
    budget = PricedBudget(budget, PRICE)
    ground = ClosableMoves(network, stock)
    rounds = rounds_of(requirement, QuestionBuilder(network, stock, ground))
    if rounds is not None:
        return _search_paths(rounds, network, stock, ground, budget)
    around = Surroundings(ground, budget)
    places = vicinities(requirement, ground, around)
    return None if places is None else _search_vicinities(tuple(places), ground, stock, around)


def _search_paths(
    rounds: Iterable[Round], network: Network, stock: Stock, ground: ClosableMoves, budget: SearchBudget
) -> Outcome:
    """Return the smallest setup that breaks one of the questions about paths.

    The method is "theorem" if lower bounds and cuts decide every question, so that no closings were tried one by one.

    What it decides: on 7 × 7 places with up to 3 closed (19,650 setups) `connected`, `no-trap` and a `within` for every
    place, and `reach`, `isolation` and a maximum `distance` between two places. It needs no search for them; the
    general method runs out of steps after 12,000 to 15,000 setups. Branch and bound is needed for closures that remove
    several moves or places.
    """
    detours = Detours(ground, budget)
    flows = Flows(ground, budget)

    def bound(question: ReachQuery, room: int) -> Bound:
        return flows.bound(question, room) if question.most is None else detours.bound(question, room)

    search = CutSearch(ground, bound)
    sieve = Sieve(network, stock, search, budget)

    def questions() -> Iterator[tuple[ReachQuery, Bound]]:
        for each in rounds:
            if each.most is None:
                yield from sieve.passed(each)
            else:
                for state, barred in each.rim:
                    question = each.question(state, barred)
                    yield question, search.within(question, stock.most)

    try:
        answer = search.least(questions(), stock.most)
    except OutOfStepsError:
        answer = search.best
        if answer is None:
            raise GivenUpError(search.shown, search.looked) from None
    if not sieve.branched:
        return Outcome(_setup(ground, answer), "theorem", 0)
    return Outcome(_setup(ground, answer), "exhaustive", sieve.looked)


def _search_vicinities(
    places: tuple[Vicinity, ...], ground: ClosableMoves, stock: Stock, around: Surroundings
) -> Outcome:
    """Return the smallest setup that breaks a demand on a single place."""
    search = VicinitySearch(ground, stock, around)
    try:
        answer = search.least(places)
    except OutOfStepsError:
        raise GivenUpError(search.shown, search.looked) from None
    return Outcome(_setup(ground, answer), "exhaustive", search.looked + 1)


def _setup(ground: ClosableMoves, answer: tuple[int, ...] | None) -> Setup | None:
    return None if answer is None else tuple(ground.closings[number] for number in answer)


# Demands of the kind `survives`: the map stays connected when places are closed.

LARGE = 1_000
"""Minimum number of places for which the first minimum cut found is reported, not the first in source order.

It is reported of a smaller map, too, if the search for the first in source order runs out of steps.
"""


def judge_survives(
    requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: SearchBudget
) -> Verdict:
    """Return the verdict on whether the open places still reach each other, whichever places of the stock are closed.

    If each place has one state, one minimum vertex cut of the map (`least_cut`, by Menger's theorem) answers for all
    setups.

    What it decides: up to 3 closed places on 40 × 40 (682,668,001 setups), and on 80 × 80 in less than half a second.
    `_search_paths` runs out of steps on 40 × 40 places; it decides 36 × 36.
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
        return held(verdict, Outcome(None, "theorem", 0), requirement, network, stock)
    if len(network.stops) < LARGE:
        with suppress(OutOfStepsError):
            least = judge_laid(requirement, network, replace(stock, most=len(cut)), layout, budget)
            if least.holds is not None:
                return replace(least, setups_total=stock.total)
    closings = stock.closings
    found = Outcome(tuple(closings[at] for at in cut), "theorem", 1)
    return broken_by(found, requirement, network, stock, layout)
