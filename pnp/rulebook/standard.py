"""What every rulebook says by itself: components with their counts, the meanings of icons, credits and licence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.expression import Record, shown
from pnp.rulebook.document import Heading, Line, Link, Paragraph, Table, Text, text
from pnp.rulebook.scribe import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.expression import Environment
    from pnp.model.pack import Pack
    from pnp.model.rulebook import Rulebook
    from pnp.rulebook.document import Block, Inline
    from pnp.rulebook.scribe import Scribe
    from pnp.rulebook.words import Words

CREDITS = "_credits"
"""The anchor of the last section; no id that a rulebook writes has a line in it."""

COMPONENTS, ICONS = "components", "icons"
"""The ids of the tables that no rulebook writes."""

_URL = re.compile(r"(https?://[^\s<>\"']*[^\s<>\"'.,;:!?)\]])")


def component_table(environment: Environment, words: Words) -> Table:
    """The components of the manifest with their counts; those that are printed apart say so."""
    manifest = environment.value("components") if environment.has("components") else ()
    records = [record for record in manifest if isinstance(record, Record)] if isinstance(manifest, tuple) else []
    return Table(
        id=COMPONENTS,
        number=0,
        title=text(words.components),
        heads=(text(words.component), text(words.count)),
        rows=tuple((_component(record, words), text(shown(record.fields["count"]))) for record in records),
        aligns=("left", "right"),
    )


def _component(record: Record, words: Words) -> Line:
    name = Text(clean(shown(record.fields["name"])))
    return (name, Text(f" ({words.optional})", italic=True)) if record.fields["optional"] else (name,)


def icon_table(rulebook: Rulebook, scribe: Scribe) -> Table:
    """The icons that the rulebook explains, with their meanings."""
    words, known = scribe.words, [each for each in rulebook.meanings if each.icon.name in scribe.icons]
    return Table(
        id=ICONS,
        number=0,
        title=text(words.icons),
        heads=(text(words.icon), text(words.meaning)),
        rows=tuple(((scribe.icon(each.icon.name),), text(scribe.words_of(each.text))) for each in known),
        aligns=("centre", "left"),
    )


def credits_of(pack: Pack, words: Words) -> Iterator[Block]:
    """The last section: whose game it is, where it comes from, what was changed, and its licence."""
    credit, licence = pack.credit, pack.licence
    if credit or licence:
        yield Heading(2, text(words.credits), CREDITS)
    if credit:
        yield Paragraph(linked(credit.line))
        if credit.link and credit.link not in credit.line:
            yield Paragraph(linked(credit.link))
        if credit.source:
            yield Paragraph((Text(f"{words.source}: ", bold=True), *linked(credit.source)))
        if credit.changes:
            yield Paragraph((Text(f"{words.changes}: ", bold=True), *linked(credit.changes)))
    if licence:
        name = Link(licence.name, licence.link) if licence.link else Text(licence.name)
        yield Paragraph((Text(f"{words.licence}: ", bold=True), name))


def linked(string: str) -> Line:
    """The text with its addresses as links."""
    stretches = _URL.split(clean(string).strip())
    pieces: list[Inline] = [Link(one, one) if index % 2 else Text(one) for index, one in enumerate(stretches)]
    return tuple(piece for piece in pieces if piece.string)  # type: ignore[union-attr]
