"""Sheets of XLSX and ODS as tables: values, places, limits."""

from __future__ import annotations

import zipfile

import pytest

from pnp.source import read_table
from pnp.source.ledger import ROWS
from pnp.source.tables import SheetTable
from pnp.source.workbooks import archive
from tests.workbooks import cell, ods, ods_table, related, xlsx


def read(content: bytes, name: str = "cards.xlsx", sheet: str | None = None) -> SheetTable:
    table = read_table(content, name, sheet)
    assert isinstance(table, SheetTable)
    return table


def values(content: bytes, name: str = "cards.xlsx") -> list[tuple[int, tuple[str, ...]]]:
    table = read(content, name)
    assert [each for each in table.findings if each.code != "cell-format"] == [], table.findings
    return [(record.number, record.cells) for record in table.records]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("<c><v>3.0</v></c>", "3"),
        ("<c><v>0.1</v></c>", "0.1"),
        ("<c><v>0.10000000000000001</v></c>", "0.1"),
        ("<c><v>0.30000000000000004</v></c>", "0.3"),
        ("<c><v>1E-7</v></c>", "0.0000001"),
        ("<c><v>-0</v></c>", "0"),
        ("<c><v>12345678901</v></c>", "12345678901"),
        ("<c><v>1E+300</v></c>", "1E+300"),
        ('<c s="1"><v>45322</v></c>', "2024-01-31"),
        ('<c s="4"><v>45322.520833333336</v></c>', "2024-01-31 12:30"),
        ('<c s="1"><v>1</v></c>', "1900-01-01"),
        ('<c s="6"><v>0.375</v></c>', "09:00"),
        ('<c s="6"><v>0</v></c>', "00:00"),
        ('<c s="6"><v>-0.5</v></c>', "1899-12-30 12:00"),
        ('<c s="1"><v>99999999999</v></c>', "99999999999"),
        ('<c s="2"><v>0.5</v></c>', "50%"),
        ('<c s="3"><v>0.125</v></c>', "12.5%"),
        ('<c s="5"><v>2</v></c>', "2"),
        ('<c t="b"><v>1</v></c>', "TRUE"),
        ('<c t="e"><v>#REF!</v></c>', "#REF!"),
        ('<c t="d"><v>2024-01-31T00:00:00</v></c>', "2024-01-31"),
        ('<c t="s"><v>0</v></c>', "Big bang"),
        ('<c t="s"><v>1</v></c>', "two\nlines"),
        ('<c t="s"><v>99</v></c>', ""),
        ('<c t="str"><f>A1</f><v>made</v></c>', "made"),
        ('<c t="str"><f>A1</f><v></v></c>', ""),
        ("<c><f>1+1</f><v>2</v></c>", "2"),
        ("<c><f>B2*2</f></c>", "=B2*2"),
        ('<c><f t="shared" si="0"/></c>', "=formula"),
        (
            '<c t="inlineStr"><is><r><t>a</t></r><r><t xml:space="preserve"> b</t></r><rPh><t>x</t></rPh></is></c>',
            "a b",
        ),
    ],
)
def test_a_cell_of_xlsx_is_read_as_the_spreadsheet_shows_it(written: str, text: str) -> None:
    shared = ("<r><t>Big </t></r><r><t>bang</t></r>", "<t>two_x000D_\nlines</t><rPh><t>no</t></rPh>")
    (row,) = values(xlsx({"Spells": [["title", "value", "end"], ["a", written, "z"]]}, shared))
    assert row == (2, ("a", text, "z"))


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('<table-cell value-type="float" value="3"><p>3.00</p></table-cell>', "3"),
        ('<table-cell value-type="currency" value="0.1"><p>0,10 €</p></table-cell>', "0.1"),
        ('<table-cell value-type="percentage" value="0.5"><p>50 %</p></table-cell>', "50%"),
        ('<table-cell value-type="boolean" boolean-value="true"><p>WAHR</p></table-cell>', "TRUE"),
        ('<table-cell value-type="date" date-value="2024-01-31"><p>31.1.</p></table-cell>', "2024-01-31"),
        ('<table-cell value-type="time" time-value="PT09H05M00S"><p>9:05</p></table-cell>', "09:05"),
        ('<table-cell value-type="string"><p>a<s c="2"/>b</p><p>c</p></table-cell>', "a  b\nc"),
        (
            '<table-cell value-type="string"><annotation><p>note</p></annotation><p>a<span>b</span></p></table-cell>',
            "ab",
        ),
        ('<table-cell formula="of:=1/0" value-type="float" value="0"><p>#DIV/0!</p></table-cell>', "#DIV/0!"),
        ('<table-cell formula="of:=[.A1]+1"/>', "=A1+1"),
        ("<covered-table-cell><p>not seen</p></covered-table-cell>", ""),
    ],
)
def test_a_cell_of_ods_is_read_as_the_spreadsheet_shows_it(written: str, text: str) -> None:
    (row,) = values(ods(ods_table(["title", "value", "end"], ["a", written, "z"])), "cards.ods")
    assert row == (2, ("a", text, "z"))


