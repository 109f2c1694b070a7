"""The contact sheet: every face small, with its findings next to it.

It is a list of strips of the same width, each a separate sheet, so that an unchanged strip need not be rendered again.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.messages import many
from pnp.scene.items import BoundingBox, Colour, Ellipse, Group, Item, Path, Rect, Scene, Stroke, scale, translate
from pnp.scene.parts import Box, Outline, Sheet
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FALLBACK, TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.sheet.margins import ELLIPSIS, HOUSE
from pnp.units import MM_PER_INCH, total

# Texts and numbers of a contact sheet: their styles and maximum lengths.

CHIP = 4.6
"""The height of a number on its plate."""

MOST_CHIPS = 3
"""The maximum number of remark numbers in a row."""

WORDS = replace(HOUSE.bodies, size=8.5, leading=10.0)
STRONG = replace(WORDS, weight=700)
QUIET = replace(WORDS, colour="#4A525B")


class RemarkMark(Struct, frozen=True):
    """The number of a remark, and whether it is an error."""

    number: int
    error: bool

    @property
    def colour(self) -> Colour:
        """The colour for its severity."""
        return HOUSE.alarm if self.error else HOUSE.accent


def chips(marks: Sequence[RemarkMark], x: float, y: float) -> Iterator[Item]:
    """Yield the first numbers in a row, then how many more there are, such as `+2`."""
    for mark in marks[:MOST_CHIPS]:
        items, width = chip(mark, x, y)
        yield from items
        x += width + 0.6
    if len(marks) > MOST_CHIPS:
        more = typeset(f"+{len(marks) - MOST_CHIPS}", STRONG)
        yield Rect(x, y, more.width + 2.0, CHIP, 1.0, HOUSE.paper, Stroke(HOUSE.ink, 0.25))
        yield more.at(x + 1.0, y + (CHIP - more.height) / 2)


def chip(mark: RemarkMark, x: float, y: float) -> tuple[tuple[Item, ...], float]:
    """Return a number on its coloured plate, and the width of the plate."""
    words = typeset(str(mark.number), replace(STRONG, colour=HOUSE.paper if mark.error else HOUSE.ink))
    width = max(words.width + 2.4, CHIP)
    plate = Rect(x, y, width, CHIP, 1.0, mark.colour, Stroke(HOUSE.paper, 0.4))
    return (plate, words.at(x + (width - words.width) / 2, y + (CHIP - words.height) / 2)), width


def shortened(words: str, style: TextStyle, width: float) -> TextBlock:
    """Return the text on one line, cut with an ellipsis where it is wider than `width`."""
    words = " ".join(words.split())
    whole = typeset(words, style)
    if whole.width <= width:
        return whole

    def cut(kept: int) -> TextBlock:
        return typeset(f"{words[:kept].rstrip()}{ELLIPSIS}", style)

    return cut(max(bisect_right(range(len(words)), width, key=lambda kept: cut(kept).width) - 1, 0))


# The panels of a contact sheet: the faces of each component in rows, small components next to each other.

PIXELS = 4
"""Pixels per millimetre."""

WIDTH = 400.0
MARGIN = 8.0
INNER = WIDTH - 2 * MARGIN

SIDES, SIDES_OF_MANY = (50.0, 100.0), (36.0, 72.0)
"""The minimum and maximum side of the square that a face fits into.

The maximum applies only if one row has room for the whole component.
"""

MANY = 100
"""The number of faces above which the smaller sizes apply."""

GAP = 5.0
BETWEEN = 10.0
"""The distance between two components in a row."""

TITLE = 12.0
"""The height of a component's name, with the space above and below."""

LABEL = 6.0
"""The height of the label under a face."""

NARROWEST = 22.0
"""The minimum width of a face with its label."""

RIM = 4.5
"""The space above a row of faces, for the frames around faces with findings."""

GROUND, EDGE = "#E6E8EB", "#9AA1A9"
NAMES = replace(HOUSE.headings, size=15.0, leading=18.0)


