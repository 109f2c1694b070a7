"""Charts: the paper below a map, the water and the shore, and the lines that navigators draw over both.

All lines of a kind are one path, so that a board stays small as a file. Variation comes from hashes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.draw.town.plan import Canvas, Chance, lines, mixed, pen, smooth, straight
from pnp.geometry.polygons import (
    Point,
    PreparedShape,
    Shape,
    box,
    circle,
    coarse,
    difference,
    grow,
    perimeter,
    pieces,
    rectangle,
    spaced,
    swept,
)
from pnp.model.maps.region_style import PaperStyle, SeaStyle, ShoreStyle
from pnp.scene.items import (
    BoundingBox,
    Command,
    GradientStop,
    Group,
    Item,
    Path,
    RadialGradient,
    Rect,
    Stroke,
)
from pnp.units import total

MOST_MARKS = 6_000
"""The maximum number of fibres, waves or strokes of one map: on larger maps they are farther apart."""

FIBRE = 40.0
"""The area with one fibre at a grain of 1, in square millimetres."""

PITCH = 10.0
"""The distance of waves at a density of 1."""


def draw_paper(style: PaperStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the sheet: its colour, darker towards the edges, and its fibres."""
    width, height, paint = canvas.plan.width, canvas.plan.height, canvas.paint
    paper = paint("paper")
    if not style.edge:
        yield Rect(0.0, 0.0, width, height, 0.0, paper)
    else:
        yield Rect(0.0, 0.0, width, height, 0.0, _darker_edge(style.edge, width, height, paper, paint("paper-edge")))
    if style.grain:
        yield from _fibres(style.grain, canvas)


def _darker_edge(edge: float, width: float, height: float, inner: str, outer: str) -> RadialGradient:
    """Return the colour of a sheet that darkens from `edge` before its corners."""
    reach = math.hypot(width, height) / 2
    start = max(0.0, 1 - 2 * edge / reach)
    stops = GradientStop(0.0, inner), GradientStop(round(start, 4), inner), GradientStop(1.0, outer)
    scale = width / height
    return RadialGradient((0.0, 0.0), height / 2 * math.sqrt(2), stops, (scale, 0.0, 0.0, 1.0, width / 2, height / 2))


def _fibres(grain: float, canvas: Canvas) -> Iterator[Item]:
    plan, chance = canvas.plan, canvas.chance.under("fibre")
    count = min(MOST_MARKS, int(plan.width * plan.height * grain / FIBRE))
    commands: list[Command] = []
    for number in range(count):
        x, y = chance.between(0, plan.width, "x", number), chance.between(0, plan.height, "y", number)
        turn, long = chance.between(0, math.tau, "turn", number), chance.between(0.4, 1.8, "long", number)
        bend = turn + chance.between(-0.8, 0.8, "bend", number)
        middle = x + long * math.cos(turn), y + long * math.sin(turn)
        end = middle[0] + long * math.cos(bend), middle[1] + long * math.sin(bend)
        commands += smooth(((x, y), middle, end), ring=False)
    if commands:
        yield Path(tuple(commands), None, pen(canvas.paint("grain"), 0.12))


# Lines over the whole sheet: below the land, so that they are seen on the water.


