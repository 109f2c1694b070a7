"""Outlines of areas from drawings: named closed paths of an SVG, and polygons of a GeoJSON file."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.geometry.outlines import FLATNESS, flattened
from pnp.geometry.polygons import Point, Ring, Shape, signed_area, union
from pnp.messages import did_you_mean, listed
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.outlines import OutlineSource, Projection, Region, StrayOutline, oriented
from pnp.scene.bitmaps import PictureRefused
from pnp.scene.items import Affine, Command, compose, scale, translate
from pnp.scene.paths import outline_commands, transformed
from pnp.scene.svg_shapes import ShapeReader, SvgFrame
from pnp.scene.svg_tree import read_tree
from pnp.scene.svg_values import stated_size, transform, view_box
from pnp.scene.svg_xml import INKSCAPE, Element

MOST_VERTICES = 200_000
"""The maximum number of vertices of the outlines of a map."""


class OutlinesRefusedError(Exception):
    """A file whose outlines cannot be used: the message, a hint, and the line."""

    def __init__(self, message: str, hint: str | None = None, line: int = 1) -> None:
        super().__init__(message)
        self.message, self.hint, self.line = message, hint, line


class DrawnOutline(Struct, frozen=True):
    """One or more rings of a file with the names that they may have, the nearest first, the line, and the offset."""

    names: tuple[str, ...]
    shape: Shape
    line: int
    group: str = ""
    offset: int = 0


def with_drawn_outlines(area_map: AreaMap, source: OutlineSource, content: bytes, file: str) -> AreaMap:
    """Return the map with the outlines that the content of a file has for its areas.

    `file` is the name of the file in messages. Raises OutlinesRefusedError.
    """
    if not (area_map.width and area_map.height):
        raise OutlinesRefusedError("the map has no size", "give the map a size, such as size: 420 x 297")
    names = AreaNames(area.id for area in area_map.areas)
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        drawn = read_svg_outlines(content, source, area_map.width, area_map.height)
    else:
        drawn = read_geojson_outlines(content, source, area_map.width, area_map.height, names)
    if sum(len(ring) for outline in drawn for ring in outline.shape) > MOST_VERTICES:
        raise OutlinesRefusedError(f"its outlines have more than {MOST_VERTICES:,} points", "simplify them")
    found: dict[str, list[DrawnOutline]] = {}
    strays: list[DrawnOutline] = []
    for outline in drawn:
        name = names.find(outline.names)
        if name:
            found.setdefault(name, []).append(outline)
        else:
            strays.append(outline)
    groups = {outline.group for outlines in found.values() for outline in outlines}
    regions = {
        name: Region(
            name,
            outlines[0].shape if len(outlines) == 1 else union(*(each.shape for each in outlines)),
            Span(file, outlines[0].line, 1, outlines[0].line, 1),
        )
        for name, outlines in found.items()
    }
    named = {each.names[0]: each for each in reversed(strays) if each.group in groups or not found}
    unknown = tuple(StrayOutline(name, Span(file, it.line, 1, it.line, 1)) for name, it in reversed(named.items()))
    return area_map.with_outlines(regions, unknown)


class AreaNames:
    """The names of areas, found also where a drawing program changed them: `Mora_Bay` is `Mora Bay`."""

    def __init__(self, names: Iterable[str]) -> None:
        self._plain = {plain_name(name): name for name in reversed(list(names))}
        self._exact = frozenset(self._plain.values())

    def find(self, candidates: Iterable[str]) -> str | None:
        """Return the first of the names that is an area's, as the area writes it."""
        for name in candidates:
            found = name if name in self._exact else self._plain.get(plain_name(name))
            if found:
                return found
        return None


def plain_name(name: str) -> str:
    """Return the name without case and signs, and with the characters that Illustrator writes as codes."""
    decoded = re.sub(r"_x([0-9A-Fa-f]{2,4})_", lambda code: chr(int(code[1], 16)), name)
    return " ".join(re.split(r"[\s_\-–]+", decoded.casefold())).strip()


# SVG: closed paths that have a name, or are in a group with one.

_DEFINITIONS = frozenset(("defs", "symbol", "clipPath", "mask", "marker", "pattern", "style", "metadata"))
_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "polyline", "polygon"))
NAME_ATTRIBUTES = (f"{{{INKSCAPE}}}label", "data-name", "name", "aria-label")
"""Attributes with the name of an element, the best first: of Inkscape, of Illustrator, and of maps for web pages."""

_AUTOMATIC = re.compile(
    r"(path|rect|circle|ellipse|polygon|polyline|g|svg|layer|shape|vector|group|use|_)[-_]?\d[\d_\-]*|path|layer|g",
    re.IGNORECASE,
)
"""Ids that drawing programs give by themselves."""


