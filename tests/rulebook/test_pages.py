"""The document on paper."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pytest
from msgspec.structs import replace

from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.rulebook.document import (
    Align,
    BoxedBlocks,
    Heading,
    Link,
    ListBlock,
    Paragraph,
    RulebookDocument,
    RulebookWords,
    Table,
    TextPiece,
)
from pnp.rulebook.html import write_html
from pnp.rulebook.pages import compose_reference, compose_rulebook
from pnp.rulebook.pages.tables import parted, table_strips
from pnp.rulebook.style import AMBER, BOOK
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Group, Item, Rect, Scene
from pnp.scene.items import Text as TextItem
from pnp.scene.parts import Sheet
from tests.rulebook.harbour import document_of

A4, LETTER, A5, WIDE = (210.0, 297.0), (215.9, 279.4), (148.0, 210.0), (420.0, 297.0)
LONG = "Every boat that comes to a pier has to wait there until the next tide, whatever its crew may say. "


CENTRE: Align = "centre"


def document(*blocks: Any, reference: tuple[Any, ...] = ()) -> RulebookDocument:
    return RulebookDocument("x", "Harbour", "en", blocks, credit="Harbour by Ada Byron", reference=reference)


def line(string: str) -> tuple[TextPiece, ...]:
    return (TextPiece(string),)


def matrix(rows: int, columns: int, cell: str = "{}", triangle: bool = False) -> Table:
    """A table of numbers that are all different."""
    return Table(
        id="m",
        number=1,
        title=line("Far and near"),
        heads=((), *(line(f"C{column}") for column in range(columns))),
        rows=tuple(
            (line(f"R{row}"), *(line(cell.format(row * columns + column)) for column in range(columns)))
            for row in range(rows)
        ),
        aligns=("left", *(CENTRE for _ in range(columns))),
        stub=True,
        triangle=triangle,
    )


def texts(items: tuple[Item, ...]) -> list[TextItem]:
    found = []
    for item in items:
        if isinstance(item, TextItem):
            found.append(item)
        elif isinstance(item, Group):
            found.extend(texts(item.items))
    return found


def strings(sheet: Sheet) -> list[str]:
    return [text.string for text in texts(sheet.items)]


def read(sheets: tuple[Sheet, ...]) -> list[str]:
    """The text of each page, as a reader of the PDF finds it, on one line."""
    pdf = pypdfium2.PdfDocument(render_pdf(sheets, PdfInfo("Harbour")))
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]


@pytest.mark.slow
@pytest.mark.parametrize("paper", [A4, LETTER, A5, WIDE])
def test_everything_stands_on_the_paper(paper: tuple[float, float]) -> None:
    specimen = document_of()
    blocks = (*specimen.blocks, matrix(52, 52), Paragraph(line(LONG * 40)), matrix(7, 9), matrix(3, 15, "long word {}"))
    for sheet in compose_rulebook(document(*blocks), *paper):
        assert {sheet.width, sheet.height} == set(paper)
        box = bounds(sheet.items)
        assert box is not None
        assert 5 < box.left < box.right < sheet.width - 5
        assert 5 < box.top < box.bottom < sheet.height - 2


def test_the_text_is_read_in_order() -> None:
    (page,) = read(compose_rulebook(document_of(), *A4))
    words = ["Harbour", "Row from pier", "Players", "What you need", "Set-up", "Your turn", "Variants", "Credits"]
    places = [page.index(word) for word in words]
    assert places == sorted(places)
    assert "Table 2: How far it is" in page
    assert "You may stay here." in page


@pytest.mark.parametrize(("begins", "pages"), [("", 0), ("    new-page: true\n", 1)])
def test_a_section_begins_on_a_new_page_where_the_rules_say_so(begins: str, pages: int) -> None:
    rules = "kind: rulebook\nsections:\n  - {title: Goal, text: Win.}\n  - title: Turn\n" + begins + "    text: Move.\n"
    sheets = compose_rulebook(document_of(rules), 210.0, 297.0)
    assert max(number for number, sheet in enumerate(sheets) for mark in sheet.anchors if mark.name == "turn") == pages


def test_each_page_has_its_foot() -> None:
    sheets = compose_rulebook(document(*(Paragraph(line(LONG * 9)) for _ in range(20))), *A4)
    assert len(sheets) > 1
    for number, sheet in enumerate(sheets, start=1):
        foot = [text.string for text in texts(sheet.items)[-4:]]
        assert "Harbour: Rules" in " ".join(foot)
        assert f"{number} / {len(sheets)}" in " ".join(strings(sheet))
        assert "Harbour by Ada Byron" in " ".join(strings(sheet))
        assert sheet.label == str(number)


@pytest.mark.parametrize("title", ["A long title of a game for a small sheet of paper", "W" * 60])
def test_a_long_title_ends_before_the_number_of_the_page(title: str) -> None:
    (sheet,) = compose_rulebook(replace(document(), title=title, credit=""), 105, 297)
    *_, left, right = sheet.items
    (shown,), (number,) = texts((left,)), texts((right,))
    assert (shown.string[:1], shown.string[-1:], number.string) == (title[0], "…", "1 / 1")
    cut, folio = bounds((left,)), bounds((right,))
    assert cut
    assert folio
    assert folio.left - 20 < cut.right < folio.left - 2


@pytest.mark.slow
def test_fonts_are_embedded_and_the_file_is_the_same_each_time() -> None:
    first, second = (render_pdf(compose_rulebook(document_of(), *A4), PdfInfo("Harbour")) for _ in range(2))
    assert first == second
    assert b"Helvetica" not in first
    with pikepdf.open(BytesIO(first)) as pdf:
        fonts = [font for page in pdf.pages for font in page.Resources.Font.values()]
        assert {str(font.BaseFont)[7] for font in fonts} == {"+"}


def test_outline_and_links_lead_to_their_places() -> None:
    sheets = compose_rulebook(document_of(), *A4)
    with pikepdf.open(BytesIO(render_pdf(sheets, PdfInfo("Harbour")))) as pdf:
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
            below = [item.title for item in outline.root[2].children]
        links = [annotation for page in pdf.pages for annotation in page.get("/Annots", [])]
    assert titles == ["What you need", "Set-up", "Your turn", "Variants and doubts", "Tables", "Credits and licence"]
    assert below == ["Storm"]
    addresses = {str(link.A.URI) for link in links if "/A" in link}
    assert addresses == {"https://example.org/harbour", "https://creativecommons.org/licenses/by/4.0/"}
    assert sum("/Dest" in link for link in links) >= 4


def test_a_link_covers_its_words_and_no_others() -> None:
    before, words = "Take the ferry and then look at ", "the table of tides"
    (sheet,) = compose_rulebook(
        document(Paragraph((TextPiece(before), Link(words, "https://x.org"), TextPiece(".")))), *A4
    )
    assert {link.target for link in sheet.links} == {"https://x.org"}
    assert len(sheet.links) == len(words.split())
    assert all(16 < link.box.x < 101 for link in sheet.links)


@pytest.mark.slow
def test_a_small_table_stays_whole_and_a_long_one_repeats_its_heads() -> None:
    filler = [Paragraph(line(LONG * 4)) for _ in range(9)]
    sheets = compose_rulebook(document(*filler, matrix(8, 2), *filler, matrix(150, 2)), *A4)
    pages = [strings(sheet) for sheet in sheets]
    small = [index for index, page in enumerate(pages) if "R7" in page]
    assert "R0" in pages[small[0]]
    joined = [" ".join(page) for page in pages]
    again = sum(page.count("(continued)") for page in joined)
    assert again >= 2
    assert sum(page.count("Far and near") for page in joined) == 2 + again
    assert sum(page.count("C0") for page in pages) == 2 + again


def test_a_table_wider_than_a_column_goes_across_the_page() -> None:
    heads = tuple(line(f"Number {word}") for word in ("one", "two", "three", "four", "five", "six", "seven", "eight"))
    words = ("alabaster", "barometer", "cardboard", "dandelion", "elephants", "foundling", "grapevine", "hurricane")
    row = tuple(map(line, words))
    broad = Table("b", 1, line("Broad"), heads, (row,), ("left",) * 8)
    sheets = compose_rulebook(document(Paragraph(line(LONG * 6)), broad, Paragraph(line(LONG * 6))), *A4)
    (page,) = sheets
    reach = bounds(page.items)
    assert reach is not None
    assert reach.right - reach.left == pytest.approx(210 - 2 * 16, abs=0.5)
    assert [word for word in strings(page) if word in ("alabaster", "hurricane")] == ["alabaster", "hurricane"]


def test_fifty_two_by_fifty_two_cells_fit_one_page_in_readable_type() -> None:
    for paper in (A4, LETTER):
        sheets = compose_rulebook(document(matrix(52, 52, "7")), *paper)
        assert len(sheets) == 2  # the title's page leads to it
        cells = [text for text in texts(sheets[1].items) if text.string == "7"]
        assert len(cells) == 52 * 52
        assert min(text.size for text in cells) >= 8
        assert "page 2" in " ".join(strings(sheets[0]))
        assert [link.target for link in sheets[0].links] == ["#table-m"] * 5


@pytest.mark.slow
def test_a_table_too_large_for_any_page_is_parted_and_loses_no_cell() -> None:
    sheets = compose_rulebook(document(matrix(70, 80)), *A4)
    assert len(sheets) > 2
    cells = [text for sheet in sheets[1:] for text in texts(sheet.items) if text.string.isdigit()]
    assert sorted({int(text.string) for text in cells}) == list(range(5600))
    assert min(text.size for text in cells) >= 6.5
    for sheet in sheets[1:]:
        assert "Far and near" in " ".join(strings(sheet))


def test_a_triangle_prints_its_lower_half() -> None:
    (_, sheet) = compose_rulebook(document(matrix(40, 40, "7", triangle=True)), *A4)
    assert strings(sheet).count("7") == 40 * 41 // 2


def test_wide_tables_of_long_words_are_parted_by_columns() -> None:
    table = matrix(2, 30, "{}-incomprehensibilities")
    parts = parted(table, BOOK, 178)
    assert len(parts) > 1
    assert [head for part in parts for head in part.heads[1:]] == list(table.heads[1:])
    assert all(part.heads[0] == table.heads[0] for part in parts)
    assert parted(matrix(2, 2), BOOK, 178) == [matrix(2, 2)]


def test_columns_of_a_table_fill_its_width() -> None:
    for width in (40.0, 85.0, 178.0):
        strips = table_strips(matrix(3, 5), BOOK, RulebookWords(), width)
        rules = [bounds(strip.items[-1:]) for strip in strips if strip.items]
        assert max(rule.right for rule in rules if rule) == pytest.approx(width)


def test_a_box_may_be_parted_and_keeps_its_ground() -> None:
    box = BoxedBlocks("note", line("Note"), tuple(Paragraph(line(LONG * 5)) for _ in range(30)))
    sheets = compose_rulebook(document(Heading(2, line("One"), "one"), box), *A4)
    assert len(sheets) > 1
    assert " ".join(read(sheets)).count("Every boat that comes") == 150


def test_a_heading_never_ends_a_column() -> None:
    blocks: list[Any] = []
    for number in range(40):
        blocks += [
            Heading(2, line(f"Part {number}"), f"p{number}"),
            ListBlock(tuple(line(LONG) for _ in range(number % 5 + 1))),
        ]
    for page in compose_rulebook(document(*blocks), *A4):
        anchors = [anchor.y for anchor in page.anchors]
        assert max(anchors, default=0) < page.height - 19 - 12


@pytest.mark.slow
@pytest.mark.parametrize("columns", [2, 12], ids=["in a column", "as wide as the page"])
def test_a_sentence_with_a_colon_stays_with_what_follows_and_its_heading(columns: int) -> None:
    said = Paragraph(line("Here they are by district:"))
    for words in range(30, 56):
        filler = Paragraph(line(LONG * words))
        sheets = compose_rulebook(document(filler, Heading(2, line("Where"), "w"), said, matrix(6, columns)), *A4)
        (page,) = [page for page in map(placed, sheets) if any(string.startswith("Here") for *_, string in page)]
        at = {string.split()[0]: (left, top) for left, top, string in page if string.strip()}
        assert at["Table"] == pytest.approx((at["Here"][0], at["Here"][1] + 8), abs=4)
        assert at["Where"] == pytest.approx((at["Here"][0], at["Here"][1] - 8), abs=4)


@pytest.mark.slow
def test_a_sentence_with_a_colon_stays_with_the_first_item_of_a_list() -> None:
    listing = ListBlock((line("First " * 40), line(LONG)))
    for words in range(30, 56):
        blocks = (Paragraph(line(LONG * words)), Paragraph(line("In this order:")), listing)
        sheets = compose_rulebook(document(*blocks), *A4)
        (page,) = [page for page in map(placed, sheets) if any(string.startswith("In this") for *_, string in page)]
        at = {string.split()[0]: top for _, top, string in reversed(page) if string.strip()}
        assert at["First"] == pytest.approx(at["In"] + 6, abs=2)


def test_a_long_item_of_a_list_is_divided_and_a_short_one_is_not() -> None:
    def columns(count: int) -> set[float]:
        item = line("Tide " * count)
        (page,) = compose_rulebook(document(Paragraph(line(LONG * 3)), ListBlock((item, line(LONG)))), *A4)
        return {round(left) for left, _, string in placed(page) if string.startswith("Tide")}

    assert len(columns(60)) == 1
    assert len(columns(150)) == 2


def placed(sheet: Sheet) -> list[tuple[float, float, str]]:
    """The left, the baseline and the string of each text on a page."""
    found = []

    def walk(items: tuple[Item, ...], x: float, y: float) -> None:
        for item in items:
            if isinstance(item, Group):
                walk(item.items, x + item.transform[4], y + item.transform[5])
            elif isinstance(item, TextItem):
                found.append((x + item.x, y + item.y, item.string))

    walk(sheet.items, 0.0, 0.0)
    return found


def test_the_reference_is_compact_and_readable() -> None:
    (sheet,) = compose_reference(document_of(), *A4)
    sizes = {text.size for text in texts(sheet.items) if text.string not in ("Harbour by Ada Byron,",)}
    assert min(size for size in sizes if size != 6.5) >= 8
    assert "Rule reference" in " ".join(strings(sheet))
    assert "Two boats each." in read((sheet,))[0]
    assert compose_reference(document(Paragraph(line("No reference."))), *A4) == ()


@pytest.mark.parametrize(("paragraphs", "copies"), [(1, 4), (13, 2), (25, 1)])
def test_a_short_reference_is_on_its_sheet_several_times(paragraphs: int, copies: int) -> None:
    short = document(reference=tuple(Paragraph(line(f"{LONG}{LONG}")) for _ in range(paragraphs)))
    (sheet,) = compose_reference(short, *A4)
    assert (sheet.width, sheet.height) == A4
    assert read((sheet,))[0].count("Every boat that comes") == 2 * paragraphs * copies
    spots = [box for item in sheet.items if (box := bounds((item,)))]
    assert all(BoundingBox(0, 0, *A4).contains(box, 0.1) for box in spots)


def test_the_sections_of_a_reference_share_columns_in_the_largest_type_that_fits() -> None:
    """One below the other, short sections left half a sheet white, in type for a full one."""
    titles = [f"Part {number}" for number in range(9)]
    blocks = [block for each in titles for block in (Heading(2, line(each), each), Paragraph(line(LONG * 2)))]
    (sheet,) = compose_reference(document(reference=tuple(blocks)), *A4)
    lefts = {round(x, 1) for x, _, said in placed(sheet) if said in titles}
    assert len(lefts) == 2
    assert {text.size for text in texts(sheet.items) if text.string.startswith("Every")} == {BOOK.body.size}


def test_a_page_is_saved_where_a_little_less_air_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def pages() -> list[int]:
        documents = (document(*[Paragraph(line(LONG * 2))] * count) for count in range(22, 28))
        return [len(compose_rulebook(one, *A4)) for one in documents]

    tight = pages()
    monkeypatch.setattr("pnp.rulebook.pages.tightened", lambda look: look)
    airy = pages()
    assert all(few <= many for few, many in zip(tight, airy, strict=True))
    assert sum(airy) > sum(tight)


def test_a_page_is_saved_where_a_lower_cover_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = Scene(90.0, 30.0, (Rect(0, 0, 90, 30, fill="#123456"),))
    documents = [replace(document(*[Paragraph(line(LONG * 2))] * count), cover=cover) for count in range(16, 30)]
    low = [len(compose_rulebook(one, *A4)) for one in documents]
    monkeypatch.setattr("pnp.rulebook.pages.LOWER", ())
    whole = [len(compose_rulebook(one, *A4)) for one in documents]
    assert all(few <= many for few, many in zip(low, whole, strict=True))
    assert sum(whole) > sum(low)


def test_long_facts_are_on_several_lines() -> None:
    """The names of many designers do not leave the page."""
    facts = (("Design", ", ".join(["Ada Byron and Grace Hopper"] * 8)), ("Players", "2–4"))
    first, *_ = compose_rulebook(replace(document(Paragraph(line(LONG))), facts=facts), *A4)
    box = bounds(first.items)
    assert box is not None
    assert box.right <= A4[0] - 10
    assert read((first,))[0].count("Grace Hopper") == 8


def test_text_that_looks_like_markup_is_text() -> None:
    hostile = '<b>no</b> &amp; <img src="/etc/passwd"/> {row} **x** </para>'
    (page,) = read(compose_rulebook(document(Paragraph(line(hostile))), *A4))
    assert hostile in page


def test_rules_bars_and_bullets_are_in_the_accent_of_the_game() -> None:
    blocks = (
        Heading(2, line("Turn"), "turn"),
        ListBlock((line("Move"), line("Wait")), ordered=True),
        ListBlock((line("Row"),)),
        BoxedBlocks("note", line("Note"), (Paragraph(line("Boats float.")),)),
        matrix(2, 2),
    )
    own = replace(document(*blocks), accent="#123456")
    house = "".join(map(str, compose_rulebook(document(*blocks), *A4)))
    mine = "".join(map(str, compose_rulebook(own, *A4)))
    assert mine.count("#123456") == house.count(AMBER) >= 7
    assert AMBER not in mine
    assert ":root{--accent:#123456;--on-accent:#FFFFFF}" in write_html(own)
    assert AMBER not in write_html(own)


def sections(words: int) -> tuple[Any, ...]:
    """A section of that many words and a table, and one of five short paragraphs."""
    return (
        Heading(2, line("Tides"), "tides"),
        Paragraph(line(" ".join(["tide"] * words))),
        matrix(2, 3),
        Heading(2, line("Boats"), "boats"),
        *(Paragraph(line(f"Boat {number}.")) for number in range(5)),
    )


def test_a_section_begins_below_all_columns_of_the_one_before() -> None:
    (sheet,) = compose_rulebook(document(*sections(200)), *A4)
    at = {string: (x, y) for x, y, string in placed(sheet)}
    above = [y for string, (_, y) in at.items() if string[:4] in ("tide", "C0", "R1")]
    assert above
    assert max(above) < at["Boats"][1]
    assert at["Boat 0."][0] < at["Boat 4."][0], "in two columns below its heading"


def test_sections_share_columns_where_that_saves_a_page() -> None:
    """Most words with which they fit one page are more than if each section had its own columns."""
    most = max(words for words in range(500, 1200, 10) if len(compose_rulebook(document(*sections(words)), *A4)) == 1)
    (sheet,) = compose_rulebook(document(*sections(most)), *A4)
    at = {string: (x, y) for x, y, string in placed(sheet)}
    assert at["Boats"][0] > 100, "in the second column"
    assert at["Boats"][1] < max(y for _, y, string in placed(sheet) if string.startswith("tide"))


def test_where_one_section_shares_columns_the_others_need_not() -> None:
    """The first of three sections is short: it has room below all columns, the others together have not."""
    first = (Heading(2, line("Oars"), "oars"), Paragraph(line(" ".join(["oar"] * 60))))

    def pages(words: int) -> int:
        return len(compose_rulebook(document(*first, *sections(words)), *A4))

    most = max(words for words in range(400, 1100, 10) if pages(words) == 1)
    (sheet,) = compose_rulebook(document(*first, *sections(most)), *A4)
    at = {string: (x, y) for x, y, string in placed(sheet)}
    assert at["Boats"][0] > 100, "in the second column"
    fewer = next(words for words in range(most, 300, -10) if _begins_below(document(*first, *sections(words)), "Tides"))
    assert fewer > most - 150, "long before both have columns of their own"


def _begins_below(book: RulebookDocument, heading: str) -> bool:
    """Whether a heading of a book of one page is below all oars."""
    (sheet,) = compose_rulebook(book, *A4)
    oars = [y for _, y, string in placed(sheet) if string.startswith("oar")]
    return max(oars) < next(y for _, y, string in placed(sheet) if string == heading)


def test_a_table_is_not_divided_for_that() -> None:
    """Below the words before it, the table would go on overleaf; beside them it is whole, on as many pages."""
    opening = (Heading(2, line("Tides"), "tides"), Paragraph(line(" ".join(["tide"] * 660))))
    closing = (Heading(2, line("Boats"), "boats"), matrix(20, 2), Paragraph(line(" ".join(["boat"] * 150))))
    sheets = compose_rulebook(document(*opening, *closing), *A4)
    assert len(sheets) == 2
    rows = [{string for _, _, string in placed(sheet) if string[0] == "R" and string[1:].isdigit()} for sheet in sheets]
    assert sorted(map(len, rows)) == [0, 20]
