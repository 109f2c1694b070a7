"""Sets tables as strips, and large tables on separate pages."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from pnp.rulebook.document import Line, RulebookWords, Table, TextPiece
from pnp.rulebook.pages.strips import SetText, Strip, set_text, stuck, tagged, text_of, text_strips
from pnp.rulebook.style import INK, PALE, SAND, Type
from pnp.scene.items import Group, Item, Rect, Same, Tag, translate
from pnp.scene.parts import Anchor, LinkArea
from pnp.scene.typesetting.text import LEADING, TextStyle
from pnp.units import MM_PER_POINT, total

# Tables set as strips: one strip for each row, with columns as wide as their texts need.

CELL_PAD = 1.2
"""Distance of a text from the sides of its cell, in millimetres."""

CELL_RISE = 0.75
"""Distance of the texts of a row from its upper and lower edge, in millimetres."""

HEAD_RULE, TOTAL_RULE, ROW_RULE = 0.6, 0.35, 0.15
"""Thickness of the rules under the heads, over a sum and under a row, in millimetres."""

SLACK = 0.01
"""Tolerance, so that a text that just fits is not broken."""

TOGETHER = 18
"""Maximum number of rows of a table that is not divided if it is not higher than `LOW`."""

LOW = 100.0
"""Maximum height of a table that is not divided, in millimetres."""


class Measure(Struct, frozen=True):
    """Minimum widths of a column so that no word is broken, no cell is broken, and no head is broken."""

    least: float
    cells: float
    natural: float


def measured(table: Table, look: Type) -> tuple[Measure, ...]:
    """Return the widths of the table's columns, including padding."""
    return _measured(Same(table), Same(look))


@lru_cache(maxsize=64)
def _measured(table: Same[Table], look: Same[Type]) -> tuple[Measure, ...]:
    columns = zip(table.it.heads, *_bodies(table.it), strict=True)
    return tuple(_measure(head, cells, look.it) for head, *cells in columns)


def least_width(table: Table, look: Type) -> float:
    """Return the minimum width of the whole table, in millimetres."""
    return total(measure.least for measure in measured(table, look))


def table_title(table: Table, words: RulebookWords, note: str = "") -> Line:
    """Return the title of the table: its number, its text, and a note such as 'continued'."""
    number = (TextPiece(f"{words.table} {table.number}: "),) if table.number else ()
    return (*number, *table.title, *((TextPiece(f" ({note})"),) if note else ()))


def parted(table: Table, look: Type, width: float) -> list[Table]:
    """Return the table divided into parts that fit the width, each with the heads of the rows."""
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
    """Return the title, the heads, a strip for each row, and the caption; the heads are repeated if the table is
    divided.
    """
    widths = _shares(measured(table, look), width)
    printed = () if table.headed and not note else table_title(table, words, note)
    title = text_strips(printed, look.label, width, 2 * look.gap, "Caption") or [Strip(0.0)]
    title[0] = replace(title[0], anchors=(Anchor(table.anchor, 0.0),))
    heads = _row(table.heads, [look.head] * len(widths), table, widths, is_head=True)
    heads = _ruled(heads, width, HEAD_RULE, look.accent)
    again = text_strips(table_title(table, words, words.continued), look.label, width)
    repeat = tuple(tagged([*stuck(again), heads], Tag("Artifact")))
    styles = [look.cell] * len(widths)
    rows = [_row(cells, styles, table, widths) for cells in _bodies(table)]
    rows = [_ruled(row, width, ROW_RULE, PALE) for row in rows]
    if table.total:
        rule = Rect(0, -TOTAL_RULE / 2, width, TOTAL_RULE, fill=INK)
        rows[-1] = replace(rows[-1], items=(rule, *rows[-1].items))
    rows = [replace(row, repeat=repeat if index else (), headed=table.headed) for index, row in enumerate(rows)]
    whole = len(rows) <= TOGETHER and total(row.height for row in rows) <= LOW
    rows = stuck(rows) if whole else [*stuck(rows[:2]), *rows[2:-2], *stuck(rows[-2:])]
    caption = text_strips(table.caption, look.small, width, look.gap) if table.caption else []
    if caption and rows:
        rows[-1] = replace(rows[-1], sticks=True)
    above = [replace(strip, sticks=True) for strip in (*title, heads)]
    return [*tagged([*above, *rows], Tag("Table")), *caption, Strip(look.gap)]


