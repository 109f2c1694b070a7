"""The bundled games on paper: nothing on anything else, backs behind their fronts, boxes those of the parts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.scene.items import BoundingBox
from pnp.scene.parts import PartSet, Sheet
from pnp.sheet.imposition.impose import impose, misfits
from pnp.sheet.imposition.single_faces import whole
from pnp.sheet.options import PAPERS, Flip, Layout, Options
from tests.games import EACH_GAME, examined
from tests.sheet.samples import as_bounds, faces
from tests.sheet.soundness import assert_sound
from tests.sheet.test_turning import assert_all_registered

from .registering import framed, strays

LAYOUTS: list[tuple[str, Layout, Flip]] = [
    ("a4", "single", "long"),
    ("letter", "duplex", "short"),
    ("a4", "gutterfold", "long"),
    ("arch-b", "duplex", "long"),
]

CLOSE = 0.1
"""What a part may measure off, and a back lie off its front, in millimetres."""


def sets(game: str, options: Options) -> Iterator[PartSet]:
    """The components of a game that fit the paper."""
    every = (drawn.parts for drawn in examined(game).drawn)
    return (parts for parts in every if parts.parts and not misfits(parts, options))


@pytest.mark.nightly
@EACH_GAME
@pytest.mark.parametrize(("paper", "layout", "flip"), LAYOUTS)
def test_every_component_lies_well_and_in_register(game: str, paper: str, layout: Layout, flip: Flip) -> None:
    options = Options(PAPERS[paper], layout, flip)
    laid = 0
    for parts in sets(game, options):
        sheets = impose(parts, options)
        if not parts.spread:
            assert_sound(sheets, parts, options)
            assert_all_registered(sheets, parts, options)
            assert [boxed(sheet) for sheet in sheets] == [wanted(sheet, parts) for sheet in sheets]
            laid += 1
    assert laid > 2


def boxed(sheet: Sheet) -> BoundingBox:
    """The trim of a sheet."""
    return rounded(as_bounds(sheet.trim))


def wanted(sheet: Sheet, parts: PartSet) -> BoundingBox:
    """That of the part where the sheet is one, else that of the paper."""
    here = faces(sheet, parts)
    return rounded(here[0].box if len(here) == 1 else BoundingBox(0, 0, sheet.width, sheet.height))


def rounded(box: BoundingBox) -> BoundingBox:
    return BoundingBox(*(round(side, 3) + 0.0 for side in (box.left, box.top, box.right, box.bottom)))


@pytest.mark.slow
@EACH_GAME
def test_a_page_that_is_one_part_has_its_trim(game: str) -> None:
    for drawn in examined(game).drawn:
        sizes = {(part.front.width, part.front.height) for part in drawn.parts.parts}
        for sheet in whole(drawn.parts, Options()):
            assert (sheet.trim.width, sheet.trim.height) in sizes
            assert sheet.bleed.width >= sheet.trim.width


@pytest.mark.slow
@EACH_GAME
@pytest.mark.parametrize(("paper", "layout", "flip"), LAYOUTS[:3])
def test_a_component_measures_true_and_registers_on_a_raster(game: str, paper: str, layout: Layout, flip: Flip) -> None:
    """The one with most copies of those that have backs: `python -m tests.quality` measures all of them."""
    options = Options(PAPERS[paper], layout, flip)
    backed = (parts for parts in sets(game, options) if any(part.back and not part.guides for part in parts.parts))
    parts = framed(max(backed, key=lambda parts: parts.count))
    sheets = impose(parts, options)
    found = list(strays([sheet for sheet in sheets if sheet.label == sheets[0].label], parts, options))
    assert any(off for _, off in found)
    assert max(max(each) for each in found) <= CLOSE
