"""The `pnp` command: finds the subcommand, turns troubles into messages and exit statuses."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

import click

from pnp.cli.console import fail, say
from pnp.interrupts import came_of_an_interrupt
from pnp.output import OutputError
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMMANDS = ("build", "calibrate", "check", "explain", "inspect", "list", "new", "rulebook")

USAGE, FAULT, INTERRUPTED = 2, 3, 130


VERSION_HELP = "Show the version and exit."

ALIVE = 2_000_000
"""How many more things there must be before it is looked for what nothing holds any more. There is hardly any of that:
a game is made of what stays until its files are written, and looking at it again and again took a tenth of the time.
"""


class Commands(click.Group):
    """Subcommands that are imported when they are called for: `pnp --help` stays quick."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first of the arguments names; wrong usage where there is none of that name."""
        name = arguments[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = did_you_mean(name, COMMANDS) or f"commands are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command '{name}'; {hint}")
        return super().resolve_command(context, arguments)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"pnp.cli.{name}_command")
        command: click.Command = module.command
        return command


def _tell_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        from pnp.version import __version__

        say(f"pnp {__version__}")
        context.exit()


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: pnp new my-game, or pnp list and pnp build NAME.",
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_tell_version, help=VERSION_HELP)
def group() -> None:
    """A compiler for printable board games.

    YAML describes a game; pnp checks it, proves that its maps play, and prints sheets to cut out and play with.
    """


def run() -> NoReturn:
    """Run `main` as a process and end it at once: taking a game apart that is done with would take a tenth of a second.

    Python's own end is left to whoever watches: a profiler or debugger tells what it saw then.
    """
    try:
        main()
    except SystemExit as end:
        if sys.getprofile() or sys.gettrace() or not isinstance(end.code, int):
            raise
        with suppress(OSError):  # which has been told: all that is printed is flushed
            for stream in (sys.stdout, sys.stderr):
                if stream:  # not where it is closed
                    stream.flush()
        os._exit(end.code)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit: 0 clean, 1 findings, 2 wrong usage, 3 a fault of ours, 130 interrupted."""
    gc.set_threshold(ALIVE, *gc.get_threshold()[1:])
    with _interrupted_by("SIGTERM", "SIGHUP"):
        sys.exit(_status(sys.argv[1:] if arguments is None else arguments))


@contextmanager
def _interrupted_by(*names: str) -> Iterator[None]:
    """While this lasts, signals that would end us at once interrupt us as Ctrl-C does: nothing half written is left."""
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    taken = [each for each in signals if signal.getsignal(each) is signal.SIG_DFL]
    with suppress(ValueError):  # signals are for the main thread
        for each in taken:
            signal.signal(each, signal.default_int_handler)
    try:
        yield
    finally:
        with suppress(ValueError):
            for each in taken:
                signal.signal(each, signal.SIG_DFL)


def _status(arguments: Sequence[str]) -> int:
    try:
        return group.main(list(arguments) or ["--help"], prog_name="pnp", standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        return USAGE
    except OutputError as error:
        fail(str(error))
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        return _interrupted()
    except SystemExit:  # click leaves by itself only where nobody reads the help that it prints
        return 0
    except OSError as error:  # of a stream, which alone has no name: the help that click prints
        if error.filename is not None:
            return own_fault(error)
        fail(f"cannot print: {(error.strerror or str(error)).lower()}")
        return USAGE
    except Exception as error:  # the last door: nobody outside sees a traceback
        return _interrupted() if came_of_an_interrupt(error) else own_fault(error)


def _interrupted() -> int:
    fail("interrupted: what stood in the output folder is whole")
    return INTERRUPTED


def own_fault(error: Exception) -> int:
    """Tell of a fault of pnp itself; the exit status for it."""
    import traceback

    if os.environ.get("PNP_TRACEBACK"):
        traceback.print_exc()
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(last.filename)}:{last.lineno}"  # noqa: PTH119  # a name, not a file to open
    fail(f"this is a fault of pnp, not of your content: {type(error).__name__} at {where}: {error}")
    fail("please report it with the content that shows it; PNP_TRACEBACK=1 prints the details")
    return FAULT
