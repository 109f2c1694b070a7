"""Sites of a tile and the spaces that serve them."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.maps.tile_map import TileMap


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
