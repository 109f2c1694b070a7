"""Networks of movement classes, made from the places and roads of a map of any kind.

The network of a class has the places that it may be on, and a move for each road that it may use. An area with parts is
one place for a class that may be anywhere in it, and a place for each part for a class that is in one of them. A class
that moves `by` others has a state for each of them on every place, unless it may change there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps.movement import MovementClass, MovementRoad, TravelMap
from pnp.network.network import Extras, Network, Passage, Place, Site, weighed_network_of

ClassMove = tuple[int, int, int, int]
"""A move of a class: the numbers of two places of the travel map, the index of its road's span, and its cost."""


def network_for_anybody(travel: TravelMap) -> Network:
    """Return the network of a map on which everybody moves alike: a part of an area counts as the area."""
    kept = [number for number, place in enumerate(travel.places) if place.whole is None]
    moves = (
        (travel.area(start), travel.area(end), way, cost)
        for road in travel.roads
        for start, end, way, cost in _both(road)
    )
    return _network(travel, kept, moves, travel.whole)


def networks_of(
    travel: TravelMap, movement: Iterable[MovementClass], moving: Callable[[MovementClass], Mover] | None = None
) -> dict[str, Network]:
    """Return the network of each movement class, by its name; it is not whole if a word of the class is unknown.

    `moving` returns how a class moves in one way; by default along the roads of the travel map.
    """
    alone = {mover.name: moving(mover) if moving else Mover(travel, mover) for mover in movement if not mover.by}
    found = {}
    for mover in movement:
        if mover.by:
            known = [alone[ref.name] for ref in mover.by if ref.name in alone]
            whole = len(known) == len(mover.by) and not any(True for _ in travel.unknown_words(mover))
            found[mover.name] = _combined(travel, mover, known, whole)
        else:
            one = alone[mover.name]
            found[mover.name] = _network(travel, one.places, one.moves, one.is_clear)
    return found


# A class that moves in one way.


