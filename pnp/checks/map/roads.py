"""Roads and who moves along them: roads of an area map, movement classes, and areas in parts."""

from collections.abc import Iterator

from pnp.checks.map.subjects import Charted, hint_for, on_map
from pnp.checks.merging import each_name_once, joined_hint
from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.messages import did_you_mean, listed, series, some
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.movement import ROAD, MovementClass, MovementRoad, TravelMap
from pnp.network.lowering.grid_map import CellMover
from pnp.network.lowering.movement import Mover


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


# Movement classes, and areas in parts.

WASTE = "waste"
"""The ground that need not be entered by any class."""


@check("unknown-class", severity=ERROR)
def unknown_class(charted: Charted) -> Iterator[Fault]:
    """A requirement or a movement class names a class that the map does not have.

    The classes of a map are listed under `movement`. A requirement `for` another one is not evaluated. The classes
    under `by` move in one way: they have no `by` themselves.

    Fix: correct the name, or add the class.

    Bad:
        kind: area-map
        movement: {army: {on: land}}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {for: amry, connected: true}

    Good:
        kind: area-map
        movement: {army: {on: land}}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {for: army, connected: true}
    """
    if charted.map.damaged:
        return
    known = [mover.name for mover in charted.map.movement]
    single = {mover.name for mover in charted.map.movement if not mover.by}
    hints, listing = hint_for(known), f"classes are {', '.join(known)}" if known else "list it under movement"
    by = [ref for mover in charted.map.movement for ref in mover.by]
    unknown = (ref for ref in by if ref.name not in known)
    for word, also in each_name_once((*unknown, *charted.words_not_known("class"))):
        hint = joined_hint(hints(word.name) or listing, also)
        yield Fault(word.span, f"there is no movement class '{word}'{on_map(charted.map, word)}", hint)
    for ref in by:
        if ref.name in known and ref.name not in single:
            message = f"'{ref}' moves by others itself"
            yield Fault(ref.span, message, "name the classes that it moves by instead of it")


@check("unknown-ground", severity=ERROR)
def unknown_ground(charted: Charted) -> Iterator[Fault]:
    """A movement class names a ground, a tag, a place or a kind of road or of side that the map does not have.

    The words under `on`, `never` and `change` are grounds, tags or names of places, those under `along` kinds of roads;
    the keys of `costs` are any of these, and those of `crosses` kinds of sides. A word that nothing has chooses
    nothing, so the class would not go where it is meant to.

    Fix: correct the word, or give it to a place or a road.

    Bad:
        kind: area-map
        movement:
          army: {on: [land, coats]}
        areas: {Market: {}, Church: {}, Pier: {tags: [coast]}}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        movement:
          army: {on: [land, coast]}
        areas: {Market: {}, Church: {}, Pier: {tags: [coast]}}
        roads: [[Market, Church, Pier, Market]]
    """
    travel = charted.lowered.travel
    if charted.map.damaged or charted.map.lost or travel is None:
        return
    for mover in charted.map.movement:
        for word in travel.unknown_words(mover):
            hint = hint_for(word.known)(word.ref.name)
            if travel.sides and travel.ground_word in word.thing:
                hint = hint or f"{travel.ground_word}s here are {series(sorted(travel.grounds), 'and')}"
            elif word.thing in ("kind of road", "kind of side"):
                plural = word.thing.replace("kind", "kinds") + "s"
                hint = hint or f"{plural} here are {series(sorted(word.known), 'and')}"
            yield Fault(word.ref.span, f"there is no {word.thing} '{word.ref}' for '{mover.name}'", hint)


@check("idle-class", severity=ERROR)
def idle_class(charted: Charted) -> Iterator[Fault]:
    """A movement class can be nowhere on the map, or has no move.

    Requirements about it would say nothing. Most often a word under `on` or `along` is not the one that was meant.

    Fix: correct `on`, `never` or `along`, or remove the class.

    Bad:
        kind: area-map
        movement: {army: {on: land}, fleet: {on: sea}}
        areas: {Market: {}, Church: {}, Pier: {}, Gulf: {ground: sea}}
        roads: [[Market, Church, Pier, Gulf, Market]]

    Good:
        kind: area-map
        movement: {army: {on: land}, fleet: {on: [sea, Pier]}}
        areas: {Market: {}, Church: {}, Pier: {}, Gulf: {ground: sea}}
        roads: [[Market, Church, Pier, Market], [Pier, Gulf]]
    """
    for mover in charted.map.movement:
        network = charted.lowered.classes.get(mover.name)
        if network is None or not network.whole:
            continue
        if not network.places:
            yield Fault(mover.span, f"'{mover.name}' may be on no place of the map", "choose places under 'on'")
        elif not any(network.after):
            ways = "move" if charted.map.kind == "grid-map" else "road"
            yield Fault(mover.span, f"no {ways} of the map is for '{mover.name}'", _why_idle(charted, mover))


