"""Languages of a pack and its texts."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import did_you_mean, some_of
from pnp.model.game import Game
from pnp.model.pack import PackDocument
from pnp.model.rulebook import Rulebook


@check("unlisted-language", severity=ERROR)
def unlisted_language(game: Game) -> Iterator[Fault]:
    """A rulebook is in a language that the pack does not list.

    A build prints rules in the pack's `language`, or in the one of `languages` that `--lang` names. Rules in another
    language are never printed.

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


ENGLISH = "en"


@check("untranslated-words", severity=WARNING)
def untranslated_words(game: Game) -> Iterator[Fault]:
    """A rulebook in another language prints some words in English.

    pnp adds words to a rulebook, such as the headings of the contents and of the licence. They are English unless
    `words` translates them. The message lists those that nearly every rulebook needs; tables, icons and diagrams need
    more.

    Fix: translate them under `words`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Hafen
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        language: de
        documents: [rules.yaml]
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Dein Zug, text: Zieh eine Karte.}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Hafen
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        language: de
        documents: [rules.yaml]
        # file: rules.yaml
        kind: rulebook
        words:
          {rules: Regeln, contents: Inhalt, skip: Zum Inhalt, players: Spieler, credits: Impressum, licence: Lizenz}
        sections: [{title: Dein Zug, text: Zieh eine Karte.}]
    """
    for book in game.all(Rulebook):
        if book.damaged or book.written_in(game.pack).partition("-")[0] == ENGLISH:
            continue
        lacking = [word for word in _needed(book, game.pack) if word not in book.words]
        if lacking:
            many = "this word is" if len(lacking) == 1 else "these words are"
            message = f"{many} printed in English: {some_of(lacking)}"
            hint = f"write under words: {', '.join(f'{word}: …' for word in lacking)}"
            yield Fault(book.language_at or book.span, message, hint)


def _needed(book: Rulebook, pack: PackDocument | None) -> Iterator[str]:
    """Yield the keys of the words that the rulebook prints regardless of the content of its sections."""
    yield from ("rules", "contents", "skip")
    if pack and pack.players:
        yield "players"
    if pack and pack.minutes:
        yield "minutes"
    if pack and (pack.credit or pack.licence):
        yield "credits"
    if pack and pack.licence:
        yield "licence"
    if pack and pack.credit and pack.credit.source:
        yield "source"
    if pack and pack.credit and pack.credit.changes:
        yield "changes"
    if book.tables:
        yield from ("table", "page", "continued")
    if book.index is not None:
        yield "index"
    if any(section.reference for section in book.sections):
        yield "reference"
