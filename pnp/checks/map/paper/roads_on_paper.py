"""Roads on the sheet that cross or run through a place."""

from collections.abc import Iterator
from itertools import chain
from math import dist

from pnp.checks.map.paper.places_on_paper import LEAST_GAP, leaves_the_map
from pnp.diagnostics import WARNING, Fault, check
from pnp.messages import listed, many
from pnp.network.layout import UNIT, Layout
from pnp.network.search import OutOfStepsError, SearchBudget


@check("crossing-roads", severity=WARNING)
def crossing_roads(layout: Layout) -> Iterator[Fault]:
    """Two roads cross where there is no place.

    Players may take the crossing for a place, or lose the road that they follow. Each road is reported once, with the
    first earlier road that it crosses. To require a map without crossings, use `no-crossing: true`.

    Fix: move a place, bend one of the roads with `via`, or add a place where they cross.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads:
          - [Market, Pier, Church]
          - [Church, Gate, Market]

    Good:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads:
          - [Market, Pier, Church, Market]
          - [Pier, Gate, Market]
    """
    if layout.meetings is None:
        yield Fault(layout.span, "so many roads lie on top of each other that their crossings were not looked for")
    crossings = [(meeting.upper, meeting.lower) for meeting in layout.meetings or () if not meeting.touch]
    astray = {number for number in {*chain(*crossings)} if leaves_the_map(layout, layout.lines[number])}
    crossed: dict[int, list[int]] = {}
    for upper, lower in crossings:
        if astray.isdisjoint((upper, lower)):
            crossed.setdefault(upper, []).append(lower)
    for number, others in sorted(crossed.items()):
        line = layout.lines[number]
        more = f" and {many(len(others) - 1, 'other road')}" if len(others) > 1 else ""
        yield Fault(line.span, f"the road {layout.ends(line)} crosses {layout.ends(layout.lines[others[0]])}{more}")


@check("road-through-place", severity=WARNING)
def road_through_place(layout: Layout) -> Iterator[Fault]:
    """A road runs through a place that is not one of its ends.

    On the board the road seems to stop there. It passes less than 4 mm from the centre of the place. A place too close
    to an end of the road is reported as `places-too-close`.

    Fix: bend the road with `via`, move the place, or let the road end there.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [10, 20]}
          Church: {at: [40, 20]}
          Pier: {at: [70, 20]}
          Gate: {at: [40, 60]}
        roads:
          - [Market, Gate, Church, Market]
          - [Market, Pier, Gate]

    Good:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [10, 20]}
          Church: {at: [40, 30]}
          Pier: {at: [70, 20]}
          Gate: {at: [40, 60]}
        roads:
          - [Market, Gate, Church, Market]
          - [Market, Pier, Gate]
    """
    if not layout.sized:
        return
    through: dict[int, list[str]] = {}
    try:
        for line, spot in layout.grid.runs_through(layout.placed, LEAST_GAP * UNIT // 2, SearchBudget(layout.steps)):
            if not (_beside_an_end(layout, line, spot) or leaves_the_map(layout, layout.lines[line])):
                through.setdefault(line, []).append(layout.spots[spot].id)
    except OutOfStepsError:
        yield Fault(
            layout.span, "so many roads lie on top of each other that it was not looked at what they run through"
        )
    for line, names in through.items():
        message = f"the road {layout.ends(layout.lines[line])} runs through {listed(names, 'other place')}"
        yield Fault(layout.lines[line].span, message, "bend it with via, or move the place")


def _beside_an_end(layout: Layout, line: int, spot: int) -> bool:
    """Whether the place is too close to an end of the road, which another check reports."""
    points = layout.lines[line].points
    at = layout.spots[spot].at
    return at is not None and any(dist(at, end) < LEAST_GAP * UNIT for end in (points[0], points[-1]))
