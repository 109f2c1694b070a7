"""The two formats of workbooks, XLSX and ODS: the sheets of a file as grids of texts."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import cache
from posixpath import join, normpath
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.source.ledger import COLUMNS
from pnp.source.workbooks.archive import AGAIN, Archive, BadWorkbookError, Grids, SheetGrid, TooLargeError, whole

# XLSX: numbers and indexes of shared texts, with formats that make dates of numbers.

DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The built-in formats of dates and times."""

PERCENTS = frozenset((9, 10))

QUOTED = re.compile(r'"(?P<text>[^"]*)"|\\(?P<letter>.)|_.|\*.|\[\$(?P<symbol>[^-\]]*)[^\]]*\]|\[[^\]]*\]')
"""Texts in a format that say nothing of its kind; its groups are shown with the number."""

PLACES = re.compile(r"[#0?][#0?,]*(?:\.(?P<decimals>[0#?]+))?")
"""The figures in a format."""

BUILT_IN = {1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00"} | dict.fromkeys((5, 6, 42), '"$"0')
BUILT_IN |= (
    dict.fromkeys((7, 8, 44), '"$"0.00') | dict.fromkeys((37, 38, 41), "0") | dict.fromkeys((39, 40, 43), "0.00")
)
"""Built-in formats of numbers."""


class NumberFormat(Struct, frozen=True):
    """What a format makes of a number: a date, a percentage, or a number rounded and with texts around it.

    `decimals` is None if it is not rounded.
    """

    kind: Literal["date", "percent", "number"] = "number"
    decimals: int | None = None
    before: str = ""
    after: str = ""

    def shown(self, number: str) -> str | None:
        """Return what is shown of a number if that is more, or a rounded one: `2.50 €` for `2.5`, `3` for `2.6`."""
        if self.decimals is None or self.kind != "number" or not re.fullmatch(r"-?\d+(\.\d+)?", number):
            return None
        rounded = f"{Decimal(number).quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP):f}"
        surrounded = f"{self.before}{rounded}{self.after}".strip()
        return surrounded if surrounded != rounded or Decimal(rounded) != Decimal(number) else None


MOST_DECIMALS = 15

ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")

REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")


class _PartElement(Struct):
    """The attributes of the elements of one name in a part."""

    tag: str
    attributes: Mapping[str, str]


def _elements(archive: Archive, name: str, *tags: str) -> list[_PartElement]:
    """Return the elements of these names in a part, in order; none if there is no such part."""
    found: list[_PartElement] = []

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag in tags:
            found.append(_PartElement(tag, dict(attributes)))

    if name in archive.names:
        archive.parse(name, start, _nothing, _nothing)
    return found


def _nothing(_given: str) -> None:
    """Ignore the end of an element, or a text."""


def _targets(archive: Archive, part: str) -> dict[str, tuple[str, str]]:
    """Return the parts that a part is related to, by id: the kind and the name. Those outside are left out."""
    folder, _, name = part.rpartition("/")
    return {
        each.attributes.get("Id", ""): (
            each.attributes.get("Type", "").rpartition("/")[2],
            normpath(join("/", folder, each.attributes.get("Target", ""))).lstrip("/"),
        )
        for each in _elements(archive, join(folder, "_rels", f"{name}.rels"), "Relationship")
        if each.attributes.get("TargetMode") != "External"
    }


def xlsx_sheets(archive: Archive) -> Grids:
    """Return the sheets of an XLSX workbook."""
    book = next((name for kind, name in _targets(archive, "").values() if kind == "officeDocument"), "xl/workbook.xml")
    if book not in archive.names:
        raise BadWorkbookError("this archive is no workbook: it is neither XLSX nor ODS", AGAIN)
    related = _targets(archive, book)
    nodes = _elements(archive, book, "sheet", "workbookPr")
    epoch = any(node.attributes.get("date1904") in ("1", "true") for node in nodes if node.tag == "workbookPr")

    @cache
    def shared() -> tuple[list[str], list[NumberFormat]]:
        parts = dict(related.values())
        return _shared_texts(archive, parts.get("sharedStrings", "")), _formats(archive, parts.get("styles", ""))

    def grid(part: str) -> Callable[[], SheetGrid]:
        return lambda: _XlsxRows(*shared(), epoch).read(archive, part)

    return [
        (node.attributes.get("name", ""), node.attributes.get("state", "visible") != "visible", grid(part))
        for node in nodes
        if node.tag == "sheet"
        for kind, part in (related.get(node.attributes.get("id", ""), ("", "")),)
        if kind == "worksheet" and part in archive.names
    ]


def _shared_texts(archive: Archive, name: str) -> list[str]:
    """Return the texts that cells share, without the pronunciation of Chinese characters (`rPh`)."""
    texts: list[str] = []
    pieces: list[str] = []
    state = {"t": False, "rPh": False}

    def start(tag: str, _attributes: Mapping[str, str]) -> None:
        if tag == "si":
            pieces.clear()
        elif tag in state:
            state[tag] = True

    def end(tag: str) -> None:
        if tag == "si":
            texts.append(_unescaped("".join(pieces)))
        elif tag in state:
            state[tag] = False

    def text(said: str) -> None:
        if state["t"] and not state["rPh"]:
            pieces.append(said)

    if name in archive.names:
        archive.parse(name, start, end, text)
    return texts


def _unescaped(text: str) -> str:
    """Return the text with the characters that XLSX writes as `_x000D_`."""
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _formats(archive: Archive, name: str) -> list[NumberFormat]:
    """Return the format of each style of cells."""
    own: dict[str, NumberFormat] = {}
    kinds: list[NumberFormat] = []
    inside = False

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal inside
        if tag == "numFmt":
            own[attributes.get("numFmtId", "")] = _kind(attributes.get("formatCode", ""))
        elif tag == "cellXfs":
            inside = True
        elif tag == "xf" and inside:
            number = attributes.get("numFmtId", "0")
            built_in = whole(number, 0)
            known = _kind(BUILT_IN[built_in]) if built_in in BUILT_IN else NumberFormat()
            known = replace(
                known, kind="date" if built_in in DATES else "percent" if built_in in PERCENTS else "number"
            )
            kinds.append(own.get(number) or known)

    def end(tag: str) -> None:
        nonlocal inside
        inside = inside and tag != "cellXfs"

    if name in archive.names:
        archive.parse(name, start, end, _nothing)
    return kinds


def _kind(code: str) -> NumberFormat:
    """Return what a format such as `yyyy-mm-dd`, `0.0%` or `#,##0.00 "€"` makes of a number."""
    first = code.partition(";")[0]
    bare = QUOTED.sub("", first).lower()
    if "general" in bare:
        return NumberFormat()
    kind: Literal["date", "percent", "number"] = "date" if set(bare) & set("ymdhs") else "number"
    kind = "percent" if kind == "number" and "%" in bare else kind
    text = QUOTED.sub(lambda found: f"\0{found['text'] or found['letter'] or found['symbol'] or ''}\0", first)
    # within NUL characters is what is shown as it is: in `0 "of 10"`, the figures 10 are a text
    pieces = text.split("\0")
    at = next((at for at in range(0, len(pieces), 2) if PLACES.search(pieces[at])), None)
    figures = PLACES.search(pieces[at]) if at is not None else None
    if kind != "number" or at is None or figures is None or set(bare) & set("/e@"):
        return NumberFormat(kind)
    before = "".join(pieces[:at]) + pieces[at][: figures.start()]
    after = pieces[at][figures.end() :] + "".join(pieces[at + 1 :])
    return NumberFormat(kind, min(len(figures["decimals"] or ""), MOST_DECIMALS), before, after)


class _XlsxRows:
    """The rows of a sheet while its part is parsed."""

    def __init__(self, texts: Sequence[str], formats: Sequence[NumberFormat], from_1904: bool) -> None:
        self.texts, self.formats, self.from_1904 = texts, formats, from_1904
        self.rows = SheetGrid()
        self.hidden = False
        self.row: dict[int, str] = {}
        self.number, self.column = 0, -1
        self.cell: Mapping[str, str] = {}
        self.has_formula = False
        self.pieces: dict[str, list[str]] = {"v": [], "t": [], "f": []}
        self.within: list[str] = []

    def read(self, archive: Archive, part: str) -> SheetGrid:
        """Return the rows that are not empty."""
        archive.parse(part, self.start, self.end, self.text)
        return self.rows

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "row":
            self.number, self.column = whole(attributes.get("r", ""), self.number + 1), -1
            self.hidden = attributes.get("hidden") in ("1", "true")
        elif tag == "c":
            found = REFERENCE.fullmatch(attributes.get("r", ""))
            self.column = _index(found[1]) if found else self.column + 1
            self.cell, self.has_formula = attributes, False
            for each in self.pieces.values():
                each.clear()
        elif tag == "rPh" or tag in self.pieces:
            self.within.append(tag)
            self.has_formula |= tag == "f"

    def end(self, tag: str) -> None:
        if self.within and tag == self.within[-1]:
            self.within.pop()
        elif tag == "c" and (said := self.value()):
            self.row[self.column] = said
        elif tag == "row":
            if self.row:
                self.rows.add(self.number, self.row, hidden=self.hidden)
            self.row.clear()

    def text(self, said: str) -> None:
        if self.within and "rPh" not in self.within:
            self.pieces[self.within[-1]].append(said)

    def value(self) -> str:
        """Return the value of the cell as text; of a formula without a stored result, the formula."""
        said, kind = "".join(self.pieces["v"]), self.cell.get("t", "n")
        if self.has_formula and not said and kind != "str":
            return f"={''.join(self.pieces['f']).strip() or 'formula'}"
        match kind:
            case "s":
                index = whole(said, len(self.texts))
                return self.texts[index] if index < len(self.texts) else ""
            case "inlineStr":
                return _unescaped("".join(self.pieces["t"]))
            case "b":
                return {"1": "TRUE", "0": "FALSE"}.get(said.strip(), "")
            case "n":
                return self.figure(said) if said else ""
            case "d":
                return said.replace("T", " ").removesuffix(" 00:00:00")
            case _:
                return _unescaped(said)

    def figure(self, said: str) -> str:
        """Return a number as its format shows it: as a date, as a percentage, or as it is."""
        index = whole(self.cell.get("s", ""), 0)
        form = self.formats[index] if index < len(self.formats) else NumberFormat()
        if form.kind == "date":
            return _date(said, self.from_1904)
        number = number_text(said, form.kind == "percent")
        if shown := form.shown(number):
            self.rows.note(self.number, self.column, shown)
        return number


def _index(letters: str) -> int:
    """Return the index of the column of that name: A is 0, AA is 26."""
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


def number_text(said: str, percent: bool) -> str:
    """Return a number as its spreadsheet shows it at full length: 0.1 for 0.10000000000000001, and 3 for 3.0."""
    try:
        number = Decimal(f"{float(said):.15g}") if len(said) <= 40 else Decimal("nan")
    except (ValueError, InvalidOperation):
        return said
    if not number.is_finite() or abs(number.adjusted()) > 30:
        return said
    digits = f"{number * 100 if percent else number:f}"
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return f"{'0' if digits in ('-0', '') else digits}{'%' if percent else ''}"


def _date(said: str, from_1904: bool) -> str:
    """Return a number of days as a date, a time or both: 2024-01-31, 12:30."""
    try:
        days = float(said)
        origin = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30 if days >= 60 else 31)
        moment = origin + timedelta(seconds=round(days * 86_400))
    except (ValueError, OverflowError):
        return said
    time = f"{moment:%H:%M:%S}".removesuffix(":00")
    if 0 <= days < 1:
        return time
    date = f"{moment.year:04}-{moment:%m-%d}"
    return date if time == "00:00" else f"{date} {time}"


