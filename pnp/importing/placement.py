"""Coordinates for the areas of a map that have none, and the map's document with these coordinates written in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import ceil, sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.graph_layout import SpringGraph, crossings, place_nodes
from pnp.geometry.polygons import signed_area
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import MOST_PLACES, MOST_WAYS, Point
from pnp.source.tree import Mapping as Entries
from pnp.source.tree import Node, plain
from pnp.source.yaml.document import read_document
from pnp.units import total

PER_AREA = 900
"""Square millimetres of the map for each area: 30 mm from one to the next."""

SIZES = ((190, 130), (260, 190), (380, 260), (520, 380))
"""Proposed sizes in millimetres: half a sheet of A4 or Letter, one, two, four."""


class PlacementError(ValueError):
    """A map whose areas cannot be placed, or a document that cannot be changed; the text is for designers."""


class PlacedMap(Struct, frozen=True):
    """A map with a position for each area.

    `positions` are the new ones, in millimetres; `sized` is whether the map had no size. `crossings` counts pairs of
    roads that cross, `shortest`, `mean` and `longest` are lengths of roads in millimetres.
    """

    map: AreaMap
    positions: Mapping[str, Point]
    sized: bool
    crossings: int
    shortest: float = 0.0
    mean: float = 0.0
    longest: float = 0.0

    @property
    def size(self) -> str:
        """The size of the map as its document writes it."""
        return f"{self.map.width:g} x {self.map.height:g}"


def place_map(area_map: AreaMap, size: Point | None = None, again: bool = False) -> PlacedMap:
    """Return the map with a position for every area.

    Areas that have a position keep it, unless all are placed `again`. A map without a size gets `size`, or one that
    suits its number of areas. Raises PlacementError if there is nothing to place, or too much.
    """
    areas = area_map.areas
    if len(areas) > MOST_PLACES or len(area_map.roads) > MOST_WAYS:
        raise PlacementError(f"a map of up to {MOST_PLACES:,} areas and {MOST_WAYS:,} roads can be placed")
    fixed = {} if again else {number: area.at for number, area in enumerate(areas) if area.at}
    if len(fixed) == len(areas):
        raise PlacementError("every area has a position; place all of them again with --again")
    width, height = size or ((area_map.width, area_map.height) if area_map.width else _proposed(len(areas), fixed))
    roads = _edges(area_map)
    edges, source = tuple(roads), area_map.outlines
    coasts = source.coast if source and source.grow else ()
    coast = max(coasts, key=lambda ring: abs(signed_area(ring)), default=())
    placed = place_nodes(SpringGraph(len(areas), edges, tuple(roads.values())), (width, height), fixed, coast)
    step = 1 if min(width, height) > 100 else 10
    points = tuple(
        fixed.get(number) or (round(x * step) / step, round(y * step) / step)
        for number, (x, y) in enumerate(placed.points)
    )
    lengths = [sqrt((points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2) for a, b in edges]
    return PlacedMap(
        replace(
            area_map,
            areas=tuple(replace(area, at=point) for area, point in zip(areas, points, strict=True)),
            width=float(width),
            height=float(height),
        ),
        {area.id: point for number, (area, point) in enumerate(zip(areas, points, strict=True)) if number not in fixed},
        (width, height) != (area_map.width, area_map.height),
        crossings(points, edges),
        *((min(lengths), total(lengths) / len(lengths), max(lengths)) if lengths else ()),
    )


def _edges(area_map: AreaMap) -> dict[tuple[int, int], float]:
    """Return the roads, each once, by the numbers of the areas that it joins, with the length that it should have.

    That is in proportion to its spaces, 1 on a map without spaces. Roads round the edge of the map do not count.
    """
    numbers = {area.id: number for number, area in enumerate(area_map.areas)}
    spaces = [road.spaces for road in area_map.roads if road.spaces]
    usual = total(map(float, spaces)) / len(spaces) if spaces else 1.0
    found: dict[tuple[int, int], float] = {}
    for road in area_map.roads:
        start, end = numbers.get(road.start.name), numbers.get(road.end.name)
        if start is not None and end is not None and start != end and not road.wraps:
            found.setdefault((min(start, end), max(start, end)), max(0.4, (road.spaces or usual) / usual))
    return found


def _proposed(areas: int, fixed: Mapping[int, Point]) -> tuple[float, float]:
    """Return a size with room for so many areas, and for those that are fixed."""
    right = max((x for x, _ in fixed.values()), default=0.0) + 10
    bottom = max((y for _, y in fixed.values()), default=0.0) + 10
    for width, height in SIZES:
        if width * height >= PER_AREA * areas and width >= right and height >= bottom:
            return width, height
    wide = ceil(sqrt(PER_AREA * areas * 1.4) / 10) * 10
    return max(wide, ceil(right / 10) * 10), max(ceil(wide / 14) * 10, ceil(bottom / 10) * 10)


# The document: only the values of `at`, and the size, are written; all else keeps its bytes.

LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


class Edit(Struct, frozen=True, order=True):
    """A part of a text, by offsets, and what replaces it."""

    start: int
    end: int
    text: str


def with_positions(content: bytes, file: str, placed: PlacedMap) -> bytes:
    """Return the document of a map with the positions of its areas written in; comments and layout stay.

    Raises PlacementError if an area is not written in this document, or shares its entry with another one.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise PlacementError(f"'{file}' is not UTF-8; save it as UTF-8") from None
    root = read_document(content, file).root
    if root is None or not isinstance(root.value, Entries):
        raise PlacementError(f"'{file}' can't be read; pnp check tells why")
    missing = [name for name in placed.positions if "areas" not in root or name not in root["areas"]]
    if missing:
        raise PlacementError(f"'{missing[0]}' is an area of the map that this one extends; place that map first")
    expected = plain(root.value)
    for name, (x, y) in placed.positions.items():
        expected["areas"][name] = {**(expected["areas"][name] or {}), "at": [x, y]}
    if placed.sized:
        expected["size"] = placed.size
    edits = sorted(_edits(text, root, placed))
    changed = _edited(text, edits)
    if not _is_as(changed, file, expected):
        name = _sharing(text, root, placed) or next(iter(placed.positions))
        raise PlacementError(f"the position of '{name}' can't be written in: give it an entry without '&' or '*'")
    return changed.encode()


