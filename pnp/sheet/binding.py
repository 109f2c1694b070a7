"""Binding: sheets in the order of a file, and the pages that each part of it takes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.scene.sheet import Box, Sheet
from pnp.scene.typeset import typeset
from pnp.sheet.frame import STRIP
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Sized

    from pnp.sheet.options import Options

Run = tuple[Sheet, ...]
"""Sheets that belong together; in duplex a run begins on the front of a piece of paper."""


def bound(runs: Iterable[Run], options: Options, style: SheetStyle = HOUSE) -> Run:
    """The runs one after the other; in duplex a blank goes before a run that would begin on the back of another."""
    sheets: list[Sheet] = []
    for run in runs:
        if run and options.layout == "duplex" and len(sheets) % 2:
            sheets.append(_blank(sheets[-1], options, style))
        sheets += run
    return tuple(sheets)


def page_ranges(runs: Sequence[Sized], options: Options) -> tuple[tuple[int, int], ...]:
    """The first and last page of each run when they are bound, counted from 1; an empty run ends before it begins."""
    ranges: list[tuple[int, int]] = []
    last = 0
    for run in runs:
        first = last + 1 + (last % 2 if run and options.layout == "duplex" else 0)
        last = first + len(run) - 1
        ranges.append((first, last))
    return tuple(ranges)


def _blank(front: Sheet, options: Options, style: SheetStyle) -> Sheet:
    """The back of a front that has nothing behind it; it says so, lest it be taken for a fault of the printer."""
    page = Box(0.0, 0.0, front.width, front.height)
    words = typeset(f"the back of {front.label} stays blank", replace(style.notes, colour=style.quiet))
    x, y = page.width - options.edge - words.width, page.height - options.edge - (STRIP + words.height) / 2
    return replace(
        front,
        items=(words.at(x, y),),
        trim=page,
        bleed=page,
        label=f"{front.label} back",
        side="back",
        bookmark=None,
        anchors=(),
        links=(),
        cuts=(),
        folds=(),
    )
