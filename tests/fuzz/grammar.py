"""Games that nobody wrote: documents made from the schemas, which they keep to or nearly so, with names that meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import yaml

from pnp.loader.target import schema_folder
from pnp.source import load_schemas, read_document, validate
from tests.fuzz.words import NUMBERS, PIECES, TEXTS
from tests.schemas import FILES
from tests.source.reading import plain

PLACES = ("Mill", "Fort", "Well", "Abbey", "Ford", "Lock", "Tower", "1", "2", "3", "north 1", "north 2", "mill 1")
NAMES = (
    *PLACES[:7],
    "ink",
    "paper",
    "body",
    "card-title",
    "anchor",
    "north",
    "mill",
    "start",
    "shop",
    "name",
    "copies",
)
FREE = ("Tin mine", "Zażółć gęślą jaźń", "Ἀθῆναι", "Straße 7", "three\nlines", "**bold** {name}", "{copies + 1}", "x")

KINDS = tuple(file.partition(".")[0] for file, schema in FILES.items() if "kind" in schema.get("properties", {}))
PARTS = tuple(kind for kind in KINDS if kind != "pack")
MAPS = tuple(kind for kind in KINDS if kind.endswith("-map"))
"""Every kind of document that has a schema; those that a pack lists; those of maps."""

CELLS = {".": "plain", "f": "forest", "m": "hills", "~": "lake", "t": {"terrain": "plain", "tags": ["start"]}}
TERRAINS = ("plain", "forest", "hills", "lake")
LANGUAGES = ("en", "de", "cs", "ja", "ar", "xx")

KEYS: Mapping[str, tuple[str, ...]] = {
    "template": ("template-1", "template-2"),
    "back": ("template-1", "template-2"),
    "map": tuple(f"{kind}-1" for kind in MAPS),
    "each-area-of": ("area-map-1", "street-map-1"),
    "each-tile-of": ("tile-map-1",),
    "cells": ("hex-pointy", "hex-flat", "square"),
    "at": ("A1", "B2", "0101", "C3"),
    "through": ("A1 -- B2 -- C3", "A1 -- C1", "0101 -- 0303"),
    "around": ("plain", "forest", "north", "A1"),
    "between": ("A1", "A2", "B2", "0101"),
    "terrain": ("plain", "forest", "hills", "lake"),
    "draw": ("plain", "trees", "hills", "water", "door", "wall"),
    "style": ("body", "card-title", "map-style-1"),
    "look": ("map-style-1", "city-style"),
    "keeps": ("requirements-1",),
    "holds": ("component-1", "component-2", "2 > 1", "players >= 2"),
    "component": ("component-1", "component-2"),
    "extends": ("theme", "template-2", "theme-1"),
    "colour": ("ink", "paper", "accent"),
    "fill": ("ink", "paper", "accent", "none", "{name}"),
    "where": (
        "fill",
        "middle, 20 x 10",
        "top, 9 high",
        "left, top, 9 x 9",
        "bottom, 6 high, 3 from left, 3 from right",
    ),
    "text": ("{name}", "{copies} of {count(rows)}", "Words that go on for a while, and then for a while more.", "♠"),
    "path": ("M0 0H20V20H0z", "M1 1Q9 9 1 20z", "M12 4V20M5 13Q12 24 19 13"),
    "road": ("Mill -- Fort -- Well", "Abbey -> Ford", "Ford -- Lock -- Tower -- Mill"),
    "roads": ("Mill -- Fort -- Well", "Abbey -> Ford", "Ford -- Lock -- Tower -- Mill"),
    "ends": ("Mill -- Fort", "north"),
    "rows": ("table.csv",),
    "family": ("Fira Sans", "Arimo", "Nowhere"),
    "size": ("63 x 88", "120 x 90", "40 x 40", "5 x 300", "poker"),
    "grid": ("8 x 10", "1 x 1", "3 x 2"),
    "fields": ("text", "whole number 1 to 8", "yes or no, optional", "icon", "list of texts", "place of area-map-1"),
    "icon": ("anchor", "{name}", "star"),
    "icons": ("anchor", "{name}", "star"),
    "uses": ("house",),
    "language": ("en", "de", "x-klingon"),
    "players": ("2 to 4", "1", "0 to 99"),
    "minutes": ("20 to 40", "5"),
}
"""What is likely to mean something under a key."""

PATTERNS: Mapping[str, tuple[str, ...]] = {
    "{2,3}": ("en", "de", "fr"),
    "^[a-z0-9]": ("first", "second-1", "boats", "x9"),
    "#[0-9": ("#1E2328", "#FFFFFF", "#C0392B", "#2E86C1"),
    "^https?": ("https://example.org/x",),
    "[A-Za-z_]\\w*": ("players", "crew", "crew(players)", "double(n)"),
    "\\d{1,4}": ("63 x 88", "120 x 90", "40 x 40", "5 x 300"),
    "[1-9]\\d?": ("8 x 10", "1 x 1", "3 x 2"),
}
"""What fits patterns that have this in them."""


class Maker:
    """Makes values by the schemas; `wrong` is how likely a value is something else."""

    def __init__(self, random: Random, wrong: float, used: Mapping[str, tuple[Any, ...]]) -> None:
        self.random, self.wrong, self._used = random, wrong, used

    def document(self, kind: str) -> Any:
        """A document of that kind as plain data."""
        file = f"{kind}.schema.json"
        made = self._object(FILES[file], file, "", 0)
        return {"kind": kind, **{key: value for key, value in made.items() if key != "kind"}}

    def make(self, schema: Any, file: str, key: str, depth: int) -> Any:
        """A value that the schema allows, as a rule."""
        schema, file = self._resolved(schema, file)
        if not isinstance(schema, dict) or self._chance(self.wrong):
            return self._wrong(key) if self.wrong else self._scalar(key)
        if key in self._used and self._chance(0.3):
            value = self.random.choice(self._used[key])
            if _type(value) in _types(schema):
                return value
        for branches in ("oneOf", "anyOf"):
            if branches in schema:
                return self.make(self.random.choice(schema[branches]), file, key, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        return self._of_kind(schema, file, key, depth)

    def _of_kind(self, schema: Mapping[str, Any], file: str, key: str, depth: int) -> Any:
        match self._kind(schema):
            case "object":
                return self._object(schema, file, key, depth)
            case "array":
                return self._array(schema, file, key, depth)
            case "boolean":
                return self._chance(0.5)
            case "integer" | "number" as kind:
                return self._number(schema, kind)
            case "null":
                return None
            case _:
                return self._text(schema, key)

    def _resolved(self, schema: Any, file: str) -> tuple[Any, str]:
        while isinstance(schema, dict) and "$ref" in schema:
            name, _, pointer = schema["$ref"].partition("#")
            file = name or file
            schema = FILES[file]
            for step in filter(None, pointer.split("/")):
                schema = schema[step]
        return schema, file

    def _kind(self, schema: Mapping[str, Any]) -> str:
        kinds = schema.get("type") or ("object" if "properties" in schema else "string")
        return kinds if isinstance(kinds, str) else str(self.random.choice(kinds))

    def _object(self, schema: Mapping[str, Any], file: str, within: str, depth: int) -> dict[str, Any]:
        properties, needed = schema.get("properties", {}), set(schema.get("required", ()))
        for part in schema.get("allOf", ()):
            needed |= set(self._resolved(part, file)[0].get("required", ()))
        likely = 0.75 if depth == 0 else 0.45 if depth < 3 else 0.2
        made = {
            key: self.make(below, file, key, depth + 1)
            for key, below in properties.items()
            if key in needed or self._chance(likely)
        }
        if "oneOf" in schema:
            branches = [set(self._resolved(each, file)[0].get("required", ())) for each in schema["oneOf"]]
            chosen = self.random.choice(branches)
            made = {
                key: value for key, value in made.items() if key in chosen or not any(key in each for each in branches)
            }
            made |= {key: self.make(properties[key], file, key, depth + 1) for key in sorted(chosen & set(properties))}
        others = schema.get("additionalProperties", True)
        if others is not False and (others is not True or "propertyNames" in schema or not properties):
            for _ in range(self._count(schema.get("minProperties", 0), schema.get("maxProperties", 9))):
                name = self._name(schema.get("propertyNames"), file)
                made[name] = self.make(others if others is not True else {}, file, within, depth + 1)
        if self._chance(self.wrong):
            made[self.random.choice(sorted(self._used))] = self._scalar("")
        return made

    def _name(self, schema: Any, file: str) -> str:
        schema = self._resolved(schema, file)[0] if schema else {}
        if isinstance(schema, dict) and "anyOf" in schema:
            schema = self.random.choice(schema["anyOf"])
        if isinstance(schema, dict) and "enum" in schema:
            return str(self.random.choice(schema["enum"]))
        pattern = schema.get("pattern", "") if isinstance(schema, dict) else ""
        names = next((names for begin, names in PATTERNS.items() if begin in pattern), NAMES)
        return str(self.random.choice(names))

    def _array(self, schema: Mapping[str, Any], file: str, key: str, depth: int) -> list[Any]:
        count = self._count(schema.get("minItems", 0), schema.get("maxItems", 6))
        first = schema.get("prefixItems", [])
        items = schema.get("items", {})
        inner = key if key in KEYS else ""
        return [self.make(first[n] if n < len(first) else items, file, inner, depth + 1) for n in range(count)]

    def _number(self, schema: Mapping[str, Any], kind: str) -> int | float:
        least = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        most = schema.get("maximum", schema.get("exclusiveMaximum", least + 200))
        edge = self.random.choice([least, most, least + 1, (least + most) / 2, least + (most - least) / 30])
        usual = self.random.uniform(max(least, 0), min(most, max(least, 0) + 150))
        value = edge if self._chance(0.3) else usual
        return int(value) if kind == "integer" else round(value, self.random.choice([0, 1, 6]))

    def _text(self, schema: Mapping[str, Any], key: str) -> str:
        if key in KEYS and self._chance(0.8):
            return self.random.choice(KEYS[key])
        for begin, names in PATTERNS.items():
            if begin in schema.get("pattern", ""):
                return self.random.choice(names)
        return self.random.choice(NAMES if schema.get("maxLength", 999) < 100 else (*NAMES, *FREE))

    def _scalar(self, key: str) -> Any:
        if key in KEYS and self._chance(0.6):
            return self.random.choice(KEYS[key])
        return self.random.choice((*NAMES, *FREE, 1, 2, 7, 0.5, True, None, 45))

    def _wrong(self, key: str) -> Any:
        match self.random.randrange(6):
            case 0:
                return self.random.choice(TEXTS)
            case 1:
                return self.random.choice(NUMBERS)
            case 2:
                return "{" + " ".join(self.random.choices(PIECES, k=self.random.randint(1, 7))) + "}"
            case 3:
                return [self._scalar(key)] * self.random.randint(0, 3)
            case 4:
                return {name: self._scalar(name) for name in self.random.choices(NAMES, k=self.random.randint(0, 3))}
            case _:
                return self._scalar("")

    def _count(self, least: int, most: int) -> int:
        few = self.random.choice([0, 1, 1, 2, 2, 3, 5, 8])
        return max(least, min(most, few)) if not self._chance(0.01) else max(least, min(most, 60))

    def _chance(self, share: float) -> bool:
        return self.random.random() < share


def made_game(number: int, used: Mapping[str, tuple[Any, ...]]) -> str:
    """The game of that number: the text of its files, each after a line `# file: name`."""
    random = Random(number)
    maker = Maker(random, random.choice([0.0, 0.0, 0.004, 0.02]), used)
    kinds = [*random.sample(PARTS, random.randint(1, 6)), "component", "template", "template", random.choice(MAPS)]
    files: dict[str, str] = {}
    for kind in kinds:
        name = next(f"{kind}-{n}.yaml" for n in range(1, 9) if f"{kind}-{n}.yaml" not in files)
        files[name] = shown(_valid(_mended(maker.document(kind), kind, maker), maker))
    pack = _valid(maker.document("pack"), maker)
    pack |= (
        {"title": "Made", "players": "2 to 4", "uses": ["house"], "documents": list(files)}
        if not maker._chance(maker.wrong)
        else {}
    )
    if maker._chance(0.3):
        pack["languages"] = random.sample(LANGUAGES, 2)
    pack["components"] = [{"component": name[:-5]} for name in files if name.startswith("component")]
    files["pack.yaml"] = shown(pack)
    files["table.csv"] = "name,copies,kind\n" + "".join(
        f"{random.choice(NAMES)},{random.choice(['1', '2', '', 'x'])},{random.choice(NAMES)}\n"
        for _ in range(random.randint(0, 5))
    )
    return "".join(f"# file: {name}\n{text}" for name, text in sorted(files.items()))


def _joined_areas(document: dict[str, Any], maker: Maker) -> None:
    """Areas with positions, three roads between them, and often outlines."""
    random = maker.random
    areas = {name: {"at": [random.randint(5, 115), random.randint(5, 85)]} for name in PLACES[:7]}
    kept = _mapping(document.get("areas"))
    document["areas"] = {name: {**area, **_mapping(kept.get(name))} for name, area in areas.items()}
    document["roads"] = list(random.choices(KEYS["roads"], k=3))
    if maker._chance(0.4):
        _outline(document, random)


def _outline(document: dict[str, Any], random: Random) -> None:
    """Outlines for some areas: a strip of fields that share borders, some of whose corners are anywhere."""
    document["adjacency"] = random.choice(("drawn", "declared"))
    for number, area in enumerate(document["areas"].values()):
        left = 5 + 15 * number
        ring = [[left, 10], [left + 15, 10], [left + 15, 60], [left, 60]]
        for corner in ring:
            if random.random() < 0.2:
                corner[:] = [random.randint(0, 120), random.randint(0, 90)]
        if random.random() < 0.8:
            area["outline"] = ring
            area.pop("at", None) if random.random() < 0.5 else None


def _mended(document: Any, kind: str, maker: Maker) -> Any:
    """Some of what no schema says, so that more than the first checks is reached."""
    if maker._chance(0.15):
        return document
    random = maker.random
    match kind:
        case "component":
            return {**document, **_deck(random)} if maker._chance(0.15) else {"kind": "component", **_deck(random)}
        case "area-map":
            _joined_areas(document, maker)
        case "grid-map":
            document.pop("extent", None)
            document |= {"terrain": _picture(random), "legend": CELLS | _mapping(document.get("legend"))}
            document["terrains"] = {name: {} for name in TERRAINS} | _mapping(document.get("terrains"))
            document |= _tiles_on_cells(random) if maker._chance(0.4) else {}
        case "table":
            document["things"] = dict(_things(random)) | _mapping(document.get("things"))
        case "translation":
            document["language"] = random.choice(LANGUAGES)
            texts = _mapping(FILES["translation.schema.json"]["properties"]["words"]).get("properties", {})
            document["words"] = {word: random.choice(FREE) for word in random.sample(sorted(texts), 5)} | _mapping(
                document.get("words")
            )
        case "street-map":
            document["streets"] = dict(_streets(random)) | _mapping(document.get("streets"))
        case "template":
            layers = [*_listing(document.get("layers")), *_listing(maker.document("template").get("layers"))]
            document = {**document, "layers": layers or [{"text": "{name}", "where": "fill"}]}
            for key in ("extends", "remove"):
                document.pop(key, None) if maker._chance(0.8) else None
        case _:
            pass
    return document


def _valid(document: Any, maker: Maker) -> Any:
    """The document without what breaks its schema, where nothing is to be wrong with it."""
    if maker.wrong:
        return document
    read = validate(read_document(shown(document), "made.yaml"), load_schemas(schema_folder()))
    return plain(read.root.value) if read.root else document


def _type(value: Any) -> str:
    names = {dict: "object", list: "array", bool: "boolean", int: "integer", float: "number", str: "string"}
    return names.get(type(value), "null")


def _types(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The types that a schema names itself."""
    kinds = schema.get("type", ())
    return (kinds,) if isinstance(kinds, str) else tuple(kinds)


