"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.interrupts import pass_on_interrupt

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTIAL = ".pnp-"
"""How the name of a file begins while it is being written; the number of the process follows."""

LEFT = re.compile(r"\.pnp-([0-9]{1,18})-.*", re.DOTALL)
"""The name of a file that was not written to its end, with the number of the process that wrote it."""

LONGEST = 100
"""How much of a file's name stands in that of the partial one."""


class OutputError(Exception):
    """A file could not be written; what stood there stands there still."""


def write_file(path: Path, content: bytes, below: Path | None = None, lasting: bool = True) -> bool:
    """Whether `path` changed: it holds `content` now, and at no moment held less than its old or its new bytes.

    It is on the disk then, unless it need not be `lasting`: what is known again for damaged after a power cut.

    A file that has these bytes already is left alone; a link is replaced by a file. Raises OutputError, worded for a
    designer, where it can't be written, or where links of folders lead out of the folder that it is to be `below`.
    """
    pass_on_interrupt()
    try:
        if below and not _is_inside(path.parent, below):
            raise OutputError(f"cannot write '{path}': a folder on the way there is a link that leads out of '{below}'")
        if _holds(path, content):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, content, lasting)
    except OSError as error:
        raise OutputError(f"cannot write '{path}': {(error.strerror or str(error)).lower()}") from error
    return True


def remove_leftovers(folder: Path) -> None:
    """Takes away what processes that are gone did not write to the end, killed as they were; it may well be nothing."""
    for path in _partials(folder):
        found = LEFT.fullmatch(path.name)
        if found and not _is_at_work(int(found[1])):
            with suppress(OSError):
                path.unlink()


@lru_cache(maxsize=64)
def _is_inside(folder: Path, below: Path) -> bool:
    return Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(below))  # which takes links in a ring too


def _holds(path: Path, content: bytes) -> bool:
    """Whether a file has that content; not where it can't be read, for it may well be replaced."""
    with suppress(PermissionError):
        return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
    return False


def _replace(path: Path, content: bytes, lasting: bool) -> None:
    """The name is known before the file is there, so that nothing stays behind whenever this is interrupted."""
    partial = path.with_name(f"{PARTIAL}{os.getpid()}-{path.name[-LONGEST:]}")
    try:
        partial.unlink(missing_ok=True)
        with partial.open("xb") as file:  # what else may have that name is not written through
            file.write(content)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise


def _partials(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        yield from (Path(place, name) for name in names if name.startswith(PARTIAL))


def _is_at_work(process: int) -> bool:
    """Whether another process has that number; where that can't be asked without harm, it may be."""
    if process == os.getpid():
        return False
    if os.name == "nt":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it is somebody else's
        return True
    return True
