"""Which item of one list is which of another one: by their names, and those without a name by their content."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, zip_longest
from operator import eq

MOST_PAIRS = 4_000_000
"""Maximum number of pairs of rows without a name that are compared; beyond it, they are paired in their order."""

Named = tuple[str, tuple[Hashable, ...]]
"""A row or a part: its name and its content."""


def paired(before: Sequence[Named], after: Sequence[Named]) -> list[tuple[int | None, int | None]]:
    """Return which items of two lists are the same, by their indexes; None for one that a list does not have.

    Items with a name that is no number are the same if the name is. Others, such as rows that are only known by their
    lines, are aligned by content: a line that is removed changes no other row.
    """
    groups: dict[str, tuple[list[int], list[int]]] = {}
    for which, items in enumerate((before, after)):
        for index, (name, _) in enumerate(items):
            groups.setdefault("" if name.isdigit() else name, ([], []))[which].append(index)
    found: list[tuple[int | None, int | None]] = []
    for one, other in groups.values():
        found += _aligned(one, other, [before[each][1] for each in one], [after[each][1] for each in other])
    return sorted(found, key=lambda pair: (pair[0] is None, pair[0] if pair[0] is not None else pair[1] or 0))


def _aligned(
    one: list[int], other: list[int], before: list[tuple[Hashable, ...]], after: list[tuple[Hashable, ...]]
) -> Iterator[tuple[int | None, int | None]]:
    """Yield pairs of indexes of items without a name: equal ones in their order, then moved ones, then changed ones."""
    if len(one) * len(other) > MOST_PAIRS or len(one) == len(other) == 1:
        yield from zip_longest(one, other)
        return
    blocks: list[tuple[list[int], list[int]]] = []
    for does, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if does == "equal":
            yield from zip(one[start:end], other[first:last], strict=True)
        else:
            blocks.append((list(range(start, end)), list(range(first, last))))
    come: dict[tuple[Hashable, ...], list[int]] = {}
    for index in reversed([*chain.from_iterable(added for _, added in blocks)]):
        come.setdefault(after[index], []).append(index)
    left = chain.from_iterable(gone for gone, _ in blocks)
    moved = {index: come[before[index]].pop() for index in left if come.get(before[index])}
    yield from ((one[was], other[now]) for was, now in moved.items())
    taken = set(moved.values())
    for gone, added in blocks:
        was, now = [each for each in gone if each not in moved], [each for each in added if each not in taken]
        if len(was) != len(now):
            alike = {(each, it): sum(map(eq, before[each], after[it])) for each in was for it in now}
            for each, it in sorted(alike, key=lambda pair: (-alike[pair], abs(pair[0] - pair[1]))):
                if each in was and it in now:
                    yield one[each], other[it]
                    was.remove(each)
                    now.remove(it)
        yield from zip_longest([one[each] for each in was], [other[each] for each in now])
