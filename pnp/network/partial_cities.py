"""Distances in every arrangement of a city, with no more tiles laid than each distance depends on.

To show that a goal is near enough, a start is followed from tile to tile: first over the tiles between it and the goal
alone. What is known then is how far it is to the open ports: prefixes with the same tiles in use and the same distances
stand for each other. More tiles only make ways shorter, so what is near enough with some tiles laid is so in every
arrangement that has them. Where that is not shown, the tiles laid are looked at exactly, and others are added one by
one. To show that no goal is too near, a tile is laid only where a way comes to it that is still short enough.

It decides what `arranged_ways` would need a look at each arrangement for: 2 × 3 cells from 6 tiles have 1.5 million.
"""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from math import ceil, floor
from typing import TYPE_CHECKING

from pnp.network.arranging import Arranging
from pnp.network.asked import goals_of, may_be_same, starts_of
from pnp.network.ways import nearest
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from pnp.model.requirement import Bounds, Requirement
    from pnp.network.arranging import Option, Rules, Used
    from pnp.network.budget import Budget
    from pnp.network.search import Distances
    from pnp.network.tile_map import Lying

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


@dataclass(frozen=True, slots=True)
class Start:
    """A place of a tile that ways are asked about from: its item, and how far it is to goals and ports of the tile."""

    item: str
    goals: Ends
    ports: Ends


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways on one tile: its starts, the items that are its goals, and how far it is from each port to those and to
    ports. Entering a port costs moves, too.
    """

    starts: tuple[Start, ...]
    items: tuple[str, ...]
    goals: tuple[Ends, ...]
    ports: tuple[Ends, ...]
    costs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked of ways from one cell: to goals in another, or to the nearest goal anywhere.

    `order` are the cells in the order in which they are filled.
    """

    order: tuple[int, ...]
    goal: int | None


