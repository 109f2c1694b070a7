"""The PATH arguments of a command, loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from pnp.load import Loaded, PathError, find_targets, load


def loaded_packs(paths: Sequence[str]) -> Iterator[Loaded]:
    """Each pack or document that `paths` name, read one at a time; wrong usage where a path means nothing."""
    try:
        targets = find_targets(paths)
    except PathError as error:
        raise click.UsageError(str(error)) from error
    return map(load, targets)
