"""Heat maps, broken requirements and rulebook diagrams drawn over a map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, dist, hypot, pi, sin

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.context import DrawingContext
from pnp.draw.layers.map import ground_picture, paint_diagram
from pnp.draw.maps import placement
from pnp.draw.town.places import shrinkage
from pnp.facts.diagrams import Sketch
from pnp.facts.look import UnknownNameError, house_fallback
from pnp.geometry.polygons import between
from pnp.model.diagram import MAP
from pnp.model.maps import AnyMap, block_law
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import GameMap
from pnp.network import Proof, Witness
from pnp.network.inspection import Inspection
from pnp.network.layout import spacing
from pnp.network.lowering.street_map import WINDS
from pnp.scene.extent import with_whole_words
from pnp.scene.items import Affine, Colour, Ellipse, Group, Item, Path, Rect, Same, Scene, Stroke
from pnp.scene.paths import polygon, polyline, recoloured
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FALLBACK, HOUSE_FAMILIES, Run, TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.scene.vision import contrast

# Marks over a drawn map, and the caption with their legend.

Point = tuple[float, float]
Steps = Sequence[tuple[Point, int]]

INK, PAPER, FAULT, ROUTE = "#1E2328", "#FFFFFF", "#C8102E", "#1F5FA8"
FADED = 0.55
"""The share of white that is mixed into a map's colours below the marks."""

BODY, HEAD = HOUSE_FAMILIES


class Key(Struct, frozen=True):
    """A line of the legend: a mark in a box of side 1, and its meaning."""

    mark: tuple[Item, ...]
    words: str