class Mover(Struct, frozen=True, eq=False, dict=True):
    """A movement class on a travel map: derived values are cached."""

    travel: TravelMap
    mover: MovementClass

    @cached_property
    def usable(self) -> tuple[MovementRoad, ...]:
        """The roads of its kinds between places that it may be on, or whose areas or parts it may be on."""
        travel, mover = self.travel, self.mover
        return tuple(
            road
            for road in travel.roads
            if mover.uses(road.kind)
            and travel.area(road.start) != travel.area(road.end)
            and self.entered[road.start]
            and self.entered[road.end]
        )

    @cached_property
    def entered(self) -> tuple[bool, ...]:
        """Whether it may be on each place of the travel map."""
        allowed = self.travel.entered_by(self.mover)
        return tuple(place in allowed for place in range(len(self.travel.places)))

    @cached_property
    def split(self) -> frozenset[int]:
        """The areas with parts of which it is in one part."""
        if self.mover.apart is not None:
            parts = (place.whole for place in self.travel.places if place.whole is not None)
            return frozenset(parts) if self.mover.apart else frozenset()
        ends = {end for road in self.usable for end in (road.start, road.end)}
        return frozenset(area for end in ends if (area := self.travel.area(end)) != end)

    @cached_property
    def unclear(self) -> tuple[tuple[MovementRoad, int], ...]:
        """The roads that it may use to a whole area of which it is in one part, each with that area."""
        return tuple((road, end) for road in self.usable for end in (road.start, road.end) if end in self.split)

    @cached_property
    def is_clear(self) -> bool:
        """Whether neither an error of the map nor one of the class hides some of its moves."""
        return self.travel.whole and not self.unclear and not any(True for _ in self.travel.unknown_words(self.mover))

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The places of the travel map that it can be on, in source order."""
        return tuple(
            number
            for number, place in enumerate(self.travel.places)
            if self.entered[number] and (number not in self.split if place.whole is None else place.whole in self.split)
        )

    @cached_property
    def stands(self) -> frozenset[int]:
        """The places of the travel map that it can be on."""
        return frozenset(self.places)

    @cached_property
    def moves(self) -> tuple[ClassMove, ...]:
        """Its moves; a part counts as its area where it may be anywhere in that."""
        found = []
        for road in self.usable:
            for one, other, way, cost in _both(road):
                start, end = self._stand(one), self._stand(other)
                if start in self.stands and end in self.stands:
                    found.append((start, end, way, self.travel.cost(self.mover, road.kind, cost, other)))
        return tuple(found)

    def _stand(self, end: int) -> int:
        area = self.travel.area(end)
        return end if area in self.split else area


def _both(road: MovementRoad) -> Iterator[ClassMove]:
    """Yield the moves of a road, there and back."""
    yield road.start, road.end, road.way, road.cost
    if road.back is not None:
        yield road.end, road.start, road.way, road.back


# Networks of one state a place.


def _network(travel: TravelMap, kept: Iterable[int], moves: Iterable[ClassMove], whole: bool) -> Network:
    """Return the network with one state for each of these places of the travel map."""
    places = tuple(kept)
    number = {place: index for index, place in enumerate(places)}
    led = ((number[start], number[end], way, cost) for start, end, way, cost in moves if start != end)
    return _with_roads(travel, _places(travel, places), range(len(places)), led, whole, _extras(travel, number))


def _with_roads(
    travel: TravelMap,
    places: Iterable[Place],
    place_of_state: Iterable[int],
    moves: Iterable[ClassMove],
    whole: bool,
    extras: Extras,
) -> Network:
    """Return the network of these states and moves; if the roads of the map can be closed, with each as a spot.

    Moves of parallel roads between the same states would be one move. Each of these roads gets a place in its middle,
    at which no piece stops, so that closing one leaves the others.
    """
    found, owners, moves = list(places), list(place_of_state), list(moves)
    if travel.titles:
        joined: dict[tuple[int, int], set[int]] = {}
        for start, end, way, _ in moves:
            joined.setdefault((start, end), set()).add(way)
        taken, middles = {place.id for place in found}, dict[int, int]()
        states, closed = dict[ClassMove, int](), dict[int, dict[tuple[int, int], None]]()
        led: list[ClassMove] = []
        for start, end, way, cost in moves:
            parts: tuple[ClassMove, ...] = ((start, end, way, cost),)
            if len(joined[start, end]) > 1:
                if way not in middles:
                    middles[way] = len(found)
                    name = travel.titles[way]
                    while name in taken:
                        name = f"the road {name}"
                    taken.add(name)
                    found.append(Place(name, travel.spans[way], cost=0, stop=False))
                middle = states.setdefault((start, end, way, 0), len(owners))
                if middle == len(owners):
                    owners.append(middles[way])
                parts = ((start, middle, way, 0), (middle, end, way, cost))
            led += parts
            closed.setdefault(way, {}).update(dict.fromkeys(part[:2] for part in parts))
        kinds = {road.way: road.kind for road in travel.roads}
        roads = (
            Passage(travel.titles[way], travel.spans[way], tuple(passed), (), kind=kinds[way])
            for way, passed in sorted(closed.items())
        )
        moves, extras = led, replace(extras, roads=tuple(roads), middles=frozenset(middles.values()))
    return weighed_network_of(found, owners, moves, travel.spans, whole, extras)


def _places(travel: TravelMap, numbers: Iterable[int]) -> Iterator[Place]:
    """Yield places of the travel map; a part has the tags and the district of its area too."""
    for number in numbers:
        own, area = travel.places[number], travel.places[travel.area(number)]
        tags = tuple(dict.fromkeys((*own.tags, *area.tags)))
        yield Place(own.id, own.span, tags, area.district, cost=int(own.stop), stop=own.stop)


def _extras(travel: TravelMap, number: Mapping[int, int]) -> Extras:
    """Return the areas with parts: one of which parts are places is a site too, so that its name chooses them."""
    held: dict[int, list[int]] = {}
    for place in number:
        if travel.places[place].whole is not None:
            held.setdefault(travel.area(place), []).append(place)
    split = {area: (*((area,) if area in number else ()), *parts) for area, parts in held.items()}
    sites = tuple(
        Site(travel.places[area].id, travel.places[area].span, tuple(number[place] for place in places))
        for area, places in sorted(split.items())
    )
    whole = {place.whole for place in travel.places if place.whole is not None}
    areas = tuple(
        (travel.places[area].id, tuple(number[place] for place in split.get(area, (area,))))
        for area in sorted(whole)
        if area in split or area in number
    )
    return Extras(sites=sites, areas=areas)


# Classes that move by others, and change from one to another on some places.

Leaving = dict[int, list[tuple[int, int, int]]]
"""The moves of a class from each place, as end, index of the road's span and cost."""


