"""Judge requirements that need not hold in every setup: in some setup, or in at least a share of them.

Setups are looked at one by one: every arrangement of the tiles, and on each every laying of the closures. So an example
is the first in the order of the file, and a share is exact. Where a sweep over the arrangements counts those that break
the demand, its count is taken. If the steps do not suffice for all setups, a share is estimated: setups are drawn at
random with a fixed seed, each with the same probability, and the verdict is that of the confidence interval. Such a
verdict is called sampled, never proved.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from pnp.messages import many
from pnp.model.maps.requirements import Requirement
from pnp.network.arrangements.enumeration import Arrangement, in_words
from pnp.network.asked import goals_of, has_pair, no_way_at_all, starts_of
from pnp.network.closures.supplies import Closing, Setup, Stock, Supply, keeps_apart, without
from pnp.network.closures.verdicts import SETUP_STEPS, when
from pnp.network.lowering import Lowered
from pnp.network.network import Network
from pnp.network.requirements import Method, Verdict, Witness
from pnp.network.search import OutOfStepsError, SearchBudget

# Setups one by one.

Look = Callable[[Requirement, Network, SearchBudget], Verdict]
"""Judges a requirement on the network of one setup."""


class Choices(Struct, frozen=True):
    """What a requirement chooses from: the map with its arrangements, and the closures that are laid on a network."""

    lowered: Lowered
    stock_on: Callable[[Network], Stock]
    total: int
    conditional: bool  # whether some setups may not be legal

    @property
    def laid(self) -> bool:
        """Whether closures are laid."""
        return bool(self.stock_on(self.lowered.network).supplies)


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
        own = self.requirement.demand in ("isolation", "survives")  # they lay closures in each arrangement
        if arrangements is None or own or self.choices.laid or self.choices.conditional:
            return False
        swept = arrangements.search(replace(self.requirement, some=False, share=None), self.budget)
        if swept is None or swept.followed < arrangements.total or not swept.joined:
            return False
        if swept.first and swept.broken is None:
            return False
        if swept.first:
            setup = LaidOut(swept.first, (), Stock((), 0))
            verdict = self.look_at(self.inner, swept.first.network, self.budget)
            found.first_broken, found.broken = (setup, verdict), swept.broken or 0
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
        if any(self._look(condition, network).holds is False for condition in self.choices.lowered.legal):
            self.found.illegal += alike
            return
        self.found.add(setup, self._look(self.inner, network), alike, self._is_real(network))

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
            self.budget.spend(SETUP_STEPS * arrangement.network.size)
            yield arrangement

    @property
    def method(self) -> Method:
        """The method if every setup was looked at."""
        return "symmetry" if self.found.looked < self.found.followed else "exhaustive"


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

NORMAL_99 = 2.5758293035489004
"""Quantile of the normal distribution for a confidence of 99 %."""


def judge_share(requirement: Requirement, choices: Choices, look: Look, budget: SearchBudget) -> Verdict:
    """Return the verdict whether a demand holds in a share of the setups that it asks about: counted, or estimated."""
    share = requirement.share or Fraction(1)
    half = SearchBudget(budget.left // 2)
    given = half.left
    count = SetupCount(requirement, choices, look, half)
    try:
        if not count.sweep():
            count.look(only_example=False)
    except OutOfStepsError:
        budget.spend(given - max(half.left, 0))
        return _estimated(requirement, choices, look, budget)
    budget.spend(given - half.left)
    found = count.found
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


def wilson(good: int, number: int) -> tuple[float, float]:
    """Return the confidence interval of a share at 99 %, given how many of a sample are good (Wilson 1927)."""
    square = NORMAL_99**2
    middle = (good + square / 2) / (number + square)
    half = NORMAL_99 / (number + square) * sqrt(good * (number - good) / number + square / 4)
    return max(middle - half, 0.0), min(middle + half, 1.0)


# Setups drawn at random.

WORD = 1 << 64


class Draws:
    """Random numbers from a seed, the same on every computer: SplitMix64 (Steele, Lea and Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1, each with the same probability."""
        words = -(-limit.bit_length() // 64) + 1
        room = WORD**words
        while True:
            number = 0
            for _ in range(words):
                number = number * WORD + self._word()
            if number < room - room % limit:
                return number % limit

    def _word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % WORD
        return mixed ^ mixed >> 31

    def weighted(self, weights: Sequence[int]) -> int:
        """Return an index, with a probability in proportion to its weight."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise AssertionError("the weights add up to more")

    def few(self, number: int, size: int) -> list[int]:
        """Return so many different numbers below `size`, sorted (Floyd's algorithm)."""
        found: set[int] = set()
        for last in range(size - number, size):
            drawn = self.below(last + 1)
            found.add(last if drawn in found else drawn)
        return sorted(found)


def _drawn(choices: Choices, draws: Draws) -> LaidOut | None:
    """Return a setup, each with the same probability; None if closures are laid on tiles that vary."""
    lowered = choices.lowered
    if lowered.arrangements is None:
        stock = choices.stock_on(lowered.network)
        return LaidOut(Arrangement((), lowered.network), drawn_closures(stock, draws), stock)
    if choices.laid:
        return None
    return LaidOut(lowered.arrangements.drawn(draws.below), (), Stock((), 0))


def drawn_closures(stock: Stock, draws: Draws) -> Setup:
    """Return a setup of the stock, each with the same probability: first how many of each kind, then where."""
    ways = [supply.ways for supply in stock.supplies]
    after = [[1]]  # for the kinds from each on, the number of ways to lay 0, 1, 2 … of them
    for each in reversed(ways):
        product = [0] * min(len(each) + len(after[-1]) - 1, stock.most + 1)
        for first, number in enumerate(each):
            for second, times in enumerate(after[-1][: max(len(product) - first, 0)]):
                product[first + second] += number * times
        after.append(product)
    after.reverse()
    found: list[Closing] = []
    room, spots = stock.most, 0
    for kind, supply in enumerate(stock.supplies):
        rest = [sum(after[kind + 1][: room - number + 1]) for number in range(min(len(ways[kind]) - 1, room) + 1)]
        number = draws.weighted([ways[kind][at] * times for at, times in enumerate(rest)])
        found.extend(_laid(kind, supply, number, spots, draws))
        room -= number
        spots += len(supply.choices)
    return tuple(found)


def _laid(kind: int, supply: Supply, number: int, spots: int, draws: Draws) -> Iterator[Closing]:
    """Yield so many closures of a kind on different spots, each such laying with the same probability."""
    options = [len(choice.options) for choice in supply.choices]
    chosen = _by_options(options, number, draws) if len({*options}) > 1 else draws.few(number, len(options))
    for spot in chosen:
        choice = supply.choices[spot]
        yield Closing(kind, spots + spot, choice, choice.options[draws.below(options[spot])])


def _by_options(options: Sequence[int], number: int, draws: Draws) -> list[int]:
    """Return so many spots, where a spot counts once for each of its options.

    `ways[n][k]` is in how many ways k closures can be laid on the spots from n on.
    """
    ways = [[1] + [0] * number]
    for each in reversed(options):
        ways.append([ways[-1][k] + (each * ways[-1][k - 1] if k else 0) for k in range(number + 1)])
    ways.reverse()
    found = []
    for spot, each in enumerate(options):
        if number and draws.below(ways[spot][number]) < each * ways[spot + 1][number - 1]:
            found.append(spot)
            number -= 1
    return found
