from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path as FilePath

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from pnp.render.inks import ColourRefused
from pnp.render.pdf import render_pdf, render_png
from pnp.render.prepress import PdfInfo
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Picture, Rect, Scene, Stroke, Text
from pnp.scene.parts import Box, Sheet, sheet_of
from pnp.scene.typesetting.fonts import face, face_from_bytes
from pnp.scene.typesetting.outlines import Figures
from pnp.scene.typesetting.text import Inline, Run, TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.units import LARGEST, NumberRefused
from tests.scene.pictures import file, gradient

A4 = Box(0, 0, 210, 297)
INFO = PdfInfo("Hráči ♠", "Ada", "a game", ("board", "cards"), "sk")


def sheet(*items: Item, **more: str) -> Sheet:
    return Sheet(210, 297, items, A4, A4, **more)  # type: ignore[arg-type]


def opened(*sheets: Sheet) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(render_pdf(sheets, INFO)))


def text_of(pdf: bytes, page: int = 0) -> str:
    return str(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range())


def test_text_can_be_searched_within_forms_too(specimen: Scene) -> None:
    one = sheet_of(specimen)
    pdf = render_pdf([one, replace(one, label="again")], INFO)  # the whole page is drawn twice: a form in forms
    for page in (0, 1):
        text = text_of(pdf, page)
        for words in ("half-made", "early", "Sułkowski", "Počet hráčov", "♠♥♣♦", "→", "MARKET", "Turned"):
            assert words in text
        assert text.count("Elm") == 8
        assert "\ufffd" not in text
        assert "\0" not in text


def test_every_font_is_embedded_as_a_subset_that_can_be_read_back(specimen: Scene) -> None:
    pdf = opened(sheet_of(specimen))
    fonts = list(pdf.pages[0].Resources.Font.values())
    assert len(fonts) == 5
    for font in fonts:
        assert str(font.BaseFont)[7] == "+"
        assert "/FontFile2" in font.FontDescriptor
        assert "/ToUnicode" in font
    assert b"Helvetica" not in render_pdf([sheet()], INFO)


@pytest.mark.slow
def test_more_characters_than_one_subset_holds_are_drawn_and_read_back() -> None:
    chars = [char for char in map(chr, range(0x41, 0x52F)) if char.isalpha() and face("Fira Sans").has(char)]
    chars.remove("\u0374")  # composes to another character
    assert len(chars) > 512
    rows = ["".join(chars[at : at + 40]) for at in range(0, len(chars), 40)]
    block = typeset("\n".join(rows), TextStyle("Fira Sans", 9, "#000000"))
    page = sheet(block.at(10, 10))
    read = text_of(render_pdf([page], INFO))
    assert all(row in read for row in rows)
    drawn = bounds(block.items)
    assert drawn is not None
    png = Image.open(BytesIO(render_png(page, 100)))
    left, _, right, _ = ImageChops.invert(png.convert("L")).getbbox() or (0, 0, 0, 0)
    assert (left / 100 * 25.4, right / 100 * 25.4) == pytest.approx((drawn.left + 10, drawn.right + 10), abs=0.4)


@pytest.mark.slow
def test_two_files_of_one_postscript_name_both_keep_their_glyphs(tmp_path: FilePath) -> None:
    import fontpkg

    plain, black = fontpkg.path("Barlow Condensed", 400), fontpkg.path("Barlow Condensed", 900)
    texts = []
    for index, source in enumerate((plain, black)):
        copy = tmp_path / str(index) / "same.ttf"
        copy.parent.mkdir()
        from fontTools.ttLib import TTFont

        font = TTFont(source)
        for record in font["name"].names:
            if record.nameID == 6:
                record.string = "Same"
        font.save(copy)
        one = face_from_bytes(copy.read_bytes(), copy)
        texts.append(Text(20, 50 + index * 20, "first" if index == 0 else "WXYZ", one.name, 20, "#000000", 30))
    pdf = render_pdf([sheet(*texts)], INFO)
    with pikepdf.open(BytesIO(pdf)) as file:
        assert len({str(font.BaseFont) for font in file.pages[0].Resources.Font.values()}) == 2
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=1, grayscale=True).to_numpy()
    for text in texts:
        top = int((text.y - 6) * 72 / 25.4)
        assert page[top : top + 18].min() < 128
    assert {"first", "WXYZ"} <= set(text_of(pdf).split())


