"""The painter of street maps and city tiles: a scape and a style in, the items of a face out."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.draw.town.canvas import Canvas
from pnp.draw.town.coast import Haven, Lie, lie_of_the_land
from pnp.draw.town.compass import draw_compass
from pnp.draw.town.curves import straight
from pnp.draw.town.faces import Face, by_district, faces
from pnp.draw.town.harbour import draw_boats
from pnp.draw.town.names import draw_badges, draw_frame, set_badges, set_names
from pnp.draw.town.plan import Plan, Spot, Way
from pnp.draw.town.polygons import grow, intersection, union
from pnp.draw.town.rings import rectangle
from pnp.draw.town.room import Room, grounds
from pnp.draw.town.sea import draw_sea, draw_waves
from pnp.draw.town.shades import WHITE, mixed, pen
from pnp.draw.town.signs import draw_paths, draw_pointers, draw_signs, set_up
from pnp.draw.town.spaces import draw_ground, draw_markings
from pnp.draw.town.town import draw_town, grow_town
from pnp.model.map_style import StreetStyle
from pnp.records import dataclass
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.look import Look
    from pnp.draw.town.lettering import Words
    from pnp.draw.town.names import Badge
    from pnp.draw.town.rings import Point
    from pnp.draw.town.scape import Scape
    from pnp.draw.town.signs import Post
    from pnp.model.game_map import GameMap
    from pnp.model.map_style import MapStyle

BLEED = 5.0
"""How far the ground of a sown face reaches beyond its edges, for those that are cut a little off."""

VERGE = 1.6
"""The width of the green between the pavement and the beach."""

LANE = 1.2
"""How far from the edge of a sown face its blocks end: half a lane, the other half is its neighbour's."""


@dataclass(frozen=True, eq=False)
class Streetscape:
    """One scape on its canvas, drawn once for all highlights; what is derived is worked out when first asked for."""

    scape: Scape
    canvas: Canvas
    lie: Lie
    found: tuple[Face, ...]
    tinted: tuple[Face, ...]
    posts: tuple[Post, ...] = ()
    names: tuple[Words, ...] = ()
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
    spots = tuple(Spot(slot.area, slot.middle, 0.1, core=_is_core(slot.tags, style)) for slot in scape.slots)
    ways = tuple(Way(street.points) for street in scape.streets)
    paved = grow(scape.asphalt, streets.kerb)
    bare = Plan(scape.width, scape.height, spots, ways, scape.road, paved=paved)
    canvas = Canvas(drawn, style, look, bare)
    lie = _lie(scape, bare, canvas, edge)
    room = Room(scape, streets.kerb, intersection(lie.body, grow(bare.face, -edge - 1.0, "miter")))
    clear = tuple(rectangle(*box.at, *box.size) for box in style.clear) if not scape.sown else ()
    room.take(*clear)
    posts: tuple[Post, ...] = ()
    names: tuple[Words, ...] = ()
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
