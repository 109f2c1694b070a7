"""Tables of a rulebook, computed from the game: rows, columns, and the formula of a cell."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Literal

from pnp.model.component import RowValue, plain
from pnp.model.reference import Formula
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Loop:
    """Rows or columns that are derived: one for each of `values` for which `when` holds, named by `head`."""

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
    """One column: `cell` is an expression, or a text with marks where `marked`; `align` None follows the cells."""

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


def read_rule_table(node: Node, key: Node | None = None) -> RuleTable:
    """The table at `node`; `key` is its id where it stands under `tables`."""
    id_ = key or node.get("id")
    rows = node["rows"]
    return RuleTable(
        id=id_.text if id_ else slug(node["title"].text),
        title=Formula.read(node["title"]),
        span=(id_ or node["title"]).span,
        rows=_loop(rows) if "each" in rows else tuple(map(_data_row, rows)),
        columns=_columns(node["columns"]),
        caption=read_formula(node, "caption"),
        corner=read_formula(node, "corner"),
        triangle=read_flag(node, "triangle"),
        reference=read_flag(node, "reference"),
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
        total=read_flag(node, "total"),
    )


def _loop(node: Node) -> Loop:
    return Loop(
        name=node["each"].text,
        values=Formula.read(node["in"]),
        span=node["each"].span,
        head=read_formula(node, "head"),
        when=read_formula(node, "when"),
    )


def _data_row(node: Node) -> DataRow:
    return DataRow({key.text: plain(value.value) for key, value in node.items()}, node.span)


def slug(text: str) -> str:
    """The text as an id: words in lower case without accents, joined by hyphens; `untitled` where nothing is left."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    return "-".join(re.findall(r"[^\W_]+", bare.lower())) or "untitled"


def read_formula(node: Node, key: str) -> Formula | None:
    """The formula under `key`, None where there is none."""
    value = node.get(key)
    return Formula.read(value) if value else None


def read_flag(node: Node, key: str) -> bool:
    """Whether `key` stands there and is true."""
    value = node.get(key)
    return value is not None and value.value is True
