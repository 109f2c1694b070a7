"""Trees without some of their parts; what is untouched is shared with the old tree, which stays as it was."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.source.tree import Listing, Mapping, Unread, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

Steps = tuple[str | int, ...]


@dataclass(slots=True)
class _Cut:
    """What to take out at and below one place; `lost` says that the name of what goes is to be kept."""

    gone: bool = False
    lost: bool = False
    below: dict[str | int, _Cut] = field(default_factory=dict)


def without(value: Value, parts: Iterable[tuple[Steps, bool]]) -> Value:
    """The tree without `parts`; None if the whole is one of them.

    The flag of a part says whether its mapping is to keep its name in `lost`.
    """
    root = _Cut()
    for steps, lost in parts:
        cut = root
        for step in steps:
            cut = cut.below.setdefault(step, _Cut())
        cut.gone, cut.lost = True, cut.lost or lost
    return None if root.gone else _copy(value, root)


def unread_parts(value: Value, at: Steps = ()) -> Iterable[tuple[Steps, bool]]:
    """The parts of the tree that could not be read."""
    match value:
        case Unread():
            yield at, True
        case Mapping():
            for key, item in value.items():
                yield from unread_parts(item, (*at, key))
        case Listing():
            for index, item in enumerate(value):
                yield from unread_parts(item, (*at, index))


def _copy(value: Value, cut: _Cut) -> Value:
    match value:
        case Mapping():
            return _copy_mapping(value, cut)
        case Listing():
            return _copy_listing(value, cut)
        case _:
            return value


def _copy_mapping(value: Mapping, cut: _Cut) -> Mapping:
    copy = Mapping()
    lost = set(value.lost)
    for key, item in value.items():
        part = cut.below.get(key)
        if part and part.gone:
            lost |= {key} if part.lost else set()
            continue
        copy[key] = _copy(item, part) if part else item
        copy.marks[key], copy.key_marks[key] = value.marks[key], value.key_marks[key]
    copy.lost = frozenset(lost)
    return copy


def _copy_listing(value: Listing, cut: _Cut) -> Listing:
    copy = Listing()
    for index, (item, mark) in enumerate(zip(value, value.marks, strict=True)):
        part = cut.below.get(index)
        if not (part and part.gone):
            copy.append(_copy(item, part) if part else item)
            copy.marks.append(mark)
    return copy
