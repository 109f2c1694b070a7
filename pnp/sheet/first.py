"""The first sheet: what this is, how to print it, what there is to print, how to put it together, and whose it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.scene.geometry import translate
from pnp.scene.items import Group, Item, Stroke
from pnp.scene.sheet import Box, Sheet
from pnp.sheet.contents import contents, elsewhere
from pnp.sheet.flow import Room, Section, Slab, flow, stacked
from pnp.sheet.frame import frames
from pnp.sheet.furniture import furniture, stamp
from pnp.sheet.header import header
from pnp.sheet.howto import measure, printing_steps
from pnp.sheet.marks import lines_path
from pnp.sheet.prose import heading, paragraph, steps
from pnp.sheet.style import HOUSE, SheetStyle
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.sheet.chapter import Chapter, FirstSheetInfo
    from pnp.sheet.options import Options

TITLE = "How to print"

EDGE = 6.0
"""How much farther from the paper's edge the text stands than the header's band."""

GUTTER = 8.0
SECTION = 7.0
"""What stands above a section."""

TOGETHER = 60.0
"""The height below which what belongs together stands in one column."""

TWO_COLUMNS = 150.0
"""The least width that is set in two columns."""

FOOT = 0.3
"""The share of the first page that the credits may take at its foot; longer ones follow all else."""


def first_sheet(
    info: FirstSheetInfo, chapters: Sequence[Chapter], options: Options, style: SheetStyle = HOUSE
) -> tuple[Sheet, ...]:
    """The first sheet, and as many more as its text needs."""
    options = options.by_hand
    paper, strip = options.paper, next(frames(options)).strip
    left = options.margin + EDGE
    width = paper.width - 2 * left
    banner = header(info, options, style)
    top, bottom = options.margin + banner.height + SECTION, strip.y - EDGE
    credits_ = tuple(_credits(info, style, width))
    foot = total(slab.height for slab in credits_)
    at_foot = foot < FOOT * (bottom - top)
    room = Room(left, top, options.margin + EDGE, bottom - foot - SECTION if at_foot else bottom, bottom)
    sections = tuple(_sections(chapters, options, style, width))
    pages = list(flow(sections if at_foot else (*sections, Section(credits_, SECTION)), room))
    pages[0] = (Group(banner.items, translate(options.margin, options.margin)), *pages[0])
    if at_foot:
        pages[0] += tuple(stacked(credits_, left, bottom - foot))
    return tuple(_sheet(items, info, number, len(pages), options, style) for number, items in enumerate(pages, 1))


def _sheet(
    items: tuple[Item, ...], info: FirstSheetInfo, number: int, total: int, options: Options, style: SheetStyle
) -> Sheet:
    paper, strip = options.paper, next(frames(options)).strip
    page = Box(0.0, 0.0, paper.width, paper.height)
    insets = [stamp(options.stamp, style)] if options.stamp else []
    foot = furniture(strip, f"{info.title} · how to print", f"sheet {number} of {total}", style, insets)
    label = f"How to print {number}/{total}"
    return Sheet(
        paper.width, paper.height, (*items, foot), page, page, label=label, bookmark=None if number > 1 else TITLE
    )


def _sections(chapters: Sequence[Chapter], options: Options, style: SheetStyle, width: float) -> Iterator[Section]:
    columns = 2 if width >= TWO_COLUMNS else 1
    column = (width - GUTTER) / 2 if columns == 2 else width
    pitch = column + GUTTER
    how = tuple(steps(printing_steps(chapters, options), style, column))
    yield Section(how, 0.0, heading(TITLE, style), columns, pitch)
    yield Section(tuple(measure(style, width)), SECTION, heading("Measure", style))
    if any(chapter.pages for chapter in chapters):
        yield Section(tuple(contents(chapters, style, width)), SECTION, heading("Contents", style))
    apart = tuple(elsewhere(chapters, style, column))
    yield Section(apart, SECTION, heading("In files of their own", style), columns, pitch)
    assembly = tuple(slab for names, says in _made_alike(chapters) for slab in _assembly(names, says, style, column))
    yield Section(assembly, SECTION, heading("Cut and assemble", style), columns, pitch)


def _made_alike(chapters: Sequence[Chapter]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names of components that are put together in the same steps, and the steps."""
    alike: dict[tuple[str, ...], dict[str, None]] = {}
    for chapter in chapters:
        if chapter.steps:
            alike.setdefault(chapter.steps, {})[chapter.name] = None
    return ((", ".join(names), says) for says, names in alike.items())


def _assembly(names: str, says: Sequence[str], style: SheetStyle, width: float) -> Iterator[Slab]:
    """The names and the steps; all in one column unless they are long."""
    title = tuple(paragraph(names, replace(style.bodies, weight=700), width, gap=3.5))
    does = (replace(slab, gap=0.8) for slab in steps(says, style, width))
    yield from _kept((*title, *does), titles=len(title))


def _credits(info: FirstSheetInfo, style: SheetStyle, width: float) -> Iterator[Slab]:
    """Whose it is and what may be done with it, under a hairline."""
    yield Slab((lines_path([(0.0, 0.0, width, 0.0)], Stroke(style.quiet, 0.15)),), 1.5, keeps=True)
    licence = ": ".join(filter(None, ("Licence", ", ".join(filter(None, (info.licence, info.licence_link))))))
    changes = f"Changes: {info.changes}" if info.changes else ""
    says = [*info.credit_lines, licence if info.licence or info.licence_link else "", changes, info.software]
    yield from _kept(tuple(slab for words in says if words for slab in paragraph(words, style.notes, width)))


def _kept(slabs: Sequence[Slab], titles: int = 0) -> Iterator[Slab]:
    """The slabs kept in one column unless they are high; a title is always kept with what follows."""
    together = total(slab.height for slab in slabs) < TOGETHER
    for number, slab in enumerate(slabs, 1):
        yield replace(slab, keeps=number < len(slabs) and (together or number <= titles))
