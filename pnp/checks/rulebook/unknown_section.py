"""A section that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.rulebook import Rulebook, mentions, sections, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("unknown-section", severity=ERROR)
def unknown_section(game: Game) -> Iterator[Fault]:
    """A rulebook mentions a section that it does not have.

    `{section:set-up}` becomes the heading of that section and a link to it. Where a section has no id written, it is
    made from its title: words in lower case, joined by hyphens.

    Fix: correct the id.

    Bad:
        kind: rulebook
        sections:
          - {title: Set-up, text: Shuffle the cards.}
          - {title: The end, text: "Begin again with {section:setup}."}

    Good:
        kind: rulebook
        sections:
          - {title: Set-up, text: Shuffle the cards.}
          - {title: The end, text: "Begin again with {section:set-up}."}
    """
    for rulebook in game.all(Rulebook):
        known = {section.id for section in sections(rulebook)}
        for text in texts(rulebook):
            for mention in mentions(text.text):
                if mention.kind == "section" and mention.name not in known and not rulebook.damaged:
                    hint = did_you_mean(mention.name, known) or f"there are {', '.join(sorted(known))}"
                    yield Fault(text.part(mention.start, mention.end), f"there is no section '{mention.name}'", hint)
