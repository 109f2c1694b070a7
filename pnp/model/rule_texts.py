"""What a rulebook writes: its texts, its expressions, its tables, and what its texts mention."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, assert_never

from pnp.model.rule_table import Loop, Matrix, RuleTable
from pnp.model.rulebook import (
    Aside,
    ComponentList,
    Figure,
    IconList,
    Items,
    OpenPoint,
    Prose,
    TableMention,
    Variant,
)
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.model.reference import Formula
    from pnp.model.rulebook import RuleBlock, Rulebook, Section

_MENTION = re.compile(r"\{\s*(table|section):\s*([^{}\s:]+)\s*\}")


@dataclass(frozen=True, slots=True)
class Mention:
    """`{table: id}` or `{section: id}` in a text, and where it stands there."""

    kind: Literal["table", "section"]
    name: str
    start: int
    end: int


def mentions(text: str) -> Iterator[Mention]:
    """What the text mentions, in order."""
    for match in _MENTION.finditer(text):
        yield Mention("table" if match[1] == "table" else "section", match[2], match.start(), match.end())


def without_mentions(text: str, stands_in: Callable[[int], str] = lambda _: "\0") -> str:
    """The text with something that `stands_in` for each mention, as long as before: places in it stay what they are."""
    for index, mention in enumerate(mentions(text)):
        there = stands_in(index).ljust(mention.end - mention.start, "\0")
        text = f"{text[: mention.start]}{there}{text[mention.end :]}"
    return text


def sections(rulebook: Rulebook) -> Iterator[Section]:
    """Every section, each before those below it."""
    for section in rulebook.sections:
        yield section
        yield from section.sections


def blocks(rulebook: Rulebook) -> Iterator[RuleBlock]:
    """Every block, those of the rule reference and those within others too."""
    for section in sections(rulebook):
        own = section.reference if isinstance(section.reference, tuple) else ()
        yield from _nested((*section.blocks, *own))


def tables(rulebook: Rulebook) -> Iterator[RuleTable]:
    """Every table, those that stand in the text before those listed under `tables`."""
    yield from (block for block in blocks(rulebook) if isinstance(block, RuleTable))
    yield from rulebook.tables


def texts(rulebook: Rulebook) -> Iterator[Formula]:
    """Every text with marks and expressions in braces."""
    if rulebook.title:
        yield rulebook.title
    yield from (section.title for section in sections(rulebook))
    for block in blocks(rulebook):
        yield from _texts(block)
    for table in tables(rulebook):
        yield from _table_texts(table)


def expressions(rulebook: Rulebook) -> Iterator[Formula]:
    """Every expression of a table."""
    for table in tables(rulebook):
        for loop in (table.rows, table.columns.loop if isinstance(table.columns, Matrix) else None):
            if isinstance(loop, Loop):
                yield from (formula for formula in (loop.values, loop.when, loop.head) if formula)
        if isinstance(table.columns, Matrix):
            yield table.columns.cell
        else:
            yield from (column.cell for column in table.columns if not column.marked)


def _nested(outer: tuple[RuleBlock, ...]) -> Iterator[RuleBlock]:
    for block in outer:
        yield block
        if isinstance(block, Aside | Variant):
            yield from _nested(block.blocks)


def _texts(block: RuleBlock) -> Iterator[Formula]:
    match block:
        case Prose(text):
            yield text
        case Items(items):
            yield from items
        case Figure(diagrams):
            yield from (text for diagram in diagrams for text in diagram.texts)
        case OpenPoint(question, reading):
            yield from (question, reading)
        case Variant():
            yield from (block.name, *block.changes)
            yield from (text for option in block.options for text in (option.name, option.text))
        case Aside() | RuleTable() | TableMention() | ComponentList() | IconList():
            return
        case _:
            assert_never(block)


def _table_texts(table: RuleTable) -> Iterator[Formula]:
    yield from (text for text in (table.title, table.caption, table.corner) if text)
    if not isinstance(table.columns, Matrix):
        for column in table.columns:
            yield column.head
            if column.marked:
                yield column.cell
