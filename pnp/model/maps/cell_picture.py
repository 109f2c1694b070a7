"""Text pictures and tables of cells: from letters on lines to the cells of a grid, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.geometry.cell_grid import Cell, CellShape
from pnp.source.tree import Node

# What was read of a picture.

Disorder = Literal["ragged", "shifted", "between"]
"""What can be wrong with a line: it is shorter than others, it is indented like the other lines, or a letter is between
the positions of cells.
"""


class PictureCell(Struct, frozen=True):
    """A cell of a picture: its letter, or in a table its word, and the position of that in the file."""

    at: Cell
    letter: str
    span: Span


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


# Reading a text: either each character is a cell, or there are blanks between the letters.


def read_picture(node: Node, shape: CellShape, odd: bool) -> CellPicture:
    """Return the cells of a text picture, a line for each row.

    If no two letters are adjacent, the picture is spaced: every second position is a cell, and shifted rows of pointy
    hexes may be indented by one. Otherwise each character is a cell, and a blank leaves one out.
    """
    lines = node.text.rstrip().split("\n")
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
