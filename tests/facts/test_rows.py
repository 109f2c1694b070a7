"""The rows that components take from maps: areas, sites with a tag, tiles."""

from __future__ import annotations

from pnp.facts.rows import is_sure, misspelt_rows, rows_of
from pnp.model.component import Component
from tests.draw.desk import drawn, game

MAPS = """
# file: town.yaml
kind: street-map
size: 200 x 60
districts: {Docks: {icon: flag, at: [20, 30]}}
streets: {Quay: 20 30 -- 180 30}
tags: {goal: [Quay 1]}
sites: {Opera: {by: Quay 2, name: The opera, icon: crown, tags: [goal]}, Mill: {by: Quay 3}}
# file: city.yaml
kind: tile-map
tile: 60
city: {rows: 1, columns: 2}
districts: {North: {icon: flag}}
tiles:
  Hill: {in: North, streets: {Quay: west -- east}}
  Park: {copies: 2, streets: {Quay: west -- east}}
"""
FACE = """
# file: face.yaml
kind: template
size: 60 x 60
bleed: 3
layers: [{map: city, tile: "{tile}", style: plain}]
# file: plain.yaml
kind: map-style
places: {diameter: 4}
streets: {names: street-name}
town: {}
"""


def component(more: str) -> Component:
    text = f"# file: cards.yaml\nkind: component\nmakes: card\nname: Cards\ntemplate: face\n{more}\n{MAPS}"
    found = next(game(text).all(Component))
    assert is_sure(found, game(text))
    return found


def fields(more: str, *names: str) -> list[tuple[object, ...]]:
    return [tuple(row.fields[name] for name in names) for row in rows_of(component(more), game(MAPS))]


def test_each_area_of_a_street_map_is_a_space() -> None:
    assert fields("each-area-of: town", "id", "icon")[:2] == [("Quay 1", ""), ("Quay 2", "")]


def test_sites_with_a_tag_are_rows_after_the_spaces_with_it() -> None:
    found = fields("each-area-of: town\ntagged: goal", "map", "id", "name", "icon", "index")
    assert found == [("town", "Quay 1", "Quay 1", "", 1), ("town", "Opera", "The opera", "crown", 2)]


def test_a_row_that_misspells_an_area_is_taken_for_it_and_told() -> None:
    more = "each-area-of: town\ntagged: goal\nrows: [{id: Quay 1, toll: 1}, {id: Oprea, toll: 2}]"
    assert fields(more, "id", "toll") == [("Quay 1", 1), ("Opera", 2)]
    ((row, area),) = misspelt_rows(component(more), game(MAPS))
    assert (row.fields["toll"], area) == (2, "Opera")


def test_a_row_of_its_own_says_more_than_those_of_areas_or_is_like_none() -> None:
    for own in ("{id: Oprea, name: A show, toll: 2}", "{id: Joker, toll: 2}"):
        more = f"each-area-of: town\ntagged: goal\nrows: [{{id: Quay 1, toll: 1}}, {own}]"
        assert misspelt_rows(component(more), game(MAPS)) == ()
        assert [row.fields["id"] for row in rows_of(component(more), game(MAPS))][:2] == ["Quay 1", "Opera"]


def test_each_tile_is_a_row_and_so_is_each_copy() -> None:
    found = rows_of(component("each-tile-of: city"), game(MAPS))
    assert [row.name for row in found] == ["Hill", "Park 1", "Park 2"]
    assert [str(row.fields["district"]) != "None" for row in found] == [True, False, False]


def test_a_map_without_tiles_has_no_rows_of_tiles() -> None:
    assert rows_of(component("each-tile-of: town"), game(MAPS)) == ()


def test_a_row_names_the_tile_that_is_drawn() -> None:
    (made,) = drawn(
        "# file: cards.yaml\nkind: component\nmakes: card\nname: Cards\ntemplate: face\n"
        "rows: [{tile: Hill}, {tile: Valley}]\n" + MAPS.lstrip() + FACE.lstrip()
    )
    assert [error.fault.message for error in made.errors] == ["the map 'city' has no tile 'Valley' (row '2')"]
    assert made.parts.parts[0].front.items
