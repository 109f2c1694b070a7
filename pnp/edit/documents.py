"""Changes of one value, entry or item of a YAML or JSON document; every other byte stays as it is.

Each function returns the changes without writing anything. The text is parsed again with the changes made, and must
differ from the old one in that value alone; otherwise `EditRefused` is raised.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp.diagnostics import ERROR, Span
from pnp.edit.texts import ByteChange, EditRefused, PackFile, TextEdit, common_ends
from pnp.edit.yaml_layout import (
    WIDTH,
    ValuePlace,
    WritingStyle,
    YamlError,
    at_path,
    block_text,
    dash,
    entered,
    flow_text,
    layout,
    line_end,
    line_start,
    preferred_quote,
    put,
    same_values,
    texts,
)
from pnp.messages import shown
from pnp.source.table_files import JSON
from pnp.source.tree import Steps, plain
from pnp.source.yaml.document import Document, read_document

ATTEMPTS = 3
"""Ways in which a value is written before a change is given up: without quotes, and in either of them."""


def steps_of(pointer: str, root: Any) -> Steps:
    """Return the path of a JSON pointer, as spans have it, in the plain value of a document."""
    steps: list[str | int] = []
    value = root
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        step: str | int = int(key) if isinstance(value, list) and key.isdecimal() else key
        inside = isinstance(value, dict) and step in value
        inside |= isinstance(value, list) and isinstance(step, int) and step < len(value)
        value = value[step] if inside else None
        steps.append(step)
    return tuple(steps)


def value_at(file: PackFile, path: Steps) -> Any:
    """Return the plain value at `path`. Raises EditRefused if there is none."""
    value = plain(_read(file.content, file.name).root.value)  # type: ignore[union-attr]
    for number, step in enumerate(path):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            raise EditRefused(f"{shown(file.name)} has no {_named(path[: number + 1])}") from None
    return value


def set_value(file: PackFile, path: Steps, value: Any) -> list[ByteChange]:
    """Return the changes that set the value at `path`: text, number, truth, None, list or mapping.

    Quotes stay; of a list or mapping only what differs is written. A key that is missing is added to its mapping, and
    so are the keys that lead to it; the index after the last item of a list appends one.
    """
    document = EditedDocument(file)

    def change(root: Any) -> Any:
        inside = root
        for step in path[:-1]:
            inside = entered(inside, step)
        put(inside, path[-1], value)
        return root

    if not path:
        raise EditRefused("a whole document can't be replaced by a value", "edit its source")
    return document.settled(lambda attempt: document.set(path, value, attempt), change, path)


def remove_item(file: PackFile, path: Steps) -> list[ByteChange]:
    """Return the changes that remove a key with its value, or an item of a list.

    The lines that it has alone are removed, and so is the comment directly above it, unless it is the first.
    """
    document = EditedDocument(file)
    inside, index = document.entry(path)

    def change(root: Any) -> Any:
        del at_path(root, path[:-1])[path[-1]]
        return root

    return document.settled(lambda attempt: document.removed(inside, index, attempt), change, path)


def add_item(file: PackFile, path: Steps, value: Any, index: int | None = None) -> list[ByteChange]:
    """Return the changes that add an item to the list at `path`, before the one at `index`; default: at its end."""
    document = EditedDocument(file)
    listing = document.find(path)
    if listing.kind != "list":
        raise EditRefused(f"{_named(path)} is not a list", None, document.span(listing))
    number = len(listing.items) if index is None else index
    if not 0 <= number <= len(listing.items):
        raise EditRefused(f"{_named(path)} has {len(listing.items)} items")

    def change(root: Any) -> Any:
        at_path(root, path).insert(number, value)
        return root

    return document.settled(lambda attempt: document.added(listing, number, None, value, attempt), change, path)


def copy_item(file: PackFile, path: Steps, name: str | None = None) -> list[ByteChange]:
    """Return the changes that write an item of a list again after itself; an entry of a mapping, as `name`, at the end.

    The copy has the same value; comments are not copied.
    """
    value = copy.deepcopy(value_at(file, path))
    if not path:
        raise EditRefused("this is the whole document")
    if isinstance(path[-1], int):
        return add_item(file, path[:-1], value, path[-1] + 1)
    if name is None or name in value_at(file, path[:-1]):
        raise EditRefused(f"there is a {shown(name)}" if name else f"the copy of {_named(path)} needs a name")
    return set_value(file, (*path[:-1], name), value)


def rename_key(file: PackFile, path: Steps, name: str) -> list[ByteChange]:
    """Return the changes that give a key of a mapping another name; what refers to it stays."""
    document = EditedDocument(file)
    inside, index = document.entry(path)
    if inside.kind != "map":
        raise EditRefused(f"{_named(path)} has no name")
    if inside.index(name) is not None:
        raise EditRefused(f"there is a {shown(name)} already", "choose another name", document.span(inside.keys[index]))
    key = inside.keys[index]

    def change(root: Any) -> Any:
        mapping = at_path(root, path[:-1])
        entries = [(name if key == path[-1] else key, value) for key, value in mapping.items()]
        mapping.clear()
        mapping.update(entries)
        return root

    def edits(attempt: int) -> Iterator[TextEdit]:
        yield TextEdit(key.start, key.end, _nth(texts(name, document.style(inside, key)), attempt))

    return document.settled(edits, change, path)


def move_item(file: PackFile, path: Steps, to: int) -> list[ByteChange]:
    """Return the changes that move an entry or item of a mapping or list to the index `to`, with the comment above."""
    document = EditedDocument(file)
    inside, index = document.entry(path)
    if not 0 <= to < len(inside.items):
        raise EditRefused(f"there are {len(inside.items)} items")

    def change(root: Any) -> Any:
        values = at_path(root, path[:-1])
        if isinstance(values, list):
            values.insert(to, values.pop(index))
        else:
            entries = list(values.items())
            entries.insert(to, entries.pop(index))
            values.clear()
            values.update(entries)
        return root

    return document.settled(lambda _: document.moved(inside, index, to), change, path)


class EditedDocument:
    """A document with the places of its values."""

    def __init__(self, file: PackFile) -> None:
        self.file, self.text = file, file.text
        self.json = file.name.lower().endswith(JSON)
        self.read = _read(file.content, file.name)
        self.root = _layout(file.content, file.name)
        self.quote = preferred_quote(self.root)

    def span(self, value: ValuePlace) -> Span:
        """Return where a value is written."""
        return self.file.span(value.start, max(value.end, value.start + 1))

    def style(self, inside: ValuePlace, value: ValuePlace | None) -> WritingStyle:
        """Return how a value is written within another."""
        column = self._column(inside) + 2 if not inside.flow else 0
        return WritingStyle(self.quote, inside.flow, column, value.style if value else None, self.json)

    def find(self, path: Steps) -> ValuePlace:
        """Return the place of a value. Raises EditRefused if there is none, or an alias on the way to it."""
        found = self.root
        for number, step in enumerate(path):
            self.refuse_alias(found)
            index = found.index(step)
            if index is None:
                raise EditRefused(f"{shown(self.file.name)} has no {_named(path[: number + 1])}")
            found = found.items[index]
        self.refuse_alias(found)
        return found

    def entry(self, path: Steps) -> tuple[ValuePlace, int]:
        """Return the list or mapping of an item or entry, and its index there."""
        if not path:
            raise EditRefused("this is the whole document")
        inside = self.find(path[:-1])
        index = inside.index(path[-1])
        if index is None:
            raise EditRefused(f"{shown(self.file.name)} has no {_named(path)}")
        return inside, index

    def refuse_alias(self, value: ValuePlace) -> None:
        """Raise EditRefused for an alias, with the place of its anchor."""
        if value.kind == "alias":
            anchors = [each for each in self.root.all() if each.anchor == value.text and each.before < value.start]
            place = max(anchors, key=lambda each: each.before, default=value)
            line = self.span(place).line
            message = f"this value is '*{value.text}', which line {line} writes as '&{value.text}'"
            raise EditRefused(message, "change it there, or write the value out here", self.span(place))

    # Edits.

    def set(self, path: Steps, value: Any, attempt: int) -> Iterator[TextEdit]:
        """Yield the edits that set a value."""
        inside = self.root
        for number, step in enumerate(path):
            self.refuse_alias(inside)
            index = inside.index(step)
            if index is None:
                for later in reversed(path[number + 1 :]):
                    value = {later: value}
                yield from self.added(inside, len(inside.items), step, value, attempt)
                return
            outer, inside = inside, inside.items[index]
        yield from self.replaced(outer, inside, value_at(self.file, path), value, attempt)

    def replaced(self, outer: ValuePlace, old: ValuePlace, was: Any, value: Any, attempt: int) -> Iterator[TextEdit]:
        """Yield the edits that write a value in the place of another, which `was` there, as far as it differs."""
        if same_values(was, value):
            return
        self.refuse_alias(old)
        if isinstance(was, dict) and isinstance(value, dict) and was and value:
            yield from self._remapped(old, was, value, attempt)
        elif isinstance(was, list) and isinstance(value, list) and was and value:
            yield from self._relisted(old, was, value, attempt)
        else:
            yield from self._rewritten(outer, old, value, attempt)

    def _rewritten(self, outer: ValuePlace, old: ValuePlace, value: Any, attempt: int) -> Iterator[TextEdit]:
        """Yield the edits that write a value in the place of another."""
        self.refuse_alias(old)
        text = _nth(texts(value, self.style(outer, old)), attempt)
        if old.empty:
            yield self._filled(old, text)
        elif old.style in ("|", ">"):  # a comment after the sign stays
            head, newline, rest = text.partition("\n")
            end = line_end(self.text, old.start)
            yield TextEdit(old.start, old.start + len(self.text[old.start : end].split()[0]), head)
            yield TextEdit(end, max(end, old.end), newline + rest)
        else:
            in_column_of_key = outer.kind == "map" and self._column(outer) == self._column(old)
            yield TextEdit(old.start, old.end, f"  {text}" if in_column_of_key else text)

    def _column(self, value: ValuePlace) -> int:
        return value.start - line_start(self.text, value.start)

    def _filled(self, old: ValuePlace, text: str) -> TextEdit:
        """Return the edit that writes a value where there is none: after the colon or the dash, which may lack."""
        at = len(self.text[: old.start].rstrip(" \t"))
        return TextEdit(at, old.start, f" {text}" if self.text[at - 1 : at] in (":", "-") else f": {text}")

    def _relisted(self, old: ValuePlace, was: list[Any], value: list[Any], attempt: int) -> Iterator[TextEdit]:
        """Yield the edits that give a list other items, between those that are the same at both ends."""
        ahead, behind = common_ends(was, value, same_values)
        end, new_end = len(was) - behind, len(value) - behind
        both = min(end, new_end)
        for item, before, new in zip(old.items[ahead:both], was[ahead:both], value[ahead:both], strict=True):
            if isinstance(before, dict) and isinstance(new, dict) and list(before) != list(new):
                yield from self._rewritten(old, item, new, attempt)  # it is another item
            else:
                yield from self.replaced(old, item, before, new, attempt)
        if both < end:
            yield from self.removed(old, both, attempt, end)
        for number in range(both, new_end):
            yield from self.added(old, both, None, value[number], attempt)

    def _remapped(
        self, old: ValuePlace, was: dict[str, Any], value: dict[str, Any], attempt: int
    ) -> Iterator[TextEdit]:
        """Yield the edits that give a mapping other entries."""
        gone = [number for number, key in enumerate(old.keys) if key.text not in value]
        new = [key for key in value if old.index(key) is None]
        if gone and (new or len(gone) > 1):
            raise EditRefused("several keys would change at once", "change one after the other", self.span(old))
        for number in gone:
            yield from self.removed(old, number, attempt)
        for key, item in zip(old.keys, old.items, strict=True):
            if key.text in value:
                yield from self.replaced(old, item, was.get(key.text), value[key.text], attempt)
        if len(new) == 1:
            yield from self.added(old, len(old.items), new[0], value[new[0]], attempt)
        elif new:
            raise EditRefused("several keys would be added at once", "add one after the other", self.span(old))

    def added(
        self, inside: ValuePlace, index: int, key: str | int | None, value: Any, attempt: int
    ) -> Iterator[TextEdit]:
        """Yield the edit that adds an item to a list, or an entry to a mapping, before the one at `index`."""
        if inside.kind == "scalar" and key is not None and (inside.empty or inside.text in ("null", "~")):
            yield from self.replaced(inside, inside, None, {key: value}, attempt)
            return
        if inside.kind == "map" and not isinstance(key, str):
            raise EditRefused(f"{shown(str(key))} is no name of a key", None, self.span(inside))
        if inside.kind not in ("map", "list") or (inside.kind == "list" and key not in (None, len(inside.items))):
            raise EditRefused("there is no list or mapping to add this to", None, self.span(inside))
        yield (
            self._added_flow(inside, index, key, value, attempt)
            if inside.flow
            else self._added_block(inside, index, key, value, attempt)
        )

    def _added_flow(self, inside: ValuePlace, index: int, key: Any, value: Any, attempt: int) -> TextEdit:
        style = WritingStyle(self.quote, flow=True, json=self.json)
        text = _nth(texts(value, style), attempt)
        if inside.kind == "map":
            text = f"{texts(key, style)[0]}: {text}"
        if not inside.items:
            return TextEdit(inside.start + 1, inside.end - 1, text)
        firsts = inside.keys or inside.items
        start = line_start(self.text, firsts[-1].before)
        indent = self.text[start : firsts[-1].before]
        apart = f",\n{indent}" if not indent.strip() else ", "  # each on its own line, or all on one
        if index < len(inside.items):
            at = firsts[index].before
            return TextEdit(at, at, f"{text}{apart}")
        at = inside.items[-1].end if not inside.items[-1].empty else max(inside.items[-1].end, inside.keys[-1].end)
        return TextEdit(at, at, f"{apart}{text}")

    def _added_block(self, inside: ValuePlace, index: int, key: Any, value: Any, attempt: int) -> TextEdit:
        column = self._column(inside)
        style = WritingStyle(self.quote, column=column + 2)
        alike = inside.items[min(index, len(inside.items) - 1)]
        name = texts(key, WritingStyle(self.quote))[0] if inside.kind == "map" else "-"
        short = isinstance(value, dict | list) and column + len(flow_text(value, style)) + len(name) < WIDTH - 2
        nested = isinstance(value, dict | list) and value and not (short and (alike.flow or alike.kind == "scalar"))
        head = f"{name}: " if inside.kind == "map" else "- "
        if nested:
            head = f"{name}:\n{' ' * (column + 2)}" if inside.kind == "map" else "- "
            text = head + block_text(value, style)
        else:
            text = head + _nth(texts(value, style), attempt)
        if index == 0:
            at = inside.start
            return TextEdit(at, at, f"{text}\n{' ' * column}")
        at = self.body(inside, index - 1)[1]
        return TextEdit(at, at, f"\n{' ' * column}{text}")

    def removed(self, inside: ValuePlace, index: int, attempt: int, end: int | None = None) -> Iterator[TextEdit]:
        """Yield the edit that removes an entry or item, or those up to the index `end`."""
        starts, end = inside.keys or inside.items, end or index + 1
        if inside.flow:
            first, last = starts[index].before, inside.items[end - 1].end
            if end < len(starts):
                yield TextEdit(first, starts[end].before, "")
            elif index:
                yield TextEdit(inside.items[index - 1].end, last, "")
            else:
                yield TextEdit(inside.start + 1, inside.end - 1, "")
            return
        first, last = self.body(inside, index)[0], self.body(inside, end - 1)[1]
        if len(starts) == end - index:
            indent = "  " if attempt else ""  # a list may begin in the column of its key, a bracket may not
            yield TextEdit(first, inside.items[-1].end, indent + ("{}" if inside.kind == "map" else "[]"))
        elif self.text[line_start(self.text, first) : first].strip():  # after the dash of an outer list
            yield TextEdit(first, self.body(inside, end)[0], "")
        else:
            start = self._lines(inside, index)[0]
            yield TextEdit(start, last + 1, "") if last < len(self.text) else TextEdit(start - 1, last, "")

    def body(self, inside: ValuePlace, index: int) -> tuple[int, int]:
        """Return where an entry of a list or mapping on lines begins, and where its last line ends."""
        item = inside.items[index]
        first = inside.keys[index].before if inside.kind == "map" else dash(self.text, item)
        return first, line_end(self.text, max(item.end, first))

    def moved(self, inside: ValuePlace, index: int, to: int) -> Iterator[TextEdit]:
        """Yield the edit that moves an entry or item."""
        low, high = min(index, to), max(index, to)
        order = list(range(low, high + 1))
        order.insert(to - low, order.pop(index - low))
        if inside.flow:
            starts = inside.keys or inside.items
            for place, number in zip(range(low, high + 1), order, strict=True):
                text = self.text[starts[number].before : inside.items[number].end]
                yield TextEdit(starts[place].before, inside.items[place].end, text)
            return
        places = {number: self._lines(inside, number) for number in range(low, high + 1)}
        for place, number in zip(range(low, high + 1), order, strict=True):
            yield TextEdit(*places[place], self.text[slice(*places[number])])

    def _lines(self, inside: ValuePlace, index: int) -> tuple[int, int]:
        """Return where the lines of an entry begin, with the comment directly above it, and where they end."""
        first, last = self.body(inside, index)
        start = line_start(self.text, first)
        indent = first - start
        if self.text[start:first].strip():
            message = "the first of these is on the line of what holds it"
            raise EditRefused(message, "begin it on a separate line", self.file.span(first))
        while index and start and self.text[: start - 1].rpartition("\n")[2].startswith(" " * indent + "#"):
            start = line_start(self.text, start - 1)
        return start, last

    # The result.

    def settled(
        self, edits: Callable[[int], Iterator[TextEdit]], change: Callable[[Any], Any], path: Steps
    ) -> list[ByteChange]:
        """Return the changes of the first attempt whose text has the expected value, and no new error."""
        root = self.read.root
        assert root
        made = list(edits(0))  # first: it refuses what cannot be changed
        try:
            expected = change(plain(root.value))
        except (KeyError, IndexError, TypeError):  # what is written there cannot be read, such as a merge key
            raise self._refusal(path) from None
        for attempt in range(ATTEMPTS):
            made = made if attempt == 0 else list(edits(attempt))
            found = read_document(self.file.edited(made), self.file.name)
            if found.root is not None and self._as_good(found) and same_values(plain(found.root.value), expected):
                return self.file.changes(made)
        raise self._refusal(path)

    def _as_good(self, found: Document) -> bool:
        """Whether the new document has no error or surprise that the old one did not have."""
        return found.damaged <= self.read.damaged and len(found.findings) <= len(self.read.findings)

    def _refusal(self, path: Steps) -> EditRefused:
        """Return why no attempt had the expected value: mostly an anchor, whose value is also used elsewhere."""
        found = self.root
        for step in (*path, None):
            if found.anchor:
                message = f"'*{found.anchor}' uses this value elsewhere, so that would change too"
                return EditRefused(message, "edit its source", self.span(found))
            index = None if step is None else found.index(step)
            if index is None:
                break
            found = found.items[index]
        return EditRefused("this can't be changed without changing more than it", "edit its source", self.span(found))


@lru_cache(maxsize=8)
def _layout(content: bytes, name: str) -> ValuePlace:
    try:
        return layout(document_text(content, name))
    except YamlError:
        raise EditRefused(f"{shown(name)} can't be read", "mend its source", Span(name)) from None


@lru_cache(maxsize=8)
def _read(content: bytes, name: str) -> Document:
    """Return the document in a file. Raises EditRefused if it cannot be read."""
    document = read_document(content, name)
    error = next((finding for finding in document.findings if finding.severity is ERROR), None)
    if document.root is None or document.root.value is None:
        message = error.message if error else "the document is empty"
        raise EditRefused(
            f"{shown(name)} can't be read: {message}", "mend its source", error.span if error else Span(name)
        )
    return document


def document_text(content: bytes, name: str) -> str:
    """Return the text of a document as `PackFile` has it."""
    return PackFile(Path(), name, content).text


def _nth(ways: Sequence[str], attempt: int) -> str:
    return ways[min(attempt, len(ways) - 1)]


def _named(path: Steps) -> str:
    """Return a path as a message names it."""
    return shown(".".join(map(str, path)))
