"""Changes to street maps and tile maps: what is proposed can be done, and mends the map."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from pnp.model.maps.block_map import BlockMap, read_block_map
from pnp.model.maps.requirements import Requirement
from pnp.model.maps.street_map import read_street_map, space_names
from pnp.model.maps.tile_map import TileMap, read_tile_map
from pnp.network import lower
from pnp.network.judge import judge_connected
from pnp.network.repair import changes_of, find_repairs
from pnp.source import read_document
from tests.network.generated import span

if TYPE_CHECKING:
    from pnp.model.maps.street_map import StreetMap
    from pnp.source.tree import Node

CONNECTED = Requirement("connected", "connected", span(1))


def root(text: str) -> Node:
    found = read_document(textwrap.dedent(text).encode(), "map.yaml").root
    assert found is not None
    return found


def streets(text: str, more: str = "") -> StreetMap:
    return read_street_map(root(f"kind: street-map\nsize: 220 x 160\n{more}\nstreets:{text}"), "map")


def city(harbour: str) -> TileMap:
    return read_tile_map(
        root(f"""
            kind: tile-map
            tile: 100
            space: 20
            city: {{rows: 1, columns: 2}}
            turned: never
            tiles:
              Harbour: {{streets: {harbour}}}
              Park: {{streets: {{Elm: west 50 -- east 50}}}}
        """),
        "city",
    )


def test_a_one_way_street_is_opened() -> None:
    drawn = streets(" {High Street: 20 40 -- 200 40, Mill Lane: 110 40 -> 110 140}")
    (repair, *_) = find_repairs(drawn, CONNECTED, (), 1)
    assert repair.changes == ("let 'Mill Lane' go both ways",)


def test_a_street_is_added_between_ends_and_no_space_is_renamed() -> None:
    drawn = streets(" {High Street: 20 40 -- 200 40, Quay: 20 130 -- 200 130}", "new-roads: 100")
    names = set(space_names(drawn.streets, drawn.plan))
    repairs = find_repairs(drawn, CONNECTED, (), 5)
    assert [repair.changes for repair in repairs] == [
        ("add a street '20 40 -- 20 130'",),
        ("add a street '200 40 -- 200 130'",),
    ]
    for change in changes_of(drawn, CONNECTED):
        changed = lower(change.made(drawn)).network
        assert names <= set(changed.index)
        assert judge_connected(changed).holds


@pytest.mark.parametrize(("limit", "count"), [("new-roads: 80", 0), ("", 2)])
def test_a_street_is_as_long_as_the_map_allows(limit: str, count: int) -> None:
    drawn = streets(" {High Street: 20 40 -- 200 40, Quay: 20 130 -- 200 130}", limit)
    assert len(list(changes_of(drawn, CONNECTED))) == count


def test_no_closure_lies_where_it_would_cut_the_map() -> None:
    drawn = streets(
        "\n  High Street: 20 40 -- 200 40\n  Mill Lane: 20 40 -- 20 140\n",
        "closures: {gate: {lies-on: [High Street 1, High Street 2, High Street 8], at-most: 1}}",
    )
    text = "requirements: [{connected: true, with: {gate: 1}}]"
    asked = Requirement.read(next(root(text).list("requirements")))
    repairs = find_repairs(drawn, asked, (), 9)
    assert all(len(repair.changes) == 2 for repair in repairs)
    assert "let no gate lie at 'High Street 1' (list it under never)" in repairs[0].changes


def test_what_cuts_a_place_off_is_kept_off_a_spot() -> None:
    drawn = streets(
        "\n  High Street: 20 40 -- 200 40\n  Mill Lane: 20 40 -- 20 140\n",
        "tags: {start: [High Street 8]}\nclosures: {gate: {lies-on: [Mill Lane 1, Mill Lane 3], at-most: 1}}",
    )
    text = "requirements: [{isolation: {of: Mill Lane 2, by: gate, at-least: 2}}]"
    asked = Requirement.read(next(root(text).list("requirements")))
    (repair, *_) = find_repairs(drawn, asked, (), 9)
    assert repair.changes == ("let no gate lie at 'Mill Lane 1' (list it under never)",)


@pytest.mark.slow
def test_no_street_is_proposed_that_renames_a_crossing_where_something_never_lies() -> None:
    more = """
width: 16
space: 23
mouths: crosswalks
closures: {barrier: {lies-on: crossings, never: [H0 / Bend to H0 / V0 / Bend], at-most: 2}}
requirements: [{distance: {from: V0 1, to: Bend 1, at-most: 1}}, {connected: true, with: {barrier: 1}}]"""
    drawn = streets(
        """
          H0: 30 30 -- 124 30
          H1: {from: 30 120, to: 124 120, spaces: 1}
          V0: {from: 32 30, to: 30 120, spaces: 1}
          Bend: 30 30 -- 75 3 -- 120 30
        """,
        more,
    )
    connected = drawn.requirements[1]
    proposed = {repair.changes for repair in find_repairs(drawn, connected, (), 20)}
    renaming = {words for words in proposed if "add a street '120 30" in str(words)}
    assert proposed
    assert not renaming, "the intersection 'H0 / Bend' gets another name, and its crossings too"


def test_every_square_to_name_as_unused_is_named() -> None:
    drawn = read_block_map(root("{kind: block-map, blocks: {rows: 2, columns: 2}, turns: [right]}"), "map")
    first = next(iter(changes_of(drawn, CONNECTED)))
    changed = first.made(drawn)
    assert isinstance(changed, BlockMap)
    assert len(changed.unused) > 6
    assert all(f"'{square}'" in first.words for square in changed.unused), first.words


def test_a_street_is_moved_to_where_it_meets_the_next_tile() -> None:
    drawn = city("{Quay: west 30 -- east 30}")
    (repair, *_) = find_repairs(drawn, CONNECTED, (), 1)
    assert repair.changes == ("move 'Quay' on 'Harbour' from 30 to 50",)


def test_offsets_of_moved_streets_have_four_decimals() -> None:
    drawn = city("{Quay: west 30.123456 -- east 30.123456}")
    offsets = set()
    for each in changes_of(drawn, CONNECTED):
        changed = each.made(drawn)
        assert isinstance(changed, TileMap)
        offsets |= {street.points[0][1] for tile in changed.designs for street in tile.streets}
    assert offsets == {30.123456, 30.1235, 50.0, 69.8765}


def test_a_one_way_on_a_tile_is_opened() -> None:
    drawn = city("{Quay: west 50 -> east 50}")
    (repair, *_) = find_repairs(drawn, CONNECTED, (), 1)
    assert repair.changes == ("let 'Quay' on 'Harbour' go both ways",)


def test_a_change_of_one_street_leaves_the_others_of_its_tile() -> None:
    drawn = city("{Ash: west 50 -> east 50, Mast: north 30 -> 30 50, Quay: south 70 -> 70 50}")
    for name in ("Ash", "Mast", "Quay"):
        change = next(
            each for each in changes_of(drawn, CONNECTED) if each.words == f"let '{name}' on 'Harbour' go both ways"
        )
        changed = change.made(drawn)
        assert isinstance(changed, TileMap)
        harbour = next(tile for tile in changed.tiles if tile.id == "Harbour")
        assert [street.name for street in harbour.streets if not street.one_way] == [name]
