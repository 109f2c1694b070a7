"""Texts on what lies beneath them."""

from __future__ import annotations

import importlib
import re

import pytest

from pnp.checks.scene.low_contrast import low_contrast
from pnp.diagnostics import ERROR, WARNING, Finding
from tests.draw.desk import card, drawn
from tests.scene.pictures import file, gradient

FILES = {"fox.png": file(gradient(600, 900))}


def found(layers: str, rows: str = "[{}]", *, more: str = "") -> list[Finding]:
    return list(low_contrast.run(card(f"[{layers}]", rows, more=more, files=FILES)))


def told(layers: str, *, more: str = "") -> list[str]:
    return [re.sub(r" in layer '.*?' \(rows? .*?\)", "", finding.message) for finding in found(layers, more=more)]


TEXT = "{text: HHH, style: body, where: middle, colour: '#767676'}"


def test_paper_lies_under_everything() -> None:
    assert told(TEXT) == []  # 4.54
    assert told(TEXT.replace("767676", "777777")) == [
        "the text 'HHH' is set in #777777 on #FFFFFF: a contrast of 4.48, and 4.5 is wanted"
    ]


def test_the_background_counts_and_the_topmost_panel_hides_it() -> None:
    dark = "background: '#333333'"
    assert told(TEXT, more=dark) == [
        "the text 'HHH' is set in #767676 on #333333: a contrast of 2.78, and 4.5 is wanted"
    ]
    assert told("{panel: '#222222'}, {panel: paper, where: inset 5}, " + TEXT, more=dark) == []
    assert told("{panel: paper, where: inset 5}, {panel: '#222222'}, " + TEXT) != []
    assert told(TEXT + ", {panel: '#222222'}") == []  # what lies over it is another matter


@pytest.mark.parametrize(
    ("style", "size"), [("money", ""), ("game-title", ""), ("area-label", ""), ("card-index", ", fit: shrink to 14 pt")]
)
def test_large_text_wants_less(style: str, size: str) -> None:
    layer = f"{{text: HH, style: {style}, where: middle, colour: '#949494'{size}}}"
    assert told(layer) == []  # 3.03
    assert told(layer.replace("949494", "969696"))[0].endswith("a contrast of 2.96, and 3 is wanted")


@pytest.mark.parametrize(
    ("size", "weight", "wanted"), [(18, 400, "3"), (17.9, 400, "4.5"), (14, 700, "3"), (13.9, 700, "4.5")]
)
def test_text_is_large_from_18_points_and_from_14_if_bold(size: float, weight: int, wanted: str) -> None:
    text = f"""
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{{}}]
        # file: card.yaml
        kind: template
        size: 40 x 60
        layers: [{{text: HH, style: big, where: middle, colour: '#969696'}}]
        # file: look.yaml
        kind: theme
        extends: theme
        type: {{big: {{family: Fira Sans, weight: {weight}, size: {size}}}}}
    """
    (finding,) = low_contrast.run(drawn(text)[0])
    assert finding.message.endswith(f"a contrast of 2.96, and {wanted} is wanted")


def test_letters_that_reach_from_one_fill_onto_another_are_seen() -> None:
    half = "{panel: '#222222', where: 'left, 50% wide'}, {text: HHHHHH, style: body, where: middle, colour: '#111111'}"
    assert told(half) == ["the text 'HHHHHH' is set in #111111 on #222222: a contrast of 1.19, and 4.5 is wanted"]
    assert told(half.replace("50% wide", "20% wide")) == []


def test_shapes_are_looked_at_as_they_are_not_as_their_boxes() -> None:
    text = "{text: H, style: body, where: 'top left, 4 x 4', colour: ink}"
    white = "{text: H, style: body, where: middle, colour: paper}"
    for shape in (
        "ellipse: ink",
        "polygon: 4, fill: ink",
        "path: M20 0L40 30L20 60L0 30Z, fill: ink",
        "panel: ink, radius: 20",
    ):
        assert told(f"{{{shape}}}, {text}, {white}") == [], shape
        assert len(told(f"{{{shape}}}, {text.replace('top left', 'middle')}, {white}")) == 1, shape


def test_a_hole_in_a_path_shows_what_lies_beneath() -> None:
    ring = "{path: M0 0H40V60H0ZM10 20V40H30V20Z, fill: ink}"
    assert told(ring + ", {text: H, style: body, where: middle, colour: ink}") == []
    assert told(ring + ", {text: H, style: body, where: 'top, 10 high', colour: ink}") != []