def _shares(measures: Sequence[Measure], width: float) -> list[float]:
    """Return the widths of the columns, which fill the width, by linear interpolation between the measures."""
    steps = [[it.least for it in measures], [it.cells for it in measures], [it.natural for it in measures]]
    low, high = steps[0], next((step for step in steps if total(step) >= width), steps[2])
    if total(high) <= width or high is low:
        return [it * width / total(high) for it in high]
    low = steps[steps.index(high) - 1]
    share = (width - total(low)) / (total(high) - total(low))
    return [one + share * (other - one) for one, other in zip(low, high, strict=True)]


def _bodies(table: Table) -> list[tuple[Line, ...]]:
    """Return the rows as printed, with the heads of rows and the sums in bold."""
    rows = list(table.printed())
    if table.stub:
        rows = [(bold(first), *rest) for first, *rest in rows]
    if table.total and rows:
        rows[-1] = tuple(map(bold, rows[-1]))
    return rows


def bold(line: Line) -> Line:
    """Return the line with all of its text in bold."""
    return tuple(replace(piece, bold=True) if isinstance(piece, TextPiece) else piece for piece in line)


def _measure(head: Line, cells: Iterable[Line], look: Type) -> Measure:
    word, line = extent(head, look.head)
    words, texts = zip((0.0, 0.0), *(extent(cell, look.cell) for cell in dict.fromkeys(cells)), strict=True)
    least, whole = max(word, *words), max(word, *texts)
    return Measure(*(width + 2 * CELL_PAD + SLACK for width in (least, whole, max(line, whole))))


def extent(line: Line, style: TextStyle) -> tuple[float, float]:
    """Return the width of the text's longest word, and of the text on one line."""
    text = text_of(line, style)
    longest = max((chunk.width for chunk in text.chunks), default=0.0)
    return longest * style.em, text.width(text.chunks) * style.em


def _row(
    cells: Sequence[Line], styles: Sequence[TextStyle], table: Table, widths: Sequence[float], is_head: bool = False
) -> Strip:
    """Return a row of cells; texts are at its top, at its foot in the heads of the columns."""
    texts = [
        set_text(cell, style, width - 2 * CELL_PAD, align)
        for cell, style, width, align in zip(cells, styles, widths, table.aligns, strict=True)
    ]
    height = max(text.height for text in texts)
    items: list[Item] = []
    links: list[LinkArea] = []
    x = 0.0
    for index, (text, width) in enumerate(zip(texts, widths, strict=True)):
        y = CELL_RISE + height - text.height if is_head else CELL_RISE
        tag = column_head() if is_head else row_head() if table.stub and not index else Tag("TD")
        items.append(text.element(x + CELL_PAD, y, tag))
        links.extend(text.links(x + CELL_PAD, y))
        x += width
    return Strip(height + 2 * CELL_RISE, (Group(tuple(items), tag=Tag("TR")),), links=tuple(links))


def column_head() -> Tag:
    """Return a new head of a column."""
    return Tag("TH", scope="Column")


def row_head() -> Tag:
    """Return a new head of a row."""
    return Tag("TH", scope="Row")


def _ruled(row: Strip, width: float, thickness: float, colour: str) -> Strip:
    rule = Rect(0, row.height, width, thickness, fill=colour)
    return replace(row, height=row.height + thickness, items=(*row.items, rule))


# Large tables of small cells, each on separate pages: rotated, set small or divided until it fits.

Room = tuple[float, float]

LARGEST, SMALLEST, STEP = 9.0, 6.5, 0.25
"""The range and step of the type sizes, in points, that are tried for a large table."""

EASY = 8.0
"""The minimum size of type that is easy to read, in points."""

SHORT = 20.0
"""Maximum width of a cell of a large table, in millimetres in its smallest type; longer texts do not fit a plate."""

PLATE_PAD, PLATE_RISE = 0.45, 0.35
"""Distances of a cell's text from its sides, and from its upper and lower edge."""

NARROW, LEAST_PAD = 1.0, 0.15
"""The height of a rotated head in ems, and its distance from the sides: rotated heads save room."""

