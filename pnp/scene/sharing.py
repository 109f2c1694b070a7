"""What is drawn more than once: the tuples of items that several groups hold, told by identity."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pnp.scene.items import Group, Path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.scene.items import Item


def repeated(roots: Iterable[tuple[Item, ...]], least: int = 1) -> tuple[tuple[Item, ...], ...]:
    """The tuples that more than one group holds and that weigh at least so much, inner ones before outer ones.

    What stands inside a repeated tuple counts once, for it is written once.
    """
    counts: Counter[int] = Counter()
    seen: dict[int, tuple[Item, ...]] = {}
    for root in roots:
        _count(root, counts, seen)
    return tuple(items for key, items in seen.items() if counts[key] > 1 and weight(items) >= least)


def weight(items: tuple[Item, ...]) -> int:
    """How much there is to write: one for an item, more for a long path."""
    return sum([_weight(item) for item in items])


def _weight(item: Item) -> int:
    match item:
        case Group(items):
            return 1 + weight(items)
        case Path(commands):
            return 1 + len(commands) // 4
        case _:
            return 1


def _count(items: tuple[Item, ...], counts: Counter[int], seen: dict[int, tuple[Item, ...]]) -> None:
    for item in items:
        if isinstance(item, Group) and item.items:
            counts[id(item.items)] += 1
            if counts[id(item.items)] == 1:
                _count(item.items, counts, seen)
                seen[id(item.items)] = item.items
