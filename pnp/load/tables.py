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
from pnp.source.limits import PACK_ROWS
from pnp.source.rules import OVER_LIMIT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.load.reader import Place, Reader
    from pnp.model.component import Component
    from pnp.model.fields import Field
    from pnp.model.misfit import Misfit
    from pnp.model.row import Row
    from pnp.source.languages import Languages
    from pnp.source.table import Table


UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a file begins that a spreadsheet saved as what it calls Unicode text."""


class SharedTable:
    """A table, read once for all components that take their rows from it, and its rows as each of them sees them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._rows: list[tuple[Mapping[str, Field], tuple[tuple[Row, ...], tuple[Misfit, ...]]]] = []

    def rows(self, fields: Mapping[str, Field], languages: Languages) -> tuple[tuple[Row, ...], tuple[Misfit, ...]]:
        """The rows for a component that declares these fields: the same for all that declare the same."""
        found = next((rows for known, rows in self._rows if known.keys() == fields.keys()), None)
        if found is None:
            found = table_rows(self.table, fields, languages)
            self._rows.append((fields, found))
        return found


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
    shared = reader.tables.get(name)
    if shared is None:
        reader.texts[name] = content.decode("utf-16" if content.startswith(UTF_16) else "utf-8-sig", "replace")
        table = reader.shelf.tables.get(name) or read_table(content, name)
        if reader.shelf.keeps:
            reader.shelf.tables[name] = table
        shared = reader.tables[name] = SharedTable(table)
        for finding in table.findings:
            reader.note(finding)
    table = shared.table
    lacking = tuple(untranslated(table, component.fields, reader.languages))
    reader.tell_untranslated((each.fault for each in lacking), place)
    told = {each.column for each in lacking}
    rows, misfits = shared.rows(component.fields, reader.languages)
    before, reader.rows = reader.rows, reader.rows + len(rows)
    if reader.rows > PACK_ROWS:
        if before <= PACK_ROWS:
            message = f"the components of the pack take more than {PACK_ROWS:,} rows from tables"
            reader.tell(OVER_LIMIT, component.table.span, message, "make several packs of them")
        return replace(component, damaged=True)
    return replace(
        component,
        rows=rows,
        header=table.header,
        columns={column: span for column, span in headers(table, component.fields).items() if column not in told},
        misfits=misfits,
        accepts=tuple(replace(each, table=name) for each in component.accepts),
        damaged=component.damaged or table.damaged or bool(misfits),
    )
