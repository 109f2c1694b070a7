"""Grid maps from Tiled, as JSON (.tmj) or XML (.tmx): tile layers become terrain, objects become named places.

The terrain of a cell is that of its topmost tile which has one: its property `terrain`, its class, or the terrain brush
of its tileset. A tile without one is called after its layer, on a map with one layer after its tileset and its number.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pnp.importing.drafts import Imported, ImportRefused, Losses, Names, clean, number, read_json
from pnp.importing.grids import MOST_CELLS, Cell, CellGround, GridDraft, Shape, grid_document
from pnp.scene.bitmaps import PictureRefused
from pnp.scene.svg_xml import Element, read_xml

MOST_ELEMENTS = 500_000
"""Elements of an XML file: one a cell if its tiles are not encoded."""

MOST_LAYERS, MOST_OBJECTS, MOST_TILESETS = 200, 10_000, 200

FLAGS = 0xF0000000
"""The bits of a tile's number that say how it is flipped and turned."""

SHAPES: dict[str, Shape] = {"orthogonal": "square", "isometric": "square", "oblique": "square"}

Siblings = Callable[[str], "bytes | None"]
"""Returns the content of a file in the folder of the map, None if it cannot be read."""


def import_tiled(value: Any, file: str, name: str, schema: str | None, siblings: Siblings) -> Imported:
    """Return the grid map of a map in Tiled's JSON. Raises ImportRefused."""
    return _TiledReader(value, siblings).imported(file, name, schema)


def import_tmx(content: bytes, file: str, name: str, schema: str | None, siblings: Siblings) -> Imported:
    """Return the grid map of a map in Tiled's XML. Raises ImportRefused."""
    root = _xml(content)
    if root.name != "map":
        raise ImportRefused(f"it begins with '{root.name[:40]}', not with 'map'", "save the map in Tiled again")
    return import_tiled(_map_value(root), file, name, schema, siblings)


# XML as the JSON that Tiled writes for the same map.


def _xml(content: bytes) -> Element:
    try:
        return read_xml(content, ("data", "chunk", "property"), MOST_ELEMENTS)
    except PictureRefused as refused:
        raise ImportRefused(refused.message, refused.hint) from None


def _map_value(root: Element) -> dict[str, Any]:
    return {
        **root.attributes,
        "infinite": root.attributes.get("infinite") == "1",
        "tilesets": [_tileset_value(each) for each in root.children if each.name == "tileset"],
        "layers": list(_layer_values(root)),
    }


def _layer_values(element: Element) -> Iterator[dict[str, Any]]:
    kinds = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
    for each in element.children:
        if each.name not in kinds:
            continue
        value: dict[str, Any] = {
            **each.attributes,
            "type": kinds[each.name],
            "visible": each.attributes.get("visible") != "0",
        }
        data = next((child for child in each.children if child.name == "data"), None)
        if each.name == "group":
            value["layers"] = list(_layer_values(each))
        elif each.name == "objectgroup":
            value["objects"] = [_object_value(child) for child in each.children if child.name == "object"]
        elif data is not None:
            value |= {key: data.attributes[key] for key in ("encoding", "compression") if key in data.attributes}
            chunks = [child for child in data.children if child.name == "chunk"]
            value |= {"chunks": [{**chunk.attributes, "data": _tiles(chunk)} for chunk in chunks]} if chunks else {}
            value |= {} if chunks else {"data": _tiles(data)}
        yield value


def _tiles(data: Element) -> Any:
    tiles = [each.attributes.get("gid", "0") for each in data.children if each.name == "tile"]
    return tiles or _text(data)


def _text(element: Element) -> str:
    return "".join(each for each in element.content if isinstance(each, str)).strip()


def _object_value(element: Element) -> dict[str, Any]:
    shapes = {each.name: True for each in element.children if each.name != "properties"}
    return {**element.attributes, **shapes}


def _properties(element: Element) -> list[dict[str, Any]]:
    groups = (each for each in element.children if each.name == "properties")
    return [
        {"name": each.attributes.get("name", ""), "value": each.attributes.get("value", _text(each))}
        for group in groups
        for each in group.children
    ]


def _tileset_value(element: Element) -> dict[str, Any]:
    children = list(element.children)
    sets = [child for each in children if each.name == "wangsets" for child in each.children]
    return {
        **element.attributes,
        "tiles": [{**each.attributes, "properties": _properties(each)} for each in children if each.name == "tile"],
        "terrains": [
            dict(child.attributes) for each in children if each.name == "terraintypes" for child in each.children
        ],
        "wangsets": [
            {
                "colors": [dict(each.attributes) for each in found.children if each.name.endswith("color")],
                "wangtiles": [dict(each.attributes) for each in found.children if each.name == "wangtile"],
            }
            for found in sets
        ],
    }


