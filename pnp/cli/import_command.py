"""`pnp import`: makes a map of a file of another program."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from pnp.cli.console import fail, paint, say
from pnp.cli.paths import folder_option
from pnp.messages import many

if TYPE_CHECKING:
    from collections import Counter

    from pnp.importing.drafts import Imported

INTENDED = {
    "disconnected-part": "nothing in the file joins them",
    "unreachable-place": "no road of the file leads there",
    "trap": "no road of the file leads out",
    "vanished-outline": "they are too small to be drawn at this size",
}
"""Errors that a file of another program may be right in, so that a pack around its map prints: why it accepts them."""

EXAMPLES = """\b
Examples:
  pnp import world.svg                 make world.yaml, with the outlines of the drawing
  pnp import roads.csv                 make roads.yaml of a table with a road a row
  pnp import roads.csv --place         and place its areas
  pnp import graph.graphml -o my-game  write the map into the folder my-game
  pnp import world.svg --pack my-world make the game my-world, which prints the map as a board
"""


@click.command("import", epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@folder_option("-o", "--out", default=None, text="Folder for the map; default: the working folder.")
@click.option("--place", "places", is_flag=True, help="Propose positions for the areas of a map that has none.")
@click.option(
    "--pack",
    "pack",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Make a pack in this folder, which prints the map as a board.",
)
@click.option("--force", is_flag=True, help="Overwrite files that exist; default: they stay, and nothing is written.")
def command(file: Path, out: Path | None, places: bool, pack: Path | None, force: bool) -> int:
    """Make a map of a file of another program.

    FILE is a drawing (.svg), GeoJSON, a world of Azgaar's Fantasy Map Generator (.json), a map of Tiled (.tmx, .tmj),
    hexjson, a game of 18xx-maker (.json), a table of roads (.csv, .tsv, .xlsx, .ods) or a graph (.graphml). What cannot
    be taken over is listed. The same file always gives the same map. With --pack, a pack prints it as well.
    """
    from pnp.importing import MOST_BYTES, import_file
    from pnp.importing.drafts import BOARD, LOOK, MANIFEST, ImportRefused, pack_around
    from pnp.importing.placement import PlacementError
    from pnp.output import write_file

    if pack and out:
        raise click.UsageError("--pack names the folder: leave out -o")
    out = pack or out or Path()
    map_id = _slug(file.stem)
    if pack and map_id in (MANIFEST, LOOK, *BOARD):
        map_id += "-map"
    with file.open("rb") as opened:
        content = opened.read(MOST_BYTES + 1)
    try:
        imported = import_file(content, file.name, lambda kind: _schema(kind, out), lambda name: _sibling(name, file))
        text = _placed(imported, file.name) if places and not imported.drawable else imported.text.encode()
        around = pack_around(imported, map_id, text, lambda kind: _schema(kind, out)) if pack else {}
        accepted = _accepted({f"{map_id}.yaml": text, **imported.files}) if pack else None
    except PlacementError as error:
        fail(f"'{file}' is too large for --place: {error}")
        return 1
    except ImportRefused as refused:
        fail(f"'{file}' can't be imported: {refused.message}")
        fail(f"  → {refused.hint}")
        return 1
    if accepted:
        text = _accepting(text, accepted)
    files = {f"{map_id}.yaml": text, **imported.files, **around}
    there = [out / name for name, content in files.items() if _differs(out / name, content)]
    if there and not force:
        fail(f"'{there[0].as_posix()}' exists; --force overwrites it, -o writes into another folder")
        return 1
    for name, each in files.items():
        write_file(out / name, each, out)
    _report(imported, out / next(iter(files)), [*imported.files, *around], placed=imported.drawable or places)
    for code, number in (accepted or {}).items():
        say(f"accepted in the map: {many(number, 'finding')} '{code}': {INTENDED[code]}")
    if pack:
        say(f"next: pnp check {shlex.quote(pack.as_posix())}, then pnp build {shlex.quote(pack.as_posix())}")
    return 0


def _placed(imported: Imported, file: str) -> bytes:
    """Return the document with positions for all areas."""
    from pnp.importing.placement import place_map, with_positions
    from pnp.model.maps.area_map import read_area_map
    from pnp.source import read_document

    content = imported.text.encode()
    root = read_document(content, file).root
    assert root is not None, "what is written can be read"
    return with_positions(content, file, place_map(read_area_map(root, imported.name)))


def _accepted(files: Mapping[str, bytes]) -> Counter[str]:
    """Return how many findings of each kind in `INTENDED` a map has, whose document is the first of the files."""
    from collections import Counter

    from pnp.checks.map.map_findings import check_map
    from pnp.loader import find_targets
    from pnp.loader.pack import load
    from pnp.model.maps.game_map import GameMap
    from pnp.network import lower
    from pnp.output import write_file

    with TemporaryDirectory() as temporary:
        for name, content in files.items():
            write_file(Path(temporary, name), content, Path(temporary))
        (target,) = find_targets([str(Path(temporary, next(iter(files))))])
        (made,) = load(target).game.all(GameMap)
    found = Counter(each.code for each in check_map(made, lower(made), None, False, 1).findings)
    return Counter({code: found[code] for code in INTENDED if found[code]})


def _accepting(text: bytes, codes: Iterable[str]) -> bytes:
    """Return the document of a map with these findings accepted below its kind."""
    from pnp.importing.drafts import written

    lines = [f"  - {written({'finding': code, 'because': INTENDED[code]})}\n" for code in codes]
    head, kind, rest = re.split(r"^(kind: .*\n)", text.decode(), maxsplit=1, flags=re.MULTILINE)
    return f"{head}{kind}accept:\n{''.join(lines)}{rest}".encode()


def _sibling(name: str, file: Path) -> bytes | None:
    """Return the content of another file in the folder of an imported one; None if it cannot be read from there."""
    from pnp.diagnostics import Span
    from pnp.importing import MOST_BYTES
    from pnp.source.files import File, read_file

    found = read_file(file.parent, name, Span(file.name), MOST_BYTES)
    return found.content if isinstance(found, File) else None


def _slug(stem: str) -> str:
    """Return the name of a document for a file: in lower case, with dashes for all that is no letter or digit."""
    return re.sub(r"[\W_]+", "-", stem.casefold()).strip("-")[:60] or "map"


def _differs(path: Path, content: bytes) -> bool:
    """Whether there is something of that name with another content."""
    if path.is_file() and path.stat().st_size == len(content):
        return path.read_bytes() != content
    return path.exists() or path.is_symlink()


def _schema(kind: str, out: Path) -> str | None:
    """Return the address of the schema of a kind, seen from the folder; None if neither it nor its parents have it."""
    for up in range(3):
        path = Path(*[".."] * up, "schemas", f"{kind}.schema.json")
        if (out / path).is_file():
            return path.as_posix()
    return None


def _report(imported: Imported, path: Path, others: Iterable[str], placed: bool) -> None:
    say("wrote ", paint(path.as_posix(), "place"), f": {imported.counts}")
    for name in others:
        say("wrote ", paint((path.parent / name).as_posix(), "place"))
    for line in imported.lost:
        say(f"not taken over: {line}")
    if not placed:
        say(f"it has no positions: pnp place {path.as_posix()} proposes some")
