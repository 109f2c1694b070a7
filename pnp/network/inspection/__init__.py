"""Inspect a map: all its figures, with the fairness of starts over all arrangements, also as text, JSON and CSV."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.escape import SafeText, line
from pnp.messages import listed, many, some
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.game_map import Closure, GameMap
from pnp.model.maps.requirements import STARTS, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.arrangements.distances import Distances
from pnp.network.arrangements.enumeration import Arranging, Placed, in_words
from pnp.network.arrangements.verdicts import TileArrangements
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.connectivity import dead_ends, least_cut, traps
from pnp.network.inspection.figures import (
    DistanceFigures,
    Drives,
    Isolation,
    JamFigures,
    Odds,
    Table,
    betweenness,
    distance_figures,
    distance_row,
    distance_table,
    drives_of,
    isolations,
    jams_of,
)
from pnp.network.lowering import Lowered
from pnp.network.network import START, Network
from pnp.network.requirements import items_at, tagged_targets, tags_of
from pnp.network.search import inverted
from pnp.network.ways import mean_distances, spread

# The fairness of starts over all arrangements of a city.

UNWRITTEN = Span("")


class ArrangedFairness(Struct, frozen=True):
    """The spreads of the starts' mean distances to the places with a tag, over all arrangements.

    `least`, `mean` and `greatest` are over the arrangements that have a spread. `worst` is the first arrangement with
    the greatest spread, as text. `unreached` is the number of arrangements in which some start cannot reach some place
    with the tag, so that there is no spread.
    """

    tag: str
    arrangements: int
    least: float | None
    mean: float | None
    greatest: float | None
    worst: str
    unreached: int


def arranged_fairness(lowered: Lowered, budget: SearchBudget) -> Iterator[ArrangedFairness]:
    """Yield the figures for each tag of a city that has starts and several arrangements; nothing for other maps.

    Raises OutOfStepsError if the budget is too small.
    """
    arrangements, network = lowered.arrangements, lowered.network
    if isinstance(arrangements, TileArrangements) and network.tagged(START) and arrangements.total > 1:
        for tag in tags_of(network):
            if tag != START:
                yield _fairness_figures(arrangements, tag, budget)


def _fairness_figures(arrangements: TileArrangements, tag: str, budget: SearchBudget) -> ArrangedFairness:
    """Return the spreads over all arrangements, each measured once for all equivalent ones."""
    goal = Selector(tag=Ref(tag, UNWRITTEN))
    distances = Distances(arrangements.city, Requirement("fair-starts", tag, UNWRITTEN, start=STARTS, goal=goal))
    spreads: dict[Fraction, int] = {}
    worst: tuple[Fraction, Placed] | None = None
    unreached = 0
    for each in Arranging(arrangements.rules, distances.signature).representatives():
        means = distances.means(each.placed, budget)
        if not means:
            unreached += each.alike
            continue
        found = spread(means)
        spreads[found] = spreads.get(found, 0) + each.alike
        worst = (found, each.placed) if worst is None or found > worst[0] else worst
    total = sum(spreads.values())
    mean = sum((each * count for each, count in spreads.items()), Fraction(0)) / total if total else None
    return ArrangedFairness(
        tag,
        arrangements.total,
        _decimal(min(spreads, default=None)),
        _decimal(mean),
        _decimal(max(spreads, default=None)),
        in_words(arrangements.words(worst[1])) if worst else "",
        unreached,
    )


# All figures of a map.

STEPS = 40_000_000
"""Step budget of an inspection; figures that do not fit in it are None."""

ISOLATION_STEPS = 3_000_000
"""Step budget for the isolations."""

Answer = TypeVar("Answer")


class PlaceFigures(Struct, frozen=True):
    """The figures of one place.

    `farthest` is None if some place cannot be reached. It and the other distances are None on too large a map.
    """

    id: str
    neighbours: int
    ways_in: int
    ways_out: int
    farthest: int | None
    mean_distance: float | None
    betweenness: float | None


class Fairness(Struct, frozen=True):
    """The mean distances of the starts to the places with a tag, and their spread: the difference over the mean."""

    tag: str
    spread: float | None
    means: tuple[tuple[str, float | None], ...]


class Inspection(Struct, frozen=True):
    """All figures of a map.

    `links` is the number of pairs of neighbours, and `connectivity` the fewest places whose closure splits the map.
    `classes` are the figures of the map's movement classes, by their names.
    """

    map: str
    name: str
    places: tuple[PlaceFigures, ...]
    moves: int
    links: int
    two_way: bool
    parts: int
    connectivity: int | None
    distances: DistanceFigures
    articulation_points: tuple[str, ...]
    bridges: tuple[tuple[str, str], ...]
    dead_ends: tuple[str, ...]
    traps: tuple[tuple[str, ...], ...]
    starts: tuple[str, ...]
    isolation: tuple[Isolation, ...]
    fairness: tuple[Fairness, ...]
    drives: Drives | None = None
    jams: tuple[JamFigures, ...] = ()
    odds: tuple[Odds, ...] = ()
    arranged: tuple[ArrangedFairness, ...] = ()
    classes: tuple[tuple[str, "Inspection"], ...] = ()

    @property
    def degrees(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a number of neighbours and the number of places that have so many."""
        return tuple(sorted(Counter(place.neighbours for place in self.places).items()))