class Shot(Struct, frozen=True):
    """One face with its label, clipped to its outline; `guides` are drawn over it."""

    scene: Scene
    outline: Outline
    label: str
    marks: tuple[RemarkMark, ...] = ()
    guides: tuple[Item, ...] = ()


class ContactPanel(Struct, frozen=True):
    """The faces of one component under its name.

    `marks` are of findings about the whole component; `fallback` is the font families for characters that the house's
    own lack.
    """

    name: str
    note: str
    shots: tuple[Shot, ...]
    marks: tuple[RemarkMark, ...] = ()
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK


def panel_strips(panels: Sequence[ContactPanel]) -> Iterator[Sheet]:
    """Yield a strip for each row of faces. Faces are smaller if there are many."""
    sides = SIDES if sum(len(panel.shots) for panel in panels) <= MANY else SIDES_OF_MANY
    for group in _in_rows((_laid(panel, *sides) for panel in panels), BETWEEN):
        yield from _strips(group)


def strip(items: Sequence[Item], height: float) -> Sheet:
    """Return a strip with a height of at least `height`, rounded up to whole pixels."""
    height = ceil(height * PIXELS) / PIXELS
    paper = Box(0.0, 0.0, WIDTH, height)
    return Sheet(WIDTH, height, (Rect(0.0, 0.0, WIDTH, height, fill=GROUND), *items), paper, paper)


class _Cell(NamedTuple):
    """A face with its scale and the width of its cell."""

    shot: Shot
    scale: float
    width: float


class _Laid(NamedTuple):
    """A panel after layout: its faces in rows, and its width."""

    panel: ContactPanel
    rows: tuple[tuple[_Cell, ...], ...]
    width: float


_Wide = TypeVar("_Wide", _Cell, _Laid)


def _laid(panel: ContactPanel, small: float, large: float) -> _Laid:
    """Return the panel with its faces as large as possible in one row, else in several rows at the minimum size."""
    for side in (*range(int(large), int(small), -5), small):
        cells = [_cell(shot, side) for shot in panel.shots]
        width = total(cell.width + GAP for cell in cells) - GAP
        if width <= INNER:
            return _Laid(panel, (tuple(cells),), max(width, _title_width(panel)))
    return _Laid(panel, tuple(_in_rows(cells, GAP)), INNER)


def _cell(shot: Shot, side: float) -> _Cell:
    """Return the face scaled to fit a square of that side, never enlarged. The width is in whole pixels."""
    scaled = min(1.0, side / max(shot.scene.width, shot.scene.height))
    return _Cell(shot, scaled, ceil(max(shot.scene.width * scaled, NARROWEST) * PIXELS) / PIXELS)


def _in_rows(things: Iterable[_Wide], gap: float) -> Iterator[tuple[_Wide, ...]]:
    """Yield cells or panels in rows: successive ones share a row as long as they fit next to each other."""
    row: list[_Wide] = []
    used = 0.0
    for thing in things:
        if row and used + thing.width > INNER:
            yield tuple(row)
            row, used = [], 0.0
        row.append(thing)
        used += thing.width + gap
    if row:
        yield tuple(row)


def _strips(group: Sequence[_Laid]) -> Iterator[Sheet]:
    """Yield a strip for each row of faces; the first one includes the names."""
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


def _title_width(panel: ContactPanel) -> float:
    name, note, marks = _named(panel)
    return name.width + 3.0 + note.width + marks


def _named(panel: ContactPanel) -> tuple[TextBlock, TextBlock, float]:
    """Return the panel's name, its note, and the width of its marks."""
    room = 3.0 + min(len(panel.marks), MOST_CHIPS + 1) * 1.8 * CHIP if panel.marks else 0.0
    style = replace(NAMES, fallback=panel.fallback)
    return shortened(panel.name, style, INNER / 2), typeset(panel.note, QUIET), room