def test_a_page_has_its_boxes() -> None:
    one = Sheet(100, 80, (), trim=Box(10, 20, 63.5, 50), bleed=Box(7, 17, 69.5, 56))
    pdf = opened(one)
    page = pdf.pages[0]

    def millimetres(box: object) -> list[float]:
        return [round(float(side) / 72 * 25.4, 3) for side in box]  # type: ignore[attr-defined]

    assert millimetres(page.MediaBox) == millimetres(page.CropBox) == [0, 0, 100, 80]
    assert millimetres(page.TrimBox) == [10, 10, 73.5, 60]
    assert millimetres(page.BleedBox) == [7, 7, 76.5, 63]


def test_the_file_describes_itself() -> None:
    pdf = opened(sheet(bookmark="Čísla ♣", label="board 1/2"), sheet(label="board 2/2"), sheet(bookmark="Cards"))
    assert str(pdf.docinfo.Title) == "Hráči ♠"
    assert str(pdf.docinfo.Author) == "Ada"
    assert str(pdf.docinfo.Keywords) == "board, cards"
    assert str(pdf.Root.Lang) == "sk"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    with pdf.open_outline() as outline:
        assert [entry.title for entry in outline.root] == ["Čísla ♣", "Cards"]
    assert [page.label for page in pdf.pages] == ["board 1/2", "board 2/2", "3"]


@pytest.mark.parametrize(("bookmarks", "panel"), [([], False), (["Board"], False), (["Board", "Cards"], True)])
def test_a_panel_opens_where_there_is_something_to_choose(bookmarks: list[str], panel: bool) -> None:
    pdf = opened(sheet(), *(sheet(bookmark=each) for each in bookmarks))
    assert (pdf.Root.get("/PageMode") == "/UseOutlines") == panel


def test_what_is_drawn_again_is_written_once(specimen: Scene) -> None:
    drawing = tuple(Rect(i, i, 5, 5, 0, "#CFE3C2", Stroke("#1E2328", 0.2)) for i in range(40))
    copies = [Group(drawing, (1, 0, 0, 1, i * 20.0, 0)) for i in range(9)]
    apart = [Group((*drawing,), group.transform) for group in copies]  # equal, but not the same tuple
    shared, written = opened(sheet(*copies)), opened(sheet(*apart))
    assert len(shared.pages[0].Resources.XObject) == 1
    assert "/XObject" not in written.pages[0].Resources
    assert len(shared.objects) == len(written.objects) + 1
    contents = len(shared.pages[0].Contents.read_bytes()), len(written.pages[0].Contents.read_bytes())
    assert contents[0] * 5 < contents[1]


def pictures_in(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    found = (it for it in pdf.objects if isinstance(it, pikepdf.Stream) and it.get("/Subtype") == "/Image")
    return [it for it in found if "/SMask" in it or it.get("/ColorSpace") != "/DeviceGray"]


def test_a_picture_is_embedded_once_however_often_it_is_drawn(specimen: Scene) -> None:
    drawing = open_bitmap(file(gradient(40, 30)))
    pages = [sheet(Picture(10, 10, 40, 30, drawing), Picture(60, 10, 4, 3, drawing), label=str(n)) for n in range(3)]
    pdf, whole = opened(*pages), opened(sheet_of(specimen))
    (image,) = pictures_in(pdf)
    assert (image.Width, image.Height, image.ColorSpace) == (40, 30, "/DeviceRGB")
    assert image.read_bytes() == gradient(40, 30).tobytes()
    photograph, clear = pictures_in(whole)
    assert list(photograph.Filter) == ["/DCTDecode"]
    assert clear.SMask.Width == 120


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "P", "1"])
def test_every_kind_of_picture_comes_out_as_it_went_in(mode: str) -> None:
    image = gradient(40, 30, mode)
    png = Image.open(BytesIO(render_png(sheet(Picture(10, 10, 40, 30, open_bitmap(file(image)))), 254)))
    expected = image.convert("RGB")
    spots = [(5, 5), (20, 15), (35, 25)]
    found = [png.getpixel((100 + 10 * x + 5, 100 + 10 * y + 5)) for x, y in spots]
    for spot, seen in zip(spots, found, strict=True):
        assert seen == pytest.approx(expected.getpixel(spot), abs=3), spot


