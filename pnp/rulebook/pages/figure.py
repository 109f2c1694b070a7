"""Figures on paper: pictures side by side as far as there is room, each with its caption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.rulebook.document import Text
from pnp.rulebook.pages.setting import set_text
from pnp.rulebook.pages.strip import Strip
from pnp.scene.geometry import scale
from pnp.scene.items import Group, Rect
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.rulebook.document import Figure, Line, Panel
    from pnp.rulebook.pages.type import Type
    from pnp.scene.items import Item

BESIDE = 4.0
"""What parts two pictures side by side, in millimetres."""

BELOW = 1.2
"""What parts a picture from its caption."""


def figure_width(figure: Figure) -> float:
    """How wide the widest of its pictures is."""
    return max(panel.sketch.width for panel in figure.panels)


def figure_strips(figure: Figure, look: Type, width: float) -> list[Strip]:
    """Rows of pictures that are never parted; one that is wider than the column is made smaller."""
    return [_row(panels, look, width) for panels in _rows(figure.panels, width)]


def _rows(panels: Sequence[Panel], width: float) -> Iterator[list[Panel]]:
    row: list[Panel] = []
    for panel in panels:
        if row and total(_width(each, width) + BESIDE for each in row) + _width(panel, width) > width + 0.01:
            yield row
            row = []
        row.append(panel)
    if row:
        yield row


def _width(panel: Panel, room: float) -> float:
    return min(panel.sketch.width, room)


def _row(panels: Sequence[Panel], look: Type, width: float) -> Strip:
    items: list[Item] = []
    left = deepest = 0.0
    for panel in panels:
        wide = width if len(panels) == 1 and not panel.scene else _width(panel, width)
        drawn, down = _panel(panel, look, wide, _width(panel, width))
        items.append(Group(drawn, (1.0, 0.0, 0.0, 1.0, left, 0.0)))
        left, deepest = left + wide + BESIDE, max(deepest, down)
    return Strip(deepest + 0.6 * look.gap, tuple(items), 1.2 * look.gap)


def _panel(panel: Panel, look: Type, room: float, wide: float) -> tuple[tuple[Item, ...], float]:
    """The picture and its caption from (0, 0), and how far down they reach."""
    items: list[Item] = []
    down = 0.0
    if panel.scene:
        size = wide / panel.scene.width
        down = panel.scene.height * size
        items.append(Group(panel.scene.items, scale(size), Rect(0.0, 0.0, panel.scene.width, panel.scene.height)))
    for line in _words(panel):
        text = set_text(line, look.small, room)
        items.extend(text.items(0.0, down + BELOW))
        down += BELOW + text.height
    return tuple(items), down


def _words(panel: Panel) -> Iterator[Line]:
    if not panel.scene:
        yield (Text(panel.alt, italic=True),)
    if panel.caption:
        yield panel.caption
