"""A book: the first sheet and every component in one file, each page where the first sheet says it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from pnp.sheet.binding import Run, bound, page_ranges
from pnp.sheet.first import first_sheet
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.sheet.chapter import Chapter, FirstSheetInfo
    from pnp.sheet.options import Options

USUAL = 2
"""How many pages the first sheet has in most games: with these it is tried first."""


def book(
    info: FirstSheetInfo,
    parts: Sequence[tuple[Sequence[Chapter], Run]],
    options: Options,
    style: SheetStyle = HOUSE,
) -> Run:
    """First sheet and runs bound, each run with the chapters that it holds.

    The pages of a chapter are filled in; a chapter without sheets has none.
    """
    runs = [run for _, run in parts]
    length = USUAL
    for attempt in count():
        ranges = page_ranges([range(length), *runs], options)[1:]
        chapters = [
            each
            for (together, run), pages in zip(parts, ranges, strict=True)
            for each in _numbered(together, run, pages)
        ]
        opening = first_sheet(info, chapters, options, style)
        if len(opening) == length or (attempt and len(opening) < length):
            break
        length = len(opening)
    return bound([opening, *runs], options, style)


def _numbered(chapters: Sequence[Chapter], run: Run, pages: tuple[int, int]) -> Iterator[Chapter]:
    """The chapters with their pages: all of the run for one alone, else the sheets that each has something on."""
    numbered = tuple(zip(range(pages[0], pages[1] + 1), run, strict=True))
    for chapter in chapters:
        mine = [
            (page, sheet) for page, sheet in numbered if len(chapters) == 1 or chapter.component in sheet.components
        ]
        yield replace(chapter, pages=tuple(page for page, _ in mine))
