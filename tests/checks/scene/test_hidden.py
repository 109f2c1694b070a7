"""Texts beneath what is drawn over them."""

from __future__ import annotations

import importlib
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from pnp.build.examine import examine
from pnp.checks.scene.overlaps import hidden_layer, hidden_text
from pnp.diagnostics import Finding
from pnp.draw.maps import paints_whole_box
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.tile_map import TileMap
from tests.draw.desk import card
from tests.games import loaded
from tests.pipeline import write
from tests.scene.pictures import file, gradient

module = importlib.import_module("pnp.checks.scene.overlaps")
TITLE = "{text: Market, name: title, style: body, at: [5, 5], size: 30 x 6, align: left}"


def found(layers: str, rows: str = "[{}]", **files: bytes) -> list[Finding]:
    pictures = {name.replace("_", "."): content for name, content in files.items()}
    return list(hidden_text.run(card(f"[{layers}]", rows, files=pictures)))


def test_a_text_beneath_a_panel_is_told() -> None:
    (finding,) = found(f"{TITLE}, {{panel: amber, where: top, size: 40 x 14, name: plate}}")
    assert (
        finding.message
        == "the text 'Market' in layer 'title' (row '1') is covered by layer 'plate', which is drawn later"
    )
    assert (finding.span.file, finding.span.pointer) == ("card.yaml", "/layers/0/text")


def test_so_is_one_of_which_a_letter_is_left() -> None:
    (finding,) = found(f"{TITLE}, {{ellipse: amber, at: [5, 4], size: 8 x 8}}")
    assert finding.message.endswith("is covered in part by layer 'ellipse', which is drawn later")


@pytest.mark.parametrize(
    "layers",
    [
        f"{{panel: amber, where: top, size: 40 x 14}}, {TITLE}",
        f"{TITLE}, {{panel: amber, where: bottom, size: 40 x 14}}",
        f"{TITLE}, {{panel: none, outline: thin, where: top, size: 40 x 14}}",
        f"{TITLE}, {{pattern: dots, colour: amber, where: top, size: 40 x 14}}",
        f"{TITLE}, {{panel: amber, where: top, size: 40 x 14, show-when: false}}",
        f"{TITLE}, {{line: thin, at: [5, 8], size: 30 x 1}}",
        f"{TITLE}, {{ellipse: amber, at: [5, 4], size: 1 x 8}}",
    ],
    ids=["beneath", "elsewhere", "a frame", "dots", "not shown", "a line", "a sliver"],
)
def test_a_text_that_can_be_read_is_not_told(layers: str) -> None:
    assert found(layers) == []


def test_a_pattern_with_a_ground_covers() -> None:
    assert found(f"{TITLE}, {{pattern: dots, colour: amber, ground: paper, where: top, size: 40 x 14}}")


def test_a_picture_covers_where_it_is_not_transparent() -> None:
    layers = f"{TITLE}, {{picture: art.png, fit: cover, where: top, size: 40 x 14}}"
    assert found(layers, art_png=file(gradient(600, 300)))
    assert found(layers, art_png=file(gradient(600, 300, "RGBA")))  # opaque, although it could be transparent
    assert found(layers, art_png=badge(600, 300, (0, 200, 600, 300))) == []


def badge(width: int, height: int, solid: tuple[int, int, int, int]) -> bytes:
    """A transparent PNG with one opaque box."""
    picture = Image.new("RGBA", (width, height))
    picture.paste((200, 40, 40, 255), solid)
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


COVERED_IN_PART = "is covered in part by layer 'over', which is drawn later"


@pytest.mark.parametrize(
    "layer",
    [
        "icon: coin, name: over, at: [8, 4], size: 8",
        "icon: star, name: over, at: [8, 6], size: 4",
        "picture: badge.png, name: over, at: [5, 4], size: 8 x 10",
        "ellipse: none, outline: outline, name: over, at: [8, 7.2], size: 1.4 x 1.6",
    ],
    ids=["an icon of lines", "another", "a picture that is opaque there", "an outline"],
)
def test_what_prints_over_the_ink_is_told(layer: str) -> None:
    (finding,) = found(f"{TITLE}, {{{layer}}}", badge_png=badge(200, 100, (0, 0, 100, 100)))
    assert finding.message.endswith(COVERED_IN_PART)


