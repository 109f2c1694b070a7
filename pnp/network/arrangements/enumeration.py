"""Arrangements, equal ones once; sweep cell by cell; totals.

What comes to the same hangs on the question: it gives each tile in each turn a signature, and equal ones stand for each
other. Arrangements are ordered by what lies in the first cell, then in the second and so on: by the tile in source
order, then by its turn. The printed one comes first.

A course says what has to be known of the tiles laid so far to answer in the end: its states. Where the same tiles are
used and the state is the same, whatever is laid next comes to the same too, so that one prefix stands for all of them.

What may be laid hangs on which tiles lie there, not on where they lie or how they are turned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import product
from math import factorial, perm
from typing import Protocol

from msgspec import Struct

from pnp.model.maps.game_map import Requirement
from pnp.network.closures.supplies import Stock, Supply
from pnp.network.lowering.tile_map import City, Lying
from pnp.network.network import Network
from pnp.network.search import OutOfStepsError, SearchBudget

# Arrangements: the ways in which the table may lay the tiles of a map.

Setup = tuple[tuple[str, str], ...]
"""What a setup chose, in words: pairs of a choice and its option."""

MOST_WORDS = 9
"""How many tiles of an arrangement a message names."""


class Arrangement(Struct, frozen=True, eq=False):
    """One arrangement: what was chosen, the network that comes of it, and how many labelled ones are alike to it."""

    setup: Setup
    network: Network
    alike: int = 1


class SweepResult(Struct, frozen=True, eq=False):
    """What a search through all arrangements came to: the first that breaks a demand, None where none was found.

    Of the labelled ones `broken` break it, None where they were not counted; `checked` were told apart and looked at,
    and those stand for `followed`: for all, or for less where the search ran out of steps. In `covered` of these
    something is asked. Where a least distance is asked and it is known, `joined` says whether a way leads anywhere.
    """

    first: Arrangement | None
    broken: int | None
    checked: int
    followed: int
    covered: int
    joined: bool = True


class Arrangements(Protocol):
    """All arrangements of one map."""

    @property
    def total(self) -> int:
        """How many labelled arrangements there are."""
        ...

    @property
    def parts(self) -> tuple[Network, ...] | None:
        """What may be laid on the table, tile by tile; None where the same tiles lie there in every arrangement."""
        ...

    @property
    def together(self) -> int:
        """How many tiles lie on the table together."""
        ...

    def with_closures(self, printed: Stock, stock_on: Callable[[Network], Stock], budget: SearchBudget) -> int:
        """How many labelled setups there are, where `stock_on` says what may be laid on each arrangement.

        Raises OutOfStepsError where counting them takes more steps.
        """
        ...

    def each(self) -> Iterator[Arrangement]:
        """Every arrangement, the printed one first; of those that a turn of the whole map makes alike, the first."""
        ...

    def search(self, requirement: Requirement, budget: SearchBudget) -> SweepResult | None:
        """The first arrangement that breaks a demand, by a way faster than to look at each; None where there is none.

        Raises OutOfStepsError where nothing could be found out within the budget.
        """
        ...


def in_words(setup: Setup) -> str:
    """An arrangement in words that follow a verdict: `with 'Quay' in row 1, column 1; 'Park' turned 90° in row …`."""
    words = [f"{_quoted(option)} in {choice}" for choice, option in setup[:MOST_WORDS]]
    rest = len(setup) - len(words)
    return "with " + "; ".join(words) + (f"; and {rest} more tiles" if rest else "")


def _quoted(option: str) -> str:
    name, comma, turned = option.partition(", ")
    return f"'{name}'{' ' if comma else ''}{turned}"


# The ways to lay tiles in the cells of a city, those that come to the same once: equal tiles, equal turns.

KEPT = 200_000
"""How many ways to fill a cell are kept at most, over all sets of tiles in use."""

Used = tuple[int, ...]
"""How many tiles of each kind lie in the city so far."""


class TileOption(Struct, frozen=True):
    """One way to fill a cell: how the tile lies, of which kind it is, and how many ways come to the same."""

    lying: Lying
    kind: int
    alike: int


class Laying(Struct, frozen=True):
    """Tiles in the cells, row by row, and how many labelled arrangements come to the same."""

    lyings: tuple[Lying, ...]
    alike: int


class Rules(Struct, frozen=True, dict=True):
    """How the tiles of a city may lie: in which turns, and whether anywhere."""

    city: City
    turns: tuple[int, ...]
    shuffled: bool

    @property
    def cells(self) -> int:
        """How many tiles make the city."""
        return self.city.rows * self.city.columns

    @property
    def total(self) -> int:
        """How many labelled arrangements there are."""
        orders = perm(len(self.city.pieces), self.cells) if self.shuffled else 1
        turnings: int = len(self.turns) ** self.cells
        return orders * turnings

    @cached_property
    def rotations(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """How the whole city may be turned so that the tiles lie as they may: by how much, and which cell comes where.

        For each cell the one from which its tile comes.
        """
        rows, columns = self.city.rows, self.city.columns
        found = []
        if self.shuffled and 1 in self.turns and rows == columns:
            quarter = [(columns - 1 - column) * columns + row for row in range(rows) for column in range(columns)]
            found = [(1, tuple(quarter)), (3, tuple(quarter[::-1]))]
        if self.shuffled and 2 in self.turns:
            found.insert(1, (2, tuple(reversed(range(self.cells)))))
        return tuple(found)


class Arranging:
    """The arrangements that the rules allow, when `signature` says which tiles in which turns come to the same.

    Tiles of one kind come to the same in each turn; `members` are those of each kind. `firsts` gives for each tile and
    turn the first turn that comes to the same.
    """

    def __init__(self, rules: Rules, signature: Callable[[Lying], Hashable]) -> None:
        self.rules = rules
        kinds: dict[Hashable, list[int]] = {}
        self.firsts: list[dict[int, int]] = []
        for tile in range(len(rules.city.pieces)):
            signatures = tuple(signature((tile, turn)) for turn in rules.turns)
            kinds.setdefault(signatures if rules.shuffled else tile, []).append(tile)
            self.firsts.append(
                {turn: rules.turns[signatures.index(signatures[n])] for n, turn in enumerate(rules.turns)}
            )
        self.members = tuple(kinds.values())
        self.kind_of = {tile: kind for kind, tiles in enumerate(self.members) for tile in tiles}
        self.none_used: Used = (0,) * len(self.members)
        self._options: dict[tuple[Used, int], tuple[TileOption, ...]] = {}
        self._kept = 0

    def options(self, used: Used, cell: int) -> tuple[TileOption, ...]:
        """The ways to fill a cell where so much is used, in order."""
        key = used, 0 if self.rules.shuffled else cell
        if key not in self._options:
            found = tuple(self._found(used, cell))
            if self._kept + len(found) > KEPT:
                self._options.clear()
                self._kept = 0
            self._options[key] = found
            self._kept += len(found)
        return self._options[key]

    def used_with(self, used: Used, option: TileOption) -> Used:
        """What is used up when a cell is filled so."""
        return (*used[: option.kind], used[option.kind] + 1, *used[option.kind + 1 :])

    def _found(self, used: Used, cell: int) -> Iterator[TileOption]:
        kinds = range(len(used)) if self.rules.shuffled else (self.kind_of[cell],)
        free = {kind: len(self.members[kind]) - used[kind] for kind in kinds}
        for tile, kind in sorted((self.members[kind][used[kind]], kind) for kind in kinds if free[kind]):
            for turn, alike in Counter(self.firsts[tile].values()).items():
                yield TileOption((tile, turn), kind, alike * free[kind])

    def layings(self) -> Iterator[Laying]:
        """Every arrangement in order; of those that a turn of the whole city makes alike, the first."""
        rotations = self.rules.rotations
        for lyings, alike in self._filled((), 1, self.none_used):
            same = 1  # turns of the whole city that change nothing
            for quarters, origins in rotations:
                first = self._first(lyings[origins[0]], quarters)
                turned = self._turned(lyings, quarters, origins) if first == lyings[0] else (first,)
                if turned < lyings:
                    break
                same += turned == lyings
            else:
                yield Laying(lyings, alike * (len(rotations) + 1) // same)

    def _filled(self, lyings: tuple[Lying, ...], alike: int, used: Used) -> Iterator[tuple[tuple[Lying, ...], int]]:
        cell = len(lyings)
        if cell == self.rules.cells:
            yield lyings, alike
            return
        for option in self.options(used, cell):
            yield from self._filled((*lyings, option.lying), alike * option.alike, self.used_with(used, option))

    def _first(self, lying: Lying, quarters: int) -> Lying:
        """What lies in the first cell instead, where the whole city is turned so that this comes there."""
        tile, turn = lying
        return self.members[self.kind_of[tile]][0], self.firsts[tile][(turn + quarters) % 4]

    def _turned(self, lyings: tuple[Lying, ...], quarters: int, origins: tuple[int, ...]) -> tuple[Lying, ...]:
        """The first of the arrangements that come to the same as this one with the whole city turned."""
        used = list(self.none_used)
        found = []
        for origin in origins:
            tile, turn = lyings[origin]
            kind = self.kind_of[tile]
            found.append((self.members[kind][used[kind]], self.firsts[tile][(turn + quarters) % 4]))
            used[kind] += 1
        return tuple(found)


# A question put to all arrangements of a city at once: cell by cell, with what comes to the same taken together.

LAYING = 100
"""How many steps it takes to lay one tile."""

KEPT_TILES = 2_000_000
"""How many tiles the prefixes have at most that are told apart at once: a bound on what has to be kept in mind."""

KEPT_ANSWERS = 200_000
"""How many answers of a course are kept for when it is asked again."""

State = object
"""What a course knows of the tiles laid so far, a hashable value; None once nothing can make the answer yes."""


class Course(Protocol):
    """A question as it is put while tiles are laid."""

    @property
    def start(self) -> State:
        """What is known of an empty city."""
        ...

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that `lay` treats alike."""
        ...

    def lay(self, state: State, cell: int, lying: Lying) -> State:
        """What is known with a tile in the next cell."""
        ...

    def holds(self, state: State) -> bool:
        """The answer for a whole city."""
        ...


