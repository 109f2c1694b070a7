"""Writes changes to the files of a pack, and undoes and redoes them, also after a restart.

The journal of a pack is in the user's cache folder. An entry is noted there before its files are written. A process
that is killed in between leaves an entry that is completed or taken back when the journal is opened the next time, so
that the files of an entry are all written or none is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from pnp.cache import CacheSection, load_entry, save_entry
from pnp.edit.texts import MISSING, ByteChange, EditRefused
from pnp.messages import series, shown
from pnp.output import LinkError, OpenFolder, opened, remove_leftovers
from pnp.source.ledger import FILE_BYTES

JOURNALS = CacheSection("edits", 2**22, 2**26, 200)
"""Where the journals are, one for each pack."""

MOST_ENTRIES = 500
"""Maximum number of entries of a journal; the oldest are forgotten first."""

MOST_BYTES = 2**21
"""Maximum number of bytes that the changes of all entries replace and write."""

LARGEST = 2**24
"""Maximum size in bytes of a file that is changed."""


class Splice(Struct, frozen=True, array_like=True):
    """Bytes from `start` that are replaced by others."""

    start: int
    before: bytes
    after: bytes


class EntryFile(Struct, frozen=True, array_like=True):
    """A file of an entry, by its path in the pack: its digests before and after, and what is replaced in it."""

    name: str
    old: str
    new: str
    splices: tuple[Splice, ...]


class JournalEntry(Struct, frozen=True):
    """One step of undo: what was done, as text, and the files that it changed."""

    says: str
    files: tuple[EntryFile, ...]

    @property
    def size(self) -> int:
        """How many bytes it replaces and writes."""
        return sum(len(splice.before) + len(splice.after) for file in self.files for splice in file.splices)

    @property
    def names(self) -> tuple[str, ...]:
        """The files that it changes, by their paths in the pack."""
        return tuple(file.name for file in self.files)


class JournalState(Struct):
    """What is stored: the entries, how many of them are done, and what is being written at the moment."""

    folder: str
    entries: list[JournalEntry] = []
    done: int = 0
    pending: JournalEntry | None = None
    way: Literal["apply", "undo", "redo"] = "apply"


class Journal:
    """The changes of one pack, with undo and redo.

    With `lasting` False files are not flushed to the disk, for tests. Raises EditRefused if the folder is missing.
    """

    def __init__(self, folder: Path, lasting: bool = True) -> None:
        self.folder = Path(os.path.realpath(folder))
        self._lasting = lasting
        self._key = sha256(os.fsencode(self.folder)).hexdigest()
        self._state = JournalState(str(self.folder))
        self._take_in()
        self.recover()

    @property
    def undoable(self) -> JournalEntry | None:
        """The entry that `undo` takes back; None if there is none."""
        return self._state.entries[self._state.done - 1] if self._state.done else None

    @property
    def redoable(self) -> JournalEntry | None:
        """The entry that `redo` makes again; None if there is none."""
        entries = self._state.entries
        return entries[self._state.done] if self._state.done < len(entries) else None

    @property
    def done(self) -> tuple[JournalEntry, ...]:
        """The entries that can be undone, the oldest first."""
        return tuple(self._state.entries[: self._state.done])

    def apply(self, changes: Iterable[ByteChange], says: str) -> JournalEntry:
        """Write the changes to their files, all or none, and return their entry; `says` is what they do, as text.

        Raises EditRefused if a file is outside the pack, has changed since it was read or cannot be written, or if the
        changes are too large to be undone.
        """
        self._take_in()
        files = []
        in_order = sorted(changes, key=lambda change: (change.file, change.start, change.end))
        for path, group in groupby(in_order, key=lambda change: change.file):
            files.append(self._file(path, list(group)))
        entry = JournalEntry(says, tuple(files))
        if not files:
            return entry
        if entry.size > MOST_BYTES:
            message = f"this changes more than {MOST_BYTES / 2**20:g} MiB at once, too much to undo"
            raise EditRefused(message, "make it in several steps, or edit the source")
        self._write(entry, "apply")
        return entry

    def undo(self) -> JournalEntry:
        """Take back the last entry, and return it. Raises EditRefused if there is none, or a file has changed since."""
        self._take_in()
        entry = self.undoable
        if entry is None:
            raise EditRefused("there is nothing to undo")
        self._write(entry, "undo")
        return entry

    def redo(self) -> JournalEntry:
        """Make the last undone entry again, and return it. Raises EditRefused as `undo` does."""
        self._take_in()
        entry = self.redoable
        if entry is None:
            raise EditRefused("there is nothing to redo")
        self._write(entry, "redo")
        return entry

    def recover(self) -> None:
        """Complete or take back what a killed process was writing."""
        state = self._state
        entry, way = state.pending, state.way
        if entry is None:
            return
        for folder in {(self.folder / file.name).parent for file in entry.files}:
            remove_leftovers(folder, self.folder)
        steps = tuple(_reversed(file) for file in entry.files) if way == "undo" else entry.files
        try:
            contents = {file.name: self._content(file.name) for file in steps}
            if any(_digest(contents[file.name]) not in (file.old, file.new) for file in steps):
                raise EditRefused("a file has changed since")
            self._put(steps, contents)
            self._finish(entry, way)
        except EditRefused:  # the other files return to what they were
            self._put_back(steps)
            state.pending = None
        self._save()

    def _file(self, path: Path, changes: Sequence[ByteChange]) -> EntryFile:
        """Return the changes of one file as part of an entry. Raises EditRefused if they cannot be made."""
        name = self._name(path)
        content, digest = self._content(name), changes[0].digest
        if _digest(content) != digest:
            raise EditRefused(f"{shown(name)} has changed on disk since it was read", "look at it, and do it again")
        old, at, splices = content or b"", 0, []
        for change in changes:
            if change.start < at or change.digest != digest or old[change.start : change.end] != change.before:
                raise EditRefused(f"two changes of {shown(name)} do not fit together")
            splices.append(Splice(change.start, change.before, change.after))
            at = change.end
        new = _spliced(old, splices)
        if len(new) > FILE_BYTES:
            raise EditRefused(f"{shown(name)} would have more than {FILE_BYTES / 2**20:.0f} MiB", "split it")
        return EntryFile(name, digest, sha256(new).hexdigest(), tuple(splices))

    def _name(self, path: Path) -> str:
        """Return the path of a file in the pack. Raises EditRefused if it is outside, or a link."""
        real = Path(os.path.realpath(path.parent)) / path.name
        if not real.is_relative_to(self.folder) or real.is_symlink():
            hint = "it may belong to a kit or to another game; change it there"
            raise EditRefused(f"{shown(path.name)} is outside the folder of the pack", hint)
        return real.relative_to(self.folder).as_posix()

    def _content(self, name: str) -> bytes | None:
        """Return the content of a file; None if it does not exist. Raises EditRefused if it cannot be read."""
        path = self.folder / name
        try:
            with opened(path.parent, self.folder) as place:
                return b"".join(place.chunks(path.name, LARGEST))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LinkError) as error:
            raise EditRefused(f"{shown(name)} cannot be read", str(error)) from error

    def _write(self, entry: JournalEntry, way: Literal["apply", "undo", "redo"]) -> None:
        """Write the files of an entry, or their old contents; all or none. Raises EditRefused if one has changed."""
        steps = tuple(_reversed(file) for file in entry.files) if way == "undo" else entry.files
        contents = {file.name: self._content(file.name) for file in steps}
        changed = [shown(file.name) for file in steps if _digest(contents[file.name]) != file.old]
        if changed:
            message = f"{series(changed, 'and')} changed on disk since: to {way} would lose that"
            raise EditRefused(message, "take your other changes back, or edit the source")
        self._state.pending, self._state.way = entry, way
        self._save()
        try:
            self._put(steps, contents)
        except EditRefused:
            self._state.pending = None
            self._save()
            raise
        self._finish(entry, way)
        self._save()

    def _put(self, steps: Sequence[EntryFile], contents: Mapping[str, bytes | None]) -> None:
        """Write each file that has its old content; if one cannot be written, all return to their old contents."""
        for file in steps:
            content = contents[file.name]
            if _digest(content) == file.new:
                continue
            try:
                self._replace(file, content or b"")
            except (OSError, LinkError) as error:
                self._put_back(steps)
                why = (getattr(error, "strerror", None) or str(error)).lower()
                raise EditRefused(f"{shown(file.name)} cannot be written: {why}", "nothing was changed") from error

    def _put_back(self, steps: Sequence[EntryFile]) -> None:
        """Write the old content of each file that has its new content, as far as possible."""
        for file in reversed(steps):
            with suppress(OSError, LinkError, EditRefused):
                content = self._content(file.name)
                if _digest(content) == file.new:
                    self._replace(_reversed(file), content or b"")

    def _replace(self, file: EntryFile, content: bytes) -> None:
        """Write one file, with the permissions that it has; remove it if it did not exist."""
        path = self.folder / file.name
        with opened(path.parent, self.folder, make=True) as place:
            if file.new == MISSING:
                place.remove(path.name)
            else:
                mode = _mode(place, path.name)
                place.replace(path.name, _spliced(content, file.splices), self._lasting, mode)

    def _finish(self, entry: JournalEntry, way: Literal["apply", "undo", "redo"]) -> None:
        """Note that an entry is written."""
        state = self._state
        state.pending = None
        if way != "apply":
            state.done += -1 if way == "undo" else 1
            return
        state.entries = [*state.entries[: state.done], entry][-MOST_ENTRIES:]
        size = sum(each.size for each in state.entries)
        while size > MOST_BYTES and state.entries:
            size -= state.entries.pop(0).size
        state.done = len(state.entries)

    def _take_in(self) -> None:
        """Read the journal as another process may have left it; an unreadable one counts as none."""
        content = load_entry(self._key, JOURNALS)
        if content is None:
            return
        with suppress(msgspec.DecodeError):
            state = msgspec.msgpack.decode(content, type=JournalState)
            if state.folder == str(self.folder) and 0 <= state.done <= len(state.entries) and _inside(state):
                self._state = state

    def _save(self) -> None:
        save_entry(self._key, msgspec.msgpack.encode(self._state), JOURNALS, self._lasting)


def _inside(state: JournalState) -> bool:
    """Whether all names of files are paths in the pack: what is in the cache is checked again."""
    entries = [*state.entries, *((state.pending,) if state.pending else ())]
    names = (name for entry in entries for name in entry.names)
    return not any(name.startswith("/") or "\\" in name or ".." in name.split("/") for name in names)


def _spliced(content: bytes, splices: Iterable[Splice]) -> bytes:
    """Return the content with the splices made, which are sorted and do not overlap."""
    parts, at = [], 0
    for splice in splices:
        parts += [content[at : splice.start], splice.after]
        at = splice.start + len(splice.before)
    return b"".join((*parts, content[at:]))


def _reversed(file: EntryFile) -> EntryFile:
    """Return what takes the changes of a file back."""
    return EntryFile(file.name, file.new, file.old, tuple(_back(file.splices)))


def _back(splices: Iterable[Splice]) -> Iterator[Splice]:
    shift = 0
    for splice in splices:
        yield Splice(splice.start + shift, splice.after, splice.before)
        shift += len(splice.after) - len(splice.before)


def _digest(content: bytes | None) -> str:
    return MISSING if content is None else sha256(content).hexdigest()


def _mode(place: OpenFolder, name: str) -> int | None:
    """Return the permissions of a file; None if it does not exist."""
    try:
        return place.status(name).st_mode & 0o777
    except FileNotFoundError:
        return None
