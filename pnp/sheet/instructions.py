"""Flowing text, contents table, how to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Ellipse, Group, Item, Rect, Stroke, translate
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.sheet.frame import EPSILON
from pnp.sheet.margins import SheetStyle, lines_path, ruler
from pnp.sheet.options import Options
from pnp.units import rounded, total

# Flow: slabs of text set one below the other, in one column or two, on as many pages as they need.


class Slab(Struct, frozen=True):
    """Something `height` high that is not broken, drawn from (0, 0).

    `gap` stands before it, except at the top of a column. A slab that `keeps` is not the last of a column.
    """

    items: tuple[Item, ...]
    height: float
    gap: float = 0.0
    keeps: bool = False


class InstructionSection(Struct, frozen=True):
    """Slabs that flow in one column or two, the second `pitch` to the right; `gap` and then `head` stand above them."""

    slabs: tuple[Slab, ...]
    gap: float = 0.0
    head: Slab | None = None
    columns: int = 1
    pitch: float = 0.0


class TextArea(Struct, frozen=True):
    """Where the text of a page stands: the first page begins lower than the others, and may end higher."""

    left: float
    first_top: float
    top: float
    first_bottom: float
    bottom: float


def flow(sections: Sequence[InstructionSection], room: TextArea) -> tuple[tuple[Item, ...], ...]:
    """What stands on each page; a slab higher than a page is the caller's fault and runs over its foot."""
    pages: list[list[Item]] = [[]]
    y, bottom = room.first_top, room.first_bottom
    for section in sections:
        slabs, head = section.slabs, section.head
        while slabs:
            fresh = not pages[-1]
            top = y if fresh else y + section.gap
            first = top + (head.height if head else 0.0)
            columns = _columns(slabs, section.columns, bottom - first, force=fresh and y == room.top)
            if columns:
                pages[-1] += [Group(head.items, translate(room.left, top))] if head else []
                pages[-1] += _placed(columns, section, room.left, first)
                y = first + max(_height(column) for column in columns)
                slabs, head = slabs[sum(map(len, columns)) :], None
            if slabs:
                pages.append([])
                y, bottom = room.top, room.bottom
    return tuple(map(tuple, pages))


def stacked(slabs: Iterable[Slab], left: float, top: float) -> Iterator[Item]:
    """The slabs one below the other."""
    y = top
    for index, slab in enumerate(slabs):
        y += slab.gap if index else 0.0
        yield Group(slab.items, translate(left, y))
        y += slab.height


def _columns(slabs: Sequence[Slab], count: int, height: float, *, force: bool) -> list[Sequence[Slab]]:
    """The first slabs in columns of at most that height, as level as they can be when all of them fit."""
    best = _level(slabs, count, height)
    if best:
        return best
    columns: list[Sequence[Slab]] = []
    for _ in range(count):
        taken = _taken(slabs, height) or (1 if force and not columns else 0)
        if taken:
            columns.append(slabs[:taken])
            slabs = slabs[taken:]
    return columns


def _level(slabs: Sequence[Slab], count: int, height: float) -> list[Sequence[Slab]]:
    """All slabs in one or two columns of least height, the first the fuller; empty where they do not fit."""
    splits = [[slabs]] if count == 1 else [[slabs[:cut], slabs[cut:]] for cut in range(1, len(slabs) + 1)]
    tidy = [split for split in splits if not split[0][-1].keeps or not split[-1]]
    able = [split for split in tidy if max(map(_height, split)) <= height + EPSILON]
    return min(able, key=lambda split: (rounded(max(map(_height, split))), -len(split[0])), default=[])


def _taken(slabs: Sequence[Slab], height: float) -> int:
    """How many of the slabs a column holds, without one at its end that keeps the next."""
    taken = 0
    while taken < len(slabs) and _height(slabs[: taken + 1]) <= height + EPSILON:
        taken += 1
    while 0 < taken < len(slabs) and slabs[taken - 1].keeps:
        taken -= 1
    return taken


def _height(slabs: Sequence[Slab]) -> float:
    return total(slab.height + (slab.gap if index else 0.0) for index, slab in enumerate(slabs))


def _placed(columns: Sequence[Sequence[Slab]], section: InstructionSection, left: float, top: float) -> Iterator[Item]:
    for number, column in enumerate(columns):
        yield from stacked(column, left + number * section.pitch, top)


