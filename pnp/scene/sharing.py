"""What is drawn more than once: the tuples of items that several groups hold, told by identity."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pnp.scene.items import Group, Path, Picture, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.scene.items import Item


class Survey:
    """What stands in drawings, each tuple of items looked into once: how many groups hold it, and its leaves.

    `leaves` are the texts and the pictures, in the order in which they are met.
    """

    def __init__(self, roots: Iterable[tuple[Item, ...]]) -> None:
        self.leaves: list[Text | Picture] = []
        self._counts: Counter[int] = Counter()
        self._seen: dict[int, tuple[Item, ...]] = {}
        for root in roots:
            self._look(root)

    def repeated(self, least: int = 1) -> tuple[tuple[Item, ...], ...]:
        """The tuples that more than one group holds and that weigh at least so much, inner ones before outer ones.

        What stands inside a repeated tuple counts once, for it is written once.
        """
        counts = self._counts
        return tuple(items for key, items in self._seen.items() if counts[key] > 1 and weighs(items, least))

    def _look(self, items: tuple[Item, ...]) -> None:
        counts = self._counts
        for item in items:
            if isinstance(item, Group):
                inner = item.items
                counts[id(inner)] += 1
                if counts[id(inner)] == 1:
                    self._look(inner)
                    self._seen[id(inner)] = inner
            elif isinstance(item, (Text, Picture)):
                self.leaves.append(item)


def repeated(roots: Iterable[tuple[Item, ...]], least: int = 1) -> tuple[tuple[Item, ...], ...]:
    """The same of those drawings."""
    return Survey(roots).repeated(least)


def weighs(items: tuple[Item, ...], least: int) -> bool:
    """Whether there is at least so much to write: one for an item, more for a long path."""
    return _lacking(items, least) <= 0


def _lacking(items: tuple[Item, ...], least: int) -> int:
    """How much is still lacking of that once the items are counted, or enough of them."""
    for item in items:
        if least <= 0:
            break
        least -= 1
        if isinstance(item, Group):
            least = _lacking(item.items, least)
        elif isinstance(item, Path):
            least -= len(item.commands) // 4
    return least
