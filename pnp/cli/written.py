"""What is said of the files that were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.cli.console import fail, paint, say

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build import Examined, Written

GATHERED = {"svg": "picture", "png": "picture", "tables": "table", "cut": "cut file"}
"""Folders whose files are counted rather than named, as are files deeper down."""


def tell(examined: Examined, written: tuple[Written, ...], out: Path) -> None:
    """Print what was found, on standard error, and what was written where."""
    found = findings_told(examined)
    if found:
        fail(found)
    if written:
        tell_files(examined, written, out)
    else:
        fail(f"{examined.name}: nothing was written{'; mend the errors first' if examined.report.errors else ''}")


def findings_told(examined: Examined) -> str:
    """The errors and warnings in words; nothing where there are none."""
    from pnp.report.text import as_text

    report = examined.report
    return as_text(report, paint, infos=False) if report.errors or report.warnings else ""


def tell_files(examined: Examined, written: tuple[Written, ...], out: Path) -> None:
    """Print what was written where."""
    folder = out / examined.name
    changed = sum(file.changed for file in written)
    things = "1 file" if len(written) == 1 else f"{len(written)} files"
    say(f"{paint(examined.name, 'place')} → {folder.as_posix()}/  {things}, {changed} new or changed")
    counts: dict[str, int] = {}
    for file in written:
        name = file.path.relative_to(folder)
        if name.parts[0] in GATHERED or len(name.parts) > 2:
            counts[name.parts[0]] = counts.get(name.parts[0], 0) + 1
        else:
            say(f"  {name.as_posix()}  {paint(_size(file.size), 'code')}  {file.what}")
    for gathered, count in counts.items():
        say(f"  {gathered}/  {count} {GATHERED.get(gathered, 'picture')}{'' if count == 1 else 's'}")


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, size // 1000)} kB"
