"""Changes of the pack's files from the page: values of documents, with undo and redo; the only place that writes.

What a change would do is read by the same loader, from files with other bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from math import isfinite
from typing import Any

from pnp.build.examine import at_home
from pnp.diagnostics import Span
from pnp.edit import (
    ByteChange,
    EditRefused,
    Journal,
    JournalEntry,
    PackFile,
    add_item,
    copy_item,
    move_item,
    open_file,
    remove_item,
    rename_key,
    set_value,
    steps_of,
    value_at,
)
from pnp.edit.texts import common_ends
from pnp.loader.pack import Loaded, load
from pnp.model.maps import AnyMap
from pnp.source.ledger import TEXT
from pnp.source.tree import Steps
from pnp.studio.faces import place
from pnp.studio.session import Json, Message, RequestRefused, StudioSession
from pnp.units import LARGEST

MOST_STEPS = 64
"""Maximum number of keys and indexes of a path that the page names."""

MOST_EDITS = 200
"""Maximum number of values that one message changes."""


def write(studio: StudioSession, changes: Iterable[ByteChange], says: str) -> Json:
    """Write changes to the files of the pack, take them in at once, and return the new revision.

    Raises RequestRefused with a sentence for the designer; then nothing has been written.
    """
    return _done(studio, lambda journal: journal.apply(changes, says))


def undo(studio: StudioSession, message: Message) -> Json:
    """Take the last change back; with `only`, the number of a change, if that is the last one."""
    if message.get("only") not in (None, studio.stored.get("changes", 0)):
        raise RequestRefused("something else was changed since: take it back first, with Ctrl+Z")
    return _done(studio, Journal.undo)


def redo(studio: StudioSession, _message: Message) -> Json:
    """Make the change that was taken back last again."""
    return _done(studio, Journal.redo)


def history(studio: StudioSession, _message: Message) -> Json:
    """Return what can be undone and redone, as text, the latest first."""
    journal = _journal(studio)
    after = journal.redoable
    return {"done": [entry.says for entry in reversed(journal.done[-50:])], "redo": after.says if after else None}


def recover(studio: StudioSession) -> None:
    """Complete or take back the edit of a killed studio, before its files are shown: half of it would look broken."""
    with suppress(EditRefused):  # the next edit is refused with the reason
        _journal(studio)


def _done(studio: StudioSession, act: Callable[[Journal], JournalEntry]) -> Json:
    try:
        entry = act(_journal(studio))
    except EditRefused as refused:
        raise refusal(studio, refused) from refused
    changes = bool(entry.names)  # nothing is written of a value that is set to what it is
    if changes:
        studio.stored["changes"] = studio.stored.get("changes", 0) + 1
    studio.poll_files(waits=False)
    return {
        "revision": studio.revision,
        "change": studio.stored["changes"] if changes else None,
        "says": entry.says,
        "files": [name_of(studio, name) for name in entry.names],
    }


def _journal(studio: StudioSession) -> Journal:
    """Return the journal of the pack, which is stored over changes."""
    journal: Journal
    if "journal" not in studio.stored:
        studio.stored["journal"] = Journal(studio.target.folder)
    journal = studio.stored["journal"]
    return journal


def refusal(studio: StudioSession, refused: EditRefused) -> RequestRefused:
    """Return why a change is not made, with the place that it is about and what to do instead."""
    span = refused.span
    where = f" ({span.file}:{span.line})" if span and span.line > 1 else ""
    hint = f": {refused.hint}" if refused.hint else ""
    at = None
    if span and where:
        names = (span.file, name_of(studio, span.file))
        known = next((name for name in names if studio.path_of(name)), None)
        at = {**place(span), "file": known} if known else None
    return RequestRefused(f"{refused.message}{where}{hint}", at)


def own_file(studio: StudioSession, name: object) -> PackFile:
    """Return a file of the pack by its name in findings, to be changed. Raises RequestRefused for files elsewhere."""
    path = studio.path_of(str(name))
    if path is None:
        raise RequestRefused(f"there is no file '{name}'")
    if not studio.is_own(path):
        raise RequestRefused(f"'{name}' belongs to a kit that other games share, so it is not changed here")
    try:
        return open_file(studio.target.folder, path.relative_to(studio.target.folder.resolve()).as_posix())
    except EditRefused as refused:
        raise refusal(studio, refused) from refused


def name_of(studio: StudioSession, name: str) -> str:
    """Return the name of one of the pack's files as findings show it, from its path in the pack."""
    shown = studio.target.shown
    return name if shown in ("", ".") else f"{shown}/{name}"


# Values of documents.


def change_values(studio: StudioSession, message: Message) -> Json:
    """Change values of documents, and return the new revision.

    `edits` are objects with `file`, and `path` (keys and indexes) or `pointer`, and one of: `value` to set; `remove`;
    `add` an item, perhaps `at` an index; `copy`, in a mapping as a name; `move` to an index; `rename`. They are made
    one after the other, and written together or not at all. `says` is what they do.
    """
    edits = message.get("edits")
    if not isinstance(edits, list) or not 0 < len(edits) <= MOST_EDITS:
        raise RequestRefused(f"a change has 1 to {MOST_EDITS} edits")
    drafts: dict[str, FileDraft] = {}
    try:
        for edit in edits:
            if not isinstance(edit, dict):
                raise RequestRefused("an edit names a file, a path and a value")
            name = str(edit.get("file"))
            if name not in drafts:
                drafts[name] = FileDraft(own_file(studio, name))
            drafts[name].make(partial(_edited, edit=edit))
    except EditRefused as refused:
        raise refusal(studio, refused) from refused
    changes = [change for draft in drafts.values() for change in draft.in_all]
    return write(studio, changes, str(message.get("says") or "change")[:200])


