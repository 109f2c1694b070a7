"""Exports of the bundled games, looked at by programs of others: `python -m tests.export.outside FOLDER [GAME ...]`.

FOLDER has what is not part of this repository. JSON Schemas: `tts` those of `matanlurey/tts-save-format`
(`src/schema`), `ttpg/schema.json` that of `plasticity-studios/tabletop-playground-schemas`, `cgs/cgs.json` that of
`finol-digital/Card-Game-Simulator` (`docs/schema`). `vtt` is a checkout of `ArnoldSmith86/virtualtabletop` with
`npm install` done: rooms are validated, loaded and played there, and its importers read rooms of PlayingCards.io and
saves of Tabletop Simulator. So does `vtt-2026`, a newer one, if it is there. `vassal` is a virtual environment of
Python 3.12 with the package `pywargame`, which reads modules. What is not there is passed over, and said.

Beside the programs of others, readers that are written from the descriptions of the formats compare each export
piece by piece with the pack: names, counts, positions within half a millimetre, and pictures with what is drawn for
the row, pixel by pixel. A line is printed for each, and what differs below it.

PNP_EXPORTS names a folder with exports of the games, which are made where they are not there yet. PNP_PICTURES names a
folder for pictures of the rooms.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from pnp.export.targets import ExportOptions, export_pack
from tests.export.outside import cgs, html, pcio, ttpg, tts, vassal
from tests.export.outside.compared import Comparison, forget
from tests.export.outside.schemas import of_cgs, of_ttpg, of_tts
from tests.export.rooms import pcio_played, played, server
from tests.games import GAMES, loaded

Look = tuple[str, str, Callable[[Path, Path, str], Comparison]]
"""Who looks at an export, the folder of what it needs, and how: that folder, that of the export, and the game."""


def _by_schema(of: Callable[[Path, Path], object]) -> Callable[[Path, Path, str], Comparison]:
    def look(schemas: Path, folder: Path, _game: str) -> Comparison:
        found = Comparison()
        found.faults.update(of(schemas, folder))  # type: ignore[arg-type]
        return found

    return look


def _alone(reader: Callable[[Path, str], Comparison]) -> Callable[[Path, Path, str], Comparison]:
    return lambda _other, folder, game: reader(folder, game)


LOOKED: dict[str, tuple[Look, ...]] = {
    "tts": (
        ("schema", "tts", _by_schema(of_tts)),
        ("reader", "", _alone(tts.by_reader)),
        ("plain sheets", "", _alone(tts.by_sheets)),
        ("importer of virtualtabletop", "vtt", tts.by_importer),
        ("newer importer of virtualtabletop", "vtt-2026", tts.by_importer),
    ),
    "ttpg": (("schema", "ttpg", _by_schema(of_ttpg)), ("reader", "", _alone(ttpg.by_reader))),
    "cgs": (("schema", "cgs", _by_schema(of_cgs)), ("reader", "", _alone(cgs.by_reader))),
    "vassal": (("pywargame", "vassal", vassal.by_pywargame),),
    "pcio": (("importer of virtualtabletop", "vtt", pcio.by_importer),),
    "html": (("reader", "", _alone(html.by_reader)),),
}
"""Who looks at the files of each target."""


def _silent(_message: str) -> None:
    pass


def _exported(folder: Path, game: str, target: str) -> Path:
    """The folder of an export, which is made if it is not there."""
    if not (folder / game / target).is_dir():
        export_pack(loaded(game), target, ExportOptions(folder, dpi=50, sheets=target == "tts"), _silent)
    return folder / game / target


def _looked(others: Path, folder: Path, game: str) -> Iterator[tuple[str, Comparison]]:
    """Yield what each one finds in the exports of a game."""
    for target, looks in LOOKED.items():
        for name, other, look in looks:
            if other and not (others / other).is_dir():
                sys.stdout.write(f"{target}: nothing in {others / other}: not looked at\n")
            else:
                yield f"{target}: {game}: {name}", look(others / other, _exported(folder, game, target), game)
    forget()


def _in_rooms(checkout: Path, folder: Path, games: tuple[str, ...], pictures: Path) -> Iterator[tuple[str, Comparison]]:
    """Yield what is found in rooms on the server of virtualtabletop.io."""
    with server(checkout) as (address, place):
        for game in games:
            yield f"vtt: {game}: server and Chromium", played(address, place, game, pictures)
            (file,) = _exported(folder, game, "pcio").glob("*.pcio")
            yield f"pcio: {game}: server of virtualtabletop and Chromium", pcio_played(address, game, file, pictures)
            forget()


def _all(others: Path, folder: Path, games: tuple[str, ...], pictures: Path) -> Iterator[tuple[str, Comparison]]:
    for game in games:
        yield from _looked(others, folder, game)
    if (others / "vtt").is_dir():
        yield from _in_rooms(others / "vtt", folder, games, pictures)
    else:
        sys.stdout.write(f"vtt: no server in {others / 'vtt'}: not looked at\n")


def main(others: Path, games: tuple[str, ...], exports: str | None = None, pictures: str | None = None) -> int:
    whole = Comparison()
    with tempfile.TemporaryDirectory() as out:
        for what, found in _all(others, Path(exports or out), games, Path(pictures or out)):
            whole += found
            figures = str(found) if found.pieces else "valid" if not found.faults else "not valid"
            sys.stdout.write(f"{what}: {figures}\n")
            for message, count in found.faults.most_common(12):
                sys.stdout.write(f"  {count} x {message}\n")
            sys.stdout.flush()
    sys.stdout.write(f"all: {whole}; {len(whole.faults)} differences\n")
    return 1 if whole.faults else 0


if __name__ == "__main__":
    made, shown = os.environ.get("PNP_EXPORTS"), os.environ.get("PNP_PICTURES")
    sys.exit(main(Path(sys.argv[1]), tuple(sys.argv[2:]) or GAMES, made, shown))
