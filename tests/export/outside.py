"""Exports of the bundled games, looked at by programs of others: `python -m tests.export.outside FOLDER [GAME ...]`.

FOLDER has the JSON Schemas, which are not part of this repository: `tts` those of `matanlurey/tts-save-format`
(`src/schema`), `ttpg/schema.json` that of `plasticity-studios/tabletop-playground-schemas`, `cgs/cgs.json` that
of `finol-digital/Card-Game-Simulator` (`docs/schema`). `vtt` is a checkout of `ArnoldSmith86/virtualtabletop` with
`npm install` done: rooms are validated, loaded and played there. `vassal` is a virtual environment of Python 3.12
with the package `pywargame`, which reads modules. What is not there is passed over, and said.

PNP_EXPORTS names a folder with exports of the games, which are made where they are not there yet.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from math import dist, inf
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from jsonschema import Draft7Validator
from PIL import Image
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from pnp.export.game import exported
from pnp.export.pcio import MOST_SCALE as PCIO_SCALE
from pnp.export.pcio import TABLE as PCIO_TABLE
from pnp.export.screen import Thing, fitted, frozen, plain, signed_crc, without_spare_boards
from pnp.export.targets import ExportOptions, export_pack
from pnp.export.things import ExportedGame
from pnp.export.vassal import said
from tests.export.rooms import NEAR, server
from tests.export.rooms import faults as room_faults
from tests.games import GAMES, examined, loaded

NEWER = {
    "Tags", "Memo", "Value", "Type", "EpochTime", "GameType", "GameComplexity", "PlayingTime", "PlayerCounts",
    "StandUp", "LutURL", "DragSelectable", "MeasureMovement", "DisableInteractions",
}  # fmt: skip
"""Keys of saves that are younger than the community's schemas, which refuse all that they do not know."""


def _silent(_message: str) -> None:
    pass


def faults(validator: Any, content: object) -> Counter[str]:
    """What a validator says of a document, without the keys that are too new for it."""
    found: Counter[str] = Counter()
    for error in validator.iter_errors(content):
        if error.validator == "additionalProperties" and set(error.instance) - set(error.schema["properties"]) <= NEWER:
            continue
        place = "/".join(str(each) for each in error.absolute_path if not isinstance(each, int))
        found[f"{place}: {error.message[:160]}"] += 1
    return found


def of_tts(schemas: Path, folder: Path) -> Counter[str]:
    resources = [
        (path.name, Resource.from_contents(json.loads(path.read_text(encoding="utf-8")), DRAFT7))
        for path in schemas.glob("*.json")
    ]
    named = [(f"{prefix}{name}", each) for name, each in resources for prefix in ("", "./")]
    ids = [(str(each.id()), each) for _, each in resources if each.id()]
    registry: Any = Registry().with_resources([*named, *ids])
    schema = json.loads((schemas / "SaveState.json").read_text(encoding="utf-8"))
    validator = Draft7Validator(schema, registry=registry)
    found: Counter[str] = Counter()
    for path in sorted((folder / "Saves").glob("*.json")):
        found += faults(validator, json.loads(path.read_text(encoding="utf-8")))
    return found


