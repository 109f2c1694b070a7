"""Runs builds and reports what they wrote."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from pnp.cli.console import Progress, coloured, fail, has_colours, paint, say
from pnp.cli.paths import targets_to_write
from pnp.escape import SafeText, report_again
from pnp.output import entries, remove_leftovers
from pnp.timing import stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from pnp.build.examine import Examined
    from pnp.build_record import BuildOutcome, BuildRecord, Written
    from pnp.loader import Target
    from pnp.loader.pack import Loaded

    Say = Callable[[str], None]
    Made = tuple[Examined, tuple[Written, ...]]
    Make = Callable[[Loaded, "Order", Say, int], Made]


# The output of a command: findings, and the files that were written.

GATHERED = {"svg": "picture", "png": "picture", "tables": "table", "cut": "cut file"}
"""Folders whose files are counted instead of listed, like files in deeper folders."""


def summed_up(examined: Examined, written: tuple[Written, ...], order: Order) -> BuildOutcome:
    """Return the outcome of a build with the text of its findings; it failed if nothing is there to print."""
    from pnp.build.write import unwritten
    from pnp.build_record import BuildOutcome
    from pnp.report import as_text

    report = examined.report
    why = "" if written else unwritten(examined, order.command, order.asked)
    failed = report.fails(bool(order.asked.get("strict"))) or (order.command == "build" and not written)
    if not (report.errors or report.warnings):
        return BuildOutcome(written, failed=failed, why=why)
    texts = (as_text(report, infos=False), as_text(report, coloured, infos=False))
    return BuildOutcome(written, *texts, failed=failed, why=why)


def print_outcome(name: str, built: BuildOutcome, folder: Path, strays: Sequence[str] = ()) -> None:
    """Print the findings to standard error, and what was written; `strays` are pictures of other builds next to it."""
    found = findings_as_text(built)
    if found:
        fail(found)
    if built.files:
        print_files(name, built.files, folder)
        if built.removed:
            say(f"  removed what only an earlier build wrote: {_few(built.removed)}")
        if strays:
            say(
                f"  {'1 file is' if len(strays) == 1 else f'{len(strays)} files are'} not of this build: {_few(strays)}"
            )
    else:
        fail(f"{name}: nothing was written; {built.why}")


MOST_NAMES = 5
"""Maximum number of files of other builds that are named."""


def _few(names: Sequence[str]) -> str:
    rest = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")


def strays_of(built: BuildOutcome, record: BuildRecord, asked: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the files among finished faces that this build did not write, by their names below the pack's folder.

    They would be uploaded too. Other components are looked at if all were built, and none if only some rows were.
    """
    from pnp.build_record import FINISHED

    folders = {file.path.parent for file in built.files if file.what == FINISHED}
    if asked.get("rows") or asked.get("parts"):
        return ()
    if not asked.get("only"):
        roots = {folder.parent for folder in folders}
        folders |= {root / name for root in roots for name in entries(root, record.out)[0]}
    written = {file.path for file in built.files}
    found = (folder / name for folder in sorted(folders) for name in entries(folder, record.out)[1])
    return tuple(path.relative_to(record.folder).as_posix() for path in found if path not in written)


def findings_as_text(built: BuildOutcome) -> SafeText:
    """Return the text of the errors and warnings, empty if there are none."""
    return report_again(built.coloured if has_colours() else built.plain)


def print_files(name: str, written: Sequence[Written], folder: Path) -> None:
    """Print what was written."""
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


# Making the files of packs: unchanged packs are reported from their records, others are made and recorded.


class Order(Struct, frozen=True):
    """The order of a command: its output folder, and its options by the names that the pipeline uses.

    With `large`, packs have larger totals.
    """

    command: str
    out: Path
    asked: Mapping[str, Any]
    large: bool = False


def make_all(paths: Sequence[str], order: Order, make: Make, jobs: int | None = None) -> int:
    """Make all packs that the paths name, report on each, and return the exit status.

    Up to `jobs` processes work on them; the default is one per processor.
    """
    failed = False
    with Progress() as progress:
        with stage("records"):
            records = _records(targets_to_write(paths, order.large), order)
            reusable = [_reusable(record) for record in records]
        left = [record for record, built in zip(records, reusable, strict=True) if not built]
        made = _made(left, order, make, progress, jobs)
        for record, built in zip(records, reusable, strict=True):
            built = built or next(made)
            progress.clear()
            print_outcome(record.target.name, built, record.folder, strays_of(built, record, order.asked))
            failed |= built.failed
    return 1 if failed else 0


def _records(targets: Sequence[Target], order: Order) -> list[BuildRecord]:
    """Return the record of each target."""
    from pnp.build_record import fingerprint

    installation = fingerprint(cutting="cut-dxf" in (order.asked.get("formats") or ()))
    return [_record(target, order, installation) for target in targets]


def _reusable(record: BuildRecord) -> BuildOutcome | None:
    """Return the outcome of the last build if it is still valid; remove files that an interrupted build left."""
    built = record.reusable_outcome()
    if built:
        for folder in dict.fromkeys(file.path.parent for file in built.files):
            remove_leftovers(folder, record.out)
    return built


def _made(
    records: Sequence[BuildRecord], order: Order, make: Make, say: Say, jobs: int | None
) -> Iterator[BuildOutcome]:
    """Yield the outcomes of the targets, in order, each as soon as it is complete."""
    if not records:
        return iter(())
    with stage("start"):
        import pnp.build.pipeline  # noqa: F401  # once for all processes
        from pnp.build.write import cores, side_by_side
    jobs = jobs or cores()
    share = max(1, jobs // len(records))
    return side_by_side([partial(_make, record, order, make, say, share) for record in records], jobs)


def _make(record: BuildRecord, order: Order, make: Make, say: Say, jobs: int) -> BuildOutcome:
    from pnp.loader.pack import load
    from pnp.messages import Refused

    with stage("reading"):
        loaded = load(record.target, order.asked["language"], noted=True)
        codes = order.asked.get("more_languages", ()) if loaded.languages else ()
        others = tuple(load(record.target, code) for code in codes)
        loaded = replace(loaded, others=others) if others else loaded
    try:
        built = summed_up(*make(loaded, order, say, jobs), order)
    except Refused as refused:
        raise click.UsageError(str(refused)) from refused
    built = replace(built, removed=record.remove_outdated(built))
    # unless saved printers changed meanwhile, or what was read for other languages is not known
    if not loaded.others and record == _record(record.target, order, record.installation):
        record.keep(built, loaded.disk)
    return built


def _record(target: Target, order: Order, installation: str) -> BuildRecord:
    from pnp.build_record import record_of

    asked = dict(order.asked, command=order.command)
    if asked.get("printer"):
        asked["printers"] = _printers()
    return record_of(target, order.out, asked, installation)


def _printers() -> str:
    """Return the content of the file of saved printers, valid or not."""
    from pnp.build.printers import printers_file

    try:
        return printers_file().read_text(encoding="utf-8", errors="backslashreplace")
    except OSError:
        return ""
