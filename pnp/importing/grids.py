"""Grid maps: the draft that importers fill cell by cell, and the importers of hexjson and of 18xx-maker's games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field

from pnp.importing.drafts import (
    DocumentPart,
    Imported,
    ImportRefused,
    Losses,
    Names,
    clean,
    counted_parts,
    document,
    entries,
    limited,
    number,
    written,
)
from pnp.model.maps.cell_picture import TERRAIN_WORDS

MOST_CELLS = 100_000
"""Maximum number of cells of an imported map."""

MOST_TERRAINS = 200
"""Maximum number of different letters of a map."""

PITCH, WIDEST = 18, 400
"""Millimetres from cell to cell, less if a map would be wider or higher than the second number."""

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" + "".join(map(chr, range(0xC0, 0x180)))
"""The letters for terrains in a picture, in the order in which they are used."""

USUAL = {
    "plain": ".",
    "plains": ".",
    "grass": ".",
    "clear": ".",
    "sea": "~",
    "water": "~",
    "mountain": "^",
    "wall": "#",
}
"""Terrains with a usual sign instead of a letter."""

NO_CELL = "-"
"""The letter for no cell."""

Cell = tuple[int, int]
"""Column and row, from 0 at the top left."""

Shape = Literal["hex-pointy", "hex-flat", "square"]


class CellGround(Struct, frozen=True, order=True):
    """What is in a cell: its terrain, its district and its tags."""

    terrain: str
    district: str = ""
    tags: tuple[str, ...] = ()


class GridDraft(Struct):
    """The cells of a map, by column and row, and what is on them.

    `odd` is whether lines with odd numbers are shifted. `numbers` is the value of `names`; `number_of` returns the
    number that a cell then has. `places` are named cells with their other keys.
    """

    shape: Shape
    odd: bool = True
    cells: dict[Cell, CellGround] = field(default_factory=dict)
    terrains: dict[str, dict[str, Any]] = field(default_factory=dict)
    districts: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, tuple[Cell, dict[str, Any]]] = field(default_factory=dict)
    sides: list[dict[str, Any]] = field(default_factory=list)
    roads: list[dict[str, Any]] = field(default_factory=list)
    numbers: dict[str, Any] = field(default_factory=dict)


def letters_of_column(column: int) -> str:
    """Return the letters of a column as spreadsheets count, from A for 0."""
    found = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def cell_number(cell: Cell) -> str:
    """Return the number of a cell as grid maps number them by default: A1 at the top left."""
    return f"{letters_of_column(cell[0])}{cell[1] + 1}"


def grid_document(
    draft: GridDraft,
    name: str,
    source: str,
    schema: str | None,
    losses: Losses,
    numbered: Mapping[Cell, str] | None = None,
) -> Imported:
    """Return the grid map of a draft; cells have their default numbers unless they are `numbered`.

    Raises ImportRefused if it has no cell, or too many.
    """
    if not draft.cells:
        raise ImportRefused("it has no cells", "check that its layers have tiles")
    limited(draft.cells, MOST_CELLS, "cells")
    columns, rows = (max(cell[axis] for cell in draft.cells) + 1 for axis in (0, 1))
    if columns * rows > MOST_CELLS:
        raise ImportRefused(
            f"its cells are in {columns:,} columns and {rows:,} rows", f"a map has {MOST_CELLS:,} cells"
        )
    letters = _letters(draft.cells.values(), losses)
    legend = {letter: _meaning(ground) for ground, letter in letters.items()}
    if len(draft.cells) < columns * rows:
        legend[NO_CELL] = "none"
    used = {ground.terrain for ground in letters}
    terrains = {
        terrain: _drawn(terrain, at) | draft.terrains.get(terrain, {}) for at, terrain in enumerate(sorted(used))
    }
    of = numbered if numbered is not None else {cell: cell_number(cell) for cell in draft.cells}
    places = {place: {"at": of[at], **more} for place, (at, more) in draft.places.items()}
    sections = (
        DocumentPart("name", name),
        DocumentPart("cells", draft.shape),
        DocumentPart("pitch", max(4, min(PITCH, WIDEST // max(columns, rows)))),
        DocumentPart("offset", None if draft.odd or draft.shape == "square" else "even"),
        DocumentPart("names", draft.numbers or None),
        DocumentPart("districts", lines=tuple(entries(draft.districts))),
        DocumentPart("terrain", _picture(draft, letters, columns, rows)),
        DocumentPart("legend", lines=tuple(f"{written(letter)}: {written(each)}" for letter, each in legend.items())),
        DocumentPart("terrains", lines=tuple(entries(terrains))),
        DocumentPart("places", lines=tuple(entries(places))),
        DocumentPart("roads", lines=tuple(f"- {written(road)}" for road in draft.roads)),
        DocumentPart("sides", lines=tuple(f"- {written(side)}" for side in draft.sides)),
    )
    lost = losses.lines()
    parts = ((len(draft.cells), "cell"), (len(places), "named place"), (len(draft.roads), "road"))
    counts = counted_parts(parts)
    return Imported(name, "grid-map", document("grid-map", sections, source, schema, lost), counts, lost)


DRAWINGS = ("plain", "fields", "sand", "rough", "floor", "trees", "swamp", "hills", "rock", "snow")
"""Drawings for terrains whose names say nothing, one after the other, so that they differ."""


def _drawn(terrain: str, at: int) -> dict[str, Any]:
    """Return the drawing of a terrain that pnp does not know by its name: by a word in the name, else any."""
    known = {word: drawing for drawing, words in TERRAIN_WORDS.items() for word in words}
    words = terrain.casefold().replace("-", " ").replace("_", " ").split()
    if terrain.casefold() in known:
        return {}
    named = next(
        (known[each] for word in reversed(words) for each in (word, word.removesuffix("s")) if each in known), None
    )
    return {"draw": named or DRAWINGS[at % len(DRAWINGS)]}


def _meaning(ground: CellGround) -> Any:
    if not ground.district and not ground.tags:
        return ground.terrain
    district = {"in": ground.district} if ground.district else {}
    return {"terrain": ground.terrain, **district, **({"tags": ground.tags} if ground.tags else {})}


def _letters(grounds: Iterable[CellGround], losses: Losses) -> dict[CellGround, str]:
    """Return a letter for each ground, most frequent first: a usual sign, its first letter, else any that is free."""
    counts: dict[CellGround, int] = {}
    for ground in grounds:
        counts[ground] = counts.get(ground, 0) + 1
    order = sorted(counts, key=lambda ground: (-counts[ground], ground))
    limited(order, MOST_TERRAINS, "different kinds of cells")
    free = dict.fromkeys(LETTERS)
    found: dict[CellGround, str] = {}
    for ground in order:
        first = ground.terrain[:1]
        usual = "" if ground.tags or ground.district else USUAL.get(ground.terrain.casefold(), "")
        wished = (usual, first.lower(), first.upper())
        letter = next(
            (
                each
                for each in wished
                if each and (each in free or each in USUAL.values()) and each not in found.values()
            ),
            None,
        ) or next(iter(free))
        free.pop(letter, None)
        found[ground] = letter
    return found


def _picture(draft: GridDraft, letters: Mapping[CellGround, str], columns: int, rows: int) -> str:
    """Return the picture: a line a row, blanks between the letters, shifted rows of pointy hexes indented by one."""
    lines = []
    for row in range(rows):
        shifted = draft.shape == "hex-pointy" and bool(row & 1) is draft.odd
        signs = (
            letters[draft.cells[at]] if (at := (column, row)) in draft.cells else NO_CELL for column in range(columns)
        )
        lines.append(" " * shifted + " ".join(signs))
    return "\n".join(lines)


# hexjson: hexes by name with their column and row, rows counted from the bottom (Open Innovations, "HexJSON").

TERRAIN_KEYS = ("terrain", "type", "class", "landuse")
DISTRICT_KEYS = ("region", "area", "county", "group", "state")
NAME_KEYS = ("n", "name", "label", "title")
IGNORED_KEYS = frozenset(("q", "r"))


def import_hexjson(value: Any, file: str, name: str, schema: str | None) -> Imported:
    """Return the grid map of a hexjson file. Raises ImportRefused."""
    hexes, layout = value.get("hexes"), value.get("layout")
    if layout not in ("odd-r", "even-r", "odd-q", "even-q") or not isinstance(hexes, dict):
        raise ImportRefused("its layout is none of odd-r, even-r, odd-q, even-q", "save it as HexJSON")
    limited(hexes, MOST_CELLS, "hexes")
    losses = Losses()
    found = _positions(hexes, losses)
    left, top = min(column for column, _ in found.values()), max(row for _, row in found.values())
    by_rows, odd = layout.endswith("r"), layout.startswith("odd")
    # Rows count upwards there. A shifted row is further right; a shifted column is further up, so the others are lower.
    draft = GridDraft(
        "hex-pointy" if by_rows else "hex-flat", odd is bool(top % 2 == 0) if by_rows else odd is bool(left % 2)
    )
    names, where = Names(losses), dict[Cell, str]()
    for key, (column, row) in found.items():
        at, each = (column - left, top - row), hexes[key]
        if at in where:
            losses.add("hexes on the cell of another", f"'{clean(key)}' on '{where[at]}'")
            continue
        where[at] = clean(key)
        tags = tuple(sorted(clean(word)[:60].strip() for word, said in each.items() if said is True and clean(word)))
        ground = CellGround(_first(each, TERRAIN_KEYS) or "plain", _first(each, DISTRICT_KEYS), tags)
        draft.cells[at] = ground
        if ground.district:
            draft.districts[ground.district] = {}
        draft.terrains.setdefault(ground.terrain, {})
        text = _first(each, NAME_KEYS)
        if text or not re.fullmatch(r"[QC]-?\d+R-?\d+", clean(key)):
            draft.places[names.give(key, text or key, f"Hex {len(draft.places) + 1}")] = (at, {})
        for word, said in each.items():
            if (
                said is not True
                and word not in IGNORED_KEYS
                and word not in (*TERRAIN_KEYS, *DISTRICT_KEYS, *NAME_KEYS)
            ):
                losses.add("values of hexes", f"'{clean(word)}'")
    for word in value:
        if word not in ("hexes", "layout"):
            losses.add("what is not about hexes", f"'{clean(word)}'")
    return grid_document(draft, name, f"Imported from {file}: hexjson, {len(hexes):,} hexes.", schema, losses)


def _positions(hexes: Mapping[str, Any], losses: Losses) -> dict[str, Cell]:
    """Return the columns and rows of the hexes. Raises ImportRefused if none has any."""
    found: dict[str, Cell] = {}
    for key, each in hexes.items():
        column, row = (number(each.get(axis)) if isinstance(each, dict) else None for axis in ("q", "r"))
        if column is None or row is None or column != int(column) or row != int(row):
            losses.add("hexes without a whole q and r", f"'{clean(key)}'")
        else:
            found[key] = int(column), int(row)
    if not found:
        raise ImportRefused("it has no hex with a q and an r", "save it as HexJSON")
    return found


def _first(each: Mapping[str, Any], keys: Sequence[str]) -> str:
    """Return the first text under one of the keys as a name."""
    return next((text for key in keys if (text := clean(each.get(key))[:60].strip())), "")
