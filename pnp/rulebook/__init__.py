"""A game's rulebook in; Markdown, HTML and CSV, and sheets ready to be rendered, out."""

from pnp.rulebook.assemble import build_rulebook
from pnp.rulebook.document import RulebookDocument

__all__ = ["RulebookDocument", "build_rulebook"]
