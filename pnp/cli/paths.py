"""The PATH and MAP arguments of a command, loaded; the option for the output folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pnp.messages import did_you_mean
from pnp.output import OUTPUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pnp.build.previews import Mapped
    from pnp.loader import Target
    from pnp.loader.pack import Loaded

Command = TypeVar("Command", bound="Callable[..., Any] | click.Command")


def loaded_packs(paths: Sequence[str]) -> Iterator[Loaded]:
    """Each pack or document that `paths` name, read one at a time; wrong usage where a path means nothing."""
    from pnp.loader.pack import load

    return map(load, targets(paths))


def targets_to_write(paths: Sequence[str]) -> tuple[Target, ...]:
    """What each game that they name is read from; wrong usage where two of them would be written to one folder."""
    from pnp.loader import shown

    found: dict[str, Target] = {}
    for target in targets(paths):
        other = found.setdefault(target.name.casefold(), target)  # some systems don't tell 'A' from 'a'
        if other.root != target.root:
            both = f"'{shown(other.root)}' and '{shown(target.root)}' would both be written as '{target.name}'"
            raise click.UsageError(f"{both}; write them one at a time, into folders of their own with -o")
    return tuple(found.values())


def targets(paths: Sequence[str]) -> tuple[Target, ...]:
    """Each pack or document that `paths` name; wrong usage where a path means nothing."""
    from pnp.loader import PathError, find_targets

    try:
        return find_targets(paths)
    except PathError as error:
        raise click.UsageError(str(error)) from error


def one_map(name: str) -> Mapped:
    """The map that `name` means: a file, a pack with one map, or `pack/map`; wrong usage where that is not one map."""
    from pnp.build.previews import maps_of

    path, wanted = name.rstrip("/") or name, None
    if not Path(path).exists() and "/" in path:
        path, _, wanted = path.rpartition("/")
    games = tuple(loaded_packs([path]))
    maps = {mapped.map.id: mapped for loaded in games for mapped in maps_of(loaded)}
    unread = {name for loaded in games for name in loaded.game.unread}
    if wanted in unread or (unread and not maps):
        raise click.UsageError(f"'{name}' can't be read; pnp check tells why")
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


def folder_option(
    *names: str, default: Path | None = OUTPUT, metavar: str = "DIRECTORY", text: str
) -> Callable[[Command], Command]:
    """The option of a command that names the folder to write to."""
    folder = click.Path(file_okay=False, path_type=Path)
    return click.option(*names, type=folder, default=default, callback=_followed, metavar=metavar, help=text)


def _followed(context: click.Context, option: click.Parameter, folder: Path | None) -> Path | None:
    """The folder; the one that a link leads to, where the user typed the name that is never followed by default."""
    typed = context.get_parameter_source(option.name or "") is not ParameterSource.DEFAULT
    return Path(os.path.realpath(folder)) if typed and folder == OUTPUT and folder.is_symlink() else folder
