"""One YAML file as a document: its root node, its kind, and what was found while reading it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from pnp.diagnostics import ERROR, Finding
from pnp.records import dataclass
from pnp.source.builder import Builder
from pnp.source.ledger import Ledger, Stop
from pnp.source.rules import EMPTY_DOCUMENT, FORBIDDEN_YAML
from pnp.source.text import position, read_text
from pnp.source.tree import Mapping, Node, Unread, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The scanner: libyaml's, or the one in Python where PyYAML came without it."""

TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML document.

    `damaged` says that some of it could not be read or was taken out; `root` is None if nothing is left.
    """

    file: str
    root: Node | None
    kind: str | None = None
    findings: tuple[Finding, ...] = ()
    damaged: bool = False


def read_document(source: bytes | str, file: str) -> Document:
    """The document in `source`; `file` is the name under which its findings are reported. Never raises on bad input."""
    ledger = Ledger(file)
    text = read_text(source, ledger)
    if text is None:
        return Document(file, None, findings=ledger.findings(), damaged=True)
    builder = Builder(text, ledger)
    root = _root(builder, ledger) if _read(builder, text, ledger) else None
    findings = ledger.findings()
    damaged = any(finding.severity is ERROR for finding in findings)
    return Document(file, root, kind_of(builder.top), findings, damaged)


def kind_of(value: Value) -> str | None:
    """What the document says under `kind:`, if that is a text."""
    kind = value.get("kind") if isinstance(value, Mapping) else None
    return kind if isinstance(kind, str) and not isinstance(kind, Unread) else None


def _read(builder: Builder, text: str, ledger: Ledger) -> bool:
    """Whether the whole text could be read."""
    directive = TAG_DIRECTIVE.search(text)
    if directive:
        message, hint = "the directive '%TAG' is not read here", "delete the line"
        ledger.add(FORBIDDEN_YAML, position(text, directive.start()), message, hint)
        return False
    try:
        builder.read(_events(text))
    except Stop:
        return False
    except yaml.YAMLError as error:
        from pnp.source.syntax import report_syntax_error

        report_syntax_error(error, text, builder.bracket, ledger)
        return False
    return True


def _events(text: str) -> Iterator[yaml.events.Event]:
    try:
        yield from iter(LOADER(text).get_event, None)
    except (ValueError, OverflowError) as error:  # the scanner in Python, on an escape such as \U00110000
        raise yaml.YAMLError("found unknown escape character") from error


def _root(builder: Builder, ledger: Ledger) -> Node | None:
    if builder.root is None:
        message, hint = "the document is empty", "begin it with a line such as 'kind: area-map'"
        ledger.add(EMPTY_DOCUMENT, (1, 1, 1, 1), message, hint, pointer="")
        return None
    return None if isinstance(builder.root, Unread) else Node(builder.root, ledger.file, builder.mark)
