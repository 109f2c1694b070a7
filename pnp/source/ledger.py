"""Findings of one document, bounded; the limits of size; the totals of a pack."""

import re
from collections.abc import Callable, Hashable, Iterator
from typing import NoReturn

from msgspec import Struct, field

from pnp.diagnostics import Fault, Finding, Rule, Span
from pnp.messages import series
from pnp.source.rules import OVER_LIMIT
from pnp.source.tree import Mark

# How much a document may hold; each limit is far above an honest file and far below what would hurt.

LARGE = 10
"""What the totals of a pack are multiplied by if the user trusts it (`--large`)."""


def or_large(scale: int) -> str:
    """Return the end of a hint on a total of a pack: the option that raises it, unless it is raised already."""
    return "" if scale > 1 else "; if you trust the pack, add --large to the command"


FILE_BYTES = 16 * 2**20
"""The size of a file."""

DEPTH = 64
"""Lists and mappings inside each other, those reached through aliases among them; folders inside each other."""

ENTRIES = 100_000
"""Files and folders of a pack that are looked through."""

NODES = 4_000_000
"""Values and keys in a document."""

ALIAS_NODES = 100_000
"""Values that the aliases of a pack stand for; a long text weighs as one value for each `ALIAS_TEXT` characters."""

ALIAS_TEXT = 100

TEXT = 1_000_000
"""Characters of one text."""

KEY = 1_000
"""Characters of one key."""

COLUMNS = 1_000
"""Cells of one row of a table."""

ROWS = 10_000
"""Rows of a table, each a thing to print: nine cards a sheet, this is a thousand sheets."""

DIGITS = 18
"""Digits of a whole number, so that every reader holds it exactly."""

PATTERN_TEXT = 2_000
"""Characters of a text that a schema's pattern is tried on; a longer one does not fit."""

FINDINGS = 1_000
"""Maximum findings of one rule per document; one more finding reports that others were left out."""

PACK_FINDINGS = 5_000
"""Findings in the documents of a pack after which no more of them are read."""

LEAST_ASKED = 50
"""Places that a requirement looks at, at least, however few its map has."""

LAID_CELLS = 300
"""Cells of a grid map on which tiles are laid; the boards of games have up to a hundred."""

ROAD_STEPS = 100_000
"""Cells that the roads of a grid map lead through, each as often as a road does."""

MENDED = 10_000
"""Breaches of a schema after which no more are looked for, and nothing of the document is used."""

EXPLAINED = 200_000
"""Steps of looking for what breaks a schema, after which no more is looked for and nothing of the document is used."""


# The totals of a pack: what all of its documents have together.


class PackLimit(Struct, frozen=True):
    """How much a pack may have of something, with the message and the hint of what exceeds it.

    It is multiplied by the scale of a trusted pack (`--large`) if it `grows`.
    """

    most: int
    message: str
    hint: str
    grows: bool = True


INHERITED = PackLimit(
    50_000,
    "the maps of the pack take over more than {most:,} values from those that they extend",
    "extend smaller maps, or extend them less often",
    grows=False,
)
"""Values that the maps of a pack take over from those that they extend, all together."""

PACK_THEMES = PackLimit(
    50,
    "the pack has more than {most:,} themes",
    "join some of them, or write them as variants of one theme",
    grows=False,
)
"""Themes of a pack and its kits: each is laid over those before it."""

PACK_ROWS = PackLimit(
    20_000, "the components of the pack take more than {most:,} rows from tables", "make several packs of them"
)
"""Rows that all components of a pack take from tables together."""

PACK_ICONS = PackLimit(
    10_000, "the folders of icons have more than {most:,} files", "copy the icons that the game uses to another folder"
)
"""Files in the folders of icons of a pack and its kits; the largest free sets have some thousand."""

PACK_DRAWN_ICONS = PackLimit(
    10_000, "the documents of the pack have more than {most:,} icons", "leave out the icons that the game does not use"
)
"""Icons that the documents of a pack and its kits draw themselves; no more documents are read after them."""

PACK_LAYERS = PackLimit(
    10_000,
    "the templates of the pack have more than {most:,} layers",
    "draw what many layers show as a picture, or make several packs",
)
"""Layers that all templates of a pack write, without inherited ones; no more documents are read after them."""

PACK_ASKED = PackLimit(
    500_000,
    "the requirements of the pack look at more than {most:,} places, each at its map's",
    "keep fewer requirements, or make the map smaller",
)
"""Places that the requirements of a pack look at, each at all those of its map, but at `LEAST_ASKED` at least."""

PACK_PLACES = PackLimit(
    20_000,
    "the maps of the pack have more than {most:,} places and intersections",
    "make the map smaller, or several packs of the maps",
)
"""Places and intersections that all maps of a pack have together; a board has some hundred."""

