"""A kit: documents that several packs use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.source.tree import Node


@dataclass(frozen=True, slots=True)
class Kit:
    """A folder of themes, icons, styles and templates; `documents` are references to its files."""

    id: str
    name: str
    span: Span
    documents: tuple[Ref, ...]


def read_kit(root: Node, name: str) -> Kit:
    """The kit that stands in the document `root`, which its schema has passed."""
    title = root["name"].text if "name" in root else name
    return Kit(name, title, root.span, tuple(map(Ref.read, root.list("documents"))))