def _listing(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _deck(random: Random) -> dict[str, Any]:
    """Most of a component that can be drawn."""
    made = {
        "makes": random.choice(["card", "card", "board", "tile", "token", "mat", "coin", "note", "sticker", "standee"])
    }
    made |= {"name": "Made", "template": random.choice(["template-1", "template-1", "template-2"])}
    row = {"name": random.choice(NAMES), "kind": random.choice(FREE), "copies": random.randint(0, 4)}
    data: list[dict[str, Any]] = [
        {"rows": "table.csv"},
        {"rows": [row, {"name": "x", "kind": random.choice(TEXTS)}]},
        {"each-area-of": "area-map-1"},
        {"each-tile-of": "tile-map-1"},
        {},
    ]
    return made | random.choices(data, [5, 5, 2, 2, 1])[0] | random.choice([{}, {"back": "template-2"}])


def _streets(random: Random) -> Iterator[tuple[str, Any]]:
    for name in ("north", "mill", "quay"):
        points = [[random.randint(0, 12) * 10, random.randint(0, 9) * 10] for _ in range(random.randint(2, 4))]
        yield name, {"through": points, "spaces": random.choice([1, 2, 3, {"each": 9}])}


def _tiles_on_cells(random: Random) -> dict[str, Any]:
    """Tiles over cells of a grid map: too few of them at times, some with edges that the grid has."""
    edges: list[Any] = [{}, {"edges": ["E", "W"]}, {"edges": {"E": "rail", "SW": "rail"}}, {"edges": []}]
    names = random.sample(["Curve", "Fork", "Field"], random.randint(1, 3))
    laid = {name: {"copies": random.randint(1, 4)} | random.choice(edges) for name in names}
    rules: list[dict[str, Any]] = [{}, {"turned": "half"}, {"turned": "never"}, {"shuffled": False}]
    return {"tiles": laid, "tiles-on": random.choice(["forest", ["A1", "B2"], "t", "lake"])} | random.choice(rules)


def _things(random: Random) -> Iterator[tuple[str, Any]]:
    """What lies on a table: pieces of components and empty spaces, next to each other or on a board."""
    where = ["middle", "each seat", "seat 2", [random.randint(-300, 300), 40], "on thing-1", "right of thing-1"]
    for number in range(1, random.randint(2, 5)):
        what: list[dict[str, Any]] = [
            {"component": "component-1", "as": random.choice(["pile", "row", "grid", "fan"])},
            {"component": "component-2", "count": random.choice(["players", "2 * players", 3, 0]), "face": "down"},
            {"component": "component-1", "rows": random.choice([["x"], [1, 2], ["Mill"]]), "endless": True},
            {"space": "63 x 88", "name": random.choice(FREE)},
        ]
        more: list[dict[str, Any]] = [{}, {}, {"places": ["Mill", "Fort"]}, {"scale": 0.5, "turn": 30}]
        yield f"thing-{number}", random.choice(what) | {"at": random.choice(where)} | random.choice(more)


def _picture(random: Random) -> str:
    """The terrain of some rows of cells, a letter each."""
    rows, columns = random.randint(1, 6), random.randint(1, 7)
    return "".join("".join(random.choice("...fm~t") for _ in range(columns)) + "\n" for _ in range(rows))


class Dumper(yaml.SafeDumper):
    """Writes what is there twice out twice, aliases being for those who write them; what was not read is a text."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True


Dumper.add_multi_representer(object, lambda dumper, unread: dumper.represent_str(str(unread)))


def shown(data: Any) -> str:
    """Plain data as YAML, in which no line begins another file."""
    text: str = yaml.dump(data, Dumper=Dumper, allow_unicode=True, sort_keys=False, width=10**6)
    return text.replace("\n# file:", "\n #file:")