def _why_idle(charted: Charted, mover: MovementClass) -> str:
    if charted.map.kind == "grid-map":
        return "let it be on cells that are neighbours, and move along roads between them or along: open"
    return "choose kinds of roads under 'along' that join its places" if mover.along else "join its places by roads"


@check("unentered-place", severity=WARNING)
def unentered_place(charted: Charted) -> Iterator[Fault]:
    """No movement class may be on a place.

    The place is printed, but never played. Waste and closed terrain are not reported: they are not meant to be entered.

    Fix: let a class be there with `on`, or give an area the ground `waste`, and a cell closed terrain.

    Bad:
        kind: area-map
        movement: {army: {on: land}}
        areas: {Market: {}, Church: {}, Pier: {}, Gulf: {ground: sea}}
        roads: [[Market, Church, Pier, Market], [Church, Gulf, Pier]]

    Good:
        kind: area-map
        movement: {army: {on: land}, fleet: {}}
        areas: {Market: {}, Church: {}, Pier: {}, Gulf: {ground: sea}}
        roads: [[Market, Church, Pier, Market], [Church, Gulf, Pier]]
    """
    travel = charted.lowered.travel
    if travel is None or not _is_clear(charted):
        return
    entered = _entered(charted, travel)
    lost = [
        place for number, place in enumerate(travel.places)
        if place.whole is None and place.stop and place.ground != WASTE and number not in entered
        and not (charted.map.kind == "grid-map" and not charted.map.open[number])
    ]  # fmt: skip
    if lost:
        verb = "is" if len(lost) == 1 else "are"
        hint = f"choose {'it' if len(lost) == 1 else 'them'} under 'on' of a class"
        yield Fault(lost[0].span, f"{some([each.id for each in lost])} {verb} open to no movement class", hint)


@check("unusable-road", severity=WARNING)
def unusable_road(charted: Charted) -> Iterator[Fault]:
    """No movement class can use a road.

    None moves `along` roads of its kind, or none may be on both of its ends. The road is printed, but never played. A
    road to a place that no class may be on is reported with that place.

    Fix: correct the kind of the road, or let a class use it.

    Bad:
        kind: area-map
        movement: {army: {along: road}}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
          - {from: Market, to: Pier, kind: tunnel}

    Good:
        kind: area-map
        movement: {army: {along: road}, mole: {along: tunnel}}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier]
          - {from: Market, to: Pier, kind: tunnel}
    """
    travel = charted.lowered.travel
    if travel is None or not _is_clear(charted):
        return
    entered = _entered(charted, travel)
    if charted.map.kind == "grid-map":
        yield from _unused_cell_roads(charted.map)
    used = {road for mover in _single(charted, travel) for road in mover.usable}
    odd = set(_of_unknown_kinds(charted.map))
    for road in travel.roads:
        if travel.spans[road.way] in odd:
            continue
        start, end = travel.area(road.start), travel.area(road.end)
        if road not in used and start != end and start in entered and end in entered:
            message = f"no movement class can use {_named(travel, road)}"
            yield Fault(travel.spans[road.way], message, "correct its kind, or let a class use it")


def _of_unknown_kinds(drawn: AnyMap) -> Iterator[Span]:
    """Yield the roads of an area map whose kind it does not have, which is reported."""
    if isinstance(drawn, AreaMap) and drawn.road_kinds:
        known = {kind.id for kind in drawn.road_kinds}
        yield from (road.span for road in drawn.roads if road.kind and road.kind.name not in known)


def _unused_cell_roads(grid_map: GridMap) -> Iterator[Fault]:
    """Yield the roads of a grid map of kinds that no class moves along; a stream need not be used."""
    single = [mover for mover in grid_map.movement if not mover.by]
    for road in grid_map.roads:
        kind = grid_map.road_kinds.get(road.kind_name)
        if kind and kind.cost is not None and not any(mover.uses(kind.id) for mover in single):
            message = f"no movement class moves along a road of the kind '{kind.id}'"
            yield Fault(road.span, message, "correct its kind, or let a class move along it")