def test_what_is_turned_is_looked_at_where_it_lies() -> None:
    panel = "{panel: ink, where: 'middle, 6 x 40'}"
    text = "{text: HHHHHH, style: body, where: 'middle, 6 x 40', turn: 90, colour: paper}"
    assert told(f"{panel}, {text}") == []
    assert told(f"{panel}, {text.replace('turn: 90, ', '')}") != []
    assert told(f"{panel.replace('}', ', turn: 45}')}, {text.replace('90', '135')}") == []
    assert told(f"{panel.replace('}', ', turn: 45}')}, {text.replace('90', '45')}") != []


def test_on_a_picture_a_plate_is_asked_for() -> None:
    picture = "{picture: fox.png, fit: cover}"
    (finding,) = found(f"{picture}, {{text: Fox, style: body, where: middle, colour: ink}}")
    assert finding.message == "the text 'Fox' in layer 'text' (row '1') is printed on a picture, map or pattern"
    assert finding.hint == "lay a panel beneath it, as a plate"
    assert (
        told(f"{picture}, {{panel: paper, where: 'middle, 20 x 10'}}, {{text: Fox, style: body, where: middle}}") == []
    )
    assert told("{picture: fox.png, where: 'top, 20 high'}, {text: Fox, style: body, where: 'bottom, 9 high'}") == []


def test_a_text_that_overflows_onto_a_picture_is_not_told_to_be_on_it_as_well() -> None:
    fox = "{picture: fox.png, where: 'top, 20 high'}, {text: %s, style: body, where: 'middle, 4 high', colour: %s}"
    assert told(fox % ("Fox", "ink")) == []
    assert told(fox % ("Fox and hound and hare and hen and hedgehog and heron and hawk and horse", "ink")) == []
    assert told(fox % ("Fox and hound and hare and hen and hedgehog and heron and hawk and horse", "paper")) != []
    assert told(fox.replace("20 high", "35 high") % ("Fox", "ink")) != []


def test_a_map_is_a_picture_whether_it_is_painted_or_not() -> None:
    (made,) = drawn(
        """
        # file: port.yaml
        kind: area-map
        size: 40 x 60
        areas: {Market: {at: [10, 10]}, Pier: {at: [30, 40]}}
        roads: [Market -- Pier]
        # file: plain.yaml
        kind: map-style
        places: {diameter: 6}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 40 x 60
        layers: [{map: port}, {text: Harbour, style: body}]
        """
    )
    assert [finding.message for finding in low_contrast.run(made)] == [
        "the text 'Harbour' in layer 'text' (row '1') is printed on a picture, map or pattern"
    ]


def test_a_pattern_is_asked_for_a_plate_where_one_of_its_colours_is_too_near() -> None:
    text = "{text: Fox, style: body, where: middle, colour: ink}"
    assert told(f"{{pattern: check, colour: ink, ground: paper}}, {text}") == [
        "the text 'Fox' is printed on a picture, map or pattern"
    ]
    assert told(f"{{pattern: check, colour: pavement, ground: paper}}, {text}") == []
    assert told(f"{{pattern: check, colour: pavement}}, {text}", more="background: ink") != []
    assert told(f"{{pattern: plain, ground: paper}}, {text}") == []
    assert told(f"{{pattern: plain, ground: ink}}, {text}")[0].endswith("a contrast of 1.00, and 4.5 is wanted")


def test_many_rows_are_told_once_with_the_worst() -> None:
    layers = "{panel: '{ground}'}, {text: '{name}', style: body, where: middle, name: title}"
    rows = "[{name: a, ground: kerb}, {name: b, ground: ink}, {name: c, ground: paper}]"
    first, second = found(layers, rows)
    assert first.message.startswith("the text 'a' in layer 'title' (row 'a') is set")
    assert second.message == (
        "the text 'b' in layer 'title' (row 'b') is set in #1E2328 on #1E2328: a contrast of 1.00, and 4.5 is wanted"
    )
    (finding,) = found(
        "{panel: '{ground}'}, {text: '{name}', style: body, where: middle}", rows.replace("paper", "ink")
    )
    assert "(rows 'a', 'b' and 'c')" in finding.message, "the worst comes first"
    assert finding.span.file == "card.yaml"


def test_an_icon_beneath_a_text_is_looked_at() -> None:
    layers = "{icon: heart, colour: ink, where: 'middle, 30 x 30'}, {text: '7', style: body, where: middle, colour: "
    assert told(layers + "paper}") == []
    assert told(layers + "ink}") != []


