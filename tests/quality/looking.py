"""Looking at one file: what is wrong with it, whatever it is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pypdfium2

from . import pdf, reading, svg
from .files import Made


def faults(made: Made, *, outlines: bool = False) -> Iterator[str]:
    """What is wrong with the file; where letters are `outlines` nobody reads its words."""
    match made.form:
        case "pdf":
            yield from pdf.faults(made.content, made.sheets)
            yield from () if outlines else _words(made)
        case "svg":
            yield from svg.faults(made.content)
        case "html":
            try:
                ET.fromstring(made.content)
            except ET.ParseError as error:
                yield f"not XML: {error}"
        case _:
            if not made.content:
                yield "empty"


def _words(made: Made) -> Iterator[str]:
    document = pypdfium2.PdfDocument(made.content)
    for number, (page, sheet) in enumerate(zip(document, made.sheets, strict=True), 1):
        yield from (f"page {number}: {fault}" for fault in reading.faults(page, sheet.items))
    document.close()
