"""The painter of street maps and of their streets."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import atan2

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.blocks import GroundFace, by_district, by_site, faces
from pnp.draw.town.buildings import draw_town, grow_town
from pnp.draw.town.coast import Haven, Terrain, draw_boats, draw_compass, draw_sea, draw_waves, terrain_of
from pnp.draw.town.names import Badge, PlacedWords, draw_badges, draw_frame, set_badges, set_names
from pnp.draw.town.plan import WHITE, Canvas, Plan, TownSpot, Way, mixed, pen, straight
from pnp.draw.town.signs import Post, draw_paths, draw_pointers, draw_signs, set_up
from pnp.draw.town.street_layout import CrosswalkBars, DrawnStreet, FreeGround, Parking, Scape, Sign, Slot, grounds
from pnp.draw.town.streets import draw_ground, draw_markings
from pnp.facts.look import Look
from pnp.geometry.polygons import Point, grow, intersection, rectangle, union
from pnp.geometry.street_plan import UNIT, StreetPlan, StreetRun
from pnp.geometry.street_plan import Street as Written
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle, StreetStyle
from pnp.model.maps.street_map import StreetMap
from pnp.network.lowering.street_map import crosswalk_names, exit_name
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Same, Stroke

# The painter of street maps and tiles: from a scape and a style to the items of a face.

BLEED = 5.0
"""How far the ground of a tile extends beyond its edges, for inexact cuts."""

VERGE = 1.6
"""The width of the green between the pavement and the beach."""

LANE = 1.2
"""The distance from the edge of a tile to its blocks: half a lane; the other half is on the next tile."""


SERVING = 0.15
"""The opacity of the tint on a space that serves a marked site."""

SERVING_EDGE = (0.5, 1.6)
"""The least and the greatest width of the line inside its edge, which is a third as wide as the style's `lit` rim."""


