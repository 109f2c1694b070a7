"""Borders of areas: those that roads and drawing do not agree on, gaps, corners, and descriptions of no border."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.map.regions import spans, spot
from pnp.diagnostics import INFO, WARNING, Fault, check
from pnp.messages import did_you_mean
from pnp.model.maps.area_map import AreaMap

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
    known = found.shapes.keys()
    shared = {frozenset((border.one, border.other)) for border in found.borders}
    corners = {frozenset((it.one, it.other)): it for it in found.corners}
    reported = {frozenset((it.one, it.other)) for it in (*found.gaps, *found.overlaps)}  # reported by other checks
    for road, pair in zip(area_map.roads, area_map.pairs(), strict=True):
        if len(pair) < 2 or not pair <= known or pair in shared or pair in reported or road.kind:
            continue
        reported.add(pair)
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
