"""Drawings as trees of items: what is repeated in them, and drawings in several languages as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from msgspec.structs import replace

from pnp.scene.items import Group, Item, Language, Path, Picture, Text

# Repeated drawings: tuples of items that several groups share, found by identity.


class Survey:
    """An index of drawings: how many groups hold each tuple of items, and the leaves. Each tuple is visited once.

    `leaves` are the texts and pictures in the order in which they are found. `is_blending` if a group blends,
    `is_shadowed` if one has a shadow, `is_layered` if one is on a layer, `is_tagged` if one has a tag.
    """

    def __init__(self, roots: Iterable[tuple[Item, ...]]) -> None:
        self.leaves: list[Text | Picture] = []
        self.is_blending = self.is_shadowed = self.is_layered = self.is_tagged = False
        self._counts: Counter[int] = Counter()
        self._seen: dict[int, tuple[Item, ...]] = {}
        for root in roots:
            self._look(root)

    def repeated(self, least: int = 1) -> tuple[tuple[Item, ...], ...]:
        """Return the tuples that more than one group holds and that weigh at least `least`, inner before outer ones.

        Groups inside a repeated tuple count once, since the tuple is written once.
        """
        counts = self._counts
        return tuple(items for key, items in self._seen.items() if counts[key] > 1 and weighs(items, least))

    def _look(self, items: tuple[Item, ...]) -> None:
        """Count the groups that hold each tuple, and collect the leaves."""
        counts = self._counts
        for item in items:
            if isinstance(item, Group):
                inner = item.items
                counts[id(inner)] += 1
                self.is_blending = self.is_blending or item.blend != "normal"
                self.is_shadowed = self.is_shadowed or item.shadow is not None
                self.is_layered = self.is_layered or item.layer is not None
                self.is_tagged = self.is_tagged or item.tag is not None
                if item.alt is not None:
                    self.leaves.append(item.alt)
                if counts[id(inner)] == 1:
                    self._look(inner)
                    self._seen[id(inner)] = inner
            elif isinstance(item, (Text, Picture)):
                self.leaves.append(item)


def weighs(items: tuple[Item, ...], least: int) -> bool:
    """Whether the items weigh at least `least`: 1 for each item, more for a long path."""
    return _lacking(items, least) <= 0


def _lacking(items: tuple[Item, ...], least: int) -> int:
    """Return the weight still missing after the items are counted. Counting stops at 0."""
    for item in items:
        if least <= 0:
            break
        least -= 1
        if isinstance(item, Group):
            least = _lacking(item.items, least)
        elif isinstance(item, Path):
            least -= len(item.commands) // 4
    return least


# Languages: what they share is drawn once, the rest on a layer for each.

Columns = Sequence[tuple[Item, ...]]
"""For each place in the drawings, its item in each language."""


def in_layers(drawings: Mapping[str, tuple[Item, ...]]) -> tuple[Item, ...]:
    """Return drawings in several languages, by code, as one: a reader shows the layer of one language at a time.

    Where they are equal, it is the first drawing itself, so that repeated drawings stay repeated.
    """
    rows = tuple(drawings.values())
    if all(items == rows[0] for items in rows):
        return rows[0]
    codes = tuple(drawings)
    if len({len(items) for items in rows}) == 1:
        return tuple(_merged(codes, list(zip(*rows, strict=True))))
    least = min(map(len, rows))
    first = _shared(codes, zip(*rows, strict=False), least)
    last = _shared(codes, zip(*map(reversed, rows), strict=False), least - len(first))[::-1]
    middle = [items[len(first) : len(items) - len(last)] for items in rows]
    return (*first, *_apart(codes, middle), *last)


def _shared(codes: Sequence[str], columns: Iterable[tuple[Item, ...]], most: int) -> list[Item]:
    """Return the items at the beginning of all drawings, `most` at most, up to one that differs."""
    found = (_joined(codes, column) for _, column in zip(range(most), columns, strict=False))
    return [item for item in takewhile(lambda item: item is not None, found) if item is not None]


def _merged(codes: Sequence[str], columns: Columns) -> Iterator[Item]:
    """Yield the items of drawings that have equally many; those next to each other that differ share their layers."""
    apart: list[tuple[Item, ...]] = []
    for column in columns:
        item = _joined(codes, column)
        if item is None:
            apart.append(column)
            continue
        if apart:
            yield from _apart(codes, list(zip(*apart, strict=True)))
            apart = []
        yield item
    if apart:
        yield from _apart(codes, list(zip(*apart, strict=True)))


def _joined(codes: Sequence[str], column: tuple[Item, ...]) -> Item | None:
    """Return one item for those of all languages: groups may differ within; None if all of it differs.

    A shadow falls from all that is in a group, so that a group with one is not divided.
    """
    first = column[0]
    if all(item == first for item in column):
        return first
    groups = [item for item in column if isinstance(item, Group) and item.shadow is None]
    if len(groups) < len(column):
        return None
    frame = replace(groups[0], items=())
    if any(replace(group, items=(), origin=frame.origin) != frame for group in groups):
        return None
    return replace(groups[0], items=in_layers(dict(zip(codes, (group.items for group in groups), strict=True))))


def _apart(codes: Sequence[str], rows: Sequence[tuple[Item, ...]]) -> Iterator[Group]:
    """Yield the layer of each language, an empty one too: the first of a file is the one that is shown."""
    if any(rows):
        yield from (Group(items, layer=Language(code)) for code, items in zip(codes, rows, strict=True))
