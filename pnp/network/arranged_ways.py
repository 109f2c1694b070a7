"""Distances over all arrangements of a city: only the ports of its tiles are joined anew in each.

For each tile it is known once how far it is from its ports and starts to its ports and goals. As tiles lie, one mask of
goals after the other is worked out for each way over a seam: those within no move of where it leads, within one, two …
That is one pass for all goals at once.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, reduce
from math import ceil, floor
from operator import or_
from typing import TYPE_CHECKING

from pnp.model.requirement import Bounds
from pnp.network.arranged_sheets import sheet_of
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from pnp.model.requirement import Requirement
    from pnp.network.arranged_sheets import Levels, Origin, Sheet, Steps
    from pnp.network.budget import Budget
    from pnp.network.tile_map import City, Lying

ANYWHERE = 10**9
"""More moves than any way takes."""


@dataclass(frozen=True, slots=True)
class Onward:
    """Ways over seams in one arrangement: of each, the goals where it leads, and what follows, with how far it is."""

    goals: list[Levels]
    following: list[list[tuple[int, int]]]
    leaving: list[dict[int, list[tuple[int, int]]]]

    def after(self, cell: int, steps: Steps) -> list[tuple[int, int]]:
        """The ways that one may take from ports of a cell, with how far it is to the place they lead to."""
        leaving = self.leaving[cell]
        return [(way, far + cost) for port, far in steps if port in leaving for way, cost in leaving[port]]


class Distances:
    """The demands on distances, put to one arrangement after the other."""

    def __init__(self, city: City, requirement: Requirement) -> None:
        self.city, self.requirement = city, requirement
        sheets: list[Sheet] = []
        for tile in range(len(city.pieces)):
            sheets.append(sheet_of(city, tile, requirement, sum(sheet.many for sheet in sheets)))
        self.sheets = tuple(sheets)
        self._spreads: dict[tuple[int, int, int], bool] = {}

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that give the same answer."""
        tile, turn = lying
        ports = self.city.pieces[tile].ports
        order = sorted(range(len(ports)), key=lambda number: ((ports[number].side + turn) % 4, ports[number].along))
        rank = {number: place for place, number in enumerate(order)}

        def seen(origin: Origin) -> Hashable:
            return origin.goals, tuple(sorted((rank[port], far) for port, far in origin.ports)), origin.own

        sheet = self.sheets[tile]
        return (
            tuple(
                ((ports[number].side + turn) % 4, ports[number].along, ports[number].leaves, ports[number].enters)
                for number in order
            ),
            tuple(seen(sheet.ports[number]) for number in order),
            tuple(map(seen, sheet.starts)),
            tuple(map(seen, sheet.others)),
        )

    def holds(self, lyings: Sequence[Lying], budget: Budget) -> bool:
        """Whether the demand holds as the tiles lie."""
        sheets = [self.sheets[tile] for tile, _ in lyings]
        starts = [(cell, origin) for cell, sheet in enumerate(sheets) for origin in sheet.starts]
        goals = 1 if self.requirement.demand == "within" else 0
        for sheet in sheets:
            goals |= sheet.goals
        budget.spend(len(starts) + 1)
        if self.requirement.demand == "fair-starts":
            starts = starts or [(cell, origin) for cell, sheet in enumerate(sheets) for origin in sheet.others]
            return not (starts and goals) or self._is_fair(self._sums(self._onward(lyings), starts, goals, budget))
        alone = len(starts) == goals.bit_count() == 1
        full, empty, broken = self._limits
        wanted = [(cell, origin, goals if alone else goals & ~origin.own) for cell, origin in starts]
        if broken:
            return not any(mask for _, _, mask in wanted)
        if empty < 0:  # what is near enough on a tile is so whatever lies beside it
            wanted = [it for it in wanted if full is not None and it[2] & ~_within(it[1].goals, (), (), full)]
        if not wanted:
            return True
        onward = self._onward(lyings)
        levels = self._levels(onward, None if full == ANYWHERE else max(full or 0, empty), budget)
        for cell, origin, mask in wanted:
            steps = onward.after(cell, origin.ports)
            if full is not None and mask & ~_within(origin.goals, steps, levels, full):
                return False
            if empty >= 0 and mask & _within(origin.goals, steps, levels, empty):
                return False
        return True

    @cached_property
    def _limits(self) -> tuple[int | None, int, bool]:
        """Within how many moves all goals must be, None for any; within how many none may be; whether none can be."""
        if self.requirement.demand == "reach":
            return ANYWHERE, -1, False
        bounds = _bounds(self.requirement)
        most = [bound for bound in (bounds.most, bounds.exactly) if bound is not None]
        least = [bound for bound in (bounds.least, bounds.exactly) if bound is not None]
        full, empty = min(map(floor, most), default=None), max(map(ceil, least), default=0) - 1
        return full, empty, full is not None and (full < 0 or full <= empty)

    def _onward(self, lyings: Sequence[Lying]) -> Onward:
        pieces = self.city.pieces
        onward = Onward([], [], [{} for _ in lyings])
        entries: list[tuple[int, Origin]] = []
        for here, there in (ends for joint in self.city.joints(lyings) for ends in (joint, joint[::-1])):
            tile = lyings[there[0]][0]
            port = pieces[tile].ports[there[1]]
            if pieces[lyings[here[0]][0]].ports[here[1]].leaves and port.enters:
                way = len(entries), pieces[tile].places[port.state].cost
                onward.leaving[here[0]].setdefault(here[1], []).append(way)
                entries.append((there[0], self.sheets[tile].ports[there[1]]))
        for cell, origin in entries:
            onward.goals.append(origin.goals)
            onward.following.append(onward.after(cell, origin.ports))
        return onward

    def _levels(self, onward: Onward, most: int | None, budget: Budget) -> list[list[int]]:
        """For 0, 1, 2 … moves the goals so near to where each way leads; up to `most`, or until nothing changes."""
        goals, following = onward.goals, onward.following
        number, longest = len(goals), max(map(len, goals), default=0)
        farthest = max((cost for steps in following for _, cost in steps), default=0)
        nothing = any(cost == 0 for steps in following for _, cost in steps)
        everything = reduce(or_, (own[-1] for own in goals), 0)
        # row upon row in one list, after rows of what is nearer than nothing; a step says how far back to look
        masks = [0] * (farthest * number)
        back = [[step - way - cost * number for step, cost in steps if cost] for way, steps in enumerate(following)]
        levels: list[list[int]] = []
        still = 0
        while most is None or len(levels) <= most:
            distance = len(levels)
            budget.spend(number)
            for own, steps in zip(goals, back, strict=True):
                mask = own[distance] if distance < len(own) else own[-1]
                for step in steps:
                    mask |= masks[step]
                masks.append(mask)
            level = masks[len(masks) - number :]
            if nothing:
                _settle(level, following)
                masks[len(masks) - number :] = level
            still = still + 1 if distance and level == levels[-1] else 0
            levels.append(level)
            if level.count(everything) == number or (still > farthest and distance > longest):
                break
        return levels

    def sums(self, lyings: Sequence[Lying], budget: Budget) -> list[int] | None:
        """As the tiles lie, the sum of the distances to the goals from each start; None where a goal is out of reach.

        For a demand on fair starts.
        """
        sheets = [self.sheets[tile] for tile, _ in lyings]
        starts = [(cell, origin) for cell, sheet in enumerate(sheets) for origin in sheet.starts]
        goals = 0
        for sheet in sheets:
            goals |= sheet.goals
        onward = self._onward(lyings)
        budget.spend(len(starts) + len(onward.goals))
        return self._sums(onward, starts, goals, budget)

    def _sums(
        self, onward: Onward, starts: Sequence[tuple[int, Origin]], goals: int, budget: Budget
    ) -> list[int] | None:
        levels, number = self._levels(onward, None, budget), goals.bit_count()
        sums = []
        for cell, origin in starts:
            steps = onward.after(cell, origin.ports)
            farthest = len(levels) + len(origin.goals) + max((cost for _, cost in steps), default=0)
            total, distance = 0, 0
            missing = number - (_within(origin.goals, steps, levels, 0) & goals).bit_count()
            while missing:
                distance += 1
                total += missing
                if distance > farthest:
                    return None
                missing = number - (_within(origin.goals, steps, levels, distance) & goals).bit_count()
            sums.append(total)
        return sums

    def _is_fair(self, sums: Sequence[int] | None) -> bool:
        """Whether the sums of the distances from the starts differ little enough."""
        if sums is None:
            return False
        key = max(sums) - min(sums), len(sums), sum(sums)
        if key not in self._spreads:
            spread = Fraction(key[0] * key[1], key[2]) if key[2] else Fraction(0)
            self._spreads[key] = self.requirement.bounds.hold(spread)
        return self._spreads[key]


def _bounds(requirement: Requirement) -> Bounds:
    match requirement.demand:
        case "adjacent":
            return Bounds(exactly=Fraction(1))
        case "not-adjacent":
            return Bounds(least=Fraction(2))
        case _:
            return requirement.bounds


def _within(own: Levels, steps: Sequence[tuple[int, int]], levels: Sequence[Sequence[int]], distance: int) -> int:
    """The goals within so many moves of a place, on its tile and over seams."""
    mask, count = own[distance] if distance < len(own) else own[-1], len(levels)
    for way, cost in steps:
        if cost <= distance and count:
            mask |= levels[distance - cost if distance - cost < count else -1][way]
    return mask


def _settle(level: list[int], following: Sequence[Sequence[tuple[int, int]]]) -> None:
    """Add what costs no move, until nothing changes."""
    changed = True
    while changed:
        changed = False
        for number, steps in enumerate(following):
            mask = level[number]
            for way, cost in steps:
                if cost == 0:
                    mask |= level[way]
            if mask != level[number]:
                level[number], changed = mask, True
