"""Where roads are on the face: lines from place to place, parallel ones next to each other, with their spaces.

The names of far ends of roads that wrap are here, too, as labels keep clear of them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.maps.obstacles import FIRM, GRAZE, LabelBox, Obstacle, ObstacleIndex
from pnp.draw.maps.obstacles import line_of as obstacles_along
from pnp.draw.town.names import PlacedWords, words
from pnp.draw.town.plan import Canvas, Plan, Way, onto_face, road_lines
from pnp.geometry.polygons import Point, Shape, between, edges, nearest
from pnp.geometry.tracks import Line, TrackSpace, along, length_of, overlap, part, shifted, spaces_along, to_disc
from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.map_style import TrackLine, TrackStyle
from pnp.model.maps.region_style import STRAIT
from pnp.scene.items import Affine, apply
from pnp.scene.typesetting.lettering import CrowdedLabel, CrowdedRoad

PLAIN = TrackLine()
"""The line of roads that have neither spaces nor a line of their kind."""


class DrawnRoad(Struct, frozen=True):
    """A road on the face: its line between the rims of its places, and its spaces. `way` is the whole line.

    `squeezed` is the share of the length of the style that its spaces have; 1 if there is room.
    """

    road: Road
    way: Way
    line: Line
    spaces: tuple[TrackSpace, ...] = ()
    squeezed: float = 1.0


def drawn_roads(plan: Plan, style: TrackStyle) -> tuple[DrawnRoad, ...]:
    """Return the roads of a plan, in source order; a road that wraps is two."""
    groups: dict[Line, list[int]] = {}
    for number, way in enumerate(plan.ways):
        groups.setdefault(min(way.points, way.points[::-1]), []).append(number)
    found: dict[int, DrawnRoad] = {}
    for points, numbers in groups.items():
        for place, number in enumerate(numbers):
            way = plan.ways[number]
            pitch = style.apart + max(breadth_of(plan.ways[other].road, style) for other in numbers)
            line = shifted(points, (place - (len(numbers) - 1) / 2) * pitch)
            line = line if way.points == points else line[::-1]
            found[number] = _drawn(plan, number, line, style)
    return tuple(found[number] for number in sorted(found) if len(found[number].line) > 1)


def breadth_of(road: Road | None, style: TrackStyle) -> float:
    """Return the width that a road takes up next to parallel ones."""
    return style.width if road and road.spaces else 2 * line_of(road, style).width


def line_of(road: Road | None, style: TrackStyle) -> TrackLine:
    """Return the line of a road's kind, or of roads without a kind."""
    kind = style.kinds.get(road.kind.name) if road and road.kind else None
    return kind or style.line or PLAIN


def _drawn(plan: Plan, number: int, line: Line, style: TrackStyle) -> DrawnRoad:
    way = plan.ways[number]
    road = way.road
    assert road is not None, "ways of area maps have their roads"
    ends = [(plan.radii.get(at, 0.0), at) for at in (way.points[0], way.points[-1])]
    cut = [radius + style.margin if radius else (style.gap / 2 if road.spaces else 0.0) for radius, _ in ends]
    start = _outside(line, ends[0][1], cut[0])
    end = length_of(line) - _outside(line[::-1], ends[1][1], cut[1])
    clear = part(line, start, end)
    wanted = _spaces_on(plan, number, road)
    spaces = spaces_along(clear, wanted, style.length, style.gap)
    return DrawnRoad(road, way, clear, spaces, spaces[0].length / style.length if spaces else float(not wanted))


def _spaces_on(plan: Plan, number: int, road: Road) -> int:
    """Return how many of its spaces a way has: of a road that wraps, each of its two ways has a half."""
    if road.wraps is None:
        return road.spaces
    first = not number or plan.ways[number - 1].road is not road
    return road.spaces - road.spaces // 2 if first else road.spaces // 2


def _outside(line: Sequence[Point], centre: Point, radius: float) -> float:
    """Return how far along a line, which starts at a centre or next to it, it leaves the disc around the centre."""
    gone = 0.0
    for one, two in pairwise(line):
        length = math.dist(one, two)
        if math.dist(two, centre) >= radius:
            if math.dist(one, centre) >= radius:
                return gone
            low, high = 0.0, 1.0
            for _ in range(30):
                middle = (low + high) / 2
                at = (one[0] + middle * (two[0] - one[0]), one[1] + middle * (two[1] - one[1]))
                low, high = (middle, high) if math.dist(at, centre) < radius else (low, middle)
            return gone + high * length
        gone += length
    return gone


def space_obstacles(canvas: Canvas) -> Iterator[Obstacle]:
    """Yield the spaces of roads and the names at the edge of the map, which no label covers."""
    style = canvas.style.tracks
    if style is None:
        return
    for stub in stub_names(canvas):
        yield Obstacle(stub.ground.corners, what=f"the name '{stub.name}' at the edge of the map", area=True)
    for each in drawn_roads(canvas.plan, style):
        for space in each.spaces:
            yield Obstacle(space.corners(style.width), what=road_title(each.road), area=True)


