"""Streets as a designer writes them on a tile or a map: a line from one point to another, perhaps with bends.

A document has them under `streets`, each by its name: `Quay: west 46.5 -- east 46.5`, `Mill Lane: north 40 -> 93 60`
for one way, or a mapping with `from`, `via`, `to` and more. A point is `[x, y]` or a spot on an edge: `west 46.5` lies
46.5 mm below the north end of the west edge, `north 20` lies 20 mm east of its west end, `east` alone halfway.
`street_plan.py` makes intersections and spaces of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, get_args

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.model.game_map import Point
    from pnp.source.tree import Node

Side = Literal["north", "east", "south", "west"]
SIDES: tuple[Side, ...] = get_args(Side)
"""The edges, clockwise from the top."""

JOINT = re.compile(" (--|->) ")
"""What stands between two points of a written street: both ways, or one way."""


@dataclass(frozen=True, slots=True)
class Street:
    """The middle line of a street in millimetres; one that is `one_way` leads from its first point to its last.

    Its runs are its parts between intersections, numbered from 1. `counts` says how many spaces each has, the last
    number again for all that follow, nothing where their length decides: about `space` millimetres each, None for that
    of the map. The runs in `left_out` are not there.
    """

    name: str
    span: Span
    points: tuple[Point, ...]
    one_way: bool = False
    counts: tuple[int, ...] = ()
    space: float | None = None
    left_out: tuple[int, ...] = ()


def read_streets(node: Node | None, width: float, height: float) -> tuple[Street, ...]:
    """The streets under `node`, each by its name, on a ground of that size in millimetres; none where it is None."""
    return tuple(_read_street(key, value, width, height) for key, value in node.items()) if node else ()


def read_spot(node: Node, width: float, height: float) -> Point:
    """A point on a ground of that size: `[x, y]`, or a spot on an edge such as `west 46.5`."""
    if isinstance(node.value, str):
        return _written_spot(node.text, width, height)
    x, y = node
    return x.number, y.number


def _read_street(key: Node, value: Node, width: float, height: float) -> Street:
    if isinstance(value.value, str):
        joints = JOINT.findall(value.text)
        stops = JOINT.split(value.text)[::2]
        points = tuple(_written_spot(stop, width, height) for stop in stops)
        return Street(key.text, key.span, points, one_way="->" in joints)
    ends = (value["from"], *value.list("via"), value["to"])
    return Street(
        name=key.text,
        span=key.span,
        points=tuple(read_spot(end, width, height) for end in ends),
        one_way="one-way" in value and value["one-way"].value is True,
        counts=tuple(count.integer for count in value.list("spaces")),
        space=value["space"].number if "space" in value else None,
        left_out=tuple(number.integer for number in value.list("left-out")),
    )


def _written_spot(text: str, width: float, height: float) -> Point:
    """The point that a text such as `west 46.5` or `93 60` names; its schema has said that it does."""
    first, _, rest = text.partition(" ")
    match first:
        case "north":
            return _measure(rest, width), 0.0
        case "south":
            return _measure(rest, width), height
        case "west":
            return 0.0, _measure(rest, height)
        case "east":
            return width, _measure(rest, height)
        case _:
            return float(first), float(rest)


def _measure(text: str, length: float) -> float:
    return float(text) if text else length / 2
