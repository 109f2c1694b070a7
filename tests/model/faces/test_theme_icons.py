from __future__ import annotations

import math

from pnp.diagnostics import Span
from pnp.model.faces.theme import GRID, Icon, IconSet, Theme, resolve_theme
from pnp.scene.extent import commands_bounds
from pnp.scene.paths import parse_path
from tests.draw.desk import house, read


def test_an_icon_is_marks_or_marks_with_a_colour() -> None:
    found = read(
        "mine.yaml",
        """
kind: icons
icons:
  sail: [{fill: M4 20H20L12 3Z}, {line: M2 22H22, width: 1.5, colour: ink}]
  wave: {colour: water, marks: [{line: M2 12H22}]}
""",
    )
    assert isinstance(found, IconSet)
    sail, wave = found.icons
    assert [(mark.width, mark.colour and mark.colour.name) for mark in sail.marks] == [(None, None), (1.5, "ink")]
    assert (wave.colour and wave.colour.name, wave.marks[0].width) == ("water", 2)


def test_the_house_icons_keep_to_their_grid() -> None:
    for icon in (icon for document in house() if isinstance(document, IconSet) for icon in document.icons):
        for mark in icon.marks:
            box = commands_bounds(parse_path(mark.data.name))
            assert box is not None
            reach = (mark.width or 0) / 2
            edges = (box.left - reach, box.top - reach, GRID - box.right - reach, GRID - box.bottom - reach)
            assert min(edges) >= 0.4, (icon.id, edges)


def test_the_suits_stand_out_on_white() -> None:
    (theme,) = [document for document in house() if isinstance(document, Theme)]
    resolved = resolve_theme([theme])
    assert resolved is not None
    for role in ("spade", "heart", "club", "diamond"):
        assert _contrast(resolved.roles.colour(role) or "", "#FFFFFF") >= 4.5


def _contrast(one: str, two: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4) for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_icons_are_called_by_their_label_or_their_name() -> None:
    spoken = [Icon("gold-coin", Span("a", 1, 1, 1, 1), label=label).spoken for label in ("", "doubloon")]
    assert spoken == ["gold coin", "doubloon"]
    assert Icon("filled/star_2", Span("a", 1, 1, 1, 1)).spoken == "star 2"
