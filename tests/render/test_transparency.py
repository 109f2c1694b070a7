"""Gradients, opacity and blend modes look the same as PDF and as SVG, and are written once."""

from __future__ import annotations

import re
from io import BytesIO

import pypdfium2
import pytest
from PIL import Image

from pnp.render.inks import FourInks, outlined
from pnp.render.pdf import render_pdf, render_png, shaded
from pnp.render.prepress import PdfInfo
from pnp.render.svg import render_svg
from pnp.scene.drawings import dump
from pnp.scene.items import (
    Ellipse,
    GradientStop,
    Group,
    Item,
    LinearGradient,
    Path,
    Picture,
    RadialGradient,
    Rect,
    Scene,
    Shadow,
    Stroke,
    Text,
    translate,
)
from pnp.scene.paint import over
from pnp.scene.parts import sheet_of
from pnp.scene.paths import polyline
from pnp.scene.typesetting.fonts import face
from tests.parity.gates import MOST, difference, pdf_pictures, picture, svg_picture

from .artwork import AMBER, BLUE, INK, NAMES, PAPER, RED, scene

WHITE_TO_BLACK = (GradientStop(0, "#FFFFFF"), GradientStop(1, "#000000"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_pdf_and_svg_look_the_same(name: str) -> None:
    made = scene(name)
    (printed,) = pdf_pictures([made])
    found = difference(printed, svg_picture(made))
    assert found.blur <= MOST.blur
    assert found.envelope <= MOST.envelope
    assert found.flat <= (10 if name == "whole" else MOST.flat)


def colours(*items: Item, at: list[tuple[float, float]]) -> list[tuple[int, ...]]:
    """The colours of points of a scene of 20 × 20."""
    drawing = Scene(20, 20, items)
    pixels = Image.open(BytesIO(render_png(drawing, 254)))
    return [pixels.getpixel((int(x * 10), int(y * 10))) for x, y in at]  # type: ignore[misc]


def hexed(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def near(one: tuple[int, ...], other: tuple[int, ...], slack: int = 3) -> bool:
    return all(abs(a - b) <= slack for a, b in zip(one, other, strict=True))


def test_the_opacity_of_a_group_counts_once_where_its_items_overlap() -> None:
    pair = Rect(0, 0, 12, 20, fill=RED), Rect(8, 0, 12, 20, fill=BLUE)
    left, both, right = colours(Group(pair, opacity=0.5), at=[(4, 10), (10, 10), (16, 10)])
    assert near(left, hexed(over(RED, "#FFFFFF", 0.5)))
    assert near(both, hexed(over(BLUE, "#FFFFFF", 0.5)))
    assert near(right, both)


def test_a_gradient_turns_with_its_group_and_its_own_transform() -> None:
    ramp = LinearGradient((0, 0), (1, 0), WHITE_TO_BLACK, (0, 20, -20, 0, 0, 0))  # downwards
    above, below = colours(Rect(0, 0, 20, 20, fill=ramp), at=[(10, 1), (10, 19)])
    assert above[0] > 230 > 20 > below[0]
    turned = Group((Rect(0, 0, 20, 20, fill=ramp),), (0, 1, -1, 0, 20, 0))
    left, right = colours(turned, at=[(1, 10), (19, 10)])
    assert left[0] < 20 < 230 < right[0]


def test_a_gradient_without_a_length_has_its_last_colour() -> None:
    stops = (GradientStop(0, RED), GradientStop(1, BLUE))
    flat = Rect(0, 0, 10, 20, fill=LinearGradient((5, 5), (5, 5), stops))
    round_ = Rect(10, 0, 10, 20, fill=RadialGradient((15, 5), 0, stops))
    assert colours(flat, round_, at=[(5, 10), (15, 10)]) == [hexed(BLUE)] * 2


def test_a_gradient_with_one_stop_or_two_at_one_place() -> None:
    single = Rect(0, 0, 10, 10, fill=LinearGradient((0, 0), (10, 0), (GradientStop(0.5, RED),)))
    edge = (GradientStop(0.5, RED), GradientStop(0.5, BLUE))
    hard = Rect(0, 10, 20, 10, fill=LinearGradient((0, 0), (20, 0), edge))
    assert colours(single, hard, at=[(5, 5), (8, 15), (12, 15)]) == [hexed(RED), hexed(RED), hexed(BLUE)]


def test_blending_ends_at_a_clip_at_an_opacity_and_at_the_page() -> None:
    dark = Group((Rect(0, 0, 10, 20, fill=AMBER),), blend="multiply")
    ground = Rect(0, 0, 20, 20, fill=BLUE)
    multiplied = hexed(over(AMBER, BLUE, 1, "multiply"))
    for kept, expected in (
        (dark, multiplied),
        (Group((dark,)), multiplied),
        (Group((dark,), clip=Rect(0, 0, 20, 20)), hexed(AMBER)),
        (Group((dark,), opacity=0.5), hexed(over(AMBER, BLUE, 0.5))),
    ):
        (found,) = colours(ground, kept, at=[(5, 10)])
        assert near(found, expected)
    screen = Group((Rect(0, 0, 20, 20, fill=BLUE),), blend="screen")
    assert colours(screen, at=[(5, 5)]) == [hexed(BLUE)]  # not white: the paper is below the page


def test_a_repeated_group_is_written_once() -> None:
    pair: tuple[Item, ...] = tuple(Rect(at, 0, 5, 20, fill=RED) for at in range(10))
    once = Scene(200, 20, (Group(pair, opacity=0.5),))
    often = Scene(200, 20, tuple(Group(pair, translate(at * 20, 0), opacity=0.5) for at in range(10)))
    forms = [len(re.findall(rb"/Group ", render_pdf([sheet_of(it)], PdfInfo("")))) for it in (once, often)]
    assert forms == [1, 1]
    assert render_svg(often).count(b"<rect") == 10


def test_an_outline_lies_below_all_letters_and_is_no_second_text() -> None:
    bold = face("Fira Sans", 700).name
    text = Text(1, 15, "WAW", bold, 24, "#FFFFFF", 19, -1.0, Stroke("#000000", 2, (), "round", "round"))
    page = render_pdf([sheet_of(Scene(20, 20, (text,)))], PdfInfo(""))
    assert pypdfium2.PdfDocument(page)[0].get_textpage().get_text_bounded().strip() == "WAW"
    alone = Text(1, 15, "WAW", bold, 24, "#FFFFFF", 19, -1.0)
    black = Rect(0, 0, 20, 20, fill="#000000")
    inside = picture(render_png(Scene(20, 20, (black, alone)), 254)).min(axis=2) > 250
    outlined_too = picture(render_png(Scene(20, 20, (black, text)), 254))
    assert inside.sum() > 1000
    assert (outlined_too[inside] > 250).all()  # no stroke of a letter covers its neighbour


def test_a_text_with_a_gradient_can_be_found() -> None:
    text = Text(1, 15, "Harbour", face("Fira Sans", 400).name, 9, LinearGradient((0, 0), (20, 0), WHITE_TO_BLACK), 19)
    page = render_pdf([sheet_of(Scene(20, 20, (text,)))], PdfInfo(""))
    assert pypdfium2.PdfDocument(page)[0].get_textpage().get_text_bounded().strip() == "Harbour"
    assert b'aria-label="Harbour"' in render_svg(Scene(20, 20, (text,)))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_print_services_get_the_same_in_four_inks_and_as_outlines(name: str) -> None:
    sheet = sheet_of(scene(name))
    in_inks = render_pdf([sheet], PdfInfo(""), FourInks())
    assert b"/DeviceRGB" not in in_inks.replace(b"\n", b" ")
    (plain,), (lettered,) = pdf_pictures([scene(name)]), outlined([sheet])
    shown = pdf_pictures([Scene(lettered.width, lettered.height, lettered.items)])
    assert difference(plain, next(shown)).passes
    assert render_pdf([sheet], PdfInfo(""), FourInks()) == in_inks


def test_a_dump_tells_of_gradients_and_transparency() -> None:
    fade = RadialGradient((1, 2), 3, (GradientStop(0, RED), GradientStop(1, RED, 0)), focus=(1, 1))
    line = Stroke(LinearGradient((0, 0), (9, 0), WHITE_TO_BLACK), 1)
    drawing = Scene(
        9,
        9,
        (
            Group(
                (Ellipse(1, 2, 3, 3, fade), Path(polyline([(0, 0), (9, 0)]), None, line)), opacity=0.5, blend="multiply"
            ),
        ),
    )
    assert dump(drawing) == (
        "scene '' 9 × 9 bleed 0\n"
        "  group opacity 0.5 multiply\n"
        "    ellipse 1 2 3 3 fill (radial 1 2 3 focus 1 1 0 #D2403F 1 #D2403F opacity 0)\n"
        "    path M0 0L9 0 stroke (linear 0 0 9 0 0 #FFFFFF 1 #000000) 1 butt miter\n"
    )


def test_colours_are_checked_in_gradients_too() -> None:
    bad = Rect(0, 0, 9, 9, fill=LinearGradient((0, 0), (9, 0), (GradientStop(0, "red"), GradientStop(1, PAPER))))
    for render in (lambda: render_svg(Scene(9, 9, (bad,))), lambda: render_png(Scene(9, 9, (bad,)), 72)):
        with pytest.raises(ValueError, match="is no colour"):
            render()


def test_ink_is_measured_with_the_stroke_of_letters() -> None:
    from pnp.scene.extent import bounds

    bold = face("Fira Sans", 700).name
    plain, wide = (bounds((Text(0, 0, "H", bold, 24, INK, 6, 0.0, line),)) for line in (None, Stroke(INK, 2)))
    assert plain
    assert wide == plain.grown(1)


@pytest.mark.parametrize("blur", [0.5, 4.0])
def test_a_shadow_has_300_pixels_per_inch_however_soft_it_is(blur: float) -> None:
    dark = Group((Rect(20, 20, 40, 30, fill=BLUE),), shadow=Shadow("#000000", blur, 1, 1, 0.5))
    (sheet,), _ = shaded([sheet_of(Scene(80, 70, (dark,)))])
    (face_items,) = (item.items for item in sheet.items if isinstance(item, Group))
    (soft,) = (item for group in face_items if isinstance(group, Group) for item in group.items[:1])
    assert isinstance(soft, Picture)
    assert soft.bitmap.width / soft.width * 25.4 == pytest.approx(300, rel=0.01)
