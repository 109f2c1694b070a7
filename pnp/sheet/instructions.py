"""The texts of a first sheet: the contents table, the steps of printing, and the ruler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.pack import Use
from pnp.model.translation import SheetWords, filled
from pnp.scene.items import Item, Rect, Scene, Stroke, Tag
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.sheet.flow import Slab, blocks, column_height, paragraph, stacked
from pnp.sheet.fold_drawings import FoldedNet
from pnp.sheet.imposition.cuts import HandWork
from pnp.sheet.margins import SheetStyle, lines_path, ruler
from pnp.sheet.options import Options
from pnp.units import total

# The input of a first sheet: the game, and the chapters of the file.


class FirstSheetInfo(Struct, frozen=True):
    """The texts about the game; `facts` are short, such as the number of players and the playing time.

    Unless it is wide, `cover` is cropped around `focus`, in shares of its size; `wordmark` is drawn in place of the
    title.
    """

    title: str
    byline: str = ""
    summary: str = ""
    facts: tuple[str, ...] = ()
    credit_lines: tuple[str, ...] = ()
    licence: str = ""
    licence_link: str = ""
    changes: str = ""
    software: str = ""
    cover: Scene | None = None
    focus: tuple[float, float] = (0.5, 0.5)
    wordmark: Scene | None = None


class Chapter(Struct, frozen=True):
    """One component of the game: its name, number of pieces, paper, pages and assembly steps.

    `skip_note` begins with a question, such as "Own a deck of cards?", to those who need not print it. A chapter
    without pages is in another `file`. `component` is its key on sheets. `held` says how many pieces are on a sheet.
    `backs_in` is the file with backs that are optional. `work` is that on all sheets of its run, or nothing.
    `has_backs` is whether pages of backs follow those of its fronts; `touching` is whether neighbours share their cuts.
    `fold` is the net of its first part, if it is folded. `use` is whether the game needs it.
    """

    name: str
    count: int
    stock: str = ""
    pages: tuple[int, ...] = ()
    steps: tuple[str, ...] = ()
    file: str = ""
    skip_note: str = ""
    component: str = ""
    held: str = ""
    backs_in: str = ""
    work: HandWork = HandWork()
    has_backs: bool = False
    touching: bool = False
    fold: FoldedNet | None = None
    use: Use = "needed"


# The contents table: components, counts, pages and paper.

PADDING = 0.9
"""The space above and below the text of a row."""

COLUMN_GUTTER = 4.0


class TableColumn(Struct, frozen=True):
    """A column of the table: its fixed width or its share of the remaining width."""

    fixed: float = 0.0
    share: float = 0.0
    align: Literal["left", "right"] = "left"


COLUMNS = (
    TableColumn(fixed=18.0),
    TableColumn(share=0.32),
    TableColumn(fixed=14.0, align="right"),
    TableColumn(share=0.68),
)
"""Pages, component, pieces, paper, and remarks."""


def contents(chapters: Sequence[Chapter], style: SheetStyle, width: float, *, by_paper: bool = False) -> Iterator[Slab]:
    """Yield the table's header, and for each paper its pages, work and tools, and a row for each chapter.

    Headings stay with the next slab. Chapters are in the order of their pages; those without pages are left out.
    Alternatives and parts of variants are below the others on their paper. With `by_paper`, the rows of a paper stay
    together.
    """
    words = style.words
    yield column_titles(style, width)
    looks = [replace(style.bodies, weight=weight) for weight in (700, 400, 400, 400)]
    here = sorted((chapter for chapter in chapters if chapter.pages), key=lambda chapter: chapter.pages)
    if any(chapter.skip_note and not _spared(chapter, here) for chapter in here):
        for slab in paragraph(words.no_need, style.bodies, width, gap=1.6):
            yield replace(slab, keep_with_next=True)
    for stock, on_it in _by_paper(here).items():
        if stock:
            yield from _print_job(stock, on_it, style, width)
        group: Use = "needed"
        rows = sorted(on_it, key=lambda each: USES.index(each.use))
        for chapter in rows:
            if chapter.use != group:
                group = chapter.use
                yield _group_title(words.alternatives if group == "alternative" else words.variants, style, width)
            backs = filled(words.backs_optional, file=chapter.backs_in) if chapter.backs_in else ""
            held = f"{chapter.held}." if chapter.held else ""
            remark = " ".join(filter(None, (held, backs, _remark(chapter, here, words))))
            cells = [ranges(chapter.pages), chapter.name, str(chapter.count), remark]
            stays = by_paper and chapter is not rows[-1]
            for slab in _row(cells, looks, style, width):
                yield replace(slab, keep_with_next=stays)


USES: tuple[Use, ...] = ("needed", "alternative", "variant")
"""The order of the components on one paper."""


def _group_title(title: str, style: SheetStyle, width: float) -> Slab:
    """Return a title above rows, where the names of components begin."""
    block = typeset(title, replace(style.bodies, weight=700, colour=style.quiet), width - COLUMNS[0].fixed)
    return Slab((block.element(COLUMNS[0].fixed, 1.6, Tag("P")),), block.height + 1.6 + PADDING, keep_with_next=True)


def column_titles(style: SheetStyle, width: float) -> Slab:
    """Return the names of the columns of the table; they stay with what is below them."""
    small, words = replace(style.notes, colour=style.quiet), style.words
    titles = (words.column_pages, words.column_component, words.column_pieces, "")
    row = tuple(_row(titles, [small] * len(COLUMNS), style, width))
    return Slab(tuple(stacked(row, 0.0, 0.0)), column_height(row), keep_with_next=True)


def _by_paper(chapters: Iterable[Chapter]) -> dict[str, list[Chapter]]:
    papers: dict[str, list[Chapter]] = {}
    for chapter in chapters:
        papers.setdefault(chapter.stock, []).append(chapter)
    return papers


def _minutes(chapters: Sequence[Chapter], words: SheetWords) -> int:
    """Return the estimated time for chapters on one paper."""
    pages = {page for chapter in chapters for page in chapter.pages}
    work = sum((chapter.work for chapter in chapters), HandWork())
    return work.minutes(len(pages), mounted=_is_mounted(chapters[0].stock, words))


def _is_mounted(stock: str, words: SheetWords) -> bool:
    """Whether a paper is glued on cardboard."""
    return stock == words.stock_board or "cardboard" in stock


def _time(minutes: int, words: SheetWords) -> str:
    """Return a time as text, in hours from an hour and a half."""
    if minutes < 90:
        return filled(words.about_minutes, count=minutes)
    hours = round(minutes / 30) / 2
    return filled(words.about_hours, count=f"{hours:g}".replace(".5", "½"))


def _print_job(stock: str, chapters: Sequence[Chapter], style: SheetStyle, width: float) -> Iterator[Slab]:
    """Yield the heading of a paper: its name and pages; then the work, the time for it, and the tools."""
    words, pages = style.words, {page for chapter in chapters for page in chapter.pages}
    work = sum((chapter.work for chapter in chapters), HandWork())
    glued = any(words.tool_glue in step.casefold() for chapter in chapters for step in chapter.steps)
    tools = (
        words.knife if work.straight else "",
        words.scissors if work.outlines else "",
        words.pen if work.folds else "",
        words.tool_glue if work.folds or glued or _is_mounted(stock, words) else "",
    )
    minutes = _minutes(chapters, words)
    time = _time(minutes, words) if minutes else ""
    if time and _is_mounted(stock, words):
        time = f"{time} {words.plus_drying}"
    takes = ", ".join(filter(None, (work.told(words), time)))
    named = words.all_of(tuple(filter(None, tools)))
    does = " ".join(filter(None, (takes and f"{takes}.", named and filled(words.you_need, tools=named))))
    heads = filled(words.paper_of_pages if len(pages) > 1 else words.paper_of_page, paper=stock, pages=ranges(pages))
    title = f"{heads[:1].upper()}{heads[1:]}"
    for slab in paragraph(title, replace(style.bodies, weight=700), width, gap=2.4):
        yield replace(slab, keep_with_next=True)
    for slab in paragraph(does, replace(style.bodies, colour=style.quiet), width) if does else ():
        yield replace(slab, keep_with_next=True)


def elsewhere(chapters: Sequence[Chapter], style: SheetStyle, width: float) -> Iterator[Slab]:
    """Yield a line for each chapter without pages here: its name, its count, and its file.

    A file of rules, which has no paper, is on the line of its name if there is room for both.
    """
    bold = replace(style.bodies, weight=700)
    for chapter in chapters:
        if not chapter.pages:
            what = f"{chapter.name} ({chapter.count})" if chapter.count > 1 else chapter.name
            more = ", ".join(filter(None, (chapter.file or style.words.own_file, chapter.stock)))
            name, file = typeset(f"{what}: ", bold), typeset(more, style.bodies)
            if not chapter.stock and name.width + file.width <= width:
                at = name.width + typeset("n", style.bodies).width / 2
                said = (name.element(0.0, 0.0, Tag("P")), file.element(at, 0.0, Tag("P")))
                yield Slab(said, max(name.height, file.height), 1.6)
                continue
            yield from (replace(slab, keep_with_next=True) for slab in paragraph(what, bold, width, gap=1.6))
            yield from paragraph(more, style.bodies, width)


def ranges(pages: Iterable[int]) -> str:
    """Return the pages as text, such as `3–5, 8`."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _remark(chapter: Chapter, all_here: Sequence[Chapter], words: SheetWords) -> str:
    """Return who need not print it, and the pages to skip."""
    spared = _spared(chapter, all_here)
    if not chapter.skip_note or not spared:
        return chapter.skip_note
    one, several = (
        (words.skip_page, words.skip_pages)
        if len(spared) == len(chapter.pages)
        else (words.skip_page_and_rest, words.skip_pages_and_rest)
    )
    return f"{chapter.skip_note} {filled(several if len(spared) > 1 else one, pages=ranges(spared))}"


