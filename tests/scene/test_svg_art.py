from __future__ import annotations

from contextlib import suppress
from io import BytesIO

import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.render.pdf import render_png
from pnp.render.svg import render_svg
from pnp.scene.bitmaps import PictureRefused, open_bitmap
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Scene, Stroke
from pnp.scene.paint import colour_at
from pnp.scene.svg_art import MOST_SHAPES, Drawing, looks_like_svg, open_drawing
from pnp.scene.svg_xml import SVG

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">'

FADING = "<linearGradient id='a'><stop stop-color='red'/><stop offset='1'/></linearGradient>"
FLOOD = "<feFlood flood-color='red'/>"
DASHED = 'stroke="teal" stroke-width="3" stroke-dasharray="6 4"'
MARKED = 'marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"'
MARKER = '<marker id="m" refX="2" refY="2" markerUnits="userSpaceOnUse"><path d="M0 0h3v3h-3z" fill="orange"/></marker>'


def radial(places: str) -> str:
    """A rectangle with a radial gradient."""
    stops = '<stop stop-color="#ff0"/><stop offset="1" stop-color="#00a"/>'
    gradient = f'<radialGradient id="g" gradientUnits="userSpaceOnUse" {places}>{stops}</radialGradient>'
    return f'{gradient}<rect x="5" y="5" width="50" height="30" fill="url(#g)"/>'


SPECIMEN = """<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:tool="http://example.org/tool" width="60mm" height="40mm"
     viewBox="10 20 60 40" style="font-family:serif;line-height:1.25" fill="teal" tool:version="1">
  <title>Specimen</title><desc>every shape</desc>
  <metadata><tool:anything><b/></tool:anything></metadata>
  <tool:namedview zoom="3"><tool:grid/></tool:namedview>
  <defs><linearGradient id="unused"><stop offset="0"/></linearGradient></defs>
  <g transform="translate(10 20)" stroke="#123456" stroke-width="1.5" id="all" class="x">
    <rect x="2" y="2" width="12" height="8" rx="2"/>
    <circle cx="24" cy="7" r="5" fill="none"/>
    <g transform="rotate(20 40 8), scale(1 1)">
      <ellipse cx="40" cy="8" rx="8" ry="4" style="fill: #f2a900; stroke: none"/>
    </g>
    <line x1="4" y1="16" x2="18" y2="22" stroke-linecap="round" style="stroke-width:3px"/>
    <polyline points="22,16 28,22 34,16" fill="none" stroke-linejoin="round" stroke-dasharray="3 2"/>
    <polygon points="40 14 56 14 48 24" fill="tomato"/>
    <path d="M4 28h16v8H4zM8 30v4h8v-4z" fill-rule="evenodd" stroke="none"/>
    <path d="M26 28c8-4 8 12 0 8s4-8 0-8" transform="matrix(1 .1 -.1 1 2 -2) skewX(5)" opacity="1"/>
    <circle cx="90" cy="90" r="5"/>
  </g>
</svg>
"""


def opened(body: str, head: str = HEAD) -> tuple[Item, ...]:
    (group,) = open_drawing(f"{head}{body}</svg>".encode()).items
    assert isinstance(group, Group)
    return group.items


def refused(text: str | bytes) -> str:
    with pytest.raises(PictureRefused) as caught:
        open_drawing(text.encode() if isinstance(text, str) else text)
    return caught.value.message