class PartialCities:
    """A demand on distances put to all arrangements that the rules allow.

    `looked` counts the sets of tiles that were looked at.
    """

    def __init__(self, rules: Rules, requirement: Requirement, bounds: Bounds, budget: Budget) -> None:
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
                found.append(Start(start.name, goals_from(row, None if self._same else start.name), ports_from(row)))
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
        self._fixed, self.least = {}, ENDLESS
        return any(self._too_near(cell) is not None for cell in self._cells(self.rules.rotations))

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

    def _broken(self, fixed: Laid, rotations: Sequence[tuple[int, tuple[int, ...]]]) -> Laid | None:
        """Some arrangement that has these tiles in these cells and breaks the demand; None where there is none."""
        self._fixed = fixed
        self._settled.clear()
        if self.least > 0:
            for cell in self._cells(rotations):
                found = self._too_near(cell)
                if found is not None:
                    return found
        if self.most is None:
            return None
        for case in self._cases(rotations):
            found = self._too_far(case)
            if found is not None:
                return found
        return None

    def _cells(self, rotations: Sequence[tuple[int, tuple[int, ...]]]) -> Iterator[int]:
        cells = range(self.rules.cells)
        return (cell for cell in cells if all(cell <= origins[cell] for _, origins in rotations))

    def _cases(self, rotations: Sequence[tuple[int, tuple[int, ...]]]) -> Iterator[Case]:
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
            yield option.lying, self._with(used, option)

    def _with(self, used: Used, option: Option) -> Used:
        return self.arranging.used_with(used, option)

    # Too far: a start is followed over the cells of a case, then all that is laid is looked at exactly

    def _too_far(self, case: Case) -> Laid | None:
        first = case.order[0]
        for lying, used in self._options(self._used(self._fixed), first):
            for number, start in enumerate(self.ways[lying[0]].starts):
                self.budget.spend(LAYING)
                self.looked += 1
                if case.goal == first:
                    lost = [goal for goal in self._asked(lying[0], start) if not self._has(start.goals, goal)]
                    found = self._lost(case, {first: lying}, number, lost) if lost else None
                elif self.anywhere and any(far <= (self.most or 0) for _, far in start.goals):
                    found = None
                else:
                    entries = self._leaving(case, 0, lying, start.ports)
                    found = self._followed(case, 1, used, entries, {first: lying}, number)
                if found is not None and found is not True:
                    return found
        return None

    def _asked(self, tile: int, start: Start) -> list[int]:
        """The goals on the tile of a start that it is asked about with."""
        return [number for number, item in enumerate(self.ways[tile].items) if self._same or item != start.item]

    def _has(self, ends: Ends, goal: int) -> bool:
        return any(number == goal and far <= (self.most or 0) for number, far in ends)

    def _followed(
        self, case: Case, place: int, used: Used, entries: tuple[Entry, ...], laid: Laid, start: int
    ) -> Laid | bool | None:
        """An arrangement in which a start is too far away; True where none was found but by an exact look."""
        if place == len(case.order):
            return self._lost(case, laid, start, None) or True
        key = case, place, used, entries
        if key in self._settled:
            return None
        cell = case.order[place]
        plain = True
        for lying, then in self._options(used, cell):
            self.budget.spend(LAYING)
            self.looked += 1
            inside = self._entered(place, lying, entries)
            ways = self.ways[lying[0]]
            found: Laid | bool | None = None
            if cell == case.goal:
                near = {
                    goal for port, far in inside for goal, more in ways.goals[port] if far + more <= (self.most or 0)
                }
                lost = [goal for goal in range(len(ways.items)) if goal not in near]
                if lost:
                    found = self._lost(case, {**laid, cell: lying}, start, lost) or True
            elif not self.anywhere or not any(
                far + more <= (self.most or 0) for port, far in inside for _, more in ways.goals[port]
            ):
                following = self._beyond(case, place, lying, inside)
                rest = tuple(sorted((*(entry for entry in entries if entry[0] != place), *following)))
                found = self._followed(case, place + 1, then, rest, {**laid, cell: lying}, start)
            if isinstance(found, dict):
                return found
            plain = plain and found is None
        if not plain:
            return True
        if len(self._settled) < KEPT:
            self._settled.add(key)
        return None

    def _leaving(self, case: Case, place: int, lying: Lying, ends: Ends) -> tuple[Entry, ...]:
        """Where ways come to cells that are filled later, from a tile of whose ports it is known how far they are."""
        found = []
        far = dict(ends)
        for side, other in self._neighbours[case.order[place]]:
            later = case.order.index(other) if other in case.order else -1
            if later > place:
                for port, along in self._leave(lying, side):
                    if port in far and far[port] <= (self.most or 0):
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

    def _beyond(self, case: Case, place: int, lying: Lying, inside: Ends) -> tuple[Entry, ...]:
        """Where ways that came in at ports of a tile go on to cells that are filled later."""
        ports, found = self.ways[lying[0]].ports, dict[int, int]()
        for port, far in inside:
            for other, more in ports[port]:
                if far + more < found.get(other, ENDLESS):
                    found[other] = far + more
        return self._leaving(case, place, lying, tuple(found.items()))

    def _lost(self, case: Case, laid: Laid, start: int, goals: list[int] | None) -> Laid | None:
        """An arrangement with these tiles in which one of the goals is too far away; None where there is none."""
        far = self._ends(laid, case.order[0], start, self.most or 0, case.goal)[0]
        if goals is None:
            if far:
                return None
        else:
            goals = [goal for goal in goals if goal not in far]
            if not goals:
                return None
        empty = [cell for cell in self._around(case.order) if cell not in laid]
        if not empty:
            return laid
        used = self._used({**self._fixed, **laid})
        for lying, _ in self._options(used, empty[0]):
            found = self._lost(case, {**laid, empty[0]: lying}, start, goals)
            if found is not None:
                return found
        return None

    # Exactly: all ways on the tiles that are laid

    def _ends(
        self, laid: Mapping[int, Lying], cell: int, start: int, most: int, goal: int | None
    ) -> tuple[set[int], list[int]]:
        """The goals in a cell, or in any, that are within so many moves, and the empty cells that ways come to."""
        self.looked += 1
        origin = self.ways[laid[cell][0]].starts[start]
        near = {number for number, far in origin.goals if far <= most} if goal in (None, cell) else set[int]()
        empty: dict[int, None] = {}
        known: dict[tuple[int, int], int] = {}
        pending: list[tuple[int, int, int]] = []
        spent = 1

        def leave(at: int, ends: Ends, gone: int) -> None:
            lying, far = laid[at], dict(ends)
            for side, other in self._neighbours[at]:
                for port, along in self._leave(lying, side):
                    if port in far and gone + far[port] <= most:
                        if other not in laid:
                            empty[other] = None
                            continue
                        door = self._door(laid[other], (side + 2) % 4, self.city.side - along)
                        if door is not None:
                            moves = gone + far[port] + self.ways[laid[other][0]].costs[door]
                            if moves < known.get((other, door), most + 1):
                                known[other, door] = moves
                                heappush(pending, (moves, other, door))

        leave(cell, origin.ports, 0)
        while pending:
            moves, at, door = heappop(pending)
            if moves > known[at, door]:
                continue
            spent += 1
            ways = self.ways[laid[at][0]]
            if goal in (None, at):
                asked = ways.goals[door] if at != cell else [
                    end for end in ways.goals[door] if self._same or ways.items[end[0]] != origin.item
                ]  # fmt: skip
                near.update(number for number, far in asked if moves + far <= most)
            leave(at, ways.ports[door], moves)
        self.budget.spend(LAYING + CROSSING * spent)
        return near, list(empty)

    # Too near: a tile is laid where a way comes to it

    def _too_near(self, cell: int) -> Laid | None:
        for lying, _ in self._options(self._used(self._fixed), cell):
            for number in range(len(self.ways[lying[0]].starts)):
                found = self._approached({cell: lying}, cell, number)
                if found is not None:
                    return found
        return None

    def _approached(self, laid: Laid, cell: int, start: int) -> Laid | None:
        near, empty = self._ends(laid, cell, start, self.least - 1, None)
        if near:
            return self._filled(laid)
        if not empty:
            return None
        used = self._used({**self._fixed, **laid})
        for lying, _ in self._options(used, empty[0]):
            found = self._approached({**laid, empty[0]: lying}, cell, start)
            if found is not None:
                return found
        return None

    def _filled(self, laid: Laid) -> Laid:
        """Some arrangement with these tiles."""
        found = {**self._fixed, **laid}
        for cell in range(self.rules.cells):
            if cell not in found:
                found[cell] = self.arranging.options(self._used(found), cell)[0].lying
        return found


def _limits(requirement: Requirement, bounds: Bounds) -> tuple[int | None, int]:
    """Within how many moves all goals must be, None for any number or no way at all; and the fewest that are allowed."""
    most = [floor(bound) for bound in (bounds.most, bounds.exactly) if bound is not None]
    least = [ceil(bound) for bound in (bounds.least, bounds.exactly) if bound is not None]
    if requirement.demand == "reach":
        return ENDLESS, 0
    return min(most, default=ENDLESS if requirement.reachable else None), max(least, default=0)
