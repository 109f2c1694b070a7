"""Street maps and their streets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import atan2

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.look import Look
from pnp.draw.town.blocks import GroundFace, by_district, faces
from pnp.draw.town.buildings import draw_town, grow_town
from pnp.draw.town.coast import Haven, Lie, draw_boats, draw_compass, draw_sea, draw_waves, lie_of_the_land
from pnp.draw.town.names import Badge, PlacedWords, draw_badges, draw_frame, set_badges, set_names
from pnp.draw.town.plan import WHITE, Canvas, Plan, TownSpot, Way, mixed, pen, straight
from pnp.draw.town.signs import Post, draw_paths, draw_pointers, draw_signs, set_up
from pnp.draw.town.street_layout import CrosswalkBars, DrawnStreet, FreeGround, Parking, Scape, Sign, Slot, grounds
from pnp.draw.town.streets import draw_ground, draw_markings
from pnp.geometry.polygons import Point, grow, intersection, rectangle, union
from pnp.geometry.street_plan import UNIT, StreetPlan, StreetRun
from pnp.geometry.street_plan import Street as Written
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle, StreetStyle
from pnp.model.maps.street_map import StreetMap
from pnp.network.lowering.street_map import crosswalk_names, exit_name
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Same, Stroke

# The painter of street maps and city tiles: a scape and a style in, the items of a face out.

BLEED = 5.0
"""How far the ground of a sown face reaches beyond its edges, for those that are cut a little off."""

VERGE = 1.6
"""The width of the green between the pavement and the beach."""

LANE = 1.2
"""How far from the edge of a sown face its blocks end: half a lane, the other half is its neighbour's."""


