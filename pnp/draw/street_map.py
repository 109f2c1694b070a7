"""The painter of street maps: a map and a style in, the items of a face out, whether a board or a miniature."""

from __future__ import annotations

from functools import lru_cache
from math import atan2
from typing import TYPE_CHECKING

from pnp.draw.streetscape import Streetscape, compose, paint_scape
from pnp.draw.town.scape import Crosswalk, Parking, Scape, Sign, Slot, Street
from pnp.model.street_plan import UNIT
from pnp.network.street_map import crosswalk_names, exit_name
from pnp.scene.items import Ellipse, Group, Item, Stroke
from pnp.scene.same import Same

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pnp.draw.look import Look
    from pnp.draw.town.rings import Point
    from pnp.model.map_style import MapStyle
    from pnp.model.street_map import StreetMap
    from pnp.model.street_plan import Run, StreetPlan
    from pnp.model.streets import Street as Written


def paint_street_map(
    drawn: StreetMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """The map in a box with (0, 0) at its top left corner, with the spaces and sites of `highlight` standing out.

    It is drawn at its own size and shrunk as a whole to the box. Raises UnknownNameError for a role or an icon that the
    look does not have.
    """
    own_width, own_height = drawn.width or width, drawn.height or height
    if not (width > 0 and height > 0):
        return ()
    inset = 0.0 if style.streets else style.inset
    scale = min((width - 2 * inset) / own_width, (height - 2 * inset) / own_height)
    if scale <= 0:
        return ()
    painting = _painting(Same(drawn), Same(style), Same(look), own_width, own_height)
    items = paint_scape(painting, highlight if style.streets else frozenset())
    left, top = (width - scale * own_width) / 2, (height - scale * own_height) / 2
    whole = Group(items, (scale, 0.0, 0.0, scale, left, top)) if (scale, left, top) != (1.0, 0.0, 0.0) else None
    lit = () if style.streets else _dots(drawn, style, look, highlight, (scale, left, top))
    return (*((whole,) if whole else items), *lit)


def _dots(
    drawn: StreetMap, style: MapStyle, look: Look, highlight: frozenset[str], at: tuple[float, float, float]
) -> Iterator[Item]:
    """A disc on each place that stands out of a miniature."""
    lit = style.lit or style.places
    scale, left, top = at
    for area in (*drawn.places, *drawn.sites):
        if area.id in highlight and area.at:
            x, y = round(left + scale * area.at[0], 3), round(top + scale * area.at[1], 3)
            district = drawn.district(area.district.name) if area.district else None
            rim = look.colour(district.colour.name if district and district.colour else style.colour("rim"))
            line = Stroke(look.colour(style.colour("outline")), lit.outline) if lit.outline else None
            yield Ellipse(x, y, lit.diameter / 2, lit.diameter / 2, rim, line)
            inner = lit.diameter / 2 - lit.rim
            yield Ellipse(x, y, inner, inner, look.colour(style.colour("lit")))


@lru_cache(maxsize=16)
def _painting(
    drawn: Same[StreetMap], style: Same[MapStyle], look: Same[Look], width: float, height: float
) -> Streetscape:
    return compose(_scape(drawn, width, height), drawn.it, style.it, look.it)


@lru_cache(maxsize=16)  # the same for every style
def _scape(drawn: Same[StreetMap], width: float, height: float) -> Scape:
    return scape_of(drawn.it, width, height)


def scape_of(drawn: StreetMap, width: float, height: float) -> Scape:
    """The streets of the map in millimetres, with all that stands on and beside them."""
    slots = tuple(_slots(drawn))
    by_name = {slot.area.id: slot for slot in slots}
    signs = tuple(
        Sign(
            site.id,
            site.name,
            tuple(by_name[ref.name] for ref in site.by if ref.name in by_name),
            site.at,
            site.icon.name if site.icon else "",
            area.district.name if area.district else "",
            site.landmark,
        )
        for site, area in zip(drawn.served, drawn.sites, strict=True)
        if site.at or any(ref.name in by_name for ref in site.by)
    )
    kept = _kept(drawn)
    return Scape(
        width, height, drawn.road, tuple(parts_of(drawn.streets, drawn.plan)), slots, tuple(_crosswalks(drawn, kept)),
        signs, tuple(_lots(drawn, by_name, kept)), tuple(junctions_of(drawn.plan)), drawn.waterfront,
    )  # fmt: skip


def junctions_of(plan: StreetPlan) -> Iterator[Point]:
    """The points where streets meet."""
    return (millimetres(node.at) for node in plan.nodes if node.kind == "junction")


def parts_of(streets: Sequence[Written], plan: StreetPlan, sown: bool = False) -> Iterator[Street]:
    """The streets as they are drawn, each in as many parts as its runs that are left out make of it.

    Where they are `sown`, their ends run on into the streets of a neighbour.
    """
    chains: list[list[Run]] = []
    for run in plan.runs:
        if chains and chains[-1][-1].street == run.street and chains[-1][-1].end == run.start:
            chains[-1].append(run)
        else:
            chains.append([run])
    for chain in chains:
        nodes = plan.nodes[chain[0].start], plan.nodes[chain[-1].end]
        line = [nodes[0].at]
        for run in chain:
            line += [*run.line, plan.nodes[run.end].at]
        points = tuple(dict.fromkeys(map(millimetres, line)))
        points = (*points, points[0]) if line[0] == line[-1] else points
        first, last = (sown and node.kind == "end" for node in nodes)
        if len(points) > 1:
            yield Street(streets[chain[0].street].name, points, (first, last))


def _slots(drawn: StreetMap) -> Iterator[Slot]:
    spots = {ref.name for ref in drawn.spots}
    for area, space in zip(drawn.spaces, drawn.plan.spaces, strict=False):
        one_way = drawn.streets[space.street].one_way
        yield Slot(area, tuple(map(millimetres, space.line)), one_way, area.id in spots)


def _kept(drawn: StreetMap) -> frozenset[str]:
    """The crosswalks on which nothing may lie that is laid on crosswalks."""
    barring = [closure for closure in drawn.closures if closure.on == "crossings"]
    spared = [frozenset(ref.name for each in closure.never for ref in each.places) for closure in barring]
    return frozenset.intersection(*spared) if spared else frozenset()


def _crosswalks(drawn: StreetMap, kept: frozenset[str]) -> Iterator[Crosswalk]:
    """The crosswalks, each across its street where runs end at it."""
    names = crosswalk_names(drawn) if kept else {}
    for number, node in enumerate(drawn.plan.nodes):
        if node.broken is None:
            continue
        run = next((run for run in drawn.plan.runs if number in (run.start, run.end)), None)
        if run:
            (x, y), far = node.at, run.line[0] if run.start == number else run.line[-1]
            (x0, y0), (x1, y1) = run.line[:2] if run.start == number else run.line[-2:]
            dx, dy = (x1 - x0, y1 - y0) if (x0, y0) != (x1, y1) else (far[0] - x, far[1] - y)
            name = names.get(node.broken)
            yield Crosswalk(millimetres(node.at), atan2(dy, dx), drawn.depth, name in kept)


def _lots(drawn: StreetMap, slots: Mapping[str, Slot], kept: frozenset[str]) -> Iterator[Parking]:
    for lot in drawn.lots:
        gate = slots.get(lot.exit.name) if lot.exit else None
        way_out = gate.middle if gate else None
        yield Parking(lot.name, lot.at, lot.size, lot.bays, way_out, lot.crosswalk, exit_name(lot) in kept)


def millimetres(at: tuple[int, int]) -> Point:
    """A point given in units."""
    return at[0] / UNIT, at[1] / UNIT
