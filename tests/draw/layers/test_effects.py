"""Gradients, opacity, blend modes, shadows and outlines of texts, from documents to items."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.checks.scene import SCENE_CHECKS
from pnp.render.pdf import render_pdf, shaded
from pnp.render.prepress import PdfInfo
from pnp.render.svg import render_svg
from pnp.scene.extent import bounds
from pnp.scene.items import (
    Ellipse,
    Fill,
    GradientStop,
    Group,
    LinearGradient,
    Picture,
    RadialGradient,
    Rect,
    Scene,
    Shadow,
    Text,
)
from pnp.scene.parts import Drawn, sheet_of
from tests.draw.desk import card, drawn
from tests.draw.test_component import every
from tests.pipeline import report_on, write

AMBER, INK, PAPER, BLUE = "#F2A900", "#1E2328", "#FFFFFF", "#1F5FA8"


def themed(theme: str, layers: str, variant: str | None = None) -> Drawn:
    """A card with those layers, and its theme."""
    head = "kind: theme\nextends: theme\n"
    cards = "kind: component\nmakes: card\nname: Cards\ntemplate: card\nrows: [{}]\n"
    (made,) = drawn(
        f"# file: look.yaml\n{head}{theme}\n# file: cards.yaml\n{cards}"
        f"# file: card.yaml\nkind: template\nsize: 40 x 60\nlayers: {layers}\n",
        variant,
    )
    return made


def face(layers: str, rows: str = "[{}]") -> Scene:
    return card(layers, rows).parts.parts[0].front


def group(layer: str, rows: str = "[{}]") -> Group:
    (found,) = face(f"[{layer}]", rows).items
    assert isinstance(found, Group)
    return found


def fill(layer: str) -> Fill | None:
    return filled(face(f"[{layer}]"))


def filled(scene: Scene) -> Fill | None:
    (shape,) = (item for item in every(scene.items) if isinstance(item, (Rect, Ellipse)) and item.fill)
    return shape.fill


@pytest.mark.parametrize(
    ("towards", "start", "end"),
    [
        ("bottom", (15, 10), (15, 20)),
        ("right", (10, 15), (20, 15)),
        ("top left", (20, 20), (10, 10)),
        ("90", (10, 15), (20, 15)),
        ("0", (15, 20), (15, 10)),
        ("45", (10, 20), (20, 10)),
    ],
)
def test_a_gradient_runs_across_its_box(towards: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    made = fill(f"{{panel: {{from: amber, to: ink, towards: {towards}}}, at: [10, 10], size: 10}}")
    assert isinstance(made, LinearGradient)
    assert made.start == pytest.approx(start)
    assert made.end == pytest.approx(end)
    assert made.stops == (GradientStop(0, AMBER), GradientStop(1, INK))


def test_a_gradient_around_a_point_reaches_the_farthest_corner() -> None:
    made = fill("{ellipse: {from: amber, to: ink, around: [0.25, 0.5]}, at: [10, 10], size: 8 x 6}")
    assert made == RadialGradient((12, 13), (6 * 6 + 3 * 3) ** 0.5, (GradientStop(0, AMBER), GradientStop(1, INK)))
    corner = fill("{ellipse: {from: amber, to: ink, around: bottom right}, at: [10, 10], size: 8 x 6}")
    assert isinstance(corner, RadialGradient)
    assert (corner.centre, corner.radius) == ((18, 16), 10)


def test_stops_without_a_place_share_the_gap_and_none_is_the_colour_next_to_it() -> None:
    made = fill("{panel: {stops: [amber, ink, {colour: paper, at: 0.8, opacity: 0.5}, none]}, at: [0, 0], size: 5}")
    assert isinstance(made, LinearGradient)
    assert made.stops == (
        GradientStop(0, AMBER),
        GradientStop(0.4, INK),
        GradientStop(0.8, PAPER, 0.5),
        GradientStop(1, PAPER, 0),
    )
    between = fill("{panel: {stops: [amber, none, ink]}, at: [0, 0], size: 5}")
    assert isinstance(between, LinearGradient)
    assert between.stops[1:3] == (GradientStop(0.5, AMBER, 0), GradientStop(0.5, INK, 0))


THEME = "gradients: {dusk: {from: ink, to: amber}}\nvariants: {fog: {grey: true}}"


def test_a_gradient_of_the_theme_is_used_like_a_colour() -> None:
    made = filled(themed(THEME, "[{panel: dusk}]").parts.parts[0].front)
    assert isinstance(made, LinearGradient)
    assert [stop.colour for stop in made.stops] == [INK, AMBER]


def test_a_gradient_of_a_grey_variant_is_grey() -> None:
    made = filled(themed(THEME, "[{panel: dusk}]", "fog").parts.parts[0].front)
    assert isinstance(made, LinearGradient)
    assert all(stop.colour[1:3] == stop.colour[3:5] == stop.colour[5:7] for stop in made.stops)


def test_opacity_and_blend_are_those_of_the_whole_layer() -> None:
    made = group("{group: [{panel: amber}, {text: Words}], opacity: 0.5, blend: multiply}")
    assert (made.opacity, made.blend, len(made.items)) == (0.5, "multiply", 2)
    row = group('{panel: amber, opacity: "{strength}"}', "[{strength: 0.25}]")
    assert row.opacity == 0.25


def test_a_row_with_no_opacity_is_reported() -> None:
    made = card('[{panel: amber, opacity: "{strength}"}]', "[{strength: much}]")
    (error,) = made.errors
    assert error.fault.message.startswith("'much' is no opacity")
    assert error.fault.hint == "write a number from 0 to 1"


def test_a_shadow_falls_in_the_same_direction_however_the_layer_is_turned() -> None:
    plain = group("{icon: star, shadow: {colour: ink, blur: 1, offset: [1, 2], opacity: 0.5}}")
    assert plain.shadow == Shadow(INK, 1, 1, 2, 0.5)
    turned = group("{icon: star, turn: 90, shadow: ink}")
    assert turned.transform == (1, 0, 0, 1, 0, 0)
    assert turned.shadow == Shadow(INK, 1.5, 0.5, 0.8, 0.4)
    assert group("{icon: star, shadow: none}").shadow is None


def test_a_shadow_needs_no_ink_in_the_palette(tmp_path: Path) -> None:
    write(
        tmp_path,
        """\
        # file: pack.yaml
        kind: pack
        title: Bare
        players: "2"
        documents: [look.yaml, card.yaml, cards.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        palette: {wall: '#AABBCC'}
        # file: card.yaml
        kind: template
        size: 40 x 60
        layers: [{panel: wall, at: [10, 10], size: 10, shadow: {blur: 1}}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{}]
        """,
    )
    assert not report_on(tmp_path).errors


def shadows(scene: Scene) -> list[Picture]:
    ((made,), _) = shaded([scene])
    return [item for item in every(made.items) if isinstance(item, Picture)]


def test_a_shadow_is_a_picture_offset_and_wider_by_its_soft_edge() -> None:
    scene = face("[{panel: amber, at: [10, 10], size: 10, shadow: {blur: 2, offset: [1, 3]}}]")
    (shadow,) = shadows(scene)
    assert (shadow.x, shadow.y, shadow.width) == pytest.approx((10 + 1 - 3.5, 10 + 3 - 3.5, 10 + 7))
    assert bounds(scene.items) == pytest.approx((8, 10, 24, 26))
    assert shadow.bitmap.channels == 4
    assert render_svg(scene).count(b"<image") == 1


def test_equal_shadows_are_one_picture_and_the_same_each_time() -> None:
    scene = face(
        "[{ellipse: amber, size: 9, at: [1, 1], shadow: ink}, {ellipse: amber, size: 9, at: [1, 1], shadow: ink}]"
    )
    first, second = shadows(scene)
    assert first.bitmap == second.bitmap
    page = render_pdf([sheet_of(scene)], PdfInfo(""))
    assert page.count(b"/Subtype /Image") == 2  # the colour and its mask
    assert page == render_pdf([sheet_of(scene)], PdfInfo(""))


@pytest.mark.slow
def test_a_shadow_is_bounded_in_pixels() -> None:
    wide = Group((Rect(0, 0, 5000, 5000, fill=AMBER),), shadow=Shadow(INK, 0, 0, 0, 1))
    (shadow,) = shadows(Scene(5000, 5000, (wide,)))
    assert shadow.bitmap.width * shadow.bitmap.height <= 12_100_000


def test_the_letters_of_a_text_have_an_outline_below_them() -> None:
    scene = face('[{text: "A *b*", outline: card-frame, outline-colour: amber}]')
    runs = [item for item in every(scene.items) if isinstance(item, Text)]
    assert len(runs) > 1
    assert {run.stroke.colour for run in runs if run.stroke} == {AMBER}
    assert all(run.stroke and run.stroke.join == "round" for run in runs)
    assert not any(run.stroke for run in every(face("[{text: A}]").items) if isinstance(run, Text))


@pytest.mark.parametrize(
    ("layers", "codes"),
    [
        ("[{panel: {from: ink, to: paper}}, {text: Words, where: 'top, 6 high, inset 3'}]", ["low-contrast"]),
        ("[{panel: {from: ink, to: paper}}, {text: Words, where: 'bottom, 6 high, inset 3'}]", []),
        ("[{panel: ink, opacity: 0.3}, {text: Words, where: 'top, 6 high, inset 3'}]", []),
        ("[{panel: ink, opacity: 0.7}, {text: Words, where: 'top, 6 high, inset 3'}]", ["low-contrast"]),
        ("[{text: Words, opacity: 0.4, where: 'top, 6 high, inset 3'}]", ["low-contrast"]),
        ("[{panel: ink}, {text: Words, outline: halo, where: 'top, 6 high, inset 3'}]", []),
        ("[{text: Words, where: 'top, 6 high, inset 3'}, {panel: amber, opacity: 0.5}]", []),
        ("[{text: Words, where: 'top, 6 high, inset 3'}, {panel: amber, opacity: 0.95}]", ["hidden-text"]),
        ("[{text: Words, where: 'top, 6 high, inset 3'}, {panel: {from: none, to: amber}}]", []),
        ("[{text: Words, where: 'top, 6 high, inset 3'}, {panel: amber, blend: multiply}]", []),
        (
            "[{group: [{panel: ink}, {text: Words, colour: paper, where: 'top, 6 high, inset 3'}], opacity: 0.2}]",
            ["low-contrast"],
        ),
    ],
)
def test_contrast_is_judged_where_the_letters_are(layers: str, codes: list[str]) -> None:
    made = themed("lines: {halo: {width: 0.8, colour: paper}}", layers)
    assert [finding.code for check in SCENE_CHECKS for finding in check.run(made)] == codes


@pytest.mark.parametrize("setting", ["towards: down", "towards: 45deg", 'towards: "{x}"', "around: somewhere"])
def test_a_gradient_towards_nothing_is_refused(tmp_path: Path, setting: str) -> None:
    """The layer would not be printed, and nothing else would say so."""
    layer = f"{{panel: {{from: amber, to: paper, {setting}}}}}"
    text = f"kind: template\nsize: 40 x 60\nlayers: [{layer}]\n"
    report = report_on(write(tmp_path, f"# file: card.yaml\n{text}"))
    assert "wrong-value" in [each.code for each in report.findings]