# Tilesets: the name of each tile as a terrain.


class TileNames(Struct):
    """The names of the tiles of a map, by their numbers; `first` are the first numbers of tilesets with their names."""

    named: dict[int, str] = field(default_factory=dict)
    tagged: dict[int, tuple[str, ...]] = field(default_factory=dict)
    first: list[tuple[int, str]] = field(default_factory=list)

    def fallback(self, tile: int) -> str:
        """Return the name of the tileset of a tile, and its number there."""
        start, name = max(((start, name) for start, name in self.first if start <= tile), default=(0, "tile"))
        return f"{name} {tile - start}"

    def read(self, tileset: Mapping[str, Any], first: int) -> None:
        """Read a tileset whose first tile has that number on the map."""
        self.first.append((first, clean(tileset.get("name"))[:40].strip() or "tile"))
        types = [clean(each.get("name")) for each in _mappings(tileset.get("terrains"))]
        for found in _mappings(tileset.get("wangsets")):
            colours = [clean(each.get("name")) for each in _mappings(found.get("colors"))]
            for tile in _mappings(found.get("wangtiles")):
                self._name(first, tile.get("tileid"), _commonest(_numbers(tile.get("wangid")), ["", *colours]))
        for tile in _mappings(tileset.get("tiles")):
            given = [(clean(each.get("name")), each.get("value")) for each in _mappings(tile.get("properties"))]
            said = {key: clean(each) for key, each in given}
            name = said.get("terrain") or clean(tile.get("type")) or clean(tile.get("class"))
            corners = [corner + 1 for corner in _numbers(tile.get("terrain"))]
            self._name(first, tile.get("id"), name or _commonest(corners, ["", *types]))
            where = whole(tile.get("id"))
            if where is not None:
                self.tagged[first + where] = tuple(
                    key[:60].strip() for key, each in given if key and each in (True, "true")
                )

    def _name(self, first: int, tile: object, name: str) -> None:
        at = whole(tile)
        if at is not None and name[:60].strip():
            self.named[first + at] = name[:60].strip()


def _commonest(corners: Sequence[int], names: Sequence[str]) -> str:
    """Return the name at most corners, the first of several; an empty text if no corner has one."""
    found = [names[each] for each in corners if 0 <= each < len(names) and names[each]]
    return max(found, key=found.count) if found else ""


def _numbers(value: Any) -> list[int]:
    """Return the whole numbers in a list, or in a text with commas; -1 for what is no number."""
    items = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    found = (whole(each) for each in items[:16])
    return [-1 if each is None else each for each in found]


