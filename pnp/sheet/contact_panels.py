"""The panels of a contact sheet: the faces of each component in rows, small components side by side."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from pnp.records import dataclass
from pnp.scene.geometry import Bounds, scale, translate
from pnp.scene.items import Ellipse, Group, Path, Rect, Stroke
from pnp.scene.sheet import Box, Sheet
from pnp.scene.text import HOUSE_FALLBACK
from pnp.scene.typeset import typeset
from pnp.sheet.contact_marks import CHIP, MOST_CHIPS, QUIET, Mark, chips, shortened
from pnp.sheet.style import HOUSE
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.scene.fonts import Family
    from pnp.scene.items import Colour, Item, Scene
    from pnp.scene.part import Outline
    from pnp.scene.text import TextStyle
    from pnp.scene.typeset import Block

PIXELS = 4
"""How many pixels a millimetre has."""

WIDTH = 400.0
MARGIN = 8.0
INNER = WIDTH - 2 * MARGIN

SIDES, SIDES_OF_MANY = (50.0, 100.0), (36.0, 72.0)
"""The side of the square that a face fits into, at least, and at most where one row holds all of a component."""

MANY = 100
"""How many faces are many."""

GAP = 5.0
BETWEEN = 10.0
"""What stands between two components side by side."""

TITLE = 12.0
"""The height of a component's name with what stands above and below it."""

LABEL = 6.0
"""The height of the words under a face."""

NARROWEST = 22.0
"""The least width of a face with its label."""

RIM = 4.5
"""What stands above a row of faces, for the lines round those with faults."""

GROUND, EDGE = "#E6E8EB", "#9AA1A9"
NAMES = replace(HOUSE.headings, size=15.0, leading=18.0)


@dataclass(frozen=True, slots=True)
class Shot:
    """One face with its label, cut along its outline; `guides` are drawn over it."""

    scene: Scene
    outline: Outline
    label: str
    marks: tuple[Mark, ...] = ()
    guides: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """The faces of one component under its name; its own marks are about all of it.

    `fallback` are the families for what the house's own lack.
    """

    name: str
    note: str
    shots: tuple[Shot, ...]
    marks: tuple[Mark, ...] = ()
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK


def panel_strips(panels: Sequence[Panel]) -> Iterator[Sheet]:
    """A strip for each row of faces, the faces smaller where there are many."""
    sides = SIDES if sum(len(panel.shots) for panel in panels) <= MANY else SIDES_OF_MANY
    for group in _beside(_laid(panel, *sides) for panel in panels):
        yield from _strips(group)


def strip(items: Sequence[Item], height: float) -> Sheet:
    """A strip at least so high, in whole pixels."""
    height = ceil(height * PIXELS) / PIXELS
    paper = Box(0.0, 0.0, WIDTH, height)
    return Sheet(WIDTH, height, (Rect(0.0, 0.0, WIDTH, height, fill=GROUND), *items), paper, paper)


class _Cell(NamedTuple):
    """A face with its scale and the room that it takes across."""

    shot: Shot
    scale: float
    width: float


class _Laid(NamedTuple):
    """A panel laid out: its faces row by row, and how wide it is."""

    panel: Panel
    rows: tuple[tuple[_Cell, ...], ...]
    width: float


def _laid(panel: Panel, small: float, large: float) -> _Laid:
    """The faces in squares of the greatest side for which one row holds them all, else of the least."""
    for side in (*range(int(large), int(small), -5), small):
        cells = [_cell(shot, side) for shot in panel.shots]
        width = total(cell.width + GAP for cell in cells) - GAP
        if width <= INNER:
            return _Laid(panel, (tuple(cells),), max(width, _title_width(panel)))
    return _Laid(panel, tuple(_rows(cells)), INNER)


def _cell(shot: Shot, side: float) -> _Cell:
    """The face in a square of that side, never larger than it is; its room in whole pixels."""
    scaled = min(1.0, side / max(shot.scene.width, shot.scene.height))
    return _Cell(shot, scaled, ceil(max(shot.scene.width * scaled, NARROWEST) * PIXELS) / PIXELS)


