"""The first sheet, and the file that begins with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.translation import filled
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Rect, Scene, Stroke, Tag, scale, translate
from pnp.scene.parts import Box, Sheet
from pnp.scene.typesetting.typeset import TextBlock, Wordmark, fit, typeset
from pnp.sheet.flow import FlowSection, Slab, TextArea, flow, heading, paragraph, stacked, steps
from pnp.sheet.fold_drawings import FOLD_HEIGHT, FoldedNet, fold_row
from pnp.sheet.frame import STRIP, frames
from pnp.sheet.imposition.compose import Run, bound, page_ranges
from pnp.sheet.imposition.cuts import HandWork, hand_work
from pnp.sheet.instructions import (
    Chapter,
    FirstSheetInfo,
    column_titles,
    contents,
    elsewhere,
    measure,
    printing_steps,
)
from pnp.sheet.margins import HOUSE, SheetStyle, furniture, lines_path, stamp
from pnp.sheet.options import Options
from pnp.units import total

# The header of the first sheet: title, byline, summary and facts on a band of colour.

PADDING = 6.0
GAP = 2.0
LEAST_TITLE = 12.0
MOST_TITLE_LINES = 3
WORDMARK_HEIGHT = 20.0
"""The maximum height of a wordmark."""

COVER_SHARE, WIDE_SHARE = 0.46, 0.54
"""The share of the band's width that a cover has, and that a wide one has."""

WIDE_COVER = 2.0
"""The proportion from which a cover is wide: it is shown whole, as a picture on the band."""

STAMP = 2.0
"""The enlargement of a stamp here, compared with a stamp in the margin."""


def header(info: FirstSheetInfo, options: Options, style: SheetStyle) -> Slab:
    """Return the band, as wide as the printable area and as high as its texts need, with the cover at its right."""
    width = options.paper.width - 2 * options.margin
    is_wide = info.cover is not None and info.cover.width >= WIDE_COVER * info.cover.height
    column = width * (1.0 - (WIDE_SHARE if is_wide else COVER_SHARE)) if info.cover else width
    facts = _facts(info, column - 2 * PADDING, style)
    room = column - 2 * PADDING
    beside = room if info.cover or not info.facts else room - facts.width - 2 * PADDING
    words: list[TextBlock | Wordmark] = [_title(info, beside, style)]
    if info.byline:
        words.append(typeset(info.byline, replace(style.bodies, weight=700), beside))
    if info.summary:
        words.append(typeset(info.summary, style.bodies, min(room, 130.0)))
    if info.cover and info.facts:
        words.append(facts)
    height = 2 * PADDING + total(block.height for block in words) + GAP * (len(words) - 1)
    picture = _picture(info.cover, width - column - PADDING, style) if info.cover and is_wide else None
    if picture:
        height = max(height, picture.height + 2 * PADDING)
    items: list[Item] = [Rect(0.0, 0.0, width, height, fill=style.band)]
    if picture:
        items.append(Group(picture.items, translate(column, (height - picture.height) / 2)))
    elif info.cover:
        items.append(_cover(info.cover, info.focus, Box(column, 0.0, width - column, height)))
    items.append(Rect(0.0, height, width, 1.2, fill=style.ink))
    tops = accumulate((block.height + GAP for block in words), initial=PADDING)
    read = [
        block.element(PADDING, y, Tag("P" if number else "H1"))
        for number, (block, y) in enumerate(zip(words, tops, strict=False))
    ]
    if not info.cover:
        right, top = width - PADDING - facts.width, PADDING + words[0].cap_top - facts.cap_top
        beside_title = facts.element(right, top, Tag("P"))
        read.insert(len(words) - bool(info.summary), beside_title)  # in reading order: after the texts at its left
    items += read
    if options.stamp:
        label = stamp(options.stamp, style)
        at = (STAMP, 0.0, 0.0, STAMP, width - PADDING - STAMP * label.width, height - PADDING - STAMP * STRIP)
        items.append(Group(label.items, at))
    return Slab(tuple(items), height + 1.2)