def inspect_network(network: Network, map_id: str, name: str, laid: tuple[Closure, ...] = ()) -> Inspection:
    """Return the figures of a network on which closures can be laid; of a very large network some are missing."""
    budget = SearchBudget(STEPS)
    closures = _if_affordable(lambda: _connectivity(network, budget))
    tags = tuple(tag for tag in (tags_of(network) if network.tagged(START) else network.by_tag) if tag != START)
    fairness = _if_affordable(lambda: tuple(_fairness(network, tag, budget) for tag in tags))
    table = _if_affordable(lambda: distance_table(network, budget))
    shares = _if_affordable(lambda: _betweenness(network, budget))
    drives = _if_affordable(lambda: drives_of(network, budget))
    jams = _if_affordable(lambda: jams_of(network, budget))
    isolation = _if_affordable(lambda: tuple(isolations(network, laid, SearchBudget(ISOLATION_STEPS))))
    mirrored = network.before == network.after
    even = mirrored and network.lengths_before == network.lengths
    two_way = mirrored or (bool(network.extras.middles) and network.onward == network.backward)
    return Inspection(
        map=map_id,
        name=name,
        places=tuple(_place_figures(network, number, table, shares) for number in range(len(network.stops))),
        moves=sum(map(len, network.strides)),
        links=sum(map(len, network.joined)) // 2,
        two_way=two_way,
        parts=sum(network.places[part[0]].stop for part in network.weak_parts),
        connectivity=closures,
        distances=distance_figures(table, even, network.lengths is not None),
        articulation_points=network.names(network.hinges.places),
        bridges=tuple((network.places[a].id, network.places[b].id) for a, b, _, _ in network.hinges.bridges),
        dead_ends=network.names(dead_ends(network)),
        traps=tuple(network.names(trap.places) for trap in traps(network)),
        starts=network.names(network.tagged(START)),
        isolation=isolation or (),
        fairness=fairness or (),
        drives=drives,
        jams=jams or (),
    )


