"""What the tests of this stage share: documents read and validated, and findings as short tuples."""

from __future__ import annotations

import textwrap
from typing import Any

from pnp.diagnostics import Finding
from pnp.loader.target import schema_folder
from pnp.source import Document, Mapping, Node, load_schemas, read_document, validate
from pnp.source.schemas.gate import Schemas
from pnp.source.tree import Listing, Mark

FILE = "town.yaml"


def read(text: str | bytes) -> Document:
    """The document, read but not held against a schema."""
    return read_document(dedent(text) if isinstance(text, str) else text, FILE)


def root_of(text: str) -> Node:
    """The root of a document that reads without a finding."""
    document = read(text)
    assert document.findings == ()
    assert document.root is not None
    return document.root


def checked(text: str, schemas: Schemas | None = None) -> Document:
    """The document held against the schema of its kind."""
    return validate(read(text), schemas or load_schemas(schema_folder()))


def places(document: Document) -> list[tuple[str, int, int]]:
    """Code, line and column of each finding."""
    return [(finding.code, finding.span.line, finding.span.column) for finding in document.findings]


def only(document: Document) -> Finding:
    """The one finding of the document."""
    assert len(document.findings) == 1, document.findings
    return document.findings[0]


def plain(value: Any) -> Any:
    """The value as an ordinary dict, list or scalar."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, Listing) else value


def cut(text: str, mark: Mark) -> str:
    """What stands at a mark in the text."""
    lines = text.split("\n")[mark[0] - 1 : mark[2]]
    lines[-1] = lines[-1][: mark[3] - 1]
    lines[0] = lines[0][mark[1] - 1 :]
    return "\n".join(lines)


def dedent(text: str) -> str:
    """A text that begins on a line of its own without the indentation of the test that it stands in."""
    return textwrap.dedent(text[1:]) if text.startswith("\n ") else text
