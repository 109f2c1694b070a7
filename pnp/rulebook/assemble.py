"""A rulebook of content to a document: every expression computed, every table derived, every link resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.icons import IconSet
from pnp.rulebook.document import Document, plain, text
from pnp.rulebook.icons import icon_marks
from pnp.rulebook.scribe import Scribe, clean
from pnp.rulebook.sections import Sections
from pnp.rulebook.standard import credits_of
from pnp.rulebook.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts
    from pnp.model.game import Game
    from pnp.model.rule_troubles import RuleTroubles
    from pnp.model.rulebook import Rulebook


def build_rulebook(rulebook: Rulebook, facts: Facts) -> tuple[Document, RuleTroubles]:
    """The document, and what could not be computed; a question mark stands in its place.

    What is wrong for another reason is passed over: an expression that cannot be parsed, a table that is not there, a
    name whose definition or document is at fault. Checks tell it.
    """
    game, words = facts.game, Words().with_words(rulebook.words)
    scribe = Scribe(facts.environment, words, icon_marks(game), knows_icons=game.knows_all(IconSet))
    assembly = Sections(rulebook, scribe)
    pack = game.pack
    title = scribe.line(rulebook.title) if rulebook.title else text(clean(pack.title if pack else rulebook.id))
    document = Document(
        name=game.id or rulebook.id,
        title=plain(title),
        language=rulebook.language or (pack.languages[0] if pack else "en"),
        blocks=(*assembly.main(), *(credits_of(pack, words) if pack else ())),
        summary=clean(pack.summary).strip() if pack else "",
        facts=tuple(_facts(game, words)),
        tables=assembly.all_tables(),
        reference=tuple(assembly.reference()),
        credit=clean(pack.credit.line) if pack and pack.credit else "",
        authors=pack.credit.designers if pack and pack.credit else (),
        words=words,
    )
    return document, scribe.troubles


def _facts(game: Game, words: Words) -> Iterator[tuple[str, str]]:
    if game.pack:
        yield words.players, str(game.pack.players)
        if game.pack.minutes:
            yield words.minutes, clean(game.pack.minutes)
