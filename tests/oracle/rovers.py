"""Movement classes for a map: grounds and parts of areas, kinds of roads, and classes of every form, by a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.area import _roads as roads_of

if TYPE_CHECKING:
    from random import Random

    from tests.oracle.board import Data

KINDS = ("sea", "rail")
"""Kinds of roads beside those without a kind."""

NAMES = ("army", "fleet", "train", "scout")
"""Classes that move in one way."""


def furnish(random: Random, document: Data) -> None:
    """Give an area map grounds, parts, kinds of roads and classes; one that has classes keeps them most often."""
    if "movement" in document and random.random() < 0.8:
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
    document["movement"] = _movement(random, document)


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


def _movement(random: Random, document: Data) -> Data:
    """Two to four classes, of which one may move by others."""
    found: Data = {}
    for name in random.sample(NAMES, random.randint(2, 3)):
        found[name] = _mover(random, document) or None
    if random.random() < 0.45:
        said: Data = {"by": random.sample(list(found), random.randint(1, len(found)))}
        if len(said["by"]) == 1:
            said["by"] = said["by"][0]
        if random.random() < 0.8:
            said["change"] = _words(random, document)
        for key, odds in (("on", 0.15), ("never", 0.2)):
            if random.random() < odds:
                said[key] = _words(random, document)
        found["rover"] = said
    return dict(random.sample(list(found.items()), len(found)))


def _mover(random: Random, document: Data) -> Data:
    said: Data = {}
    if random.random() < 0.6:
        said["on"] = _words(random, document)
    if random.random() < 0.25:
        said["never"] = _words(random, document)
    if random.random() < 0.45:
        kinds = random.sample(("road", "road", *KINDS), random.randint(1, 2))
        said["along"] = kinds if len(kinds) > 1 else kinds[0]
    if random.random() < 0.4:
        said["parts"] = random.choice(("apart", "together", "together"))
    if random.random() < 0.2:
        words = random.sample(("land", "sea", "road", *KINDS, *list(document["areas"])[:2]), random.randint(1, 2))
        said["costs"] = {word: random.randint(1, 4) for word in words}
    return said


def _words(random: Random, document: Data) -> Data:
    """Words of a class: mostly of things that the map has."""
    areas = document["areas"]
    parts = [f"{name}/{part}" for name, said in areas.items() for part in (said or {}).get("parts", ())]
    tags = sorted({tag for said in areas.values() for tag in (said or {}).get("tags", ())}) or ["start"]
    districts = list(document.get("districts", ())) + [
        name for name, said in areas.items() if (said or {}).get("parts")
    ]

    def word() -> Data:
        match random.randint(0, 11):
            case 0 | 1 | 2 | 3 | 4:
                return random.choice(("land", "land", "sea"))
            case 5:
                return random.choice(tags)
            case 6 | 7:
                return random.choice((*areas, *parts))
            case 8:
                return {"tag": random.choice(tags)}
            case 9 | 10 if districts:
                return {"in": random.choice(districts)}
            case 11 if random.random() < 0.1:
                return "nothing"
            case _:
                return random.choice(("land", "every place"))

    found = [word() for _ in range(random.choice((1, 1, 2, 3)))]
    return found[0] if len(found) == 1 and random.random() < 0.7 else found
