"""Writes files completely or not at all, inside a folder that links cannot lead out of.

The folder that the user named is opened as named, following links. Nothing below it is trusted, nor is the default
folder, which nobody named. Each folder of a path is opened relative to its parent and never through a link, and files
are read, written, renamed and removed relative to the last one. So replacing a folder by a link at any moment has no
effect. Without such calls (Windows), each folder is checked before it is entered; a replacement in between is not
noticed.
"""

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pnp.interrupts import pass_on_interrupt

OUTPUT = Path("output")
"""The default output folder. It may come with a pack, so it is opened like the folders in it: never through a link."""

PARTIAL = ".pnp-"
"""Prefix of the name of a file while it is written; the process id follows."""

LEFTOVER = re.compile(r"\.pnp-([0-9]{1,18})-.+", re.DOTALL)
"""The name of a file that was not completed, with the id of the process that wrote it."""

LONGEST = 100
"""Number of characters of a file's name that are part of the name of the partial file."""

CHUNK = 2**20
"""Number of bytes of a file that are read at once."""

RELATIVE = {os.open, os.mkdir, os.stat, os.rename, os.unlink} <= os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
"""Whether the system opens, makes, renames and removes files relative to an open folder, and can refuse links."""

COMMON = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
FOLDER = os.O_RDONLY | COMMON | getattr(os, "O_DIRECTORY", 0)
UNLINKED = getattr(os, "O_NOFOLLOW", 0)
READ = os.O_RDONLY | COMMON | UNLINKED | getattr(os, "O_NONBLOCK", 0)  # do not block on a pipe
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | COMMON | UNLINKED


JUNCTION = 0xA0000003
"""The reparse tag of a junction: on Windows, a folder that leads elsewhere without being a link."""


class OutputError(Exception):
    """A file could not be written; its previous content is unchanged."""


class LinkError(OutputError):
    """A folder is a link, or not inside the one that it must be below."""


class ExpectedFile(NamedTuple):
    """A written file: its path below the output folder, its size, and the SHA-256 of its content."""

    name: str
    size: int
    digest: str


class OpenFolder(NamedTuple):
    """An open folder. Functions of `os` take `at(name)` with `dir_fd=handle`; without such functions, that is None."""

    path: Path
    handle: int | None

    def at(self, name: str) -> str:
        """Return the name of an entry relative to the handle; its path without a handle."""
        return name if self.handle is not None else os.path.join(self.path, name)  # noqa: PTH118  # a name alone

    def status(self, name: str) -> os.stat_result:
        """Return the status of an entry itself, without following links."""
        return os.stat(self.at(name), dir_fd=self.handle, follow_symlinks=False)

    def chunks(self, name: str, most: int) -> Iterator[bytes]:
        """Yield the content of a plain file in pieces.

        Raises OSError if it cannot be opened, ValueError if it is not a plain file or has more than `most` bytes.
        """
        _require_plain(self.status(name), most)  # checked before opening: opening a device may have effects
        handle = os.open(self.at(name), READ, dir_fd=self.handle)
        try:
            _require_plain(os.fstat(handle), most)
            read = 0
            while read <= most and (chunk := os.read(handle, min(CHUNK, most - read + 1))):
                read += len(chunk)
                yield chunk
            if read > most:  # the file grew meanwhile
                raise ValueError(name)
        finally:
            os.close(handle)

    def remove(self, name: str) -> None:
        """Remove a file or a link. Raises OSError if that fails."""
        os.unlink(self.at(name), dir_fd=self.handle)

    def own_status(self) -> os.stat_result:
        """Return the status of the folder itself."""
        return self.path.stat() if self.handle is None else os.fstat(self.handle)

    def names(self) -> list[str]:
        """Return the names of all entries, in no particular order."""
        return os.listdir(self.path if self.handle is None else self.handle)  # noqa: PTH208  # a path knows no handles

    def replace(self, name: str, content: bytes, lasting: bool, mode: int | None = None) -> None:
        """Write a file under a temporary name and rename it. Raises OSError, and leaves nothing behind.

        The name is determined before the file exists, so that nothing is left whenever this is interrupted. Its
        permissions are those of a new file unless `mode` is given.
        """
        partial = f"{PARTIAL}{os.getpid()}-{name[-LONGEST:]}"
        try:
            with os.fdopen(self._created(partial), "wb") as file:
                file.write(content)
                file.flush()
                if mode is not None and hasattr(os, "fchmod"):
                    os.fchmod(file.fileno(), mode)
                if lasting:
                    os.fsync(file.fileno())
            os.replace(self.at(partial), self.at(name), src_dir_fd=self.handle, dst_dir_fd=self.handle)
        except BaseException:
            with suppress(OSError):
                self.remove(partial)
            raise

    def _created(self, partial: str) -> int:
        """Return the handle of a new file; an existing entry of that name is removed, not written through."""
        try:
            return os.open(self.at(partial), CREATE, 0o666, dir_fd=self.handle)
        except FileExistsError:
            self.remove(partial)
            return os.open(self.at(partial), CREATE, 0o666, dir_fd=self.handle)


def write_file(path: Path, content: bytes, below: Path | None = None) -> bool:
    """Write `content` to `path`, and return whether the file changed.

    At every moment the file has either its old or its new bytes. It is flushed to the disk. A file that already has
    these bytes is not written; a link is replaced by a file. Raises OutputError, with a message for designers, if it
    cannot be written, or if a folder between `below` and the file is a link. Without `below`, the file's own folder is
    the one that the user named.
    """
    pass_on_interrupt()
    try:
        with opened(path.parent, below or path.parent, make=True) as place:
            if _holds(place, path.name, content):
                return False
            place.replace(path.name, content, lasting=True)
    except OSError as error:
        raise OutputError(f"cannot write '{path}': {(error.strerror or str(error)).lower()}") from error
    except LinkError as misled:
        raise OutputError(f"cannot write '{path}': {misled}") from misled
    return True


