"""Plain data with spans; parts removed; one document over another.

The loader yields `Mapping` and `Listing`, which are a dict and a list to everybody else and carry a mark for each key
and value. A `Node` is one value seen with its place in the file; the readers of `model/` walk nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.messages import series, shown

# Plain data with source positions.

Mark = tuple[int, int, int, int]
"""Line, column, end line, end column: 1-based code points, the end column one past the last."""

Scalar = str | int | float | bool | None


class Mapping(dict[str, "Value"]):
    """A YAML mapping: `marks` and `key_marks` by key; `lost` names the keys that validation took out."""

    __slots__ = ("key_marks", "lost", "marks")

    def __init__(self) -> None:
        self.marks: dict[str, Mark] = {}
        self.key_marks: dict[str, Mark] = {}
        self.lost: frozenset[str] = frozenset()


class Listing(list["Value"]):
    """A YAML sequence: `marks` by index."""

    __slots__ = ("marks",)

    def __init__(self) -> None:
        self.marks: list[Mark] = []


Value = Scalar | Mapping | Listing


class Unread(str):
    """A value that could not be read, with what stood there; a finding says why, and validation takes it out."""

    __slots__ = ()


def below(pointer: str, token: str) -> str:
    """Return the JSON pointer of the entry `token`, a key or index, of the value at `pointer`."""
    return f"{pointer}/{token.replace('~', '~0').replace('/', '~1')}"


class Node(Struct, frozen=True, eq=False):
    """One value of a document with its place: file, mark and JSON pointer."""

    value: Value
    file: str
    mark: Mark = (1, 1, 1, 1)
    pointer: str = ""
    row: int | None = None

    @property
    def span(self) -> Span:
        """The position of the value."""
        return Span(self.file, *self.mark, self.pointer, self.row)

    @property
    def mapping(self) -> Mapping:
        """The value, which must be a mapping (the schema has said so)."""
        assert isinstance(self.value, Mapping), f"{self.span} is no mapping"
        return self.value

    @property
    def text(self) -> str:
        """The value as text; a number is written as its file wrote it, as far as that is known."""
        return self.value if isinstance(self.value, str) else str(self.value)

    @property
    def number(self) -> float:
        """The value, which must be a number (the schema has said so)."""
        assert isinstance(self.value, int | float), f"{self.span} is no number"
        return float(self.value)

    @property
    def numbers(self) -> tuple[float, ...]:
        """The items of the list, which must be numbers (the schema has said so)."""
        assert isinstance(self.value, Listing), f"{self.span} is no list"
        return tuple([float(item) for item in self.value])  # type: ignore[arg-type]

    @property
    def integer(self) -> int:
        """The value, which must be a whole number (the schema has said so)."""
        return int(self.number)

    @property
    def lost(self) -> frozenset[str]:
        """The keys of this mapping that validation took out."""
        return self.mapping.lost

    def __contains__(self, key: str) -> bool:
        """Whether the value is a mapping with `key`."""
        return isinstance(self.value, Mapping) and key in self.value

    def __getitem__(self, key: str) -> Node:
        """The value under `key`, which must be there."""
        mapping = self.mapping
        return Node(mapping[key], self.file, mapping.marks[key], below(self.pointer, key), self.row)

    def get(self, key: str) -> Node | None:
        """The value under `key`, or None where there is none."""
        return self[key] if key in self else None  # noqa: SIM401

    def key(self, key: str) -> Node:
        """The key itself as a node: its text, and the span of the key rather than of its value."""
        return Node(key, self.file, self.mapping.key_marks[key], below(self.pointer, key), self.row)

    def items(self) -> Iterator[tuple[Node, Node]]:
        """Each key and its value, in source order."""
        return ((self.key(key), self[key]) for key in self.mapping)

    def __iter__(self) -> Iterator[Node]:
        """The items of a list; nothing for any other value."""
        if isinstance(self.value, Listing):
            for index, item in enumerate(self.value):
                yield Node(item, self.file, self.value.marks[index], f"{self.pointer}/{index}", self.row)

    def list(self, key: str) -> Iterator[Node]:
        """The items of the list under `key`; nothing where the key is missing, one item where the value is no list."""
        node = self.get(key)
        if node is None:
            return iter(())
        return iter(node) if isinstance(node.value, Listing) else iter((node,))

    def entries(self, key: str) -> Iterator[tuple[Node, Node]]:
        """Each key and its value of the mapping under `key`; nothing where the key is missing."""
        return self[key].items() if key in self else iter(())

    def text_of(self, key: str, default: str = "") -> str:
        """The text under `key`, or `default` where the key is missing."""
        return self[key].text if key in self else default

    def is_true(self, key: str) -> bool:
        """Whether the value under `key` is true; not where the key is missing."""
        return key in self and self[key].value is True


def found(value: Value) -> str:
    """The value as a message names it: the text 'abc', the number 3, a list of 2."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {shown(value)}" if value else "an empty text"
        case int() | float():
            return f"the number {value}"
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case dict():
            return f"a mapping with {series(map(shown, list(value)[:3]), 'and')}" if value else "an empty mapping"


# Values and marks by the steps that lead to them.


