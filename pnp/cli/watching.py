"""`pnp build --watch`: builds, and builds again whenever a file is saved, until interrupted."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from pnp.build.pipeline import CONTACT, Rounds
from pnp.cli.console import Progress, clock, fail, paint, say
from pnp.cli.making import Order, findings_as_text, print_files, summed_up
from pnp.cli.paths import targets_to_write
from pnp.diagnostics import Severity
from pnp.interrupts import pass_on_interrupt
from pnp.loader.pack import changed, files_in, folders_of, load
from pnp.messages import Refused
from pnp.output import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.build.examine import Examined
    from pnp.build.target import BuildOptions
    from pnp.build_record import Written
    from pnp.loader import Target
    from pnp.loader.pack import Loaded


PAUSE = 0.1
"""Seconds between two polls of the files."""

SETTLED = 0.03
"""Seconds without changes after which a save is complete: some editors write in steps."""

PATIENCE = 20
"""Maximum number of such waits, because a file in the folder may change all the time."""


def watch(paths: Sequence[str], options: BuildOptions, large: bool = False) -> NoReturn:
    """Build the games of the paths, and again after each save, until interrupted.

    Wrong usage raises UsageError before anything is built; later errors are printed.
    """
    games: dict[Path, Watched] = {}
    told = ""
    for target in targets_to_write(paths, large):
        games[target.root] = Watched(target, options)
        games[target.root].begin()
    say(f"watching {', '.join(game.name for game in games.values())}: save a file to build again, Ctrl-C to stop")
    while True:
        try:
            for target in targets_to_write(paths, large):
                if target.root not in games:
                    games[target.root] = Watched(target, options)
                games[target.root].look()
            told = ""
        except click.UsageError as error:  # a path is missing now; it may come back
            if told != error.message:
                told = error.message
                fail(told)
        time.sleep(PAUSE)


class Watched:
    """A watched game: the state of its files at its last build, and its cached results."""

    def __init__(self, target: Target, options: BuildOptions) -> None:
        self.target, self.options, self.name = target, options, target.name
        self._rounds = Rounds(options)
        self._folders: tuple[Path, ...] = (target.folder.resolve(),)
        self._files: dict[str, tuple[int, int, int]] = {}
        self._done = True
        self._told = ""

    def begin(self) -> None:
        """Build it for the first time. Raises as a build does, unless errors in its files may be the cause."""
        began = time.monotonic()
        loaded = self._load()
        try:
            self._build(loaded, (), began)
        except Refused as refused:
            if not any(finding.severity is Severity.ERROR for finding in loaded.findings):
                raise click.UsageError(str(refused)) from refused
            fail(f"{self.name}: {refused}")

    def look(self) -> None:
        """Build it again if a file was saved, or if the last round was aborted; errors are printed."""
        began = time.monotonic()
        saved = self._saved()
        if self._done and not saved:
            return
        self._done = True
        try:
            self._build(self._load(), saved, began)
        except (Refused, OutputError) as error:
            fail(f"{self.name}: {error}")
        except OSError as error:  # a folder was removed while being read
            fail(f"{self.name}: cannot read it: {(error.strerror or str(error)).lower()}")
        except Exception as error:  # an internal error must not end the watch
            pass_on_interrupt(error)
            from pnp.cli.main import own_fault

            own_fault(error)

    def _state(self) -> dict[str, tuple[int, int, int]]:
        return files_in(self._folders, self.options.out)

    def _saved(self) -> tuple[str, ...]:
        """Return the files that were saved since the last build, after they have settled."""
        now = self._state()
        if now == self._files:
            return ()
        for _ in range(PATIENCE):
            time.sleep(SETTLED)
            before, now = now, self._state()
            if now == before:
                break
        return changed(self._files, now)

    def _load(self) -> Loaded:
        """Return the game, and record the state of its files before reading: later saves trigger another round."""
        while True:
            self._files = self._state()
            loaded = load(self.target, self.options.language)
            folders = folders_of(self.target, loaded)
            if folders == self._folders:
                return loaded
            self._folders = folders

    def _build(self, loaded: Loaded, saved: tuple[str, ...], began: float) -> None:
        """Run one round: the contact sheet, the findings, then all other files until another save."""
        with Progress() as progress:
            examined, files = self._rounds.build(loaded, progress)
            written = [next(files)]
            seen = time.monotonic() - began
            progress.clear()
            self._report_findings(examined)
            self._done = self._write(files, written)
        if self._done and not saved and len(written) > 1:
            print_files(self.name, written, self.options.out / self.name)
        said = _said(examined, written, self._done)
        names = _names(saved, self._folders) if saved else "built"
        say(clock(), paint(self.name, "place"), f": {names}, {CONTACT} in {seen:.1f} s; {said}")

    def _report_findings(self, examined: Examined) -> None:
        """Print the findings, unless they are the same as last time."""
        found = findings_as_text(summed_up(examined, (), Order("build", self.options.out, {})))
        if found and found != self._told:
            fail(found)
        self._told = found

    def _write(self, files: Iterator[Written], written: list[Written]) -> bool:
        """Whether all files were written; it stops at a save, because further files would be outdated."""
        looked = time.monotonic()
        for file in files:
            written.append(file)
            if time.monotonic() - looked > PAUSE:
                if self._state() != self._files:
                    return False
                looked = time.monotonic()
        return True


def _said(examined: Examined, written: Sequence[Written], done: bool) -> str:
    """Return how a round ended."""
    report = examined.report
    warnings = f", {report.warnings} warning{'' if report.warnings == 1 else 's'}" if report.warnings else ""
    if len(written) == 1 and report.errors:
        errors = "1 error is" if report.errors == 1 else f"{report.errors} errors are"
        return f"everything else is as it was until {errors} mended{warnings}"
    if not done:
        return f"saved again{warnings}"
    new = sum(file.changed for file in written)
    return f"{new} of {len(written)} files new or changed{warnings}"


def _names(saved: tuple[str, ...], folders: Sequence[Path]) -> str:
    """Return the path of the first saved file in the pack or kit, and the number of others."""
    path = Path(saved[0])
    root = next((folder for folder in folders if path.is_relative_to(folder)), path.parent)
    name = path.relative_to(root).as_posix()
    return f"{name} and {len(saved) - 1} more" if len(saved) > 1 else name
