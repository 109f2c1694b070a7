"""Roads as routes: lines by kind, spaces along them, double routes side by side, costs, arrows and stubs at the edge.

Where they are is found first (`road_lines`), so that labels and checks know it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import assert_never

from pnp.diagnostics import Span
from pnp.draw.maps.road_lines import (
    DrawnRoad,
    breadth_of,
    drawn_roads,
    line_of,
    overlapping_spaces,
    road_title,
    stub_names,
)
from pnp.draw.town.names import read_from_below, words
from pnp.draw.town.plan import NIGHT, WHITE, Canvas, lines, pen, straight
from pnp.geometry.polygons import Point
from pnp.geometry.tracks import Line, along, length_of, shifted
from pnp.messages import many
from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.map_style import COLOUR_MARKS, ColourMark, TrackColour, TrackShape, TrackStyle
from pnp.scene.items import Colour, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.typesetting.lettering import CrowdedRoad
from pnp.scene.vision import BLINDNESS, apart, contrast


def draw_routes(drawn: AreaMap, canvas: Canvas, style: TrackStyle) -> Iterator[Item]:
    """Yield the roads of a map, from the bottom up."""
    yield from TrackPainter(drawn, canvas, style).items()


class TrackPainter:
    """Paints the roads of one map on one face. Spaces that look alike have the same items, each in its place."""

    def __init__(self, drawn: AreaMap, canvas: Canvas, style: TrackStyle) -> None:
        self.drawn, self.canvas, self.style = drawn, canvas, style
        self._spaces: dict[tuple[object, ...], tuple[Item, ...]] = {}

    @cached_property
    def roads(self) -> tuple[DrawnRoad, ...]:
        """The roads on the face."""
        return drawn_roads(self.canvas.plan, self.style)

    def items(self) -> Iterator[Item]:
        """Yield everything, from the bottom up."""
        style, paint = self.style, self.canvas.paint
        beds = [each for each in self.roads if style.bed and each.spaces]
        if beds:
            ground = style.width + 2 * style.bed
            yield Path(lines(*(each.line for each in beds)), None, pen(paint("track-bed"), ground))
        for each in self.roads:
            if style.line or (each.road.kind and each.road.kind.name in style.kinds) or not self._drawn_below(each):
                yield from self._line(each)
        for each in self.roads:
            for space in each.spaces:
                cos, sin = round(math.cos(space.turn), 5), round(math.sin(space.turn), 5)
                at = round(space.at[0], 3), round(space.at[1], 3)
                yield Group(self._space(each, space.length), (cos, sin, -sin, cos, *at))
        for each in self.roads:
            yield from self._arrow(each)
            yield from self._cost(each)
        yield from self._names()

    def _drawn_below(self, each: DrawnRoad) -> bool:
        """Whether a road needs no line: it has spaces, or the style draws it as one of its `roads`."""
        return bool(each.spaces) or self.canvas.style.roads is not None

    # Lines.

    def _line(self, each: DrawnRoad) -> Iterator[Item]:
        look = line_of(each.road, self.style)
        colour, width = self._line_colour(each), look.width
        match look.line:
            case "solid":
                yield Path(lines(each.line), None, pen(colour, width))
            case "dashed":
                yield Path(lines(each.line), None, Stroke(colour, width, (3.2 * width, 2.2 * width)))
            case "dotted":
                yield Path(lines(each.line), None, Stroke(colour, width, (0.0, 2 * width), cap="round"))
            case "double":
                sides = (shifted(each.line, by) for by in (-width / 3, width / 3))
                yield Path(lines(*sides), None, Stroke(colour, width / 3, join="round"))
            case "rail":
                yield Path(lines(each.line), None, pen(colour, width / 3))
                ties = list(_ties(each.line, 2.0 * width, width))
                if ties:
                    yield Path(lines(*ties), None, Stroke(colour, width / 3))
            case _:
                assert_never(look.line)

    def _line_colour(self, each: DrawnRoad) -> Colour:
        """Return the colour of a road's line: its own if it has no spaces, or that of its kind."""
        look = line_of(each.road, self.style)
        if each.road.colour and not each.spaces:
            return self.fill(each.road.colour.name)
        return self.canvas.look.colour(look.colour.name) if look.colour else self.canvas.paint("track-line")

    def _arrow(self, each: DrawnRoad) -> Iterator[Item]:
        """Yield the arrow in the middle of a one-way road without spaces."""
        if not each.way.one_way or self._drawn_below(each):
            return
        look = line_of(each.road, self.style)
        at, turn = along(each.line, length_of(each.line) / 2)
        size = max(3 * look.width, 1.8)
        yield Path(
            straight((_turned(ARROW, at, turn, size),)),
            self._line_colour(each),
            pen(self.canvas.paint("track-bed"), 0.3),
        )

    def _cost(self, each: DrawnRoad) -> Iterator[Item]:
        """Yield the badge with the cost of a road without spaces."""
        cost = self.drawn.cost_of(each.road)
        if self.style.costs is None or each.spaces or cost is None:
            return
        text = words(str(cost), self.canvas.look.text(self.style.costs.name))
        share = 0.32 if each.way.one_way else 0.5  # the arrow is in the middle
        (x, y), _ = along(each.line, share * length_of(each.line))
        radius = round(max(text.height, text.width) / 2 + 0.9, 3)
        paint = self.canvas.paint
        yield Ellipse(
            round(x, 3), round(y, 3), radius, radius, paint("track-badge"), Stroke(paint("track-outline"), 0.3)
        )
        yield words(str(cost), self.canvas.look.text(self.style.costs.name), (x, y)).drawn()

    def _names(self) -> Iterator[Item]:
        """Yield the names of roads along them, and the names of the far ends at the edge of the map."""
        look, style = self.canvas.look, self.style
        before: Road | None = None
        for each in self.roads:
            road = each.road
            if style.names and road.name and road is not before and not road.track:
                text = words(road.name, look.text(style.names.name))
                at, turn = self._beside(each, text.width, text.height)
                yield words(road.name, look.text(style.names.name), at, turn).drawn()
            before = road
        for stub in stub_names(self.canvas):
            yield stub.words.drawn()

    def _beside(self, each: DrawnRoad, width: float, height: float) -> tuple[Point, float]:
        """Return where a text of that size is printed along a road, on the side to which it bends less, and its turn.

        The text of a double route is not between its roads.
        """
        far = length_of(each.line) / 2
        at, turn = along(each.line, far)
        turn = read_from_below(turn)
        up = math.sin(turn), -math.cos(turn)
        near = [along(each.line, far + share * width / 2)[0] for share in (-1.0, -0.5, 0.5, 1.0)]
        rises = [(x - at[0]) * up[0] + (y - at[1]) * up[1] for x, y in near]
        other = self._doubles.get(each.road.span)
        x, y = along(other.line, length_of(other.line) / 2)[0] if other else at
        between = (x - at[0]) * up[0] + (y - at[1]) * up[1]
        below = between > 0 if other else max(rises) > -min(rises) + 0.1
        by = (-1 if below else 1) * (breadth_of(each.road, self.style) / 2 + self.style.bed + height / 2 + 0.6)
        by += min(*rises, 0.0) if below else max(*rises, 0.0)
        return (at[0] + by * up[0], at[1] + by * up[1]), turn

    @cached_property
    def _doubles(self) -> Mapping[Span, DrawnRoad]:
        """The other road of each double route, by its place in the document."""
        return {each.road.span: each for each in self.roads if each.road.track}

    # Spaces.

    def fill(self, word: str) -> Colour:
        """Return the fill of spaces of a colour; of roads without a colour for an empty word."""
        said = self.style.colours.get(word, TrackColour())
        if said.fill:
            return self.canvas.look.colour(said.fill.name)
        return self.canvas.paint(f"track-{word}" if word else "track")

    def mark(self, word: str) -> str:
        """Return the mark of spaces of a colour, or its icon."""
        if not (self.style.marks and word):
            return "none"
        said = self.style.colours.get(word)
        if said and said.icon:
            return said.icon.name
        return said.mark if said and said.mark else self._marks.get(word, "none")

    @cached_property
    def _marks(self) -> Mapping[str, ColourMark]:
        """The marks of colours to which the style gives none: those that it lists in its order, then others by name."""
        given = {said.mark for said in self.style.colours.values()}  # an icon replaces the mark
        free = [mark for mark in COLOUR_MARKS if mark not in given] or list(COLOUR_MARKS)
        used = {road.colour.name for road in self.drawn.roads if road.colour}
        order = [*(word for word, said in self.style.colours.items() if not said.mark)]
        order += sorted(used.difference(self.style.colours))
        return {word: free[number % len(free)] for number, word in enumerate(order)}

    def _space(self, each: DrawnRoad, length: float) -> tuple[Item, ...]:
        """Return the items of a space around (0, 0), to the right along its road."""
        word = each.road.colour.name if each.road.colour else ""
        shape = line_of(each.road, self.style).shape or self.style.shape
        key = word, shape, round(length, 3), each.way.one_way
        if key not in self._spaces:
            self._spaces[key] = tuple(self._drawn_space(word, shape, round(length, 3), each.way.one_way))
        return self._spaces[key]

    def _drawn_space(self, word: str, shape: TrackShape, length: float, one_way: bool) -> Iterator[Item]:
        style, fill = self.style, self.fill(word)
        stroke = Stroke(self.canvas.paint("track-outline"), style.outline, join="round") if style.outline else None
        yield _outline_of(shape, length, style.width, style.corner, fill, stroke)
        said = self.style.colours.get(word)
        ink = self.canvas.look.colour(said.ink.name) if said and said.ink else _ink_on(fill)
        room = min(length, style.width)
        if one_way:
            size = min(0.3 * style.width, 0.2 * length)
            yield Path(straight((_turned(ARROW, (0.24 * length, 0.0), 0.0, size),)), ink)
        at = round(-0.22 * length if one_way else 0.0, 3)
        if said and said.icon and style.marks:
            side = round(0.72 * room, 3)
            yield self.canvas.look.icon(
                said.icon.name, at - side / 2, -side / 2, side, said.ink.name if said.ink else ink
            )
        else:
            yield from _marked(self.mark(word), (at, 0.0), 0.27 * room, ink)