def read_svg_outlines(content: bytes, source: OutlineSource, width: float, height: float) -> list[DrawnOutline]:
    """Return the named closed paths of a drawing that is stretched over a map of that size.

    Raises OutlinesRefusedError.
    """
    try:
        root = read_tree(content).root
        box = view_box(root.attributes.get("viewBox")) or stated_size(root.attributes)
        if box is None:
            raise OutlinesRefusedError("it does not say how large it is", "export it with a viewBox")
        onto = compose(scale(width / box.width, height / box.height), translate(-box.left, -box.top))
        walk = _SvgWalk(SvgFrame(box.width, box.height), source.layer.name if source.layer else None)
        walk.visit(root, onto, (), "", source.layer is None)
    except PictureRefused as refused:
        raise OutlinesRefusedError(refused.message, refused.hint) from None
    if source.layer and not walk.has_layer:
        hint = did_you_mean(source.layer.name, walk.layers) or (
            f"its layers are {listed(walk.layers, 'other layer')}" if walk.layers else None
        )
        raise OutlinesRefusedError(f"it has no layer '{source.layer.name}'", hint)
    return walk.found


class _SvgWalk:
    """Collects the outlines of a drawing; `layers` are the names of its groups."""

    def __init__(self, frame: SvgFrame, layer: str | None) -> None:
        self.frame, self.layer = frame, layer
        self.reader = ShapeReader(lambda _: None)
        self.found: list[DrawnOutline] = []
        self.layers: list[str] = []
        self.has_layer = False

    def visit(self, element: Element, matrix: Affine, above: tuple[str, ...], group: str, wanted: bool) -> None:
        """Add the outlines in an element; `above` are the names of the groups that it is in, the nearest first."""
        if element.name in _DEFINITIONS or "}" in element.name:
            return
        if element.own.get("display") == "none" and self.layer is None:
            return
        own = element.own.get("transform", element.attributes.get("transform", ""))
        matrix = compose(matrix, transform(own)) if own else matrix
        names = tuple(_names(element))
        if element.name in _SHAPES:
            if wanted and (names or above):
                self._add(element, matrix, (*names, *above), group)
            return
        if element.name in ("g", "a", "svg", "switch"):
            is_layer = element.attributes.get(f"{{{INKSCAPE}}}groupmode") == "layer"
            if names:
                self.layers.append(names[0])
            named = self.layer in names if self.layer else False
            self.has_layer |= named
            inner = () if is_layer or named or element.parent is None else (*names, *above)
            group = names[0] if is_layer and names else group or (names[0] if names and element.parent else "")
            for child in element.children:
                self.visit(child, matrix, inner, group, wanted or named)

    def _add(self, element: Element, matrix: Affine, names: tuple[str, ...], group: str) -> None:
        style = self.reader.around(element)
        outline = self.reader.outline(element, style, self.frame)
        if outline is None:
            return
        filled = style.get("fill", "black") != "none"
        rings = list(_rings(transformed(outline_commands(outline), matrix), filled))
        if rings:
            self.found.append(DrawnOutline(names, oriented(rings), element.line, group, element.offset))


def _names(element: Element) -> Iterator[str]:
    """Yield the names of an element: its label, its name, its title and its id, unless a program gave that."""
    for key in NAME_ATTRIBUTES:
        label = element.attributes.get(key, "").strip()
        if label and not _AUTOMATIC.fullmatch(label):
            yield label
    title = next((child for child in element.children if child.name == "title"), None)
    words = " ".join("".join(each for each in title.content if isinstance(each, str)).split()) if title else ""
    if words:
        yield words
    if element.id and not _AUTOMATIC.fullmatch(element.id):
        yield element.id


def _rings(commands: Iterable[Command], filled: bool) -> Iterator[Ring]:
    """Yield the closed parts of a path as rings; open parts count if the path is filled."""
    ring: list[Point] = []
    for command in (*commands, ("M", 0.0, 0.0)):
        if command[0] == "M" or command[0] == "Z":
            closed = command[0] == "Z" or (len(ring) > 2 and math.dist(ring[0], ring[-1]) < FLATNESS)
            if len(ring) > 2 and (closed or filled):
                yield tuple(ring)
            ring = [(command[1], command[2])] if command[0] == "M" else ring[:1]
        elif command[0] == "C":
            _, a, b, c, d, e, f = command
            ring += flattened(ring[-1], (a, b), (c, d), (e, f))
        else:
            ring.append((command[-2], command[-1]))


# GeoJSON: polygons with a name among their properties, projected and fitted into the map.


