"""Texts of Vassal: traits of pieces in its encoding, and how its grids number their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

from msgspec import Struct

from pnp.export.things import Piece, Snap

FLIP, ROLL, TURN, BACK, DELETE = "70,130", "82,130", "93,130", "91,130", "127,0"
"""Key strokes: Ctrl+F, Ctrl+R, Ctrl+], Ctrl+[ and the delete key."""


# Vassal's encoding of sequences.


def sequence(parts: Iterable[str], delimiter: str) -> str:
    """Return parts as one text, as `VASSAL.tools.SequenceEncoder` does.

    A delimiter in a part is preceded by a backslash. A part that begins with a backslash, or that is in single quotes,
    is put into single quotes, because the decoder takes quotes off and would take the backslash for an escape.
    """
    return delimiter.join(_part(part, delimiter) for part in parts)


def _part(text: str, delimiter: str) -> str:
    escaped = text.replace(delimiter, "\\" + delimiter)
    quoted = text.startswith("\\") or (text.startswith("'") and text.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


class Trait(Struct, frozen=True):
    """A trait of a piece: its type, which is the same for all games, and its state."""

    type: str
    state: str = ""


def definition(traits: Sequence[Trait]) -> str:
    """Return the command that adds a piece of these traits, the outermost first, the last one being the basic piece."""
    kind, state = traits[-1].type, traits[-1].state
    for trait in reversed(traits[:-1]):
        kind, state = sequence((trait.type, kind), "\t"), sequence((trait.state, state), "\t")
    return "+/" + sequence(("null", kind, state), "/")


def basic(image: str, name: str, slot: int) -> Trait:
    """Return the innermost trait: a picture and a name."""
    return Trait("piece;" + sequence(("", "", image, name), ";"), f"null;0;0;{slot};0")


def marks(**properties: str) -> Trait:
    """Return properties of a piece that never change, such as its text, for searching and reports."""
    return Trait("mark;" + sequence(properties, ","), sequence(properties.values(), ","))


def layers(images: Sequence[str], names: Sequence[str], command: str, at: int = 1, rolled: bool = False) -> Trait:
    """Return the sides of a piece, of which one is seen, `at` from 1; `rolled` ones are turned up at random."""
    step = ("", "") if rolled else (command, FLIP)
    roll = (ROLL, command) if rolled else ("", "")
    parts = (
        "", "128", "A", step[0], "128", "", "", "128", "", "", "", "1", "false", "0", "0",
        sequence(images, ","), sequence(names, ","), "true", "Side", *roll, "false", "", "1", "1", "true",
        "", step[1], "", "", "1.0", "", "true",
    )  # fmt: skip
    return Trait("emb2;" + sequence(parts, ";"), str(at))


def mask(image: str) -> Trait:
    """Return the trait of a card that can be face down: other players see its back, its owner both sides."""
    return Trait("obs;" + sequence((FLIP, image, "Flip", "I", "a card", "", "Peek"), ";"), "null")


def turning(turn: float) -> Trait:
    """Return the trait of a piece that can be turned, and how far it is turned, clockwise."""
    steps = next((each for each in (4, 8, 24) if abs(turn * each / 360 - round(turn * each / 360)) < 1e-6), 360)
    parts = (str(steps), TURN, BACK, "Turn right", "Turn left", "", "", "Turn")
    return Trait("rotate;" + sequence(parts, ";"), str(round(turn * steps / 360) % steps))


# Numbers of the cells of a grid.

_CELL = re.compile(r"([A-Z]|\d+)([^A-Za-z0-9]?)([A-Z]|\d+)")


def numbering(piece: Piece) -> tuple[dict[str, str], int] | None:
    """Return how Vassal's grid names the cells of a piece that is not turned, and of how many the names are right.

    The columns of a grid of hexes with a corner up run from top to bottom, as Vassal turns it by a quarter. Where every
    other column is half a cell higher, Vassal counts its rows from one more (stagger). None if it has no such names.
    """
    cells = [(_place(piece, snap), _parts(snap.name)) for snap in piece.snaps]
    named = [(place, parts) for place, parts in cells if parts]
    best: tuple[dict[str, str], int] | None = None
    for first, staggered in product("HV", (False, True)):
        counts, leading = Counter[tuple[int, int, str, str, str]](), [0, 0]
        for (column, row), parts in named:
            assert parts
            across, down = (parts[0], parts[2]) if first == "H" else (parts[2], parts[0])
            row += staggered and bool(column % 2)
            kinds = "AN"[across.isdigit()], "AN"[down.isdigit()]
            counts[(_number(across) - column, _number(down) - row, *kinds, parts[1])] += 1
            for axis, part in enumerate((across, down)):
                leading[axis] = max(leading[axis], len(part) - 1 if part.startswith("0") else 0)
        for (left, top, wide, tall, between), count in counts.most_common(1):
            if best is None or count > best[1]:
                best = {
                    "first": first, "sep": between, "hType": wide, "hLeading": str(leading[0]), "hOff": str(left),
                    "hDescend": "false", "vType": tall, "vLeading": str(leading[1]), "vOff": str(top),
                    "vDescend": "false", "locationFormat": "$gridLocation$", "visible": "false", "fontSize": "9",
                    "color": "0,0,0", "rotateText": "0", "hDrawOff": "0", "vDrawOff": "0",
                    "stagger": str(staggered).lower(),
                }, count  # fmt: skip
    if best and piece.grid and piece.grid.shape == "square":
        del best[0]["stagger"]
    return best


def _place(piece: Piece, snap: Snap) -> tuple[int, int]:
    """Return the column and the row of a cell as Vassal counts them, from the cell with which the grid begins."""
    cells = piece.grid
    assert cells
    x, y = snap.x - cells.x, snap.y - cells.y
    if cells.shape == "square":
        return round(x / cells.pitch), round(y / cells.pitch)
    x, y = (y, x) if cells.shape == "hex-pointy" else (x, y)
    column = round(x / (cells.pitch * 3**0.5 / 2))
    return column, round(y / cells.pitch - (0.5 if column % 2 else 0.0))


def _parts(name: str) -> tuple[str, str, str] | None:
    """Return the two parts of the name of a cell, and what is between them; None for other names."""
    if name.isdigit() and len(name) % 2 == 0:
        return name[: len(name) // 2], "", name[len(name) // 2 :]
    found = _CELL.fullmatch(name)
    return (found[1], found[2], found[3]) if found and not (name.isdigit()) else None


def _number(part: str) -> int:
    return int(part) if part.isdigit() else ord(part) - ord("A")
