"""A printer that strays puts every back behind its front again, once its stray was read and undone."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.items import Affine, Group, apply, compose, rotate, scale, translate
from pnp.scene.parts import Sheet
from pnp.sheet.calibration import Reading, calibration, corrected, crosses
from pnp.sheet.imposition.impose import flip_axis, impose
from pnp.sheet.options import A4, LETTER, Flip, Options
from tests.sheet.samples import card, part_set

READINGS = st.builds(Reading, x=st.floats(-5, 5), y=st.floats(-5, 5), angle=st.floats(-2, 2), scale=st.floats(95, 105))


def printed(sheet: Sheet, reading: Reading, options: Options) -> Affine:
    """Where a point of the page's art comes to lie, as one sees it through the front of what the printer gives."""
    (page,) = sheet.items if len(sheet.items) == 1 else (Group(sheet.items),)
    assert isinstance(page, Group)
    x, y = sheet.width / 2, sheet.height / 2
    shrunk = compose(scale(reading.scale / 100, cx=x, cy=y), page.transform)
    if sheet.side == "front":
        return shrunk
    across, down = (-1.0, 1.0) if flip_axis(options) == "vertical" else (1.0, -1.0)
    mirror: Affine = (across, 0.0, 0.0, down, x - across * x, y - down * y)
    return compose(translate(reading.x, reading.y), compose(rotate(reading.angle, x, y), compose(mirror, shrunk)))


@pytest.mark.slow
@given(reading=READINGS, flip=st.sampled_from(["long", "short"]), paper=st.sampled_from([A4, LETTER, A4.turned]))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_what_is_corrected_comes_out_in_its_place(reading: Reading, flip: Flip, paper: object) -> None:
    options = Options(paper, "duplex", flip)  # type: ignore[arg-type]
    sheets = corrected(impose(part_set(card(copies=2)), options), reading, options)
    for point in ((20.0, 30.0), (150.0, 90.0)):
        front, back = (apply(printed(sheet, reading, options), *point) for sheet in sheets)
        across, down = (-1.0, 1.0) if flip_axis(options) == "vertical" else (1.0, -1.0)
        x, y = options.paper.width / 2, options.paper.height / 2
        assert front == pytest.approx(point, abs=1e-6)
        assert back == pytest.approx((x + across * (point[0] - x), y + down * (point[1] - y)), abs=1e-6)


def test_what_is_read_off_the_calibration_sheet_is_what_the_printer_does() -> None:
    """The middle cross shows the shift, and the difference of the outer ones the angle."""
    options, reading = Options(A4, "duplex"), Reading(0.6, -0.3, 0.4)
    _, back = calibration(options)
    left, middle, right = (apply(printed(back, reading, options), *point) for point in crosses(options))
    assert middle == pytest.approx((105 + 0.6, 148.5 - 0.3))
    fronts = sorted(crosses(options))
    rise = sorted((left, right))[1][1] - sorted((left, right))[0][1]
    assert rise * math.degrees(1 / (fronts[2][0] - fronts[0][0])) == pytest.approx(0.4, abs=0.001)


def test_only_backs_of_duplex_sheets_are_moved() -> None:
    for options in (Options(), Options(layout="gutterfold")):
        sheets = impose(part_set(card(copies=10)), options)
        assert corrected(sheets, Reading(1, 1, 1), options) == sheets
    options = Options(layout="duplex")
    front, back = impose(part_set(card()), options)
    moved = corrected((front, back), Reading(1, 1, 1), options)
    assert moved[0] == front
    assert moved[1] != back


def test_a_correction_leaves_the_page_and_its_boxes() -> None:
    options = Options(layout="duplex")
    _, back = impose(part_set(card()), options)
    _, moved = corrected(impose(part_set(card()), options), Reading(2, 0), options)
    assert (moved.trim, moved.width, moved.label) == (back.trim, back.width, back.label)


def test_a_printer_without_error_prints_the_sheets_as_they_are() -> None:
    sheets = impose(part_set(card()), Options(A4, "duplex"))
    assert corrected(sheets, Reading(), Options(A4, "duplex")) == sheets
