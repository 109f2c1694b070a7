"""A question put to all arrangements of a city at once: cell by cell, with what comes to the same taken together.

A course says what has to be known of the tiles laid so far to answer in the end: its states. Where the same tiles are
used and the state is the same, whatever is laid next comes to the same too, so that one prefix stands for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pnp.network.arranging import Arranging
from pnp.network.budget import OutOfStepsError
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable

    from pnp.network.arranging import Rules, Used
    from pnp.network.budget import Budget
    from pnp.network.tile_map import Lying

LAYING = 100
"""How many steps it takes to lay one tile."""

KEPT_TILES = 2_000_000
"""How many tiles the prefixes have at most that are told apart at once: a bound on what has to be kept in mind."""

KEPT_ANSWERS = 200_000
"""How many answers of a course are kept for when it is asked again."""

State = object
"""What a course knows of the tiles laid so far, a hashable value; None once nothing can make the answer yes."""


class Course(Protocol):
    """A question as it is put while tiles are laid."""

    @property
    def start(self) -> State:
        """What is known of an empty city."""
        ...

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that `lay` treats alike."""
        ...

    def lay(self, state: State, cell: int, lying: Lying) -> State:
        """What is known with a tile in the next cell."""
        ...

    def holds(self, state: State) -> bool:
        """The answer for a whole city."""
        ...


@dataclass(frozen=True, slots=True)
class Swept:
    """The first arrangement for which the answer is no, how many labelled ones there are, and how many were told apart.

    `first` is None where it is yes for all.
    """

    first: tuple[Lying, ...] | None
    broken: int
    told_apart: int


def sweep(rules: Rules, course: Course, budget: Budget) -> Swept:
    """The answer for every arrangement.

    Raises OutOfStepsError where too many prefixes are to be told apart.
    """
    most = KEPT_TILES // rules.cells
    arranging = Arranging(rules, course.signature)
    known: dict[tuple[State, int, Lying], State] = {}
    corners = _corners(rules, arranging)
    level: dict[tuple[Used, State, int], tuple[int, tuple[Lying, ...]]] = {
        (arranging.none_used, course.start, 0): (len(corners) + 1, ())
    }
    for cell in range(rules.cells):
        following: dict[tuple[Used, State, int], tuple[int, tuple[Lying, ...]]] = {}
        for (used, state, _), (count, lyings) in level.items():
            options = arranging.options(used, cell)
            budget.spend(len(options))
            for option in options:
                lying = option.lying
                if cell in corners and lying[0] < lyings[0][0]:
                    continue
                if state is not None and (state, cell, lying) not in known:
                    budget.spend(LAYING)
                    if len(known) == KEPT_ANSWERS:
                        known.clear()
                    known[state, cell, lying] = course.lay(state, cell, lying)
                after = known[state, cell, lying] if state is not None else None
                whole = (*lyings, lying)
                key = arranging.used_with(used, option), after, whole[0][0] if corners else 0
                many, first = following.get(key, (0, whole))
                following[key] = many + count * option.alike, first
            if len(following) > most:
                raise OutOfStepsError
        level = following
    broken = [found for (_, state, _), found in level.items() if state is None or not course.holds(state)]
    return Swept(broken[0][1] if broken else None, sum(count for count, _ in broken), len(level))


def _corners(rules: Rules, arranging: Arranging) -> frozenset[int]:
    """The cells that a turn of the whole city brings to the first one, where no two tiles come to the same.

    Of the arrangements that are alike then only that is followed which has the first of these tiles in the first cell.
    """
    if rules.cells == 1 or any(len(tiles) > 1 for tiles in arranging.members):
        return frozenset()
    return frozenset(origins[0] for _, origins in rules.rotations)
