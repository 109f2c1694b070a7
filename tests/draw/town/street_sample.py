"""A city of streets and one of tiles, as large as boards are, for what is drawn of them."""

from __future__ import annotations

from functools import cache

from pnp.facts.look import Look, look_of
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile_map import TileMap
from tests.draw.desk import ROOT, game, read

CITY = """
kind: street-map
name: Harbour city
size: 360 x 500
mouths: crosswalks
space: 20
crosswalk-depth: 5
waterfront: [south]
districts:
  Old town: {icon: crown, colour: heart, tint: heart-tint, at: [84, 70]}
  Docks: {icon: flag, colour: diamond, tint: diamond-tint, at: [160, 430]}
  Gardens: {icon: sun, colour: club, tint: club-tint, at: [280, 130]}
  Mills: {icon: star, colour: spade, tint: spade-tint, at: [290, 350]}
streets:
  North Street: 24 24 -- 336 24
  Market Street: 24 96 -- 336 96
  Church Street: 24 168 -- 336 168
  High Street: 24 240 -- 336 240
  Mill Street: {from: [24, 312], to: [336, 312], left-out: 4}
  Rope Walk: 24 384 -- 336 384
  Quay: 24 444 -- 102 456 -- 336 456
  West Road: 24 24 -- 24 444
  King Street: 102 24 -- 102 456
  Middle Row: 180 24 -- 180 456
  Queen Street: 258 24 -- 258 456
  East Road: 336 24 -- 336 456
  Long Avenue: 102 384 -- 258 96
  Mews: 258 204 -> 336 204
numbers: {North Street 2: 1, North Street 7: 2, Market Street 5: 3, High Street 2: 4, High Street 8: 5,
  Mill Street 2: 6, Rope Walk 2: 7, Quay 5: 8, King Street 6: 9, East Road 6: 10, West Road 8: 11, Long Avenue 2: 12}
tags:
  special: [North Street 1, North Street 5, Market Street 2, Market Street 8, Church Street 3, High Street 2,
    High Street 6, Mill Street 1, Rope Walk 5, Rope Walk 8, Quay 2, Quay 8, West Road 3, West Road 10,
    King Street 7, King Street 11, Middle Row 2, Queen Street 2, East Road 5, East Road 10, Long Avenue 3]
one-way-spots: [North Street 4, Market Street 7, High Street 5, Rope Walk 4, West Road 5, King Street 9, Queen Street 6,
  East Road 3, Quay 7]
lots:
  Garage: {at: [141, 132], size: 44 x 36, bays: 3, exit: King Street 4, entrance: King Street 4, tags: [start],
    crosswalk: true}
sites:
  Lighthouse: {by: Quay 11, at: [297, 420], landmark: true, icon: start}
  Obelisk: {by: [Rope Walk 1, West Road 9], at: [63, 346], landmark: true, icon: gem}
  Corn Exchange: {by: High Street 3, icon: coin, tags: [goal]}
  Fish market: {by: Quay 4, icon: store, tags: [goal]}
  Old mill: {by: Mill Street 2, icon: meter, tags: [goal]}
  Chapel: {by: Church Street 2, icon: moon, tags: [goal]}
  Clockmaker: {by: King Street 8, icon: clock}
  Bakery: {by: West Road 6, icon: shield}
  Harbour office: {by: Quay 1, icon: flag}
  Museum of maps: {by: Long Avenue 4, icon: compass}
  Post office: {by: East Road 5, icon: sheet}
  School: {by: Queen Street 8, icon: ruler}
  Theatre: {by: Market Street 7, icon: stereo}
requirements:
  - connected: true
"""

TILES = """
kind: tile-map
name: Four corners
tile: 186
street: 18
space: 37.5
city: {rows: 2, columns: 2}
districts:
  North: {icon: crown, colour: heart, tint: heart-tint}
  East: {icon: flag, colour: diamond, tint: diamond-tint}
tiles:
  Hill:
    in: North
    streets: &grid {A Street: west 46.5 -- east 46.5, B Street: west 139.5 -- east 139.5,
      C Street: north 46.5 -- south 46.5, D Street: north 139.5 -- south 139.5}
    sites:
      Opera: {at: [93, 80], landmark: true, icon: crown, by: [A Street 2]}
      Bakery: {by: [A Street 1], icon: store}
      Stack: {at: [93, 167], plot: 34 x 24, icon: stack, by: [B Street 2]}
  Harbour:
    in: East
    streets: *grid
    spaces: {A Street 2: {icon: start, tags: [start]}}
    sites:
      Lighthouse: {at: [93, 93], landmark: true, icon: flag, by: [C Street 2]}
  Park:
    streets: {A Street: west 46.5 -- east 46.5, B Street: west 139.5 -- east 139.5,
      C Street: {from: north 46.5, to: south 46.5, left-out: 2}, D Street: north 139.5 -- south 139.5}
    sites: {Pond: {at: [60, 93], landmark: true, icon: sun, by: [A Street 2]}}
  Mill:
    streets: *grid
    sites: {Mill: {by: [C Street 2], icon: meter}}
  Aside:
    streets: *grid
"""


@cache
def street_map(text: str = CITY) -> StreetMap:
    """The street map of a document."""
    found = read("city.yaml", text)
    assert isinstance(found, StreetMap)
    return found


@cache
def tile_map(text: str = TILES) -> TileMap:
    """The tile map of a document."""
    found = read("tiles.yaml", text)
    assert isinstance(found, TileMap)
    return found


@cache
def house_style(name: str) -> MapStyle:
    """A map style of the house kit."""
    found = read(f"{name}.yaml", (ROOT / "content" / "house" / f"{name}.yaml").read_text(encoding="utf-8"))
    assert isinstance(found, MapStyle)
    return found


@cache
def look(variant: str | None = None) -> Look:
    """The house's look."""
    return look_of(game("# file: city.yaml\n" + CITY), variant)
