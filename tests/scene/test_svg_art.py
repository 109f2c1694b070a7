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
from pnp.scene.svg_art import DEEPEST, MOST_SHAPES, Drawing, looks_like_svg, open_drawing

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">'

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
    scene = Scene(60, 40, (Group(drawing.items, clip=Rect(0, 0, 60, 40)),))
    ours = np.array(Image.open(BytesIO(render_png(scene, 254))).convert("RGB")).astype(int)
    theirs = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=SPECIMEN, dpi=254))))
    white = Image.new("RGBA", theirs.size, "#FFFFFF")
    white.alpha_composite(theirs.convert("RGBA"))
    difference = np.abs(ours - np.array(white.convert("RGB")).astype(int)).max(axis=2)
    assert (difference > 64).mean() < 0.003  # edges alone
    assert (np.array(white.convert("L")) < 250).mean() > 0.2


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
        ("<script>alert(1)</script>", "its 'script' is not drawn here"),
        ("<style>*{fill:red}</style>", "its 'style' is not drawn here"),
        ("<text>words</text>", "its 'text' is not drawn here"),
        ("<image href='file:///etc/passwd'/>", "its 'image' is not drawn here"),
        ("<use href='#a'/>", "its 'use' is not drawn here"),
        ("<foreignObject/>", "its 'foreignObject' is not drawn here"),
        ("<a href='javascript:x'><rect/></a>", "its 'a' is not drawn here"),
        ("<svg/>", "its 'svg' is not drawn here"),
        ("<rect onload='x()' width='1' height='1'/>", "its onload is not read here"),
        ("<rect width='50%' height='1'/>", "'50%' is no number that is read here"),
        ("<rect width='1e9' height='1'/>", "'1e9' is no number that is read here"),
        ("<rect width='' height='1'/>", "'' is no number that is read here"),
        ("<rect width='1 2' height='1'/>", "'1 2' is no number that is read here"),
        ("<rect width='nan' height='1'/>", "'nan' is no number that is read here"),
        ("<rect fill='url(#a)' width='1' height='1'/>", "its colour 'url(#a)' is not drawn here"),
        ("<rect fill='#11223344' width='1' height='1'/>", "its colour '#11223344' is half transparent"),
        ("<g opacity='.5'/>", "its opacity '.5' is not drawn here"),
        ("<g style='mix-blend-mode:multiply'/>", "its mix-blend-mode 'multiply' is not drawn here"),
        ("<g filter='url(#f)'/>", "its filter 'url(#f)' is not drawn here"),
        ("<g style='wobble: 3'/>", "its wobble '3' is not drawn here"),
        ("<g transform='wobble(3)'/>", "its transform 'wobble' cannot be read"),
        ("<g transform='rotate(1 2)'/>", "its transform 'rotate' cannot be read"),
        ("<path d='M0 0L'/>", "a path of it cannot be read: "),
        ("<path stroke-linejoin='arcs'/>", "its stroke-linejoin 'arcs' is not drawn here"),
    ],
)
def test_all_else_is_refused_by_name(body: str, what: str) -> None:
    assert refused(f"{HEAD}{body}</svg>").startswith(what)


def test_what_is_no_plain_xml_is_refused() -> None:
    assert refused('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>') == "it has a document type"
    assert refused("<html/>") == "its 'html' is not drawn here"
    assert refused("<svg viewBox='0 0 1 1'><g>").startswith("it is no XML at line 1")
    assert refused('<svg viewBox="0 0 1 1"/>'.encode("utf-16")) == "it is not written in UTF-8"


def test_there_is_an_end_to_size_depth_and_number() -> None:
    assert "too deep" in refused(HEAD + "<g>" * 100_000)
    assert opened("<g>" * (DEEPEST - 1) + "</g>" * (DEEPEST - 1)) == ()
    assert "too many parts" in refused(HEAD + "<g/>" * (MOST_SHAPES + 1) + "</svg>")
    assert "lines and curves" in refused(HEAD + f"<path d='M0 0{'h1' * 30_000}'/>" * 7 + "</svg>")
    assert refused(HEAD + " " * 3_000_000 + "</svg>") == "it has more than 2 MiB"


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M4 16h322328"/>',
        '<g transform="scale(1000)"><rect width="200" height="5"/></g>',
        '<g transform="scale(0.001)"><g transform="scale(90000)"><rect width="9" height="5"/></g></g>',
        '<path d="M0 0h9" stroke="#000" stroke-width="99999"/>',
        '<path d="M0 0h9" stroke="#000" stroke-dasharray="200000"/>',
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


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.tuples(TAGS, st.dictionaries(NAMES, WORDS, max_size=5)), max_size=4))
def test_whatever_stands_there_is_drawn_or_refused(elements: list[tuple[str, dict[str, str]]]) -> None:
    body = "".join(f"<{tag} {' '.join(f'{k}={v!r}' for k, v in given.items())}/>" for tag, given in elements)
    try:
        drawing = open_drawing(f"{HEAD}{body}</svg>".encode())
    except PictureRefused:
        return
    render_svg(Scene(60, 40, drawing.items))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_the_file_is_there_is_a_reason(content: bytes) -> None:
    for opened_by in (open_drawing, open_bitmap):
        with suppress(PictureRefused):
            opened_by(content)
