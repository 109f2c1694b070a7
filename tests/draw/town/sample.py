"""A small map, styles for it, and the pieces that the painter makes of them."""

from __future__ import annotations

from functools import cache

from pnp.draw.town.plan import Canvas, lay_out
from pnp.facts.look import Look, look_of
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.map_style import MapStyle
from tests.draw.desk import game, read

MAP = """
kind: area-map
size: 150 x 110
districts:
  hill: {icon: star, colour: heart, tint: heart-tint}
  docks: {icon: flag, colour: diamond, tint: diamond-tint}
areas:
  Market: {at: [30, 30], label: M, in: hill, tags: [centre]}
  Church: {at: [75, 55], label: C, in: hill, tags: [centre]}
  Gate: {at: [20, 80], label: G, in: hill}
  Pier: {at: [125, 30], label: P, in: docks}
  Ferry: {at: [80, 95], label: "10", in: docks}
  Yard: {at: [130, 85], label: Y}
roads:
  - Market -- Church -- Pier -- Yard
  - Church -- Ferry -- Gate -- Market
  - Gate -- Church
  - Ferry -> Yard
"""

STYLE = """
kind: map-style
seed: test
inset: 14
places:
  diameter: 12
  rim: 1
  outline: 0.4
  shadow: 0.8
  label: {style: area-label, offset: [0, -2], least: 9}
  icon: {size: 4, offset: [0, 3]}
core: {tag: centre, shape: square, plate: 1, margin: 3}
roads: {width: 4, casing: 0.5, dash: {width: 0.4, length: 3, gap: 2}}
tints: true
water: {coast: 3.5, beach: 3, life: true}
town: {parks: 0.2, lot: 8, emblems: true, roofs: [roof-sand, roof-clay, roof-slate]}
compass: {size: 16}
"""

WIDTH, HEIGHT = 180.0, 140.0


def area_map(text: str = MAP) -> AreaMap:
    """The map of a document."""
    found = read("harbour.yaml", text)
    assert isinstance(found, AreaMap)
    return found


def map_style(text: str = STYLE) -> MapStyle:
    """The style of a document."""
    found = read("style.yaml", text)
    assert isinstance(found, MapStyle)
    return found


@cache
def look() -> Look:
    """The house's look."""
    return look_of(game("# file: harbour.yaml\n" + MAP))


@cache
def canvas() -> Canvas:
    """The sample on its canvas."""
    drawn, style = area_map(), map_style()
    return Canvas(drawn, style, look(), lay_out(drawn, style, WIDTH, HEIGHT))
