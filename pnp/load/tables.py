"""The tables that components take their rows from: found beside their documents, and read."""

from __future__ import annotations

import codecs
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding
from pnp.model.reference import Ref
from pnp.model.table_rows import headers, table_rows, untranslated
from pnp.source import read_table

if TYPE_CHECKING:
    from pnp.load.reader import Place, Reader
    from pnp.model.component import Component


UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a file begins that a spreadsheet saved as what it calls Unicode text."""


def with_table(component: Component, document: str, place: Place, reader: Reader) -> Component:
    """The component with the rows of its table, which lies beside its `document`; damaged where it can't be read."""
    if component.table is None:
        return component
    file = Ref((PurePosixPath(document).parent / component.table.name).as_posix(), component.table.span)
    content = reader.disk.file(place.folder, file.name, file.span)
    if isinstance(content, Finding):
        reader.note(content)
        return replace(component, damaged=True)
    name = place.shown(file.name)
    reader.texts[name] = content.decode("utf-16" if content.startswith(UTF_16) else "utf-8-sig", "replace")
    table = reader.shelf.tables.get(name) or read_table(content, name)
    if reader.shelf.keeps:
        reader.shelf.tables[name] = table
    for finding in table.findings:
        reader.note(finding)
    lacking = tuple(untranslated(table, component.fields, reader.languages))
    reader.tell_untranslated((each.fault for each in lacking), place)
    told = {each.column for each in lacking}
    rows, misfits = table_rows(table, component.fields, reader.languages)
    return replace(
        component,
        rows=rows,
        header=table.header,
        columns={column: span for column, span in headers(table, component.fields).items() if column not in told},
        misfits=misfits,
        accepts=tuple(replace(each, table=name) for each in component.accepts),
        damaged=component.damaged or table.damaged or bool(misfits),
    )
