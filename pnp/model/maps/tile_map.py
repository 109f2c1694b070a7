"""Tiles in rows and columns."""

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
from pnp.model.reference import Ref
from pnp.source.tree import Node

# A tile map: square tiles with streets, laid in rows and columns; which tile lies where, the table chooses.

Turned = Literal["any", "half", "never"]
"""How tiles may be turned: by quarters, by halves, or not."""

STREET = 18.0
"""How wide streets are where a map says nothing: two pieces of 9 mm stand abreast."""

SPACE = 37.5
"""About how long a space is where a map says nothing."""


class TileMap(GameMap, frozen=True, kw_only=True, dict=True):
    """The map as its designer wrote it; what is derived is worked out when first asked for, hence no slots.

    `side` is that of a tile, `width` and `height` are those of the city. Where tiles are not `shuffled` each lies where
    it is printed, row by row in source order; else any may lie anywhere, and some may be left aside. Where all of them
    would have too many spaces, `crowded` is the first tile that was left out.
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
        """How many tiles make the city."""
        return self.rows * self.columns

    @property
    def designs(self) -> tuple[Tile, ...]:
        """The tiles, of copies the first."""
        return tuple({tile.span: tile for tile in reversed(self.tiles)}.values())[::-1]

    @property
    def plans(self) -> tuple[tuple[tuple[Street, ...], StreetPlan], ...]:
        """The streets of each design with their plan."""
        return tuple((tile.streets, tile.plan.streets) for tile in self.designs)

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns that a tile may lie in, in quarters clockwise."""
        match self.turned:
            case "any":
                return 0, 1, 2, 3
            case "half":
                return 0, 2
            case "never":
                return (0,)

    @cached_property
    def places(self) -> tuple[Area, ...]:
        """The spaces of all tiles; those in the printed city lie where they lie there."""
        return tuple(area for number, tile in enumerate(self.tiles) for area in self._spots(number, tile, stop=True))

    @property
    def through(self) -> tuple[Area, ...]:
        """The intersections of all tiles."""
        return tuple(area for number, tile in enumerate(self.tiles) for area in self._spots(number, tile, stop=False))

    @cached_property
    def sites(self) -> tuple[Area, ...]:
        """The sites of all tiles: each by its own name, with that of its tile before it where others share it."""
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
        """One tile by itself, as a city of one; None where there is no tile of that name."""
        found = tuple(each for each in self.tiles if each.id == tile)
        if not found:
            return None
        name = f"{self.id} {tile}"
        return replace(self, id=name, rows=1, columns=1, tiles=found, width=self.side, height=self.side)

    @property
    def marks(self) -> frozenset[str]:
        """The spaces and sites by their names."""
        return frozenset(area.id for area in (*self.places, *self.sites))

    def _spots(self, number: int, tile: Tile, *, stop: bool) -> Iterator[Area]:
        for spot in tile.plan.spots:
            if spot.stop is stop:
                name, said = f"{tile.id} {spot.name}", spot.written
                at = self._on_map(number, spot.at) if spot.at else None
                label, tags = (said.label, said.tags) if said else ("", ())
                yield Area(name, label, name, spot.span, at, tile.district, tags)

    def _on_map(self, number: int, at: Vector) -> Point | None:
        """Where a point of a tile lies in the printed city; None on a tile that lies aside."""
        if number >= self.cells:
            return None
        row, column = divmod(number, self.columns)
        return at[0] / UNIT + column * self.side, at[1] / UNIT + row * self.side

    @property
    def ways(self) -> int:
        """How many streets and roads are written on its tiles."""
        return sum(len(tile.streets) + len(tile.roads) for tile in self.tiles)

    @property
    def said_tags(self) -> frozenset[str]:
        """The tags that are written anywhere, at spaces that are not there too."""
        return self.tags | {tag.name for tile in self.designs for space in tile.spaces for tag in space.tags}

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons that are drawn on it: of districts, sites and spaces."""
        yield from (district.icon for district in self.districts if district.icon)
        yield from (site.icon for site in self.sites if site.icon)
        yield from (space.icon for tile in self.tiles for space in tile.spaces if space.icon)


def read_tile_map(root: Node, name: str, damaged: bool = False) -> TileMap:
    """The tile map that stands in the document `root`, which its schema has passed."""
    side, city, tiles = root["tile"].number, root["city"], root.get("tiles")
    street = root["street"].number if "street" in root else STREET
    space = root["space"].number if "space" in root else SPACE
    rows, columns = city["rows"].integer, city["columns"].integer
    every = (each for item in tiles.items() for each in read_tiles(*item, side, street, space)) if tiles else ()
    kept, crowded = _kept(every)
    return TileMap(
        **{**read_head(root, name, damaged or crowded is not None), "width": columns * side, "height": rows * side},
        side=side,
        rows=rows,
        columns=columns,
        tiles=kept,
        turned=root["turned"].text if "turned" in root else "any",  # type: ignore[arg-type]  # the schema has said so
        shuffled="shuffled" not in root or root["shuffled"].value is True,
        street=street,
        lost=tiles.lost if tiles else frozenset(),
        crowded=crowded,
    )


def _kept(tiles: Iterable[Tile]) -> tuple[tuple[Tile, ...], Tile | None]:
    """The tiles whose spaces are not too many, and the first of which they are."""
    kept: list[Tile] = []
    spaces = 0
    for tile in tiles:
        spaces += len(tile.plan.spots)
        if spaces > MOST_SPACES:
            return tuple(kept), tile
        kept.append(tile)
    return tuple(kept), None


# Tiles as they lie on the table: turned by quarters, in another order.


def laid(tile_map: TileMap, lyings: Sequence[tuple[int, int]]) -> TileMap:
    """The map whose printed city is that arrangement: for each cell the number of a tile, and its quarters clockwise.

    The tiles that lie aside follow.
    """
    aside = set(range(len(tile_map.tiles))) - {number for number, _ in lyings}
    on_table = (turned(tile_map.tiles[number], quarters) for number, quarters in lyings)
    return replace(tile_map, tiles=(*on_table, *(tile_map.tiles[number] for number in sorted(aside))))


def turned(tile: Tile, quarters: int) -> Tile:
    """The tile turned clockwise by so many quarters: all names stay, all points move."""

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