# Prose: headings, paragraphs and numbered steps as slabs.

LINES = 24
"""How many lines of a paragraph stay together."""

INDENT = 6.0
"""How far the text of a step stands from its number's left."""

ZERO_WIDTH = "\u200b"


def heading(words: str, style: SheetStyle) -> Slab:
    """A section's heading under a short bar of the accent; it keeps what follows."""
    block = typeset(words, style.headings)
    bar = Rect(0.0, 0.0, 12.0, 0.9, fill=style.accent)
    return Slab((bar, block.at(0.0, 1.4)), block.height + 3.0, 0.0, keeps=True)


def paragraph(words: str, style: TextStyle, width: float, gap: float = 0.0) -> Iterator[Slab]:
    """The words in slabs of a few lines each."""
    for index, block in enumerate(blocks(words, style, width)):
        yield Slab(block.items, block.height, 0.0 if index else gap)


def steps(says: Sequence[str], style: SheetStyle, width: float, gap: float = 1.6) -> Iterator[Slab]:
    """Numbered steps, each number on a disc."""
    for number, words in enumerate(says, 1):
        for index, block in enumerate(blocks(words, style.bodies, width - INDENT)):
            text = Group(block.items, translate(INDENT, 0.0))
            disc = () if index else _disc(number, block, style)
            yield Slab((*disc, text), block.height, gap if number > 1 and not index else 0.0)


def blocks(words: str, style: TextStyle, width: float) -> Iterator[TextBlock]:
    """The words set to that width, a block for each few lines; a word longer than a line is broken anywhere."""
    block = typeset(words, style, width)
    if block.overflow_x:
        block = typeset(_breakable(words, style, width), style, width)
    if len(block.lines) <= LINES:
        yield block
        return
    lines = [line.text for line in block.lines]
    for start in range(0, len(lines), LINES):
        yield typeset("\n".join(lines[start : start + LINES]), style, width)


def _breakable(words: str, style: TextStyle, width: float) -> str:
    """The words with a place to break after each character of those that are wider than a line."""
    return "\n".join(
        " ".join(ZERO_WIDTH.join(word) if typeset(word, style).width > width else word for word in line.split(" "))
        for line in words.split("\n")
    )


def _disc(number: int, block: TextBlock, style: SheetStyle) -> tuple[Ellipse, Group]:
    """The number on a disc whose middle is that of the first line's capitals."""
    numeral = typeset(
        str(number), replace(style.notes, family=style.display, size=style.body, weight=700, leading=None)
    )
    middle = block.cap_top + block.cap_height / 2
    disc = Ellipse(2.0, middle, 2.0, 2.0, fill=style.accent)
    return disc, numeral.at(2.0 - numeral.width / 2, middle - numeral.height / 2)


# The contents table: what there is to print, how many, on which pages and on what paper.

PADDING = 0.9
"""What stands above and below a row's words."""

COLUMN_GUTTER = 4.0


class TableColumn(Struct, frozen=True):
    """A column of the table: its title, and its width, or its share of what fixed widths leave."""

    title: str
    fixed: float = 0.0
    share: float = 0.0
    align: Literal["left", "right"] = "left"


COLUMNS = (
    TableColumn("pages", fixed=18.0),
    TableColumn("component", share=0.25),
    TableColumn("pieces", fixed=14.0, align="right"),
    TableColumn("paper", share=0.22),
    TableColumn("", share=0.53),
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
        tuple(blocks(cell, look, room - COLUMN_GUTTER))
        for cell, look, room in zip(cells, looks, _widths(width), strict=True)
    ]
    for part in zip_longest(*set_cells):
        yield _slab(part, style, width)


def _slab(cells: Sequence[TextBlock | None], style: SheetStyle, width: float) -> Slab:
    height = max(cell.height for cell in cells if cell) + 2 * PADDING
    items: list[Item] = [lines_path([(0.0, height, width, height)], Stroke(style.quiet, 0.15))]
    x = 0.0
    for cell, column, room in zip(cells, COLUMNS, _widths(width), strict=True):
        if cell:
            slack = room - COLUMN_GUTTER - max((line.width for line in cell.lines), default=0.0)
            items.append(cell.at(x + (slack if column.align == "right" else 0.0), PADDING))
        x += room
    return Slab(tuple(items), height)


