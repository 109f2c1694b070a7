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
    return tuple(items for key, items in seen.items() if counts[key] > 1 and weighs(items, least))


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


def _count(items: tuple[Item, ...], counts: Counter[int], seen: dict[int, tuple[Item, ...]]) -> None:
    for item in items:
        if isinstance(item, Group) and item.items:
            counts[id(item.items)] += 1
            if counts[id(item.items)] == 1:
                _count(item.items, counts, seen)
                seen[id(item.items)] = item.items
