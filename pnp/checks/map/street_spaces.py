"""What is on and along a street: spaces, the spots on them, crosswalks, lots and scenery."""

from collections.abc import Iterator
from math import dist

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.geometry.street_plan import MOST_SPACES, UNIT
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile_map import TileMap


@check("doubled-number", severity=ERROR)
def doubled_number(street_map: StreetMap) -> Iterator[Fault]:
    """Two spaces have the same number.

    A card or token that names a number means one space.

    Fix: change one of the numbers.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        numbers: {High Street 2: 1, Quay 2: 1}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        numbers: {High Street 2: 1, Quay 2: 2}
    """
    first: dict[int, str] = {}
    for space, number in street_map.numbers:
        other = first.setdefault(number, space.name)
        if other != space.name:
            yield Fault(space.span, f"'{space}' has the same number as '{other}': {number}")


@check("doubled-spot", severity=ERROR)
def doubled_spot(street_map: StreetMap) -> Iterator[Fault]:
    """Two one-way spots are on the same segment.

    A token on a spot makes its segment one-way: the part of a street between two crosswalks or intersections. With two
    spots, two tokens could point in opposite directions.

    Fix: remove one of them, or divide the segment with a crosswalk.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [High Street 2, High Street 5]

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [High Street 2, Quay 5]
    """
    names = {ref.name: ref for ref in street_map.spots}
    for run in street_map.plan.runs:
        areas = (street_map.spaces[space] for space in run.spaces)
        first, *others = [area.id for area in areas if area.id in names] or [""]
        for other in others:
            yield Fault(names[other].span, f"'{other}' and '{first}' are one-way spots of one segment")


@check("short-space", severity=WARNING)
def short_space(street_map: StreetMap) -> Iterator[Fault]:
    """A space is shorter than two thirds of the intended length.

    The part of a street between two intersections or crosswalks is divided into equal spaces. A piece hardly fits on
    such a short one.

    Fix: lengthen the street, reduce its number of `spaces`, or make `space` shorter.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Mill Lane: 100 20 -- 100 100
          Alley: {from: [100, 60], to: [130, 60], spaces: 2}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Mill Lane: 100 20 -- 100 100
          Alley: {from: [100, 60], to: [130, 60], spaces: 1}
    """
    for run in street_map.plan.runs:
        street = street_map.streets[run.street]
        meant = (street.space or street_map.space) * UNIT
        short = [space for space in run.spaces if 3 * street_map.plan.spaces[space].length < 2 * meant]
        if short:
            long, name = street_map.plan.spaces[short[0]].length / UNIT, street_map.spaces[short[0]].id
            yield Fault(street.span, f"'{name}' is {long:.3g} mm long, expected about {meant / UNIT:g} mm")


@check("spot-on-one-way", severity=ERROR)
def spot_on_one_way(street_map: StreetMap) -> Iterator[Fault]:
    """A one-way spot is on a street that is always one-way.

    A token there would repeat the direction of the street, or close it. The spot is ignored.

    Fix: remove it from `one-way-spots`, or make the street two-way.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -> 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [Quay 2]

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        one-way-spots: [Quay 2]
    """
    names = {ref.name: ref for ref in street_map.spots}
    for area, space in zip(street_map.spaces, street_map.plan.spaces, strict=False):
        street = street_map.streets[space.street]
        if street.one_way and area.id in names:
            yield Fault(names[area.id].span, f"'{area.id}' is a one-way spot, but '{street.name}' is one way anyway")


@check("street-without-spaces", severity=WARNING)
def street_without_spaces(street_map: StreetMap) -> Iterator[Fault]:
    """A street has no spaces.

    It is too short between its intersections and crosswalks. Pieces can pass it, but not stop there.

    Fix: lengthen it, move what is on it, or set its number of `spaces`.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Alley: 100 20 -- 100 34

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
          Alley: 100 20 -- 100 60
    """
    found = {space.street for space in street_map.plan.spaces}
    for number, street in enumerate(street_map.streets):
        if number not in found and not street_map.plan.crowded:
            yield Fault(street.span, f"'{street.name}' has no space")


