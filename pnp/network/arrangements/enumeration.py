"""Enumerate the arrangements of tiles without duplicates, sweep them cell by cell, and count setups.

*Labelled* arrangements are all arrangements, with identical tiles counted as different. A question defines a
*signature* of each tile and turn. Two arrangements are equivalent for a question if their tiles have the same
signatures, or if one is the other with the whole city rotated. Only the first of equivalent arrangements is enumerated.

Arrangements are ordered by the first cell, then by the second and so on. The order within a cell is by tile in source
order, then by turn. The printed arrangement comes first.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import product
from math import factorial, perm
from typing import Protocol

from msgspec import Struct

from pnp.model.maps.requirements import Requirement
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.closures.supplies import Stock, Supply
from pnp.network.lowering.tile_map import City, TurnedTile
from pnp.network.network import Network

# What other modules see of arrangements.

Setup = tuple[tuple[str, str], ...]
"""A setup as text: pairs of a choice and its option."""

MOST_WORDS = 9
"""Maximum number of tiles that a message names."""


class Arrangement(Struct, frozen=True, eq=False):
    """One arrangement with its network; `alike` is the number of labelled arrangements that are equivalent to it."""

    setup: Setup
    network: Network
    alike: int = 1


class ArrangementResult(Struct, frozen=True, eq=False):
    """The result of a search through all arrangements; `first` is the first that breaks the demand, or None.

    There are three numbers of labelled arrangements. `broken` break the demand (None if not counted). `followed` were
    searched: all, unless the search ran out of steps. In `covered` of these the demand asks something. `checked` is
    the number of different arrangements that were looked at. For a minimum distance, `joined` is whether a path leads
    from any start to any goal in some arrangement.
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
        """The number of labelled arrangements."""
        ...

    @property
    def building(self) -> int:
        """Steps to build the network of an arrangement, for each of its states and moves."""
        ...

    @property
    def parts(self) -> tuple[Network, ...] | None:
        """The networks of the single tiles that may be laid; None if the tiles are not shuffled."""
        ...

    @property
    def together(self) -> int:
        """The number of tiles on the table."""
        ...

    @property
    def few(self) -> tuple[Network, ...] | None:
        """The networks of all arrangements that differ, if there are few; else None."""
        ...

    @property
    def has_seams(self) -> bool:
        """Whether tiles may be adjacent, so that roads that leave them meet or do not."""
        ...

    def with_closures(self, printed: Stock, stock_on: Callable[[Network], Stock], budget: SearchBudget) -> int:
        """Return the number of labelled setups; `stock_on` returns the closures that can be laid on a network.

        Raises OutOfStepsError if the budget is too small to count them.
        """
        ...

    def each(self) -> Iterator[Arrangement]:
        """Yield every arrangement, the printed one first; of several that are rotations of each other, the first."""
        ...

    def drawn(self, below: Callable[[int], int]) -> Arrangement:
        """Return a labelled arrangement at random; `below` returns a random number below another."""
        ...

    def search(self, requirement: Requirement, budget: SearchBudget) -> ArrangementResult | None:
        """Return the result of the special method for a demand; None if there is none.

        Raises OutOfStepsError if the budget is too small.
        """
        ...


def in_words(setup: Setup) -> str:
    """Return an arrangement as text to end a verdict: `with 'Quay' in row 1, column 1; 'Park' turned 90° in row …`."""
    words = [f"{_quoted(option)} in {choice}" for choice, option in setup[:MOST_WORDS]]
    rest = len(setup) - len(words)
    return "with " + "; ".join(words) + (f"; and {rest} more tiles" if rest else "")


def _quoted(option: str) -> str:
    name, comma, turned = option.partition(", ")
    return f"'{name}'{' ' if comma else ''}{turned}"


# Enumeration of arrangements without equivalent ones.

KEPT = 200_000
"""Maximum number of fillings in the cache."""

Placed = tuple[TurnedTile, ...]
"""The tiles in the cells, row by row, from the first cell on."""

Used = tuple[int, ...]
"""The number of tiles of each kind that are in the city so far."""


class Filling(Struct, frozen=True):
    """One way to fill a cell: the tile and its turn, the kind of the tile, and the number of equivalent ways."""

    placement: TurnedTile
    kind: int
    alike: int


class Representative(Struct, frozen=True):
    """The first of several equivalent arrangements, row by row; `alike` is the number of labelled ones among them."""

    placed: Placed
    alike: int


class LayingRules(Protocol):
    """The rules for laying tiles in cells, on a tile map or over the cells of a grid map."""

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        ...

    @property
    def cells(self) -> int:
        """The number of cells that take a tile."""
        ...

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns of a tile that are allowed."""
        ...

    @property
    def shuffled(self) -> bool:
        """Whether any tile may be in any cell."""
        ...

    @property
    def rotations(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The rotations of all cells together that the rules allow, as in `Rules`."""
        ...


