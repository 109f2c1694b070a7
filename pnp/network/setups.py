"""Judge requirements that need not hold in every setup: in some setup, or in at least a share of them.

Setups are looked at one by one: every arrangement of the tiles, and on each every laying of the closures. So an example
is the first in the order of the file, and a share is exact. Where a sweep over the arrangements counts those that break
the demand, its count is taken. If the steps do not suffice for all setups, a share is estimated: setups are drawn at
random with a fixed seed, each with the same probability, and the verdict is that of the confidence interval. Such a
verdict is called sampled, never proved.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from pnp.messages import many
from pnp.model.maps.requirements import Bounds, Requirement
from pnp.network.arrangements.enumeration import Arrangement, in_words
from pnp.network.asked import goals_of, has_pair, no_way_at_all, starts_of
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.closures.supplies import Setup, Stock, Supply, keeps_apart, without
from pnp.network.closures.verdicts import SETUP_STEPS, when
from pnp.network.lowering import Lowered
from pnp.network.network import Network
from pnp.network.requirements import Method, Verdict, Witness
from pnp.network.sampling import Draws, drawn_closures, wilson

# Setups one by one.

CLOSING = ("isolation", "survives")
"""Demands that lay closures themselves in each setup."""

QUICK = 250_000
"""Steps in which a condition is judged first: a minimum cut is found within them."""

Look = Callable[[Requirement, Network, SearchBudget], Verdict]
"""Judges a requirement on the network of one setup."""


class Choices(Struct, frozen=True):
    """What a requirement chooses from: the map with its arrangements, and the closures that are laid on a network."""

    requirement: Requirement
    lowered: Lowered
    stock_for: Callable[[Requirement, Network], Stock]
    total: int
    conditional: bool  # whether some setups may not be legal

    def stock_on(self, network: Network) -> Stock:
        """Return the closures that the requirement lays on a network."""
        return self.stock_for(self.requirement, network)

    @property
    def laid(self) -> bool:
        """Whether closures are laid."""
        return bool(self.stock_on(self.lowered.network).supplies)

    @property
    def is_counted(self) -> bool:
        """Whether the total is exact: it may not be if closures are laid on tiles that vary."""
        return self.lowered.arrangements is None or not self.laid


class LaidOut(Struct, frozen=True):
    """One setup: an arrangement with closures laid on it, and the number of labelled setups that are equivalent."""

    arrangement: Arrangement
    closures: Setup
    stock: Stock

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """The setup as pairs of choice and option."""
        return (*self.arrangement.setup, *((each.choice.at, each.option.name) for each in self.closures))

    @property
    def clause(self) -> str:
        """The setup as text: `with 'Quay' in row 1, column 1 when a cone lies on 'Pier'`; empty if as printed."""
        tiles = in_words(self.arrangement.setup) if self.arrangement.setup else ""
        return " ".join(filter(None, (tiles, when(self.closures, self.stock))))


class Counted(Struct):
    """What was found in the setups looked at.

    `looked` were judged, each for several equivalent ones: `followed` in all. Of these `asked` are asked about,
    `joined` of them with a way between some start and goal, `broken` break the demand, and `real` can be examples.
    `first_broken` and `example` are the first of these, with their verdicts.
    """

    looked: int = 0
    followed: int = 0
    illegal: int = 0
    asked: int = 0
    joined: int = 0
    broken: int = 0
    real: int = 0
    first_broken: tuple[LaidOut, Verdict] | None = None
    example: tuple[LaidOut, Verdict] | None = None
    unknown: Verdict | None = None

    def add(self, setup: LaidOut, verdict: Verdict, alike: int, real: bool) -> None:
        """Count one setup that stands for `alike`; `real` is whether it can be an example."""
        self.looked += 1
        self.followed += alike
        if verdict.asked and not verdict.setups_covered and verdict.holds:
            return  # nothing is asked in it
        self.asked += alike
        self.joined += alike if verdict.asked else 0
        self.real += alike if verdict.asked and real else 0
        if verdict.holds is None and verdict.asked:
            self.unknown = self.unknown or verdict
        elif verdict.holds is False:
            self.broken += alike
            self.first_broken = self.first_broken or (setup, verdict)
        elif verdict.asked and real:
            self.example = self.example or (setup, verdict)


class SetupCount:
    """The setups of a requirement, and its verdict in each of them."""

    def __init__(self, requirement: Requirement, choices: Choices, look: Look, budget: SearchBudget) -> None:
        self.requirement, self.choices, self.look_at, self.budget = requirement, choices, look, budget
        self.inner = replace(requirement, every_setup=False, laid=(), some=False, share=None)
        self.found = Counted()
        self._cuts: dict[Requirement, tuple[tuple[str, str], ...]] = {}

    def look(self, only_example: bool) -> None:
        """Judge every setup in order; with `only_example` up to the first in which the demand holds.

        Raises OutOfStepsError if the budget is too small.
        """
        for arrangement in self._arrangements():
            network = arrangement.network
            stock = self.choices.stock_on(network)
            for setup in stock.setups():
                self.judge(LaidOut(arrangement, setup, stock), arrangement.alike)
                if self.found.unknown or (only_example and self.found.example and not self.choices.conditional):
                    return

    def sweep(self) -> bool:
        """Count all arrangements by the special method for the demand; return False if it does not count them.

        What it decides: how many of the 30,720 arrangements of five tiles are connected, for which the general method
        has too few steps.

        Raises OutOfStepsError if the budget is too small.
        """
        arrangements, found = self.choices.lowered.arrangements, self.found
        own = self.requirement.demand in CLOSING
        if arrangements is None or own or self.choices.laid or self.choices.conditional:
            return False
        swept = arrangements.search(replace(self.requirement, some=False, share=None), self.budget)
        if swept is None or swept.followed < arrangements.total or not swept.joined:
            return False
        if swept.first:
            if swept.broken is None:
                return False
            setup = LaidOut(swept.first, (), Stock((), 0))
            verdict = self.look_at(self.inner, swept.first.network, self.budget)
            found.first_broken, found.broken = (setup, verdict), swept.broken
        found.looked, found.followed = swept.checked, swept.followed
        found.asked = found.joined = found.real = swept.covered
        return True

    def judge(self, setup: LaidOut, alike: int = 1) -> None:
        """Judge one setup and count it."""
        network = setup.arrangement.network
        if not keeps_apart(network, setup.stock, setup.closures):
            self.budget.spend(SETUP_STEPS)
            self.found.illegal += alike
            return
        if setup.closures:
            self.budget.spend(SETUP_STEPS * network.size)
            network = without(network, [closing.option for closing in setup.closures])
        self.budget.spend(network.size)
        if any(self._breaks(condition, network) for condition in self.choices.lowered.legal):
            self.found.illegal += alike
            return
        self.found.add(setup, self._look(self.inner, network), alike, self._is_real(network))

    def _breaks(self, condition: Requirement, network: Network) -> bool:
        """Whether a setup breaks a condition.

        Any counterexample will do, it is not shown. So for a demand that lays closures itself, those that broke it in
        the last illegal setup are tried first, and then a search with few steps, which finds one but not the first.
        """
        if condition.demand in CLOSING:
            if (names := self._cuts.get(condition)) and self._breaks_with(names, condition, network):
                return True
            given = min(QUICK, self.budget.left)
            few, found = SearchBudget(given), None
            with suppress(OutOfStepsError):
                found = self.look_at(condition, network, few)
            self.budget.spend(given - max(few.left, 0))
            if found and found.holds is not None:
                return self._noted(condition, found)
        return self._noted(condition, self._look(condition, network))

    def _breaks_with(self, names: tuple[tuple[str, str], ...], condition: Requirement, network: Network) -> bool:
        """Whether these closures break a condition in a setup, too, if they can be laid there."""
        spots = {choice.at: choice for supply in self._supplies(condition, network) for choice in supply.choices}
        laid = [option for at, name in names if at in spots for option in spots[at].options if option.name == name]
        self.budget.spend(SETUP_STEPS * network.size)
        return len(laid) == len(names) and self._look(_as_it_is(condition), without(network, laid)).holds is False

    def _supplies(self, condition: Requirement, network: Network) -> tuple[Supply, ...]:
        return self.choices.stock_for(condition, network).supplies

    def _noted(self, condition: Requirement, verdict: Verdict) -> bool:
        """Whether a verdict is that a condition is broken; its closures are kept for the next setup."""
        if verdict.holds is False and verdict.witness is not None:
            self._cuts[condition] = verdict.witness.setup
        return verdict.holds is False

    def _look(self, requirement: Requirement, network: Network) -> Verdict:
        verdict = self.look_at(requirement, network, self.budget)
        if verdict.holds is None and verdict.spent:
            raise OutOfStepsError
        return verdict

    @property
    def total(self) -> int:
        """The number of setups, if all were looked at: of those that count."""
        return self.choices.total - self.found.illegal

    def _is_real(self, network: Network) -> bool:
        """Whether a setup can be an example: of a `fair-starts` it must have two starts to compare."""
        if self.requirement.demand != "fair-starts":
            return True
        starts, goals = starts_of(self.requirement, network), goals_of(self.requirement, network)
        return sum(has_pair(self.requirement, (start,), goals) for start in starts) > 1

    def _arrangements(self) -> Iterator[Arrangement]:
        lowered = self.choices.lowered
        if lowered.arrangements is None or not self.requirement.every_setup:
            yield Arrangement((), lowered.network)
            return
        for arrangement in lowered.arrangements.each():
            self.budget.spend(lowered.arrangements.building * arrangement.network.size)
            yield arrangement

    @property
    def method(self) -> Method:
        """The method if every setup was looked at."""
        return "symmetry" if self.found.looked < self.found.followed else "exhaustive"


def _as_it_is(condition: Requirement) -> Requirement:
    """Return a condition that closes something itself without that: is all connected or reached as the map is?"""
    return (
        replace(condition, bounds=Bounds(least=1)) if condition.demand == "isolation" else replace(condition, closed=0)
    )


# Some setup.


def judge_some(requirement: Requirement, choices: Choices, look: Look, budget: SearchBudget) -> Verdict:
    """Return the verdict whether there is a setup in which a demand is asked and holds, with the first as witness."""
    count = SetupCount(requirement, choices, look, budget)
    found = count.found
    try:
        count.look(only_example=True)
    except OutOfStepsError:
        if not found.looked:
            raise
        if not found.example:
            looked = f"only {found.followed:,} of {choices.total:,} could be looked at"
            detail = f"no setup was found in which it holds, but {looked}"
            return Verdict(
                None, detail, setups_total=choices.total, setups_checked=found.looked, setups_covered=0, spent=True
            )
    if found.unknown:
        return replace(found.unknown, setups_total=count.total)
    if found.example:
        setup, verdict = found.example
        where = setup.clause or "on the map as printed"
        witness = Witness(setup=setup.words)
        return Verdict(
            True, f"it holds {where}: {verdict.detail}", witness, method="example", setups_total=count.total,
            setups_checked=found.looked,
        )  # fmt: skip
    if not found.real or not found.first_broken:
        return _nothing(found, count.total)
    setup, verdict = found.first_broken
    detail = f"it holds in none of {many(found.asked, 'setup')}; {_example(setup, verdict)}"
    return Verdict(
        False, detail, _witness(setup, verdict), method=count.method, setups_total=count.total,
        setups_checked=found.looked, setups_covered=found.asked,
    )  # fmt: skip


def judge_every(requirement: Requirement, choices: Choices, look: Look, budget: SearchBudget) -> Verdict:
    """Return the verdict whether a demand holds in every legal setup, with the first that breaks it."""
    count = SetupCount(requirement, choices, look, budget)
    found = count.found
    try:
        count.look(only_example=False)
    except OutOfStepsError:
        if found.first_broken:
            return _counterexample(found, count.total)
        detail = f"not all of {choices.total:,} setups could be looked at"
        return Verdict(
            None, detail, setups_total=choices.total, setups_checked=found.looked, spent=True, setups_covered=0
        )
    if found.unknown:
        return replace(found.unknown, setups_total=count.total)
    if not found.real and not found.broken:
        return _nothing(found, count.total)
    told = Verdict(
        True, f"it holds in each of {many(found.asked, 'legal setup')}", method=count.method, setups_total=count.total,
        setups_checked=found.looked, setups_covered=found.asked,
    )  # fmt: skip
    if not found.first_broken:
        return told
    setup, verdict = found.first_broken
    return replace(told, holds=False, detail=_example(setup, verdict), witness=_witness(setup, verdict))


def _counterexample(found: Counted, total: int, detail: str = "") -> Verdict:
    """Return the verdict that a requirement is broken, from the setups that were looked at before the steps ran out."""
    assert found.first_broken
    setup, verdict = found.first_broken
    return Verdict(
        False, detail + _example(setup, verdict), _witness(setup, verdict), method="example", setups_total=total,
        setups_checked=found.looked, setups_covered=found.asked,
    )  # fmt: skip


def _nothing(found: Counted, total: int) -> Verdict:
    """Return the verdict on a requirement that asks nothing in any setup, or compares too few starts."""
    if found.joined:
        empty = Verdict(None, "there is only one start to compare", asked=False, fix="choose two starts or more")
    elif found.asked:
        empty = no_way_at_all("no way leads from any start to any goal, in no setup")
    elif found.illegal:
        fix = "relax the conditions under legal, or 'apart' of its closures"
        empty = Verdict(None, "no legal setup has what it is about", asked=False, fix=fix)
    else:
        empty = Verdict(None, "no setup has what it is about", asked=False, fix="name what is on the table together")
    return replace(empty, setups_total=total, setups_checked=found.looked, setups_covered=0)


def _example(setup: LaidOut, verdict: Verdict) -> str:
    return f"{setup.clause or 'as printed'}, {verdict.detail}"


def _witness(setup: LaidOut, verdict: Verdict) -> Witness:
    found = verdict.witness or Witness()
    return replace(found, setup=(*setup.words, *found.setup))


# A share of the setups.

SAMPLES = 5_000
"""Maximum number of setups that are drawn at random."""

LEAST_SAMPLES = 100
"""Minimum number of setups for an estimate."""

SEED = 1
"""Start of the sequence of random numbers, which is the same in every run."""


def judge_share(requirement: Requirement, choices: Choices, look: Look, budget: SearchBudget) -> Verdict:
    """Return the verdict whether a demand holds in a share of the setups that it asks about: counted, or estimated."""
    share = requirement.share or Fraction(1)
    half = SearchBudget(budget.left // 2)
    given = half.left
    count = SetupCount(requirement, choices, look, half)
    found = count.found
    try:
        if not count.sweep():
            count.look(only_example=False)
    except OutOfStepsError:
        budget.spend(given - max(half.left, 0))
        if choices.is_counted and count.total - found.broken < share * count.total:  # whatever holds in the others
            most = f"it is broken in {many(found.broken, 'setup')} or more of {count.total:,}"
            return _counterexample(found, count.total, f"{most}, expected to hold in at least {_percent(share)}; ")
        return _estimated(requirement, choices, look, budget)
    budget.spend(given - half.left)
    if found.unknown:
        return replace(found.unknown, setups_total=count.total)
    good = found.asked - found.broken
    if not found.real and good >= share * found.asked:
        return _nothing(found, count.total)
    number = f"{good:,} of {many(found.asked, 'setup')} that it asks about ({_percent(Fraction(good, found.asked))})"
    return _on_share(good >= share * found.asked, number, found, requirement, count.method, count.total)


def _on_share(
    holds: bool,
    number: str,
    found: Counted,
    requirement: Requirement,
    method: Method,
    total: int,
    seed: int | None = None,
) -> Verdict:
    expected = f"at least {_percent(requirement.share or Fraction(1))}"
    detail = f"it holds in {'' if holds else 'only '}{number}, expected {expected}"
    if holds or not found.first_broken:
        return Verdict(
            holds, detail, None, method=method, setups_total=total, setups_checked=found.looked,
            setups_covered=found.asked, seed=seed,
        )  # fmt: skip
    setup, verdict = found.first_broken
    return Verdict(
        False, f"{detail}; {_example(setup, verdict)}", _witness(setup, verdict), method=method, setups_total=total,
        setups_checked=found.looked, setups_covered=found.asked, seed=seed,
    )  # fmt: skip


def _percent(share: Fraction) -> str:
    """Return a share as text, with two decimals at most, rounded down: what is below a limit never looks like it."""
    hundredths = share * 10_000 // 1
    return f"{hundredths // 100}{f'.{hundredths % 100:02}'.rstrip('0').rstrip('.')} %"


def _estimated(requirement: Requirement, choices: Choices, look: Look, budget: SearchBudget) -> Verdict:
    """Return the verdict by a sample of the setups; unknown if the limit is within the confidence interval.

    If closures are laid on tiles that vary, setups are not drawn: each set of tiles has its own number of them.
    """
    count = SetupCount(requirement, choices, look, budget)
    found, draws, spent = count.found, Draws(SEED), False
    try:
        for _ in range(SAMPLES):
            setup = _drawn(choices, draws)
            if setup is None:
                break
            count.judge(setup)
    except OutOfStepsError:
        spent = True
    if found.asked < LEAST_SAMPLES or found.unknown:
        detail = f"not all of {choices.total:,} setups could be looked at"
        return Verdict(
            None, detail, setups_total=choices.total, setups_checked=found.looked, setups_covered=0, spent=True
        )
    good = found.asked - found.broken
    low, high = wilson(good, found.asked)
    share = requirement.share or Fraction(1)
    number = (
        f"{good:,} of {found.asked:,} setups sampled (seed {SEED}): "
        f"{100 * low:.1f} to {100 * high:.1f} % of all, with 99 % confidence"
    )
    if low < share <= high:
        detail = f"it holds in {number}, expected at least {_percent(share)}"
        return Verdict(
            None, detail, method="sampled", setups_total=choices.total, setups_checked=found.looked,
            setups_covered=found.asked, spent=spent, seed=SEED,
        )  # fmt: skip
    return _on_share(low >= share, number, found, requirement, "sampled", choices.total, SEED)


def _drawn(choices: Choices, draws: Draws) -> LaidOut | None:
    """Return a setup, each with the same probability; None if closures are laid on tiles that vary."""
    lowered = choices.lowered
    if lowered.arrangements is None:
        stock = choices.stock_on(lowered.network)
        return LaidOut(Arrangement((), lowered.network), drawn_closures(stock, draws), stock)
    if choices.laid:
        return None
    return LaidOut(lowered.arrangements.drawn(draws.below), (), Stock((), 0))
