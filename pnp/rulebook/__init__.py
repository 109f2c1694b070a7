"""A game's rulebook in; Markdown, HTML and CSV, and sheets ready to be rendered, out."""

from typing import TYPE_CHECKING

from pnp.records import when_asked
from pnp.rulebook.assemble import build_rulebook
from pnp.rulebook.document import Document

if TYPE_CHECKING:
    from pnp.rulebook.markdown import TEXT_FORMATS, TextFormat, write_texts
    from pnp.rulebook.pages import compose_reference, compose_rulebook


__all__ = [
    "TEXT_FORMATS",
    "Document",
    "TextFormat",
    "build_rulebook",
    "compose_reference",
    "compose_rulebook",
    "write_texts",
]

__getattr__ = when_asked(
    __name__,
    {"pages": ("compose_reference", "compose_rulebook"), "markdown": ("TEXT_FORMATS", "TextFormat", "write_texts")},
)
