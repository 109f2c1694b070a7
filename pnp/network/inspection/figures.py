"""Distances, betweenness, isolation, jams, drives.

The main part is the greatest set of states outside of the jams in which each leads to each. A state outside of the
jams is trapped where no way leads from it to the main part, and a site is cut off where no way leads from the main
part to a place that serves it. Whoever stands in a jam is held there, and counted as neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps.game_map import CLOSED, Closure
from pnp.network.closures.branch_and_bound import Parting
from pnp.network.closures.lower_bounds import Flows
from pnp.network.closures.questions import Asking, ClosableMoves
from pnp.network.closures.supplies import stock_of
from pnp.network.connectivity import cut_between, mask
from pnp.network.network import START, Network
from pnp.network.requirements import ChosenItem, tagged_targets
from pnp.network.search import Adjacency, Distances, OutOfStepsError, SearchBudget, strong_parts

# The distance from each place to each, and what it says of the whole map.

Table = tuple[tuple[int | None, ...], ...]
"""The distances from each stop to each, in the order of the stops; None where no way leads."""


class RowFigures(Struct, frozen=True):
    """How far the other places are from one: the farthest, None where one can't be reached, and the mean."""

    farthest: int | None
    mean: float | None


class DistanceFigures(Struct, frozen=True):
    """How far places are apart: None for all where the map is too large.

    `pairs` counts the pairs of places by their distance from 1 on: unordered where every move can be turned round.
    """

    diameter: int | None = None
    radius: int | None = None
    mean_distance: float | None = None
    pairs: tuple[int, ...] = ()
    unreachable_pairs: int | None = None
    table: Table | None = None


def distance_table(network: Network, budget: SearchBudget) -> Table:
    """The distance from each stop, at its worst state, to each."""
    budget.spend(len(network.after) * network.size)
    return tuple(_row(network, start) for start in network.stops)


def distance_row(table: Table, number: int) -> RowFigures:
    """The figures of one row of the table."""
    others = [*table[number][:number], *table[number][number + 1 :]]
    return RowFigures(_greatest([0, *others]), _mean([distance for distance in others if distance is not None]))


