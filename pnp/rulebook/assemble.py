"""A rulebook of content to a document: every expression computed, every table derived, every link resolved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.model.icons import IconSet
from pnp.rulebook.document import Document, plain
from pnp.rulebook.icons import IconMarks
from pnp.rulebook.pages.type import BOOK
from pnp.rulebook.scribe import STEPS, Scribe, clean
from pnp.rulebook.sections import Sections
from pnp.rulebook.standard import credits_of
from pnp.rulebook.words import Words
from pnp.scene.lettering import printed
from pnp.scene.text import HOUSE_FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts
    from pnp.model.game import Game
    from pnp.model.pack import Pack
    from pnp.model.rule_troubles import RuleTroubles
    from pnp.model.rulebook import Rulebook
    from pnp.scene.fonts import Family


def build_rulebook(
    rulebook: Rulebook, facts: Facts, fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
) -> tuple[Document, RuleTroubles]:
    """The document, and what could not be computed; a question mark stands in its place.

    `fallback` are the families for what the house's fonts lack.

    What is wrong for another reason is passed over: an expression that cannot be parsed, a table that is not there, a
    name whose definition or document is at fault. Checks tell it.
    """
    game, words = facts.game, Words().with_words(rulebook.words)
    pack = game.pack
    language = rulebook.written_in(pack)
    style = replace(BOOK.body, fallback=fallback)
    scribe = Scribe(
        facts.environment,
        words,
        language,
        IconMarks(game),
        knows_icons=game.knows_all(IconSet),
        style=style,
        work=facts.work,
        budget=facts.work.budget(STEPS),
    )
    assembly = Sections(rulebook, facts, scribe)
    document = Document(
        name=game.id or rulebook.id,
        title=_title(rulebook, pack, scribe),
        language=language,
        blocks=(*assembly.main(), *(credits_of(pack, words) if pack else ())),
        summary=scribe.words_of(pack.summary) if pack else "",
        facts=tuple(_facts(game, words)),
        tables=assembly.all_tables(),
        reference=tuple(assembly.reference()),
        credit=clean(pack.credit.line) if pack and pack.credit else "",
        authors=pack.credit.designers if pack and pack.credit else (),
        words=words,
        fallback=fallback,
    )
    written = (printed(each.text, each.span, style) for each in rulebook.wording)
    document = replace(document, flaws=(*(text for text in written if not text.prints), *scribe.flaws))
    return document, scribe.troubles


def _title(rulebook: Rulebook, pack: Pack | None, scribe: Scribe) -> str:
    """The title over the rules; one that says no more than that they are rules is that of the game."""
    title = plain(scribe.line(rulebook.title)) if rulebook.title else ""
    if title.casefold() in ("", scribe.words.rules.casefold()):
        return scribe.words_of(pack.title) if pack else title or rulebook.id
    return title


def _facts(game: Game, words: Words) -> Iterator[tuple[str, str]]:
    if game.pack:
        yield words.players, str(game.pack.players)
        if game.pack.minutes:
            yield words.minutes, clean(game.pack.minutes)