# Names at the edge of the map: the far ends of roads that wrap.

STUB_GAP, STUB_INSET = 1.0, 1.5
"""The distance of a name from its stub, and from the edge of the map or its border."""


class StubName(Struct, frozen=True):
    """The name of the far end of a road that wraps, next to one of its stubs."""

    road: Road
    name: str
    words: PlacedWords

    @property
    def ground(self) -> LabelBox:
        """The box that it covers."""
        return LabelBox.turned(self.words.at, self.words.width / 2, self.words.height / 2, self.words.turn)


def stub_names(canvas: Canvas) -> tuple[StubName, ...]:
    """Return the names of the far ends of all roads that wrap: on the side of each stub on which they cover less."""
    drawn, style = canvas.drawn, canvas.style.tracks
    if not isinstance(drawn, AreaMap) or style is None or style.stubs is None:
        return ()
    wrapping = [road for road in drawn.roads if road.wraps and not road.track]
    if not wrapping:
        return ()
    plan, to = canvas.plan, onto_face(drawn, canvas.style, canvas.plan.width, canvas.plan.height)
    middles = {place.id: apply(to, *place.at) for place in drawn.areas if place.at}
    middles |= {part.id: apply(to, *(part.at or area.at)) for area in drawn.areas if area.at for part in area.parts}
    labels = {area.id: area.label for area in drawn.areas}
    labels |= {part.id: part.label or area.label for area in drawn.areas for part in area.parts}
    found: list[StubName] = []
    for road in wrapping:
        if road.start.name not in middles or road.end.name not in middles:
            continue
        out, back = road_lines(road, middles, (), (0.0, 0.0, plan.width, plan.height))
        for far, edge in ((labels[road.end.name], out[-1]), (labels[road.start.name], back[0])):
            if far:
                tried = [StubName(road, far, each) for each in _beside_stub(far, edge, canvas, style)]
                found.append(min(tried, key=lambda each: (len(_under(each, found, plan)), tried.index(each))))
    return tuple(found)


def _beside_stub(far: str, edge: Point, canvas: Canvas, style: TrackStyle) -> Iterator[PlacedWords]:
    """Yield the name next to the edge of the map: above its stub and below it."""
    plan, text = canvas.plan, canvas.look.text(style.stubs.name if style.stubs else "")
    size = words(far, text)
    framed = canvas.style.border and isinstance(canvas.drawn, AreaMap) and canvas.drawn.ground is None
    border = canvas.style.border.width if canvas.style.border and framed else 0.0
    inward = border + STUB_INSET + size.width / 2
    beside = max(style.width, plan.street) / 2 + size.height / 2 + STUB_GAP
    for by in (-beside, beside):
        if edge[0] in (0.0, plan.width):
            yield words(far, text, (edge[0] + (inward if not edge[0] else -inward), edge[1] + by))
        else:
            yield words(far, text, (edge[0] + by, edge[1] + (inward if not edge[1] else -inward)), -math.pi / 2)


def _under(name: StubName, others: Sequence[StubName], plan: Plan) -> list[str]:
    """Return what a name covers, as text: places, names placed before it, and the edge of the map."""
    ground = name.ground
    found = [
        f"the place '{spot.area.id}'"
        for spot in plan.spots_near((ground.corners,))
        if Obstacle((spot.at,), spot.reach).covered(ground)
    ]
    found += [f"the name '{other.name}'" for other in others if ground.overlap(other.ground) > GRAZE]
    box = ground.bounds
    if min(box.left, box.top, plan.width - box.right, plan.height - box.bottom) < -GRAZE:
        found.append("the edge of the map")
    return found


def crowded_stubs(canvas: Canvas) -> Iterator[CrowdedLabel]:
    """Yield the names at the edge of the map that cover something, each once."""
    names = stub_names(canvas)
    for number, each in enumerate(names):
        under = _under(each, names[:number], canvas.plan)
        if under:
            yield CrowdedLabel(each.road.span, each.name, under[0])


# Straits of maps with outlines: from coast to coast.

LANDING = 1.2
"""How far the line of a strait reaches over the coast."""

SHORE, MOST_LANDINGS = 2.5, 80
"""How far straits land from where third areas begin, and the distance and maximum number of points that are tried."""


