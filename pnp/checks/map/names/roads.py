"""Roads that are repeated, lead nowhere or contradict the map."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import did_you_mean
from pnp.model.maps.area_map import AreaMap


@check("doubled-road", severity=WARNING)
def doubled_road(area_map: AreaMap) -> Iterator[Fault]:
    """Two roads join the same two places, and nothing tells them apart.

    The second one changes nothing in play. Parallel roads have a different name, kind or colour. Two one-way roads in
    opposite directions are allowed.

    Fix: delete one of them, correct an end, or give one of them a name or a colour.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Church, Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
    """
    first: dict[tuple[str, ...], int] = {}
    for road in area_map.roads:
        there = (road.start.name, road.end.name)
        told = (
            road.name,
            road.kind.name if road.kind else "",
            road.colour.name if road.colour else "",
            str(road.track),
        )
        ways = ((*there, *told),) if road.one_way else ((*there, *told), (*there[::-1], *told))
        if there[0] == there[1]:
            continue
        line = next((first[way] for way in ways if way in first), None)
        if line is not None:
            named = f" '{road.name}'" if road.name else ""
            message = f"the road{named} '{there[0]}' – '{there[1]}' is given already, on line {line}"
            yield Fault(road.span, message, "delete one of the two, or give it its own kind or name")
        for way in ways:
            first.setdefault(way, road.span.line)


@check("one-way-in-two-way-map", severity=ERROR)
def one_way_in_two_way_map(area_map: AreaMap) -> Iterator[Fault]:
    """A map with only two-way roads has a one-way road.

    With `two-way: true`, a map states that it has no one-way roads.

    Fix: write the road with `--`, or remove `two-way`.

    Bad:
        kind: area-map
        two-way: true
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -- Church -- Pier
          - Pier -> Market

    Good:
        kind: area-map
        two-way: true
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -- Church -- Pier
          - Pier -- Market
    """
    if not area_map.two_way:
        return
    ways = {(road.start.name, road.end.name) for road in area_map.roads}
    ways |= {(road.end.name, road.start.name) for road in area_map.roads if not road.one_way}
    for road in area_map.roads:
        if (road.end.name, road.start.name) not in ways:
            message = f"the road from '{road.start}' to '{road.end}' is one way, and the map says that all go both ways"
            yield Fault(road.span, message, "let it go both ways, or take two-way out")


@check("self-loop", severity=ERROR)
def self_loop(area_map: AreaMap) -> Iterator[Fault]:
    """A road leads from a place back to the same place.

    No piece moves along it, and it cannot be drawn. Most often one end is misspelt.

    Fix: correct one end of the road, or delete the road.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Pier, Pier]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
    """
    for road in area_map.roads:
        if road.start.name == road.end.name:
            yield Fault(road.span, f"a road leads from '{road.start}' to itself", "correct one end, or delete the road")


@check("unknown-road-kind", severity=ERROR)
def unknown_road_kind(area_map: AreaMap) -> Iterator[Fault]:
    """A road is of a kind that the map does not list.

    The kind gives the road its cost and its look; a misspelt one has neither. A map that lists no kinds under
    `road-kinds` may use any words.

    Fix: correct the kind, or add it to `road-kinds`.

    Bad:
        kind: area-map
        areas: {Market: {}, Pier: {}}
        roads:
          - {from: Market, to: Pier, kind: fery}
        road-kinds: {ferry: {cost: 3}}

    Good:
        kind: area-map
        areas: {Market: {}, Pier: {}}
        roads:
          - {from: Market, to: Pier, kind: ferry}
        road-kinds: {ferry: {cost: 3}}
    """
    known = [kind.id for kind in area_map.road_kinds]
    for road in area_map.roads if known else ():
        if road.kind and road.kind.name not in known:
            hint = did_you_mean(road.kind.name, known) or f"kinds are {', '.join(known)}; or add it to road-kinds"
            yield Fault(road.kind.span, f"'{road.kind}' is no kind of road of this map", hint)
