"""Drawings of folds: inside their room, each with a net, steps, and an end; left out before they cost a sheet."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from pnp.scene.extent import bounds
from pnp.scene.items import Path, Text
from pnp.scene.parts import Folded
from pnp.sheet.first_sheet import first_sheet
from pnp.sheet.fold_drawings import HEIGHT, PANEL, SHADED, STEP, fold_drawing
from pnp.sheet.instructions import Chapter
from pnp.sheet.margins import HOUSE
from pnp.sheet.options import Options
from tests.sheet.samples import inside
from tests.sheet.test_first_sheet import INFO, text

NETS: tuple[Folded, ...] = get_args(Folded)


@pytest.mark.parametrize("net", NETS)
def test_a_drawing_stays_in_its_room_and_needs_no_words(net: Folded) -> None:
    slab = fold_drawing(net, HOUSE)
    box = bounds(slab.items)
    assert box is not None
    assert box.top >= -0.2
    assert box.bottom <= HEIGHT + 0.2
    assert box.left >= 0.0
    assert box.right <= 2 * STEP + PANEL
    drawn = [each for item in slab.items for each in inside(item)]
    assert not any(isinstance(each, Text) for each in drawn)
    assert any(isinstance(each, Path) and each.stroke and each.stroke.dash for each in drawn), "no fold is shown"


def test_no_two_drawings_are_alike() -> None:
    assert len({fold_drawing(net, HOUSE).items for net in NETS}) == len(NETS)


def _shaded(chapters: list[Chapter]) -> tuple[int, int]:
    """The number of first sheets, and how many of their items are faces of drawings in the shade."""
    sheets = first_sheet(INFO, chapters, Options())
    items = [each for sheet in sheets for item in sheet.items for each in inside(item)]
    return len(sheets), sum(getattr(each, "fill", None) == SHADED for each in items)


def test_what_is_folded_is_drawn_after_its_steps() -> None:
    die = Chapter("Die", 1, "card", (2,), ("Fold the die.",), net="cube")
    assert _shaded([die])[1] > 0
    assert _shaded([replace(die, net=None)]) == (1, 0)
    pair = [die, replace(die, name="Gem", net="tetrahedron")]
    assert "Die Fold the die." in text(*first_sheet(INFO, pair, Options())).replace(" 1 ", " "), "one drawing each"


def test_a_drawing_is_left_out_before_it_needs_another_sheet() -> None:
    def game(number: int) -> list[Chapter]:
        plain = [Chapter(f"Part {each}", 1, "card", (2,), (f"Cut part {each}.",)) for each in range(number)]
        return [*plain, Chapter("Die", 1, "card", (2,), ("Fold the die.",), net="cube")]

    found = [_shaded(game(number)) for number in range(40)]
    lone = [_shaded([replace(each, net=None) for each in game(number)])[0] for number in range(40)]
    assert [sheets for sheets, _ in found] == lone
    assert {bool(faces) for _, faces in found} == {True, False}, "drawn where there is room, and only there"