PACK_CORNERS = PackLimit(
    30_000,
    "the documents of the pack have more than {most:,} corners of outlines",
    "write outlines with fewer corners, or draw them in an SVG file and name it under 'outlines'",
)
"""Corners of the outlines that the maps of a pack write; dividing the paper among them is most of the work of a map."""

PACK_MOVEMENT = PackLimit(
    60_000,
    "the movement classes of the pack have more than {most:,} places together",
    "make the map smaller, or leave out classes",
)
"""Places that all movement classes of a pack have together: those of its map for each class, and for each it is by."""


class PackTotals:
    """Counts what a pack has of each thing that is limited; only the first excess of a limit is reported."""

    def __init__(self, report: Callable[[Rule, Span, str, str], None], scale: int) -> None:
        self._report, self.scale = report, scale
        self._counts: dict[PackLimit, int] = {}

    def most(self, limit: PackLimit) -> int:
        """Return how much the pack may have."""
        return limit.most * self.scale if limit.grows else limit.most

    def left(self, limit: PackLimit) -> int:
        """Return how much more the pack may have; negative if it has too much."""
        return self.most(limit) - self._counts.get(limit, 0)

    def add(self, limit: PackLimit, count: int, span: Span) -> bool:
        """Count more, at `span`, and return whether the pack keeps within the limit."""
        if self.left(limit) >= 0:
            self._counts[limit] = self._counts.get(limit, 0) + count
            if self.left(limit) < 0:
                hint = limit.hint + (or_large(self.scale) if limit.grows else "")
                self._report(OVER_LIMIT, span, limit.message.format(most=self.most(limit)), hint)
        return self.left(limit) >= 0


# The findings of one document, gathered while it is read: bounded, each cause once, in source order at the end.

LINES = 10
"""Maximum number of further lines that a merged finding lists."""


class Stop(Exception):
    """Raised to stop reading a document; the ledger contains the reason."""


class _Entry(Struct):
    rule: Rule
    span: Span
    message: str
    hint: str | None
    lines: list[int] = field(default_factory=list)
    again: int = 0

    def finding(self) -> Finding:
        return self.rule.finding(Fault(self.span, self.message, self._hint()))

    def _hint(self) -> str | None:
        if not self.again:
            return self.hint
        places = list(map(str, self.lines))
        if self.again > len(self.lines):
            places.append(f"{self.again - len(self.lines)} more")
        also = f"also on {'line' if self.again == 1 else 'lines'} {series(places, 'and')}"
        return f"{self.hint}; {also}" if self.hint else also


