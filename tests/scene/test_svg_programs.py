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
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Group, Item, LinearGradient, Path, Picture, RadialGradient, Rect, Scene, Text
from pnp.scene.svg_art import open_drawing, read_drawing
from pnp.scene.svg_tree import LONGEST_VALUE, read_tree
from pnp.scene.svg_xml import SVG
from pnp.units import MM_PER_POINT
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


@pytest.mark.parametrize("near", ["0", "0.00000002"])
def test_a_colour_that_meets_another_one_at_the_start_is_before_it(near: str) -> None:
    body = f"""<linearGradient id="a" gradientUnits="userSpaceOnUse" x1="20" x2="40"><stop stop-color="red"/>
      <stop offset="{near}" stop-color="#fff"/><stop offset="1" stop-color="#fff"/><stop offset="1" stop-color="blue"/>
      </linearGradient><rect width="60" height="40" fill="url(#a)"/>"""
    svg = f'<svg xmlns="{SVG}" viewBox="0 0 60 40">{body}</svg>'
    scene = Scene(60, 40, (Group(open_drawing(svg.encode()).items, clip=Rect(0, 0, 60, 40)),))
    row = np.array(Image.open(BytesIO(render_png(scene, 25.4))).convert("RGB"))[20]
    assert [tuple(map(int, row[x])) for x in (10, 30, 50)] == [(255, 0, 0), (255, 255, 255), (0, 0, 255)]


def test_the_page_of_a_drawing_is_its_width_and_height() -> None:
    body = '<rect x="-30" y="-20" width="200" height="200" fill="#123456"/>'
    for size, page in (
        ('width="60" height="60"', (60, 60)),
        ('width="120mm" height="80mm"', (60, 40)),
        ('width="60" height="40.2"', (60, 40)),
        ('width="30" height="40"', (60, 80)),
        ('width="60" height="20" preserveAspectRatio="none"', (120, 40)),
        ('width="100%" height="60"', (60, 40)),
    ):
        made = open_drawing(f'<svg xmlns="{SVG}" viewBox="0 0 60 40" {size}>{body}</svg>'.encode())
        assert (made.width, made.height) == pytest.approx(page)
    low = 'viewBox="0 0 60 40" width="60" height="60" preserveAspectRatio="xMidYMax"'
    made = open_drawing(f'<svg xmlns="{SVG}" {low}>{body}</svg>'.encode())
    assert bounds(made.items) == pytest.approx(BoundingBox(-30, 0, 170, 200))


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


@pytest.mark.parametrize(
    ("selector", "filled"),
    [
        ("[data-a]", "12"),
        ("[data-a=x]", "1"),
        ("[data-a='x y']", "2"),
        ('rect[data-a~="y"]', "2"),
        ("[data-a^=x]", "12"),
        ("[data-a$=y]", "2"),
        ("[data-a*=' ']", "2"),
        ("[lang|=en]", "3"),
        (":root > rect", "123"),
        ("g :root", ""),
        ("rect:first-child", ""),
        ("rect:last-child", "3"),
        ("rect:nth-child(2)", "1"),
        ("rect:nth-child(odd)", "2"),
        ("rect:nth-child( 2n )", "13"),
        ("rect:nth-child(-n+3)", "12"),
        ("rect:nth-last-child(2)", "2"),
        ("rect:not([data-a])", "3"),
        ("rect:not(.c)", "13"),
        (".b,.c:not(.b, .d)", ""),
        (":hover,rect:focus,svg:active rect,a:visited,:target", ""),
        ("rect:not(:hover)", "123"),
    ],
)
def test_selectors_of_attributes_and_positions(selector: str, filled: str) -> None:
    rects = '<rect id="1" data-a="x"/><rect id="2" class="c" data-a="x y"/><rect id="3" lang="en-GB"/>'
    tree = read_tree(f'<svg xmlns="{SVG}"><style>{selector}{{fill:#123456}}</style>{rects}</svg>'.encode())
    assert "".join(name for name, each in tree.ids.items() if each.own.get("fill") == "#123456") == filled


