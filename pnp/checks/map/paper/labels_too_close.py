"""Labels that can't be printed side by side."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from pnp.checks.map.paper.places_too_close import LEAST_GAP
from pnp.diagnostics import WARNING, Fault, check
from pnp.network.layout import UNIT, GridPoint, Layout
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator


HEIGHT = 2.1
"""The height of a line of the smallest print that is read with ease, 6 points, in millimetres."""

LETTER = 0.85
"""The mean width of a letter in narrow print of that size, in millimetres."""

CROWD = 16
"""With how many labels that reach as far a label is compared at most, so that a heap of them is soon looked through."""


@check("labels-too-close", severity=WARNING)
def labels_too_close(layout: Layout) -> Iterator[Fault]:
    """The labels of two places overlap even in the smallest print.

    Labels are printed in or beside their places. In 6 point narrow type, on one line at the middle of each place, these
    two would run into each other.

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


@dataclass(frozen=True, slots=True)
class _Label:
    """A label as it would be printed: the number of its spot, its middle, and its ends."""

    spot: int
    at: GridPoint
    left: float
    right: float

    def overlaps(self, other: _Label) -> bool:
        """Whether the two run into each other, though their places lie far enough apart."""
        across, down = self.at[0] - other.at[0], self.at[1] - other.at[1]
        beside = self.left < other.right and other.left < self.right and abs(down) < HEIGHT * UNIT
        return beside and hypot(across, down) >= LEAST_GAP * UNIT


def _overlaps(layout: Layout) -> list[tuple[int, int]]:
    """Each label that overlaps one given before it, with the first such, by the numbers of their spots."""
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
    """The overlapping pairs of labels that are sorted by their left ends."""
    open_labels: list[_Label] = []
    for label in labels:
        open_labels = [other for other in open_labels if other.right > label.left][-CROWD:]
        for other in open_labels:
            if label.overlaps(other):
                yield min(label.spot, other.spot), max(label.spot, other.spot)
        open_labels.append(label)
