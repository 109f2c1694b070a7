"""JSON Schemas of the programs, which are not part of this repository."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

NEWER = {
    "Tags", "Memo", "Value", "Type", "EpochTime", "GameType", "GameComplexity", "PlayingTime", "PlayerCounts",
    "StandUp", "LutURL", "DragSelectable", "MeasureMovement", "DisableInteractions",
}  # fmt: skip
"""Keys of saves that are younger than the community's schemas, which refuse all that they do not know."""


def schema_faults(validator: Any, content: object) -> Counter[str]:
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
        found += schema_faults(validator, json.loads(path.read_text(encoding="utf-8")))
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
        found += schema_faults(validator, content)
        unknown = set(content) - set(schema["definitions"][kinds[content["Type"]]]["properties"])
        found.update(f"{content['Type']}: unknown key {key}" for key in unknown)
    return found


def of_cgs(schemas: Path, folder: Path) -> Counter[str]:
    validator = Draft7Validator(json.loads((schemas / "cgs.json").read_text(encoding="utf-8")))
    return sum((schema_faults(validator, json.loads(path.read_text())) for path in folder.rglob("cgs.json")), Counter())
