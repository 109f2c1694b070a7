"""The words that the glossary refuses occur in no docstring, comment or page, nor in what pnp prints."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pipeline import ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", GLOSSARY.partition("## Words that are not used")[2], re.MULTILINE)
REFUSED = [word for row in ROWS[1:] for word in row.split(", ")]
ANY = re.compile(rf"\b(?:{'|'.join(REFUSED)})\b(?![- ](?:in|for)\b)", re.IGNORECASE)
"""Any of the words; what stands for something else does so."""

LOOSELY = re.compile("|".join(r"[\s\"'f\\n]+".join(word.split()) for word in REFUSED), re.IGNORECASE)
"""Any of them, also within other words, and over the end of a line or of a string."""

PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
]
SCHEMAS = sorted((ROOT / "schemas").glob("*.json"))
MODULES = sorted(path for path in (ROOT / "pnp").rglob("*.py") if "bundled" not in path.parts)

PRINTED_TEXTS = ("In files of their own", "in a file of its own", "on pages of their own")

PRINTED = {
    "pnp/model/translation.py": PRINTED_TEXTS,
    "schemas/translation.schema.json": PRINTED_TEXTS,
}
"""Texts on printed sheets, which keep their words and so their bytes until these sheets are changed."""


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The docstrings, comments and texts of a module, with their lines; nothing if none of the words occurs."""
    text = path.read_text(encoding="utf-8")
    if not LOOSELY.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def test_the_glossary_refuses_words() -> None:
    assert len(REFUSED) > 20
    assert ANY.search("it is told where it stands")
    assert not ANY.search("tell a stand-in what it stands for exactly")


@pytest.mark.parametrize("path", [*PAGES, *SCHEMAS], ids=lambda path: path.name)
def test_pages_and_descriptions_of_keys_have_none_of_these_words(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = text.partition("## Words that are not used")[0] if path.name == "glossary.md" else text
    for known in PRINTED.get(str(path.relative_to(ROOT)), ()):
        text = text.replace(known, "")
    assert [text[max(0, word.start() - 40) : word.end() + 20] for word in ANY.finditer(text)] == []


@pytest.mark.slow
def test_modules_have_none_of_these_words() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text[max(0, word.start() - 30) : word.end() + 20]!r}"
        for path in MODULES
        for line, text in prose(path)
        for word in ANY.finditer(text)
        if not any(known in text for known in PRINTED.get(str(path.relative_to(ROOT)), ()))
    ]
    assert "\n".join(found) == ""