def test_rows_have_the_numbers_and_cells_the_names_of_the_spreadsheet() -> None:
    rows = (
        f'<row r="2">{cell("title")}{cell("fine")}</row><row r="5"><c r="B5"><v>7</v></c></row>'
        f'<row r="6" hidden="1">{cell("Opera")}</row><row r="9"/>'
    )
    table = read(xlsx({"Spells": rows}))
    assert [(record.number, record.cells) for record in table.records] == [(5, ("", "7")), (6, ("Opera",))]
    assert str(table.cell(table.records[0], 1)) == "cards.xlsx, sheet Spells, cell B5"
    assert str(table.span(table.records[0])) == "cards.xlsx, sheet Spells, row 5"
    assert table.cell(table.records[0], 1).row == 5


def test_equal_cells_and_rows_of_ods_are_repeated() -> None:
    twice = '<table-cell number-columns-repeated="2" value-type="string"><p>x</p></table-cell>'
    rows = (
        "<table-row><table-cell><p>a</p></table-cell><table-cell><p>b</p></table-cell></table-row>"
        '<table-row number-rows-repeated="3"><table-cell number-columns-repeated="1024"/></table-row>'
        f'<table-row number-rows-repeated="2">{twice}</table-row>'
        '<table-row number-rows-repeated="1048570"><table-cell number-columns-repeated="16384"/></table-row>'
    )
    assert values(ods(f'<table name="S">{rows}</table>'), "a.ods") == [(5, ("x", "x")), (6, ("x", "x"))]


def test_a_sheet_is_found_by_name_and_the_first_that_is_not_hidden_otherwise() -> None:
    book = xlsx({"Notes": [["a"], ["1"]], "Spells": [["title"], ["Opera"]], "Traps": [["title"], ["Pit"]]})
    names = '<sheets><sheet name="Notes" state="hidden" r:id="r0"/><sheet name="Spells" r:id="r1"/>'
    hidden = xlsx(
        {"Notes": [["a"], ["1"]], "Spells": [["title"], ["Opera"]]},
        **{"xl/workbook.xml": f"<workbook>{names}</sheets></workbook>"},
    )
    assert (read(book).sheet, read(book, sheet="traps").sheet, read(hidden).sheet) == ("Notes", "Traps", "Spells")
    missing = read(book, sheet="Trasp")
    (finding,) = missing.findings
    assert (finding.code, finding.message, finding.hint) == (
        "missing-file",
        "the workbook has no sheet 'Trasp'",
        "did you mean 'Traps'?",
    )
    style = '<style name="t1" family="table"><table-properties display="false"/></style>'
    two = ods_table(["a"], ["1"], name="Notes", extra='style-name="t1"') + ods_table(["title"], ["Pit"])
    assert read(ods(two, style), "a.ods").sheet == "Spells"


def test_faults_of_names_are_those_of_tables() -> None:
    table = read(xlsx({"Spells": [["title", "Title", "title", None], ["a", "b", "c", "d"]]}))
    assert [(each.code, str(each.span)) for each in table.findings] == [
        ("duplicate-column", "cards.xlsx, sheet Spells, cell C1"),
        ("unnamed-column", "cards.xlsx, sheet Spells, cell D1"),
    ]


@pytest.mark.parametrize("suffix", ["xlsx", "xlsm", "ods", "XLSX"])
def test_the_content_says_which_format_it_is(suffix: str) -> None:
    assert read(ods(ods_table(["title"], ["Pit"])), f"a.{suffix}").records[0].cells == ("Pit",)
    assert read(xlsx({"S": [["title"], ["Pit"]]}), f"a.{suffix}").records[0].cells == ("Pit",)


