"""Printers: the readings from each one's calibration sheet, and that sheet."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, fields, replace

from pnp.diagnostics import Span
from pnp.escape import file_name
from pnp.facts.look import house_fallback
from pnp.loader.pack import bundled_words, load, words_in
from pnp.loader.target import Target
from pnp.messages import Refused, did_you_mean
from pnp.model.translation import ENGLISH, SheetWords
from pnp.output import remove_leftovers, write_file
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.typesetting.lettering import printed
from pnp.sheet.calibration import Reading, calibration, corrected
from pnp.sheet.margins import HOUSE
from pnp.sheet.options import PAPERS, Flip, Options

# The readings, stored in the user's configuration folder.

FILE = "printers.json"
VERSION = 1

LIMITS = {"x": (-20.0, 20.0), "y": (-20.0, 20.0), "angle": (-5.0, 5.0), "scale": (90.0, 110.0)}
"""The range of each reading; a value beyond it is a wrong setting, not an offset of a printer."""


class PrintersUnreadable(Exception):
    """The file of saved printers is invalid; the message says where it is and what to do."""


def printers_file() -> Path:
    """Return the path of the saved readings."""
    from platformdirs import user_config_path

    return user_config_path("pnp", appauthor=False) / FILE


def saved_printers() -> dict[str, Reading]:
    """Return the reading of each printer by name; empty if nothing is saved.

    Raises PrintersUnreadable.
    """
    path = printers_file()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): _reading(entry) for name, entry in sorted(content["printers"].items())}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"cannot read '{path}': {error}; mend or remove it, and calibrate again"
        raise PrintersUnreadable(message) from error


def save_printer(name: str, reading: Reading) -> Path:
    """Save the reading under that name, next to those of other printers, and return the path of the file.

    Raises PrintersUnreadable, or OutputError if the file cannot be written.
    """
    printers = {**saved_printers(), name: reading}
    content = {"version": VERSION, "printers": {key: asdict(printers[key]) for key in sorted(printers)}}
    path = printers_file()
    write_file(path, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
    return path


def _reading(entry: Any) -> Reading:
    values = {each.name: float(entry.get(each.name, each.default)) for each in fields(Reading)}
    for name, (least, most) in LIMITS.items():
        if not math.isfinite(values[name]) or not least <= values[name] <= most:
            raise ValueError(f"{name} is {values[name]:g}, which is not between {least:g} and {most:g}")
    return Reading(**values)


def reading_of(printer: str) -> Reading:
    """Return the saved reading of that printer. Raises Refused if there is none."""
    try:
        printers = saved_printers()
    except PrintersUnreadable as error:
        raise Refused(str(error)) from error
    if printer not in printers:
        known = f"there are {', '.join(printers)}" if printers else "'pnp calibrate' prints a sheet to read"
        raise Refused(f"nothing is saved of a printer '{printer}'; {did_you_mean(printer, printers) or known}")
    return printers[printer]


def require_printable(printer: str) -> None:
    """Raise Refused for a printer's name with characters that the calibration sheet cannot print."""
    if not (printed(printer, Span(""), HOUSE.notes).prints and printer.isprintable()):
        raise Refused(f"the name '{printer}' can't be printed; call the printer something in plain letters")


# The calibration sheet as a file, corrected for a printer that is already calibrated.


def write_calibration(
    folder: Path,
    paper: str,
    flip: Flip = "long",
    printer: str | None = None,
    language: str = ENGLISH,
    pack: Target | None = None,
) -> Path:
    """Write the calibration sheet in a language and return its path. A pack may have the words of that language.

    Raises Refused for a printer without a saved reading, or with a name that the sheet cannot show, and for a language
    without words; OutputError if the sheet cannot be written.
    """
    require_printable(printer or "")
    options = Options(PAPERS[paper], "duplex", flip)
    game = load(pack, language).game if pack else None
    words = words_in(language, game.documents) if game else bundled_words(language)
    if language != ENGLISH and not words:
        lacking = f"no translation of '{pack.shown}' is" if pack else "the words of sheets are not bundled"
        raise Refused(f"{lacking} in '{language}'; --pack names a pack with a document of the kind translation")
    style = replace(HOUSE, words=SheetWords().with_words(words))
    style = replace(style, fallback=house_fallback(game)) if game else style
    sheets = calibration(options, printer or "", style)
    if printer:
        sheets = corrected(sheets, reading_of(printer), options)
    code = language if language != ENGLISH else ""
    names = ("calibration", file_name(printer) if printer else "", "short" if flip == "short" else "", code, paper)
    path = folder / f"{'-'.join(filter(None, names))}.pdf"
    remove_leftovers(folder, folder)
    write_file(path, render_pdf(sheets, PdfInfo(style.words.calibration, language=language)), folder)
    return path