def test_a_drawing_looks_as_other_renderers_show_it() -> None:
    drawing = open_drawing(SPECIMEN.encode())
    assert (drawing.width, drawing.height) == (60, 40)
    different, inked = compared(SPECIMEN)
    assert different < 0.003  # edges alone
    assert inked > 0.2


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M8 8L52 20L8 32" fill="none" stroke="red" stroke-width="3" stroke-miterlimit="10"/>',
        '<path d="M8 8L52 20L8 32" fill="none" stroke="red" stroke-width="3"/>',
        '<path d="M8 8L30 30L52 8" fill="none" stroke="red" stroke-width="9" stroke-miterlimit="1.4"/>',
        '<g transform="translate(2 9)"><path d="M8 8L52 12L8 16" fill="red" stroke="red" stroke-miterlimit="15"/></g>',
        '<rect width="20" height="10" transform="rotate(45)" transform-origin="30 20"/>',
        '<rect width="20" height="10" transform="rotate(120)" style="transform-origin:center"/>',
        '<rect y="15" width="20" height="10" transform="scale(.5)" transform-origin="bottom right"/>',
        '<rect y="15" width="20" height="10" transform="scale(.5)" transform-origin="bottom"/>',
        '<rect y="15" width="20" height="10" transform="rotate(20)" style="transform-origin:25% 75%"/>',
        (
            '<clipPath id="a" transform="rotate(45)" transform-origin="center">'
            '<rect x="20" y="10" width="20" height="20"/></clipPath><rect width="60" height="40" clip-path="url(#a)"/>'
        ),
        (
            '<defs><path id="a" d="M0 0h20v20z" fill="context-stroke" stroke="context-fill" stroke-width="3"/></defs>'
            '<use href="#a" x="10" y="10" fill="teal" stroke="tomato"/>'
        ),
        (
            '<defs><path id="a" d="M0 0h20v20z" fill="context-fill"/><g id="b" fill="blue"><use href="#a"/></g></defs>'
            '<use href="#b" fill="red"/>'
        ),
        (
            '<defs><svg id="a" x="12" y="6" width="20" height="10"><circle r="30"/></svg></defs>'
            '<use href="#a" x="5" width="30"/>'
        ),
        f'<path d="M5 20h50" {DASHED} stroke-dashoffset="3"/>',
        f'<path d="M5 20h50" {DASHED} stroke-dashoffset="-2"/>',
        f'<path d="M5 5h50v30" fill="none" {DASHED} style="stroke-dasharray:9 4 2;stroke-dashoffset:10"/>',
        f'<circle cx="30" cy="20" r="14" fill="none" {DASHED} stroke-dashoffset="5%"/>',
        radial('cx="25" cy="20" r="9" fx="45" fy="20"'),
        radial('cx="40" cy="25" r="9" fx="20" fy="5"'),
        (
            '<clipPath id="a" clipPathUnits="objectBoundingBox"><ellipse cx=".5" cy=".5" rx=".5" ry=".5"/></clipPath>'
            '<g clip-path="url(#a)"><rect x="20" y="10" width="20" height="20"/>'
            '<rect x="5" y="5" width="50" height="30" visibility="hidden"/></g>'
        ),
        (
            '<clipPath id="a" clipPathUnits="objectBoundingBox"><ellipse cx=".5" cy=".5" rx=".5" ry=".5"/></clipPath>'
            '<g clip-path="url(#a)"><rect x="20" y="10" width="20" height="20"/>'
            '<rect x="5" y="5" width="50" height="30" fill="none"/></g>'
        ),
        (
            '<clipPath id="a" clipPathUnits="objectBoundingBox"><ellipse cx=".5" cy=".5" rx=".5" ry=".5"/></clipPath>'
            '<g clip-path="url(#a)"><rect x="20" y="10" width="20" height="20"/>'
            '<rect x="5" y="5" width="50" height="30" opacity="0"/></g>'
        ),
        f'{MARKER}<path d="M9 9h40v20" fill="none" stroke="teal" style="marker:url(#m)"/>',
        f'{MARKER}<path d="M9 9h40v20" fill="none" stroke="teal" marker="url(#m)"/>',
        f'{MARKER}<path d="M9 9h40v20z" stroke="red" stroke-width="5" {MARKED} paint-order="markers"/>',
        f'{MARKER}<path d="M9 9h40v20z" stroke="red" stroke-width="5" {MARKED} paint-order="markers stroke"/>',
        '<path d="M9 9h40v20z" stroke="red" stroke-width="5" paint-order="stroke wobble"/>',
        (
            '<clipPath id="a"><path d="M2 2v30h30v-30zM8 8h18v18h-18z"/><rect x="20" y="5" width="30" height="20"/>'
            '</clipPath><rect width="60" height="40" clip-path="url(#a)"/>'
        ),
        (
            '<clipPath id="b"><circle cx="20" cy="20" r="12"/></clipPath>'
            '<clipPath id="a"><rect width="25" height="40" clip-path="url(#b)"/></clipPath>'
            '<rect width="60" height="40" clip-path="url(#a)"/>'
        ),
        (
            '<mask id="b"><rect width="30" height="40" fill="#fff"/></mask><mask id="a" mask="url(#b)">'
            '<circle cx="30" cy="20" r="15" fill="#ccc"/></mask><rect width="60" height="40" mask="url(#a)"/>'
        ),
        '<ellipse cx="30" cy="20" rx="12" ry="-5"/>',
        '<rect x="9" y="9" width="40" height="20" rx="-5" ry="6"/>',
        '<style type="text/x">rect{fill:red}</style><rect width="60" height="40" fill="teal"/>',
        '<linearGradient id="g"/><rect width="60" height="40" fill="url(#g) teal"/>',
        '<rect id="g"/><linearGradient id="a" href="#g"/><rect width="60" height="40" fill="url(#a) teal"/>',
        '<rect width="60" height="40" fill="hsl(120, 200%, 25%)"/>',
        (
            '<rect width="60" height="40" fill="#ff0"/><g style="isolation:isolate"><rect width="40" height="30" '
            'fill="#0ff" style="mix-blend-mode:multiply"/></g>'
        ),
        (
            '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="30" cy="20" r="9" gradientTransform="scale(2)" '
            'transform-origin="30 20"><stop stop-color="red"/><stop offset="1" stop-color="#00f"/></radialGradient>'
            '<rect width="60" height="40" fill="url(#g)"/>'
        ),
    ],
)
def test_seldom_used_settings_look_as_other_renderers_show_them(body: str) -> None:
    different, inked = compared(f"{HEAD}{body}</svg>")
    assert different < 0.003
    assert inked > 0.005