RULE = 0.6
"""Thickness of the rule under the heads, in millimetres."""

MOST_SPARE = 0.6
"""Maximum growth of a cell if there is room, as a fraction of its size."""

GUIDE = 0.12
"""Thickness of the rules between columns, in millimetres."""


class _Extents(Struct, frozen=True):
    """The widths of the longest texts, in ems: heads of rows, heads of columns, cells."""

    stub: float
    head: float
    cell: float


class _Plan(Struct, frozen=True):
    """One possible layout of the table: type size, sizes of cells, columns and rows per page.

    Heads of columns are `upright`, or rotated to read upwards.
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
        """The sort key of plans, best first: few pages, easy type, upright heads, large type, paper that is not
        rotated.
        """
        return (self.pages, self.size < EASY, not self.upright, -self.size, self.turned)


class Plate(Struct, frozen=True):
    """One page of a large table, drawn on request, because it may turn out not to be needed."""

    part: Table
    title: Line
    plan: _Plan
    look: Type

    @property
    def turned(self) -> bool:
        """Whether its paper is rotated."""
        return self.plan.turned

    def items(self) -> tuple[Item, ...]:
        """Return the items of the page, from (0, 0)."""
        return _page(self.part, self.title, self.plan, self.look)


def fits_plate(table: Table, look: Type) -> bool:
    """Whether the table's texts are short enough for a plate."""
    extents = _extents(Same(table), Same(look))
    return max(extents.stub, extents.cell) * SMALLEST * MM_PER_POINT <= SHORT


def plates(table: Table, look: Type, words: RulebookWords, straight: Room, turned: Room) -> list[Plate]:
    """Return the table on as few pages as possible; the rooms are width and height on paper straight and rotated."""
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
    """Return the widths of the table's longest texts in ems, measured at the style's sizes: widths are proportional."""

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
    """Yield the parts of the table for each page, with their heads."""
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
    rule = Rect(0, top + plan.head - RULE, width, RULE, fill=look.accent)
    body = Group(tuple(_body(part, plan, styles[0])), translate(0, top + plan.head))
    heads = Group(tuple(_heads(part.heads, plan, top, styles)), tag=Tag("TR"))
    return (Group((over.element(0, 0, Tag("Caption")), heads, body), tag=Tag("Table")), rule)


def _body(part: Table, plan: _Plan, style: TextStyle) -> Iterator[Item]:
    """Yield the rows from (0, 0): every second one tinted, with a fine rule before each column."""
    columns = [plan.stub + column * plan.cell for column in range(len(part.heads) - 1)]
    for index in range(1, len(part.rows), 2):
        yield Rect(0, index * plan.row, plan.stub + plan.cell * len(columns), plan.row, fill=SAND)
    for x in columns:
        yield Rect(x - GUIDE / 2, 0, GUIDE, plan.row * len(part.rows), fill=PALE)
    known: dict[Line, SetText] = {}
    for index, (stub, *cells) in enumerate(part.rows):
        y = index * plan.row + (plan.row - style.line) / 2
        row = [set_text(bold(stub), style).element(2 * PLATE_PAD, y, row_head())]
        for x, cell in zip(columns, cells, strict=True):
            if cell not in known:
                known[cell] = set_text(cell, style, plan.cell, "centre")
            row.append(known[cell].element(x, y, Tag("TD")))
        yield Group(tuple(row), tag=Tag("TR"))


def _heads(heads: tuple[Line, ...], plan: _Plan, top: float, styles: tuple[TextStyle, TextStyle]) -> Iterator[Item]:
    """Yield the corner and the heads of the columns, above their rule; rotated ones read upwards."""
    foot = top + plan.head - RULE - PLATE_PAD
    corner = set_text(bold(heads[0]), styles[0])
    yield corner.element(2 * PLATE_PAD, foot - corner.height, column_head())
    for column, head in enumerate(heads[1:]):
        x = plan.stub + column * plan.cell
        text = set_text(head, styles[1], plan.cell if plan.upright else None, "centre" if plan.upright else "left")
        if plan.upright:
            yield text.element(x, foot - text.height, column_head())
        else:
            turned = (0.0, -1.0, 1.0, 0.0, x + (plan.cell - text.height) / 2, foot)
            yield Group((text.element(0.0, 0.0, column_head()),), turned)
