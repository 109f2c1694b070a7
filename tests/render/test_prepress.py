"""What print shops read of a PDF next to its pages: layers, XMP, identity, PDF/X-4; read back from the file."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path as FilePath
from typing import Any
from xml.etree import ElementTree as Xml

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.model.profile import SpotLine
from pnp.render.inks import FourInks, Inks
from pnp.render.pdf import render_pdf, render_png
from pnp.render.prepress import DATE, X_1A, X_4, PdfInfo, Standard
from pnp.scene.items import Group, Path, Rect, Scene, Stroke
from pnp.scene.parts import Box, LinkArea, Sheet, sheet_of
from pnp.scene.paths import polyline, rectangle
from tests.press_profile import made

PAGE, TRIM = Box(0, 0, 60, 40), Box(10, 10, 40, 20)
ART = Rect(7, 7, 46, 26, 0, "#FFC000")
MARK = Group((Path(polyline([(10.0, 1.0), (10.0, 6.0)]), stroke=Stroke("#000000", 0.4)),), layer="marks")
CUT = Group((Group((Path(rectangle(10, 10, 40, 20), stroke=Stroke("#000000", 0.4)),)),), layer="cuts")
FOLD = Group((Path(polyline([(30.0, 0.0), (30.0, 40.0)]), stroke=Stroke("#0000FF", 0.4)),), layer="folds")
GUIDE = Group((Rect(7, 7, 46, 26, 0, stroke=Stroke("#00FF00", 1.0)),), layer="guides")
SHEET = Sheet(60, 40, (ART, GUIDE, CUT, MARK, FOLD), TRIM, Box(7, 7, 46, 26), cuts=(Path(rectangle(10, 10, 40, 20)),))
CLEAR = Group((Group((ART,), opacity=0.5),))
SPOTS = (("cut", SpotLine("CutContour", "Cut")),)
INFO = PdfInfo("Harbour & <Pier>", "Ada", "A bay.", ("board game",), "en", rights="CC0", rights_link="https://x.org/0")
X4 = Standard(X_4, "No press at all", made(), registered=False)


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(pdf))


def pixels(pdf: bytes) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[0].render(scale=4).to_pil().convert("RGB")


# Layers.


def test_marks_cuts_and_folds_are_layers_that_are_shown_and_guides_one_that_is_not() -> None:
    with opened(render_pdf([SHEET, SHEET], INFO)) as pdf:
        listed = pdf.Root.OCProperties
        names = {group.objgen: str(group.Name) for group in listed.OCGs}
        assert set(names.values()) == {"Cut lines", "Crop marks", "Fold lines and glue areas", "Trim and bleed guides"}
        assert [names[each.objgen] for each in listed.D.OFF] == ["Trim and bleed guides"]
        assert {names[each.objgen] for each in listed.D.ON} == set(names.values()) - {"Trim and bleed guides"}
        assert [each.objgen for each in listed.D.Order] == [each.objgen for each in listed.OCGs]
        (automatic,) = listed.D.AS
        assert (str(automatic.Event), [names[each.objgen] for each in automatic.OCGs]) == (
            "/Print",
            ["Trim and bleed guides"],
        )
        (hidden,) = [group for group in listed.OCGs if "/Usage" in group]
        assert str(hidden.Usage.Print.PrintState) == "/OFF"
        assert pdf.pdf_version == "1.5"
        forms = [form for form in pdf.objects if isinstance(form, pikepdf.Stream) and "/OC" in form]
        assert sorted(str(form.OC.Name) for form in forms) == sorted(names.values())  # once for both pages


def test_each_layer_hides_what_it_has_and_nothing_else() -> None:
    pdf = render_pdf([SHEET], INFO)
    shown = pixels(pdf)
    colours = {"Crop marks": (113, 40), "Cut lines": (200, 113), "Fold lines and glue areas": (340, 20)}
    for name, at in colours.items():
        assert shown.getpixel(at) != pixels(without(pdf, name)).getpixel(at), name
    assert shown.getpixel((79, 200)) == (255, 192, 0)  # the guide does not show
    green = pixels(without(pdf, "Trim and bleed guides", on=True)).getpixel((79, 200))
    assert green[1] > 200 > green[0]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript paints the page: apt-get install ghostscript")
def test_guides_are_not_painted_by_ghostscript(tmp_path: FilePath) -> None:
    """Ghostscript 10.00 ignores the layer of a form, and many print queues are Ghostscript."""
    pages = {"layered": render_pdf([SHEET], INFO), "merged": render_pdf([SHEET], INFO, layered=False)}
    painted = {}
    for name, pdf in pages.items():
        (tmp_path / f"{name}.pdf").write_bytes(pdf)
        command = [
            "gs",
            "-q",
            "-dNOPAUSE",
            "-dBATCH",
            "-dSAFER",
            "-sDEVICE=png16m",
            "-r100",
            f"-sOutputFile={name}.png",
        ]
        subprocess.run([*command, f"{name}.pdf"], cwd=tmp_path, check=True, capture_output=True)
        painted[name] = (tmp_path / f"{name}.png").read_bytes()
    assert painted["layered"] == painted["merged"]


def without(pdf: bytes, name: str, *, on: bool = False) -> bytes:
    """The file with that layer switched off, or on."""
    with opened(pdf) as file:
        default = file.Root.OCProperties.D
        group = next(each for each in file.Root.OCProperties.OCGs if str(each.Name) == name)
        source, other = ("/OFF", "/ON") if on else ("/ON", "/OFF")
        default[source] = pikepdf.Array([each for each in default[source] if each.objgen != group.objgen])
        default[other] = pikepdf.Array([*default[other], group])
        out = BytesIO()
        file.save(out)
        return out.getvalue()


def test_without_layers_what_is_printed_is_on_the_page_and_the_hidden_is_not_there() -> None:
    layered, merged = render_pdf([SHEET], INFO), render_pdf([SHEET], INFO, layered=False)
    assert pixels(layered).tobytes() == pixels(merged).tobytes()
    with opened(merged) as pdf:
        assert "/OCProperties" not in pdf.Root
        assert not [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/OC" in each]
        forms = b"".join(each.read_bytes() for each in pdf.objects if isinstance(each, pikepdf.Stream))
        assert b"0 1 0 RG" not in forms


def test_pictures_of_a_sheet_show_no_guides() -> None:
    bare = Sheet(60, 40, (ART, CUT, MARK, FOLD), TRIM, SHEET.bleed)
    assert render_png(SHEET, 150) == render_png(bare, 150)


def test_sheets_without_layers_have_no_list_of_them() -> None:
    with opened(render_pdf([sheet_of(Scene(20, 20, (ART,)))], INFO)) as pdf:
        assert "/OCProperties" not in pdf.Root
        assert pdf.pdf_version == "1.4"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gs") is None, reason="ghostscript separates plates: apt-get install ghostscript")
@pytest.mark.parametrize("standard", [None, Standard(X_1A, "FOGRA39"), X4], ids=["plain", "X-1a", "X-4"])
def test_crop_marks_are_on_every_plate_and_black_art_on_one(standard: Standard | None, tmp_path: FilePath) -> None:
    line = Path(polyline([(15.0, 38.0), (45.0, 38.0)]), stroke=Stroke("#000000", 0.8))
    sheet = Sheet(60, 40, (ART, MARK, line), TRIM, SHEET.bleed, cuts=SHEET.cuts)
    (tmp_path / "page.pdf").write_bytes(render_pdf([sheet], INFO, FourInks(), SPOTS, standard=standard))
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r254", "-sOutputFile=p.tif"]
    subprocess.run([*command, "page.pdf"], cwd=tmp_path, check=True, capture_output=True)
    plates = {}
    for path in tmp_path.glob("p(*).tif"):
        with Image.open(path) as picture:
            plates[path.name[2:-5]] = picture.convert("L")
    assert set(plates) == {"Cyan", "Magenta", "Yellow", "Black", "CutContour"}
    assert {name for name, plate in plates.items() if plate.getpixel((100, 30)) < 40} == set(plates)
    assert {name for name, plate in plates.items() if plate.getpixel((300, 380)) < 40} == {"Black"}


# Metadata and identity.

NAMES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}


def packet(pdf: bytes) -> Xml.Element:
    """The XMP packet of a file, which stands in it as it is."""
    found = re.search(rb"<x:xmpmeta.*</x:xmpmeta>", pdf, re.DOTALL)
    assert found
    return Xml.fromstring(found[0].decode())


def value(root: Xml.Element, name: str) -> str:
    (found,) = root.iterfind(f".//{name}", NAMES)
    return "".join(found.itertext())


@pytest.mark.parametrize("inks", [None, FourInks()], ids=["rgb", "cmyk"])
def test_every_file_has_its_metadata_as_xmp_too(inks: Inks | None) -> None:
    pdf = render_pdf([SHEET], INFO, inks)
    root = packet(pdf)
    with opened(pdf) as file:
        assert "/Filter" not in file.Root.Metadata
        assert value(root, "dc:title") == str(file.docinfo.Title) == "Harbour & <Pier>"
        assert value(root, "dc:creator") == str(file.docinfo.Author) == "Ada"
        assert value(root, "dc:description") == str(file.docinfo.Subject) == "A bay."
        assert value(root, "pdf:Keywords") == str(file.docinfo.Keywords) == "board game"
        assert value(root, "pdf:Producer") == str(file.docinfo.Producer)
        assert value(root, "pdf:Trapped") == str(file.docinfo.Trapped).strip("/") == "False"
        assert value(root, "xmp:CreateDate") == value(root, "xmp:ModifyDate") == DATE
        assert re.match(r"D:20000101000000\+00'00'", str(file.docinfo.CreationDate))
        assert value(root, "dc:rights") == "CC0"
        assert value(root, "dc:language") == str(file.Root.Lang) == "en"
        with file.open_metadata() as meta:  # pikepdf reads it as XMP
            assert meta["dc:title"] == "Harbour & <Pier>"


def test_characters_that_xml_lacks_are_replaced() -> None:
    assert value(packet(render_pdf([SHEET], PdfInfo("a\x01b\ufffe"))), "dc:title") == "a\ufffdb\ufffd"


def identity(pdf: bytes) -> tuple[bytes, str]:
    with opened(pdf) as file:
        first, second = (bytes(each) for each in file.trailer.ID)
    assert first == second
    return first, value(packet(pdf), "xmpMM:DocumentID")


def test_a_file_is_known_by_its_content() -> None:
    one, again = render_pdf([SHEET], INFO), render_pdf([SHEET], INFO)
    other = render_pdf([Sheet(60, 40, (ART,), TRIM, PAGE)], INFO)
    assert one == again
    assert identity(one) == identity(again)
    assert {*identity(one)}.isdisjoint(identity(other))
    assert b"00000000-0000-0000-0000-000000000000" not in one
    assert len(identity(one)[0]) == 16


# PDF/X-4.


def test_pdf_x_4_has_its_entries_and_keeps_transparency_and_layers() -> None:
    sheet = Sheet(60, 40, (*SHEET.items, CLEAR), TRIM, SHEET.bleed, cuts=SHEET.cuts)
    pdf = render_pdf([sheet], INFO, FourInks(), SPOTS, standard=X4)
    with opened(pdf) as file:
        assert file.pdf_version == "1.6"
        assert "/GTS_PDFXVersion" not in file.docinfo
        (intent,) = file.Root.OutputIntents
        assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "No press at all")
        assert "/RegistryName" not in intent
        assert int(intent.DestOutputProfile.N) == 4
        assert intent.DestOutputProfile.read_bytes() == made()
        default = file.Root.OCProperties.D
        assert "/AS" not in default
        assert str(default.Name) == "As printed"
        assert not [group for group in file.Root.OCProperties.OCGs if "/Usage" in group]
        assert [form for form in file.objects if isinstance(form, pikepdf.Stream) and "/Group" in form]
        assert all({"/TrimBox", "/BleedBox", "/MediaBox"} <= set(page.obj.keys()) for page in file.pages)
        assert "DeviceRGB" not in {str(each) for each in spaces(file)}
    root = packet(pdf)
    assert value(root, "pdfxid:GTS_PDFXVersion") == "PDF/X-4"
    for name in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "dc:title", "xmpMM:DocumentID"):
        assert value(root, name)
    assert (value(root, "xmpMM:VersionID"), value(root, "xmpMM:RenditionClass")) == ("1", "default")


def spaces(file: pikepdf.Pdf) -> list[Any]:
    """The colour spaces of pictures and groups."""
    found = [each for each in file.objects if isinstance(each, pikepdf.Stream)]
    return [str(each.get("/ColorSpace", "")).strip("/") for each in found] + [
        str(each.Group.get("/CS", "")).strip("/") for each in found if "/Group" in each
    ]


def test_pdf_x_1a_says_so_in_xmp_too_and_has_no_layers() -> None:
    pdf = render_pdf([SHEET], INFO, FourInks(), SPOTS, standard=Standard(X_1A, "FOGRA39"))
    assert value(packet(pdf), "pdfx:GTS_PDFXVersion") == X_1A
    with opened(pdf) as file:
        assert "/OCProperties" not in file.Root
        assert file.pdf_version == "1.4"


@pytest.mark.parametrize("standard", [Standard(X_1A, "FOGRA39"), X4], ids=["X-1a", "X-4"])
def test_pdf_x_has_no_links(standard: Standard) -> None:
    linked = Sheet(60, 40, (ART,), TRIM, PAGE, links=(LinkArea(TRIM, "https://example.org"),))
    with opened(render_pdf([linked], INFO)) as file:
        assert len(file.pages[0].obj.Annots) == 1
    with opened(render_pdf([linked], INFO, FourInks(), standard=standard)) as file:
        assert "/Annots" not in file.pages[0].obj


# Pictures.


def test_a_png_says_its_colours_and_its_size() -> None:
    png = render_png(Scene(25.4, 50.8, (ART,)), 300)
    chunks, at = [], 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        chunks.append((png[at + 4 : at + 8].decode(), png[at + 8 : at + 8 + length]))
        at += 12 + length
    names = [name for name, _ in chunks]
    assert names.index("sRGB") < names.index("IDAT")
    assert dict(chunks)["sRGB"] == b"\0"
    assert dict(chunks)["pHYs"] == (11811).to_bytes(4, "big") * 2 + b"\1"
    with Image.open(BytesIO(png)) as picture:
        assert picture.size == (300, 600)
        assert picture.info["srgb"] == 0