def test_the_workbook_is_where_its_relationship_says() -> None:
    book = '<workbook><sheets><sheet name="S" r:id="r0"/></sheets></workbook>'
    rows = "".join(f"<row><c><v>{number}</v></c></row>" for number in (7, 8))
    content = xlsx(
        {"T": [["b"], ["2"]]},
        **{
            "_rels/.rels": related([("extended-properties", "docProps/app.xml"), ("officeDocument", "my/book.xml")]),
            "my/book.xml": book,
            "my/_rels/book.xml.rels": related([("worksheet", "one.xml")]),
            "my/one.xml": f"<worksheet><sheetData>{rows}</sheetData></worksheet>",
        },
    )
    assert [cells for _, cells in values(content)][-1] == ("8",)


def test_only_the_parts_of_the_chosen_sheet_are_read() -> None:
    outside = (
        '<Relationship Id="r9" Type="x/worksheet" Target="file:///etc/passwd" TargetMode="External"/>'
        '<Relationship Id="r8" Type="x/worksheet" Target="../../../../etc/passwd"/>'
    )
    sheets = '<sheets><sheet name="A" r:id="r9"/><sheet name="B" r:id="r8"/><sheet name="C" r:id="r0"/></sheets>'
    book = xlsx(
        {"C": [["title"], ["Pit"]]},
        **{
            "xl/workbook.xml": f"<workbook>{sheets}</workbook>",
            "xl/_rels/workbook.xml.rels": related([("worksheet", "worksheets/sheet0.xml")], outside),
            "xl/vbaProject.bin": "macro",
        },
    )
    assert read(book).sheets == ("C",)


@pytest.mark.slow
def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    many = xlsx({"S": [["a"], *([["1"]] * ROWS)]})
    assert len(read(many).records) == ROWS
    for content, message in (
        (xlsx({"S": [["a"], *([["1"]] * (ROWS + 1))]}), "the sheet has more than 10,000 rows"),
        (
            xlsx({"S": f'<row r="1">{cell("a")}<c r="XFD1"><v>1</v></c></row>'}),
            "row 1 of the sheet has more than 1,000 cells",
        ),
        (xlsx({"S": [["a"], ["x" * 1_000_001]]}), "A2 has 1,000,001 characters: more than 1,000,000"),
    ):
        (finding,) = read(content).findings
        assert (finding.code, finding.message) == ("over-limit", message)
    monkeypatch.setattr(archive, "CELLS", 10)
    (finding,) = read(xlsx({"S": [["a", "b"]] * 6})).findings
    assert finding.message == "the sheet has more than 10 cells"


@pytest.mark.parametrize(
    "part", ["xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/worksheets/sheet0.xml"]
)
@pytest.mark.parametrize("content", ["", "<a>", "words", "<a/><b/>", "\0", '<!DOCTYPE a [<!ENTITY b "c">]><a/>'])
def test_a_broken_part_is_a_finding(part: str, content: str) -> None:
    table = read(xlsx({"S": [["a"], ["1"]]}, **{part: content}))
    (finding,) = table.findings
    assert finding.code == "bad-workbook"


@pytest.mark.parametrize("end", range(0, 900, 37))
def test_a_part_of_a_file_is_a_finding(end: int) -> None:
    content = xlsx({"S": [["a"], ["1"]]})
    (finding,) = read(content[:end]).findings
    assert finding.code == "bad-workbook"


def test_rows_are_as_long_as_their_last_value() -> None:
    assert values(xlsx({"S": [["a", "b"], ["1", None], [None, None], [None, "2"]]})) == [(2, ("1",)), (4, ("", "2"))]


def test_a_formula_below_the_last_row_is_a_total_and_not_printed() -> None:
    rows = [["title", "fine", "copies"], ["Opera", 1, 3], ["Market", 2, 4], ["", "", "<c><f>SUM(C2:C3)</f></c>"]]
    table = read(xlsx({"Spells": rows}))
    assert [record.cells[0] for record in table.records] == ["Opera", "Market"]
    (finding,) = table.findings
    assert (finding.code, str(finding.span)) == ("total-row", "cards.xlsx, sheet Spells, cell C4")


FORMATS = (
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="{code}"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="{number}"/></cellXfs></styleSheet>'
)


