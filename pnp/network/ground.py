"""The ground on which closures are laid and taken up again: which moves are shut, and what may still be laid."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.network.network import Network
    from pnp.network.supply import Stock


class Ground:
    """The moves of a network by number, each with what shuts it; `shut` counts what lies on it now.

    `left` says how many of each kind may still be laid; `stopped` counts for each closing the reasons why it may not be
    laid: its kind is used up, something lies on its spot, or it is barred. `barred` are those that have any.
    """

    def __init__(self, network: Network, stock: Stock) -> None:
        self.network = network
        self.closings = stock.closings
        self.tails = tuple(state for state, ends in enumerate(network.after) for _ in ends)
        self.heads = tuple(end for ends in network.after for end in ends)
        numbers = {move: number for number, move in enumerate(zip(self.tails, self.heads, strict=True))}
        self.moves_of = tuple(
            tuple(sorted(numbers[move] for move in closing.option.moves if move in numbers))
            for closing in self.closings
        )
        closers: list[list[int]] = [[] for _ in self.heads]
        for laid, moves in enumerate(self.moves_of):
            for move in moves:
                closers[move].append(laid)
        self.closers = tuple(map(tuple, closers))
        self.shut = [0] * len(self.heads)
        self.left = [supply.most for supply in stock.supplies]
        self.laid: list[int] = []
        self.stopped = [0] * len(self.closings)
        self.barred: set[int] = set()
        self.of_kind: list[list[int]] = [[] for _ in stock.supplies]
        self.on_spot: list[list[int]] = [[] for supply in stock.supplies for _ in supply.choices]
        for number, closing in enumerate(self.closings):
            self.of_kind[closing.kind].append(number)
            self.on_spot[closing.spot].append(number)
        for kind, left in enumerate(self.left):
            if not left:
                self.bar(self.of_kind[kind])

    @cached_property
    def out(self) -> tuple[tuple[int, ...], ...]:
        """The moves out of each state."""
        return _by_end(self.tails, len(self.network.after))

    @cached_property
    def into(self) -> tuple[tuple[int, ...], ...]:
        """The moves into each state."""
        return _by_end(self.heads, len(self.network.after))

    @cached_property
    def inside(self) -> dict[int, tuple[int, ...]]:
        """The closings of passages that take away a move from each state."""
        found: dict[int, dict[int, None]] = {}
        for number, moves in enumerate(self.moves_of):
            if not self.closings[number].option.places:
                for move in moves:
                    found.setdefault(self.tails[move], {})[number] = None
        return {state: tuple(numbers) for state, numbers in found.items()}

    @cached_property
    def on_place(self) -> dict[int, tuple[int, ...]]:
        """What may be laid on each place."""
        found: dict[int, list[int]] = {}
        for number, closing in enumerate(self.closings):
            for place in closing.option.places:
                found.setdefault(place, []).append(number)
        return {place: tuple(numbers) for place, numbers in found.items()}

    def lay(self, number: int) -> None:
        """Lay one closing more."""
        closing = self.closings[number]
        self.left[closing.kind] -= 1
        self.bar(self.on_spot[closing.spot])
        if not self.left[closing.kind]:
            self.bar(self.of_kind[closing.kind])
        for move in self.moves_of[number]:
            self.shut[move] += 1
        self.laid.append(number)

    def lift(self, number: int) -> None:
        """Take a closing up again."""
        closing = self.closings[number]
        if not self.left[closing.kind]:
            self.unbar(self.of_kind[closing.kind])
        self.left[closing.kind] += 1
        self.unbar(self.on_spot[closing.spot])
        for move in self.moves_of[number]:
            self.shut[move] -= 1
        self.laid.remove(number)

    def bar(self, numbers: Iterable[int]) -> None:
        """Keep closings from being laid."""
        for number in numbers:
            self.stopped[number] += 1
            self.barred.add(number)

    def unbar(self, numbers: Iterable[int]) -> None:
        """Let closings be laid again that were barred."""
        for number in numbers:
            self.stopped[number] -= 1
            if not self.stopped[number]:
                self.barred.discard(number)

    def closers_on(self, path: Iterable[int]) -> list[int]:
        """What may be laid now that shuts some of these moves, in order."""
        return sorted({each for move in path for each in self.closers[move] if not self.stopped[each]})

    def fits(self, numbers: Iterable[int]) -> bool:
        """Whether these closings, all allowed, may be laid together."""
        found = [self.closings[number] for number in numbers]
        spots = {closing.spot for closing in found}
        kinds = [closing.kind for closing in found]
        return len(spots) == len(found) and all(kinds.count(kind) <= self.left[kind] for kind in {*kinds})


def _by_end(ends: tuple[int, ...], states: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(states)]
    for move, state in enumerate(ends):
        found[state].append(move)
    return tuple(map(tuple, found))
