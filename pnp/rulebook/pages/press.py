"""Pages being filled: galleys from the top down, in columns or across, and large tables on pages of their own."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.rulebook.document import Text
from pnp.rulebook.pages.columns import balance, fill
from pnp.rulebook.pages.setting import set_text
from pnp.rulebook.pages.type import AMBER, FOLIO, FOOT
from pnp.scene.geometry import translate
from pnp.scene.items import Group, Rect
from pnp.scene.sheet import Anchor, Box, Sheet
from pnp.scene.text import HOUSE_FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.rulebook.pages.galley import Galley
    from pnp.rulebook.pages.plate import Plate, Room
    from pnp.rulebook.pages.strip import Strip
    from pnp.scene.fonts import Family
    from pnp.scene.items import Item
    from pnp.scene.sheet import Link

SIDE, TOP, BOTTOM = 16.0, 14.0, 19.0
"""The margins of a page, in millimetres; its foot stands in the bottom one."""

EDGE = 9.0
"""The side and top margins of a page that is one large table."""

FOOT_AT, FOOT_RULE = 14.0, 0.4
"""How far above the paper's edge the foot begins, and how thick its rule is."""

GUTTER = 8.0
"""What parts two columns."""

NARROWEST = 70.0
"""The least width of a column."""


@dataclass(slots=True)
class _Page:
    """A page as far as it is filled; `y` is where the next strip goes."""

    width: float
    height: float
    side: float = SIDE
    y: float = TOP
    items: list[Item] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def place(self, strip: Strip, x: float, y: float) -> None:
        """Puts the strip with its top left corner at (x, y)."""
        placed = strip.moved(x, y)
        self.items.extend(placed.items)
        self.anchors.extend(placed.anchors)
        self.links.extend(placed.links)


class Press:
    """Fills pages of one size."""

    def __init__(self, width: float, height: float) -> None:
        self._width, self._height = width, height
        self.inner = width - 2 * SIDE
        self.count = max(1, int((self.inner + GUTTER) / (NARROWEST + GUTTER)))
        self.column = (self.inner - (self.count - 1) * GUTTER) / self.count
        self._pages = [_Page(width, height)]

    @property
    def straight(self) -> Room:
        """The room of a large table on paper that is not turned."""
        return self._width - 2 * EDGE, self._height - EDGE - BOTTOM

    @property
    def turned(self) -> Room:
        """The room of a large table on turned paper."""
        return self._height - 2 * EDGE, self._width - EDGE - BOTTOM

    def set(self, galley: Galley) -> None:
        """Puts the galley on this page and as many more as it needs; columns that end a galley are balanced."""
        strips: Sequence[Strip] = galley.strips
        count = 1 if galley.wide else self.count
        while strips:
            page = self._pages[-1]
            fresh = not page.items
            if not fresh:
                page.y += strips[0].before
            room = self._height - BOTTOM - page.y
            columns, rest = balance(strips, count, room), strips[:0]
            if columns is None:
                columns, rest = fill(strips, count, room, force=fresh)
            for index, column in enumerate(columns):
                for y, strip in column.placed:
                    page.place(strip, SIDE + index * (self.column + GUTTER), page.y + y)
            page.y += max(column.height for column in columns)
            strips = rest
            if strips:
                self._pages.append(_Page(self._width, self._height))

    @property
    def pages(self) -> int:
        """How many pages there are so far."""
        return len(self._pages)

    def plate(self, plate: Plate, anchor: Anchor | None = None) -> None:
        """Puts the table on a page of its own."""
        width, height = (self._height, self._width) if plate.turned else (self._width, self._height)
        page = _Page(width, height, EDGE)
        page.items.append(Group(plate.items(), translate(EDGE, EDGE)))
        page.anchors.extend([replace(anchor, y=EDGE)] if anchor else [])
        self._pages.append(page)

    def sheets(self, title: str, credit: str, fallback: tuple[str | Family, ...] = HOUSE_FALLBACK) -> Iterator[Sheet]:
        """The pages, each with its foot: the title, the credit, and its number."""
        for number, page in enumerate(self._pages, start=1):
            foot = _foot(page, title, credit, f"{number} / {len(self._pages)}", fallback)
            whole = Box(0.0, 0.0, page.width, page.height)
            yield Sheet(
                page.width,
                page.height,
                (*page.items, *foot),
                whole,
                whole,
                label=str(number),
                anchors=tuple(page.anchors),
                links=tuple(page.links),
            )


def _foot(page: _Page, title: str, credit: str, folio: str, fallback: tuple[str | Family, ...]) -> Iterator[Item]:
    top, width = page.height - FOOT_AT, page.width - 2 * page.side
    yield Rect(page.side, top, width, FOOT_RULE, fill=AMBER)
    style = replace(FOLIO, fallback=fallback)
    left, right = set_text((Text(title),), style), set_text((Text(folio),), style)
    yield from left.items(page.side, top + 1.2)
    room = width - 2 * max(left.width, right.width) - 2 * GUTTER
    if credit and room > NARROWEST / 2:
        middle = set_text((Text(credit),), replace(FOOT, fallback=fallback), room, "centre")
        yield from middle.items(page.side + (width - room) / 2, top + 1.4)
    yield from right.items(page.side + width - right.width, top + 1.2)
