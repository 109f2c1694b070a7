"""Charts: area maps on paper, with water, relief, ornaments and labels that avoid everything else.

The labels are placed first; then ornaments and drawings fill what is left. Shapes and boxes are in millimetres on the
drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.draw.maps.chart_ground import (
    draw_coast_line,
    draw_graticule,
    draw_paper,
    draw_rhumb_lines,
    draw_shore,
    draw_water,
    draw_waves,
    free_spots,
)
from pnp.draw.maps.label_positions import LabelLook, MapLabel
from pnp.draw.maps.labels import PlacedLabel, place_labels
from pnp.draw.maps.obstacles import FIRM, Obstacle, line_of
from pnp.draw.maps.ornaments import (
    CORNERS,
    Ornament,
    draw_border,
    draw_creature,
    draw_rose,
    scale_bar,
    title_of,
)
from pnp.draw.maps.regions import DrawnRiver
from pnp.draw.maps.relief import draw_relief, scatter
from pnp.draw.town.coast import draw_compass, terrain_of
from pnp.draw.town.plan import Canvas, TownSpot, straight
from pnp.geometry.outlines import visual_centre
from pnp.geometry.polygons import (
    Point,
    Shape,
    area,
    band,
    circle,
    difference,
    grow,
    intersection,
    pieces,
    rectangle,
    union,
)
from pnp.model.maps.game_map import Area
from pnp.model.maps.region_style import Corner, LabelKind
from pnp.scene.items import BoundingBox, Colour, Group, Item, Path, Stroke
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.lettering import CrowdedLabel

CLEAR = 0.25
"""The distance between labels and places."""

ROAD = 1.6
"""The cost of a millimetre of a road that a label covers."""

BORDER = 0.6
"""The cost of a millimetre of a border that a label covers."""

COAST = 1.5
"""The cost of a millimetre of the coast that a label covers."""

RIVER = 1.0
"""The cost of a millimetre of a river that a label covers."""

FIXED = 10_000
"""How much lower the rank of a label is that has a `label-at`: all others avoid it."""

DISTRICT_KEY, RIVER_KEY = "district ", "river "
"""What the keys of labels of districts and rivers begin with."""

ROOM = 1.5
"""The distance of ornaments from what is on the map."""

NEAR = 14.0
"""How far the relief around a place reaches that has no outline."""


class Chart(Struct, frozen=True, eq=False, dict=True):
    """One area map on paper. `land` is what is not water; None if the map has no water.

    `outlines` are those of the areas that have one, by name; `waters` the names of those that are water. `taken` is
    what else is on the map, such as slots for pieces. `rivers` are those that the regions draw.
    """

    canvas: Canvas
    land: Shape | None = None
    outlines: Mapping[str, Shape] = field(default_factory=dict)
    waters: Mapping[str, str] = field(default_factory=dict)
    taken: tuple[Obstacle, ...] = ()
    rivers: tuple[DrawnRiver, ...] = ()

    @cached_property
    def frame(self) -> BoundingBox:
        """The inside of the border."""
        style, plan = self.canvas.style, self.canvas.plan
        inset = style.border.width if style.border else 0.0
        return BoundingBox(inset, inset, plan.width - inset, plan.height - inset)

    # Labels.

    @cached_property
    def labels(self) -> Mapping[str, PlacedLabel]:
        """The labels of areas by their names; none if a font is missing, which the check of fonts reports."""
        try:
            placed = place_labels(
                (*self._requests(), *self._river_requests(), *self._district_requests()),
                tuple(self._obstacles()),
                self.frame.grown(-0.8),
            )
        except FontError:
            return {}
        return {each.label.key: each for each in placed}

    def _requests(self) -> Iterator[MapLabel]:
        plan = self.canvas.plan
        for spot in plan.spots:
            outline = () if spot.reach else self.outlines.get(spot.area.id, ())
            kind = self._kind(spot.area, bool(outline))
            if kind is None or kind.role is None or not spot.area.label:
                continue
            text = self.canvas.look.text(kind.role.name)
            yield MapLabel(
                key=spot.area.id,
                text=spot.area.label,
                style=text,
                at=spot.at,
                span=spot.area.span,
                rank=kind.rank - (FIXED if spot.area.label_at else 0),
                radius=spot.reach + CLEAR,
                side=kind.side,
                region=outline,
                least=min(kind.least, text.size),
                look=self._look(kind, text.colour),
                fixed=self.canvas.onto_face(spot.area.label_at),
            )

    def _kind(self, area: Area, is_region: bool) -> LabelKind | None:
        labels = self.canvas.style.labels
        if labels is None:
            return None
        tags = {tag.name for tag in area.tags}
        named = next((kind for tag, kind in labels.tags.items() if tag in tags), None)
        if named:
            return named
        if area.id in self.waters:
            return labels.lake if self.waters[area.id] == "lake" and labels.lake else labels.sea or labels.places
        return labels.land or labels.places if is_region else labels.places

    def _district_requests(self) -> Iterator[MapLabel]:
        """Yield the names of districts, over all of their areas; one without room is left out."""
        labels, drawn = self.canvas.style.labels, self.canvas.drawn
        if labels is None or labels.districts is None or labels.districts.role is None:
            return
        kind, text = labels.districts, self.canvas.look.text(labels.districts.role.name)
        for district in drawn.districts:
            shapes = [
                self.outlines[spot.area.id]
                for spot in self.canvas.plan.spots
                if spot.district == district.id and spot.area.id in self.outlines
            ]
            region = max(pieces(union(*shapes)), key=area, default=()) if shapes else ()
            fixed = self.canvas.onto_face(district.label_at)
            if (region or fixed) and district.name:
                yield MapLabel(
                    key=f"{DISTRICT_KEY}{district.id}",
                    text=district.name,
                    style=text,
                    at=visual_centre(region)[0] if region else fixed or (0.0, 0.0),
                    span=district.span if fixed else None,
                    rank=kind.rank + (0 if fixed else 1000),
                    region=region,
                    least=min(kind.least, text.size),
                    look=self._look(kind, text.colour),
                    optional=not fixed,
                    fixed=fixed,
                )

    def _river_requests(self) -> Iterator[MapLabel]:
        """Yield the names of rivers, along what is drawn of them."""
        kind = self.canvas.style.labels.rivers if self.canvas.style.labels else None
        if kind is None or kind.role is None:
            return
        text, seen = self.canvas.look.text(kind.role.name), Counter[str]()
        for river in self.rivers:
            seen[river.name] += 1
            if river.name and len(river.course) > 1:
                yield MapLabel(
                    key=f"{RIVER_KEY}{river.name}" + f" {seen[river.name]}" * (seen[river.name] > 1),
                    text=river.name,
                    style=text,
                    at=river.course[len(river.course) // 2],
                    span=river.span,
                    rank=kind.rank + 500,
                    radius=river.width / 2,
                    line=river.course,
                    winding=True,
                    least=min(kind.least, text.size),
                    look=self._look(kind, text.colour),
                )

    def _look(self, kind: LabelKind, ink: Colour) -> LabelLook:
        paint, labels = self.canvas.paint, self.canvas.style.labels
        return LabelLook(
            halo=Stroke(paint("halo"), kind.halo, join="round") if kind.halo else None,
            plate=paint("label-plate") if kind.plate else None,
            line=Stroke(paint("outline"), 0.25) if kind.plate else None,
            leader=Stroke(ink, labels.leader if labels else 0.25, cap="round"),
            margin=0.9 if kind.plate else 0.25,
            spread=kind.spread,
            bent=kind.bent,
        )

    def _obstacles(self) -> Iterator[Obstacle]:
        style, plan = self.canvas.style, self.canvas.plan
        for spot in plan.spots:
            if spot.reach:
                yield Obstacle((spot.at,), spot.reach + CLEAR, what=f"the place '{spot.area.id}'", owner=spot.area.id)
        for way in plan.ways:
            yield from line_of(way.points, max(plan.street / 2, 0.3), ROAD)
        for outline in self.outlines.values():
            for ring in outline:
                yield from line_of((*ring, ring[0]), 0.2, BORDER)
        for ring in self.land or ():
            yield from line_of((*ring, ring[0]), 0.2, COAST)
        for river in self.rivers:
            yield from line_of(river.course, river.width / 2, RIVER)
        for clearing in style.clear:
            yield Obstacle(rectangle(*clearing.at, *clearing.size), weight=FIRM, what="a box kept clear", area=True)
        for at, reach in self._fixed():
            yield Obstacle((at,), reach, weight=FIRM, what="an ornament")
        yield from self.taken

    def _fixed(self) -> Iterator[tuple[Point, float]]:
        compass = self.canvas.style.compass
        if compass and compass.at:
            yield compass.at, compass.size / 2

    # Stages.

    def names_on_land(self) -> Iterator[Item]:
        """Yield the names of districts and rivers, which are below roads and places."""
        for key, placed in self.labels.items():
            if key.startswith((DISTRICT_KEY, RIVER_KEY)):
                yield from placed.drawn()

    def below(self) -> Iterator[Item]:
        """Yield the paper, the lines over it, the water, and the land without its regions."""
        canvas = self.canvas
        style, paint = canvas.style, canvas.paint
        if style.paper:
            yield from draw_paper(style.paper, canvas)
        if self.land is not None:
            sea = replace(style.sea) if style.sea else None
            if sea is None or sea.fill:
                yield from draw_water(sea, self.land, canvas)
        if style.paper:
            yield from draw_graticule(style.paper, canvas)
            yield from draw_rhumb_lines(style.paper, self._rhumb_centres(), canvas)
        if self.land is None:
            return
        if style.sea and not style.sea.fill:
            yield from tuple(draw_water(style.sea, self.land, canvas))[1:]
        if style.sea:
            yield from draw_waves(style.sea, self._open_water(3.5), canvas)
            yield from self._creatures()
        if style.shore:
            yield from draw_shore(style.shore, self.land, canvas)
        yield Path(straight(self.land), paint("land"))

    def relief(self) -> Iterator[Item]:
        """Yield the coast line and the drawings on the land, which are above the regions and below the roads."""
        style = self.canvas.style
        if self.land is not None and style.shore:
            yield from draw_coast_line(style.shore, self.land, self.canvas)
        if style.relief is None:
            return
        relief, chance = style.relief, self.canvas.chance.under("scatter")
        busy, done = tuple(self._busy(0.6)), []
        for tag, mark in relief.tags.items():
            grounds = [self._ground_of(spot) for spot in self.canvas.plan.spots if _has(spot.area, tag)]
            ground = difference(union(*grounds), self._streets, self._beds) if grounds else ()
            done += grounds
            points = scatter(ground, mark.apart, chance.under(tag), busy, 0.55 * mark.size)
            yield from draw_relief((mark.form,), points, mark.size, self.canvas)
        if relief.wild and relief.share:
            wild = difference(self._open_land, *done)
            points = scatter(wild, 1.15 * relief.size, chance, busy, 0.55 * relief.size, relief.share)
            yield from draw_relief(relief.wild, points, relief.size, self.canvas)

    def above(self) -> Iterator[Item]:
        """Yield the border and the ornaments, which are above everything else."""
        style = self.canvas.style
        if style.border:
            yield from draw_border(style.border, self.canvas)
        yield from (item for item, _ in self._ornaments)

    # What is free.

    @cached_property
    def _dry_land(self) -> Shape:
        land = self.land if self.land is not None else self.canvas.plan.face
        inner = (rectangle(self.frame.left, self.frame.top, self.frame.width, self.frame.height),)
        return intersection(land, inner)

    @cached_property
    def _open_land(self) -> Shape:
        """The land without roads and rivers, on which drawings are."""
        return difference(self._dry_land, self._streets, self._beds)

    @cached_property
    def _streets(self) -> Shape:
        plan = self.canvas.plan
        return union(*(band(way.points, plan.street + 1.2) for way in plan.ways)) if not plan.tangled else ()

    @cached_property
    def _beds(self) -> Shape:
        return union(*(band(river.course, river.width + 1.2) for river in self.rivers if len(river.course) > 1))

    def _open_water(self, off: float) -> Shape:
        """Return the water inside the border, at least `off` from the land."""
        inner = (rectangle(self.frame.left, self.frame.top, self.frame.width, self.frame.height),)
        return difference(grow(inner, -1.5, "miter"), grow(self.land or (), off), *self._boxes())

    def _boxes(self) -> Iterator[Shape]:
        for it in self._busy(ROOM):
            yield (rectangle(it.left, it.top, it.width, it.height),)

    def _busy(self, gap: float) -> Iterator[BoundingBox]:
        """Yield the boxes of places, labels, ornaments and clearings, with a gap around them."""
        for spot in self.canvas.plan.spots:
            if spot.reach:
                yield _around(spot.at, spot.reach + gap)
        for placed in self.labels.values():
            for ground in placed.position.ground:
                yield ground.bounds.grown(gap)
        for _, box in self._ornaments:
            yield box.grown(gap)
        for clearing in self.canvas.style.clear:
            (x, y), (width, height) = clearing.at, clearing.size
            yield BoundingBox(x, y, x + width, y + height).grown(gap)
        for obstacle in self.taken:
            yield obstacle.bounds.grown(gap)

    def _ground_of(self, spot: TownSpot) -> Shape:
        outline = self.outlines.get(spot.area.id)
        if outline:
            return grow(outline, -0.8)
        return intersection(self._dry_land, (circle(spot.at, NEAR),))

    # Ornaments: title and scale first, then the rose.

    @cached_property
    def _ornaments(self) -> tuple[tuple[Item, BoundingBox], ...]:
        """The title, the scale and the rose, with the boxes that they cover."""
        style, found = self.canvas.style, list[tuple[Item, BoundingBox]]()
        try:
            if style.title and style.title.role and self.canvas.drawn.name:
                title = title_of(
                    style.title.form, self.canvas.look.text(style.title.role.name), self.canvas.drawn.name, self.canvas
                )
                found.append(title.at(self._spot(title, style.title.at, style.title.corner, found)))
            if style.scale:
                scale = scale_bar(style.scale, self.canvas)
                found.append(scale.at(self._spot(scale, style.scale.at, style.scale.corner, found)))
        except FontError:
            found = []
        rose = self._rose(found)
        return (*found, *((rose,) if rose else ()))

    def _spot(
        self, ornament: Ornament, at: Point | None, corner: Corner | None, others: Sequence[tuple[Item, BoundingBox]]
    ) -> Point:
        """Return the middle of an ornament: as written, or in the corner where it covers least."""
        if at:
            return at
        if corner:
            return ornament.middle_in(corner, self.frame, 4.0)
        middles = [ornament.middle_in(each, self.frame, 4.0) for each in CORNERS]
        if all(self._hidden_by(ornament.at(middle)[1]) for middle in middles):
            middles += ornament.middles_inside(self.frame, 4.0)
        return min(middles, key=lambda middle: (self._harm(ornament.at(middle)[1], others), middles.index(middle)))

    def _hidden_by(self, box: BoundingBox) -> str | None:
        """Return the first place or label of a place that a box hides, as text; None if it hides none."""
        for spot in self.canvas.plan.spots:
            if spot.reach and box.common(_around(spot.at, spot.reach)):
                return f"the place '{spot.area.id}'"
        for key, placed in self.labels.items():
            if any(box.common(ground.bounds) for ground in placed.position.ground):
                return f"the label of '{key}'"
        return None

    def hiding(self) -> Iterator[CrowdedLabel]:
        """Yield the title or the scale if it hides a place or a label, for the check of labels."""
        style, name = self.canvas.style, self.canvas.drawn.name
        shown = ["title"] * bool(style.title and style.title.role and name) + ["scale"] * bool(style.scale)
        for key, (_, box) in zip(shown, self._ornaments, strict=False):
            hidden = self._hidden_by(box)
            if hidden:
                hint = f"write {key}: {{at: [x, y]}} in the map style, or print the map larger"
                yield CrowdedLabel(self.canvas.drawn.span, name, hidden, hint)

    def _harm(self, box: BoundingBox, others: Sequence[tuple[Item, BoundingBox]]) -> float:
        """Return how much a box covers: places and labels count more than land."""
        ground = (rectangle(box.left, box.top, box.width, box.height),)
        harm = 0.3 * area(intersection(self.land, ground)) if self.land else 0.0
        wide = box.grown(ROOM)
        for spot in self.canvas.plan.spots:
            both = wide.common(_around(spot.at, max(spot.reach, 1.0)))
            harm += 10 * both.width * both.height if both else 0.0
        boxes = [ground.bounds for placed in self.labels.values() for ground in placed.position.ground]
        for other in (*boxes, *(it for _, it in others)):
            both = wide.common(other)
            harm += 10 * both.width * both.height if both else 0.0
        for way in self.canvas.plan.ways:
            harm += 2 * sum(wide.left < x < wide.right and wide.top < y < wide.bottom for x, y in _dense(way.points))
        return harm

    def _rose(self, others: Sequence[tuple[Item, BoundingBox]]) -> tuple[Item, BoundingBox] | None:
        compass = self.canvas.style.compass
        if compass is None:
            return None
        at, size = compass.at, compass.size
        if at is None:
            taken = [box.grown(ROOM) for _, box in others]
            boxes = (ground.bounds.grown(1.0) for placed in self.labels.values() for ground in placed.position.ground)
            taken += boxes
            taken += [_around(spot.at, spot.reach + ROOM) for spot in self.canvas.plan.spots]
            inner = (rectangle(self.frame.left, self.frame.top, self.frame.width, self.frame.height),)
            free = difference(grow(inner, -2.0, "miter"), grow(self.land or (), 2.0), self._streets)
            radii = [size / 2 * share for share in (1.0, 0.85, 0.7, 0.55)]
            spots = free_spots(free, taken, radii, 1, 0.0, self.canvas.chance.under("rose"))
            if not spots:
                return None
            at, radius = spots[0]
            size = 2 * radius
        draw = draw_rose if compass.form == "winds" else draw_compass
        return Group(tuple(draw(at, size, self.canvas.paint))), _around(at, size / 2)

    def _rhumb_centres(self) -> tuple[Point, ...]:
        """Return the points from which rhumb lines leave: those of the style, else the rose and a point across."""
        paper = self.canvas.style.paper
        if paper is None or not paper.rhumbs:
            return ()
        if paper.centres:
            return paper.centres
        compass = self.canvas.style.compass
        boxes = [box for _, box in self._ornaments]
        first = boxes[-1].centre if compass and boxes else self.frame.centre
        width, height = self.canvas.plan.width, self.canvas.plan.height
        return first, (width - first[0], height - first[1])

    def _creatures(self) -> Iterator[Item]:
        """Yield monsters and ships on open water."""
        sea = self.canvas.style.sea
        if sea is None or not sea.creatures:
            return
        water, chance = self._open_water(4.0), self.canvas.chance.under("creature")
        spots = free_spots(water, (), (13.0, 11.0, 9.0, 7.5), sea.creatures, 45.0, chance)
        for number, (at, radius) in enumerate(spots):
            yield draw_creature(number, at, 1.75 * radius, self.canvas.paint)


def land_around(canvas: Canvas) -> Shape | None:
    """Return the land of a map without outlines: an island around its roads; None if the style has no water."""
    water = canvas.style.water
    if water is None:
        return None
    return terrain_of(canvas.plan, replace(water, beach=0.0), canvas.chance).land


def _has(area: Area, tag: str) -> bool:
    return any(each.name == tag for each in area.tags)


def _around(at: Point, reach: float) -> BoundingBox:
    return BoundingBox(*at, *at).grown(reach)


def _dense(points: Sequence[Point]) -> Iterator[Point]:
    """Yield points along a line, about every 3 mm."""
    for (x0, y0), (x1, y1) in pairwise(points):
        count = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) / 3))
        yield from ((x0 + (x1 - x0) * part / count, y0 + (y1 - y0) * part / count) for part in range(count))
