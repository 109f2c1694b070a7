"""Making the files of packs: those that stand are told from their records, the others are made and kept in mind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.console import Progress
from pnp.cli.paths import targets_to_write
from pnp.cli.written import summed_up, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from pnp.build import Examined
    from pnp.built import Built, Record, Written
    from pnp.load import Loaded, Target

    Say = Callable[[str], None]
    Made = tuple[Examined, tuple[Written, ...]]


@dataclass(frozen=True, slots=True)
class Order:
    """What a command was asked for: where it writes to, and its options by the names that they have in the pipeline."""

    command: str
    out: Path
    asked: Mapping[str, Any]


def make_all(paths: Sequence[str], order: Order, make: Callable[[Loaded, Order, Say], Made]) -> int:
    """The exit status, once all packs that the paths name are made, and all is told of them."""
    from pnp.engine import engine_digest

    failed, engine = False, engine_digest()
    with Progress() as progress:
        for target in targets_to_write(paths):
            built = _made(_record(target, order, engine), order, make, progress)
            progress.clear()
            tell(target.name, built, order.out / target.name)
            failed |= built.failed
    return 1 if failed else 0


def _made(record: Record, order: Order, make: Callable[[Loaded, Order, Say], Made], say: Say) -> Built:
    """What the target came to when it was made last, where that stands; else it is made now."""
    return record.standing() or _make(record, order, make, say)


def _make(record: Record, order: Order, make: Callable[[Loaded, Order, Say], Made], say: Say) -> Built:
    from pnp.build import Refused
    from pnp.engine import engine_digest
    from pnp.load import load

    loaded = load(record.target, order.asked["language"])
    try:
        built = summed_up(*make(loaded, order, say))
    except Refused as refused:
        raise click.UsageError(str(refused)) from refused
    if record == _record(record.target, order, engine_digest()):  # neither pnp nor a printer was changed meanwhile
        record.keep(built, loaded.disk)
    return built


def _record(target: Target, order: Order, engine: str) -> Record:
    from pnp.built import record_of

    asked = dict(order.asked, command=order.command)
    if asked.get("printer"):
        asked["printers"] = _printers()
    return record_of(target, order.out, asked, engine)


def _printers() -> str:
    """What is saved of printers, whatever it is."""
    from pnp.printers import printers_file

    try:
        return printers_file().read_text(encoding="utf-8", errors="backslashreplace")
    except OSError:
        return ""