@pytest.mark.parametrize(
    "body",
    [
        radial('cx="25" cy="20" r="8" fx="28" fy="22" spreadMethod="reflect"'),
        radial('cx="25" cy="20" r="8" fx="20" fy="22" spreadMethod="repeat"'),
        (
            '<clipPath id="a"><path d="M30 2L42 38L10 15H50L18 38z" clip-rule="evenodd"/><circle cx="30" '
            'cy="21" r="2"/></clipPath>'
            '<rect width="60" height="40" clip-path="url(#a)"/>'
        ),
        (
            '<clipPath id="b"><circle cx="20" cy="20" r="12"/></clipPath><clipPath id="a"><rect width="25" height="40" '
            'clip-path="url(#b)" transform="translate(4 0)"/><rect x="40" width="9" height="30"/></clipPath>'
            '<rect width="60" height="40" clip-path="url(#a)"/>'
        ),
    ],
)
def test_what_is_sampled_or_printed_as_a_picture_differs_at_edges_alone(body: str) -> None:
    different, _ = compared(f"{HEAD}{body}</svg>")
    assert different < 0.01


def test_of_several_languages_english_is_drawn() -> None:
    german, english = (f'<rect width="9" height="9" systemLanguage="{words}"/>' for words in ("de", "fr, en-GB"))
    drawing = open_drawing(f"{HEAD}<switch>{german}{english}<circle r='9'/></switch></svg>".encode())
    assert (drawing.items[0].items, drawing.left_out) == ((Rect(0, 0, 9, 9, 0, "#000000"),), ())  # type: ignore[union-attr]


def compared(text: str) -> tuple[float, float]:
    """Return the share of pixels that differ from those of resvg, and the share that is not white."""
    drawing = open_drawing(text.encode())
    scene = Scene(60, 40, (Group(drawing.items, clip=Rect(0, 0, 60, 40)),))
    ours = np.array(Image.open(BytesIO(render_png(scene, 254))).convert("RGB")).astype(int)
    theirs = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=254, width=600))))
    white = Image.new("RGBA", theirs.size, "#FFFFFF")
    white.alpha_composite(theirs.convert("RGBA"))
    difference = np.abs(ours - np.array(white.convert("RGB")).astype(int)).max(axis=2)
    return float((difference > 64).mean()), float((np.array(white.convert("L")) < 250).mean())


def test_a_transform_is_around_the_box_of_its_object_if_it_says_so() -> None:
    turned = '<rect x="10" y="5" width="20" height="10" style="transform:{};transform-origin:center;{}"/>'
    (group,) = opened(turned.format("rotate(180deg)", "transform-box:fill-box"))
    assert isinstance(group, Group)
    assert group.transform == pytest.approx((-1, 0, 0, -1, 40, 20))


