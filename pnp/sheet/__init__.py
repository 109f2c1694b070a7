"""Parts in, sheets of paper out: arithmetic only."""

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
