"""Ctrl-C, `kill` and a closed terminal: one exit status, no traceback, nothing half written.

A signal raises KeyboardInterrupt while a command works, so that `with` and `finally` clean up. Libraries lose it: a
bare `except:` swallows it, a destructor or a callback from C prints and drops it, others make their own error of it.
Therefore it is remembered too, and looked for wherever a stage begins, a file is written or an error is caught.
Before and after a command there is nothing to clean up: the process ends at once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import NoReturn

INTERRUPTED = 130
"""The exit status, as shells know it: 128 and the number of SIGINT."""

MESSAGE = "interrupted: what stood in the output folder is whole"

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Which signals interrupt; not every system has all of them."""

_interrupted = False


def came_of_an_interrupt(error: BaseException | None) -> bool:
    """Whether an interrupt led to the error, as where reportlab meets one while it writes references."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return _interrupted or error is not None


def pass_on_interrupt(error: BaseException | None = None) -> None:
    """Raise KeyboardInterrupt if one led to the error, or was lost since the command began; do nothing otherwise."""
    if came_of_an_interrupt(error):
        raise KeyboardInterrupt from error


def end_when_interrupted() -> None:
    """From now on a signal ends this process at once, and no interrupt ends in a traceback.

    For the entry point, before it imports anything: imports take a third of a second, in which people press Ctrl-C.
    """
    _handle(_end)
    sys.excepthook = _end_by_error
    sys.unraisablehook = _drop


@contextmanager
def interruptible() -> Iterator[None]:
    """While this lasts, a signal raises KeyboardInterrupt in the main thread; afterwards signals do what they did."""
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


def raise_when_interrupted() -> None:
    """The same for good, and no longer `held_back`: for a process that is a copy of another."""
    _handle(_interrupt)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _numbers())


@contextmanager
def held_back() -> Iterator[None]:
    """While this lasts, signals wait; only where processes can be copied, which is what it is for."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _numbers())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _handle(by: signal._HANDLER) -> dict[int, signal._HANDLER]:
    """Have the signals handled, but for those that whoever started this process ignores (`nohup`); what was before."""
    before: dict[int, signal._HANDLER] = {}
    with suppress(ValueError):  # signals are for the main thread
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
    """End this process, saying why; nothing of Python's own end can be interrupted then."""
    with suppress(OSError):
        os.write(2, f"{MESSAGE}\n".encode())
    os._exit(INTERRUPTED)


def _end_by_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Python's last word on an error that nobody caught."""
    if came_of_an_interrupt(error):
        _end()
    sys.__excepthook__(kind, error, trace)


def _drop(lost: sys.UnraisableHookArgs) -> None:
    """An error where nobody can catch it, such as in a destructor: an interrupt is remembered, not printed."""
    if not came_of_an_interrupt(lost.exc_value):
        sys.__unraisablehook__(lost)
