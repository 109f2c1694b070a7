"""`pnp list`: prints the packs with their components and counts."""

from typing import Any

import click

from pnp.cli.console import fail, paint, say
from pnp.cli.paths import loaded_packs
from pnp.escape import json_text

EXAMPLES = """\b
Examples:
  pnp list                 list the packs under ./content, or the bundled packs
  pnp list --format json   print the list for programs (schemas/list.schema.json)
"""


@click.command("list", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Format of the list; default: text."
)
def command(paths: tuple[str, ...], form: str) -> int:
    """List packs, their components, tables and maps.

    PATH is a pack's folder or the name of a bundled pack; default: the pack in the working
    folder, else every pack under ./content, else the bundled packs.
    """
    from pnp.build.previews import described, is_listed

    games = [(loaded.name, loaded.game) for loaded in loaded_packs(paths)]
    packs = [described(game, name) for name, game in games if is_listed(game)]
    if form == "json":
        say(json_text({"version": "1.0", "packs": packs}))
    else:
        for pack in packs:
            _print(pack)
    unread = [name for name, game in games if not is_listed(game)]
    for name in unread:
        fail(f"'{name}' is no pack, or can't be read; pnp check tells more")
    return 1 if unread else 0


def _print(pack: dict[str, Any]) -> None:
    about = ", ".join(f"{pack[key]} {key}" for key in ("players", "minutes") if pack[key])
    say(paint(pack["id"], "place"), f"  {pack['title']}", f" ({about})" if about else "")
    for component in pack["components"]:
        option = "  (in a separate file)" if component["optional"] else ""
        say(f"  {component['count']:>4} × {component['name']}  ", paint(component["id"], "code"), option)
    for table in pack["tables"]:
        say(f" table   {table['name']}  ", paint(table["id"], "code"), f": {table['rows']} rows")
    for area_map in pack["maps"]:
        figures = f": {area_map['places']} places, {area_map['roads']} roads"
        say(f"   map   {area_map['name']}  ", paint(area_map["id"], "code"), figures)
