"""Area maps from GeoJSON: polygons with a name become outlines of areas; without any, points are areas and lines roads.

The file stays the source of the outlines: it is written next to the document, which names it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.importing.drafts import Imported, ImportRefused, Losses, Names, clean, counted_parts, document, number
from pnp.importing.drawings import outlined_map
from pnp.importing.networks import AreaEntry, NetworkDraft, Point, RoadEntry, network_document
from pnp.loader.outline_files import plain_name

NAMES = ("name", "NAME", "Name", "name_en", "NAME_EN", "fullName", "title", "ADMIN", "admin", "label", "id", "ISO_A3")
"""Properties that name an area, the best first."""

LONGER = 380.0
"""The longer side of an imported map in millimetres."""

WORLD = 40.0
"""Degrees of longitude or latitude above which a map is drawn with equal areas, below with true angles."""

NEAR = 0.03
"""Distance from the end of a line to its point, in shares of the longer side of the map."""


def import_geojson(value: Mapping[str, Any], content: bytes, file: str, name: str, schema: str | None) -> Imported:
    """Return the area map of a GeoJSON file. Raises ImportRefused."""
    features = [each for each in value["features"] if isinstance(each, dict)]
    losses = Losses()
    polygons = [each for each in features if _kind(each).endswith("Polygon")]
    if not polygons:
        return _network(features, file, name, schema, losses)
    key = _naming_property(polygons)
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
            areas[names.give(plain_name(text), text, " ")] = {}
    left, top, right, bottom = _bounds(polygons)
    projection = "plain"
    if max(-left, right) <= 181 and max(-top, bottom) <= 90.1:
        projection = "equal-area" if max(right - left, bottom - top) > WORLD else "mercator"
    source = {"file": file, "name": key} | ({} if projection == "plain" else {"projection": projection})
    parts = outlined_map(name, areas, source, _size(left, top, right, bottom, projection))
    lost = losses.lines()
    text = document("area-map", parts, f"Imported from {file}, which stays the source of the outlines.", schema, lost)
    return Imported(name, "area-map", text, counted_parts(((len(areas), "area"),)), lost, {file: content})


def geojson_text(outlines: Mapping[str, Sequence[Sequence[Sequence[Point]]]]) -> bytes:
    """Return a GeoJSON file with a polygon or several for each name: rings, the first the outer one, y upwards."""
    features = (
        json.dumps(
            {
                "type": "Feature",
                "properties": {"name": name},
                "geometry": {
                    "type": "MultiPolygon",
                    "coordinates": [[[*ring, ring[0]] for ring in each] for each in polygons],
                },
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for name, polygons in outlines.items()
    )
    return ('{"type": "FeatureCollection", "features": [\n' + ",\n".join(features) + "\n]}\n").encode()


def _kind(feature: Mapping[str, Any]) -> str:
    geometry = feature.get("geometry")
    return clean(geometry.get("type")) if isinstance(geometry, dict) else ""


def _properties(feature: Mapping[str, Any]) -> Mapping[str, Any]:
    found = feature.get("properties")
    return found if isinstance(found, dict) else {}


def _naming_property(polygons: Sequence[Mapping[str, Any]]) -> str:
    """Return the property with the most names, a usual one if it has nearly as many. Raises ImportRefused."""
    keys = dict.fromkeys((*NAMES, *(str(key) for each in polygons[:1000] for key in _properties(each))))
    counts = {key: len({clean(_properties(each).get(key)) for each in polygons} - {""}) for key in keys}
    best = max(counts.values(), default=0)
    if not best:
        hint = "give each polygon a property 'name'; Azgaar's full JSON has the names that its GeoJSON lacks"
        raise ImportRefused("its polygons have no names", hint)
    usual = next((key for key in NAMES if counts[key] > 0.9 * best), None)
    return usual or next(key for key in keys if counts[key] == best)


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
    points = [point for each in features for point in _positions(each["geometry"].get("coordinates"))]
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
    key = _naming_property(points) if any(_properties(each) for each in points) else "name"
    left, bottom, right, top = _bounds(points)
    names, network, near = Names(losses), NetworkDraft(), NEAR * max(right - left, top - bottom)
    where: list[tuple[Point, str]] = []
    for at, feature in enumerate(points, 1):
        x, y = next(_positions(feature["geometry"]["coordinates"]))
        given = names.give(at, _properties(feature).get(key), f"Area {at}")
        network.areas[given] = AreaEntry(None, (x, -y))
        where.append(((x, y), given))
    for at, feature in enumerate(features, 1):
        if _kind(feature) == "LineString":
            line = list(_positions(feature["geometry"].get("coordinates")))
            ends = (
                [min((math.dist(end, spot), given) for spot, given in where) for end in (line[0], line[-1])]
                if line
                else []
            )
            if len(ends) < 2 or ends[0][1] == ends[1][1] or max(each[0] for each in ends) > near:
                losses.add("lines that do not join two points", f"feature {at}")
                continue
            label = clean(_properties(feature).get("name"))[:80].strip()
            network.links.append(RoadEntry(ends[0][1], ends[1][1], more={"name": label} if label else {}))
        elif _kind(feature) != "Point":
            losses.add("features that are no points or lines", f"feature {at}")
    return network_document(network, name, f"Imported from {file}.", schema, losses)