def _facts(info: FirstSheetInfo, room: float, style: SheetStyle) -> TextBlock:
    """Return players, minutes and rules: below each other at the right, or below the summary if there is a cover."""
    text = replace(style.headings, size=style.heading - 1)
    if info.cover:
        return typeset(" · ".join(info.facts), replace(text, size=style.heading - 3), room)
    return typeset("\n".join(info.facts), text, align="right")


def _picture(cover: Scene, width: float, style: SheetStyle) -> Slab:
    """Return the whole cover at that width, with an edge."""
    size = width / cover.width
    box = Rect(0.0, 0.0, width, size * cover.height)
    edge = replace(box, stroke=Stroke(style.ink, 0.3))
    return Slab((Group((Group(cover.items, scale(size)),), clip=box), edge), box.height)


def _cover(cover: Scene, focus: tuple[float, float], box: Box) -> Group:
    """Return the cover as large as covers the box, with its point `focus` as near to the middle as it can be."""
    size = max(box.width / cover.width, box.height / cover.height)
    wide, high = size * cover.width, size * cover.height
    left = min(box.x, max(box.x + box.width - wide, box.x + box.width / 2 - focus[0] * wide))
    top = min(box.y, max(box.y + box.height - high, box.y + box.height / 2 - focus[1] * high))
    return Group(
        (Group(cover.items, (size, 0.0, 0.0, size, left, top)),), clip=Rect(box.x, box.y, box.width, box.height)
    )


def _title(info: FirstSheetInfo, width: float, style: SheetStyle) -> TextBlock | Wordmark:
    if info.wordmark:
        return Wordmark.fitted(info.wordmark, info.title, width, WORDMARK_HEIGHT)
    return fit(info.title, style.titles, width, MOST_TITLE_LINES * style.titles.line, LEAST_TITLE)


# The first sheet: printing instructions, contents, assembly and credits.

EDGE = 6.0
"""The distance from the end of the header's band to the text."""

GUTTER = 8.0
SECTION = 7.0
"""The space above a section."""

TOGETHER = 60.0
"""The height below which a group of slabs is not broken across columns."""

TWO_COLUMNS = 150.0
"""The minimum width for two columns."""

CLOSER = (1.0, 0.94, 0.88)
"""How close the sections and lines are set: as usual, and closer if that saves a page."""

SPARSE = 0.3
"""The share of the last page below which the last section begins on it."""

FOOT = 0.3
"""The maximum share of the first page for credits at its foot; longer ones follow the other sections."""

FILLED = 0.55
"""The minimum share of the first page that is filled if a paper's rows are not divided."""

LARGER = (48.0, 36.0)
"""The heights of drawings of folds that are tried on pages with room for them, in millimetres."""


def first_sheet(
    info: FirstSheetInfo,
    chapters: Sequence[Chapter],
    options: Options,
    style: SheetStyle = HOUSE,
    least: int = 1,
) -> tuple[Sheet, ...]:
    """Return the first sheet, and further ones if its text needs them; at least `least` sheets.

    Text that would spill a few lines onto another sheet is set closer. If that does not help, the last section begins
    on that sheet. Drawings of what is folded are never smaller than usual, and larger where a page has room for that.
    What is folded is last if that saves a sheet, a division of the table or closer lines: it can level the columns.
    """
    options = options.by_hand
    best = _best(info, chapters, options, style)
    if any(chapter.fold for chapter in chapters):
        last = _best(info, chapters, options, style, folds_last=True) if best.cost > BEST else best
        folds_last = last.cost < best.cost
        best = last if folds_last else best
        larger = (_best(info, chapters, options, style, height, folds_last=folds_last) for height in LARGER)
        best = next((each for each in larger if each.cost == best.cost), best)
    pages = best.pages + [()] * (least - len(best.pages))
    return tuple(_sheet(items, info, number, len(pages), options, style) for number, items in enumerate(pages, 1))


