"""JSON files with a list of objects, or an object of them, read with the place of every value."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator

from pnp.diagnostics import Finding
from pnp.messages import shown
from pnp.source.files import bad_characters, code_point, read_text
from pnp.source.ledger import NODES, ROWS, TEXT, Ledger, Stop
from pnp.source.rules import (
    BAD_CHARACTER,
    BAD_NUMBER,
    DUPLICATE_KEY,
    EMPTY_DOCUMENT,
    OVER_LIMIT,
    SYNTAX_ERROR,
    WRONG_TYPE,
)
from pnp.source.tree import Listing, Mapping, Mark, Node, Value

NESTED = 8
"""Lists and objects inside each other; a table needs two, or three with lists in its cells."""

TOKEN = re.compile(
    r'[ \t\r\n]*+(?:(?P<text>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*+)(?P<rest>(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)(?![0-9A-Za-z.]))"
    r"|(?P<word>true|false|null)(?!\w)|(?P<sign>[\[\]{},:])|(?P<end>\Z))"
)
"""The next token; its quantifiers are possessive, so that it never backtracks."""

WORDS = {"true": True, "false": False, "null": None}


NAME = "name"
"""The field for the keys of an object of objects."""


def read_json_rows(content: bytes, file: str) -> tuple[tuple[Node, ...] | None, tuple[Finding, ...]]:
    """Return the objects in the list of a JSON file, and the findings; None if it cannot be read.

    An object with one list of objects, such as `{"cards": [...]}`, counts as that list. In an object of objects, such
    as `{"Dragon": {...}}`, each is a row with its key as its name. Never raises on bad input.
    """
    ledger = Ledger(file)
    text = read_text(content, ledger)
    if text is None:
        return None, ledger.findings()
    try:
        return _JsonReading(text, file, ledger).rows(), ledger.findings()
    except Stop:
        return None, ledger.findings()


class _JsonReading:
    """One file while it is read, token by token."""

    def __init__(self, text: str, file: str, ledger: Ledger) -> None:
        self.source, self.file, self.ledger = text, file, ledger
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.at, self.nodes = 0, NODES
        self.token = self._next()

    def rows(self) -> tuple[Node, ...]:
        """Return the rows. Raises Stop."""
        start = self.token.start(self.token.lastgroup or 0)
        value = self._value(0)
        if self.token.lastgroup != "end":
            self._stop("the file goes on after its list", "write one list of objects")
        root = Node(value, self.file, self._mark(start, self.at))
        if isinstance(value, Mapping):
            lists = [key for key, item in value.items() if isinstance(item, Listing)]
            if len(lists) == 1:
                return self._checked(root[lists[0]])
            inner = next(iter(value), None)
            if inner is not None and len(value) == 1 and _holds_objects(value[inner]):
                root = root[inner]
            if _holds_objects(root.value):
                return self._named(root)
        return self._checked(root)

    def _named(self, root: Node) -> tuple[Node, ...]:
        """Return the objects in an object, each with its key as its name unless it has one. Raises Stop."""
        self._limit(len(root.mapping), root.mark)
        return tuple(_with_name(key, row) for key, row in root.items())

    def _checked(self, root: Node) -> tuple[Node, ...]:
        """Return the objects in a list, which must have nothing else. Raises Stop."""
        if not isinstance(root.value, Listing):
            self.ledger.stop(WRONG_TYPE, root.mark, "a table in JSON is a list of objects", "write [{…}, {…}]")
        if not root.value:
            self.ledger.stop(EMPTY_DOCUMENT, root.mark, "the list has no objects", "write an object for each row")
        self._limit(len(root.value), root.value.marks[min(ROWS, len(root.value) - 1)])
        for item, mark in zip(root.value, root.value.marks, strict=True):
            if not isinstance(item, Mapping):
                self.ledger.stop(WRONG_TYPE, mark, "each row of a table in JSON is an object", 'write {"title": …}')
        return tuple(root)

    def _limit(self, rows: int, mark: Mark) -> None:
        """Raise Stop if there are too many rows."""
        if rows > ROWS:
            self.ledger.stop(OVER_LIMIT, mark, f"the table has more than {ROWS:,} rows", "make several tables of it")

    def _value(self, depth: int) -> Value:
        """Return the value that begins at this token, and move behind it. Raises Stop."""
        self.nodes -= 1
        if self.nodes < 0 or depth > NESTED:
            what = f"nested more than {NESTED} deep" if self.nodes >= 0 else f"more than {NODES:,}"
            self.ledger.stop(OVER_LIMIT, self._here(), f"the values of the table are {what}", "make it simpler")
        token, kind = self.token, self.token.lastgroup
        match token[kind or 0] if kind == "sign" else kind:
            case "text":
                return self._text()
            case "number" | "rest":
                return self._number()
            case "word":
                self.token = self._next()
                return WORDS[token["word"]]
            case "[":
                return self._list(depth)
            case "{":
                return self._object(depth)
            case _:
                self._stop("a value is missing here", "write a text in double quotes, a number, true, false or null")
                return None

    def _text(self) -> str:
        said: str = json.loads(self.token["text"])
        if len(said) > TEXT:
            self.ledger.stop(OVER_LIMIT, self._here(), f"a text has more than {TEXT:,} characters", "make it shorter")
        if bad := bad_characters().search(said):
            message = f"the character {code_point(bad[0])} can't be in a text"
            self.ledger.stop(BAD_CHARACTER, self._here(), message, "delete it")
        self.token = self._next()
        return said

    def _number(self) -> int | float:
        written, whole = self.token["number"], not self.token["rest"]
        if len(written) > 40 or abs(float(written)) > 1e18:
            message = f"{shown(written)} is too large for a number of a table"
            self.ledger.stop(BAD_NUMBER, self._here(), message, "write it in quotes if it is a label")
        self.token = self._next()
        return int(written) if whole else float(written)

    def _list(self, depth: int) -> Listing:
        found = Listing()
        for start in self._items("]"):
            found.append(self._value(depth + 1))
            found.marks.append(self._mark(start, self.before))
        return found

    def _object(self, depth: int) -> Mapping:
        found = Mapping()
        for start in self._items("}"):
            if self.token.lastgroup != "text":
                self._stop("the name of a field is missing here", 'write it in double quotes, as in "title": …')
            key_mark, key = self._here(), self._text()
            if key in found:
                self.ledger.stop(DUPLICATE_KEY, key_mark, f"the field {shown(key)} is repeated here", "delete one")
            self._sign(":", "a colon is missing after the name of the field")
            begin = self.token.start(self.token.lastgroup or 0)
            found[key] = self._value(depth + 1)
            found.key_marks[key], found.marks[key] = key_mark, self._mark(begin, self.before)
            assert start <= begin
        return found

    def _items(self, closing: str) -> Iterator[int]:
        """Yield the offset of each item of a list or an object, at which the caller reads it."""
        self.token = self._next()
        first = True
        while self._said() != closing:
            if not first:
                self._sign(",", f"a comma or '{closing}' is missing here")
                if self._said() == closing:
                    self._stop(f"there is a comma before '{closing}'", "delete it")
            first = False
            yield self.token.start(self.token.lastgroup or 0)
        self.token = self._next()

    def _said(self) -> str:
        return self.token["sign"] or ""

    def _sign(self, sign: str, message: str) -> None:
        if self._said() != sign:
            self._stop(message, f"write '{sign}' here")
        self.token = self._next()

    def _next(self) -> re.Match[str]:
        """Return the next token. Raises Stop if there is none."""
        self.before = self.at
        found = TOKEN.match(self.source, self.at)
        if found is None:
            blank = re.compile(r"[ \t\r\n]*").match(self.source, self.at)
            self.at = blank.end() if blank else self.at
            odd = self.source[self.at : self.at + 20].split("\n")[0]
            mark = self._mark(self.at, self.at + 1)
            self.ledger.stop(SYNTAX_ERROR, mark, f"this is no JSON: {shown(odd)}", "texts are in double quotes")
        self.at = found.end()
        return found

    def _stop(self, message: str, hint: str) -> None:
        self.ledger.stop(SYNTAX_ERROR, self._here(), message, hint)

    def _here(self) -> Mark:
        return self._mark(self.token.start(self.token.lastgroup or 0), self.token.end())

    def _mark(self, start: int, end: int) -> Mark:
        """Return the place of a stretch of the text."""
        first, last = bisect_right(self.breaks, start - 1), bisect_right(self.breaks, max(start, end - 1) - 1)
        before, above = (self.breaks[index - 1] if index else -1 for index in (first, last))
        return first + 1, start - before, last + 1, max(end, start + 1) - above


def _holds_objects(value: Value) -> bool:
    """Whether a value is an object with nothing but objects."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(item, Mapping) for item in value.values())


def _with_name(key: Node, row: Node) -> Node:
    """Return a row with its key as its name, unless it has a name."""
    if any(name.casefold() == NAME for name in row.mapping):
        return row
    named = Mapping()
    named.update({NAME: key.value, **row.mapping})
    named.marks = {NAME: key.mark, **row.mapping.marks}
    named.key_marks = {NAME: key.mark, **row.mapping.key_marks}
    return Node(named, row.file, row.mark, row.pointer, row.row)
