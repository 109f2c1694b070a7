"""A game's rulebook in; Markdown, HTML and CSV, and sheets ready to be rendered, out."""

from pnp.rulebook.assemble import build_rulebook
from pnp.rulebook.document import Document

__all__ = ["Document", "build_rulebook"]
