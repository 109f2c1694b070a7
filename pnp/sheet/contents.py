"""The contents table: what there is to print, how many, on which pages and on what paper."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass
from pnp.scene.items import Item, Stroke
from pnp.sheet.flow import Slab
from pnp.sheet.marks import lines_path
from pnp.sheet.prose import blocks, paragraph
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.scene.text import TextStyle
    from pnp.scene.typeset import Block
    from pnp.sheet.chapter import Chapter
    from pnp.sheet.style import SheetStyle

PADDING = 0.9
"""What stands above and below a row's words."""

GUTTER = 4.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: its title, and its width, or its share of what fixed widths leave."""

    title: str
    fixed: float = 0.0
    share: float = 0.0
    align: Literal["left", "right"] = "left"


COLUMNS = (
    Column("pages", fixed=18.0),
    Column("component", share=0.25),
    Column("pieces", fixed=14.0, align="right"),
    Column("paper", share=0.22),
    Column("", share=0.53),
)


def contents(chapters: Sequence[Chapter], style: SheetStyle, width: float) -> Iterator[Slab]:
    """The table's header, which keeps, and a row for each chapter that has pages."""
    small = replace(style.notes, colour=style.quiet)
    yield from (
        replace(slab, keeps=True) for slab in _row([column.title for column in COLUMNS], [small] * 5, style, width)
    )
    looks = [replace(style.bodies, weight=weight) for weight in (700, 400, 400, 400, 400)]
    here = [chapter for chapter in chapters if chapter.pages]
    for chapter in here:
        cells = [ranges(chapter.pages), chapter.name, str(chapter.count), chapter.stock, _remark(chapter, here)]
        yield from _row(cells, looks, style, width)


def elsewhere(chapters: Sequence[Chapter], style: SheetStyle, width: float) -> Iterator[Slab]:
    """A line for each chapter that has no pages here: what it is, how many, and where."""
    for chapter in chapters:
        if not chapter.pages:
            what = f"{chapter.name} ({chapter.count})" if chapter.count > 1 else chapter.name
            name = tuple(paragraph(what, replace(style.bodies, weight=700), width, gap=1.6))
            more = ", ".join(filter(None, (chapter.file or "in a file of its own", chapter.stock)))
            yield from (replace(slab, keeps=True) for slab in name)
            yield from paragraph(more, style.bodies, width)


def ranges(pages: Iterable[int]) -> str:
    """The pages in words: 3–5, 8."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _remark(chapter: Chapter, all_here: Sequence[Chapter]) -> str:
    """Who need not print it: pages that hold nothing else for them either are skipped."""
    if not chapter.skip_note:
        return ""
    others = [other for other in all_here if _question(other) != _question(chapter)]
    wanted = {page for other in others for page in other.pages}
    spared = [page for page in chapter.pages if page not in wanted]
    if not spared:
        return f"{chapter.skip_note} No need to cut these out."
    rest = "" if len(spared) == len(chapter.pages) else "; no need to cut out the rest"
    return f"{chapter.skip_note} Skip page{'s' if len(spared) > 1 else ''} {ranges(spared)}{rest}."


def _question(chapter: Chapter) -> str:
    """What its note asks those who need not print it."""
    return chapter.skip_note.partition("?")[0]


def _row(cells: Sequence[str], looks: Sequence[TextStyle], style: SheetStyle, width: float) -> Iterator[Slab]:
    """The cells side by side under a hairline; a cell of very many lines goes on in a row below."""
    set_cells = [
        tuple(blocks(cell, look, room - GUTTER)) for cell, look, room in zip(cells, looks, _widths(width), strict=True)
    ]
    for part in zip_longest(*set_cells):
        yield _slab(part, style, width)


def _slab(cells: Sequence[Block | None], style: SheetStyle, width: float) -> Slab:
    height = max(cell.height for cell in cells if cell) + 2 * PADDING
    items: list[Item] = [lines_path([(0.0, height, width, height)], Stroke(style.quiet, 0.15))]
    x = 0.0
    for cell, column, room in zip(cells, COLUMNS, _widths(width), strict=True):
        if cell:
            slack = room - GUTTER - max((line.width for line in cell.lines), default=0.0)
            items.append(cell.at(x + (slack if column.align == "right" else 0.0), PADDING))
        x += room
    return Slab(tuple(items), height)


def _widths(width: float) -> tuple[float, ...]:
    free = width - total(column.fixed for column in COLUMNS)
    return tuple(column.fixed + column.share * free for column in COLUMNS)