class Rules(Struct, frozen=True, dict=True):
    """The rules for arranging the tiles of a city: the turns that are allowed, and whether the tiles are shuffled."""

    city: City
    turns: tuple[int, ...]
    shuffled: bool

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return len(self.city.pieces)

    @property
    def cells(self) -> int:
        """The number of cells of the city."""
        return self.city.rows * self.city.columns

    @property
    def total(self) -> int:
        """The number of labelled arrangements."""
        orders = perm(len(self.city.pieces), self.cells) if self.shuffled else 1
        turnings: int = len(self.turns) ** self.cells
        return orders * turnings

    @cached_property
    def rotations(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The rotations of the whole city that the rules allow, as quarter turns and the origin of each cell.

        The origin of a cell is the cell from which its tile comes. No demand distinguishes an arrangement from its
        rotations, so that only one of them is judged.

        What it decides: every demand on the 6,144 arrangements of four tiles in 2 × 2 cells, by the general method. The
        tiles have two streets in each direction. Without rotations it runs out of steps after 2,950 arrangements.
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
    """The arrangements that the rules allow, without equivalent ones; `signature` defines which tiles are equivalent.

    Tiles of one kind are equivalent in each turn; `members` are the tiles of each kind. `firsts` maps for each tile a
    turn to the first equivalent turn.
    """

    def __init__(self, rules: LayingRules, signature: Callable[[TurnedTile], Hashable]) -> None:
        self.rules = rules
        kinds: dict[Hashable, list[int]] = {}
        self.firsts: list[dict[int, int]] = []
        for tile in range(rules.tiles):
            signatures = tuple(signature((tile, turn)) for turn in rules.turns)
            kinds.setdefault(signatures if rules.shuffled else tile, []).append(tile)
            self.firsts.append(
                {turn: rules.turns[signatures.index(signatures[n])] for n, turn in enumerate(rules.turns)}
            )
        self.members = tuple(kinds.values())
        self.kind_of = {tile: kind for kind, tiles in enumerate(self.members) for tile in tiles}
        self.none_used: Used = (0,) * len(self.members)
        self._options: dict[tuple[Used, int], tuple[Filling, ...]] = {}
        self._kept = 0

    def options(self, used: Used, cell: int) -> tuple[Filling, ...]:
        """Return the ways to fill a cell when the tiles `used` are in the city already, in order; cached."""
        key = used, 0 if self.rules.shuffled else cell
        if key not in self._options:
            found = tuple(self._found(used, cell))
            if self._kept + len(found) > KEPT:
                self._options.clear()
                self._kept = 0
            self._options[key] = found
            self._kept += len(found)
        return self._options[key]

    def used_with(self, used: Used, option: Filling) -> Used:
        """Return the tiles used after a cell was filled."""
        return (*used[: option.kind], used[option.kind] + 1, *used[option.kind + 1 :])

    def _found(self, used: Used, cell: int) -> Iterator[Filling]:
        kinds = range(len(used)) if self.rules.shuffled else (self.kind_of[cell],)
        free = {kind: len(self.members[kind]) - used[kind] for kind in kinds}
        for tile, kind in sorted((self.members[kind][used[kind]], kind) for kind in kinds if free[kind]):
            for turn, alike in Counter(self.firsts[tile].values()).items():
                yield Filling((tile, turn), kind, alike * free[kind])

    def representatives(self) -> Iterator[Representative]:
        """Yield the first of each set of equivalent arrangements, in order."""
        rotations = self.rules.rotations
        for placed, alike in self._filled((), 1, self.none_used):
            same = 1  # rotations, with the identity, that change nothing
            for quarters, origins in rotations:
                first = self._first(placed[origins[0]], quarters)
                turned = self._turned(placed, quarters, origins) if first == placed[0] else (first,)
                if turned < placed:
                    break
                same += turned == placed
            else:
                yield Representative(placed, alike * (len(rotations) + 1) // same)

    def _filled(self, placed: Placed, alike: int, used: Used) -> Iterator[tuple[Placed, int]]:
        cell = len(placed)
        if cell == self.rules.cells:
            yield placed, alike
            return
        for option in self.options(used, cell):
            yield from self._filled((*placed, option.placement), alike * option.alike, self.used_with(used, option))

    def _first(self, placement: TurnedTile, quarters: int) -> TurnedTile:
        """Return what is in the first cell after a rotation that brings this tile there."""
        tile, turn = placement
        return self.members[self.kind_of[tile]][0], self.firsts[tile][(turn + quarters) % 4]

    def _turned(self, placed: Placed, quarters: int, origins: tuple[int, ...]) -> Placed:
        """Return the rotated arrangement, with the first equivalent tiles and turns."""
        used = list(self.none_used)
        found = []
        for origin in origins:
            tile, turn = placed[origin]
            kind = self.kind_of[tile]
            found.append((self.members[kind][used[kind]], self.firsts[tile][(turn + quarters) % 4]))
            used[kind] += 1
        return tuple(found)


# A sweep: dynamic programming over the cells. An automaton reads the tiles of an arrangement cell by cell. Its state
# holds all that matters of the tiles so far, such as the open ports at the frontier between filled and empty cells. If
# two prefixes use the same tiles and have the same state, every continuation has the same result for both: they are
# merged, and their numbers added. Knuth's Simpath (TAOCP 4A, 7.1.4) enumerates paths with a frontier in this way.

LAYING = 100
"""Steps for one transition of an automaton."""

KEPT_TILES = 2_000_000
"""Maximum number of tiles in all prefixes that are stored at once: it limits the memory of a sweep."""

KEPT_ANSWERS = 200_000
"""Maximum number of transitions in the cache."""

State = object
"""A state of an automaton: a hashable value; None if the demand is broken, however the remaining cells are filled."""


class Automaton(Protocol):
    """An automaton that reads the tiles of an arrangement and accepts it if a demand holds."""

    @property
    def start(self) -> State:
        """The state for an empty city."""
        ...

    def signature(self, placement: TurnedTile) -> Hashable:
        """Return a value that is equal for tiles and turns that `lay` treats alike."""
        ...

    def lay(self, state: State, cell: int, placement: TurnedTile) -> State:
        """Return the state after a tile was laid in the next cell."""
        ...

    def holds(self, state: State) -> bool:
        """Whether the demand holds, given the state of a complete city."""
        ...


class Swept(Struct, frozen=True):
    """The result of a sweep: the first arrangement that breaks the demand, or None, and how many labelled ones do.

    `told_apart` is the number of different prefixes at the end of the sweep.
    """

    first: Placed | None
    broken: int
    told_apart: int


def sweep(rules: Rules, automaton: Automaton, budget: SearchBudget) -> Swept:
    """Judge every arrangement with an automaton.

    Raises OutOfStepsError if the budget is too small or there are too many different prefixes.
    """
    most = KEPT_TILES // rules.cells
    arranging = Arranging(rules, automaton.signature)
    known: dict[tuple[State, int, TurnedTile], State] = {}
    corners = _corners(rules, arranging)
    level: dict[tuple[Used, State, int], tuple[int, Placed]] = {
        (arranging.none_used, automaton.start, 0): (len(corners) + 1, ())
    }
    for cell in range(rules.cells):
        following: dict[tuple[Used, State, int], tuple[int, Placed]] = {}
        for (used, state, _), (count, placed) in level.items():
            options = arranging.options(used, cell)
            budget.spend(len(options))
            for option in options:
                placement = option.placement
                if cell in corners and placement[0] < placed[0][0]:
                    continue
                if state is not None and (state, cell, placement) not in known:
                    budget.spend(LAYING)
                    if len(known) == KEPT_ANSWERS:
                        known.clear()
                    known[state, cell, placement] = automaton.lay(state, cell, placement)
                after = known[state, cell, placement] if state is not None else None
                whole = (*placed, placement)
                key = arranging.used_with(used, option), after, whole[0][0] if corners else 0
                many, first = following.get(key, (0, whole))
                following[key] = many + count * option.alike, first
            if len(following) > most:
                raise OutOfStepsError
        level = following
    broken = [found for (_, state, _), found in level.items() if state is None or not automaton.holds(state)]
    return Swept(broken[0][1] if broken else None, sum(count for count, _ in broken), len(level))


def _corners(rules: Rules, arranging: Arranging) -> frozenset[int]:
    """Return the cells that a rotation brings to the first cell; none if there are equivalent tiles.

    Of an arrangement and its rotations only that one is followed whose first cell has the first tile of these cells.
    """
    if rules.cells == 1 or any(len(tiles) > 1 for tiles in arranging.members):
        return frozenset()
    return frozenset(origins[0] for _, origins in rules.rotations)


# The number of setups with closures on tiles. It depends on the set of tiles on the table, not on their positions.

ONE = 20
"""Steps for one addition."""

Ways = list[int]
"""The number of ways to lay 0, 1, 2 … closures of a kind."""

Numbers = tuple[int, ...]
"""The number of tiles on the table, followed by the number of closures of each kind."""


def setups_in_all(rules: Rules, printed: Stock, stock_on: Callable[[Network], Stock], budget: SearchBudget) -> int:
    """Return the number of labelled setups; `stock_on` returns the closures that can be laid on a network.

    Each tile has a generating function of the numbers of tiles and closures: with it laid, and without it. Their
    product counts the setups. Raises OutOfStepsError if the budget is too small.
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
    """Return the numbers of ways after one more tile, which may be laid or not."""
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
    """Return the numbers of ways to lay up to `limit` closures on one tile.

    If `limit` is 0, the closures are not limited, and all ways are counted together as 0 closures.
    """
    ways = supply.ways
    return ways[: limit + 1] if limit else [sum(ways)]