def test_shapes_wear_what_they_and_their_groups_say() -> None:
    worn = opened('<g fill="#abc" stroke="red"><rect width="3" height="2" style="stroke-width:2;fill:none"/></g>')
    assert worn == (Rect(0, 0, 3, 2, 0, None, Stroke("#FF0000", 2)),)
    assert opened('<circle r="3"/>') == (Ellipse(0, 0, 3, 3, "#000000"),)
    assert opened('<path d="M0 0h4v4z" fill="currentColor"/>')[0].fill == "#000000"  # type: ignore[union-attr]
    assert opened('<path d="M0 0h4v4z" fill="none"/><rect width="0" height="3"/><circle/>') == ()


def test_a_size_stands_in_for_a_view_box() -> None:
    drawing = open_drawing(b'<svg width="24" height="16px"><rect width="3" height="2"/></svg>')
    assert (drawing.width, drawing.height) == (24, 16)
    assert "how large it is" in refused("<svg><rect width='3' height='2'/></svg>")
    assert "how large it is" in refused("<svg viewBox='0 0 0 9'/>")


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("<image id='map' href='file:///etc/passwd'/>", "the picture of 'image' 'map' on line 1"),
        ("<image href='https://example.org/a.png'/>", "the picture of 'image' on line 1"),
        ("<use href='other.svg#a'/>", "the object of 'use' on line 1"),
        ("<foreignObject/>", "'foreignObject' on line 1"),
        ("<rect width='1e9' height='1'/>", "the object ('1e9' is no length that can be drawn) of 'rect' on line 1"),
        ("<rect width='1 2' height='1'/>", "the object ('1 2' is no length that can be drawn) of 'rect' on line 1"),
        ("<rect width='nan' height='1'/>", "the object ('nan' is no length that can be drawn) of 'rect' on line 1"),
        ("<rect fill='wobble' width='1' height='1'/>", "the colour 'wobble' of 'rect' on line 1"),
        (
            "<g style='mix-blend-mode:wobble'><rect width='9' height='9'/></g>",
            "the blend mode 'wobble' of 'g' on line 1",
        ),
        ("<g filter='url(#f)'><rect width='9' height='9'/></g>", "the filter of 'g' on line 1"),
        ("<rect width='9' height='9' fill='url(#gone)'/>", "the fill of 'rect' on line 1"),
        ("<g clip-path='url(#gone)'><rect width='9' height='9'/></g>", "the clip of 'g' on line 1"),
        (
            "<linearGradient id='a' href='#gone'/><rect width='9' height='9' fill='url(#a)'/>",
            "the colours of the gradient of 'linearGradient' 'a' on line 1",
        ),
        ("<g id='a'/>\n<g mask='url(#f)' id='b'><rect width='9' height='9'/></g>", "the mask of 'g' 'b' on line 2"),
        (
            "<g transform='wobble(3)'><circle r='3'/></g>",
            "the object (its transform 'wobble' cannot be read) of 'g' on line 1",
        ),
        ("<path d='M0 0L'/>", "the object (its path cannot be read: a number is missing: 'L' takes 2 numbers at"),
        ("<text y='9' font-family='Wobble'>a</text>", "the font 'Wobble' of 'text' on line 1"),
        ("<text y='9'>\u4e2d</text>", "the character '\u4e2d', which its font lacks, of 'text' on line 1"),
        ("<text><textPath href='#a'>a</textPath></text>", "the text on a path of 'textPath' on line 1"),
        ("<style>rect:enabled{fill:red}</style>", "the style for 'rect:enabled' of its style sheet"),
        (
            "<line x2='9' stroke='red' id='l' stroke-dasharray='3' pathLength='5'/>",
            "the length that dashes are counted in of 'line' 'l'",
        ),
        (
            "<line x2='9' stroke='red' id='l' vector-effect='non-scaling-stroke'/>",
            "the line that is equally wide at each size of 'line' 'l'",
        ),
        (
            f"{FADING}<line x2='9' stroke='url(#a)' id='l'/>",
            "the gradient, which has no area to cover, of 'line' 'l'",
        ),
        (
            f"{FADING}<path id='p' d='M0 0h9v9' fill='context-fill'/><use href='#p' x='3' fill='url(#a)'/>",
            "the gradient that is taken from a line or a 'use' of 'path' 'p'",
        ),
        (
            f"{FADING}<linearGradient id='b' spreadMethod='reflect' href='#a' x2='.01'/><circle r='9' fill='url(#b)'/>",
            "the 'reflect' of the gradient of 'linearGradient' 'b'",
        ),
        ("<rect width='9' height='9' id='r' systemLanguage='de'/>", "what is for other languages of 'rect' 'r'"),
        (
            f"<filter id='f'>{FLOOD}</filter><g id='g' filter='url(#f)'/>",
            "the filter of 'g' 'g'",
        ),
        (
            "<filter id='f'><feGaussianBlur stdDeviation='2' x='5'/></filter><circle id='c' r='9' filter='url(#f)'/>",
            "the filter of 'circle' 'c'",
        ),
        (
            "<filter id='f'><feGaussianBlur/></filter><circle id='c' r='9' style='filter:url(#f) grayscale()'/>",
            "the filter of 'circle' 'c'",
        ),
        (
            "<filter id='f'><feGaussianBlur stdDeviation='2 0'/></filter><circle id='c' r='9' filter='url(#f)'/>",
            "the blur that is wider one way of 'circle' 'c'",
        ),
        (
            "<pattern id='a' width='.5' height='.5' transform-origin='1 1'/><circle r='9' fill='url(#a)'/>",
            "the transform-origin of 'pattern' 'a'",
        ),
        ("<text id='t' y='9' direction='rtl'>a</text>", "the direction of the letters of 'text' 't'"),
        (
            "<filter id='f'/><g filter='url(#f)'><circle r='3'/></g><circle r='3' filter='url(#f)'/>",
            "the filter of 'g' on line 1 and 1 more",
        ),
    ],
)
def test_what_is_left_out_is_named_and_the_rest_is_drawn(body: str, what: str) -> None:
    drawing = open_drawing(f'{HEAD}{body}<rect x="50" width="3" height="2"/></svg>'.encode())
    ((message, hint),) = drawing.left_out
    assert message.startswith(what)
    assert hint
    assert drawing.items[0].items[-1] == Rect(50, 0, 3, 2, 0, "#000000")  # type: ignore[union-attr]


