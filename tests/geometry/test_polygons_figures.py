"""Figures of rings that were drawn by a seed on a coarse grid, where much lies just on a boundary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from pnp.geometry import outlines, polygons
from pnp.geometry.polygons import Point, Ring, Shape

SHAPES = 24


def ring(random: Random) -> Ring:
    return tuple((float(random.randint(0, 6)), float(random.randint(0, 6))) for _ in range(random.randint(3, 7)))


def points(line: Sequence[Point]) -> str:
    return " ".join(f"{x + 0.0:.3f},{y + 0.0:.3f}" for x, y in line)


def shown(shape: Shape) -> str:
    return " / ".join(map(points, shape)) or "nothing"


def told(random: Random) -> Iterator[str]:
    one, two = ring(random), ring(random)
    at, other = (random.randint(0, 12) / 2, random.randint(0, 12) / 2), (7.0, random.randint(0, 6) + 0.5)
    shape = polygons.union((one,))
    yield f"rings {points(one)} and {points(two)}, point {at}"
    yield f"area {polygons.signed_area(one):.3f} {polygons.area(shape):.3f}, length {polygons.perimeter(one):.3f}"
    yield f"centre {points([polygons.centre(one)])}, box {polygons.box((one, two))}"
    windings = [polygons.winding(polygons.edges(one), (x / 2, y / 2)) for y in range(13) for x in range(13)]
    yield f"windings {windings}"
    yield f"inside {sum(polygons.inside((one, two), (x / 2, y / 2)) for y in range(13) for x in range(13))}"
    ground = polygons.PreparedShape((one, two))
    for x, y in ((x / 2, y / 2) for y in range(-2, 15) for x in range(-2, 15)):
        assert ground.holds((x, y)) is polygons.inside((one, two), (x, y))
    yield f"nearest {points([polygons.nearest((one,), at)])} {polygons.distance((one,), at):.3f}"
    yield f"coarse {shown(polygons.coarse((one,), 1.0))}, spaced {points(polygons.spaced(one, 3.0))}"
    yield f"between {polygons.between(at, other)} {polygons.between(at, other, 0.25)}"
    yield f"nearer {points(polygons.nearer(at, other, 10.0))}"
    yield f"union {shown(polygons.union((one,), (two,)))}"
    yield f"difference {shown(polygons.difference((one,), (two,)))}"
    yield f"intersection {shown(polygons.intersection((one,), (two,)))}"
    grown = polygons.grow(shape, 1.0)
    yield f"grown {polygons.area(grown):.3f} of {sum(map(len, grown))}, {shown(polygons.grow(shape, 1.0, 'miter'))}"
    yield f"shrunk {shown(polygons.grow(shape, -0.5, 'miter'))}"
    opened, closed = polygons.opened(shape, 0.4), polygons.closed(shape, 0.4)
    yield f"opened {polygons.area(opened):.3f}, closed {polygons.area(closed):.3f}"
    yield f"band {polygons.area(polygons.band(one, 1.0)):.3f}, strip {shown(polygons.strip(one[:3], 1.0))}"
    yield f"swept {shown(polygons.swept(shape, 2.0, 1.0))}"
    yield f"filled {shown(polygons.filled(shape))}, pieces {[shown(part) for part in polygons.pieces(shape)]}"
    if shape:
        middle, radius = outlines.roomiest(shape)
        yield f"roomiest {points([middle])} {radius:.3f}"


def test_figures_are_as_before(golden: Callable[[str, str], None]) -> None:
    lines = [f"{seed}: {line}" for seed in range(SHAPES) for line in told(Random(seed))]
    circle = polygons.circle((1.0, 2.0), 3.0, 6, 0.5)
    lines += [f"circle {points(circle)}, {len(polygons.circle((1.0, 2.0), 3.0))} sides as a rule"]
    golden("polygons.txt", "\n".join(lines) + "\n")
