"""Ctrl-C, `kill` and a closed terminal: one exit status, no traceback, no partly written files.

A signal raises KeyboardInterrupt while a command works, so that `with` and `finally` clean up. Libraries can lose it: a
bare `except:` swallows it, a destructor or a callback from C prints and drops it, others convert it to their own error.
Therefore it is also recorded, and checked wherever a stage begins, a file is written or an error is caught. Before and
after a command there is nothing to clean up: the process ends at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import NoReturn

INTERRUPTED = 130
"""The exit status by shell convention: 128 and the number of SIGINT."""

MESSAGE = "interrupted: what stood in the output folder is whole"

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that interrupt; not every system has all of them."""

_interrupted = False


def came_of_an_interrupt(error: BaseException | None) -> bool:
    """Whether an interrupt led to the error, for example when it occurs while reportlab writes references."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return _interrupted or error is not None


def pass_on_interrupt(error: BaseException | None = None) -> None:
    """Raise KeyboardInterrupt if one led to the error, or was lost since the command began; otherwise do nothing."""
    if came_of_an_interrupt(error):
        raise KeyboardInterrupt from error


def end_when_interrupted() -> None:
    """From now on, end this process at once on a signal, and never print a traceback for an interrupt.

    For the entry point, before it imports anything: imports take a third of a second, in which people press Ctrl-C.
    """
    _handle(_end)
    sys.excepthook = _end_by_error
    sys.unraisablehook = _drop


@contextmanager
def interruptible() -> Iterator[None]:
    """Make signals raise KeyboardInterrupt in the main thread for the duration of the context."""
    global _interrupted
    _interrupted = False
    before = _handle(_interrupt)
    try:
        yield
    finally:
        _interrupted = False
        with suppress(ValueError):
            for number, handler in before.items():
                signal.signal(number, handler)


# Long work in a program that stays open: it looks up from time to time, and may be given up.


class SupersededWork(BaseException):
    """Work on files that have changed meanwhile. No error: what catches errors to report them must let it pass."""


_pauses = threading.local()

Pause = Callable[[str, int, int], None]
"""What `pause` calls, with its arguments."""


@contextmanager
def pausing(act: Pause) -> Iterator[None]:
    """Have `pause` call `act` in this thread for the duration of the context; what it raises ends the work."""
    before, _pauses.act = getattr(_pauses, "act", None), act
    try:
        yield
    finally:
        _pauses.act = before


def pause(doing: str = "", number: int = 0, total: int = 0) -> None:
    """Let other work go first, if this thread has such: called between faces, maps and checks.

    `doing` is what begins now, as text: the thing with that `number` of a `total`, if they are known.
    """
    act = getattr(_pauses, "act", None)
    if act:
        act(doing, number, total)


class ProgressMessages:
    """Shows what long work is doing: not before it has taken a while, and not more often than can be read."""

    BEGIN, AGAIN = 0.25, 0.1
    """Seconds before the first message, and between two."""

    def __init__(self, show: Pause) -> None:
        self._show, self._due = show, time.monotonic() + self.BEGIN
        self._now = self._shown = ("", 0, 0)

    def __call__(self, doing: str, number: int, total: int) -> None:
        """Take in what `pause` was called with."""
        self._now = (doing, number, total) if doing else self._now
        if self._now != self._shown and time.monotonic() >= self._due:
            self._shown, self._due = self._now, time.monotonic() + self.AGAIN
            self._show(*self._now)

    def end(self) -> None:
        """Show that nothing is done any more, if anything was shown."""
        if self._shown[0]:
            self._show("", 0, 0)


def raise_when_interrupted() -> None:
    """Make signals raise KeyboardInterrupt permanently, and unblock them; for forked processes."""
    _handle(_interrupt)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _numbers())


@contextmanager
def held_back() -> Iterator[None]:
    """Block signals for the duration of the context; only on systems with `fork`, for which it is needed."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _numbers())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _handle(by: signal._HANDLER) -> dict[int, signal._HANDLER]:
    """Set the handler of the signals, except ignored ones (`nohup`), and return the previous handlers."""
    before: dict[int, signal._HANDLER] = {}
    with suppress(ValueError):  # only the main thread can set handlers
        for number in _numbers():
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, by)
    return before


def _numbers() -> list[signal.Signals]:
    return [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    global _interrupted
    _interrupted = True
    raise KeyboardInterrupt


def _end(_number: int = 0, _frame: FrameType | None = None) -> NoReturn:
    """End this process with a message; Python's shutdown is skipped, because it could be interrupted."""
    with suppress(OSError):
        os.write(2, f"{MESSAGE}\n".encode())
    os._exit(INTERRUPTED)


def _end_by_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Handle an uncaught error (`sys.excepthook`)."""
    if came_of_an_interrupt(error):
        _end()
    sys.__excepthook__(kind, error, trace)


def _drop(lost: sys.UnraisableHookArgs) -> None:
    """Handle an error that cannot be raised, such as in a destructor: an interrupt is recorded, not printed."""
    if not came_of_an_interrupt(lost.exc_value):
        sys.__unraisablehook__(lost)