def whole(value: object) -> int | None:
    """Return a whole number of a file, also one written as text; None for anything else."""
    found = number(value, 2**40)
    return int(found) if found is not None and found == int(found) else None


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the mappings in a list; old files have an object by number, whose keys are the ids."""
    if isinstance(value, dict):
        value = [{"id": key, **each} for key, each in value.items() if isinstance(each, dict)]
    yield from (each for each in value if isinstance(each, dict)) if isinstance(value, list) else ()


# Layers.


class _TiledReader:
    """Reads one map."""

    def __init__(self, value: Any, siblings: Siblings) -> None:
        self.losses, self.siblings, self.value = Losses(), siblings, value
        orientation = clean(value.get("orientation"))
        self.width, self.height = self._size("width"), self._size("height")
        self.tile_width, self.tile_height = self._size("tilewidth"), self._size("tileheight")
        self.by_rows = clean(value.get("staggeraxis")) != "x"
        if orientation == "hexagonal":
            self.shape: Shape = "hex-pointy" if self.by_rows else "hex-flat"
        elif orientation in SHAPES:
            self.shape = SHAPES[orientation]
        else:
            hint = "in Tiled choose Map > Map properties > Orientation: orthogonal or hexagonal"
            raise ImportRefused(f"a map with the orientation '{orientation[:40]}' has no hexes or squares", hint)
        self.isometric = orientation == "isometric"
        self.draft = GridDraft(self.shape, clean(value.get("staggerindex")) != "even")
        self.origin = (0, 0)

    def _size(self, key: str) -> int:
        found = whole(self.value.get(key))
        if found is None or not 0 <= found <= 2**20:
            raise ImportRefused(f"its {key} is no whole number", "save the map in Tiled again")
        return found

    def imported(self, file: str, name: str, schema: str | None) -> Imported:
        """Return the map."""
        tiles = TileNames()
        for tileset in list(_mappings(self.value.get("tilesets")))[:MOST_TILESETS]:
            first = whole(tileset.get("firstgid"))
            found = self._tileset(tileset)
            if first is not None and found is not None:
                tiles.read(found, first)
        layers = list(self._layers(self.value.get("layers"), 0))
        drawn = [
            (clean(each.get("name"))[:60].strip(), self._cells(each)) for each in layers if each["type"] == "tilelayer"
        ]
        self._set_origin(drawn)
        for cell, tile in self._topmost(drawn, tiles).items():
            self.draft.cells[cell] = tile
        names, taken = Names(self.losses), dict[Cell, str]()
        for layer in layers:
            if layer["type"] == "objectgroup":
                for each in list(_mappings(layer.get("objects")))[:MOST_OBJECTS]:
                    self._read_object(each, clean(layer.get("name")), names, taken)
            elif layer["type"] == "imagelayer":
                self.losses.add("image layers", f"'{clean(layer.get('name'))}'")
        source = f"Imported from {file}: a map of Tiled, {self.width} x {self.height} tiles."
        return grid_document(self.draft, name, source, schema, self.losses)

    def _tileset(self, tileset: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return a tileset; one in a separate file is read from there, if that is in the folder of the map."""
        source = clean(tileset.get("source"))
        if not source:
            return tileset
        content = self.siblings(source)
        if content is None:
            self.losses.add("tilesets that are not in the folder of the map", f"'{source[:60]}'")
            return {"name": source.rpartition("/")[2].rpartition(".")[0]}
        if source.lower().endswith(".tsx"):
            return _tileset_value(_xml(content))
        found = read_json(content)
        return found if isinstance(found, dict) else None

    def _layers(self, layers: Any, depth: int) -> Iterator[dict[str, Any]]:
        """Yield the layers from the bottom up, those in groups too; hidden ones are left out."""
        for layer in list(_mappings(layers))[:MOST_LAYERS]:
            kind = layer.get("type")
            if layer.get("visible") is False:
                self.losses.add("hidden layers", f"'{clean(layer.get('name'))}'")
            elif kind == "group" and depth < 16:
                yield from self._layers(layer.get("layers"), depth + 1)
            elif kind in ("tilelayer", "objectgroup", "imagelayer"):
                yield dict(layer)

    def _cells(self, layer: Mapping[str, Any]) -> dict[Cell, int]:
        """Return the tiles of a layer, without flags, by column and row; empty cells are left out."""
        found: dict[Cell, int] = {}
        chunks = list(_mappings(layer.get("chunks"))) or [{**layer, "x": 0, "y": 0}]
        for chunk in chunks:
            x, y, width, height = (whole(chunk.get(key)) for key in ("x", "y", "width", "height"))
            if x is None or y is None or not width or not height or width < 0 or height < 0:
                raise ImportRefused("a layer has no width and height", "save the map in Tiled again")
            if width * height + len(found) > MOST_CELLS:
                raise ImportRefused(f"a layer has more than {MOST_CELLS:,} cells", "make the map smaller")
            data = self._numbers(chunk.get("data"), layer, width * height)
            for at, tile in enumerate(data[: width * height]):
                if tile & ~FLAGS:
                    found[x + at % width, y + at // width] = tile & ~FLAGS
        return found

    def _numbers(self, data: Any, layer: Mapping[str, Any], count: int) -> list[int]:
        """Return the tiles of a layer as its encoding has them. Raises ImportRefused."""
        if isinstance(data, str) and layer.get("encoding") == "base64":
            return _decoded(data, clean(layer.get("compression")), count)
        items = data.split(",") if isinstance(data, str) else data
        if not isinstance(items, list) or len(items) < count:
            raise ImportRefused("a layer has fewer tiles than its width and height say", "save the map in Tiled again")
        return [(whole(each.strip() if isinstance(each, str) else each) or 0) for each in items[:count]]

    def _set_origin(self, drawn: Iterable[tuple[str, Mapping[Cell, int]]]) -> None:
        """Move the map so that its first cell is in column and row 0; a map without bounds begins anywhere."""
        cells = [cell for _, layer in drawn for cell in layer]
        if not cells or not self.value.get("infinite"):
            return
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        if (top if self.by_rows else left) % 2 and self.shape != "square":
            self.draft.odd = not self.draft.odd
        self.origin = left, top

    def _topmost(self, drawn: Sequence[tuple[str, Mapping[Cell, int]]], tiles: TileNames) -> dict[Cell, CellGround]:
        """Return what is in each cell: the terrain of the topmost tile that has one, and the tags of all its tiles."""
        found: dict[Cell, CellGround] = {}
        several = sum(bool(layer) for _, layer in drawn) > 1
        left, top = self.origin
        for layer_name, layer in drawn:
            for (x, y), tile in layer.items():
                cell = (x - left, y - top)
                before = found.get(cell)
                known = tiles.named.get(tile)
                if known is None and (before is None or several):
                    known = layer_name if several and layer_name else tiles.fallback(tile)
                tags = (*(before.tags if before else ()), *tiles.tagged.get(tile, ()))
                terrain = known or (before.terrain if before else "plain")
                found[cell] = CellGround(terrain, "", tuple(dict.fromkeys(tags)))
        return found

    # Objects.

    def _read_object(self, each: Mapping[str, Any], layer: str, names: Names, taken: dict[Cell, str]) -> None:
        kind = clean(each.get("type")) or clean(each.get("class"))
        text = clean(each.get("name"))
        shape = next((key for key in ("polygon", "polyline", "text") if each.get(key)), None)
        where = f"'{text or kind or clean(each.get('id'))}' of layer '{layer}'"
        x, y = number(each.get("x")), number(each.get("y"))
        if shape is not None or x is None or y is None:
            self.losses.add(f"{shape or 'object'}s", where)
            return
        width, height = number(each.get("width")) or 0.0, number(each.get("height")) or 0.0
        lift = -height / 2 if each.get("gid") is not None else height / 2  # a tile is anchored at its bottom left
        cell = self._cell_at(x + width / 2, y + lift)
        if cell not in self.draft.cells:
            self.losses.add("objects outside of the cells", where)
        elif cell in taken:
            self.losses.add("objects on the cell of another", f"{where} on '{taken[cell]}'")
        elif not text and not kind:
            self.losses.add("objects without a name", where)
        else:
            name = names.give((layer, clean(each.get("id")), x, y), text or kind, f"Place {len(taken) + 1}")
            taken[cell] = name
            self.draft.places[name] = (cell, {"tags": (kind[:60].strip(),)} if kind else {})

    def _cell_at(self, x: float, y: float) -> Cell:
        """Return the cell at a point in pixels."""
        wide, high = self.tile_width or 1, self.tile_height or 1
        left, top = self.origin
        if self.shape == "square":
            column = x // (high if self.isometric else wide)
            return int(column) - left, int(y // high) - top
        side = number(self.value.get("hexsidelength")) or 0.0
        odd = clean(self.value.get("staggerindex")) != "even"
        across, down = (wide, (high + side) / 2) if self.by_rows else ((wide + side) / 2, high)
        column, row = int(x // across), int(y // down)

        def distance(cell: Cell) -> float:
            shift = 0.5 if bool((cell[1] if self.by_rows else cell[0]) & 1) is odd else 0.0
            right, below = (shift, 0.0) if self.by_rows else (0.0, shift)
            centre = ((cell[0] + right) * across + wide / 2, (cell[1] + below) * down + high / 2)
            return (centre[0] - x) ** 2 + (centre[1] - y) ** 2

        near = [(column + i, row + j) for j in (-1, 0, 1) for i in (-1, 0, 1)]
        column, row = min(near, key=distance)
        return column - left, row - top


def _decoded(data: str, compression: str, count: int) -> list[int]:
    """Return the tiles of a layer in base64, which are little-endian numbers of 32 bits. Raises ImportRefused."""
    try:
        content = base64.b64decode(data.strip(), validate=False)
        if compression in ("zlib", "gzip"):
            content = zlib.decompressobj(47).decompress(content, 4 * count)  # 47: the header says which of the two
        elif compression:
            hint = "in Tiled choose Map > Map properties > Tile layer format: CSV"
            raise ImportRefused(f"its layers are compressed as '{compression[:40]}'", hint)
    except (binascii.Error, zlib.error, ValueError):
        raise ImportRefused("the tiles of a layer cannot be decoded", "save the map in Tiled again") from None
    if len(content) < 4 * count:
        raise ImportRefused("a layer has fewer tiles than its width and height say", "save the map in Tiled again")
    return list(struct.unpack(f"<{count}I", content[: 4 * count]))
