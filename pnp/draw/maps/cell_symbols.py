"""What is drawn in the cells of grid maps: trees, hills, houses and so on, in a few variants of each.

A drawing fills a cell around (0, 0) whose neighbours are 1 away. It leaves the top of the cell to the number. Each is
drawn once, and many groups share its items, so that large maps make small files.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from pnp.draw.town.plan import Chance, Paint, line, lit, pen, smooth, straight
from pnp.geometry.polygons import Point
from pnp.scene.items import Colour, Ellipse, Item, Path, Stroke

VARIANTS = 9
"""The number of variants of each drawing."""

THIN = 0.014
"""The width of outlines: a quarter of a millimetre in a cell of 18 mm."""


class CellArtist(Struct, frozen=True):
    """The colours and the random source of the drawings of one map; `reach` is how far a drawing extends."""

    paint: Paint
    chance: Chance
    reach: float

    def draw(self, drawing: str, variant: int) -> tuple[Item, ...]:
        """Return a variant of a drawing; nothing for a terrain that is only coloured."""
        found = DRAWINGS.get(drawing)
        return tuple(found(self, self.chance.under(drawing, variant))) if found else ()

    def spread(self, chance: Chance, count: int, gap: float = 0.0) -> list[Point]:
        """Return points far from each other, from the back to the front (Mitchell's best candidates, 1991)."""
        points: list[Point] = []
        for number in range(count):
            best, far = (0.0, 0.0), -1.0
            for trial in range(14):
                turn, share = chance.between(0, math.tau, number, trial, "turn"), chance.share(number, trial, "far")
                reach = (self.reach - gap) * math.sqrt(share)
                at = reach * math.cos(turn), 0.07 + 0.8 * reach * math.sin(turn)
                near = min((math.dist(at, other) for other in points), default=1.0)
                if near > far:
                    best, far = at, near
            points.append((round(best[0], 3), round(best[1], 3)))
        return sorted(points, key=lambda at: at[1])


def _round(points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple((round(x, 3), round(y, 3)) for x, y in points)


# Woods, swamps and fields.


def _trees(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield round and pointed trees, close to each other."""
    colour, dark = artist.paint("cell-tree"), lit(artist.paint("cell-tree"), -2.6)
    for number, (x, y) in enumerate(artist.spread(chance, 8, 0.09)):
        radius = round(chance.between(0.088, 0.118, number, "radius"), 3)
        tone = lit(colour, chance.between(-0.35, 0.3, number, "tone"))
        yield Path(line(((x, y + radius * 0.4), (x, y + radius * 1.35))), None, Stroke(dark, 0.03))
        if chance.share(number, "kind") < 0.3:
            yield from _spruce(x, y, radius, tone, dark)
        else:
            yield from _crown(x, y, radius, tone, dark, chance.under(number))


def _crown(x: float, y: float, radius: float, colour: Colour, dark: Colour, chance: Chance) -> Iterator[Item]:
    turn = chance.between(0, 1, "turn")
    ring = []
    for step in range(12):
        angle, reach = (step + turn) * math.tau / 12, radius * (1.0 if step % 2 else 0.87)
        ring.append((x + reach * math.cos(angle), y + reach * 0.96 * math.sin(angle)))
    yield Path(smooth(_round(ring)), colour, pen(dark, THIN))
    yield Ellipse(round(x - radius * 0.3, 3), round(y - radius * 0.34, 3), round(radius * 0.42, 3),
                  round(radius * 0.34, 3), lit(colour, 0.5))  # fmt: skip


def _spruce(x: float, y: float, radius: float, colour: Colour, dark: Colour) -> Iterator[Item]:
    low, wide, tall = y + radius * 0.75, radius * 0.86, radius * 2.3
    ring = [
        (x, low - tall), (x + wide * 0.6, low - tall * 0.5), (x + wide * 0.34, low - tall * 0.5), (x + wide, low),
        (x - wide, low), (x - wide * 0.34, low - tall * 0.5), (x - wide * 0.6, low - tall * 0.5),
    ]  # fmt: skip
    yield Path(straight([_round(ring)]), lit(colour, -0.5), pen(dark, THIN))


def _swamp(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield tufts of reeds over lines of water."""
    reed, wave = artist.paint("cell-reed"), artist.paint("cell-wave")
    for number, (x, y) in enumerate(artist.spread(chance, 7, 0.08)):
        wide = chance.between(0.09, 0.13, number, "wide")
        yield Path(line(_round([(x - wide, y), (x + wide * 0.9, y)])), None, pen(wave, 0.02))
        if number % 3 != 1:
            blades = [(-0.055, -0.085), (-0.024, -0.135), (0.01, -0.15), (0.045, -0.105)]
            for along, up in blades:
                yield Path(line(_round([(x + along * 0.35, y), (x + along, y + up)])), None, pen(reed, 0.018))


def _fields(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield patches of furrows in several directions."""
    furrow = artist.paint("cell-furrow")
    for number, (x, y) in enumerate(artist.spread(chance, 4, 0.14)):
        turn = chance.between(0, math.pi, number, "turn")
        along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        half, rows = chance.between(0.12, 0.16, number, "long"), 4
        corners = [(-half, -0.115), (half, -0.115), (half, 0.115), (-half, 0.115)]
        patch = [(x + a * along[0] + b * across[0], y + a * along[1] + b * across[1]) for a, b in corners]
        yield Path(straight([_round(patch)]), lit(artist.paint("cell-fields"), chance.between(-0.7, 0.35, number)))
        for row in range(rows):
            off = (row - (rows - 1) / 2) * 0.062
            ends = [(x + a * along[0] + off * across[0], y + a * along[1] + off * across[1]) for a in (-half, half)]
            yield Path(line(_round(ends)), None, pen(furrow, THIN))


# Hills and mountains.


def _hills(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield two or three humps, each with hachures on its dark side."""
    colour = artist.paint("cell-hill")
    dark = lit(colour, -2.4)
    for number, (x, y) in enumerate(artist.spread(chance, 3 if chance.share("more") < 0.6 else 2, 0.17)):
        wide, tall = chance.between(0.17, 0.22, number, "wide"), chance.between(0.13, 0.17, number, "tall")
        low = y + tall * 0.5
        hump = [
            (x - wide, low), (x - wide * 0.55, low - tall * 0.72), (x, low - tall),
            (x + wide * 0.6, low - tall * 0.66), (x + wide, low),
        ]  # fmt: skip
        yield Path(smooth(_round(hump), ring=False), lit(colour, chance.between(-0.1, 0.25, number)), pen(dark, 0.018))
        for step in range(4):
            share = 0.18 + step * 0.2
            top = x + wide * share, low - tall * (0.97 - share * share * 0.72)
            end = top[0] + wide * 0.13, top[1] + tall * (0.52 - 0.07 * step)
            yield Path(line(_round([top, end])), None, pen(dark, THIN))


def _mountains(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield peaks with a light and a dark face, and snow on the highest."""
    colour = artist.paint("cell-peak")
    dark, snow = lit(colour, -2.6), artist.paint("cell-snowcap")
    for number, (x, y) in enumerate(artist.spread(chance, 3 if chance.share("more") < 0.55 else 2, 0.17)):
        wide, tall = chance.between(0.16, 0.22, number, "wide"), chance.between(0.27, 0.36, number, "tall")
        low, lean = y + 0.15, chance.between(-0.04, 0.04, number, "lean")
        top = (x + lean, low - tall)
        left, right, foot = (x - wide, low), (x + wide, low), (x + lean * 2 + wide * 0.16, low)
        ridge = [top, (x + lean + wide * 0.14, low - tall * 0.66), (x + lean - wide * 0.02, low - tall * 0.4), foot]
        yield Path(straight([_round([left, top, right])]), lit(colour, 0.55), None)
        yield Path(straight([_round([*ridge, right])]), lit(colour, -0.9), None)
        cap = [
            (top[0] - wide * 0.32, top[1] + tall * 0.32), top, (top[0] + wide * 0.3, top[1] + tall * 0.3),
            (top[0] + wide * 0.12, top[1] + tall * 0.24), (top[0] + wide * 0.02, top[1] + tall * 0.36),
            (top[0] - wide * 0.13, top[1] + tall * 0.25),
        ]  # fmt: skip
        yield Path(straight([_round(cap)]), snow)
        yield Path(line(_round([left, top, right])), None, pen(dark, 0.02))


def _rough(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield boulders."""
    colour = artist.paint("cell-stone")
    dark = lit(colour, -2.6)
    for number, (x, y) in enumerate(artist.spread(chance, 8, 0.08)):
        size = chance.between(0.04, 0.085, number, "size")
        ring = []
        for step in range(6):
            angle = (step + chance.between(-0.3, 0.3, number, step)) * math.tau / 6
            ring.append((x + size * 1.15 * math.cos(angle), y + size * 0.85 * math.sin(angle)))
        yield Path(straight([_round(ring)]), colour, pen(dark, THIN))
        inner = [(ring[3][0], ring[3][1]), (x, y - size * 0.1), (ring[5][0], ring[5][1])]
        yield Path(line(_round(inner)), None, pen(dark, 0.01))


# Water, sand and snow.


def _water(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield some waves."""
    for number, (x, y) in enumerate(artist.spread(chance, 3, 0.1)):
        yield _wave(x, y, chance.between(0.07, 0.11, number, "wide"), artist.paint("cell-wave"))


def _shallows(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield short waves and dots."""
    for number, (x, y) in enumerate(artist.spread(chance, 7, 0.06)):
        if number % 2:
            yield Ellipse(x, y, 0.012, 0.012, artist.paint("cell-wave"))
        else:
            yield _wave(x, y, 0.055, artist.paint("cell-wave"))


def _wave(x: float, y: float, wide: float, colour: Colour) -> Path:
    crests = [(x - wide, y), (x - wide / 2, y - 0.022), (x, y), (x + wide / 2, y - 0.022), (x + wide, y)]
    return Path(smooth(_round(crests), ring=False), None, pen(colour, 0.018))


def _sand(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield dunes, and dots between them."""
    dune = artist.paint("cell-dune")
    for number, (x, y) in enumerate(artist.spread(chance, 9, 0.07)):
        if number % 3:
            yield Ellipse(x, y, 0.011, 0.011, dune)
            continue
        wide = chance.between(0.09, 0.13, number, "wide")
        ridge = [(x - wide, y + 0.03), (x - wide * 0.2, y - 0.03), (x + wide, y + 0.03)]
        yield Path(smooth(_round(ridge), ring=False), None, pen(dune, 0.018))


def _snow(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield drifts: short arcs."""
    wave = artist.paint("cell-drift")
    for x, y in artist.spread(chance, 5, 0.09):
        yield Path(smooth(_round([(x - 0.08, y), (x, y + 0.025), (x + 0.08, y)]), ring=False), None, pen(wave, 0.018))


# Towns, floors and rock.


def _town(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield houses, each with a roof and a lit front."""
    roof, wall = artist.paint("cell-roof"), artist.paint("cell-house")
    dark = lit(roof, -2.6)
    for number, (x, y) in enumerate(artist.spread(chance, 6, 0.12)):
        wide, tall = chance.between(0.07, 0.1, number, "wide"), chance.between(0.055, 0.075, number, "tall")
        low = y + tall
        front = [(x - wide, low), (x - wide, y), (x + wide, y), (x + wide, low)]
        tone = lit(roof, chance.between(-0.5, 0.35, number, "tone"))
        gable = [(x - wide * 1.16, y), (x - wide * 0.62, y - tall * 1.15), (x + wide * 0.62, y - tall * 1.15),
                 (x + wide * 1.16, y)]  # fmt: skip
        yield Path(straight([_round(front)]), wall, pen(dark, THIN))
        yield Path(straight([_round(gable)]), tone, pen(dark, THIN))
        door = [(x - 0.014, low), (x - 0.014, low - tall * 0.62), (x + 0.014, low - tall * 0.62), (x + 0.014, low)]
        yield Path(straight([_round(door)]), dark)


def _floor(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield the joints between flagstones, and a crack."""
    slab = artist.paint("cell-slab")
    stroke = pen(slab, 0.012)
    split = chance.between(-0.16, 0.16, "row")
    yield Path(line(_round([(-0.44, split), (0.44, split)])), None, stroke)
    for number, (top, bottom) in enumerate(((-0.44, split - 0.02), (split + 0.02, 0.44))):
        for step in range(1 + int(chance.share(number, "count") * 2)):
            x = chance.between(-0.34, -0.06, number, step) if step == 0 else chance.between(0.08, 0.36, number, step)
            yield Path(line(_round([(x, top), (x, bottom)])), None, stroke)
    if chance.share("crack") < 0.3:
        x, y = chance.between(-0.3, 0.2, "x"), chance.between(-0.3, 0.2, "y")
        yield Path(line(_round([(x, y), (x + 0.05, y + 0.06), (x + 0.03, y + 0.11)])), None, stroke)


def _void(artist: CellArtist, chance: Chance) -> Iterator[Item]:
    """Yield a few pale dots in the dark."""
    for number, (x, y) in enumerate(artist.spread(chance, 4, 0.05)):
        size = round(chance.between(0.006, 0.012, number), 3)
        yield Ellipse(x, y, size, size, artist.paint("cell-slab"))


DRAWINGS: dict[str, Callable[[CellArtist, Chance], Iterator[Item]]] = {
    "trees": _trees,
    "hills": _hills,
    "mountains": _mountains,
    "swamp": _swamp,
    "water": _water,
    "shallows": _shallows,
    "sand": _sand,
    "rough": _rough,
    "town": _town,
    "fields": _fields,
    "snow": _snow,
    "floor": _floor,
    "void": _void,
}
"""The drawings of terrains by name; plain ground and rock have none in their cells."""


def hatching(ends: tuple[Point, Point], inward: Point, chance: Chance) -> Iterator[tuple[Point, Point]]:
    """Yield the strokes of rock along the side of a closed cell: clusters of three, each turned its own way.

    `inward` is the direction from the side into the rock, of length 1; lengths are those of a cell of side 1.
    """
    (x, y), (to_x, to_y) = ends
    count = 5
    for step in range(count):
        for rank in range(2):
            share = (step + 0.5 + chance.between(-0.3, 0.3, step, rank, "along")) / count
            deep = (0.075 + 0.15 * rank) * chance.between(0.85, 1.2, step, rank, "deep")
            if rank and chance.share(step, rank, "drop") < 0.4:
                continue
            middle = x + (to_x - x) * share + inward[0] * deep, y + (to_y - y) * share + inward[1] * deep
            turn = chance.between(0, math.pi, step, rank, "turn")
            along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
            for off in (-0.045, 0.0, 0.045):
                half = 0.075 * chance.between(0.75, 1.1, step, rank, off)
                at = middle[0] + across[0] * off, middle[1] + across[1] * off
                yield (
                    (at[0] - along[0] * half, at[1] - along[1] * half),
                    (at[0] + along[0] * half, at[1] + along[1] * half),
                )