@check("too-many-spaces", severity=ERROR)
def too_many_spaces(ground: StreetMap | TileMap) -> Iterator[Fault]:
    """Streets are divided into so many spaces that none was created.

    A board has some hundred spaces. If there are tens of thousands, a length is wrong, or tiles have far too many
    copies.

    Fix: make `space` longer, or the streets shorter (all lengths are millimetres), or reduce the copies of tiles.

    Bad:
        kind: street-map
        size: 5000 x 200
        space: 1
        streets:
          Bend: {from: [20, 20], via: [[4980, 20], [4980, 100], [20, 100]], to: [20, 180]}
          High Street: 0 50 -- 5000 50
          Quay: 0 150 -- 5000 150
          Ring: {from: [60, 0], via: [[60, 70], [4900, 70], [4900, 130]], to: [60, 130]}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
    """
    if ground.kind == "tile-map" and ground.crowded:
        message = f"with '{ground.crowded.id}' the tiles have more than {MOST_SPACES:,} spaces and intersections"
        yield Fault(ground.crowded.span, message, "say with space how long one is, or with copies that there are fewer")
    for streets, plan in ground.plans:
        if plan.crowded:
            message = f"the streets have more than {MOST_SPACES:,} spaces"
            yield Fault(streets[0].span, message, "say with space how long one is, in millimetres")


@check("crosswalk-off-street", severity=ERROR)
def crosswalk_off_street(street_map: StreetMap) -> Iterator[Fault]:
    """A crosswalk is not on a street.

    Its point must be on a street, at most half a street width from the centre line. Otherwise the crosswalk is ignored.

    Fix: move the point onto a street.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 60]}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 20]}
    """
    for crosswalk in street_map.laid.unmatched:
        x, y = crosswalk.at
        yield Fault(crosswalk.span, f"'{crosswalk.id}' at [{x:g}, {y:g}] lies on no street")


@check("shared-crosswalk", severity=WARNING)
def shared_crosswalk(street_map: StreetMap) -> Iterator[Fault]:
    """Two crosswalks overlap.

    A crosswalk takes up a part of its street. These two are closer than that, with no space between them.

    Fix: move or delete one of them.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 20], Church: [104, 20]}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        crosswalks: {School: [100, 20], Church: [140, 20]}
    """
    depth = round(street_map.depth * UNIT)
    placed = list(zip(street_map.laid.breaks, street_map.laid.crosswalks, strict=True))
    for number, (laid, crosswalk) in enumerate(placed):
        if crosswalk is None:
            continue  # one without a name, as are those that follow
        for before, other in placed[:number]:
            if other and before.street == laid.street and dist(before.at, laid.at) < depth:
                yield Fault(crosswalk.span, f"'{crosswalk.id}' lies on top of '{other.id}'")
                break


@check("lot-without-exit", severity=ERROR)
def lot_without_exit(street_map: StreetMap) -> Iterator[Fault]:
    """A parking lot has no exit.

    Pieces on the lot could never leave it.

    Fix: add `exit` with the space to which they leave.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        lots:
          Garage: {at: [60, 60], size: 50 x 30, bays: 3}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        lots:
          Garage: {at: [60, 60], size: 50 x 30, bays: 3, exit: West Road 2}
    """
    for lot in street_map.lots:
        if lot.exit is None:
            yield Fault(lot.span, f"'{lot.id}' has no exit", "name the space that pieces leave it to with exit")


@check("unplaced-scenery", severity=ERROR)
def unplaced_scenery(street_map: StreetMap) -> Iterator[Fault]:
    """A site that no space serves has no position.

    Other sites are drawn next to the first space that serves them. Scenery has no such space, so it would not be drawn.

    Fix: set its position with `at`, or name the space that serves it with `by`.

    Bad:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        sites:
          Windmill: {by: none}

    Good:
        kind: street-map
        size: 200 x 120
        streets:
          High Street: 20 20 -- 180 20
          Quay: 20 100 -- 180 100
          West Road: 20 20 -- 20 100
          East Road: 180 20 -- 180 100
        sites:
          Windmill: {by: none, at: [100, 60]}
    """
    for site in street_map.served:
        if site.scenery and site.at is None:
            yield Fault(site.span, f"'{site.id}' has no position", "give its position with at")