def strait_lines(canvas: Canvas, shapes: Mapping[str, Shape], to: Affine) -> Iterator[Line]:
    """Yield the lines of straits: from coast to coast, along the bends of the road, or to the edges of the map.

    `shapes` are the outlines of the areas on the drawing, `to` is the transform from the map.
    """
    drawn, plan = canvas.drawn, canvas.plan
    assert isinstance(drawn, AreaMap), "areas with outlines are on area maps"
    shown = {way.road.span for way in plan.ways if way.road}
    straits = [road for road in drawn.roads if road.kind and road.kind.name == STRAIT and road.span not in shown]
    if not straits:
        return
    middles = {area.id: apply(to, *area.at) for area in drawn.areas if area.at}
    shores = _shores(drawn, to, {end.name for road in straits for end in (road.start, road.end)})
    seen: set[frozenset[str]] = set()
    for road in straits:
        one, other = road.start.name, road.end.name
        pair = frozenset((one, other))
        if pair in seen or not pair <= shapes.keys():
            continue
        seen.add(pair)
        start, end = shapes[one], shapes[other]
        bends = tuple(apply(to, *point) for point in road.via)
        if road.wraps:
            out, back = road_lines(road, middles, (), (0.0, 0.0, plan.width, plan.height))
            yield _beyond(out[-1], _last_crossing(start, *out)), out[-1]
            yield back[0], _beyond(back[0], _last_crossing(end, back[1], back[0]))
        elif bends:
            yield _landed((nearest(start, bends[0]), *bends, nearest(end, bends[-1])))
        else:
            tried = [(a, b) for a in shores.get(one, ()) for b in shores.get(other, ())]
            yield _landed(min(tried, key=lambda ends: math.dist(*ends)) if tried else _crossing(start, end))


