"""`pnp inspect`: prints the statistics of a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pnp.cli.console import fail, say
from pnp.cli.paths import folder_option, one_map
from pnp.escape import SafeText, csv_text, json_text
from pnp.output import OUTPUT

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build.previews import Mapped
    from pnp.network.inspection import Inspection


EXAMPLES = """\b
Examples:
  pnp inspect my-game/harbour                    print statistics of one map of a pack
  pnp inspect my-map.yaml                        print statistics of a map file
  pnp inspect my-map.yaml --format csv           print the table of distances
  pnp inspect my-map.yaml --for fleet            print statistics of one movement class
  pnp inspect my-map.yaml --format png -o out    draw the map, its names and choke points
"""


@click.command("inspect", epilog=EXAMPLES)
@click.argument("name", metavar="MAP")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv", "svg", "png"]),
    default="text",
    help="Format: statistics (text, json), distances (csv), or pictures of the map, its names and its choke points "
    "(svg, png); default: text.",
)
@click.option("--for", "mover", metavar="CLASS", help="Only for this movement class of the map; default: all of them.")
@folder_option(
    "-o",
    "--out",
    default=None,
    text="Write to this folder; default: output for pictures, standard output for the other formats.",
)
def command(name: str, form: str, mover: str | None, out: Path | None) -> int:
    """Show statistics of a map.

    They include distances, neighbours, choke points and dead ends.

    MAP is a file, a pack with one map, or PACK/MAP.
    """
    mapped = one_map(name)
    if mapped.map.damaged:
        fail(f"'{mapped.map.id}' has errors that hide some of it; pnp check tells them")
        return 1
    if mover is not None and mover not in mapped.lowered.classes:
        known = ", ".join(mapped.lowered.classes)
        fail(f"'{mapped.map.id}' has no movement class '{mover}'" + (f"; its classes are {known}" if known else ""))
        return 1
    inspection = _inspection(mapped, mover)
    if form in ("svg", "png"):
        return _pictures(mapped, inspection, form, out or OUTPUT)
    content = _figures(inspection, form)
    if out is None:
        say(SafeText(content.rstrip("\n")))
    else:
        from pnp.escape import file_name

        owner = f"{mapped.map.id}-{file_name(mover)}" if mover else mapped.map.id
        _write(mapped, f"{owner}-inspection.{'txt' if form == 'text' else form}", content.encode(), out)
    return 0


def _figures(inspection: Inspection, form: str) -> SafeText:
    from pnp.network.inspection import inspection_data, inspection_rows, inspection_text

    if form == "json":
        return json_text(inspection_data(inspection))
    if form == "csv":
        return csv_text(inspection_rows(inspection), "\n")
    return inspection_text(inspection)


def _inspection(mapped: Mapped, mover: str | None) -> Inspection:
    from pnp.network.inspection import inspect_class, inspect_map

    return inspect_class(mapped.map, mapped.lowered, mover) if mover else inspect_map(mapped.map, mapped.lowered)


def _pictures(mapped: Mapped, inspection: Inspection, form: str, out: Path) -> int:
    from pnp.build.previews import pictures_of
    from pnp.draw.component import missing_for_drawing

    written = False
    for name, content in pictures_of(mapped, inspection, form):
        _write(mapped, name, content, out)
        written = True
    if not written:
        why = missing_for_drawing(mapped.map) or mapped.map.too_large or "pnp check tells why"
        fail(f"'{mapped.map.id}' can't be drawn: {why}")
    return 0 if written else 1


def _write(mapped: Mapped, name: str, content: bytes, out: Path) -> None:
    from pnp.output import remove_leftovers, write_file

    path = out / mapped.owner / "inspect" / name
    remove_leftovers(path.parent, out)
    write_file(path, content, out)
    say(path.as_posix())
