"""The pieces of a table before they are placed: which ones a thing gets, and how they lie next to each other."""

from __future__ import annotations

from math import ceil, sqrt

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault
from pnp.facts.diagrams import NoSketchError
from pnp.facts.pictures import Printed, ShownPiece
from pnp.facts.rows import box_size
from pnp.messages import counted
from pnp.model.game import Game
from pnp.model.reference import Ref
from pnp.model.table import TableThing
from pnp.scene.items import BoundingBox, brought, rotate

# Pieces, and the supplies of components that they are taken from.


class LaidPiece(Struct, frozen=True):
    """A piece on the table: its middle, its turn in degrees clockwise, and its size; `shown` is None for a space.

    With a `place`, its position is that of this place on the map of the thing that it lies on.
    """

    shown: ShownPiece | None
    x: float
    y: float
    turn: float
    width: float
    height: float
    place: Ref | None = None


SHOWN_IN_PILE = 3
"""The number of pieces of a pile that are seen."""

MOST_PIECES = 400
"""The maximum number of pieces of one thing that are laid out; more are one pile."""

PILE_STEP = 1.6
"""The distance between the pieces of a pile that are seen, in millimetres."""

FAN_STEP = 0.4
"""The distance between the pieces of a fan, in shares of their width."""


class TooFewError(Exception):
    """The game has fewer pieces than a table needs."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


class PieceSupply:
    """The pieces of a component that are not on the table yet, as the numbers of their rows in order."""

    def __init__(self, found: Printed) -> None:
        self._found = found
        every = found.component.copies * found.entry.copies
        if found.component.makes == "die":
            self._rows = dict.fromkeys(range(min(1, len(found.rows))), found.count)
        else:
            self._rows = {number: row.copies * every for number, row in enumerate(found.rows)}

    @property
    def left(self) -> int:
        """The number of pieces that are left."""
        return sum(self._rows.values())

    def take(self, thing: TableThing, count: int, players: int, times: int) -> list[int]:
        """Return the rows of the next pieces, those that are seen for a pile. Raises TooFewError, NoSketchError."""
        found, name = self._found, self._found.entry.id
        if count > self.left:
            each = " at each seat" if times > 1 else ""
            message = f"'{thing.id}' needs {count} of '{name}'{each} with {counted(players, 'player')}"
            hint = f"the game has {found.count} in all; {self.left} of them were left for it"
            raise TooFewError(Fault((thing.count or thing).span, message, hint))
        shown = SHOWN_IN_PILE if thing.heap == "pile" else MOST_PIECES
        if not thing.rows:
            return self._next(count, shown)
        wanted = [found.number(row) for row in thing.rows]
        if count > len(wanted):
            people = counted(players, "player")
            message = f"'{thing.id}' needs {count} of '{name}' with {people}, and names {len(wanted)} rows"
            raise TooFewError(Fault((thing.count or thing).span, message, "name more rows"))
        for number in wanted[:count]:
            if not self._rows.get(number):
                message = f"'{thing.id}' needs '{found.rows[number].name}' of '{name}', of which the game has no more"
                raise TooFewError(Fault(thing.span, message, "name another row"))
            self._rows[number] -= 1
        return wanted[:count][:shown]

    def _next(self, count: int, shown: int) -> list[int]:
        """Take the next pieces in order, and return the rows of those that are seen."""
        taken: list[int] = []
        for number, left in self._rows.items():
            some = min(left, count)
            self._rows[number] -= some
            count -= some
            taken += [number] * min(some, shown - len(taken))
        return taken


def net_size(found: Printed, game: Game) -> tuple[float, float]:
    """Return the size of a box lying on its back. Raises NoSketchError for a component without a face."""
    size = box_size(found.component.box, game) if found.component.box else None
    if size is None:
        raise NoSketchError
    return size.width, size.height


FLUSH = ("board", "tile")
"""Components whose pieces touch each other on the table."""


def arranged(pieces: list[LaidPiece], thing: TableThing, found: Printed) -> tuple[tuple[LaidPiece, ...], float, float]:
    """Return the pieces around the middle of their block, and its width and height."""
    if not pieces:
        return (), 0.0, 0.0
    turned = [brought(BoundingBox(0, 0, each.width, each.height), rotate(each.turn)) for each in pieces]
    wide, tall = max(box.width for box in turned), max(box.height for box in turned)
    count = len(pieces)
    spacing = thing.spacing if thing.spacing is not None else 0.0 if found.component.makes in FLUSH else 4.0
    step_x, step_y = wide + spacing, tall + spacing
    columns = {"pile": 1, "row": count, "column": 1, "fan": count}.get(thing.heap)
    columns = columns or thing.columns or ceil(sqrt(count))
    if thing.heap == "pile":
        step_x = step_y = PILE_STEP
        spots = [(index * step_x, -index * step_y) for index in range(count)]
    elif thing.heap == "fan":
        spots = [(index * FAN_STEP * wide, 0.0) for index in range(count)]
    else:
        spots = [((index % columns) * step_x, (index // columns) * step_y) for index in range(count)]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    width, height = max(x for x, _ in spots) - left + wide, max(y for _, y in spots) - top + tall
    shift_x, shift_y = wide / 2 - left - width / 2, tall / 2 - top - height / 2
    laid = tuple(replace(each, x=x + shift_x, y=y + shift_y) for each, (x, y) in zip(pieces, spots, strict=True))
    return laid, width, height


def around_one(index: int, count: int, piece: LaidPiece) -> tuple[float, float]:
    """Return the offset of one of several pieces on the same place: in rows as square as possible."""
    columns = ceil(sqrt(count))
    rows = ceil(count / columns)
    here = min(columns, count - (index // columns) * columns)
    x = ((index % columns) - (here - 1) / 2) * piece.width * 1.05
    y = ((index // columns) - (rows - 1) / 2) * piece.height * 1.05
    return x, y
