"""Lengths with units are millimetres before a document is judged, and only where its schema has a length."""

from __future__ import annotations

from typing import Any

import pytest

from tests.source.reading import checked, only, plain


def root_of(text: str) -> Any:
    document = checked(text)
    assert document.findings == ()
    assert document.root is not None
    return plain(document.root.value)


def test_lengths_of_a_template_are_millimetres() -> None:
    root = root_of(
        """
        kind: template
        size: 2.5 x 3.5 in
        bleed: 1/8 in
        corners: 9 pt
        layers:
          - {panel: amber, at: [1 cm, 3], size: 0.5 in, radius: 30 px@300}
          - {text: 3 in, name: 4 mm, size: 1 x 2 cm, repeat: {in: [2 in, 3], gap: 1 mm, cell: 1in x 20}}
          - {polygon: [[0, 0], [0.5 in, 0], [5, 5]], fill: ink}
        """
    )
    assert (root["size"], root["bleed"], root["corners"]) == ("63.5 x 88.9", 3.175, 3.175)
    panel, text, polygon = root["layers"]
    assert (panel["at"], panel["size"], panel["radius"]) == ([10.0, 3], 12.7, 2.54)
    assert (text["text"], text["name"], text["size"]) == ("3 in", "4 mm", "10 x 20")
    assert text["repeat"] == {"in": ["2 in", 3], "gap": 1.0, "cell": "25.4 x 20"}
    assert polygon["polygon"][1] == [12.7, 0]


@pytest.mark.parametrize("size", ["2 in", "50.8 mm", '2"', "600 px@300"])
def test_one_length_is_a_size_of_a_template(size: str) -> None:
    assert root_of(f"kind: template\nsize: {size}\nlayers: []\n")["size"] == 50.8


def test_lengths_of_other_kinds_of_document_are_millimetres() -> None:
    profile = root_of(
        """
        kind: profile
        name: Shop
        prints: faces
        margin: 0.5 in
        bleed: [0.15 in, 4]
        sizes: {2.5 x 3.5 in: 822 x 1122}
        """
    )
    assert (profile["margin"], profile["bleed"]) == (12.7, [3.81, 4])
    assert profile["sizes"] == {"63.5 x 88.9": "822 x 1122"}
    area_map = root_of(
        "kind: area-map\nsize: 10 x 8 in\nareas: {A: {at: [1 in, 2 in]}, B: {at: [3 cm, 4]}}\nroads: [A -- B]\n"
    )
    assert area_map["size"] == "254 x 203.2"
    assert [area["at"] for area in area_map["areas"].values()] == [[25.4, 50.8], [30.0, 4]]
    theme = root_of("kind: theme\nlines: {thin: {width: 0.5 pt, dash: [2 pt, 1]}}\n")
    assert theme["lines"]["thin"] == {"width": pytest.approx(25.4 / 144), "dash": [pytest.approx(25.4 / 36), 1]}


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("bleed: 25,5", "wrong-type", "write 25.5: decimals follow a point"),
        ("bleed: 12 px", "wrong-type", "write the pixels with their resolution, in pixels per inch: 12 px@300"),
        ("bleed: 3 furlongs", "wrong-type", "units are mm, cm, in, pt and px@300 (pixels at a resolution)"),
        ("bleed: 2 in", "wrong-value", None),
        ("size: 63,5 x 88", "wrong-value", "write 63.5 x 88: decimals follow a point"),
        ("size: poker-size", "wrong-value", "did you mean 'poker'?"),
        ("size: 400 x 500 in", "wrong-value", None),
        ("size: 0 x 2 in", "wrong-value", None),
        ("size: 999999999999 x 2 in", "wrong-value", None),
        ("bleed: 999999999999 in", "wrong-type", None),
        ("bleed: 1 / 0 in", "wrong-type", None),
        ("bleed: 99999 cm", "wrong-type", None),
        ("size: 9999 x 9999 in", "wrong-value", None),
    ],
)
def test_a_wrong_length_is_one_finding_with_a_fix(line: str, code: str, hint: str | None) -> None:
    size = "" if line.startswith("size") else "size: poker\n"
    finding = only(checked(f"kind: template\n{size}{line}\nlayers: []\n"))
    assert (finding.code, finding.span.line) == (code, 3 if size else 2)
    if hint:
        assert finding.hint == hint


def test_what_cannot_be_read_is_no_length() -> None:
    document = checked('kind: template\nsize: "2 in\\0"\nlayers: []\n')
    assert [finding.code for finding in document.findings] == ["bad-character"]
