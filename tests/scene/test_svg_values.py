from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pnp.scene.bitmaps import PictureRefused
from pnp.scene.svg_tree import StyleSheet, declarations
from pnp.scene.svg_values import colour, share, transform

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


LONG = 20_000
HOSTILE: dict[str, Callable[[], object]] = {
    "a name without its value": lambda: declarations("a" * LONG),
    "blanks in a value": lambda: declarations("a:b" + " " * LONG + "c"),
    "comments without their ends": lambda: declarations("/*" * LONG),
    "brackets without their ends": lambda: declarations("a:(" * LONG),
    "many commas": lambda: StyleSheet("," * LONG + "{a:b}").unread,
    "blanks in a length": lambda: share("1" + " " * LONG + "!"),
    "digits of a length": lambda: share("1" * LONG + "!"),
    "blanks in a transform": lambda: refused(transform, " " * LONG + "!"),
    "letters of a transform": lambda: refused(transform, "a" * LONG + "!"),
}


def refused(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(PictureRefused):
        read(text)


@pytest.mark.parametrize("read", HOSTILE.values(), ids=HOSTILE)
def test_the_work_grows_with_the_length_of_a_value(read: Callable[[], object]) -> None:
    start = time.process_time()
    read()
    assert time.process_time() - start < 0.5  # milliseconds; the square of the length would be 1.3 s or more


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("fill:red", (("fill", "red", False),)),
        (" fill : red ; ; FILL:blue!important", (("fill", "red", False), ("fill", "blue", True))),
        ("fill:red ! IMPORTANT;stroke:b !importantly", (("fill", "red", True), ("stroke", "b !importantly", False))),
        ("fill:rgb(1,2,3);*zoom:1;stroke", (("fill", "rgb(1,2,3)", False),)),
        (
            "a:url(data:b;c);d:'e;f';g:\"h:i;\"",
            (("a", "url(data:b;c)", False), ("d", "'e;f'", False), ("g", '"h:i;"', False)),
        ),
        ("a:f(1, g(2, 3), 4);b:c", (("a", "f(1, g(2, 3), 4)", False), ("b", "c", False))),
        ("fill:;stroke:red/* fill:blue */", (("stroke", "red", False),)),
        ("stroke:red;/* fill:blue", (("stroke", "red", False),)),
    ],
)
def test_declarations_of_a_style(written: str, read: tuple[tuple[str, str, bool], ...]) -> None:
    assert declarations(written) == read
