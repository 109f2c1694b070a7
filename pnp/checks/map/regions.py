"""Areas with outlines: outlines that are wrong, and borders that the roads and the drawing do not agree on."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import ERROR, INFO, WARNING, Fault, Span, check
from pnp.geometry.polygons import Point, box, inside
from pnp.messages import did_you_mean, many
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.outlines import Region

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


# Borders: neighbours that roads and drawing do not agree on, gaps, and corners.

STRAIT_HINT = "if they are joined across water or the like, give the road a kind: {{from: {}, to: {}, kind: strait}}"


@check("undrawn-border", severity=WARNING)
def undrawn_border(area_map: AreaMap) -> Iterator[Fault]:
    """A road joins two areas whose outlines share no border.

    On the board they are no neighbours. A common border is at least 2 mm long. A road with a `kind`, such as a strait
    or a railway, needs no border.

    Fix: correct the road, let the outlines touch, or write `kind: strait`.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[30, 20], [55, 20], [55, 35], [30, 35]]}
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
    found = area_map.subdivision
    known = {region.id for region in area_map.regions}
    shared = {frozenset((border.one, border.other)) for border in found.borders}
    corners = {frozenset((it.one, it.other)): it for it in found.corners}
    told = {frozenset((it.one, it.other)) for it in (*found.gaps, *found.overlaps)}  # reported by other checks
    for road, pair in zip(area_map.roads, area_map.pairs(), strict=True):
        if len(pair) < 2 or not pair <= known or pair in shared or pair in told or road.kind:
            continue
        told.add(pair)
        message = f"'{road.start}' and '{road.end}' are joined by a road, and share no border"
        hint = STRAIT_HINT.format(road.start, road.end)
        if pair in corners:
            size, at = corners[pair].size, spot(corners[pair].at)
            met = f"a border of {size:.2g} mm" if size else "a point"
            message = f"'{road.start}' and '{road.end}' are joined by a road, and share only {met}, at {at}"
            hint = "let them share a border of 2 mm or more"
        yield Fault(road.span, message, hint)


@check("undeclared-border", severity=WARNING)
def undeclared_border(area_map: AreaMap) -> Iterator[Fault]:
    """Two areas share a border, and no road joins them.

    Players see neighbours, and the proofs know no move. With `adjacency: drawn`, every common border is a move.

    Fix: add the road, write the border as `impassable` under `borders`, or write `adjacency: drawn`.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [20, 5], [20, 20], [5, 20]]}
          Sela: {outline: [[20, 5], [40, 5], [40, 20], [20, 20]]}
          Tarn: {outline: [[40, 5], [55, 5], [55, 20], [40, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Tarn -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [20, 5], [20, 20], [5, 20]]}
          Sela: {outline: [[20, 5], [40, 5], [40, 20], [20, 20]]}
          Tarn: {outline: [[40, 5], [55, 5], [55, 20], [40, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Tarn -- Kesh -- Mora]
        borders: [{between: [Sela, Kesh], kind: impassable}]
    """
    places, names = {place.id for place in area_map.places}, {area.id for area in area_map.areas}
    if area_map.adjacency == "drawn" or not all(pair <= names for pair in area_map.pairs()):
        return  # a name that is misspelt is reported
    where = spans(area_map)
    joined = {*area_map.pairs(), *area_map.impassable}
    for border in area_map.subdivision.borders:
        pair = frozenset((border.one, border.other))
        if pair <= places and pair not in joined:
            at = border.middle
            message = f"'{border.other}' shares {border.length:.0f} mm of border with '{border.one}'"
            message += f" (line {where[border.one].line}), around {spot(at)}, and no road joins them"
            hint = f"add the road {border.one} -- {border.other}, or write the border as impassable"
            yield Fault(where[border.other], message, hint, other=where[border.one])


