"""Plain data that remembers where it stood.

The loader yields `Mapping` and `Listing`, which are a dict and a list to everybody else and carry a mark for each key
and value. A `Node` is one value seen with its place in the file; the readers of `model/` walk nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import Span
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """The JSON pointer of what stands under the key or index `token` of the value at `pointer`."""
    return f"{pointer}/{token.replace('~', '~0').replace('/', '~1')}"


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One value of a document with its place: file, mark and JSON pointer."""

    value: Value
    file: str
    mark: Mark = (1, 1, 1, 1)
    pointer: str = ""
    row: int | None = None

    @property
    def span(self) -> Span:
        """Where the value stands."""
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