def test_a_ground_behind_the_drawing_is_not_printed() -> None:
    """Viewers show it around the drawing; on a card it would cover what is below."""
    head = HEAD.replace("<svg ", '<svg id="page" style="background-color:#fff" ')
    ((message, _),) = open_drawing(f"{head}<circle r='9'/></svg>".encode()).left_out
    assert message == "the background of 'svg' 'page' on line 1"
    for plain in ("none", "transparent"):
        assert not open_drawing(f"{head.replace('#fff', plain)}<circle r='9'/></svg>".encode()).left_out


def test_what_is_hidden_leaves_nothing_in_the_drawing() -> None:
    hidden = '<g visibility="hidden"><rect width="9" height="9"/><text>a</text></g><g opacity="0"><circle r="9"/></g>'
    assert opened(hidden) == ()


def test_an_inner_circle_of_a_gradient_is_of_its_first_colour() -> None:
    """As Chromium draws `fr`."""
    (shape,) = opened(radial('cx="30" cy="20" r="10" fr="5"'))
    assert isinstance(shape, Rect)
    assert [colour_at(shape.fill, 30 + x, 20)[0] for x in (0, 4.9, 10)] == ["#FFFF00", "#FFFF00", "#0000AA"]
    (hard,) = opened(radial('cx="30" cy="20" r="10" fr="10"'))
    assert isinstance(hard, Rect)
    assert [colour_at(hard.fill, 30 + x, 20)[0] for x in (9.9, 10.2)] == ["#FFFF00", "#0000AA"]


def test_an_inner_circle_that_is_larger_is_the_outer_one() -> None:
    """As Chromium draws `fr` larger than `r`."""
    (shape,) = opened(radial('cx="30" cy="20" r="5" fr="10"'))
    assert isinstance(shape, Rect)
    assert [colour_at(shape.fill, 30 + x, 20)[0] for x in (0, 4.9, 10)] == ["#0000AA", "#0000AA", "#FFFF00"]


@pytest.mark.parametrize("place", ['r="5" fr="10" fx="10"', 'r="5" fr="5" fx="28"'])
def test_a_gradient_that_opens_backwards_is_reported(place: str) -> None:
    drawing = open_drawing((HEAD + radial(f'cx="30" cy="20" {place}') + "</svg>").encode())
    ((message, hint),) = drawing.left_out
    assert message.startswith("the focal circle of 'radialGradient' 'g' on line")
    assert hint.startswith("make fr smaller than r")


