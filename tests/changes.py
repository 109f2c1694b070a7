"""What Python reports of files that are opened and changed, by their whole paths."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

CHANGES = {"os.rename": 2, "os.remove": 1, "os.mkdir": 2, "os.rmdir": 1}
"""Events of folders that are changed, and which detail of each is the folder that its name is relative to."""

Hear = Callable[[str, str, bool], object]
"""Is called before each step with the event, the path, and whether something is changed by it."""

_plain_open = os.open
_folder: int | None = None


def _open(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
    """As `os.open`, of which Python does not report the folder that a name is relative to."""
    global _folder
    _folder = dir_fd
    try:
        return _plain_open(path, flags, mode, dir_fd=dir_fd)
    finally:
        _folder = None


def on_files(hear: Hear) -> None:
    """Has `hear` called before each step in which this process opens or changes a file; for ever."""
    os.open = _open  # type: ignore[assignment]
    os.supports_dir_fd.add(_open)

    def listen(event: str, details: tuple[object, ...]) -> None:
        if event == "open" and isinstance(details[0], str | bytes):
            flags = details[2]
            changes = isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            hear(event, _whole(details[0], _folder if details[1] is None else None), changes)
        elif event in CHANGES and isinstance(details[0], str | bytes | os.PathLike):
            folder = details[CHANGES[event]]
            hear(
                event, _whole(os.fspath(details[0]), folder if isinstance(folder, int) and folder >= 0 else None), True
            )

    sys.addaudithook(listen)


def _whole(path: str | bytes, folder: int | None) -> str:
    path = os.fsdecode(path)
    if folder is not None and not os.path.isabs(path):  # noqa: PTH117
        path = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), path)  # noqa: PTH115, PTH118
    return os.path.abspath(path)  # noqa: PTH100