class Swept(Struct, frozen=True):
    """The first arrangement for which the answer is no, how many labelled ones there are, and how many were told apart.

    `first` is None where it is yes for all.
    """

    first: tuple[Lying, ...] | None
    broken: int
    told_apart: int


def sweep(rules: Rules, course: Course, budget: SearchBudget) -> Swept:
    """The answer for every arrangement.

    Raises OutOfStepsError where too many prefixes are to be told apart.
    """
    most = KEPT_TILES // rules.cells
    arranging = Arranging(rules, course.signature)
    known: dict[tuple[State, int, Lying], State] = {}
    corners = _corners(rules, arranging)
    level: dict[tuple[Used, State, int], tuple[int, tuple[Lying, ...]]] = {
        (arranging.none_used, course.start, 0): (len(corners) + 1, ())
    }
    for cell in range(rules.cells):
        following: dict[tuple[Used, State, int], tuple[int, tuple[Lying, ...]]] = {}
        for (used, state, _), (count, lyings) in level.items():
            options = arranging.options(used, cell)
            budget.spend(len(options))
            for option in options:
                lying = option.lying
                if cell in corners and lying[0] < lyings[0][0]:
                    continue
                if state is not None and (state, cell, lying) not in known:
                    budget.spend(LAYING)
                    if len(known) == KEPT_ANSWERS:
                        known.clear()
                    known[state, cell, lying] = course.lay(state, cell, lying)
                after = known[state, cell, lying] if state is not None else None
                whole = (*lyings, lying)
                key = arranging.used_with(used, option), after, whole[0][0] if corners else 0
                many, first = following.get(key, (0, whole))
                following[key] = many + count * option.alike, first
            if len(following) > most:
                raise OutOfStepsError
        level = following
    broken = [found for (_, state, _), found in level.items() if state is None or not course.holds(state)]
    return Swept(broken[0][1] if broken else None, sum(count for count, _ in broken), len(level))


