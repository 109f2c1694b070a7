from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.model.faces.template import LANDSCAPE, SIZES, read_face_size
from pnp.source.tree import Node

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
