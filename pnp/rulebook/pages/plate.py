"""Large tables of small cells, each on pages of its own: turned, set small or parted until it fits."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.rulebook.pages.grid import bold, extent, table_title
from pnp.rulebook.pages.setting import set_text
from pnp.rulebook.pages.type import AMBER, PALE, SAND
from pnp.scene.geometry import translate
from pnp.scene.items import Group, Rect
from pnp.scene.same import Same
from pnp.scene.text import LEADING
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.rulebook.document import Line, Table
    from pnp.rulebook.pages.setting import SetText
    from pnp.rulebook.pages.type import Type
    from pnp.rulebook.words import Words
    from pnp.scene.items import Item
    from pnp.scene.text import TextStyle

Room = tuple[float, float]

LARGEST, SMALLEST, STEP = 9.0, 6.5, 0.25
"""The sizes of type, in points, that a large table is tried in."""

EASY = 8.0
"""The size in points from which type is easy to read."""

SHORT = 20.0
"""The widest cell of a large table, in millimetres in its smallest type; longer texts are no matter for a plate."""

PAD, RISE = 0.45, 0.35
"""What stands beside a cell's text, and above and below it."""

NARROW, LEAST_PAD = 1.0, 0.15
"""The height of a turned head in ems, and what stands beside it: turned heads are there to save room."""

RULE = 0.6
"""How thick the rule under the heads is."""

MOST_SPARE = 0.6
"""By how much of its size a cell may grow where there is room."""

GUIDE = 0.12
"""How thick the rules between columns are."""


@dataclass(frozen=True, slots=True)
class _Extents:
    """The widths of the longest texts, in ems: heads of rows, heads of columns, cells."""

    stub: float
    head: float
    cell: float


@dataclass(frozen=True, slots=True)
class _Plan:
    """One way to lay the table out: the size of its type, the room of its cells, the columns and rows of a page.

    Heads of columns stand `upright` or read upwards.
    """

    size: float
    turned: bool
    upright: bool
    stub: float
    cell: float
    row: float
    head: float
    columns: int
    rows: int
    pages: int

    @property
    def rank(self) -> tuple[float, ...]:
        """Few pages first, then easy type, heads that are not turned, large type, paper that is not turned."""
        return (self.pages, self.size < EASY, not self.upright, -self.size, self.turned)


@dataclass(frozen=True, slots=True)
class Plate:
    """One page of a large table, drawn when it is asked for: it may come to nothing."""

    part: Table
    title: Line
    plan: _Plan
    look: Type

    @property
    def turned(self) -> bool:
        """Whether its paper lies on its side."""
        return self.plan.turned

    def items(self) -> tuple[Item, ...]:
        """What is drawn, from (0, 0)."""
        return _page(self.part, self.title, self.plan, self.look)


def fits_plate(table: Table, look: Type) -> bool:
    """Whether the table's texts are short enough for a plate."""
    extents = _extents(Same(table), Same(look))
    return max(extents.stub, extents.cell) * SMALLEST * MM_PER_POINT <= SHORT


def plates(table: Table, look: Type, words: Words, straight: Room, turned: Room) -> list[Plate]:
    """The table on as few pages as can be; the rooms are the width and height at hand on paper straight and turned."""
    extents = _extents(Same(table), Same(look))
    over = look.label.line + look.gap
    rooms = {on_side: (width, height - over) for on_side, (width, height) in ((False, straight), (True, turned))}
    count = round((LARGEST - SMALLEST) / STEP)
    plans = [
        _plan(table, extents, LARGEST - step * STEP, on_side, upright, rooms[on_side])
        for step in range(count + 1)
        for on_side in rooms
        for upright in (True, False)
    ]
    best = min(plans, key=lambda plan: plan.rank)
    pages: list[Plate] = []
    for part in _parts(table, best):
        title = table_title(table, words, words.continued if pages else "")
        pages.append(Plate(part, title, best, look))
    return pages


@lru_cache(maxsize=64)
def _extents(table: Same[Table], look: Same[Type]) -> _Extents:
    """Measured in the look's own sizes: widths grow with the size."""

    def longest(lines: set[Line], style: TextStyle) -> float:
        return max((extent(line, style)[1] / style.em for line in lines), default=0.0)

    heads, rows = table.it.heads, list(table.it.printed())
    return _Extents(
        stub=longest({bold(row[0]) for row in rows} | {bold(heads[0])}, look.it.cell),
        head=longest(set(heads[1:]), look.it.head),
        cell=longest({cell for row in rows for cell in row[1:]}, look.it.cell),
    )