def inspect_map(game_map: GameMap, lowered: Lowered) -> Inspection:
    """Return the figures of a map as printed, with the fairness of its starts over all arrangements.

    A block map also has the odds of its dice, and its speed for the turns of its drives.
    """
    inspection = inspect_network(lowered.network, game_map.id, game_map.name, game_map.closures)
    budget = SearchBudget(STEPS)
    arranged = _if_affordable(lambda: tuple(arranged_fairness(lowered, budget))) or ()
    classes = tuple((name, inspect_class(game_map, lowered, name)) for name in lowered.classes)
    inspection = replace(inspection, arranged=arranged, classes=classes)
    match game_map:
        case BlockMap(table=table, speed=speed):
            odds = tuple(Odds(outcome, str(chance)) for outcome, chance in table.odds) if table else ()
            drives = inspection.drives and replace(inspection.drives, speed=speed)
            return replace(inspection, odds=odds, drives=drives)
        case _:
            return inspection


def inspect_class(game_map: GameMap, lowered: Lowered, name: str) -> Inspection:
    """Return the figures of a movement class, on its places and roads."""
    return inspect_network(lowered.classes[name], game_map.id, f"{game_map.name}: {name}", game_map.closures)


def _if_affordable(work: Callable[[], Answer]) -> Answer | None:
    try:
        return work()
    except OutOfStepsError:
        return None


def _connectivity(network: Network, budget: SearchBudget) -> int:
    """Return the fewest places whose closure splits the map; the number of places less one if all are neighbours."""
    number = {place: index for index, place in enumerate(network.stops)}
    after = tuple(tuple(number[end] for end in network.onward[place]) for place in network.stops)
    cut = least_cut(after, inverted(after), len(after), budget)
    return len(after) - 1 if cut is None else len(cut)


def _betweenness(network: Network, budget: SearchBudget) -> list[float]:
    budget.spend(5 * len(network.places) * network.size)
    number = {place: index for index, place in enumerate(network.stops)}  # ways begin and end where pieces stop
    after = tuple(tuple(number[end] for end in network.onward[place]) for place in network.stops)
    lengths = network.onward_lengths
    return betweenness(after, None if lengths is None else tuple(lengths[place] for place in network.stops))


def _fairness(network: Network, tag: str, budget: SearchBudget) -> Fairness:
    means = mean_distances(network, items_at(network, network.starts), tagged_targets(network, tag), budget)
    known = [mean for mean in means.values() if mean is not None]
    shown = tuple((start, _decimal(mean)) for start, mean in means.items())
    return Fairness(tag, _decimal(spread(known)) if known and len(known) == len(means) else None, shown)


def _place_figures(network: Network, number: int, table: Table | None, shares: list[float] | None) -> PlaceFigures:
    place = network.stops[number]
    row = distance_row(table, number) if table else None
    return PlaceFigures(
        id=network.places[place].id,
        neighbours=len(network.joined[place]),
        ways_in=len(network.backward[place]),
        ways_out=len(network.onward[place]),
        farthest=row.farthest if row else None,
        mean_distance=row.mean if row else None,
        betweenness=round(shares[number], 6) if shares else None,
    )


def _decimal(number: Fraction | int | None) -> float | None:
    return None if number is None else round(float(number), 6)


# An inspection as text, JSON or CSV.

# JSON and CSV.

VERSION = "1.0"


def inspection_data(inspection: Inspection) -> dict[str, Any]:
    """Return the inspection as data for JSON, as `schemas/inspect.schema.json` describes it."""
    return {
        "version": VERSION,
        **_without(to_builtins(replace(inspection, classes=())), "distances"),
        **to_builtins(inspection.distances),
        "degrees": [{"neighbours": degree, "places": count} for degree, count in inspection.degrees],
        "pairs": [{"distance": far, "pairs": count} for far, count in enumerate(inspection.distances.pairs, start=1)],
        "bridges": [{"from": first, "to": second} for first, second in inspection.bridges],
        "fairness": [
            {
                "tag": fairness.tag,
                "spread": fairness.spread,
                "starts": [{"place": place, "mean_distance": mean} for place, mean in fairness.means],
            }
            for fairness in inspection.fairness
        ],
        "drives": inspection.drives and {**to_builtins(inspection.drives), "turns": inspection.drives.turns},
        "classes": {name: _without(inspection_data(each), "classes") for name, each in inspection.classes},
    }


