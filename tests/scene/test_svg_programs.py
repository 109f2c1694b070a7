"""Small drawings in the manner of each program, against another renderer."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import Any

import numpy as np
import pytest
import resvg_py
from PIL import Image

from pnp.render.pdf import render_png
from pnp.scene.items import Group, Item, LinearGradient, Path, Picture, RadialGradient, Rect, Scene, Text
from pnp.scene.svg_art import open_drawing, read_drawing
from tests.pipeline import ROOT
from tests.scene.pictures import file, gradient

ART = ROOT / "tests" / "gallery" / "art"


def compared(svg: str) -> Any:
    """The share of pixels in which our picture differs from that of resvg."""
    drawing = open_drawing(svg.encode())
    assert drawing.left_out == ()
    scene = Scene(60, 40, (Group(drawing.items, clip=Rect(0, 0, 60, 40)),))
    ours = np.array(Image.open(BytesIO(render_png(scene, 254))).convert("RGB")).astype(int)
    plain = svg.replace('width="60mm" height="40mm"', "").replace('width="100%" height="100%"', "")
    theirs = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=plain, width=600)))).convert("RGBA")
    white = Image.new("RGBA", theirs.size, "#FFFFFF")
    white.alpha_composite(theirs)
    other = np.array(white.convert("RGB")).astype(int)
    assert (other.min(axis=2) < 250).mean() > 0.2
    return (np.abs(ours - other).max(axis=2) > 48).mean()


@pytest.mark.parametrize("name", ["inkscape", "illustrator", "affinity", "references"])
def test_what_programs_write_looks_as_another_renderer_shows_it(name: str) -> None:
    assert compared((ART / f"{name}.svg").read_text(encoding="utf-8")) < 0.004


def leaves(items: tuple[Item, ...]) -> list[Item]:
    return [leaf for it in items for leaf in (leaves(it.items) if isinstance(it, Group) else [it])]


def drawn(body: str, head: str = "") -> list[Item]:
    return leaves(
        open_drawing(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" {head}>{body}</svg>'.encode()).items
    )


def test_layers_that_are_hidden_stay_hidden() -> None:
    body = '<circle r="9"/>'
    for hidden in ('style="display:none"', 'display="none"', 'visibility="hidden"'):
        assert drawn(f"<g {hidden}>{body}</g>") == []
    assert len(drawn(f'<g visibility="hidden"><g visibility="visible">{body}</g></g>')) == 1


def test_a_gradient_takes_from_those_that_it_extends() -> None:
    body = """<linearGradient id="a"><stop stop-color="red"/><stop offset="50%" stop-color="#00f8"/></linearGradient>
      <radialGradient id="b" href="#a" r="9" gradientUnits="userSpaceOnUse"/><linearGradient id="c" href="#c"/>
      <rect width="9" height="9" fill="url(#b)"/><rect width="8" height="9" fill="url(#a)" fill-opacity=".5"/>
      <rect width="7" height="9" fill="url(#c)"/>"""
    radial, linear = (item.fill for item in drawn(body) if isinstance(item, Rect))
    assert isinstance(radial, RadialGradient)
    assert [(stop.at, stop.colour, round(stop.opacity, 2)) for stop in radial.stops] == [
        (0, "#FF0000", 1),
        (0.5, "#0000FF", 0.53),
    ]
    assert isinstance(linear, LinearGradient)
    assert [round(stop.opacity, 2) for stop in linear.stops] == [0.5, 0.27]


def test_lengths_have_units() -> None:
    (rect,) = drawn('<rect x="50%" y="25%" width="1in" height="2.54cm" rx="2pt" stroke="red" stroke-width="1mm"/>')
    assert isinstance(rect, Rect)
    assert (rect.x, rect.y, rect.width) == (30, 10, 96)
    assert rect.height == pytest.approx(96)
    assert rect.radius == pytest.approx(8 / 3)
    assert rect.stroke
    assert rect.stroke.width == pytest.approx(96 / 25.4)


def test_styles_follow_the_order_of_css() -> None:
    sheet = """<style>rect{fill:#111} .a{fill:#222} #b{fill:#333} g > .c{fill:#444} .d .a{fill:#555}
      .e{fill:#666!important}</style>"""
    one = '<rect width="1" height="1"'
    rects = f"""{one} fill="#fff"/>{one} class="x a"/>{one} id="b" class="a"/>
      <g class="d">{one} class="c"/>{one} class="a"/></g>{one} style="fill:#777"/>{one} class="e" style="fill:#777"/>"""
    fills = [item.fill for item in drawn(sheet + rects) if isinstance(item, Rect)]
    assert fills == ["#111111", "#222222", "#333333", "#444444", "#555555", "#777777", "#666666"]


def test_pictures_are_embedded_or_of_the_pack() -> None:
    png = file(gradient(8, 4))
    data = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    (inside,) = drawn(f'<image width="20" height="20" href="{data}"/>')
    assert isinstance(inside, Picture)
    assert (inside.x, inside.y, inside.width, inside.height) == (0, 5, 20, 10)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">'
    asked: list[str] = []

    def files(name: str) -> bytes | None:
        asked.append(name)
        return png

    made = read_drawing(f'{head}<image width="20" height="20" href="my%20art/a.png"/></svg>'.encode(), files, None)
    assert isinstance(leaves(made.items)[0], Picture)
    assert asked == ["my art/a.png"]


def test_texts_are_set_in_fonts_at_hand() -> None:
    head = 'font-family="Fira Sans, Arial" font-size="8px"'
    first, second, third = drawn(
        '<text x="30" y="9" text-anchor="middle">ab<tspan font-weight="bold" fill="red"> c</tspan></text>'
        '<text y="20">\n d \n</text>',
        head,
    )
    assert isinstance(first, Text)
    assert isinstance(second, Text)
    assert isinstance(third, Text)
    assert (first.string, second.string, third.string) == ("ab", " c", "d")
    assert first.x == pytest.approx(30 - (first.width + second.width) / 2)
    assert second.x == pytest.approx(first.x + first.width)
    assert (second.fill, first.y, third.x) == ("#FF0000", 9, 0)
    assert "700" in second.font
    assert first.font != second.font
    outlined = drawn('<text y="9" stroke="red">a</text>', head)
    assert [type(item) for item in outlined] == [Path, Path]


def test_letters_with_places_of_their_own_stand_there() -> None:
    one, two, three = drawn('<text x="1 9" y="5">abc</text><text y="9"><tspan x="4" dy="3">d</tspan></text>')
    assert isinstance(one, Text)
    assert isinstance(two, Text)
    assert isinstance(three, Text)
    assert [(it.string, it.x, it.y) for it in (one, two, three)] == [("a", 1, 5), ("bc", 9, 5), ("d", 4, 12)]
