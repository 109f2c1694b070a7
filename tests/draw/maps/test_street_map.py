from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.draw.maps import map_texts, paint_map_of_any_kind, placement
from pnp.draw.town.plan import lit
from pnp.draw.town.streets import GUTTER
from pnp.facts.look import Look
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import Clearing, Dash, MapStyle
from pnp.model.reference import Ref
from pnp.scene.drawings import dump
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Ellipse, Group, Item, Path, Picture, Rect, Scene, Text
from pnp.scene.typesetting.lettering import printed
from tests.draw.desk import elsewhere
from tests.draw.town.street_sample import CITY, house_style, look, street_map, tile_map


def painted(
    drawn: GameMap, width: float, height: float, *lit: str, style: str = "board-style", variant: str | None = None
) -> tuple[Item, ...]:
    return paint_map_of_any_kind(drawn, house_style(style), look(variant), width, height, frozenset(lit))


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.string for item in flat(items) if isinstance(item, Text)]


def counted(items: tuple[Item, ...]) -> str:
    """Every kind of thing by number: the drawing itself is too long to read."""
    found: dict[str, int] = {}
    for item in flat(items):
        colour = "" if isinstance(item, Group | Text | Picture) else f" {item.fill}"
        found[type(item).__name__ + colour] = found.get(type(item).__name__ + colour, 0) + 1
    return "".join(f"{name}: {count}\n" for name, count in sorted(found.items()))


@pytest.mark.slow
def test_a_city_is_as_it_was(golden: Callable[[str, str], None]) -> None:
    golden("street-map.txt", counted(painted(street_map(), 360, 500)))


@pytest.mark.slow
def test_a_city_of_tiles_is_as_it_was(golden: Callable[[str, str], None]) -> None:
    golden("tile-map.txt", counted(painted(tile_map(), 372, 372)))


@pytest.mark.slow
def test_a_veil_lies_over_all_but_the_highlighted_sites_and_spaces() -> None:
    city = street_map()
    style = replace(house_style("board-style"), veil=0.5)
    site = next(iter(city.sites)).id
    below, veil, *signs = paint_map_of_any_kind(city, style, look(), city.width, city.height, frozenset({site}))
    assert isinstance(veil, Group)
    assert veil.opacity == 0.5
    clear = paint_map_of_any_kind(city, house_style("board-style"), look(), city.width, city.height, frozenset({site}))
    emphasis = [*clear][1:]
    assert [below, *signs[-len(emphasis) :]] == [*clear]
    again = list(flat(tuple(signs[: -len(emphasis)])))
    assert again
    drawn = list(flat((below,)))
    assert all(item in drawn for item in again)  # the sign as it is below, once more
    assert len(paint_map_of_any_kind(city, style, look(), city.width, city.height, frozenset())) == 1


@pytest.mark.slow
def test_a_highlighted_site_tints_the_space_that_serves_it_and_no_ring_covers_its_arrowhead() -> None:
    city, style = street_map(), house_style("board-style")
    site = next(site for site in city.served if site.arrow and len(site.by) == 1)
    _, tint, *emphasis = paint_map_of_any_kind(city, style, look(), city.width, city.height, frozenset({site.id}))
    assert isinstance(tint, Group)
    assert 0 < tint.opacity < 1
    box, place = bounds(tint.items), next(area for area in city.places if area.id == site.by[0].name)
    assert box
    assert place.at
    assert box.contains(BoundingBox(*place.at, *place.at))
    assert [type(item) for item in emphasis] == [Path, Ellipse, Ellipse, Path], (
        "the space's edge, rings, the arrowhead on top"
    )
    edge = bounds(emphasis[:1])
    assert edge
    assert box.contains(edge)


@pytest.mark.slow
def test_intersections_have_their_own_colour_if_the_style_gives_one() -> None:
    city, style, span = street_map(), house_style("board-style"), street_map().span
    own = replace(style, colours={**style.colours, "intersection": Ref("#123456", span)})
    assert not fills(paint_map_of_any_kind(city, style, look(), city.width, city.height, frozenset()), "#123456")
    (found,) = fills(paint_map_of_any_kind(city, own, look(), city.width, city.height, frozenset()), "#123456")
    box = bounds([found])
    assert box
    assert box.width < city.width
    assert len([command for command in found.commands if command[0] == "M"]) >= 4  # one ring for each intersection


