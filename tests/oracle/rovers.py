"""Movement classes for a map: grounds, parts of areas, kinds of roads and sides, classes of every form, by a seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.oracle.area import _roads as roads_of
from tests.oracle.cell_movement import grid_land

if TYPE_CHECKING:
    from random import Random

    from tests.oracle.board import Data

KINDS = ("sea", "rail")
"""Kinds of roads beside those without a kind."""

NAMES = ("army", "fleet", "train", "scout")
"""Classes that move in one way."""


def furnish(random: Random, document: Data) -> None:
    """Give a map classes, and an area map grounds, parts and kinds of roads; one that has classes mostly keeps them."""
    if "movement" in document and random.random() < 0.8:
        return
    if document["kind"] == "grid-map":
        document["movement"] = _movement(random, Ground.of_cells(document))
        return
    areas = document["areas"]
    for name in areas:
        said = areas[name] = dict(areas[name] or {})
        if random.random() < 0.35:
            said["ground"] = "sea"
        if random.random() < 0.25 and "parts" not in said and "waypoint" not in said:
            said["parts"] = {part: _part(random) for part in ("east", "west", "isle")[: random.choice((1, 2, 2, 3))]}
    _sort_roads(random, document)
    if "road-kinds" in document:
        document["road-kinds"] |= {kind: document["road-kinds"].get(kind) for kind in KINDS}
    document["movement"] = _movement(random, Ground.of_areas(document))


@dataclass(frozen=True)
class Ground:
    """The words that the classes of a map may use; `sides` are kinds of sides, empty where a map has none."""

    grounds: list[str]
    tags: list[str]
    names: list[str]
    districts: list[str]
    kinds: list[str]
    sides: list[str]

    @classmethod
    def of_areas(cls, document: Data) -> Ground:
        """The words of an area map."""
        areas = document["areas"]
        parts = [f"{name}/{part}" for name, said in areas.items() for part in (said or {}).get("parts", ())]
        tags = sorted({tag for said in areas.values() for tag in (said or {}).get("tags", ())}) or ["start"]
        districts = [
            *document.get("districts", ()),
            *(name for name, said in areas.items() if (said or {}).get("parts")),
        ]
        return cls(["land", "land", "sea"], tags, [*areas, *parts], districts, ["road", "road", *KINDS], [])

    @classmethod
    def of_cells(cls, document: Data) -> Ground:
        """The words of a grid map."""
        land = grid_land(document)
        names = [name for stand in land.stands.values() for name in {stand.name, stand.also}]
        kinds = ["open", "open", "road", *(kind for kind, _ in land.builder.paved)]
        kinds += [kind for cell in land.builder.cells for kind in (cell.edges or {}).values()]
        tags = sorted(land.more_tags | {tag for stand in land.stands.values() for tag in stand.tags})
        sides = [side.kind for side in land.builder.described()] or ["river", "wall"]
        districts = list(document.get("districts", ()))
        known = [kind for kind in kinds if kind in land.kinds]
        return cls(sorted(land.grounds) or names[:1], tags or ["start"], sorted(names), districts, known, sides)


def _part(random: Random) -> Data:
    found: Data = {}
    if random.random() < 0.2:
        found["ground"] = random.choice(("sea", "land"))
    if random.random() < 0.3:
        found["tags"] = [random.choice(("dock", "cove"))]
    return found


def _sort_roads(random: Random, document: Data) -> None:
    """Give some roads a kind, and let some lead to parts."""
    found: list[Data] = []
    parted = random.choice((0, 1, 1, 1, 0.5))  # how often a road names a part
    for item in document.get("roads") or ():
        if isinstance(item, str) and item.count(" -") > 1 and random.random() < 0.5:
            found.append(item)
            continue
        for start, end, one_way, via, more in roads_of(item):
            kind = more.get("kind") or (random.choice(KINDS) if random.random() < 0.45 else None)
            ends = [_end(random, document, each, parted) for each in (start, end)]
            if kind is None and not via and not more and random.random() < 0.6:
                found.append(f"{ends[0]} {'->' if one_way else '--'} {ends[1]}")
                continue
            road: Data = {**more, "from": ends[0], "to": ends[1]}
            road |= {"one-way": True} if one_way else {}
            road |= {"via": via} if via else {}
            found.append(road | ({"kind": kind} if kind else {}))
    if found:
        document["roads"] = found


def _end(random: Random, document: Data, name: str, parted: float) -> str:
    parts = (document["areas"].get(name) or {}).get("parts")
    return f"{name}/{random.choice(list(parts))}" if parts and random.random() < parted else name


def _movement(random: Random, ground: Ground) -> Data:
    """Two to four classes, of which one may move by others."""
    found: Data = {}
    for name in random.sample(NAMES, random.randint(2, 3)):
        found[name] = _mover(random, ground) or None
    if random.random() < 0.45:
        said: Data = {"by": random.sample(list(found), random.randint(1, len(found)))}
        if len(said["by"]) == 1:
            said["by"] = said["by"][0]
        if random.random() < 0.8:
            said["change"] = _words(random, ground)
        for key, odds in (("on", 0.15), ("never", 0.2)):
            if random.random() < odds:
                said[key] = _words(random, ground)
        found["rover"] = said
    return dict(random.sample(list(found.items()), len(found)))


def _mover(random: Random, ground: Ground) -> Data:
    said: Data = {}
    if random.random() < 0.6:
        said["on"] = _words(random, ground)
    if random.random() < 0.25:
        said["never"] = _words(random, ground)
    if random.random() < 0.45:
        kinds = list(dict.fromkeys(random.sample(ground.kinds, min(len(ground.kinds), random.randint(1, 2)))))
        said["along"] = kinds if len(kinds) > 1 else kinds[0]
    if not ground.sides and random.random() < 0.4:
        said["parts"] = random.choice(("apart", "together", "together"))
    if ground.sides and random.random() < 0.4:
        sides = {random.choice(ground.sides) for _ in range(random.randint(1, 3))}
        said["crosses"] = {side: random.choice(("never", 0, 0, 1, 3)) for side in sorted(sides)}
    if random.random() < (0.35 if ground.sides else 0.2):
        words = random.sample((*ground.grounds, *ground.kinds, *ground.names[:2]), random.randint(1, 2))
        said["costs"] = {word: random.randint(1, 4) for word in words}
    return said


def _words(random: Random, ground: Ground) -> Data:
    """Words of a class: mostly of things that the map has."""

    def word() -> Data:
        match random.randint(0, 11):
            case 0 | 1 | 2 | 3 | 4:
                return random.choice(ground.grounds)
            case 5:
                return random.choice(ground.tags)
            case 6 | 7:
                return random.choice(ground.names)
            case 8:
                return {"tag": random.choice(ground.tags)}
            case 9 | 10 if ground.districts:
                return {"in": random.choice(ground.districts)}
            case 11 if random.random() < 0.1:
                return "nothing"
            case _:
                return random.choice((ground.grounds[0], "every place"))

    found = [word() for _ in range(random.choice((1, 1, 2, 3)))]
    return found[0] if len(found) == 1 and random.random() < 0.7 else found
