"""Where the labels of a map are printed, and their items.

Labels are placed by rank, each at the position that costs least there; then labels that cover something trade places
with those in their way (Christensen, Marks and Shieber, 1995). The number of comparisons is limited, so that time is
linear.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.maps.label_positions import LabelPosition, MapLabel, positions, turned_about
from pnp.draw.maps.obstacles import FIRM, Obstacle, ObstacleIndex
from pnp.draw.town.places import CLOSE, FIXED_HINT
from pnp.draw.town.plan import line as straight_line
from pnp.scene.items import BoundingBox, Group, Item, Path, Rect, Stroke, Text
from pnp.scene.typesetting.lettering import CrowdedLabel

COVERING = 1000.0
"""The cost of covering something that no label may cover."""

REPAIRS = 12_000
"""The maximum number of positions that are tried when labels trade places."""

TRIALS = 40_000
"""The number of positions after which only `FEW` are tried for each further label of a map."""

MOST_BLOCKERS = 4
"""The number of covered labels after which a position is not compared with more of them."""

LINE_HINT = "shorten it, leave it out, or print the map larger"
"""The fix for the label of a line that covers something."""

FEW = 8
"""The number of positions that are always tried for a label."""


class PlacedLabel(Struct, frozen=True):
    """A label in its position; `over` names what it covers, None if nothing."""

    label: MapLabel
    position: LabelPosition
    over: str | None = None

    def drawn(self) -> Iterator[Item]:
        """Yield the leader line, the plate and the text."""
        look, position = self.label.look, self.position
        if position.leader and math.dist(*position.leader) > CLOSE:
            line = look.leader or Stroke(self.label.style.colour, 0.25, cap="round")
            if look.halo:
                yield Path(
                    straight_line(position.leader), None, replace(line, colour=look.halo.colour, width=line.width + 0.5)
                )
            yield Path(straight_line(position.leader), None, line)
        if look.plate and not position.letters:
            ground = position.ground[0]
            left, top = round(-ground.across, 3), round(-ground.down, 3)
            corner = round(min(look.corner, ground.down), 3)
            plate = Rect(
                left, top, round(2 * ground.across, 3), round(2 * ground.down, 3), corner, look.plate, look.line
            )
            yield Group((plate,), turned_about(ground.at, position.turn))
        yield self._text()

    def _text(self) -> Item:
        position, halo = self.position, self.label.look.halo
        if position.letters:
            first = next(it for it in position.block.items if isinstance(it, Text))
            return Group(_haloed(position.letters, halo), alt=replace(first, string=self.label.text))
        block = position.block
        left, top = -block.width / 2, -(block.cap_top + block.last_baseline) / 2
        cos, sin = math.cos(position.turn), math.sin(position.turn)
        at = position.at[0] + left * cos - top * sin, position.at[1] + left * sin + top * cos
        return Group(_haloed(block.items, halo), turned_about(at, position.turn))


def place_labels(
    labels: Sequence[MapLabel], obstacles: Iterable[Obstacle], frame: BoundingBox
) -> tuple[PlacedLabel, ...]:
    """Return the labels in the given order, each where it covers as little as possible.

    Only optional labels are omitted: any other without a free position is printed where it does least harm,
    and says what it covers. The
    same input gives the same positions. Raises FontError if a family cannot be used.
    """
    board = _Board(labels, obstacles, frame)
    for label in sorted(labels, key=lambda label: label.rank):
        board.place(label)
    for label in sorted(labels, key=lambda label: label.rank):
        board.repair(label)
    return tuple(board.result(label) for label in labels if label.key in board.found)


def crowded_of(placed: Iterable[PlacedLabel]) -> tuple[CrowdedLabel, ...]:
    """Return the labels that cover something, for the check of labels."""
    return tuple(
        CrowdedLabel(each.label.span, each.label.text, each.over, *_hint_of(each.label))
        for each in placed
        if each.over and each.label.span
    )


def _hint_of(label: MapLabel) -> tuple[str, ...]:
    """Return the hint for a label that covers something, if it is not the usual one."""
    return (FIXED_HINT,) if label.fixed else (LINE_HINT,) if label.line else ()


class _Trial(Struct, frozen=True):
    """What a position costs at a moment: `blockers` are the labels that it covers, `over` names the first obstacle."""

    cost: float
    blockers: tuple[str, ...] = ()
    over: str | None = None

    @property
    def free(self) -> bool:
        return not (self.blockers or self.over)


class _Board:
    def __init__(self, labels: Sequence[MapLabel], obstacles: Iterable[Obstacle], frame: BoundingBox) -> None:
        self.labels = {label.key: label for label in labels}
        self.order = {label.key: number for number, label in enumerate(labels)}
        self.index = ObstacleIndex(obstacles)
        self.frame = frame
        self.found: dict[str, LabelPosition] = {}
        self.repairs, self.left = REPAIRS, TRIALS

    def place(self, label: MapLabel) -> None:
        """Put the label at the position that costs least."""
        best: tuple[float, LabelPosition] | None = None
        for number, position in enumerate(positions(label)):
            if best and (position.cost >= best[0] or (self.left <= 0 and number >= FEW)):
                break
            self.left -= 1
            trial = self.tried(label, position, best[0] if best else math.inf)
            if best is None or trial.cost < best[0]:
                best = trial.cost, position
        if best and not (label.optional and best[0] >= COVERING):
            self.settle(label, best[1])

    def settle(self, label: MapLabel, position: LabelPosition) -> None:
        self.found[label.key] = position
        self.index.put(label.key, position.ground)

    def tried(self, label: MapLabel, position: LabelPosition, most: float = math.inf, clear: bool = False) -> _Trial:
        """Return what the position costs among the labels that are placed now.

        What it covers is counted up to a cost of `most`, or if it must be `clear` of obstacles, up to the first.
        """
        cost, over, blockers = position.cost, None, dict[str, None]()
        for ground in position.ground:
            bounds = ground.bounds
            beyond = max(
                self.frame.left - bounds.left,
                self.frame.top - bounds.top,
                bounds.right - self.frame.right,
                bounds.bottom - self.frame.bottom,
            )
            if beyond > 0.01:
                over, cost = over or "the edge of the map", cost + COVERING + 50 * beyond
            for obstacle, depth in self.index.obstacles(ground):
                if obstacle.weight < FIRM:
                    cost += obstacle.weight * depth
                elif obstacle.owner != label.key:
                    over, cost = over or obstacle.what, cost + COVERING + 20 * depth
                if cost >= most or (clear and over):
                    return _Trial(cost, tuple(blockers), over)
            for key, depth in islice(self.index.labels(ground, label.key), MOST_BLOCKERS):
                blockers[key], cost = None, cost + COVERING + 20 * depth
        return _Trial(cost, tuple(blockers), over)

    def repair(self, label: MapLabel) -> None:
        """If the label covers another one, move it, or let the labels in its way give way, so that all are free."""
        if label.key not in self.found or self.tried(label, self.found[label.key]).free:
            return
        for position in self._counted(label):
            trial = self.tried(label, position, clear=True)
            if trial.over or len(trial.blockers) > 2:
                continue
            if trial.free or self._yielded(label, position, trial.blockers):
                self.settle(label, position)
                return

    def _yielded(self, label: MapLabel, position: LabelPosition, blockers: Sequence[str]) -> bool:
        """Move the labels in the way of a position to free ones. Undo it and return False if one of them has none."""
        before = {key: self.found[key] for key in (label.key, *blockers)}
        self.settle(label, position)
        for key in blockers:
            self.index.take(key)
        for key in blockers:
            other = self.labels[key]
            free = next((each for each in self._counted(other) if self.tried(other, each, clear=True).free), None)
            if free is None:
                for each, was in before.items():
                    self.settle(self.labels[each], was)
                return False
            self.settle(other, free)
        return True

    def _counted(self, label: MapLabel) -> Iterator[LabelPosition]:
        """Yield the positions of a label as long as there are repairs left."""
        for position in positions(label):
            self.repairs -= 1
            if self.repairs < 0:
                return
            yield position

    def result(self, label: MapLabel) -> PlacedLabel:
        position = self.found[label.key]
        trial = self.tried(label, position)
        other = next((key for key in trial.blockers if self._comes_first(key, label)), None)
        over = trial.over or (f"the label of '{other}'" if other else None)
        return PlacedLabel(label, position, over)

    def _comes_first(self, key: str, label: MapLabel) -> bool:
        """Whether of two labels that cover each other the one of `key` keeps its place: it is reported once."""
        return (self.labels[key].rank, self.order[key]) < (label.rank, self.order[label.key])


def _haloed(items: tuple[Item, ...], halo: Stroke | None) -> tuple[Item, ...]:
    """Return the items with a line around all letters, which is below each of them."""
    if halo is None:
        return items
    return tuple(
        replace(it, stroke=halo)
        if isinstance(it, Text)
        else replace(it, items=_haloed(it.items, halo))
        if isinstance(it, Group)
        else it
        for it in items
    )
