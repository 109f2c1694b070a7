"""PDFs prepared as PDF/X-1a:2003: its entries, and nothing that it forbids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops, ImageFilter

from pnp.model.profile import SpotLine
from pnp.render.inks import FourInks
from pnp.render.pdf import images, render_pdf
from pnp.render.prepress import X_1A, PdfInfo, Standard, flattened
from pnp.render.transparency import is_translucent
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.items import Group, Item, Path, Picture, Rect, Scene, Shadow, Text
from pnp.scene.parts import Anchor, Box, Sheet, sheet_of
from pnp.scene.paths import rectangle
from pnp.scene.typesetting.fonts import face
from tests.scene.pictures import file, gradient

TRIM, PAGE = Box(3, 3, 34, 14), Box(0, 0, 40, 20)
ART = Rect(0, 0, 40, 20, 0, "#FFC000")
CLEAR = Picture(5, 5, 10, 10, open_bitmap(file(gradient(16, 16, "RGBA"))))
X1A = Standard(X_1A, "CGATS TR 001")
BAR = Rect(0, 18, 40, 2, 0, "#FF0000")
SPOTS = (("cut", SpotLine("CutContour", "Cut")),)


def prepared(*items: Item, standard: Standard | None = X1A) -> pikepdf.Pdf:
    sheet = Sheet(40, 20, items, TRIM, PAGE, cuts=(Path(rectangle(3, 3, 34, 14)),))
    pdf = render_pdf([sheet, sheet], PdfInfo("Harbour"), FourInks(), SPOTS, standard=standard)
    assert pdf == render_pdf([sheet, sheet], PdfInfo("Harbour"), FourInks(), SPOTS, standard=standard)
    return pikepdf.open(BytesIO(pdf))


def test_the_entries_of_the_standard_are_there() -> None:
    with prepared(ART) as pdf:
        assert pdf.pdf_version == "1.4"
        assert str(pdf.docinfo.GTS_PDFXVersion) == "PDF/X-1a:2003"
        assert str(pdf.docinfo.Trapped) == "/False"
        assert str(pdf.docinfo.Title) == "Harbour"
        (intent,) = pdf.Root.OutputIntents
        assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "CGATS TR 001")
        assert str(intent.RegistryName) == "http://www.color.org"
        assert "/ID" in pdf.trailer
        for page in pdf.pages:
            media, bleed, trim = ([float(side) for side in box] for box in (page.mediabox, page.bleedbox, page.trimbox))
            assert media[0] <= bleed[0] < trim[0] < trim[2] < bleed[2] <= media[2]


@pytest.mark.parametrize(
    "item",
    [
        Group((BAR,), opacity=0.5),
        Group((ART,), blend="multiply"),
        Group((Group((ART,), shadow=Shadow("#000000", 1, 1, 1, 0.5)),)),
        CLEAR,
    ],
    ids=["opacity", "blend", "shadow", "alpha"],
)
def test_transparency_is_flattened(item: Item) -> None:
    assert is_translucent((ART, item))
    with prepared(ART, item) as pdf, prepared(ART, item, standard=None) as before:
        assert forbidden(pdf) == set()
        assert forbidden(before) - {"/OC"}
        assert [str(image.ColorSpace) for image in pdf.objects if is_coloured(image)] == ["/DeviceCMYK"]
        shown, wanted = (picture(each) for each in (pdf, before))
        apart = [abs(one - other) for one, other in zip(shown, wanted, strict=True)]
        assert sum(apart) / len(apart) <= 12  # readers convert inks of shapes and of pictures differently


RULES = Text(5, 8, "Draw a card.", face("Fira Sans", 400).name, 8, "#1E2328", 16)
BLUR = Group((Rect(6, 4, 16, 10, 0, "#1E2328"),), shadow=Shadow("#000000", 1, 0, 0, 0.4, alone=True))


def test_texts_above_what_is_translucent_remain_text_in_black_ink() -> None:
    with prepared(ART, Group((BLUR, Group((RULES,)))), BAR) as pdf:
        assert forbidden(pdf) == set()
        assert "Draw a card." in words(pdf)
        painted = [each for each in operators(pdf) if each[1] in ("k", "K", "Do", "Tj")]
        assert [operator for _, operator in painted] == ["k", "k", "Do", "k", "Tj", "Do"]  # the last is the plate
        assert painted[3][0] == [0, 0, 0, 1]


def test_only_what_is_changed_becomes_a_picture() -> None:
    below = Text(24, 8, "Below", RULES.font, 8, "#1E2328", 9)
    with prepared(ART, RULES, below, BLUR) as pdf:
        assert words(pdf).split() == ["Draw", "a", "card.", "Below"]
        (image,) = (each for each in pdf.objects if is_coloured(each))
        dots = 300 / 25.4
        assert 16 * dots < image.Width < 21 * dots
        assert 10 * dots < image.Height < 15 * dots
        mask = image.Mask
        assert (mask.Width, mask.Height, mask.BitsPerComponent) == (image.Width, image.Height, 1)


CHAIN = (
    ART,
    Group((Rect(2, 2, 12, 12, 0, "#2040A0"),), opacity=0.5),
    Rect(8, 4, 12, 6, 0, "#FFFFFF"),
    Group((Group((Rect(10, 6, 14, 10, 0, "#208040"),), blend="multiply"), RULES), clip=Rect(0, 0, 24, 14)),
    Group((Rect(30, 2, 6, 6, 0, "#A02020"), Group((Rect(32, 4, 6, 6, 0, "#202020"),), blend="multiply"))),
    CLEAR,
    Text(6, 14, "Over", RULES.font, 8, "#1E2328", 8),
)


@pytest.mark.parametrize("last", range(2, len(CHAIN) + 1))
def test_flattened_items_look_as_before(last: int) -> None:
    def rasterised(sheets: Sequence[Sheet], _dpi: float = 0) -> Iterator[Any]:
        return images(render_pdf(sheets, PdfInfo("")), 254)

    sheet = Sheet(40, 20, CHAIN[:last], TRIM, PAGE)
    (flat,) = flattened([sheet], rasterised)
    assert not is_translucent(tuple(it for it in flat.items if not isinstance(it, Picture)))
    shown, wanted = rasterised([flat, sheet])
    apart = ImageChops.difference(shown, wanted).convert("L")
    assert apart.filter(ImageFilter.MinFilter(3)).getextrema()[1] <= 20  # pictures begin up to a pixel earlier


def test_pages_with_texts_in_pictures_are_reported() -> None:
    """Not those whose texts are above what is translucent, or next to it."""
    below, above = Sheet(40, 20, (RULES, BLUR), TRIM, PAGE), Sheet(40, 20, (BLUR, RULES), TRIM, PAGE)
    apart = Sheet(40, 20, (Text(26, 8, "Next", RULES.font, 8, "#1E2328", 8), BLUR), TRIM, PAGE)
    clear = Sheet(40, 20, (Group((RULES,), opacity=0.5),), TRIM, PAGE)
    found: list[int] = []
    for outlines in (False, True):
        sheets = [below, above, apart, clear, below]
        render_pdf(sheets, PdfInfo(""), FourInks(), standard=X1A, outlines=outlines, note=found.append)
    assert found == [0, 3, 4] * 2


def test_flattened_pages_keep_their_entries_of_the_outline() -> None:
    clear = Group((ART,), opacity=0.5)
    first = Sheet(40, 20, (clear,), TRIM, PAGE, bookmark="Cards", anchors=(Anchor("part0", 0.0, "Pier", 1),))
    second = Sheet(40, 20, (clear,), TRIM, PAGE, anchors=(Anchor("part1", 0.0, "Market", 1),))
    pdf = render_pdf([first, second], PdfInfo("Harbour"), FourInks(), standard=X1A)
    with pikepdf.open(BytesIO(pdf)) as file, file.open_outline() as outline:
        (cards,) = outline.root
        assert (cards.title, [each.title for each in cards.children]) == ("Cards", ["Pier", "Market"])


def test_pages_without_transparency_keep_their_shapes() -> None:
    assert not is_translucent((ART, Group((ART,))))
    with prepared(ART, Group((ART,))) as pdf:
        assert forbidden(pdf) == set()
        assert not [each for each in pdf.objects if is_image(each)]
        plates = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Resources" in each]
        assert any("/ColorSpace" in each.Resources for each in plates)  # the cut is a spot colour, without a layer


@pytest.mark.slow
def test_nothing_of_a_specimen_of_every_item_is_forbidden(specimen: Scene) -> None:
    pdf = render_pdf([sheet_of(specimen)], PdfInfo("t"), FourInks(), standard=Standard(X_1A, "FOGRA39"))
    with pikepdf.open(BytesIO(pdf)) as file:
        assert forbidden(file) == set()


def is_image(each: pikepdf.Object) -> bool:
    return isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"


def is_coloured(each: pikepdf.Object) -> bool:
    """Whether it is an image, and not a mask of one bit per pixel, which has no colours."""
    return is_image(each) and "/ImageMask" not in each


def forbidden(pdf: pikepdf.Pdf) -> set[str]:
    """What PDF/X-1a does not allow in the objects and contents of a file."""
    found = {name for name in ("/OCProperties", "/AcroForm", "/Encrypt") if name in pdf.Root or name in pdf.trailer}
    for each in pdf.objects:
        if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            found |= {key for key in ("/SMask", "/OC") if key in each}
            found |= {"/Group"} if "/Group" in each else set()
            states = each.get("/Resources", {}).get("/ExtGState", {}) if "/Resources" in each else {}
            for state in states.values():
                found |= {key for key in ("/ca", "/CA") if float(state.get(key, 1)) != 1}
                found |= {"/BM"} if str(state.get("/BM", "/Normal")) != "/Normal" else set()
            if is_coloured(each) and str(each.ColorSpace) == "/DeviceRGB":
                found.add("RGB")
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form":
            found |= coloured(each)
    for page in pdf.pages:
        found |= coloured(page)
    return found


def coloured(content: object) -> set[str]:
    return {"rgb" for _, operator in pikepdf.parse_content_stream(content) if str(operator) in ("rg", "RG")}


def operators(pdf: pikepdf.Pdf) -> list[tuple[list[object], str]]:
    """The operators of the first page."""
    return [
        ([float(it) if isinstance(it, int | Decimal) else it for it in operands], str(operator))
        for operands, operator in pikepdf.parse_content_stream(pdf.pages[0])
    ]


def words(pdf: pikepdf.Pdf) -> str:
    """The texts of the first page."""
    out = BytesIO()
    pdf.save(out)
    return pypdfium2.PdfDocument(out.getvalue())[0].get_textpage().get_text_bounded()


def picture(pdf: pikepdf.Pdf) -> bytes:
    out = BytesIO()
    pdf.save(out)
    return bytes(pypdfium2.PdfDocument(out.getvalue())[0].render(scale=0.5).to_pil().convert("L").tobytes())