def _best(
    info: FirstSheetInfo,
    chapters: Sequence[Chapter],
    options: Options,
    style: SheetStyle,
    fold_height: float = FOLD_HEIGHT,
    *,
    folds_last: bool = False,
) -> _Opening:
    """Return the pages, set as usual or closer, whichever are fewer and divide no table.

    Where it saves a page or a division, the page is set tight. A table that is divided on all of them is divided
    between papers if that costs no page and leaves no large gap.
    """
    opening = partial(_opening, info, chapters, options, style, fold_height=fold_height, folds_last=folds_last)
    tries = [opening()]
    if len(tries[0].pages) > 1:
        tries += [opening(closer) for closer in CLOSER[1:]]
    if all(len(each.pages) > 1 for each in tries):
        tries += [opening(closer, tight=True) for closer in CLOSER]
    best = min(tries, key=lambda each: (len(each.pages), each.divided))
    by_paper = False
    if best.divided:
        kept = (opening(closer, tight=tight, by_paper=True) for tight in (False, True) for closer in CLOSER)
        length, high = len(best.pages), FILLED * options.paper.height
        able = next((each for each in kept if len(each.pages) == length and each.first >= high), None)
        by_paper, best = bool(able), able or best
    if best.closer == 1.0 and not best.tight and len(best.pages) > 1 and _is_sparse(best.pages[-1], options):
        apart = opening(breaks=True, by_paper=by_paper)
        best = apart if len(apart.pages) == len(best.pages) else best
    return best


def _is_sparse(items: tuple[Item, ...], options: Options) -> bool:
    """Whether little of a page is filled."""
    box = bounds(items)
    return box is not None and box.bottom < SPARSE * options.paper.height


class _Opening(Struct, frozen=True):
    """The items of each page, and how they are set.

    `divided` is whether the table of what to print continues after its first page, `first` the position of the lowest
    text of the first page above the credits, `closer` and `tight` how close it is set.
    """

    pages: list[tuple[Item, ...]]
    divided: bool
    first: float
    closer: float
    tight: bool

    @property
    def cost(self) -> tuple[int, bool, float]:
        """Return the number of pages, the division, and how close it is set, which a larger picture must not change."""
        return len(self.pages), self.divided, -self.closer


BEST = (1, False, -1.0)
"""The cost of text that fits one page as usual."""


def _opening(
    info: FirstSheetInfo,
    chapters: Sequence[Chapter],
    options: Options,
    style: SheetStyle,
    closer: float = 1.0,
    *,
    breaks: bool = False,
    tight: bool = False,
    by_paper: bool = False,
    fold_height: float = FOLD_HEIGHT,
    folds_last: bool = False,
) -> _Opening:
    """Return the pages, set `closer` than usual; with `breaks`, the last section begins a page.

    With `tight`, the credits follow the other sections instead of being at the foot of the first page. The ruler has
    no heading, nor do files of rules. With `by_paper`, the table is divided only between papers.
    """
    style = replace(style, leading=style.leading * closer, body=style.body * (1 + closer) / 2)
    paper, strip = options.paper, next(frames(options)).strip
    left = options.margin + EDGE
    width = paper.width - 2 * left
    banner = header(info, options, style)
    section = SECTION * closer**3
    top, bottom = options.margin + banner.height + section, strip.y - EDGE * closer
    credits_ = tuple(_credits(info, style, width))
    foot = total(slab.height for slab in credits_)
    at_foot = foot < FOOT * (bottom - top) and not tight
    room = TextArea(left, top, options.margin + EDGE, bottom - foot - section if at_foot else bottom, bottom)
    sections = [
        replace(each, gap=min(each.gap, section))
        for each in _sections(
            chapters, options, style, width, fold_height, tight=tight, by_paper=by_paper, folds_last=folds_last
        )
    ]
    if not at_foot:
        sections.append(FlowSection(credits_, section))
    pages = list(flow(sections, room))
    table = next((at for at, each in enumerate(sections, 1) if each.again), 0)
    divided = len(list(flow(sections[:table], room))) > 1
    if breaks and sections[-1].slabs:
        pages = [
            *flow(sections[:-1], room),
            *flow(sections[-1:], replace(room, first_top=room.top, first_bottom=bottom)),
        ]
    box = bounds(pages[0])
    pages[0] = (Group(banner.items, translate(options.margin, options.margin)), *pages[0])
    if at_foot:
        pages[0] += tuple(stacked(credits_, left, bottom - foot))
    return _Opening(pages, divided, box.bottom if box else top, closer, tight)