def read_geojson_outlines(
    content: bytes, source: OutlineSource, width: float, height: float, names: AreaNames
) -> list[DrawnOutline]:
    """Return the polygons of a file, fitted into a map of that size; those of areas decide the scale.

    Raises OutlinesRefusedError.
    """
    features = list(_features(_parsed(content)))
    outlines: list[tuple[str, Sequence[Sequence[Ring]]]] = []
    keys: dict[str, None] = {}
    for feature in features:
        properties = feature.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        keys.update(dict.fromkeys(str(key) for key in properties))
        name = properties.get(source.key, feature.get("id") if source.key == "id" else None)
        polygons = list(polygons_of(feature.get("geometry")))
        if isinstance(name, str | int) and not isinstance(name, bool) and polygons:
            outlines.append((str(name).strip(), polygons))
    if not outlines:
        known = f"its properties are {listed(list(keys), 'other')}" if keys else "export the areas with their names"
        hint = f"name one of them, such as name: {next(iter(keys))}; {known}" if keys else known
        raise OutlinesRefusedError(f"it has no polygons with a property '{source.key}'", hint)
    joined = frozenset[int]()
    if source.projection != "plain":
        whole, joined = unwrapped([polygons for _, polygons in outlines])
        outlines = [(name, it) for (name, _), it in zip(outlines, whole, strict=True)]
    project = _projection(source.projection)
    projected = [(name, [[_projected(ring, project) for ring in polygon] for polygon in it]) for name, it in outlines]
    used = [it for name, it in projected if names.find((name,))] or [it for _, it in projected]
    fit = _fitting([point for it in used for polygon in it for ring in polygon for point in ring], width, height)
    found = []
    for number, (name, polygons) in enumerate(projected):
        shapes = [oriented([tuple(map(fit, ring)) for ring in polygon]) for polygon in polygons]
        shape = shapes[0] if len(shapes) == 1 else tuple(ring for each in shapes for ring in each)
        shape = union(*shapes) if number in joined else shape
        found.append(DrawnOutline((name,), shape, 1))
    return found


def _parsed(content: bytes) -> Any:
    def refuse(word: str) -> Any:
        raise OutlinesRefusedError(f"it has the number {word}", "export it again")

    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=refuse)
    except UnicodeDecodeError:
        raise OutlinesRefusedError("it is not written in UTF-8", "save it as UTF-8") from None
    except json.JSONDecodeError as error:
        message = f"it is neither SVG nor JSON: line {error.lineno}, column {error.colno}"
        raise OutlinesRefusedError(message, "save it again as SVG or GeoJSON", error.lineno) from None
    except (RecursionError, ValueError):
        raise OutlinesRefusedError("it is nested too deeply, or has too long a number", "export it again") from None


