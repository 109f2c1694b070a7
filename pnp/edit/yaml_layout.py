"""Where each value of a YAML or JSON text is written: offsets, styles, anchors; and how a value is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import yaml
from msgspec import Struct, field
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from pnp.source.tree import Steps
from pnp.source.yaml.document import LOADER
from pnp.source.yaml.scalars import PROPERTIES, read_plain, surprise

WIDTH = 120
"""Characters of a line up to which a new list or mapping is written in brackets."""


class ValuePlace(Struct):
    """A value as it is written, from `start` to `end` in the text, without anchor and tag, which begin at `before`.

    A list or mapping on separate lines (not `flow`) ends after its last value. `text` is that of a scalar, or the
    name of the anchor of an alias. A mapping has as many `keys` as `items`.
    """

    kind: str
    before: int
    start: int
    end: int
    flow: bool = False
    style: str | None = None
    anchor: str | None = None
    text: str = ""
    keys: list[ValuePlace] = field(default_factory=list)
    items: list[ValuePlace] = field(default_factory=list)

    def index(self, step: str | int) -> int | None:
        """Return the index of the entry with that key, or of that item; None if there is none."""
        if self.kind == "map":
            return next((index for index, key in enumerate(self.keys) if key.text == step), None)
        inside = isinstance(step, int) and not isinstance(step, bool) and 0 <= step < len(self.items)
        return step if self.kind == "list" and inside else None  # type: ignore[return-value]

    @property
    def empty(self) -> bool:
        """Whether nothing is written where a value may be."""
        return self.kind == "scalar" and self.start == self.end

    def all(self) -> Iterator[ValuePlace]:
        """Yield this value, and all in it."""
        waiting = [self]
        while waiting:
            value = waiting.pop()
            yield value
            waiting += value.keys
            waiting += value.items


def layout(text: str) -> ValuePlace:
    """Return where the values of a text are written that `read_document` can read."""
    open_: list[ValuePlace] = []
    root: ValuePlace | None = None
    for event in iter(LOADER(text).get_event, None):
        if isinstance(event, CollectionEndEvent):
            _close(open_.pop(), event, text)
            continue
        if not isinstance(event, NodeEvent):
            continue
        value = _begun(event, text)
        if open_:
            inside = open_[-1]
            is_key = inside.kind == "map" and len(inside.keys) == len(inside.items)
            (inside.keys if is_key else inside.items).append(value)
        else:
            root = value
        if value.kind in ("map", "list"):
            open_.append(value)
    assert root
    return root


def _begun(event: Event, text: str) -> ValuePlace:
    """Return the value that an event begins."""
    assert event.start_mark
    assert event.end_mark
    before, end = event.start_mark.index, event.end_mark.index
    anchor = getattr(event, "anchor", None)
    start = before
    if anchor or getattr(event, "tag", None):
        skip = PROPERTIES.match(text, before)
        start = skip.end() if skip else end
    if isinstance(event, AliasEvent):
        return ValuePlace("alias", before, before, end, text=str(anchor))
    if isinstance(event, ScalarEvent):
        if event.style in ("|", ">"):
            end = start + len(text[start:end].rstrip())
        return ValuePlace("scalar", before, min(start, end), end, style=event.style, anchor=anchor, text=event.value)
    flow = bool(getattr(event, "flow_style", False))
    kind = "map" if isinstance(event, MappingStartEvent) else "list"
    assert isinstance(event, MappingStartEvent | SequenceStartEvent)
    if flow:
        start = text.index("{" if kind == "map" else "[", start)
    return ValuePlace(kind, before, start, end, flow, anchor=anchor)


def _close(value: ValuePlace, event: Event, text: str) -> None:
    assert event.end_mark
    if value.flow:
        value.end = event.end_mark.index
    elif value.items:
        value.end = max(value.items[-1].end, value.keys[-1].end if value.keys else 0)
        value.start = value.keys[0].before if value.keys else dash(text, value.items[0])


def dash(text: str, item: ValuePlace) -> int:
    """Return the offset of the dash of an item of a list on lines."""
    at = len(text[: item.before].rstrip(" \t"))
    if text[at - 1 : at] == "-":
        return at - 1
    while True:  # the item begins on a later line, after the dash and perhaps a comment
        line = text.rfind("\n", 0, at) + 1
        rest = text[line:at].lstrip(" ")
        if rest.startswith("-") or line == 0:
            return at - len(rest)
        at = line - 1


def line_start(text: str, offset: int) -> int:
    """Return the offset at which the line of `offset` begins."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Return the offset at which the line of `offset` ends, before its line break."""
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


# How values are written.

UNSAFE = re.compile(r"[-?:](?:\s|$)|[,\[\]{}#&*!|>'\"%@`]|---|\.\.\.")
"""How a text without quotes cannot begin."""

INSIDE = re.compile(r":(?:\s|$)|\s#")
"""What a text without quotes cannot contain."""

BRACKETS = re.compile(r"[,\[\]{}]|^[-?:]|:[,\[\]{}]")
"""What a text without quotes cannot contain within brackets."""


