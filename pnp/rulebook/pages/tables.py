"""Tables as strips; large tables on pages of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from pnp.rulebook.document import Line, RulebookWords, Table, TextPiece
from pnp.rulebook.pages.strips import SetText, Strip, set_text, stuck, text_of, text_strips
from pnp.rulebook.style import AMBER, INK, PALE, SAND, Type
from pnp.scene.items import Group, Item, Rect, Same, translate
from pnp.scene.parts import Anchor, LinkArea
from pnp.scene.typesetting.text import LEADING, TextStyle
from pnp.units import MM_PER_POINT, total

# Tables set as strips: a strip for each row, its columns as wide as their texts ask for.

CELL_PAD = 1.2
"""What stands between a text and the side of its cell, in millimetres."""

CELL_RISE = 0.75
"""What stands above and below the texts of a row."""

HEAD_RULE, TOTAL_RULE, ROW_RULE = 0.6, 0.35, 0.15
"""How thick the rules under the heads, over a sum and under a row are."""

SLACK = 0.01
"""What keeps a text that just fits from being broken."""

TOGETHER = 9
"""A table of at most so many rows is never parted."""


class Measure(Struct, frozen=True):
    """How wide a column must be so that no word is broken, that no cell is, and that not even its head is."""

    least: float
    cells: float
    natural: float


def measured(table: Table, look: Type) -> tuple[Measure, ...]:
    """The measures of the table's columns, the pads of their cells counted."""
    return _measured(Same(table), Same(look))


@lru_cache(maxsize=64)
def _measured(table: Same[Table], look: Same[Type]) -> tuple[Measure, ...]:
    columns = zip(table.it.heads, *_bodies(table.it), strict=True)
    return tuple(_measure(head, cells, look.it) for head, *cells in columns)


def least_width(table: Table, look: Type) -> float:
    """How wide the whole table must at least be."""
    return total(measure.least for measure in measured(table, look))


def table_title(table: Table, words: RulebookWords, note: str = "") -> Line:
    """What stands over the table: its number, its title, and a note such as 'continued'."""
    number = (TextPiece(f"{words.table} {table.number}: "),) if table.number else ()
    return (*number, *table.title, *((TextPiece(f" ({note})"),) if note else ()))


def parted(table: Table, look: Type, width: float) -> list[Table]:
    """The table in parts that fit the width, each with the heads of the rows; itself where it fits."""
    stub = measured(table, look)[0].least if table.stub else 0.0
    groups: list[list[int]] = [[]]
    used = stub
    for index, measure in enumerate(measured(table, look)):
        if index == 0 and table.stub:
            continue
        if used + measure.least > width and groups[-1]:
            groups.append([])
            used = stub
        groups[-1].append(index)
        used += measure.least
    return [_of_columns(table, ([0] if table.stub else []) + group) for group in groups] if groups[1:] else [table]


def _of_columns(table: Table, columns: list[int]) -> Table:
    return replace(
        table,
        heads=tuple(table.heads[index] for index in columns),
        rows=tuple(tuple(row[index] for index in columns) for row in table.printed()),
        aligns=tuple(table.aligns[index] for index in columns),
        triangle=False,
    )


def table_strips(table: Table, look: Type, words: RulebookWords, width: float, note: str = "") -> list[Strip]:
    """The title, the heads, a strip for each row, and the caption; the heads come again where the table is parted."""
    widths = _shares(measured(table, look), width)
    title = text_strips(table_title(table, words, note), look.label, width, 2 * look.gap)
    title[0] = replace(title[0], anchors=(Anchor(table.anchor, 0.0),))
    heads = _row(table.heads, [look.head] * len(widths), table, widths, raised=False)
    heads = _ruled(heads, width, HEAD_RULE, AMBER)
    repeat = (*stuck(text_strips(table_title(table, words, words.continued), look.label, width)), heads)
    styles = [look.cell] * len(widths)
    rows = [_row(cells, styles, table, widths) for cells in _bodies(table)]
    rows = [_ruled(row, width, ROW_RULE, PALE) for row in rows]
    if table.total:
        rule = Rect(0, -TOTAL_RULE / 2, width, TOTAL_RULE, fill=INK)
        rows[-1] = replace(rows[-1], items=(rule, *rows[-1].items))
    rows = [replace(row, repeat=repeat if index else ()) for index, row in enumerate(rows)]
    rows = stuck(rows) if len(rows) <= TOGETHER else [*stuck(rows[:2]), *rows[2:-2], *stuck(rows[-2:])]
    caption = text_strips(table.caption, look.small, width, look.gap) if table.caption else []
    if caption and rows:
        rows[-1] = replace(rows[-1], sticks=True)
    return [*(replace(strip, sticks=True) for strip in (*title, heads)), *rows, *caption, Strip(look.gap)]


def _shares(measures: Sequence[Measure], width: float) -> list[float]:
    """How wide the columns are that together fill the width."""
    steps = [[it.least for it in measures], [it.cells for it in measures], [it.natural for it in measures]]
    low, high = steps[0], next((step for step in steps if total(step) >= width), steps[2])
    if total(high) <= width or high is low:
        return [it * width / total(high) for it in high]
    low = steps[steps.index(high) - 1]
    share = (width - total(low)) / (total(high) - total(low))
    return [one + share * (other - one) for one, other in zip(low, high, strict=True)]


