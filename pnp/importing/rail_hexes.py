"""Grid maps from the games of 18xx-maker: hexes with cities, towns, terrain, printed tracks and borders.

There a hex is called by a letter and a number. On flat hexes, the letter is the column and the number counts half rows;
on pointy ones, the letter is the row and the number counts half columns. So neighbours in a line differ by 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct, field

from pnp.importing.drafts import Imported, ImportRefused, Losses, Names, clean, limited, number
from pnp.importing.grids import MOST_CELLS, Cell, CellGround, GridDraft, grid_document

FLAT = ("S", "SW", "NW", "N", "NE", "SE")
POINTY = ("W", "NW", "NE", "E", "SE", "SW")
"""The sides 1 to 6 of flat and of pointy hexes, clockwise."""

STEPS = {
    "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1), "N": (0, -2), "NE": (1, -1), "SE": (1, 1)
}  # fmt: skip
"""From a flat hex to its neighbours: columns, and half rows. On pointy ones, rows and half columns are their mirror."""

CORNERS = ((-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1))
"""The corners 1 to 6 of a flat hex from its middle, clockwise from the west; pointy hexes are turned to the left."""

TURNS = {"sharp": 1, "gentle": 2, "straight": 3}
"""The sides between the two ends of a track by its type; any other ends in the middle of the hex."""

TERRAIN_COLOURS = {"water": "water", "offboard": "offboard", "offboard2": "offboard", "mountain": "mountain"}
"""Colours of hexes that are a terrain."""

STOPS = {"cities": "city", "towns": "town", "centerTowns": "town", "boomtowns": "town"}
"""What is named in a hex, and the tag that it gives."""

TAKEN = frozenset(
    ("hexes", "color", "names", "terrain", "track", "borders", "removeBorders", "offBoardRevenue", *STOPS)
)  # fmt: skip
LOST_OF_MAPS = {
    "lines": "lines",
    "borderTexts": "texts at borders",
    "market": "markets",
    "roundTracker": "round tracks",
}

HEX = re.compile(r"([A-Za-z]{1,3})([0-9]{1,3})")
WORD = re.compile(r"[^\W\d_]{3}")
CORNER = re.compile(r"([A-Za-z]{1,3}[0-9]{1,3})p([1-6])")


class RailHex(Struct):
    """A hex: its letter and number as coordinates, and what its entries say, tags and names as keys in order."""

    name: str
    letter: int
    number: int
    terrain: str = "plain"
    tags: dict[str, None] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    tracks: set[int] = field(default_factory=set)
    borders: dict[int, str] = field(default_factory=dict)
    open_sides: set[int] = field(default_factory=set)


def import_rail_map(value: Any, file: str, name: str, schema: str | None) -> Imported:
    """Return the grid map of a game of 18xx-maker. Raises ImportRefused."""
    maps = value["map"] if isinstance(value["map"], list) else [value["map"]]
    first, info = maps[0] if maps else None, value.get("info")
    if not isinstance(first, dict) or not isinstance(first.get("hexes"), list):
        raise ImportRefused("its map has no list of hexes", "save it as a game of 18xx-maker")
    flat = isinstance(info, dict) and info.get("orientation") == "horizontal"
    title = clean(info.get("title"))[:80].strip() if isinstance(info, dict) else ""
    reader = _RailReader(flat)
    for _ in maps[1:]:
        reader.losses.add("further maps")
    reader.read(first)
    return reader.imported(title or name, file, schema)


class _RailReader:
    """Reads the hexes of one map."""

    def __init__(self, flat: bool) -> None:
        self.flat, self.losses = flat, Losses()
        self.hexes: dict[str, RailHex] = {}
        self.sides = FLAT if flat else POINTY

    def read(self, rail_map: Mapping[str, Any]) -> None:
        """Read all entries of the map."""
        for entry in rail_map["hexes"]:
            names = entry.get("hexes") if isinstance(entry, dict) else None
            if not isinstance(names, list):
                self.losses.add("entries without a list of hexes")
                continue
            for text in names:
                self._read_hex(clean(text), entry)
        limited(self.hexes, MOST_CELLS, "hexes")
        if not self.hexes:
            raise ImportRefused("its map has no hexes", "save it as a game of 18xx-maker")
        for key, what in LOST_OF_MAPS.items():
            if rail_map.get(key):
                self.losses.add(what)
        self._read_borders(_mappings(rail_map.get("borders")))

    def _read_hex(self, name: str, entry: Mapping[str, Any]) -> None:
        found = HEX.fullmatch(name)
        if found is None:
            self.losses.add("hexes whose name is no letter and number", f"'{name[:40]}'")
            return
        letter = 0
        for sign in found[1].upper():
            letter = letter * 26 + ord(sign) - ord("A") + 1
        if name in self.hexes:
            self.losses.add("hexes that are listed twice", f"'{name}'")
        each = self.hexes.setdefault(name, RailHex(name, letter, int(found[2])))
        colour = clean(entry.get("color"))
        if colour in TERRAIN_COLOURS:
            each.terrain = TERRAIN_COLOURS[colour]
        self._read_terrain(each, entry)
        self._read_names(each, entry)
        self._read_sides(each, entry)
        each.open_sides |= {side - 1 for side in _whole_numbers(entry.get("removeBorders")) if 1 <= side <= 6}
        for key in entry:
            if key not in TAKEN:
                self.losses.add(f"{clean(key)[:40]} of hexes", f"'{name}'")

    def _read_sides(self, each: RailHex, entry: Mapping[str, Any]) -> None:
        for track in _mappings(entry.get("track")):
            side = number(track.get("side"))
            if side is None or side not in range(1, 7):
                self.losses.add("tracks without a side", f"'{each.name}'")
                continue
            turn = TURNS.get(clean(track.get("type")), 0)
            each.tracks |= {int(side) - 1, (int(side) - 1 + turn) % 6}
        for border in _mappings(entry.get("borders")):
            side = number(border.get("side"))
            if side is not None and side in range(1, 7):
                each.borders[int(side) - 1] = clean(border.get("color")) or "black"

    def _read_terrain(self, each: RailHex, entry: Mapping[str, Any]) -> None:
        for terrain in _mappings(entry.get("terrain")):
            kind, cost = clean(terrain.get("type"))[:40].strip(), number(terrain.get("cost"))
            if kind and each.terrain == "plain":
                each.terrain = kind
            tag = f"cost {cost:g}" if cost else ""
            each.tags |= {tag: None} if tag else {}

    def _read_names(self, each: RailHex, entry: Mapping[str, Any]) -> None:
        for key, tag in STOPS.items():
            for stop in _mappings(entry.get(key)):
                each.tags[tag] = None
                self._add_name(each, stop)
        revenue = entry.get("offBoardRevenue")
        if isinstance(revenue, dict):
            self._add_name(each, revenue)
        for text in _mappings(entry.get("names")):
            if not each.names and WORD.search(clean(text.get("name"))):
                self._add_name(each, text)
            elif clean(text.get("name")) not in each.names:
                self.losses.add("further names of hexes", f"'{each.name}'")

    def _add_name(self, each: RailHex, stop: Mapping[str, Any]) -> None:
        named = stop.get("name")
        text = clean(named.get("name") if isinstance(named, dict) else named)
        each.names |= {text: None} if text else {}

    def _read_borders(self, borders: Iterable[Mapping[str, Any]]) -> None:
        """Read lines along corners: a step from corner to corner is a side of a hex, or stays at the same point."""
        known = {
            frozenset((self._corner(each, side), self._corner(each, side + 1))): (each, side)
            for each in reversed(self.hexes.values())
            for side in range(6)
        }
        for border in borders:
            colour = clean(border.get("color")) or "black"
            corners = [CORNER.fullmatch(clean(each)) for each in _items(border.get("coords"))]
            points = [
                (found[0], self._corner(self.hexes[found[1]], int(found[2]) - 1))
                for found in corners
                if found and found[1] in self.hexes
            ]
            if len(points) < len(corners):
                self.losses.add("lines that do not follow the sides of hexes", clean(border.get("color")))
            for (_, one), (name, other) in pairwise(points):
                each, side = known.get(frozenset((one, other)), (None, 0))
                if each is not None:
                    each.borders.setdefault(self._side_at(side), colour)
                elif one != other:
                    self.losses.add("lines that do not follow the sides of hexes", f"to '{name}'")

    def _corner(self, each: RailHex, corner: int) -> tuple[int, int]:
        """Return a corner from 0 to 6, clockwise, in units that corners share: a sixth of the width across corners."""
        x, y = CORNERS[corner % 6]
        return (3 * each.letter + x, each.number + y) if self.flat else (each.number + y, 3 * each.letter - x)

    def _side_at(self, corner: int) -> int:
        """Return the side that begins at a corner, clockwise: 3 in the west of flat hexes, 6 in the south of others."""
        return (corner + (2 if self.flat else 5)) % 6

    # From letters and numbers to columns and rows.

    def imported(self, name: str, file: str, schema: str | None) -> Imported:
        """Return the map."""
        kept = self._on_one_grid()
        least_letter, least = min(each.letter for each in kept), min(each.number for each in kept)
        first_shifted = any(each.letter == least_letter and (each.number - least) % 2 for each in kept) or not any(
            (each.letter - least_letter - each.number + least) % 2 == 0 for each in kept
        )
        draft = GridDraft("hex-flat" if self.flat else "hex-pointy", not first_shifted)
        by_place = {(each.letter, each.number): each for each in kept}
        at: dict[str, Cell] = {}
        names = Names(self.losses)
        for each in sorted(kept, key=lambda each: (each.letter, each.number)):
            along, across = each.letter - least_letter, (each.number - least) // 2
            cell = at[each.name] = (along, across) if self.flat else (across, along)
            draft.cells[cell] = CellGround(each.terrain, "", tuple(sorted(each.tags)))
            if each.names:
                draft.places[names.give(each.name, " & ".join(each.names), each.name)] = (cell, {})
        for terrain in ("water", "offboard"):
            draft.terrains[terrain] = {"closed": True} if terrain == "water" else {"draw": "sand"}
        draft.roads = list(self._roads(kept, by_place))
        draft.sides = list(self._borders(kept, by_place))
        first = {"column": least_letter, "row": least} if self.flat else {"column": least, "row": least_letter}
        draft.numbers = {"like": "A1", **first, **({} if self.flat else {"letters": "rows"}), "doubled": True}
        source = f"Imported from {file}: a game of 18xx-maker, {len(self.hexes):,} hexes."
        return grid_document(draft, name, source, schema, self.losses, {cell: each for each, cell in at.items()})

    def _on_one_grid(self) -> list[RailHex]:
        """Return the hexes without those that would be between the cells of most others."""
        even = [each for each in self.hexes.values() if (each.letter + each.number) % 2 == 0]
        odd = [each for each in self.hexes.values() if (each.letter + each.number) % 2]
        kept, stray = (even, odd) if len(even) >= len(odd) else (odd, even)
        for each in stray:
            self.losses.add("hexes between the others: letter and number do not fit together", f"'{each.name}'")
        return kept

    def _beyond(self, each: RailHex, side: int, by_place: Mapping[tuple[int, int], RailHex]) -> RailHex | None:
        """Return the hex beyond a side."""
        if self.flat:
            along, across = STEPS[FLAT[side]]
        else:  # mirrored at the diagonal: W is N, NW is itself
            across, along = {"W": (-2, 0), "NW": (-1, -1), "NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1)}[
                POINTY[side]
            ]
        return by_place.get((each.letter + along, each.number + across))

    def _roads(self, kept: Iterable[RailHex], by_place: Mapping[tuple[int, int], RailHex]) -> Iterator[dict[str, Any]]:
        """Yield a road for each two printed tracks that meet."""
        for each in sorted(kept, key=lambda each: (each.letter, each.number)):
            for side in sorted(each.tracks):
                other = self._beyond(each, side, by_place)
                if other is None:
                    self.losses.add("tracks that end at no hex", f"'{each.name}' towards {self.sides[side]}")
                elif (side + 3) % 6 in other.tracks and (each.letter, each.number) < (other.letter, other.number):
                    yield {"through": f"{each.name} -- {other.name}", "kind": "rail"}

    def _borders(
        self, kept: Iterable[RailHex], by_place: Mapping[tuple[int, int], RailHex]
    ) -> Iterator[dict[str, Any]]:
        """Yield the described sides of each hex, once for both of its hexes."""
        done: set[tuple[str, int]] = set()
        for each in sorted(kept, key=lambda each: (each.letter, each.number)):
            by_kind: dict[str, list[str]] = {}
            for side, colour in sorted(each.borders.items()):
                other = self._beyond(each, side, by_place)
                if (each.name, side) in done:
                    continue
                if other is not None:
                    back = (side + 3) % 6
                    done.add((other.name, back))
                    if other.borders.get(back, colour) != colour:
                        where = f"'{each.name}' and '{other.name}'"
                        self.losses.add("sides that their two hexes describe differently", where)
                by_kind.setdefault("river" if colour == "water" else "border", []).append(self.sides[side])
            for kind, towards in by_kind.items():
                yield {"kind": kind, "of": each.name, "towards": towards}
            for side in sorted(each.open_sides):
                other = self._beyond(each, side, by_place)
                if other is None or (side + 3) % 6 not in other.open_sides:
                    where = f"'{each.name}' towards {self.sides[side]}"
                    self.losses.add("borders that only one of two hexes removes", where)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the mappings in a list; a mapping alone counts as a list."""
    for each in [value] if isinstance(value, dict) else _items(value):
        if isinstance(each, dict):
            yield each


def _whole_numbers(value: Any) -> Iterator[int]:
    for each in _items(value):
        found = number(each)
        if found is not None and found == int(found):
            yield int(found)
