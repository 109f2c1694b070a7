"""A document laid over another of its kind: what it does not say is as the other says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.source.tree import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRM = ("kind", "extends")
"""What a document says for itself alone."""


class Overlay(Node):
    """The root of a document with that of another below it; each entry keeps the place where it was written."""

    __slots__ = ("_below",)

    def __init__(self, own: Node, base: Node) -> None:
        super().__init__(own.value, own.file, own.mark, own.pointer, own.row)
        object.__setattr__(self, "_below", base)

    def __contains__(self, key: str) -> bool:
        return super().__contains__(key) or (key not in FIRM and key in self._base)

    def __getitem__(self, key: str) -> Node:
        return super().__getitem__(key) if super().__contains__(key) else self._base[key]

    def key(self, key: str) -> Node:
        """The key itself as a node, where it was written."""
        return super().key(key) if super().__contains__(key) else self._base.key(key)

    def items(self) -> Iterator[tuple[Node, Node]]:
        """Each key and its value: those of its own, then those of the other that it leaves as they are."""
        own = self.mapping
        yield from super().items()
        yield from ((key, value) for key, value in self._base.items() if key.text not in own and key.text not in FIRM)

    @property
    def _base(self) -> Node:
        base: Node = self._below  # type: ignore[attr-defined]  # a slot that a frozen class is given once
        return base