def fills(items: tuple[Item, ...], colour: str) -> list[Path]:
    return [item for item in flat(items) if isinstance(item, Path) and item.fill == colour]


@pytest.mark.slow
def test_two_runs_draw_the_same() -> None:
    script = (
        "from tests.draw.maps.test_street_map import *; import hashlib; from pnp.scene.drawings import dump;"
        "from pnp.scene.items import Scene;"
        "print(hashlib.sha256(dump(Scene(372, 372, painted(tile_map(), 372, 372))).encode()).hexdigest())"
    )
    here = dump(Scene(372, 372, painted(tile_map(), 372, 372)))
    assert elsewhere(script) == hashlib.sha256(here.encode()).hexdigest()


@pytest.mark.slow
def test_numbers_letters_and_names_are_printed() -> None:
    said = texts(painted(street_map(), 360, 500))
    assert {str(number) for number in range(1, 13)} <= set(said)
    assert set("ABCDEFGH") <= set(said)
    assert {"Fish market", "Lighthouse", "Docks", "LONG AVENUE", "GARAGE"} <= set(said)


def test_a_space_or_a_site_that_stands_out_has_a_ring() -> None:
    plain = painted(street_map(), 360, 500)
    space, site = painted(street_map(), 360, 500, "Quay 4"), painted(street_map(), 360, 500, "Chapel")
    assert space[0] == plain[0] == site[0]
    assert [type(item) for item in space[len(plain) :]] == [Path, Path]
    assert [type(item) for item in site[len(plain) :]] == [Group, Path, Ellipse, Ellipse, Path], (
        "with its space and arrowhead"
    )


def test_a_miniature_shows_streets_and_one_disc() -> None:
    items = painted(street_map(), 36, 50, "Chapel", style="mini-style")
    assert texts(items) == []
    discs = [item for item in items if isinstance(item, Ellipse)]
    at = next(site.at for site in street_map().sites if site.id == "Chapel")
    scale, _, _, _, left, top = placement(street_map(), house_style("mini-style"), 36, 50)
    assert at
    assert {(disc.cx, disc.cy) for disc in discs} == {(round(left + scale * at[0], 3), round(top + scale * at[1], 3))}


@pytest.mark.slow
def test_a_disc_at_the_edge_of_a_miniature_stays_inside() -> None:
    style = house_style("mini-style")
    items = paint_map_of_any_kind(street_map(), replace(style, inset=0.0), look(), 36, 50, frozenset({"Chapel"}))
    wide = replace(style, inset=0.0, lit=replace(style.places, diameter=30.0, outline=1.0))
    moved = paint_map_of_any_kind(street_map(), wide, look(), 36, 50, frozenset({"Chapel"}))
    plain, large = (next(item for item in each if isinstance(item, Ellipse)) for each in (items, moved))
    assert (large.cx, large.cy) != (plain.cx, plain.cy)
    assert large.cx - 15.5 >= 0
    assert large.cx + 15.5 <= 36
    assert large.cy - 15.5 >= 0
    assert large.cy + 15.5 <= 50


@pytest.mark.nightly
def test_details_are_lines_of_their_own_colour_or_outlines() -> None:
    def lines(style: MapStyle, look: Look) -> set[object]:
        found = flat(paint_map_of_any_kind(street_map(), style, look, 360, 500, frozenset()))
        return {item.stroke.colour for item in found if isinstance(item, Path | Ellipse | Rect) and item.stroke}

    style, quiet = house_style("board-style"), look("low-ink")
    assert quiet.colour("map-detail") in lines(style, quiet)
    assert quiet.colour("map-detail") not in lines(style, look())
    pink = replace(style, colours={"outline": Ref("heart", style.span)})
    assert quiet.colour("map-detail") not in lines(pink, quiet)
    green = replace(style, colours={"detail": Ref("club", style.span)})
    assert look().colour("club") in lines(green, look())
    roles = replace(quiet.roles, palette={k: v for k, v in quiet.roles.palette.items() if k != "map-detail"})
    assert quiet.colour("map-detail") not in lines(style, Look(roles, icons=quiet.icons, drawings=quiet.drawings))