def _sheet(
    items: tuple[Item, ...], info: FirstSheetInfo, number: int, total: int, options: Options, style: SheetStyle
) -> Sheet:
    paper, strip = options.paper, next(frames(options)).strip
    page = Box(0.0, 0.0, paper.width, paper.height)
    insets = [stamp(options.stamp, style)] if options.stamp else []
    words = style.words
    place = filled(words.sheet, number=number, total=total)
    foot = furniture(strip, f"{info.title} · {words.printing}", place, style, insets)
    label = f"{words.how_to_print} {number}/{total}"
    return Sheet(
        paper.width,
        paper.height,
        (*items, foot),
        page,
        page,
        label=label,
        bookmark=None if number > 1 else words.how_to_print,
    )


def _sections(
    chapters: Sequence[Chapter],
    options: Options,
    style: SheetStyle,
    width: float,
    fold_height: float,
    *,
    tight: bool,
    by_paper: bool,
    folds_last: bool,
) -> Iterator[FlowSection]:
    """Yield the sections: printing steps, ruler, contents, parts in other files, and assembly."""
    columns = 2 if width >= TWO_COLUMNS else 1
    column = (width - GUTTER) / 2 if columns == 2 else width
    pitch = column + GUTTER
    words = style.words
    how = tuple(steps(printing_steps(chapters, options, words), style, column))
    yield FlowSection(how, 0.0, heading(words.how_to_print, style), columns, pitch)
    yield FlowSection(tuple(measure(style, width)), SECTION, None if tight else heading(words.measure, style))
    if any(chapter.pages for chapter in chapters):
        what = heading(words.what_to_print, style)
        again = column_titles(style, width)
        yield FlowSection(tuple(contents(chapters, style, width, by_paper=by_paper)), SECTION, what, again=again)
    apart = tuple(elsewhere(chapters, style, column))
    only_rules = not any(chapter.stock for chapter in chapters if not chapter.pages)
    head = None if only_rules else heading(words.elsewhere, style)
    yield FlowSection(apart, SECTION / 2 if only_rules else SECTION, head, columns, pitch, whole=True)
    made = list(_made_alike(chapters))
    made = sorted(made, key=lambda each: each[2] is not None) if folds_last else made
    assembly = tuple(slab for each in made for slab in _assembly(*each, style, column, fold_height))
    yield FlowSection(assembly, SECTION, heading(words.assemble, style), columns, pitch)


def _made_alike(chapters: Sequence[Chapter]) -> Iterator[tuple[str, tuple[str, ...], FoldedNet | None]]:
    """Yield the names of components with the same assembly steps, these steps, and the net of the first of them."""
    alike: dict[tuple[tuple[str, ...], int], list[Chapter]] = {}
    for chapter in chapters:
        if chapter.steps:
            alike.setdefault((chapter.steps, len(chapter.fold.panels) if chapter.fold else 0), []).append(chapter)
    for (says, _), made in alike.items():
        yield ", ".join(dict.fromkeys(chapter.name for chapter in made)), says, made[0].fold


