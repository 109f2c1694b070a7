"""Filters, masks, texts on paths and texts as clips in SVG."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from pnp.render.pdf import render_png, shaded
from pnp.render.svg import render_svg
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Path, Picture, Scene, Shadow, Text
from pnp.scene.svg_art import Drawing, open_drawing
from pnp.scene.typesetting.fonts import face, in_weight
from tests.draw.test_component import every

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">'
INKSCAPE = """<filter id="f" x="-.5" y="-.5" width="2" height="2">
<feFlood flood-opacity=".5" flood-color="rgb(0,0,255)" result="flood"/>
<feComposite in="flood" in2="SourceGraphic" operator="in" result="c1"/>
<feGaussianBlur in="c1" stdDeviation="3" result="blur"/><feOffset dx="6" dy="5" result="offset"/>
<feComposite in="SourceGraphic" in2="offset" operator="over"/></filter>"""
ILLUSTRATOR = """<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="100" height="100">
<feOffset dx="6" dy="5"/><feGaussianBlur result="blur" stdDeviation="3"/>
<feFlood flood-color="#00f" flood-opacity=".5"/><feComposite in2="blur" operator="in"/>
<feComposite in="SourceGraphic"/></filter>"""
FIGMA = """<filter id="f" x="0" y="0" width="100" height="100" filterUnits="userSpaceOnUse">
<feFlood flood-opacity="0" result="BackgroundImageFix"/>
<feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>
<feOffset dx="6" dy="5"/><feGaussianBlur stdDeviation="3"/><feComposite in2="hardAlpha" operator="out"/>
<feColorMatrix type="matrix" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 1  0 0 0 0.5 0"/>
<feBlend in2="BackgroundImageFix" result="e1"/><feBlend in="SourceGraphic" in2="e1"/></filter>"""
DROP = (
    """<filter id="f"><feDropShadow dx="6" dy="5" stdDeviation="3" flood-color="#00f" flood-opacity=".5"/></filter>"""
)
MERGED = """<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="3"/><feOffset dx="6" dy="5" result="o"/>
<feFlood flood-color="#00f" flood-opacity=".5"/><feComposite in2="o" operator="in"/>
<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>"""
SQUARE = '<rect x="20" y="20" width="40" height="40" fill="#F00" filter="url(#f)"/>'


def drawing(body: str) -> Drawing:
    made = open_drawing(f"{HEAD}{body}</svg>".encode())
    assert made.left_out == ()
    return made


def shadows(made: Drawing) -> list[Shadow]:
    return [item.shadow for item in every(made.items) if isinstance(item, Group) and item.shadow]


def pixels(made: Drawing, dpi: float = 50.8) -> Image.Image:
    return Image.open(BytesIO(render_png(Scene(100, 100, made.items), dpi))).convert("RGB")


@pytest.mark.parametrize("written", [INKSCAPE, ILLUSTRATOR, FIGMA, DROP, MERGED])
def test_a_drop_shadow_as_programs_write_it(written: str) -> None:
    made = drawing(written + SQUARE)
    assert shadows(made) == [Shadow("#0000FF", 6.0, 6.0, 5.0, 0.5, alone=True)]
    image = pixels(made)
    assert image.getpixel((80, 80)) == (255, 0, 0)
    soft = image.getpixel((125, 100))
    assert isinstance(soft, tuple)
    assert soft[0] == soft[1] < 200 < soft[2]
    assert image.getpixel((180, 180)) == (255, 255, 255)


def test_a_blur_keeps_the_colours() -> None:
    blur = '<filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="4"/></filter>'
    made = drawing(blur + SQUARE)
    assert shadows(made) == [Shadow(None, 8.0, 0.0, 0.0, 1.0, alone=True, linear=True)]
    edge = pixels(made).getpixel((40, 80))
    assert isinstance(edge, tuple)
    assert edge[0] == 255
    assert 90 < edge[1] == edge[2] < 170  # half red, half white


def test_a_filter_paints_in_its_region_only() -> None:
    made = drawing('<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>' + SQUARE)
    box = bounds(made.items)
    assert box
    assert tuple(box) == pytest.approx((16, 16, 64, 64))


@pytest.mark.parametrize(
    "steps",
    [
        "",
        "<feTurbulence/>",
        "<feFlood flood-color='red'/>",
        "<feGaussianBlur stdDeviation='2'/><feMorphology radius='2'/>",
        "<feColorMatrix type='saturate' values='0'/>",
        "<feColorMatrix values='0 1 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 1 0'/>",
        "<feComposite in2='SourceAlpha' operator='arithmetic' k2='1'/>",
        "<feOffset/>" * 41,
        "<feMerge><feMergeNode/><feMergeNode/></feMerge>" * 5,
    ],
)
def test_other_filters_are_left_out_and_noted(steps: str) -> None:
    made = open_drawing(f"{HEAD}<filter id='f'>{steps}</filter>{SQUARE}</svg>".encode())
    assert [each.message for each in made.left_out] == ["the filter of 'rect' on line 1"]
    assert pixels(made).getpixel((80, 80)) == (255, 0, 0)


def test_invalid_values_of_effects_are_none_and_not_noted() -> None:
    assert drawing('<path d="M2 2H8V8Z" filter="0" clip-path="false" mask="auto"/>').items


def test_a_drawing_of_very_many_filters_is_cut_short() -> None:
    made = open_drawing(f"{HEAD}{DROP}{SQUARE * 101}</svg>".encode())
    assert len(shadows(made)) == 100
    assert [each.message for each in made.left_out] == ["the filter of 'rect' on line 1"]


GRADIENT = '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>'
MASKED = '<rect width="100" height="100" fill="#00F" mask="url(#m)"/>'


@pytest.mark.slow
def test_a_mask_by_luminance() -> None:
    made = drawing(f'{GRADIENT}<mask id="m"><rect width="100" height="100" fill="url(#g)"/></mask>{MASKED}')
    image = pixels(made)
    reds = [image.getpixel((x, 100)) for x in (2, 100, 198)]
    assert [red[0] for red in reds if isinstance(red, tuple)] == pytest.approx([2, 128, 253], abs=6)


@pytest.mark.slow
def test_a_mask_by_alpha() -> None:
    shape = '<circle cx="50" cy="50" r="30" opacity=".5"/>'
    made = drawing(f'<mask id="m" style="mask-type:alpha">{shape}</mask>{MASKED}')
    image = pixels(made)
    assert image.getpixel((100, 100)) == pytest.approx((127, 127, 255), abs=2)
    assert image.getpixel((10, 10)) == (255, 255, 255)


def test_a_mask_of_white_shapes_is_a_clip() -> None:
    shapes = '<circle cx="30" cy="50" r="20"/><rect x="40" y="40" width="40" height="20"/>'
    made = drawing(f'<mask id="m" fill="white">{shapes}</mask>{MASKED}')
    assert shadows(made) == []
    (clip,) = [item.clip for item in every(made.items) if isinstance(item, Group) and isinstance(item.clip, Path)]
    assert bounds((Path(clip.commands, "#000000"),)) == pytest.approx((10, 30, 80, 70))
    assert pixels(made).getpixel((140, 100)) == (0, 0, 255)


def test_a_mask_in_its_own_units_and_an_empty_one() -> None:
    half = '<mask id="m" maskContentUnits="objectBoundingBox"><rect width=".5" height="1" fill="#fff"/></mask>'
    image = pixels(drawing(half + MASKED))
    assert image.getpixel((50, 50)) == (0, 0, 255)
    assert image.getpixel((150, 50)) == (255, 255, 255)
    image = pixels(drawing('<mask id="m"/>' + MASKED))
    assert image.getpixel((50, 50)) == (255, 255, 255)


def test_the_region_of_a_mask_in_user_space_is_a_share_of_the_drawing() -> None:
    mask = '<mask id="m" maskUnits="userSpaceOnUse"><rect x="-999" width="9999" height="999" fill="#999"/></mask>'
    moved = '<g mask="url(#m)" transform="translate(-150 0)"><rect x="{}" width="40" height="90" fill="#00f"/></g>'
    assert pixels(drawing(mask + MASKED)).getpixel((50, 50)) != (255, 255, 255)
    image = pixels(drawing(mask + moved.format(150)))
    assert image.getpixel((20, 20)) == (255, 255, 255)


def test_a_mask_inside_itself_is_left_out() -> None:
    body = f'<mask id="m"><rect width="100" height="100" fill="#999" mask="url(#m)"/></mask>{MASKED}'
    made = open_drawing(f"{HEAD}{body}</svg>".encode())
    assert [each.message for each in made.left_out] == ["the mask of 'rect' on line 1"]


def test_pictures_of_effects_are_as_fine_as_they_are_printed() -> None:
    made = drawing(DROP + SQUARE)
    small = Scene(10, 10, (Group(made.items, (0.1, 0.0, 0.0, 0.1, 0.0, 0.0)),))
    ((shown,), _) = shaded([small])
    (picture,) = [item for item in every(shown.items) if isinstance(item, Picture)]
    assert picture.bitmap.width == pytest.approx(picture.width * 0.1 / 25.4 * 300, abs=2)
    assert b"<image" in render_svg(small)


def text_of(items: tuple[Item, ...]) -> str:
    return "".join(item.string for item in every(items) if isinstance(item, Text))


def test_a_text_on_a_path_follows_it() -> None:
    way = '<path id="p" d="M10 90V10" fill="none"/>'
    made = drawing(f'{way}<text font-family="Fira Sans" font-size="10"><textPath href="#p">Up we go</textPath></text>')
    assert text_of(made.items) == "Upwego"
    box = bounds(made.items)
    assert box
    assert box.height > 30 > 12 > box.width
    assert box.bottom == pytest.approx(90, abs=1.5)


def test_a_text_on_a_path_has_an_offset_and_ends_with_the_path() -> None:
    def at(more: str, words: str = "Mid") -> float:
        way = '<path id="p" d="M0 50H100" fill="none"/>'
        text = (
            f'<text font-size="10" font-family="Fira Sans"><textPath xlink:href="#p" {more}>{words}</textPath></text>'
        )
        box = bounds(drawing(way + text).items)
        assert box
        return (box.left + box.right) / 2

    assert at('startOffset="50%" text-anchor="middle"') == pytest.approx(50, abs=0.5)
    assert at('startOffset="90" text-anchor="end"') < 90
    assert at('startOffset="95"', "Much too long for this path") < 100


def test_a_clip_of_letters() -> None:
    clip = '<clipPath id="c"><text x="0" y="80" font-size="80" font-family="Fira Sans">II</text></clipPath>'
    made = drawing(f'{clip}<rect width="100" height="100" fill="#00F" clip-path="url(#c)"/>')
    image = pixels(made)
    row = [image.getpixel((x, 100)) for x in range(200)]
    assert 10 < row.count((0, 0, 255)) < 100


@pytest.mark.slow
def test_fonts_of_the_same_widths_stand_in() -> None:
    made = drawing(
        '<text y="20" font-family="Arial">a</text><text y="40" font-family="Helvetica" font-weight="bold">a</text>'
    )
    first, second = (item for item in every(made.items) if isinstance(item, Text))
    assert (first.font, second.font) == ("arimo-400", "arimo-400-in-700")
    heavy = in_weight(face("Arimo"), 700)
    assert heavy.measure("Widths") > face("Arimo").measure("Widths")
    assert in_weight(face("Fira Sans"), 700) is face("Fira Sans")


def test_an_area_without_width_is_not_painted() -> None:
    assert bounds(drawing('<path d="M20 90H80"/>').items) is None
    assert bounds(drawing('<path d="M20 90H80V80"/>').items) is not None


def halves(filters: str, first: str = "#F00", second: str = "#0F0") -> str:
    """Two squares that touch at x = 50, in a group with a filter."""
    squares = f'<rect x="20" y="20" width="30" height="60" fill="{first}"/>'
    squares += f'<rect x="50" y="20" width="30" height="60" fill="{second}"/>'
    return f'<filter id="f" x="-.5" y="-.5" width="2" height="2" {filters}</filter><g filter="url(#f)">{squares}</g>'


def test_a_blur_mixes_colours_by_their_light() -> None:
    """Half red and half green: Chromium shows #BCBC00 with the default of SVG, and #808000 in sRGB."""
    for written, level in (("", 188), ('color-interpolation-filters="sRGB"', 128)):
        shown = pixels(drawing(halves(f'{written}><feGaussianBlur stdDeviation="6"/>')))
        at = shown.getpixel((shown.width // 2 - 1, shown.height // 2))
        assert isinstance(at, tuple)
        assert all(abs(found - wanted) <= 6 for found, wanted in zip(at, (level, level, 0), strict=True))


def test_numbers_of_a_colour_matrix_are_amounts_of_light() -> None:
    matrix = '<feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 1 0"/>'
    assert shadows(drawing(halves(f">{matrix}")))[0].colour == "#BCBCBC"
    assert shadows(drawing(halves(f'style="color-interpolation-filters:sRGB">{matrix}')))[0].colour == "#808080"


def test_see_through_colours_that_a_filter_mixes_by_their_light_are_reported_once() -> None:
    steps = '<feFlood flood-color="#00f" flood-opacity=".7"/><feComposite in2="SourceAlpha" operator="in"/>'
    steps += '<feOffset dx="9" dy="9" result="o"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'
    see_through = '#F00" fill-opacity=".5'
    made = open_drawing(f"{HEAD}{halves('>' + steps, see_through)}</svg>".encode())
    ((message, hint),) = made.left_out
    assert message == "the mixing of see-through colours by their light of 'filter' 'f' on line 1"
    assert hint.startswith('write color-interpolation-filters="sRGB"')
    drawing(halves(">" + steps))
    drawing(halves('color-interpolation-filters="sRGB">' + steps, see_through))


def test_a_filter_of_a_text_on_a_path_is_reported() -> None:
    """Browsers blur it; only the whole text can be."""
    text = '<path id="p" d="M0 50H100"/><text font-family="Fira Sans"><textPath id="t" href="#p" filter="url(#f)">Up'
    blur = '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter>'
    made = open_drawing(f"{HEAD}{blur}{text}</textPath></text></svg>".encode())
    assert made.left_out == (
        ("the filter of a text on a path of 'textPath' 't' on line 1", "give the filter to the whole text"),
    )
