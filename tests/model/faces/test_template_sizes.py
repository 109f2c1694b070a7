from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.model.faces.template import LANDSCAPE, SIZES, in_inches, read_face_size
from pnp.report import Report
from pnp.source.tree import Node
from pnp.units import read_lengths
from tests.pipeline import report_on, write

SCHEMA = Path(__file__).resolve().parents[3] / "schemas" / "template.schema.json"

PUBLISHED = [
    ("poker", 63.5, 88.9),
    ("standard", 63, 88),
    ("bridge", 57.15, 88.9),
    ("tarot", 69.85, 120.65),
    ("mini", 44.45, 63.5),
    ("mini-american", 41, 63),
    ("mini-euro", 44, 68),
    ("euro", 59, 92),
    ("us-game", 55.9, 87.1),
    ("japanese", 59, 86),
    ("jumbo", 88.9, 139.7),
    ("micro", 31.75, 44.45),
    ("domino", 44.45, 88.9),
    ("business", 50.8, 88.9),
    ("credit", 53.98, 85.73),
    ("catan", 54, 80),
    ("skat", 58.9, 90.7),
    ("oversize", 88, 126),
    ("square", 88.9, 88.9),
    ("euro-square", 70, 70),
    ("small-square", 57.15, 57.15),
    ("mini-square", 44.45, 44.45),
    ("counter", 15.875, 15.875),
    ("small-counter", 12.7, 12.7),
]
"""What makers of cards and sleeves publish in millimetres."""


def size(text: str | float) -> tuple[float, float]:
    return read_face_size(Node(text, "card.yaml"))


@pytest.mark.parametrize(("name", "width", "height"), PUBLISHED)
def test_a_name_is_the_size_that_is_sold_under_it(name: str, width: float, height: float) -> None:
    assert size(name) == pytest.approx((width, height), abs=0.1)


def test_every_name_was_compared() -> None:
    assert list(SIZES) == [name for name, *_ in PUBLISHED]


def test_a_size_may_lie_on_its_side() -> None:
    assert size("mini-euro landscape") == (68, 44)


def test_millimetres_and_squares() -> None:
    assert size("44 x 68") == size("44×68") == (44, 68)
    assert size(20) == (20, 20)
    assert size("12.5 x 30") == (12.5, 30)


def test_editors_are_offered_every_name() -> None:
    words = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]["size"]["anyOf"][0]["enum"]
    lying = [name + LANDSCAPE for name, named in SIZES.items() if named.width != named.height]
    assert sorted(words) == sorted([*SIZES, *lying])


@pytest.mark.parametrize("size", ["2.5 x 3.5", "3.5 x 2.5", "8.5 x 11", "11 x 17", "0.75", "3.5", "1.75 x 3.5"])
def test_a_size_in_inches_is_known_from_its_numbers(size: str) -> None:
    assert in_inches(*read_lengths(size))


@pytest.mark.parametrize("size", ["7", "8 x 10", "12 x 12", "44 x 68", "3 x 20", "297 x 420"])
def test_a_small_size_may_be_in_millimetres(size: str) -> None:
    assert not in_inches(*read_lengths(size))


def test_a_size_with_a_unit_is_as_small_as_it_says(tmp_path: Path) -> None:
    text = "kind: template\nsize: {}\nlayers: [{{panel: ink}}]\n"
    assert "wrong-value" not in codes_of(report_on(write(tmp_path / "a", text.format("3 x 4 mm"))))
    assert "wrong-value" not in codes_of(report_on(write(tmp_path / "b", text.format('"0.3 x 0.4 cm"'))))
    assert codes_of(report_on(write(tmp_path / "c", text.format("3 x 4")))).count("wrong-value") == 1


def codes_of(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]