def test_repeats_of_a_gradient_with_an_inner_circle_are_reported() -> None:
    repeated = radial('cx="30" cy="20" r="9" fr="5" spreadMethod="reflect"')
    drawing = open_drawing(f"{HEAD}{repeated}</svg>".encode())
    assert [message.partition(" of 'radial")[0] for message, _ in drawing.left_out] == ["the 'reflect' of the gradient"]


@pytest.mark.parametrize(
    ("around", "own", "is_clipped"),
    [
        ("", "", True),
        ("", 'overflow="inherit"', False),
        ('overflow="visible"', 'overflow="inherit"', False),
        ('overflow="hidden"', 'overflow="inherit"', True),
        ("", 'style="overflow:initial"', False),
    ],
)
def test_markers_take_over_what_they_show(around: str, own: str, is_clipped: bool) -> None:
    """As in Chromium."""
    (marker,) = (
        item
        for item in opened(
            f'<defs {around}><marker id="m" {own}><rect width="9" height="9"/></marker></defs>'
            '<path d="M2 5H7" marker-end="url(#m)"/>'
        )
        if isinstance(item, Group)
    )
    assert (marker.clip is not None) is is_clipped


@pytest.mark.parametrize("way", ["fill", "clip-path", "mask", "filter"])
def test_a_reference_to_nothing_says_what_the_file_lacks(way: str) -> None:
    drawing = open_drawing(f"{HEAD}<rect width='9' height='9' {way}='url(#gone)'/></svg>".encode())
    ((_, hint),) = drawing.left_out
    assert hint.startswith("the file has no '#gone'")
    fallback = open_drawing(f"{HEAD}<rect width='9' height='9' fill='url(#gone) red'/></svg>".encode())
    assert not fallback.left_out


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script>",
        "<rect onload='x()'/>",
        "<a href='javascript:x'/>",
        "<x:pgf xmlns:x='http://x'>a</x:pgf>",
    ],
)
def test_what_draws_nothing_is_passed_over(body: str) -> None:
    assert open_drawing(f"{HEAD}{body}</svg>".encode()).left_out == ()
    assert opened(body) == ()


def test_what_is_no_plain_xml_is_refused() -> None:
    assert refused("<html/>") == "it begins with 'html', not with 'svg'"
    assert refused("<svg viewBox='0 0 1 1'><g>") == "<g> on line 1 has no end"
    assert refused("<svg>\n<g></svg>") == "<g> on line 2 has no end before that of another at line 2, column 6"
    assert refused('<svg>\n<path d="M0 0>\n<g/></svg>') == "in the tag that begins on line 2, a quote is not closed"
    assert refused("<svg viewBox=0/>") == "its tags are broken at line 1, column 14 (not well-formed (invalid token))"
    assert refused(" ") == "the file is empty"
    assert refused('<svg viewBox="0 0 1 1"/>'.encode("utf-16")) == "it is not written in UTF-8"


def test_entities_are_short_and_of_the_file_itself() -> None:
    svg = "<svg xmlns='&ns;' viewBox='0 0 60 40'><rect width='&w;' height='3'/></svg>"
    declared = f'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x/a.dtd" [<!ENTITY ns "{SVG}"><!ENTITY w "7">]>'
    (group,) = open_drawing(f"{declared}{svg}".encode()).items
    assert group.items == (Rect(0, 0, 7, 3, 0, "#000000"),)  # type: ignore[union-attr]
    for entities, why in (
        ('<!ENTITY a SYSTEM "file:///etc/passwd">', "refers to another file"),
        ('<!ENTITY % a SYSTEM "http://example.org/a.dtd"> %a;', "refers to another file"),
        ('<!ENTITY a "b"><!ENTITY c "&a;&a;">', "too long, or inside each other"),
        (f'<!ENTITY a "{"b" * 400}">', "too long, or inside each other"),
        ("".join(f'<!ENTITY a{n} "b">' for n in range(101)), "too long, or inside each other"),
    ):
        assert why in refused(f"<!DOCTYPE svg [{entities}]>{HEAD}</svg>")
    many = f'<!DOCTYPE svg [<!ENTITY a "{"b" * 300}">]>{HEAD}<desc>{"&a;" * 20_000}</desc></svg>'
    assert "too long, or inside each other" in refused(many)
    assert "undefined entity" in refused(f"{HEAD}<desc>&what;</desc></svg>")


