"""Files with the rows of components: which files are tables, and how each is read."""

from pathlib import PurePosixPath

from pnp.source.tables import Table, read_csv

TEXTS = (".csv", ".tsv", ".txt")
"""The suffixes of tables that are texts with a separator."""

WORKBOOKS = (".xlsx", ".xlsm", ".ods")
"""The suffixes of workbooks; their content decides which of the formats they have."""

JSON = ".json"
"""The suffix of tables that are lists of objects."""

TABLES = (*TEXTS, *WORKBOOKS, JSON)
"""The suffixes of all tables, which are not documents."""


def is_table(name: str) -> bool:
    """Whether a file of that name is a table that `rows` of a component can name."""
    return PurePosixPath(name).suffix.lower() in TABLES


def is_workbook(name: str) -> bool:
    """Whether a file of that name is a workbook, which has sheets."""
    return PurePosixPath(name).suffix.lower() in WORKBOOKS


def read_table(content: bytes | str, file: str, sheet: str | None = None) -> Table:
    """Return the table in a file of texts or in a sheet of a workbook, by default its first. Never raises on bad input.

    `file` is the name under which findings are reported; its suffix says how the content is read. JSON is read by
    `read_json_rows`, because its rows need not have the same fields.
    """
    if isinstance(content, bytes) and is_workbook(file):
        from pnp.source.workbooks.sheet import read_workbook

        return read_workbook(content, file, sheet)
    return read_csv(content, file)
