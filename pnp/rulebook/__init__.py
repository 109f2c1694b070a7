"""Compiles a game's rulebook to a document, and writes it as Markdown, HTML, CSV, and sheets to render."""

from pnp.rulebook.assemble import build_rulebook
from pnp.rulebook.document import RulebookDocument

__all__ = ["RulebookDocument", "build_rulebook"]
