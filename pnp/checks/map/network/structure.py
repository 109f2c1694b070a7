"""The structure of a network: unreachable places, parts, traps, dead ends, articulation points and bridges."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import ERROR, INFO, WARNING, Fault, check
from pnp.messages import many, some
from pnp.network.connectivity import dead_ends, detached_parts, traps, unreached_places
from pnp.network.network import START, Network


@check("articulation-point", severity=INFO)
def articulation_point(network: Network) -> Iterator[Fault]:
    """A place holds the map together: without it the map falls into parts.

    Whoever stands there, or closes it, cuts the map in two. That may be the heart of a game, so it is information. A
    place that holds only dead ends is not told.

    Fix: add a road that leads round it, if no single place is to decide.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Bridge: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Bridge, Market]
          - [Bridge, Pier, Lighthouse, Bridge]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Bridge: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Bridge, Market]
          - [Bridge, Pier, Lighthouse, Bridge]
          - [Church, Pier]
    """
    for place, parts in network.hinges.places.items():
        large = [part for part in parts if part > 1]
        if len(large) > 1:
            sizes = f"{', '.join(f'{part:,}' for part in parts[:-1])} and {many(parts[-1], 'place')}"
            message = f"without '{network.places[place].id}' the map falls into parts of {sizes}"
            yield Fault(network.places[place].span, message)


@check("bridge", severity=INFO)
def bridge(network: Network) -> Iterator[Fault]:
    """A road holds the map together: without it the map falls in two.

    It is the only way between its sides. That may be the heart of a game, so it is information. A road to a dead end is
    not told again.

    Fix: add a second road between the sides, if no single road is to decide.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Gate: {}, Pier: {}, Lighthouse: {}, Beach: {}}
        roads:
          - [Market, Church, Gate, Market]
          - [Pier, Lighthouse, Beach, Pier]
          - [Gate, Pier]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Gate: {}, Pier: {}, Lighthouse: {}, Beach: {}}
        roads:
          - [Market, Church, Gate, Market]
          - [Pier, Lighthouse, Beach, Pier]
          - [Gate, Pier]
          - [Church, Beach]
    """
    for first, second, here, there in network.hinges.bridges:
        if min(here, there) > 1:
            ends = network.names((first, second))
            message = f"the road '{ends[0]}' – '{ends[1]}' is the only way between {many(here, 'place')} and {there:,}"
            yield Fault(network.way_between(first, second), message)


@check("dead-end", severity=WARNING)
def dead_end(network: Network) -> Iterator[Fault]:
    """A place is a dead end: the only way on is back where one came from.

    A piece that is followed there is boxed in. A place that is not reached at all, or not left at all, is told as that.

    Fix: add a road, or accept the finding where the dead end is meant.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Pier, Lighthouse]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Lighthouse: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Pier, Lighthouse, Church]
    """
    ends = [place for place in dead_ends(network) if network.onward[place] and place not in network.extras.loose]
    if not ends:
        return
    detached = {place for part in detached_parts(network) for place in part}
    for place in ends:
        if place not in detached and place in network.reached_places:
            (back,) = network.names(network.onward[place])
            message = f"'{network.places[place].id}' is a dead end: the only way on is back to '{back}'"
            yield Fault(network.places[place].span, message)


@check("disconnected-part", severity=ERROR)
def disconnected_part(network: Network) -> Iterator[Fault]:
    """A part of the map is joined to the rest by no road.

    What starts in one part never meets the others. The greatest part is taken for the map, and each other one is told
    at its first place. A part without a start, on a map that tags its starts, is told as unreachable instead.

    Fix: add a road that joins the parts.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Island: {}}
        roads:
          - [Market, Church, Pier, Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Island: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Church, Island, Pier]
    """
    for part in detached_parts(network):
        verb = "is" if len(part) == 1 else "are"
        message = f"{some(network.names(part))} {verb} joined to the rest of the map by no road"
        yield Fault(network.places[part[0]].span, message, "add a road that leads there")


@check("trap", severity=WARNING)
def trap(network: Network) -> Iterator[Fault]:
    """A part of the map is a trap: moves lead into it and none leads out.

    A piece that enters it stays there for ever. An island that nothing enters is no trap. Where the trap is the greater
    part of what is joined, it is only information: then the places outside are those that one leaves for good. What
    no start leads to is reported as unreachable instead.

    Fix: add a road that leads out, or let a road that leads in go both ways; accept the finding where it is meant.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Pit: {}}
        roads:
          - Market -- Church -- Pier -- Market
          - Pier -> Pit

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Pit: {}}
        roads:
          - Market -- Church -- Pier -- Market
          - Pier -> Pit -> Church
    """
    for found in traps(network):
        outside = [place for place in found.outside if place in network.reached_places]
        if not outside or network.reached_places.isdisjoint(found.places):
            continue
        if len(found.places) > len(outside):
            first, more = network.places[outside[0]], len(outside) - 1
            others = f" and {many(more, 'other place')}" if more else ""
            yield Fault(first.span, f"no way leads back to '{first.id}'{others}", severity=INFO)
        else:
            message = f"no move leads out of {some(network.names(found.places))}"
            yield Fault(network.places[found.places[0]].span, message, "add a road that leads out")


@check("unreachable-place", severity=ERROR)
def unreachable_place(network: Network) -> Iterator[Fault]:
    """A place cannot be reached from any start.

    Pieces start on the places tagged `start` and follow the roads. A place that no way leads to is printed but never
    played. Places that lie behind it and share its fate are told with it. Where no place is tagged, every place is a
    start, and only a square is told that the law of turning lets nobody enter.

    Fix: add a road that leads to it, or tag it as a start. Name a square of a block map under `unused` where it is
    meant never to be entered.

    Bad:
        kind: area-map
        areas: {Gate: {tags: [start]}, Hall: {}, Yard: {}, Crypt: {}}
        roads:
          - [Gate, Hall, Yard, Gate]

    Good:
        kind: area-map
        areas: {Gate: {tags: [start]}, Hall: {}, Yard: {}, Crypt: {}}
        roads:
          - [Gate, Hall, Yard, Gate]
          - [Hall, Crypt, Yard]
    """
    never = tuple(place for place in network.stops if not network.states_of[place])
    if never:
        message = f"{some(network.names(never))} can't be entered by any move"
        yield Fault(network.places[never[0]].span, message, "name under 'unused' what nobody is meant to enter")
    if network.tagged(START):
        for group in unreached_places(network):
            if group[0] in never:
                continue
            message = f"{some(network.names(group))} cannot be reached from any start"
            yield Fault(network.places[group[0]].span, message, "add a road that leads there")
