"""Text pictures of cells: from letters on lines to the cells of a grid, and the terrains that letters mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.cell_grid import Cell, CellShape
from pnp.model.maps.cell_sides import Edges, read_edges
from pnp.model.records import TableSource, read_record
from pnp.model.reference import Ref
from pnp.source.table_files import WORKBOOKS
from pnp.source.tables import SheetTable
from pnp.source.tree import Mapping as SourceMapping
from pnp.source.tree import Node

# What was read of a picture.

Disorder = Literal["ragged", "shifted", "between", "joined"]
"""What can be wrong with a line: it is shorter than others, it is indented like the other lines, a letter is between
the positions of cells, or YAML joins all lines to one.
"""


class PictureCell(Struct, frozen=True):
    """A cell of a picture: its letter, or in a table its word, and the position of that in the file."""

    at: Cell
    letter: str
    span: Span


CELL_NAME = re.compile(r"[A-Z]{0,2}\d+|-?\d+,-?\d+")
"""The name of a cell: `B3`, `0101`, `1,-2`."""


class Disorderly(Struct, frozen=True):
    """A line of a picture that does not fit the others; `count` is its number of cells, `usual` that of others."""

    disorder: Disorder
    row: int
    span: Span
    count: int = 0
    usual: int = 0


class CellPicture(Struct, frozen=True):
    """The letters of a picture, row by row; blanks are no cells."""

    cells: tuple[PictureCell, ...] = ()
    faults: tuple[Disorderly, ...] = ()

    def may_lack(self, name: str) -> bool:
        """Whether rows are too short or joined, so that a cell of such a name may be missing."""
        lacks = any(each.disorder in ("ragged", "joined") for each in self.faults)
        return lacks and CELL_NAME.fullmatch(name) is not None


# Reading a text: either each character is a cell, or there are blanks between the letters.


def read_picture(node: Node, shape: CellShape, odd: bool) -> CellPicture:
    """Return the cells of a text picture, a line for each row.

    If no two letters are adjacent, the picture is spaced: every second position is a cell, and shifted rows of pointy
    hexes may be indented by one. Otherwise each character is a cell, and a blank leaves one out.
    """
    lines = node.text.rstrip().split("\n")
    first, _, last, _ = node.mark
    if len(lines) == 1 and last - first > 1:  # a block of one line ends on the next one
        return CellPicture((), (Disorderly("joined", 0, node.span),))
    spaced = not any(one != " " != other for line in lines for one, other in pairwise(line))
    cells: list[PictureCell] = []
    faults: list[Disorderly] = []
    counts: list[int] = []
    for row, line in enumerate(lines):
        shifted = shape == "hex-pointy" and bool(row & 1) is odd
        found = [(at, letter) for at, letter in enumerate(line) if letter != " "]
        indents = {at % 2 for at, _ in found} if spaced else {0}
        if len(indents) > 1:
            usual = found[0][0] % 2
            stray = next(at for at, _ in found if at % 2 != usual)
            faults.append(Disorderly("between", row, _span(node, lines, row, stray)))
        elif indents == {1} and not shifted:
            faults.append(Disorderly("shifted", row, _span(node, lines, row, found[0][0])))
        columns = [(at // 2 if spaced else at, letter, at) for at, letter in found]
        cells += [PictureCell((column, row), letter, _span(node, lines, row, at)) for column, letter, at in columns]
        counts.append(columns[-1][0] + 1 if columns else 0)
    return CellPicture(tuple(cells), (*faults, *_ragged(counts, node, lines, shape, odd)))


def cells_written(root: Node, shape: CellShape, odd: bool) -> CellPicture:
    """Return the cells of the picture in a grid map or, without one, of a rectangle; none if a table has them."""
    if "terrain" in root and named_table(root["terrain"]):
        return CellPicture()
    if "terrain" in root:
        return read_picture(root["terrain"], shape, odd)
    if "extent" not in root:
        return CellPicture()
    columns, rows = (int(part) for part in root["extent"].text.lower().replace("×", "x").split("x"))
    span = root["extent"].span
    return CellPicture(tuple(PictureCell((x, y), "", span) for y in range(rows) for x in range(columns)))


TABLES = (".csv", ".tsv", *WORKBOOKS)
"""The ends of names of files with a table of cells."""


def named_table(node: Node) -> TableSource | None:
    """Return the table that `terrain` names instead of having a picture; None if it has one."""
    if isinstance(node.value, SourceMapping):
        return TableSource.read(node)
    text = node.text.strip()
    named = "\n" not in text and text.casefold().endswith(TABLES)
    return TableSource(Ref(text, node.span)) if named else None


def read_cell_sheet(table: SheetTable) -> CellPicture:
    """Return the cells of a sheet of a workbook, each where it is in the sheet: the cell A1 is the first of the map."""
    return CellPicture(
        tuple(
            PictureCell((column, record.number - 1), word, table.cell(record, column))
            for record in table.records
            for column, word in enumerate(record.cells)
            if word
        )
    )


def read_cell_table(text: str, file: str, most: int) -> CellPicture:
    """Return the cells of a table without a header: a line for each row, a word for each cell, none where it is blank.

    Commas, semicolons or tabs separate the words, whichever of them is the most frequent. The rows after the one with
    which there are more than `most` cells are not read.
    """
    separator = max(",;\t", key=text.count)
    cells: list[PictureCell] = []
    for row, line in enumerate(text.splitlines()):
        if len(cells) > most:
            break
        start = 1
        for column, written in enumerate(line.split(separator)):
            word = written.strip(' "')
            if word:
                at = start + written.index(word)
                cells.append(PictureCell((column, row), word, Span(file, row + 1, at, row + 1, at + len(word))))
            start += len(written) + 1
    return CellPicture(tuple(cells))


def named_grounds(picture: CellPicture, legend: Legend, known: Collection[str]) -> Legend:
    """Return the legend with the words of a table that are names of terrains."""
    words = {cell.letter: cell for cell in reversed(picture.cells) if cell.letter not in legend}
    named = {word: LetterGround(Ref(word, cell.span)) for word, cell in words.items() if word in known}
    return {**legend, **dict(sorted(named.items()))}


def _ragged(
    counts: Sequence[int], node: Node, lines: Sequence[str], shape: CellShape, odd: bool
) -> Iterator[Disorderly]:
    """Yield the lines that end before the longest one; a shifted row of hexes may have one cell less."""
    usual = max(counts, default=0)
    shifted = [shape == "hex-pointy" and bool(row & 1) is odd for row in range(len(counts))]
    less = all(count < usual for count, is_shifted in zip(counts, shifted, strict=True) if is_shifted)
    for row, count in enumerate(counts):
        expected = usual - 1 if shifted[row] and less else usual
        if count < expected:
            yield Disorderly("ragged", row, _span(node, lines, row, max(0, len(lines[row]) - 1)), count, expected)


def _span(node: Node, lines: Sequence[str], row: int, at: int) -> Span:
    """Return the span of a character of a text in block style, or of the whole text if it is written otherwise.

    A block begins on the line after its indicator. Its last line shows by how much it is indented.
    """
    line, column, last_line, last_column = node.mark
    indent = last_column - 1 - len(lines[-1].rstrip())
    if last_line == line and len(lines) == 1:
        quotes = last_column - column - len(node.text)
        if quotes not in (0, 2):
            return node.span
        first = column + quotes // 2 + at
        return Span(node.file, line, first, line, first + 1, node.pointer, node.row)
    if last_line - line != len(lines) or indent < 0:
        return node.span
    here, first = line + 1 + row, indent + at + 1
    return Span(node.file, here, first, here, first + 1, node.pointer, node.row)


# Terrains, and what they look like.

TERRAIN_WORDS: dict[str, tuple[str, ...]] = {
    "plain": ("plain", "plains", "clear", "open", "grass", "meadow", "steppe"),
    "trees": ("trees", "forest", "woods", "wood", "jungle", "grove"),
    "hills": ("hills", "hill", "downs"),
    "mountains": ("mountains", "mountain", "peaks", "alpine"),
    "swamp": ("swamp", "marsh", "bog", "fen"),
    "water": ("water", "sea", "lake", "ocean", "deep"),
    "shallows": ("shallows", "shallow", "coast", "reef"),
    "sand": ("sand", "desert", "beach", "dunes"),
    "rough": ("rough", "rocks", "broken", "rubble", "scree"),
    "town": ("town", "village", "city", "houses"),
    "fields": ("fields", "field", "farmland", "farm"),
    "snow": ("snow", "ice", "glacier"),
    "floor": ("floor", "room", "hall", "corridor", "passage"),
    "rock": ("rock", "stone", "wall", "solid"),
    "void": ("void", "blank", "pit", "chasm"),
}
"""The drawings of terrains, each with the names of terrains that have it by default."""

DRAWN_AS = {name: drawing for drawing, names in TERRAIN_WORDS.items() for name in names}
"""The drawing of each name of a terrain that has one by default."""


class TerrainKind(Struct, frozen=True):
    """A kind of terrain: what entering it costs, whether it is closed, and how it is drawn.

    `draw` is a drawing of `TERRAIN_WORDS`; without one the name of the terrain decides. `colour` is a palette role, and
    `icon` is drawn in each cell instead of a drawing.
    """

    id: str
    span: Span
    name: str
    cost: int = 1
    closed: bool = False
    draw: str | None = None
    colour: Ref | None = None
    icon: Ref | None = None
    tags: tuple[Ref, ...] = ()

    @property
    def drawing(self) -> str:
        """The name of its drawing."""
        return self.draw or DRAWN_AS.get(self.id.casefold(), "plain")


Legend = Mapping[str, "LetterGround"]
"""What each letter or word of a picture means."""

NO_CELL = "none"
"""The word for a letter that is no cell."""


class LetterGround(Struct, frozen=True):
    """What a letter of a picture means: a terrain, None for no cell; and the district, tags and edges of its cells."""

    terrain: Ref | None
    district: Ref | None = field(default=None, name="in")
    tags: tuple[Ref, ...] = ()
    edges: Edges = None

    @classmethod
    def read(cls, node: Node) -> LetterGround:
        """Return the meaning at `node`: the name of a terrain, `none`, or a mapping."""
        named = node.get("terrain") or node
        terrain = None if named.text == NO_CELL else Ref.read(named)
        return (
            read_record(cls, node, terrain=terrain, edges=read_edges(node.get("edges")))
            if named is not node
            else cls(terrain)
        )


def read_terrain(key: Node, value: Node) -> TerrainKind:
    """Return the terrain that a map describes under `key`."""
    if value.value is None:
        return TerrainKind(key.text, key.span, key.text)
    return read_record(TerrainKind, value, id=key.text, span=key.span, name=value.text_of("name", key.text))


def ground_with_tags(ground: LetterGround, terrains: Mapping[str, TerrainKind]) -> LetterGround:
    """Return the meaning of a letter with all tags of its cells: the name of the terrain and its tags come first."""
    if ground.terrain is None:
        return ground
    terrain = terrains.get(ground.terrain.name)
    return replace(ground, tags=(ground.terrain, *(terrain.tags if terrain else ()), *ground.tags))
