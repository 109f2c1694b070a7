from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.faces.template import Extent, Where, WhereError, parse_where


def test_words_are_read_in_any_order() -> None:
    one = parse_where("top left, 12 x 10, inset 3")
    assert one == parse_where("inset 3, 12 × 10, left top")
    assert one == Where("left", "top", Extent(12), Extent(10), 3, 3, 3, 3)


def test_sizes_may_be_shares() -> None:
    where = parse_where("50% wide, 14 high")
    assert (where.width, where.height) == (Extent(50, percent=True), Extent(14))
    assert Extent(50, percent=True).of(30) == 15


def test_distances_add_to_the_inset() -> None:
    where = parse_where("inset 3, 2 from top, 1.5 from the left")
    assert (where.top, where.right, where.bottom, where.left) == (5, 3, 3, 4.5)


def test_other_layers_are_named_with_blanks_and_all() -> None:
    assert parse_where("below card title, left of art").anchors == (("below", "card title"), ("left of", "art"))


@pytest.mark.parametrize(
    ("text", "message", "hint", "place"),
    [
        ("tpo, 14 high", "'tpo' is no placement", "did you mean 'top'?", (0, 3)),
        ("top center", "'top center' is no placement", "did you mean 'centre'?", (4, 10)),
        ("top, 14", "'14' is no placement", "write '14 wide'", (5, 7)),
        ("0, 4.5, 5 x 5", "a point and a size are no placement", "write '5 x 5, 0 from left, 4.5 from top'", (0, 13)),
        ("10 20 30 40", "a point and a size are no placement", "write '30 x 40, 10 from left, 20 from top'", (0, 11)),
        ("top, 14 tall", "'14 tall' is no placement", "write '14 high'", (5, 7)),
        ("top bottom", "the placement gives the height on the face twice", "leave one of them out", (4, 10)),
        ("12 x 10, 3 wide", "the placement gives the width twice", "leave one of them out", (9, 15)),
        ("top,, inset 3", "a placement has nothing between two commas", None, (4, 5)),
        ("north", "'north' is no placement", "write words such as", (0, 5)),
    ],
)
def test_what_is_no_placement_is_told(text: str, message: str, hint: str | None, place: tuple[int, int]) -> None:
    with pytest.raises(WhereError) as caught:
        parse_where(text)
    error = caught.value
    assert (error.message, error.start, error.end) == (message, *place)
    assert error.hint is None if hint is None else (error.hint or "").startswith(hint)


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.lists(st.sampled_from(["top", "left", "12", "x", "10", "high", "%", ",", "inset", "below", "a", "from"])))
def test_any_text_is_read_or_refused(words: list[str]) -> None:
    text = " ".join(words) or "fill"
    start, end = _refused(text) or (0, 1)
    assert 0 <= start < end <= len(text) + 1


def _refused(text: str) -> tuple[int, int] | None:
    try:
        parse_where(text)
    except WhereError as error:
        return error.start, error.end
    return None


def test_lengths_may_have_units() -> None:
    assert parse_where("top, 0.5 in high") == parse_where("top, 12.7 high")
    assert parse_where("2.5 x 3.5 in, inset 1/8 in") == parse_where("63.5 x 88.9, inset 3.175")
    assert parse_where("1 cm from left, 25% x 72pt") == parse_where("10 from left, 25% x 25.4")
    assert parse_where("in head, 5 wide").anchors == (("in", "head"),)


@pytest.mark.parametrize(
    ("text", "message", "hint", "part"),
    [
        ("top, 5,5 high", "a comma parts a placement", "write 5.5 high: decimals follow a point", "5,5"),
        ("inset 0,5 cm, top", "a comma parts a placement", "write inset 0.5 cm: decimals follow a point", "inset 0,5"),
        ("top, 10,4 x 10,4", "a comma parts a placement", "write 10.4 x 10.4: decimals follow a point", "10,4"),
        ("top, 10 x 10,4", "a comma parts a placement", "write 10 x 10.4: decimals follow a point", "10 x 10,4"),
        ("10,4 x 8, top", "a comma parts a placement", "write 10.4 x 8: decimals follow a point", "10,4"),
        ("inset 2,5", "a comma parts a placement", "write inset 2.5: decimals follow a point", "inset 2,5"),
        (
            "1/8 from top",
            "'1/8' has no unit",
            "write 1/8 in, or a decimal number of millimetres",
            "1/8 from top",
        ),
        (
            "top, 5 px high",
            "'5 px high' is no placement",
            "write the pixels with their resolution, in pixels per inch: 5 px@300",
            "5",
        ),
        (
            "10 in",
            "'10 in' is no placement",
            "write '10 in wide', '10 in high', a size such as '10 in x 10 in', or 'inset 10 in'",
            "10",
        ),
        ("99999 in wide", "'99999 in' is too large for a length", None, "99999 in wide"),
    ],
)
def test_a_wrong_length_is_explained(text: str, message: str, hint: str | None, part: str) -> None:
    with pytest.raises(WhereError) as refused:
        parse_where(text)
    error = refused.value
    assert (error.message, error.hint, text[error.start : error.end]) == (message, hint, part)