@check("road-to-whole-area", severity=ERROR)
def road_to_whole_area(charted: Charted) -> Iterator[Fault]:
    """A road leads to an area with parts as a whole, and a class that uses it is in one of the parts.

    A piece that is in one part of an area, such as a fleet on one of two coasts, cannot move to the area as a whole.
    Requirements for the class are not evaluated until its roads name the parts.

    Fix: name the part in the road, give the road a kind that the class does not use, or write `parts: together` for a
    class that may be anywhere in the area.

    Bad:
        kind: area-map
        movement: {fleet: {along: sea}}
        areas: {Isle: {parts: {north: {}, south: {}}}, Gulf: {}, Bay: {}}
        roads:
          - {from: Gulf, to: Isle/north, kind: sea}
          - {from: Bay, to: Isle, kind: sea}
          - {from: Bay, to: Gulf, kind: sea}
          - {from: Bay, to: Isle/south, kind: sea}

    Good:
        kind: area-map
        movement: {fleet: {along: sea}}
        areas: {Isle: {parts: {north: {}, south: {}}}, Gulf: {}, Bay: {}}
        roads:
          - {from: Gulf, to: Isle/north, kind: sea}
          - {from: Bay, to: Gulf, kind: sea}
          - {from: Bay, to: Isle/south, kind: sea}
    """
    travel = charted.lowered.travel
    if travel is None:
        return
    unclear: dict[tuple[int, int], list[str]] = {}
    for mover in _single(charted, travel):
        for road, area in mover.unclear:
            unclear.setdefault((travel.roads.index(road), area), []).append(mover.mover.name)
    for (number, area), names in sorted(unclear.items()):
        whole = travel.places[area].id
        parts = [place.id for place in travel.places if place.whole == area]
        verb = "uses" if len(names) == 1 else "use"
        message = f"{listed(names)} {verb} the parts of '{whole}', and this road leads to the whole area"
        hint = f"name {series([repr(part) for part in parts], 'or')}, or write parts: together for {listed(names)}"
        yield Fault(travel.spans[travel.roads[number].way], message, hint)


@check("part-without-road", severity=WARNING)
def part_without_road(charted: Charted) -> Iterator[Fault]:
    """No road leads to a part of an area.

    A piece that is in one part of the area can never be in this one. A road names a part as `area/part`.

    Fix: add a road to the part, or remove the part.

    Bad:
        kind: area-map
        movement: {fleet: {}}
        areas: {Isle: {parts: {north: {}, south: {}}}, Gulf: {}, Bay: {}}
        roads: [[Gulf, Isle/north, Bay, Gulf]]

    Good:
        kind: area-map
        movement: {fleet: {}}
        areas: {Isle: {parts: {north: {}, south: {}}}, Gulf: {}, Bay: {}}
        roads: [[Gulf, Isle/north, Bay, Isle/south, Gulf]]
    """
    travel = charted.lowered.travel
    if travel is None or not travel.whole:
        return
    ends = {end for road in travel.roads for end in (road.start, road.end)}
    for number, place in enumerate(travel.places):
        if place.whole is not None and number not in ends:
            yield Fault(place.span, f"no road leads to '{place.id}'", "add one, or take the part out")


@check("waypoint-with-parts", severity=ERROR)
def waypoint_with_parts(charted: Charted) -> Iterator[Fault]:
    """A waypoint has parts.

    A piece passes a waypoint and never stops there, so it cannot be in one of its parts.

    Fix: take out `waypoint`, or the parts.

    Bad:
        kind: area-map
        areas: {Bend: {waypoint: true, parts: {north: {}}}, Gulf: {}, Bay: {}}
        roads: [[Gulf, Bend, Bay, Gulf]]

    Good:
        kind: area-map
        areas: {Bend: {waypoint: true}, Gulf: {}, Bay: {}}
        roads: [[Gulf, Bend, Bay, Gulf]]
    """
    if charted.map.kind == "area-map":
        for area in charted.map.areas:
            if area.waypoint and area.parts:
                message = f"'{area.id}' is a waypoint, where no piece stops, and has parts"
                yield Fault(area.span, message, "take out waypoint, or the parts")


def _single(charted: Charted, travel: TravelMap) -> tuple[Mover, ...]:
    """Return the classes that move in one way, on the travel map."""
    single = (mover for mover in charted.map.movement if not mover.by)
    if charted.map.kind == "grid-map":
        return tuple(CellMover(travel, mover, charted.map) for mover in single)
    return tuple(Mover(travel, mover) for mover in single)


def _named(travel: TravelMap, road: MovementRoad) -> str:
    kind = "" if road.kind == ROAD else f" of the kind '{road.kind}'"
    return f"the road '{travel.places[road.start].id}' – '{travel.places[road.end].id}'{kind}"


def _is_clear(charted: Charted) -> bool:
    """Whether each class of the map goes somewhere, so that what none enters is not the consequence of an error."""
    networks = charted.lowered.classes.values()
    return bool(networks) and all(network.whole and any(network.after) for network in networks)


def _entered(charted: Charted, travel: TravelMap) -> set[int]:
    """Return the areas that some class may be on or in a part of."""
    return {
        travel.area(at) for mover in _single(charted, travel) for at, entered in enumerate(mover.entered) if entered
    }  # fmt: skip
