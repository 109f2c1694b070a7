"""Sizes that are likely to be slips."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline import report_on, write

PACK = """
# file: pack.yaml
kind: pack
title: Harbour
# file: harbour.yaml
kind: component
makes: MAKES
name: Harbour
template: harbour-face
# file: harbour-face.yaml
kind: template
SIZE
background: "#DDEEFF"
layers: []
"""


@pytest.mark.parametrize(
    ("makes", "size", "found"),
    [
        ("board", "size: 190 x 120 in", ("a board of 4826 × 3048 mm is printed on about 312 sheets of A4", 7)),
        ("board", "size: 900 x 600", None),
        ("mat", "size: 36 x 24 in", None),
        ("card", "size: 635 x 889", ("635 × 889 mm is larger than a sheet of A3", 7)),
        (
            "card",
            "size: 63.5 x 88.9\ncorners: 40",
            ("the corners are rounder than half of the shorter side of 63.5 mm", 10),
        ),
        ("card", "size: 63.5 x 88.9\ncorners: 31.75", None),
        ("token", "size: 20\nshape: circle\ncorners: 15", None),
    ],
)
def test_a_size_that_is_hardly_meant(tmp_path: Path, makes: str, size: str, found: tuple[str, int] | None) -> None:
    report = report_on(write(tmp_path, PACK.replace("MAKES", makes).replace("SIZE", size)))
    told = [(each.message, each.span.column) for each in report.findings if each.code == "unlikely-size"]
    assert told == ([found] if found else [])
