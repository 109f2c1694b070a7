"""Parts in, sheets of paper out: arithmetic only.

A part of it is imported when it is asked for: a deck of cards does not wait for what splits boards.
"""

from typing import TYPE_CHECKING

from pnp.parts import when_asked

if TYPE_CHECKING:
    from pnp.sheet.binding import Run, bound, page_ranges
    from pnp.sheet.book import book
    from pnp.sheet.calibration import calibration
    from pnp.sheet.chapter import Chapter, FirstSheetInfo
    from pnp.sheet.correction import corrected
    from pnp.sheet.first import first_sheet
    from pnp.sheet.gang import impose_together
    from pnp.sheet.impose import impose
    from pnp.sheet.misfit import DoesNotFit, misfits
    from pnp.sheet.options import Flip, Layout, Options
    from pnp.sheet.paper import PAPERS, Paper
    from pnp.sheet.style import HOUSE, SheetStyle
    from pnp.sheet.whole import whole

_HOMES = {
    "binding": ("Run", "bound", "page_ranges"),
    "book": ("book",),
    "calibration": ("calibration",),
    "chapter": ("Chapter", "FirstSheetInfo"),
    "correction": ("corrected",),
    "first": ("first_sheet",),
    "gang": ("impose_together",),
    "impose": ("impose",),
    "misfit": ("DoesNotFit", "misfits"),
    "options": ("Flip", "Layout", "Options"),
    "paper": ("PAPERS", "Paper"),
    "style": ("HOUSE", "SheetStyle"),
    "whole": ("whole",),
}

__all__ = [
    "HOUSE",
    "PAPERS",
    "Chapter",
    "DoesNotFit",
    "FirstSheetInfo",
    "Flip",
    "Layout",
    "Options",
    "Paper",
    "Run",
    "SheetStyle",
    "book",
    "bound",
    "calibration",
    "corrected",
    "first_sheet",
    "impose",
    "impose_together",
    "misfits",
    "page_ranges",
    "whole",
]

__getattr__ = when_asked(__name__, _HOMES)
