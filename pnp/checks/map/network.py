"""The network of a map: unreachable places, traps, dead ends and bridges; and what was proved of its requirements."""

from collections.abc import Iterator

from pnp.checks.map.subjects import MapProofs
from pnp.diagnostics import ERROR, INFO, WARNING, Fault, check
from pnp.messages import many, some
from pnp.network.connectivity import dead_ends, detached_parts, traps, unreached_places
from pnp.network.network import START, Network


@check("articulation-point", severity=INFO)
def articulation_point(network: Network) -> Iterator[Fault]:
    """Without this place, the map falls into parts.

    A piece there, or a closure, cuts the map in two. That can be intended, so the finding is information. A place whose
    removal cuts off only dead ends is not reported.

    Fix: add a road around it, if no single place should be decisive.

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
    """Without this road, the map falls into two parts.

    It is the only connection between them. That can be intended, so the finding is information. A road to a dead end is
    not reported.

    Fix: add a second road between the two parts, if no single road should be decisive.

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
    """A place is a dead end: the only way on is back.

    A piece can be boxed in there. Places that no piece can reach, or leave, have findings of other checks.

    Fix: add a road, or accept the finding if you intend the dead end.

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
    """A part of the map is not connected to the rest.

    Pieces in one part never meet those in another. The largest part is taken for the map; each other part is reported
    at its first place. On a map with tagged starts, a part without a start is reported as unreachable instead.

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
    """A part of the map is a trap: moves lead into it, and none leads out.

    A piece that enters it never leaves. An island that no move enters is not a trap. If the trap is larger than the
    rest of its connected part, the finding is only information: the places outside are then those that a piece leaves
    for good. A trap that no start reaches is reported as unreachable instead.

    Fix: add a road that leads out, or make a road that leads in two-way; accept the finding if you intend the trap.

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

    Pieces begin on the places tagged `start` and follow the roads. An unreachable place is printed, but never played.
    Places behind it are reported with it. If no place is tagged, every place is a start, and only squares that the
    turning law never lets a piece enter are reported.

    Fix: add a road that leads to it, or tag it as a start. List a square of a block map under `unused` if no piece is
    meant to enter it.

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


# Requirements that are broken, ask nothing or cannot be decided.


@check("broken-requirement", severity=ERROR)
def broken_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A map breaks one of its requirements.

    Requirements are listed under `requirements`, or in a document that several maps share. The message states what
    breaks the requirement, such as the places that are cut off, or the route and its distance. The key `severity` of a
    requirement sets the severity of the finding. The hint is a change that was tried: with it the requirement holds,
    and so does everything that held before. A suggested road crosses no other and is at most as long as `new-roads`, or
    as the longest road on the map. `pnp check --suggest` lists more changes.

    Fix: change the map, or relax the requirement.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Gate: {}}
        roads: [[Market, Church, Pier, Gate, Market]]
        requirements:
          - {name: the pier is near the market, distance: {from: Market, to: Pier, is: 1}}

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Gate: {}}
        roads: [[Market, Church, Pier, Gate, Market]]
        requirements:
          - {name: the pier is near the market, distance: {from: Market, to: Pier, is: 2}}
    """
    for proof in proofs.broken():
        yield Fault(proof.span, proofs.message(proof), proofs.repair(proof), severity=proof.severity)


@check("empty-requirement", severity=ERROR)
def empty_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A requirement asks nothing, so it is not proved.

    For example, it names a place on a tile that is laid aside, a tag that no place on the table has, the same place on
    both sides, or a trap that can contain any place; or it has a minimum distance between places without a route. Each
    place or site that a requirement names must occur in at least one setup; of a tag or a district, at least one place.
    The key `severity` of a requirement sets the severity of the finding.

    Fix: name places that are on the table, or add `in: every setup`; name different places on both sides.

    Bad:
        kind: area-map
        areas: {Market: {tags: [inn]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {name: no two inns are neighbours, distance: {from: {tag: inn}, to: {tag: inn}, at-least: 2}}

    Good:
        kind: area-map
        areas: {Market: {tags: [inn]}, Church: {}, Pier: {}, Gate: {tags: [inn]}}
        roads: [Market -- Church -- Pier -- Gate]
        requirements:
          - {name: no two inns are neighbours, distance: {from: {tag: inn}, to: {tag: inn}, at-least: 2}}
    """
    for proof in proofs.empty():
        yield Fault(proof.span, f"{proofs.title(proof)}: {proof.detail}", proof.verdict.fix, severity=proof.severity)


SPENT = (
    "ask less: fewer closures at once, or fewer places; or take out other requirements, which share the steps "
    "(see 'Budgets' in docs/maps.md)"
)


@check("undecided-requirement", severity=WARNING)
def undecided_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A requirement was neither proved nor broken.

    A search stops after a number of steps, and requirements about paper need a map with positions. An undecided
    requirement does not count as proved.

    Fix: give all places their positions, or ask less, such as fewer closures at once.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - no-crossing: true

    Good:
        kind: area-map
        areas: {Market: {at: [20, 20]}, Church: {at: [60, 20]}, Pier: {at: [40, 60]}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - no-crossing: true
    """
    for proof in proofs.undecided():
        hint = SPENT if proof.verdict.spent else None
        yield Fault(proof.span, f"{proofs.title(proof)} could not be decided: {proof.detail}", hint)
