"""The key of a grid map: a cell of each terrain, and each kind of side and road that the map has, with names and costs.

Samples are maps of three cells in a row, of which only the one in the middle is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.maps.cell_board import CellBoard
from pnp.draw.maps.grid_map import paint_layers
from pnp.draw.town.plan import pen, straight
from pnp.facts.look import Look
from pnp.geometry.cell_grid import CellGrid
from pnp.geometry.polygons import Point
from pnp.model.maps.cell_picture import TerrainKind
from pnp.model.maps.cell_sides import CellRoad, SideEntry
from pnp.model.maps.cells import NO_TILES, GridCell
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.map_style import USUAL_CELLS, MapStyle
from pnp.model.reference import Ref
from pnp.scene.items import Group, Item, Path
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.text import Run, TextStyle, parse_markup
from pnp.scene.typesetting.typeset import typeset

SAMPLE = 0.82
"""The height of a sample, as a share of its row."""

WIDEST = 0.36
"""The width of a sample, as a share of its column."""

LARGEST = 16.0
"""The maximum pitch of a sample in millimetres."""

SMALLEST = 3.0
"""The pitch of samples in millimetres below which texts are left out rather."""

GAP = 1.4
"""The distance between a sample and its text, and between two columns, in millimetres."""

LEAST = 5.0
"""The minimum size of the text in points."""

CLOSED = "–"
"""What is printed instead of the cost of a closed terrain."""


class KeyEntry(Struct, frozen=True):
    """A line of the key: its name, its cost as text, and the map of three cells that shows it."""

    name: str
    cost: str
    sample: GridMap

    @property
    def text(self) -> tuple[Run, ...]:
        """The name, and the cost in bold."""
        return parse_markup(f"{self.name}  **{self.cost}**" if self.cost else self.name)


def key_entries(drawn: GridMap) -> tuple[KeyEntry, ...]:
    """Return the lines of the key: terrains in the order of the map, then kinds of sides, then kinds of roads."""
    used = {cell.terrain.name for cell in drawn.cells if cell.terrain}
    terrains = [terrain for terrain in drawn.terrains.values() if terrain.id in used]
    ground = next((each for each in terrains if not each.closed), None)
    lines = [KeyEntry(each.name, CLOSED if each.closed else str(each.cost), _sample(drawn, each)) for each in terrains]
    for kind in dict.fromkeys(side.kind for side in drawn.survey.sides if not side.is_opening):
        here = drawn.cells[0].span
        middle, beyond = Ref("2", here), Ref("3", here)
        entry = SideEntry(Ref(kind.id, here), here, (middle,), (beyond,))
        cost = CLOSED if kind.closed else f"+{kind.cost}" if kind.cost else ""
        lines.append(KeyEntry(kind.id, cost, _sample(drawn, ground, entry)))
    roads = [road.kind_name for road in drawn.roads]
    roads += [name for cell in drawn.cells for name in (cell.edges or {}).values()]
    for name in dict.fromkeys(name for name in roads if name in drawn.road_kinds):
        here, step = drawn.cells[0].span, drawn.road_kinds[name].cost
        road = CellRoad((Ref("1", here), Ref("3", here)), here, Ref(name, here))
        lines.append(KeyEntry(name, "" if step is None else str(step), _sample(drawn, ground, road=road)))
    return tuple(lines)


def _sample(
    drawn: GridMap, terrain: TerrainKind | None, entry: SideEntry | None = None, road: CellRoad | None = None
) -> GridMap:
    """Return three cells in a row of a terrain, with a side or a road."""
    here = drawn.cells[0].span
    grid = CellGrid(drawn.grid.shape, drawn.grid.pitch)
    ref = Ref(terrain.id, here) if terrain else None
    at = ((0, 0), (1, 0), (2, 0)) if grid.shape != "hex-flat" else ((0, 0), (0, 1), (0, 2))
    cells = tuple(GridCell(n, n, cell, grid.centre(cell), ref, here) for n, cell in zip("123", at, strict=True))
    left, top, right, bottom = grid.box(at)
    return replace(
        drawn, grid=grid, cells=cells, origin=(left, top), width=right - left, height=bottom - top, cut=False,
        entries=(entry,) if entry else (), roads=(road,) if road else (), groups_of_seven=None,
        laying=NO_TILES if entry or road else drawn.laying,
    )  # fmt: skip


def paint_grid_key(drawn: GridMap, style: MapStyle, look: Look, width: float, height: float) -> tuple[Item, ...]:
    """Return the key in a box with (0, 0) at its top left corner: its lines run down columns.

    Raises UnknownNameError for a role or icon that the look does not have.
    """
    entries = key_entries(drawn) if drawn.cells else ()
    if not entries or not (width > 0 and height > 0):
        return ()
    corners = CellGrid(drawn.grid.shape, 1.0).outline
    wide, tall = (2 * max(each) for each in zip(*corners, strict=True))
    text = _text_of(style, look)
    widest = max(typeset(entry.text, text).width for entry in entries) if text else 0.0
    least = widest * LEAST / text.size if text else 0.0
    rows, pitch = layout_of(len(entries), (width, height), (wide, tall), least + 2 * GAP)
    samples = replace(style, cells=replace(style.cells or USUAL_CELLS, numbers=None, names=None, rim=0.0))
    across, down = width / -(-len(entries) // rows), height / rows
    text = _fitted(text, widest, across - pitch * wide - 2 * GAP) if text else None
    items: list[Item] = []
    for number, entry in enumerate(entries):
        column, row = divmod(number, rows)
        grid = replace(drawn.grid, pitch=pitch, odd=True)
        board = CellBoard(entry.sample, samples, look, grid, pitch / drawn.grid.pitch)
        items += _line(entry, board, text, (column * across, (row + 0.5) * down))
    return tuple(items)


def _text_of(style: MapStyle, look: Look) -> TextStyle | None:
    """Return the style of texts: that of places; None without one, or if its font is missing, which is reported."""
    text = look.text(style.cells.names.name) if style.cells and style.cells.names else None
    try:
        return text if text and typeset("0", text) else None
    except FontError:
        return None


def _fitted(text: TextStyle, widest: float, room: float) -> TextStyle | None:
    """Return the style so small that the widest text fits in its room; None if that is smaller than is legible."""
    size = round(text.size * min(1.0, room / widest), 2) if widest else text.size
    leading = None if text.leading is None else text.leading * size / text.size
    return replace(text, size=size, leading=leading) if size >= LEAST - 0.01 else None


def _line(entry: KeyEntry, board: CellBoard, text: TextStyle | None, at: Point) -> Iterator[Item]:
    """Yield the sample and the text of a line, which begins at a point in the middle of its height."""
    (x, y), beyond = map(board.centre, board.drawn.cells[1:3])
    if board.drawn.entries:  # a side is shown in the middle
        x, y = round((x + beyond[0]) / 2, 3), round((y + beyond[1]) / 2, 3)
    corners = tuple((round(x + a, 3), round(y + b, 3)) for a, b in board.grid.outline)
    half = max(a for a, _ in board.grid.outline)
    where = (1.0, 0.0, 0.0, 1.0, round(at[0] + half - x, 3), round(at[1] - y, 3))
    yield Group((Group(tuple(paint_layers(board)), clip=Path(straight([corners]))),), where)
    edge = pen(board.paint("cell-rim"), board.width(0.4))
    yield Group((Path(straight([corners]), None, edge),), where)
    if text:
        block = typeset(entry.text, text)
        tall = block.last_baseline - block.cap_top
        yield block.at(round(at[0] + 2 * half + GAP, 3), round(at[1] - tall / 2 - block.cap_top, 3))


def layout_of(count: int, box: Point, cell: Point, text: float) -> tuple[int, float]:
    """Return the number of rows for `count` lines in a box, and the pitch of samples, so that they are large.

    `cell` is the width and height of a sample of pitch 1, and `text` the least width that each line has for its text.
    If texts do not fit in any way, samples are as large as fit alone.
    """
    for room in (text, 0.0):
        best = (1, 0.0)
        for rows in range(1, count + 1):
            columns = -(-count // rows)
            beside = min((box[0] / columns - room) / cell[0], WIDEST * box[0] / columns)
            pitch = min(LARGEST, SAMPLE * box[1] / rows / cell[1], beside)
            if pitch > best[1] + 1e-9:
                best = rows, pitch
        if best[1] >= SMALLEST:
            return best
    return best
