"""Fair starts in every arrangement.

Goals are bits of integers, those of all tiles told apart.

For each tile it is known once how far it is from its ports and starts to its ports and goals. A row of bits says which
goals are within no move of a place, above it one which are within one, and so on: all of them are one integer, and what
is some moves farther away is that integer moved up by so many rows. As tiles lie, each way over a seam takes over what
follows on it, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import and_

from msgspec import Struct

from pnp.model.maps.game_map import EVERYWHERE, STARTS, Requirement
from pnp.network.asked import goals_of, may_be_same, starts_of
from pnp.network.lowering.tile_map import City, Lying
from pnp.network.network import START, Network
from pnp.network.requirements import ChosenItem, items_at, targets
from pnp.network.search import SearchBudget
from pnp.network.ways import nearest, spread

# Tiles as a question about distances sees them: how far it is from ports and starts to ports and goals of one tile.

Levels = tuple[int, ...]
"""The goals within 0, 1, 2 … moves, as masks; from the last on they stay the same."""

Steps = tuple[tuple[int, int], ...]
"""Ports that can be left, by number, and how far away each is."""


class TileOrigin(Struct, frozen=True, eq=False):
    """A place that ways lead from: the goals near it on its tile, and the ports there."""

    goals: Levels
    ports: Steps


class StartItem(Struct, frozen=True, eq=False):
    """An item that ways start from: its places, and itself as a goal, which it is not asked about."""

    origins: tuple[TileOrigin, ...]
    own: int = 0


class TileReach(Struct, frozen=True):
    """A tile: where one comes through each of its ports and from each of its starts.

    `others` are its places, for a city that turns out to have no starts of its own; `goals` is the mask of its goals,
    `many` how many these are.
    """

    ports: tuple[TileOrigin, ...]
    starts: tuple[StartItem, ...]
    others: tuple[StartItem, ...]
    goals: int
    many: int

    @property
    def origins(self) -> Iterator[TileOrigin]:
        """All places that ways lead from, some more than once."""
        yield from self.ports
        for start in (*self.starts, *self.others):
            yield from start.origins


class Goal(Struct, frozen=True):
    """One bit, and the item that it stands for with the places at which it is reached."""

    bit: int
    item: ChosenItem


def sheet_of(city: City, tile: int, requirement: Requirement, first: int) -> TileReach:
    """The sheet of a tile for one requirement, its goals numbered from `first`."""
    network, piece = city.alone(tile), city.pieces[tile]
    goals = _goals(network, requirement, first)
    leaving = tuple((number, port.state) for number, port in enumerate(piece.ports) if port.leaves)
    known: dict[int, TileOrigin] = {}

    def origin(place: int) -> TileOrigin:
        if place not in known:
            known[place] = _origin(network, place, goals, leaving)
        return known[place]

    def items(found: Sequence[ChosenItem]) -> tuple[StartItem, ...]:
        same = may_be_same(requirement)
        return tuple(
            StartItem(
                tuple(map(origin, each.places)),
                0 if same else sum(goal.bit for goal in goals if goal.item.name == each.name),
            )
            for each in found
        )

    by_default = requirement.start == STARTS
    return TileReach(
        ports=tuple(origin(port.state) for port in piece.ports),
        starts=items(items_at(network, network.tagged(START)) if by_default else starts_of(requirement, network)),
        others=items(targets(network, EVERYWHERE)) if by_default else (),
        goals=sum(goal.bit for goal in goals),
        many=len(goals),
    )


def _goals(network: Network, requirement: Requirement, first: int) -> tuple[Goal, ...]:
    """The goals on a tile."""
    return tuple(Goal(1 << number, item) for number, item in enumerate(goals_of(requirement, network), first))


def _origin(network: Network, place: int, goals: Sequence[Goal], leaving: Sequence[tuple[int, int]]) -> TileOrigin:
    row = network.distances_from(place)
    far = [(goal.bit, distance) for goal in goals if (distance := nearest(row, goal.item.places)) is not None]
    longest = max((distance for _, distance in far), default=0)
    levels = (sum(bit for bit, distance in far if distance <= most) for most in range(longest + 1))
    steps = tuple((port, distance) for port, state in leaving if (distance := row[state]) is not None)
    return TileOrigin(tuple(levels), steps)


# Distances over all arrangements of a city: only the ports of its tiles are joined anew in each.

WORD = 64
"""How many bits of rows are looked at in `PRICE` steps."""

PRICE = 2
"""How many steps it takes to look at a word of the rows of one way."""


class Crossing(Struct, frozen=True):
    """What leads over a seam from a tile to its neighbour: from each place of the first the ports of the other, and how
    far they are; and those ports that can be come to.
    """

    steps: Mapping[TileOrigin, Steps]
    entered: tuple[int, ...]


class Distances:
    """The distances that a demand on fair starts compares, in one arrangement after the other.

    The rows of a place reach `_depth` moves.
    """

    def __init__(self, city: City, requirement: Requirement) -> None:
        self.city, self.requirement = city, requirement
        sheets: list[TileReach] = []
        for tile in range(len(city.pieces)):
            sheets.append(sheet_of(city, tile, requirement, sum(sheet.many for sheet in sheets)))
        self.sheets = tuple(sheets)
        self._width = max((sheet.goals.bit_length() for sheet in sheets), default=0)
        self._farthest = sum(place.cost for piece in city.pieces for place in piece.places)
        self._rows: dict[TileOrigin, int] = {}
        self._counted: dict[int, tuple[int, int]] = {}  # the bits of goals in all rows, and how many goals they are
        self._spreads: dict[tuple[int, int, int], bool] = {}
        self._deepen(max((len(origin.goals) for sheet in self.sheets for origin in sheet.ports), default=1))
        self._ports = max((len(piece.ports) for piece in city.pieces), default=0)
        self._crossings: dict[tuple[Lying, Lying, int], Crossing] = {}

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that give the same answer."""
        tile, turn = lying
        ports = self.city.pieces[tile].ports
        order = sorted(range(len(ports)), key=lambda number: ((ports[number].side + turn) % 4, ports[number].along))
        rank = {number: place for place, number in enumerate(order)}

        def seen(origin: TileOrigin) -> Hashable:
            return origin.goals, tuple(sorted((rank[port], far) for port, far in origin.ports))

        def begun(start: StartItem) -> Hashable:
            return start.own, tuple(map(seen, start.origins))

        sheet = self.sheets[tile]
        return (
            tuple(
                ((ports[number].side + turn) % 4, ports[number].along, ports[number].leaves, ports[number].enters)
                for number in order
            ),
            tuple(seen(sheet.ports[number]) for number in order),
            tuple(map(begun, sheet.starts)),
            tuple(map(begun, sheet.others)),
        )

    def holds(self, lyings: Sequence[Lying], budget: SearchBudget) -> bool:
        """Whether the starts are fair as the tiles lie."""
        sums = self._sums(lyings, budget) if self.asks(lyings) else []
        if not sums:
            return sums is not None
        goals = sums[0][1]
        moves = [each for each, number in sums if number == goals]
        if len(moves) < len(sums):
            return self.requirement.bounds.hold(spread([Fraction(*each) for each in sums]))
        key = max(moves) - min(moves), len(moves), sum(moves)  # all that the spread depends on
        if key not in self._spreads:
            self._spreads[key] = self.requirement.bounds.hold(spread([Fraction(each) for each in moves]))
        return self._spreads[key]

    def asks(self, lyings: Sequence[Lying]) -> bool:
        """Whether something is asked as the tiles lie."""
        goals = self._goals(lyings)
        return any(goals & ~start.own for _, start in self._starts(lyings))

    def _starts(self, lyings: Sequence[Lying]) -> list[tuple[int, StartItem]]:
        """The starts with their cells; where none is tagged every place."""
        sheets = [self.sheets[tile] for tile, _ in lyings]
        starts = [(cell, start) for cell, sheet in enumerate(sheets) for start in sheet.starts]
        return starts or [(cell, start) for cell, sheet in enumerate(sheets) for start in sheet.others]

    def _goals(self, lyings: Sequence[Lying]) -> int:
        """The goals as bits."""
        goals = 0
        for tile, _ in lyings:
            goals |= self.sheets[tile].goals
        return goals

    def _deepen(self, depth: int) -> None:
        bits = depth * self._width
        self._depth, self._whole, self._effort = depth, (1 << bits) - 1, PRICE * (1 + bits // WORD)
        self._rows.clear()
        self._counted.clear()

    def _near(self, origin: TileOrigin) -> int:
        """The rows of the goals near a place on its tile."""
        rows = self._rows.get(origin)
        if rows is None:
            levels = (*origin.goals, *origin.goals[-1:] * (self._depth - len(origin.goals)))[: self._depth]
            rows = self._rows[origin] = sum(level << row * self._width for row, level in enumerate(levels))
        return rows

    def _row(self, rows: int, moves: int) -> int:
        """The goals that are within so many moves."""
        return rows >> moves * self._width & (1 << self._width) - 1

    def _within(
        self, lyings: Sequence[Lying], origins: Sequence[tuple[int, TileOrigin]], budget: SearchBudget
    ) -> list[int]:
        """The rows of the goals near places, each in its cell, on its tile and over seams.

        Ways over seams are told apart by the port that they come to.
        """
        over: list[list[tuple[int, Mapping[TileOrigin, Steps]]]] = [[] for _ in lyings]
        ways: list[tuple[int, int, TileOrigin]] = []
        for one, other, side in self.city.seams:
            for here, there, towards in ((one, other, side), (other, one, (side + 2) % 4)):
                crossing, first = self._crossing(lyings[here], lyings[there], towards), there * self._ports
                over[here].append((first, crossing.steps))
                ends = self.sheets[lyings[there][0]].ports
                ways += [(first + port, there, ends[port]) for port in crossing.entered]

        def after(cell: int, origin: TileOrigin) -> list[tuple[int, int]]:
            return [(first + port, far) for first, steps in over[cell] for port, far in steps[origin]]

        budget.spend((len(ways) + len(origins)) * self._effort)
        rows = [0] * (len(lyings) * self._ports)
        for way, _, origin in ways:
            rows[way] = self._near(origin)
        self._spread(rows, [(way, after(cell, origin)) for way, cell, origin in ways], budget)
        return [self._joined(self._near(origin), after(cell, origin), rows) for cell, origin in origins]

    def _crossing(self, here: Lying, there: Lying, side: int) -> Crossing:
        """What leads from one tile to the other that lies on that side of it."""
        key = here, there, side
        if key not in self._crossings:
            self._crossings[key] = self._found(here, there, side)
        return self._crossings[key]

    def _found(self, here: Lying, there: Lying, side: int) -> Crossing:
        leaving, piece = self.city.pieces[here[0]].ports, self.city.pieces[there[0]]
        over = {
            one: (other, piece.places[piece.ports[other].state].cost)
            for one, other in self.city.facing(here, there, side)
            if leaving[one].leaves and piece.ports[other].enters
        }
        sheet = self.sheets[here[0]]
        steps = {
            origin: tuple(
                (over[port][0], (far + over[port][1]) * self._width) for port, far in origin.ports if port in over
            )
            for origin in sheet.origins
        }
        return Crossing(steps, tuple(other for other, _ in over.values()))

    def _spread(
        self, rows: list[int], following: Sequence[tuple[int, Sequence[tuple[int, int]]]], budget: SearchBudget
    ) -> None:
        """Adds to the rows of each way those of the ways that follow, until nothing changes."""
        whole, changed = self._whole, True
        while changed:
            budget.spend(len(following) * self._effort)
            changed = False
            for way, steps in following:
                before = found = rows[way]
                for step, far in steps:
                    found |= rows[step] << far
                found &= whole
                if found != before:
                    rows[way], changed = found, True

    def _joined(self, near: int, steps: Iterable[tuple[int, int]], rows: Sequence[int]) -> int:
        """The rows of a place, with those of the ways that follow."""
        for way, far in steps:
            near |= rows[way] << far
        return near & self._whole

    def means(self, lyings: Sequence[Lying], budget: SearchBudget) -> list[Fraction] | None:
        """As the tiles lie, the mean distance of each start to the goals other than itself, from its worst place.

        None where a goal is out of reach.
        """
        sums = self._sums(lyings, budget)
        return None if sums is None else [Fraction(*each) for each in sums]

    def _sums(self, lyings: Sequence[Lying], budget: SearchBudget) -> list[tuple[int, int]] | None:
        """For each start the sum of the distances, and the number of goals."""
        goals = self._goals(lyings)
        starts = [(cell, start) for cell, start in self._starts(lyings) if goals & ~start.own]
        found = self._farthest_rows(lyings, starts, budget)
        while any((goals & ~start.own) & ~self._row(near, self._depth - 1) for (_, start), near in found):
            if self._depth > self._farthest:
                return None
            self._deepen(2 * self._depth)
            found = self._farthest_rows(lyings, starts, budget)
        return [self._sum(near, goals & ~start.own) for (_, start), near in found]

    def _farthest_rows(
        self, lyings: Sequence[Lying], starts: Sequence[tuple[int, StartItem]], budget: SearchBudget
    ) -> list[tuple[tuple[int, StartItem], int]]:
        """Each start with the rows of the goals that are near from all of its places."""
        rows = iter(self._within(lyings, [(cell, each) for cell, start in starts for each in start.origins], budget))
        return [((cell, start), reduce(and_, islice(rows, len(start.origins)))) for cell, start in starts]

    def _sum(self, near: int, goals: int) -> tuple[int, int]:
        """The sum of the distances to goals, and their number: each is missing in as many rows as it is moves away."""
        if goals not in self._counted:
            self._counted[goals] = sum(goals << row * self._width for row in range(self._depth)), goals.bit_count()
        every, number = self._counted[goals]
        return number * self._depth - (near & every).bit_count(), number