def _rows(cells: Sequence[_Cell]) -> Iterator[tuple[_Cell, ...]]:
    row: list[_Cell] = []
    used = 0.0
    for cell in cells:
        if row and used + cell.width > INNER:
            yield tuple(row)
            row, used = [], 0.0
        row.append(cell)
        used += cell.width + GAP
    yield tuple(row)


def _beside(panels: Iterable[_Laid]) -> Iterator[tuple[_Laid, ...]]:
    """The panels, neighbours of one row side by side as long as there is room."""
    group: list[_Laid] = []
    used = 0.0
    for laid in panels:
        if group and used + laid.width > INNER:
            yield tuple(group)
            group, used = [], 0.0
        group.append(laid)
        used += laid.width + BETWEEN
    if group:
        yield tuple(group)


def _strips(group: Sequence[_Laid]) -> Iterator[Sheet]:
    """A strip for each row of faces, the first below the names."""
    for number in range(max(len(laid.rows) for laid in group)):
        top = RIM if number else TITLE + RIM
        items: list[Item] = []
        depth, x = 0.0, MARGIN
        for laid in group:
            if number == 0:
                items.extend(_title(laid, x))
            left = x
            for cell in laid.rows[number]:
                items.extend(_shot(cell, left, top, replace(QUIET, fallback=laid.panel.fallback)))
                left += cell.width + GAP
                depth = max(depth, cell.shot.scene.height * cell.scale)
            x += laid.width + BETWEEN
        yield strip(items, top + depth + LABEL + GAP - RIM)


def _title(laid: _Laid, x: float) -> Iterator[Item]:
    name, note, _ = _named(laid.panel)
    y = TITLE - name.height - 0.5
    yield Rect(x, y - 2.0, laid.width, 0.25, fill=QUIET.colour)
    yield name.at(x, y)
    yield note.at(x + name.width + 3.0, y + name.last_baseline - note.last_baseline)
    yield from chips(laid.panel.marks, x + name.width + note.width + 6.0, y + (name.height - CHIP) / 2)


def _title_width(panel: Panel) -> float:
    name, note, marks = _named(panel)
    return name.width + 3.0 + note.width + marks


def _named(panel: Panel) -> tuple[Block, Block, float]:
    """The panel's name, its note, and the room for its marks."""
    room = 3.0 + min(len(panel.marks), MOST_CHIPS + 1) * 1.8 * CHIP if panel.marks else 0.0
    style = replace(NAMES, fallback=panel.fallback)
    return shortened(panel.name, style, INNER / 2), typeset(panel.note, QUIET), room


def _shot(cell: _Cell, x: float, y: float, style: TextStyle) -> Iterator[Item]:
    """A face at (x, y), its edge, its label, and what is wrong with it."""
    shot, scaled, width = cell
    art = (
        _outlined(shot.outline, HOUSE.paper, None),
        Group(shot.scene.items, clip=shot.outline),
        _outlined(shot.outline, None, Stroke(EDGE, 0.2 / scaled)),
        *shot.guides,
    )
    place = scale(scaled)
    yield Group((Group(art, place),), translate(x, y))
    box = Bounds(x, y, x + shot.scene.width * scaled, y + shot.scene.height * scaled)
    label = shortened(shot.label, style, width)
    yield label.at(x, box.bottom + 2.2)
    if shot.marks:
        worst = max(shot.marks, key=lambda mark: mark.error)
        rim = box.grown(1.4)
        yield Rect(rim.left, rim.top, rim.width, rim.height, 2.0, stroke=Stroke(worst.colour, 1.0))
        yield from chips(shot.marks, rim.left, rim.top - CHIP / 2)


def _outlined(outline: Outline, fill: Colour | None, stroke: Stroke | None) -> Rect | Ellipse | Path:
    return replace(outline, fill=fill, stroke=stroke)