def test_rules_for_mice_and_keys_are_not_reported() -> None:
    sheet = "<style>rect:hover, :focus-within rect, a:visited {fill:red}</style>"
    assert read_tree(f'<svg xmlns="{SVG}">{sheet}<rect/></svg>'.encode()).sheet.unread == ()


def test_an_address_may_have_blanks_around_it() -> None:
    fading = "<linearGradient id='a'><stop stop-color='red'/><stop offset='1'/></linearGradient>"
    for address in ("url( #a )", "url( '#a' )", 'url(\n"#a"\n) green'):
        (rect,) = drawn(f"{fading}<rect width='9' height='9' fill='{address.replace(chr(39), '&apos;')}'/>")
        assert isinstance(rect, Rect)
        assert isinstance(rect.fill, LinearGradient)


@pytest.mark.parametrize(
    ("selector", "fits"),
    [
        ("rect", True),
        ("#a rect", True),
        ("#c > rect", True),
        ("#b > rect", False),
        ("#a > g rect", True),  # the g in between is not the nearest one
        ("#a > #b rect", True),
        ("#a > #c rect", False),
        ("svg > g > g > rect", False),
        ("svg > g g > rect", True),
        ("g g g g rect", False),
    ],
)
def test_selectors_of_elements_around(selector: str, fits: bool) -> None:
    inner = '<g id="a"><g id="b"><g id="c"><rect id="r"/></g></g></g>'
    tree = read_tree(f'<svg xmlns="{SVG}"><style>{selector}{{fill:#123456}}</style>{inner}</svg>'.encode())
    assert ("fill" in tree.ids["r"].own) is fits


@pytest.mark.parametrize(
    ("selector", "filled"),
    [
        ("#a rect", "a"),  # the rules match in the copy alone: what is around the original counts no more
        ("#b rect", ""),  # nor does what is around the `use`
        ("#a > g > rect", "a"),
        ("g > rect", "ac"),  # the group is in the second copy
        ("svg rect", "a"),
        (":root rect", "a"),
        ("use rect", ""),
        ("rect:first-child", "b"),
        ("rect:nth-child(2)", "ac"),
        ("rect:not(:first-child)", "ac"),
        (".r", "abc"),
    ],
)
def test_rules_match_what_is_used_as_a_document_by_itself(selector: str, filled: str) -> None:
    """As Chromium and SVG 2 (5.6.3) do; SVG 1.1 let the copy look like the original."""
    body = f"""<style>{selector} {{fill:#123456}}</style>
      <g id="a"><g id="g"><desc/><rect class="r" id="r" width="1" height="1"/></g></g>
      <g id="b"><use href="#r"/></g><use href="#g"/>"""
    fills = [item.fill for item in drawn(body) if isinstance(item, Rect)]
    assert "".join(name for name, fill in zip("abc", fills, strict=True) if fill == "#123456") == filled


def test_variables_reach_what_is_used() -> None:
    body = """<style>g {--c: #123456} g rect {stroke: red} rect {fill: var(--c)}</style>
      <g><rect id="r" width="1" height="1"/></g><use href="#r"/>"""
    assert [item.fill for item in drawn(body) if isinstance(item, Rect)] == ["#123456", "#123456"]


def test_a_clip_of_what_is_used_has_the_rules_of_the_copy() -> None:
    body = """<style>#a rect {visibility: hidden}</style><g id="a"><rect id="r" width="9" height="9"/></g>
      <clipPath id="c"><use href="#r"/></clipPath><circle r="50" clip-path="url(#c)"/>"""
    assert len(drawn(body)) == 1


