"""A book: the first sheet and every component in one file, each page where the first sheet says it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.sheet.binding import Run, bound, page_ranges
from pnp.sheet.first import first_sheet
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.sheet.chapter import Chapter, FirstSheetInfo
    from pnp.sheet.options import Options


def book(
    info: FirstSheetInfo, parts: Sequence[tuple[Chapter, Run]], options: Options, style: SheetStyle = HOUSE
) -> Run:
    """First sheet and chapters bound; the pages of a chapter are filled in, a chapter without sheets has none."""
    runs = [run for _, run in parts]
    opening: Run = ()
    while True:
        ranges = page_ranges([opening, *runs], options)[1:]
        chapters = [_numbered(chapter, run, pages) for (chapter, run), pages in zip(parts, ranges, strict=True)]
        again = first_sheet(info, chapters, options, style)
        if len(again) <= len(opening):
            return bound([again, *runs], options)
        opening = again


def _numbered(chapter: Chapter, run: Run, pages: tuple[int, int]) -> Chapter:
    first, last = pages if run else (0, 0)
    return replace(chapter, first_page=first, last_page=last)
