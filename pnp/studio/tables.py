"""The Table view: the rows of components as they are written, in a CSV file, in JSON or in a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from pnp.edit import (
    ByteChange,
    EditRefused,
    tables,
)
from pnp.language.names import NameIndex, names_of
from pnp.messages import folded
from pnp.model.component import Component
from pnp.model.row import (
    COPIES,
    ChoiceType,
    ColourType,
    Field,
    FieldType,
    IconType,
    ListType,
    NumberType,
    PlaceType,
    RowType,
    TruthType,
    single,
)
from pnp.source.table_files import JSON, is_workbook
from pnp.studio.changes import own_file, refusal, write
from pnp.studio.faces import chosen, faces_of, fields_of, picture_of, place
from pnp.studio.session import Json, Message, RequestRefused, StudioSession
from pnp.studio.written_rows import ListedRows, TextRows, cell_text

MOST_OPTIONS = 1_000
"""Maximum number of proposed values of a column."""

NO_ROWS = "this component has no rows: all of it is in its template"


# What the page asks.


def listed(studio: StudioSession, _message: Message) -> Json:
    """Return the components with rows, and where those are written."""
    found = []
    for component in studio.loaded().game.all(Component):
        source, reason = _source(studio, component)
        if reason != NO_ROWS:
            found.append(
                {
                    "id": component.id,
                    "name": component.name,
                    "rows": len(component.rows),
                    "file": source,
                    "locked": reason,
                }
            )
    found.sort(key=lambda each: bool(each["locked"]))
    return {"revision": studio.revision, "tables": found}


def rows(studio: StudioSession, message: Message) -> Json:
    """Return the columns and the rows of a component.

    The findings on its cells come with them if the pack is checked; None if the page has to ask for them.
    """
    component = _component(studio, message)
    source, reason = _source(studio, component)
    sheet = _opened(studio, component) if not reason else None
    names, cells = (sheet.names(), sheet.cells()) if sheet else _evaluated(component)
    index = names_of(studio.loaded())
    fields = {folded(name): field for name, field in component.fields.items()}
    columns = [_column(name, _field_of(name, fields), index) for name in names]
    return {
        "revision": studio.revision,
        "component": component.id,
        "name": component.name,
        "file": source,
        "locked": reason or studio.locked,
        "columns": columns,
        "rows": cells,
        "numbers": sheet.numbers() if sheet else [],
        "names": [row.name for row in component.rows] if len(component.rows) == len(cells) else [],
        "findings": list(_marks(studio, sheet, source)) if studio.is_examined else None,
        "computed": _computed(component),
        "at": place(component.span),
        "origins": list(_origins(studio, component, names)) if sheet else [],
    }


def findings(studio: StudioSession, message: Message) -> Json:
    """Return the findings on the cells of a component."""
    component = _component(studio, message)
    source, reason = _source(studio, component)
    sheet = _opened(studio, component) if not reason else None
    marks = list(_marks(studio, sheet, source))
    return {"revision": studio.revision, "component": component.id, "findings": marks}


def _marks(studio: StudioSession, sheet: TextRows | ListedRows | None, source: str) -> Iterator[Json]:
    """Yield the findings on the cells of a table, which is in the file `source`."""
    if sheet:
        yield from sheet.marks([each for each in studio.examined.report.findings if each.span.file == source])


def _origins(studio: StudioSession, component: Component, names: Sequence[str]) -> Iterator[Json]:
    """Yield the cells whose values are aliases: row, column, and where the value is written."""
    loaded, columns = studio.loaded(), {name: column for column, name in enumerate(names)}
    if "*" not in loaded.texts.get(component.span.file, ""):
        return
    for number, row in enumerate(component.rows):
        for field in fields_of(row, component, loaded):
            if field["origin"] and field["name"] in columns:
                yield {"row": number, "column": columns[field["name"]], "says": field["origin"], "at": field["at"]}


def face(studio: StudioSession, message: Message) -> Json:
    """Return the pictures of the faces of a row."""
    component, number = _component(studio, message), _number(message, "row")
    if not 0 <= number < len(component.rows):
        return {"faces": []}
    language, variant = chosen(studio, message)
    name = component.rows[number].name
    faces = faces_of(studio, component.id, language, variant)
    found = [each for each in faces if each.row == name or each.shared]
    return {
        "name": name,
        "fields": list(fields_of(component.rows[number], component, studio.loaded(language))),
        "faces": [
            {
                "id": each.id,
                "side": each.side,
                "width": each.scene.width,
                "height": each.scene.height,
                "src": picture_of(each, studio),
            }
            for each in found
        ],
    }


def change(studio: StudioSession, message: Message) -> Json:
    """Change rows of a component, and return the new revision.

    One of: `cells` to set, as rows, columns and texts; `add` a row before an index, or at the end with None; `copy`,
    `remove` rows; `move` a row `to` an index; `paste` a text at a `row` and `column`; `column` to add. `seen` are rows
    with their texts as the page shows them, None for a text that it does not know: if they are others on disk, the
    change is refused.
    """
    component = _component(studio, message)
    _, reason = _source(studio, component)
    if reason:
        raise RequestRefused(reason)
    sheet = _opened(studio, component)
    _refuse_others(sheet, message.get("seen"))
    try:
        changes, says = _changed(sheet, message)
    except EditRefused as refused:
        raise refusal(studio, refused) from refused
    return write(studio, changes, f"{component.id}: {says}")


def _changed(sheet: TextRows | ListedRows, message: Message) -> tuple[list[ByteChange], str]:
    if "cells" in message:
        wanted = _wanted(message["cells"])
        return sheet.set(wanted), f"set {len(wanted)} cells" if len(wanted) > 1 else "set a cell"
    if "add" in message:
        before = message["add"]
        return sheet.add(before if isinstance(before, int) else None), "add a row"
    if "copy" in message:
        return sheet.copy(_number(message, "copy")), "copy a row"
    if "remove" in message:
        gone = message["remove"]
        if not isinstance(gone, list) or not all(isinstance(each, int) for each in gone):
            raise RequestRefused("rows are whole numbers")
        return sheet.remove(gone), f"delete {len(gone)} rows" if len(gone) > 1 else "delete a row"
    if "move" in message:
        return sheet.move(_number(message, "move"), _number(message, "to")), "move a row"
    if "paste" in message:
        text = str(message["paste"])
        return sheet.paste(_number(message, "row"), _number(message, "column_index"), text), "paste"
    if "column" in message:
        return sheet.column(str(message["column"])), "add a column"
    raise RequestRefused("this page is of another version of pnp: load it again")


def _refuse_others(sheet: TextRows | ListedRows, seen: Any) -> None:
    """Raise RequestRefused if a row is another one than the page has seen."""
    cells = sheet.cells()
    for each in seen if isinstance(seen, list) else ():
        if not (isinstance(each, list) and len(each) == 2 and isinstance(each[0], int) and isinstance(each[1], list)):
            raise RequestRefused("seen rows are lists of a row and its texts")
        row, texts = each
        there = cells[row] if 0 <= row < len(cells) else None
        if there is None or any(text not in (None, now) for text, now in zip(texts, there, strict=False)):
            raise RequestRefused("the rows changed on disk, so nothing is written: look at them, and try again")


def _wanted(cells: Any) -> dict[tuple[int, int], str]:
    """Return the texts of cells by row and column."""
    if not isinstance(cells, list) or len(cells) > tables.MOST_PASTED:
        raise RequestRefused("cells are lists of row, column and text")
    wanted = {}
    for cell in cells:
        if not (isinstance(cell, list) and len(cell) == 3 and isinstance(cell[0], int) and isinstance(cell[1], int)):
            raise RequestRefused("cells are lists of row, column and text")
        wanted[cell[0], cell[1]] = str(cell[2])
    return wanted


def _number(message: Message, name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RequestRefused("a row is a whole number")
    return value


# Where rows are written.


def _component(studio: StudioSession, message: Message) -> Component:
    name = str(message.get("component", ""))
    found = studio.loaded().game.find(Component, name)
    if found is None:
        raise RequestRefused(f"there is no component '{name}'")
    return found


def _source(studio: StudioSession, component: Component) -> tuple[str, str]:
    """Return the file with the rows of a component, and why they cannot be changed; empty if they can."""
    file = component.span.file
    if component.table:
        path = PurePosixPath(file).parent / component.table.file.name
        file = component.rows[0].span.file if component.rows else path.as_posix()
        if is_workbook(file):
            return file, f"the rows are in the workbook '{file}': change them in your spreadsheet, and save it there"
    elif component.each and not component.rows:
        return "", "the rows are derived from a map: change its areas"
    elif not component.rows or not component.rows[0].span.pointer.startswith("/rows/"):
        return "", NO_ROWS
    found = studio.path_of(file)
    if found is None or not studio.is_own(found):
        return file, f"'{file}' belongs to a kit that other games share"
    return file, ""


def _opened(studio: StudioSession, component: Component) -> TextRows | ListedRows:
    file, _ = _source(studio, component)
    opened = own_file(studio, file)
    try:
        if component.table and not file.lower().endswith(JSON):
            return TextRows(opened, file)
        return ListedRows(opened, file, component.fields)
    except EditRefused as refused:
        raise refusal(studio, refused) from refused


def _computed(component: Component) -> str:
    """Return what else makes the fields of the rows, as a sentence; empty if nothing does."""
    made = [f"'{join.table.file.name}' is joined to these rows" for join in component.joins]
    if component.selection:
        made.append(f"rows may be selected, ordered and computed in '{PurePosixPath(component.span.file).name}'")
    return "; ".join(made)


def _evaluated(component: Component) -> tuple[list[str], list[list[Json]]]:
    """Return the fields and the values of rows that are only shown."""
    names = list(dict.fromkeys(name for row in component.rows for name in row.fields))
    return names, [[cell_text(row.fields.get(name)) for name in names] for row in component.rows]


# Columns and findings.


def _field_of(name: str, fields: Mapping[str, Field]) -> Field | None:
    """Return the field that a column holds, also by one of the names of its columns, or with a language."""
    key = folded(name.partition("@")[0])
    named = (field for field in fields.values() if key in map(folded, field.columns))
    return fields.get(key) or next(named, None)


def _column(name: str, field: Field | None, index: NameIndex) -> Json:
    kind = single(field) if field else None
    return {
        "name": name,
        "type": _type_name(kind, name),
        "list": bool(field and isinstance(field.type, ListType)),
        "optional": field is None or field.optional or field.default is not None,
        "options": [str(each) for each in _options(kind, index)][:MOST_OPTIONS],
        "least": float(kind.least) if isinstance(kind, NumberType) and kind.least is not None else None,
        "most": float(kind.most) if isinstance(kind, NumberType) and kind.most is not None else None,
        "at": {"file": field.span.file, "line": field.span.line, "column": field.span.column} if field else None,
    }


TYPE_NAMES: dict[type[FieldType], str] = {
    TruthType: "truth",
    NumberType: "number",
    ChoiceType: "choice",
    ColourType: "colour",
    IconType: "icon",
    PlaceType: "place",
    RowType: "row",
}
"""The types that a cell is edited by; all others are texts."""


def _type_name(kind: FieldType | None, name: str) -> str:
    if kind is None:
        return "number" if folded(name) in map(folded, COPIES) else "text"
    return TYPE_NAMES.get(type(kind), "text")


def _options(kind: FieldType | None, index: NameIndex) -> Sequence[Any]:
    """Return the values that a column takes, if they are names or a few words."""
    match kind:
        case PlaceType():
            return index.defined("place", (kind.map.name,))
        case IconType():
            return index.defined("icon")
        case ColourType():
            return index.defined("colour")
        case RowType():
            return index.defined("row", (kind.component.name,))
        case ChoiceType():
            return tuple(cell_text(value) or "" for value in kind.values)
        case TruthType():
            return ("yes", "no")
        case _:
            return ()
