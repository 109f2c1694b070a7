"""A game's rulebook in; Markdown, HTML and CSV, and sheets ready to be rendered, out."""

from pnp.rulebook.assemble import build_rulebook
from pnp.rulebook.document import Document
from pnp.rulebook.pages import compose_reference, compose_rulebook
from pnp.rulebook.write import TEXT_FORMATS, TextFormat, write_texts

__all__ = [
    "TEXT_FORMATS",
    "Document",
    "TextFormat",
    "build_rulebook",
    "compose_reference",
    "compose_rulebook",
    "write_texts",
]