def _plan(table: Table, extents: _Extents, size: float, turned: bool, upright: bool, room: Room) -> _Plan:
    em = size * MM_PER_POINT
    stub = extents.stub * em + 4 * PAD
    cell = max(extents.cell * em, extents.head * em if upright else NARROW * em) + 2 * (PAD if upright else LEAST_PAD)
    head = (LEADING if upright else extents.head) * em + 2 * PAD + RULE
    row = LEADING * em + 2 * RISE
    across = max(1, floor((room[0] - stub) / cell))
    down = max(1, floor((room[1] - head) / row))
    wide, tall = ceil((len(table.heads) - 1) / across), ceil(len(table.rows) / down)
    columns, rows = ceil((len(table.heads) - 1) / wide), ceil(len(table.rows) / tall)
    cell = _grown(cell, (room[0] - stub) / columns)
    row = _grown(row, (room[1] - head) / rows)
    return _Plan(size, turned, upright, stub, cell, row, head, columns, rows, wide * tall)


def _grown(size: float, room: float) -> float:
    return min(max(size, room), (1 + MOST_SPARE) * size)


def _parts(table: Table, plan: _Plan) -> Iterator[Table]:
    """The table, page by page, each with its heads."""
    rows = list(table.printed())
    for top in range(0, len(rows), plan.rows):
        for left in range(1, len(table.heads), plan.columns):
            taken = slice(left, left + plan.columns)
            yield replace(
                table,
                heads=(table.heads[0], *table.heads[taken]),
                rows=tuple((row[0], *row[taken]) for row in rows[top : top + plan.rows]),
            )


def _page(part: Table, title: Line, plan: _Plan, look: Type) -> tuple[Item, ...]:
    over = set_text(title, look.label)
    top = over.height + look.gap
    styles = replace(look.cell, size=plan.size, leading=None), replace(look.head, size=plan.size, leading=None)
    width = plan.stub + plan.cell * (len(part.heads) - 1)
    rule = Rect(0, top + plan.head - RULE, width, RULE, fill=AMBER)
    body = Group(tuple(_body(part, plan, styles[0])), translate(0, top + plan.head))
    return (*over.items(0, 0), *_heads(part.heads, plan, top, styles), body, rule)


def _body(part: Table, plan: _Plan, style: TextStyle) -> Iterator[Item]:
    """The rows from (0, 0) on: every other one tinted, a fine rule before each column."""
    columns = [plan.stub + column * plan.cell for column in range(len(part.heads) - 1)]
    for index in range(1, len(part.rows), 2):
        yield Rect(0, index * plan.row, plan.stub + plan.cell * len(columns), plan.row, fill=SAND)
    for x in columns:
        yield Rect(x - GUIDE / 2, 0, GUIDE, plan.row * len(part.rows), fill=PALE)
    known: dict[Line, SetText] = {}
    for index, (stub, *cells) in enumerate(part.rows):
        y = index * plan.row + (plan.row - style.line) / 2
        yield from set_text(bold(stub), style).items(2 * PAD, y)
        for x, cell in zip(columns, cells, strict=True):
            if cell not in known:
                known[cell] = set_text(cell, style, plan.cell, "centre")
            yield from known[cell].items(x, y)


def _heads(heads: tuple[Line, ...], plan: _Plan, top: float, styles: tuple[TextStyle, TextStyle]) -> Iterator[Item]:
    """The corner and the heads of the columns, on the rule below them; turned ones read upwards."""
    foot = top + plan.head - RULE - PAD
    corner = set_text(bold(heads[0]), styles[0])
    yield from corner.items(2 * PAD, foot - corner.height)
    for column, head in enumerate(heads[1:]):
        x = plan.stub + column * plan.cell
        text = set_text(head, styles[1], plan.cell if plan.upright else None, "centre" if plan.upright else "left")
        if plan.upright:
            yield from text.items(x, foot - text.height)
        else:
            yield Group(text.items(0, 0), (0.0, -1.0, 1.0, 0.0, x + (plan.cell - text.height) / 2, foot))
