"""Convert a street map to a network: a state for each space, intersection and lot.

A state needs no heading. A piece does not turn round within a move, but a shortest path does not either. So moves lead
both ways between neighbours, or one way along a one-way street, and distances and reachability are the same.

An intersection that is not a space costs 0 moves and is not a stop. Crosswalks become crossings. The part of a street
between two crosswalks or intersections becomes a segment if a one-way token can be laid on it; its directions are
compass directions.

If several streets lead directly from one spot to another, their moves would be one move. Each gets a place in its
middle, at which no piece stops, so that closing one leaves the others.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import atan2, pi

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.geometry.street_plan import RunLink, StreetPlan, StreetRun
from pnp.model.maps.game_map import Area
from pnp.model.maps.street_map import Lot, StreetMap
from pnp.network.network import Extras, Move, Network, Passage, Place, Site, network_of

WINDS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")
"""The directions of a segment, clockwise."""


class StreetStep(Struct, frozen=True):
    """A move along a street between two adjacent spots, in both directions unless `one_way`.

    `crossed` are the numbers of the crosswalks between the two. `middle` is the state between the two, if other steps
    join them as well.
    """

    start: int
    end: int
    street: int
    one_way: bool
    crossed: tuple[int, ...]
    middle: int | None = None

    @property
    def forth(self) -> tuple[Move, ...]:
        """The moves from the start to the end."""
        if self.middle is None:
            return ((self.start, self.end),)
        return (self.start, self.middle), (self.middle, self.end)


class Spots(Struct, frozen=True):
    """The states of a street map: spaces, then intersections, then lots; `of_node` maps nodes to intersections."""

    areas: tuple[Area, ...]
    stops: tuple[bool, ...]
    of_node: dict[int, int] = field(default_factory=dict)


def lower_street_map(drawn: StreetMap) -> Network:
    """Return the network of a street map; references to spaces that do not exist are left out."""
    spots = _spots(drawn)
    index = {area.id: number for number, area in enumerate(spots.areas)}
    steps = _told_apart(drawn, tuple(_steps(drawn.plan, spots)), len(spots.areas))
    moves = [move for step in steps for move in _moves(step)]
    places = (
        *(_place(area, stop) for area, stop in zip(spots.areas, spots.stops, strict=True)),
        *_middles(drawn, spots, steps),
    )
    spans = (*(street.span for street in drawn.streets), *(lot.span for lot in drawn.lots))
    return network_of(
        places,
        range(len(places)),
        (*moves, *_leaving(drawn, index)),
        spans,
        whole=_is_whole(drawn, index),
        extras=Extras(
            sites=tuple(_sites(drawn, index)),
            crossings=(*_crossings(drawn, spots, steps), *_exits(drawn, index)),
            segments=tuple(_segments(drawn, spots, steps)),
            loose=frozenset(index[lot.id] for lot in drawn.lots),
            middles=frozenset(range(len(spots.areas), len(places))),
        ),
    )


def _is_whole(drawn: StreetMap, index: dict[str, int]) -> bool:
    """Whether the network has all its moves; each fault that makes it incomplete is reported by a check."""
    ends = (ref.name for lot in drawn.lots for ref in (lot.exit, lot.entrance) if ref)
    sound = all(lot.exit for lot in drawn.lots) and all(name in index for name in ends)
    return drawn.plan.whole and not drawn.damaged and sound


def _spots(drawn: StreetMap) -> Spots:
    spaces, lots = drawn.spaces[: len(drawn.plan.spaces)], drawn.places[len(drawn.spaces) :]
    junctions = drawn.junctions
    return Spots(
        (*spaces, *junctions.values(), *lots),
        (True,) * len(spaces) + (drawn.stops,) * len(junctions) + (True,) * len(lots),
        {node: len(spaces) + number for number, node in enumerate(junctions)},
    )


def _place(area: Area, stop: bool) -> Place:
    tags = tuple(tag.name for tag in area.tags)
    return Place(area.id, area.span, tags, area.district.name if area.district else None, int(stop), stop)


def _middles(drawn: StreetMap, spots: Spots, steps: Sequence[StreetStep]) -> Iterator[Place]:
    """Yield the middles of steps, named after their streets: a way tells which street it takes."""
    taken = {area.id for area in spots.areas}
    for street in (drawn.streets[step.street] for step in steps if step.middle is not None):
        name = street.name
        while name in taken:
            name = f"the street {name}"
        taken.add(name)
        yield Place(name, street.span, cost=0, stop=False)


def _told_apart(drawn: StreetMap, steps: Sequence[StreetStep], first: int) -> Sequence[StreetStep]:
    """Return the steps; those that join the same two spots have middles, numbered from `first` on.

    If nothing can be laid on streets, there are no middles.
    """
    if not (drawn.laid.crosswalks or drawn.spots):
        return steps
    joined = Counter(frozenset((step.start, step.end)) for step in steps)
    found: list[StreetStep] = []
    for step in steps:
        if joined[frozenset((step.start, step.end))] > 1:
            step, first = replace(step, middle=first), first + 1
        found.append(step)
    return found


def _steps(plan: StreetPlan, spots: Spots) -> Iterator[StreetStep]:
    """Yield the moves along streets; breaks (where a crosswalk interrupts a street) are passed over."""
    first = len(plan.spaces)
    onward: dict[int, RunLink] = {}
    links = tuple(plan.links)
    for link in links:
        if link.start >= first and plan.nodes[link.start - first].kind == "break":
            onward[link.start] = link
    for link in links:
        start = link.start if link.start < first else spots.of_node.get(link.start - first)
        if start is None:
            continue
        crossed: list[int] = []
        last: RunLink | None = link
        while last and last.end >= first and plan.nodes[last.end - first].kind == "break":
            broken = plan.nodes[last.end - first].broken
            crossed += [broken] if broken is not None else []
            last = onward.get(last.end)
        end = (last.end if last.end < first else spots.of_node.get(last.end - first)) if last else None
        if end is not None:
            yield StreetStep(start, end, plan.runs[link.run].street, link.one_way, tuple(crossed))


def _moves(step: StreetStep) -> Iterator[tuple[int, int, int]]:
    forth, back = _both_ways(step.forth, step.one_way)
    yield from ((start, end, step.street) for start, end in (*forth, *back))


def _leaving(drawn: StreetMap, index: dict[str, int]) -> Iterator[tuple[int, int, int]]:
    """Yield the moves out of lots, and those into lots that have an entrance."""
    for way, lot in enumerate(drawn.lots, len(drawn.streets)):
        if lot.exit and lot.exit.name in index:
            yield index[lot.id], index[lot.exit.name], way
        if lot.entrance and lot.entrance.name in index:
            yield index[lot.entrance.name], index[lot.id], way


def _exits(drawn: StreetMap, index: dict[str, int]) -> Iterator[Passage]:
    """Yield the crosswalks at the exits of lots, as crossings."""
    for lot in drawn.lots:
        if lot.crosswalk and lot.exit and lot.exit.name in index:
            yield Passage(exit_name(lot), lot.span, ((index[lot.id], index[lot.exit.name]),), ())


def crosswalk_names(drawn: StreetMap) -> dict[int, str]:
    """Return the names of the crosswalks over streets, by number; those that no move passes are left out."""
    spots = _spots(drawn)
    return {number: name for number, name, _ in _named(drawn, spots, tuple(_steps(drawn.plan, spots)))}


def exit_name(lot: Lot) -> str:
    """Return the name of the crosswalk at the exit of a lot."""
    return f"{lot.id} exit"


def _crossings(drawn: StreetMap, spots: Spots, steps: Sequence[StreetStep]) -> Iterator[Passage]:
    """Yield the crosswalks over streets, as crossings."""
    for number, name, step in _named(drawn, spots, steps):
        crosswalk = drawn.laid.crosswalks[number]
        span = crosswalk.span if crosswalk else drawn.streets[step.street].span
        yield Passage(name, span, *_both_ways(step.forth, step.one_way))


def _named(drawn: StreetMap, spots: Spots, steps: Sequence[StreetStep]) -> Iterator[tuple[int, str, StreetStep]]:
    """Yield the number, name and move of each crosswalk over a street.

    Crosswalks that the map does not name, at the mouths of streets, are named after the spots on both sides. Equal
    names get a number.
    """
    taken: dict[str, int] = {}
    passed = {crosswalk: step for step in steps for crosswalk in step.crossed}
    for number, crosswalk in enumerate(drawn.laid.crosswalks):
        step = passed.get(number)
        if step is None:
            continue
        name = crosswalk.id if crosswalk else _between(step, spots, number)
        taken[name] = taken.get(name, 0) + 1
        yield number, f"{name} ({taken[name]})" if taken[name] > 1 else name, step


def _between(step: StreetStep, spots: Spots, crosswalk: int) -> str:
    """Return the name of a crosswalk at the mouth of a street: `intersection to space`.

    If the move passes two crosswalks, the second is named `space to intersection`.
    """
    junctions = set(spots.of_node.values())
    ends = (step.start, step.end) if step.start in junctions else (step.end, step.start)
    mouth, inner = (spots.areas[end].id for end in ends)
    second = len(step.crossed) > 1 and step.crossed.index(crosswalk) > 0
    return f"{mouth} to {inner}" if not second else f"{inner} to {mouth}"


def _both_ways(forth: tuple[Move, ...], one_way: bool) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    return forth, () if one_way else tuple((end, start) for start, end in reversed(forth))


def _segments(drawn: StreetMap, spots: Spots, steps: Sequence[StreetStep]) -> Iterator[Passage]:
    """Yield the two-way runs with a spot for a one-way token, with the moves into, along and out of them."""
    before = {(step.street, step.end): step for step in steps}
    after = {(step.street, step.start): step for step in steps}
    index = {area.id: number for number, area in enumerate(spots.areas)}
    wanted = {index[ref.name]: ref.span for ref in reversed(drawn.spots) if ref.name in index}
    for run in drawn.plan.runs:
        at = next((space for space in run.spaces if space in wanted), None)
        if at is None or run.one_way:
            continue
        chain = dict.fromkeys(
            step for space in run.spaces for step in (before.get((run.street, space)), after.get((run.street, space)))
        )
        forth = tuple(move for step in chain if step for move in step.forth)
        yield Passage(segment_name(drawn, run), wanted[at], *_both_ways(forth, False), names=directions(run))


def segment_name(drawn: StreetMap, run: StreetRun) -> str:
    """Return the name of a segment: its street and the numbers of its first and last space."""
    first, last = drawn.plan.spaces[run.spaces[0]], drawn.plan.spaces[run.spaces[-1]]
    name = f"{drawn.streets[run.street].name} {first.number}"
    return f"{name}-{last.number}" if last.number > first.number else name


def directions(run: StreetRun) -> tuple[str, str]:
    """Return the compass directions of a run and of its reverse; ("forth", "back") for a run that is a closed loop."""
    (x, y), (to_x, to_y) = run.line[0], run.line[-1]
    if (x, y) == (to_x, to_y):
        return "forth", "back"
    wind = round(atan2(to_y - y, to_x - x) / (pi / 4)) % 8
    return WINDS[wind], WINDS[(wind + 4) % 8]


def _sites(drawn: StreetMap, index: dict[str, int]) -> Iterator[Site]:
    for site, area in zip(drawn.served, drawn.sites, strict=True):
        places = tuple(index[ref.name] for ref in site.by if ref.name in index)
        if places:
            tags = tuple(tag.name for tag in site.tags)
            yield Site(site.id, site.span, places, tags, area.district.name if area.district else None)
