"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PARTIAL = ".pnp-"
"""How the name of a file begins while it is being written."""

LONGEST = 100
"""How much of a file's name stands in that of the partial one."""


class OutputError(Exception):
    """A file could not be written; what stood there stands there still."""


def write_file(path: Path, content: bytes) -> bool:
    """Whether `path` changed: it holds `content` now, and at no moment held less than its old or its new bytes.

    A file that has these bytes already is left alone. Raises OutputError, worded for a designer, where it can't be
    written.
    """
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, content)
    except OSError as error:
        raise OutputError(f"cannot write '{path}': {(error.strerror or str(error)).lower()}") from error
    return True


def _replace(path: Path, content: bytes) -> None:
    """The name is known before the file is there, so that nothing stays behind whenever this is interrupted."""
    partial = path.with_name(f"{PARTIAL}{os.getpid()}-{path.name[-LONGEST:]}")
    try:
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise
