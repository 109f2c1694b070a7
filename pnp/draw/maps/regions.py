"""Areas with outlines: their fills, edges, slots for pieces, marks, and the borders between them.

Neighbours have different tints, found by colouring the graph of the areas. Lengths are millimetres on the drawing.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.draw.maps.obstacles import FIRM, Obstacle
from pnp.draw.maps.road_lines import strait_lines
from pnp.draw.town.plan import WHITE, Canvas, lines, mixed, straight
from pnp.geometry.outlines import ribbon, rounded_course, visual_centre
from pnp.geometry.polygons import (
    Point,
    PreparedShape,
    Shape,
    box,
    edges,
    rectangle,
    union,
)
from pnp.geometry.subdivision import Run
from pnp.messages import many
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import Area
from pnp.model.maps.outlines import kinds_of_borders
from pnp.model.maps.region_style import BorderLook, RegionMark, RegionStyle
from pnp.scene.items import Affine, Colour, Ellipse, Group, Item, Path, Stroke, apply
from pnp.scene.typesetting.lettering import CrowdedSlots
from pnp.units import total

SEALED = 0.2
"""The width of the stroke around a fill, which closes the hairline between neighbours."""

DARKER, RICHER = 0.8, 1.6
"""The lightness and the saturation of the band inside the edge of a district, as shares of those of its ground."""

TICK, TICKS = 0.45, 2.1
"""The width of the strokes across a border, and their distance."""

BETWEEN = 1.0
"""The gap between slots and marks."""


class SlotRow(Struct, frozen=True):
    """The marks and slots of one area, none if they have no room; `scale` is their size as a share of the style's."""

    area: Area
    items: tuple[tuple[Point, float, RegionMark | None], ...]
    """The centre and size of each item, and its mark; None for a slot."""
    scale: float = 1.0


class DrawnRiver(Struct, frozen=True):
    """A river on the drawing: its course where it is on land, its width there, and what its label needs."""

    name: str
    course: Run
    width: float
    span: Span


