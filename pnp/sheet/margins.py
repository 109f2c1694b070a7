"""The style of a sheet's own text; ruler, sheet line, cut and fold marks.

Crop marks are on all four sides of a block, at both edges of every row and column. So marks for later cuts remain after
the first cuts.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from pnp.facts.look import house_fallback
from pnp.model.faces.theme import Roles, Theme, resolve_theme
from pnp.model.game import Game
from pnp.model.translation import SheetWords
from pnp.scene.items import Affine, Colour, Command, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.parts import Box, Outline
from pnp.scene.paths import outline_item, rectangle
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FALLBACK, TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.sheet.frame import EPSILON, STRIP, Fold, PartBlock, grown, hull, widened
from pnp.sheet.options import MARK_GROUND, MARK_LEAST, MARK_LENGTH, MARK_NEAR, Options
from pnp.units import rounded

# The style of the sheet's own text: families, colours and sizes; a theme can change them.


class SheetStyle(Struct, frozen=True):
    """Families, colours and sizes (in points) of first sheets and of the text in margins.

    `fallback` is the families for characters that the others lack, `words` are pnp's own texts in the game's language.
    """

    family: str = "Fira Sans"
    display: str = "Barlow Condensed"
    ink: Colour = "#1E2328"
    quiet: Colour = "#6B727B"
    accent: Colour = "#F2A900"
    band: Colour = "#F2A900"
    paper: Colour = "#FFFFFF"
    alarm: Colour = "#B3261E"
    title: float = 30.0
    heading: float = 12.0
    body: float = 8.5
    leading: float = 11.5
    small: float = 6.0
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
    words: SheetWords = SheetWords()

    @property
    def titles(self) -> TextStyle:
        """Style of the game's title."""
        return TextStyle(self.display, self.title, self.ink, weight=700, leading=self.title, fallback=self.fallback)

    @property
    def headings(self) -> TextStyle:
        """Style of a section's heading."""
        leading = self.heading * 1.25
        return TextStyle(self.display, self.heading, self.ink, weight=700, leading=leading, fallback=self.fallback)

    @property
    def bodies(self) -> TextStyle:
        """Style of running text."""
        return TextStyle(self.family, self.body, self.ink, leading=self.leading, fallback=self.fallback)

    @property
    def notes(self) -> TextStyle:
        """Style of credits and of text in the margin."""
        return TextStyle(self.family, self.small, self.ink, leading=self.small * 1.35, fallback=self.fallback)


HOUSE = SheetStyle()
"""The default style."""


def sheet_style(game: Game, variant: str | None = None) -> SheetStyle:
    """Return the house style in the theme's `sheet-ink`, `sheet-accent` and `sheet-band`, if it has them.

    The theme's families are the fallback fonts.
    """
    theme = resolve_theme(game.all(Theme), variant)
    roles = theme.roles if theme else Roles()

    def paint(role: str, otherwise: str) -> str:
        return roles.colour(role) or roles.colour(otherwise) or otherwise

    return replace(
        HOUSE,
        ink=paint("sheet-ink", HOUSE.ink),
        quiet=paint("sheet-quiet", HOUSE.quiet),
        accent=paint("sheet-accent", HOUSE.accent),
        band=paint("sheet-band", HOUSE.band),
        alarm=paint("sheet-alarm", HOUSE.alarm),
        fallback=house_fallback(game, variant),
        words=game.sheet_words,
    )


# Marks: cut and fold lines, drawn outside the parts.

BLACK = "#000000"
WHITE = "#FFFFFF"
CUT = Stroke(BLACK, 0.15)
FOLD = Stroke(BLACK, 0.25, (2.0, 1.5))
FOLD_TICK = Stroke(BLACK, 0.25)
PARTING = Stroke("#9AA0A6", 0.2, (3.0, 2.0))
FOLD_GAP = 2.0
"""The distance from the end of a strip to the solid end of its fold."""

Line = tuple[float, float, float, float]
"""A line from (x, y) to (x, y)."""


def lines_path(lines: Iterable[Line], stroke: Stroke) -> Path:
    """Return the lines as one path."""
    commands: list[Command] = []
    for x1, y1, x2, y2 in lines:
        commands += [("M", rounded(x1), rounded(y1)), ("L", rounded(x2), rounded(y2))]
    return Path(tuple(commands), stroke=stroke)