def value_at(root: Node, steps: Steps) -> Value:
    """Return the value that these steps lead to."""
    value = root.value
    for step in steps:
        value = value[step]  # type: ignore[index]  # the steps were taken by the shape
    return value


def mark_at(root: Node, steps: Steps) -> Mark:
    """Return the mark of the value that these steps lead to."""
    if not steps:
        return root.mark
    marks: dict[str | int, Mark] = value_at(root, steps[:-1]).marks  # type: ignore[union-attr,assignment]
    return marks[steps[-1]]


def key_mark_at(root: Node, steps: Steps) -> Mark | None:
    """Return the mark of the key of the value that these steps lead to; None for an item and for the document."""
    parent = value_at(root, steps[:-1]) if steps else None
    return parent.key_marks[str(steps[-1])] if isinstance(parent, Mapping) else None


def pointer_of(steps: Steps) -> str:
    """Return the JSON pointer of these steps."""
    pointer = ""
    for step in steps:
        pointer = below(pointer, str(step))
    return pointer


# Trees without some of their parts; what is untouched is shared with the old tree, which stays as it was.

Steps = tuple[str | int, ...]


class _Cut(Struct):
    """What to remove at and below one position; with `lost`, the mapping records the name of the removed key."""

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


def plain(value: Value) -> Any:
    """Return the tree as ordinary values, without marks; what could not be read is an ordinary text."""
    match value:
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case Listing():
            return [plain(item) for item in value]
        case Unread():
            return str(value)
        case _:
            return value


def unread_parts(value: Value, at: Steps = ()) -> Iterable[tuple[Steps, bool]]:
    """The parts of the tree that could not be read."""
    match value:
        case Unread():
            yield at, True
        case Mapping():
            for key, item in value.items():
                if isinstance(key, Unread):
                    yield (*at, key), False
                else:
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


# A document that extends another of its kind: it inherits each key that it does not define.

FIRM = ("kind", "extends")
"""The keys that are never inherited."""


class Overlay(Node, frozen=True, eq=False, kw_only=True):
    """The root of a document with that of another below it; each entry keeps the place where it was written.

    The other may be laid over a third: `written` has for each key the root of the document that writes it, so that a
    long chain costs no more than a short one. A `deep` one also lays mappings under the same key over each other; its
    `below` is the other document.
    """

    written: dict[str, Node]
    below: Node | None = None

    @classmethod
    def of(cls, own: Node, base: Node, *, deep: bool = False) -> Overlay:
        """The root `own` laid over `base`, which may be laid over another."""
        below = base.written if isinstance(base, Overlay) else dict.fromkeys(base.mapping, base)
        homes = dict.fromkeys(own.mapping, own)
        homes.update((key, home) for key, home in below.items() if key not in homes and key not in FIRM)
        under = base if deep else None
        return cls(own.value, own.file, own.mark, own.pointer, own.row, written=homes, below=under)

    def __contains__(self, key: str) -> bool:
        return key in self.written

    def __getitem__(self, key: str) -> Node:
        if self.below is None or key not in self.below or key in FIRM:
            return self.written[key][key]
        under = self.below[key]
        if key not in self.mapping:
            return under
        own = super().__getitem__(key)
        both = isinstance(own.value, Mapping) and isinstance(under.value, Mapping)
        return Overlay.of(own, under, deep=True) if both else own

    def key(self, key: str) -> Node:
        """The key itself as a node, where it was written."""
        return self.written[key].key(key)

    def items(self) -> Iterator[tuple[Node, Node]]:
        """Yield each key and its value: the document's own entries, then the inherited ones."""
        return ((home.key(key), self[key]) for key, home in self.written.items())

    def taken(self) -> Iterator[Value]:
        """Yield all inherited values and the values nested in them."""
        own = self.mapping
        left: list[Value] = [home.mapping[key] for key, home in self.written.items() if key not in own]
        while left:
            value = left.pop()
            yield value
            left.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())


# Values as they are written.

CHOICES = 12
"""Words to choose from that a message lists."""


def bare(value: Any) -> str:
    """The value as it is written, if it is short."""
    return shown(value)[1:-1] if isinstance(value, str) else found(value).removeprefix("the number ")


def as_written(value: Any) -> str:
    """The value as it is written in braces; of lists and mappings nothing but that they are."""
    return bare(value) if isinstance(value, str | int | float) else "…"


def inline(value: Any) -> str:
    """The value as it is written in braces, also a list of single values."""
    if isinstance(value, list) and len(value) <= CHOICES and all(isinstance(each, str | int | float) for each in value):
        return f"[{', '.join(map(bare, value))}]"
    if isinstance(value, str) and re.search("[,:{}#]", value):
        return shown(value)
    return bare(value) if isinstance(value, str | int | float) else "…"


def in_flow(entries: dict[Any, Any]) -> str:
    """The entries of a mapping as they are written in braces, without these."""
    return ", ".join(f"{key}: {_in_flow(value)}" for key, value in entries.items())


def _in_flow(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{in_flow(value)}}}"
    return f"[{', '.join(map(_in_flow, value))}]" if isinstance(value, list) else inline(value)
