"""Places on the sheet: given, on the map, apart from each other, labelled apart."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from msgspec import Struct

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import many
from pnp.network.layout import UNIT, GridPoint, Layout, RoadLine, nearest_before

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
        yield Fault(spot.span, message)


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
    """A place, or a bend of a road, is outside the map.

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
    outside = [(layout.spots[number], at) for number, at in layout.placed if not _on(layout, at)]
    if len(outside) >= MANY and 2 * len(outside) > sum(1 for _ in layout.placed):
        spot, at = outside[0]
        message = f"'{spot.id}' at {_shown(at)} and {many(len(outside) - 1, 'other place')} lie outside of {size}"
        yield Fault(spot.span, message, _larger(layout, across, down))
        return
    for spot, at in outside:
        yield Fault(spot.span, f"'{spot.id}' at {_shown(at)} lies outside of {size}", hint)
    for line in layout.lines:
        for bend in line.points[1:-1]:
            if not _on(layout, bend):
                yield Fault(line.span, f"the road {layout.ends(line)} bends at {_shown(bend)}, outside of {size}")


MANY = 4
"""Number of places outside of the map from which its size is reported, if most places are."""

INCH = 25.4


def _larger(layout: Layout, across: float, down: float) -> str:
    """Return the hint for a map that is too small for its places: its size in inches, or one with room for them."""
    points = [at for _, at in layout.placed]
    right, bottom = (max(at[side] for at in points) / UNIT for side in (0, 1))
    if min(min(at) for at in points) >= 0 and right <= INCH * across and bottom <= INCH * down:
        return f"write its size with its unit if it is in inches: {across:g} x {down:g} in"
    return f"give it a size with room for its places: they reach {right:g} across and {bottom:g} down"


def leaves_the_map(layout: Layout, line: RoadLine) -> bool:
    """Whether an end or a bend of the road is outside the map, so that its crossings are meaningless."""
    return layout.sized and not all(_on(layout, point) for point in line.points)


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
