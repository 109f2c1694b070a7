"""Marks laid over a drawn map, and the caption that says what they mean."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, sin
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.items import Ellipse, Group, Path, Rect, Scene, Stroke
from pnp.scene.shapes import polygon, polyline, recoloured
from pnp.scene.text import HOUSE_FALLBACK, HOUSE_FAMILIES, Run, TextStyle
from pnp.scene.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.fonts import Family
    from pnp.scene.items import Colour, Item

Point = tuple[float, float]

INK, PAPER, FAULT, ROUTE = "#1E2328", "#FFFFFF", "#C8102E", "#1F5FA8"
FADED = 0.55
"""How much of a map's colours gives way to white under the marks."""

BODY, HEAD = HOUSE_FAMILIES


@dataclass(frozen=True, slots=True)
class Key:
    """A line of the legend: a mark in a box of one unit, and what it means."""

    mark: tuple[Item, ...]
    words: str


def faded(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items in colours that step back behind marks."""
    return recoloured(items, _paler)


def _paler(colour: Colour) -> Colour:
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * FADED):02X}" for part in parts)


def disc(at: Point, radius: float, fill: Colour, edge: Colour = INK, width: float = 0.5) -> Item:
    """A disc with an edge, on a white rim that keeps it off what lies beneath."""
    rim = Ellipse(*at, radius + width + 0.4, radius + width + 0.4, fill=PAPER)
    return Group((rim, Ellipse(*at, radius, radius, fill=fill, stroke=Stroke(edge, width))))


def ring(at: Point, radius: float, colour: Colour, dash: tuple[float, ...] = ()) -> Item:
    """A ring round something, on white."""
    width = max(0.8, radius / 9)
    rim = Ellipse(*at, radius, radius, stroke=Stroke(PAPER, width + 1.0))
    return Group((rim, Ellipse(*at, radius, radius, stroke=Stroke(colour, width, dash, "round"))))


def closed(at: Point, radius: float) -> Item:
    """The sign of what is closed: a red disc with a white bar."""
    x, y = at
    bar = Rect(x - radius * 0.62, y - radius * 0.18, radius * 1.24, radius * 0.36, radius * 0.08, fill=PAPER)
    return Group((disc(at, radius, FAULT, PAPER, 0.5), bar))


def pointed(at: Point, radius: float, angle: float) -> Item:
    """The sign of one way: a white arrow on blue, `angle` clockwise from east in radians."""
    x, y = at
    outline = ((-0.62, -0.16), (0.02, -0.16), (0.02, -0.5), (0.62, 0.0), (0.02, 0.5), (0.02, 0.16), (-0.62, 0.16))
    turn = cos(angle), sin(angle)
    points = [(x + radius * (u * turn[0] - v * turn[1]), y + radius * (u * turn[1] + v * turn[0])) for u, v in outline]
    return Group((disc(at, radius, ROUTE, PAPER, 0.5), Path(polygon(points), fill=PAPER)))


def route(points: Sequence[Point], width: float, colour: Colour = ROUTE) -> Item:
    """A way from point to point, with a head at the middle of each stretch, on white."""
    line = polyline(points)
    items: list[Item] = [
        Path(line, stroke=Stroke(PAPER, width + 1.2, (), "round", "round")),
        Path(line, stroke=Stroke(colour, width, (), "round", "round")),
    ]
    items += [head for here, there in pairwise(points) for head in _heads(here, there, width, colour)]
    return Group(tuple(items))


def _heads(here: Point, there: Point, width: float, colour: Colour) -> Iterator[Item]:
    across, down = there[0] - here[0], there[1] - here[1]
    length = hypot(across, down)
    if length < 4 * width:
        return
    x, y = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
    u, v = across / length * width, down / length * width
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
    """A short text with its middle at a point."""
    block = typeset(text, TextStyle(HEAD, size, colour, weight, fallback=fallback))
    top = block.cap_top
    return block.at(at[0] - block.width / 2, at[1] - (top + block.last_baseline) / 2)


def plate(base: Sequence[Item], width: float, height: float, marks: Sequence[Item], words: Caption) -> Scene:
    """The map with its marks, and below it the caption, on paper."""
    below = tuple(words.items(width))
    tall = words.height(width)
    ground = Rect(0.0, 0.0, width, height + tall, fill=PAPER)
    shown = Group(tuple(base), clip=Rect(0.0, 0.0, width, height))
    caption = Group(below, (1.0, 0.0, 0.0, 1.0, 0.0, height))
    return Scene(width, height + tall, (ground, shown, *marks, caption), name=words.title)


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands below a plotted map: a title, a text, and the legend."""

    title: str
    text: str
    keys: tuple[Key, ...] = ()
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK

    def height(self, width: float) -> float:
        """How tall it is below a map of that width, in millimetres."""
        return self._laid(width)[1]

    def items(self, width: float) -> Iterator[Item]:
        """Its items, from (0, 0) down."""
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