@pytest.mark.parametrize(
    ("overflow", "clipped"),
    [
        ('overflow="visible"', False),
        ('style="overflow-x:visible"', False),
        ('style="overflow-x:visible;overflow-y:clip"', False),
        ('style="overflow:visible hidden"', False),
        ('style="overflow:visible;overflow-y:hidden"', False),
        ('style="overflow-y:visible"', True),
        ('style="overflow:clip visible"', True),
        ('overflow="visible" style="overflow-x:hidden"', True),
        ('overflow="visible" overflow-x="hidden"', False),
        ('style="overflow:scroll"', True),
    ],
)
def test_a_viewport_is_clipped_by_its_horizontal_overflow(overflow: str, clipped: bool) -> None:
    svg = f'<svg xmlns="{SVG}" viewBox="0 0 60 40"><svg width="9" height="9" {overflow}><circle r="5"/></svg></svg>'
    (page,) = open_drawing(svg.encode()).items
    assert isinstance(page, Group)
    (inner,) = page.items
    assert isinstance(inner, Group)
    assert bool(inner.clip) == clipped


@pytest.mark.parametrize("selector", [":hover(2)", "a:enabled", "rect:nth-child(n of .a)", "rect + rect", "rect[a!b]"])
def test_other_selectors_are_noted(selector: str) -> None:
    tree = read_tree(f'<svg xmlns="{SVG}"><style>{selector}{{fill:#123456}}</style><rect/></svg>'.encode())
    assert len(tree.sheet.unread) == 1
    assert not any("fill" in each.own for each in tree.root.walk())


@pytest.mark.parametrize(
    ("media", "applies", "is_noted"),
    [
        ("", True, False),
        ("all", True, False),
        ("PRINT", True, False),
        ("only print", True, False),
        ("print,screen", True, False),
        ("speech, not screen", True, False),
        ("print and (prefers-color-scheme:light)", True, False),
        ("(max-width: 9px), print", True, False),
        ("not print", False, False),
        ("not  all", False, False),
        ("speech", False, False),
        ("(prefers-color-scheme: dark)", False, False),
        ("screen and (prefers-color-scheme: dark)", False, False),
        ("screen and (max-width: 9px)", False, False),
        ("screen", False, True),
        ("(max-width: 9px)", False, True),
        ("print and (max-width: 9px)", False, True),
        ("not all and (max-width: 9px)", False, True),
    ],
)
@pytest.mark.parametrize(
    "sheet", ["<style>@media {} {{ rect {{fill: red}} }}</style>", '<style media="{}">rect {{fill: red}}</style>']
)
def test_styles_for_media_are_those_for_print(media: str, applies: bool, is_noted: bool, sheet: str) -> None:
    """As Chromium does when it prints an SVG file; styles for screens and under other conditions are reported."""
    tree = read_tree(f'<svg xmlns="{SVG}">{sheet.format(media)}<rect/></svg>'.encode())
    _, rect = tree.root.children
    assert ("fill" in rect.own) is applies
    assert bool(tree.sheet.unread) is is_noted


def test_variables_are_inherited_and_have_defaults() -> None:
    sheet = """<style>:root{--ink:#112233;--line:var(--ink)} g{--ink:#445566} rect{fill:var(--ink)}
      .b{fill:var(--none, #778899)} .c{fill:var(--line)}</style>"""
    one = '<rect width="1" height="1"'
    rects = drawn(f'{sheet}{one}/><g>{one}/></g>{one} class="b"/><g>{one} class="c"/></g>')
    fills = [item.fill for item in rects if isinstance(item, Rect)]
    assert fills == ["#112233", "#445566", "#778899", "#112233"]


