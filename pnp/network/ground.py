"""The ground on which closures are laid and taken up again: which moves are shut, and what may still be laid."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.network.network import Network
    from pnp.network.supply import Closing, Stock


class Ground:
    """The moves of a network by number, each with what shuts it; `shut` counts what lies on it now.

    `left` says how many of each kind may still be laid, `taken` what lies on each spot, and `barred` what may not be
    laid for another reason.
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
        for closing, moves in enumerate(self.moves_of):
            for move in moves:
                closers[move].append(closing)
        self.closers = tuple(map(tuple, closers))
        self.shut = [0] * len(self.heads)
        self.left = [supply.most for supply in stock.supplies]
        self.taken = [0] * (max((closing.spot for closing in self.closings), default=-1) + 1)
        self.barred = [0] * len(self.closings)

    @cached_property
    def out(self) -> tuple[tuple[int, ...], ...]:
        """The moves out of each state."""
        return _by_end(self.tails, len(self.network.after))

    @cached_property
    def into(self) -> tuple[tuple[int, ...], ...]:
        """The moves into each state."""
        return _by_end(self.heads, len(self.network.after))

    @cached_property
    def inside(self) -> tuple[frozenset[int], ...]:
        """For each closing of a passage, the states that its moves start from; none for one that closes places."""
        return tuple(
            frozenset() if closing.option.places else frozenset(self.tails[move] for move in moves)
            for closing, moves in zip(self.closings, self.moves_of, strict=True)
        )

    @cached_property
    def on_place(self) -> dict[int, tuple[int, ...]]:
        """What may be laid on each place."""
        found: dict[int, list[int]] = {}
        for number, closing in enumerate(self.closings):
            for place in closing.option.places:
                found.setdefault(place, []).append(number)
        return {place: tuple(numbers) for place, numbers in found.items()}

    def allowed(self) -> list[bool]:
        """For each closing, whether it may be laid now."""
        return [
            not self.barred[number] and self.left[closing.kind] > 0 and not self.taken[closing.spot]
            for number, closing in enumerate(self.closings)
        ]

    def lay(self, number: int) -> None:
        """Lay one closing more."""
        self._change(self.closings[number], self.moves_of[number], 1)

    def lift(self, number: int) -> None:
        """Take a closing up again."""
        self._change(self.closings[number], self.moves_of[number], -1)

    def bar(self, numbers: Iterable[int]) -> None:
        """Keep closings from being laid."""
        for number in numbers:
            self.barred[number] += 1

    def unbar(self, numbers: Iterable[int]) -> None:
        """Let closings be laid again that were barred."""
        for number in numbers:
            self.barred[number] -= 1

    def fits(self, numbers: Iterable[int]) -> bool:
        """Whether these closings, all allowed, may be laid together."""
        found = [self.closings[number] for number in numbers]
        spots = {closing.spot for closing in found}
        kinds = [closing.kind for closing in found]
        return len(spots) == len(found) and all(kinds.count(kind) <= self.left[kind] for kind in {*kinds})

    def _change(self, closing: Closing, moves: Iterable[int], by: int) -> None:
        self.left[closing.kind] -= by
        self.taken[closing.spot] += by
        for move in moves:
            self.shut[move] += by


def _by_end(ends: tuple[int, ...], states: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(states)]
    for move, state in enumerate(ends):
        found[state].append(move)
    return tuple(map(tuple, found))
