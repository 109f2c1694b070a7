"""The calibration sheet: all of it on the paper, nothing on anything else, crosses behind scales."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pnp.loader.pack import bundled_words
from pnp.model.translation import SheetWords
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Path
from pnp.sheet.calibration import ARM, calibration, crosses
from pnp.sheet.imposition.impose import flip_axis
from pnp.sheet.margins import HOUSE
from pnp.sheet.options import PAPERS, Flip, Options
from tests.sheet.imposition.test_impose_gang import text
from tests.sheet.samples import page, told

LARGE = [paper for paper in PAPERS.values() if paper.name != "photo"]


@pytest.mark.parametrize("paper", LARGE, ids=lambda paper: paper.name)
@pytest.mark.parametrize("printer", ["", "office"])
def test_everything_is_on_the_paper_and_apart(paper: object, printer: str) -> None:
    for sheet in calibration(Options(paper, "duplex"), printer):  # type: ignore[arg-type]
        boxes = [box for item in sheet.items if (box := bounds([item]))]
        assert all(page(sheet, 3.9).contains(box) for box in boxes)
        if sheet.side == "front":
            assert not [1 for at, one in enumerate(boxes) for other in boxes[:at] if one.overlaps(other, 0.1)]


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pl", "pt"])
def test_every_language_has_room_on_a4_and_letter(language: str) -> None:
    words = SheetWords().with_words(bundled_words(language))
    for name in ("a4", "letter"):
        for sheet in calibration(Options(PAPERS[name], "duplex"), "", replace(HOUSE, words=words)):
            boxes = [box for item in sheet.items if (box := bounds([item]))]
            assert all(page(sheet, 3.9).contains(box) for box in boxes)
            assert words.calibration in text(sheet)
            if sheet.side == "front":
                assert not [1 for at, one in enumerate(boxes) for other in boxes[:at] if one.overlaps(other, 0.1)]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_crosses_of_the_back_lie_behind_the_scales(flip: Flip) -> None:
    options = Options(PAPERS["a4"], "duplex", flip)
    front, back = calibration(options)
    lines = [item for item in back.items if isinstance(item, Path)]
    centres = [box.centre for line in lines if (box := bounds([line]))]
    axis = flip_axis(options)
    middle = back.width / 2 if axis == "vertical" else back.height / 2
    seen = {(2 * middle - x, y) if axis == "vertical" else (x, 2 * middle - y) for x, y in centres}
    assert sorted(seen) == [pytest.approx(each) for each in sorted(crosses(options))]
    zeros = {item.transform[4:] for item in front.items if isinstance(item, Group)}
    assert set(crosses(options)) <= zeros


def test_it_says_what_to_do_and_for_which_printer() -> None:
    front, _ = calibration(Options(PAPERS["letter"], "duplex", "short"))
    said = text(front).replace("\u00a0", " ")
    for words in ("one sheet of Letter", "flipped on the short edge", "pnp calibrate --printer NAME --x 0.6 --y -0.3"):
        assert words in said
    corrected, _ = calibration(Options(layout="duplex"), "office")
    assert "corrected for office" in text(corrected)
    assert "--x" not in text(corrected)
    assert ARM > 7


def test_the_line_to_measure_fits_narrow_paper() -> None:
    (wide, _), (narrow, _) = (calibration(Options(PAPERS[name], "duplex")) for name in ("a5", "photo"))
    assert "This line is 100 mm long." in text(wide)
    assert "This line is 50 mm long." in text(narrow)


def test_the_whole_sheet_reads_as_before(golden: Callable[[str, str], None]) -> None:
    golden("calibration.txt", told(*calibration(Options(PAPERS["a4"], "duplex"))))
    small, _ = calibration(Options(PAPERS["a5"], "duplex", "short"), "office")
    golden("calibration-small.txt", told(small))
