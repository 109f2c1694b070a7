"""The PATH arguments of a command, loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pnp.load import Loaded, PathError, find_targets, load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def loaded_packs(paths: Sequence[str]) -> Iterator[Loaded]:
    """Each pack or document that `paths` name, read one at a time; wrong usage where a path means nothing."""
    try:
        targets = find_targets(paths)
    except PathError as error:
        raise click.UsageError(str(error)) from error
    return map(load, targets)
