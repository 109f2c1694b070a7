"""Sums of lengths are the same whatever Python adds them; lengths with units are exact."""

from __future__ import annotations

import json
import re

import pytest

from pnp.units import LENGTH_WITH_UNIT, SIZE_WITH_UNITS, LengthError, read_length, read_lengths, total, written
from tests.pipeline import ROOT


def test_a_sum_is_rounded_after_each_of_its_terms() -> None:
    assert total([1e16, 1.0, -1e16]) == 0.0, "Python's own makes 1 of it from 3.12 on"
    assert total(number / 10 for number in range(1, 4)) == 0.1 + 0.2 + 0.3
    assert total([]) == 0.0


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("3", 3.0),
        ("-0.25 mm", -0.25),
        (" 2.5 in", 63.5),
        ("3.5in", 88.9),
        ('2.5"', 63.5),
        ("1/8 in", 3.175),
        ("1 1/2 in", 38.1),
        ("1-1/2 inches", 38.1),
        (".5 cm", 5.0),
        ("72 pt", 25.4),
        ("825 px@300", 69.85),
        ("1 px @ 300", 0.08466666666666667),
    ],
)
def test_a_length_with_a_unit_is_exact(text: str, mm: float) -> None:
    assert read_length(text) == mm


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("63 x 88 mm", (63.0, 88.0)),
        ("2.5 x 3.5 in", (63.5, 88.9)),
        ('2.5" × 3.5"', (63.5, 88.9)),
        ("825 x 1125 px@300", (69.85, 95.25)),
        ("825 px@300 x 1125 px@300", (69.85, 95.25)),
        ("2.5in x 88mm", (63.5, 88.0)),
        ("2 in", (50.8, 50.8)),
    ],
)
def test_the_unit_of_a_height_holds_for_the_width_too(text: str, size: tuple[float, float]) -> None:
    assert read_lengths(text) == size


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("25,5", "write 25.5: decimals follow a point"),
        ("2½ in", "write 2 1/2 in"),
        ("⅛ in", "write 1/8 in"),
        ("25,5 mm", "write 25.5 mm: decimals follow a point"),
        ("12 px", "write the pixels with their resolution, in pixels per inch: 12 px@300"),
        ("1/8", "write 1/8 in, or a decimal number of millimetres"),
        ("1 in.", "write 1 in"),
        ("12 points", "write 12 pt"),
        ("3 furlongs", "units are mm, cm, in, pt and px@300 (pixels at a resolution)"),
        ("1/0 in", "units are mm, cm, in, pt and px@300 (pixels at a resolution)"),
        ("wide", "units are mm, cm, in, pt and px@300 (pixels at a resolution)"),
        ("999999999 in", None),
        ("١ in", "units are mm, cm, in, pt and px@300 (pixels at a resolution)"),
    ],
)
def test_a_text_that_is_no_length_is_refused_with_a_way_to_write_it(text: str, hint: str | None) -> None:
    with pytest.raises(LengthError) as refused:
        read_length(text)
    assert refused.value.hint == hint


def test_a_length_is_written_without_an_exponent() -> None:
    assert [written(mm) for mm in (63.5, 1e-7, 88.0)] == ["63.5", "0.0000001", "88"]


def test_schemas_share_the_patterns_of_lengths() -> None:
    defs = json.loads((ROOT / "schemas" / "common.schema.json").read_text(encoding="utf-8"))["$defs"]
    assert defs["length"]["pattern"] == LENGTH_WITH_UNIT
    assert defs["size"]["pattern"] == SIZE_WITH_UNITS
    for name, text in (("length", "0.5 in"), ("size", "2.5 x 3.5 in"), ("box", "12 pt"), ("box", "1 x 2 cm")):
        assert re.search(defs[name]["pattern"], text)
