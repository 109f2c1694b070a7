"""Spans, faults, rules and findings.

A *fault* is what one check found. A *rule* is a kind of fault, with its page. A *finding* is a fault with its rule,
ready to report.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

Subject = TypeVar("Subject")


class Severity(StrEnum):
    """How serious a finding is; an error prevents a build."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


class Span(Struct, frozen=True, eq=False):
    """A range of a source file; lines and columns are 1-based and count code points, the end column is exclusive.

    `pointer` is the JSON pointer of the value there, `row` the data row of a text from a table. In a workbook, line and
    column are those of the cell in its `sheet`. `piece` is what is meant within a text of several lines, and how often
    the text has it before that: reports find its line.
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    pointer: str = ""
    row: int | None = None
    sheet: str = ""
    piece: tuple[str, int] | None = None

    def __str__(self) -> str:
        if self.sheet:
            return f"{self.file}, sheet {self.sheet}, {self.cell or f'row {self.line}'}"
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def cell(self) -> str:
        """The name of the cell in a workbook, such as `cell C12`; empty for a whole row, and for other files."""
        one = self.sheet and self.end_column == self.column + 1
        return f"cell {column_letters(self.column - 1)}{self.line}" if one else ""

    @property
    def keys(self) -> list[str]:
        """The keys and indexes of its pointer, as texts."""
        return [key.replace("~1", "/").replace("~0", "~") for key in self.pointer.split("/")]

    @property
    def _place(self) -> tuple[str, int, int, int, int, str, str]:
        """Its position without the row, which is not compared."""
        return (self.file, self.line, self.column, self.end_line, self.end_column, self.pointer, self.sheet)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self._place == other._place

    def __lt__(self, other: Span) -> bool:
        return self._place < other._place

    def __hash__(self) -> int:
        return hash(self._place)


def column_letters(index: int) -> str:
    """Return the name of a column in a spreadsheet, from its index: A, B, …, Z, AA."""
    letters = ""
    while index >= 0:
        letters = chr(ord("A") + index % 26) + letters
        index = index // 26 - 1
    return letters


class Missing(Struct, frozen=True):
    """The cause of a fault: a name that does not exist; `kind` is what it should name, empty in an expression."""

    name: str
    kind: str = ""


LANGUAGE = "language"
"""The kind of a missing name of a language, that of a document or of the sheets."""

LINE = "line of the pack"
"""The kind of a missing name of a component that no line of the pack prints."""


class Unreached(Struct, frozen=True):
    """The cause of a fault: a formula that uses these maps fails, perhaps because a way on one of them is missing."""

    maps: frozenset[str]


class Overworked(Struct, frozen=True):
    """The cause of a fault: a budget of steps is used up."""


class NoRoom(Struct, frozen=True):
    """The cause of a fault: the layer of that name has no room left; other layers or the size may be to blame."""

    layer: str


class TooAlike(Struct, frozen=True):
    """The cause of a fault: two colours on each other that hardly differ."""

    colours: frozenset[str]


class Mistagged(Struct, frozen=True):
    """The cause of a fault: a place of a map has the tag `given`, which is probably a mistyped `tag`."""

    map: str
    place: str
    tag: str
    given: str


class OtherLanguage(Struct, frozen=True):
    """The cause of a fault: a text has a language that the pack does not list, and lacks the only `lacking` one."""

    lacking: str
    given: str


class Mistaken(Struct, frozen=True):
    """The cause of a fault: the pack lists the language `code`, and its texts are in `meant`."""

    code: str
    meant: str


Cause = Missing | Mistagged | Mistaken | Unreached | OtherLanguage | Overworked | NoRoom | TooAlike | str
"""What a fault is about, however its message words it: a text is the message without the rows that it names."""


class Fault(Struct, frozen=True, eq=False):
    """A fault found by a check: position, message and hint; `severity` overrides that of the rule if content sets it.

    `rows` are the names of the affected rows, if only some are; a message names only a few. `layer` is the span of the
    faulty layer, for a fault of a text or row that the layer shows. `other` is the second place of a fault between two.
    `cause` is by default the message.
    """

    span: Span
    message: str
    hint: str | None = None
    severity: Severity | None = None
    rows: tuple[str, ...] = ()
    layer: Span | None = None
    other: Span | None = None
    cause: Cause | None = None

    @property
    def _told(self) -> tuple[object, ...]:
        """The fields that are compared: the others only add where else the fault was found, and why."""
        return (self.span, self.message, self.hint, self.severity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fault) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)


class Finding(Struct, frozen=True, eq=False):
    """A fault with its rule, ready to report.

    `languages` are the languages that have it, if the game was examined in several and not all have it.
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
    other: Span | None = None
    cause: Cause | None = None

    @property
    def _told(self) -> tuple[object, ...]:
        """The fields that are compared: the others only add where else it was found, and why."""
        return (self.code, self.severity, self.message, self.span, self.hint, self.pack)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def file(self) -> str:
        """The file of the finding, as in messages."""
        return self.span.file

    @property
    def line(self) -> int:
        """The line in that file, from 1."""
        return self.span.line

    @property
    def column(self) -> int:
        """The column in that line, from 1."""
        return self.span.column

    def is_about(self, name: str) -> bool:
        """Whether that is the name of something that the finding is about: a key on the way to its place, or a name in
        its message. Messages quote each name, so those of checks of other packages can be accepted by name too.
        """
        return name in self.span.keys or f"'{name}'" in self.message

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """The sort key for source order."""
        return (self.span.file, self.span.line, self.span.column, self.code, self.message)


LONGEST = 800
"""Maximum length of a message in characters: a document may contain very long names."""


class Rule(Struct, frozen=True):
    """A kind of fault: its code, its severity and its page."""

    code: str
    severity: Severity
    doc: str

    @property
    def page(self) -> str:
        """Its page: summary, reason, `Fix:`, and `Bad:` and `Good:` samples."""
        return inspect.cleandoc(self.doc)

    @property
    def summary(self) -> str:
        """The page's first line."""
        return self.page.splitlines()[0]

    def finding(self, fault: Fault, pack: str | None = None) -> Finding:
        """Return the finding for `fault` under this rule."""
        severity = fault.severity or self.severity
        return Finding(
            self.code,
            severity,
            _short(fault.message),
            fault.span,
            fault.hint,
            pack,
            fault.rows,
            layer=fault.layer,
            other=fault.other,
            cause=fault.cause,
        )


def _short(message: str) -> str:
    """Return the message, with its middle removed if it is too long."""
    if len(message) <= LONGEST:
        return message
    return f"{message[: LONGEST - 200]} … {message[-197:]}"


class Check(Struct, Generic[Subject], frozen=True):
    """A rule with the function that finds its faults in one subject."""

    rule: Rule
    find: Callable[[Subject], Iterable[Fault]]

    def run(self, subject: Subject, pack: str | None = None) -> Iterator[Finding]:
        """Return the findings of this check on `subject`."""
        return (self.rule.finding(fault, pack) for fault in self.find(subject))


def check(code: str, severity: Severity) -> Callable[[Callable[[Subject], Iterable[Fault]]], Check[Subject]]:
    """Return a decorator that makes a check of a function; the function's docstring is the check's page."""

    def register(find: Callable[[Subject], Iterable[Fault]]) -> Check[Subject]:
        return Check(Rule(code, severity, find.__doc__ or ""), find)

    return register
