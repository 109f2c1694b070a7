"""A rulebook: sections, texts, tables, and its errors."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Literal, assert_never

from msgspec import Struct, field

from pnp.diagnostics import Fault, Span
from pnp.model.diagram import (
    Diagram,
    Exhibit,
    FaceSpec,
    SetUpSpec,
    read_diagrams,
    read_exhibits,
    read_face,
    read_set_up,
)
from pnp.model.pack import PackDocument
from pnp.model.records import read_record
from pnp.model.reference import Acceptance, Formula, Ref
from pnp.model.row import RowValue, plain
from pnp.source.tree import Node

# Tables of a rulebook, which are computed from the game: rows, columns, and the formula of a cell.

Align = Literal["left", "centre", "right"]


class LoopSpec(Struct, frozen=True):
    """Derived rows or columns: one for each of `values` for which `when` is true, named by `head`."""

    name: str = field(name="each")
    values: Formula = field(name="in")
    span: Span
    head: Formula | None = None
    when: Formula | None = None


class DataRow(Struct, frozen=True):
    """A row written in the document: its fields are names in the expressions of the cells."""

    fields: Mapping[str, RowValue]
    span: Span


class Matrix(Struct, frozen=True):
    """One column for each value of `loop`; `cell` is the expression of each cell."""

    loop: LoopSpec
    cell: Formula


class ColumnSpec(Struct, frozen=True):
    """One column. `cell` is an expression, or a text with markup if `marked`; `align` None means by type of value."""

    head: Formula
    cell: Formula
    marked: bool = False
    align: Align | None = None
    total: bool = False


class RuleTable(Struct, frozen=True):
    """A table as written by its designer; with `triangle`, only the lower half is printed."""

    id: str
    title: Formula
    span: Span
    rows: LoopSpec | tuple[DataRow, ...]
    columns: Matrix | tuple[ColumnSpec, ...]
    caption: Formula | None = None
    corner: Formula | None = None
    triangle: bool = False
    reference: bool = False


def read_rule_table(node: Node, key: Node | None = None) -> RuleTable:
    """Return the table at `node`; `key` is its id if it is listed under `tables`."""
    id_ = key or node.get("id")
    rows = node["rows"]
    return read_record(
        RuleTable,
        node,
        id=id_.text if id_ else slug(node["title"].text),
        span=(id_ or node["title"]).span,
        rows=_loop(rows) if "each" in rows else tuple(map(_data_row, rows)),
        columns=_columns(node["columns"]),
    )


def _columns(node: Node) -> Matrix | tuple[ColumnSpec, ...]:
    if "each" in node:
        return Matrix(_loop(node), Formula.read(node["cell"]))
    return tuple(map(_column, node))


def _column(node: Node) -> ColumnSpec:
    marked = "text" in node
    return read_record(ColumnSpec, node, cell=Formula.read(node["text" if marked else "cell"]), marked=marked)


def _loop(node: Node) -> LoopSpec:
    return read_record(LoopSpec, node, span=node["each"].span)


def _data_row(node: Node) -> DataRow:
    return DataRow({key.text: plain(value.value) for key, value in node.items()}, node.span)


def slug(text: str) -> str:
    """Return the text as an id: words in lower case without accents, joined by hyphens; `untitled` without any word."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return "-".join(re.findall(r"[^\W_]+", bare.lower())) or "untitled"


# A rulebook: the game's own rules as sections of text, and tables that are computed from the game.


class Prose(Struct, frozen=True):
    """A paragraph: a text with markup, expressions, icons and links."""

    text: Formula


class ListSpec(Struct, frozen=True):
    """A list of texts; `numbered` for steps."""

    texts: tuple[Formula, ...]
    numbered: bool = False


class Aside(Struct, frozen=True):
    """A box with a note or an example."""

    role: Literal["note", "example"]
    blocks: tuple[RuleBlock, ...]


class TableMention(Struct, frozen=True):
    """A reference that prints a table of the rulebook here."""

    table: Ref


class FigureSpec(Struct, frozen=True):
    """Diagrams of maps, side by side."""

    diagrams: tuple[Diagram, ...]


class OpenPoint(Struct, frozen=True):
    """A question that the rules leave open, and this game's answer."""

    question: Formula
    reading: Formula


class VariantOption(Struct, frozen=True):
    """One way to play a variant; the rules assume the `default` one."""

    name: Formula
    text: Formula
    default: bool = False


