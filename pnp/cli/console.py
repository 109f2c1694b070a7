"""The terminal: colours, progress, timing table."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click

from pnp.escape import SafeText, block, escaped, line
from pnp.output import OutputError
from pnp.timing import clocked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType


# Output on terminals with colours, if available, and with progress if work takes more than a second.

COLOURS = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "info": {"fg": "blue"},
    "good": {"fg": "green", "bold": True},
    "hint": {"fg": "cyan"},
    "place": {"bold": True},
    "code": {"dim": True},
    "rule": {"dim": True},
}

CLEAR = SafeText("\r\x1b[K")
"""Clears the line of the cursor."""

PATIENCE = 1.0
"""Seconds of work after which progress is shown."""


def say(*parts: str) -> None:
    """Print one line to standard output; parts that are not SafeText, such as names and titles, are escaped."""
    _write(line(*parts), err=False)


def fail(*parts: str) -> None:
    """Print one line to standard error, escaped as by `say`."""
    _write(line(*parts), err=True)


def say_block(text: str) -> None:
    """Print text of several lines to standard output, each of them escaped."""
    _write(block(text), err=False)


def paint(text: str, role: str) -> SafeText:
    """Return the escaped text in the colour of its role; plain if standard output is no terminal or NO_COLOR is set."""
    return coloured(text, role) if has_colours() else line(text)


def coloured(text: str, role: str) -> SafeText:
    """Return the escaped text in the colour of its role."""
    return SafeText(click.style(line(text), **COLOURS.get(role, {})))  # type: ignore[arg-type]


def has_colours() -> bool:
    """Whether standard output is a terminal, and NO_COLOR is not set."""
    return not os.environ.get("NO_COLOR") and _is_terminal(sys.stdout)


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal; a closed stream is not."""
    return stream is not None and stream.isatty()


def clock() -> SafeText:
    """Return the time of day as a prefix on a terminal, otherwise an empty text."""
    return paint(time.strftime("%H:%M:%S "), "code") if _is_terminal(sys.stdout) else SafeText()


def _write(text: SafeText, err: bool, end: str = "\n") -> None:
    """Print the text; characters that the stream's encoding lacks are escaped too."""
    stream = sys.stderr if err else sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding) + end, err=err, nl=False)
    except BrokenPipeError:  # the reader is gone; continue for the exit status
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError as error:
        if not err:
            raise OutputError(f"cannot print: {(error.strerror or str(error)).lower()}") from error


class Progress:
    """A line on the terminal with the current task, shown after a second of work."""

    def __init__(self) -> None:
        self._shows = _is_terminal(sys.stderr)
        self._began = time.monotonic()
        self._drawn = False
        self._process = os.getpid()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, doing: str) -> None:
        """Show the current task; worker processes show nothing."""
        if self._shows and os.getpid() == self._process and (self._drawn or time.monotonic() - self._began > PATIENCE):
            _write(SafeText(f"{CLEAR}{escaped(doing)} …"), err=True, end="")
            self._drawn = True

    def clear(self) -> None:
        """Clear the line, so that other output can be printed."""
        if self._drawn:
            _write(CLEAR, err=True, end="")

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.clear()


# The time of each stage, printed at the end.


@contextmanager
def profiled(asked: bool) -> Iterator[None]:
    """If requested, print the time and share of each stage to standard error when all is done."""
    if not asked:
        yield
        return
    with clocked() as clock:
        yield
    for row in _table(clock.seconds):
        fail(row)


def _table(seconds: Mapping[str, float]) -> list[str]:
    """Return the rows of the table in the order of the stages, rounded so that they add up to the last line."""
    hundredths = {stage: round(100 * time) for stage, time in seconds.items()}
    whole = sum(hundredths.values())
    width = max(map(len, hundredths))
    shares = ((stage, time, round(100 * time / max(1, whole))) for stage, time in hundredths.items())
    lines = [f"{stage:{width}}  {time / 100:7.2f} s  {share:3} %" for stage, time, share in shares]
    return [*lines, f"{'together':{width}}  {whole / 100:7.2f} s"]
