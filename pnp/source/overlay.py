"""A document laid over another of its kind: what it does not say is as the other says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.source.tree import Node, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRM = ("kind", "extends")
"""What a document says for itself alone."""


class Overlay(Node):
    """The root of a document with that of another below it; each entry keeps the place where it was written.

    The other may be laid over a third: for each key the document that writes it is known, so that a long chain costs no
    more than a short one.
    """

    __slots__ = ("_homes",)

    def __init__(self, own: Node, base: Node) -> None:
        super().__init__(own.value, own.file, own.mark, own.pointer, own.row)
        below = base._written if isinstance(base, Overlay) else dict.fromkeys(base.mapping, base)
        plain = Node(own.value, own.file, own.mark, own.pointer, own.row)
        homes = dict.fromkeys(own.mapping, plain)
        homes.update((key, home) for key, home in below.items() if key not in homes and key not in FIRM)
        object.__setattr__(self, "_homes", homes)

    def __contains__(self, key: str) -> bool:
        return key in self._written

    def __getitem__(self, key: str) -> Node:
        return self._written[key][key]

    def key(self, key: str) -> Node:
        """The key itself as a node, where it was written."""
        return self._written[key].key(key)

    def items(self) -> Iterator[tuple[Node, Node]]:
        """Each key and its value: those of its own, then those of the other that it leaves as they are."""
        return ((home.key(key), home[key]) for key, home in self._written.items())

    def taken(self) -> Iterator[Value]:
        """All values that it takes over from others, those within them too."""
        own = self.mapping
        left: list[Value] = [home.mapping[key] for key, home in self._written.items() if key not in own]
        while left:
            value = left.pop()
            yield value
            left.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())

    @property
    def _written(self) -> dict[str, Node]:
        homes: dict[str, Node] = self._homes  # type: ignore[attr-defined]  # a slot that a frozen class is given once
        return homes