class Streetscape(Struct, frozen=True, eq=False, dict=True):
    """One scape on its canvas, drawn once for all highlights. Derived values are computed on first use and cached."""

    scape: Scape
    canvas: Canvas
    terrain: Terrain
    found: tuple[GroundFace, ...]
    tinted: tuple[GroundFace, ...]
    posts: tuple[Post, ...] = ()
    names: tuple[PlacedWords, ...] = ()
    badges: tuple[Badge, ...] = ()
    compass: Point | None = None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All items, from the bottom up."""
        drawn = self._drawn()
        return tuple(item for item in drawn if not isinstance(item, Path) or item.commands)

    def lit(self, marks: frozenset[str]) -> Iterator[Item]:
        """Yield the emphasis on the marked spaces and signs, with a tint on the spaces that serve a marked site."""
        paint = self.canvas.paint
        posts = tuple(post for post in self.posts if post.sign.id in marks)
        rim, (least, most) = self.canvas.style.lit.rim if self.canvas.style.lit else 0.0, SERVING_EDGE
        edge = max(least, min(most, rim / 3))
        for post in (post for post in posts if post.slots):
            tint = self.canvas.sign(post.sign.district, "outline")
            grounds = (Path(straight(grow(self.scape.ground(slot), -0.4, "miter")), tint) for slot in post.slots)
            yield Group(tuple(grounds), opacity=SERVING)
            inside = -0.4 - edge / 2
            edges = [ring for slot in post.slots for ring in grow(self.scape.ground(slot), inside, "miter")]
            yield Path(straight(edges), None, Stroke(tint, edge))
        for slot in self.scape.slots:
            if slot.area.id in marks:
                inner = grow(self.scape.ground(slot), -0.6, "miter")
                yield Path(straight(inner), None, Stroke(paint("outline"), 2.2, join="round"))
                yield Path(straight(inner), None, Stroke(paint("lit"), 1.4, join="round"))
        for post in posts:
            (x, y), reach = post.at, post.reach + 1.4
            colour = self.canvas.sign(post.sign.district, "outline")
            yield Ellipse(x, y, reach, reach, None, Stroke(colour, 3.2))
            yield Ellipse(x, y, reach, reach, None, Stroke(paint("lit"), 1.4))
        yield from draw_pointers(posts, self.scape, self.canvas)  # a ring may cover them

    def again(self, marks: frozenset[str]) -> Iterator[Item]:
        """Yield the marked signs again, which are drawn over a veil."""
        posts = tuple(post for post in self.posts if post.sign.id in marks)
        yield from draw_signs(posts, self.canvas)
        yield from draw_pointers(posts, self.scape, self.canvas)

    def _drawn(self) -> Iterator[Item]:
        """Yield ground, town, streets, markings, names, signs, badges, compass and frame, from the bottom up."""
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
        if style.frame and not scape.is_tile:
            yield from draw_frame(scape, style.frame, canvas)

    def _ground(self) -> Iterator[Item]:
        """Yield the water, the land, the pavement, and the tints of the districts."""
        canvas, style, paint = self.canvas, self.canvas.style, self.canvas.paint
        if style.water and self.terrain.water:
            yield from draw_sea(canvas.plan, self.terrain, paint, bands=style.water.life)
            line = pen(paint("outline"), 0.3) if style.water.life else None
            yield Path(straight(self.terrain.beach), paint("sand"), line)
            yield Path(straight(self.terrain.land), paint("meadow"), pen(paint("hedge"), 0.3))
            if style.water.life:
                edge = style.frame.width if style.frame else 0.0
                boats = tuple(draw_boats(canvas.plan, self.terrain, paint, canvas.chance, (), edge))
                yield from (boat for _, boat in boats)
                berths = tuple(Haven(at, 5.0) for at, _ in boats)
                yield from draw_waves(canvas.plan, self.terrain, paint, canvas.chance, berths, edge)
        paved = grow(self.terrain.body, BLEED, "miter") if self.scape.is_tile else self.terrain.body
        yield Path(straight(paved), paint("pavement"))
        if style.tints:
            pale = 0.4 if style.town else 0.0
            for face in self.tinted:
                yield Path(straight(face.ground), mixed(canvas.tint(face.district, "pavement"), WHITE, pale))


def compose(scape: Scape, drawn: GameMap, style: MapStyle, look: Look) -> Streetscape:
    """Return the scape with signs, names and badges placed, and blocks on the remaining ground.

    Names that the style hides have their ground too.
    """
    streets = style.streets or StreetStyle()
    edge = style.frame.width if style.frame and style.streets and not scape.is_tile else 0.0
    spots = tuple(TownSpot(slot.area, slot.middle, 0.1, core=_is_core(slot.tags, style)) for slot in scape.slots)
    ways = tuple(Way(street.points) for street in scape.streets)
    paved = grow(scape.asphalt, streets.kerb)
    bare = Plan(scape.width, scape.height, spots, ways, scape.road, paved=paved)
    canvas = Canvas(drawn, style, look, bare)
    terrain = _terrain(scape, bare, canvas, edge)
    room = FreeGround(scape, streets.kerb, intersection(terrain.body, grow(bare.face, -edge - 1.0, "miter")))
    clear = tuple(rectangle(*box.at, *box.size) for box in style.clear)
    room.take(*clear)
    posts: tuple[Post, ...] = ()
    names: tuple[PlacedWords, ...] = ()
    badges: tuple[Badge, ...] = ()
    compass: Point | None = None
    if style.streets:
        posts = set_up(scape, style.sites, canvas, room) if style.sites else ()
        names = set_names(scape, streets, canvas, room)
        badges = set_badges(scape, canvas, room) if not scape.is_tile else ()
        if style.compass and not scape.is_tile:
            half = style.compass.size / 2 + 1
            compass = style.compass.at or room.near((scape.width, 0.0), half, half, scape.width)
            if compass:
                x, y = compass
                room.take(rectangle(x - half, y - half, 2 * half, 2 * half))
    taken = tuple(ring for ring in room.taken if ring not in clear)
    plan = replace(bare, kept=union(grow(grounds(taken), 0.4), grounds(clear)))
    canvas = replace(canvas, plan=plan)
    whole = faces(plan, terrain.body) if spots else ()
    sites = tuple((sign.at, sign.district) for sign in scape.signs if sign.at)
    apart = (part for face in whole for part in by_district(face, plan, drawn.districts))
    found = tuple(part for face in apart for part in by_site(face, sites))
    tinted = faces(plan, grow(terrain.body, BLEED, "miter")) if scape.is_tile and spots else found
    if style.hide_names:
        names, posts = (), tuple(replace(post, name=None) for post in posts)
        badges = tuple(replace(badge, name=None) for badge in badges)
    return Streetscape(scape, canvas, terrain, found, tinted, posts, names, badges, compass)


def _is_core(tags: tuple[str, ...], style: MapStyle) -> bool:
    return style.core is not None and style.core.tag.name in tags


def _terrain(scape: Scape, plan: Plan, canvas: Canvas, edge: float) -> Terrain:
    """Return the land; its body is the paved ground.

    On a tile, streets continue over the edges. So does the ground, up to half a lane from the blocks of the next tile.
    """
    if scape.is_tile:
        pavement = canvas.style.streets.pavement if canvas.style.streets else StreetStyle().pavement
        out = pavement - LANE
        land = (rectangle(-out, -out, scape.width + 2 * out, scape.height + 2 * out),)
        return Terrain(land, land, land, ())
    inner = grow(plan.face, -edge, "miter")
    if not (scape.shore and canvas.style.water and scape.streets):
        return Terrain(inner, inner, inner, ())
    terrain = terrain_of(plan, replace(canvas.style.water, sides=scape.shore), canvas.chance)
    return replace(terrain, body=intersection(grow(terrain.land, -VERGE), inner))


def paint_scape(streetscape: Streetscape, marks: frozenset[str], bleed: float = 0.0) -> tuple[Item, ...]:
    """Return the items of a face, extended by `bleed`. Those below the emphasis are the same tuple each time."""
    scape, out = streetscape.scape, bleed
    whole = Rect(-out, -out, scape.width + 2 * out, scape.height + 2 * out)
    below: Item = Group(streetscape.items, clip=whole)
    lit = tuple(streetscape.lit(marks))
    if lit and streetscape.canvas.style.veil:
        return (below, streetscape.canvas.veil(whole), *streetscape.again(marks), *lit)
    return (below, *lit)


# The painter of street maps: from a map and a style to the items of a face, for boards and miniatures.


def paint_street_map(
    drawn: StreetMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """Return the map in a box with (0, 0) at its top left corner; the spaces and sites in `highlight` are emphasized.

    It is drawn at its own size and scaled as a whole to the box. Raises UnknownNameError for a role or icon that the
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
    """Yield a disc on each emphasized place of a miniature, moved inside if it would cross the edge."""
    lit = style.lit or style.places
    if lit is None:
        return
    scale, left, top = at
    for area in (*drawn.places, *drawn.sites):
        if area.id in highlight and area.at:
            reach = (lit.diameter + lit.outline) / 2
            x = _within(left + scale * area.at[0], left + reach, left + scale * (drawn.width or 0) - reach)
            y = _within(top + scale * area.at[1], top + reach, top + scale * (drawn.height or 0) - reach)
            district = drawn.district(area.district.name) if area.district else None
            rim = look.colour(district.colour.name if district and district.colour else style.colour("rim"))
            line = Stroke(look.colour(style.colour("outline")), lit.outline) if lit.outline else None
            yield Ellipse(x, y, lit.diameter / 2, lit.diameter / 2, rim, line)
            inner = lit.diameter / 2 - lit.rim
            yield Ellipse(x, y, inner, inner, look.colour(style.colour("lit")))