@pytest.mark.parametrize(
    "layer",
    [
        "ellipse: none, outline: outline, at: [2, 0], size: 36 x 16",
        "icon: coin, at: [20, 4], size: 8",
        "icon: coin, at: [8, 4], size: 8, opacity: 0.4",
        "icon: coin, at: [8, 4], size: 8, blend: multiply",
        "picture: badge.png, at: [5, 4], size: 40 x 20",
        "line: thin, at: [4, 8], size: 14 x 1",
        "panel: none, outline: slot, at: [5, 0], size: 20 x 16",
    ],
    ids=["a ring", "beside", "translucent", "blended", "a transparent part", "struck out", "dashes"],
)
def test_what_leaves_the_ink_is_not_told(layer: str) -> None:
    assert found(f"{TITLE}, {{{layer}}}", badge_png=badge(400, 200, (200, 100, 400, 200))) == []


def test_a_fill_covers_only_inside_its_clip() -> None:
    def clipped(cx: int) -> bytes:
        clip = f'<clipPath id="c"><circle cx="{cx}" cy="10" r="3"/><circle cx="37" cy="2" r="2"/></clipPath>'
        art = f'{clip}<rect width="40" height="20" fill="#a33" clip-path="url(#c)"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{art}</svg>'.encode()

    layers = f"{TITLE}, {{picture: art.svg, name: over, at: [0, 0], size: 40 x 16}}"
    assert found(layers, art_svg=clipped(10))
    assert found(layers, art_svg=clipped(36)) == []


def test_two_layers_cover_a_letter_together() -> None:
    halves = (
        "{ellipse: amber, name: over, at: [4, 5], size: 6 x 3}, {ellipse: amber, name: over, at: [4, 7.6], size: 6 x 3}"
    )
    assert found(f"{TITLE}, {halves}")


def test_rows_are_told_by_their_own_words() -> None:
    panel = "{panel: amber, where: top, size: 40 x 14, show-when: index == 2}"
    words = '{text: "{title}", style: body, at: [5, 5], size: 30 x 6}'
    (finding,) = found(f"{words}, {panel}", "[{title: Market}, {title: Pier}]")
    assert finding.span.file == "cards.yaml"
    assert finding.rows == ("Pier",)


def test_a_layer_that_covers_several_texts_in_several_rows_is_told_once() -> None:
    words = ", ".join(
        f'{{text: "{{{each}}}", style: body, at: [5, {y}], size: 30 x 6}}' for each, y in (("title", 5), ("b", 9))
    )
    panel = "{panel: amber, where: top, size: 40 x 20, show-when: index > 1, name: plate}"
    (finding,) = found(f"{words}, {panel}", "[{title: One, b: I}, {title: Two, b: II}, {title: Three, b: III}]")
    assert finding.message == (
        "the text 'Two' in layer 'text' (rows 'Two' and 'Three') is covered by layer 'plate', which is drawn later; "
        "so is the text of 1 more layer"
    )
    assert (finding.span.pointer, finding.rows) == ("/layers/0", ("Two", "Three"))
    assert finding.hint == "list these texts after that layer, or move one of them"


def test_tired_eyes_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOKS", 0)
    assert found(f"{TITLE}, {{panel: amber, where: top, size: 40 x 14}}") == []


def unseen(layers: str, rows: str = "[{}]", **files: bytes) -> list[str]:
    pictures = {name.replace("_", "."): content for name, content in files.items()}
    return [finding.message for finding in hidden_layer.run(card(f"[{layers}]", rows, files=pictures))]


def test_a_layer_that_is_never_seen_is_told() -> None:
    picture = "{picture: art.png, name: art, at: [5, 5], size: 20 x 10}"
    assert unseen(f"{picture}, {{panel: amber, name: plate}}", art_png=file(gradient(600, 300))) == [
        "the picture in layer 'art' is never seen: layer 'plate', which is drawn later, covers it"
    ]
    assert unseen("{icon: star, at: [9, 9], size: 5}, {ellipse: amber}") == [
        "the icon in layer 'icon' is never seen: layer 'ellipse', which is drawn later, covers it"
    ]
    cover = "{picture: art.png, fit: cover}"
    assert unseen(f"{{panel: amber, at: [5, 5], size: 9}}, {cover}", art_png=file(gradient(600, 300)))


@pytest.mark.parametrize(
    "layers",
    [
        "{panel: amber}, {panel: paper, where: inset 1}",
        "{icon: star, at: [9, 9], size: 5}, {panel: amber, opacity: 0.5}",
        "{icon: star, at: [9, 9], size: 5}, {panel: amber, blend: multiply}",
        "{icon: star, at: [9, 9], size: 5}, {panel: {from: amber, to: none}}",
        "{icon: star, at: [0, 0], size: 5}, {picture: art.png, shape: circle, at: [0, 0], size: 40}",
        "{icon: star, at: [9, 9], size: 5}, {panel: amber, show-when: index > 1}",
        f"{TITLE}, {{panel: amber}}",
    ],
    ids=["in part", "opacity", "blend", "a gradient", "a round picture", "in some rows", "a text"],
)
def test_a_layer_that_is_seen_somewhere_is_not_told(layers: str) -> None:
    assert unseen(layers, "[{a: 1}, {a: 2}]", art_png=file(gradient(600, 600))) == []