def _spared(chapter: Chapter, all_here: Sequence[Chapter]) -> list[int]:
    """Return the pages that hold parts of no other chapter."""
    wanted = {page for other in all_here if other is not chapter for page in other.pages}
    return [page for page in chapter.pages if page not in wanted]


def _row(cells: Sequence[str], looks: Sequence[TextStyle], style: SheetStyle, width: float) -> Iterator[Slab]:
    """Yield the cells next to each other, above a hairline.

    Cells of more than `LINES` lines continue in further rows.
    """
    set_cells = [
        tuple(blocks(cell, look, room - COLUMN_GUTTER))
        for cell, look, room in zip(cells, looks, _widths(width), strict=True)
    ]
    for part in zip_longest(*set_cells):
        yield _slab(part, style, width)


def _slab(cells: Sequence[TextBlock | None], style: SheetStyle, width: float) -> Slab:
    height = max(cell.height for cell in cells if cell) + 2 * PADDING
    items: list[Item] = [lines_path([(0.0, height, width, height)], Stroke(style.quiet, 0.15))]
    x, row = 0.0, Tag("P")
    for cell, column, room in zip(cells, COLUMNS, _widths(width), strict=True):
        if cell:
            slack = room - COLUMN_GUTTER - max((line.width for line in cell.lines), default=0.0)
            items.append(cell.element(x + (slack if column.align == "right" else 0.0), PADDING, row))
        x += room
    return Slab(tuple(items), height)


