"""Commands run by copies of this process: quick to begin, and they can be ended at any step."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from pnp.cli import main
from tests.changes import on_files

Prepare = Callable[[], object]
"""Is called in the copy before its work."""


@dataclass(frozen=True)
class Ended:
    """How a build ended: its exit status, or the signal with a minus before it, and what it printed on both streams."""

    status: int
    said: str


def begin(arguments: Sequence[str], folder: Path, prepare: Prepare | None = None) -> tuple[int, int]:
    """A copy of this process that runs the command in a folder, and a pipe with all that it prints."""
    said, stream = os.pipe()
    process = os.fork()
    if not process:
        os.close(said)
        _run(arguments, folder, stream, prepare)
    os.close(stream)
    return process, said


def end(process: int, said: int) -> Ended:
    """How it ended, as soon as it and all processes that it began are gone."""
    with open(said, encoding="utf-8") as pipe:  # it ends with the last of them
        text = pipe.read()
    _, status = os.waitpid(process, 0)
    return Ended(os.waitstatus_to_exitcode(status), text)


def run(arguments: Sequence[str], folder: Path, prepare: Prepare | None = None) -> Ended:
    """How the command ended that was run in a folder by a copy of this process."""
    return end(*begin(arguments, folder, prepare))


def _run(arguments: Sequence[str], folder: Path, stream: int, prepare: Prepare | None) -> NoReturn:
    status = 99
    try:
        os.chdir(folder)
        os.dup2(stream, 1)
        os.dup2(stream, 2)
        os.close(stream)
        sys.stdout, sys.stderr = open(1, "w", encoding="utf-8"), open(2, "w", encoding="utf-8")  # noqa: SIM115
        if prepare:
            prepare()
        main(arguments)
    except SystemExit as left:
        status = int(left.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def on_writing(do: Callable[[str], object]) -> None:
    """Has `do` called with the path before each step in which this process changes files; for ever."""
    on_files(lambda _event, path, changes: do(path) if changes else None)


class Stop:
    """Ends this process at one of the steps in which it changes files."""

    def __init__(self, step: int, by: signal.Signals) -> None:
        self.left, self.by = step, by

    def __call__(self, _path: str) -> None:
        """One more of them."""
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), self.by)
