"""Measure the distances of starts to goals in every arrangement, for fair starts.

The distances on each tile, from its ports and starts to its ports and goals, are computed once. In an arrangement only
the paths over seams are added.

The distances to all goals are one integer, in rows with a bit for each goal: row d has the bits of the goals within d
moves. Adding n moves to all distances is a shift by n rows, and the minimum of two distances is a bitwise or. Each port
starts with the goals on its own tile. Then it repeatedly takes over the goals of the ports that can follow it, until
nothing changes: the Bellman–Ford algorithm, for all goals at once.

What it decides: fair starts on the 30,720 arrangements of five tiles in 2 × 2 cells, each with one street in each
direction. The general method runs out of steps after 5,733 of 7,680 networks.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import and_

from msgspec import Struct

from pnp.model.maps.requirements import EVERYWHERE, STARTS, Requirement
from pnp.network.asked import goals_of, may_be_same, starts_of
from pnp.network.budget import SearchBudget
from pnp.network.lowering.tile_map import City, TurnedTile
from pnp.network.network import START, Network
from pnp.network.requirements import ChosenItem, items_at, targets
from pnp.network.ways import nearest, spread

# Distances on one tile.

Levels = tuple[int, ...]
"""Bit masks of the goals within 0, 1, 2 … moves; beyond the last one they stay the same."""

Steps = tuple[tuple[int, int], ...]
"""Port numbers with distances, of ports through which a tile can be left."""


class TileOrigin(Struct, frozen=True, eq=False):
    """The distances from one place to the goals and ports of its tile."""

    goals: Levels
    ports: Steps


class StartItem(Struct, frozen=True, eq=False):
    """An item that paths start from: its places, and the bit `own` of the same item as a goal, which is left out."""

    origins: tuple[TileOrigin, ...]
    own: int = 0


class TileReach(Struct, frozen=True):
    """The distances on one tile: from each of its ports, and from each of its starts.

    `others` are its places, which are the starts if no tile in the city has a tagged start. `goals` is the bit mask of
    the goals on the tile, and `many` their number.
    """

    ports: tuple[TileOrigin, ...]
    starts: tuple[StartItem, ...]
    others: tuple[StartItem, ...]
    goals: int
    many: int

    @property
    def origins(self) -> Iterator[TileOrigin]:
        """All places that distances are measured from; a place may occur several times."""
        yield from self.ports
        for start in (*self.starts, *self.others):
            yield from start.origins


class Goal(Struct, frozen=True):
    """A goal: its bit, and the item with its places."""

    bit: int
    item: ChosenItem


def sheet_of(city: City, tile: int, requirement: Requirement, first: int) -> TileReach:
    """Return the distances on a tile for one requirement; its goals have the bits from number `first` on."""
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
    """Return the goals on a tile."""
    return tuple(Goal(1 << number, item) for number, item in enumerate(goals_of(requirement, network), first))


def _origin(network: Network, place: int, goals: Sequence[Goal], leaving: Sequence[tuple[int, int]]) -> TileOrigin:
    row = network.distances_from(place)
    far = [(goal.bit, distance) for goal in goals if (distance := nearest(row, goal.item.places)) is not None]
    longest = max((distance for _, distance in far), default=0)
    levels = (sum(bit for bit, distance in far if distance <= most) for most in range(longest + 1))
    steps = tuple((port, distance) for port, state in leaving if (distance := row[state]) is not None)
    return TileOrigin(tuple(levels), steps)


# Distances in one arrangement after the other.

WORD = 64
"""Number of bits that are processed in `PRICE` steps."""

PRICE = 2
"""Steps to process one word of the rows of a port."""


class Crossing(Struct, frozen=True):
    """The paths over a seam from a tile to an adjacent tile.

    `steps` has for each place of the first tile the ports of the second tile, with distances as bit shifts. `entered`
    are all ports through which the second tile can be entered.
    """

    steps: Mapping[TileOrigin, Steps]
    entered: tuple[int, ...]


class Distances:
    """Computes the distances that a demand on fair starts compares, in any arrangement.

    There are `_depth` rows of `_width` bits. The number of rows is doubled when some distance is longer.
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
        self._counted: dict[int, tuple[int, int]] = {}  # the bits of some goals in all rows, and the number of goals
        self._spreads: dict[tuple[int, int, int], bool] = {}
        self._deepen(max((len(origin.goals) for sheet in self.sheets for origin in sheet.ports), default=1))
        self._ports = max((len(piece.ports) for piece in city.pieces), default=0)
        self._crossings: dict[tuple[TurnedTile, TurnedTile, int], Crossing] = {}

    def signature(self, placement: TurnedTile) -> Hashable:
        """Return a value that is equal for tiles and turns with the same distances."""
        tile, turn = placement
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

    def holds(self, placed: Sequence[TurnedTile], budget: SearchBudget) -> bool:
        """Whether the starts are fair in an arrangement."""
        sums = self._sums(placed, budget) if self.asks(placed) else []
        if not sums:
            return sums is not None
        goals = sums[0][1]
        moves = [each for each, number in sums if number == goals]
        if len(moves) < len(sums):
            return self.requirement.bounds.hold(spread([Fraction(*each) for each in sums]))
        key = max(moves) - min(moves), len(moves), sum(moves)  # the spread depends on nothing else
        if key not in self._spreads:
            self._spreads[key] = self.requirement.bounds.hold(spread([Fraction(each) for each in moves]))
        return self._spreads[key]

    def asks(self, placed: Sequence[TurnedTile]) -> bool:
        """Whether the demand asks something in an arrangement."""
        goals = self._goals(placed)
        return any(goals & ~start.own for _, start in self._starts(placed))

    def _starts(self, placed: Sequence[TurnedTile]) -> list[tuple[int, StartItem]]:
        """Return the starts with their cells; every place if none is tagged."""
        sheets = [self.sheets[tile] for tile, _ in placed]
        starts = [(cell, start) for cell, sheet in enumerate(sheets) for start in sheet.starts]
        return starts or [(cell, start) for cell, sheet in enumerate(sheets) for start in sheet.others]

    def _goals(self, placed: Sequence[TurnedTile]) -> int:
        """Return the goals in an arrangement as a bit mask."""
        goals = 0
        for tile, _ in placed:
            goals |= self.sheets[tile].goals
        return goals

    def _deepen(self, depth: int) -> None:
        bits = depth * self._width
        self._depth, self._whole, self._effort = depth, (1 << bits) - 1, PRICE * (1 + bits // WORD)
        self._rows.clear()
        self._counted.clear()

    def _near(self, origin: TileOrigin) -> int:
        """Return the rows of a place for the goals on its own tile; cached."""
        rows = self._rows.get(origin)
        if rows is None:
            levels = (*origin.goals, *origin.goals[-1:] * (self._depth - len(origin.goals)))[: self._depth]
            rows = self._rows[origin] = sum(level << row * self._width for row, level in enumerate(levels))
        return rows

    def _row(self, rows: int, moves: int) -> int:
        """Return the row for a number of moves: the goals within that distance."""
        return rows >> moves * self._width & (1 << self._width) - 1

    def _within(
        self, placed: Sequence[TurnedTile], origins: Sequence[tuple[int, TileOrigin]], budget: SearchBudget
    ) -> list[int]:
        """Return the rows of places, each given with its cell, for the goals on all tiles.

        A path over a seam is identified by the port through which it enters a tile.
        """
        over: list[list[tuple[int, Mapping[TileOrigin, Steps]]]] = [[] for _ in placed]
        ways: list[tuple[int, int, TileOrigin]] = []
        for one, other, side in self.city.seams:
            for here, there, towards in ((one, other, side), (other, one, (side + 2) % 4)):
                crossing, first = self._crossing(placed[here], placed[there], towards), there * self._ports
                over[here].append((first, crossing.steps))
                ends = self.sheets[placed[there][0]].ports
                ways += [(first + port, there, ends[port]) for port in crossing.entered]

        def after(cell: int, origin: TileOrigin) -> list[tuple[int, int]]:
            return [(first + port, far) for first, steps in over[cell] for port, far in steps[origin]]

        budget.spend((len(ways) + len(origins)) * self._effort)
        rows = [0] * (len(placed) * self._ports)
        for way, _, origin in ways:
            rows[way] = self._near(origin)
        self._spread(rows, [(way, after(cell, origin)) for way, cell, origin in ways], budget)
        return [self._joined(self._near(origin), after(cell, origin), rows) for cell, origin in origins]

    def _crossing(self, here: TurnedTile, there: TurnedTile, side: int) -> Crossing:
        """Return the paths from one tile to another that is on that side of it; cached."""
        key = here, there, side
        if key not in self._crossings:
            self._crossings[key] = self._found(here, there, side)
        return self._crossings[key]

    def _found(self, here: TurnedTile, there: TurnedTile, side: int) -> Crossing:
        """Compute what `_crossing` caches: join the ports on the seam, and add the cost of entering."""
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
        """Add to the rows of each port those of the ports that follow it, until nothing changes."""
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
        """Return the rows of a place, with those of the ports that follow it."""
        for way, far in steps:
            near |= rows[way] << far
        return near & self._whole

    def means(self, placed: Sequence[TurnedTile], budget: SearchBudget) -> list[Fraction] | None:
        """Return the mean distance of each start to the goals other than itself, from its worst place.

        None if some goal cannot be reached.
        """
        sums = self._sums(placed, budget)
        return None if sums is None else [Fraction(*each) for each in sums]

    def _sums(self, placed: Sequence[TurnedTile], budget: SearchBudget) -> list[tuple[int, int]] | None:
        """Return for each start the sum of its distances and the number of goals; None if one cannot be reached."""
        goals = self._goals(placed)
        starts = [(cell, start) for cell, start in self._starts(placed) if goals & ~start.own]
        found = self._farthest_rows(placed, starts, budget)
        while any((goals & ~start.own) & ~self._row(near, self._depth - 1) for (_, start), near in found):
            if self._depth > self._farthest:
                return None
            self._deepen(2 * self._depth)
            found = self._farthest_rows(placed, starts, budget)
        return [self._sum(near, goals & ~start.own) for (_, start), near in found]

    def _farthest_rows(
        self, placed: Sequence[TurnedTile], starts: Sequence[tuple[int, StartItem]], budget: SearchBudget
    ) -> list[tuple[tuple[int, StartItem], int]]:
        """Return each start with its rows: the goals that are within the distance from all of its places."""
        rows = iter(self._within(placed, [(cell, each) for cell, start in starts for each in start.origins], budget))
        return [((cell, start), reduce(and_, islice(rows, len(start.origins)))) for cell, start in starts]

    def _sum(self, near: int, goals: int) -> tuple[int, int]:
        """Return the sum of the distances to goals, and their number.

        A goal at distance d is missing in d rows, so that the sum is the number of missing bits.
        """
        if goals not in self._counted:
            self._counted[goals] = sum(goals << row * self._width for row in range(self._depth)), goals.bit_count()
        every, number = self._counted[goals]
        return number * self._depth - (near & every).bit_count(), number
