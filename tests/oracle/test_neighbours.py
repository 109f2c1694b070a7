"""Region maps drawn at random: what pnp reports of their borders is what brute force finds; its definitions by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from pnp.checks.map import REGION_CHECKS
from tests.oracle import neighbours
from tests.oracle.neighbours import JUDGED, Judge, compared
from tests.oracle.outlined import features_of_outlines, outlined_map
from tests.oracle.shrunk import shrunk_outlines

if TYPE_CHECKING:
    from collections.abc import Sequence

MAPS = 60


def box(x: float, y: float, width: float, height: float) -> list[list[float]]:
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def drawn(*boxes: Sequence[float], **more: Any) -> dict[str, Any]:
    """A map whose areas A, B, C … are boxes."""
    areas = {chr(ord("A") + number): {"outline": box(*each)} for number, each in enumerate(boxes)}
    return {"kind": "area-map", "size": "120 x 90", "areas": areas, **more}


@pytest.mark.nightly
def test_what_is_reported_of_borders_is_what_brute_force_finds() -> None:
    verdicts, features = Counter[tuple[str, bool | None]](), set[str]()
    for number in range(MAPS):
        document, drawn_of = outlined_map(3, number)
        found = compared(document)
        assert not found.differs, (number, found.differs)
        verdicts += found.verdicts
        features |= drawn_of
    assert features == set(features_of_outlines())
    assert {code for code, must in verdicts if must} == set(JUDGED)
    assert sum(count for (_, must), count in verdicts.items() if must is None) < 0.1 * verdicts.total()


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ((30, 10, 20, 20), (True, False, False, True)),
        ((30, 28.1, 20, 20), (False, None, False, True)),
        ((30, 27.9, 20, 20), (True, False, False, True)),
        ((30, 30, 20, 20), (False, False, False, True)),
        ((30.1, 10, 20, 20), (True, False, False, None)),
        ((30.7, 10, 20, 20), (False, True, False, False)),
        ((30.7, 29, 20, 20), (False, False, False, False)),
        ((31.2, 10, 20, 20), (False, False, False, False)),
        ((28, 10, 20, 20), (None, None, True, None)),
        ((15, 15, 5, 5), (True, False, False, True)),
    ],
)
def test_two_boxes_meet_as_the_documentation_says(other: tuple[float, ...], expected: tuple[bool | None, ...]) -> None:
    (met,) = Judge(drawn((10, 10, 20, 20), other)).meetings.values()
    assert (met.border, met.gap, met.overlap, met.touch) == expected


ROW = drawn((10, 10, 20, 20), (30, 10, 20, 20), (50, 10, 20, 20))


def test_roads_and_borders_say_what_must_be_reported() -> None:
    roads = ["A -- C", {"from": "A", "to": "C", "kind": "rail"}]
    judge = Judge({**ROW, "roads": roads, "borders": [{"between": ["A", "C"], "kind": "wall"}]})
    told = {(code, "".join(sorted(pair))) for (code, pair), must in judge.verdicts().items() if must}
    assert told == {
        ("undrawn-border", "AC"), ("undeclared-border", "AB"), ("undeclared-border", "BC"), ("unknown-border", "AC"),
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("silenced", JUDGED)
def test_a_check_that_is_silent_is_noticed(silenced: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = drawn((10, 10, 20, 20), (30, 10, 20, 20), (50.7, 10, 20, 20), (30, 30, 20, 20), (75, 10, 20, 20),
                     (80, 15, 40, 40), roads=["A -- C"], borders=[{"between": ["A", "C"], "kind": "wall"}])  # fmt: skip
    assert not compared(document).differs
    monkeypatch.setattr(neighbours, "REGION_CHECKS", [each for each in REGION_CHECKS if each.rule.code != silenced])
    assert all(each.startswith(silenced) for each in compared(document).differs)
    assert compared(document).differs
    assert len(shrunk_outlines(document)["areas"]) == 2
