"""`pnp place`: proposes positions for the areas of a map, and writes them in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import fail, paint, say
from pnp.cli.paths import folder_option, one_map
from pnp.output import OUTPUT

if TYPE_CHECKING:
    from pnp.build.previews import Mapped
    from pnp.importing.placement import PlacedMap
    from pnp.model.maps.area_map import AreaMap
    from pnp.model.maps.game_map import Point

EXAMPLES = """\b
Examples:
  pnp place my-map.yaml                    propose positions, and draw the map into output/
  pnp place my-map.yaml --write            write them into my-map.yaml
  pnp place my-game/harbour --size "277 x 190"   place the areas on a map of that size
  pnp place my-map.yaml --again            place all areas, also those that have a position
"""


@click.command("place", epilog=EXAMPLES)
@click.argument("name", metavar="MAP")
@click.option("--write", "writes", is_flag=True, help="Write the positions into the document; the rest of it stays.")
@click.option("--again", is_flag=True, help="Place all areas; default: those with a position stay where they are.")
@click.option(
    "--size", metavar="SIZE", help="Size of the map, such as '277 x 190'; default: its own, or one that suits it."
)
@click.option(
    "--format", "form", type=click.Choice(["png", "svg"]), default="png", help="Format of the picture; default: png."
)
@folder_option("-o", "--out", text="Folder for the picture; default: output.")
def command(name: str, writes: bool, again: bool, size: str | None, form: str, out: Path | None) -> int:
    """Propose positions for the areas of a map.

    The positions give few crossings and roads of even length. The same map always gets the same positions. Areas with a
    position stay where they are.

    MAP is an area map: a file, a pack with one map, or PACK/MAP.
    """
    from pnp.importing.placement import PlacementError, place_map

    mapped = one_map(name)
    area_map = _area_map(mapped)
    if area_map.damaged:
        fail(f"'{area_map.id}' has errors that hide some of it; pnp check tells them")
        return 1
    try:
        placed = place_map(area_map, _size(size), again)
        _say_table(placed)
        _draw(mapped, placed, form, out or OUTPUT)
        if writes:
            _write(Path(area_map.span.file), placed)
        else:
            say("pnp place --write writes these positions into ", paint(area_map.span.file, "place"))
    except PlacementError as error:
        fail(str(error))
        return 1
    return 0


def _area_map(mapped: Mapped) -> AreaMap:
    from pnp.model.maps.area_map import AreaMap

    if not isinstance(mapped.map, AreaMap):
        raise click.UsageError(f"'{mapped.map.id}' is a {mapped.map.kind}: only the areas of an area map are placed")
    return mapped.map


def _size(text: str | None) -> Point | None:
    from pnp.units import LengthError, read_lengths

    if text is None:
        return None
    try:
        width, height = read_lengths(text)
    except (LengthError, ValueError):
        raise click.UsageError(f"'{text}' is not a size; write it such as '277 x 190'") from None
    if not (20 <= width <= 5_000 and 20 <= height <= 5_000):
        raise click.UsageError("a map is 20 to 5000 mm wide and high")
    return width, height


def _say_table(placed: PlacedMap) -> None:
    width = max(map(len, placed.positions))
    for name, (x, y) in placed.positions.items():
        say(f"{name:{width}}  {x:7g} {y:7g}")
    roads = f"roads {placed.shortest:.0f} to {placed.longest:.0f} mm long, {placed.mean:.0f} mm on average"
    count = f"{len(placed.positions)} area{'' if len(placed.positions) == 1 else 's'} placed"
    crossings = f"{placed.crossings or 'no'} crossing{'' if placed.crossings == 1 else 's'}"
    say(f"{count} on {placed.size} mm: {crossings}; {roads}")


def _draw(mapped: Mapped, placed: PlacedMap, form: str, out: Path) -> None:
    from pnp.build.previews import picture_of
    from pnp.output import remove_leftovers, write_file

    content = picture_of(mapped, placed.map, form)
    if content is None:
        return
    path = out / mapped.owner / "place" / f"{placed.map.id}.{form}"
    remove_leftovers(path.parent, out)
    write_file(path, content, out)
    say(path.as_posix())


def _write(path: Path, placed: PlacedMap) -> None:
    from pnp.importing.placement import PlacementError, with_positions
    from pnp.output import write_file

    if not path.is_file():
        raise PlacementError(f"'{path.as_posix()}' comes with pnp; copy it into a folder of your own first")
    write_file(path, with_positions(path.read_bytes(), path.as_posix(), placed))
    say("wrote ", paint(path.as_posix(), "place"))
