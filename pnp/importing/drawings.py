"""Area maps from SVG: named closed paths become outlines of areas; in a drawing without any, circles are areas.

The drawing stays the source of the outlines: it is written next to the document, which names it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.importing.drafts import (
    DocumentPart,
    Imported,
    ImportRefused,
    Losses,
    Names,
    clean,
    counted_parts,
    document,
    entries,
    limited,
    number,
    road_line,
)
from pnp.importing.networks import MOST_AREAS, MOST_ROADS, Point
from pnp.loader.outline_files import DrawnOutline, OutlinesRefusedError, plain_name, read_svg_outlines
from pnp.model.maps.outlines import OutlineSource
from pnp.model.reference import Ref
from pnp.scene.bitmaps import PictureRefused
from pnp.scene.items import Affine, compose, scale, translate
from pnp.scene.paths import outline_commands, transformed
from pnp.scene.svg_shapes import ShapeReader, SvgFrame
from pnp.scene.svg_tree import INKSCAPE, Element, read_tree
from pnp.scene.svg_values import ViewBox, length, transform, view_box

LONGEST, SHORTEST = 400.0, 60.0
"""Longest and shortest longer side of an imported map in millimetres; drawings that differ are scaled."""

USUAL = 270.0
"""The longer side of a map whose drawing does not say how large it is."""

REACH = 3.0
"""Distance from the end of a line to the rim of its circle, or from a text to its circle, in radii."""

HIDDEN = frozenset(("defs", "symbol", "clipPath", "mask", "marker", "pattern", "style", "metadata"))
PX = 25.4 / 96


def outlined_map(
    name: str,
    areas: Mapping[str, Mapping[str, Any]],
    source: Mapping[str, str],
    size: Point,
    more: Sequence[DocumentPart] = (),
) -> tuple[DocumentPart, ...]:
    """Return the parts of an area map whose outlines are in a file. Raises ImportRefused if it has too many areas."""
    if not areas:
        raise ImportRefused(
            "it has no area with a name", "name the closed shapes: in Inkscape, Object properties, Label"
        )
    limited(areas, MOST_AREAS, "areas")
    return (
        DocumentPart("name", name),
        DocumentPart("size", f"{size[0]:g} x {size[1]:g}"),
        DocumentPart("outlines", source["file"] if len(source) == 1 else source),
        DocumentPart("adjacency", "drawn", comment="a common border is a road; straits are listed under roads"),
        *more,
        DocumentPart("areas", lines=tuple(entries(areas))),
    )


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
    circles = {plain_name(mark.name) for mark in drawing.circles if mark.name}
    drawn = [each for each in outlines if plain_name(each.names[0]) not in circles]
    hidden = _hidden_layer(root, content, file, size, len(drawn))
    drawn = hidden or drawn
    if not drawn:
        return drawing.network(name, file, schema)
    layer, names, areas = _largest_group(drawn), Names(losses), dict[str, dict[str, Any]]()
    for each in drawn:
        text = clean(each.names[0])
        if each.group != layer:
            losses.add("shapes of other layers", f"'{text}'")
        elif plain_name(names.give(plain_name(text), text, " ")) != plain_name(each.names[0]):
            losses.add("shapes whose name is no name of a place", f"line {each.line}")
        else:
            areas[names.give(plain_name(text), text, " ")] = {}
    for what, marks in (("circles", drawing.circles), ("texts", drawing.texts), ("lines", drawing.lines)):
        for mark in marks:
            losses.add(what, f"'{mark.name}'" if mark.name else f"line {mark.line}")
    groups = [clean(each.attributes.get(f"{{{INKSCAPE}}}label")) or each.id for each in root.walk() if each.name == "g"]
    other = bool(hidden) or (len({each.group for each in drawn}) > 1 and groups.count(layer) == 1)
    parts = outlined_map(name, areas, {"file": file, **({"layer": layer} if other else {})}, size)
    lost = losses.lines()
    source = f"Imported from {file}, which stays the source of the outlines."
    text = document("area-map", parts, source, schema, lost)
    return Imported(name, "area-map", text, counted_parts(((len(areas), "area"),)), lost, {file: content})


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


def _largest_group(drawn: Sequence[DrawnOutline]) -> str:
    """Return the group with most of the outlines, the first of several."""
    groups = [each.group for each in drawn]
    return max(dict.fromkeys(groups), key=groups.count)


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
    """A circle, a text or an open line: its points in millimetres, its name, its line in the file and its radius."""

    points: tuple[Point, ...]
    name: str
    line: int
    radius: float = 0.0


class _Drawing:
    """The circles, texts and open lines of a drawing; what is hidden is left out."""

    def __init__(self, root: Element, box: ViewBox, size: Point) -> None:
        self.size, self.losses = size, Losses()
        self.circles: list[DrawnMark] = []
        self.texts: list[DrawnMark] = []
        self.lines: list[DrawnMark] = []
        self._reader, self._frame = ShapeReader(lambda _: None), SvgFrame(box.width, box.height)
        onto = compose(scale(size[0] / box.width, size[1] / box.height), translate(-box.left, -box.top))
        self._visit(root, onto)

    def _visit(self, element: Element, matrix: Affine) -> None:
        if element.name in HIDDEN or "}" in element.name or element.own.get("display") == "none":
            return
        own = element.own.get("transform", element.attributes.get("transform", ""))
        matrix = compose(matrix, transform(own)) if own else matrix
        if element.name in ("circle", "ellipse", "line", "polyline", "path"):
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
            self.circles.append(DrawnMark((centre,), name, element.line, (max(xs) - min(xs)) / 2))
        elif not any(each[0] == "Z" for each in commands):
            self.lines.append(DrawnMark(points, name, element.line))

    def _add_text(self, element: Element, matrix: Affine) -> None:
        words = clean(" ".join(part for each in element.walk() for part in each.content if isinstance(part, str)))
        spots = (each.attributes for each in element.walk() if "x" in each.attributes and "y" in each.attributes)
        spot = next(spots, {"x": "0", "y": "0"})
        x, y = (number((spot[key].split() or ["0"])[0].rstrip("px m")) for key in ("x", "y"))
        if words and x is not None and y is not None:
            a, b, c, d, e, f = matrix
            self.texts.append(DrawnMark(((a * x + c * y + e, b * x + d * y + f),), words, element.line))

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
        for line in self.lines:
            ends = [self._nearest(point) for point in (line.points[0], line.points[-1])]
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

    def _nearest(self, point: Point) -> int | None:
        """Return the number of the circle in which a line ends, or near whose rim."""
        found = min(((math.dist(each.points[0], point), at) for at, each in enumerate(self.circles)), default=None)
        return found[1] if found and found[0] <= self.circles[found[1]].radius * REACH + 1 else None


def _given_name(element: Element) -> str:
    """Return the label or title that a person gave to an element; an empty text if only a program did."""
    title = next((each for each in element.children if each.name == "title"), None)
    words = "".join(each for each in title.content if isinstance(each, str)) if title else ""
    label = clean(element.attributes.get(f"{{{INKSCAPE}}}label", "")) or clean(words) or clean(element.id)
    automatic = label.rstrip("0123456789-_.").casefold() in ("", "circle", "ellipse", "path", "line", "polyline", "g")
    return "" if automatic else label
