"""Parser events to a tree within limits; anchors.

Events come one by one, so that a hostile file costs no more than the part of it that is read before a limit is met.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import yaml
from msgspec import Struct
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pnp.diagnostics import ERROR, Finding
from pnp.messages import shown
from pnp.source.files import position, read_text
from pnp.source.languages import COMMON_CODES
from pnp.source.ledger import ALIAS_NODES, ALIAS_TEXT, DEPTH, KEY, NODES, Ledger, Stop
from pnp.source.rules import (
    BAD_CHARACTER,
    CUT_TEXT,
    DUPLICATE_KEY,
    EMPTY_DOCUMENT,
    FORBIDDEN_YAML,
    OVER_LIMIT,
    SYNTAX_ERROR,
)
from pnp.source.tree import Listing, Mapping, Mark, Node, Unread, Value, below
from pnp.source.yaml.scalars import (
    COLOUR,
    FIRST,
    GLUED,
    NUMBERED,
    OTHER_LANGUAGE,
    check_tag,
    cut_text,
    is_clean,
    mark_of,
    no_colon_before_brackets,
    read_value,
    scalar_mark,
    warn_of_surprise,
)

# Anchors and aliases: what an alias stands for, and how much may be repeated through them.


class Anchored(Struct, frozen=True):
    """A value with its cost: how many values it holds, and how many levels."""

    value: Value
    weight: int = 1
    height: int = 0


class Anchors:
    """The anchors of a document, by name; a later one of the same name takes the place of an earlier.

    `left` is how many values aliases may still stand for.
    """

    def __init__(self, ledger: Ledger, left: int) -> None:
        self.left = left
        self._ledger = ledger
        self._known: dict[str, Anchored | None] = {}

    def open(self, name: str) -> None:
        """The list or mapping with this anchor begins."""
        self._known[name] = None

    def set(self, name: str, anchored: Anchored) -> None:
        """The value with this anchor is read."""
        self._known[name] = anchored

    def find(self, name: str, mark: Mark) -> Anchored:
        """What the alias `name` stands for; an unread value, and a finding, where it stands for nothing."""
        anchored = self._known.get(name)
        if anchored is None:
            return self._missing(name, mark)
        self.left -= anchored.weight
        if self.left < 0:
            message = f"aliases stand for more than {ALIAS_NODES} values in all"
            self._ledger.stop(OVER_LIMIT, mark, message, "repeat less, or write the values out")
        return anchored

    def _missing(self, name: str, mark: Mark) -> Anchored:
        if name in self._known:
            message, hint = f"the alias '*{name}' is inside its own anchor", "write the value out"
            self._ledger.once(("cycle", name), FORBIDDEN_YAML, mark, message, hint)
        else:
            message, hint = f"the alias '*{name}' has no anchor before it", "quote a text that begins with '*'"
            self._ledger.once(("alias", name), SYNTAX_ERROR, mark, message, hint)
        return Anchored(Unread(name))


# YAML events to plain data with marks, within the limits.


ON = "on"
"""A key of our schemas that other programs may read as true: they take it for a text where it is a key of a schema."""


class _OpenCollection(Struct):
    """A list or mapping that is being read.

    `last` is the mark of its last item or value, and `key` the key whose value is read next. With `drop` that entry is
    left out; with `spoilt` the whole collection is unusable.
    """

    value: Mapping | Listing
    start: CollectionStartEvent
    mark: Mark
    last: Mark
    key: str | None = None
    key_mark: Mark = (1, 1, 1, 1)
    drop: bool = False
    spoilt: bool = False
    weight: int = 1
    height: int = 1

    @property
    def token(self) -> str | None:
        """The key or index of what is read next; None between two entries."""
        return self.key if isinstance(self.value, Mapping) else str(len(self.value))


class Builder:
    """Reads the events of one document; `root` is its value and `mark` its place once `read` is done."""

    def __init__(self, text: str, ledger: Ledger, aliases: int) -> None:
        self.root: Value = None
        self.mark: Mark = (1, 1, 1, 1)
        self._text = text
        self._lines: list[str] | None = None
        self._may_cut = NUMBERED.search(text) is not None
        self._ledger = ledger
        self.anchors = Anchors(ledger, aliases)
        self._frames: list[_OpenCollection] = []
        self._began = False
        self._nodes = 0
        ledger.where = self._pointer

    def read(self, events: Iterable[Event]) -> None:
        """Read all of `events`; raises `Stop` at the first one that ends the reading."""
        steps: dict[type[Event], Callable[[Any], None]] = {
            ScalarEvent: self._scalar,
            MappingStartEvent: self._open,
            SequenceStartEvent: self._open,
            MappingEndEvent: self._close,
            SequenceEndEvent: self._close,
            AliasEvent: self._alias,
            DocumentStartEvent: self._begin_document,
        }
        for event in events:
            step = steps.get(type(event))
            if step:  # the ends of the document and of the stream say nothing
                step(event)

    @property
    def top(self) -> Value:
        """The document's value as far as it was read."""
        return self._frames[0].value if self._frames else self.root

    @property
    def bracket(self) -> Mark | None:
        """Where the innermost list or mapping in brackets opens that is still being read."""
        return next((frame.mark for frame in reversed(self._frames) if frame.start.flow_style), None)

    def _begin_document(self, event: DocumentStartEvent) -> None:
        if self._began:
            hint = "write it into a separate file, or delete the '---'"
            self._ledger.stop(FORBIDDEN_YAML, mark_of(event), "a second document begins here", hint)
        self._began = True

    def _scalar(self, event: ScalarEvent) -> None:
        mark = scalar_mark(event, self._text)
        self._count(mark)
        frame = self._frames[-1] if self._frames else None
        if frame and frame.key is None and isinstance(frame.value, Mapping):
            self._key(frame, event, mark)
            return
        value: Value = read_value(event, mark, self._ledger)
        if value is None and not event.value and not event.style:
            value = self._colour(frame, value) if not event.anchor else self._lone_anchor(event, mark)
            value = self._no_colon(frame, mark, value)
        elif not event.style and mark[0] != mark[2] and not self.bracket and (dash := self._dash_in(mark)):
            message = "this item of the list is indented more than the one above it, and continues its text"
            self._ledger.add(SYNTAX_ERROR, dash, message, "start it in the same column as the item above")
            value = Unread(event.value)
        elif self._may_cut and not event.style and isinstance(value, str):
            self._cut_text(value, mark)
        weight = 1 + len(event.value) // ALIAS_TEXT
        if event.anchor:
            self.anchors.set(event.anchor, Anchored(value, weight))
        self._put(value, mark, weight)

    def _colour(self, frame: _OpenCollection | None, value: Value) -> Value:
        """Return what could not be read if a colour without quotes is a comment in place of a value."""
        if frame is None or frame.key is None or frame.start.flow_style:
            return value
        line = frame.key_mark[2]
        found = COLOUR.match(self._line(line), frame.key_mark[3] - 1)
        if found is None:
            return value
        mark = line, found.start(1) + 1, line, found.end(1) + 1
        self._ledger.add(SYNTAX_ERROR, mark, "'#' begins a comment here", f"quote the colour: '{found[1]}'")
        return Unread(found[1])

    def _dash_in(self, mark: Mark) -> Mark | None:
        """Return the first line of a text without quotes that begins with a dash, if the text is an item of a list."""
        if not self._line(mark[0])[: mark[1] - 1].strip().startswith("-"):
            return None
        for number in range(mark[0] + 1, mark[2] + 1):
            line = self._line(number)
            column = len(line) - len(line.lstrip()) + 1
            if line.lstrip().startswith("- "):
                return number, column, number, len(line.rstrip()) + 1
        return None

    def _cut_text(self, value: str, mark: Mark) -> None:
        """Note a text without quotes that goes on with a number sign: `Harbour #2`."""
        found = cut_text(value, self._line(mark[2]), mark[3] - 1, self.bracket is not None)
        if found:
            place = mark[2], found[0] + 1, mark[2], found[1] + 1
            self._ledger.add(CUT_TEXT, place, f"'#' begins a comment here: the text is {shown(value)}", found[2])

    def _lone_anchor(self, event: ScalarEvent, mark: Mark) -> Value:
        """Return what could not be read if a text without quotes that begins with '&' is an anchor of nothing."""
        text = f"&{event.anchor}"
        assert event.start_mark
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        place = line, column, line, column + len(text)
        if self._line(line)[column - 1 + len(text) :].strip():
            return None
        self._ledger.add(SYNTAX_ERROR, place, "a text can't begin with '&'", f"quote it: {shown(text)}")
        return Unread(text)

    def _no_colon(self, frame: _OpenCollection | None, mark: Mark, value: Value) -> Value:
        """Return what could not be read if a key in braces has a value that no colon and space part from it."""
        if frame is None or frame.key is None or not frame.start.flow_style or mark[:2] != frame.key_mark[2:]:
            return value
        found = GLUED.match(frame.key)
        if found is None:
            return value
        colon = f"no space follows the colon after {shown(found[1])}"
        message = colon if found[2] == ":" else f"'=' is written where a colon belongs after {shown(found[1])}"
        self._ledger.add(SYNTAX_ERROR, frame.key_mark, message, f"write {shown(f'{found[1]}: {found[3]}')}")
        return Unread(frame.key)

    def _line(self, number: int) -> str:
        """The line of that number."""
        if self._lines is None:
            self._lines = self._text.split("\n")
        return self._lines[number - 1] if number <= len(self._lines) else ""

    def _key(self, frame: _OpenCollection, event: ScalarEvent, mark: Mark) -> None:
        text, ledger = event.value, self._ledger
        if len(text) > KEY:
            ledger.stop(OVER_LIMIT, mark, f"a key of {len(text)} characters; at most {KEY} are read", "shorten the key")
        if event.anchor:
            self.anchors.set(event.anchor, Anchored(text, 1 + len(text) // ALIAS_TEXT))
        if event.tag:
            check_tag(event, ("str",), ledger)
        if text == "<<" and not event.style:
            message, hint = "the merge key '<<' is not read here", "write out the keys that it would bring in"
            ledger.once("merge", FORBIDDEN_YAML, mark, message, hint)
            frame.key, frame.drop, frame.spoilt = text, True, True
            return
        if text[:1] == "\u00a0" and not event.style:
            ledger.stop(SYNTAX_ERROR, mark, "a no-break space indents this line", "indent with spaces")
        held = None if event.style else no_colon_before_brackets(text, self._line(mark[0]), mark[1] - 1)
        if held:
            ledger.stop(SYNTAX_ERROR, (*mark[:3], mark[1] + held[0]), *held[1:])
        self._begin_entry(frame, text, mark)
        if event.style:
            frame.drop |= not is_clean(event, mark, ledger)
        elif not event.tag and text[:1] in FIRST and text != ON:
            warn_of_surprise(text, mark, ledger)

    def _begin_entry(self, frame: _OpenCollection, key: str, mark: Mark) -> None:
        assert isinstance(frame.value, Mapping)
        frame.key, frame.key_mark, frame.drop = key, mark, key in frame.value
        frame.weight += 1
        if frame.drop:
            first = frame.value.key_marks[key][0]
            message = f"the key {shown(key)} is repeated here; the first is on line {first}"
            cause = (*frame.mark[:2], len(self._frames), key)
            of_language = key in COMMON_CODES and isinstance(frame.value[key], str)
            frame.value.lost |= {key} if of_language else set()
            hint = f"{OTHER_LANGUAGE if of_language else ''}delete one of them"
            self._ledger.once(cause, DUPLICATE_KEY, mark, message, hint)

    def _open(self, event: CollectionStartEvent) -> None:
        mark = mark_of(event)
        self._count(mark)
        self._check_depth(1, mark)
        value, tag = (Mapping(), "map") if isinstance(event, MappingStartEvent) else (Listing(), "seq")
        spoilt = bool(event.tag) and not check_tag(event, (tag,), self._ledger)
        if event.anchor:
            self.anchors.open(event.anchor)
        self._frames.append(_OpenCollection(value, event, mark, mark, spoilt=spoilt))

    def _close(self, event: CollectionEndEvent) -> None:
        frame = self._frames.pop()
        end = mark_of(event) if frame.start.flow_style else frame.last
        mark = (*frame.mark[:2], *end[2:])
        value = Unread() if frame.spoilt else frame.value
        if frame.start.anchor:
            self.anchors.set(frame.start.anchor, Anchored(value, frame.weight, frame.height))
        self._put(value, mark, frame.weight, frame.height)

    def _alias(self, event: AliasEvent) -> None:
        mark = mark_of(event)
        self._count(mark)
        anchored = self.anchors.find(str(event.anchor), mark)
        self._check_depth(anchored.height, mark)
        self._put(anchored.value, mark, anchored.weight, anchored.height)

    def _put(self, value: Value, mark: Mark, weight: int, height: int = 0) -> None:
        if not self._frames:
            self.root, self.mark = value, mark
            return
        frame = self._frames[-1]
        frame.weight += weight
        if height >= frame.height:
            frame.height = height + 1
        frame.last = mark
        if isinstance(frame.value, Listing):
            frame.value.append(value)
            frame.value.marks.append(mark)
        elif frame.key is None:
            self._odd_key(frame, value, mark)
        else:
            if not frame.drop:
                frame.value[frame.key] = value
                frame.value.marks[frame.key] = mark
                frame.value.key_marks[frame.key] = frame.key_mark
            frame.key = None

    def _odd_key(self, frame: _OpenCollection, key: Value, mark: Mark) -> None:
        """Begin an entry whose key is an alias to a text or, by mistake, a list or mapping."""
        if isinstance(key, str):
            self._begin_entry(frame, key, mark)
            return
        message, hint = "a list or mapping can't be a key", "quote a text that begins with '{' or '['"
        self._ledger.once("key", FORBIDDEN_YAML, mark, message, hint)
        frame.key, frame.drop, frame.spoilt = "", True, True

    def _count(self, mark: Mark) -> None:
        self._nodes += 1
        if self._nodes > NODES:
            message = f"the document has more than {NODES} values and keys"
            self._ledger.stop(OVER_LIMIT, mark, message, "split the document")

    def _check_depth(self, levels: int, mark: Mark) -> None:
        if len(self._frames) + levels > DEPTH:
            message = f"lists and mappings are nested more than {DEPTH} deep"
            self._ledger.stop(OVER_LIMIT, mark, message, "close the brackets, or write it flatter")

    def _pointer(self) -> str:
        pointer = ""
        for frame in self._frames:
            pointer = pointer if frame.token is None else below(pointer, frame.token)
        return pointer


# One YAML file as a document: its root node, its kind, and what was found while reading it.

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The scanner: libyaml's, or the one in Python where PyYAML came without it."""

TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)


class TooDeep(Exception):
    """libyaml refused a text for its depth; `end` is the index of the character where it did.

    From version 0.2.6 on it refuses 1,000 open brackets, sometimes before it has given an event for the first: it looks
    ahead for a colon after them. It parses the text that ends there to its end.
    """

    def __init__(self, end: int) -> None:
        super().__init__(end)
        self.end = end


class Document(Struct, frozen=True):
    """A YAML document.

    `damaged` says that some of it could not be read or was taken out; `root` is None if nothing is left. `aliases` is
    how many values aliases may still stand for in the documents after it.
    """

    file: str
    root: Node | None
    kind: str | None = None
    findings: tuple[Finding, ...] = ()
    damaged: bool = False
    aliases: int = ALIAS_NODES


def read_document(source: bytes | str, file: str, aliases: int | None = None) -> Document:
    """Return the document in `source`; `file` is the name under which its findings are reported. Never raises.

    Its aliases can stand for `aliases` values; default: `ALIAS_NODES`.
    """
    aliases = ALIAS_NODES if aliases is None else aliases
    ledger = Ledger(file)
    text = read_text(source, ledger)
    if text is None:
        return Document(file, None, findings=ledger.findings(), damaged=True, aliases=aliases)
    builder = Builder(text, ledger, aliases)
    try:
        root = _root(builder, ledger) if _read(builder, text, ledger) else None
    except TooDeep as error:
        return read_document(text[: error.end], file, aliases)
    findings = ledger.findings()
    damaged = any(finding.severity is ERROR for finding in findings)
    return Document(file, root, kind_of(builder.top), findings, damaged, max(0, builder.anchors.left))


def first_kind(file: str) -> str:
    """Return the kind that a document of this name probably has, for a hint."""
    stem = file.rpartition("/")[2].rpartition(".")[0]
    return stem if stem in ("pack", "kit", "theme", "icons", "rulebook") else "component"


def kind_of(value: Value) -> str | None:
    """What the document says under `kind:`, if that is a text."""
    kind = value.get("kind") if isinstance(value, Mapping) else None
    return kind if isinstance(kind, str) and not isinstance(kind, Unread) else None


def _read(builder: Builder, text: str, ledger: Ledger) -> bool:
    """Whether the whole text could be read. Raises `TooDeep` if its end has to be cut off to tell why not."""
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
        if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark and "nesting depth" in (error.problem or ""):
            raise TooDeep(error.problem_mark.index) from error
        _report_syntax_error(error, text, builder.bracket, ledger)
        return False
    return True


def _events(text: str) -> Iterator[yaml.events.Event]:
    try:
        yield from iter(LOADER(text).get_event, None)
    except (ValueError, OverflowError) as error:  # the scanner in Python, on an escape such as \U00110000
        raise yaml.YAMLError("found unknown escape character") from error


def _root(builder: Builder, ledger: Ledger) -> Node | None:
    if builder.root is None:
        message, hint = "the document is empty", f"begin it with a line such as 'kind: {first_kind(ledger.file)}'"
        ledger.add(EMPTY_DOCUMENT, (1, 1, 1, 1), message, hint, pointer="")
        return None
    return None if isinstance(builder.root, Unread) else Node(builder.root, ledger.file, builder.mark)


ESCAPE = re.compile(r"\\U(?!00(?:10|0[0-9a-fA-F]))[0-9a-fA-F]{8}")
"""An escape for more than the last code point there is."""


def _report_syntax_error(error: yaml.YAMLError, text: str, bracket: Mark | None, ledger: Ledger) -> None:
    """Note why `text` can't be read; `bracket` is where the innermost bracket opened that is not closed yet."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        escape = ESCAPE.search(text)
        mark = position(text, escape.start()) if escape else (1, 1, 1, 2)
        message, hint = "an escape in double quotes stands for no character", "write the character itself"
        ledger.add(SYNTAX_ERROR, mark, message, hint)
        return
    from pnp.source.ledger import ScannerError
    from pnp.source.yaml.syntax import diagnose  # most documents have no errors

    at = (error.problem_mark.line, error.problem_mark.column)
    since = (error.context_mark.line, error.context_mark.column) if error.context_mark else at
    why = f"{error.context or ''}: {error.problem or ''}"
    found = diagnose(ScannerError(text.split("\n"), at, since, why, bracket))
    rule = BAD_CHARACTER if "invalid Unicode character escape" in why else SYNTAX_ERROR
    ledger.forget(found.mark())
    ledger.add(rule, found.mark(), found.message, found.hint)