def _within(value: float, least: float, most: float) -> float:
    return round(max(least, min(value, most)) if least < most else value, 3)


@lru_cache(maxsize=16)
def _painting(
    drawn: Same[StreetMap], style: Same[MapStyle], look: Same[Look], width: float, height: float
) -> Streetscape:
    return compose(scape_of(drawn.it, width, height), drawn.it, style.it, look.it)


def scape_of(drawn: StreetMap, width: float, height: float) -> Scape:
    """Return the streets of the map in millimetres, with spaces, signs, crosswalks and lots."""
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
            site.arrow,
        )
        for site, area in zip(drawn.served, drawn.sites, strict=True)
        if site.at or any(ref.name in by_name for ref in site.by)
    )
    kept = _never_closed(drawn)
    return Scape(
        width, height, drawn.road, tuple(parts_of(drawn.streets, drawn.plan)), slots, tuple(_crosswalks(drawn, kept)),
        signs, tuple(_lots(drawn, by_name, kept)), tuple(junctions_of(drawn.plan)), drawn.waterfront,
    )  # fmt: skip


def junctions_of(plan: StreetPlan) -> Iterator[Point]:
    """Return the points where streets meet."""
    return (millimetres(node.at) for node in plan.nodes if node.kind == "junction")


def parts_of(streets: Sequence[Written], plan: StreetPlan, is_tile: bool = False) -> Iterator[DrawnStreet]:
    """Yield the streets as drawn lines; runs that are left out divide a street into several lines.

    On a tile (`is_tile`), open ends continue into the streets of the next tile.
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
        first, last = (is_tile and node.kind == "end" for node in nodes)
        if len(points) > 1:
            yield DrawnStreet(streets[chain[0].street].name, points, (first, last))


def _slots(drawn: StreetMap) -> Iterator[Slot]:
    spots = {ref.name for ref in drawn.spots}
    for area, space in zip(drawn.spaces, drawn.plan.spaces, strict=False):
        one_way = drawn.streets[space.street].one_way
        yield Slot(area, tuple(map(millimetres, space.line)), one_way, area.id in spots)


def _never_closed(drawn: StreetMap) -> frozenset[str]:
    """Return the crosswalks on which no closure for crosswalks may be laid."""
    barring = [closure for closure in drawn.closures if closure.on == "crossings"]
    spared = [frozenset(ref.name for each in closure.never for ref in each.places) for closure in barring]
    return frozenset.intersection(*spared) if spared else frozenset()


def _crosswalks(drawn: StreetMap, kept: frozenset[str]) -> Iterator[CrosswalkBars]:
    """Yield the crosswalks, each across its street where runs end at it."""
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


class Bay(Struct, frozen=True):
    """A bay of a lot: its middle and its size in millimetres, and the direction out of it, clockwise from upwards."""

    name: str
    lot: str
    at: Point
    size: tuple[float, float]
    turn: float


def bays_of(drawn: StreetMap) -> Iterator[Bay]:
    """Yield the bays of the lots of a map."""
    for lot in drawn.lots:
        stalls = Parking(lot.name, lot.at, lot.size, lot.bays).stalls
        for number, (at, size, turn) in enumerate(stalls, 1):
            yield Bay(f"{lot.id} bay {number}", lot.id, at, size, turn)


def millimetres(at: tuple[int, int]) -> Point:
    """Return a point, given in units of the plan, in millimetres."""
    return at[0] / UNIT, at[1] / UNIT
