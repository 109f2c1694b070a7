"""`pnp list`: prints the packs with their components and counts, or the products of a print service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.console import fail, paint, say
from pnp.cli.paths import loaded_packs
from pnp.escape import json_text

if TYPE_CHECKING:
    from pnp.model.profile import Profile

EXAMPLES = """\b
Examples:
  pnp list                               list the packs under ./content, or the bundled packs
  pnp list --format json                 print the list for programs (schemas/list.schema.json)
  pnp list --products the-game-crafter   list what a print service offers, with sizes
"""


@click.command("list", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Format of the list; default: text."
)
@click.option(
    "--products",
    metavar="PROFILE",
    help="List the products or sizes of a print service instead: of a bundled profile or one of the pack.",
)
def command(paths: tuple[str, ...], form: str, products: str | None) -> int:
    """List packs, their components, tables and maps.

    PATH is a pack's folder or the name of a bundled pack; default: the pack in the working
    folder, else every pack under ./content, else the bundled packs.
    """
    from pnp.build.previews import described, is_listed

    if products is not None:
        if form == "json":
            raise click.UsageError("--products has no JSON: read the profile itself")
        _print_products(_profile(paths, products))
        return 0
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


def _profile(paths: Sequence[str], name: str) -> Profile:
    """Return the profile of that name of the first pack. Raises UsageError if it has none."""
    from pnp.build.target import profile_named
    from pnp.messages import Refused

    try:
        return profile_named(next(iter(loaded_packs(paths))), name)
    except Refused as refused:
        raise click.UsageError(str(refused)) from refused


HEADS = ("product", "name", "mm", "inches", "sides", "shape", "makes")
"""The columns of the products of a print service."""


def _print_products(profile: Profile) -> None:
    from pnp.units import MM_PER_INCH, decimal

    def size(width: float, height: float, unit: float, places: int) -> str:
        return f"{decimal(width / unit, places)} × {decimal(height / unit, places)}"

    rows = [HEADS]
    for offer in profile.offers:
        across = offer.width, offer.height
        sizes = size(*across, 1.0, 2), size(*across, MM_PER_INCH, 3)
        kinds = ", ".join(offer.kinds or profile.kinds)
        rows.append((offer.identity or "-", offer.name, *sizes, str(offer.sides), offer.shape or "any", kinds or "any"))
    if not profile.offers:
        say(f"{profile.name} prints every size" + (f" of {', '.join(profile.kinds)}" if profile.kinds else ""))
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    for row in rows:
        say("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


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
