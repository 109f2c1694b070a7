"""A document to files, by their names."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Literal, get_args

from pnp.rulebook.html import write_html
from pnp.rulebook.markdown import DIAGRAMS, write_markdown
from pnp.rulebook.tables import write_csv

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.rulebook.document import Document, Panel

TextFormat = Literal["md", "html", "csv"]
"""The forms that need no paper."""

TEXT_FORMATS: tuple[TextFormat, ...] = get_args(TextFormat)


def write_texts(document: Document, formats: Iterable[TextFormat], ending: str = "") -> dict[str, bytes]:
    """The rulebook in these forms: `rulebook.md` with its `diagrams`, `rulebook.html`, and `tables/<id>.csv` for each
    table. The names of the files and folders end in `ending`, such as `-de`.
    """
    wanted = frozenset(formats)
    files: dict[str, bytes] = {}
    if "md" in wanted:
        diagrams = f"{DIAGRAMS}{ending}"
        files[f"rulebook{ending}.md"] = write_markdown(document, diagrams).encode("utf-8")
        files.update((f"{diagrams}/{panel.name}.svg", _file(panel)) for panel in document.panels() if panel.svg)
    if "html" in wanted:
        files[f"rulebook{ending}.html"] = write_html(document).encode("utf-8")
    if "csv" in wanted:
        files.update((f"tables{ending}/{table.id}.csv", write_csv(table)) for table in document.tables)
    return files


def _file(panel: Panel) -> bytes:
    """The picture as a file of its own, which says in words what it shows."""
    head, _, drawing = panel.svg.partition(">")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}><title>{escape(panel.alt)}</title>{drawing}\n'.encode()
