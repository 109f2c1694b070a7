"""Writing what was made, file by file, each whole."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from pnp.build.workers import side_by_side
from pnp.built import Written
from pnp.output import remove_leftovers, write_file
from pnp.records import dataclass
from pnp.stages import stage, staged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Product:
    """One file to write: its path below the pack's output folder, what it is in a word, and its bytes."""

    name: str
    what: str
    content: bytes


Batch = Callable[[], Iterable[Product]]
"""Makes some files one at a time, whatever becomes of others."""


def in_stage(name: str, batch: Batch) -> Batch:
    """The batch, its making a stage of that name."""
    return lambda: staged(name, batch())


def write_all(batches: Iterable[Batch], folder: Path, jobs: int = 1) -> tuple[Written, ...]:
    """What was written below `folder`, in order, by so many processes; raises OutputError where a file can't be."""
    tasks = [partial(_write_batch, batch, folder) for batch in batches]
    return tuple(chain.from_iterable(side_by_side(tasks, jobs)))


def write_each(products: Iterable[Product], folder: Path) -> Iterator[Written]:
    """What was written below `folder`, file by file, for callers that may stop; what dead builds left is removed."""
    tidied: set[Path] = set()
    for product in products:
        place = (folder / product.name).parent
        if place not in tidied:
            remove_leftovers(place, folder.parent)
            tidied.add(place)
        yield _write(product, folder)


def _write_batch(batch: Batch, folder: Path) -> tuple[Written, ...]:
    return tuple(write_each(batch(), folder))


def _write(product: Product, folder: Path) -> Written:
    path = folder / product.name
    with stage("writing"):
        changed = write_file(path, product.content, folder.parent)
        digest = hashlib.sha256(product.content).hexdigest()
    return Written(path, product.what, len(product.content), digest, changed)