@pytest.mark.parametrize(
    ("shape", "fill"),
    [
        ('<rect width="1" height="1" fill="var(--fill-0, #ff0000)"/>', "#FF0000"),  # as Figma writes it
        ('<g style="--c: #00ff00"><rect width="1" height="1" style="fill: var(--c)"/></g>', "#00FF00"),
        ('<rect width="1" height="1" style="fill: var(--a, var( --b , #00f))"/>', "#0000FF"),
        ('<rect width="1" height="1" style="fill: var(--a, rgb(1, 2, 3))"/>', "#010203"),
        ('<rect width="1" height="1" style="--r: 7; fill: rgb(var(--r), var(--g, 8), 9)"/>', "#070809"),
        ('<rect width="1" height="1" style="fill: var(--a, var(--b, var(--c, var(--d, lime))))"/>', "#00FF00"),
        ('<rect width="1" height="1" style="--a: var(--b); --b: var(--c); --c: lime; fill: var(--a)"/>', "#00FF00"),
        ('<rect width="1" height="1" style="--a: var(--b); --b: var(--a); fill: var(--a, red)"/>', "#FF0000"),
        ('<rect width="1" height="1" style="--C: lime; fill: var(--c, red)"/>', "#FF0000"),
        ('<rect width="1" height="1" style="--C: lime; fill: VAR(--C, red)"/>', "#00FF00"),
        ('<g fill="red"><rect width="1" height="1" fill="blue" style="fill: var(--a)"/></g>', "#FF0000"),
        ('<rect width="1" height="1" fill="blue" style="fill: var(--a,)"/>', "#000000"),
    ],
)
def test_variables_and_their_fallbacks_as_browsers_read_them(shape: str, fill: str) -> None:
    for sheet in ("", "<style>.a {--x: 1}</style>"):
        (rect,) = drawn(sheet + shape)
        assert isinstance(rect, Rect)
        assert rect.fill == fill


def test_variables_do_not_multiply_each_other() -> None:
    steps = "".join(f"--v{n}:{f'var(--v{n - 1})' * 9};" if n else "--v0:aaaaaaaaa;" for n in range(40))
    nested = "".join(f'<g class="g{n}">' for n in range(40)) + "<rect/>" + "</g>" * 40
    sheet = "".join(f".g{n}{{{step};}}" for n, step in enumerate(steps.split(";")[:40]))
    tree = read_tree(f'<svg xmlns="{SVG}"><style>{sheet}</style>{nested}</svg>'.encode())
    assert max(len(value) for each in tree.root.walk() for value in each.own.values()) <= LONGEST_VALUE


def test_the_shorthand_of_fonts() -> None:
    (found,) = drawn('<text y="9" style="font:italic 700 8px/1.2 \'Fira Sans\', serif">a</text>')
    assert isinstance(found, Text)
    assert found.font == "fira-sans-700-italic"
    assert found.size == pytest.approx(8 / MM_PER_POINT)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ('<text x="50" y="20"><tspan x="0" y="0">A</tspan></text>', "A 0 0"),
        ('<text x="5" y="9" dx="3"><tspan dx="0">A</tspan></text>', "A 5 9"),
        ('<text x="10 20 30" y="9">A<tspan>BC</tspan></text>', "A 10 9, B 20 9, C 30 9"),
        ('<text x="10 20 30" y="9">A<tspan x="70">BC</tspan></text>', "A 10 9, B 70 9, C 30 9"),
        ('<text x="1 2 3 4" y="9"><tspan x="10 11">A<tspan>B</tspan></tspan>C</text>', "A 10 9, B 11 9, C 3 9"),
        ('<text x="10 20 30" y="9">\n A<tspan x="40 50">B</tspan>C</text>', "A 10 9, B 40 9, C 30 9"),
        ('<text x="10 20 30 40" y="9">A  B C</text>', "A 10 9, B 30 9,  C 40 9"),
        ('<text y="20" dy="1 2 3">A<tspan x="9" dy="5">B</tspan>C</text>', "A 0 21, B 9 26, C 15.1 29"),
        ('<text x="50" y="20" text-anchor="middle">AB<tspan y="40">CD</tspan></text>', "AB 44.1 20, CD 55.8 40"),
        ('<text x="50" y="20" text-anchor="end">AB<tspan y="20">CD</tspan></text>', "AB 38.2 20, CD 49.8 20"),
        ('<text x="50" y="20" text-anchor="middle">AB<tspan dy="9">CD</tspan></text>', "AB 38.1 20, CD 49.9 29"),
        ('<text y="9">A<tspan> </tspan>B</text>', "A 0 9, B 8.4 9"),
        ('<text y="9">A<tspan x="9"> B</tspan></text>', "A 0 9,  B 9 9"),
        ('<text y="9"> A <tspan x="9"> B </tspan> </text>', "A  0 9, B 9 9"),
        ('<text y="9" xml:space="preserve">A<tspan>  B </tspan></text>', "A 0 9,   B  5.7 9"),
        ('<g xml:space="preserve"><text y="9">A  B </text></g>', "A B 0 9"),
    ],
)
def test_letters_are_where_chromium_sets_them(text: str, letters: str) -> None:
    """As `getStartPositionOfChar` of Chromium says it for Fira Sans in 10 px."""
    found = [each for each in drawn(text, 'font-family="Fira Sans" font-size="10px"') if isinstance(each, Text)]
    assert ", ".join(f"{each.string} {round(each.x, 1):g} {round(each.y, 1):g}" for each in found) == letters


