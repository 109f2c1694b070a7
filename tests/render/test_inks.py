"""Four inks: the rule that makes them of a screen's colours, and PDFs that hold nothing else."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.render.inks import FourInks, Rgb, naive_gcr, rgb
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.items import Picture, Rect, Scene, Stroke
from pnp.scene.parts import sheet_of
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from tests.scene.pictures import file, gradient

RICH = FourInks((0.6, 0.4, 0.4, 1.0))
COLOURS = st.from_regex("#[0-9A-F]{6}", fullmatch=True)


COLOURING = {"rg", "RG", "g", "G", "k", "K", "sc", "SC", "scn", "SCN"}


def painted(pdf: bytes) -> list[str]:
    """Every change of colour on pages and in forms, as it is written."""
    document = pikepdf.open(BytesIO(pdf))
    forms = [each for each in document.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
    return [
        f"{' '.join(map(str, operands))} {operator}"
        for content in (*document.pages, *forms)
        for operands, operator in pikepdf.parse_content_stream(content)
        if str(operator) in COLOURING
    ]


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ("#FFFFFF", (0, 0, 0, 0)),
        ("#000000", (0, 0, 0, 1)),
        ("#808080", (0, 0, 0, 1 - 128 / 255)),
        ("#FF0000", (0, 1, 1, 0)),
        ("#FF8000", (0, 1 - 128 / 255, 1, 0)),
        ("#003366", (0.4, 0.2, 0, 0.6)),
    ],
)
def test_colours_in_four_inks(colour: str, inks: tuple[float, ...]) -> None:
    assert naive_gcr(colour) == pytest.approx(inks)


@pytest.mark.slow
@given(COLOURS)
def test_the_rule_loses_no_colour_and_never_uses_more_than_two_inks_worth(colour: str) -> None:
    cyan, magenta, yellow, black = naive_gcr(colour)
    assert min(cyan, magenta, yellow) == pytest.approx(0, abs=1e-9)
    assert cyan + magenta + yellow + black <= 2 + 1e-9
    assert [1 - min(1, ink + black) for ink in (cyan, magenta, yellow)] == pytest.approx(rgb(colour))


def test_only_areas_of_pure_black_are_rich() -> None:
    assert RICH.area("#000000") == "0.6 0.4 0.4 1 k"
    assert RICH.text("#000000") == "0 0 0 1 k"
    assert RICH.line("#000000") == "0 0 0 1 K"
    assert RICH.area("#010101") == FourInks().area("#010101")
    assert Rgb().area("#FF0000") == "1 0 0 rg"


def test_a_pdf_in_four_inks_holds_no_other_colours(specimen: Scene) -> None:
    pdf = render_pdf([sheet_of(specimen)] * 2, PdfInfo("t"), RICH)
    assert {each.split()[-1] for each in painted(pdf)} == {"k", "K"}
    document = pikepdf.open(BytesIO(pdf))
    spaces = {
        str(each.ColorSpace)
        for each in document.objects
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
    }
    assert spaces <= {"/DeviceCMYK", "/DeviceGray"}
    assert "/DeviceCMYK" in spaces


def test_black_text_and_lines_stay_plain_beside_a_rich_area() -> None:
    words = typeset("Market", TextStyle("Fira Sans", 12, "#000000"))
    scene = Scene(60, 40, (Rect(5, 5, 50, 10, 0, "#000000", Stroke("#000000", 1)), words.at(5, 20)))
    pdf = render_pdf([sheet_of(scene)], PdfInfo("t"), RICH)
    assert painted(pdf) == ["0.6 0.4 0.4 1 k", "0 0 0 1 K", "0 0 0 1 k"]


def test_pictures_are_converted_by_the_same_rule() -> None:
    image = gradient(4, 3)
    scene = Scene(40, 30, (Picture(0, 0, 40, 30, open_bitmap(file(image))),))
    pdf = pikepdf.open(BytesIO(render_pdf([sheet_of(scene)], PdfInfo("t"), RICH)))
    (found,) = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"]
    expected = [
        round(ink * 255)
        for y in range(3)
        for x in range(4)
        for ink in naive_gcr("#{:02X}{:02X}{:02X}".format(*image.getpixel((x, y))))  # type: ignore[misc]
    ]
    assert list(found.read_bytes()) == expected