def test_a_form_that_reaches_beyond_all_pages_ends_where_they_do() -> None:
    far = tuple(Rect(x, 4.0, 9e4, 2.0, fill="#1E2328") for x in range(9))
    again: tuple[Item, ...] = (Group(far, (3.0, 0.0, 0.0, 3.0, 0.0, 0.0)), *far)
    pdf = opened(sheet(Group(again), Group(again, (1.0, 0.0, 0.0, 1.0, 0.0, 20.0))))
    boxes = [[float(side) for side in form.BBox] for form in pdf.pages[0].Resources.XObject.values()]
    assert max(side for box in boxes for side in box) == LARGEST


def test_little_is_not_worth_a_form() -> None:
    dot = (Rect(0, 0, 1, 1, 0, "#000000"),)
    pdf = opened(sheet(Group(dot), Group(dot, (1, 0, 0, 1, 5, 5))))
    assert "/XObject" not in pdf.pages[0].Resources


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e9])
@pytest.mark.parametrize("where", ["x", "width", "stroke", "text", "transform", "sheet"])
def test_no_number_out_of_bounds_reaches_a_page(bad: float, where: str) -> None:
    font = typeset("a", TextStyle("Fira Sans", 8, "#000000")).items[0].font  # type: ignore[union-attr]
    items: dict[str, Item] = {
        "x": Rect(bad, 0, 1, 1, 0, "#000000"),
        "width": Rect(0, 0, bad, 1, 0, "#000000"),
        "stroke": Rect(0, 0, 1, 1, 0, None, Stroke("#000000", abs(bad))),
        "text": Text(0, bad, "a", font, 8, "#000000", 1),
        "transform": Group((Rect(0, 0, 1, 1, 0, "#000000"),), (1, 0, 0, 1, bad, 0)),
    }
    page = sheet(items[where]) if where in items else replace(sheet(), width=bad)
    with pytest.raises(NumberRefused):
        render_pdf([page], INFO)


def test_a_colour_by_name_is_refused() -> None:
    with pytest.raises(ColourRefused):
        render_pdf([sheet(Rect(0, 0, 1, 1, 0, "red"))], INFO)


def test_coordinates_are_true_to_a_thousandth() -> None:
    pdf = opened(sheet(Rect(12.3456, 20, 63.5, 88.9, 0, "#000000")))
    page = pdf.pages[0]
    operators = {str(step.operator): [float(number) for number in step.operands]  # type: ignore[union-attr]
                 for step in pikepdf.parse_content_stream(page) if str(step.operator) in ("cm", "re")}  # fmt: skip
    a, _, _, d, e, f = operators["cm"]
    x, y, width, height = operators["re"]
    assert (x * a + e) / 72 * 25.4 == pytest.approx(12.3456, abs=0.001)
    assert width * a / 72 * 25.4 == pytest.approx(63.5, abs=0.001)
    assert -height * d / 72 * 25.4 == pytest.approx(88.9, abs=0.001)
    assert 297 - (y * d + f) / 72 * 25.4 == pytest.approx(20, abs=0.001)


SCRIPT = """
import sys, hashlib
sys.path.insert(0, sys.argv[1])
from pnp.render.pdf import render_pdf, render_png
from pnp.render.prepress import PdfInfo
from pnp.render.svg import render_svg
from pnp.scene.items import rotate, translate
from pnp.scene.items import Group, Rect, Scene
from pnp.scene.parts import sheet_of
from pnp.scene.typesetting.text import Inline, Run, TextStyle
from pnp.scene.typesetting.typeset import typeset
text = typeset("Sułkowski ♠♥♣♦ → and\\nmore", TextStyle("Fira Sans", 9, "#1E2328", 700)).items
tree = (*text, *(Rect(i, i, 3, 3, 1, "#CFE3C2") for i in range(9)))
scene = Scene(60, 60, (Group(tree), Group(tree, translate(20, 20)), Group(tree, rotate(30))), 3, "x")
done = (render_pdf([sheet_of(scene)] * 2, PdfInfo("t")), render_svg(scene), render_png(scene, 50))
print([hashlib.sha256(part).hexdigest() for part in done])
"""