def _widths(width: float) -> tuple[float, ...]:
    free = width - total(column.fixed for column in COLUMNS)
    return tuple(column.fixed + column.share * free for column in COLUMNS)


# What a first sheet is told: the game, and the chapters of the file.


class FirstSheetInfo(Struct, frozen=True):
    """What the first sheet says of the game; `facts` are short, such as how many play and how long."""

    title: str
    byline: str = ""
    summary: str = ""
    facts: tuple[str, ...] = ()
    credit_lines: tuple[str, ...] = ()
    licence: str = ""
    licence_link: str = ""
    changes: str = ""
    software: str = ""


class Chapter(Struct, frozen=True):
    """One component of the game: how many things, on what paper, on which pages, and what to do with them.

    `skip_note` is a question, such as "Own a deck of cards?", to those who need not print it. A chapter without pages
    is in another `file`. Sheets know it by its `component`.
    """

    name: str
    count: int
    stock: str = ""
    pages: tuple[int, ...] = ()
    steps: tuple[str, ...] = ()
    file: str = ""
    skip_note: str = ""
    component: str = ""


# How to print: the steps that follow from the options, and a ruler to check the scale with.

RULER_HEIGHT = 5.0
RULER_GUTTER = 8.0
WORDS = 50.0
"""The least width at which words stand beside the ruler and not below it."""

MEASURE = (
    "Print this page first and lay a ruler on it: the line is {length}\u00a0mm long. If it measures {short:g}, the "
    "printer has shrunk the page: turn off “fit to page”, or set the scale to 103\u00a0%, which is {length} divided "
    "by {short:g}."
)


def printing_steps(chapters: Sequence[Chapter], options: Options) -> tuple[str, ...]:
    """What to tell the printer, step by step."""
    return (
        f"Print on {options.paper.title} at 100\u00a0% (“actual size”), with “fit to page” turned off.",
        _sides(options),
        *_stocks(chapters),
    )


def _sides(options: Options) -> str:
    """What the layout asks of the printer and of the reader."""
    match options.layout:
        case "single":
            return (
                "Print on one side. Backs follow their fronts on pages of their own: glue the sheets back to back, on "
                "paper of half the weight."
            )
        case "duplex":
            return (
                f"Print on both sides, flipped on the {options.flip} edge. Every component begins on a new sheet of "
                "paper; blank pages belong there."
            )
        case "gutterfold":
            return (
                "Print on one side. Fold each sheet of fronts and backs on its dashed line, glue it, then cut. Paper "
                "of half the weight does for these."
            )
        case _:
            assert_never(options.layout)


def _stocks(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Which pages go on which paper, as one step where any chapter asks for one."""
    stocks: dict[str, list[int]] = {}
    for chapter in chapters:
        if chapter.stock and chapter.pages:
            stocks.setdefault(chapter.stock, []).extend(chapter.pages)
    if stocks:
        yield "Paper: " + "; ".join(f"{stock} for {_pages(pages)}" for stock, pages in stocks.items()) + "."


def _pages(pages: Sequence[int]) -> str:
    return f"page{'s' if len(pages) > 1 else ''} {ranges(pages)}"


def measure(style: SheetStyle, width: float) -> Iterator[Slab]:
    """A ruler of 100 mm, or of 50 on small paper, and what to do when it measures less."""
    length = 100 if width >= 100 else 50
    words = MEASURE.format(length=length, short=length * 0.97)
    line = ruler_slab(length, style)
    beside = width - length - RULER_GUTTER
    if beside >= WORDS:
        block = typeset(words, style.bodies, beside)
        yield Slab((*line.items, block.at(length + RULER_GUTTER, 0.0)), max(line.height, block.height))
    else:
        yield line
        yield from paragraph(words, style.bodies, width, gap=2.0)


def ruler_slab(length: int, style: SheetStyle) -> Slab:
    """A ruler of that many millimetres with its numbers, over a bar."""
    items: list[Item] = [Rect(0.0, RULER_HEIGHT, length, 1.2, fill=style.accent)]
    items.append(ruler(length, RULER_HEIGHT, style))
    top = RULER_HEIGHT + 1.6
    for mm in range(0, length + 1, 10):
        number = typeset(str(mm), style.notes)
        items.append(number.at(min(max(mm - number.width / 2, 0.0), length - number.width), top))
    return Slab(tuple(items), top + typeset("0", style.notes).height, keeps=True)