class Regions(Struct, frozen=True, eq=False, dict=True):
    """The areas of a map on one drawing; `to` is the transform from the map to the drawing."""

    drawn: AreaMap
    canvas: Canvas
    style: RegionStyle
    to: Affine

    @cached_property
    def shapes(self) -> Mapping[str, Shape]:
        """The outlines on the drawing, by name."""
        found = self.drawn.subdivision.shapes
        return {name: tuple(tuple(self._moved(ring)) for ring in shape) for name, shape in found.items()}

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """The areas with outlines, by name."""
        shapes = self.shapes
        return {area.id: area for area in self.drawn.areas if area.id in shapes}

    @property
    def land(self) -> Shape:
        """All ground that is not sea."""
        return union(*(self.shapes[name] for name, area in self.areas.items() if area.ground != "sea"))

    @property
    def waters(self) -> Mapping[str, str]:
        """The areas that are water, with their ground."""
        return {name: area.ground for name, area in self.areas.items() if area.ground in ("sea", "lake")}

    def _moved(self, points: Iterable[Point]) -> Iterator[Point]:
        return (apply(self.to, *point) for point in points)

    # Fills.

    @cached_property
    def fills(self) -> Mapping[str, Colour | None]:
        """The colour of the ground of each area; None for one that is not filled."""
        colouring = self._colouring
        return {name: self._fill(area, colouring[name]) for name, area in self.areas.items()}

    def _fill(self, area: Area, number: int) -> Colour | None:
        paint, look, style = self.canvas.paint, self.canvas.look, self.style
        if area.colour:
            return look.colour(area.colour.name)
        if area.ground == "sea":
            return paint("sea") if style.sea else None
        if area.ground in ("lake", "waste"):
            return paint(area.ground)
        if style.fill == "none":
            return None
        district = self.drawn.district(area.district.name) if area.district else None
        colour = paint("land")
        if style.fill == "district" and district and district.tint:
            colour = look.colour(district.tint.name)
        elif style.fill != "land" and style.tints:
            return look.colour(style.tints[number % len(style.tints)].name)
        return mixed(colour, WHITE, style.shades * (number % 4) / 3) if style.shades else colour

    @cached_property
    def _colouring(self) -> Mapping[str, int]:
        """A number for each area, different from those of its neighbours if possible (DSATUR, Brélaz 1979)."""
        near: dict[str, set[str]] = {name: set() for name in self.areas}
        for border in self.drawn.subdivision.borders:
            if border.one in near and border.other in near:
                near[border.one].add(border.other)
                near[border.other].add(border.one)
        count = 4 if self.style.shades and self.style.fill == "district" else max(1, len(self.style.tints))
        order = {name: number for number, name in enumerate(near)}
        used = [0] * count
        found: dict[str, int] = {}
        taken: dict[str, set[int]] = {name: set() for name in near}
        waiting = set(near)
        while waiting:
            name = max(waiting, key=lambda each: (len(taken[each]), len(near[each]), -order[each]))
            waiting.discard(name)
            free = [number for number in range(count) if number not in taken[name]] or list(range(count))
            number = min(free, key=lambda each: (used[each], each))
            found[name] = number
            used[number] += 1
            for other in near[name]:
                taken[other].add(number)
        return found

    def draw(self) -> Iterator[Item]:
        """Yield the areas and their borders, from the bottom up."""
        for name, colour in self.fills.items():
            if colour:
                yield Path(straight(self.shapes[name]), colour, Stroke(colour, SEALED, join="round"))
        yield from self._hatched()
        yield from self._edges()
        yield from self._rivers()
        yield from self._borders()

    def _hatched(self) -> Iterator[Item]:
        """Yield the hatching of waste."""
        pitch = self.style.hatch
        for name, area in self.areas.items():
            if area.ground == "waste" and pitch:
                left, top, right, bottom = box(self.shapes[name])
                high = bottom - top
                count = min(2_000, math.ceil((right - left + high) / pitch))
                runs = [((left - high + at * pitch, bottom), (left + at * pitch, top)) for at in range(count)]
                stroke = Stroke(self.canvas.paint("waste-line"), 0.25)
                yield Group((Path(lines(*runs), None, stroke),), clip=Path(straight(self.shapes[name])))

    def _edges(self) -> Iterator[Item]:
        """Yield the darker band inside of each district, and of each land without one."""
        if not self.style.edge:
            return
        groups: dict[str, list[str]] = {}
        for name, area in self.areas.items():
            if area.ground == "land":
                groups.setdefault(f"in {area.district}" if area.district else f"area {name}", []).append(name)
        for names in groups.values():
            whole = union(*(self.shapes[name] for name in names))
            colour = self._edge_colour(self.areas[names[0]])
            stroke = Stroke(colour, 2 * self.style.edge, join="round")
            yield Group((Path(straight(whole), None, stroke),), clip=Path(straight(whole)))

    def _edge_colour(self, area: Area) -> Colour:
        district = self.drawn.district(area.district.name) if area.district else None
        if district and district.colour:
            return mixed(self.canvas.look.colour(district.colour.name), WHITE, 0.35)
        return deepened(self.fills[area.id] or self.canvas.paint("land"))

    def _rivers(self) -> Iterator[Item]:
        """Yield the rivers: bends are smooth, and a river is narrow at its source and ends at the coast."""
        scale = math.hypot(self.to[0], self.to[1])
        ribbons = [
            ribbon(list(self._moved(river.course)), river.width * scale)
            for river in sorted(self.drawn.rivers, key=lambda each: -each.width)
        ]
        if ribbons:
            look = self.style.look("river")
            colour = self.canvas.look.colour(look.colour.name) if look.colour else self.canvas.paint("river")
            banks = tuple(command for each in ribbons for command in straight((each,)))
            yield Group((Path(banks, colour),), clip=Path(straight(self.land)))

    @cached_property
    def rivers(self) -> tuple[DrawnRiver, ...]:
        """The rivers with the longest part of their course that is on land."""
        land, scale = PreparedShape(self.land), math.hypot(self.to[0], self.to[1])
        found = []
        for river in self.drawn.rivers:
            parts: list[list[Point]] = [[]]
            for point in rounded_course(list(self._moved(river.course))):
                if land.holds(point):
                    parts[-1].append(point)
                elif parts[-1]:
                    parts.append([])
            course = max(parts, key=lambda part: total(math.dist(a, b) for a, b in pairwise(part)))
            found.append(DrawnRiver(river.name, tuple(course), river.width * scale, river.span))
        return tuple(found)

    # Borders and straits.

    def _borders(self) -> Iterator[Item]:
        """Yield the lines of borders, kind by kind, the most important last."""
        groups: dict[tuple[str, BorderLook], list[Run]] = {}
        grounds = {name: area.ground for name, area in self.areas.items()}
        shared = self.drawn.subdivision.borders
        for border, kind in kinds_of_borders(self.drawn.borders, grounds, shared):
            key = self._kind_of(border.one, border.other, kind)
            if key[1].width:
                groups.setdefault(key, []).extend(border.runs)
        coast = self.style.look("coast")
        if coast.width and self.canvas.style.shore is None:
            edge = [
                run
                for name, runs in self.drawn.subdivision.coasts.items()
                if grounds.get(name) != "sea"
                for run in runs
            ]
            groups.setdefault(("coast", coast), []).extend(edge)
        ranks = ("sea-border", "frontier", "district-border", "coast", "river")
        for (kind, look), runs in sorted(groups.items(), key=lambda item: _rank(item[0][0], ranks)):
            yield from self._line([tuple(self._moved(run)) for run in runs], kind, look)
        straits = list(strait_lines(self.canvas, self.shapes, self.to))
        if straits:
            yield from self._line(straits, "strait", self.style.strait)

    def _kind_of(self, one: str, other: str, kind: str) -> tuple[str, BorderLook]:
        """Return the role and the appearance of a border."""
        if kind != "frontier":
            return kind, self.style.look(kind)
        areas = self.areas[one], self.areas[other]
        if all(area.ground in ("sea", "lake") for area in areas):
            return "sea-border", self.style.waters
        districts = [area.district.name if area.district else "" for area in areas]
        dry = all(area.ground == "land" for area in areas)
        if self.style.district and dry and districts[0] != districts[1]:
            return "district-border", self.style.district
        return "frontier", self.style.look("frontier")

    def _line(self, runs: Sequence[Run], kind: str, look: BorderLook) -> Iterator[Item]:
        known = ("sea-border", "frontier", "district-border", "coast", "river", "impassable", "strait")
        role = kind if kind in known else "frontier"
        colour = self.canvas.look.colour(look.colour.name) if look.colour else self.canvas.paint(role)
        path = lines(*_joined(runs))
        if look.casing:
            casing = Stroke(self.canvas.paint("border-casing"), look.width + 2 * look.casing, cap="round", join="round")
            yield Path(path, None, casing)
        if look.ticks:
            yield Path(path, None, Stroke(colour, look.ticks, (TICK, TICKS)))
        yield Path(path, None, Stroke(colour, look.width, look.dash * 2 if len(look.dash) % 2 else look.dash,
                                      "butt" if look.dash else "round", "round"))  # fmt: skip

    # Slots and marks.

    @cached_property
    def _all_rows(self) -> tuple[SlotRow, ...]:
        found = (self._row(area) for area in self.areas.values() if area.ground not in ("lake", "waste"))
        return tuple(row for row in found if row)

    @property
    def rows(self) -> tuple[SlotRow, ...]:
        """The slots and marks of the areas, each row inside of its area, near its middle."""
        return tuple(row for row in self._all_rows if row.items)

    def crowded_slots(self) -> Iterator[CrowdedSlots]:
        """Yield the areas that have no room for their slots and marks, and those whose slots are too small, as one."""
        for row in self._all_rows:
            if not row.items:
                what = "slots" if self.style.has_slots(row.area.tags) else "marks"
                yield CrowdedSlots(row.area.span, f"'{row.area.id}' has no room for its {what}, so none are printed")
        small = [row for row in self._all_rows if row.scale < 1 and any(mark is None for _, _, mark in row.items)]
        if small and self.style.slots:
            worst = min(small, key=lambda row: row.scale)
            size = self.style.slots.size
            others = f" (and {many(len(small) - 1, 'other area')} too)" if len(small) > 1 else ""
            message = f"'{worst.area.id}' has room for slots of {size * worst.scale:.1f} mm, not of {size:g} mm{others}"
            yield CrowdedSlots(worst.area.span, message)

    @cached_property
    def _symbols(self) -> Mapping[str, tuple[Point, float]]:
        """The symbols of places: where they are, and their reach."""
        return {spot.area.id: (spot.at, spot.reach) for spot in self.canvas.plan.spots if spot.radius}

    def _row(self, area: Area) -> SlotRow | None:
        slots = self.style.slots
        sizes: list[tuple[float, RegionMark | None]] = [(mark.size, mark) for mark in self.style.marks_of(area.tags)]
        if slots and self.style.has_slots(area.tags):
            sizes += [(slots.size, None)] * slots.count
        if not sizes:
            return None
        shape = self.shapes[area.id]
        inside, (middle, _) = PreparedShape(shape), visual_centre(shape)
        for scale in (1.0, 0.85, 0.7, 0.55):
            for columns in dict.fromkeys((len(sizes), (len(sizes) + 1) // 2)):
                placed = _arranged([(size * scale, mark) for size, mark in sizes], columns)
                at = _free_place(placed, middle, inside, self._symbols.get(area.id))
                if at:
                    items = tuple(((at[0] + x, at[1] + y), size, mark) for (x, y), size, mark in placed)
                    return SlotRow(area, items, scale)
        return SlotRow(area, ())

    @property
    def obstacles(self) -> Iterator[Obstacle]:
        """What labels avoid: slots and marks."""
        for row in self.rows:
            for at, size, _ in row.items:
                yield Obstacle((at,), size / 2 + 0.3, weight=FIRM, what=f"the slots of '{row.area.id}'")

    def draw_slots(self) -> Iterator[Item]:
        """Yield the slots and marks."""
        paint, slots = self.canvas.paint, self.style.slots
        for row in self.rows:
            for (x, y), size, mark in row.items:
                if mark:
                    colour = self.canvas.look.colour(mark.colour.name) if mark.colour else paint("outline")
                    left, top = round(x - size / 2, 3), round(y - size / 2, 3)
                    yield self.canvas.look.icon(mark.icon.name, left, top, round(size, 3), colour)
                elif slots:
                    line = Stroke(paint("slot-line"), slots.line) if slots.line else None
                    yield Ellipse(round(x, 3), round(y, 3), round(size / 2, 3), round(size / 2, 3), paint("slot"), line)

    def draw_lit(self, name: str) -> Iterator[Item]:
        """Yield the line around an emphasized area."""
        if name in self.shapes and self.style.lit:
            yield Path(
                straight(self.shapes[name]), None, Stroke(self.canvas.paint("lit"), self.style.lit, join="round")
            )


def deepened(colour: Colour) -> Colour:
    """Return a darker and richer colour of the same hue."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, rich = colorsys.rgb_to_hls(red, green, blue)
    channels = colorsys.hls_to_rgb(hue, light * DARKER, min(0.55, rich * RICHER) if light < 0.95 else rich)
    return "#" + "".join(f"{round(255 * channel):02X}" for channel in channels)


def _rank(kind: str, ranks: Sequence[str]) -> int:
    return ranks.index(kind) if kind in ranks else len(ranks)


def _joined(runs: Iterable[Run]) -> list[Run]:
    """Return the lines with those joined whose ends meet where only these two end, so that dashes go on."""
    ends: dict[Point, list[int]] = {}
    parts: list[Run | None] = [tuple((round(x, 3), round(y, 3)) for x, y in run) for run in runs]
    for number, run in enumerate(parts):
        if run:
            for end in {run[0], run[-1]}:
                ends.setdefault(end, []).append(number)
    for end in list(ends):
        members = ends[end]
        if len(members) != 2 or members[0] == members[1]:
            continue
        one, other = (parts[number] for number in members)
        if one is None or other is None or one[0] == one[-1] or other[0] == other[-1]:
            continue
        first = one if one[-1] == end else one[::-1]
        second = other if other[0] == end else other[::-1]
        joined = (*first, *second[1:])
        parts[members[0]], parts[members[1]] = joined, None
        far = second[-1]
        ends[far] = [members[0] if number == members[1] else number for number in ends[far]]
    return [run for run in parts if run]


def _arranged(
    sizes: Sequence[tuple[float, RegionMark | None]], columns: int
) -> list[tuple[Point, float, RegionMark | None]]:
    """Return the items in rows of so many columns around (0, 0)."""
    rows = [sizes[at : at + columns] for at in range(0, len(sizes), columns)]
    high = [max(size for size, _ in row) for row in rows]
    top = -(sum(high) + BETWEEN * (len(rows) - 1)) / 2
    placed = []
    for row, tall in zip(rows, high, strict=True):
        left = -(sum(size for size, _ in row) + BETWEEN * (len(row) - 1)) / 2
        for size, mark in row:
            placed.append(((left + size / 2, top + tall / 2), size, mark))
            left += size + BETWEEN
        top += tall + BETWEEN
    return placed


def _free_place(
    placed: Sequence[tuple[Point, float, RegionMark | None]],
    middle: Point,
    inside: PreparedShape,
    symbol: tuple[Point, float] | None,
) -> Point | None:
    """Return the place near the middle, rather below it, at which all items are inside; None if there is none.

    Items keep clear of the symbol of the place, which is not always in the middle.
    """
    wide = max(abs(x) + size / 2 for (x, _), size, _ in placed)
    tall = max(abs(y) + size / 2 for (_, y), size, _ in placed)
    ring = rectangle(-wide - 0.5, -tall - 0.5, 2 * wide + 1, 2 * tall + 1)
    outline = [point for a, b in edges(ring) for point in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))]
    (sx, sy), clear = symbol or (middle, 0.0)
    below = tall + 0.6 + clear
    offsets = [(0.0, below), *((dx * 2.5, below + dy * 2.5) for dx in range(-4, 5) for dy in range(-6, 5))]
    for dx, dy in sorted(offsets, key=lambda each: (math.hypot(each[0], each[1] - below), each)):
        at = middle[0] + dx, middle[1] + dy
        if clear and math.hypot(max(0.0, abs(at[0] - sx) - wide), max(0.0, abs(at[1] - sy) - tall)) < clear:
            continue
        if all(inside.holds((at[0] + x, at[1] + y)) for x, y in outline):
            return at
    return None
