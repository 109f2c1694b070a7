"""What documents take from files that they name: tables, folders of icons, outlines of areas, cells of grid maps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pnp.diagnostics import Finding
from pnp.loader.component_tables import with_tables
from pnp.loader.reading import GameReading, NamedFolder, ReadDocument
from pnp.loader.rules import BAD_OUTLINES
from pnp.messages import did_you_mean, shown
from pnp.model.component import Component
from pnp.model.faces.theme import IconSet
from pnp.model.game import Content
from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.model.records import TableSource
from pnp.model.reference import Ref
from pnp.source.files import bad_name, read_text
from pnp.source.ledger import (
    PACK_ICONS,
    PACK_PLACES,
    Ledger,
    or_large,
)
from pnp.source.rules import BAD_PATH, MISSING_FILE, OVER_LIMIT, WRONG_VALUE
from pnp.source.table_files import is_workbook

if TYPE_CHECKING:
    from pnp.model.maps.cell_picture import CellPicture
    from pnp.model.maps.grid_map import GridMap


def with_files(content: Content, document: str, place: NamedFolder, reading: GameReading) -> Content:
    """Return the content of a document with what it takes from other files: tables, or a folder of icons."""
    if isinstance(content, Component):
        return with_tables(content, document, place, reading)
    if isinstance(content, GameMap):
        return with_outlines(content, place, reading)
    return with_folder(content, place, reading) if isinstance(content, IconSet) else content


# Folders of icons: the files are listed here, and read when an icon is drawn.

ICON_PATTERN = "**/*.[sSpP][vVnN][gG]"
"""Matches the paths of SVG and PNG files, and some others."""
ICON_FILE = re.compile(r"\.(svg|png)$", re.IGNORECASE)


def with_folder(icons: IconSet, place: NamedFolder, reading: GameReading) -> IconSet:
    """Return the icons with those of their folder; damaged if it has none, or more than the limit of a pack."""
    if icons.folder is None:
        return icons
    name, span = icons.folder.name.strip("/"), icons.folder.span
    if fault := bad_name(icons.folder.name):
        reading.report(BAD_PATH, span, *fault)
        return replace(icons, damaged=True)
    paths = reading.disk.files(place.folder, f"{name}/{ICON_PATTERN}")
    files = [file for file in (path.relative_to(place.folder).as_posix() for path in paths) if ICON_FILE.search(file)]
    if not files:
        found = (path for path in reading.disk.files(place.folder, ICON_PATTERN) if ICON_FILE.search(path.name))
        folders = sorted({path.parent.relative_to(place.folder).as_posix() for path in found})
        hint = did_you_mean(name, folders) or "name a folder with SVG or PNG files by its path from that of the pack"
        reading.report(MISSING_FILE, span, f"there are no icons in {shown(name)}", hint)
        return replace(icons, damaged=True)
    if not reading.totals.add(PACK_ICONS, len(files), span):
        return replace(icons, damaged=True)
    return icons.with_files(files)


# Outlines of areas: the drawing that a map names.


def with_outlines(game_map: AnyMap, place: NamedFolder, reading: GameReading) -> AnyMap:
    """Return the map with the outlines in the file that it names; damaged if they cannot be read."""
    source = game_map.outlines if game_map.kind == "area-map" else None
    if game_map.kind != "area-map" or source is None or source.file is None:
        return game_map
    from pnp.loader.outline_files import OutlinesRefusedError, with_drawn_outlines

    name, span = source.file.name, source.file.span
    content = reading.disk.file(reading.places.get(span.file, place).folder, name, span)
    if isinstance(content, Finding):
        reading.note(content)
        return replace(game_map, damaged=True)
    try:
        return with_drawn_outlines(game_map, source, content, name)
    except OutlinesRefusedError as refused:
        at = "" if refused.line == 1 else f", line {refused.line}"
        message = f"the outlines in {shown(name)}{at} cannot be used: {refused.message}"
        reading.report(BAD_OUTLINES, span, message, refused.hint)
        return replace(game_map, damaged=True)


# Cells of grid maps: the table or the sheet that a map names.


def with_terrain(grid_map: GridMap, read: ReadDocument, place: NamedFolder, reading: GameReading) -> GridMap:
    """Return the map with the cells of the table that it names; as it is if there is none, or none that can be read."""
    if grid_map.terrain_file is None:
        return grid_map
    file, sheet = grid_map.terrain_file.file, grid_map.terrain_file.sheet
    place = reading.places.get(file.span.file, place)  # a map that it extends may be in a kit
    name = place.shown(file.name)
    if sheet and not is_workbook(name):
        hint = "take 'sheet' out, or name a workbook"
        reading.report(WRONG_VALUE, sheet.span, f"only workbooks have sheets, and not {shown(file.name)}", hint)
    content = reading.disk.file(place.folder, file.name, file.span)
    if isinstance(content, Finding):
        reading.note(content)
        return replace(grid_map, damaged=True)
    reading.texts[name] = "" if is_workbook(name) else content.decode("utf-8-sig", "replace")
    most = reading.totals.most(PACK_PLACES)
    picture, findings = _cells(content, name, sheet, most)
    for finding in findings:
        missing_sheet = sheet and finding.code == MISSING_FILE.code
        reading.note(replace(finding, span=sheet.span) if sheet and missing_sheet else finding)
    named = TableSource(Ref(name, file.span), sheet)
    if picture and len(picture.cells) > most:
        message = f"{shown(file.name)} has more than {most:,} cells"
        reading.report(OVER_LIMIT, file.span, message, f"make the map smaller{or_large(reading.totals.scale)}")
        picture = None
    if picture is None:
        return replace(grid_map, damaged=True, terrain_file=named)
    from pnp.model.maps.grid_map import read_grid_map

    return replace(read_grid_map(read.root, grid_map.id, read.damaged, picture), terrain_file=named)


def _cells(content: bytes, name: str, sheet: Ref | None, most: int) -> tuple[CellPicture | None, Sequence[Finding]]:
    """Return the cells in a table, a few more than `most` of them, None if it cannot be read, and what was found."""
    from pnp.model.maps.cell_picture import read_cell_sheet, read_cell_table

    if is_workbook(name):
        from pnp.source.workbooks.sheet import read_cells

        table = read_cells(content, name, sheet.name if sheet else None)
        return (None if table.damaged else read_cell_sheet(table)), table.findings
    ledger = Ledger(name)
    text = read_text(content, ledger)
    return (None if text is None else read_cell_table(text, name, most)), ledger.findings()
