"""Block maps by brute force: who drives where on a grid of squares, by rules of thumb in complex numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.board import Board, Place, Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Data

State = tuple[complex, complex, bool]
"""Where one is (columns and rows down), where one is heading, and whether one has just entered an intersection."""

HEADINGS = (-1j, 1 + 0j, 1j, -1 + 0j)
SIDES = {"N": -1j, "NE": 1 - 1j, "E": 1, "SE": 1 + 1j, "S": 1j, "SW": -1 + 1j, "W": -1, "NW": -1 - 1j}


def block_board(document: Data) -> Board:
    """The board of a block map."""
    return _Grid(document).board


def name_of(at: complex) -> str:
    """A square by its column and row."""
    return f"{int(at.real) + 1}/{int(at.imag) + 1}"


class _Grid:
    def __init__(self, document: Data) -> None:
        blocks = document["blocks"]
        self.rows, self.columns, self.squares = blocks["rows"], blocks["columns"], blocks.get("squares", 3)
        self.pitch = self.squares + 2
        self.near = 1j if document.get("drive", "right") == "right" else -1j
        self.hand = document.get("drive", "right")
        self.turns = set(document.get("turns", ("right", "straight", "left")))
        self.back = document.get("turn-in-street", False)
        self.sides = document.get("addresses", list(SIDES))
        self.names = [
            [self._block_name(blocks, column, row) for column in range(self.columns)] for row in range(self.rows)
        ]
        self.board = Board()
        self._add_squares(document)
        self._add_addresses()
        self._add_stretches()

    def _block_name(self, blocks: Data, column: int, row: int) -> str:
        given = blocks.get("names") or []
        if row < len(given) and column < len(given[row]):
            return str(given[row][column])
        letters, left = "", column
        while left >= 0:
            letters, left = chr(65 + left % 26) + letters, left // 26 - 1
        return f"{letters}{row + 1}"

    def kind(self, at: complex) -> str:
        """What lies there: off, block, crossing or street."""
        if not (0 <= at.real < self.columns * self.pitch + 2 and 0 <= at.imag < self.rows * self.pitch + 2):
            return "off"
        level, upright = at.imag % self.pitch < 2, at.real % self.pitch < 2
        if level and upright:
            return "crossing"
        return "street" if level or upright else "block"

    def _squares(self) -> Iterator[complex]:
        for y in range(self.rows * self.pitch + 2):
            for x in range(self.columns * self.pitch + 2):
                if self.kind(complex(x, y)) in ("street", "crossing"):
                    yield complex(x, y)

    def _lane(self, at: complex) -> complex:
        """Where a lane leads: the kerb, not the other lane, lies on the hand one drives on."""
        level = at.imag % self.pitch < 2
        first = at.imag % self.pitch < 1 if level else at.real % self.pitch < 1
        kerb = (-1j if level else -1) if first else (1j if level else 1)
        return kerb / self.near

    def _after(self, state: State) -> Iterator[State]:
        at, heading, entered = state
        far = -self.near
        if self.kind(at) == "street" or not entered:
            ahead = at + heading
            yield ahead, heading, self.kind(at) == "street" and self.kind(ahead) == "crossing"
            if self.kind(at) == "street" and self.back:
                yield at + heading * far, -heading, False
            return
        near_turn, far_turn = ("right", "left") if self.hand == "right" else ("left", "right")
        if near_turn in self.turns and self.kind(at + heading * self.near) == "street":
            yield at + heading * self.near, heading * self.near, False
        for turn, step, leaving in (
            ("straight", heading, heading),
            (far_turn, heading + heading * far, heading * far),
            ("u-turn", heading * far, -heading),
        ):
            if turn in self.turns and self.kind(at + step + leaving) == "street":
                yield at + step, leaving, False

    def _add_squares(self, document: Data) -> None:
        squares = list(self._squares())
        moves: dict[State, list[State]] = {}
        pending: list[State] = [(at, self._lane(at), False) for at in squares if self.kind(at) == "street"]
        while pending:
            state = pending.pop()
            if state not in moves:
                moves[state] = list(self._after(state))
                pending += moves[state]
        # who enters an intersection that no turn leads out of has no move there, and it is told by itself
        held: dict[complex, list[State]] = {}
        for state in sorted(moves, key=lambda each: (HEADINGS.index(each[1]), each[2])):
            held.setdefault(state[0], []).append(state)
        unused = {str(each) for each in document.get("unused") or ()}
        tags: dict[str, set[str]] = {}
        for tag, carried in (document.get("tags") or {}).items():
            for name in carried:
                tags.setdefault(str(name), set()).add(tag)
        self.number = {at: place for place, at in enumerate(squares)}
        order: dict[State, int] = {}
        for at in squares:
            name, states = name_of(at), held.get(at, [])
            stop = bool(states) or name not in unused
            for state in states:
                order[state] = len(order)
            self.board.add(Place(name, frozenset(tags.get(name, ())), None, stop), len(states))
        for state, ends in moves.items():
            for end in ends:
                self.board.join(order[state], order[end], one_way=True)

    def _add_addresses(self) -> None:
        for row in range(self.rows):
            for column in range(self.columns):
                corner = complex(column * self.pitch + 2, row * self.pitch + 2)
                block = self.names[row][column]
                for side, served in self._served().items():
                    places = tuple(self.number[corner + at] for at in served)
                    self.board.sites.append(Site(f"{block} {side}", frozenset(("address", block, side)), None, places))

    def _served(self) -> dict[str, list[complex]]:
        """The squares, from the block's first, that serve each of its addresses."""
        found: dict[str, list[complex]] = {side: [] for side in SIDES if side in self.sides}
        size, middle = self.squares, (self.squares - 1) / 2
        for side, step in SIDES.items():
            step = complex(step)
            if step.real and step.imag:
                at = complex(size if step.real > 0 else -1, size if step.imag > 0 else -1)
                if side in found:
                    found[side].append(at)
                continue
            for along in range(size):
                at = (
                    complex(along, size if step.imag > 0 else -1)
                    if step.imag
                    else complex(size if step.real > 0 else -1, along)
                )
                serves = side
                if abs(along - middle) > 0.5:
                    other = 1 if along > middle else -1
                    leaning = step + (other if step.imag else other * 1j)
                    corner = next(name for name, way in SIDES.items() if complex(way) == leaning)
                    serves = corner if corner in found else side
                if serves in found:
                    found[serves].append(at)
        return found

    def _add_stretches(self) -> None:
        for j in range(self.rows + 1):
            for i in range(self.columns + 1):
                self._stretch("crossing", i, j, 2, 2, 0, 0)
                if i < self.columns:
                    self._stretch("street", i, j, self.squares, 2, 2, 0)
            for i in range(self.columns + 1 if j < self.rows else 0):
                self._stretch("street", i, j, 2, self.squares, 0, 2)

    def _stretch(self, kind: str, i: int, j: int, wide: int, high: int, right: int, down: int) -> None:
        """A street or an intersection, called by the first block that it touches."""
        x, y = i * self.pitch + right, j * self.pitch + down
        squares = [complex(x + across, y + below) for below in range(high) for across in range(wide)]
        columns = [i] if right else [i - 1, i]
        rows = [j] if down else [j - 1, j]
        row, column = next((r, c) for r in rows for c in columns if 0 <= r < self.rows and 0 <= c < self.columns)
        step = complex(0 if right else 1 if i > column else -1, 0 if down else 1 if j > row else -1)
        side = next(name for name, way in SIDES.items() if complex(way) == step)
        places = tuple(self.number[square] for square in squares)
        self.board.stretches.append((f"{kind} {side} of {self.names[row][column]}", places))
