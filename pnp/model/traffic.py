"""Traffic: the hand that is driven on, and the turns that an intersection allows."""

from __future__ import annotations

from typing import Literal, get_args

from pnp.model.block_grid import LANES, STEPS, Square
from pnp.records import dataclass

Heading = Literal["N", "E", "S", "W"]
HEADINGS: tuple[Heading, ...] = get_args(Heading)

Hand = Literal["right", "left"]

Turn = Literal["right", "straight", "left", "u-turn"]
TURNS: tuple[Turn, ...] = get_args(Turn)

_QUARTERS: dict[Turn, int] = {"straight": 0, "right": 1, "u-turn": 2, "left": 3}


def turned(heading: Heading, turn: Turn) -> Heading:
    """The heading after a turn."""
    return HEADINGS[(HEADINGS.index(heading) + _QUARTERS[turn]) % 4]


def onward(square: Square, heading: Heading) -> Square:
    """The square ahead."""
    return square[0] + STEPS[heading][0], square[1] + STEPS[heading][1]


@dataclass(frozen=True, slots=True)
class Traffic:
    """Traffic that keeps to one hand: which lane leads where, and which squares of an intersection a turn takes.

    An intersection has two squares by two. One enters it on the square before one's lane. From there a turn to the
    near side leaves at once; every other way leads over the square before the lane that it leaves by: straight on, or
    slantwise across the middle, or back at one's side.
    """

    drive: Hand = "right"

    def near(self, heading: Heading) -> Heading:
        """The side of the road that one drives on, as a heading."""
        return turned(heading, self.drive)

    def lane(self, heading: Heading) -> Square:
        """Which of the lanes across (0 or 1) and down (0 or 1) leads that way; 0 along the street."""
        x, y = STEPS[self.near(heading)]
        return int(x > 0), int(y > 0)

    def heading(self, lane: int, *, across: bool) -> Heading:
        """Where a lane of a street leads, the first being the upper or the left one."""
        one: Heading = "E" if across else "S"
        return one if self.lane(one)[int(across)] == lane else turned(one, "u-turn")

    def entry(self, heading: Heading) -> Square:
        """The square of an intersection that one enters, from 0 to 1 across and down."""
        return _corner(self.near(heading), turned(heading, "u-turn"))

    def exit(self, heading: Heading) -> Square:
        """The square of an intersection that one leaves it from."""
        return _corner(self.near(heading), heading)

    def way(self, heading: Heading, turn: Turn) -> tuple[Square, ...]:
        """The squares of an intersection that a turn takes."""
        entry, leaving = self.entry(heading), self.exit(turned(heading, turn))
        return (entry,) if entry == leaving else (entry, leaving)


KEEP_RIGHT = Traffic()
"""Traffic where a map says nothing."""


def _corner(one: Heading, other: Heading) -> Square:
    """The square of an intersection that lies on two of its sides."""
    across, down = STEPS[one][0] + STEPS[other][0], STEPS[one][1] + STEPS[other][1]
    return int(across > 0) * (LANES - 1), int(down > 0) * (LANES - 1)