def _widths(width: float) -> tuple[float, ...]:
    free = width - total(column.fixed for column in COLUMNS)
    return tuple(column.fixed + column.share * free for column in COLUMNS)


# How to print: the steps for the options, and a ruler to check the scale.

RULER_HEIGHT = 5.0
RULER_GUTTER = 8.0
WORDS = 50.0
"""The minimum width for text next to the ruler instead of below it."""


def printing_steps(chapters: Sequence[Chapter], options: Options, words: SheetWords) -> tuple[str, ...]:
    """Return the printing instructions, one text for each step."""
    return (
        filled(words.actual_size, paper=options.paper.title),
        _sides(chapters, options, words),
        *_in_all(chapters, words),
    )


def _sides(chapters: Sequence[Chapter], options: Options, words: SheetWords) -> str:
    """Return the instruction for the sides of the paper in this layout, and for backs if any file has them."""
    match options.layout:
        case "single" if not chapters or any(chapter.has_backs for chapter in chapters):
            return words.print_single
        case "single" if any(chapter.backs_in for chapter in chapters):
            return words.print_backs_apart
        case "single":
            return words.print_one_side
        case "duplex":
            return words.print_long if options.flip == "long" else words.print_short
        case "gutterfold":
            return words.print_gutterfold
        case _:
            assert_never(options.layout)


def _in_all(chapters: Sequence[Chapter], words: SheetWords) -> Iterator[str]:
    """Yield one step with the work on all sheets, if there is any."""
    work = sum((chapter.work for chapter in chapters), HandWork())
    if work.straight or work.outlines:
        minutes = total(_minutes(on_it, words) for on_it in _by_paper(chapters).values())
        done = filled(words.in_all, work=work.told(words), time=_time(round(minutes), words))
        yield f"{done} {words.cut_touching}" if any(chapter.touching for chapter in chapters) else done


def measure(style: SheetStyle, width: float) -> Iterator[Slab]:
    """Yield a ruler of 100 mm (50 mm on small paper), and what to do if it measures less."""
    length = 100 if width >= 100 else 50
    words = filled(style.words.measure_first, length=length, short=f"{length * 0.97:g}")
    line, beside = ruler_slab(length, style), width - length - RULER_GUTTER
    if beside >= WORDS:
        block = typeset(words, style.bodies, beside)
        said = block.element(length + RULER_GUTTER, 0.0, Tag("P"))
        yield Slab((*line.items, said), max(line.height, block.height))
    else:
        yield line
        yield from paragraph(words, style.bodies, width, gap=2.0)


def ruler_slab(length: int, style: SheetStyle) -> Slab:
    """Return a ruler of that many millimetres with its numbers, over a bar."""
    items: list[Item] = [Rect(0.0, RULER_HEIGHT, length, 1.2, fill=style.accent), ruler(length, RULER_HEIGHT, style)]
    top = RULER_HEIGHT + 1.6
    for mm in range(0, length + 1, 10):
        number = typeset(str(mm), style.notes)
        items.append(number.at(min(max(mm - number.width / 2, 0.0), length - number.width), top))
    return Slab(tuple(items), top + typeset("0", style.notes).height, keep_with_next=True)
