"""ODS: values as attributes of cells, texts as paragraphs; equal cells and rows are written once, with their number."""

import re
from collections.abc import Callable, Mapping

from pnp.source.ledger import COLUMNS
from pnp.source.workbooks.archive import Archive, Grids, SheetGrid, TooLargeError, whole
from pnp.source.workbooks.xlsx import number_text

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
