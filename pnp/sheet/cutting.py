"""Cutting: the lines that a machine follows on a sheet, every one once, and those that it scores for folding."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.scene.items import Path, Rect
from pnp.scene.shapes import outline_commands, polyline, rectangle, transformed
from pnp.sheet.frame import EPSILON
from pnp.units import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.part import Part
    from pnp.scene.sheet import Box
    from pnp.sheet.compose import Job
    from pnp.sheet.leaf import Leaf

Spans = dict[float, list[tuple[float, float]]]
"""From where to where lines run, by how far they are from the left or the top."""


def cuts_of(job: Job, leaf: Leaf) -> Iterator[Path]:
    """The cuts of a leaf's fronts: straight ones along whole rows and columns, and round each outline of its own."""
    for block in leaf.blocks:
        plain: list[Box] = []
        others: list[Path] = []
        for each in block.placements:
            part = job.parts.parts[each.part]
            if each.side == "front" and _is_plain(part):
                plain.append(each.box)
            elif each.side == "front":
                others.append(Path(transformed(outline_commands(part.outline), each.transform)))
        yield from straight_cuts(tuple(plain))
        yield from others


def folds_of(job: Job, leaf: Leaf) -> Iterator[Path]:
    """The folds of a leaf's fronts, and the one across a sheet that is folded whole."""
    for each in leaf.placements:
        if each.side == "front":
            for fold in job.parts.parts[each.part].folds:
                yield Path(transformed(fold.commands, each.transform))
    if leaf.fold:
        at, paper = leaf.fold.at, leaf.paper
        upright = leaf.fold.axis == "vertical"
        yield Path(polyline([(at, 0.0), (at, paper.height)] if upright else [(0.0, at), (paper.width, at)]))


@lru_cache(maxsize=64)  # most sheets of a deck are alike
def straight_cuts(boxes: tuple[Box, ...]) -> tuple[Path, ...]:
    """The sides of the boxes; what two share, or what goes on from one to the next, is one cut."""
    columns: Spans = {}
    rows: Spans = {}
    for box in boxes:
        right, bottom = box.x + box.width, box.y + box.height
        for x in (box.x, right):
            columns.setdefault(rounded(x), []).append((rounded(box.y), rounded(bottom)))
        for y in (box.y, bottom):
            rows.setdefault(rounded(y), []).append((rounded(box.x), rounded(right)))
    upright = [[(x, start), (x, end)] for x, start, end in _joined(columns)]
    level = [[(start, y), (end, y)] for y, start, end in _joined(rows)]
    return tuple(Path(polyline(line)) for line in (*upright, *level))


def box_cut(box: Box) -> Path:
    """The cut round a box."""
    return Path(rectangle(box.x, box.y, box.width, box.height))


def _joined(spans: Spans) -> Iterator[tuple[float, float, float]]:
    """Each line with its start and its end, those that meet or overlap made one."""
    for at in sorted(spans):
        start, end = min(spans[at])
        for first, last in sorted(spans[at]):
            if first > end + EPSILON:
                yield at, start, end
                start, end = first, last
            end = max(end, last)
        yield at, start, end


def _is_plain(part: Part) -> bool:
    """Whether it is cut out with four straight cuts along its trim."""
    outline = part.outline
    return outline == Rect(0.0, 0.0, part.front.width, part.front.height)