def _without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def inspection_rows(inspection: Inspection) -> list[list[str]]:
    """Return the table of distances with a header, each row starting with its place; a cell is empty without a path."""
    names = [place.id for place in inspection.places]
    rows = [["from", *names]]
    for name, row in zip(names, inspection.distances.table or (), strict=False):
        rows.append([name, *("" if distance is None else str(distance) for distance in row)])
    return rows


# Text.

CHOKE_POINTS = 5
"""Maximum number of choke points that are listed."""

MOST_DISTANCES = 12
"""Maximum number of distances that are listed for a map with costs."""

WIDEST_TABLE = 20
"""Maximum number of places for which the table of distances is shown."""


def inspection_text(inspection: Inspection) -> SafeText:
    """Return the inspection as text, with the table of distances if it is small."""
    facts = [
        ("", ""),
        *_size(inspection),
        *_distances(inspection),
        *_structure(inspection),
        *_starts(inspection),
        *_city(inspection),
    ]
    lines = [inspection.name, *(f"  {title:<21} {text}".rstrip() for title, text in facts)]
    if inspection.distances.table and len(inspection.places) <= WIDEST_TABLE:
        lines += ["", *_aligned(inspection_rows(inspection))]
    classes = [f"\n{inspection_text(each)}" for _, each in inspection.classes]
    return SafeText("\n".join([*map(line, lines), *classes]))


def _size(inspection: Inspection) -> Iterator[tuple[str, str]]:
    yield "places", f"{len(inspection.places):,}"
    ways = "all both ways" if inspection.two_way else "some one way"
    yield "neighbours", f"{many(inspection.links, 'pair')}, {ways}"
    for degree, count in inspection.degrees:
        yield f"  of {many(degree, 'neighbour')}", many(count, "place")


def _distances(inspection: Inspection) -> Iterator[tuple[str, str]]:
    if inspection.distances.table is None:
        yield "distances", "not computed: the map is too large"
        return
    yield "mean distance", _number(inspection.distances.mean_distance)
    yield "radius, diameter", f"{_number(inspection.distances.radius)}, {_number(inspection.distances.diameter)}"
    yield from _pairs(inspection)
    if inspection.distances.unreachable_pairs:
        yield "  without a way", many(inspection.distances.unreachable_pairs, "pair")


def _pairs(inspection: Inspection) -> Iterator[tuple[str, str]]:
    """Yield how many pairs of places are at each distance; with costs only distances that occur, the shortest ones."""
    pairs = list(enumerate(inspection.distances.pairs, start=1))
    if not inspection.distances.costs:
        yield from ((f"  {many(far, 'move')} apart", many(count, "pair")) for far, count in pairs)
        return
    occurring = [(far, count) for far, count in pairs if count]
    yield from ((f"  {far:,} apart", many(count, "pair")) for far, count in occurring[:MOST_DISTANCES])
    if len(occurring) > MOST_DISTANCES:
        yield "  farther apart", many(sum(count for _, count in occurring[MOST_DISTANCES:]), "pair")


def _structure(inspection: Inspection) -> Iterator[tuple[str, str]]:
    yield "parts", f"{inspection.parts:,}"
    yield "fewest to part it", many(inspection.connectivity, "place") if inspection.connectivity is not None else "–"
    yield "articulation points", _names(inspection.articulation_points)
    yield "bridges", _names([f"{first} – {second}" for first, second in inspection.bridges])
    yield "dead ends", _names(inspection.dead_ends)
    yield "traps", "; ".join(_names(trap) for trap in inspection.traps) or "none"
    busy = sorted(
        (place for place in inspection.places if place.betweenness), key=lambda place: -(place.betweenness or 0)
    )
    yield "choke points", ", ".join(f"'{place.id}' {place.betweenness:.1%}" for place in busy[:CHOKE_POINTS]) or "none"


