"""Arrangements: the ways in which the table may lay the tiles of a map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.model.requirement import Requirement
    from pnp.network.budget import Budget
    from pnp.network.network import Network
    from pnp.network.supply import Stock

Setup = tuple[tuple[str, str], ...]
"""What a setup chose, in words: pairs of a choice and its option."""

MOST_WORDS = 9
"""How many tiles of an arrangement a message names."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """One arrangement: what was chosen, the network that comes of it, and how many labelled ones are alike to it."""

    setup: Setup
    network: Network
    alike: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Found:
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

    def with_closures(self, printed: Stock, stock_on: Callable[[Network], Stock], budget: Budget) -> int:
        """How many labelled setups there are, where `stock_on` says what may be laid on each arrangement.

        Raises OutOfStepsError where counting them takes more steps.
        """
        ...

    def each(self) -> Iterator[Arrangement]:
        """Every arrangement, the printed one first; of those that a turn of the whole map makes alike, the first."""
        ...

    def search(self, requirement: Requirement, budget: Budget) -> Found | None:
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
