"""Compute the figures of a network: distances, betweenness, isolation, drives and jams."""

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps.game_map import CLOSED, Closure
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.closures.branch_and_bound import CutSearch
from pnp.network.closures.lower_bounds import Flows
from pnp.network.closures.questions import ClosableMoves, QuestionBuilder
from pnp.network.closures.supplies import stock_of
from pnp.network.connectivity import cut_between, mask
from pnp.network.network import START, Network
from pnp.network.requirements import ChosenItem, items_at, tagged_targets
from pnp.network.search import Adjacency, Distances, MoveLengths, strong_parts

# The distances between all places.

Table = tuple[tuple[int | None, ...], ...]
"""The distances from each stop to each stop, in the order of the stops; None without a path."""


MOST_COUNTED = 10_000
"""Greatest distance for which the pairs at each distance are counted; only roads with costs are longer together."""


class RowFigures(Struct, frozen=True):
    """The distances from one place: that of the farthest place (None if one cannot be reached), and the mean."""

    farthest: int | None
    mean: float | None


class DistanceFigures(Struct, frozen=True):
    """The distances between places; everything is None if the map is too large.

    `pairs` are the numbers of pairs of places at the distances 1, 2, 3 and so on, none if a distance is above
    `MOST_COUNTED`. If every move is two-way, each pair counts once, not once for each direction.
    """

    diameter: int | None = None
    radius: int | None = None
    mean_distance: float | None = None
    pairs: tuple[int, ...] = ()
    unreachable_pairs: int | None = None
    table: Table | None = None
    costs: bool = False


def distance_table(network: Network, budget: SearchBudget) -> Table:
    """Return the distances from each stop, each from its worst state, to each stop."""
    budget.spend(len(network.after) * network.size)
    return tuple(_row(network, start) for start in network.stops)


def distance_row(table: Table, number: int) -> RowFigures:
    """Return the figures of one row of the table."""
    others = [*table[number][:number], *table[number][number + 1 :]]
    return RowFigures(_greatest([0, *others]), _mean([distance for distance in others if distance is not None]))


