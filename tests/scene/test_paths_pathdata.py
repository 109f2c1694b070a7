from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.faces.theme import IconSet
from pnp.scene.extent import commands_bounds
from pnp.scene.items import Command
from pnp.scene.paths import LONGEST, PathDataError, is_plain, parse_path
from tests.draw.desk import house


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("M1 2L3 4", [("M", 1, 2), ("L", 3, 4)]),
        ("m1,2 3-4.5.5.5z", [("M", 1, 2), ("L", 4, -2.5), ("L", 4.5, -2), ("Z",)]),
        ("M0 0 10 0 10 10", [("M", 0, 0), ("L", 10, 0), ("L", 10, 10)]),
        ("M0 0h5v5H0V0", [("M", 0, 0), ("L", 5, 0), ("L", 5, 5), ("L", 0, 5), ("L", 0, 0)]),
        ("M1 1h2zl3 3", [("M", 1, 1), ("L", 3, 1), ("Z",), ("M", 1, 1), ("L", 4, 4)]),
        ("M0 0c1 1 2 1 3 0s2-1 3 0", [("M", 0, 0), ("C", 1, 1, 2, 1, 3, 0), ("C", 4, -1, 5, -1, 6, 0)]),
        ("M0 0S2 1 3 0", [("M", 0, 0), ("C", 0, 0, 2, 1, 3, 0)]),
        ("M0 0q3 3 6 0t6 0", [("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0)]),
        ("M0 0Q3 3 6 0", [("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0)]),
        ("M0 0a0 5 0 0 1 5 5", [("M", 0, 0), ("L", 5, 5)]),
        ("M0 0a5 5 0 0 1 0 0", [("M", 0, 0)]),
        ("M1e1-1E0", [("M", 10, -1)]),
        ("", []),
    ],
)
def test_commands(text: str, commands: list[Command]) -> None:
    found = parse_path(text)
    assert [step[0] for step in found] == [step[0] for step in commands]
    assert [number for step in found for number in step[1:]] == pytest.approx(
        [n for step in commands for n in step[1:]]
    )


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("L0 0", "a path begins with 'M', not 'L'", 0),
        ("M0 0 X", "'X' is no path command", 5),
        ("M0", "a number is missing: 'M' takes 2 numbers", 2),
        ("M0 0 L1", "a number is missing: 'L' takes 2 numbers", 7),
        ("M0 0a1 1 0 2 0 1 1", "a flag, 0 or 1, is missing: 'a' takes 7 numbers", 11),
        ("M0 0Z5 5", "'5' is no path command", 5),
        ("M0 1e99", "the number 1e99 is too large", 3),
        ("M٣ 0", "a number is missing: 'M' takes 2 numbers", 1),
        ("M0 nan", "a number is missing: 'M' takes 2 numbers", 3),
    ],
)
def test_errors_say_where(text: str, message: str, offset: int) -> None:
    with pytest.raises(PathDataError) as caught:
        parse_path(text)
    assert (caught.value.message, caught.value.offset) == (message, offset)


def test_data_without_end_is_refused() -> None:
    with pytest.raises(PathDataError):
        parse_path("M0 0" + "h1" * LONGEST)


number = st.floats(-50, 50).map(lambda value: f"{value:.2f}")
flag = st.sampled_from(["0", "1"])
radius = st.floats(0.5, 60).map(lambda value: f"{value:.2f}")


def step(letters: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(st.sampled_from(letters), *parts).map(" ".join)


steps = st.one_of(
    step("LlTt", number, number),
    step("HhVv", number),
    step("Cc", *[number] * 6),
    step("SsQq", *[number] * 4),
    step("Aa", radius, radius, number, flag, flag, number, number),
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(steps, min_size=1, max_size=8))
def test_fonttools_reads_the_same(drawn: list[str]) -> None:
    """Against another reader: the same points, and curves that fill the same box."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path as other

    text = "M 1 2 " + " ".join(drawn)
    pen = RecordingPen()
    other(text, pen)
    theirs: list[Command] = []
    at = (0.0, 0.0)
    for name, points in pen.value:
        match name:
            case "moveTo":
                theirs.append(("M", *points[0]))
            case "lineTo":
                theirs.append(("L", *points[0]))
            case "curveTo":
                theirs.append(("C", *points[0], *points[1], *points[2]))
            case "qCurveTo":
                (x1, y1), (x2, y2) = points
                control = ((at[0] + 2 * x1) / 3, (at[1] + 2 * y1) / 3, (x2 + 2 * x1) / 3, (y2 + 2 * y1) / 3)
                theirs.append(("C", *control, x2, y2))
        at = points[-1] if points else at
    ours = parse_path(text)
    one, two = commands_bounds(ours), commands_bounds(tuple(theirs))
    assert one is not None
    assert two is not None
    assert (one.left, one.top, one.right, one.bottom) == pytest.approx(
        (two.left, two.top, two.right, two.bottom), abs=0.05
    )
    assert ours[-1][-2:] == pytest.approx(theirs[-1][-2:], abs=1e-6)


HOUSE = [
    mark.data.name for icons in house() if isinstance(icons, IconSet) for icon in icons.icons for mark in icon.marks
]


def test_our_icons_are_seen_to_be_readable() -> None:
    assert len(HOUSE) > 100
    assert all(map(is_plain, HOUSE))


@pytest.mark.slow
@given(st.data())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_what_is_seen_to_be_readable_is(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(HOUSE))
    for at in data.draw(st.lists(st.integers(0, len(text)), max_size=3)):
        text = (
            text[:at]
            + data.draw(st.sampled_from("MmLHvCsQtAZ019.,- +e\nx"))
            + text[at + data.draw(st.integers(0, 1)) :]
        )
    if is_plain(text):
        parse_path(text)


@pytest.mark.parametrize(
    "text", ["M4 16h322328", "M0 0" + "h90000" * 2, "M0 0" + "h99" * 1100, "M0 0C1e5 0 0 1e6 5 5", "M0 0l9e4 0 9e4 0"]
)
def test_a_path_that_leads_beyond_all_pages_is_refused(text: str) -> None:
    assert not is_plain(text)
    with pytest.raises(PathDataError, match=r"too large|the path has led farther than 100,000"):
        parse_path(text)
