"""What is said to a designer: spans, faults, rules and findings.

A *fault* is what one check saw. A *rule* is the kind of fault, with its page. A *finding* is a fault under its rule,
ready to report."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

Subject = TypeVar("Subject")


class Severity(StrEnum):
    """How much a finding weighs; an error stops a build."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


class Span(Struct, frozen=True, eq=False):
    """A stretch of a source file; lines and columns are 1-based code points, the end column is one past the last.

    `pointer` is the JSON pointer of the value that stands there, `row` the data row where the text came from CSV.
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    pointer: str = ""
    row: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def _place(self) -> tuple[str, int, int, int, int, str]:
        """Where it stands, whatever row it came from."""
        return (self.file, self.line, self.column, self.end_line, self.end_column, self.pointer)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._place == other._place

    def __lt__(self, other: Span) -> bool:
        return self._place < other._place

    def __hash__(self) -> int:
        return hash(self._place)


class Fault(Struct, frozen=True, eq=False):
    """One thing found wrong: where, what, and the way out; `severity` overrides the rule's where content says so.

    `rows` are the names of the rows that it meets, where it is about some of them; a message names only a few. `layer`
    is where the layer stands that is at fault, whatever text or row shows it.
    """

    span: Span
    message: str
    hint: str | None = None
    severity: Severity | None = None
    rows: tuple[str, ...] = ()
    layer: Span | None = None

    @property
    def _told(self) -> tuple[object, ...]:
        """What makes two faults the same one: `rows` and `layer` only say where else it was met."""
        return (self.span, self.message, self.hint, self.severity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fault) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)


class Finding(Struct, frozen=True, eq=False):
    """A fault under its rule, ready to report.

    `languages` are those in which a game has it, where it was examined in several and not all of them do.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    hint: str | None = None
    pack: str | None = None
    rows: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    layer: Span | None = None

    @property
    def _told(self) -> tuple[object, ...]:
        """What makes two findings the same one: `rows`, `languages` and `layer` only say where else it was met."""
        return (self.code, self.severity, self.message, self.span, self.hint, self.pack)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def file(self) -> str:
        """The file that it is about, as messages name it."""
        return self.span.file

    @property
    def line(self) -> int:
        """The line in that file, from 1."""
        return self.span.line

    @property
    def column(self) -> int:
        """The column in that line, from 1."""
        return self.span.column

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """The sort key that puts findings in source order."""
        return (self.span.file, self.span.line, self.span.column, self.code, self.message)


LONGEST = 800
"""Letters of a message: a document may be called as it likes, and have a whole text for a name."""


class Rule(Struct, frozen=True):
    """A kind of fault: its slug, its weight and the docstring that holds its page."""

    code: str
    severity: Severity
    doc: str

    @property
    def page(self) -> str:
        """Its page: summary, why, `Fix:`, and `Bad:` and `Good:` samples."""
        return inspect.cleandoc(self.doc)

    @property
    def summary(self) -> str:
        """The page's first line."""
        return self.page.splitlines()[0]

    def finding(self, fault: Fault, pack: str | None = None) -> Finding:
        """The finding that reports `fault` under this rule."""
        severity = fault.severity or self.severity
        message = _short(fault.message)
        return Finding(self.code, severity, message, fault.span, fault.hint, pack, fault.rows, layer=fault.layer)


def _short(message: str) -> str:
    """The message without its middle where a name in it is as long as a page."""
    if len(message) <= LONGEST:
        return message
    return f"{message[: LONGEST - 200]} … {message[-197:]}"


class Check(Struct, Generic[Subject], frozen=True):
    """A rule together with the function that looks for its faults in one subject."""

    rule: Rule
    find: Callable[[Subject], Iterable[Fault]]

    def run(self, subject: Subject, pack: str | None = None) -> Iterator[Finding]:
        """The findings of this check on `subject`."""
        return (self.rule.finding(fault, pack) for fault in self.find(subject))


def check(code: str, severity: Severity) -> Callable[[Callable[[Subject], Iterable[Fault]]], Check[Subject]]:
    """A decorator that makes a check of a function; the function's docstring is the check's page."""

    def register(find: Callable[[Subject], Iterable[Fault]]) -> Check[Subject]:
        return Check(Rule(code, severity, find.__doc__ or ""), find)

    return register
