"""`pnp new`: creates a pack to start from."""

import shlex
from pathlib import Path

import click

from pnp.cli.console import paint, say, say_block

EXAMPLES = """\b
Examples:
  pnp new my-game     create a game in the new folder my-game
  pnp new .           create it in the current folder, if that is empty
  pnp new my-game --start deck       create a deck of cards: a table, a template and a back
  pnp new my-game --from cards.csv   create a deck with the cards of a table
"""


@click.command("new", epilog=EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--start",
    type=click.Choice(["deck", "board", "tiles", "full"]),
    help="What to start with: a deck of cards, a board with pieces, tiles, or a complete small game; default: full.",
)
@click.option(
    "--from",
    "table",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="TABLE",
    help="Start with a deck of the cards in this table, such as cards.csv.",
)
def command(folder: Path, start: str | None, table: Path | None) -> int:
    """Create a small game to start from.

    It checks clean and builds at once. By default it has a deck from a CSV table, templates, pieces, a map with
    requirements and a rulebook. The pack is named after the folder DIR, which must be new or empty.
    """
    from pnp.build.starter import new_pack

    if start and table:
        raise click.UsageError("--from starts with a deck: leave out --start")
    notes = new_pack(folder, start or ("deck" if table else "full"), table)
    say(paint(folder.resolve().name, "place"), ": a game to print, to play and to change")
    for note in notes:
        say("  ", note)
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
