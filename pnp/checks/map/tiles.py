"""Tiles of a city: their number, the names on them, points that must be on them, and the spaces that serve sites."""

from collections.abc import Iterator

from pnp.checks.map.subjects import hint_for
from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.messages import many
from pnp.model.maps.game_map import Point
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap


@check("off-tile", severity=ERROR)
def off_tile(tile_map: TileMap) -> Iterator[Fault]:
    """A street, a space or a site is outside its tile.

    Positions are measured from the top left corner of the tile. What is outside is not printed, and a street that
    crosses the edge does not connect to the next tile.

    Fix: move it onto the tile; a street that leaves the tile ends on the edge.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [130, 40], by: Quay 2}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [70, 30], by: Quay 2}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        for name, at, span in _points(tile):
            if not _is_on(tile, at):
                shown = f"[{at[0]:g}, {at[1]:g}]"
                yield Fault(span, f"'{name}' at {shown} lies outside of the tile of {tile.side:g} × {tile.side:g} mm")


def _points(tile: Tile) -> Iterator[tuple[str, Point, Span]]:
    for street in tile.streets:
        off = [point for point in street.points if not _is_on(tile, point)]
        yield from ((street.name, point, street.span) for point in off[:1])
    yield from ((space.name, space.at, space.span) for space in tile.spaces if space.at)
    yield from ((each.name, each.at, each.span) for each in tile.intersections if each.at)
    yield from ((site.id, site.at, site.span) for site in tile.sites if site.at)


def _is_on(tile: Tile, at: Point) -> bool:
    return all(0 <= part <= tile.side for part in at)


@check("unknown-run", severity=WARNING)
def unknown_run(tile_map: TileMap) -> Iterator[Fault]:
    """A street leaves out a run that it does not have.

    The runs of a street are its parts between intersections and ends, counted from 1.

    Fix: correct the number under `left-out`.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets:
              Quay: west -- east
              Mill Lane: {from: north, to: south, left-out: 3}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets:
              Quay: west -- east
              Mill Lane: {from: north, to: south, left-out: 2}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        for street, runs in zip(tile.streets, tile.plan.streets.runs_of, strict=True):
            for number in street.left_out:
                if number > runs:
                    there = "1 run" if runs == 1 else f"{runs} runs"
                    yield Fault(street.span, f"'{street.name}' leaves out run {number}, but it has {there}")


@check("unknown-space", severity=ERROR)
def unknown_space(tile_map: TileMap) -> Iterator[Fault]:
    """A tile does not have the named space.

    A space of a street is named by the street and its number: `Quay 2`. The keys under `spaces`, `by`, `roads` and
    `exits` name spaces of the same tile.

    Fix: correct the name; `pnp inspect` lists the spaces. A space without a street needs a position: `at: [20, 35]`.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Quai 1: {tags: [start]}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Quay 1: {tags: [start]}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        hint = hint_for({spot.name for spot in tile.plan.spots})
        for ref in dict.fromkeys(tile.plan.unknown):
            yield Fault(ref.span, f"'{tile.id}' has no space '{ref}'", hint(ref.name))


@check("same-space-name", severity=ERROR)
def same_space_name(tile_map: TileMap) -> Iterator[Fault]:
    """Two spaces, or a space and a site, have the same name.

    The name of a space is made of its tile, its street and its number. A site has its own name. With the same name, it
    is unclear which one is meant.

    Fix: rename a street, a space or a tile.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Pond: {at: [20, 20]}}
            intersections: {Pond: {}}
            roads: [Pond -- Quay 1]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Pond: {at: [20, 20]}}
            roads: [Pond -- Quay 1]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        for spot in tile.plan.doubled:
            yield Fault(spot.span, f"'{tile.id}' has two things named '{spot.name}'")
    known: dict[str, str] = {}
    for number, tile in enumerate(tile_map.tiles):
        for name in dict.fromkeys(f"{tile.id} {spot.name}" for spot in tile.plan.spots):
            if name in known:
                yield Fault(tile.span, f"'{name}' is the name of a space of '{known[name]}' too")
            known.setdefault(name, tile_map.tiles[number].id)
    for site in tile_map.sites:
        if site.id in known:
            yield Fault(site.span, f"the site '{site.id}' has the name of a space of '{known[site.id]}'")


@check("unserved-site", severity=ERROR)
def unserved_site(tile_map: TileMap) -> Iterator[Fault]:
    """No space serves a site, so no piece can reach it.

    A site is served by the spaces under `by`, or by those near its position: within its `reach`, or the nearest.

    Fix: name the spaces, move the site next to the street, or increase `reach`; `by: none` makes it scenery.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [80, 10], reach: 2}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [70, 30]}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        unknown = {ref.span for ref in tile.plan.unknown}
        for site, served in zip(tile.sites, tile.plan.served, strict=True):
            if not served and not site.scenery and unknown.isdisjoint(ref.span for ref in site.by):
                yield Fault(site.span, f"no space of '{tile.id}' serves '{site.id}'")


@check("too-few-tiles", severity=ERROR)
def too_few_tiles(tile_map: GridMap | TileMap) -> Iterator[Fault]:
    """There are fewer tiles than the city needs, or than the cells of a grid map that take one.

    A city has as many tiles as it has rows times columns. Requirements are not evaluated with fewer.

    Fix: add tiles, give some of them `copies`, or make the city smaller.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    number = len(tile_map.tiles)
    if number < tile_map.seats and not tile_map.damaged:
        there = "there is 1 tile" if number == 1 else f"there are {number} tiles"
        yield Fault(_where(tile_map), f"{there} for {_table(tile_map)}")


def _where(tile_map: GridMap | TileMap) -> Span:
    """Return the span of what says how many tiles are needed."""
    return tile_map.laying.on[0].span if tile_map.kind == "grid-map" else tile_map.span


def _table(tile_map: GridMap | TileMap) -> str:
    """Return what tiles are laid on, as text."""
    if tile_map.kind == "grid-map":
        return many(tile_map.seats, "cell")
    return f"a city of {tile_map.rows} × {tile_map.columns}"


@check("unused-tile", severity=WARNING)
def unused_tile(tile_map: GridMap | TileMap) -> Iterator[Fault]:
    """A tile is never used, because tiles are not shuffled and the city, or the chosen cells of a grid map, are full.

    Without shuffling, tiles are placed in their order, row by row. The rest is laid aside.

    Fix: make the city larger, delete the tile, or allow tiles to be shuffled.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        shuffled: false
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
          Garden:
            streets: {Rose Walk: west -- east, Elm Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
          Garden:
            streets: {Rose Walk: west -- east, Elm Lane: north -- south}
    """
    if not tile_map.shuffled and tile_map.seats:
        where = "the map takes tiles on" if tile_map.kind == "grid-map" else "the city has room for"
        room = many(tile_map.seats, "cell") if tile_map.kind == "grid-map" else f"{tile_map.seats} tiles"
        for tile in tile_map.tiles[tile_map.seats :]:
            yield Fault(tile.span, f"'{tile.id}' is never laid: {where} {room}")
