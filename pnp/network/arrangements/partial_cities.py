"""Decide distances in every arrangement, with only the tiles laid that matter.

*Maximum distances.* More tiles only make paths shorter. So a goal that is near enough with some tiles laid is near
enough in every arrangement with these tiles. First only the cells between a start and a goal are filled, one by one.
The state is the distances from the start to the open ports; prefixes with the same tiles and the same state are merged.
If a goal may still be too far, an exact search over the tiles laid follows, and further tiles are added one by one.

*Minimum distances.* A tile is laid only where a path that is still too short enters an empty cell.

What it decides: `distance`, `within`, `adjacent` and `not-adjacent` on the 30,720 arrangements of five tiles in 2 × 2
cells, each with one street in each direction. It looks at 4 to 48 sets of tiles. The general method runs out of steps
after 5,700 to 6,900 of 7,680 networks.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from math import ceil, floor

from msgspec import Struct

from pnp.model.maps.requirements import Bounds, Requirement
from pnp.network.arrangements.enumeration import Arranging, Placed, Rules, Used
from pnp.network.asked import goals_of, may_be_same, starts_of
from pnp.network.budget import SearchBudget
from pnp.network.lowering.tile_map import TurnedTile
from pnp.network.search import Distances
from pnp.network.ways import nearest

ENDLESS = 1 << 30
"""More moves than any path has."""

LAYING = 60
"""Steps to lay a tile."""

CROSSING = 8
"""Steps for each port that the exact search passes."""

KEPT = 400_000
"""Maximum number of prefixes in the cache of those that are known to hold."""

Ends = tuple[tuple[int, int], ...]
"""Ports or goals, by number, with distances."""

Entry = tuple[int, int, int, int]
"""A path that enters an empty cell: index of the cell in the order of filling, its side, distance along that, moves."""

Laid = dict[int, TurnedTile]
"""The tiles in some cells."""

Rotations = Sequence[tuple[int, tuple[int, ...]]]
"""Rotations of the whole city, as in `Rules.rotations`."""


class StartPlace(Struct, frozen=True):
    """A place from which paths start: its item, and its distances to the goals and ports of its tile."""

    item: str
    goals: Ends
    ports: Ends


class Ways(Struct, frozen=True):
    """The distances on one tile. `items` are the names of its goals.

    `goals` and `ports` are for each port its distances to the goals and to other ports. `costs` are the moves that it
    takes to enter through each port.
    """

    starts: tuple[StartPlace, ...]
    items: tuple[str, ...]
    goals: tuple[Ends, ...]
    ports: tuple[Ends, ...]
    costs: tuple[int, ...]

    def asked_from(self, start: StartPlace, same: bool) -> tuple[int, ...]:
        """Return the goals on the tile for one of its starts; the same item is a goal only with `same`."""
        return tuple(number for number, item in enumerate(self.items) if same or item != start.item)


class Case(Struct, frozen=True):
    """Starts in the first cell of `order`, with goals in the cell `goal`, or with the nearest goal anywhere (None).

    `order` are the cells in the order in which they are filled.
    """

    order: tuple[int, ...]
    goal: int | None


class _BrokenError(Exception):
    """An arrangement with the tiles `laid` breaks the demand; it ends the search."""

    def __init__(self, laid: Laid) -> None:
        super().__init__()
        self.laid = laid


class PartialCities:
    """A search for arrangements that break a demand on distances.

    A goal must be at most `most` moves away (None for no limit) and at least `least` moves. `looked` counts the sets of
    tiles that were looked at.
    """

    def __init__(self, rules: Rules, requirement: Requirement, bounds: Bounds, budget: SearchBudget) -> None:
        self.rules, self.city, self.requirement, self.budget = rules, rules.city, requirement, budget
        self.anywhere = requirement.demand == "within"
        self.unit = 0 if requirement.demand == "reach" else 1
        self.most, self.least = _limits(requirement, bounds)
        self._same = may_be_same(requirement)
        self.ways = tuple(self._ways_on(tile) for tile in range(len(self.city.pieces)))
        self.looked = 0
        self._sides: dict[tuple[TurnedTile, int], tuple[tuple[int, int], ...]] = {}
        self._settled: set[tuple[Case, int, Used, tuple[Entry, ...]]] = set()
        self._fixed: Laid = {}

    # Distances on a tile

    def _ways_on(self, tile: int) -> Ways:
        """Return the distances on a tile; for `reach` all are 0, so that they only say what can be reached."""
        network, piece = self.city.alone(tile), self.city.pieces[tile]
        starts, goals = starts_of(self.requirement, network), goals_of(self.requirement, network)
        leaving = [(number, port.state) for number, port in enumerate(piece.ports) if port.leaves]

        def goals_from(row: Distances, item: str | None) -> Ends:
            far = ((number, nearest(row, goal.places)) for number, goal in enumerate(goals) if goal.name != item)
            return tuple((number, distance * self.unit) for number, distance in far if distance is not None)

        def ports_from(row: Distances) -> Ends:
            far = ((port, row[state]) for port, state in leaving)
            return tuple((port, distance * self.unit) for port, distance in far if distance is not None)

        rows = [network.distances_from(port.state) for port in piece.ports]
        found = []
        for start in starts:
            for place in start.places:
                row = network.distances_from(place)
                found.append(
                    StartPlace(start.name, goals_from(row, None if self._same else start.name), ports_from(row))
                )
        return Ways(
            tuple(found),
            tuple(goal.name for goal in goals),
            tuple(goals_from(row, None) for row in rows),
            tuple(map(ports_from, rows)),
            tuple(piece.places[port.state].cost * self.unit for port in piece.ports),
        )

    def signature(self, placement: TurnedTile) -> Hashable:
        """Return a value that is equal for tiles and turns with the same distances."""
        tile, turn = placement
        ports, ways = self.city.pieces[tile].ports, self.ways[tile]
        order = sorted(range(len(ports)), key=lambda number: ((ports[number].side + turn) % 4, ports[number].along))
        rank = {number: place for place, number in enumerate(order)}

        def seen(ends: Ends) -> Hashable:
            return tuple(sorted((rank[port], far) for port, far in ends))

        return (
            tuple(
                ((ports[number].side + turn) % 4, ports[number].along, ports[number].leaves, ports[number].enters)
                for number in order
            ),
            tuple((ways.goals[number], seen(ways.ports[number]), ways.costs[number]) for number in order),
            tuple((start.goals, seen(start.ports)) for start in ways.starts),
            len(ways.items),
        )

    @cached_property
    def arranging(self) -> Arranging:
        """The ways to fill cells, without equivalent ones."""
        return Arranging(self.rules, self.signature)

    # Results

    def first_broken(self) -> Placed | None:
        """Return the first arrangement in order that breaks the demand; None if none does.

        Once some arrangement is found, its cells are fixed one by one, each to the first tile with which an arrangement
        exists that breaks the demand. Raises OutOfStepsError if the budget is too small.
        """
        found = self._broken({}, self.rules.rotations)
        if found is None:
            return None
        fixed: Laid = {}
        for cell in range(self.rules.cells):
            for option in self.arranging.options(self._used(fixed), cell):
                if self._alike(option.placement, found[cell]):
                    break
                earlier = self._broken({**fixed, cell: option.placement}, ())
                if earlier is not None:
                    found = earlier
                    break
            fixed[cell] = found[cell]
        return self._named([fixed[cell] for cell in range(self.rules.cells)])

    def joins_any(self) -> bool:
        """Whether a path of any length leads from some start to some goal in some arrangement.

        Raises OutOfStepsError if the budget is too small.
        """
        self.most, self.least = None, ENDLESS
        return self._broken({}, self.rules.rotations) is not None

    def _alike(self, one: TurnedTile, other: TurnedTile) -> bool:
        kinds, firsts = self.arranging.kind_of, self.arranging.firsts
        return kinds[one[0]] == kinds[other[0]] and firsts[one[0]][one[1]] == firsts[other[0]][other[1]]

    def _named(self, placed: Sequence[TurnedTile]) -> Placed:
        """Return the first equivalent arrangement, which uses equivalent tiles in source order."""
        used = [0] * len(self.arranging.members)
        found = []
        for tile, turn in placed:
            kind = self.arranging.kind_of[tile]
            found.append((self.arranging.members[kind][used[kind]], self.arranging.firsts[tile][turn]))
            used[kind] += 1
        return tuple(found)

    def _used(self, laid: Laid) -> Used:
        used = list(self.arranging.none_used)
        for tile, _ in laid.values():
            used[self.arranging.kind_of[tile]] += 1
        return tuple(used)

    def _broken(self, fixed: Laid, rotations: Rotations) -> Laid | None:
        """Return some arrangement with these tiles in these cells that breaks the demand; None if there is none.

        Cells that one of the rotations brings to each other are searched once.
        """
        self._fixed = fixed
        self._settled.clear()
        try:
            if self.least > 0:
                for cell in self._cells(rotations):
                    self._try_near(cell)
            if self.most is not None:
                for case in self._cases(rotations):
                    self._try_far(case, self.most)
        except _BrokenError as broken:
            return broken.laid
        return None

    def _cells(self, rotations: Rotations) -> Iterator[int]:
        cells = range(self.rules.cells)
        return (cell for cell in cells if all(cell <= origins[cell] for _, origins in rotations))

    def _cases(self, rotations: Rotations) -> Iterator[Case]:
        """Yield a case for each pair of cells of a start and a goal, or for each cell of a start; rotations once."""
        if self.anywhere:
            yield from (Case(tuple(self._around((cell,))), None) for cell in self._cells(rotations))
            return
        cells = range(self.rules.cells)
        for start in cells:
            for goal in cells:
                if all((start, goal) <= (origins[start], origins[goal]) for _, origins in rotations):
                    yield Case(tuple(self._between(start, goal)), goal)

    def _between(self, start: int, goal: int) -> Iterator[int]:
        """Yield the cells from one to another, first along the row, then along the column."""
        columns = self.city.columns
        (row, column), (last_row, last_column) = divmod(start, columns), divmod(goal, columns)
        yield start
        while column != last_column:
            column += 1 if last_column > column else -1
            yield row * columns + column
        while row != last_row:
            row += 1 if last_row > row else -1
            yield row * columns + column

    def _around(self, cells: Sequence[int]) -> list[int]:
        """Return all cells in breadth-first order from the given ones."""
        order = list(cells)
        for cell in order:
            order += [other for _, other in self._neighbours[cell] if other not in order]
        return order

    @cached_property
    def _neighbours(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each cell, the adjacent cells, each with its side."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.rules.cells)]
        for one, other, side in self.city.seams:
            found[one].append((side, other))
            found[other].append(((side + 2) % 4, one))
        return tuple(tuple(sorted(each)) for each in found)

    def _options(self, used: Used, cell: int) -> Iterator[tuple[TurnedTile, Used]]:
        """Yield the ways to fill a cell, with the tiles used afterwards; `used` includes those of fixed cells."""
        if cell in self._fixed:
            yield self._fixed[cell], used
            return
        for option in self.arranging.options(used, cell):
            yield option.placement, self.arranging.used_with(used, option)

    # Maximum distances: fill the cells of a case one by one, then search exactly

    def _try_far(self, case: Case, most: int) -> None:
        """Raise _BrokenError if there is an arrangement in which a start in the first cell is too far from a goal."""
        first = case.order[0]
        for placement, used in self._options(self._used(self._fixed), first):
            ways = self.ways[placement[0]]
            for number, start in enumerate(ways.starts):
                self.budget.spend(LAYING)
                self.looked += 1
                near = {goal for goal, far in start.goals if far <= most}
                if case.goal == first:
                    lost = set(ways.asked_from(start, self._same)) - near
                    if lost:
                        self._try_lost(case, {first: placement}, number, most, lost)
                elif not (near and self.anywhere):
                    entries = self._leaving(case, 0, placement, start.ports, most)
                    self._is_near(case, 1, used, entries, {first: placement}, number, most)

    def _is_near(
        self, case: Case, place: int, used: Used, entries: tuple[Entry, ...], laid: Laid, start: int, most: int
    ) -> bool:
        """Whether the distances at the open ports alone show that the goals are near enough in every arrangement.

        They are upper bounds, as paths back over cells filled earlier are left out. If they do not show it, the exact
        search follows. Raises _BrokenError if that finds an arrangement in which a goal is too far.
        """
        if place == len(case.order):
            self._try_lost(case, laid, start, most, None)
            return False
        key = case, place, used, entries
        if key in self._settled:
            return True
        cell = case.order[place]
        settled = True
        for placement, then in self._options(used, cell):
            self.budget.spend(LAYING)
            self.looked += 1
            inside = self._entered(place, placement, entries)
            ways = self.ways[placement[0]]
            near = {goal for port, far in inside for goal, more in ways.goals[port] if far + more <= most}
            if cell == case.goal:
                lost = set(range(len(ways.items))) - near
                if lost:
                    self._try_lost(case, {**laid, cell: placement}, start, most, lost)
                    settled = False
            elif not (near and self.anywhere):
                passed = (entry for entry in entries if entry[0] != place)
                rest = tuple(sorted((*passed, *self._beyond(case, place, placement, inside, most))))
                settled &= self._is_near(case, place + 1, then, rest, {**laid, cell: placement}, start, most)
        if settled and len(self._settled) < KEPT:
            self._settled.add(key)
        return settled

    def _leaving(self, case: Case, place: int, placement: TurnedTile, ends: Ends, most: int) -> tuple[Entry, ...]:
        """Return the entries into cells that are filled later, from a tile with known distances to its ports."""
        found = []
        far = dict(ends)
        for side, other in self._neighbours[case.order[place]]:
            later = case.order.index(other) if other in case.order else -1
            if later > place:
                for port, along in self._leave(placement, side):
                    if port in far and far[port] <= most:
                        found.append((later, (side + 2) % 4, self.city.side - along, far[port]))
        return tuple(sorted(found))

    def _leave(self, placement: TurnedTile, side: int) -> tuple[tuple[int, int], ...]:
        """Return the ports on one side of a tile through which it can be left, with their distances along; cached."""
        key = placement, side
        if key not in self._sides:
            ports = self.city.ports_on(placement, side)
            self._sides[key] = tuple((number, port.along) for number, port in ports if port.leaves)
        return self._sides[key]

    @cached_property
    def _doors(self) -> dict[tuple[TurnedTile, int, int], int | None]:
        return {}

    def _door(self, placement: TurnedTile, side: int, along: int) -> int | None:
        """Return the port at a point of a tile's side through which it can be entered, or None; cached."""
        key = placement, side, along
        if key not in self._doors:
            there = (n for n, port in self.city.ports_on(placement, side) if port.along == along and port.enters)
            self._doors[key] = next(there, None)
        return self._doors[key]

    def _entered(self, place: int, placement: TurnedTile, entries: tuple[Entry, ...]) -> Ends:
        """Return the ports through which paths enter a tile, with distances."""
        costs, found = self.ways[placement[0]].costs, []
        for at, side, along, far in entries:
            if at == place:
                port = self._door(placement, side, along)
                if port is not None:
                    found.append((port, far + costs[port]))
        return tuple(found)

    def _beyond(self, case: Case, place: int, placement: TurnedTile, inside: Ends, most: int) -> tuple[Entry, ...]:
        """Return the entries into cells that are filled later, of paths that entered a tile through some ports."""
        ports, found = self.ways[placement[0]].ports, dict[int, int]()
        for port, far in inside:
            for other, more in ports[port]:
                if far + more < found.get(other, ENDLESS):
                    found[other] = far + more
        return self._leaving(case, place, placement, tuple(found.items()), most)

    def _try_lost(self, case: Case, laid: Laid, start: int, most: int, goals: set[int] | None) -> None:
        """Raise _BrokenError if in some arrangement with these tiles a goal is too far (`goals` None: the nearest)."""
        near, _ = self._reached(laid, case.order[0], start, most, case.goal)
        left = None if goals is None else goals - near
        if near if left is None else not left:
            return
        empty = next((cell for cell in self._around(case.order) if cell not in laid), None)
        if empty is None:
            raise _BrokenError(laid)
        for placement, _ in self._options(self._used({**self._fixed, **laid}), empty):
            self._try_lost(case, {**laid, empty: placement}, start, most, left)

    # The exact search over the tiles that are laid (Dijkstra 1959), over the ports through which paths enter tiles

    def _reached(
        self, laid: Mapping[int, TurnedTile], cell: int, start: int, most: int, goal: int | None
    ) -> tuple[set[int], list[int]]:
        """Return the goals within `most` moves, in the cell `goal` or in any, and the empty cells that paths enter."""
        self.looked += 1
        own = self.ways[laid[cell][0]]
        origin = own.starts[start]
        asked = own.asked_from(origin, self._same)
        near = {number for number, far in origin.goals if far <= most} if goal in (None, cell) else set[int]()
        empty: dict[int, None] = {}
        known: dict[tuple[int, int], int] = {}
        pending: list[tuple[int, int, int, Ends]] = [(0, cell, -1, origin.ports)]
        spent = 1
        while pending:
            gone, at, door, ends = heappop(pending)
            spent += 1
            if door >= 0:
                if gone > known[at, door]:
                    continue
                if goal in (None, at):
                    found = (number for number, far in self.ways[laid[at][0]].goals[door] if gone + far <= most)
                    near.update(number for number in found if at != cell or number in asked)
            for other, entered, far in self._onward(laid, at, ends):
                if entered is None:
                    if gone + far <= most:
                        empty[other] = None
                elif gone + far < known.get((other, entered), most + 1):
                    known[other, entered] = gone + far
                    heappush(pending, (gone + far, other, entered, self.ways[laid[other][0]].ports[entered]))
        self.budget.spend(LAYING + CROSSING * spent)
        return near, list(empty)

    def _onward(self, laid: Mapping[int, TurnedTile], cell: int, ends: Ends) -> Iterator[tuple[int, int | None, int]]:
        """Yield where paths lead that leave a tile through some of its ports: cell, port and number of moves.

        The port is None if the cell is empty.
        """
        placement, far = laid[cell], dict(ends)
        for side, other in self._neighbours[cell]:
            for port, along in self._leave(placement, side):
                if port in far:
                    if other not in laid:
                        yield other, None, far[port]
                        continue
                    door = self._door(laid[other], (side + 2) % 4, self.city.side - along)
                    if door is not None:
                        yield other, door, far[port] + self.ways[laid[other][0]].costs[door]

    # Minimum distances: lay a tile only where a short path enters an empty cell

    def _try_near(self, cell: int) -> None:
        """Raise _BrokenError if there is an arrangement in which a start in this cell is too near to a goal."""
        for placement, _ in self._options(self._used(self._fixed), cell):
            for number in range(len(self.ways[placement[0]].starts)):
                self._approach({cell: placement}, cell, number)

    def _approach(self, laid: Laid, cell: int, start: int) -> None:
        """Raise _BrokenError if in some arrangement with these tiles this start is too near to a goal."""
        near, empty = self._reached(laid, cell, start, self.least - 1, None)
        if near:
            raise _BrokenError(self._filled(laid))
        if empty:
            for placement, _ in self._options(self._used({**self._fixed, **laid}), empty[0]):
                self._approach({**laid, empty[0]: placement}, cell, start)

    def _filled(self, laid: Laid) -> Laid:
        """Return some complete arrangement with these tiles."""
        found = {**self._fixed, **laid}
        for cell in range(self.rules.cells):
            if cell not in found:
                found[cell] = self.arranging.options(self._used(found), cell)[0].placement
        return found


def _limits(requirement: Requirement, bounds: Bounds) -> tuple[int | None, int]:
    """Return the maximum number of moves to a goal (None: no limit, and no path is needed) and the minimum number."""
    most = [floor(bound) for bound in (bounds.most, bounds.exactly) if bound is not None]
    least = [ceil(bound) for bound in (bounds.least, bounds.exactly) if bound is not None]
    if requirement.demand == "reach":
        return ENDLESS, 0
    return min(most, default=ENDLESS if requirement.reachable else None), max(least, default=0)
