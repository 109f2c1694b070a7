"""Tables set as strips: a strip for each row, its columns as wide as their texts ask for."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.rulebook.document import Text
from pnp.rulebook.pages.setting import set_text, text_of, text_strips
from pnp.rulebook.pages.strip import Strip, stuck
from pnp.rulebook.pages.type import AMBER, INK, PALE
from pnp.scene.items import Rect
from pnp.scene.same import Same
from pnp.scene.sheet import Anchor
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.rulebook.document import Line, Table
    from pnp.rulebook.pages.type import Type
    from pnp.rulebook.words import Words
    from pnp.scene.items import Item
    from pnp.scene.sheet import Link
    from pnp.scene.text import TextStyle

PAD = 1.2
"""What stands between a text and the side of its cell, in millimetres."""

RISE = 0.75
"""What stands above and below the texts of a row."""

HEAD_RULE, TOTAL_RULE, ROW_RULE = 0.6, 0.35, 0.15
"""How thick the rules under the heads, over a sum and under a row are."""

SLACK = 0.01
"""What keeps a text that just fits from being broken."""

TOGETHER = 9
"""A table of at most so many rows is never parted."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How wide a column must be so that no word is broken, that no cell is, and that not even its head is."""

    least: float
    cells: float
    natural: float


def measured(table: Table, look: Type) -> tuple[Measure, ...]:
    """The measures of the table's columns, the pads of their cells counted."""
    return _measured(Same(table), Same(look))


@lru_cache(maxsize=64)
def _measured(table: Same[Table], look: Same[Type]) -> tuple[Measure, ...]:
    columns = zip(table.it.heads, *_bodies(table.it), strict=True)
    return tuple(_measure(head, cells, look.it) for head, *cells in columns)


def least_width(table: Table, look: Type) -> float:
    """How wide the whole table must at least be."""
    return total(measure.least for measure in measured(table, look))


def table_title(table: Table, words: Words, note: str = "") -> Line:
    """What stands over the table: its number, its title, and a note such as 'continued'."""
    number = (Text(f"{words.table} {table.number}: "),) if table.number else ()
    return (*number, *table.title, *((Text(f" ({note})"),) if note else ()))


def parted(table: Table, look: Type, width: float) -> list[Table]:
    """The table in parts that fit the width, each with the heads of the rows; itself where it fits."""
    stub = measured(table, look)[0].least if table.stub else 0.0
    groups: list[list[int]] = [[]]
    used = stub
    for index, measure in enumerate(measured(table, look)):
        if index == 0 and table.stub:
            continue
        if used + measure.least > width and groups[-1]:
            groups.append([])
            used = stub
        groups[-1].append(index)
        used += measure.least
    return [_of_columns(table, ([0] if table.stub else []) + group) for group in groups] if groups[1:] else [table]


def _of_columns(table: Table, columns: list[int]) -> Table:
    return replace(
        table,
        heads=tuple(table.heads[index] for index in columns),
        rows=tuple(tuple(row[index] for index in columns) for row in table.printed()),
        aligns=tuple(table.aligns[index] for index in columns),
        triangle=False,
    )


def table_strips(table: Table, look: Type, words: Words, width: float, note: str = "") -> list[Strip]:
    """The title, the heads, a strip for each row, and the caption; the heads come again where the table is parted."""
    widths = _shares(measured(table, look), width)
    title = text_strips(table_title(table, words, note), look.label, width, 2 * look.gap)
    title[0] = replace(title[0], anchors=(Anchor(table.anchor, 0.0),))
    heads = _row(table.heads, [look.head] * len(widths), table, widths, raised=False)
    heads = _ruled(heads, width, HEAD_RULE, AMBER)
    repeat = (*stuck(text_strips(table_title(table, words, words.continued), look.label, width)), heads)
    styles = [look.cell] * len(widths)
    rows = [_row(cells, styles, table, widths) for cells in _bodies(table)]
    rows = [_ruled(row, width, ROW_RULE, PALE) for row in rows]
    if table.total:
        rule = Rect(0, -TOTAL_RULE / 2, width, TOTAL_RULE, fill=INK)
        rows[-1] = replace(rows[-1], items=(rule, *rows[-1].items))
    rows = [replace(row, repeat=repeat if index else ()) for index, row in enumerate(rows)]
    rows = stuck(rows) if len(rows) <= TOGETHER else [*stuck(rows[:2]), *rows[2:-2], *stuck(rows[-2:])]
    caption = text_strips(table.caption, look.small, width, look.gap) if table.caption else []
    if caption and rows:
        rows[-1] = replace(rows[-1], sticks=True)
    return [*(replace(strip, sticks=True) for strip in (*title, heads)), *rows, *caption, Strip(look.gap)]


def _shares(measures: Sequence[Measure], width: float) -> list[float]:
    """How wide the columns are that together fill the width."""
    steps = [[it.least for it in measures], [it.cells for it in measures], [it.natural for it in measures]]
    low, high = steps[0], next((step for step in steps if total(step) >= width), steps[2])
    if total(high) <= width or high is low:
        return [it * width / total(high) for it in high]
    low = steps[steps.index(high) - 1]
    share = (width - total(low)) / (total(high) - total(low))
    return [one + share * (other - one) for one, other in zip(low, high, strict=True)]


def _bodies(table: Table) -> list[tuple[Line, ...]]:
    """The rows as they are printed: heads of rows and sums in bold."""
    rows = list(table.printed())
    if table.stub:
        rows = [(bold(first), *rest) for first, *rest in rows]
    if table.total and rows:
        rows[-1] = tuple(map(bold, rows[-1]))
    return rows


def bold(line: Line) -> Line:
    """The line with all of its text in bold."""
    return tuple(replace(piece, bold=True) if isinstance(piece, Text) else piece for piece in line)


def _measure(head: Line, cells: Iterable[Line], look: Type) -> Measure:
    word, line = extent(head, look.head)
    words, texts = zip((0.0, 0.0), *(extent(cell, look.cell) for cell in dict.fromkeys(cells)), strict=True)
    least, whole = max(word, *words), max(word, *texts)
    return Measure(*(width + 2 * PAD + SLACK for width in (least, whole, max(line, whole))))


def extent(line: Line, style: TextStyle) -> tuple[float, float]:
    """The width of the text's longest word, and of the text on one line."""
    text = text_of(line, style)
    longest = max((chunk.width for chunk in text.chunks), default=0.0)
    return longest * style.em, text.width(text.chunks) * style.em


def _row(
    cells: Sequence[Line], styles: Sequence[TextStyle], table: Table, widths: Sequence[float], raised: bool = True
) -> Strip:
    """A row of cells; texts stand at its top where it is `raised`, else at its foot."""
    texts = [
        set_text(cell, style, width - 2 * PAD, align)
        for cell, style, width, align in zip(cells, styles, widths, table.aligns, strict=True)
    ]
    height = max(text.height for text in texts)
    items: list[Item] = []
    links: list[Link] = []
    x = 0.0
    for text, width in zip(texts, widths, strict=True):
        y = RISE if raised else RISE + height - text.height
        items.extend(text.items(x + PAD, y))
        links.extend(text.links(x + PAD, y))
        x += width
    return Strip(height + 2 * RISE, tuple(items), links=tuple(links))


def _ruled(row: Strip, width: float, thickness: float, colour: str) -> Strip:
    rule = Rect(0, row.height, width, thickness, fill=colour)
    return replace(row, height=row.height + thickness, items=(*row.items, rule))
