"""Loads the PATH and MAP arguments of a command; the option for the output folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource
from msgspec.structs import replace

from pnp.messages import did_you_mean
from pnp.output import OUTPUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pnp.build.previews import Mapped
    from pnp.loader import Target
    from pnp.loader.pack import Loaded

Command = TypeVar("Command", bound="Callable[..., Any] | click.Command")


def loaded_packs(paths: Sequence[str]) -> Iterator[Loaded]:
    """Yield each pack or document of `paths`, read one at a time. Raises UsageError for an invalid path."""
    from pnp.loader.pack import load

    return map(load, targets(paths))


def targets_to_write(paths: Sequence[str], large: bool = False) -> tuple[Target, ...]:
    """Return the targets of the paths. Raises UsageError if two of them would be written to one folder."""
    from pnp.loader import shown

    found: dict[str, Target] = {}
    for target in targets(paths, large):
        other = found.setdefault(target.name.casefold(), target)  # some systems don't tell 'A' from 'a'
        if other.root != target.root:
            both = f"'{shown(other.root)}' and '{shown(target.root)}' would both be written as '{target.name}'"
            raise click.UsageError(f"{both}; write them one at a time, into separate folders with -o")
    return tuple(found.values())


def targets(paths: Sequence[str], large: bool = False) -> tuple[Target, ...]:
    """Return each pack or document of `paths`, with larger totals if it may be `large`.

    Raises UsageError for an invalid path.
    """
    from pnp.loader import PathError, find_targets
    from pnp.source.ledger import LARGE

    try:
        found = find_targets(paths)
    except PathError as error:
        raise click.UsageError(str(error)) from error
    return tuple(replace(target, scale=LARGE) for target in found) if large else found


def one_map(name: str) -> Mapped:
    """Return the map of a file, of a pack with one map, or of `pack/map`. Raises UsageError if it is not one map."""
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


def large_option(command: Command) -> Command:
    """The option that raises the totals of a pack."""
    text = "Allow ten times the usual work and size, for a pack that you trust; it may take long and much memory."
    return click.option("--large", is_flag=True, help=text)(command)


def jobs_option(command: Command) -> Command:
    """The option that limits the processes."""
    text = "Use at most N processes; default: one for each processor."
    return click.option("--jobs", type=click.IntRange(1, 64), metavar="N", envvar="PNP_JOBS", help=text)(command)


def languages(_context: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the codes of an option that may be repeated, each once: `--lang en,de` is `--lang en --lang de`."""
    words = (word.strip() for text in texts for word in text.split(","))
    return tuple(dict.fromkeys(filter(None, words)))


def folder_option(
    *names: str, default: Path | None = OUTPUT, metavar: str = "DIRECTORY", text: str
) -> Callable[[Command], Command]:
    """The option for the output folder of a command."""
    folder = click.Path(file_okay=False, path_type=Path)
    return click.option(*names, type=folder, default=default, callback=_followed, metavar=metavar, help=text)


def _followed(context: click.Context, option: click.Parameter, folder: Path | None) -> Path | None:
    """Return the folder.

    The default folder is never followed if it is a link, unless the user typed it: then it is the target of the link.
    """
    typed = context.get_parameter_source(option.name or "") is not ParameterSource.DEFAULT
    return Path(os.path.realpath(folder)) if typed and folder == OUTPUT and folder.is_symlink() else folder
