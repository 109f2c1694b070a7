from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pytest
from msgspec.structs import replace

from pnp.render.inks import ColourRefused
from pnp.render.svg import render_svg
from pnp.scene.items import Ellipse, Group, Path, Rect, Scene, Stroke, Text
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.units import NumberRefused

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"


def parsed(scene: Scene, **more: bool) -> ET.Element:
    return ET.fromstring(render_svg(scene, **more))


def test_the_picture_is_the_trim_with_its_bleed(specimen: Scene) -> None:
    root = parsed(specimen)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("126mm", "126mm", "-3 -3 126 126")
    assert root.findtext(f"{SVG}title") == "Specimen"


def test_the_bleed_can_be_left_out(specimen: Scene) -> None:
    root = parsed(specimen, bleed=False)
    assert (root.get("width"), root.get("viewBox")) == ("120mm", "0 0 120 120")


def test_every_reference_is_defined_once(specimen: Scene) -> None:
    root = parsed(specimen)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get(XLINK, "")[1:] for element in root.iter(f"{SVG}use")}
    used |= {element.get("clip-path", "")[5:-1] for element in root.iter() if element.get("clip-path")}
    assert used == set(ids)


def test_text_is_outlines_that_say_what_they_are(specimen: Scene) -> None:
    root = parsed(specimen)
    assert next(root.iter(f"{SVG}text"), None) is None
    labels = {element.get("aria-label") for element in root.iter()}
    assert {"Sułkowski, Počet hráčov, ", "♠♥♣♦", "MARKET"} <= labels


def test_a_run_of_blanks_is_no_picture_without_a_name(specimen: Scene) -> None:
    text = next(item for item in specimen.items if isinstance(item, Text))
    scene = Scene(90, 20, (replace(text, string=" "), replace(text, string="Pier")))
    named = [element.get("aria-label") for element in parsed(scene).iter() if element.get("role") == "img"]
    assert [name for name in named if name != scene.name] == ["Pier"]


def test_what_is_drawn_again_is_written_once(specimen: Scene) -> None:
    trees = [element for element in parsed(specimen).iter(f"{SVG}use") if element.get(XLINK) == "#part1"]
    assert len(trees) == 8


def test_numbers_have_four_decimals_at_most() -> None:
    text = render_svg(Scene(10, 10, (Rect(0.1 + 0.2, 1e-7, 1 / 3, -0.0, 0, "#000000"),))).decode()
    assert 'x="0.3" y="0"' in text.replace('width="0.3333" ', "")
    assert 'height="0"' in text
    assert "e-" not in text.split("<rect")[1]


def test_characters_that_xml_forbids_are_left_out() -> None:
    scene = Scene(10, 10, (), name="a\x00\x1b<&>\ufffe")
    assert parsed(scene).findtext(f"{SVG}title") == "a\ufffd\ufffd<&>\ufffd"


def test_what_shows_nothing_is_not_written() -> None:
    nothing = (Rect(0, 0, 1, 1), Ellipse(0, 0, 1, 1, None, Stroke("#000000", 0)), Path(()))
    assert [element.tag for element in parsed(Scene(10, 10, nothing))] == [f"{SVG}defs"]


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1e9])
def test_no_number_out_of_bounds_is_written(bad: float) -> None:
    with pytest.raises(NumberRefused):
        render_svg(Scene(10, 10, (Group((Rect(0, 0, 1, 1, 0, "#000000"),), (bad, 0, 0, 1, 0, 0)),)))


def test_a_colour_that_is_none_is_refused() -> None:
    with pytest.raises(ColourRefused):
        render_svg(Scene(10, 10, (Rect(0, 0, 1, 1, 0, "url(javascript:alert(1))"),)))


def test_two_drawings_in_one_page_share_no_name(specimen: Scene) -> None:
    def ids(prefix: str) -> set[str]:
        root = ET.fromstring(render_svg(specimen, prefix=prefix))
        return {element.get("id") or "" for element in root.iter()} - {""}

    assert ids("a-")
    assert not ids("a-") & ids("b-")


def test_svgwrite_accepts_every_element_and_attribute(specimen: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """One pass with the library's own validation; it knows no aria-label, so text is left aside."""
    import svgwrite

    strict = svgwrite.Drawing

    def drawing(**options: object) -> object:
        return strict(**(options | {"debug": True}))

    monkeypatch.setattr(svgwrite, "Drawing", drawing)
    shapes = tuple(item for item in specimen.items if not isinstance(item, Group) or item.clip is not None)
    render_svg(replace(specimen, items=shapes[:9]))


def test_glyph_outlines_stand_where_the_text_does() -> None:
    block = typeset("ab", TextStyle("Fira Sans", 10, "#000000"))
    uses = list(parsed(Scene(10, 10, (block.at(0, 0),))).iter(f"{SVG}use"))
    assert [use.get(XLINK) for use in uses] == ["#fira-sans-400-61", "#fira-sans-400-62"]
    assert float(uses[1].get("x", "")) == pytest.approx(1000 * block.lines[0].width / (10 * 25.4 / 72) / 2, rel=0.1)


def test_a_line_may_be_as_long_as_a_board() -> None:
    block = typeset("M" * 500, TextStyle("Fira Sans", 5, "#000000"))
    uses = list(parsed(Scene(900, 20, (block.at(0, 0),))).iter(f"{SVG}use"))
    assert float(uses[-1].get("x", "")) > 300_000, "counted in units of the font"


def test_a_picture_is_written_once_and_as_it_is(specimen: Scene) -> None:
    root = parsed(specimen)
    images = list(root.iter(f"{SVG}image"))
    assert [image.get(XLINK, "")[:22] for image in images] == ["data:image/png;base64,", "data:image/jpeg;base64"]
    uses = [use.get(XLINK) for use in root.iter(f"{SVG}use")]
    assert [uses.count(f"#{image.get('id')}") for image in images] == [2, 1]  # one of them in a part drawn twice
