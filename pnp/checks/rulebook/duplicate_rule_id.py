"""Two sections or two tables under one id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.rulebook import Rulebook, sections, tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.model.game import Game
    from pnp.model.rulebook import RuleTable, Section


OWN_TABLES = ("components", "icons")
"""The ids of the tables that every rulebook makes by itself."""


@check("duplicate-rule-id", severity=ERROR)
def duplicate_rule_id(game: Game) -> Iterator[Fault]:
    """Two sections or two tables of a rulebook have the same id.

    Links lead to a section or table by its id, and a table's file is named for it. Where no id is written, it is made
    from the title. The ids components and icons belong to the tables that every rulebook makes by itself.

    Fix: give one of them an id of its own.

    Bad:
        kind: rulebook
        sections:
          - {title: Set-up, text: Lay out the board.}
          - {title: Set-up, text: Shuffle the cards.}

    Good:
        kind: rulebook
        sections:
          - {title: Set-up, text: Lay out the board.}
          - {title: Set-up, id: cards, text: Shuffle the cards.}
    """
    for rulebook in game.all(Rulebook):
        yield from _repeated(sections(rulebook), "section", ())
        yield from _repeated(tables(rulebook), "table", OWN_TABLES)


def _repeated(things: Iterable[Section | RuleTable], kind: str, own: tuple[str, ...]) -> Iterator[Fault]:
    known: dict[str, int] = {}
    for thing in things:
        if thing.id in own:
            yield Fault(thing.span, f"the id '{thing.id}' belongs to another table", "write another id")
        elif thing.id in known:
            yield Fault(
                thing.span,
                f"another {kind} has the id '{thing.id}' already, in line {known[thing.id]}",
                "write an id of its own",
            )
        known.setdefault(thing.id, thing.span.line)