def draw_graticule(style: PaperStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the lines of a grid; with a bend, parallels sag towards the middle and meridians lean towards the top."""
    plan, every = canvas.plan, style.graticule
    if not every:
        return
    width, height, bend = plan.width, plan.height, style.bend
    across, down = range(-1, int(width / every) + 2), range(-1, int(height * (1 + bend) / every) + 2)
    runs: list[list[Point]] = []
    for number in down:
        y = (number + 0.5) * every
        runs.append([_bent_down(width * part / 24, y, width, height, bend) for part in range(25)])
    for number in across:
        x = width / 2 + (number - len(across) // 2 + 0.5) * every
        runs.append([_bent_down(x, height * (1 + bend) * part / 12, width, height, bend) for part in range(-1, 13)])
    yield Path(lines(*runs), None, pen(canvas.paint("graticule"), 0.2))


def _bent_down(x: float, y: float, width: float, height: float, bend: float) -> Point:
    """Return the point of a flat grid on a bent one."""
    off = (x - width / 2) / (width / 2)
    lean = 1 + bend * (y / height - 0.5)
    return width / 2 + off * lean * width / 2, y - bend * height * 0.5 * (1 - off * off) + bend * height * 0.25


def draw_rhumb_lines(style: PaperStyle, centres: Sequence[Point], canvas: Canvas) -> Iterator[Item]:
    """Yield the lines that leave each centre in all directions, as on portolan charts: the main winds are darker."""
    width, height, paint = canvas.plan.width, canvas.plan.height, canvas.paint
    reach = math.hypot(width, height)
    main: list[tuple[Point, Point]] = []
    other: list[tuple[Point, Point]] = []
    for x, y in centres:
        for number in range(style.rhumbs):
            turn = math.tau * number / style.rhumbs
            end = x + reach * math.sin(turn), y - reach * math.cos(turn)
            (main if number % 2 == 0 else other).append(((x, y), end))
    clip = Rect(0.0, 0.0, width, height)
    drawn = []
    if other:
        drawn.append(Path(lines(*other), None, Stroke(paint("rhumb-light"), 0.18)))
    if main:
        drawn.append(Path(lines(*main), None, Stroke(paint("rhumb"), 0.2)))
    if drawn:
        yield Group(tuple(drawn), clip=clip)


# Water and shore. The land is what is not water, without its lakes.


def draw_water(style: SeaStyle | None, land: Shape, canvas: Canvas) -> Iterator[Item]:
    """Yield the water: its colour, bands that get paler towards the land, and lines that repeat the coast."""
    plan, paint = canvas.plan, canvas.paint
    yield Rect(0.0, 0.0, plan.width, plan.height, 0.0, paint("water"))
    if style is None or not land:
        return
    open_water, shallow = paint("water"), paint("water-shallow")
    easy = coarse(land, 0.2)
    for number in range(style.bands, 0, -1):
        tint = mixed(shallow, open_water, (number - 1) / style.bands)
        yield Path(straight(grow(easy, number * style.band)), tint)
    if style.lines:
        yield from _coast_lines(style, easy, canvas)


def _coast_lines(style: SeaStyle, land: Shape, canvas: Canvas) -> Iterator[Item]:
    """Yield lines that repeat the coast, each thinner and farther from the one before."""
    far = 0.0
    for number in range(style.lines):
        far += style.apart * (1 + 0.22 * number)
        width = max(0.1, 0.28 - 0.16 * number / style.lines)
        yield Path(straight(coarse(grow(land, far), 0.1)), None, pen(canvas.paint("coast-line"), round(width, 3)))


def draw_waves(style: SeaStyle, water: Shape, canvas: Canvas) -> Iterator[Item]:
    """Yield small waves scattered over the water."""
    if not (style.waves and water):
        return
    left, top, right, bottom = box(water)
    open_water, chance = PreparedShape(coarse(water)), canvas.chance.under("wave")
    pitch = max(PITCH / math.sqrt(style.waves), math.sqrt((right - left) * (bottom - top) / MOST_MARKS))
    commands: list[Command] = []
    for row in range(int((bottom - top) / pitch) + 1):
        for column in range(int((right - left) / pitch) + 1):
            x = left + (column + 0.5 * (row % 2) + chance.between(-0.3, 0.3, "x", row, column)) * pitch
            y = top + (row + chance.between(-0.3, 0.3, "y", row, column)) * pitch
            if open_water.holds((x - 3, y)) and open_water.holds((x + 3, y)):
                commands += _wave(x, y, 1 + int(chance.share("crests", row, column) * 3))
    if commands:
        yield Path(tuple(commands), None, pen(canvas.paint("wave"), 0.3))


def _wave(x: float, y: float, crests: int) -> tuple[Command, ...]:
    """Return a row of crests that break to the right."""
    step, commands = 1.7, list[Command]()
    start = x - crests * step / 2
    for number in range(crests):
        left = start + number * step
        commands += smooth(((left, y), (left + 0.5 * step, y - 0.55), (left + step, y)), ring=False)
    return tuple(commands)


def draw_shore(style: ShoreStyle, land: Shape, canvas: Canvas) -> Iterator[Item]:
    """Yield the land's shadow on the water and strokes from the coast over it; both are below the land."""
    paint = canvas.paint
    if style.shadow:
        yield Path(straight(swept(coarse(land), style.shadow, style.shadow)), paint("water-shadow"))
    if style.strokes:
        found = tuple(_strokes(style.strokes, land, canvas.chance.under("stroke")))
        if found:
            yield Path(lines(*found), None, Stroke(paint("coast-line"), 0.16))


def draw_coast_line(style: ShoreStyle, land: Shape, canvas: Canvas) -> Iterator[Item]:
    """Yield the line between land and water."""
    if style.line and land:
        yield Path(straight(land), None, pen(canvas.paint("coast"), style.line))


def _strokes(long: float, land: Shape, chance: Chance) -> Iterator[tuple[Point, Point]]:
    """Yield level strokes that leave the coast over the water, as engravers shade a shore."""
    step = max(0.75, total(map(perimeter, land)) / MOST_MARKS)
    for index, ring in enumerate(land):
        points = spaced(ring, step)
        for number, (x, y) in enumerate(points):
            (x0, y0), (x1, y1) = points[number - 1], points[(number + 1) % len(points)]
            out = (y1 - y0) / (math.dist((x0, y0), (x1, y1)) or 1.0)
            reach = long * (0.35 + 0.65 * abs(out)) * chance.between(0.45, 1.0, index, number)
            yield (x, y), (x + math.copysign(reach, out), y)


# Free water: where roses, monsters and titles go.


def free_spots(
    water: Shape, taken: Sequence[BoundingBox], radii: Sequence[float], most: int, apart: float, chance: Chance
) -> tuple[tuple[Point, float], ...]:
    """Return up to `most` discs on free ground, the largest of `radii` first, at least `apart` from each other."""
    busy = tuple(rectangle(each.left, each.top, each.width, each.height) for each in taken)
    free = coarse(difference(water, *((ring,) for ring in busy)), 0.4)
    found: list[tuple[Point, float]] = []
    for radius in radii:
        if len(found) >= most:
            break
        inner = coarse(grow(free, -radius, "miter"), 0.4)
        points = [point for ring in inner for point in spaced(ring, 4.0)]
        points += [_middle(part[0]) for part in pieces(inner)]
        for point in sorted(points, key=lambda point: (chance.share("free", *point), point)):
            if len(found) < most and all(math.dist(point, at) > max(apart, radius + far) for at, far in found):
                found.append((point, radius))
    return tuple(found)


def _middle(ring: Sequence[Point]) -> Point:
    left, top, right, bottom = box((tuple(ring),))
    return (left + right) / 2, (top + bottom) / 2


def around(at: Point, radius: float) -> Shape:
    """Return the ground of a thing that is placed on free water."""
    return (circle(at, radius),)
