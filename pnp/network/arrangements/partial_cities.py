"""Distances in every arrangement, laying only the tiles that matter.

To show that a goal is near enough, a start is followed from tile to tile: first over the tiles between it and the goal
alone. What is known then is how far it is to the open ports: prefixes with the same tiles in use and the same distances
stand for each other. More tiles only make ways shorter, so what is near enough with some tiles laid is so in every
arrangement that has them. Where that is not shown, the tiles laid are looked at exactly, and others are added one by
one. To show that no goal is too near, a tile is laid only where a way comes to it that is still short enough.

It decides what `arranged_ways` would need a look at each arrangement for: 2 × 3 cells from 6 tiles have 1.5 million.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from math import ceil, floor

from msgspec import Struct

from pnp.model.maps.game_map import Bounds, Requirement
from pnp.network.arrangements.enumeration import Arranging, Rules, Used
from pnp.network.asked import goals_of, may_be_same, starts_of
from pnp.network.lowering.tile_map import Lying
from pnp.network.search import Distances, SearchBudget
from pnp.network.ways import nearest

ENDLESS = 1 << 30
"""More moves than any way takes."""

LAYING = 60
"""Steps for a tile that is laid where a way comes to it."""

CROSSING = 8
"""Steps for each port that a way passes where tiles are looked at exactly."""

KEPT = 400_000
"""How many prefixes are remembered that need not be followed again."""

Ends = tuple[tuple[int, int], ...]
"""Ports or goals, by number, and how far each is."""

Entry = tuple[int, int, int, int]
"""Where a way comes to a cell that is still empty: the cell, by its place in the order in which cells are filled; the
side of that cell, how far along it, and how many moves it took to leave the tile before.
"""

Laid = dict[int, "Lying"]
"""What lies in some cells."""

Rotations = Sequence[tuple[int, tuple[int, ...]]]
"""How the whole city may be turned: by how much, and for each cell the one from which its tile comes."""


class TileStart(Struct, frozen=True):
    """A place of a tile that ways are asked about from: its item, and how far it is to goals and ports of the tile."""

    item: str
    goals: Ends
    ports: Ends


class Ways(Struct, frozen=True):
    """The ways on one tile: its starts, the items that are its goals, and how far it is from each port to those and to
    ports. Entering a port costs moves, too.
    """

    starts: tuple[TileStart, ...]
    items: tuple[str, ...]
    goals: tuple[Ends, ...]
    ports: tuple[Ends, ...]
    costs: tuple[int, ...]

    def asked_from(self, start: TileStart, same: bool) -> tuple[int, ...]:
        """The goals of the tile that one of its starts is asked about with, itself only where it may be the `same`."""
        return tuple(number for number, item in enumerate(self.items) if same or item != start.item)


class Case(Struct, frozen=True):
    """What is asked of ways from one cell: to goals in another, or to the nearest goal anywhere.

    `order` are the cells in the order in which they are filled.
    """

    order: tuple[int, ...]
    goal: int | None


class _BrokenError(Exception):
    """An arrangement breaks the demand."""

    def __init__(self, laid: Laid) -> None:
        super().__init__()
        self.laid = laid


class PartialCities:
    """A demand on distances put to all arrangements that the rules allow.

    `looked` counts the sets of tiles that were looked at.
    """

    def __init__(self, rules: Rules, requirement: Requirement, bounds: Bounds, budget: SearchBudget) -> None:
        self.rules, self.city, self.requirement, self.budget = rules, rules.city, requirement, budget
        self.anywhere = requirement.demand == "within"
        self.unit = 0 if requirement.demand == "reach" else 1
        self.most, self.least = _limits(requirement, bounds)
        self._same = may_be_same(requirement)
        self.ways = tuple(self._ways_on(tile) for tile in range(len(self.city.pieces)))
        self.looked = 0
        self._sides: dict[tuple[Lying, int], tuple[tuple[int, int], ...]] = {}
        self._settled: set[tuple[Case, int, Used, tuple[Entry, ...]]] = set()
        self._fixed: Laid = {}

    # What is asked of a tile

    def _ways_on(self, tile: int) -> Ways:
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
                    TileStart(start.name, goals_from(row, None if self._same else start.name), ports_from(row))
                )
        return Ways(
            tuple(found),
            tuple(goal.name for goal in goals),
            tuple(goals_from(row, None) for row in rows),
            tuple(map(ports_from, rows)),
            tuple(piece.places[port.state].cost * self.unit for port in piece.ports),
        )

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that give the same answers."""
        tile, turn = lying
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
        """The ways to fill cells."""
        return Arranging(self.rules, self.signature)

    # The answer

    def first_broken(self) -> tuple[Lying, ...] | None:
        """The first arrangement in order that breaks the demand; None where none does.

        Raises OutOfStepsError where that takes more steps than the budget.
        """
        found = self._broken({}, self.rules.rotations)
        if found is None:
            return None
        fixed: Laid = {}
        for cell in range(self.rules.cells):
            for option in self.arranging.options(self._used(fixed), cell):
                if self._alike(option.lying, found[cell]):
                    break
                earlier = self._broken({**fixed, cell: option.lying}, ())
                if earlier is not None:
                    found = earlier
                    break
            fixed[cell] = found[cell]
        return self._named([fixed[cell] for cell in range(self.rules.cells)])

    def joins_any(self) -> bool:
        """Whether a way leads from some start to some goal in some arrangement, whatever the limits are.

        Raises OutOfStepsError where that takes more steps than the budget.
        """
        self.most, self.least = None, ENDLESS
        return self._broken({}, self.rules.rotations) is not None

    def _alike(self, one: Lying, other: Lying) -> bool:
        kinds, firsts = self.arranging.kind_of, self.arranging.firsts
        return kinds[one[0]] == kinds[other[0]] and firsts[one[0]][one[1]] == firsts[other[0]][other[1]]

    def _named(self, lyings: Sequence[Lying]) -> tuple[Lying, ...]:
        """The first of the arrangements that come to the same: of equal tiles each is used in turn."""
        used = [0] * len(self.arranging.members)
        found = []
        for tile, turn in lyings:
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
        """Some arrangement that has these tiles in these cells and breaks the demand; None where there is none."""
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
        if self.anywhere:
            yield from (Case(tuple(self._around((cell,))), None) for cell in self._cells(rotations))
            return
        cells = range(self.rules.cells)
        for start in cells:
            for goal in cells:
                if all((start, goal) <= (origins[start], origins[goal]) for _, origins in rotations):
                    yield Case(tuple(self._between(start, goal)), goal)

    def _between(self, start: int, goal: int) -> Iterator[int]:
        """The cells from one to another, along its row first."""
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
        """All cells, from those on by how many seams they are away."""
        order = list(cells)
        for cell in order:
            order += [other for _, other in self._neighbours[cell] if other not in order]
        return order

    @cached_property
    def _neighbours(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The neighbours of each cell, with the side on which they are."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.rules.cells)]
        for one, other, side in self.city.seams:
            found[one].append((side, other))
            found[other].append(((side + 2) % 4, one))
        return tuple(tuple(sorted(each)) for each in found)

    def _options(self, used: Used, cell: int) -> Iterator[tuple[Lying, Used]]:
        """The ways to fill a cell where tiles are used, those of fixed cells from the beginning."""
        if cell in self._fixed:
            yield self._fixed[cell], used
            return
        for option in self.arranging.options(used, cell):
            yield option.lying, self.arranging.used_with(used, option)

    # Too far: a start is followed over the cells of a case, then all that is laid is looked at exactly

    def _try_far(self, case: Case, most: int) -> None:
        """Look for an arrangement in which a start in the first cell is too far from a goal.

        Raises _BrokenError with the first that is found.
        """
        first = case.order[0]
        for lying, used in self._options(self._used(self._fixed), first):
            ways = self.ways[lying[0]]
            for number, start in enumerate(ways.starts):
                self.budget.spend(LAYING)
                self.looked += 1
                near = {goal for goal, far in start.goals if far <= most}
                if case.goal == first:
                    lost = set(ways.asked_from(start, self._same)) - near
                    if lost:
                        self._try_lost(case, {first: lying}, number, most, lost)
                elif not (near and self.anywhere):
                    entries = self._leaving(case, 0, lying, start.ports, most)
                    self._is_near(case, 1, used, entries, {first: lying}, number, most)

    def _is_near(
        self, case: Case, place: int, used: Used, entries: tuple[Entry, ...], laid: Laid, start: int, most: int
    ) -> bool:
        """Whether the distances at the ports alone show that a start is near enough in every arrangement.

        Raises _BrokenError where an exact look finds one in which it is not.
        """
        if place == len(case.order):
            self._try_lost(case, laid, start, most, None)
            return False
        key = case, place, used, entries
        if key in self._settled:
            return True
        cell = case.order[place]
        settled = True
        for lying, then in self._options(used, cell):
            self.budget.spend(LAYING)
            self.looked += 1
            inside = self._entered(place, lying, entries)
            ways = self.ways[lying[0]]
            near = {goal for port, far in inside for goal, more in ways.goals[port] if far + more <= most}
            if cell == case.goal:
                lost = set(range(len(ways.items))) - near
                if lost:
                    self._try_lost(case, {**laid, cell: lying}, start, most, lost)
                    settled = False
            elif not (near and self.anywhere):
                passed = (entry for entry in entries if entry[0] != place)
                rest = tuple(sorted((*passed, *self._beyond(case, place, lying, inside, most))))
                settled &= self._is_near(case, place + 1, then, rest, {**laid, cell: lying}, start, most)
        if settled and len(self._settled) < KEPT:
            self._settled.add(key)
        return settled

    def _leaving(self, case: Case, place: int, lying: Lying, ends: Ends, most: int) -> tuple[Entry, ...]:
        """Where ways come to cells that are filled later, from a tile of whose ports it is known how far they are."""
        found = []
        far = dict(ends)
        for side, other in self._neighbours[case.order[place]]:
            later = case.order.index(other) if other in case.order else -1
            if later > place:
                for port, along in self._leave(lying, side):
                    if port in far and far[port] <= most:
                        found.append((later, (side + 2) % 4, self.city.side - along, far[port]))
        return tuple(sorted(found))

    def _leave(self, lying: Lying, side: int) -> tuple[tuple[int, int], ...]:
        """The ports on one side of a tile as it lies through which one may leave, and how far along each is."""
        key = lying, side
        if key not in self._sides:
            ports = self.city.ports_on(lying, side)
            self._sides[key] = tuple((number, port.along) for number, port in ports if port.leaves)
        return self._sides[key]

    @cached_property
    def _doors(self) -> dict[tuple[Lying, int, int], int | None]:
        return {}

    def _door(self, lying: Lying, side: int, along: int) -> int | None:
        """The port at a spot of a tile as it lies through which one may enter."""
        key = lying, side, along
        if key not in self._doors:
            there = (n for n, port in self.city.ports_on(lying, side) if port.along == along and port.enters)
            self._doors[key] = next(there, None)
        return self._doors[key]

    def _entered(self, place: int, lying: Lying, entries: tuple[Entry, ...]) -> Ends:
        """How far it is to the ports of a tile that ways come to."""
        costs, found = self.ways[lying[0]].costs, []
        for at, side, along, far in entries:
            if at == place:
                port = self._door(lying, side, along)
                if port is not None:
                    found.append((port, far + costs[port]))
        return tuple(found)

    def _beyond(self, case: Case, place: int, lying: Lying, inside: Ends, most: int) -> tuple[Entry, ...]:
        """Where ways that came in at ports of a tile go on to cells that are filled later."""
        ports, found = self.ways[lying[0]].ports, dict[int, int]()
        for port, far in inside:
            for other, more in ports[port]:
                if far + more < found.get(other, ENDLESS):
                    found[other] = far + more
        return self._leaving(case, place, lying, tuple(found.items()), most)

    def _try_lost(self, case: Case, laid: Laid, start: int, most: int, goals: set[int] | None) -> None:
        """Look exactly for an arrangement with these tiles in which one of the goals, or the nearest, is too far away.

        Raises _BrokenError with the first that is found.
        """
        near, _ = self._reached(laid, case.order[0], start, most, case.goal)
        left = None if goals is None else goals - near
        if near if left is None else not left:
            return
        empty = next((cell for cell in self._around(case.order) if cell not in laid), None)
        if empty is None:
            raise _BrokenError(laid)
        for lying, _ in self._options(self._used({**self._fixed, **laid}), empty):
            self._try_lost(case, {**laid, empty: lying}, start, most, left)

    # Exactly: all ways on the tiles that are laid (Dijkstra 1959, over the ports by which ways come in)

    def _reached(
        self, laid: Mapping[int, Lying], cell: int, start: int, most: int, goal: int | None
    ) -> tuple[set[int], list[int]]:
        """The goals in a cell, or in any, that are within so many moves, and the empty cells that ways come to."""
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

    def _onward(self, laid: Mapping[int, Lying], cell: int, ends: Ends) -> Iterator[tuple[int, int | None, int]]:
        """Where ways come to that leave a tile by some of its ports: cell, port, None where it is empty, and moves."""
        lying, far = laid[cell], dict(ends)
        for side, other in self._neighbours[cell]:
            for port, along in self._leave(lying, side):
                if port in far:
                    if other not in laid:
                        yield other, None, far[port]
                        continue
                    door = self._door(laid[other], (side + 2) % 4, self.city.side - along)
                    if door is not None:
                        yield other, door, far[port] + self.ways[laid[other][0]].costs[door]

    # Too near: a tile is laid where a way comes to it

    def _try_near(self, cell: int) -> None:
        """Look for an arrangement in which a start in a cell is too near to a goal.

        Raises _BrokenError with the first that is found.
        """
        for lying, _ in self._options(self._used(self._fixed), cell):
            for number in range(len(self.ways[lying[0]].starts)):
                self._approach({cell: lying}, cell, number)

    def _approach(self, laid: Laid, cell: int, start: int) -> None:
        near, empty = self._reached(laid, cell, start, self.least - 1, None)
        if near:
            raise _BrokenError(self._filled(laid))
        if empty:
            for lying, _ in self._options(self._used({**self._fixed, **laid}), empty[0]):
                self._approach({**laid, empty[0]: lying}, cell, start)

    def _filled(self, laid: Laid) -> Laid:
        """Some arrangement with these tiles."""
        found = {**self._fixed, **laid}
        for cell in range(self.rules.cells):
            if cell not in found:
                found[cell] = self.arranging.options(self._used(found), cell)[0].lying
        return found


def _limits(requirement: Requirement, bounds: Bounds) -> tuple[int | None, int]:
    """Within how many moves goals must be, None for any number or no way at all; and how many moves at least."""
    most = [floor(bound) for bound in (bounds.most, bounds.exactly) if bound is not None]
    least = [ceil(bound) for bound in (bounds.least, bounds.exactly) if bound is not None]
    if requirement.demand == "reach":
        return ENDLESS, 0
    return min(most, default=ENDLESS if requirement.reachable else None), max(least, default=0)
