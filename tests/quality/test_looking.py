"""Each fault that is looked for is found where it is."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace

from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.items import Text
from pnp.scene.parts import Box, Sheet
from pnp.scene.typesetting.fonts import face

from . import pdf, reading, svg

A4 = Box(0, 0, 210, 297)


def words(x: float, y: float, string: str) -> Text:
    return Text(x, y, string, face("Fira Sans").name, 10, "#1E2328", 2.0 * len(string))


def sheet(*items: Text) -> Sheet:
    return Sheet(210, 297, items, A4, A4, bookmark="Market")


WHOLE = sheet(words(20, 20, "Market"), words(20, 30, "Pier"))


def changed(change: Callable[[pikepdf.Pdf], object]) -> bytes:
    """The page, and what was done to it."""
    with pikepdf.open(BytesIO(render_pdf([WHOLE], PdfInfo("Harbour")))) as file:
        change(file)
        content = BytesIO()
        file.save(content)
    return content.getvalue()


def fonts(file: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [each for each in file.objects if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"]


def forget(key: str) -> Callable[[pikepdf.Pdf], object]:
    return lambda file: [each.__delitem__(key) for each in fonts(file)]


def test_a_sound_page_has_no_fault() -> None:
    assert list(pdf.faults(changed(lambda _file: None), [WHOLE])) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda file: file.Root.__delitem__("/Lang"), "no language"),
        (lambda file: file.docinfo.__delitem__("/Title"), "no title"),
        (lambda file: file.Root.ViewerPreferences.__delitem__("/DisplayDocTitle"), "shows the name of the file"),
        (lambda file: file.Root.__delitem__("/Outlines"), "no bookmarks"),
        (lambda file: file.pages[0].obj.__delitem__("/BleedBox"), "page 1: no BleedBox"),
        (lambda file: file.pages[0].obj.__setitem__("/TrimBox", [0, 0, 595, 800]), "page 1: TrimBox is"),
        (lambda file: file.Root.__setitem__("/MarkInfo", pikepdf.Dictionary(Marked=True)), "said to be tagged"),
        (lambda file: file.Root.__setitem__("/OpenAction", pikepdf.Dictionary(S=pikepdf.Name.Named)), "does something"),
        (forget("/ToUnicode"), "can't be read back"),
        (forget("/FontDescriptor"), "is not embedded"),
        (lambda file: [each.__setitem__("/Subtype", pikepdf.Name.Type3) for each in fonts(file)], "is a /Type3"),
        (lambda file: [each.__setitem__("/BaseFont", pikepdf.Name.Arimo) for each in fonts(file)], "is not a subset"),
        (lambda file: file.pages.append(file.pages[0]), "2 pages for 1 sheets"),
    ],
)
def test_what_is_wrong_with_a_pdf_is_told(change: Callable[[pikepdf.Pdf], object], told: str) -> None:
    assert any(told in fault for fault in pdf.faults(changed(change), [WHOLE]))


def test_a_broken_pdf_is_told() -> None:
    content = changed(lambda file: file.pages[0].Contents.write(b"q BT ET Q Q ] >>"))
    assert list(pdf.faults(content, [WHOLE]))


def read(shown: Sheet, meant: Sheet) -> list[str]:
    page = pypdfium2.PdfDocument(render_pdf([shown], PdfInfo("Harbour")))[0]
    return list(reading.faults(page, meant.items))


def test_words_that_are_lost_doubled_or_out_of_order_are_told() -> None:
    market, pier = WHOLE.items
    assert read(WHOLE, WHOLE) == []
    for items in ((market,), (market, pier, words(20, 40, "Pier"))):
        assert "not those that were drawn" in read(replace(WHOLE, items=items), WHOLE)[0]
    (told,) = read(replace(WHOLE, items=(pier, market)), WHOLE)
    assert told == "its words come in another order: 'MarketPier' was drawn, 'PierMarket' was read"


@pytest.mark.parametrize(
    ("first", "then", "right"),
    [
        ((20, 20), (20, 30), True),  # one below the other
        ((20, 30), (20, 20), False),
        ((20, 20), (60, 20), True),  # side by side
        ((60, 20), (20, 20), False),
        ((20, 80), (60, 20), True),  # a column, and the next
        ((60, 80), (20, 20), True),  # nothing says which of them comes first
    ],
)
def test_the_order_of_lines(first: tuple[float, float], then: tuple[float, float], right: bool) -> None:
    found = reading.lines((words(*first, "Market"), words(*then, "Church")))
    assert (list(reading.out_of_order(found)) == []) == right


def test_numbers_of_a_track_have_an_order_of_their_own() -> None:
    track = [words(100 - 10 * number, 20, str(number)) for number in range(8)]
    assert list(reading.out_of_order(reading.lines(tuple(track)))) == []
    assert list(reading.out_of_order(reading.lines(tuple(track[:4]))))


@pytest.mark.parametrize(
    ("inner", "told"),
    [
        ("<g>", "not XML"),
        ("", "no title"),
        ("<title>a</title><script/>", "script in it"),
        ('<title>a</title><use xlink:href="#b"/>', "leads to '#b'"),
        ('<title>a</title><use xlink:href="https://example.org"/>', "leads to"),
        ('<title>a</title><g id="b"/><g id="b"/>', "an id stands twice"),
        ('<title>a</title><rect x="nan"/>', "x is 'nan'"),
        ('<title>a</title><g clip-path="url(#b)"/>', "asks for 'url(#b)'"),
    ],
)
def test_what_is_wrong_with_an_svg_is_told(inner: str, told: str) -> None:
    head = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9mm" height="9mm"'
    assert any(told in fault for fault in svg.faults(f"<svg {head}>{inner}</svg>".encode()))
