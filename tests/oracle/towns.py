"""Maps of every kind as documents, drawn by a seed: small enough for every setup to be tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.board import listed
from tests.oracle.grid import GridBuilder

if TYPE_CHECKING:
    from random import Random

    from tests.oracle.board import Data

TAGS = ("start", "inn", "dock")
"""Tags of places."""

OF_SITES = (("berth",), ("berth",), ("inn",), ("berth", "inn"), ("dock",), ())
"""Tags of a site: one that no place has, or one that places may have too."""


def drawn(random: Random, kind: str) -> Data:
    """A map of that kind, without closures or requirements."""
    makers = {
        "area-map": area_map, "tile-map": tile_map, "street-map": street_map, "block-map": block_map,
        "grid-map": grid_map,
    }  # fmt: skip
    return makers[kind](random)


def _tags(random: Random) -> list[str]:
    return [tag for tag in TAGS if random.random() < 0.25]


def area_map(random: Random) -> Data:  # noqa: C901  one kind of thing after the other
    """Areas on a crooked grid, some of the neighbours joined, a few far ones too."""
    columns, rows = random.randint(2, 4), random.randint(1, 3)
    names = [f"P{number}" for number in range(columns * rows)]
    districts = ["north", "south"][: random.choice((0, 1, 2, 2))]
    areas = {}
    for number, name in enumerate(names):
        said: Data = {}
        if random.random() < 0.98:
            said["at"] = [25 + 40 * (number % columns) + random.randint(-8, 8), 25 + 40 * (number // columns)]
        if districts and random.random() < 0.9:
            said["in"] = random.choice(districts)
        tags = _tags(random)
        areas[name] = {**said, **({"tags": tags} if tags else {})}
    odds = random.choice((0.6, 0.8, 0.95, 1.0))
    pairs: list[tuple[int, ...]] = [(at, at + 1) for at in range(len(names)) if (at + 1) % columns]
    pairs += [(at, at + columns) for at in range(len(names) - columns)]
    pairs = [pair for pair in pairs if random.random() < odds]
    pairs += [tuple(random.sample(range(len(names)), 2)) for _ in range(random.choice((0, 0, 1, 2)))]
    ways = random.choice((("--",), ("--",), ("--", "--", "--", "->", "<-"), ("->", "<-", "--")))
    roads: list[Data] = []
    for one, two in pairs:
        way = random.choice(ways)
        if random.random() < 0.15:
            via = [[random.randint(10, 150), random.randint(10, 110)]] if random.random() < 0.5 else []
            roads.append({"from": names[one], "to": names[two], "one-way": way != "--", "via": via})
        elif way == "--" and random.random() < 0.2:
            roads.append([names[one], names[two]])
        else:
            roads.append(f"{names[one]} {way} {names[two]}")
    if random.random() < 0.3:
        roads.append(" -- ".join(random.sample(names, min(3, len(names)))))
    found: Data = {"kind": "area-map", "size": "200 x 150", "areas": areas}
    if districts:
        found["districts"] = {each: {} for each in districts}
    if random.random() < 0.3:
        for name in random.sample(names, len(names) // 4):
            areas[name]["waypoint"] = True
    if roads and random.random() < 0.5:
        found["road-kinds"] = priced(random, roads)
    return {**found, **({"roads": roads} if roads else {})}


def priced(random: Random, roads: list[Data]) -> Data:
    """Give some of the roads costs and kinds, and some a parallel one at another cost; returns the kinds."""
    most = random.choice((3, 3, 9, 1000))
    for at, road in enumerate(roads):
        if isinstance(road, str) and road.count(" -- ") == 1 and random.random() < 0.7:
            start, end = road.split(" -- ")
            roads[at] = {"from": start, "to": end}
    for road in [each for each in roads if isinstance(each, dict)]:
        if random.random() < 0.6:
            road["cost"] = random.randint(1, most)
        if random.random() < 0.5:
            road["kind"] = random.choice(("rail", "ferry", "trail"))
        if random.random() < 0.3:
            road["spaces"] = random.randint(1, min(most, 30))
        if random.random() < 0.1:
            road["colour"] = random.choice(("red", ["red", "blue"], ["grey", "grey", "grey"]))
        if random.random() < 0.2:
            roads.append({**road, "cost": random.randint(1, most), "one-way": random.random() < 0.2})
    return {"rail": {"cost": random.randint(1, most)}, "ferry": {"cost": random.randint(1, most)}, "trail": None}


def street_map(random: Random) -> Data:
    """Streets on a lattice, some with bends or aslant, some one way."""
    step = random.choice((60, 75, 80, 90))
    wide, high = random.choice((1, 1, 2, 3)), random.choice((1, 1, 1, 2))
    width, space = random.choice((12, 16, 18)), random.choice((18, 22, 30, 40))
    found: Data = {"kind": "street-map", "size": "400 x 300", "width": width, "space": space}

    streets = _lattice(random, step, wide, high)
    found["streets"] = {name: _street(random, points) for name, points in streets.items()}
    if random.random() < 0.5:
        found["mouths"] = "crosswalks"
    if random.random() < 0.3:
        found["crosswalk-depth"] = random.choice((4, 6, 8))
    if random.random() < 0.3:
        found["crosswalks"] = {"School": [30 + step / 2, 30], "Bridge": [30, 30 + step * 0.45]}
    if random.random() < 0.35:
        found["intersections"] = random.choice(("spaces", "spaces", "no spaces"))
    if random.random() < 0.75:
        found["districts"] = {"west": {"at": [30, 40]}, "east": {"at": [30 + step * wide, 90]}}
    return found


def _lattice(random: Random, step: int, wide: int, high: int) -> dict[str, list[str]]:
    """Some of the streets of a lattice, and some across it, beside it and apart from it."""

    def at(x: float, y: float) -> str:
        nudge = random.choice((0, 0, 0, 0, 0, 2, 4))
        return f"{30 + step * x + nudge:g} {30 + step * y:g}"

    streets: dict[str, list[str]] = {}
    for row in range(high + 1):
        if random.random() < 0.85:
            streets[f"H{row}"] = [at(0, row), at(wide, row)]
    for column in range(wide + 1):
        if random.random() < 0.85:
            streets[f"V{column}"] = [at(column, 0), at(column, high)]
    if random.random() < 0.25:
        streets["Skew"] = [at(0, 0), at(wide, high)]
    if random.random() < 0.15:
        streets["Bend"] = [at(0, 0), at(0.5, -0.3), at(1, 0)]
    if random.random() < 0.1:
        streets["Ring"] = [at(4, 0), f"{30 + step * 4} {60 + step}", f"{90 + step * 4} {60 + step}", at(4, 0)]
    return streets or {"H0": [at(0, 0), at(wide, 0)]}


def _street(random: Random, points: list[str]) -> Data:
    way = "->" if random.random() < 0.15 else "--"
    if random.random() < 0.5:
        return f" {way} ".join(points)
    found: Data = {"from": points[0], "to": points[-1]}
    if len(points) > 2:
        found["via"] = points[1:-1]
    if way == "->":
        found["one-way"] = True
    if random.random() < 0.7:
        found["spaces"] = random.choice((1, 1, 2, 0, [1, 2], [2, 0, 1]))
    elif random.random() < 0.3:
        found["space"] = random.choice((15, 25))
    if random.random() < 0.12:
        found["left-out"] = random.choice((1, 2, [1, 3]))
    return found


def furnish(random: Random, found: Data, spaces: list[str]) -> None:
    """What is said of the spaces of a street map."""

    def some(most: int) -> list[str]:
        return random.sample(spaces, min(len(spaces), random.randint(1, most)))

    tags = {tag: some(3) for tag in TAGS if random.random() < 0.75}
    if tags:
        found["tags"] = tags
    if random.random() < 0.4:
        found["numbers"] = {space: number for number, space in enumerate(some(4), 1)}
    if random.random() < 0.5:
        found["one-way-spots"] = some(3)
    if random.random() < 0.3:
        found["lots"] = {"Yard": _lot(random, spaces)}
    if random.random() < 0.85:
        found["sites"] = {name: _site(random, spaces) for name in ("Hall", "Mill", "Well")[: random.randint(1, 3)]}
        if random.random() < 0.3:
            found["sites"]["Kiosk"] = _site(random, listed(found["sites"]["Hall"]["by"])[:1])


def _lot(random: Random, spaces: list[str]) -> Data:
    """A lot with an exit, perhaps an entrance and a crosswalk."""
    lot: Data = {"at": [390, 250], "size": "10 x 10", "exit": random.choice(spaces)}
    if random.random() < 0.5:
        lot["entrance"] = random.choice(spaces)
    if random.random() < 0.5:
        lot["crosswalk"] = True
    if random.random() < 0.5:
        lot["tags"] = ["start"]
    return lot


def _site(random: Random, spaces: list[str]) -> Data:
    """A site by one space or several."""
    by = random.choice((random.choice(spaces), random.sample(spaces, min(len(spaces), random.randint(1, 3)))))
    return {"by": by, "tags": list(random.choice(OF_SITES))}


def tile_map(random: Random) -> Data:
    """A city of a few tiles, laid anyhow or not."""
    rows, columns, number = random.choice(
        ((1, 1, 1), (1, 1, 2), (1, 1, 3), (1, 2, 2), (1, 2, 2), (2, 1, 2), (2, 1, 2), (1, 2, 3), (1, 3, 3), (2, 2, 4))
    )
    turned = random.choice(("any", "any", "half", "never")) if rows * columns < 3 else random.choice(("half", "never"))
    if rows * columns > 3:
        turned = "never"
    found: Data = {"kind": "tile-map", "tile": 60, "city": {"rows": rows, "columns": columns}, "turned": turned}
    found |= {"street": 10, "space": random.choice((12, 20, 30)), "shuffled": random.random() < 0.85}
    two_way = random.random() < 0.5
    tiles: dict[str, Data] = {}
    while number:
        tile = _tile(random, two_way)
        copies = min(number, random.choice((1, 1, 1, 2)))
        if copies > 1:
            tile["copies"] = copies
        tiles[f"T{len(tiles)}"] = tile
        number -= copies
    found["tiles"] = tiles
    if random.random() < 0.6:
        found["districts"] = {"old": {}, "new": {}}
        for tile in tiles.values():
            tile["in"] = random.choice(("old", "new"))
    return found


def _tile(random: Random, two_way: bool) -> Data:
    tile: Data = {}
    names: list[str] = []
    if random.random() < 0.6:
        tile["streets"] = _tile_streets(random, two_way)
        names = [f"{name} 1" for name in tile["streets"]]
    if not names or random.random() < 0.3:
        names += _write_out(random, tile, two_way, names)
    for name in names:
        tags = _tags(random)
        if tags:
            tile.setdefault("spaces", {}).setdefault(name, {})["tags"] = tags
    if random.random() < 0.7:
        tile["sites"] = {
            name: _tile_site(random, names) for name in random.sample(("Hall", "Gate", "Well"), random.randint(1, 2))
        }
    return tile


def _tile_site(random: Random, spaces: list[str]) -> Data:
    """A site by named spaces, or by those that are near."""
    if random.random() < 0.65:
        return _site(random, spaces)
    site: Data = {"tags": list(random.choice(OF_SITES)), "at": [random.randint(3, 57), random.randint(3, 57)]}
    if random.random() < 0.4:
        site["reach"] = random.choice((5, 12, 20))
    return site


def _tile_streets(random: Random, two_way: bool) -> dict[str, Data]:
    """One to three streets through a tile, or ending on it."""
    streets: dict[str, Data] = {}
    lines = {
        "Q": ("west 18", "east 18"),
        "R": ("west 42", "east 42"),
        "M": ("north 18", "south 18"),
        "N": ("north 42", "south 42"),
    }
    for name in random.sample(sorted(lines), random.randint(1, 3)):
        start, end = lines[name]
        if random.random() < 0.1:
            end = random.choice(("30 30", "east 27", "south 20"))
        streets[name] = _street(random, [start, end] if two_way or random.random() < 0.8 else [end, start])
        if two_way and isinstance(streets[name], str):
            streets[name] = streets[name].replace("->", "--")
    return streets


def _write_out(random: Random, tile: Data, two_way: bool, names: list[str]) -> list[str]:
    """Adds spaces without a street to a tile, and what joins them to each other and to the edges; their names."""
    own = list("abcd"[: random.randint(1, 4)])
    tile["spaces"] = {name: {"at": [5 + 12 * number, 8]} for number, name in enumerate(own)}
    spots = [*own, "X"] if random.random() < 0.5 else own
    if "X" in spots:
        tile["intersections"] = {"X": {}}
    pairs = [(a, b) for a in spots for b in spots if a < b and random.random() < 0.7]
    ways = ("--",) if two_way else ("--", "--", "->", "<-")
    tile["roads"] = [f"{a} {random.choice(ways)} {b}" for a, b in pairs] + (
        [f"{own[0]} -- {names[0]}"] if names and random.random() < 0.6 else []
    )
    edges = [f"{edge} {at}" for edge in ("north", "east", "south", "west") for at in (24, 30, 36)]
    taken = [edge for edge in edges if random.random() < (0.8 if edge.endswith("30") else 0.1)]
    kinds = ("both",) if two_way else ("both", "both", "in", "out")
    tile["exits"] = {
        edge: random.choice((spot, {"to": spot, "way": random.choice(kinds)}))
        for edge, spot in ((edge, random.choice(spots)) for edge in taken)
    }
    return own


def block_map(random: Random) -> Data:
    """A few blocks under any law of turning; the corners are unused where nobody comes there."""
    rows, columns = random.choice(((1, 1), (1, 1), (1, 2), (2, 1), (1, 3), (2, 2)))
    squares = random.choice((1, 1, 2) if rows * columns > 2 else (1, 1, 2, 3, 4 // rows // columns))
    found: Data = {"kind": "block-map", "blocks": {"rows": rows, "columns": columns, "squares": squares}}
    turns = ["right", "straight", "left", "u-turn"]
    taken = [turn for turn in turns if random.random() < (0.6 if turn == "u-turn" else 0.85)]
    if taken and random.random() < 0.8:
        found["turns"] = taken if random.random() < 0.7 else [random.choice(turns)]
    if random.random() < 0.4:
        found["drive"] = random.choice(("left", "right"))
    if random.random() < 0.25:
        found["turn-in-street"] = True
    wide, high = columns * (squares + 2) + 2, rows * (squares + 2) + 2
    if random.random() < 0.8:
        found["unused"] = ["1/1", f"{wide}/1", f"1/{high}", f"{wide}/{high}"]
    if random.random() < 0.3:
        sides = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        found["addresses"] = [side for side in sides if random.random() < 0.6]
    if random.random() < 0.2:
        found["blocks"]["names"] = [[f"B{row}{column}" for column in range(columns)] for row in range(rows)]
    squares_of = [f"{x}/{y}" for x in range(3, wide - 2) for y in (1, 2, high)]
    if squares_of:
        found["tags"] = {
            tag: random.sample(squares_of, min(len(squares_of), random.randint(1, 3)))
            for tag in (*TAGS, "address")
            if random.random() < 0.75
        }
    return found


SIDE_KINDS = ("river", "bridge", "wall", "wall", "door", "door", "secret door", "opening", "fence", "cliff", "gate")


def grid_map(random: Random) -> Data:
    """A few hexes or squares, with terrains that cost, sides of all kinds, roads, named cells and diagonals."""
    shape = random.choice(("hex-pointy", "hex-flat", "square", "square"))
    columns, rows = random.choice(((2, 2), (3, 2), (3, 3), (4, 2), (2, 4), (5, 1), (4, 3)))
    found: Data = {"kind": "grid-map", "cells": shape}
    if random.random() < 0.4:
        found["offset"] = random.choice(("odd", "even"))
    if random.random() < 0.3:
        found["names"] = "0101"
    if random.random() < 0.15:
        found["extent"] = f"{columns} x {rows}"
    else:
        signs = random.choice(("...", "..ff", "..fm", "..fm#", ".f#-"))
        lines = [[random.choice(signs) for _ in range(columns)] for _ in range(rows)]
        lines[0][0] = "."
        found["terrain"] = "\n".join(
            ("" if random.random() < 0.5 and columns < 2 else " ").join(each) for each in lines
        )
        districts = ["north", "south"][: random.choice((0, 1, 2, 2))]
        plain: Data = "plain" if not districts else {"terrain": "plain", "in": random.choice(districts)}
        wood: Data = "wood" if not districts else {"terrain": "wood", "in": districts[-1], "tags": _tags(random)}
        found["legend"] = {".": plain, "f": wood, "m": "moor", "#": "rock", "-": "none"}
        if districts:
            found["districts"] = {each: {} for each in districts}
        found["terrains"] = {
            "plain": {}, "wood": {"cost": random.choice((1, 2, 3)), "tags": _tags(random)},
            "moor": {"cost": random.choice((1, 4, 1000))}, "rock": {"closed": True},
        }  # fmt: skip
    if random.random() < 0.5:
        found["diagonals"] = random.choice((True, {"corners": "both"}, {"cost": random.choice((0, 1, 3))}))
    drawn = GridBuilder(found)
    _name_cells(random, found, drawn)
    if random.random() < 0.8:
        _draw_sides(random, found, drawn)
    if random.random() < 0.5:
        found["roads"] = _draw_roads(random, drawn)
        found["road-kinds"] = {"road": {"cost": random.choice((1, 2))}, "pass": {}}
    if random.random() < 0.35:
        _lay_cells(random, found, drawn)
    return found


def _lay_cells(random: Random, document: Data, drawn: GridBuilder) -> None:
    """Lays tiles over a few of the cells: with terrains, tags and edges, turned and shuffled or not."""
    winds = {"hex-pointy": ("NE", "E", "SE", "SW", "W", "NW"), "hex-flat": ("N", "NE", "SE", "S", "SW", "NW")}
    sides = winds.get(document["cells"], ("N", "E", "S", "W"))
    cells = random.sample([cell.name for cell in drawn.cells], min(len(drawn.cells), random.choice((1, 1, 2, 2, 3))))
    if random.random() < 0.2 and sum(cell.terrain == "wood" for cell in drawn.cells) in (1, 2):
        cells = ["wood"]
    turned = random.choice(("any", "half", "never", None)) if len(cells) < 2 else random.choice(("half", "never"))
    tiles: Data = {}
    for name in "RST"[: random.choice((1, 2, 2, 3))]:
        said: Data = {}
        if random.random() < 0.75:
            said["edges"] = _edges(random, sides)
        if "terrain" in document and random.random() < 0.4:
            said["terrain"] = random.choice(("plain", "wood", "moor", "rock"))
        tags = _tags(random)
        tiles[name] = {**said, **({"tags": tags} if tags else {})} or None
    if random.random() < 0.4 or len(tiles) < len(cells):
        first = next(iter(tiles))
        tiles[first] = {**(tiles[first] or {}), "copies": random.choice((2, 3))}
    document |= {"tiles": tiles, "tiles-on": cells if random.random() < 0.8 or len(cells) > 1 else cells[0]}
    if turned:
        document["turned"] = turned
    if random.random() < 0.3:
        document["shuffled"] = False
    if "legend" in document and random.random() < 0.4:
        meant = document["legend"]["m"]
        document["legend"]["m"] = {"terrain": meant, "edges": _edges(random, sides)}


def _edges(random: Random, sides: tuple[str, ...]) -> Data:
    """The sides over which roads leave: a list, or a mapping to kinds."""
    chosen = random.sample(sides, random.choice((0, 1, 2, 2, 3, len(sides))))
    if random.random() < 0.5:
        return chosen
    return {side: random.choice(("rail", "rail", "road", "stream")) for side in chosen}


def _name_cells(random: Random, document: Data, drawn: GridBuilder) -> None:
    """Names some of the cells; at times two in one district."""
    chosen = random.sample(drawn.cells, min(len(drawn.cells), random.randint(0, 3)))
    places = {}
    for name, cell in zip(("Home", "Mill", "Port"), chosen, strict=False):
        said: Data = {"at": cell.number}
        tags = _tags(random)
        places[name] = {**said, **({"tags": tags} if tags else {})}
        if document.get("districts") and random.random() < 0.4:
            places[name]["in"] = random.choice(sorted(document["districts"]))
    if places:
        document["places"] = places


def _draw_sides(random: Random, document: Data, drawn: GridBuilder) -> None:
    """Describes some of the sides, each in one of the ways in which a side can be written."""
    document["side-kinds"] = {
        "river": {"cost": random.choice((0, 1, 2))}, "gate": {"draw": "door", "cost": 1}, "cliff": {"closed": False},
    }  # fmt: skip
    numbers = [cell.number for cell in drawn.cells]
    pairs = [(one, two) for one, beyond in enumerate(drawn.around) for two in beyond.values()]
    winds = {"hex-pointy": ("NE", "E", "SE", "SW", "W", "NW"), "hex-flat": ("N", "NE", "SE", "S", "SW", "NW")}
    entries: list[Data] = []
    for _ in range(random.choice((1, 2, 4, 6))):
        entry: Data = {"kind": random.choice(SIDE_KINDS)}
        match random.randint(0, 9):
            case 0:
                entry["around"] = random.sample(numbers, random.randint(1, min(3, len(numbers))))
            case 1:
                entry["around"] = random.choice(("plain", "wood", *document.get("districts", ("rock",))))
            case 2 | 3:
                entry["of"] = random.choice(numbers)
                entry["towards"] = random.sample(
                    winds.get(document["cells"], ("N", "E", "S", "W")), random.randint(1, 3)
                )
            case 4:
                half = random.randint(1, len(numbers))
                shuffled = random.sample(numbers, len(numbers))
                entry["between"] = [shuffled[:half], shuffled[half:] or [shuffled[0]]]
            case _ if pairs:
                entry["between"] = [numbers[at] for at in random.choice(pairs)]
            case _:
                entry["around"] = [numbers[0]]
        if random.random() < 0.3:
            entry["name"] = random.choice(("Gate", "Ford", "Old gate"))
        if "between" in entry and random.random() < 0.2:
            entry["one-way"] = True
        entries.append(entry)
    document["sides"] = entries


def _draw_roads(random: Random, drawn: GridBuilder) -> list[Data]:
    """Roads from neighbour to neighbour, and at times along a straight line."""
    roads: list[Data] = []
    for _ in range(random.choice((1, 1, 2))):
        cells = [random.randrange(len(drawn.cells))]
        for _ in range(random.randint(1, 3)):
            beyond = sorted(drawn.around[cells[-1]].values())
            if beyond:
                cells.append(random.choice(beyond))
        names = [drawn.cells[at].number for at in cells]
        if len(names) < 2:
            continue
        road: Data = random.choice((names, " -- ".join(names)))
        roads.append(
            road if random.random() < 0.5 else {"through": road, "kind": random.choice(("road", "stream", "pass"))}
        )
    return roads or [[drawn.cells[0].number, drawn.cells[0].number]]