class MarkBand(Struct, frozen=True):
    """Where the marks of a block begin (`inner`) and end (`outer`).

    On the sides in `within` there is no room outside the art: marks begin at the trim, on white ground in the bleed.
    """

    inner: Box
    outer: Box
    within: tuple[bool, bool, bool, bool]


def mark_band(box: Box, offset: float, room: Box | None = None) -> MarkBand:
    """Return the band for the marks around a block, on each side as deep as the room allows.

    Marks begin `offset` outside the block and are 4 mm long, or shorter where the room ends. If that leaves less than
    2 mm, they begin at the trim instead.
    """
    room = room or grown(box, offset + MARK_LENGTH)
    right, bottom = box.x + box.width, box.y + box.height
    free = (box.x - room.x, box.y - room.y, room.x + room.width - right, room.y + room.height - bottom)
    within = tuple(depth < offset + MARK_LEAST - EPSILON for depth in free)
    starts = [MARK_NEAR if near else offset for near in within]
    ends = [max(min(depth, start + MARK_LENGTH), start) for depth, start in zip(free, starts, strict=True)]
    return MarkBand(widened(box, starts), widened(box, ends), within)  # type: ignore[arg-type]  # four sides


def crop_lines(boxes: Iterable[Box], offset: float, room: Box | None = None) -> tuple[Line, ...]:
    """Return the crop marks of a block of boxes, in the band of `mark_band`."""
    every = tuple(boxes)
    band = mark_band(hull(every), offset, room)
    columns, rows = _edges(every)
    return tuple(_upright(columns, band.inner, band.outer)) + tuple(_level(rows, band.inner, band.outer))


def mark_grounds(boxes: Iterable[Box], offset: float, room: Box | None = None) -> Iterator[Rect]:
    """Yield white grounds in the bleed for the crop marks that have no room outside it."""
    every = tuple(boxes)
    box = hull(every)
    band = mark_band(box, offset, room)
    left, top, right, bottom = band.within
    upper, lower = band.outer, Box(box.x + box.width, box.y + box.height, 0.0, 0.0)
    high, low = box.y - upper.y, upper.y + upper.height - lower.y
    near, far = box.x - upper.x, upper.x + upper.width - lower.x
    columns, rows = _edges(every)
    for x in columns:
        yield from _grounds(x - MARK_GROUND, ((upper.y, high, top), (lower.y, low, bottom)), upright=True)
    for y in rows:
        yield from _grounds(y - MARK_GROUND, ((upper.x, near, left), (lower.x, far, right)), upright=False)


def _grounds(start: float, ends: Iterable[tuple[float, float, bool]], *, upright: bool) -> Iterator[Rect]:
    """Yield grounds for a cut, each from its start and length along the cut, where wanted."""
    for along_cut, length, wanted in ends:
        if wanted and upright:
            yield Rect(rounded(start), rounded(along_cut), 2 * MARK_GROUND, rounded(length), fill=WHITE)
        elif wanted:
            yield Rect(rounded(along_cut), rounded(start), rounded(length), 2 * MARK_GROUND, fill=WHITE)


def _edges(boxes: Sequence[Box]) -> tuple[list[float], list[float]]:
    """Return the x of all columns' edges and the y of all rows' edges."""
    columns = {rounded(edge) for box in boxes for edge in (box.x, box.x + box.width)}
    rows = {rounded(edge) for box in boxes for edge in (box.y, box.y + box.height)}
    return sorted(columns), sorted(rows)


def _upright(columns: Iterable[float], inner: Box, outer: Box) -> Iterator[Line]:
    for x in columns:
        yield x, outer.y, x, inner.y
        yield x, inner.y + inner.height, x, outer.y + outer.height


def _level(rows: Iterable[float], inner: Box, outer: Box) -> Iterator[Line]:
    for y in rows:
        yield outer.x, y, inner.x, y
        yield inner.x + inner.width, y, outer.x + outer.width, y


def crop_marks(blocks: Iterable[PartBlock], options: Options, room: Box) -> Iterator[Item]:
    """Yield the crop marks of every block whose parts are cut from mark to mark."""
    for block in blocks:
        if options.marks and not block.outlined:
            yield marks_around(tuple(block.boxes), options.mark_offset, room)


