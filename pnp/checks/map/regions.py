"""Outlines of areas: those that are missing, too narrow or of no area, that cross each other, or leave the map."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.geometry import polygons
from pnp.geometry.polygons import Point, box, edges, inside
from pnp.geometry.subdivision import SNAP
from pnp.messages import did_you_mean, many
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.outlines import Region
from pnp.units import total

SLACK = 0.5
"""How far an outline may reach beyond the map, in millimetres."""

MOST = 20
"""The maximum number of outlines without an area that are reported one by one."""


def spot(at: Point) -> str:
    """Return a position as text: `(40, 31.5)`."""
    return f"({at[0]:.4g}, {at[1]:.4g})"


def drawn_at(region: Region, area_map: AreaMap) -> str:
    """Return the file and line where an outline is drawn, as text; empty if it is in the document of the map."""
    elsewhere = region.span.file != area_map.span.file
    return f" ({region.span.file}, line {region.span.line})" if elsewhere else ""


def spans(area_map: AreaMap) -> dict[str, Span]:
    """Return the span of each area in the document, by name."""
    return {area.id: area.span for area in area_map.areas}


@check("missing-outline", severity=WARNING)
def missing_outline(area_map: AreaMap) -> Iterator[Fault]:
    """An area of a map with outlines has none.

    It is not drawn as an area and has no borders. Most often its name in the drawing is spelt in another way, or the
    path is not closed.

    Fix: name its path after the area (in Inkscape the label of the object), close it, or give the area an `outline`.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {at: [30, 27]}
        roads: [Mora -- Sela -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """
    if area_map.damaged:
        return
    known = {region.id for region in area_map.regions}
    strays = [stray.name for stray in area_map.strays]
    where = area_map.outlines.file.name if area_map.outlines and area_map.outlines.file else ""
    for area in area_map.areas:
        if (
            area.id not in known and not area.waypoint and not did_you_mean(area.id, strays)
        ):  # else the outline is reported
            hint = f"name its path in {where} after it, and close it" if where else "give it an outline, or let it grow"
            yield Fault(area.span, f"'{area.id}' has no outline", hint)


@check("vanished-outline", severity=ERROR)
def vanished_outline(area_map: AreaMap) -> Iterator[Fault]:
    """Nothing is left of the outline of an area, because it is too narrow.

    Corners up to `snap` apart are taken as one (default: 0.25 mm), so that a narrower area has no ground and no
    borders. So has one whose corners are on one line.

    Fix: draw the area wider, or write a smaller `snap`.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 20.2], [5, 20.2]]}
        roads: [Mora -- Sela -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """
    where, left = spans(area_map), area_map.subdivision.shapes
    snap = area_map.outlines.snap if area_map.outlines else SNAP
    for region in area_map.regions:
        if region.id in left:
            continue
        at = drawn_at(region, area_map)
        around = total(math.dist(a, b) for ring in region.shape for a, b in edges(ring))
        wide = 2 * polygons.area(region.shape) / around if around else 0.0
        if not wide:
            yield Fault(where[region.id], f"the outline of '{region.id}'{at} surrounds no ground", "add corners to it")
        else:
            hint = f"write snap: {SNAP:g} under outlines, or draw it wider" if wide > 2 * SNAP else "draw it wider"
            message = f"the outline of '{region.id}'{at} is so narrow ({wide:.2g} mm) that nothing is left of it"
            yield Fault(where[region.id], f"{message}: corners up to {snap:g} mm apart are one", hint)


@check("stray-outline", severity=WARNING)
def stray_outline(area_map: AreaMap) -> Iterator[Fault]:
    """A drawing has a named outline, and the map no area of that name.

    The region is on the board, and no piece can enter it.

    Fix: add the area to the map, correct its name in one of the two, or move what is no area to another layer.

    Bad:
        # file: isles.yaml
        kind: area-map
        size: 60 x 40
        outlines: isles.svg
        areas: {Ness: {}, Wold: {}, Fen: {at: [30, 30]}}
        roads: [Ness -- Wold -- Fen -- Ness]
        # file: isles.svg
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
          <path id="Ness" d="M0 0H30V20H0Z"/>
          <path id="Wold" d="M30 0H60V20H30Z"/>
          <path id="Fenn" d="M0 20H60V40H0Z"/>
        </svg>

    Good:
        # file: isles.yaml
        kind: area-map
        size: 60 x 40
        outlines: isles.svg
        areas: {Ness: {}, Wold: {}, Fen: {at: [30, 30]}}
        roads: [Ness -- Wold -- Fen -- Ness]
        # file: isles.svg
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
          <path id="Ness" d="M0 0H30V20H0Z"/>
          <path id="Wold" d="M30 0H60V20H30Z"/>
          <path id="Fen" d="M0 20H60V40H0Z"/>
        </svg>
    """
    known = {region.id for region in area_map.regions}
    lacking = [area.id for area in area_map.areas if area.id not in known]
    source = area_map.outlines
    at = source.file.span if source and source.file else area_map.span
    for stray in area_map.strays[:MOST]:
        hint = did_you_mean(stray.name, lacking) or "add the area, or move the path to a layer that has no areas"
        message = f"{stray.span.file}, line {stray.span.line}: there is no area '{stray.name}'"
        yield Fault(at, message, hint, other=stray.span)
    more = len(area_map.strays) - MOST
    if more > 0:
        yield Fault(at, f"there are no areas for {many(more, 'other outline')} of the drawing", "add the areas")


@check("outline-overlap", severity=ERROR)
def outline_overlap(area_map: AreaMap) -> Iterator[Fault]:
    """Two areas of the same ground cover each other.

    A piece there is in both. An area wholly inside another is fine: it is cut out of it. So are land over sea, and
    waste and lakes over land.

    Fix: draw their common border once: cut one path with the other (in Inkscape: Path, Difference).

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [34, 5], [34, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """
    where = spans(area_map)
    if area_map.subdivision.tangled:
        yield Fault(area_map.span, "too many outlines cover each other: their overlaps were not looked for")
    for contact in area_map.subdivision.overlaps:
        message = f"'{contact.other}' covers {contact.size:.3g} mm² of '{contact.one}' (line {where[contact.one].line})"
        hint = "draw their common border once"
        yield Fault(where[contact.other], f"{message}, around {spot(contact.at)}", hint, other=where[contact.one])


@check("outline-crossing", severity=WARNING)
def outline_crossing(area_map: AreaMap) -> Iterator[Fault]:
    """The outline of an area crosses itself.

    What is inside and what outside is not clear there. Most often a corner is given twice, or two corners are swapped.

    Fix: move the corner, or put the corners in order.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20], [2, 10], [2, 15]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20], [2, 15], [2, 10]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """
    where = spans(area_map)
    for name, at in area_map.subdivision.crossings:
        yield Fault(where[name], f"the outline of '{name}' crosses itself at {spot(at)}", "put its corners in order")


@check("outline-off-map", severity=WARNING)
def outline_off_map(area_map: AreaMap) -> Iterator[Fault]:
    """An outline leaves the map.

    What is beyond the edge is not printed.

    Fix: make the map larger, move the outline, or clip it at the edge.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 45], [5, 45]]}
        roads: [Mora -- Sela -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """
    if not (area_map.width and area_map.height):
        return
    where = spans(area_map)
    for region in area_map.regions:
        if not region.shape:
            continue
        left, top, right, bottom = box(region.shape)
        beyond = max(-left, -top, right - area_map.width, bottom - area_map.height)
        if beyond > SLACK:
            message = f"the outline of '{region.id}'{drawn_at(region, area_map)} reaches {beyond:.3g} mm beyond the map"
            yield Fault(where[region.id], message)


@check("centre-outside", severity=WARNING)
def centre_outside(area_map: AreaMap) -> Iterator[Fault]:
    """The position of an area is not inside its outline.

    Its label and its pieces would be in another area. Without `at`, the middle of the outline is taken.

    Fix: delete `at`, or move it into the outline.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {at: [50, 30], outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {at: [12, 12], outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """
    shapes = area_map.subdivision.shapes
    for area in area_map.areas:
        if area.at and area.id in shapes and not inside(shapes[area.id], area.at):
            other = next((name for name, shape in shapes.items() if inside(shape, area.at)), None)
            there = f"in '{other}'" if other else "outside of its outline"
            yield Fault(area.span, f"'{area.id}' is at {spot(area.at)}, {there}", "delete 'at', or move it")
