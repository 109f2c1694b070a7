"""The ways to lay tiles in the cells of a city, those that come to the same once: equal tiles, equal turns.

What comes to the same hangs on the question: it gives each tile in each turn a signature, and equal ones stand for each
other. Arrangements are ordered by what lies in the first cell, then in the second and so on: by the tile in source
order, then by its turn. The printed one comes first.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from math import perm
from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from pnp.network.tile_map import City, Lying

KEPT = 200_000
"""How many ways to fill a cell are kept at most, over all sets of tiles in use."""

Used = tuple[int, ...]
"""How many tiles of each kind lie in the city so far."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to fill a cell: how the tile lies, of which kind it is, and how many ways come to the same."""

    lying: Lying
    kind: int
    alike: int


@dataclass(frozen=True, slots=True)
class Laying:
    """Tiles in the cells, row by row, and how many labelled arrangements come to the same."""

    lyings: tuple[Lying, ...]
    alike: int


@dataclass(frozen=True)
class Rules:
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
        self._options: dict[tuple[Used, int], tuple[Option, ...]] = {}
        self._kept = 0

    def options(self, used: Used, cell: int) -> tuple[Option, ...]:
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

    def used_with(self, used: Used, option: Option) -> Used:
        """What is used up when a cell is filled so."""
        return (*used[: option.kind], used[option.kind] + 1, *used[option.kind + 1 :])

    def _found(self, used: Used, cell: int) -> Iterator[Option]:
        kinds = range(len(used)) if self.rules.shuffled else (self.kind_of[cell],)
        free = {kind: len(self.members[kind]) - used[kind] for kind in kinds}
        for tile, kind in sorted((self.members[kind][used[kind]], kind) for kind in kinds if free[kind]):
            for turn, alike in Counter(self.firsts[tile].values()).items():
                yield Option((tile, turn), kind, alike * free[kind])

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