# ODS: values as attributes of cells, texts as paragraphs; equal cells and rows are written once, with their number.

TIME = re.compile(r"PT([0-9]+)H([0-9]+)M([0-9]+)(?:[.,][0-9]+)?S")

BLANKS = 1_000
"""Maximum number of blanks that one mark stands for."""


def ods_sheets(archive: Archive) -> Grids:
    """Return the sheets of an ODS workbook."""
    hidden: dict[str, bool] = {}
    sheets: list[tuple[str, str]] = []
    style = [""]

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "style":
            style[0] = attributes.get("name", "")
        elif tag == "table-properties":
            hidden[style[0]] = attributes.get("display") == "false"
        elif tag == "table":
            sheets.append((attributes.get("name", ""), attributes.get("style-name", "")))

    archive.parse("content.xml", start, lambda _tag: None, lambda _text: None)

    def grid(index: int) -> Callable[[], SheetGrid]:
        return lambda: _OdsRows(index).read(archive)

    return [(name, hidden.get(style, False), grid(index)) for index, (name, style) in enumerate(sheets)]


class _OdsRows:
    """The rows of one sheet while the content is parsed."""

    def __init__(self, sheet: int) -> None:
        self.left = sheet + 1  # the tables that begin until this one is read
        self.rows = SheetGrid()
        self.hidden = False
        self.row: dict[int, str] = {}
        self.number, self.column = 1, 0
        self.row_times = self.cell_times = 1
        self.cell: Mapping[str, str] | None = None
        self.notes = 0  # annotations around what is read: not a part of the cell's text
        self.paragraphs: list[list[str]] = []
        self.in_paragraph = False

    def read(self, archive: Archive) -> SheetGrid:
        """Return the rows that are not empty."""
        archive.parse("content.xml", self.start, self.end, self.text)
        return self.rows

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "table":
            self.left -= 1
        elif self.left:
            return
        elif tag == "table-row":
            self.column, self.row_times = 0, max(1, whole(attributes.get("number-rows-repeated", ""), 1))
            self.hidden = attributes.get("visibility") in ("collapse", "filter")
        elif tag in ("table-cell", "covered-table-cell"):
            self.cell_times = max(1, whole(attributes.get("number-columns-repeated", ""), 1))
            self.cell = attributes if tag == "table-cell" else None  # what is covered is not seen
            self.paragraphs.clear()
        elif tag == "annotation":
            self.notes += 1
        elif tag == "p" and self.cell is not None and not self.notes:
            self.paragraphs.append([])
            self.in_paragraph = True
        elif self.in_paragraph:
            self.mark(tag, attributes)

    def mark(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Add the blanks, the tab or the line break that an element within a paragraph stands for."""
        if tag == "s":
            self.paragraphs[-1].append(" " * min(whole(attributes.get("c", ""), 1), BLANKS))
        elif tag in ("tab", "line-break"):
            self.paragraphs[-1].append("\n" if tag == "line-break" else "\t")

    def end(self, tag: str) -> None:
        if self.left:
            return
        if tag == "annotation":
            self.notes -= 1
        elif tag == "p" and not self.notes:
            self.in_paragraph = False
        elif tag in ("table-cell", "covered-table-cell"):
            self.end_cell()
        elif tag == "table-row":
            if self.row:
                self.rows.add(self.number, self.row, self.row_times, self.hidden)
            self.number += self.row_times
            self.row = {}

    def end_cell(self) -> None:
        """Add the cell to its row, as often as it is repeated."""
        if self.cell is not None and (said := self.value(self.cell)):
            if self.column + self.cell_times > COLUMNS:
                message = f"row {self.number} of the sheet has more than {COLUMNS:,} cells"
                raise TooLargeError(message, "split the sheet")
            self.row.update(dict.fromkeys(range(self.column, self.column + self.cell_times), said))
        self.column += self.cell_times
        self.cell = None

    def text(self, said: str) -> None:
        if self.in_paragraph and not self.notes and not self.left:
            self.paragraphs[-1].append(said)

    def value(self, cell: Mapping[str, str]) -> str:
        """Return the value of a cell as text; of a formula without a stored result, the formula."""
        written = "\n".join("".join(pieces) for pieces in self.paragraphs)
        kind = cell.get("value-type", "string")
        if written.startswith(("#", "Err:")) and "formula" in cell:  # the value of a failed formula is 0
            return f"#VALUE! ({written})" if written.startswith("Err:") else written
        match kind:
            case "float" | "currency" | "percentage":
                number = number_text(cell.get("value", ""), percent=kind == "percentage")
                if kind != "percentage" and _is_other(written, number):
                    self.rows.note(self.number, self.column, written)
                return number
            case "boolean":
                return "TRUE" if cell.get("boolean-value") == "true" else "FALSE"
            case "date":
                return cell.get("date-value", "").replace("T", " ").removesuffix(" 00:00:00")
            case "time":
                found = TIME.fullmatch(cell.get("time-value", ""))
                return ":".join(found.groups()).removesuffix(":00") if found else written
            case _ if "formula" in cell and not written and "value-type" not in cell:
                return cell["formula"].removeprefix("of:").replace("[.", "").replace("]", "")
            case _:
                return written or cell.get("string-value", "")


def _is_other(shown: str, number: str) -> bool:
    """Whether a cell shows more than its number, or a rounded one; separators of thousands are ignored."""
    if not re.search(r"[0-9]", shown) or not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", number):
        return False
    return bool(re.search(r"[^-0-9.,'’\s]", shown)) or _figures(shown) != _figures(number)


def _figures(text: str) -> str:
    """Return the figures without zeros at either end: 2.50, 2,5 and 25 are the same."""
    return re.sub(r"[^0-9]", "", text).strip("0")