@pytest.mark.slow
def test_two_builds_give_the_same_bytes(tmp_path: FilePath) -> None:
    """Across hash seeds, time zones, languages, folders, settings of reportlab's in the environment and at home."""
    (tmp_path / ".reportlab_settings").write_text("pageCompression = 0\nuseA85 = 1\n")
    touched = "from pathlib import Path; Path(__file__).with_name('touched').touch()\n"
    (tmp_path / "reportlab_settings.py").write_text(f"{touched}pageCompression = 0\ninvariant = 0\n")
    root = str(FilePath(__file__).parents[2])
    machines: list[tuple[dict[str, str], str]] = [
        ({"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LANG": "C"}, root),
        (
            {
                "PYTHONHASHSEED": "2",
                "TZ": "America/Lima",
                "LANG": "sk_SK.UTF-8",
                "RL_pageCompression": "0",
                "RL_useA85": "1",
                "HOME": str(tmp_path),
                "PYTHONPATH": str(tmp_path),
            },
            str(tmp_path),
        ),
    ]
    answers = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, root],
            env={"PATH": os.environ["PATH"], **env},
            cwd=cwd,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for env, cwd in machines
    }
    assert len(answers) == 1
    assert not (tmp_path / "touched").exists()


def test_what_was_rendered_before_makes_no_difference(specimen: Scene) -> None:
    one = sheet_of(specimen)
    before = render_pdf([one], INFO)
    render_pdf([sheet(typeset("zyx ♦♣", TextStyle("Arimo", 9, "#000000")).at(9, 9))], INFO)
    assert render_pdf([one], INFO) == before


def icon(label: str) -> Inline:
    return Inline((Rect(0, 0, 3.5, 3.5, fill="#000000"),), 3.5, 3.5, 0.6, label)


@pytest.mark.parametrize("label", ["gold coin", "Münze", "pièce d’or", "♣"])
def test_icons_in_a_text_are_found_as_words(label: str, tmp_path: FilePath) -> None:
    style = TextStyle("Fira Sans", 10, "#000000")
    block = typeset((Run("Take 2 "), icon(label), Run(" and "), icon(label), Run(".")), style)
    pdf = render_pdf((sheet(block.at(20, 20)),), INFO)
    words = f"Take 2 {label} and {label}."
    assert " ".join(text_of(pdf).split()) == words
    if poppler := shutil.which("pdftotext"):
        (tmp_path / "page.pdf").write_bytes(pdf)
        found = subprocess.run([poppler, "-enc", "UTF-8", tmp_path / "page.pdf", "-"], capture_output=True, check=True)
        assert " ".join(found.stdout.decode().replace("\f", "").split()) == words
    assert pdf == render_pdf((sheet(block.at(20, 20)),), INFO)


def test_a_label_that_no_font_has_is_left_out() -> None:
    block = typeset((Run("Take 2 "), icon("金币"), Run(" and")), TextStyle("Fira Sans", 10, "#000000"))
    assert text_of(render_pdf((sheet(block.at(20, 20)),), INFO)).split() == ["Take", "2", "and"]
    assert not block.missing


def test_words_of_icons_are_not_drawn() -> None:
    style = TextStyle("Fira Sans", 10, "#000000")
    with_words, without = (
        Scene(40, 10, (typeset((Run("Take "), icon(label), Run(" and")), style).at(5, 3),)) for label in ("coin", "")
    )
    assert render_png(with_words, 150) == render_png(without, 150)


def test_an_icon_shared_by_many_cards_is_a_word_on_each() -> None:
    style = TextStyle("Fira Sans", 10, "#000000")
    drawing = tuple(Rect(x, 0, 0.2, 3.5, fill="#000000") for x in range(20))
    one = Inline(drawing, 3.5, 3.5, 0.6, "coin")
    blocks = [typeset((Run("Take "), one, Run(" and")), style).at(20, 20 * row) for row in range(1, 6)]
    assert text_of(render_pdf((sheet(*blocks),), INFO)).split() == ["Take", "coin", "and"] * 5


@pytest.mark.slow
@pytest.mark.parametrize("figures", ["tabular", "old-style"])
def test_figures_in_another_form_are_found_as_digits(figures: Figures) -> None:
    block = typeset("Score 1711", TextStyle("Fira Sans", 10, "#000000", figures=figures))
    pdf = render_pdf((sheet(block.at(20, 20)),), INFO)
    assert text_of(pdf).strip() == "Score 1711"
    assert pdf == render_pdf((sheet(block.at(20, 20)),), INFO)
    plain = typeset("Score 1711", TextStyle("Fira Sans", 10, "#000000"))
    assert render_png(Scene(40, 10, (block.at(2, 2),)), 100) != render_png(Scene(40, 10, (plain.at(2, 2),)), 100)
