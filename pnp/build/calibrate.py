"""The calibration sheet as a file, for a printer that is known corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.build.names import file_name
from pnp.build.target import reading_of
from pnp.output import remove_leftovers, write_file
from pnp.render.pdf import PdfInfo, render_pdf
from pnp.sheet.calibration import TITLE, calibration
from pnp.sheet.correction import corrected
from pnp.sheet.options import Options
from pnp.sheet.paper import PAPERS

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.sheet.options import Flip


def write_calibration(folder: Path, paper: str, flip: Flip = "long", printer: str | None = None) -> Path:
    """Where the sheet was written.

    Raises Refused for a printer that nothing was saved of, OutputError where the sheet can't be written.
    """
    options = Options(PAPERS[paper], "duplex", flip)
    sheets = calibration(options, printer or "")
    if printer:
        sheets = corrected(sheets, reading_of(printer), options)
    words = ("calibration", file_name(printer) if printer else "", "short" if flip == "short" else "", paper)
    path = folder / f"{'-'.join(filter(None, words))}.pdf"
    remove_leftovers(folder, folder)
    write_file(path, render_pdf(sheets, PdfInfo(TITLE)), folder)
    return path