class WritingStyle(Struct, frozen=True):
    """How a new value is written: `quote` is the quote that the file prefers, `column` where lines are indented to.

    `flow` is whether it is within brackets, `style` that of the value in its place, if there is one.
    """

    quote: str = "'"
    flow: bool = False
    column: int = 0
    style: str | None = None
    json: bool = False


def number_text(value: float) -> str:
    """Return a number without an exponent and without needless decimals."""
    if isinstance(value, int):
        return str(value)
    text = format(Decimal(repr(value)), "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-0", "0") if value == 0 else _short(text)


def _short(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def is_plain(text: str, flow: bool) -> bool:
    """Whether a text can be written without quotes, and every reader takes it for that text."""
    unsafe = not text or text != text.strip() or "\n" in text or not text.isprintable() or UNSAFE.match(text)
    if unsafe or INSIDE.search(text) or (flow and BRACKETS.search(text)):
        return False
    return read_plain(text) == text and surprise(text) is None


def texts(value: Any, style: WritingStyle) -> list[str]:
    """Return the ways to write a value, the best first; one of them is valid where it is written."""
    if style.json:
        return [json.dumps(value, ensure_ascii=False)]
    if isinstance(value, dict | list):
        return [flow_text(value, style)]
    if not isinstance(value, str):
        return [scalar_text(value)]
    single = "'" + value.replace("'", "''") + "'"
    double = json.dumps(value, ensure_ascii=False)
    if "\n" in value:
        lines = [] if style.flow else [_literal(value, style.column)]
        return [*lines, double] if style.style in ("|", ">", None, "") else [double, *lines]
    if style.style in ("|", ">") and not style.flow and value.strip() == value != "":
        return [f"{style.style}-\n{' ' * style.column}{value}", double]
    quoted = [double, single] if (style.style or style.quote) == '"' else [single, double]
    if style.style in ("'", '"') or not is_plain(value, style.flow):
        return quoted
    return [value, *quoted]


def scalar_text(value: float | bool | None) -> str:
    """Return a value that is no text."""
    if value is None:
        return "null"
    return ("true" if value else "false") if isinstance(value, bool) else number_text(value)


def _literal(value: str, column: int) -> str:
    """Return a text of several lines as a block."""
    chomp = "" if value.endswith("\n") and not value.endswith("\n\n") else "+" if value.endswith("\n") else "-"
    lines = value.removesuffix("\n").split("\n")
    return f"|{chomp}\n" + "\n".join(f"{' ' * column}{line}" if line else "" for line in lines)


def flow_text(value: Any, style: WritingStyle) -> str:
    """Return a value on one line, lists and mappings in brackets."""
    inside = WritingStyle(style.quote, flow=True, json=style.json)
    if isinstance(value, dict):
        entries = (f"{flow_text(key, inside)}: {flow_text(item, inside)}" for key, item in value.items())
        return "{" + ", ".join(entries) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow_text(item, inside) for item in value) + "]"
    return texts(value, inside)[0]


def block_text(value: Any, style: WritingStyle) -> str:
    """Return a value for `style.column`, lists and mappings on separate lines; without the first indentation."""
    if not isinstance(value, dict | list) or not value:
        return texts(value, style)[0]
    pad, column = "\n" + " " * style.column, style.column
    if isinstance(value, list):
        item_style = WritingStyle(style.quote, column=column + 2)
        return pad.join(f"- {block_text(item, item_style)}" for item in value)
    lines = []
    for key, item in value.items():
        name = texts(key, WritingStyle(style.quote))[0]
        short = flow_text(item, style)
        if isinstance(item, dict | list) and item and (len(short) + len(name) + column > WIDTH or "\\n" in short):
            lines.append(
                f"{name}:\n{' ' * (column + 2)}{block_text(item, WritingStyle(style.quote, column=column + 2))}"
            )
        elif isinstance(item, dict | list):
            lines.append(f"{name}: {short}")
        else:
            lines.append(f"{name}: {texts(item, WritingStyle(style.quote, column=column + 2))[0]}")
    return pad.join(lines)


def preferred_quote(root: ValuePlace) -> str:
    """Return the quote that most quoted texts of a document have."""
    styles = [value.style for value in root.all()]
    return '"' if styles.count('"') > styles.count("'") else "'"


YamlError = yaml.YAMLError
"""What the scanner raises."""


# Plain values, as they are read.


def at_path(value: Any, path: Steps) -> Any:
    """Return what is at the end of a path in plain values."""
    for step in path:
        value = value[step]
    return value


def entered(value: Any, step: str | int) -> Any:
    """Return what is at a step, made where it is missing."""
    if isinstance(value, dict) and value.get(step) is None:
        value[step] = {}
    return value[step]


def put(value: Any, step: Any, new: Any) -> None:
    """Set an entry or an item; the step after the last item of a list adds one."""
    if isinstance(value, list) and step == len(value):
        value.append(new)
    else:
        value[step] = new


def same_values(one: Any, other: Any) -> bool:
    """Whether two plain values are the same, in the same order; a number is no truth, and 1 is 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same_values(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_values, one, other))
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    return (numbers or type(one) is type(other)) and isinstance(one, bool) == isinstance(other, bool) and one == other