def test_a_smaller_box_shrinks_all_of_it() -> None:
    (whole,) = painted(street_map(), 180, 400)
    assert isinstance(whole, Group)
    assert whole.transform == pytest.approx((0.5, 0, 0, 0.5, 0, 75))


@pytest.mark.slow
def test_low_ink_leaves_streets_and_spaces_white() -> None:
    fills = {item.fill for item in flat(painted(street_map(), 360, 500, variant="low-ink")) if isinstance(item, Path)}
    assert look().colour("map-street") not in fills
    assert look("low-ink").colour("map-street") == "#FFFFFF"


@pytest.mark.slow
def test_a_tile_by_itself_reaches_over_its_edges() -> None:
    tile = tile_map().only("Hill")
    assert tile is not None
    (whole,) = painted(tile, 186, 186)
    around = bounds((whole,))
    assert around
    assert (around.left, around.top, around.right, around.bottom) == pytest.approx((-5, -5, 191, 191))
    (city,) = painted(tile_map(), 372, 372)
    around = bounds((city,))
    assert around
    assert (around.left, around.right) == pytest.approx((0, 372))
    assert tile_map().only("Valley") is None


@pytest.mark.slow
def test_a_tile_keeps_its_own_boxes_clear() -> None:
    """A box of the style is left empty on its tile, and on no other."""
    style = replace(
        house_style("board-style"), clear=(Clearing((4.0, 60.0), (30.0, 60.0), Ref("Hill", Span("style.yaml"))),)
    )
    (city,) = paint_map_of_any_kind(tile_map(), style, look(), 372, 372, frozenset())
    (before,) = painted(tile_map(), 372, 372)
    assert isinstance(city, Group)
    assert isinstance(before, Group)
    changed = [one != other for one, other in zip(city.items, before.items, strict=True)]
    assert changed == [True, False, False, False]


def test_a_city_lays_as_many_tiles_as_it_has_cells() -> None:
    (city,) = painted(tile_map(), 372, 372)
    assert isinstance(city, Group)
    assert [item.transform[4:] for item in city.items if isinstance(item, Group)] == [
        (0, 0), (186, 0), (0, 186), (186, 186),
    ]  # fmt: skip


def test_names_that_no_font_can_print_are_told() -> None:
    drawn = street_map(CITY.replace("name: Harbour city", "name: Harbour city").replace("  Chapel:", '  "\U0001f600":'))
    found = (printed(*each) for each in map_texts(drawn, house_style("board-style"), look()))
    assert [(text.text, text.missing) for text in found if not text.prints] == [("\U0001f600", ("\U0001f600",))]


def test_a_map_without_spaces_to_draw_is_drawn_all_the_same() -> None:
    bare = street_map("kind: street-map\nsize: 60 x 60\nstreets: {Alley: 30 30 -- 32 30}\n")
    assert any(isinstance(item, Rect | Path | Group) for item in painted(bare, 60, 60))


@pytest.mark.slow
def test_asphalt_has_a_darker_edge_and_plain_spaces_a_dashed_line_if_the_style_says_so() -> None:
    city, style = street_map(), house_style("board-style")
    assert style.streets
    plain = paint_map_of_any_kind(city, style, look(), city.width, city.height, frozenset())
    edge = lit(look().colour("map-street"), GUTTER)
    own = replace(style, streets=replace(style.streets, gutter=1.5, dash=Dash(0.5, 3.0, 2.0)))
    found = paint_map_of_any_kind(city, own, look(), city.width, city.height, frozenset())
    assert not fills(plain, edge)
    assert len(fills(found, edge)) == 1
    dashes = [item for item in flat(found) if isinstance(item, Path) and item.stroke and item.stroke.dash == (3.0, 2.0)]
    assert not [
        item for item in flat(plain) if isinstance(item, Path) and item.stroke and item.stroke.dash == (3.0, 2.0)
    ]
    (line,) = dashes
    runs = len([command for command in line.commands if command[0] == "M"])
    assert 0 < runs < len([place for place in city.places if not place.label]), "numbers, marks and spots have no line"
