"""Tables of odd characters: what their rows and columns are, where they stand, and what is found in them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from pnp.diagnostics import Span
from pnp.source import CsvTable, read_table

CHARACTERS = (
    *("a", "b", "title", "x y", ",", ",", ",", ";", "\t", '"', '""', '"a"', '"a,b"', '"a\nb"', "\n", "\n", "\r\n"),
    *(" ", "#", "title_de"),
)
HEADERS = ("title,fine,place\n", "title;fine\n", "", "title,,fine\n", "title\n", "title,title_de,title\n")
TABLES = 160


def drawn(random: Random) -> str:
    header = random.choice(HEADERS)
    return header + "".join(random.choice(CHARACTERS) for _ in range(random.randint(0, 14)))


def place(span: Span) -> str:
    return f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def told(table: CsvTable) -> list[str]:
    lines = [f"  columns {[(each.name, each.index, each.language, place(each.span)) for each in table.columns]}"]
    for record in table.records:
        cells = [f"{text!r} {place(table.cell(record, at))}" for at, text in enumerate(record.cells)]
        lines.append(f"  row {record.number} {place(table.span(record))}: {'; '.join(cells)}")
    lines += [
        f"  {each.span} {each.severity.value} {each.code}: {each.message} ({each.hint})" for each in table.findings
    ]
    return [*lines, f"  {'damaged' if table.damaged else 'sound'}, {table.delimiter!r}"]


def test_odd_tables_read_as_before(golden: Callable[[str, str], None]) -> None:
    lines = []
    for seed in range(TABLES):
        text = drawn(Random(seed))
        lines += [f"== {text!r}", *told(read_table(text, "t.csv"))]
    golden("tables.txt", "\n".join(lines) + "\n")