def faded(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the items in paler colours, as the background of marks."""
    return recoloured(items, _paler)


def _paler(colour: Colour) -> Colour:
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * FADED):02X}" for part in parts)


def disc(at: Point, radius: float, fill: Colour, edge: Colour = INK, width: float = 0.5) -> Item:
    """Return a disc with an edge, on a white rim that separates it from the map."""
    rim = Ellipse(*at, radius + width + 0.4, radius + width + 0.4, fill=PAPER)
    return Group((rim, Ellipse(*at, radius, radius, fill=fill, stroke=Stroke(edge, width))))


def ring(at: Point, radius: float, colour: Colour, dash: tuple[float, ...] = ()) -> Item:
    """Return a ring on a white rim."""
    width = max(0.8, radius / 9)
    rim = Ellipse(*at, radius, radius, stroke=Stroke(PAPER, width + 1.0))
    return Group((rim, Ellipse(*at, radius, radius, stroke=Stroke(colour, width, dash, "round"))))


def closed(at: Point, radius: float) -> Item:
    """Return the sign of something closed: a red disc with a white bar."""
    x, y = at
    bar = Rect(x - radius * 0.62, y - radius * 0.18, radius * 1.24, radius * 0.36, radius * 0.08, fill=PAPER)
    return Group((disc(at, radius, FAULT, PAPER, 0.5), bar))


def pointed(at: Point, radius: float, angle: float) -> Item:
    """Return the sign of one direction: a white arrow on blue, at `angle` radians clockwise from east."""
    x, y = at
    outline = ((-0.62, -0.16), (0.02, -0.16), (0.02, -0.5), (0.62, 0.0), (0.02, 0.5), (0.02, 0.16), (-0.62, 0.16))
    turn = cos(angle), sin(angle)
    points = [(x + radius * (u * turn[0] - v * turn[1]), y + radius * (u * turn[1] + v * turn[0])) for u, v in outline]
    return Group((disc(at, radius, ROUTE, PAPER, 0.5), Path(polygon(points), fill=PAPER)))


def route(
    points: Sequence[Point], width: float, colour: Colour = ROUTE, dashed: bool = False, *, at_tip: bool = False
) -> Item:
    """Return a route through the points on a white rim, with an arrow head in the middle or at the tip of each part."""
    line, dash = polyline(points), (0.8 * width, 0.6 * width) if at_tip else (2.4 * width, 1.6 * width)
    stroke = Stroke(colour, width, dash if dashed else (), "butt" if at_tip else "round", "round")
    items: list[Item] = [Path(line, stroke=Stroke(PAPER, width + 1.2, (), "round", "round")), Path(line, stroke=stroke)]
    items += [head for here, there in pairwise(points) for head in _heads(here, there, width, colour, at_tip)]
    return Group(tuple(items))


def _heads(here: Point, there: Point, width: float, colour: Colour, at_tip: bool) -> Iterator[Item]:
    """Yield the arrow head in the middle of a segment or at its tip, unless the segment is too short."""
    across, down = there[0] - here[0], there[1] - here[1]
    length = hypot(across, down)
    if length < 4 * width:
        return
    u, v = across / length * width, down / length * width
    x, y = (there[0] - u, there[1] - v) if at_tip else between(here, there, 0.5)
    points = ((x + 1.6 * u, y + 1.6 * v), (x - u - 1.5 * v, y - v + 1.5 * u), (x - u + 1.5 * v, y - v - 1.5 * u))
    yield Path(polygon(points), fill=colour, stroke=Stroke(PAPER, 0.35, (), "round", "round"))


def words_in(
    at: Point,
    text: str,
    size: float,
    colour: Colour = INK,
    weight: int = 700,
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK,
) -> Item:
    """Return a short text, centred on a point."""
    block = typeset(text, TextStyle(HEAD, size, colour, weight, fallback=fallback))
    top = block.cap_top
    return block.at(at[0] - block.width / 2, at[1] - (top + block.last_baseline) / 2)


def plate(base: Sequence[Item], width: float, height: float, marks: Sequence[Item], words: Caption) -> Scene:
    """Return the map with its marks and the caption below, on paper."""
    below = tuple(words.items(width))
    tall = words.height(width)
    ground = Rect(0.0, 0.0, width, height + tall, fill=PAPER)
    shown = Group(tuple(base), clip=Rect(0.0, 0.0, width, height))
    caption = Group(below, (1.0, 0.0, 0.0, 1.0, 0.0, height))
    return Scene(width, height + tall, (ground, shown, *marks, caption), name=words.title)


class Caption(Struct, frozen=True):
    """The text below a plotted map: a title, an explanation, and the legend."""

    title: str
    text: str
    keys: tuple[Key, ...] = ()
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK

    def height(self, width: float) -> float:
        """Return its height below a map of that width, in millimetres."""
        return self._laid(width)[1]

    def items(self, width: float) -> Iterator[Item]:
        """Yield its items, from (0, 0) downwards."""
        return iter(self._laid(width)[0])

    def _laid(self, width: float) -> tuple[list[Item], float]:
        size = min(14.0, max(8.0, width / 22))
        em, inset = size * 25.4 / 72, max(3.0, width / 40)
        items: list[Item] = []
        y = em
        for text, style in (
            (self.title, TextStyle(HEAD, size * 1.5, INK, 700, fallback=self.fallback)),
            (self.text, TextStyle(BODY, size, INK, fallback=self.fallback)),
        ):
            block = typeset((Run(text),), style, width - 2 * inset)
            items.append(block.at(inset, y))
            y += block.height + em * 0.4
        x, unit = inset, em * 1.5
        for key in self.keys:
            label = typeset(key.words, TextStyle(BODY, size * 0.9, INK, fallback=self.fallback))
            if x > inset and x + unit * 1.4 + label.width > width - inset:
                x, y = inset, y + unit * 1.5
            items.append(Group(key.mark, (unit, 0.0, 0.0, unit, x, y)))
            items.append(label.at(x + unit * 1.4, y + (unit - label.height) / 2))
            x += unit * 1.4 + label.width + 2 * em
        return items, y + (unit * 1.5 if self.keys else 0.0) + em * 0.6


# Heat maps: the betweenness of each place, and the choke points of the map.

STEPS: tuple[Colour, ...] = ("#FFFBE6", "#FCE7A2", "#F8C25B", "#EC8F35", "#C9542A", "#8E1F2F")
"""From cold to hot. The colours get darker in every step, so that their order is visible in grey too."""

LEGIBLE = 2.5
"""The minimum radius in millimetres of a disc with a number in it."""

LONGEST_NAME = 4
"""The maximum length of a place's name in its disc, in characters."""


def heat_map(
    drawn: AnyMap,
    base: Scene,
    spots: Mapping[str, Point],
    inspection: Inspection,
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK,
) -> Scene | None:
    """Return the map with each place in the colour of its betweenness: its share of shortest paths.

    `base` is the drawn map, `spots` are the centres of the places on it. `fallback` is the families for characters that
    the house's own lack. None if places have no positions or no betweenness.
    """
    shares = {place.id: place.betweenness for place in inspection.places if place.betweenness is not None}
    if not spots or not shares:
        return None
    most = max(shares.values()) or 1.0
    marks = tuple(_heat_marks(inspection, spots, shares, most, fallback))
    caption = Caption(
        f"Choke points of {drawn.name}",
        "The share of all shortest ways that runs through each place, in per cent: the darker, the busier.",
        tuple(_heat_keys(inspection, most)),
        fallback,
    )
    return plate(faded(base.items), base.width, base.height, marks, caption)


def _heat_marks(
    inspection: Inspection,
    spots: Mapping[str, Point],
    shares: Mapping[str, float],
    most: float,
    fallback: tuple[str | Family, ...],
) -> Iterator[Item]:
    """Yield bridges as red routes, places as coloured discs, and rings around articulation points and dead ends."""
    radius = min(10.0, max(1.2, spacing(spots) * 0.36))
    for first, second in inspection.bridges:
        if first in spots and second in spots:
            yield route((spots[first], spots[second]), radius * 0.3, FAULT)
    for name, share in shares.items():
        if name in spots:
            yield from _place(name, spots[name], share, share / most, radius, fallback)
    for name in (*inspection.articulation_points, *inspection.dead_ends):
        if name in spots:
            yield ring(spots[name], radius * 1.2, FAULT if name in inspection.articulation_points else INK)


def _place(
    name: str, at: Point, share: float, heat: float, radius: float, fallback: tuple[str | Family, ...]
) -> Iterator[Item]:
    step = min(int(heat * len(STEPS)), len(STEPS) - 1)
    yield disc(at, radius, STEPS[step], INK, max(0.2, radius / 25))
    if radius >= LEGIBLE:
        ink = PAPER if step >= len(STEPS) - 2 else INK
        named = len(name) <= LONGEST_NAME
        yield words_in((at[0], at[1] + radius * 0.22 * named), f"{share * 100:.0f}", radius * 2.2, ink)
        if named:
            yield words_in((at[0], at[1] - radius * 0.58), name, radius * 1.05, ink, 600, fallback)


def _heat_keys(inspection: Inspection, most: float) -> Iterator[Key]:
    for step, colour in enumerate(STEPS):
        high = most * (step + 1) / len(STEPS)
        box = Rect(0.0, 0.1, 1.0, 0.8, fill=colour, stroke=Stroke(INK, 0.04))
        yield Key((box,), f"to {high:.1%}")
    if inspection.articulation_points:
        yield Key((_unit(ring((5.0, 5.0), 3.8, FAULT)),), "without it the map falls apart")
    if inspection.dead_ends:
        yield Key((_unit(ring((5.0, 5.0), 3.8, INK)),), "dead end")
    if inspection.bridges:
        yield Key((_unit(route(((0.5, 5.0), (9.5, 5.0)), 1.4, FAULT)),), "the only way between two parts")


def _unit(item: Item) -> Item:
    return Group((item,), (0.1, 0.0, 0.0, 0.1, 0.0, 0.0))


# A broken requirement on its map: closures, places that are cut off, and the path that was found.

MOST_KINDS = 3
"""The maximum number of kinds of closure in the legend."""


def overlay(
    base: Scene, spots: Mapping[str, Point], proof: Proof, fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
) -> Scene | None:
    """Return the map with the counterexample of a requirement; None if none of it has a position.

    `base` is the drawn map. `spots` are the centres on it of everything that a witness may name. `fallback` is the
    families for characters that the house's own lack.
    """
    witness = proof.witness
    if witness is None or not spots:
        return None
    laid = tuple((spot, option) for spot, option in witness.setup if spot in spots)
    witness = replace(witness, setup=laid)
    marks = tuple(_witness_marks(witness, spots))
    if not marks:
        return None
    said = proof.detail[:1].upper() + proof.detail[1:] + "."
    words = Caption(proof.name, said, tuple(_witness_keys(witness)), fallback)
    return plate(faded(base.items), base.width, base.height, marks, words)


def _witness_marks(witness: Witness, spots: Mapping[str, Point]) -> Iterator[Item]:
    """Yield the path, rings around the places that it is about, and the signs of closures."""
    radius = min(9.0, max(1.5, spacing(spots) * 0.42))
    way = [spots[name] for name in witness.path if name in spots]
    if len(way) > 1:
        yield route(way, max(0.8, radius * 0.3))
        yield disc(way[0], radius * 0.5, PAPER, ROUTE, radius * 0.18)
        yield disc(way[-1], radius * 0.5, ROUTE, ROUTE, radius * 0.18)
    shut = _shut(witness)
    for name in witness.places:
        if name in spots and name not in shut:
            yield ring(spots[name], radius * 1.15, FAULT)
    laid = dict(witness.setup)
    for name in shut:
        if name in spots:
            yield _sign(laid.get(name, ""), spots[name], radius * 0.8)


def _sign(option: str, at: Point, radius: float) -> Item:
    """Return the sign of a closure: an arrow if one direction stays open, such as for `token west`, else a bar."""
    wind = option.rpartition(" ")[2]
    return pointed(at, radius, WINDS.index(wind) * pi / 4) if wind in WINDS else closed(at, radius)


def _shut(witness: Witness) -> dict[str, None]:
    """Return the names of what is closed: the cut, and every spot of the setup, as an ordered set."""
    return dict.fromkeys((*(spot for spot, _ in witness.setup), *witness.cut))


def _witness_keys(witness: Witness) -> Iterator[Key]:
    if witness.setup or witness.cut:
        laid = dict.fromkeys(option for _, option in witness.setup) or {"closed": None}
        for option in laid if len(laid) <= MOST_KINDS else ("closed",):
            yield Key((_unit(_sign(option, (5.0, 5.0), 4.0)),), option)
    if witness.places:
        yield Key((_unit(ring((5.0, 5.0), 3.8, FAULT)),), "what it is about")
    if len(witness.path) > 1:
        start, end = (0.5, 5.0), (9.5, 5.0)
        yield Key((_unit(route((start, end), 1.4)),), "the way that was found")


# Diagrams of a rulebook: a map, a part of it or its turning law, with closures, labels and a route.

SMALLEST, LARGEST = 2.0, 3.6
"""The minimum and maximum radius of signs on a map, in millimetres of the diagram."""

RIM = 0.4
"""The distance of a ring from the symbol of its place, in millimetres."""

MOST_COUNTED = 40
"""The maximum number of moves of a route with a number at each move."""

LEAST_NUMERAL, LEAST_NUMBER = 1.7, 2.1
"""The minimum radius of a disc with one and with two digits, in millimetres; digits then have 6.5 points."""

LETTER = 2.3
"""The size in points of a text in a disc, for each millimetre of its radius; long texts are smaller."""


def draw_diagram(shown: Sketch, context: DrawingContext) -> Scene | None:
    """Return the diagram at its width; None if the look lacks a name in its map style, which a check reports."""
    try:
        items = _law(shown, context) if shown.show != MAP else _map(shown, context)
    except UnknownNameError:
        return None
    return Scene(shown.width, shown.height, items)


def _law(shown: Sketch, context: DrawingContext) -> tuple[Item, ...]:
    law = block_law(shown.map)
    assert law, "the law is that of a block map"
    return paint_diagram(shown.show, law, shown.style, context.look, shown.width, shown.width)


def _map(shown: Sketch, context: DrawingContext) -> tuple[Item, ...]:
    """Return the map and its marks.

    A whole map is drawn at the diagram's width; a part is cut from the board and scaled.
    """
    drawn, window = shown.map, shown.window
    size = shown.width / window.width
    board = (drawn.width * size, drawn.height * size) if shown.whole else (drawn.width, drawn.height)
    name = drawn.id if context.game.find(GameMap, drawn.id) is drawn else Same(drawn)  # a changed arrangement of tiles
    key = name, shown.style.id, *(round(side, 4) for side in board), shown.lit
    if key not in context.drawings:
        context.drawings[key] = context.paint_map(drawn, shown.style, context.look, *board, shown.lit)
    base, ground = context.drawings[key], ground_picture(drawn, shown.style, context, *board)
    base = (*ground, *base) if ground else base  # the same tuple is written once
    fitted = placement(drawn, shown.style, *board)
    symbol = _symbol(shown, board)
    if shown.whole:
        return (Group(base, clip=Rect(0.0, 0.0, *board)), *_sketch_marks(shown, fitted, symbol, context))
    left, top = (fitted[0] * at + shift for at, shift in ((window.left, fitted[4]), (window.top, fitted[5])))
    wide, tall = fitted[0] * window.width, fitted[0] * window.height
    size = shown.width / wide
    clip = Rect(left, top, wide, tall)
    board_items = Group(with_whole_words(base, clip), (size, 0.0, 0.0, size, -left * size, -top * size), clip)
    to = (fitted[0] * size, 0.0, 0.0, fitted[0] * size, (fitted[4] - left) * size, (fitted[5] - top) * size)
    return (board_items, *_sketch_marks(shown, to, symbol and symbol * size, context))


def _symbol(shown: Sketch, board: tuple[float, float]) -> float | None:
    """Return the radius of a place on the map as it is drawn on the board; None if no name fits into it."""
    places = shown.style.places
    if places is None or not isinstance(shown.map, AreaMap):
        return None
    radius = shrinkage(shown.map, shown.style, *board) * (places.diameter / 2 + places.outline)
    return radius if radius > SMALLEST else None


def _sketch_marks(shown: Sketch, to: Affine, symbol: float | None, context: DrawingContext) -> Iterator[Item]:
    """Yield the marks over the map: the route, the closures, and the labels.

    `symbol` is the radius of a place: marks of the route lie around it, so that names in it can be read.
    """
    spots = {name: (to[0] * x + to[4], to[0] * y + to[5]) for name, (x, y) in shown.spots.items()}
    radius = min(LARGEST, max(SMALLEST, spacing(spots) * 0.36)) if spots else SMALLEST
    steps = [(spots[name], moves) for name, moves in shown.way if name in spots]
    if len(steps) > 1:
        yield from _route(steps, radius, symbol)
    for name, what in shown.laid:
        yield _icon_or_sign(what, spots[name], radius * 1.15, context)
    fallback = house_fallback(context.game) if shown.labels else ()
    for name, text in shown.labels:
        if name in spots:
            yield disc(spots[name], radius, "#FFFFFF", ROUTE, radius * 0.12)
            size = LETTER * radius * min(1.0, 2.4 / max(1, len(text))) * 1.25
            yield words_in(spots[name], text, size, ROUTE, fallback=fallback)
    if len(steps) > 1:
        yield from _counted(steps, radius, symbol)


def way_marks(steps: Steps, near: float, symbol: float | None, colour: Colour, dashed: bool) -> tuple[Item, Item]:
    """Return a route through points, and the numbers of its moves; `near` is the distance of neighbours in mm."""
    radius = min(LARGEST, max(SMALLEST, near * 0.36))
    line, numbers = _route(steps, radius, symbol, colour, dashed), _counted(steps, radius, symbol, colour)
    return Group(tuple(line)), Group(tuple(numbers))


def _around(radius: float, symbol: float | None) -> float:
    """Return the radius of a ring that lies around a place, just outside of its symbol."""
    return radius if symbol is None else symbol + RIM


def _route(
    steps: Steps, radius: float, symbol: float | None, colour: Colour = ROUTE, dashed: bool = False
) -> Iterator[Item]:
    """Yield the route between the rings around its ends. It leaves out the symbols of places on its way."""
    points, away, width = [at for at, _ in steps], _around(radius, symbol), max(0.6, radius * 0.24)
    if symbol is None:
        ends = (_towards(points[end], points[near], away) for end, near in ((0, 1), (-1, -2)))
        points[0], points[-1] = ends
        yield route(points, width, colour, dashed)
        return
    last = len(points) - 1
    for number, (here, there) in enumerate(pairwise(points)):
        first, second = (away if at in (0, last) else symbol for at in (number, number + 1))
        if dist(here, there) > first + second + width:
            part = (_towards(here, there, first), _towards(there, here, second))
            yield route(part, 1.8 * width, colour, dashed, at_tip=True)


def _counted(steps: Steps, radius: float, symbol: float | None, colour: Colour = ROUTE) -> Iterator[Item]:
    """Yield the numbers of moves along a route. Its ends get a ring, so that their names stay legible.

    A number is next to the symbol of its place, in which the name may be; without symbols it is on the place. If the
    route visits a place again, each of its numbers is on the right, in the direction of its move.
    """
    size = max(LEAST_NUMERAL if steps[-1][1] < 10 else LEAST_NUMBER, radius * 0.72)
    ringed = _around(radius, symbol)
    corner = ringed if symbol is None else (ringed + size) * 0.75
    visits = Counter(at for at, _ in steps)
    for (last, before), (at, moves) in pairwise(steps[:-1]):
        away = dist(last, at)
        if moves > before and steps[-1][1] <= MOST_COUNTED and away > 2.1 * size:
            x, y = at if symbol is None else (at[0] + corner, at[1] - corner)
            aside = 1.05 * size / away if visits[at] > 1 else 0.0
            yield _numeral((x - aside * (at[1] - last[1]), y + aside * (at[0] - last[0])), moves, size, colour)
    for at in (steps[0][0], steps[-1][0]):
        yield ring(at, ringed * 1.05, colour)
    x, y = steps[-1][0]
    yield _numeral((x, y) if symbol is None else (x + corner, y - corner), steps[-1][1], size, colour)


def _towards(at: Point, other: Point, by: float) -> Point:
    """Return the point `by` from `at` towards `other`, at most their midpoint."""
    return between(at, other, min(0.5, by / (dist(at, other) or 1.0)))


def _numeral(at: Point, moves: int, radius: float, colour: Colour) -> Item:
    ink = max((PAPER, INK), key=lambda ink: contrast(ink, colour))
    number = words_in(at, str(moves), 4.0 * radius if moves < 10 else 3.1 * radius, ink)
    return Group((disc(at, radius, colour, colour, radius * 0.1), number))


def _icon_or_sign(what: str, at: Point, radius: float, context: DrawingContext) -> Item:
    """Return the sign of a closure: an arrow if one direction stays open, else its icon, or a bar if it has none."""
    wind = what.rpartition(" ")[2]
    if wind in WINDS:
        return pointed(at, radius, WINDS.index(wind) * pi / 4)
    if what not in context.look.icons:
        return closed(at, radius)
    side = radius * 1.5
    icon = context.look.icon(what, at[0] - side / 2, at[1] - side / 2, side)
    return Group((disc(at, radius, "#FFFFFF", ROUTE, radius * 0.12), icon))