def distance_figures(table: Table | None, two_way: bool, costs: bool = False) -> DistanceFigures:
    """Return the figures of the whole table.

    `two_way` is whether every move is two-way and costs the same both ways, `costs` whether moves have costs.
    """
    if table is None:
        return DistanceFigures(costs=costs)
    found = [distance for number, row in enumerate(table) for distance in (*row[:number], *row[number + 1 :])]
    known = [distance for distance in found if distance is not None]
    farthest = [_greatest(row) for row in table]
    times = 2 if two_way else 1
    counts = Counter(known)
    farthest_of_all = max(counts, default=0)
    return DistanceFigures(
        diameter=_greatest(farthest),
        radius=min((far for far in farthest if far is not None), default=None),
        mean_distance=_mean(known),
        pairs=tuple(counts[distance] // times for distance in range(1, farthest_of_all + 1))
        if farthest_of_all <= MOST_COUNTED
        else (),
        unreachable_pairs=(len(found) - len(known)) // times,
        table=table,
        costs=costs,
    )


def _row(network: Network, start: int) -> tuple[int | None, ...]:
    rows = [network.distances_from(state) for state in network.states_of[start]]
    if len(rows) == 1:
        return tuple(rows[0] if network.single else [rows[0][goal] for goal in network.stops])
    return tuple(_greatest([row[goal] for row in rows]) for goal in network.stops)


def _greatest(distances: Sequence[int | None] | Distances) -> int | None:
    """Return the maximum distance; None if one is None, or if there are none."""
    known = [distance for distance in distances if distance is not None]
    return max(known, default=None) if len(known) == len(distances) else None


def _mean(distances: list[int]) -> float | None:
    return round(sum(distances) / len(distances), 6) if distances else None


# Betweenness: the share of shortest paths that pass a place.


def betweenness(after: Adjacency, lengths: MoveLengths = None) -> list[float]:
    """Return for each place the mean share of the shortest paths between two other places that pass it.

    Brandes' algorithm (2001): from each source one search counts the shortest paths to all places, breadth first or,
    where moves have lengths, by Dijkstra's algorithm. Then the shares are added up backwards, from the farthest place,
    instead of path by path.
    """
    shares = [0.0] * len(after)
    for source in range(len(after)):
        order, counts, came = (
            _ways_from(after, source) if lengths is None else _weighed_ways_from(after, source, lengths)
        )
        through = dict.fromkeys(order, 0.0)
        for place in reversed(order):
            for parent in came[place]:
                through[parent] += counts[parent] / counts[place] * (1 + through[place])
            if place != source:
                shares[place] += through[place]
    pairs = (len(after) - 1) * (len(after) - 2)
    return [share / pairs for share in shares] if pairs > 0 else shares


def _ways_from(after: Adjacency, source: int) -> tuple[list[int], dict[int, int], dict[int, list[int]]]:
    """Return the places that `source` reaches, nearest first, with the numbers of shortest paths and predecessors."""
    distance = {source: 0}
    counts = {source: 1}
    came: dict[int, list[int]] = {source: []}
    order = [source]
    for place in order:
        for end in after[place]:
            if end not in distance:
                distance[end] = distance[place] + 1
                counts[end] = 0
                came[end] = []
                order.append(end)
            if distance[end] == distance[place] + 1:
                counts[end] += counts[place]
                came[end].append(place)
    return order, counts, came


def _weighed_ways_from(
    after: Adjacency, source: int, lengths: Adjacency
) -> tuple[list[int], dict[int, int], dict[int, list[int]]]:
    """Return what `_ways_from` returns where moves have lengths of 1 or more."""
    distance = {source: 0}
    counts = {source: 1}
    came: dict[int, list[int]] = {source: []}
    order: list[int] = []
    pending = [(0, source)]
    while pending:
        far, place = heappop(pending)
        if far > distance[place]:
            continue
        order.append(place)
        for end, length in zip(after[place], lengths[place], strict=True):
            there = far + length
            if end not in distance or there < distance[end]:
                distance[end] = there
                counts[end] = 0
                came[end] = []
                heappush(pending, (there, end))
            if there == distance[end]:
                counts[end] += counts[place]
                came[end].append(place)
    return order, counts, came


# Isolation: the fewest closures that cut a place off.

PART = 20
"""The isolation of one place may take one in this many of the steps that are left."""


class Isolation(Struct, frozen=True):
    """The fewest closures after which some start cannot reach a place or site; None if no closures separate them.

    `by` are the kinds of the closures; if it is empty, any place can be closed. `cut` are the spots of the closures.
    """

    place: str
    closures: int | None
    cut: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


def isolations(network: Network, closures: Sequence[Closure], budget: SearchBudget) -> Iterator[Isolation]:
    """Yield the isolation of each place and site with a tag: by closing places, by each kind of closure, by all kinds.

    Isolations that take too many steps are left out.
    """
    tags = (tag for tag in _tags(network) if tag != START)
    found = {target.name: target for tag in tags for target in tagged_targets(network, tag)}
    order = (*(place.id for place in network.places), *network.sites)
    kinds: list[tuple[Closure, ...]] = [(), *((closure,) for closure in closures)]
    for by in kinds if len(closures) < 2 else (*kinds, tuple(closures)):
        for target in (found[name] for name in order if name in found):
            if not by and network.single and len(target.places) == 1:
                yield replace(isolation_of(network, target.places[0], budget), place=target.name)
                continue
            share = SearchBudget(budget.left // PART)
            given = share.left
            try:
                yield isolation_by(network, target, by, share)
            except OutOfStepsError:
                continue
            finally:
                budget.left -= given - max(share.left, 0)


def _tags(network: Network) -> dict[str, None]:
    """Return the tags of places and sites."""
    return dict.fromkeys([*network.by_tag, *(tag for site in network.sites.values() for tag in site.tags)])


def isolation_by(network: Network, target: ChosenItem, by: Sequence[Closure], budget: SearchBudget) -> Isolation:
    """Return the isolation of a place or site by closures of these kinds; without kinds, by closing any places.

    Raises OutOfStepsError if the budget is too small.
    """
    names = tuple(closure.name for closure in by)
    kinds = by or (Closure(CLOSED, network.places[target.places[0]].span, "places"),)
    stock = stock_of(network, kinds, None)
    ground = ClosableMoves(network, stock)
    search = CutSearch(ground, Flows(ground, budget).bound)
    best: tuple[int, ...] | None = None
    limit = stock.most
    starts = items_at(network, network.starts)
    for each in QuestionBuilder(network, stock, ground).ways(starts, (target,)):
        for state, barred in each.rim:
            question = each.question(state, barred)
            for room in range(search.within(question, limit).least, limit + 1):
                answer = search.answer(question, room)
                if answer is not None:
                    best, limit = answer, len(answer) - 1
                    break
    if best is None:
        return Isolation(target.name, None, (), names)
    return Isolation(target.name, len(best), tuple(ground.closings[number].choice.at for number in best), names)


def isolation_of(network: Network, place: int, budget: SearchBudget) -> Isolation:
    """Return the isolation of a place by closing places other than the place and the start.

    It is for networks in which each place has one state. It finds the same number as `isolation_by`, three times as
    fast, but of several minimum cuts it reports the one next to the place.
    """
    best: list[int] | None = None
    limit = len(network.backward[place]) + 1
    for start in network.starts:
        if start != place and place not in network.onward[start]:
            goals = mask(len(network.places), network.onward[start])
            cut = cut_between(network.backward, place, goals, limit, budget)
            if cut is not None:
                best, limit = cut, len(cut)
    name = network.places[place].id
    return Isolation(name, None) if best is None else Isolation(name, len(best), network.names(best))


# Jams: closed stretches, which hold the pieces in them. The main part is the largest strongly connected component of
# the open states. An open state is trapped if it cannot reach the main part. A site is cut off if the main part reaches
# none of the places that serve it.

REACHED, SHUT = 2, 1
"""Marks of a search for a state that it reached, and for a closed state; 0 is any other state."""

Seen = bytearray
"""The mark of each state."""


class Jammed(Struct, frozen=True):
    """The consequences of jams: the closed stretches and the trapped states, by number, and the sites cut off."""

    stretches: tuple[int, ...]
    trapped: tuple[int, ...]
    cut_off: tuple[str, ...]


class Jams:
    """The stretches of a network, which can be closed alone or several at once."""

    def __init__(self, network: Network) -> None:
        self.network = network
        states_of = network.states_of
        self._closed = [
            [state for place in stretch.places for state in states_of[place]] for stretch in network.stretches
        ]
        self._sites = [
            (site.id, [state for place in site.places for state in states_of[place]]) for site in network.extras.sites
        ]
        self._sites_at: list[list[int]] = [[] for _ in network.after]
        for number, (_, states) in enumerate(self._sites):
            for state in states:
                self._sites_at[state].append(number)

    def singles(self) -> Iterator[Jammed]:
        """Yield the consequences of closing each stretch alone."""
        return (self.closing((number,)) for number in range(len(self._closed)))

    def pairs(self) -> Iterator[Jammed]:
        """Yield the consequences of closing each pair of stretches."""
        return map(self.closing, combinations(range(len(self._closed)), 2))

    def closing(self, stretches: tuple[int, ...]) -> Jammed:
        """Return the consequences of closing these stretches, given by number."""
        jam = bytearray(len(self.network.after))
        for stretch in stretches:
            for state in self._closed[stretch]:
                jam[state] = SHUT
        found = self._main(jam)
        if found is None:
            return Jammed(stretches, (), tuple(name for name, _ in self._sites))
        back, forth = found
        trapped = tuple(state for state, seen in enumerate(back) if not seen)
        doubtful = {site for state, seen in enumerate(forth) if seen != REACHED for site in self._sites_at[state]}
        cut = (self._sites[site] for site in sorted(doubtful))
        empty = (name for name, states in self._sites if not states)
        names = (name for name, states in cut if all(forth[state] != REACHED for state in states))
        return Jammed(stretches, trapped, (*names, *empty))

    def _main(self, jam: Seen) -> tuple[Seen, Seen] | None:
        """Return the marks of what reaches the main part, and of what it reaches; None if all states are closed.

        The component of some state in the middle is tried first: it is the main part if it has more than half of the
        open states. That needs two searches; otherwise all components are computed.
        """
        middle = jam.find(0, len(jam) // 2)
        if middle >= 0:
            back, forth = self._around(middle, jam)
            both = sum(a == b == REACHED for a, b in zip(back, forth, strict=True))
            if 2 * both > jam.count(0):
                return back, forth
        left = tuple(
            () if jam[state] else tuple(end for end in ends if not jam[end])
            for state, ends in enumerate(self.network.after)
        )
        parts = [part for part in strong_parts(left) if not jam[part[0]]]
        main = max(parts, key=lambda part: (len(part), -min(part)), default=None)
        return self._around(main[0], jam) if main else None

    def _around(self, root: int, jam: Seen) -> tuple[Seen, Seen]:
        return _seen(self.network.before, root, jam), _seen(self.network.after, root, jam)


def _seen(moves: Adjacency, root: int, jam: Seen) -> Seen:
    """Return the marks of a search from a state that does not enter jams."""
    seen = bytearray(jam)
    seen[root] = REACHED
    pending = [root]
    for here in pending:
        for end in moves[here]:
            if not seen[end]:
                seen[end] = REACHED
                pending.append(end)
    return seen


# Drives to sites, and the figures of single jams.


class Drives(Struct, frozen=True):
    """The longest and the mean distance from all states of all places to all sites, in moves.

    They are None if a site cannot be reached. `speed` is the number of moves in a turn, None if the map gives none.
    """

    sites: int
    longest: int | None
    start: str | None
    goal: str | None
    mean: float | None
    speed: int | None = None

    @property
    def turns(self) -> int | None:
        """The number of turns that the longest drive takes."""
        return -(-self.longest // self.speed) if self.longest is not None and self.speed else None


class JamFigures(Struct, frozen=True):
    """The consequences of closing one stretch: the number of trapped states, their places, and the sites cut off."""

    stretch: str
    states: int
    trapped: tuple[str, ...]
    cut_off: tuple[str, ...]


class Odds(Struct, frozen=True):
    """An outcome of two dice and its probability, as a fraction."""

    outcome: str
    chance: str


def drives_of(network: Network, budget: SearchBudget) -> Drives | None:
    """Return the drives of a network; None if it has no sites."""
    sites = network.extras.sites
    longest: tuple[int, int, str] | None = None
    total = count = 0
    stops = [state for place in network.stops for state in network.states_of[place]]
    for site in sites:
        budget.spend(network.size)
        row = network.distances_to(site.places)
        for state in stops:
            distance = row[state]
            if distance is None:
                return Drives(len(sites), None, None, None, None)
            total, count = total + distance, count + 1
            if longest is None or distance > longest[0]:
                longest = distance, state, site.id
    if longest is None:
        return None
    start = network.places[network.place_of_state[longest[1]]].id
    return Drives(len(sites), longest[0], start, longest[2], round(total / count, 6))


def jams_of(network: Network, budget: SearchBudget) -> tuple[JamFigures, ...]:
    """Return the consequences of closing each stretch alone."""
    if not network.stretches:
        return ()
    budget.spend(3 * len(network.stretches) * network.size)
    return tuple(
        JamFigures(
            network.stretches[jammed.stretches[0]].id,
            len(jammed.trapped),
            network.names(dict.fromkeys(network.place_of_state[state] for state in jammed.trapped)),
            jammed.cut_off,
        )
        for jammed in Jams(network).singles()
    )