def distance_figures(table: Table | None, two_way: bool) -> DistanceFigures:
    """What the table says of the whole map."""
    if table is None:
        return DistanceFigures()
    found = [distance for number, row in enumerate(table) for distance in (*row[:number], *row[number + 1 :])]
    known = [distance for distance in found if distance is not None]
    farthest = [_greatest(row) for row in table]
    times = 2 if two_way else 1
    counts = Counter(known)
    return DistanceFigures(
        diameter=_greatest(farthest),
        radius=min((far for far in farthest if far is not None), default=None),
        mean_distance=_mean(known),
        pairs=tuple(counts[distance] // times for distance in range(1, max(counts, default=0) + 1)),
        unreachable_pairs=(len(found) - len(known)) // times,
        table=table,
    )


def _row(network: Network, start: int) -> tuple[int | None, ...]:
    rows = [network.distances_from(state) for state in network.states_of[start]]
    if len(rows) == 1:
        return tuple(rows[0] if network.single else [rows[0][goal] for goal in network.stops])
    return tuple(_greatest([row[goal] for row in rows]) for goal in network.stops)


def _greatest(distances: Sequence[int | None] | Distances) -> int | None:
    """The greatest distance; None where one is None, or where there are none."""
    known = [distance for distance in distances if distance is not None]
    return max(known, default=None) if len(known) == len(distances) else None


def _mean(distances: list[int]) -> float | None:
    return round(sum(distances) / len(distances), 6) if distances else None


# Betweenness: the share of shortest ways that lead through a place.


def betweenness(after: Adjacency) -> list[float]:
    """For each place the mean share of the shortest ways between two others that lead through it (Brandes 2001)."""
    shares = [0.0] * len(after)
    for source in range(len(after)):
        order, counts, came = _ways_from(after, source)
        through = dict.fromkeys(order, 0.0)
        for place in reversed(order):
            for parent in came[place]:
                through[parent] += counts[parent] / counts[place] * (1 + through[place])
            if place != source:
                shares[place] += through[place]
    pairs = (len(after) - 1) * (len(after) - 2)
    return [share / pairs for share in shares] if pairs > 0 else shares


def _ways_from(after: Adjacency, source: int) -> tuple[list[int], dict[int, int], dict[int, list[int]]]:
    """The places that `source` leads to, near ones first; the number of shortest ways to each, and the steps before."""
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


# How hard it is to cut a place off.

PART = 20
"""Which part of the steps that are left the isolation of one place may take."""


class Isolation(Struct, frozen=True):
    """The fewest closures after which a start no longer leads to a place or site; None where none part them.

    They are closures of the kinds `by`; where none are named, every place may be closed. `cut` is where they lie.
    """

    place: str
    closures: int | None
    cut: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


def isolations(network: Network, closures: Sequence[Closure], budget: SearchBudget) -> Iterator[Isolation]:
    """How hard it is to cut off each place and site with a tag: by closing places, by each kind of closure, by all.

    What would take too long is left out.
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
    """The tags of places and sites."""
    return dict.fromkeys([*network.by_tag, *(tag for site in network.sites.values() for tag in site.tags)])


def isolation_by(network: Network, target: ChosenItem, by: Sequence[Closure], budget: SearchBudget) -> Isolation:
    """How many closures of these kinds it takes to part a target from some start; of any place where there are none.

    Raises OutOfStepsError where it would take more steps than the budget.
    """
    names = tuple(closure.name for closure in by)
    kinds = by or (Closure(CLOSED, network.places[target.places[0]].span, "places"),)
    stock = stock_of(network, kinds, None)
    ground = ClosableMoves(network, stock)
    parting = Parting(ground, Flows(ground, budget).bound)
    best: tuple[int, ...] | None = None
    limit = stock.most
    for each in Asking(network, stock, ground).ways(network.starts, (target,)):
        for state, barred in each.rim:
            question = each.question(state, barred)
            for room in range(parting.within(question, limit).least, limit + 1):
                answer = parting.answer(question, room)
                if answer is not None:
                    best, limit = answer, len(answer) - 1
                    break
    if best is None:
        return Isolation(target.name, None, (), names)
    return Isolation(target.name, len(best), tuple(ground.closings[number].choice.at for number in best), names)


def isolation_of(network: Network, place: int, budget: SearchBudget) -> Isolation:
    """How many places must be closed at least, neither the place nor the start, to part it from some start."""
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


# Jams: what is trapped and what is cut off while some stretches of a map are closed.

REACHED, SHUT = 2, 1
"""What a search writes for a state that it reached, and for one that is closed; 0 for any other."""

Seen = bytearray
"""What a search found of each state."""


class Jammed(Struct, frozen=True):
    """What comes of jams: the stretches that are closed, by number, the states trapped, and the sites cut off."""

    stretches: tuple[int, ...]
    trapped: tuple[int, ...]
    cut_off: tuple[str, ...]


class Jams:
    """The stretches of a network, ready to be closed one by one or several at once."""

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
        """What each stretch does that is closed alone."""
        return (self.closing((number,)) for number in range(len(self._closed)))

    def pairs(self) -> Iterator[Jammed]:
        """What each two stretches do that are closed together."""
        return map(self.closing, combinations(range(len(self._closed)), 2))

    def closing(self, stretches: tuple[int, ...]) -> Jammed:
        """What comes of closing these stretches, given by number."""
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
        """What leads to the main part, and what it leads to; None where all is closed.

        The part of a state in the middle is the main one where it has more than half of what is open.
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
    """What is reached from a state past the jams."""
    seen = bytearray(jam)
    seen[root] = REACHED
    pending = [root]
    for here in pending:
        for end in moves[here]:
            if not seen[end]:
                seen[end] = REACHED
                pending.append(end)
    return seen


# The figures of a map with sites and stretches: how far its drives are, and what each jam does.


class Drives(Struct, frozen=True):
    """The ways from every state of every place to every site, in moves: the longest and the mean.

    None where a site can't be reached; `speed` is how many moves make a turn, None where the map does not say.
    """

    sites: int
    longest: int | None
    start: str | None
    goal: str | None
    mean: float | None
    speed: int | None = None

    @property
    def turns(self) -> int | None:
        """How many turns the longest takes."""
        return -(-self.longest // self.speed) if self.longest is not None and self.speed else None


class JamFigures(Struct, frozen=True):
    """What closing one stretch does: how many states it traps, on which places, and the sites it cuts off."""

    stretch: str
    states: int
    trapped: tuple[str, ...]
    cut_off: tuple[str, ...]


class Odds(Struct, frozen=True):
    """An outcome of two dice, and how likely it is, as a fraction."""

    outcome: str
    chance: str


def drives_of(network: Network, budget: SearchBudget) -> Drives | None:
    """The drives of a network; None where it has no sites."""
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
    """What each stretch does that is closed alone."""
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