def test_there_is_an_end_to_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    layers = (
        "[{repeat: {each: n, in: 50, as: stack}, ellipse: ink, where: inset 5}, {text: a, style: body, colour: ink}]"
    )
    made = card(layers, "[{}, {}, {}]")
    assert len(list(low_contrast.run(made))) == 1
    monkeypatch.setattr(importlib.import_module("pnp.checks.scene.low_contrast"), "LOOKS", 0)
    assert list(low_contrast.run(made)) == []


def test_letters_over_several_surfaces_take_more_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    made = card(
        "[{panel: ink, where: 'left, 50% wide'}, {text: HHHHHH, style: body, colour: ink}]",
        "[{}, {}, {}, {}, {}, {}, {}, {}, {}]",
    )
    (every,) = low_contrast.run(made)
    monkeypatch.setattr(importlib.import_module("pnp.checks.scene.low_contrast"), "LOOKS", 500)
    (some,) = low_contrast.run(made)
    assert (len(every.rows), len(some.rows)) == (9, 3)


def test_a_text_that_cannot_be_seen_is_an_error() -> None:
    (finding,) = found("{panel: '#777777'}, {text: HHH, style: body, colour: '#808080'}")
    assert finding.severity is ERROR
    (faint,) = found("{panel: '#777777'}, {text: HHH, style: body, colour: '#A0A0A0'}")
    assert faint.severity is WARNING


def test_what_follows_from_a_missing_layer_is_not_told() -> None:
    text = "{text: HHH, style: body, colour: paper}"
    assert found(f"{{panel: '#222222', opacity: '{{much}}'}}, {text}", "[{much: lots}]") == []
    assert found(text) != []


@pytest.mark.parametrize(
    ("colour", "ground", "hint"),
    [
        ("#1E2328", "#12307A", "take a lighter colour or a lighter ground"),
        ("#565D66", "#9C2430", "take a lighter colour or a lighter ground"),
        ("#F2C14E", "#FFFFFF", "take a darker colour or a darker ground"),
        ("#8A8A8A", "#FFFFFF", "take a darker colour or a darker ground"),
        ("#333333", "#767676", "take a darker colour or a lighter ground"),
    ],
)
def test_the_hint_says_the_direction_that_helps(colour: str, ground: str, hint: str) -> None:
    (finding,) = found(TEXT.replace("#767676", colour), more=f"background: '{ground}'")
    assert finding.hint
    assert finding.hint.startswith(hint)


def test_rows_in_the_same_colours_are_reported_once_at_the_layer() -> None:
    layers = "{panel: '{c}'}, {text: '{t}', style: body, where: middle, colour: paper}"
    rows = "[{t: A, c: ink}, {t: B, c: '#CCCCCC'}, {t: C, c: '#CCCCCC'}, {t: D, c: '#BBBBBB'}]"
    findings = found(layers, rows)
    assert [finding.rows for finding in findings] == [("2", "3"), ("4",)]
    assert "in layer 'text' (rows '2' and '3') is set in #FFFFFF on #CCCCCC" in findings[0].message
    assert "layers" in findings[0].span.pointer
    assert "rows" in findings[1].span.pointer


def test_grounds_that_several_rows_share_are_reported_once_with_the_worst() -> None:
    layers = "{panel: '{c}'}, {text: '{t}', style: body, where: middle, colour: paper}"
    grounds = ("#CCCCCC", "#BBBBBB", "#CCCCCC", "#BBBBBB", "#000000")
    rows = ", ".join(f"{{t: T{index}, c: '{grey}'}}" for index, grey in enumerate(grounds))
    (finding,) = found(layers, f"[{rows}]")
    assert finding.rows == ("1", "2", "3", "4")
    assert "on #CCCCCC" in finding.message
    assert (finding.hint or "").startswith("take a darker colour")


def test_a_layer_in_one_colour_on_many_grounds_is_reported_once() -> None:
    layers = "{panel: '{c}'}, {text: '{t}', style: body, where: middle, colour: paper, name: title}"
    greys = ("#CCCCCC", "#C0C0C0", "#BBBBBB", "#B0B0B0")
    rows = ", ".join(f"{{t: T{index}, c: '{grey}'}}" for index, grey in enumerate((*greys, "#000000")))
    (finding,) = found(layers, f"[{rows}]")
    assert (finding.span.file, finding.rows) == ("card.yaml", ("1", "2", "3", "4"))
    assert "the text 'T0' in layer 'title' (rows '1', '2' and 2 more) is set in #FFFFFF on #CCCCCC" in finding.message
