"""A table that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.rulebook import Rulebook, TableMention, blocks, mentions, tables, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.game import Game


@check("unknown-table", severity=ERROR)
def unknown_table(game: Game) -> Iterator[Fault]:
    """A rulebook shows or mentions a table that it does not have.

    Tables stand under `tables` by their ids, or right in the text, where the id is made from the title.

    Fix: correct the id, or write the table.

    Bad:
        kind: rulebook
        sections:
          - title: Tolls
            text: [table: prices]

    Good:
        kind: rulebook
        sections:
          - title: Tolls
            text: [table: prices]
        tables:
          prices:
            title: Prices
            rows: {each: n, in: "range(1, 4)"}
            columns: [{head: Trips, cell: n}, {head: Price, cell: 2 * n}]
    """
    for rulebook in game.all(Rulebook):
        if rulebook.damaged and not rulebook.tables:
            continue
        known = {table.id for table in tables(rulebook)}
        for name, span in _named(rulebook):
            if name not in known and name not in rulebook.lost:
                yield Fault(span, f"there is no table '{name}'", did_you_mean(name, known) or "write it under tables")


def _named(rulebook: Rulebook) -> Iterator[tuple[str, Span]]:
    for block in blocks(rulebook):
        if isinstance(block, TableMention):
            yield block.table.name, block.table.span
    for text in texts(rulebook):
        for mention in mentions(text.text):
            if mention.kind == "table":
                yield mention.name, text.part(mention.start, mention.end)