@pytest.mark.nightly
def test_there_is_an_end_to_size_depth_and_number() -> None:
    assert "too deep" in refused(HEAD + "<g>" * 100_000)
    assert opened("<g>" * 60 + "</g>" * 60) == ()
    assert "too many parts" in refused(HEAD + "<g/>" * (MOST_SHAPES + 1) + "</svg>")
    doubled = "".join(f'<g id="g{n}"><use href="#g{n + 1}"/><use href="#g{n + 1}"/></g>' for n in range(40))
    assert "too many parts" in refused(f'{HEAD}{doubled}<g id="g40"><circle r="3"/></g></svg>')
    assert "too many rules" in refused(HEAD + f"<style>{'g{fill:red}' * 1_000}</style>" + "<g/>" * 1_100 + "</svg>")
    endless = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use id="c" href="#c"/>'
    assert opened(endless) == ()
    assert "lines and curves" in refused(HEAD + f"<path d='M0 0{'h1' * 30_000}'/>" * 7 + "</svg>")
    assert refused(HEAD + " " * 17_000_000 + "</svg>") == "it has more than 16 MiB"


def chain(link: str, last: str, count: int) -> str:
    """Objects of which each refers to the next one; `#` stands for the number of each, `@` for that of the next."""
    links = [link.replace("#", str(number)).replace("@", str(number + 1)) for number in range(count)]
    return "".join((*links, last.replace("#", str(count))))


PAPER = '<rect width="60" height="40" fill="white"/>'


@pytest.mark.parametrize(
    ("link", "last", "first"),
    [
        (
            '<pattern id="p#" width="1" height="1"><rect width="60" height="40" fill="url(#p@)"/></pattern>',
            f'<pattern id="p#" width="1" height="1">{PAPER}</pattern>',
            '<rect width="60" height="40" fill="url(#p0)"/>',
        ),
        (
            f'<mask id="m#" mask="url(#m@)">{PAPER}</mask>',
            f'<mask id="m#">{PAPER}</mask>',
            '<rect width="60" height="40" mask="url(#m0)"/>',
        ),
        (
            '<symbol id="s#"><use href="#s@" opacity=".9"/></symbol>',
            f'<symbol id="s#">{PAPER}</symbol>',
            '<use href="#s0"/>',
        ),
    ],
)
def test_references_too_deep_inside_each_other_are_refused_and_others_can_be_printed(
    link: str, last: str, first: str
) -> None:
    for count in range(5, 200, 15):
        body = chain(link.replace("url(#", "url(~").replace('href="#', 'href="~'), last, count).replace("~", "#")
        with suppress(PictureRefused):
            items = opened(body + first)
            render_png(Scene(60, 40, items), 20)
    assert "too deep" in refused(f"{HEAD}{body}{first}</svg>")


def nested_patterns(count: int, tiles: int) -> str:
    """A rectangle filled with so many patterns inside each other, each repeated so many times."""
    inner, drawing = 'fill="red"', ""
    for number in range(count):
        shape = f'<rect width="60" height="40" {inner}/>'
        drawing += f'<pattern id="p{number}" width="{1 / tiles}" height="1">{shape}</pattern>'
        inner = f'fill="url(#p{number})"'
    return f'{drawing}<rect width="60" height="40" {inner}/>'


def left_out(body: str) -> list[str]:
    return [each.message for each in open_drawing(f"{HEAD}{body}</svg>".encode()).left_out]


def test_tiles_inside_tiles_are_counted_for_each_of_them() -> None:
    assert not left_out(nested_patterns(3, 10))
    assert left_out(nested_patterns(5, 10))


def test_a_pattern_that_is_left_out_does_not_count_towards_the_limit() -> None:
    fine = '<pattern id="a" width="0.01" height="0.01"><rect width="1" height="1"/></pattern>'
    plain = '<pattern id="b" width="0.5" height="0.5"><rect width="1" height="1"/></pattern>'
    both = "".join(f'<rect width="60" height="40" fill="url(#{name})"/>' for name in "ab")
    (left,) = left_out(f"\n{fine}\n{plain}{both}")
    assert "line 2" in left
    assert "more" not in left