def _combined(travel: TravelMap, mover: MovementClass, by: list[Mover], whole: bool) -> Network:
    """Return the network of a class that moves as any of `by`.

    On a place where it may change there is one state, which has the moves of every class: those from the place itself,
    or those from the area's other places for a class that is not on this one. Elsewhere there is a state for each class
    that can arrive as such; for a place at which nobody arrives, a state for each class that can leave.
    """
    changing = {*travel.chosen(mover.change)}
    places = sorted(travel.entered_by(mover) & {place for one in by for place in one.places})
    leaving = [_leaving(one, set(places)) for one in by]
    states, number = _states(leaving, places, changing)
    nearby: dict[int, list[int]] = {}
    for place in places:
        nearby.setdefault(travel.area(place), []).append(place)
    moves = []
    for (place, mode), state in number.items():
        for other, one in enumerate(by):
            for source in _sources(one, place, mode == other, changing, nearby[travel.area(place)]):
                for end, way, cost in leaving[other].get(source, ()):
                    arrival = number.get((end, other), number.get((end, None)))
                    if arrival is not None and states[arrival] != states[state]:
                        moves.append((state, arrival, way, cost))
    index = {place: at for at, place in enumerate(places)}
    owners = (index[place] for place in states)
    whole = travel.whole and whole and all(one.is_clear for one in by)
    return _with_roads(travel, _places(travel, places), owners, moves, whole, _extras(travel, index))


def _states(
    leaving: list[Leaving], places: list[int], changing: set[int]
) -> tuple[list[int], dict[tuple[int, int | None], int]]:
    """Return the place of each state, and the state of each place and class; the class is None for any class."""
    arriving = [{end for ends in moves.values() for end, _, _ in ends} for moves in leaving]
    found: list[int] = []
    number: dict[tuple[int, int | None], int] = {}
    for place in places:
        known = [mode for mode, ends in enumerate(arriving) if place in ends]
        modes: list[int | None] = [*(known or [mode for mode, moves in enumerate(leaving) if place in moves])]
        if place in changing or not modes:
            modes = [None]
        for mode in modes:
            number[place, mode] = len(found)
            found.append(place)
    return found, number


def _sources(one: Mover, place: int, same: bool, changing: set[int], nearby: list[int]) -> Iterator[int]:
    """Yield the places from which a piece on `place` may move as a class; `same` is whether it is of this class there.

    It may change on `place`, or between `place` and another place of the area of which either lets it change.
    """
    if place in one.stands:
        if same or place in changing:
            yield place
    elif not same:
        yield from (other for other in nearby if other in one.stands and (place in changing or other in changing))


def _leaving(one: Mover, places: set[int]) -> Leaving:
    """Return the moves of a class from each place to another, within some places."""
    found: Leaving = {}
    for start, end, way, cost in one.moves:
        if start in places and end in places:
            found.setdefault(start, []).append((end, way, cost))
    return found
