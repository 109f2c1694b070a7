"""The value of one YAML scalar, typed as YAML 1.2 has it; what can't be read or would surprise is a finding."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.source.limits import TEXT
from pnp.source.rules import BAD_CHARACTER, BAD_NUMBER, FORBIDDEN_YAML, OVER_LIMIT, SURPRISING_VALUE
from pnp.source.scalars import FIRST, BadNumber, read_plain, surprise
from pnp.source.text import bad_characters, code_point
from pnp.source.tree import Mark, Scalar, Unread
from pnp.source.words import shown

if TYPE_CHECKING:
    from yaml.events import CollectionStartEvent, Event, ScalarEvent

    from pnp.source.ledger import Ledger

ITEMS = re.compile("(?:/[0-9]+)+$")
"""The numbers of the items of lists at the end of a pointer."""

STANDARD = "tag:yaml.org,2002:"
TYPES = {"str": str, "int": int, "float": float, "bool": bool, "null": type(None)}
PROPERTIES = re.compile(r"(?:[&!]\S*[ \t]+)+")
"""The anchor and the tag before a value on its line."""


def read_value(event: ScalarEvent, mark: Mark, ledger: Ledger) -> Scalar:
    """The value of a scalar; `Unread`, and a finding, where it has none."""
    text = event.value
    if len(text) > TEXT:
        ledger.stop(OVER_LIMIT, mark, f"a text of {len(text)} characters; at most {TEXT} are read", "split the text")
    if event.tag:
        return _tagged(event, mark, ledger)
    if not event.style:
        return _plain(text, mark, ledger) if text[:1] in FIRST else text
    return text if is_clean(event, mark, ledger) else Unread(text)


def is_clean(event: ScalarEvent, mark: Mark, ledger: Ledger) -> bool:
    """Whether the text has no character that can't stand in one; notes the first that it has."""
    quoted = event.style == '"' and not event.value.isprintable()
    bad = bad_characters().search(event.value) if quoted else None
    if bad:
        ledger.add(BAD_CHARACTER, mark, f"the character {code_point(bad[0])} can't stand in a text", "delete it")
    return bad is None


def warn_of_surprise(text: str, mark: Mark, ledger: Ledger) -> None:
    """Note a text without quotes that other programs take for something else; once for all values of one key."""
    taken = surprise(text) if ledger.room(SURPRISING_VALUE) else None
    if taken:
        cause = SURPRISING_VALUE.code, taken.other, ITEMS.sub("", ledger.where()).rpartition("/")[2]
        instead = f", or write {taken.instead}" if taken.instead else ""
        message = f"{shown(text)} is read as text, but other programs take it for {taken.other}"
        ledger.once(cause, SURPRISING_VALUE, mark, message, f"quote it: {shown(text)}{instead}")


def check_tag(event: ScalarEvent | CollectionStartEvent, allowed: tuple[str, ...], ledger: Ledger) -> bool:
    """Whether the event has no tag or one of those `allowed`; notes any other."""
    if not event.tag or event.tag in (f"{STANDARD}{name}" for name in allowed):
        return True
    tag = event.tag.replace(STANDARD, "!!")
    line, column, *_ = mark_of(event)
    mark = (line, column, line, column + len(tag))
    hint = "leave the tag out; quote a text that begins with '!'"
    ledger.once("tag", FORBIDDEN_YAML, mark, f"the tag {shown(tag)} is not read here", hint)
    return False


def mark_of(event: Event) -> Mark:
    """Where the event stands."""
    start, end = event.start_mark, event.end_mark
    assert start
    assert end
    line = start.line + 1
    return line, start.column + 1, line if end.line == start.line else end.line + 1, end.column + 1


def scalar_mark(event: ScalarEvent, text: str) -> Mark:
    """Where the scalar itself stands: without its anchor and tag, and without blank lines after it."""
    mark = mark_of(event)
    if event.style not in ("|", ">") and not event.anchor and not event.tag:
        return mark
    assert event.start_mark
    assert event.end_mark
    written = text[event.start_mark.index : event.end_mark.index].rstrip()
    if event.style in ("|", ">"):
        mark = _block_mark(mark, written)
    skip = PROPERTIES.match(written)
    return (mark[0], mark[1] + skip.end(), *mark[2:]) if skip and (event.anchor or event.tag) else mark


def _block_mark(mark: Mark, block: str) -> Mark:
    line, column, *_ = mark
    lines = block.count("\n")
    return line, column, line + lines, len(block) - block.rfind("\n") if lines else column + len(block)


def _plain(text: str, mark: Mark, ledger: Ledger) -> Scalar:
    value = read_plain(text)
    if isinstance(value, str):
        warn_of_surprise(value, mark, ledger)
    elif isinstance(value, BadNumber):
        message = f"{shown(text)} is no number that can be kept: {value.fault}"
        ledger.add(BAD_NUMBER, mark, message, "quote it where a text is meant")
        return Unread(text)
    return value


def _tagged(event: ScalarEvent, mark: Mark, ledger: Ledger) -> Scalar:
    text, tag = event.value, str(event.tag)
    if not check_tag(event, tuple(TYPES), ledger) or not is_clean(event, mark, ledger):
        return Unread(text)
    name = tag.removeprefix(STANDARD)
    value = text if name == "str" else read_plain(text)
    if name == "float" and type(value) is int:
        value = float(value)
    if not isinstance(value, BadNumber) and type(value) is TYPES[name]:
        return value
    ledger.add(BAD_NUMBER, mark, f"{shown(text)} is not what its tag '!!{name}' says", "leave the tag out")
    return Unread(text)