def test_a_path_covers_what_none_of_its_lines_crosses() -> None:
    under = '{panel: water, at: [5, 5], size: 9}, {path: "M0 0H40V60H0Z", fill: amber, name: cover}'
    assert unseen(under) == ["the panel in layer 'panel' is never seen: layer 'cover', which is drawn later, covers it"]
    holed = '{panel: water, at: [5, 5], size: 9}, {path: "M0 0H40V60H0ZM6 6V9H9V6Z", fill: amber}'
    assert unseen(holed) == []


@pytest.mark.parametrize(
    ("layer", "kind"),
    [
        ("ellipse: amber, at: [60, 5], size: 9", "ellipse"),
        ("panel: amber, at: [-30, 5], size: 20 x 9", "panel"),
        ("path: M0 0H5V5H0Z, fill: amber, at: [5, 90], size: 9", "path"),
        ("path: M0 0H5V5H0Z, fill: amber, at: [5, 90], size: 9, turn: 45", "path"),
        ("panel: amber, at: [42, 5], size: 9", None),  # it prints on the bleed
        ("path: M0 -80H5V5H0Z, fill: amber, at: [5, 90], size: 9", None),  # it extends beyond its box
    ],
)
def test_a_layer_outside_the_face_is_never_seen(layer: str, kind: str | None) -> None:
    where = "it lies outside the face of 40 x 60 mm"
    assert unseen(f"{{{layer}}}") == ([f"the {kind} in layer '{kind}' is never seen: {where}"] if kind else [])


def test_a_layer_that_lies_outside_some_faces_alone_is_seen() -> None:
    layer = "{panel: amber, at: '{x}, 5', size: 9}"
    assert unseen(layer, "[{x: 70}, {x: 20}]") == []
    assert len(unseen(layer, "[{x: 70}, {x: 80}]")) == 1


MAPS = {
    "area": "kind: area-map\nsize: 30 x 30\nareas: {A: {at: [9, 9]}, B: {at: [20, 20]}}\nroads: [A -- B]\n",
    "street": "kind: street-map\nsize: 30 x 30\nstreets: {High: {from: [2, 15], to: [28, 15], spaces: 2}}\n",
}


@pytest.mark.parametrize("kind", ["area", "street"])
@pytest.mark.parametrize("draws_maps", [True, False])
def test_a_map_covers_its_whole_box_whether_it_is_drawn_or_left_blank(
    kind: str, draws_maps: bool, tmp_path: Path
) -> None:
    folder = write(
        tmp_path / "pack",
        f"""\
# file: pack.yaml
kind: pack
title: Harbour
documents: [town.yaml, style.yaml, sheet.yaml, face.yaml]
components: [{{component: sheet}}]
# file: town.yaml
{MAPS[kind]}# file: style.yaml
kind: map-style
# file: sheet.yaml
kind: component
makes: card
name: Sheet
template: face
# file: face.yaml
kind: template
size: 44 x 68
layers:
  - {{panel: amber, name: under, at: [9, 9], size: 9}}
  - {{panel: water, name: beside, at: [1, 50], size: 9}}
  - {{map: town, name: town, at: [5, 5], size: 30 x 60}}
""",
    )
    (target,) = find_targets([str(folder)])
    report = examine(load(target), draws_maps=draws_maps).report
    unseen = [each.message for each in report.findings if each.code == "hidden-layer"]
    # the map is 30 mm high, in the middle of its box
    assert unseen == [], [each.message for each in report.findings]
    text = (folder / "face.yaml").read_text(encoding="utf-8").replace("at: [9, 9]", "at: [9, 30]")
    (folder / "face.yaml").write_text(text, encoding="utf-8")
    report = examine(load(target), draws_maps=draws_maps).report
    assert [each.message for each in report.findings if each.code == "hidden-layer"] == [
        "the panel in layer 'under' is never seen: layer 'town', which is drawn later, covers it"
    ]


def test_a_map_with_an_empty_cell_covers_nothing() -> None:
    (city,) = (each for each in loaded("taxi-derby").game.all(GameMap) if isinstance(each, TileMap))
    assert paints_whole_box(city)
    assert not paints_whole_box(replace(city, rows=city.rows + 1))
