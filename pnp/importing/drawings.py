"""Area maps from SVG and GeoJSON: named closed paths and polygons become outlines of areas, others networks.

The drawing stays the source of the outlines: it is written next to the document, which names it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.polygons import area
from pnp.geometry.tracks import NearestPoint
from pnp.importing.drafts import (
    LONGEST_NAME,
    MOST_AREAS,
    DocumentPart,
    Imported,
    ImportRefused,
    Losses,
    Names,
    clean,
    counted_parts,
    document,
    entries,
    grouping_property,
    limited,
    naming_property,
    number,
    outlined_map,
    road_line,
)
from pnp.importing.networks import (
    MOST_ROADS,
    AreaEntry,
    NetworkDraft,
    Point,
    RoadEntry,
    network_document,
)
from pnp.loader.outline_files import (
    NAME_ATTRIBUTES,
    DrawnOutline,
    OutlinesRefusedError,
    plain_name,
    polygons_of,
    read_svg_outlines,
    unwrapped,
)
from pnp.model.maps.outlines import OutlineSource
from pnp.model.reference import Ref
from pnp.scene.bitmaps import PictureRefused
from pnp.scene.items import Affine, compose, scale, translate
from pnp.scene.paths import outline_commands, transformed
from pnp.scene.svg_shapes import ShapeReader, SvgFrame
from pnp.scene.svg_tree import read_tree
from pnp.scene.svg_values import ViewBox, length, transform, view_box
from pnp.scene.svg_xml import INKSCAPE, Element

LONGEST, SHORTEST = 400.0, 60.0
"""Longest and shortest longer side of an imported map in millimetres; drawings that differ are scaled."""

USUAL = 270.0
"""The longer side of a map whose drawing does not say how large it is."""

REACH = 3.0
"""Distance from the end of a line to the rim of its circle, or from a text to its circle, in radii."""

HIDDEN = frozenset(("defs", "symbol", "clipPath", "mask", "marker", "pattern", "style", "metadata"))
PX = 25.4 / 96


def import_svg(content: bytes, file: str, name: str, schema: str | None) -> Imported:
    """Return the area map of a drawing. Raises ImportRefused."""
    try:
        root = read_tree(content).root
        box, size = _sizes(root)
        outlines = read_svg_outlines(content, OutlineSource(Span(file)), *size)
        drawing = _Drawing(root, box, size)
    except (PictureRefused, OutlinesRefusedError) as refused:
        raise ImportRefused(refused.message, refused.hint or "save it again as SVG") from None
    losses = drawing.losses
    circles = {mark.offset for mark in drawing.circles}
    drawn = [each for each in outlines if each.offset not in circles]
    hidden = _hidden_layer(root, content, file, size, len(drawn))
    drawn = hidden or drawn
    if not drawn:
        return drawing.network(name, file, schema)
    drawn_in = [each.group for each in drawn]
    layer = max(dict.fromkeys(drawn_in), key=drawn_in.count)  # that with most outlines, the first of several
    least = min(area(each.shape) for each in drawn if each.group == layer)
    named = {each.names[0] for each in drawn}
    for each in outlines if not hidden else ():
        if each.offset in circles and each.group == layer and (each.names[0] in named or area(each.shape) >= least):
            drawn.append(each)  # an area may be round; a smaller circle is a town on one
    known = {each.offset for each in (*drawn, *outlines) if each.offset not in circles or each in drawn}
    areas = _named_areas(drawn, layer, losses)
    for what, marks in (
        ("closed shapes without a name", drawing.closed),
        ("circles", drawing.circles),
        ("texts", drawing.texts),
        ("lines", drawing.lines),
    ):
        for mark in marks:
            if mark.offset not in known:
                losses.add(what, f"'{mark.name}'" if mark.name else f"line {mark.line}")
    groups = [clean(each.attributes.get(f"{{{INKSCAPE}}}label")) or each.id for each in root.walk() if each.name == "g"]
    other = bool(hidden) or (len({each.group for each in drawn}) > 1 and groups.count(layer) == 1)
    parts = outlined_map(name, areas, {"file": file, **({"layer": layer} if other and layer else {})}, size)
    lost = losses.lines()
    source = f"Imported from {file}, which stays the source of the outlines."
    text = document("area-map", parts, source, schema, lost)
    return Imported(name, "area-map", text, counted_parts(((len(areas), "area"),)), lost, {file: content})


def _named_areas(drawn: Sequence[DrawnOutline], layer: str, losses: Losses) -> dict[str, dict[str, Any]]:
    """Return the areas of the outlines of a layer, which is all that is known of them."""
    names, areas = Names(losses), dict[str, dict[str, Any]]()
    for each in drawn:
        text = clean(each.names[0])
        text = text if " " in text else text.replace("_", " ").strip() or text  # ids have no blanks
        if each.group != layer:
            losses.add("shapes of other layers", f"'{text}'")
        elif plain_name(names.give(plain_name(text), text, " ")) != plain_name(each.names[0]):
            losses.add("shapes whose name is no name of a place", f"line {each.line}")
        else:
            areas[names.give(plain_name(text), text, " ")] = {}
    return areas


MOST_HIDDEN = 12
"""Hidden layers that are looked through for outlines."""


def _hidden_layer(root: Element, content: bytes, file: str, size: Point, most: int) -> list[DrawnOutline]:
    """Return the outlines of the hidden layer with most of them, if that are more than the drawing shows.

    Drawings of maps often have the outlines for programs in such a layer.
    """
    best: list[DrawnOutline] = []
    hidden = [each for each in root.walk() if each.name == "g" and each.own.get("display") == "none"]
    for each in hidden[:MOST_HIDDEN]:
        label = clean(each.attributes.get(f"{{{INKSCAPE}}}label")) or each.id
        if label:
            span = Span(file)
            found = read_svg_outlines(content, OutlineSource(span, layer=Ref(label, span)), *size)
            if len(found) > max(len(best), most):
                best = [replace(outline, group=label) for outline in found]
    return best


def _sizes(root: Element) -> tuple[ViewBox, Point]:
    """Return the box of a drawing, and the size in millimetres of its map: its own if that is the size of a board."""
    sides = [root.attributes.get(key, "") for key in ("width", "height")]
    across, down = (length(side, 0.0) if side and "%" not in side else 0.0 for side in sides)
    box = view_box(root.attributes.get("viewBox")) or ViewBox(0.0, 0.0, across, down)
    if not (box.width > 0 and box.height > 0):
        raise ImportRefused("it does not say how large it is", "export it with a viewBox")
    ratio = box.height / box.width
    if not 0.02 < ratio < 50:
        raise ImportRefused("it is much longer than wide", "crop the drawing to the map")
    longer = across * PX * max(1.0, ratio)
    longer = min(max(longer, SHORTEST), LONGEST) if longer else USUAL
    wide = longer / max(1.0, ratio)
    return box, (float(round(wide)), float(round(wide * ratio)))


class DrawnMark(Struct):
    """A circle, a shape, a text or a line: its points in millimetres, name, line and offset in the file, and radius."""

    points: tuple[Point, ...]
    name: str
    line: int
    offset: int
    radius: float = 0.0


class _Drawing:
    """The circles, texts, closed shapes and open lines of a drawing; what is hidden is left out."""

    def __init__(self, root: Element, box: ViewBox, size: Point) -> None:
        self.size, self.losses = size, Losses()
        self.circles: list[DrawnMark] = []
        self.texts: list[DrawnMark] = []
        self.lines: list[DrawnMark] = []
        self.closed: list[DrawnMark] = []
        self._reader, self._frame = ShapeReader(lambda _: None), SvgFrame(box.width, box.height)
        onto = compose(scale(size[0] / box.width, size[1] / box.height), translate(-box.left, -box.top))
        self._visit(root, onto)

    def _visit(self, element: Element, matrix: Affine) -> None:
        if element.name in HIDDEN or "}" in element.name or element.own.get("display") == "none":
            return
        own = element.own.get("transform", element.attributes.get("transform", ""))
        matrix = compose(matrix, transform(own)) if own else matrix
        if element.name in ("circle", "ellipse", "line", "polyline", "polygon", "path"):
            self._add_shape(element, matrix)
        elif element.name == "text":
            self._add_text(element, matrix)
        elif element.name in ("image", "use"):
            self.losses.add("pictures" if element.name == "image" else "clones", f"line {element.line}")
        else:
            for child in element.children:
                self._visit(child, matrix)

    def _add_shape(self, element: Element, matrix: Affine) -> None:
        outline = self._reader.outline(element, self._reader.around(element), self._frame)
        commands = transformed(outline_commands(outline), matrix) if outline else ()
        points = tuple((float(each[-2]), float(each[-1])) for each in commands if len(each) > 2)
        if not points:
            return
        xs, ys = [x for x, _ in points], [y for _, y in points]
        name = _given_name(element)
        if element.name in ("circle", "ellipse"):
            centre = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            self.circles.append(DrawnMark((centre,), name, element.line, element.offset, (max(xs) - min(xs)) / 2))
        elif any(each[0] == "Z" for each in commands):
            self.closed.append(DrawnMark(points, "", element.line, element.offset))
        else:
            self.lines.append(DrawnMark(points, name, element.line, element.offset))

    def _add_text(self, element: Element, matrix: Affine) -> None:
        words = clean(" ".join(part for each in element.walk() for part in each.content if isinstance(part, str)))
        spots = (each.attributes for each in element.walk() if "x" in each.attributes and "y" in each.attributes)
        spot = next(spots, {"x": "0", "y": "0"})
        x, y = (number((spot[key].split() or ["0"])[0].rstrip("px m")) for key in ("x", "y"))
        if words and x is not None and y is not None:
            a, b, c, d, e, f = matrix
            self.texts.append(DrawnMark(((a * x + c * y + e, b * x + d * y + f),), words, element.line, element.offset))

    # A drawing of circles and lines: areas and roads.

    def network(self, name: str, file: str, schema: str | None) -> Imported:
        """Return the map of the circles and the lines between them. Raises ImportRefused if there is no circle."""
        limited(self.circles, MOST_AREAS, "circles")
        limited(self.lines, MOST_ROADS, "lines")
        self._name_circles()
        names = Names(self.losses)
        areas: dict[str, dict[str, Any]] = {}
        given: list[str] = []
        for number_, circle in enumerate(self.circles, 1):
            given.append(names.give(number_, circle.name, f"Area {number_}"))
            areas[given[-1]] = {"at": [float(round(each, 1)) for each in circle.points[0]]}
        if not areas:
            raise ImportRefused(
                "it has no closed shape or circle with a name", "name the shapes: in Inkscape, Object properties, Label"
            )
        roads = []
        centres = NearestPoint([each.points[0] for each in self.circles])
        for line in self.lines:
            ends = [self._nearest(point, centres) for point in (line.points[0], line.points[-1])]
            if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
                self.losses.add("lines that do not join two circles", f"line {line.line}")
                continue
            via = [[float(round(each, 1)) for each in point] for point in line.points[1:-1]]
            more = {**({"name": line.name} if line.name else {}), **({"via": via} if via else {})}
            roads.append(f"- {road_line(given[ends[0]], given[ends[1]], False, more)}")
        parts = (
            DocumentPart("name", name),
            DocumentPart("size", f"{self.size[0]:g} x {self.size[1]:g}"),
            DocumentPart("areas", lines=tuple(entries(areas))),
            DocumentPart("roads", lines=tuple(roads)),
        )
        lost = self.losses.lines()
        text = document("area-map", parts, f"Imported from {file}.", schema, lost)
        return Imported(name, "area-map", text, counted_parts(((len(areas), "area"), (len(roads), "road"))), lost)

    def _name_circles(self) -> None:
        """Name each circle without a name after the nearest text, each text for one circle."""
        free = [circle for circle in self.circles if not circle.name]
        pairs = sorted(
            (math.dist(circle.points[0], text.points[0]), at, number_)
            for at, circle in enumerate(free)
            for number_, text in enumerate(self.texts[: 2_000_000 // max(1, len(free))])
            if math.dist(circle.points[0], text.points[0]) < REACH * circle.radius + 6
        )
        used: set[int] = set()
        for _, at, number_ in pairs:
            if not free[at].name and number_ not in used:
                free[at].name = self.texts[number_].name
                used.add(number_)
        for number_, text in enumerate(self.texts):
            if number_ not in used:
                self.losses.add("texts", f"'{text.name[:40]}'")

    def _nearest(self, point: Point, centres: NearestPoint) -> int | None:
        """Return the number of the circle in which a line ends, or near whose rim."""
        found = _searched(centres, point)
        return found[1] if found and found[0] <= self.circles[found[1]].radius * REACH + 1 else None


def _given_name(element: Element) -> str:
    """Return the label or title that a person gave to an element; an empty text if only a program did."""
    title = next((each for each in element.children if each.name == "title"), None)
    words = "".join(each for each in title.content if isinstance(each, str)) if title else ""
    labels = (clean(element.attributes.get(key, "")) for key in NAME_ATTRIBUTES)
    label = next(filter(None, labels), "") or clean(words) or clean(element.id)
    automatic = label.rstrip("0123456789-_.").casefold() in ("", "circle", "ellipse", "path", "line", "polyline", "g")
    return "" if automatic else label


# GeoJSON: polygons with a name are areas with outlines; without any, points are areas and lines are roads.

LONGER = 380.0
"""The longer side of an imported map in millimetres."""

WORLD = 40.0
"""Degrees of longitude or latitude above which a map is drawn with equal areas, below with true angles."""

MOST_SEARCHED = 3_000_000
"""Maximum number of points that are looked at to find those at which lines end."""

NEAR = 0.03
"""Distance from the end of a line to its point, in shares of the longer side of the map."""


def import_geojson(value: Mapping[str, Any], content: bytes, file: str, name: str, schema: str | None) -> Imported:
    """Return the area map of a GeoJSON file. Raises ImportRefused."""
    features = [each for each in value["features"] if isinstance(each, dict)]
    losses = Losses()
    polygons = [each for each in features if _kind(each).endswith("Polygon")]
    if not polygons:
        return _network(features, file, name, schema, losses)
    rows = list(map(_properties, polygons))
    key, group = naming_property(rows), grouping_property(rows)
    names, areas = Names(losses), dict[str, dict[str, Any]]()
    for at, feature in enumerate(features, 1):
        text = clean(_properties(feature).get(key)) or clean(feature.get("id") if key == "id" else None)
        if not _kind(feature).endswith("Polygon"):
            what = {"Point": "points", "LineString": "lines"}.get(_kind(feature), "features without polygons")
            losses.add(what, f"'{text}'" if text else f"feature {at}")
        elif not text:
            losses.add(f"polygons without a {key}", f"feature {at}")
        elif plain_name(names.give(plain_name(text), text, " ")) != plain_name(text):
            losses.add("polygons whose name is no name of a place", f"feature {at}")
        else:
            district = clean(_properties(feature).get(group))[:LONGEST_NAME].strip()
            areas[names.give(plain_name(text), text, " ")] = {"in": district} if district else {}
    left, top, right, bottom = _bounds(polygons)
    projection = "plain"
    if max(-left, right) <= 181 and max(-top, bottom) <= 90.1:
        try:
            whole, _ = unwrapped([list(polygons_of(each.get("geometry"))) for each in polygons])
        except OutlinesRefusedError as refused:
            raise ImportRefused(refused.message, refused.hint or "export it again") from None
        points = [point for it in whole for polygon in it for ring in polygon for point in ring]
        left, right = (min(x for x, _ in points), max(x for x, _ in points)) if points else (left, right)
        projection = "equal-area" if max(right - left, bottom - top) > WORLD else "mercator"
    source = {"file": file, "name": key} | ({} if projection == "plain" else {"projection": projection})
    districts: dict[str, dict[str, Any]] = {each["in"]: {} for each in areas.values() if "in" in each}
    more = [DocumentPart("districts", lines=tuple(entries(districts)))]
    parts = outlined_map(name, areas, source, _size(left, top, right, bottom, projection), more)
    lost = losses.lines()
    text = document("area-map", parts, f"Imported from {file}, which stays the source of the outlines.", schema, lost)
    return Imported(name, "area-map", text, counted_parts(((len(areas), "area"),)), lost, {file: content})


def _kind(feature: Mapping[str, Any]) -> str:
    """Return the type of the geometry of a feature; a collection with a polygon is read as its polygons."""
    geometry = feature.get("geometry")
    inner = geometry.get("geometries") if isinstance(geometry, dict) else None
    if isinstance(inner, list) and any(_kind({"geometry": each}).endswith("Polygon") for each in inner[:1000]):
        return "MultiPolygon"
    return clean(geometry.get("type")) if isinstance(geometry, dict) else ""


def _properties(feature: Mapping[str, Any]) -> Mapping[str, Any]:
    found = feature.get("properties")
    return found if isinstance(found, dict) else {}


def _positions(value: Any, depth: int = 0) -> Iterator[Point]:
    """Yield all positions in coordinates, however deep. Raises ImportRefused for what is none."""
    if not isinstance(value, list) or depth > 5:
        raise ImportRefused("a feature of it has broken coordinates", "export it again")
    if value and not isinstance(value[0], list):
        x, y = (number(each) for each in value[:2]) if len(value) > 1 else (None, None)
        if x is None or y is None:
            raise ImportRefused("a feature of it has broken coordinates", "export it again")
        yield x, y
        return
    for each in value:
        yield from _positions(each, depth + 1)


def _bounds(features: Sequence[Mapping[str, Any]]) -> tuple[float, float, float, float]:
    """Return the least and greatest coordinates: left, bottom, right, top. Raises ImportRefused."""
    shapes = [each["geometry"] for each in features]
    for each in shapes:  # those of collections follow
        shapes += [inner for inner in each.get("geometries", ())[:1000] if isinstance(inner, dict)]
    points = [point for each in shapes for point in _positions(each.get("coordinates", []))]
    if not points:
        raise ImportRefused("its features have no coordinates", "export it again")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _size(left: float, bottom: float, right: float, top: float, projection: str) -> Point:
    """Return the size in millimetres of a map with these bounds, in proportion as far as that is easily known."""
    wide, high = right - left, top - bottom
    if projection == "mercator":
        below, above = (math.asinh(math.tan(math.radians(max(-85.0, min(each, 85.0))))) for each in (bottom, top))
        high = math.degrees(above - below)
    elif projection == "equal-area":
        widest = 0.0 if bottom <= 0 <= top else min(abs(bottom), abs(top))
        wide *= math.cos(math.radians(widest)) * 0.87 + 0.09
    ratio = min(max(high / wide if wide else 1.0, 0.2), 5.0)
    across = LONGER / max(1.0, ratio)
    return float(round(across)), float(round(across * ratio))


def _network(
    features: Sequence[Mapping[str, Any]], file: str, name: str, schema: str | None, losses: Losses
) -> Imported:
    """Return the map of points and of the lines between them."""
    points = [each for each in features if _kind(each) == "Point"]
    if not points:
        raise ImportRefused("it has no polygons or points", "export areas as polygons, or places as points")
    key = naming_property([*map(_properties, points)]) if any(map(_properties, points)) else "name"
    left, bottom, right, top = _bounds(points)
    names, network, near = Names(losses), NetworkDraft(), NEAR * max(right - left, top - bottom)
    where: list[tuple[Point, str]] = []
    for at, feature in enumerate(points, 1):
        x, y = next(_positions(feature["geometry"]["coordinates"]))
        given = names.give(at, _properties(feature).get(key), f"Area {at}")
        network.areas[given] = AreaEntry(None, (x, -y))
        where.append(((x, y), given))
    spots = dict(where)
    centres = NearestPoint(tuple(spots))
    for at, feature in enumerate(features, 1):
        if _kind(feature) in ("LineString", "MultiLineString"):
            said = _properties(feature)
            more = {key: word for key in ("name", "kind") if (word := clean(said.get(key))[:80].strip())}
            for line in _lines(feature):
                found = list(_roads(line, spots, centres, near, more))
                network.links += found
                if not found:
                    losses.add("lines that do not join two points", f"feature {at}")
        elif _kind(feature) != "Point":
            losses.add("features that are no points or lines", f"feature {at}")
    return network_document(network, name, f"Imported from {file}.", schema, losses)


def _lines(feature: Mapping[str, Any]) -> Iterator[list[Point]]:
    """Yield the lines of a feature. Raises ImportRefused for broken coordinates."""
    coordinates = feature["geometry"].get("coordinates")
    several = _kind(feature) == "MultiLineString" and isinstance(coordinates, list)
    yield from (list(_positions(each)) for each in (coordinates if several else (coordinates,)))


def _roads(
    line: Sequence[Point], spots: Mapping[Point, str], centres: NearestPoint, near: float, more: Mapping[str, str]
) -> Iterator[RoadEntry]:
    """Yield the roads along a line, from each point of the file at which it ends or bends to the next.

    Its ends may be a little off their points; bends are on them. Bends between two points are bends of the road.
    """
    start: str | None = None
    via: list[Point] = []
    for number_, corner in enumerate(line):
        reached = spots.get(corner)
        if reached is None and number_ in (0, len(line) - 1):
            found = _searched(centres, corner)
            reached = spots[centres.points[found[1]]] if found and found[0] <= near else None
        if reached is None:
            via.append((corner[0], -corner[1]))
            continue
        if start is not None and start != reached:
            yield RoadEntry(start, reached, more=more, via=tuple(via))
        start, via = reached, []


def _searched(centres: NearestPoint, point: Point) -> tuple[float, int] | None:
    """Return the distance and the number of the nearest centre. Raises ImportRefused past `MOST_SEARCHED` steps."""
    if centres.steps > MOST_SEARCHED:
        raise ImportRefused("too many of its points are as near to the ends of lines as others", "divide it")
    return centres.find(point)
