"""Landmarks as drawings of their own, and what keeps off what else is printed."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from pnp.draw.maps.street_map import Streetscape, compose, scape_of
from pnp.draw.town.signs import RIM, SHADOW, draw_cut_out
from pnp.draw.town.street_layout import overlap
from pnp.geometry.polygons import rectangle
from pnp.model.maps.map_style import Clearing, MapStyle
from pnp.model.reference import Ref
from pnp.scene.extent import bounds
from pnp.scene.items import Ellipse, Group, Path
from tests.draw.town.street_sample import CITY, house_style, look, street_map


def city(style: MapStyle) -> Streetscape:
    drawn = street_map()
    return compose(scape_of(drawn, drawn.width, drawn.height), drawn, style, look())


def test_a_cut_out_has_a_rim_all_round_and_a_shadow() -> None:
    drawing = look().icon("crown", 10.0, 20.0, 24.0)
    shadow, rim, picture = draw_cut_out(drawing, lambda thing: {"shadow": "#111111", "sign": "#EEEEEE"}[thing])
    assert picture is drawing
    assert isinstance(rim, Path)
    assert isinstance(shadow, Path)
    assert (shadow.fill, rim.fill) == ("#111111", "#EEEEEE")
    inner, outer, below = bounds((drawing,)), bounds((rim,)), bounds((shadow,))
    assert inner
    assert outer
    assert below
    assert abs(inner.left - outer.left - RIM) < 0.1
    assert abs(outer.bottom - inner.bottom - RIM) < 0.1
    assert abs(below.right - outer.right - SHADOW) < 0.1
    assert sum(command[0] == "M" for command in rim.commands) == 1  # the gap above the crown's band is filled


def test_landmarks_are_cut_out_where_the_style_says_so() -> None:
    style = house_style("board-style")
    assert style.sites
    bold = replace(style, sites=replace(style.sites, cut_out=True))
    discs, stands = ([item for item in city(it).items if isinstance(item, Ellipse)] for it in (style, bold))
    assert len(discs) - len(stands) == 3 * sum(site.landmark for site in street_map().served)


def test_badges_and_names_keep_off_what_the_style_keeps_clear() -> None:
    style = house_style("board-style")
    badge = city(style).badges[0]
    x, y = badge.at
    kept = replace(style, clear=(Clearing((x - 10, y - 10), (20, 20)),))
    box = rectangle(x - 10, y - 10, 20, 20)
    moved = city(kept)
    assert badge.district in [it.district for it in moved.badges]
    assert not any(overlap(it.name.ground(0.0), box) for it in (*moved.badges,))
    assert not any(overlap(name.ground(0.0), box) for name in moved.names)


def test_boats_lie_inside_of_the_frame() -> None:
    style = house_style("board-style")
    assert style.frame
    edge, drawn = style.frame.width, street_map()
    boats = [item for item in city(style).items if isinstance(item, Group) and len(item.items) == 5]
    assert boats
    for boat in boats:
        around = bounds((boat,))
        assert around
        assert edge < around.left < around.right < drawn.width - edge
        assert edge < around.top < around.bottom < drawn.height - edge


def test_crosswalks_that_are_never_closed_have_a_colour_of_their_own_where_it_is_given() -> None:
    text = CITY + "closures: {barrier: {lies-on: crossings, never: [Garage exit]}}\n"
    drawn, style = street_map(text), house_style("board-style")
    crosswalks = [lot.kept for lot in scape_of(drawn, drawn.width, drawn.height).lots]
    assert crosswalks == [True]
    bars = {}
    for apart in ({}, {"kept-crosswalk": Ref("club", style.span)}):
        scape = compose(scape_of(drawn, 360, 500), drawn, replace(style, colours=apart), look())
        fills = Counter(item.fill for item in scape.items if isinstance(item, Path))
        bars[bool(apart)] = fills[look().colour("club")]
    assert bars[True] == bars[False] + 1
