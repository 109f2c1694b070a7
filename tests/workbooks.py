"""Workbooks for tests, written by hand, so that they can be wrong in any way."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MIME = "application/vnd.oasis.opendocument.spreadsheet"

STYLES = (
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" '
    'formatCode="[$-409]yyyy\\-mm\\-dd;@"/><numFmt numFmtId="166" formatCode="#,##0.00 &quot;days&quot;"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/>'
    '<xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>'
)
"""Styles: 0 general, 1 a date, 2 per cent, 3 per cent with a decimal, 4 a custom date, 5 a number, 6 a time."""


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    """An archive of these parts, the same bytes each time."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def related(targets: Sequence[tuple[str, str]], more: str = "") -> str:
    """The relationships of a part: the kind and the target of each."""
    each = "".join(
        f'<Relationship Id="r{number}" Type="{RELATION}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets)
    )
    return f"<Relationships>{each}{more}</Relationships>"


def cell(value: object) -> str:
    """A cell as XLSX writes it; a text that begins with `<` is taken as it is."""
    match value:
        case str() if value.startswith("<"):
            return value
        case str():
            return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        case bool():
            return f'<c t="b"><v>{int(value)}</v></c>'
        case None:
            return "<c/>"
        case _:
            return f"<c><v>{value}</v></c>"


def rows_of(rows: Sequence[Sequence[object]]) -> str:
    return "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)


def xlsx(sheets: Mapping[str, Sequence[Sequence[object]] | str], shared: Sequence[str] = (), **parts: str) -> bytes:
    """A workbook of these sheets; a sheet may be given as the XML of its rows. `parts` replace or add others."""
    names = [f"worksheets/sheet{number}.xml" for number in range(len(sheets))]
    listed = "".join(f'<sheet name="{escape(name)}" r:id="r{number}"/>' for number, name in enumerate(sheets))
    made = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": related([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f"<workbook><sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": related(
            [*(("worksheet", name) for name in names), ("sharedStrings", "sharedStrings.xml"), ("styles", "styles.xml")]
        ),
        "xl/sharedStrings.xml": f"<sst>{''.join(f'<si>{text}</si>' for text in shared)}</sst>",
        "xl/styles.xml": STYLES,
    }
    for name, rows in zip(names, sheets.values(), strict=True):
        body = rows if isinstance(rows, str) else rows_of(rows)
        made[f"xl/{name}"] = f"<worksheet><sheetData>{body}</sheetData></worksheet>"
    return packed({**made, **parts})


def ods(tables: str, styles: str = "") -> bytes:
    """An ODS workbook with these tables as XML, whose elements need no prefix but `x`."""
    content = (
        f"<o:document-content><o:automatic-styles>{styles}</o:automatic-styles><o:body><o:spreadsheet>{tables}"
        "</o:spreadsheet></o:body></o:document-content>"
    )
    return packed({"mimetype": MIME, "content.xml": content.replace("o:", "")})


def ods_table(*rows: Sequence[object], name: str = "Spells", extra: str = "") -> str:
    """A table of rows of texts, numbers and cells that are written as XML."""
    made = []
    for row in rows:
        cells = []
        for value in row:
            match value:
                case str() if value.startswith("<"):
                    cells.append(value)
                case str():
                    cells.append(f'<table-cell value-type="string"><p>{escape(value)}</p></table-cell>')
                case None:
                    cells.append("<table-cell/>")
                case _:
                    cells.append(f'<table-cell value-type="float" value="{value}"><p>?</p></table-cell>')
        made.append(f"<table-row>{''.join(cells)}</table-row>")
    return f'<table name="{name}" {extra}>{"".join(made)}</table>'
