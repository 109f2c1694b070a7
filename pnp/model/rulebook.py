"""A rulebook: the game's own rules as sections of text, and tables that are computed from the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pnp.diagnostics import Span
from pnp.model.acceptance import Acceptance
from pnp.model.component import RowValue, plain
from pnp.model.reference import Formula, Ref
from pnp.source.tree import Node

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Loop:
    """Rows or columns that are derived: one for each of `values` for which `when` holds, with `head` printed at its head."""

    name: str
    values: Formula
    span: Span
    head: Formula | None = None
    when: Formula | None = None


@dataclass(frozen=True, slots=True)
class DataRow:
    """A row that is written out: its fields are names in the expressions of the cells."""

    fields: Mapping[str, RowValue]
    span: Span


@dataclass(frozen=True, slots=True)
class Matrix:
    """A column for each value of `loop`; `cell` is the expression of each cell."""

    loop: Loop
    cell: Formula


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `cell` is an expression, or a text with expressions in it where `marked`; `align` None follows the cells."""

    head: Formula
    cell: Formula
    marked: bool = False
    align: Align | None = None
    total: bool = False


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table as its designer wrote it; a `triangle` prints its lower half only."""

    id: str
    title: Formula
    span: Span
    rows: Loop | tuple[DataRow, ...]
    columns: Matrix | tuple[Column, ...]
    caption: Formula | None = None
    corner: Formula | None = None
    triangle: bool = False
    reference: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph: a text with marks, expressions, icons and links."""

    text: Formula


@dataclass(frozen=True, slots=True)
class Items:
    """A list of texts: steps where `numbered`."""

    texts: tuple[Formula, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Aside:
    """A box beside the rules: a note or an example."""

    role: Literal["note", "example"]
    blocks: tuple[RuleBlock, ...]


@dataclass(frozen=True, slots=True)
class TableMention:
    """A table of the rulebook, shown here."""

    table: Ref


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """What the rules leave open, and how this game reads it."""

    question: Formula
    reading: Formula


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play a variant; the rules mean the `default` one where nobody says otherwise."""

    name: Formula
    text: Formula
    default: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """Another way to play: what changes, or the options to choose from."""

    name: Formula
    blocks: tuple[RuleBlock, ...] = ()
    changes: tuple[Formula, ...] = ()
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class ComponentList:
    """The components of the pack with their counts."""

    span: Span


@dataclass(frozen=True, slots=True)
class IconList:
    """The icons that the rulebook uses, with their meanings."""

    span: Span


RuleBlock = Prose | Items | Aside | RuleTable | TableMention | OpenPoint | Variant | ComponentList | IconList


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it; `reference` is what of it stands on the rule reference, None for nothing."""

    id: str
    title: Formula
    span: Span
    blocks: tuple[RuleBlock, ...] = ()
    sections: tuple[Section, ...] = ()
    reference: tuple[RuleBlock, ...] | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules as their designer wrote them: nothing is computed, references are not resolved.

    `tables` are those listed under `tables`, `lost` names the ones that could not be read; `words` replace the stage's own.
    """

    id: str
    span: Span
    sections: tuple[Section, ...]
    title: Formula | None = None
    tables: tuple[RuleTable, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = ()
    lost: frozenset[str] = frozenset()
    damaged: bool = False


def read_rulebook(root: Node, name: str, damaged: bool = False) -> Rulebook:
    """The rulebook that stands in the document `root`, which its schema has passed."""
    tables, words = root.get("tables"), root.get("words")
    return Rulebook(
        id=name,
        span=root.span,
        sections=tuple(map(_section, root.list("sections"))),
        title=_formula(root, "title"),
        tables=tuple(_table(value, key) for key, value in tables.items()) if tables else (),
        words={key.text: value.text for key, value in words.items()} if words else {},
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        lost=tables.lost if tables else frozenset(),
        damaged=damaged,
    )


def slug(text: str) -> str:
    """The text as an id: lower-case ASCII words joined by hyphens; `untitled` where nothing is left of it."""
    letters = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L")).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", letters.lower())) or "untitled"


def _section(node: Node) -> Section:
    id_, blocks, reference = node.get("id"), _blocks(node.get("text")), node.get("reference")
    as_is = reference is not None and reference.value is True
    return Section(
        id=id_.text if id_ else slug(node["title"].text),
        title=Formula.read(node["title"]),
        span=(id_ or node["title"]).span,
        blocks=blocks,
        sections=tuple(map(_section, node.list("sections"))),
        reference=blocks if as_is else _blocks(reference) if reference and reference.value is not False else None,
    )


def _blocks(node: Node | None) -> tuple[RuleBlock, ...]:
    """The blocks at `node`: a text is one paragraph."""
    if node is None:
        return ()
    return (Prose(Formula.read(node)),) if isinstance(node.value, str) else tuple(map(_block, node))


def _block(node: Node) -> RuleBlock:
    if isinstance(node.value, str):
        return Prose(Formula.read(node))
    role, body = next(node.items())
    match role.text:
        case "steps" | "bullets":
            return Items(tuple(map(Formula.read, body)), numbered=role.text == "steps")
        case "note" | "example":
            return Aside("note" if role.text == "note" else "example", _blocks(body))
        case "table":
            return TableMention(Ref.read(body)) if isinstance(body.value, str) else _table(body)
        case "open-point":
            return OpenPoint(Formula.read(body["question"]), Formula.read(body["reading"]))
        case "variant":
            return _variant(body)
        case "components":
            return ComponentList(node.span)
        case _:
            return IconList(node.span)


def _variant(node: Node) -> Variant:
    options = tuple(
        Option(Formula.read(option["name"]), Formula.read(option["text"]), _flag(option, "default"))
        for option in node.list("options")
    )
    return Variant(
        Formula.read(node["name"]), _blocks(node.get("text")), tuple(map(Formula.read, node.list("changes"))), options
    )


def _table(node: Node, key: Node | None = None) -> RuleTable:
    """The table at `node`; `key` is its id where it stands under `tables`."""
    id_ = key or node.get("id")
    rows = node["rows"]
    return RuleTable(
        id=id_.text if id_ else slug(node["title"].text),
        title=Formula.read(node["title"]),
        span=(id_ or node["title"]).span,
        rows=_loop(rows) if "each" in rows else tuple(map(_data_row, rows)),
        columns=_columns(node["columns"]),
        caption=_formula(node, "caption"),
        corner=_formula(node, "corner"),
        triangle=_flag(node, "triangle"),
        reference=_flag(node, "reference"),
    )


def _columns(node: Node) -> Matrix | tuple[Column, ...]:
    if "each" in node:
        return Matrix(_loop(node), Formula.read(node["cell"]))
    return tuple(map(_column, node))


def _column(node: Node) -> Column:
    marked, align = "text" in node, node.get("align")
    return Column(
        head=Formula.read(node["head"]),
        cell=Formula.read(node["text" if marked else "cell"]),
        marked=marked,
        align=align.text if align else None,  # type: ignore[arg-type]  # the schema has said so
        total=_flag(node, "total"),
    )


def _loop(node: Node) -> Loop:
    return Loop(
        name=node["each"].text,
        values=Formula.read(node["in"]),
        span=node["each"].span,
        head=_formula(node, "head"),
        when=_formula(node, "when"),
    )


def _data_row(node: Node) -> DataRow:
    return DataRow({key.text: plain(value.value) for key, value in node.items()}, node.span)


def _formula(node: Node, key: str) -> Formula | None:
    value = node.get(key)
    return Formula.read(value) if value else None


def _flag(node: Node, key: str) -> bool:
    value = node.get(key)
    return value is not None and value.value is True
