"""The terminal: colours where it has them, progress where work takes more than a second."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, TextIO

import click

from pnp.output import OutputError

if TYPE_CHECKING:
    from types import TracebackType

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

PATIENCE = 1.0
"""Seconds of work after which progress is shown."""


def say(text: str) -> None:
    """Print to standard output; characters that the terminal can't show are escaped."""
    _write(text, err=False)


def fail(text: str) -> None:
    """Print to standard error."""
    _write(text, err=True)


def paint(text: str, role: str) -> str:
    """The text in the colour of its role, plain where standard output is no terminal or NO_COLOR is set."""
    return coloured(text, role) if has_colours() else text


def coloured(text: str, role: str) -> str:
    """The text in the colour of its role."""
    return click.style(text, **COLOURS.get(role, {}))  # type: ignore[arg-type]


def has_colours() -> bool:
    """Whether standard output shows colours, and is to."""
    return not os.environ.get("NO_COLOR") and _is_terminal(sys.stdout)


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at it; a stream that is closed is none."""
    return stream is not None and stream.isatty()


def clock() -> str:
    """The time of day for the beginning of a line on a terminal; nothing elsewhere."""
    return paint(time.strftime("%H:%M:%S "), "code") if _is_terminal(sys.stdout) else ""


def _write(text: str, err: bool) -> None:
    stream = sys.stderr if err else sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), err=err)
    except BrokenPipeError:  # nobody reads any more; the work goes on, and its exit status tells how it went
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError as error:
        if not err:
            raise OutputError(f"cannot print: {(error.strerror or str(error)).lower()}") from error


class Progress:
    """A line on the terminal that says what is being done, shown once work has taken more than a second."""

    def __init__(self) -> None:
        self._shows = _is_terminal(sys.stderr)
        self._began = time.monotonic()
        self._drawn = False
        self._process = os.getpid()

    def __enter__(self) -> Progress:
        return self

    def __call__(self, doing: str) -> None:
        """Say what is being done now; one of several processes keeps silent."""
        if self._shows and os.getpid() == self._process and (self._drawn or time.monotonic() - self._began > PATIENCE):
            click.echo(f"\r\x1b[K{doing} …", err=True, nl=False)
            self._drawn = True

    def clear(self) -> None:
        """Take the line away, for other things to be printed."""
        if self._drawn:
            click.echo("\r\x1b[K", err=True, nl=False)

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.clear()