def _assembly(
    names: str, says: Sequence[str], fold: FoldedNet | None, style: SheetStyle, width: float, fold_height: float
) -> Iterator[Slab]:
    """Yield the names, a drawing of the folds, and the steps, all in one column unless they are high."""
    title = tuple(paragraph(names, replace(style.bodies, weight=700), width, gap=3.5))
    drawn = (Slab(*fold_row(fold, width, style.accent, fold_height), 1.2),) if fold else ()
    does = (
        replace(slab, gap=0.8 if number or not fold else 2.0) for number, slab in enumerate(steps(says, style, width))
    )
    high = TOGETHER + fold_height - FOLD_HEIGHT
    yield from _kept_together((*title, *drawn, *does), titles=len(title) + len(drawn), high=high)


def _credits(info: FirstSheetInfo, style: SheetStyle, width: float) -> Iterator[Slab]:
    """Yield the credits and the licence under a hairline."""
    yield Slab((lines_path([(0.0, 0.0, width, 0.0)], Stroke(style.quiet, 0.15)),), 1.5, keep_with_next=True)
    licence = ": ".join(filter(None, (style.words.licence, ", ".join(filter(None, (info.licence, info.licence_link))))))
    changes = f"{style.words.changes}: {info.changes}" if info.changes else ""
    says = [*info.credit_lines, licence if info.licence or info.licence_link else "", changes, info.software]
    yield from _kept_together(tuple(slab for words in says if words for slab in paragraph(words, style.notes, width)))


def _kept_together(slabs: Sequence[Slab], titles: int = 0, high: float = TOGETHER) -> Iterator[Slab]:
    """Yield the slabs so that they stay in one column unless they are high. A title always stays with the next slab."""
    together = total(slab.height for slab in slabs) < high
    for number, slab in enumerate(slabs, 1):
        yield replace(slab, keep_with_next=number < len(slabs) and (together or number <= titles))


# A book: the first sheet and all components in one file, with page numbers on the first sheet.

USUAL = 2
"""The usual length of the first sheet in pages; the first attempt assumes it."""


def book(
    info: FirstSheetInfo,
    parts: Sequence[tuple[Sequence[Chapter], Run]],
    options: Options,
    style: SheetStyle = HOUSE,
) -> Run:
    """Return the first sheet and the runs bound into one file, with page numbers filled in.

    Each run comes with its chapters; a chapter without sheets has no pages. The page numbers on the first sheet depend
    on its own length. So it is composed again until the assumed length is right. If no length is, because the numbers
    make it longer or shorter, the longest one is used and filled with a blank page.
    """
    runs = [run for _, run in parts]

    def opening(length: int, least: int = 1) -> Run:
        ranges = page_ranges([range(length), *runs], options)[1:]
        chapters = [
            each
            for (together, run), pages in zip(parts, ranges, strict=True)
            for each in _numbered(together, run, pages)
        ]
        return first_sheet(info, chapters, options, style, least)

    tried: list[int] = []
    length, first = USUAL, opening(USUAL)
    while len(first) != length:
        tried.append(length)
        length = len(first)
        if length in tried:
            length = max(tried)
            first = opening(length, least=length)
            break
        first = opening(length)
    return bound([first, *runs], options, style)


def _numbered(chapters: Sequence[Chapter], run: Run, pages: tuple[int, int]) -> Iterator[Chapter]:
    """Return the chapters with their pages.

    A single chapter has all pages of the run; otherwise each has the sheets that show its component. The work on all
    sheets of the run is that of its first chapter.
    """
    numbered = tuple(zip(range(pages[0], pages[1] + 1), run, strict=True))
    work = sum(map(hand_work, run), HandWork())
    for number, chapter in enumerate(chapters):
        mine = [
            (page, sheet) for page, sheet in numbered if len(chapters) == 1 or chapter.component in sheet.components
        ]
        backs = any(sheet.side == "back" for _, sheet in mine)
        own = HandWork() if number else work
        yield replace(chapter, pages=tuple(page for page, _ in mine), work=own, has_backs=backs)
