"""PDFs prepared as PDF/X-1a:2003: its entries, and nothing that it forbids."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pypdfium2
import pytest

from pnp.model.profile import SpotLine
from pnp.render.inks import FourInks
from pnp.render.pdf import render_pdf
from pnp.render.prepress import X_1A, PdfInfo, Standard
from pnp.render.transparency import is_translucent
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.items import Group, Item, Path, Picture, Rect, Scene, Shadow
from pnp.scene.parts import Anchor, Box, Sheet, sheet_of
from pnp.scene.paths import rectangle
from tests.scene.pictures import file, gradient

TRIM, PAGE = Box(3, 3, 34, 14), Box(0, 0, 40, 20)
ART = Rect(0, 0, 40, 20, 0, "#FFC000")
CLEAR = Picture(5, 5, 10, 10, open_bitmap(file(gradient(16, 16, "RGBA"))))
X1A = Standard(X_1A, "CGATS TR 001")
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
        Group((ART,), opacity=0.5),
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
        assert [str(image.ColorSpace) for image in pdf.objects if is_image(image)] == ["/DeviceCMYK"]
        shown, wanted = (picture(each) for each in (pdf, before))
        apart = [abs(one - other) for one, other in zip(shown, wanted, strict=True)]
        assert sum(apart) / len(apart) <= 12  # readers convert inks of shapes and of pictures differently


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
            if is_image(each) and str(each.ColorSpace) == "/DeviceRGB":
                found.add("RGB")
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form":
            found |= coloured(each)
    for page in pdf.pages:
        found |= coloured(page)
    return found


def coloured(content: object) -> set[str]:
    return {"rgb" for _, operator in pikepdf.parse_content_stream(content) if str(operator) in ("rg", "RG")}


def picture(pdf: pikepdf.Pdf) -> bytes:
    out = BytesIO()
    pdf.save(out)
    return bytes(pypdfium2.PdfDocument(out.getvalue())[0].render(scale=0.5).to_pil().convert("L").tobytes())