class FileDraft:
    """A file while edits are made: `file` has those made so far."""

    def __init__(self, file: PackFile) -> None:
        self.original = self.file = file
        self._latest: list[ByteChange] = []
        self._steps = 0

    def make(self, change: Callable[[PackFile], list[ByteChange]]) -> None:
        """Make one edit of the file."""
        self._latest = change(self.file)
        self.file = with_changes(self.file, self._latest)
        self._steps += 1

    @property
    def in_all(self) -> list[ByteChange]:
        """What all edits change: of one edit its own bytes, of several what differs between common ends."""
        return self._latest if self._steps == 1 else difference(self.original, self.file)


def with_changes(file: PackFile, changes: Sequence[ByteChange]) -> PackFile:
    """Return the file with the changes of one edit made, without writing it; they are in order."""
    parts, at = [], 0
    for change in changes:
        parts += [file.content[at : change.start], change.after]
        at = change.end
    return PackFile(file.folder, file.name, b"".join((*parts, file.content[at:])))


def difference(first: PackFile, now: PackFile) -> list[ByteChange]:
    """Return the changes from one content of a file to another: what differs between common ends."""
    old, new = first.content, now.content
    if old == new:
        return []
    ahead, behind = common_ends(old, new)
    end, last = len(old) - behind, len(new) - behind
    return [ByteChange(first.path, ahead, end, old[ahead:end], new[ahead:last], first.digest)]


def _edited(file: PackFile, edit: dict[str, Any]) -> list[ByteChange]:
    """Return the changes of one edit."""
    path = _path(file, edit)
    if "value" in edit:
        return set_value(file, path, _plain(edit["value"]))
    if edit.get("remove"):
        return remove_item(file, path)
    if "add" in edit:
        return add_item(file, path, _plain(edit["add"]), _index(edit.get("at")))
    if "move" in edit:
        return move_item(file, path, _index(edit["move"]) or 0)
    if "copy" in edit:
        return copy_item(file, path, str(edit["copy"]) if isinstance(edit["copy"], str) else None)
    if "rename" in edit:
        return rename_key(file, path, str(edit["rename"]))
    raise RequestRefused("an edit has one of: value, remove, add, move, copy, rename")


def _path(file: PackFile, edit: dict[str, Any]) -> Steps:
    """Return the path of an edit."""
    steps = edit.get("path")
    if steps is None:
        return steps_of(str(edit.get("pointer", "")), value_at(file, ()))
    if not isinstance(steps, list) or len(steps) > MOST_STEPS:
        raise RequestRefused("a path is a list of keys and indexes")
    if not all(isinstance(step, str | int) and not isinstance(step, bool) for step in steps):
        raise RequestRefused("a path is a list of keys and indexes")
    return tuple(steps)


def _index(value: Any) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise RequestRefused("an index is a whole number")


def _plain(value: Any, depth: int = 0) -> Any:
    """Return a value of the page, if it can be one of a document."""
    if depth > 8:
        raise RequestRefused("this value is nested too deep")
    if isinstance(value, dict):
        return {str(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, str) and len(value) > TEXT:
        raise RequestRefused(f"a text has at most {TEXT:,} characters")
    return value


# The pack and a map as they would be with changes that are not written.


def with_unsaved(studio: StudioSession, file: PackFile) -> Loaded:
    """Return the pack with a document as it would be: `file` has its new content.

    It is what `load` returns when the content is saved. Other documents are not read again.
    """
    unsaved = studio.target.with_unsaved({file.path.resolve(): file.content})
    return at_home(load(unsaved, shelf=studio.shelf))


class MapDraft(FileDraft):
    """A map and its file while edits are made."""

    def __init__(self, game_map: AnyMap, file: PackFile) -> None:
        super().__init__(file)
        self.map = game_map

    def set(self, path: Steps, value: Any) -> None:
        """Set a value; None removes it."""
        if value is not None:
            self.make(lambda file: set_value(file, path, value))
        elif has_value(self.file, path):
            self.make(lambda file: remove_item(file, path))

    def require_own(self, span: Span, what: str) -> None:
        """Refuse what is written in another file, such as that of a map that this one extends."""
        if span.file != self.map.span.file:
            raise EditRefused(f"{what} is in {span.file}, which this map extends", "change it there", span)


def has_value(file: PackFile, path: Steps) -> bool:
    """Whether a document has a value at a path."""
    try:
        value_at(file, path)
    except EditRefused:
        return False
    return True


def to_a_tenth(value: object) -> int | float:
    """Return a length of the page in millimetres, to a tenth, as it is written: whole without a point."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or abs(value) > LARGEST:
        raise RequestRefused("a position is two numbers, in millimetres")
    rounded = round(float(value), 1)
    return int(rounded) if rounded.is_integer() else rounded


def point_of(value: object) -> list[int | float]:
    """Return a position of the page in millimetres, each number as `to_a_tenth` does. Raises RequestRefused."""
    if not isinstance(value, list) or len(value) != 2:
        raise RequestRefused("a position is two numbers, in millimetres")
    return [to_a_tenth(each) for each in value]
