"""What is said of what a command came to: what was found, and which files were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.cli.console import coloured, fail, has_colours, paint, say
from pnp.escape import Printed, report_again

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pnp.build import Examined
    from pnp.built import Built, Written

GATHERED = {"svg": "picture", "png": "picture", "tables": "table", "cut": "cut file"}
"""Folders whose files are counted rather than named, as are files deeper down."""


def summed_up(examined: Examined, written: tuple[Written, ...]) -> Built:
    """What a build came to, with all that is told of it."""
    from pnp.built import Built
    from pnp.report.text import as_text

    report = examined.report
    if not (report.errors or report.warnings):
        return Built(written)
    return Built(written, as_text(report, infos=False), as_text(report, coloured, infos=False), report.fails())


def tell(name: str, built: Built, folder: Path) -> None:
    """Print what was found, on standard error, and what was written where."""
    found = findings_told(built)
    if found:
        fail(found)
    if built.files:
        tell_files(name, built.files, folder)
    else:
        fail(f"{name}: nothing was written{'; mend the errors first' if built.failed else ''}")


def findings_told(built: Built) -> Printed:
    """The errors and warnings in words; nothing where there are none."""
    return report_again(built.coloured if has_colours() else built.plain)


def tell_files(name: str, written: Sequence[Written], folder: Path) -> None:
    """Print what was written where."""
    changed = sum(file.changed for file in written)
    things = "1 file" if len(written) == 1 else f"{len(written)} files"
    say(paint(name, "place"), f" → {folder.as_posix()}/  {things}, {changed} new or changed")
    counts: dict[str, int] = {}
    for file in written:
        below = file.path.relative_to(folder)
        if below.parts[0].partition("-")[0] in GATHERED or len(below.parts) > 2:  # svg, svg-de
            counts[below.parts[0]] = counts.get(below.parts[0], 0) + 1
        else:
            say(f"  {below.as_posix()}  ", paint(_size(file.size), "code"), f"  {file.what}")
    for gathered, count in counts.items():
        say(f"  {gathered}/  {count} {GATHERED.get(gathered.partition('-')[0], 'picture')}{'' if count == 1 else 's'}")


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, size // 1000)} kB"
