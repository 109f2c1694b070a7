"""An area map: areas joined by roads."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.model.acceptance import Acceptance
from pnp.model.reference import Ref
from pnp.model.requirement import Requirement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

Point = tuple[float, float]

JOINT = re.compile(r"\s+(--|->|<-)\s+")
"""What stands between two areas in a road: both ways, there, or back."""


@dataclass(frozen=True, slots=True)
class District:
    """A part of the map: its printed name, and the icon and palette roles that tell it apart."""

    id: str
    name: str
    span: Span
    icon: Ref | None = None
    colour: Ref | None = None
    tint: Ref | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A place where a piece may stand; `at` is its centre in millimetres on the map, None while the map is a draft."""

    id: str
    label: str
    name: str
    span: Span
    at: Point | None = None
    district: Ref | None = None
    tags: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Road:
    """A way between two areas, in both directions unless `one_way`; `via` are the points it bends at."""

    start: Ref
    end: Ref
    span: Span
    one_way: bool = False
    via: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class AreaMap:
    """The map as its designer wrote it: references are not resolved, and `lost` names areas that could not be read."""

    id: str
    name: str
    span: Span
    width: float
    height: float
    areas: tuple[Area, ...]
    roads: tuple[Road, ...]
    districts: tuple[District, ...] = ()
    two_way: bool = False
    requirements: tuple[Requirement, ...] = ()
    keeps: tuple[Ref, ...] = ()
    accepts: tuple[Acceptance, ...] = ()
    lost: frozenset[str] = frozenset()
    damaged: bool = False
    tags: frozenset[str] = field(default_factory=frozenset)

    def area(self, name: str) -> Area | None:
        """The area of that name."""
        return next((area for area in self.areas if area.id == name), None)

    def district(self, name: str) -> District | None:
        """The district of that name."""
        return next((district for district in self.districts if district.id == name), None)


def read_area_map(root: Node, name: str, damaged: bool = False) -> AreaMap:
    """The area map that stands in the document `root`, which its schema has passed."""
    width, height = read_size(root["size"]) if "size" in root else (0.0, 0.0)
    areas = root.get("areas")
    read_areas = tuple(_area(key, value) for key, value in areas.items()) if areas else ()
    return AreaMap(
        id=name,
        name=root["name"].text if "name" in root else name,
        span=root.span,
        width=width,
        height=height,
        areas=read_areas,
        roads=tuple(road for node in root.list("roads") for road in _roads(node)),
        districts=tuple(_district(key, value) for key, value in root["districts"].items())
        if "districts" in root
        else (),
        two_way="two-way" in root and root["two-way"].value is True,
        requirements=tuple(Requirement.read(node) for node in root.list("requirements")),
        keeps=tuple(map(Ref.read, root.list("keeps"))),
        accepts=tuple(Acceptance.read(node) for node in root.list("accept")),
        lost=areas.lost if areas else frozenset(),
        damaged=damaged,
        tags=frozenset(tag.name for area in read_areas for tag in area.tags),
    )


def read_size(node: Node) -> tuple[float, float]:
    """Width and height in millimetres of a size such as `44 x 68`."""
    width, _, height = node.text.replace("×", "x").partition("x")
    return float(width), float(height)


def _area(key: Node, value: Node) -> Area:
    at = value.get("at")
    district = value.get("in")
    return Area(
        id=key.text,
        label=value["label"].text if "label" in value else key.text,
        name=value["name"].text if "name" in value else key.text,
        span=key.span,
        at=_point(at) if at else None,
        district=Ref.read(district) if district else None,
        tags=tuple(Ref.read(tag) for tag in value.list("tags")),
    )


def _district(key: Node, value: Node) -> District:
    def ref(name: str) -> Ref | None:
        node = value.get(name)
        return Ref.read(node) if node else None

    name = value["name"].text if "name" in value else key.text
    return District(key.text, name, key.span, ref("icon"), ref("colour"), ref("tint"))


def _roads(node: Node) -> Iterator[Road]:
    """The roads of one item: a text `A -- B -> C`, a list of areas that a road joins in turn, or a mapping."""
    if isinstance(node.value, str):
        yield from _written_roads(node)
    elif "from" in node:
        one_way = "one-way" in node and node["one-way"].value is True
        yield Road(
            Ref.read(node["from"]), Ref.read(node["to"]), node.span, one_way, tuple(map(_point, node.list("via")))
        )
    else:
        stops = [Ref.read(stop) for stop in node]
        for start, end in pairwise(stops):
            yield Road(start, end, node.span)


def _written_roads(node: Node) -> Iterator[Road]:
    joints = tuple(JOINT.finditer(node.text))
    starts = (0, *(joint.end() for joint in joints))
    ends = (*(joint.start() for joint in joints), len(node.text))
    stops = [
        Ref(node.text[start:end].strip(), _within(node, start, end)) for start, end in zip(starts, ends, strict=True)
    ]
    for index, joint in enumerate(joints):
        here, there = stops[index : index + 2]
        first, second = (there, here) if joint[1] == "<-" else (here, there)
        yield Road(first, second, _within(node, starts[index], ends[index + 1]), joint[1] != "--")


def _within(node: Node, start: int, end: int) -> Span:
    """Where a stretch of a text stands; the whole text where that is escaped or folded and not written as it reads."""
    line, column, last_line, last_column = node.mark
    quotes = last_column - column - len(node.text)
    if line != last_line or quotes not in (0, 2):
        return node.span
    first = column + quotes // 2
    return replace(node.span, column=first + start, end_column=first + end)


def _point(node: Node) -> Point:
    x, y = node
    return x.number, y.number