def _shores(drawn: AreaMap, to: Affine, names: Collection[str]) -> Mapping[str, Sequence[Point]]:
    """Return points on the coasts of these areas at which straits may land, off the ends of these coasts."""
    runs = {name: list(coasts) for name, coasts in drawn.subdivision.coasts.items() if name in names}
    wet = {area.id for area in drawn.areas if area.ground in ("sea", "lake")}
    for border in drawn.subdivision.borders:
        for name, beyond in ((border.one, border.other), (border.other, border.one)):
            if beyond in wet and name in names:
                runs.setdefault(name, []).extend(border.runs)
    found = {}
    for name, shore in runs.items():
        points = [point for run in shore for point in _landings(tuple(apply(to, *point) for point in run))]
        found[name] = points[:: 1 + len(points) // MOST_LANDINGS]
    return found


def _landings(run: Line) -> Iterator[Point]:
    """Yield points along a coast, off its ends."""
    long = length_of(run)
    off = 0.0 if run[0] == run[-1] else min(SHORE, long / 2)
    count = min(MOST_LANDINGS, max(1, math.ceil((long - 2 * off) / SHORE)))
    for number in range(count + 1):
        yield along(run, off + number * (long - 2 * off) / count)[0]


def _crossing(start: Shape, end: Shape) -> tuple[Point, Point]:
    """Return the nearest points of two outlines: a corner of one, and the point of the other that is nearest to it."""
    corners = [point for ring in start for point in ring]
    step = max(1, len(corners) // 60)
    first = min(corners[::step], key=lambda point: math.dist(point, nearest(end, point)))
    for _ in range(4):
        last = nearest(end, first)
        first = nearest(start, last)
    return first, last


def _last_crossing(shape: Shape, start: Point, end: Point) -> Point:
    """Return where a level or upright line from the inside of an outline leaves it last; it is never far from there."""
    level = abs(start[1] - end[1]) < abs(start[0] - end[0])
    at, along, across = (start[1], 0, 1) if level else (start[0], 1, 0)
    met = []
    for ring in shape:
        for a, b in edges(ring):
            if (a[across] - at) * (b[across] - at) < 0:
                far = a[along] + (b[along] - a[along]) * (at - a[across]) / (b[across] - a[across])
                if (far - start[along]) * (end[along] - start[along]) > 0:
                    met.append((far, at) if level else (at, far))
    return max(met, key=lambda point: math.dist(point, start), default=nearest(shape, end))


def _landed(run: Line) -> Line:
    """Return the line with both ends moved over the coast."""
    first, last = _beyond(run[1], run[0]), _beyond(run[-2], run[-1])
    return (first, *run[1:-1], last)


def _beyond(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1.0
    return end[0] + (end[0] - start[0]) / length * LANDING, end[1] + (end[1] - start[1]) / length * LANDING


# Spaces that overlap.

TOUCH = 0.25
"""The overlap of two spaces, or of a space and a place, that is tolerated."""

CELL = 25.0
"""The side of the squares into which spaces are sorted, so that only near ones are compared."""

MOST_ROADS_CHECKED = 3_000
"""The number of roads up to which overlaps are searched for."""


def overlapping_spaces(roads: Sequence[DrawnRoad], plan: Plan, style: TrackStyle) -> Iterator[CrowdedRoad]:
    """Yield the roads whose spaces overlap those of another road or a place, once a pair; none if there are too many.

    Spaces are compared with those in the same square of a grid and in the squares around it, so the time is linear.
    """
    if len(roads) > MOST_ROADS_CHECKED:
        return
    cells: dict[tuple[int, int], list[tuple[DrawnRoad, TrackSpace]]] = {}
    reported: set[frozenset[int]] = set()
    for each in roads:
        ends = {each.road.start.name, each.road.end.name}
        for space in each.spaces:
            column, row = int(space.at[0] // CELL), int(space.at[1] // CELL)
            for other, there in (
                pair for x in (-1, 0, 1) for y in (-1, 0, 1) for pair in cells.get((column + x, row + y), ())
            ):
                pair = frozenset((id(each.road), id(other.road)))
                if other.road is not each.road and pair not in reported and overlap(space, there, style.width, TOUCH):
                    reported.add(pair)
                    yield CrowdedRoad(
                        each.road.span, f"spaces of {road_title(each.road)} overlap those of {road_title(other.road)}"
                    )
            cells.setdefault((column, row), []).append((each, space))
            near = plan.spots_near((space.corners(style.width),))
            for spot in near:
                pair = frozenset((id(each.road), id(spot)))
                far = to_disc(space, style.width, spot.at)
                if spot.area.id not in ends and pair not in reported and far < spot.reach - TOUCH:
                    reported.add(pair)
                    yield CrowdedRoad(
                        each.road.span, f"spaces of {road_title(each.road)} lie on the place '{spot.area.id}'"
                    )


def road_title(road: Road) -> str:
    """Return how messages name a road: by its ends, and by its name or colour."""
    said = f" {road.name}" if road.name else f" ({road.colour})" if road.colour else ""
    return f"the road '{road.start}' – '{road.end}'{said}"


# Roads of transit charts: level, upright and diagonal.

COVERED = 1.6
"""The weight of a road as an obstacle to those after it."""


def bent_ways(plan: Plan) -> Plan:
    """Return the plan with roads that only run level, upright and diagonally, with round bends.

    Each road takes the bend that keeps it away from other places and from the roads before it.
    """
    taken = ObstacleIndex(Obstacle((spot.at,), spot.radius + 1.0, FIRM) for spot in plan.spots)
    ways = []
    for way in plan.ways:
        points: list[Point] = [way.points[0]]
        for start, end in pairwise(way.points):
            runs = tuple(_octilinear(start, end))
            best = min(runs, key=lambda run: (_in_the_way(run, taken), runs.index(run)))
            for a, b in pairwise(best):
                for obstacle in obstacles_along((a, between(a, b), b), 0.0, COVERED):
                    taken.add(obstacle)
            points += best[1:]
        ways.append(replace(way, points=tuple(_rounded(points))))
    return replace(plan, ways=tuple(ways))


def _octilinear(start: Point, end: Point) -> Iterator[tuple[Point, ...]]:
    """Yield the ways between two points at angles of 45°: the diagonal first, last, in the middle or at the ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    both = min(abs(dx), abs(dy))
    across, down = math.copysign(both, dx), math.copysign(both, dy)
    if both < 0.05 or abs(abs(dx) - abs(dy)) < 0.05:
        yield start, end
        return
    (x0, y0), (x1, y1) = start, end
    level = ((dx - across) / 2, (dy - down) / 2)
    yield start, (x0 + across, y0 + down), end
    yield start, (x1 - across, y1 - down), end
    yield start, (x0 + level[0], y0 + level[1]), (x1 - level[0], y1 - level[1]), end
    yield start, (x0 + across / 2, y0 + down / 2), (x1 - across / 2, y1 - down / 2), end


def _in_the_way(run: Sequence[Point], taken: ObstacleIndex) -> float:
    """Return how badly a road runs through other places and along or across other roads."""
    harm = 0.4 * len(run)
    ends = {run[0], run[-1]}
    for a, b in pairwise(run):
        lane = LabelBox.turned(between(a, b), math.dist(a, b) / 2, 1.5, math.atan2(b[1] - a[1], b[0] - a[0]))
        for obstacle, shared in taken.obstacles(lane):
            if obstacle.weight == FIRM:
                harm += 0.0 if obstacle.points[0] in ends else 20.0
            else:
                harm += 0.5 * shared if shared > 3.5 else 0.05 * shared
    return harm


def _rounded(points: Sequence[Point], radius: float = 3.0) -> Iterator[Point]:
    """Yield a line whose bends are cut off and rounded (quadratic Bézier curves)."""
    yield points[0]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        start = between(corner, before, min(0.5, radius / (math.dist(corner, before) or 1.0)))
        end = between(corner, after, min(0.5, radius / (math.dist(corner, after) or 1.0)))
        for step in range(5):
            share = step / 4
            yield between(between(start, corner, share), between(corner, end, share), share)
    yield points[-1]
