"""Pages of single faces: whole parts for a print shop, with marks around them, and finished faces for card printers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_
from typing import Literal

from msgspec.structs import replace

from pnp.scene.items import Affine, Group, Item, Path, Rect, Scene, Text, translate
from pnp.scene.parts import Anchor, Box, Part, PartSet, Sheet, Side
from pnp.scene.paths import outline_commands, transformed
from pnp.sheet.frame import EPSILON, STRIP, Leaf, PartBlock, Placement
from pnp.sheet.imposition.compose import Job, composed
from pnp.sheet.imposition.grid import is_trim
from pnp.sheet.margins import (
    HOUSE,
    Inset,
    SheetStyle,
    registration_targets,
)
from pnp.sheet.options import Options, Paper

# Bookmarks of a file that shows parts one by one: the component, and each part at its first page.


def outlined_by(parts: PartSet, sheets: Sequence[Sheet], shown: Sequence[int]) -> tuple[Sheet, ...]:
    """Return the sheets with bookmarks; `shown` is the index of the part on each sheet."""
    opened = tuple(replace(sheet, bookmark=None if number else parts.name) for number, sheet in enumerate(sheets))
    if len(parts.parts) < 2:
        return opened
    first = {index: number for number, index in reversed(tuple(enumerate(shown)))}
    return tuple(
        replace(sheet, anchors=(Anchor(f"part{index}", 0.0, parts.parts[index].name, 1),))
        if first[index] == number
        else sheet
        for number, (index, sheet) in enumerate(zip(shown, opened, strict=True))
    )


# Whole parts for a print shop: each face on a separate page of its size, with its bleed and the marks around it.

CLEAR = 1.0
"""The free space on both sides of the strip."""


def whole(parts: PartSet, options: Options, style: SheetStyle = HOUSE, gap: float = 1.0) -> tuple[Sheet, ...]:
    """Return every face of the set at full size, one copy each. The sheet's trim is the part's, its bleed the art's.

    Crop marks and registration targets begin `gap` beyond the bleed; below them is a line with the name and the sizes.
    """
    faces = tuple(
        (index, side, scene) for index, part in enumerate(parts.parts) for side, scene in _sides(part.front, part.back)
    )
    sheets = []
    for number, (index, side, scene) in enumerate(faces, 1):
        own = replace(options, bleed=scene.bleed, margin=0.0, mark_gap=gap)
        leaf = _leaf(index, side, scene, own, outlined=not is_trim(parts.parts[index]))
        note = f"{round(scene.width, 2):g} × {round(scene.height, 2):g} mm, bleed {scene.bleed:g} mm"
        sheet = composed(Job(parts, own, style), leaf, number, len(faces), note)
        if own.marks:
            *drawn, line = sheet.items
            sheet = replace(sheet, items=(*drawn, registration_targets(sheet.trim, own.mark_offset), line))
        sheets.append(sheet)
    return outlined_by(parts, sheets, [index for index, _, _ in faces])


def _sides(front: Scene, back: Scene | None) -> tuple[tuple[Side, Scene], ...]:
    return (("front", front), ("back", back)) if back else (("front", front),)


def _leaf(index: int, side: Side, scene: Scene, options: Options, *, outlined: bool) -> Leaf:
    margin = options.mark_reach + CLEAR + STRIP + CLEAR
    paper = Paper("whole", "whole", scene.width + 2 * margin, scene.height + 2 * margin)
    trim = Box(margin, margin, scene.width, scene.height)
    strip = Box(margin, paper.height - CLEAR - STRIP, scene.width, STRIP)
    return Leaf(paper, (PartBlock((Placement(index, 0, trim, 0, side),), outlined),), strip, side=side)


# Finished faces: each on a page of its size with bleed, for services that print and cut cards.

PageOrder = Literal["front-back", "back-front", "fronts-backs"]
"""Front and back of each card in turn, back and front in turn, or all fronts and then all backs."""

ENOUGH = 0.5
"""The bleed that a face may lack before its edge shows, in millimetres."""


def finished(face: Scene, width: float, height: float, stamp: Inset | None = None) -> Sheet:
    """Return the face centred on a page of that size including bleed, with the stamp on it.

    The page and the face get the same orientation. If the face's bleed ends inside the page, an enlarged copy without
    texts fills the rest, so that no edge is white.
    """
    scene = turned(face) if (face.width - face.height) * (width - height) < 0 else face  # a square page suits both
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


def with_cuts(sheet: Sheet, part: Part) -> Sheet:
    """Return the finished front of a part with its outline as the cut, turned like the face."""
    trim, front = sheet.trim, part.front
    place = translate(trim.x, trim.y)
    if (front.width > front.height) != (trim.width > trim.height):  # as `turned`
        place = (0.0, 1.0, -1.0, 0.0, trim.x + front.height, trim.y)
    return replace(sheet, cuts=(Path(transformed(outline_commands(part.outline), place)),))


def turned(scene: Scene) -> Scene:
    """Return the face turned clockwise by 90°."""
    clockwise = Group(scene.items, (0.0, 1.0, -1.0, 0.0, scene.height, 0.0))
    return replace(scene, width=scene.height, height=scene.width, items=(clockwise,))


def wordless(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items without their texts. Unchanged tuples and groups are returned as the same objects."""
    kept = tuple(_wordless(item) if isinstance(item, Group) else item for item in items if not isinstance(item, Text))
    return items if len(kept) == len(items) and all(map(is_, kept, items)) else kept


def _wordless(group: Group) -> Group:
    items = wordless(group.items)
    return group if items is group.items else replace(group, items=items)


def lacking(face: Scene, width: float, height: float) -> float:
    """Return how much bleed the face lacks to fill a page of that size, on the worse side; negative if none."""
    least, most = sorted((face.width, face.height))
    narrow, long = sorted((width, height))
    return max(narrow - least, long - most) / 2 - face.bleed


def _filling(box: Rect, width: float, height: float) -> Affine:
    """Return the transform that centres the box and stretches it to the page where the page is larger."""
    across, down = max(1.0, width / box.width), max(1.0, height / box.height)
    middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
    return (across, 0.0, 0.0, down, width / 2 - across * middle_x, height / 2 - down * middle_y)


def in_order(parts: PartSet, order: PageOrder) -> Iterator[tuple[int, Side]]:
    """Yield the faces of every copy in print order: the index of the part, and the side."""
    every = [index for index, part in enumerate(parts.parts) for _ in range(part.copies)]
    sides: tuple[Side, Side] = ("back", "front") if order == "back-front" else ("front", "back")
    pairs = ((index, side) for index in every for side in sides)
    if order == "fronts-backs":
        pairs = ((index, side) for side in sides for index in every)
    return ((index, side) for index, side in pairs if side == "front" or parts.parts[index].back)