@lru_cache(maxsize=64)  # most sheets of a deck are alike
def marks_around(boxes: tuple[Box, ...], offset: float, room: Box) -> Group:
    """Return the crop marks of a block of boxes with their grounds."""
    lines = lines_path(crop_lines(boxes, offset, room), CUT)
    return Group((*mark_grounds(boxes, offset, room), lines), layer="marks")


TARGET_ARM, TARGET_RADIUS = 2.0, 1.25
"""The length of the arms of a registration target, and the radius of its circle."""


def registration_targets(trim: Box, offset: float) -> Group:
    """Return a target at the middle of each side, by which the plates of a press are aligned.

    They are as far outside the trim as crop marks.
    """
    across, down, away = trim.x + trim.width / 2, trim.y + trim.height / 2, offset + TARGET_ARM
    centres = (
        (across, trim.y - away),
        (across, trim.y + trim.height + away),
        (trim.x - away, down),
        (trim.x + trim.width + away, down),
    )
    lines = (
        line
        for x, y in centres
        for line in ((x - TARGET_ARM, y, x + TARGET_ARM, y), (x, y - TARGET_ARM, x, y + TARGET_ARM))
    )
    circles = (Ellipse(rounded(x), rounded(y), TARGET_RADIUS, TARGET_RADIUS, stroke=CUT) for x, y in centres)
    return Group((lines_path(lines, CUT), *circles), layer="marks")


TRIM_GUIDE, BLEED_GUIDE = Stroke("#E6007E", 0.1), Stroke("#009FE3", 0.1)
"""How the trim and the bleed of parts are shown on the layer of guides."""


def guides(trims: Iterable[Box], bleeds: Iterable[Box]) -> Group:
    """Return the outlines of trims and bleeds, which are hidden from the start."""
    paths = (
        Path(tuple(chain.from_iterable(rectangle(box.x, box.y, box.width, box.height) for box in boxes)), stroke=stroke)
        for boxes, stroke in ((bleeds, BLEED_GUIDE), (trims, TRIM_GUIDE))
    )
    return Group(tuple(path for path in paths if path.commands), layer="guides")


def cut_line(outline: Outline) -> Item:
    """Return the cut line of an outlined part, in the part's own coordinates."""
    return outline_item(outline, stroke=CUT)


def fold_line(fold: Fold, room: Box) -> Iterator[Item]:
    """Yield the fold across the whole sheet: dashed, and solid at both ends."""
    start_x, start_y, end_x, end_y = _along(fold, room)
    x1, y1, x2, y2 = _along(fold, grown(room, -MARK_LENGTH))
    ticks = lines_path([(start_x, start_y, x1, y1), (x2, y2, end_x, end_y)], FOLD_TICK)
    yield Group((lines_path([(x1, y1, x2, y2)], FOLD), ticks), layer="folds")


def strip_folds(block: PartBlock, reach: float) -> Iterator[Item]:
    """Yield the folds of strips: dashed between fronts and backs, and solid beyond their ends."""
    for axis, at, start, end in block.folds:
        ends = ((start, end), (start - reach, start - FOLD_GAP), (end + FOLD_GAP, end + reach))
        dashed, *ticks = [(at, a, at, b) if axis == "vertical" else (a, at, b, at) for a, b in ends]
        yield Group((lines_path([dashed], FOLD), lines_path(ticks, FOLD_TICK)), layer="folds")


def partings(lines: Iterable[Line]) -> Group:
    """Return the lines along which groups of parts are cut apart first: grey and dashed, unlike marks and folds."""
    return Group((lines_path(lines, PARTING),), layer="marks")


def _along(fold: Fold, box: Box) -> Line:
    """Return the fold's line through the box."""
    if fold.axis == "vertical":
        return fold.at, box.y, fold.at, box.y + box.height
    return box.x, fold.at, box.x + box.width, fold.at


# Furniture: a ruler and the sheet's own line of text in the strip of margin reserved for it.

RULER = 50
"""The length of a sheet's ruler."""

GAP = 1.5
"""The distance between two items in a strip."""

ELLIPSIS = "…"

LEAST_CAPTION = 62.0
"""The width to which the name of what is on a sheet may be shortened for its credit."""


