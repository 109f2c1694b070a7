"""The PATH and MAP arguments of a command, loaded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.load import Loaded, PathError, find_targets, load
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.build import Mapped


def loaded_packs(paths: Sequence[str]) -> Iterator[Loaded]:
    """Each pack or document that `paths` name, read one at a time; wrong usage where a path means nothing."""
    try:
        targets = find_targets(paths)
    except PathError as error:
        raise click.UsageError(str(error)) from error
    return map(load, targets)


def one_map(name: str) -> Mapped:
    """The map that `name` means: a file, a pack with one map, or `pack/map`; wrong usage where that is not one map."""
    from pnp.build import maps_of

    path, wanted = name, None
    if not Path(name).exists() and "/" in name:
        path, _, wanted = name.rpartition("/")
    maps = {mapped.area_map.id: mapped for loaded in loaded_packs([path]) for mapped in maps_of(loaded)}
    if wanted in maps:
        return maps[wanted]
    if wanted is not None:
        hint = did_you_mean(wanted, maps) or _known(maps)
        raise click.UsageError(f"'{path}' has no map '{wanted}'; {hint}")
    if len(maps) != 1:
        raise click.UsageError(f"'{path}' has {len(maps) or 'no'} maps; {_known(maps)}")
    return next(iter(maps.values()))


def _known(maps: dict[str, Mapped]) -> str:
    return f"name one of them: {', '.join(maps)}" if maps else "a map is a document such as kind: area-map"
