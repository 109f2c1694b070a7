"""Finished faces: each on a page just as large as it with its bleed, for those who print and cut cards."""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING, Literal

from pnp.scene.geometry import translate
from pnp.scene.items import Affine, Group, Item, Rect, Scene, Text
from pnp.scene.sheet import Box, Sheet, Side
from pnp.sheet.frame import EPSILON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.part import PartSet
    from pnp.sheet.furniture import Inset

PageOrder = Literal["front-back", "back-front", "fronts-backs"]
"""Front and back of each card in turn, back and front, or all fronts and then all backs."""

ENOUGH = 0.5
"""How many millimetres of bleed a face may lack before its edge shows."""


def finished(face: Scene, width: float, height: float, stamp: Inset | None = None) -> Sheet:
    """The face in the middle of a page of that size, which is its trim and its bleed, and the stamp on it.

    A lying face stands on an upright page. Where its own bleed ends before the page does, an enlarged copy shows
    beneath it: no edge of the page is white, and no word is there twice.
    """
    scene = face if (face.width > face.height) == (width > height) else turned(face)
    across, down = (width - scene.width) / 2, (height - scene.height) / 2
    own = Rect(-scene.bleed, -scene.bleed, scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed)
    items = [Group(scene.items, translate(across, down), own)]
    if lacking(scene, width, height) > EPSILON:
        items.insert(0, Group(wordless(scene.items), _filling(own, width, height), own))
    if stamp:
        items.append(Group(stamp.items, translate(across, down)))
    page = Box(0.0, 0.0, width, height)
    trim = Box(across, down, scene.width, scene.height)
    cut = Group(tuple(items), clip=Rect(0.0, 0.0, width, height))
    return Sheet(width, height, (cut,), trim, page, label=face.name)


def turned(scene: Scene) -> Scene:
    """The face a quarter turn clockwise."""
    clockwise = Group(scene.items, (0.0, 1.0, -1.0, 0.0, scene.height, 0.0))
    return replace(scene, width=scene.height, height=scene.width, items=(clockwise,))


def wordless(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without their texts; a drawing that has none stays the same one."""
    kept = tuple(_wordless(item) if isinstance(item, Group) else item for item in items if not isinstance(item, Text))
    return items if len(kept) == len(items) and all(map(is_, kept, items)) else kept


def _wordless(group: Group) -> Group:
    items = wordless(group.items)
    return group if items is group.items else replace(group, items=items)


def lacking(face: Scene, width: float, height: float) -> float:
    """How much bleed the face lacks to fill a page of that size, on the side that lacks most."""
    least, most = sorted((face.width, face.height))
    narrow, long = sorted((width, height))
    return max(narrow - least, long - most) / 2 - face.bleed


def _filling(box: Rect, width: float, height: float) -> Affine:
    """What stretches the box over the page, where the page is larger; else what sets it in the middle."""
    across, down = max(1.0, width / box.width), max(1.0, height / box.height)
    middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
    return (across, 0.0, 0.0, down, width / 2 - across * middle_x, height / 2 - down * middle_y)


def in_order(parts: PartSet, order: PageOrder) -> Iterator[tuple[int, Side]]:
    """The faces of every copy in turn: which part of the set, and which side of it."""
    every = [index for index, part in enumerate(parts.parts) for _ in range(part.copies)]
    sides: tuple[Side, Side] = ("back", "front") if order == "back-front" else ("front", "back")
    pairs = ((index, side) for index in every for side in sides)
    if order == "fronts-backs":
        pairs = ((index, side) for side in sides for index in every)
    return ((index, side) for index, side in pairs if side == "front" or parts.parts[index].back)