class Variant(Struct, frozen=True):
    """Another way to play: the changes, or the options to choose from."""

    name: Formula
    blocks: tuple[RuleBlock, ...] = ()
    changes: tuple[Formula, ...] = ()
    options: tuple[VariantOption, ...] = ()


class ComponentList(Struct, frozen=True):
    """The components of the pack with their counts."""

    span: Span


class ComponentGallery(Struct, frozen=True):
    """The components of the pack with pictures, counts, and what each is for."""

    exhibits: tuple[Exhibit, ...]
    span: Span


class IconList(Struct, frozen=True):
    """The icons that the rulebook uses, with their meanings."""

    span: Span


class TermSpec(Struct, frozen=True):
    """A term of the index, other words that count as it, and the term to see instead."""

    term: Ref
    words: tuple[str, ...] = ()
    see: Ref | None = None


class Meaning(Struct, frozen=True):
    """The meaning of an icon."""

    icon: Ref
    text: str


RuleBlock = (
    Prose
    | ListSpec
    | Aside
    | RuleTable
    | TableMention
    | FigureSpec
    | FaceSpec
    | SetUpSpec
    | OpenPoint
    | Variant
    | ComponentList
    | ComponentGallery
    | IconList
)


class Section(Struct, frozen=True):
    """A heading with its blocks and subsections.

    `reference` is what the rule reference shows of it: everything (True), nothing (False), or these blocks. `small` is
    whether its paragraphs are in small print, `new_page` whether it begins on a new page of the PDF.
    """

    id: str
    title: Formula
    span: Span
    blocks: tuple[RuleBlock, ...] = ()
    sections: tuple[Section, ...] = ()
    reference: bool | tuple[RuleBlock, ...] = False
    small: bool = False
    new_page: bool = False


