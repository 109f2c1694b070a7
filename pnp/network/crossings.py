"""Whether roads cross on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.budget import OutOfStepsError
from pnp.network.proof import Verdict, Witness
from pnp.network.wording import listed, many

if TYPE_CHECKING:
    from pnp.network.layout import Layout


def judge_no_crossing(layout: Layout) -> Verdict:
    """Whether no two roads meet on paper but at a place where both end; unknown where a place is not placed.

    Raises OutOfStepsError where too many roads lie on top of each other.
    """
    if layout.unplaced:
        names = [spot.id for spot in layout.unplaced]
        verb = "has" if len(names) == 1 else "have"
        return Verdict(None, f"{listed(names, 'other place')} {verb} no position", setups_checked=0, setups_covered=0)
    meetings = layout.meetings
    if meetings is None:
        raise OutOfStepsError
    if not meetings:
        return Verdict(True, f"none of {many(len(layout.lines), 'road')} crosses another")
    lower, upper = layout.lines[meetings[0].lower], layout.lines[meetings[0].upper]
    ends = (lower.start, lower.end, upper.start, upper.end)
    others = f" (and {many(len(meetings) - 1, 'other pair')})" if len(meetings) > 1 else ""
    verb = "meet" if meetings[0].touch else "cross"
    detail = f"the roads {layout.ends(lower)} and {layout.ends(upper)} {verb}{others}"
    return Verdict(False, detail, Witness(places=tuple(layout.spots[end].id for end in ends)))
