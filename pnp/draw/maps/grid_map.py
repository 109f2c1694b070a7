"""The painter of grid maps: grounds, drawings, rivers, roads, lines, walls, numbers and names of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import assert_never

from msgspec.structs import replace

from pnp.draw.maps.cell_board import GROUNDS, SOLID, CellBoard
from pnp.draw.maps.cell_lines import (
    bent,
    chained,
    draw_cliff,
    draw_deck,
    draw_door,
    draw_fence,
    draw_ford,
    draw_railings,
    draw_rivers,
    draw_road,
    draw_walls,
    frame_of,
    inset,
    through_cells,
)
from pnp.draw.maps.cell_symbols import VARIANTS, CellArtist, hatching
from pnp.draw.maps.label_positions import GAP, LabelLook, MapLabel
from pnp.draw.maps.labels import PlacedLabel, crowded_of, place_labels
from pnp.draw.maps.obstacles import Obstacle, line_of
from pnp.draw.town.plan import line, lines, pen, straight
from pnp.facts.look import Look, UnknownNameError
from pnp.geometry.polygons import Point
from pnp.model.maps.cell_sides import CellSide
from pnp.model.maps.cells import GridCell
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.map_style import MapStyle
from pnp.scene.items import BoundingBox, Colour, Command, Group, Item, Path, Rect, Same, Stroke
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.lettering import CrowdedLabel
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset

ROAD_ORDER = ("stream", "tunnel", "trail", "road", "rail")
"""The drawings of roads, from the bottom up."""

BLEED = 3.5
"""How far a single tile is drawn beyond its edges, in millimetres."""

SMALLEST_LABEL = 5.0
"""The minimum size of the label of a tile, in points."""


def paint_grid_map(
    drawn: GridMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str] = frozenset()
) -> tuple[Item, ...]:
    """Return the map in a box with (0, 0) at its top left corner; the cells in `highlight` are emphasized.

    The items below emphasized cells are the same tuple for every highlight, so that a back end can write them once.
    Raises UnknownNameError for a role or icon that the look does not have.
    """
    if not (width > 0 and height > 0 and drawn.cells):
        return ()
    scale = _scale(drawn, style, width, height)
    board, items = _painted(Same(drawn), Same(style), Same(look), scale)
    left, top = (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2
    clip = Rect(0.0, 0.0, round(scale * drawn.width, 3), round(scale * drawn.height, 3)) if drawn.cut else None
    where = (1.0, 0.0, 0.0, 1.0, round(left, 3), round(top, 3))
    return (Group(items, where, clip), *([Group(tuple(lit_cells(board, highlight)), where)] if highlight else []))


def _scale(drawn: GridMap, style: MapStyle, width: float, height: float) -> float:
    """Return the scale at which the map fills a box inside the inset of the style."""
    inset = 0.0 if drawn.is_tile else min(style.inset, width / 4, height / 4)
    return round(min((width - 2 * inset) / drawn.width, (height - 2 * inset) / drawn.height), 6)


@lru_cache(maxsize=16)
def _painted(
    drawn: Same[GridMap], style: Same[MapStyle], look: Same[Look], scale: float
) -> tuple[CellBoard, tuple[Item, ...]]:
    """Return the map on a face with its items, cached: the same tuple each time."""
    grid = replace(drawn.it.grid, pitch=drawn.it.grid.pitch * scale)
    board = CellBoard(drawn.it, style.it, look.it, grid, scale)
    return board, tuple(paint_layers(board))


def paint_layers(board: CellBoard) -> Iterator[Item]:
    """Yield the map without emphasized cells, from the bottom up."""
    yield from _hatches(board)
    yield from _tile_bleed(board)
    yield from _grounds(board)
    yield from _drawings(board)
    yield from _grid_lines(board)
    yield from _rivers(board)
    yield from _roads(board)
    yield from _tracks(board)
    yield from _bridges(board)
    yield from _groups(board)
    yield from _sides(board)
    yield from _rim(board)
    yield from _tile_rims(board)
    yield from _numbers(board)
    yield from _tile_faces(board)
    yield from _places(board)


def _grounds(board: CellBoard) -> Iterator[Item]:
    """Yield the ground of each terrain as one path around all of its cells."""
    order = tuple(GROUNDS)
    cells: dict[tuple[str, Colour], list[int]] = {}
    for number, look in enumerate(board.looks):
        cells.setdefault(look, []).append(number)
    for look, members in sorted(cells.items(), key=lambda item: (order.index(item[0][0]), item[0])):
        drawing, colour = look
        if drawing in SOLID:
            continue
        inside = set(members)
        rings = [tuple(board.shore(ring)) for ring in board.outlines(members, inside)]
        yield Path(straight(rings), colour, pen(colour, 0.12))
    for drawing in ("shallows", "water"):  # above all grounds, because two grounds share a border
        members = [number for number, look in enumerate(board.looks) if look[0] == drawing]
        if members:
            rings = [tuple(board.shore(ring)) for ring in board.outlines(members, set(members))]
            yield Path(straight(rings), None, pen(board.paint("cell-bank"), board.width(0.35)))


# Rock: hatched along the ground that it surrounds.


def _hatches(board: CellBoard) -> Iterator[Item]:
    """Yield rock: its ground, and strokes along the open cells that it surrounds."""
    rock = [number for number, (drawing, _) in enumerate(board.looks) if drawing in SOLID]
    strokes: list[tuple[Point, Point]] = []
    for colour in sorted({board.looks[number][1] for number in rock}):
        members = [number for number in rock if board.looks[number][1] == colour]
        rings = [tuple(map(board.plain, ring)) for ring in board.outlines(members, set(members))]
        yield Path(straight(rings), colour, pen(colour, 0.12))
    size = board.grid.edge
    for number in rock:
        cell = board.drawn.cells[number]
        hatched = board.manner.drawings and board.looks[number][0] == "rock"
        for side, other in board.drawn.finder.around(number):
            if hatched and other is not None and board.looks[other][0] not in SOLID:
                one, two = map(board.plain, board.grid.side(cell.at, side))
                _, _, inward = frame_of((one, two))
                ends = ((one[0] / size, one[1] / size), (two[0] / size, two[1] / size))
                found = hatching(ends, inward, board.chance.under("rock", cell.at, side))
                strokes += [((a * size, b * size), (c * size, d * size)) for (a, b), (c, d) in found]
    if strokes:
        yield Path(lines(*strokes), None, pen(board.paint("cell-hatch"), board.width(0.28)))


# Drawings in cells.


def _drawings(board: CellBoard) -> Iterator[Item]:
    """Yield the drawing of each cell; icons of terrains stand in for drawings."""
    artist = CellArtist(board.paint, board.chance, 0.42 if board.grid.shape == "square" else 0.46)
    pitch, known = round(board.grid.pitch, 4), dict[tuple[str, int], tuple[Item, ...]]()
    for number, cell in enumerate(board.drawn.cells):
        (x, y), terrain = board.centre(cell), board.drawn.terrain(cell)
        if terrain and terrain.icon:
            side = round(board.manner.icon * board.grid.pitch, 3)
            yield board.look.icon(terrain.icon.name, round(x - side / 2, 3), round(y - side / 2, 3), side)
        elif board.manner.drawings:
            key = board.looks[number][0], int(board.chance.share("variant", cell.at) * VARIANTS)
            if key not in known:
                known[key] = artist.draw(*key)
            if known[key]:
                yield Group(known[key], (pitch, 0.0, 0.0, pitch, x, y))


# Lines between cells.


def _grid_lines(board: CellBoard) -> Iterator[Item]:
    """Yield the lines of the grid, as few long ones as possible; none between solid cells."""
    if not board.manner.line:
        return
    sides = []
    for number, cell in enumerate(board.drawn.cells):
        for side, other in board.drawn.finder.around(number):
            if other is not None and other > number and not {board.looks[number][0], board.looks[other][0]} <= SOLID:
                sides.append(board.grid.side(cell.at, side))
    if sides:
        runs = [tuple(map(board.plain, run)) for run in chained(sides)]
        yield Path(lines(*runs), None, pen(board.paint("cell-line"), board.width(board.manner.line)))


def _rim(board: CellBoard) -> Iterator[Item]:
    """Yield the line around the map; a straight rim is drawn by what frames the map."""
    if not board.manner.rim or board.drawn.cut or board.drawn.is_tile:
        return
    rings = board.outlines(range(len(board.drawn.cells)), set(range(len(board.drawn.cells))))
    outlines = [tuple(map(board.plain, ring[:-1])) for ring in rings]
    yield Path(straight(outlines), None, pen(board.paint("cell-rim"), board.width(board.manner.rim)))


def _groups(board: CellBoard) -> Iterator[Item]:
    """Yield the outlines of groups of seven hexes."""
    middle = board.drawn.groups_of_seven
    if middle is None or middle.name not in board.drawn.index:
        return
    at = board.drawn.cells[board.drawn.index[middle.name]].at
    group = [board.grid.seven(cell.at, at) for cell in board.drawn.cells]
    sides = [
        board.grid.side(cell.at, side)
        for number, cell in enumerate(board.drawn.cells)
        for side, other in board.drawn.finder.around(number)
        if other is not None and other > number and group[other] != group[number]
    ]
    if sides:
        runs = [tuple(map(board.plain, run)) for run in chained(sides)]
        yield Path(lines(*runs), None, pen(board.paint("cell-group"), board.width(board.manner.group)))


# Sides and roads.


def _rivers(board: CellBoard) -> Iterator[Item]:
    """Yield rivers along sides, with the bridges and fords over them."""
    rivers = [side for side in board.described if board.is_shown_as(side, "river")]
    width = board.width(board.manner.river)
    colours: dict[Colour, list[CellSide]] = {}
    for side in rivers:
        colours.setdefault(board.colour_below(side, "cell-river"), []).append(side)
    for colour, sides in colours.items():
        runs = []
        for run in chained(map(board.ends_of, sides)):
            points = [point for one, other in pairwise(run) for point in board.along(one, other)[:-1:2]]
            runs.append((*points, board.uneven(run[-1])))
        yield from draw_rivers(runs, width, colour, board.paint("cell-bank"))
    for side in board.described:
        one, other = map(board.uneven, board.ends_of(side))
        if side.kind.draw == "bridge":
            yield draw_deck((one, other), width, board.colour_of(side, "cell-road"))
        elif side.kind.draw == "ford":
            yield from draw_ford((one, other), width, board.colour_of(side, "cell-stone"), board.paint("cell-rail"))


def _bridges(board: CellBoard) -> Iterator[Item]:
    """Yield the railings of bridges."""
    for side in board.described:
        if side.kind.draw == "bridge":
            one, other = map(board.uneven, board.ends_of(side))
            yield from draw_railings((one, other), board.width(board.manner.river), board.paint("cell-rail"))


def _roads(board: CellBoard) -> Iterator[Item]:
    """Yield the roads, streams first."""
    paths: dict[str, list[Sequence[Point]]] = {}
    for road, cells in board.drawn.tracks:
        kind = board.drawn.road_kinds.get(road.kind_name)
        if kind and len(cells) > 1:
            centres = [board.centre(board.drawn.cells[number]) for number in cells]
            paths.setdefault(kind.draw, []).append(centres)
    for drawing in ROAD_ORDER:
        yield from draw_road(
            drawing, map(through_cells, paths.get(drawing, ())), board.width(board.manner.road), board.paint
        )


def _sides(board: CellBoard) -> Iterator[Item]:
    """Yield walls, first those around solid cells, and what is in them."""
    width = board.width(board.manner.wall)
    yield from _walls(board, width)
    for side in board.described:
        one, other = map(board.plain, board.ends_of(side))
        match side.kind.draw:
            case "door" | "secret-door":
                secret = side.kind.draw == "secret-door"
                colours = board.colour_of(side, "cell-door"), board.paint("cell-wall")
                yield from draw_door((one, other), width, *colours, secret=secret)
            case "fence":
                yield from draw_fence((one, other), width, board.colour_of(side, "cell-fence"))
            case "cliff":
                yield from draw_cliff((one, other), width, board.colour_of(side, "cell-cliff"))
            case "border":
                dash = (round(3 * width, 3), round(1.2 * width, 3))
                colour = board.colour_of(side, "cell-border")
                yield Path(line((one, other)), None, Stroke(colour, round(0.6 * width, 3), dash))
            case _:
                pass


def _walls(board: CellBoard, width: float) -> Iterator[Item]:
    """Yield the walls; openings in them are left out."""
    sides = {board.ends_of(side): None for side in board.described if board.is_shown_as(side, "wall")}
    openings = {board.ends_of(side) for side in board.described if side.is_opening}
    openings |= {end[::-1] for end in openings}
    for number, cell in enumerate(board.drawn.cells):
        if board.looks[number][0] in SOLID:
            for side, other in board.drawn.finder.around(number):
                if other is not None and board.looks[other][0] not in SOLID:
                    sides.setdefault(board.grid.side(cell.at, side)[::-1])
    walls = [ends for ends in sides if ends not in openings]
    unique = {tuple(sorted(ends)): ends for ends in walls}
    if unique and board.manner.wall:
        runs = [tuple(map(board.plain, run)) for run in chained(unique.values())]
        yield from draw_walls(runs, width, board.paint("cell-wall"))


# Tiles, and the roads that leave cells over their sides.


def _tile_bleed(board: CellBoard) -> Iterator[Item]:
    """Yield the ground of a single tile, continued beyond its edges for the bleed."""
    if board.drawn.is_tile and board.looks[0][0] not in SOLID:
        cell = board.drawn.cells[0]
        (x, y), share = board.centre(cell), 1 + 2 * BLEED / board.grid.pitch
        corners = map(board.plain, board.grid.corner_nodes(cell.at))
        ring = tuple((round(x + (a - x) * share, 3), round(y + (b - y) * share, 3)) for a, b in corners)
        yield Path(straight([ring]), board.looks[0][1])


def _tracks(board: CellBoard) -> Iterator[Item]:
    """Yield the roads that leave cells over their sides: two of them as one curve, others as spokes from the middle."""
    paths: dict[str, list[tuple[Command, ...]]] = {}
    for cell in board.drawn.cells:
        ends: dict[str, list[Point]] = {}
        for side, name in (cell.edges or {}).items():
            kind = board.drawn.road_kinds.get(name)
            if kind:
                ends.setdefault(kind.draw, []).append(_way_out(board, cell, side))
        middle = board.centre(cell)
        for drawing, found in ends.items():
            through = len(found) == 2 and len(cell.edges or ()) == 2
            curves = [bent(found[0], middle, found[1])] if through else [line((middle, end)) for end in found]
            paths.setdefault(drawing, []).extend(curves)
    for drawing in ROAD_ORDER:
        yield from draw_road(drawing, paths.get(drawing, ()), board.width(board.manner.road), board.paint)


def _way_out(board: CellBoard, cell: GridCell, side: int) -> Point:
    """Return the middle of a side; of a single tile, a point beyond it, in the bleed."""
    one, other = map(board.plain, board.grid.side(cell.at, side))
    (x, y), beyond = board.centre(cell), 2 * BLEED / board.grid.pitch if board.drawn.is_tile else 0.0
    to_x, to_y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    return round(to_x + (to_x - x) * beyond, 3), round(to_y + (to_y - y) * beyond, 3)


def _tile_rims(board: CellBoard) -> Iterator[Item]:
    """Yield a line around each tile that is laid on the map, and a dashed one in each cell that takes a tile."""
    cells = [cell for cell in board.drawn.cells if cell.tile] if not board.drawn.is_tile else []
    if cells:
        rings = [tuple(map(board.plain, board.grid.corner_nodes(cell.at))) for cell in cells]
        yield Path(straight(rings), None, pen(board.paint("cell-rim"), board.width(0.35)))
    slots = [board.drawn.cells[number] for number in board.drawn.tiled]
    if slots:
        rings = [inset(map(board.plain, board.grid.corner_nodes(cell.at)), board.centre(cell)) for cell in slots]
        dash = (board.width(1.6), board.width(1.1))
        yield Path(straight(rings), None, Stroke(board.paint("cell-rim"), board.width(0.3), dash))


def _tile_faces(board: CellBoard) -> Iterator[Item]:
    """Yield the icons and labels of tiles: in the middle, the label below the icon if there are both."""
    style, known = board.text(board.manner.names), dict[str, TextBlock]()
    for cell in board.drawn.cells:
        if cell.tile is None:
            continue
        (x, y), side = board.centre(cell), round(board.manner.icon * board.grid.pitch, 3)
        if cell.tile.icon:
            yield board.look.icon(cell.tile.icon.name, round(x - side / 2, 3), round(y - side / 2, 3), side)
        if style is None or not cell.tile.label.strip():
            continue
        label = cell.tile.label
        block = known.get(label) or known.setdefault(label, _fitting(label, style, 0.8 * board.grid.pitch))
        height = block.last_baseline - block.cap_top
        top = y + side / 2 + 0.3 * height if cell.tile.icon else y - height / 2
        pad = round(0.45 * height, 3)
        plate = (round(x - block.width / 2 - pad, 3), round(top - pad, 3))
        size = round(block.width + 2 * pad, 3), round(height + 2 * pad, 3)
        yield Rect(*plate, *size, round(size[1] / 3, 3), board.paint("place"), pen(board.paint("cell-rim"), 0.15))
        yield block.at(round(x - block.width / 2, 3), round(top - block.cap_top, 3))


def _fitting(label: str, style: TextStyle, widest: float) -> TextBlock:
    """Return a label in one line, smaller if it is wider than that, but never below 5 points."""
    block = typeset(label, style)
    if block.width > widest:
        block = typeset(label, replace(style, size=max(SMALLEST_LABEL, style.size * widest / block.width)))
    return block


# Numbers and names.


def _numbers(board: CellBoard) -> Iterator[Item]:
    """Yield the number of each cell that is not solid."""
    style = board.text(board.manner.numbers)
    if style is None or board.grid.pitch < 3 * style.em:
        return
    blocks: dict[str, TextBlock] = {}
    for number, cell in enumerate(board.drawn.cells):
        if board.looks[number][0] in SOLID or not cell.number:
            continue
        block = blocks.setdefault(cell.number, typeset(cell.number, style))
        (x, y), half, height = board.centre(cell), board.grid.pitch / 2, block.last_baseline - block.cap_top
        reach = half if board.grid.shape != "hex-pointy" else half * 1.02
        match board.manner.number_at:
            case "top":
                at = (
                    x - block.width / 2,
                    y - reach + height * 0.45 + (0.0 if board.grid.shape != "hex-pointy" else 0.1),
                )
            case "bottom":
                at = x - block.width / 2, y + reach - height * 1.45
            case "corner":
                at = x - half + height * 0.45, y - reach + height * 0.45
            case _:
                assert_never(board.manner.number_at)
        if board.drawn.cut:  # parts of the cells at the rim are cut off
            right, bottom = board.drawn.width * board.scale, board.drawn.height * board.scale
            at = _kept(at[0], block.width, right, height), _kept(at[1], height, bottom, height)
        yield block.at(round(at[0], 3), round(at[1] - block.cap_top, 3))


def _kept(start: float, length: float, room: float, gap: float) -> float:
    """Return where something of a length starts so that it is inside 0 … `room`, with half of a gap at both ends."""
    return min(max(start, gap / 2), room - length - gap / 2)


def _places(board: CellBoard) -> Iterator[Item]:
    """Yield the icons and names of places, on plates in the colour of paper."""
    for cell in board.drawn.cells:
        if cell.place and cell.place.icon:
            (x, y), side = board.centre(cell), round(board.manner.icon * board.grid.pitch, 3)
            yield board.look.icon(cell.place.icon.name, round(x - side / 2, 3), round(y - side / 2, 3), side)
    for placed in placed_names(board):
        yield from placed.drawn()


def placed_names(board: CellBoard) -> tuple[PlacedLabel, ...]:
    """Return the names of places: below the middle of their cells, or where they cover less of what is near.

    There are none if a font is missing; the check of fonts reports that.
    """
    style = board.text(board.manner.names)
    named = [cell for cell in board.drawn.cells if cell.place and cell.place.label.strip()]
    if style is None or not named:
        return ()
    pitch, edge = board.grid.pitch, pen(board.paint("cell-rim"), 0.2)
    look = LabelLook(plate=board.paint("place"), line=edge, margin=0.28 * style.em, corner=style.em)
    off = max(0.3 * pitch - GAP - 0.6 * style.em, 0.5)
    icon = board.manner.icon * pitch / 2
    labels = []
    for cell in named:
        assert cell.place, "only named cells are here"
        reach = max(off, icon) if cell.place.icon else off
        at, text, span = board.centre(cell), cell.place.label, cell.place.span
        labels.append(MapLabel(cell.id, text, style, at, span, radius=reach, side="below", least=style.size, look=look))
    whole = BoundingBox(0.0, 0.0, board.drawn.width * board.scale, board.drawn.height * board.scale)
    try:
        return place_labels(labels, tuple(_obstacles(board, icon)), whole.grown(board.style.inset))
    except FontError:
        return ()


def _obstacles(board: CellBoard, icon: float) -> Iterator[Obstacle]:
    """Yield what names avoid: icons, and less so roads, rivers, walls and doors."""
    for cell in board.drawn.cells:
        if cell.place and cell.place.icon:
            yield Obstacle((board.centre(cell),), icon, what=f"the icon of '{cell.place.id}'", owner=cell.id)
    for _, cells in board.drawn.tracks:
        centres = [board.centre(board.drawn.cells[number]) for number in cells]
        if len(centres) > 1:
            yield from line_of(centres, board.width(board.manner.road) / 2, 0.5)
    for side in board.described:
        yield Obstacle(tuple(map(board.uneven, board.ends_of(side))), board.width(board.manner.river) / 2, 0.5)


def crowded_names(drawn: GridMap, style: MapStyle, look: Look, width: float, height: float) -> tuple[CrowdedLabel, ...]:
    """Return the names of places that overlap something when the map is drawn in that box."""
    scale = _scale(drawn, style, width, height)
    if scale <= 0 or not drawn.cells:
        return ()
    try:
        board, _ = _painted(Same(drawn), Same(style), Same(look), scale)
    except UnknownNameError:  # reported where the map is drawn
        return ()
    return crowded_of(placed_names(board))


# Emphasized cells.


def lit_cells(board: CellBoard, names: frozenset[str]) -> Iterator[Item]:
    """Yield a tint and a strong line around the named cells."""
    chosen = sorted({board.drawn.index[name] for name in names if name in board.drawn.index})
    if not chosen:
        return
    rings = [tuple(map(board.plain, ring[:-1])) for ring in board.outlines(chosen, set(chosen))]
    yield Group((Path(straight(rings), board.paint("lit")),), opacity=0.45)
    yield Path(straight(rings), None, pen(board.paint("rim"), board.width(0.9)))