ARROW = ((-1.0, -0.9), (1.0, 0.0), (-1.0, 0.9), (-0.5, 0.0))
"""An arrow head to the right."""


def _turned(ring: Iterable[Point], at: Point, turn: float, size: float) -> Line:
    cos, sin = size * math.cos(turn), size * math.sin(turn)
    return tuple((at[0] + u * cos - v * sin, at[1] + u * sin + v * cos) for u, v in ring)


def _ties(line: Sequence[Point], step: float, half: float) -> Iterator[Line]:
    """Yield the sleepers of a railway, straight across its line."""
    number = int(length_of(line) // step)
    for each in range(number):
        (x, y), turn = along(line, (each + 0.5) * length_of(line) / number)
        yield (
            (x - half * math.sin(turn), y + half * math.cos(turn)),
            (x + half * math.sin(turn), y - half * math.cos(turn)),
        )


def _outline_of(
    shape: TrackShape, length: float, width: float, corner: float, fill: Colour, stroke: Stroke | None
) -> Item:
    far, side = length / 2, width / 2
    match shape:
        case "bar":
            radius = min(corner, far, side)
            return Rect(round(-far, 3), round(-side, 3), round(length, 3), round(width, 3), radius, fill, stroke)
        case "dot":
            radius = round(min(far, side), 3)
            return Ellipse(0.0, 0.0, radius, radius, fill, stroke)
        case "boat":
            point = min(side, far)
            ring = ((-far, 0.0), (point - far, -side), (far - point, -side), (far, 0.0), (far - point, side))
            return Path(straight(((*ring, (point - far, side)),)), fill, stroke)


def _ink_on(fill: Colour) -> Colour:
    """Return the ink for a mark: dark or white, whichever contrasts more."""
    return max((NIGHT, WHITE), key=lambda ink: contrast(ink, fill))


def _marked(mark: str, at: Point, size: float, ink: Colour) -> Iterator[Item]:  # noqa: C901  one case a mark
    """Yield a mark of about twice the given size around a point."""
    x, y = round(at[0], 3), round(at[1], 3)
    match mark:
        case "none":
            return
        case "disc":
            yield Ellipse(x, y, round(0.8 * size, 3), round(0.8 * size, 3), ink)
        case "ring":
            yield Ellipse(x, y, round(0.75 * size, 3), round(0.75 * size, 3), None, Stroke(ink, round(0.4 * size, 3)))
        case "square":
            half = round(0.75 * size, 3)
            yield Rect(round(x - half, 3), round(y - half, 3), 2 * half, 2 * half, 0.0, ink)
        case "bar" | "bars":
            for by in (-0.55, 0.55) if mark == "bars" else (0.0,):
                left = round(x + by * size - 0.22 * size, 3)
                yield Rect(left, round(y - size, 3), round(0.44 * size, 3), round(2 * size, 3), 0.0, ink)
        case "cross" | "plus":
            arm = size if mark == "plus" else 0.75 * size
            ends = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
            if mark == "cross":
                ends = ((-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0))
            one, two, three, four = ((x + u * arm, y + v * arm) for u, v in ends)
            yield Path(lines((one, two), (three, four)), None, Stroke(ink, round(0.42 * size, 3)))
        case "triangle":
            yield Path(straight((_turned(((-0.9, 0.8), (0.9, 0.8), (0.0, -0.9)), at, 0.0, size),)), ink)
        case "diamond":
            yield Path(straight((_turned(((-1.0, 0.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0)), at, 0.0, size),)), ink)


# What does not fit on paper.

ALIKE = 10.0
"""The least difference of two fills with the same mark (CIEDE2000), as `alike-colours` has it."""


def crowded_roads(drawn: AreaMap, canvas: Canvas) -> Iterator[CrowdedRoad]:
    """Yield the roads whose spaces do not fit, or look like those of another colour."""
    style = canvas.style.tracks
    if style is None:
        return
    roads = drawn_roads(canvas.plan, style)
    short = {each.road.span: each for each in roads if each.squeezed < 1 - 1e-6}
    if short:
        worst = min(short.values(), key=lambda each: each.squeezed)
        room = style.length * worst.squeezed
        others = f" (and {many(len(short) - 1, 'other road')} too)" if len(short) > 1 else ""
        what = f"has room for spaces of {room:.1f} mm, not of {style.length:g} mm"
        yield CrowdedRoad(worst.road.span, f"{road_title(worst.road)} {what}{others}")
    yield from overlapping_spaces(roads, canvas.plan, style)
    yield from _alike(drawn, TrackPainter(drawn, canvas, style))


def _alike(drawn: AreaMap, painter: TrackPainter) -> Iterator[CrowdedRoad]:
    """Yield for colours that look alike and have the same mark the first road of the second one."""
    first: dict[str, Road] = {}
    for road in drawn.roads:
        if road.colour and road.spaces:
            first.setdefault(road.colour.name, road)
    words_ = sorted(first)
    for number, one in enumerate(words_):
        for two in words_[:number]:
            fills, marks = (painter.fill(one), painter.fill(two)), {painter.mark(one), painter.mark(two)}
            near = min(apart(*fills, lacking) for lacking in (None, *BLINDNESS))
            if len(marks) == 1 and near < ALIKE:
                message = f"the spaces of the colours '{two}' and '{one}' look alike"
                yield CrowdedRoad(first[one].span, message, "give them different marks in the style's tracks")