def _bodies(table: Table) -> list[tuple[Line, ...]]:
    """The rows as they are printed: heads of rows and sums in bold."""
    rows = list(table.printed())
    if table.stub:
        rows = [(bold(first), *rest) for first, *rest in rows]
    if table.total and rows:
        rows[-1] = tuple(map(bold, rows[-1]))
    return rows


def bold(line: Line) -> Line:
    """The line with all of its text in bold."""
    return tuple(replace(piece, bold=True) if isinstance(piece, TextPiece) else piece for piece in line)


def _measure(head: Line, cells: Iterable[Line], look: Type) -> Measure:
    word, line = extent(head, look.head)
    words, texts = zip((0.0, 0.0), *(extent(cell, look.cell) for cell in dict.fromkeys(cells)), strict=True)
    least, whole = max(word, *words), max(word, *texts)
    return Measure(*(width + 2 * CELL_PAD + SLACK for width in (least, whole, max(line, whole))))


def extent(line: Line, style: TextStyle) -> tuple[float, float]:
    """The width of the text's longest word, and of the text on one line."""
    text = text_of(line, style)
    longest = max((chunk.width for chunk in text.chunks), default=0.0)
    return longest * style.em, text.width(text.chunks) * style.em


def _row(
    cells: Sequence[Line], styles: Sequence[TextStyle], table: Table, widths: Sequence[float], raised: bool = True
) -> Strip:
    """A row of cells; texts stand at its top where it is `raised`, else at its foot."""
    texts = [
        set_text(cell, style, width - 2 * CELL_PAD, align)
        for cell, style, width, align in zip(cells, styles, widths, table.aligns, strict=True)
    ]
    height = max(text.height for text in texts)
    items: list[Item] = []
    links: list[LinkArea] = []
    x = 0.0
    for text, width in zip(texts, widths, strict=True):
        y = CELL_RISE if raised else CELL_RISE + height - text.height
        items.extend(text.items(x + CELL_PAD, y))
        links.extend(text.links(x + CELL_PAD, y))
        x += width
    return Strip(height + 2 * CELL_RISE, tuple(items), links=tuple(links))


def _ruled(row: Strip, width: float, thickness: float, colour: str) -> Strip:
    rule = Rect(0, row.height, width, thickness, fill=colour)
    return replace(row, height=row.height + thickness, items=(*row.items, rule))


# Large tables of small cells, each on pages of its own: turned, set small or parted until it fits.

Room = tuple[float, float]

LARGEST, SMALLEST, STEP = 9.0, 6.5, 0.25
"""The sizes of type, in points, that a large table is tried in."""

EASY = 8.0
"""The size in points from which type is easy to read."""

SHORT = 20.0
"""The widest cell of a large table, in millimetres in its smallest type; longer texts are no matter for a plate."""

PLATE_PAD, PLATE_RISE = 0.45, 0.35
"""What stands beside a cell's text, and above and below it."""

NARROW, LEAST_PAD = 1.0, 0.15
"""The height of a turned head in ems, and what stands beside it: turned heads are there to save room."""

RULE = 0.6
"""How thick the rule under the heads is."""

MOST_SPARE = 0.6
"""By how much of its size a cell may grow where there is room."""

GUIDE = 0.12
"""How thick the rules between columns are."""


class _Extents(Struct, frozen=True):
    """The widths of the longest texts, in ems: heads of rows, heads of columns, cells."""

    stub: float
    head: float
    cell: float


class _Plan(Struct, frozen=True):
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


class Plate(Struct, frozen=True):
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


def plates(table: Table, look: Type, words: RulebookWords, straight: Room, turned: Room) -> list[Plate]:
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
    stub = extents.stub * em + 4 * PLATE_PAD
    cell = max(extents.cell * em, extents.head * em if upright else NARROW * em) + 2 * (
        PLATE_PAD if upright else LEAST_PAD
    )
    head = (LEADING if upright else extents.head) * em + 2 * PLATE_PAD + RULE
    row = LEADING * em + 2 * PLATE_RISE
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
        yield from set_text(bold(stub), style).items(2 * PLATE_PAD, y)
        for x, cell in zip(columns, cells, strict=True):
            if cell not in known:
                known[cell] = set_text(cell, style, plan.cell, "centre")
            yield from known[cell].items(x, y)


def _heads(heads: tuple[Line, ...], plan: _Plan, top: float, styles: tuple[TextStyle, TextStyle]) -> Iterator[Item]:
    """The corner and the heads of the columns, on the rule below them; turned ones read upwards."""
    foot = top + plan.head - RULE - PLATE_PAD
    corner = set_text(bold(heads[0]), styles[0])
    yield from corner.items(2 * PLATE_PAD, foot - corner.height)
    for column, head in enumerate(heads[1:]):
        x = plan.stub + column * plan.cell
        text = set_text(head, styles[1], plan.cell if plan.upright else None, "centre" if plan.upright else "left")
        if plan.upright:
            yield from text.items(x, foot - text.height)
        else:
            yield Group(text.items(0, 0), (0.0, -1.0, 1.0, 0.0, x + (plan.cell - text.height) / 2, foot))