@check("outline-gap", severity=WARNING)
def outline_gap(area_map: AreaMap) -> Iterator[Fault]:
    """Two areas are less than 1 mm apart, and share no border.

    They look like neighbours, and are none. A strait between them is a road with a `kind`.

    Fix: let the outlines meet, set a larger `snap` in `outlines`, or draw them farther apart.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20.5], [55, 20.5], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        outlines: {snap: 0.6}
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20.5], [55, 20.5], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """
    where = spans(area_map)
    straits = set(area_map.pairs(road for road in area_map.roads if road.kind))
    for gap in area_map.subdivision.gaps:
        if frozenset((gap.one, gap.other)) not in straits:
            message = f"a gap of less than 1 mm and {gap.size:.0f} mm long is between '{gap.other}' and '{gap.one}'"
            message += f" (line {where[gap.one].line}), around {spot(gap.at)}"
            hint = "let them meet, or set outlines: {snap: 1}"
            yield Fault(where[gap.other], message, hint, other=where[gap.one])


@check("outline-corner", severity=INFO)
def outline_corner(area_map: AreaMap) -> Iterator[Fault]:
    """Two areas touch at a point, or share a border of less than 2 mm.

    Players will ask whether they are neighbours. The network has no move between them unless a road says so.

    Fix: let them share a border of 2 mm or more, move one of them away, or say in the rules that corners do not count.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Tarn: {outline: [[30, 20], [55, 20], [55, 35], [30, 35]]}
          Kesh: {outline: [[5, 20], [30, 20], [30, 35], [5, 35]]}
        roads: [Mora -- Sela -- Tarn -- Kesh -- Mora]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Tarn: {outline: [[35, 20], [55, 20], [55, 35], [35, 35]]}
          Kesh: {outline: [[5, 20], [35, 20], [35, 35], [5, 35]]}
        roads: [Mora -- Sela -- Tarn -- Kesh -- Mora, Sela -- Kesh]
    """
    where = spans(area_map)
    places = {place.id for place in area_map.places}
    joined = set(area_map.pairs())
    for corner in area_map.subdivision.corners:
        pair = frozenset((corner.one, corner.other))
        if pair <= places and pair not in joined:
            how = f"share a border of only {corner.size:.2g} mm" if corner.size else "touch at a point"
            message = f"'{corner.other}' and '{corner.one}' (line {where[corner.one].line}) {how}: {spot(corner.at)}"
            yield Fault(where[corner.other], message, other=where[corner.one])


@check("unknown-border", severity=WARNING)
def unknown_border(area_map: AreaMap) -> Iterator[Fault]:
    """A border is described between areas that share none.

    It is not drawn, and closes nothing. Most often one of the names is misspelt.

    Fix: correct the names, or delete the entry.

    Bad:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [20, 5], [20, 20], [5, 20]]}
          Sela: {outline: [[20, 5], [40, 5], [40, 20], [20, 20]]}
          Tarn: {outline: [[40, 5], [55, 5], [55, 20], [40, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Tarn -- Kesh -- Mora, Sela -- Kesh]
        borders: [{between: [Mora, Tarn], kind: river}]

    Good:
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [20, 5], [20, 20], [5, 20]]}
          Sela: {outline: [[20, 5], [40, 5], [40, 20], [20, 20]]}
          Tarn: {outline: [[40, 5], [55, 5], [55, 20], [40, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
        roads: [Mora -- Sela -- Tarn -- Kesh -- Mora, Sela -- Kesh]
        borders: [{between: [Mora, Sela], kind: river}]
    """
    names = {area.id for area in area_map.areas} | area_map.lost
    shared = {frozenset((border.one, border.other)) for border in area_map.subdivision.borders}
    for border in area_map.borders:
        unknown = [ref for ref in (border.one, border.other) if ref.name not in names]
        for ref in unknown:
            yield Fault(ref.span, f"there is no area '{ref}'", did_you_mean(ref.name, names))
        if not unknown and border.names not in shared:
            yield Fault(border.span, f"'{border.one}' and '{border.other}' share no border")