def _edited(text: str, edits: Iterable[Edit]) -> str:
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join((*parts, text[at:]))


def _is_as(text: str, file: str, expected: Any) -> bool:
    root = read_document(text, file).root
    return root is not None and bool(plain(root.value) == expected)


def _sharing(text: str, root: Node, placed: PlacedMap) -> str | None:
    """Return the first area whose entry is shared by an anchor or an alias."""
    offsets = _line_offsets(text)
    starts = {name: offsets[(mark := root["areas"][name].mark)[0] - 1] + mark[1] - 1 for name in placed.positions}
    return next((name for name, start in starts.items() if text[start : start + 1] in ("*", "&")), None)


def _line_offsets(text: str) -> list[int]:
    return [0, *(found.end() for found in LINE_END.finditer(text))]


def _edits(text: str, root: Node, placed: PlacedMap) -> Iterator[Edit]:
    """Yield the parts of the text to replace."""
    offsets = _line_offsets(text)
    newline = found[0] if (found := LINE_END.search(text)) else "\n"

    def offset(line: int, column: int) -> int:
        return offsets[line - 1] + column - 1

    areas = root["areas"]
    for name, (x, y) in placed.positions.items():
        point, value, key = f"[{x:g}, {y:g}]", areas[name], areas.key(name)
        start, end = offset(*value.mark[:2]), offset(*value.mark[2:])
        if "at" in value:
            mark = value["at"].mark
            yield Edit(offset(*mark[:2]), offset(*mark[2:]), point)
        elif value.value is None:
            after = offset(*key.mark[2:])
            colon = re.compile(r"\s*:").match(text, after)
            written = text[start:end].strip()
            yield Edit(
                colon.end() if colon else after,
                end if written and colon else (colon.end() if colon else after),
                f"{'' if colon else ':'} {{at: {point}}}",
            )
        else:
            yield _entry_edit(text, start, end, value.mark[1], point, newline)
    if placed.sized:
        yield _size_edit(text, root, placed.size, offset, newline)


def _entry_edit(text: str, start: int, end: int, column: int, point: str, newline: str) -> Edit:
    """Return the edit that puts a position first into the entry of an area, in braces or on lines."""
    brace = text.find("{", start, end)
    if brace >= 0 and text[start:brace].strip()[:1] in ("", "&"):
        rest = "" if text[brace + 1 : end].strip() == "}" else ", "
        return Edit(brace + 1, brace + 1, f"at: {point}{rest}")
    return Edit(start, start, f"at: {point}{newline}{' ' * (column - 1)}")


def _size_edit(text: str, root: Node, size: str, offset: Any, newline: str) -> Edit:
    """Return the edit that writes the size: in its place, or after the name or the kind of the map."""
    if "size" in root:
        mark = root["size"].mark
        return Edit(offset(*mark[:2]), offset(*mark[2:]), size)
    mark = root["name" if "name" in root else "kind"].mark
    after = offset(*mark[2:])
    if text[offset(*root.mark[:2]) :].startswith("{"):
        return Edit(after, after, f", size: {size}")
    line = LINE_END.search(text, after)
    return Edit(*(2 * (line.end() if line else len(text),)), f"{'' if line else newline}size: {size}{newline}")