@pytest.mark.parametrize(
    ("code", "number", "value", "shown"),
    [
        ("0.00 [$€-407]", 164, "2.5", "2.50 €"),
        ("&quot;$&quot;#,##0.00", 164, "1234.5", "$1234.50"),
        ("#,##0 &quot;of 10&quot;;[Red]-0", 164, "7", "7 of 10"),
        ("0", 164, "2.6", "3"),
        ("", 1, "2.6", "3"),
        ("", 2, "2.125", "2.13"),
        ("0.00", 164, "2.5", None),
        ("#,##0", 164, "12000", None),
        ("General", 164, "2.6", None),
        ("# ?/?", 164, "0.5", None),
        ("0.0E+00", 164, "0.5", None),
        ("", 9, "0.125", None),
        ("", 10, "0.12345", None),
        ("", 14, "45322", None),
    ],
)
def test_a_number_whose_format_shows_more_than_is_read_is_reported_once_a_column(
    code: str, number: int, value: str, shown: str | None
) -> None:
    styles = FORMATS.format(code=code, number=number)
    rows = [["title", "fine"], *([name, f'<c s="1"><v>{value}</v></c>'] for name in ("Opera", "Market"))]
    found = read(xlsx({"Cards": rows}, **{"xl/styles.xml": styles})).findings
    told = [(each.code, each.span.cell, f"shows '{shown}' (rows 2 and 3)" in each.message) for each in found]
    assert told == ([("cell-format", "cell B2", True)] if shown else [])
    rounded = shown is not None and shown.replace(".", "").isdecimal()
    assert all((each.severity.value == "warning") == rounded for each in found)


@pytest.mark.parametrize("number", [9, 10])
def test_a_share_is_read_in_per_cent_in_both_formats_that_spreadsheets_have_for_it(number: int) -> None:
    styles = FORMATS.format(code="", number=number)
    sheet = xlsx({"Cards": [["title", "share"], ["Opera", '<c s="1"><v>0.125</v></c>']]}, **{"xl/styles.xml": styles})
    assert values(sheet) == [(2, ("Opera", "12.5%"))]


@pytest.mark.parametrize(
    ("kind", "value", "text", "told"),
    [
        ("currency", "2.5", "2,50 €", True),
        ("float", "2.6", "3", True),
        ("float", "0.001", "0.00", True),
        ("float", "2.5", "2,50", False),
        ("float", "1200", "1\u202f200", False),
        ("float", "100", "100", False),
        ("float", "0", "–", False),
        ("float", "1e40", "1,00E+40", False),
        ("float", "-2.5", "-2,5", False),
        ("float", "-2.5", "(2,5)", True),
        ("percentage", "0.125", "13 %", False),
    ],
)
def test_a_format_of_ods_is_known_from_what_the_cell_shows(kind: str, value: str, text: str, told: bool) -> None:
    made = f'<table-cell value-type="{kind}" value="{value}"><p>{text}</p></table-cell>'
    found = read(ods(ods_table(["title", "fine"], ["Opera", made])), "cards.ods").findings
    assert [each.code for each in found] == ["cell-format"] * told


@pytest.mark.parametrize("suffix", ["xlsx", "ods"])
def test_hidden_rows_are_read_and_reported_once(suffix: str) -> None:
    if suffix == "xlsx":
        rows = [
            f"<row r='{number}' hidden='{int(number in (3, 5))}'>{cell(f'a{number}')}</row>" for number in range(1, 7)
        ]
        content = xlsx({"Cards": "".join(rows)})
    else:
        table = ods_table(*([f"a{number}"] for number in range(1, 7)))
        rows = table.replace("<table-row>", "<table-row >").split("<table-row >")
        content = ods(
            rows[0]
            + "".join(
                f"<table-row {'x:visibility=' + chr(34) + 'filter' + chr(34) if number in (3, 5) else ''}>{row}"
                for number, row in enumerate(rows[1:], start=1)
            ).replace("x:", "")
        )
    table = read(content, f"cards.{suffix}")
    assert len(table.records) == 5
    assert [(each.code, each.span.line) for each in table.findings] == [("hidden-row", 3)]
    assert table.findings[0].message == "rows 3 and 5 are hidden in the workbook, and are printed like every other"


def test_a_long_comment_is_read_in_few_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions of expat before 2.6 read a token that has not ended from its start again with each chunk."""
    counted: list[int] = []
    plain = zipfile.ZipExtFile.read

    def counting(part: zipfile.ZipExtFile, size: int = -1) -> bytes:
        counted.append(size)
        return plain(part, size)

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counting)
    rows = '<row r="1"><c t="inlineStr"><is><t>name</t></is></c></row>'
    read(xlsx({"S": f"{rows}<!--{' ' * 8 * 2**20}-->"}))
    assert len(counted) < 40
