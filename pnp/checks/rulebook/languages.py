"""Languages of a pack and its texts."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, LANGUAGE, WARNING, Fault, Missing, check
from pnp.messages import many, some_of
from pnp.model.game import Game
from pnp.model.pack import PackDocument
from pnp.model.rulebook import Rulebook
from pnp.model.translation import ENGLISH, Translation
from pnp.source.languages import meant_code


@check("unlisted-language", severity=ERROR)
def unlisted_language(game: Game) -> Iterator[Fault]:
    """A rulebook or a translation is in a language that the pack does not list.

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
            written = {each.written_in(pack) for each in game.all(Rulebook)}
            meant = meant_code(book.language, [code for code in pack.languages if code not in written])
            hint = f"did you mean '{meant}'?" if meant else f"write in pack.yaml: 'languages: [{every}]'"
            cause = Missing(book.language, LANGUAGE)
            yield Fault(book.language_at or book.span, f"the pack is not in '{book.language}'", hint, cause=cause)
    bases = {code.partition("-")[0] for code in pack.languages}
    for each in game.all(Translation):
        if each.language not in pack.languages and each.language not in bases:
            every = ", ".join((*pack.languages, each.language))
            hint = f"correct its language, or write in pack.yaml: 'languages: [{every}]'"
            message = f"the pack is not in '{each.language}', so this translation is not used"
            yield Fault(each.span, message, hint, cause=Missing(each.language, LANGUAGE))


@check("untranslated-sheets", severity=WARNING)
def untranslated_sheets(game: Game) -> Iterator[Fault]:
    """The sheets of a game in another language have texts in English.

    pnp prints some texts itself: how to print, how to assemble each component, the line in the margin of a sheet. They
    are bundled in German, French, Spanish, Italian, Dutch, Portuguese and Polish; a document of the kind `translation`
    has them in any other language.

    Fix: write a document of the kind `translation` with the texts.

    Bad:
        kind: pack
        title: Přístav
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        language: cs

    Good:
        kind: pack
        title: Hafen
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        language: de
    """
    pack = game.pack
    if pack is None or pack.language.partition("-")[0] == ENGLISH or not game.knows_all(Translation):
        return
    lacking = game.sheet_words.missing_in(game.words)
    if lacking:
        texts = f"{many(len(lacking), 'text')} of pnp on the sheets {'is' if len(lacking) == 1 else 'are'}"
        own = next((each for each in game.all(Translation) if each.language == pack.language), None)
        write = f"'kind: translation' and 'language: {pack.language}'"
        hint = f"write them under words: {lacking[0]}: …" if own else f"add a document that begins with {write}"
        message, cause = f"{texts} in English: {some_of(lacking)}", Missing(pack.language, LANGUAGE)
        yield Fault(own.span if own else pack.span, message, hint, cause=cause)


@check("untranslated-words", severity=WARNING)
def untranslated_words(game: Game) -> Iterator[Fault]:
    """A rulebook in another language prints some words in English.

    pnp adds words to a rulebook, such as the headings of the contents and of the licence. They are English unless their
    language is bundled, a document of the kind `translation` has them, or `words` of the rulebook translates them. The
    message lists those that nearly every rulebook needs; tables, icons and diagrams need
    more.

    Fix: translate them under `words`, or in a document of the kind `translation`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Přístav
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        language: cs
        documents: [rules.yaml]
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Tvůj tah, text: Vezmi si kartu.}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Přístav
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        language: cs
        documents: [rules.yaml]
        # file: rules.yaml
        kind: rulebook
        words: {rules: Pravidla, contents: Obsah, skip: K pravidlům, players: Hráči, credits: Autoři, licence: Licence}
        sections: [{title: Tvůj tah, text: Vezmi si kartu.}]
    """
    for book in game.all(Rulebook):
        language, pack = book.written_in(game.pack), game.pack
        if book.damaged or language.partition("-")[0] == ENGLISH or (pack is None and game.names_incomplete):
            continue
        if pack and language != pack.language:
            continue  # its words are those of the game in that language, or the pack is to list the language
        known = {**game.words, **book.words} if pack and pack.language == language else book.words
        lacking = [word for word in _needed(book, game.pack) if word not in known]
        if lacking:
            words = "this word is" if len(lacking) == 1 else "these words are"
            message = f"{words} printed in English: {some_of(lacking)}"
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