class Inset(Struct, frozen=True):
    """Items for a strip after the ruler, drawn from (0, 0) to its width and the strip's depth."""

    items: tuple[Item, ...]
    width: float


def furniture(
    strip: Box,
    name: str,
    place: str,
    style: SheetStyle,
    insets: Sequence[Inset] = (),
    credit: Sequence[str] = (),
) -> Group:
    """Return a ruler, the insets and, at the far end, `name` (shortened if necessary) and `place`.

    Before these is the first of the lines of `credit` that has room, if the name is shortened for it; none if all are
    too long.

    In an upright strip the text reads upwards.
    """
    length, depth = max(strip.width, strip.height), min(strip.width, strip.height)
    items: list[Item] = [ruler(RULER, depth, style)]
    scale = _scale(style)
    items.append(scale.at(RULER + GAP, (depth - scale.height) / 2))
    x = RULER + GAP + scale.width + 2 * GAP
    for inset in insets:
        items.append(Group(inset.items, (1.0, 0.0, 0.0, 1.0, x, 0.0)))
        x += inset.width + GAP
    wanted = min(captioned(name, place, style.notes, length - x).width, LEAST_CAPTION)
    room = length - x - 2 * GAP - wanted
    note = next((block for line in credit if (block := typeset(line, style.notes)).width <= room), None)
    taken = note.width + 2 * GAP if note else 0.0
    caption = captioned(name, place, style.notes, length - x - taken)
    items.append(caption.at(length - caption.width, (depth - caption.height) / 2))
    if note:
        items.append(note.at(x, (depth - note.height) / 2))
    return along(strip, tuple(items))


def along(strip: Box, items: tuple[Item, ...]) -> Group:
    """Return items that were drawn along a horizontal strip from (0, 0), at the place of the strip."""
    level: Affine = (1.0, 0.0, 0.0, 1.0, strip.x, strip.y)
    upwards: Affine = (0.0, -1.0, 1.0, 0.0, strip.x, strip.y + strip.height)
    return Group(items, level if strip.width > strip.height else upwards)


def _scale(style: SheetStyle) -> TextBlock:
    return typeset(f"{RULER} mm", style.notes)


@lru_cache(maxsize=16)
def ruler(length: int, height: float, style: SheetStyle) -> Path:
    """Return a ruler at the bottom of a strip: a tick for each millimetre, longer at fives, tens and both ends."""
    ticks: list[Line] = [(0.0, height, float(length), height)]
    for mm in range(length + 1):
        rise = 1.0 if mm in (0, length) else 0.75 if mm % 10 == 0 else 0.55 if mm % 5 == 0 else 0.3
        ticks.append((float(mm), height, float(mm), height - rise * height))
    return lines_path(ticks, Stroke(style.ink, 0.15))


LISTED = ", "
"""What separates the things in the name of a sheet."""


def captioned(name: str, place: str, style: TextStyle, width: float) -> TextBlock:
    """Return name and place on one line.

    If the width is too small, the last things of a list at the end of the name are left out, as in
    *Cards: Barriers, …*, or else the game's name before it, or else the name is cut with an ellipsis.
    """
    title, dot, what = name.rpartition(" · ")
    things = what.split(LISTED)
    for kept in range(len(things), 0, -1):
        more = f"{LISTED}{ELLIPSIS}" if kept < len(things) else ""
        listed = typeset(f"{title}{dot}{LISTED.join(things[:kept])}{more} · {place}", style)
        if listed.width <= width:
            return listed
    alone = typeset(f"{what} · {place}", style)
    if len(what) > len(title) > 0 and alone.width <= width:
        return alone

    def cut(kept: int) -> TextBlock:
        return typeset(f"{name[:kept].rstrip()}{ELLIPSIS} · {place}", style)

    return cut(max(bisect_right(range(len(name)), width, key=lambda kept: cut(kept).width) - 1, 0))


def stamp(words: str, style: SheetStyle) -> Inset:
    """Return the words in white on a bar in the alarm colour, as deep as the strip."""
    block = typeset(words, replace(style.notes, colour=style.paper, weight=700))
    width = block.width + 2 * GAP
    bar = Rect(0.0, 0.0, width, STRIP, fill=style.alarm)
    return Inset((bar, block.at(GAP, (STRIP - block.height) / 2)), width)