def remove_leftovers(folder: Path, below: Path) -> None:
    """Remove what killed processes left in one folder, before files are written there.

    Only plain files with the names of partial files are removed; subfolders are not entered, links not followed.
    """
    if os.name == "nt":  # os.kill would end the process there
        return
    with suppress(OSError, LinkError), opened(folder, below) as place:
        for name in place.names():
            found = LEFTOVER.fullmatch(name)
            if found and stat.S_ISREG(place.status(name).st_mode) and not _is_at_work(int(found[1])):
                with suppress(OSError):
                    place.remove(name)


def files_unchanged(files: Iterable[ExpectedFile], below: Path) -> bool:
    """Whether each file is a plain one of that size and digest, without a link in its path."""
    import hashlib

    try:
        for folder, group in groupby(files, key=lambda file: file.name.rpartition("/")[0]):
            with opened(below / folder, below) as place:
                for file in group:
                    digest = hashlib.sha256()
                    for chunk in place.chunks(file.name.rpartition("/")[2], file.size):
                        digest.update(chunk)
                    if digest.hexdigest() != file.digest:
                        return False
    except (OSError, ValueError, LinkError):
        return False
    return True


def remove_unchanged(file: ExpectedFile, below: Path) -> bool:
    """Remove a plain file of that size and digest, without following links; return whether it was removed."""
    import hashlib

    folder, _, name = file.name.rpartition("/")
    with suppress(OSError, ValueError, LinkError), opened(below / folder, below) as place:
        digest = hashlib.sha256()
        for chunk in place.chunks(name, file.size):
            digest.update(chunk)
        if digest.hexdigest() == file.digest:
            place.remove(name)
            return True
    return False


def entries(folder: Path, below: Path) -> tuple[list[str], list[str]]:
    """Return the names of the subfolders and of the plain files in a folder, sorted; links are left out."""
    folders: list[str] = []
    files: list[str] = []
    with suppress(OSError, LinkError), opened(folder, below) as place:
        for name in sorted(place.names()):
            with suppress(OSError):
                mode = place.status(name).st_mode
                if stat.S_ISDIR(mode):
                    folders.append(name)
                elif stat.S_ISREG(mode):
                    files.append(name)
    return folders, files


@contextmanager
def opened(folder: Path, below: Path, make: bool = False, mode: int = 0o777) -> Iterator[OpenFolder]:
    """Open a folder that is `below` or inside it; create it if `make` is set and it does not exist.

    Raises OSError if it cannot be opened, LinkError if it is outside or behind a link.
    """
    if below == OUTPUT:
        below = Path()
    parts = folder.relative_to(below).parts
    if ".." in parts:
        raise LinkError(f"it is not inside '{below}'")
    if make and below != Path():
        below.mkdir(mode, parents=True, exist_ok=True)
    if not RELATIVE:
        _look_at_each(below, parts, make, mode)
        yield OpenFolder(folder, None)
        return
    handle = os.open(below, FOLDER)
    try:
        for number, part in enumerate(parts, 1):
            outer = handle
            handle = _entered(part, outer, Path(below, *parts[:number]), make, mode)
            os.close(outer)
        yield OpenFolder(folder, handle)
    finally:
        os.close(handle)


def _link(path: Path) -> LinkError:
    if path == OUTPUT:
        return LinkError(f"'{path}' is a link; remove it, or name the folder that it leads to with -o")
    return LinkError(f"'{path}' is a link, and links in the output folder are not followed; remove it")


def _entered(name: str, outer: int, path: Path, make: bool, mode: int) -> int:
    """Return the handle of a folder in an open one, without following links."""
    for last in (not make, True):
        try:
            return os.open(name, FOLDER | UNLINKED, dir_fd=outer)
        except FileNotFoundError:
            if last:
                raise
            with suppress(FileExistsError):  # another build created it meanwhile
                os.mkdir(name, mode, dir_fd=outer)
        except OSError as error:
            if stat.S_ISLNK(os.stat(name, dir_fd=outer, follow_symlinks=False).st_mode):
                raise _link(path) from error
            raise
    raise AssertionError("the second attempt returns or raises")


def _look_at_each(below: Path, parts: Iterable[str], make: bool, mode: int) -> None:
    """Create each folder, and refuse links and junctions; for systems that cannot open folders."""
    path = below
    for part in parts:
        path /= part
        if make:
            with suppress(FileExistsError):
                path.mkdir(mode)
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == JUNCTION:
            raise _link(path)
        if not stat.S_ISDIR(status.st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def _holds(place: OpenFolder, name: str, content: bytes) -> bool:
    """Whether a plain file has that content; False if it cannot be read, because it may still be replaceable."""
    try:
        if place.status(name).st_size != len(content):
            return False
        return b"".join(place.chunks(name, len(content))) == content
    except (PermissionError, FileNotFoundError, ValueError):
        return False
    except OSError as error:
        if error.errno == errno.ELOOP:  # it has become a link
            return False
        raise


def _require_plain(status: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(status.st_mode) or status.st_size > most:
        raise ValueError("no plain file, or a larger one")


def _is_at_work(process: int) -> bool:
    """Whether another process with that id exists."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # a process of another user
        return True
    return True
