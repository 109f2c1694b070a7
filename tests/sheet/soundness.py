"""What holds of all imposed sheets, whatever is on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Group
from pnp.scene.parts import PartSet, Sheet
from pnp.sheet.imposition.compose import UNDER
from pnp.sheet.options import Options
from tests.sheet.samples import faces, grounds, marks, page, visible, words


def assert_sound(sheets: Sequence[Sheet], parts: PartSet, options: Options) -> None:
    """Every copy once, nothing on anything else, marks and words clear of the art, all of it on the paper."""
    found = [face for sheet in sheets for face in faces(sheet, parts)]
    wanted = sum((Counter({id(part.front.items): part.copies}) for part in parts.parts), Counter[int]())
    assert Counter(id(face.group.items) for face in found if face.side == "front") == wanted
    for sheet in sheets:
        assert_apart(sheet, parts, options)


def assert_apart(sheet: Sheet, parts: PartSet, options: Options) -> None:
    here = faces(sheet, parts)
    for face in here:
        assert page(sheet, options.margin).contains(face.box)
        assert page(sheet, options.edge).contains(face.inked)
    for one, other in combinations(here, 2):
        assert not one.box.overlaps(other.box)
        assert not one.inked.grown(-UNDER).overlaps(other.box)  # it is drawn before the other, which covers the rest
        assert not other.inked.overlaps(one.box)
    for guides, box in guided(sheet, parts):
        assert not any(face.box.overlaps(box) for face in here if face.group.transform != guides.transform)
    for mark in marks(sheet):
        assert page(sheet, options.edge - 0.1).contains(mark)
        bare = any(ground.contains(mark) for ground in grounds(sheet))
        assert bare or not any(face.inked.overlaps(mark) for face in here)
    assert not any(face.box.overlaps(ground) for face in here for ground in grounds(sheet))
    said = words(sheet)
    assert page(sheet, options.edge - 0.1).contains(said)
    assert not any(face.inked.overlaps(said) for face in here)
    assert not any(mark.overlaps(said) for mark in marks(sheet))


def guided(sheet: Sheet, parts: PartSet) -> list[tuple[Group, BoundingBox]]:
    """The guides on the sheet and the boxes they fill."""
    known = {id(part.guides) for part in parts.parts if part.guides}
    groups = [group for group in visible(sheet) if isinstance(group, Group) and id(group.items) in known]
    return [(group, box) for group in groups if (box := bounds([group]))]