def tiles(side: float) -> list[tuple[float, float]]:
    """Where the tiles of a pattern are that is as large as the quarter of a viewport that it fills, in its sides."""
    half = side / 2
    pattern = (
        f'<pattern id="a" patternUnits="userSpaceOnUse" width="{half}" height="{half}"><circle r="{side}"/></pattern>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
    (shape,) = opened(f'{pattern}<rect x="{half}" y="{half}" width="{half}" height="{half}" fill="url(#a)"/>', head)
    assert isinstance(shape, Group)
    (grid,) = shape.items
    assert isinstance(grid, Group)
    return [(tile.transform[4] / side, tile.transform[5] / side) for tile in grid.items if isinstance(tile, Group)]


def test_a_pattern_has_as_many_tiles_in_a_viewport_of_one_unit() -> None:
    assert (0.5, 0.5) in tiles(2)
    assert tiles(1) == tiles(2)


@pytest.mark.parametrize(
    "body",
    [
        '<g transform="scale(1000)"><rect width="200" height="5"/></g>',
        '<g transform="scale(0.001)"><g transform="scale(90000)"><rect width="9" height="5"/></g></g>',
        '<path d="M0 0h9" stroke="#000" stroke-width="99999"/>',
    ],
)
def test_what_reaches_beyond_all_pages_is_refused(body: str) -> None:
    assert refused(f"{HEAD}{body}</svg>")


def test_a_drawing_smaller_than_anything_is_refused() -> None:
    assert "below 0.1" in refused('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0.0001 0.0001"/>')


def test_svg_is_told_by_its_beginning() -> None:
    assert looks_like_svg(b"\xef\xbb\xbf <?xml version='1.0'?>")
    assert not looks_like_svg(b"\x89PNG\r\n")
    assert isinstance(open_drawing(b"\xef\xbb\xbf" + SPECIMEN.encode()), Drawing)


def test_a_marker_takes_the_paints_of_its_line() -> None:
    """As Inkscape writes its arrow heads."""
    tip = '<path d="M0 0L6 3L0 6z" style="fill:context-stroke;stroke:context-fill"/>'
    line = '<path d="M4 4L20 20" fill="none" stroke="#0066cc" marker-end="url(#tip)"/>'
    _, marker = opened(f'<defs><marker id="tip" viewBox="0 0 6 6">{tip}</marker></defs>{line}')
    assert isinstance(marker, Group)
    (head,) = marker.items
    assert isinstance(head, Path)
    assert (head.fill, head.stroke) == ("#0066CC", None)


def test_a_path_is_filled_by_its_own_rule() -> None:
    (path,) = opened('<path d="M0 0h4v4z" fill-rule="evenodd"/>')
    assert isinstance(path, Path)
    assert path.even_odd


WORDS = st.sampled_from(
    [
        "",
        "1",
        "-2",
        "3 4",
        "none",
        "#123",
        "rotate(9)",
        "matrix(1 0 0 0 1 1)",
        "M0 0h9z",
        "M",
        "1px",
        "é",
        "url(#a)",
        "1e3",
    ]
)
NAMES = st.sampled_from(
    [
        "x",
        "y",
        "width",
        "height",
        "rx",
        "r",
        "cx",
        "points",
        "d",
        "fill",
        "stroke",
        "stroke-width",
        "transform",
        "style",
    ]
)
TAGS = st.sampled_from(["g", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline"])


@pytest.mark.slow
@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.tuples(TAGS, st.dictionaries(NAMES, WORDS, max_size=5)), max_size=4))
def test_whatever_stands_there_is_drawn_or_refused(elements: list[tuple[str, dict[str, str]]]) -> None:
    body = "".join(f"<{tag} {' '.join(f'{k}={v!r}' for k, v in given.items())}/>" for tag, given in elements)
    try:
        drawing = open_drawing(f"{HEAD}{body}</svg>".encode())
    except PictureRefused:
        return
    render_svg(Scene(60, 40, drawing.items))


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_the_file_is_there_is_a_reason(content: bytes) -> None:
    for opened_by in (open_drawing, open_bitmap):
        with suppress(PictureRefused):
            opened_by(content)
