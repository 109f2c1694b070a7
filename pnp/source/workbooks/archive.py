"""Workbooks as archives of XML, unpacked and parsed within limits.

Their content is a stranger's: archives are unpacked, and elements counted, up to a limit. A document type, with which
entities are declared, is refused. Links to other files are not followed.
"""

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from xml.parsers import expat

from pnp.source.ledger import COLUMNS, ROWS

UNPACKED = 48 * 2**20
"""Bytes to which the parts of a workbook that are read may unpack."""

ELEMENTS = 1_000_000
"""Elements of XML in these parts: cells, also empty ones, rows and texts."""

CELLS = 1_000_000
"""Cells with a value in one sheet."""


class BadWorkbookError(Exception):
    """Raised where a workbook cannot be read further; the arguments are a message and a hint."""


class TooLargeError(BadWorkbookError):
    """Raised where a workbook exceeds a limit."""


BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, KeyError)
"""What `zipfile` raises for archives that are damaged, encrypted, or compressed in rare ways."""

AGAIN = "open it in the spreadsheet program and save it again as XLSX or ODS"

Start = Callable[[str, Mapping[str, str]], None]


class Archive:
    """The parts of a workbook."""

    def __init__(self, content: bytes) -> None:
        if content.startswith(b"\xd0\xcf\x11\xe0"):
            raise BadWorkbookError("this is an old XLS file, or protected by a password", "save it as XLSX")
        if not content.startswith(b"PK"):
            raise BadWorkbookError("this is no workbook: it is neither XLSX nor ODS", "a text file is a table as .csv")
        try:
            self.archive = zipfile.ZipFile(io.BytesIO(content))
            self.names = frozenset(self.archive.namelist())
        except BROKEN:
            raise BadWorkbookError("the workbook is damaged or incomplete", AGAIN) from None
        self.bytes, self.elements = UNPACKED, ELEMENTS

    def parse(self, name: str, start: Start, end: Callable[[str], None], text: Callable[[str], None]) -> None:
        """Parse one part; names of elements and attributes have no prefixes."""
        parser = expat.ParserCreate()
        parser.buffer_text = True

        def begin(tag: str, attributes: dict[str, str]) -> None:
            self.elements -= 1
            if self.elements < 0:
                raise TooLargeError(f"the workbook has more than {ELEMENTS:,} cells and other elements", "split it")
            if ":" in tag or any(":" in key for key in attributes):
                tag, attributes = (
                    tag.rpartition(":")[2],
                    {key.rpartition(":")[2]: attributes[key] for key in attributes},
                )
            start(tag, attributes)

        def refuse(*_declared: object) -> None:
            raise BadWorkbookError("the workbook declares a document type, which none needs", AGAIN)

        parser.StartElementHandler = begin
        parser.EndElementHandler = lambda tag: end(tag.rpartition(":")[2])
        parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = refuse
        try:
            with self.archive.open(name) as part:
                size = 2**16
                while chunk := part.read(size):
                    size *= 2  # older versions of expat read a long token again with each chunk
                    self.bytes -= len(chunk)
                    if self.bytes < 0:
                        much = f"the workbook unpacks to more than {UNPACKED // 2**20} MiB"
                        raise TooLargeError(much, "split it, or save the sheet as CSV")
                    parser.Parse(chunk)
                parser.Parse(b"", True)
        except (*BROKEN, expat.ExpatError):
            raise BadWorkbookError("the workbook is damaged or incomplete", AGAIN) from None


class SheetGrid:
    """The rows of a sheet that are not empty, as they are read, within the limits of a table.

    `rows` are their numbers from 1, and their texts by index of the column; `hidden` are the numbers of hidden rows.
    `otherwise` are by column the numbers of rows whose cell shows its number in another way than it is read, and what
    the first of them shows.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[int, dict[int, str]]] = []
        self.hidden: set[int] = set()
        self.otherwise: dict[int, tuple[str, list[int]]] = {}
        self.cells = CELLS

    def note(self, number: int, column: int, shown: str) -> None:
        """Note what a cell shows instead of the number that is read."""
        self.otherwise.setdefault(column, (shown, []))[1].append(number)

    def add(self, number: int, row: Mapping[int, str], times: int = 1, hidden: bool = False) -> None:
        """Add a row, which is repeated so many times. Raises TooLargeError beyond the limits."""
        self.cells -= len(row) * times
        if len(self.rows) + times > ROWS + 1:  # one row has the names of the columns
            raise TooLargeError(f"the sheet has more than {ROWS:,} rows", "make several sheets of it")
        if self.cells < 0:
            raise TooLargeError(f"the sheet has more than {CELLS:,} cells", "make several sheets of it")
        if max(row) >= COLUMNS:
            raise TooLargeError(f"row {number} of the sheet has more than {COLUMNS:,} cells", "split the sheet")
        self.rows += ((number + again, dict(row)) for again in range(times))
        if hidden:
            self.hidden.update(range(number, number + times))


Grids = list[tuple[str, bool, Callable[[], SheetGrid]]]
"""The sheets of a workbook: name, whether it is hidden, and its rows."""


def whole(text: str, otherwise: int) -> int:
    """Return the number that an attribute states, which is not negative; `otherwise` if it states none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else otherwise
