"""Maps that people have made, cut to a size that can be tried, and changes to maps: a fault here and there."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from tests.oracle.board import listed
from tests.oracle.grid import squares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from tests.oracle.board import Data

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""What reads documents: the fast one where there is one."""

NEEDED = {
    "area-map": "areas", "tile-map": "tiles", "street-map": "streets", "block-map": "blocks", "grid-map": "terrain",
}  # fmt: skip


@cache
def samples(kind: str) -> tuple[Data, ...]:
    """The maps of that kind among the games, in the gallery and in the documentation, but those read from drawings."""
    found = (document for document in _documents() if document["kind"] == kind and NEEDED[kind] in document)
    return tuple(document for document in found if not _is_drawn(document))


def _is_drawn(document: Data) -> bool:
    """Whether an area map depends on its drawing: areas that nobody enters, and roads where outlines meet."""
    areas = document.get("areas") or {}
    closed = any((said or {}).get("ground") in ("lake", "waste") for said in areas.values())
    return closed or bool({"outlines", "adjacency"} & set(document))


def _texts(value: Data) -> Data:
    """A document whose keys are texts, also `on`, which this loader takes for true."""
    if isinstance(value, dict):
        return {"on" if key is True else key: _texts(each) for key, each in value.items()}
    return [_texts(each) for each in value] if isinstance(value, list) else value


def _documents() -> Iterator[Data]:
    paths = [*ROOT.glob("content/**/*.yaml"), *ROOT.glob("tests/gallery/*.yaml"), ROOT / "tests/network/city.yaml"]
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^kind: \w+-map$", text, re.MULTILINE):
            yield _texts(yaml.load(text, LOADER))
    for path in sorted(ROOT.glob("docs/*.md")):
        for text in SAMPLE.findall(path.read_text(encoding="utf-8")):
            if re.search(r"^kind: \w+-map$", text, re.MULTILINE):
                yield _texts(yaml.load(text, LOADER))


def part(random: Random, kind: str) -> Data:
    """A part of one of these maps, without what it requires; of some all."""
    document = deepcopy(random.choice(samples(kind)))
    for key in ("requirements", "keeps", "accept"):
        document.pop(key, None)
    few = {
        "area-map": _few_areas, "tile-map": _few_tiles, "street-map": _few_streets, "block-map": _few_blocks,
        "grid-map": _few_cells,
    }  # fmt: skip
    few[kind](random, document)
    return document


def _few_areas(random: Random, document: Data) -> None:
    """Some areas that hang together, with the roads between them."""
    areas = document["areas"]
    if len(areas) < 16 or random.random() < 0.03:
        return
    joined = [road.split(" -- ") for road in document["roads"] if isinstance(road, str)]
    kept = {random.choice(sorted(areas))}
    while len(kept) < 10:
        beside = {name for names in joined if not kept.isdisjoint(names) for name in names} - kept
        kept.add(random.choice(sorted(beside or set(areas) - kept)))
    document["areas"] = {name: said for name, said in areas.items() if name in kept}
    pairs = [pair for names in joined for pair in pairwise(names)]
    document["roads"] = [f"{a} -- {b}" for a, b in pairs if a in kept and b in kept]
    document.pop("movement", None)


def _few_tiles(random: Random, document: Data) -> None:
    """Two or three of the tiles in a row."""
    document["turned"] = random.choice(("any", "half", "never", "never"))
    tiles = document["tiles"]
    for tile in tiles.values():
        tile.pop("copies", None)
    names = random.sample(sorted(tiles), min(len(tiles), 3 if document["turned"] == "never" else 2))
    document["tiles"] = {name: tiles[name] for name in tiles if name in names}
    across = random.random() < 0.6
    cells = 2 if document["turned"] == "any" else min(len(names), random.randint(1, 2))
    document["city"] = {"rows": 1 if across else cells, "columns": cells if across else 1}
    for tile in document["tiles"].values():
        streets = tile.get("streets", {})
        for name in random.sample(sorted(streets), min(len(streets), random.randint(0, 2))):
            del streets[name]
        gone = {space for space in tile.get("spaces", {}) if space.rsplit(" ", 1)[0] not in streets}
        _forget(tile.get("spaces", {}), gone.__contains__)
        _forget(tile.get("sites", {}), lambda _: random.random() < 0.5)


def _few_streets(random: Random, document: Data) -> None:
    """Some of the streets, and what stands by them."""
    streets = document["streets"]
    if len(streets) > 6 and random.random() < 0.97:
        kept = random.sample(sorted(streets), random.randint(3, 5))
        document["streets"] = {name: said for name, said in streets.items() if name in kept}
    for key in ("lots", "waterfront"):
        document.pop(key, None)
    sites = document.get("sites", {})
    _forget(sites, lambda _: random.random() < 0.8 and len(sites) > 4)


