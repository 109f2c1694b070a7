"""The `pnp` command: runs a subcommand, and converts exceptions to messages and exit statuses."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import warnings
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

import click

from pnp.cli.console import fail, say
from pnp.interrupts import INTERRUPTED, MESSAGE, came_of_an_interrupt, interruptible, pass_on_interrupt
from pnp.messages import did_you_mean
from pnp.output import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


COMMANDS = (
    "build",
    "calibrate",
    "check",
    "diff",
    "explain",
    "export",
    "import",
    "inspect",
    "list",
    "lsp",
    "new",
    "place",
    "rulebook",
    "studio",
)

USAGE, FAULT = 2, 3


VERSION_HELP = "Show the version and exit."

YOUNGEST = 2_000_000
"""Threshold of the garbage collector's youngest generation: hardly anything that a command makes is garbage before its
end.

Serves `build content/starter` into an empty folder: 13 % of its processor time.
"""


class Commands(click.Group):
    """Subcommands that are imported on demand, so that `pnp --help` is fast."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named by the first argument. Raises UsageError for an unknown name."""
        name = arguments[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = did_you_mean(name, COMMANDS) or f"commands are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command '{name}'; {hint}")
        return super().resolve_command(context, arguments)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"pnp.cli.{name}_command")
        command: click.Command = module.command
        return command


def _report_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        from pnp import __version__

        say(f"pnp {__version__}")
        context.exit()


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start a game: pnp new my-game. Print a bundled game: pnp list, then pnp build NAME.",
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_report_version, help=VERSION_HELP)
def group() -> None:
    """A compiler for printable board games.

    You describe a game in YAML. pnp checks it, proves the requirements on its maps, and writes sheets to print and cut
    out, and a rulebook.
    """


def run() -> NoReturn:
    """Run `main` as a process and end it at once, without freeing each object of a game.

    Serves `build content/starter` into an empty folder (18 % of its processor time) and `pnp --version` (13 %). Under a
    profiler or debugger Python ends as it always does, for that is when they report.
    """
    try:
        main()
    except SystemExit as end:
        if sys.getprofile() or sys.gettrace() or not isinstance(end.code, int):
            raise
        with suppress(OSError, ValueError):  # already reported, or closed: all output is flushed when printed
            for stream in (sys.stdout, sys.stderr):
                if stream:  # None if it is closed
                    stream.flush()
        os._exit(end.code)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit: 0 clean, 1 findings, 2 wrong usage, 3 internal error, 130 interrupted."""
    gc.set_threshold(YOUNGEST, *gc.get_threshold()[1:])
    with interruptible(), _libraries_silent():
        sys.exit(_status(sys.argv[1:] if arguments is None else arguments))


@contextmanager
def _libraries_silent() -> Iterator[None]:
    """Suppress warnings and log output of libraries, which are meant for programmers, for the duration of the context.

    Checks find what designers can fix. `python -W` and PYTHONWARNINGS still show warnings.
    """
    import logging

    last_resort = logging.lastResort
    logging.lastResort = logging.NullHandler()
    try:
        with warnings.catch_warnings():
            if not sys.warnoptions:
                warnings.simplefilter("ignore")
            yield
    finally:
        logging.lastResort = last_resort


def _status(arguments: Sequence[str]) -> int:
    try:
        status = group.main(list(arguments) or ["--help"], prog_name="pnp", standalone_mode=False) or 0
        pass_on_interrupt()  # raise one that a library swallowed
        return status
    except (click.Abort, KeyboardInterrupt):
        return _interrupted()
    except SystemExit:  # click exits only if the help cannot be printed
        return 0
    except Exception as error:  # users never see a traceback
        return _interrupted() if came_of_an_interrupt(error) else _failed(error)


def _failed(error: Exception) -> int:
    """Print what went wrong, and return the exit status."""
    match error:
        case click.ClickException():
            _report_usage(error)
        case OutputError():
            fail(str(error))
        case FileNotFoundError(filename=None):
            fail("the folder that this runs in is gone")
        case OSError(filename=None):  # only streams have no name: click printed help
            fail(f"cannot print: {(error.strerror or str(error)).lower()}")
        case OSError():  # a file was deleted or locked while being read
            fail(f"cannot open '{_named(error.filename)}': {(error.strerror or str(error)).lower()}")
        case _:
            return own_fault(error)
    return USAGE


def _named(file: object) -> str:
    """Return the name of the file that a system error is about."""
    return os.fsdecode(file) if isinstance(file, str | bytes | os.PathLike) else f"file {file}"


def _report_usage(error: click.ClickException) -> None:
    """Print an error of usage like click, with what was typed escaped."""
    if isinstance(error, click.UsageError) and error.ctx:
        for row in error.ctx.get_usage().split("\n"):
            fail(row)
        if error.ctx.command.get_help_option(error.ctx):
            fail(f"Try '{error.ctx.command_path} {error.ctx.help_option_names[-1]}' for help.")
        fail()
    fail(f"Error: {error.format_message()}")


def _interrupted() -> int:
    fail(MESSAGE)
    return INTERRUPTED


def own_fault(error: Exception) -> int:
    """Report an internal error of pnp, and return the exit status."""
    import traceback

    if os.environ.get("PNP_TRACEBACK"):
        for row in traceback.format_exc().rstrip().split("\n"):
            fail(row)
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(last.filename)}:{last.lineno}"  # noqa: PTH119  # a name, not a file to open
    fail(f"this is a fault of pnp, not of your content: {type(error).__name__} at {where}: {error}")
    fail("please report it with the content that shows it; PNP_TRACEBACK=1 prints the details")
    return FAULT
