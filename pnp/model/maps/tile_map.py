"""Tile maps: square tiles in rows and columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, Literal

from msgspec.structs import replace

from pnp.geometry.street_lines import Vector
from pnp.geometry.street_plan import MOST_SPACES, UNIT, Street, StreetPlan, to_units
from pnp.model.maps.game_map import Area, GameMap, Point, read_head
from pnp.model.maps.tile import Tile, read_tiles
from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node

# A tile map: square tiles with streets, laid in rows and columns; the players choose the arrangement.

Turned = Literal["any", "half", "never"]
"""How tiles may be rotated: by quarter turns, by half turns, or not."""

STREET = 18.0
"""Default width of streets, in millimetres: two pieces of 9 mm fit next to each other."""

SPACE = 37.5
"""Default approximate length of a space, in millimetres."""


class TileMap(GameMap, frozen=True, kw_only=True, dict=True):
    """The map as its designer wrote it; derived values are cached, which needs a `__dict__`.

    `side` is the side of a tile, `width` and `height` are the size of the city. If tiles are not `shuffled`, each is in
    its printed cell, row by row in source order. Otherwise any tile may be in any cell, and some may remain unused.
    `crowded` is the first tile that was omitted because there are too many spaces, or None.
    """

    kind: ClassVar[Literal["tile-map"]] = "tile-map"

    side: float
    rows: int
    columns: int
    tiles: tuple[Tile, ...]
    turned: Turned = "any"
    shuffled: bool = True
    street: float = STREET
    crowded: Tile | None = None

    @property
    def cells(self) -> int:
        """The number of cells of the city."""
        return self.rows * self.columns

    @property
    def seats(self) -> int:
        """The number of tiles on the table."""
        return self.cells

    @property
    def designs(self) -> tuple[Tile, ...]:
        """The tiles without repeated copies."""
        return tuple({tile.span: tile for tile in reversed(self.tiles)}.values())[::-1]

    @property
    def plans(self) -> tuple[tuple[tuple[Street, ...], StreetPlan], ...]:
        """The streets of each design with their plan."""
        return tuple((tile.streets, tile.plan.streets) for tile in self.designs)

    @property
    def turns(self) -> tuple[int, ...]:
        """The rotations of a tile, in quarter turns clockwise."""
        match self.turned:
            case "any":
                return 0, 1, 2, 3
            case "half":
                return 0, 2
            case "never":
                return (0,)

    @cached_property
    def places(self) -> tuple[Area, ...]:
        """The spaces of all tiles; the ones of tiles in the printed city have positions on it."""
        return tuple(area for number, tile in enumerate(self.tiles) for area in self._spots(number, tile, stop=True))

    @property
    def through(self) -> tuple[Area, ...]:
        """The intersections of all tiles."""
        return tuple(area for number, tile in enumerate(self.tiles) for area in self._spots(number, tile, stop=False))

    @cached_property
    def sites(self) -> tuple[Area, ...]:
        """The sites of all tiles, by name; sites of the same name have the name of their tile as a prefix."""
        names = Counter(site.id for tile in self.tiles for site in tile.sites)
        return tuple(
            Area(
                site.id if names[site.id] == 1 else f"{tile.id} {site.id}", site.name, site.name, site.span,
                self._on_map(number, to_units(site.at)) if site.at else None, tile.district, site.tags, site.icon,
            )
            for number, tile in enumerate(self.tiles)
            for site in tile.sites
        )  # fmt: skip

    def only(self, tile: str) -> TileMap | None:
        """Return one tile as a city of a single cell; None if there is no tile of that name."""
        found = tuple(each for each in self.tiles if each.id == tile)
        if not found:
            return None
        name = f"{self.id} {tile}"
        return replace(self, id=name, rows=1, columns=1, tiles=found, width=self.side, height=self.side)

    @property
    def marks(self) -> frozenset[str]:
        """The names of the spaces and sites."""
        return frozenset(area.id for area in (*self.places, *self.sites))

    def _spots(self, number: int, tile: Tile, *, stop: bool) -> Iterator[Area]:
        for spot in tile.plan.spots:
            if spot.stop is stop:
                name, said = f"{tile.id} {spot.name}", spot.written
                at = self._on_map(number, spot.at) if spot.at else None
                label, tags = (said.label, said.tags) if said else ("", ())
                yield Area(name, label, name, spot.span, at, tile.district, tags)

    def _on_map(self, number: int, at: Vector) -> Point | None:
        """Return the position of a tile's point in the printed city; None for tiles outside it."""
        if number >= self.cells:
            return None
        row, column = divmod(number, self.columns)
        return at[0] / UNIT + column * self.side, at[1] / UNIT + row * self.side

    @property
    def ways(self) -> int:
        """The number of streets and roads on its tiles."""
        return sum(len(tile.streets) + len(tile.roads) for tile in self.tiles)

    @property
    def said_tags(self) -> frozenset[str]:
        """All tags in the document, including those of spaces that do not exist."""
        return self.tags | {tag.name for tile in self.designs for space in tile.spaces for tag in space.tags}

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons that are drawn on it: of districts, sites and spaces."""
        yield from (district.icon for district in self.districts if district.icon)
        yield from (site.icon for site in self.sites if site.icon)
        yield from (space.icon for tile in self.tiles for space in tile.spaces if space.icon)


def read_tile_map(root: Node, name: str, damaged: bool = False) -> TileMap:
    """Return the tile map described in `root`, which its schema has validated."""
    side, city, tiles = root["tile"].number, root["city"], root.entries("tiles")
    street = root["street"].number if "street" in root else STREET
    space = root["space"].number if "space" in root else SPACE
    rows, columns = city["rows"].integer, city["columns"].integer
    every = (each for item in tiles for each in read_tiles(*item, side, street, space))
    kept, crowded = _within_limit(every)
    return read_record(
        TileMap,
        root,
        **{**read_head(root, name, damaged or crowded is not None), "width": columns * side, "height": rows * side},
        side=side,
        rows=rows,
        columns=columns,
        tiles=kept,
        lost=root["tiles"].lost if "tiles" in root else frozenset(),
        crowded=crowded,
    )


def _within_limit(tiles: Iterable[Tile]) -> tuple[tuple[Tile, ...], Tile | None]:
    """Return the tiles within the limit of spaces, and the first one beyond it, or None."""
    kept: list[Tile] = []
    spaces = 0
    for tile in tiles:
        spaces += len(tile.plan.spots)
        if spaces > MOST_SPACES:
            return tuple(kept), tile
        kept.append(tile)
    return tuple(kept), None


# Tiles in an arrangement: rotated, and in another order.


def laid(tile_map: TileMap, lyings: Sequence[tuple[int, int]]) -> TileMap:
    """Return the map with that arrangement as its printed city.

    `lyings` has the number of a tile and its quarter turns clockwise for each cell; unused tiles follow.
    """
    aside = set(range(len(tile_map.tiles))) - {number for number, _ in lyings}
    on_table = (turned(tile_map.tiles[number], quarters) for number, quarters in lyings)
    return replace(tile_map, tiles=(*on_table, *(tile_map.tiles[number] for number in sorted(aside))))


def turned(tile: Tile, quarters: int) -> Tile:
    """Return the tile rotated clockwise by that many quarter turns; names do not change."""

    def point(at: Point) -> Point:
        x, y = at
        for _ in range(quarters % 4):
            x, y = tile.side - y, x
        return x, y

    def spot(at: Point | None) -> Point | None:
        return None if at is None else point(at)

    return replace(
        tile,
        streets=tuple(replace(street, points=tuple(map(point, street.points))) for street in tile.streets),
        spaces=tuple(
            replace(it, at=spot(it.at), heading=(it.heading + 90 * quarters) % 360 if it.at else it.heading)
            for it in tile.spaces
        ),
        intersections=tuple(replace(it, at=spot(it.at)) for it in tile.intersections),
        roads=tuple(replace(road, via=tuple(map(point, road.via))) for road in tile.roads),
        exits=tuple(replace(it, at=point(it.at)) for it in tile.exits),
        sites=tuple(replace(site, at=spot(site.at)) for site in tile.sites),
    )