def of_ttpg(schemas: Path, folder: Path) -> Counter[str]:
    schema = json.loads((schemas / "schema.json").read_text(encoding="utf-8"))
    found: Counter[str] = Counter()
    kinds = {
        "Card": "CardTemplate", "Dice": "DiceTemplate", "Generic": "GenericTemplate", "Container": "ContainerTemplate",
        "Cardboard Figure": "FigureTemplate", "Card Holder": "CardHolderTemplate",
    }  # fmt: skip
    for path in sorted(folder.rglob("Templates/*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        validator = Draft7Validator({**schema, "$ref": f"#/definitions/{kinds[content['Type']]}"})
        found += faults(validator, content)
        unknown = set(content) - set(schema["definitions"][kinds[content["Type"]]]["properties"])
        found.update(f"{content['Type']}: unknown key {key}" for key in unknown)
    return found


def of_cgs(schemas: Path, folder: Path) -> Counter[str]:
    validator = Draft7Validator(json.loads((schemas / "cgs.json").read_text(encoding="utf-8")))
    return sum((faults(validator, json.loads(path.read_text())) for path in folder.rglob("cgs.json")), Counter())


_READ = """import json, sys
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.vmod import VMod
with VMod(sys.argv[1], "r") as module:
    game = BuildFile(module.getBuildFile()).getGame()
    slots = game.getPieces(asdict=False)
    boards = game.getMaps()["Table"].getBoardPicker()[0].getBoards()
    pieces = [[slot["entryName"], [trait.ID for trait in slot.getTraits()]] for slot in slots]
    print("\\n" + json.dumps({"pieces": pieces, "boards": list(boards)}))
"""


def of_vassal(python: Path, folder: Path) -> Counter[str]:
    """How what pywargame reads in a module differs from the game: names of pieces, their traits, boards."""
    found: Counter[str] = Counter()
    game = exported(examined(folder.parent.name), rules=False)
    for path in sorted(folder.glob("*.vmod")):
        asked = [str(python / "bin" / "python"), "-c", _READ, str(path)]
        ran = subprocess.run(asked, capture_output=True, text=True, timeout=300, check=False)
        if ran.returncode:
            return Counter({f"it can't be read: {ran.stderr[-300:]}": 1})
        read = json.loads(ran.stdout.splitlines()[-1])
        names = {name for name, _ in read["pieces"]}
        wanted = {said(piece.name) for piece in game.pieces if piece.kind not in ("board", "box")}
        found.update(f"no piece '{name}'" for name in wanted - names)
        found.update(f"'{name}' has the traits {ids}" for name, ids in read["pieces"] if "piece" not in ids)
        if len(read["boards"]) != len(game.layouts):
            found[f"{len(read['boards'])} boards for {len(game.layouts)} numbers of players"] += 1
    return found


_IMPORT = """import fs from 'fs';
import FileLoader from './server/fileloader.mjs';
const states = await FileLoader.readStatesFromBuffer(fs.readFileSync(process.argv[2]));
fs.writeFileSync(process.argv[3], JSON.stringify(Object.values(states).flatMap((each) => Object.values(each))));
process.exit(0);
"""


def of_pcio(checkout: Path, folder: Path) -> Counter[str]:
    """How what the importer of virtualtabletop.io reads in a room differs from the game, piece by piece."""
    (path,) = folder.glob("*.pcio")
    with tempfile.TemporaryDirectory() as out:
        (checkout / "import-pcio.mjs").write_text(_IMPORT, encoding="utf-8")
        asked = ["node", "import-pcio.mjs", str(path.resolve()), f"{out}/read.json"]
        ran = subprocess.run(asked, cwd=checkout, capture_output=True, text=True, timeout=300, check=False)
        if ran.returncode:
            return Counter({f"it can't be read: {ran.stderr[-300:]}": 1})
        (state,) = json.loads(Path(out, "read.json").read_text(encoding="utf-8"))
    game = without_spare_boards(exported(examined(folder.parent.name, draws_maps=True), rules=False))[0]
    with ZipFile(path) as room:
        named = {name[11:-4]: room.read(name) for name in room.namelist() if name.startswith("userassets/")}
    return Counter(_unlike(game, state, named))


def _asset(content: bytes) -> str:
    return f"/assets/{signed_crc(content)}_{len(content)}"


def _turned(content: bytes, turn: float) -> bytes:
    """A picture as it is written for a board that is turned by a right angle."""
    if turn not in (90, 180, 270):
        return content
    with Image.open(BytesIO(content)) as picture, BytesIO() as buffer:
        picture.rotate(-turn, expand=True).save(buffer, "PNG")
        return buffer.getvalue()


def _unlike(game: ExportedGame, state: dict[str, Any], named: dict[str, bytes]) -> Iterator[str]:
    """Counts, names and pictures of pieces, and positions of boards, piles, pieces and places."""
    yield from _other_pieces(game, state, {digest: _asset(content) for digest, content in named.items()})
    screen = fitted(frozen(game)[0], min(game.layouts), PCIO_TABLE, PCIO_SCALE)
    for thing in screen.things:
        each = state.get(f"board-{thing.id}") or state.get(f"at-{thing.id}")
        spots = [each] if each else _copies(state, thing)
        if thing.piece.kind != "die" and (off := _off(spots, thing.x, thing.y) / screen.scale) > NEAR:
            yield f"{thing.id} is {off:.2f} mm off"
        picture = thing.piece.front if thing.laid.face == "up" else thing.piece.back
        if each and picture:
            turn = thing.laid.turn % 360 if f"board-{thing.id}" in state else 0
            wanted = _asset(_turned(named[picture.digest[:32]], turn))
            if each.get("image", wanted) != wanted:
                yield f"{thing.id} has another picture"
    places = [each for name, each in state.items() if name.startswith("place-")]
    for spot in screen.spots if places else ():
        if (off := _off([state[f"place-{spot.id}"]], spot.x, spot.y) / screen.scale) > NEAR:
            yield f"place {spot.id} is {off:.2f} mm off"
    sys.stdout.write(f"  {len(screen.things)} things and {len(places)} places are compared\n")


def _other_pieces(game: ExportedGame, state: dict[str, Any], assets: dict[str, str]) -> Iterator[str]:
    read = [each for each in state.values() if "id" in each]
    types = {name: says for each in read for name, says in each.get("cardTypes", {}).items()}
    counts = Counter(each["cardType"] for each in read if each.get("type") == "card")
    counts.update(each["id"].removeprefix("die-").rpartition("-")[0] for each in read if each.get("type") == "spinner")
    for piece in game.pieces:
        if piece.kind in ("board", "mat", "box"):
            continue
        if counts[piece.id] != piece.count:
            yield f"{piece.id}: {counts[piece.id]} of {piece.count}"
        if piece.kind == "die":
            continue
        back = piece.back or piece.front
        sides = [assets.get(each.digest[:32], "none") if each else "" for each in (piece.front, back)]
        if [types[piece.id][key] for key in ("label", "image", "back")] != [plain(piece.name, 200), *sides]:
            yield f"{piece.id}: {types[piece.id]}, not {piece.name} {sides}"
    sys.stdout.write(f"  {sum(counts.values())} pieces are compared\n")


def _copies(state: dict[str, Any], thing: Thing) -> list[dict[str, Any]]:
    """The copies of a piece that lie singly."""
    size = {"width": thing.width, "height": thing.height}
    same = (each for each in state.values() if each.get("cardType") == thing.piece.id and not each.get("parent"))
    return [each | size for each in same if "x" in each]


def _off(widgets: list[dict[str, Any]], x: float, y: float) -> float:
    """How far the middle of the nearest of these widgets is from a point."""
    middles = ((each["x"] + each["width"] / 2, each["y"] + each["height"] / 2) for each in widgets)
    return min((dist(middle, (x, y)) for middle in middles), default=inf)


LOOKED = {"tts": of_tts, "ttpg": of_ttpg, "cgs": of_cgs, "vassal": of_vassal, "pcio": of_pcio}
"""What looks at the files of a target, given the folder of another project's files and that of the export."""

OTHERS = {"pcio": "vtt"}
"""The folder of that other project, where it is not named for the target."""


def rooms_played(checkout: Path, games: tuple[str, ...], pictures: Path) -> bool:
    """Whether something is wrong with rooms on the server of virtualtabletop.io."""
    failed = False
    with server(checkout) as (address, place):
        for game in games:
            found = list(room_faults(address, place, game, pictures))
            failed |= bool(found)
            sys.stdout.write(f"vtt: {game}: {'played' if not found else ''}\n")
            sys.stdout.writelines(f"  {each}\n" for each in found[:12])
    return failed


def main(schemas: Path, games: tuple[str, ...], exports: str | None = None) -> int:
    failed = False
    with tempfile.TemporaryDirectory() as out:
        folder = Path(exports or out)
        if (schemas / "vtt").is_dir():
            failed |= rooms_played(schemas / "vtt", games, Path(out))
        else:
            sys.stdout.write(f"vtt: no server in {schemas / 'vtt'}: not looked at\n")
        for target, look in LOOKED.items():
            other = schemas / OTHERS.get(target, target)
            if not other.is_dir():
                sys.stdout.write(f"{target}: nothing in {other}: not looked at\n")
                continue
            for game in games:
                if not (folder / game / target).is_dir():
                    export_pack(loaded(game), target, ExportOptions(folder, dpi=50), _silent)
                found = look(other, folder / game / target)
                failed |= bool(found)
                sys.stdout.write(f"{target}: {game}: {'agrees' if not found else ''}\n")
                for message, count in found.most_common(12):
                    sys.stdout.write(f"  {count} x {message}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), tuple(sys.argv[2:]) or GAMES, os.environ.get("PNP_EXPORTS")))
