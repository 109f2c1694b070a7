"""A rulebook in a language that the pack does not list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("unlisted-language", severity=ERROR)
def unlisted_language(game: Game) -> Iterator[Fault]:
    """A rulebook is in a language that the pack does not list.

    A build prints the rules in one language: the pack's `language`, or the one of `languages` that `--lang` names.
    Rules in any other language are never printed.

    Fix: add the language to `languages` in `pack.yaml`, or correct the `language` of the rulebook.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [rules.yaml, regles.yaml]
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Play, text: Draw a card.}]
        # file: regles.yaml
        kind: rulebook
        language: fr
        sections: [{title: Jouer, text: Piochez une carte.}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        languages: [en, fr]
        documents: [rules.yaml, regles.yaml]
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Play, text: Draw a card.}]
        # file: regles.yaml
        kind: rulebook
        language: fr
        sections: [{title: Jouer, text: Piochez une carte.}]
    """
    pack = game.pack
    if pack is None or pack.damaged:
        return
    for book in game.all(Rulebook):
        if book.language and book.language not in pack.languages:
            every = ", ".join((*pack.languages, book.language))
            hint = did_you_mean(book.language, pack.languages) or f"write in pack.yaml: 'languages: [{every}]'"
            yield Fault(book.language_at or book.span, f"the pack is not in '{book.language}'", hint)
