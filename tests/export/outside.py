"""Exports of the bundled games, looked at by programs of others: `python -m tests.export.outside FOLDER [GAME ...]`.

FOLDER has the JSON Schemas, which are not part of this repository: `tts` those of `matanlurey/tts-save-format`
(`src/schema`), `ttpg/schema.json` that of `plasticity-studios/tabletop-playground-schemas`, `cgs/cgs.json` that
of `finol-digital/Card-Game-Simulator` (`docs/schema`). `vtt` is a checkout of `ArnoldSmith86/virtualtabletop` with
`npm install` done: rooms are validated, loaded and played there. `vassal` is a virtual environment of Python 3.12
with the package `pywargame`, which reads modules. What is not there is passed over, and said.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from pnp.export.game import exported
from pnp.export.targets import ExportOptions, export_pack
from pnp.export.vassal import said
from tests.export.rooms import faults as room_faults
from tests.export.rooms import server
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


LOOKED = {"tts": of_tts, "ttpg": of_ttpg, "cgs": of_cgs, "vassal": of_vassal}
"""What looks at the files of a target, given the folder of another project's files and that of the export."""


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


def main(schemas: Path, games: tuple[str, ...]) -> int:
    failed = False
    with tempfile.TemporaryDirectory() as out:
        if (schemas / "vtt").is_dir():
            failed |= rooms_played(schemas / "vtt", games, Path(out))
        else:
            sys.stdout.write(f"vtt: no server in {schemas / 'vtt'}: not looked at\n")
        for target, look in LOOKED.items():
            if not (schemas / target).is_dir():
                sys.stdout.write(f"{target}: no schemas in {schemas / target}: not looked at\n")
                continue
            for game in games:
                export_pack(loaded(game), target, ExportOptions(Path(out), dpi=50), _silent)
                found = look(schemas / target, Path(out) / game / target)
                failed |= bool(found)
                sys.stdout.write(f"{target}: {game}: {'agrees' if not found else ''}\n")
                for message, count in found.most_common(12):
                    sys.stdout.write(f"  {count} x {message}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), tuple(sys.argv[2:]) or GAMES))
