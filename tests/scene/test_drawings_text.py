"""Drawings as text, for golden files."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.scene.drawings import dump
from pnp.scene.items import Bitmap, Ellipse, Group, Origin, Path, Picture, Rect, Scene, Stroke, rotate, scale, translate
from pnp.scene.parts import sheet_of
from pnp.scene.paths import parse_path
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

TREE = (Ellipse(0, 0, 2, 2, "#CFE3C2"), Path(parse_path("M0 2v2"), None, Stroke("#1E2328", 0.4, cap="round")))


def scene(line: int = 1) -> Scene:
    label = typeset("Market ♥", TextStyle("Fira Sans", 9, "#1E2328", 700, tracking=0.06), 40, "centre")
    return Scene(
        63.5,
        88.9,
        (
            Rect(-3, -3, 69.5, 94.9, 0, "#F5F0E1"),
            Rect(4, 4, 1 / 3, 80.9, 2, None, Stroke("#6B727B", 0.5, (2, 1.5), join="bevel")),
            label.at(10, 12, Origin(Span("deck.yaml", line), "church", "title")),
            Group(TREE, translate(10, 40)),
            Group(TREE, rotate(30)),
            Picture(40, 60, 12, 8, Bitmap("5f0c", "jpeg", 240, 160, 3, b"")),
            Group((Path(parse_path("M0 0h9v9z"), "#2F57AC", even_odd=True),), scale(2), clip=Ellipse(4, 4, 3, 3)),
        ),
        3,
        "church-front",
    )


def test_a_scene_reads_as_text(golden: Callable[[str, str], None]) -> None:
    golden("scene.txt", dump(scene()))


def test_a_sheet_reads_as_text(golden: Callable[[str, str], None]) -> None:
    golden("sheet.txt", dump(replace(sheet_of(scene()), components=("deck",), side="back")))


def test_a_line_added_above_in_the_source_changes_nothing() -> None:
    assert dump(scene(line=1)) == dump(scene(line=9))
