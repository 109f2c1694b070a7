"""Documents of a text, as their models."""

from __future__ import annotations

import textwrap

from pnp.source import Document, load_schemas, read_document, validate
from pnp.source.tree import Node
from tests.pipeline import ROOT


def checked(text: str, file: str = "test.yaml") -> Document:
    """The document of the text, its schema applied."""
    return validate(read_document(textwrap.dedent(text).lstrip("\n"), file), load_schemas(ROOT / "schemas"))


def root_of(text: str) -> Node:
    """The root of a document that is right."""
    document = checked(text)
    assert document.findings == (), document.findings
    assert document.root is not None
    return document.root