def _features(root: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the features of a GeoJSON object. Raises OutlinesRefusedError for anything else."""
    kind = root.get("type") if isinstance(root, dict) else None
    if kind == "Topology":
        raise OutlinesRefusedError("it is TopoJSON, not GeoJSON", "convert it to GeoJSON, for example at mapshaper.org")
    if kind == "FeatureCollection" and isinstance(root.get("features"), list):
        yield from (each for each in root["features"] if isinstance(each, dict))
    elif kind == "Feature":
        yield root
    else:
        raise OutlinesRefusedError("it is no GeoJSON: it has no features", "export it as GeoJSON")


def polygons_of(geometry: Any, depth: int = 0) -> Iterator[list[Ring]]:
    """Yield the polygons of a geometry, each as its rings. Raises OutlinesRefusedError for broken coordinates."""
    if not isinstance(geometry, dict) or depth > 4:
        return
    coordinates = geometry.get("coordinates")
    match geometry.get("type"):
        case "Polygon":
            yield _polygon(coordinates)
        case "MultiPolygon" if isinstance(coordinates, list):
            yield from map(_polygon, coordinates)
        case "GeometryCollection" if isinstance(geometry.get("geometries"), list):
            for inner in geometry["geometries"]:
                yield from polygons_of(inner, depth + 1)


def _polygon(rings: Any) -> list[Ring]:
    try:
        found = [tuple((float(point[0]), float(point[1])) for point in ring) for ring in rings]
    except (TypeError, ValueError, IndexError, KeyError, OverflowError):
        raise OutlinesRefusedError("a polygon of it has broken coordinates", "export it again") from None
    if any(not abs(number) < 1e9 for ring in found for point in ring for number in point):
        raise OutlinesRefusedError("its coordinates are too large", "export it again")
    return [ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring for ring in found]


# The line of 180° of longitude, at which files cut areas.

AT_180 = 0.01
"""How far in degrees from 180° an area may be that was cut there."""


def unwrapped(features: Sequence[Sequence[Sequence[Ring]]]) -> tuple[list[list[list[Ring]]], frozenset[int]]:
    """Return polygons in longitudes such that areas that were cut at 180° are whole, and the numbers of these areas.

    A map that is empty elsewhere more than at 180° is cut there instead, and its middle becomes longitude 0. On a map
    of the whole world, the smaller side of each area that was cut is moved to the other.
    """
    spans = sorted(_span(ring) for polygons in features for polygon in polygons for ring in polygon[:1] if ring)
    same = [[list(polygon) for polygon in polygons] for polygons in features]
    if not spans or spans[0][0] < -180 - AT_180 or max(right for _, right in spans) > 180 + AT_180:
        return same, frozenset()
    cut = {number for number, polygons in enumerate(features) if all(_sides(polygons))}
    start, end = _widest_gap(spans)
    if start < end:
        middle = (end + 360 + start) / 2
        return [
            [
                [_moved(ring, -middle if _span(ring)[0] >= end else 360 - middle) for ring in polygon]
                for polygon in polygons
            ]
            for polygons in same
        ], frozenset(cut)
    for number in cut:
        east, west = _sides(features[number])
        by, moved = (-360.0, east) if sum(map(_extent, east)) < sum(map(_extent, west)) else (360.0, west)
        same[number] = [
            [_moved(ring, by) for ring in polygon] if any(polygon is each for each in moved) else list(polygon)
            for polygon in features[number]
        ]
    return same, frozenset(cut)


def _span(ring: Ring) -> tuple[float, float]:
    xs = [x for x, _ in ring]
    return min(xs), max(xs)


def _extent(polygon: Sequence[Ring]) -> float:
    return abs(signed_area(polygon[0]))


def _moved(ring: Ring, by: float) -> Ring:
    return tuple((x + by, y) for x, y in ring)


def _sides(polygons: Sequence[Sequence[Ring]]) -> tuple[list[Sequence[Ring]], list[Sequence[Ring]]]:
    """Return the polygons of an area that end at 180°, and those that begin there; one round the world does neither."""
    spans = [(polygon, _span(polygon[0])) for polygon in polygons if polygon and polygon[0]]
    east = [polygon for polygon, (left, right) in spans if right > 180 - AT_180 and left > -180 + AT_180]
    west = [polygon for polygon, (left, right) in spans if left < -180 + AT_180 and right < 180 - AT_180]
    return east, west


def _widest_gap(spans: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the longitudes between which nothing is; (0, 0) if no gap is wider than that at 180°."""
    reached, best = spans[0][1], (0.0, 0.0)
    for left, right in spans[1:]:
        if left - reached > best[1] - best[0]:
            best = reached, left
        reached = max(reached, right)
    return best if best[1] - best[0] > 360 - (reached - spans[0][0]) else (0.0, 0.0)


# Projections, from longitudes and latitudes in degrees to a plane with y downwards.

_FARTHEST_NORTH = 85.0
"""The latitude beyond which the Mercator projection is cut off."""


def _projection(name: Projection) -> Callable[[Point], Point]:
    match name:
        case "plain":
            return lambda point: (point[0], -point[1])
        case "mercator":
            return _mercator
        case "equal-area":
            return _equal_earth


def _projected(ring: Ring, project: Callable[[Point], Point]) -> Ring:
    return tuple(map(project, ring))


def _degrees(point: Point) -> Point:
    longitude, latitude = point
    if abs(longitude) > 540 or abs(latitude) > 90.001:
        message = "its coordinates are no longitudes and latitudes"
        raise OutlinesRefusedError(message, "they are projected already: write projection: plain")
    return longitude, latitude


def _mercator(point: Point) -> Point:
    longitude, latitude = _degrees(point)
    latitude = max(-_FARTHEST_NORTH, min(latitude, _FARTHEST_NORTH))
    return math.radians(longitude), -math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))


def _equal_earth(point: Point) -> Point:
    """Return the point in the projection Equal Earth (Šavrič, Patterson and Jenny, 2018)."""
    longitude, latitude = map(math.radians, _degrees(point))
    theta = math.asin(max(-1.0, min(1.0, math.sqrt(3) / 2 * math.sin(latitude))))
    square = theta * theta
    sixth = square**3
    x = 2 * math.sqrt(3) * longitude * math.cos(theta)
    x /= 3 * (9 * 0.003796 * sixth * square + 7 * 0.000893 * sixth + 3 * -0.081106 * square + 1.340264)
    y = theta * (1.340264 - 0.081106 * square + sixth * (0.000893 + 0.003796 * square))
    return x, -y


def _fitting(points: Sequence[Point], width: float, height: float) -> Callable[[Point], Point]:
    """Return the transform that fits the points into a box of that size, in its middle, undistorted."""
    if len(points) > MOST_VERTICES:
        raise OutlinesRefusedError(f"its outlines have more than {MOST_VERTICES:,} points", "simplify them")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, across, down = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    if not (across > 0 and down > 0):
        raise OutlinesRefusedError("its polygons have no area", "export it again")
    size = min(width / across, height / down)
    x0, y0 = (width - size * across) / 2 - size * left, (height - size * down) / 2 - size * top
    return lambda point: (round(x0 + size * point[0], 4), round(y0 + size * point[1], 4))