class Rulebook(Struct, frozen=True):
    """The rules as written by their designer: nothing is computed, references are not resolved.

    `tables` are those listed under `tables`; `lost` names the ones that could not be read. `words` replace words that
    pnp adds itself. `language` is None for the pack's language; `language_at` is its span. `wording` are the texts
    without expressions: the meanings of icons, and these words. `index` are the terms of the index, None without one.
    `keywords` is whether the theme's keywords are styled or replaced in the text.
    """

    id: str
    span: Span
    sections: tuple[Section, ...]
    title: Formula | None = None
    language: str | None = None
    tables: tuple[RuleTable, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    lost: frozenset[str] = frozenset()
    damaged: bool = False
    language_at: Span | None = None
    wording: tuple[Formula, ...] = ()
    keywords: bool = True
    index: tuple[TermSpec, ...] | None = None

    def written_in(self, pack: PackDocument | None) -> str:
        """Return the language of the rules in that pack."""
        return self.language or (pack.languages[0] if pack else "en")


def read_rulebook(root: Node, name: str, damaged: bool = False) -> Rulebook:
    """Return the rulebook described in `root`, which its schema has validated."""
    tables, icons, words = root.get("tables"), root.get("icons"), root.get("words")
    return read_record(
        Rulebook,
        root,
        id=name,
        sections=tuple(map(_section, root.list("sections"))),
        tables=tuple(read_rule_table(value, key) for key, value in root.entries("tables")),
        meanings=tuple(Meaning(Ref.read(key), value.text) for key, value in root.entries("icons")),
        lost=tables.lost if tables else frozenset(),
        damaged=damaged,
        language_at=root["language"].span if "language" in root else None,
        index=_index(root["index"]) if "index" in root else None,
        wording=tuple(Formula.read(value) for node in (icons, words) if node for _, value in node.items()),
        keywords="keywords" not in root or root["keywords"].value is True,
    )


def _index(node: Node) -> tuple[TermSpec, ...]:
    if isinstance(node.value, bool):
        return ()
    return tuple(_term(each) for each in node)


def _term(node: Node) -> TermSpec:
    if isinstance(node.value, str):
        return TermSpec(Ref.read(node))
    see = node.get("see")
    return TermSpec(
        Ref.read(node["term"]), tuple(word.text for word in node.list("words")), Ref.read(see) if see else None
    )


def _section(node: Node) -> Section:
    id_, reference = node.get("id"), node.get("reference")
    return Section(
        id=id_.text if id_ else slug(node["title"].text),
        title=Formula.read(node["title"]),
        span=(id_ or node["title"]).span,
        blocks=_blocks(node.get("text")),
        sections=tuple(map(_section, node.list("sections"))),
        reference=reference.value if reference and isinstance(reference.value, bool) else _blocks(reference) or False,
        small="small" in node and node["small"].value is True,
        new_page="new-page" in node and node["new-page"].value is True,
    )


def _blocks(node: Node | None) -> tuple[RuleBlock, ...]:
    """Return the blocks at `node`; a text is one paragraph."""
    if node is None:
        return ()
    return (Prose(Formula.read(node)),) if isinstance(node.value, str) else tuple(map(_block, node))


def _block(node: Node) -> RuleBlock:
    if isinstance(node.value, str):
        return Prose(Formula.read(node))
    role, body = next(node.items())
    match role.text:
        case "steps" | "bullets":
            return ListSpec(tuple(map(Formula.read, body)), numbered=role.text == "steps")
        case "note" | "example":
            return Aside("note" if role.text == "note" else "example", _blocks(body))
        case "table":
            return TableMention(Ref.read(body)) if isinstance(body.value, str) else read_rule_table(body)
        case "diagram" | "face" | "set-up":
            return _picture(role, body)
        case "open-point":
            return read_record(OpenPoint, body)
        case "variant":
            return _variant(body)
        case "components":
            listed = isinstance(body.value, bool)
            return ComponentList(node.span) if listed else ComponentGallery(read_exhibits(body), role.span)
        case _:
            return IconList(node.span)


def _picture(role: Node, body: Node) -> FigureSpec | FaceSpec | SetUpSpec:
    match role.text:
        case "diagram":
            return FigureSpec(read_diagrams(body))
        case "face":
            return read_face(body)
        case _:
            return read_set_up(body, role.span)


def _variant(node: Node) -> Variant:
    return read_record(Variant, node, blocks=_blocks(node.get("text")))


# The texts, expressions and tables of a rulebook.


def sections(rulebook: Rulebook) -> Iterator[Section]:
    """Yield every section, each before its subsections."""
    for section in rulebook.sections:
        yield section
        yield from section.sections


def blocks(rulebook: Rulebook) -> Iterator[RuleBlock]:
    """Yield every block, including nested ones: those of the text, then those that only the rule reference has."""
    for section in sections(rulebook):
        yield from _nested(section.blocks)
    for section in sections(rulebook):
        if isinstance(section.reference, tuple):
            yield from _nested(section.reference)


def tables(rulebook: Rulebook) -> Iterator[RuleTable]:
    """Yield every table: those in the text, then those listed under `tables`."""
    yield from (block for block in blocks(rulebook) if isinstance(block, RuleTable))
    yield from rulebook.tables


def texts(rulebook: Rulebook) -> Iterator[Formula]:
    """Yield every text with markup and expressions in braces."""
    if rulebook.title:
        yield rulebook.title
    yield from (section.title for section in sections(rulebook))
    for block in blocks(rulebook):
        yield from _texts(block)
    for table in tables(rulebook):
        yield from _table_texts(table)


def column_texts(rulebook: Rulebook) -> Iterator[Formula]:
    """Yield the texts of the columns of its tables, which are set in every row."""
    for table in tables(rulebook):
        columns = () if isinstance(table.columns, Matrix) else table.columns
        yield from (column.cell for column in columns if column.marked)


def expressions(rulebook: Rulebook) -> Iterator[Formula]:
    """Yield every expression of a table."""
    for table in tables(rulebook):
        for loop in (table.rows, table.columns.loop if isinstance(table.columns, Matrix) else None):
            if isinstance(loop, LoopSpec):
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
        case ListSpec(items):
            yield from items
        case FigureSpec(diagrams):
            yield from (text for diagram in diagrams for text in diagram.texts)
        case FaceSpec() | SetUpSpec():
            yield from block.texts
        case ComponentGallery(exhibits):
            yield from (exhibit.purpose for exhibit in exhibits)
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


# Errors found while a rulebook is computed.


class RuleErrors(Struct, frozen=True):
    """Faults of expressions, tables, diagrams, icons and styles, and diagrams that are too small to read."""

    expressions: tuple[Fault, ...] = ()
    tables: tuple[Fault, ...] = ()
    diagrams: tuple[Fault, ...] = ()
    icons: tuple[Fault, ...] = ()
    crowded: tuple[Fault, ...] = ()
    styles: tuple[Fault, ...] = ()
    terms: tuple[Fault, ...] = ()