def _corners(rules: Rules, arranging: Arranging) -> frozenset[int]:
    """The cells that a turn of the whole city brings to the first one, where no two tiles come to the same.

    Of the arrangements that are alike then only that is followed which has the first of these tiles in the first cell.
    """
    if rules.cells == 1 or any(len(tiles) > 1 for tiles in arranging.members):
        return frozenset()
    return frozenset(origins[0] for _, origins in rules.rotations)


# How many setups there are where tiles are laid and closures on them: as many as the sets of tiles on the table give.

ONE = 20
"""The steps of one addition."""

Ways = list[int]
"""In how many ways none, one, two … closures of a kind can be laid."""

Numbers = tuple[int, ...]
"""How many tiles lie there, and how many closures of each kind."""


def setups_in_all(rules: Rules, printed: Stock, stock_on: Callable[[Network], Stock], budget: SearchBudget) -> int:
    """How many labelled setups there are, where `stock_on` says what may be laid on a network.

    Raises OutOfStepsError where the sets of tiles make too many sums.
    """
    if not printed.supplies or not rules.shuffled or rules.cells == len(rules.city.pieces):
        return rules.total * printed.total
    budget.spend(sum(len(piece.places) for piece in rules.city.pieces))
    tiles = [stock_on(rules.city.alone(tile)).supplies for tile in range(len(rules.city.pieces))]
    spots = [sum(len(supplies[kind].choices) for supplies in tiles) for kind in range(len(printed.supplies))]
    free = printed.limit is None or printed.limit >= sum(spots)
    limits = [
        0 if free and (limit is None or limit >= spots[kind]) else spots[kind] if limit is None else limit
        for kind, limit in enumerate(supply.limit for supply in printed.supplies)
    ]
    in_all = sum(limits) if printed.limit is None or free else printed.limit
    found: dict[Numbers, int] = {(0,) * (1 + len(limits)): 1}
    for supplies in tiles:
        ways = [_ways(supply, limit) for supply, limit in zip(supplies, limits, strict=True)]
        found = _with(found, ways, (rules.cells, *limits), in_all, budget)
    sets = sum(number for laid, number in found.items() if laid[0] == rules.cells)
    turnings: int = len(rules.turns) ** rules.cells
    return sets * factorial(rules.cells) * turnings


def _with(
    found: dict[Numbers, int], ways: Sequence[Ways], most: Numbers, in_all: int, budget: SearchBudget
) -> dict[Numbers, int]:
    """The ways to lay things with a tile more, or without it."""
    grown = dict(found)
    for laid, number in found.items():
        for more in product((1,), *(range(len(each)) for each in ways)):
            budget.spend(ONE)
            then = tuple(map(sum, zip(laid, more, strict=True)))
            if sum(then[1:]) <= in_all and all(map(int.__le__, then, most)):
                times = reduce(int.__mul__, (each[count] for each, count in zip(ways, more[1:], strict=True)), number)
                grown[then] = grown.get(then, 0) + times
    return grown


def _ways(supply: Supply, limit: int) -> Ways:
    """The ways to lay up to so many on one tile; where nothing limits them, of whatever number, all as if none."""
    ways = supply.ways
    return ways[: limit + 1] if limit else [sum(ways)]
