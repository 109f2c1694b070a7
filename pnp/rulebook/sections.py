"""The sections and tables of a rulebook as blocks of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from pnp.model.reference import Ref
from pnp.model.rule_table import RuleTable
from pnp.model.rule_texts import blocks, sections, tables
from pnp.model.rulebook import Aside, ComponentList, Figure, IconList, Items, OpenPoint, Prose, TableMention, Variant
from pnp.rulebook.derive import derive_table
from pnp.rulebook.document import TABLE_ANCHOR, Box, Heading, Line, Link, Listing, Paragraph, Table, Text, plain, text
from pnp.rulebook.figures import Figures
from pnp.rulebook.standard import component_table, icon_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.facts import Facts
    from pnp.model.rulebook import Option, RuleBlock, Rulebook, Section
    from pnp.rulebook.document import Block
    from pnp.rulebook.scribe import Scribe

TABLES = "_tables"
"""The anchor of the section of tables that no other section shows; no id that a rulebook writes has a line in it."""


class Sections:
    """The tables of one rulebook, numbered in the order in which its text shows them, and its sections."""

    def __init__(self, rulebook: Rulebook, facts: Facts, scribe: Scribe) -> None:
        self._rulebook, self._scribe = rulebook, scribe
        self._figures = Figures(facts, scribe)
        self._shown: set[str] = set()
        wanted = _in_order(rulebook)
        for number, name in enumerate(wanted, start=1):
            scribe.links["table", name] = Link(str(number), f"#{TABLE_ANCHOR}{name}")
        for section in sections(rulebook):
            scribe.links["section", section.id] = Link(plain(scribe.line(section.title)), f"#{section.id}")
        self._tables = {
            name: derive_table(table, number, scribe) for number, (name, table) in enumerate(wanted.items(), start=1)
        }
        self._components = component_table(scribe.environment, scribe.words)
        self._icons = icon_table(rulebook, scribe)

    def all_tables(self) -> tuple[Table, ...]:
        """Every table that has rows, numbered ones first."""
        return tuple(table for table in (*self._tables.values(), self._components, self._icons) if table.rows)

    def main(self) -> Iterator[Block]:
        """The sections, and the listed tables that none of them shows."""
        self._shown = set()
        for section in self._rulebook.sections:
            yield from self._section(section, 2)
        yield from self._rest(self._rulebook.tables)

    def reference(self) -> Iterator[Block]:
        """What stands on the rule reference: the sections and the tables that say so."""
        self._shown = set()
        for section in self._rulebook.sections:
            if section.reference is True:
                yield from self._section(section, 2)
                continue
            for part in (section, *section.sections):
                own = part.blocks if part.reference is True else part.reference
                if own:
                    yield self._heading(part, 2)
                    yield from self._blocks(own)
        yield from self._rest(table for table in tables(self._rulebook) if table.reference)

    def _section(self, section: Section, level: Literal[2, 3]) -> Iterator[Block]:
        yield self._heading(section, level)
        yield from self._blocks(section.blocks)
        for below in section.sections:
            yield from self._section(below, 3)

    def _heading(self, section: Section, level: Literal[2, 3]) -> Heading:
        return Heading(level, self._scribe.line(section.title), section.id)

    def _rest(self, listed: Iterable[RuleTable]) -> Iterator[Block]:
        rest = [table.id for table in listed if table.id not in self._shown]
        if rest:
            yield Heading(2, text(self._scribe.words.tables), TABLES)
            yield from map(self._table, rest)

    def _blocks(self, blocks: tuple[RuleBlock, ...]) -> Iterator[Block]:
        for block in blocks:
            match block:
                case RuleTable(id=name) | TableMention(table=Ref(name=name)):
                    if name in self._tables:
                        yield self._table(name)
                case ComponentList() | IconList():
                    table = self._components if isinstance(block, ComponentList) else self._icons
                    if table.rows:
                        yield table
                case Figure(diagrams):
                    figure = self._figures.figure(diagrams)
                    if figure:
                        yield figure
                case _:
                    yield self._text(block)

    def _text(self, block: Prose | Items | Aside | OpenPoint | Variant) -> Block:
        line = self._scribe.line
        match block:
            case Prose(prose):
                return Paragraph(line(prose))
            case Items(texts, numbered):
                return Listing(tuple(map(line, texts)), numbered)
            case Aside(role, inner):
                label = self._scribe.words.note if role == "note" else self._scribe.words.example
                return Box(role, text(label), tuple(self._blocks(inner)))
            case OpenPoint(question, reading):
                ours = Text(f"{self._scribe.words.reading}: ", italic=True)
                return Box("open-point", line(question), (Paragraph((ours, *line(reading))),))
            case Variant():
                return self._variant(block)
            case _:
                assert_never(block)

    def _table(self, name: str) -> Block:
        """The table; a line that leads to it where it was shown before."""
        table = self._tables[name]
        if name in self._shown:
            words = f"{self._scribe.words.table} {table.number}: {plain(table.title)}"
            return Paragraph((Link(words, f"#{table.anchor}"),))
        self._shown.add(name)
        return table

    def _variant(self, variant: Variant) -> Box:
        inner: list[Block] = list(self._blocks(variant.blocks))
        if variant.options:
            inner.append(Listing(tuple(map(self._option, variant.options))))
        if variant.changes:
            inner.append(Listing(tuple(map(self._scribe.line, variant.changes))))
        return Box("variant", self._scribe.line(variant.name), tuple(inner))

    def _option(self, option: Option) -> Line:
        name = Text(plain(self._scribe.line(option.name)), bold=True)
        default = (Text(f" ({self._scribe.words.default})", italic=True),) if option.default else ()
        return (name, *default, Text(": "), *self._scribe.line(option.text))


def _in_order(rulebook: Rulebook) -> dict[str, RuleTable]:
    """The tables by their ids, those that sections show before the others; of two with one id the first."""
    listed = {table.id: table for table in reversed(rulebook.tables)}
    ordered: dict[str, RuleTable] = {}
    for block in blocks(rulebook):
        if isinstance(block, RuleTable):
            ordered.setdefault(block.id, block)
        elif isinstance(block, TableMention) and block.table.name in listed:
            ordered.setdefault(block.table.name, listed[block.table.name])
    return ordered | {table.id: table for table in rulebook.tables if table.id not in ordered}