def _few_blocks(random: Random, document: Data) -> None:
    """A smaller grid."""
    blocks = document["blocks"]
    if blocks["rows"] * blocks["columns"] > 1 and random.random() < 0.99:
        blocks["rows"], blocks["columns"] = random.choice(((1, 1), (1, 2), (2, 1), (2, 2)))
        blocks["squares"] = random.choice((1, 2, 3) if blocks["rows"] * blocks["columns"] < 2 else (1, 2))
    if "names" in blocks:
        blocks["names"] = [row[: blocks["columns"]] for row in blocks["names"][: blocks["rows"]]]
    blocks.pop("side", None)
    document.pop("address-table", None)
    size = blocks.get("squares", 3) + 2
    wide, high = blocks["columns"] * size + 2, blocks["rows"] * size + 2
    document["unused"] = ["1/1", f"{wide}/1", f"1/{high}", f"{wide}/{high}"]
    document.pop("tags", None)


def _few_cells(random: Random, document: Data) -> None:
    """A corner of the picture, and what is described of its cells."""
    lines = document["terrain"].split("\n")
    step = 2 if " " in lines[0].strip() else 1
    top = random.randrange(0, max(1, len(lines) - 3), 2)
    left = random.randrange(0, max(1, max(map(len, lines)) // step - 4))
    document["terrain"] = "\n".join(line[left * step : (left + 4) * step].rstrip() for line in lines[top : top + 3])
    there = {cell.number for cell in squares({**document, "places": {}})}
    _forget(document.get("places", {}), lambda name: str(document["places"][name]["at"]) not in there)
    there |= set(document.get("places", {}))
    kept = []
    for entry in document.get("sides", []):
        cells = [str(name) for each in (*entry.get("between", ()), *listed(entry.get("of"))) for name in listed(each)]
        if not isinstance(entry.get("around"), list) and there.issuperset(cells):
            kept.append(entry)
    document["sides"] = kept
    for key in ("roads", "mega-hexes", "tiles", "tiles-on", "turned", "shuffled"):
        document.pop(key, None)


def _spoil_cells(random: Random, document: Data) -> None:
    sides = document.setdefault("sides", [])
    entry = random.choice(sides) if sides else None
    cells = squares(document)
    match random.randint(0, 8):
        case 0 if entry:
            sides.remove(entry)
        case 1 if entry:
            entry["kind"] = random.choice(("river", "wall", "door", "opening"))
        case 2 if entry:
            sides.append({**deepcopy(entry), "kind": random.choice(("river", "wall", "door"))})
        case 3 if entry and "between" in entry:
            entry["one-way"] = not entry.get("one-way", False)
        case 4 if entry and "between" in entry:
            entry["between"].reverse()
        case 5 if "terrains" in document:
            said = random.choice([each for each in document["terrains"].values() if each is not None] or [{}])
            said["cost"] = random.randint(1, 5)
        case 6:
            document["diagonals"] = random.choice((True, False, {"corners": "both"}))
        case 7 if random.random() < 0.2 and cells:
            document["roads"] = [[cells[0].number, "Z9"]]  # no such cell
        case 8 if cells:
            random.shuffle(sides)
            document["places"] = {"Inn": {"at": random.choice(cells).number, "tags": ["inn"]}}
        case _:
            document["offset"] = random.choice(("odd", "even"))


def _forget(said: Data, when: Callable[[str], bool]) -> None:
    for name in [name for name in said if when(name)]:
        del said[name]


def spoil(random: Random, document: Data) -> None:
    """Changes one thing, as a slip of the pen would."""
    changes = {
        "area-map": _spoil_areas,
        "tile-map": _spoil_tiles,
        "street-map": _spoil_streets,
        "block-map": _spoil_blocks,
        "grid-map": _spoil_cells,
    }
    changes[document["kind"]](random, document)


def _spoil_areas(random: Random, document: Data) -> None:  # noqa: C901  one case a slip
    roads, areas = document.setdefault("roads", []), document["areas"]
    names = sorted(areas)
    at = random.randrange(len(roads)) if roads else None
    match random.randint(0, 8):
        case 0 if at is not None:
            del roads[at]
        case 1 | 2 if at is not None and isinstance(roads[at], str):
            roads[at] = re.sub(" (--|->|<-) ", random.choice((" -> ", " <- ", " -- ")), roads[at], count=1)
        case 3 if at is not None:
            roads.append(deepcopy(roads[at]))
        case 4 if len(names) > 1:
            roads.append(" -- ".join(random.sample(names, 2)))
        case 5:
            said = areas[random.choice(names)]
            if said:
                said["tags"] = random.sample(("start", "inn", "dock"), random.randint(0, 2))
        case 6:
            said = areas[random.choice(names)]
            if said and "at" in said:
                said["at"] = [said["at"][0] + random.randint(-30, 30), said["at"][1] + random.randint(-30, 30)]
        case 7 if random.random() < 0.15:
            del areas[random.choice(names)]  # its roads now lead nowhere
            if not areas:
                areas["Last"] = {}
        case 8 if at is not None and isinstance(roads[at], dict):
            roads[at]["cost"] = random.randint(1, 5)
        case _:
            random.shuffle(roads)


def _spoil_streets(random: Random, document: Data) -> None:
    streets = document["streets"]
    name = random.choice(sorted(streets))
    match random.randint(0, 7):
        case 0 if len(streets) > 1:
            del streets[name]
        case 1 | 2:
            streets[name] = _spoilt_street(random, streets[name])
        case 3:
            document["mouths"] = random.choice(("crosswalks", "open"))
        case 4:
            document["intersections"] = random.choice(("spaces", "no spaces"))
        case 5:
            document["space"] = random.choice((17, 23, 31))
        case 6:
            for said in (document.get("tags") or {}).values():
                random.shuffle(said)
                del said[2:]
        case _:
            document.pop("crosswalks", None)


def _spoilt_street(random: Random, said: Data) -> Data:
    """A street one way, the other way, with other spaces, with a part left out, or shifted."""
    if isinstance(said, str):
        points = re.split(" (?:--|->) ", said)
        found: Data = {"from": points[0], "to": points[-1], "one-way": "->" in said}
        if points[1:-1]:
            found["via"] = points[1:-1]
    else:
        found = dict(said)
    match random.randint(0, 4):
        case 0:
            found["one-way"] = not found.get("one-way", False)
        case 1:
            found["from"], found["to"] = found["to"], found["from"]
            found["via"] = list(reversed(found.get("via", [])))
        case 2:
            found["spaces"] = random.choice((0, 1, 2, [1, 2]))
        case 3:
            found["left-out"] = random.randint(1, 3)
        case _:
            end = random.choice(("from", "to"))
            if isinstance(found[end], str) and found[end][0].isdigit():
                x, y = (float(each) for each in found[end].split())
                found[end] = [x + random.choice((-4, 0, 4, 40)), y + random.choice((-4, 0, 4))]
            elif isinstance(found[end], str) and " " in found[end]:
                edge, at = found[end].split()
                found[end] = f"{edge} {float(at) + random.choice((-6, 6)):g}"
    return found


def _spoil_tiles(random: Random, document: Data) -> None:
    tiles = document["tiles"]
    name = random.choice(sorted(tiles))
    tile = tiles[name] or {}
    streets, exits, roads = tile.get("streets") or {}, tile.get("exits") or {}, tile.get("roads") or []
    match random.randint(0, 9):
        case 0 | 1 | 2 if streets:
            street = random.choice(sorted(streets))
            streets[street] = _spoilt_street(random, streets[street])
        case 3 if len(streets) > 1:
            del streets[random.choice(sorted(streets))]
        case 4 if exits:
            del exits[random.choice(sorted(exits))]
        case 5 if exits:
            where = random.choice(sorted(exits))
            edge, _, at = where.partition(" ")
            exits[f"{edge} {float(at or document['tile'] / 2) + 6:g}"] = exits.pop(where)
        case 6 if roads:
            roads[0] = re.sub(" (--|->|<-) ", random.choice((" -> ", " <- ", " -- ")), roads[0], count=1)
        case 7:
            document["tiles"] = dict(reversed(tiles.items()))
        case 8:
            document["shuffled"] = not document.get("shuffled", True)
        case _:
            document["city"] = {"rows": document["city"]["columns"], "columns": document["city"]["rows"]}


def _spoil_blocks(random: Random, document: Data) -> None:
    turns = ["right", "straight", "left", "u-turn"]
    match random.randint(0, 5):
        case 0 | 1:
            document["turns"] = [turn for turn in turns if random.random() < 0.7] or ["left"]
        case 2:
            document["drive"] = "left" if document.get("drive", "right") == "right" else "right"
        case 3:
            document["turn-in-street"] = not document.get("turn-in-street", False)
        case 4:
            document["addresses"] = random.sample(["N", "NE", "E", "SE", "S", "SW", "W", "NW"], random.randint(0, 6))
        case _:
            document["unused"] = (document.get("unused") or [])[: random.randint(0, 4)]
