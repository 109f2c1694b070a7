from __future__ import annotations

import pytest

from pnp.scene.svg_values import colour

GREEN = ("#008000", 1.0)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("rgb(0, 128, 0)", GREEN),
        ("rgba(0,128,0)", GREEN),
        ("RGB(0 128 0)", GREEN),
        ("rgb(0 50% 0)", GREEN),
        ("rgb(none 128 0)", GREEN),
        ("rgb(-5, 1.28e2, 0)", GREEN),
        ("rgb(10.5, 20.5, 30.5)", ("#0B151F", 1.0)),
        ("rgb(0%, 50%, 0%, 0.5)", ("#008000", 0.5)),
        ("rgb(0, 128, 0, 50%)", ("#008000", 0.5)),
        ("rgb(0 128 0 / 50%)", ("#008000", 0.5)),
        ("hsl(120, 100%, 25%)", GREEN),
        ("hsl(120 100 25)", GREEN),
        ("hsl(0.3333333turn 100% 25%)", GREEN),
        ("hsla(120deg 100% 25% / 0.5)", ("#008000", 0.5)),
        ("green icc-color(press, 0, 1, 1)", GREEN),
    ],
)
def test_colours_are_read_as_browsers_read_them(written: str, read: tuple[str, float]) -> None:
    assert colour(written) == read


@pytest.mark.parametrize(
    "written",
    [
        "rgba(0, 50%, 0, 1)",
        "rgb(50%, 50%, 0)",
        "rgb(0, 128 0)",
        "rgb(0 128 0 50%)",
        "rgb(0 128 0 / )",
        "rgb(0 128 0 / 1 / 1)",
        "rgb(0 128 0, 0.5)",
        "rgb(0, 128, 0,)",
        "rgb(0, 128)",
        "rgb(none, 128, 0)",
        "rgb(1deg 2 3)",
        "rgb (0, 128, 0)",
        "hsl(120, 100, 25)",
        "hsl(120%, 100%, 25%)",
        "hsl(120 1turn 25%)",
        "hsv(120, 100%, 50%)",
        "red blue",
        "#12345",
    ],
)
def test_colours_that_browsers_refuse_are_not_read(written: str) -> None:
    assert colour(written) is None
