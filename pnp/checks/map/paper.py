"""A map on paper: places on the map and apart from each other, their labels, and roads between them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import ceil, dist, hypot

from msgspec import Struct

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import listed, many
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.layout import UNIT, GridPoint, Layout, LayoutSpot, RoadLine, nearest_before

LEAST_GAP = 8
"""Minimum distance between the centres of places, in millimetres: with less, a piece covers more than one."""


@check("places-too-close", severity=WARNING)
def places_too_close(layout: Layout) -> Iterator[Fault]:
    """Two places are too close together to tell them apart in print.

    Their centres are less than 8 mm apart at the size of the map.

    Fix: move one of them, or make the map larger.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [25, 20]}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """
    if not layout.sized:
        return
    printed = ((number, at) for number, at in layout.placed if not layout.spots[number].waypoint)
    for number, other, distance in nearest_before(printed, LEAST_GAP * UNIT):
        spot, beside = layout.spots[number], layout.spots[other]
        message = f"'{spot.id}' lies {distance / UNIT:.3g} mm from '{beside.id}', expected at least {LEAST_GAP} mm"
        times = ceil(10 * LEAST_GAP * UNIT / distance) / 10 if distance >= UNIT else 0
        larger = f", or make the map {times:g} times as large" if times else ""
        yield Fault(spot.span, message, f"move one of them{larger}")


HEIGHT = 2.1
"""Height of a line of 6 points, the smallest size that is easy to read, in millimetres."""

LETTER = 0.85
"""Mean width of a letter in a narrow font of that size, in millimetres."""

CROWD = 16
"""Maximum number of labels with which a label is compared, so that many overlapping labels take little time."""


@check("labels-too-close", severity=WARNING)
def labels_too_close(layout: Layout) -> Iterator[Fault]:
    """The labels of two places overlap even at the smallest type size.

    Labels are printed in or next to their places. On one line in 6 point narrow type, at the centres of their places,
    these two would overlap.

    Fix: give one of them a shorter `label`, move it, or make the map larger.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20], label: Market of the fishermen}
          Church: {at: [35, 20], label: Church of Saint Nicholas}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20], label: Fish market}
          Church: {at: [35, 20], label: St. Nicholas}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """
    if not layout.sized:
        return
    spots = layout.spots
    for number, other in _overlaps(layout):
        message = f"the label '{spots[number].label}' runs into '{spots[other].label}' even in the smallest print"
        yield Fault(spots[number].span, message, "shorten one of them, or move the place")


class _Label(Struct, frozen=True):
    """A label as printed: the number of its spot, its middle, and its ends."""

    spot: int
    at: GridPoint
    left: float
    right: float

    def overlaps(self, other: _Label) -> bool:
        """Whether the labels overlap, although their places are far enough apart."""
        across, down = self.at[0] - other.at[0], self.at[1] - other.at[1]
        beside = self.left < other.right and other.left < self.right and abs(down) < HEIGHT * UNIT
        return beside and hypot(across, down) >= LEAST_GAP * UNIT


def _overlaps(layout: Layout) -> list[tuple[int, int]]:
    """Return each label that overlaps an earlier one, with the first of these, by the numbers of their spots."""
    bands: dict[int, list[_Label]] = {}
    for number, at in layout.placed:
        if not layout.spots[number].label:
            continue
        at = layout.spots[number].label_at or at
        half = len(layout.spots[number].label) * LETTER * UNIT / 2
        label = _Label(number, at, at[0] - half, at[0] + half)
        band = int(at[1] // (HEIGHT * UNIT))
        for each in (band, band + 1):
            bands.setdefault(each, []).append(label)
    found: dict[int, int] = {}
    for labels in bands.values():
        for low, high in _overlaps_in(sorted(labels, key=lambda label: label.left)):
            found[high] = min(found.get(high, low), low)
    return sorted(found.items())


def _overlaps_in(labels: list[_Label]) -> Iterator[tuple[int, int]]:
    """Yield the overlapping pairs of labels by a sweep; `labels` are sorted by their left ends."""
    open_labels: list[_Label] = []
    for label in labels:
        open_labels = [other for other in open_labels if other.right > label.left][-CROWD:]
        for other in open_labels:
            if label.overlaps(other):
                yield min(label.spot, other.spot), max(label.spot, other.spot)
        open_labels.append(label)


@check("off-map", severity=ERROR)
def off_map(layout: Layout) -> Iterator[Fault]:
    """A place, a bend of a road, or the `label-at` of a label is outside the map.

    Positions are measured from the top left corner of the map, up to its `size`. What is outside is not printed.

    Fix: move it onto the map, or make the map larger.

    Bad:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 90]}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """
    if not layout.sized:
        return
    across, down = layout.width / UNIT, layout.height / UNIT
    size = f"the map of {across:g} × {down:g} mm"
    hint = f"write at most {across:g} across and {down:g} down, and nothing below 0"
    outside = [*places_off(layout)]
    if len(outside) >= MANY and 2 * len(outside) > sum(1 for _ in layout.placed):
        spot, at = outside[0]
        message = f"'{spot.id}' at {_shown(at)} and {many(len(outside) - 1, 'other place')} lie outside of {size}"
        yield Fault(spot.span, message, _larger(layout, across, down))
        return
    for spot, at in outside:
        near = _meant_position(layout, at)
        yield Fault(spot.span, f"'{spot.id}' at {_shown(at)} lies outside of {size}", near or hint)
    for label in layout.spots:
        if label.label_at and not _on(layout, label.label_at):
            message = f"the label of '{label.id}' at {_shown(label.label_at)} lies outside of {size}"
            yield Fault(label.span, message, f"{hint}, or leave 'label-at' out")
    for line in layout.lines:
        for bend in line.points[1:-1]:
            if not _on(layout, bend):
                yield Fault(line.span, f"the road {layout.ends(line)} bends at {_shown(bend)}, outside of {size}")


MANY = 4
"""Number of places outside of the map from which its size is reported, if most places are."""

LARGER_UNITS = (("centimetres", "cm", 10), ("inches", "in", 25.4))
"""Units in which the size of a map may be meant that has none, the smallest first, in millimetres."""


def _larger(layout: Layout, across: float, down: float) -> str:
    """Return the hint for a map that is too small for its places: its size in another unit, or one with room."""
    points = [at for _, at in layout.placed]
    right, bottom = (max(at[side] for at in points) / UNIT for side in (0, 1))
    for name, unit, millimetres in LARGER_UNITS if min(min(at) for at in points) >= 0 else ():
        if right <= millimetres * across and bottom <= millimetres * down:
            return f"write its size with its unit if it is in {name}: {across:g} x {down:g} {unit}"
    return f"give it a size with room for its places: they reach {right:g} across and {bottom:g} down"


def leaves_the_map(layout: Layout, line: RoadLine) -> bool:
    """Whether an end or a bend of the road is outside the map, so that its crossings are meaningless."""
    return layout.sized and not all(_on(layout, point) for point in line.points)


def places_off(layout: Layout) -> Iterator[tuple[LayoutSpot, GridPoint]]:
    """Yield the places that lie outside of a map of a known size, with their positions."""
    if layout.sized:
        yield from ((layout.spots[number], at) for number, at in layout.placed if not _on(layout, at))


def _meant_position(layout: Layout, at: GridPoint) -> str | None:
    """Return the hint for a position far outside: its numbers may be swapped, or one has lost its decimal point."""
    x, y = (at[0] // 10 if at[0] > 2 * layout.width else at[0]), (at[1] // 10 if at[1] > 2 * layout.height else at[1])
    if _on(layout, (x, y)):
        return f"did you mean {_shown((x, y))}?"
    far = 10 * max(at[0] - layout.width, at[1] - layout.height) > max(layout.width, layout.height)
    return (
        f"did you mean {_shown(at[::-1])}? The two numbers are swapped then" if far and _on(layout, at[::-1]) else None
    )


def _on(layout: Layout, at: GridPoint) -> bool:
    return 0 <= at[0] <= layout.width and 0 <= at[1] <= layout.height


def _shown(at: GridPoint) -> str:
    return f"[{at[0] / UNIT:g}, {at[1] / UNIT:g}]"


@check("same-label", severity=WARNING)
def same_label(layout: Layout) -> Iterator[Fault]:
    """Two places of one district have the same label.

    Players cannot tell them apart. In different districts, the colour and the icon of the district differ.

    Fix: change one of the labels.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Old market: {label: Market}}
        roads: [[Market, Church, Old market, Market]]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Old market: {label: Old}}
        roads: [[Market, Church, Old market, Market]]
    """
    first: dict[tuple[str | None, str], str] = {}
    for spot in layout.spots:
        if not spot.label:
            continue
        other = first.setdefault((spot.district, spot.label), spot.id)
        if other != spot.id:
            yield Fault(spot.span, f"'{spot.id}' has the same label as '{other}': '{spot.label}'")


@check("unplaced-area", severity=ERROR)
def unplaced_area(layout: Layout) -> Iterator[Fault]:
    """An area has no position, although others of the map have one.

    A map can be a draft without any positions. On a map that is drawn, an area without a position would be missing.

    Fix: set its position with `at`.

    Bad:
        kind: area-map
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """
    unplaced = layout.unplaced
    if layout.damaged or len(unplaced) == len(layout.spots):
        return
    for spot in unplaced:
        yield Fault(spot.span, f"'{spot.id}' has no position, though other areas have one", "give it one with at")


# Roads between places.


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
