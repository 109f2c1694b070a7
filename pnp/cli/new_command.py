"""`pnp new`: a pack to start from."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from pnp.cli.console import paint, say, say_block

EXAMPLES = """\b
Examples:
  pnp new my-game     a small game in the folder my-game, to print and to change
  pnp new .           the same in this folder, if it is empty
"""


@click.command("new", epilog=EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(folder: Path) -> int:
    """Make a pack that checks and builds at once: a small game to play, to read and to change.

    It has a deck from a table, templates, pieces, a map with requirements and a rulebook, and is called as its folder.
    A folder that is not empty is left alone.
    """
    from pnp.build.starter import new_pack

    new_pack(folder)
    say(paint(folder.resolve().name, "place"), ": a game to print, to play and to change")
    say_block(_next(folder))
    return 0


def _next(folder: Path) -> str:
    name, path = folder.resolve().name, shlex.quote(folder.as_posix())
    return f"""\

Next:
  pnp check {path}
  pnp build {path}

Print output/{name}/{name}-a4.pdf and play it.
Then make it yours: open {(folder / "pack.yaml").as_posix()}, which names all the other files."""