def _starts(inspection: Inspection) -> Iterator[tuple[str, str]]:
    yield "starts", _names(inspection.starts) if inspection.starts else "every place"
    for fairness in inspection.fairness:
        yield f"  to '{fairness.tag}'", _profile(fairness, inspection.distances.costs)
    for arranged in inspection.arranged:
        yield f"    of {arranged.arrangements:,} setups", f"to '{arranged.tag}' {_spreads(arranged)}"
    for (by, closures, cut), places in _isolation(inspection).items() if inspection.starts else ():
        fewest = "cannot be cut off" if closures is None else f"cut off by {many(closures, 'closure')}"
        title = " and ".join(by) if by else "tagged places"
        yield title, f"{some(places)} {fewest}" + (f": {_names(cut)}" if cut else "")


def _city(inspection: Inspection) -> Iterator[tuple[str, str]]:
    drives = inspection.drives
    if drives:
        yield "sites", f"{drives.sites:,}"
        turns = f", {many(drives.turns, 'turn')} of {drives.speed}" if drives.turns and drives.speed else ""
        if drives.longest is None:
            yield "  longest way", "none to some of them"
        else:
            yield "  longest way", f"{many(drives.longest, 'move')}{turns}, from '{drives.start}' to '{drives.goal}'"
            yield "  mean way", f"{_number(drives.mean)} moves"
    if inspection.odds:
        yield "odds of the table", ", ".join(f"{each.outcome} {each.chance}" for each in inspection.odds)
    if inspection.jams:
        yield "stretches", f"{len(inspection.jams):,}; closing one of them:"
    for (states, sites), names in _jams(inspection).items():
        yield f"  traps {many(states, 'state')}", f"and cuts off {many(sites, 'site')}: {listed(names)}"


def _jams(inspection: Inspection) -> dict[tuple[int, int], list[str]]:
    """Return the stretches by the numbers of states they trap and sites they cut off, the worst first."""
    groups: dict[tuple[int, int], list[str]] = {}
    for jam in sorted(inspection.jams, key=lambda jam: (-jam.states, -len(jam.cut_off))):
        groups.setdefault((jam.states, len(jam.cut_off)), []).append(jam.stretch)
    return groups


def _isolation(inspection: Inspection) -> dict[tuple[tuple[str, ...], int | None, tuple[str, ...]], list[str]]:
    """Return the tagged places and sites, grouped by the closures that cut them off."""
    groups: dict[tuple[tuple[str, ...], int | None, tuple[str, ...]], list[str]] = {}
    for place in inspection.isolation:
        groups.setdefault((place.by, place.closures, place.cut), []).append(place.place)
    return groups


def _profile(fairness: Fairness, costs: bool) -> str:
    known = [(mean, place) for place, mean in fairness.means if mean is not None]
    if fairness.spread is None or not known:
        return "not reached from every start"
    (near, nearest), (far, farthest) = min(known), max(known)
    unit = "in cost" if costs else "moves"
    return f"{near:.2f} {unit} from '{nearest}' to {far:.2f} from '{farthest}', spread {fairness.spread:.2f}"


def _spreads(arranged: ArrangedFairness) -> str:
    cut = f"{many(arranged.unreached, 'arrangement')} of {arranged.arrangements:,} cut one off"
    lost = cut if arranged.unreached else ""
    if arranged.mean is None or arranged.least is None or arranged.greatest is None:
        return lost
    found = f"spread {arranged.mean:.2f} on average, {arranged.least:.2f} to {arranged.greatest:.2f} {arranged.worst}"
    return f"{found}; {lost}" if lost else found


def _names(names: Sequence[str]) -> str:
    return listed(names) if names else "none"


def _number(number: float | None) -> str:
    return "–" if number is None else f"{number:.3f}".rstrip("0").rstrip(".")


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join((row[0].ljust(widths[0]), *cells)).rstrip()
