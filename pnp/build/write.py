"""Writing what was made, file by file, each whole."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pnp.built import Written
from pnp.output import write_file
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Product:
    """One file to write: its path below the pack's output folder, what it is in a word, and its bytes."""

    name: str
    what: str
    content: bytes


def write_all(products: Iterable[Product], folder: Path) -> tuple[Written, ...]:
    """What was written below `folder`, in order; raises OutputError at the first file that can't be."""
    return tuple(write_each(products, folder))


def write_each(products: Iterable[Product], folder: Path) -> Iterator[Written]:
    """The same, file by file, for whoever may want to stop."""
    return (_write(product, folder) for product in products)


def _write(product: Product, folder: Path) -> Written:
    path = folder / product.name
    changed = write_file(path, product.content)
    return Written(path, product.what, len(product.content), hashlib.sha256(product.content).hexdigest(), changed)