def test_letters_on_a_path_have_places_along_it() -> None:
    path = '<path id="p" d="M0 30H60" fill="none"/>'
    text = f'{path}<text x="20 40" dy="3"><textPath href="#p" startOffset="1">A<a dy="4">B</a>C</textPath></text>'
    svg = f'<svg xmlns="{SVG}" viewBox="0 0 60 40" font-family="Fira Sans" font-size="10">{text}</svg>'
    (page,) = open_drawing(svg.encode()).items
    assert isinstance(page, Group)
    letters = [(each.transform, each.items[0]) for each in page.items if isinstance(each, Group)]
    places = [(at[4] + text.x, at[5] + text.y) for at, text in letters if isinstance(text, Text)]
    assert places == [pytest.approx(place, abs=0.01) for place in ((21, 33), (41, 37), (47.08, 37))]


@pytest.mark.parametrize(
    ("written", "capitals"),
    [
        ("USA it's o’clock ab-cd (ef)", "USA It's O’clock Ab-Cd (Ef)"),
        ("3rd éa a.b a_b", "3rd Éa A.B A_b"),
        ("ab<tspan>c d</tspan>e f", "Abc De F"),
    ],
)
def test_capitals_begin_words_as_in_chromium(written: str, capitals: str) -> None:
    found = drawn(f'<text y="9" style="text-transform:capitalize">{written}</text>')
    assert "".join(each.string for each in found if isinstance(each, Text)) == capitals


def test_words_for_baselines_move_letters() -> None:
    def y(how: str) -> float:
        (found,) = drawn(f'<text y="20" {how}>a</text>', 'font-family="Fira Sans" font-size="10px"')
        assert isinstance(found, Text)
        return found.y

    assert y("") == y('dominant-baseline="auto"') == 20
    assert 22 < y('style="dominant-baseline: middle"') < 24
    assert y('dominant-baseline="central"') > y('dominant-baseline="middle"')
    assert y('dominant-baseline="hanging"') > 25
    assert y('dominant-baseline="text-after-edge"') < 20
    assert (y('baseline-shift="super"'), y('baseline-shift="10%"')) == (16, 19)
    assert y('baseline-shift="sub"') > 20


def test_letters_may_be_made_capitals() -> None:
    (found,) = drawn('<text y="9" style="text-transform:uppercase">abc</text>')
    assert isinstance(found, Text)
    assert found.string == "ABC"


@pytest.mark.parametrize(
    ("how", "what"),
    [
        ('rotate="9"', "the turns of single letters"),
        ('textLength="40"', "the stretching of the text"),
        ('style="text-decoration:underline"', "the line at the text"),
        ('word-spacing="4"', "the space between the words"),
        ('style="writing-mode:vertical-rl"', "the direction of the letters"),
        ('style="font-variant:small-caps"', "the small capitals"),
        ('fill="url(#p)"', "the fill with a pattern"),
    ],
)
def test_what_texts_have_that_is_not_printed_is_noted(how: str, what: str) -> None:
    pattern = '<pattern id="p" width="4" height="4"><rect width="2" height="4"/></pattern>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">'
    made = open_drawing(f'{head}{pattern}<text y="9" {how}>ab</text></svg>'.encode())
    assert [each.message for each in made.left_out] == [f"{what} of 'text' on line 1"]
    assert leaves(made.items)
    plain = 'rotate="0" word-spacing="normal" style="text-decoration:none;writing-mode:lr-tb"'
    assert not open_drawing(f'{head}<text y="9" {plain}>ab</text></svg>'.encode()).left_out


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