def _shot(cell: _Cell, x: float, y: float, style: TextStyle) -> Iterator[Item]:
    """Yield a face at (x, y) with its edge, its label, and the marks of its findings."""
    shot, scaled, width = cell
    art = (
        _outlined(shot.outline, HOUSE.paper, None),
        Group(shot.scene.items, clip=shot.outline),
        _outlined(shot.outline, None, Stroke(EDGE, 0.2 / scaled)),
        *shot.guides,
    )
    place = scale(scaled)
    yield Group((Group(art, place),), translate(x, y))
    box = BoundingBox(x, y, x + shot.scene.width * scaled, y + shot.scene.height * scaled)
    label = shortened(shot.label, style, width)
    yield label.at(x, box.bottom + 2.2)
    if shot.marks:
        worst = max(shot.marks, key=lambda mark: mark.error)
        rim = box.grown(1.4)
        yield Rect(rim.left, rim.top, rim.width, rim.height, 2.0, stroke=Stroke(worst.colour, 1.0))
        yield from chips(shot.marks, rim.left, rim.top - CHIP / 2)


def _outlined(outline: Outline, fill: Colour | None, stroke: Stroke | None) -> Rect | Ellipse | Path:
    return replace(outline, fill=fill, stroke=stroke)


# The contact sheet: a head with counts and remarks, then the strips of all panels.

__all__ = ["DPI", "WIDTH", "ContactPanel", "Remark", "RemarkMark", "Shot", "contact_sheet", "many", "shortened"]

DPI = PIXELS * MM_PER_INCH
"""The resolution of a contact sheet."""

LINE = 5.5
"""The height of a remark."""

PLATE = 7.0
"""The height of a count on its plate."""

GOOD = "#2F6B4F"


class Remark(Struct, frozen=True):
    """One finding under its number: its place and its message."""

    mark: RemarkMark
    place: str
    words: str


def contact_sheet(
    title: str,
    errors: int,
    warnings: int,
    remarks: Sequence[Remark],
    panels: Sequence[ContactPanel],
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK,
) -> tuple[Sheet, ...]:
    """Return the strips of a contact sheet: the head with counts and remarks, then every panel, row by row."""
    return (_head(title, errors, warnings, remarks, fallback), *panel_strips(panels))


def _head(
    title: str, errors: int, warnings: int, remarks: Sequence[Remark], fallback: tuple[str | Family, ...]
) -> Sheet:
    items: list[Item] = []
    x = WIDTH - MARGIN
    for block, ground in reversed(tuple(_counts(errors, warnings))):
        x -= block.width + 4.0
        items.append(Rect(x, MARGIN + 2.0, block.width + 4.0, PLATE, 1.6, ground))
        items.append(block.at(x + 2.0, MARGIN + 2.0 + (PLATE - block.height) / 2))
        x -= 2.0
    name = shortened(title, replace(HOUSE.titles, fallback=fallback), x - MARGIN - GAP)
    items.append(name.at(MARGIN, MARGIN))
    y = MARGIN + name.height + 4.0
    for remark in remarks:
        items.extend(_remark(remark, y, fallback))
        y += LINE
    return strip(items, y + 3.0)


def _counts(errors: int, warnings: int) -> Iterator[tuple[TextBlock, Colour]]:
    """Yield the counts of findings, each with the background colour of its severity."""
    style = replace(STRONG, size=12.0, leading=14.0)
    if errors:
        yield typeset(many(errors, "error"), replace(style, colour=HOUSE.paper)), HOUSE.alarm
    if warnings:
        yield typeset(many(warnings, "warning"), replace(style, colour=HOUSE.ink)), HOUSE.accent
    if not (errors or warnings):
        yield typeset("no findings", replace(style, colour=HOUSE.paper)), GOOD


def _remark(remark: Remark, y: float, fallback: tuple[str | Family, ...]) -> Iterator[Item]:
    number, width = chip(remark.mark, MARGIN, y + 0.4)
    yield from number
    x = MARGIN + max(width, 7.0) + 2.0
    place = shortened(remark.place, replace(STRONG, fallback=fallback), INNER / 3)
    yield place.at(x, y + (LINE - place.height) / 2)
    x += place.width + 2.0
    words = shortened(remark.words, replace(WORDS, fallback=fallback), WIDTH - MARGIN - x)
    yield words.at(x, y + (LINE - words.height) / 2)