class Ledger:
    """Collects findings on the document `file`: per rule the first `FINDINGS`, and one for all others.

    `where` returns the JSON pointer of the value that is being read.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.where: Callable[[], str] = str
        self._entries: list[_Entry] = []
        self._causes: dict[Hashable, _Entry] = {}
        self._counts: dict[str, int] = {}
        self._overflow: dict[str, _Entry] = {}

    def add(self, rule: Rule, mark: Mark, message: str, hint: str | None = None, pointer: str | None = None) -> None:
        """Note one finding of `rule` at `mark`."""
        self._note(rule, mark, message, hint, pointer)

    def once(self, cause: Hashable, rule: Rule, mark: Mark, message: str, hint: str) -> None:
        """Add a finding for `cause`; if it has one already, only add the line to that finding."""
        seen = self._causes.get(cause)
        if seen is None:
            self._causes[cause] = self._note(rule, mark, message, hint, None)
            return
        seen.again += 1
        if len(seen.lines) < LINES:
            seen.lines.append(mark[0])

    def forget(self, mark: Mark) -> None:
        """Remove the findings within a text that is wrong as a whole."""
        start, end = mark[:2], mark[2:]
        self._entries = [
            each for each in self._entries if not start <= (each.span.line, each.span.column) < max(end, start)
        ]

    def stop(self, rule: Rule, mark: Mark, message: str, hint: str) -> NoReturn:
        """Note a finding and read no further: raises `Stop`."""
        self._note(rule, mark, message, hint, None)
        raise Stop

    def room(self, rule: Rule) -> bool:
        """Whether one more finding of `rule` would change the output."""
        return self._counts.get(rule.code, 0) <= FINDINGS

    def findings(self) -> tuple[Finding, ...]:
        """All findings, in source order."""
        return tuple(sorted(self._told(), key=lambda finding: finding.order))

    def _told(self) -> Iterator[Finding]:
        yield from (entry.finding() for entry in self._entries)
        for entry in self._overflow.values():
            message = "there are more findings of this kind from here on"
            yield entry.rule.finding(Fault(entry.span, message, "mend some of those above, and check again"))

    def _note(self, rule: Rule, mark: Mark, message: str, hint: str | None, pointer: str | None) -> _Entry:
        count = self._counts[rule.code] = self._counts.get(rule.code, 0) + 1
        if count > FINDINGS:
            entry = _Entry(rule, Span(self.file, *mark), message, hint)
            return self._overflow.setdefault(rule.code, entry)
        entry = _Entry(rule, Span(self.file, *mark, self.where() if pointer is None else pointer), message, hint)
        self._entries.append(entry)
        return entry


# Where the YAML scanner stopped, and what is wrong there in a designer's words.

Place = tuple[int, int]
"""Line and column, both counted from 0 as the scanners do."""


class ScannerError(Struct, frozen=True):
    """Where the scanner stopped (`at`), where it began what it could not finish (`since`), and why in its words."""

    lines: list[str]
    at: Place
    since: Place
    why: str
    bracket: Mark | None

    @property
    def line(self) -> str:
        """The line where the scanner stopped."""
        return self.line_at(self.at)

    @property
    def before(self) -> str:
        """The text before the position, on its line."""
        return self.line[: self.at[1]]

    @property
    def after(self) -> str:
        """The text from the position to the end of its line."""
        return self.line[self.at[1] :]

    def line_at(self, place: Place) -> str:
        """The line of `place`."""
        return self.lines[place[0]] if place[0] < len(self.lines) else ""

    def above(self) -> int:
        """The number of the nearest line above that is neither blank nor a comment; that of the place if none is."""
        for number in range(self.at[0] - 1, -1, -1):
            stripped = self.lines[number].strip()
            if stripped and not stripped.startswith("#"):
                return number
        return self.at[0]

    def is_beside_dashes(self, number: int) -> bool:
        """Whether a line begins where the items of a list do, directly above or below one of them."""
        indent = indent_of(self.line_at((number, 0)))
        for step in (-1, 1):
            near = number + step
            while 0 <= near < len(self.lines):
                line = self.lines[near]
                if line.strip() and not line.lstrip().startswith("#"):
                    if indent_of(line) == indent and line.lstrip().startswith("- "):
                        return True
                    if indent_of(line) <= indent:
                        break
                near += step
        return False

    def item_above(self) -> int | None:
        """Return the line of the item to which a key below its lines belongs, which begins where the dashes are.

        None if the item has its first line only, or a key that this line or one below it has too.
        """
        indent, first = self.at[1], self.at[0] - 1
        while first > self.since[0] and not self.lines[first][indent:].startswith("- "):
            first -= 1
        last = self.at[0] + 1
        while last < len(self.lines) and indent_of(self.lines[last]) > indent:
            last += 1
        item = [ITEM_KEY.match(line) for line in self.lines[first : self.at[0]] if line.strip()]
        rest = [ITEM_KEY.match(line) for line in self.lines[self.at[0] : last] if line.strip()]
        keys = {each[1] for each in item if each}
        return first if len(item) > 1 and all(item) and keys.isdisjoint(each[1] for each in rest if each) else None

    def undashed(self) -> tuple[int, int, int] | None:
        """Return the first item of a list, if it is a mapping without the dash that the next item has.

        The values are its line, the column of the dashes, and the number of its other lines that begin there.
        """
        item = [self.at[0]]
        while item[0] and not OPEN_KEY.match(self.lines[item[0] - 1]):
            item.insert(0, item[0] - 1)
        if not item[0]:
            return None
        rest = [number for number in range(item[-1], len(self.lines)) if DASHED_ITEM.match(self.lines[number])]
        item = [number for number in range(item[0], rest[0] if rest else 0) if self.lines[number].strip()]
        if not item or DASHED_ITEM.match(self.lines[item[0]]) or not KEY_WITH_VALUE.match(self.lines[item[0]]):
            return None
        dash, indents = indent_of(self.lines[rest[0]]), [indent_of(self.lines[number]) for number in item]
        if dash <= indent_of(self.lines[item[0] - 1]) or min(indents) < dash:
            return None
        return item[0], dash, indents[1:].count(dash)


OPEN_KEY = re.compile(r"\s*[^\s#'\"\[{-][^:#]*:\s*(?:#.*)?$")
"""A key whose value is on the lines below it."""

DASHED_ITEM = re.compile(r"\s*- ")
"""An item of a list."""

ITEM_KEY = re.compile(r"\s*(?:- )?([A-Za-z][\w-]*):(?:\s|$)")
"""A key of an item, also behind its dash."""

KEY_WITH_VALUE = re.compile(r"\s*[A-Za-z][\w-]*:\s")
"""A key with its value."""


def indent_of(line: str) -> int:
    """Return the number of spaces at the start of a line."""
    return len(line) - len(line.lstrip())


class Diagnosis(Struct, frozen=True):
    """What is wrong, where, and how to mend it."""

    place: Place
    message: str
    hint: str
    length: int = 1

    def mark(self) -> Mark:
        """The place as a mark."""
        line, column = self.place[0] + 1, self.place[1] + 1
        return line, column, line, column + self.length


BRACES = "a text that begins with '{' has no quotes"
"""The message where a brace opens an expression for the designer, and a mapping for YAML."""