class Streetscape(Struct, frozen=True, eq=False, dict=True):
    """One scape on its canvas, drawn once for all highlights; what is derived is worked out when first asked for."""

    scape: Scape
    canvas: Canvas
    lie: Lie
    found: tuple[GroundFace, ...]
    tinted: tuple[GroundFace, ...]
    posts: tuple[Post, ...] = ()
    names: tuple[PlacedWords, ...] = ()
    badges: tuple[Badge, ...] = ()
    compass: Point | None = None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All of it, from the bottom up."""
        drawn = self._drawn()
        return tuple(item for item in drawn if not isinstance(item, Path) or item.commands)

    def lit(self, marks: frozenset[str]) -> Iterator[Item]:
        """What stands out on top of it."""
        paint = self.canvas.paint
        for slot in self.scape.slots:
            if slot.area.id in marks:
                inner = grow(self.scape.ground(slot), -0.6, "miter")
                yield Path(straight(inner), None, Stroke(paint("outline"), 2.2, join="round"))
                yield Path(straight(inner), None, Stroke(paint("lit"), 1.4, join="round"))
        for post in self.posts:
            if post.sign.id in marks:
                x, y = post.at
                yield Ellipse(x, y, post.reach + 1.2, post.reach + 1.2, None, Stroke(paint("outline"), 2.2))
                yield Ellipse(x, y, post.reach + 1.2, post.reach + 1.2, None, Stroke(paint("lit"), 1.4))

    def _drawn(self) -> Iterator[Item]:
        scape, canvas, streets = self.scape, self.canvas, self.canvas.style.streets or StreetStyle()
        style, paint = canvas.style, canvas.paint
        yield from self._ground()
        if style.town:
            town = replace(style.town, pavement=streets.pavement, emblems=False)
            yield from draw_town(grow_town(self.found, town, canvas), town, canvas)
        yield from draw_ground(scape, streets, canvas)
        yield from draw_markings(scape, streets, canvas)
        yield from (name.drawn() for name in self.names)
        yield from draw_paths(self.posts, scape, canvas)
        yield from draw_signs(self.posts, canvas)
        yield from draw_pointers(self.posts, scape, canvas)
        yield from draw_badges(self.badges, canvas)
        if style.compass and self.compass:
            yield from draw_compass(self.compass, style.compass.size, paint)
        if style.frame and not scape.sown:
            yield from draw_frame(scape, style.frame, canvas)

    def _ground(self) -> Iterator[Item]:
        """The water, the land, the pavement, and the tints of the districts."""
        canvas, style, paint = self.canvas, self.canvas.style, self.canvas.paint
        if style.water and self.lie.water:
            yield from draw_sea(canvas.plan, self.lie, paint, bands=style.water.life)
            line = pen(paint("outline"), 0.3) if style.water.life else None
            yield Path(straight(self.lie.beach), paint("sand"), line)
            yield Path(straight(self.lie.land), paint("meadow"), pen(paint("hedge"), 0.3))
            if style.water.life:
                edge = style.frame.width if style.frame else 0.0
                boats = tuple(draw_boats(canvas.plan, self.lie, paint, canvas.chance, (), edge))
                yield from (boat for _, boat in boats)
                berths = tuple(Haven(at, 5.0) for at, _ in boats)
                yield from draw_waves(canvas.plan, self.lie, paint, canvas.chance, berths, edge)
        paved = grow(self.lie.body, BLEED, "miter") if self.scape.sown else self.lie.body
        yield Path(straight(paved), paint("pavement"))
        if style.tints:
            pale = 0.4 if style.town else 0.0
            for face in self.tinted:
                yield Path(straight(face.ground), mixed(canvas.tint(face.district, "pavement"), WHITE, pale))


def compose(scape: Scape, drawn: GameMap, style: MapStyle, look: Look) -> Streetscape:
    """Signs, names and badges in their places, then the blocks on what is left."""
    streets = style.streets or StreetStyle()
    edge = style.frame.width if style.frame and style.streets and not scape.sown else 0.0
    spots = tuple(TownSpot(slot.area, slot.middle, 0.1, core=_is_core(slot.tags, style)) for slot in scape.slots)
    ways = tuple(Way(street.points) for street in scape.streets)
    paved = grow(scape.asphalt, streets.kerb)
    bare = Plan(scape.width, scape.height, spots, ways, scape.road, paved=paved)
    canvas = Canvas(drawn, style, look, bare)
    lie = _lie(scape, bare, canvas, edge)
    room = FreeGround(scape, streets.kerb, intersection(lie.body, grow(bare.face, -edge - 1.0, "miter")))
    clear = tuple(rectangle(*box.at, *box.size) for box in style.clear) if not scape.sown else ()
    room.take(*clear)
    posts: tuple[Post, ...] = ()
    names: tuple[PlacedWords, ...] = ()
    badges: tuple[Badge, ...] = ()
    compass: Point | None = None
    if style.streets:
        posts = set_up(scape, style.sites, canvas, room) if style.sites else ()
        names = set_names(scape, streets, canvas, room)
        badges = set_badges(scape, canvas, room) if not scape.sown else ()
        if style.compass and not scape.sown:
            half = style.compass.size / 2 + 1
            compass = style.compass.at or room.near((scape.width, 0.0), half, half, scape.width)
            if compass:
                x, y = compass
                room.take(rectangle(x - half, y - half, 2 * half, 2 * half))
    taken = tuple(ring for ring in room.taken if ring not in clear)
    plan = replace(bare, kept=union(grow(grounds(taken), 0.4), grounds(clear)))
    canvas = replace(canvas, plan=plan)
    whole = faces(plan, lie.body) if spots else ()
    found = tuple(part for face in whole for part in by_district(face, plan, drawn.districts))
    tinted = faces(plan, grow(lie.body, BLEED, "miter")) if scape.sown and spots else found
    return Streetscape(scape, canvas, lie, found, tinted, posts, names, badges, compass)


def _is_core(tags: tuple[str, ...], style: MapStyle) -> bool:
    return style.core is not None and style.core.tag.name in tags


def _lie(scape: Scape, plan: Plan, canvas: Canvas, edge: float) -> Lie:
    """The land, and as its body the ground that is paved; where streets run on over the edges, so does the ground, so
    far that half a lane is left before the neighbour's blocks.
    """
    if scape.sown:
        pavement = canvas.style.streets.pavement if canvas.style.streets else StreetStyle().pavement
        out = pavement - LANE
        land = (rectangle(-out, -out, scape.width + 2 * out, scape.height + 2 * out),)
        return Lie(land, land, land, ())
    inner = grow(plan.face, -edge, "miter")
    if not (scape.shore and canvas.style.water and scape.streets):
        return Lie(inner, inner, inner, ())
    lie = lie_of_the_land(plan, replace(canvas.style.water, sides=scape.shore), canvas.chance)
    return replace(lie, body=intersection(grow(lie.land, -VERGE), inner))


def paint_scape(streetscape: Streetscape, marks: frozenset[str], bleed: float = 0.0) -> tuple[Item, ...]:
    """The items of a face; the same tuple for everything below what stands out. It may `bleed` over its edges."""
    scape, out = streetscape.scape, bleed
    below: Item = Group(streetscape.items, clip=Rect(-out, -out, scape.width + 2 * out, scape.height + 2 * out))
    return (below, *streetscape.lit(marks))


# The painter of street maps: a map and a style in, the items of a face out, whether a board or a miniature.


def paint_street_map(
    drawn: StreetMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """The map in a box with (0, 0) at its top left corner, with the spaces and sites of `highlight` standing out.

    It is drawn at its own size and shrunk as a whole to the box. Raises UnknownNameError for a role or an icon that the
    look does not have.
    """
    own_width, own_height = drawn.width or width, drawn.height or height
    if not (width > 0 and height > 0):
        return ()
    inset = 0.0 if style.streets else style.inset
    scale = min((width - 2 * inset) / own_width, (height - 2 * inset) / own_height)
    if scale <= 0:
        return ()
    painting = _painting(Same(drawn), Same(style), Same(look), own_width, own_height)
    items = paint_scape(painting, highlight if style.streets else frozenset())
    left, top = (width - scale * own_width) / 2, (height - scale * own_height) / 2
    whole = Group(items, (scale, 0.0, 0.0, scale, left, top)) if (scale, left, top) != (1.0, 0.0, 0.0) else None
    lit = () if style.streets else _dots(drawn, style, look, highlight, (scale, left, top))
    return (*((whole,) if whole else items), *lit)


def _dots(
    drawn: StreetMap, style: MapStyle, look: Look, highlight: frozenset[str], at: tuple[float, float, float]
) -> Iterator[Item]:
    """A disc on each place that stands out of a miniature."""
    lit = style.lit or style.places
    scale, left, top = at
    for area in (*drawn.places, *drawn.sites):
        if area.id in highlight and area.at:
            x, y = round(left + scale * area.at[0], 3), round(top + scale * area.at[1], 3)
            district = drawn.district(area.district.name) if area.district else None
            rim = look.colour(district.colour.name if district and district.colour else style.colour("rim"))
            line = Stroke(look.colour(style.colour("outline")), lit.outline) if lit.outline else None
            yield Ellipse(x, y, lit.diameter / 2, lit.diameter / 2, rim, line)
            inner = lit.diameter / 2 - lit.rim
            yield Ellipse(x, y, inner, inner, look.colour(style.colour("lit")))


@lru_cache(maxsize=16)
def _painting(
    drawn: Same[StreetMap], style: Same[MapStyle], look: Same[Look], width: float, height: float
) -> Streetscape:
    return compose(_scape(drawn, width, height), drawn.it, style.it, look.it)


@lru_cache(maxsize=16)  # the same for every style
def _scape(drawn: Same[StreetMap], width: float, height: float) -> Scape:
    return scape_of(drawn.it, width, height)


def scape_of(drawn: StreetMap, width: float, height: float) -> Scape:
    """The streets of the map in millimetres, with all that stands on and beside them."""
    slots = tuple(_slots(drawn))
    by_name = {slot.area.id: slot for slot in slots}
    signs = tuple(
        Sign(
            site.id,
            site.name,
            tuple(by_name[ref.name] for ref in site.by if ref.name in by_name),
            site.at,
            site.icon.name if site.icon else "",
            area.district.name if area.district else "",
            site.landmark,
        )
        for site, area in zip(drawn.served, drawn.sites, strict=True)
        if site.at or any(ref.name in by_name for ref in site.by)
    )
    kept = _kept(drawn)
    return Scape(
        width, height, drawn.road, tuple(parts_of(drawn.streets, drawn.plan)), slots, tuple(_crosswalks(drawn, kept)),
        signs, tuple(_lots(drawn, by_name, kept)), tuple(junctions_of(drawn.plan)), drawn.waterfront,
    )  # fmt: skip


def junctions_of(plan: StreetPlan) -> Iterator[Point]:
    """The points where streets meet."""
    return (millimetres(node.at) for node in plan.nodes if node.kind == "junction")


def parts_of(streets: Sequence[Written], plan: StreetPlan, sown: bool = False) -> Iterator[DrawnStreet]:
    """The streets as they are drawn, each in as many parts as its runs that are left out make of it.

    Where they are `sown`, their ends run on into the streets of a neighbour.
    """
    chains: list[list[StreetRun]] = []
    for run in plan.runs:
        if chains and chains[-1][-1].street == run.street and chains[-1][-1].end == run.start:
            chains[-1].append(run)
        else:
            chains.append([run])
    for chain in chains:
        nodes = plan.nodes[chain[0].start], plan.nodes[chain[-1].end]
        line = [nodes[0].at]
        for run in chain:
            line += [*run.line, plan.nodes[run.end].at]
        points = tuple(dict.fromkeys(map(millimetres, line)))
        points = (*points, points[0]) if line[0] == line[-1] else points
        first, last = (sown and node.kind == "end" for node in nodes)
        if len(points) > 1:
            yield DrawnStreet(streets[chain[0].street].name, points, (first, last))


def _slots(drawn: StreetMap) -> Iterator[Slot]:
    spots = {ref.name for ref in drawn.spots}
    for area, space in zip(drawn.spaces, drawn.plan.spaces, strict=False):
        one_way = drawn.streets[space.street].one_way
        yield Slot(area, tuple(map(millimetres, space.line)), one_way, area.id in spots)


def _kept(drawn: StreetMap) -> frozenset[str]:
    """The crosswalks on which nothing may lie that is laid on crosswalks."""
    barring = [closure for closure in drawn.closures if closure.on == "crossings"]
    spared = [frozenset(ref.name for each in closure.never for ref in each.places) for closure in barring]
    return frozenset.intersection(*spared) if spared else frozenset()


def _crosswalks(drawn: StreetMap, kept: frozenset[str]) -> Iterator[CrosswalkBars]:
    """The crosswalks, each across its street where runs end at it."""
    names = crosswalk_names(drawn) if kept else {}
    for number, node in enumerate(drawn.plan.nodes):
        if node.broken is None:
            continue
        run = next((run for run in drawn.plan.runs if number in (run.start, run.end)), None)
        if run:
            (x, y), far = node.at, run.line[0] if run.start == number else run.line[-1]
            (x0, y0), (x1, y1) = run.line[:2] if run.start == number else run.line[-2:]
            dx, dy = (x1 - x0, y1 - y0) if (x0, y0) != (x1, y1) else (far[0] - x, far[1] - y)
            name = names.get(node.broken)
            yield CrosswalkBars(millimetres(node.at), atan2(dy, dx), drawn.depth, name in kept)


def _lots(drawn: StreetMap, slots: Mapping[str, Slot], kept: frozenset[str]) -> Iterator[Parking]:
    for lot in drawn.lots:
        gate = slots.get(lot.exit.name) if lot.exit else None
        way_out = gate.middle if gate else None
        yield Parking(lot.name, lot.at, lot.size, lot.bays, way_out, lot.crosswalk, exit_name(lot) in kept)


def millimetres(at: tuple[int, int]) -> Point:
    """A point given in units."""
    return at[0] / UNIT, at[1] / UNIT
