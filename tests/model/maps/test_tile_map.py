"""Tiles as they are written and what they come to: names, what serves sites, where streets leave."""

from __future__ import annotations

from pnp.model.maps.tile_map import TileMap, read_tile_map
from pnp.source import load_schemas, read_document, validate
from tests.pipeline import ROOT


def read(tile: str, head: str = "city: {rows: 1, columns: 1}") -> TileMap:
    text = f"kind: tile-map\ntile: 186\n{head}\ntiles:\n  Harbour:\n" + "".join(
        f"    {line}\n" for line in tile.splitlines()
    )
    document = validate(read_document(text.encode(), "city.yaml"), load_schemas(ROOT / "schemas"))
    assert document.root is not None
    assert not document.findings, document.findings
    return read_tile_map(document.root, "city")


CROSS = "streets: {Quay: west 46.5 -- east 46.5, Mill: north 46.5 -- south 46.5}"


def served(tile_map: TileMap) -> dict[str, list[str]]:
    return {
        site.id: [tile.plan.spots[spot].name for spot in spots]
        for tile in tile_map.tiles
        for site, spots in zip(tile.sites, tile.plan.served, strict=True)
    }


def test_spaces_are_named_by_their_street_and_their_number() -> None:
    (tile,) = read(CROSS).tiles
    names = [spot.name for spot in tile.plan.spots]
    assert names == [*(f"Quay {n}" for n in range(1, 5)), *(f"Mill {n}" for n in range(1, 5)), "Quay / Mill"]
    assert [spot.stop for spot in tile.plan.spots] == [True] * 8 + [False]
    assert read(CROSS).places[1].id == "Harbour Quay 2"


def test_streets_leave_where_they_end_on_an_edge_measured_clockwise() -> None:
    (tile,) = read(CROSS).tiles
    found = {(each.side, each.along / 10_000, tile.plan.spots[each.spot].name) for each in tile.plan.exits}
    assert found == {
        ("west", 139.5, "Quay 1"), ("east", 46.5, "Quay 4"), ("north", 46.5, "Mill 1"), ("south", 139.5, "Mill 4"),
    }  # fmt: skip


def test_a_one_way_street_is_entered_at_its_beginning_and_left_at_its_end() -> None:
    (tile,) = read("streets: {Quay: west -> east}").tiles
    assert [(each.side, each.enters, each.leaves) for each in tile.plan.exits] == [
        ("west", True, False),
        ("east", False, True),
    ]


def test_a_run_left_out_leads_nowhere() -> None:
    (tile,) = read("streets: {Quay: west -- east, Mill: {from: north, to: south, left-out: 1}}").tiles
    assert [each.side for each in tile.plan.exits] == ["west", "east", "south"]


def test_sites_are_served_by_what_they_name_what_they_reach_or_what_is_nearest() -> None:
    tile_map = read(
        f"{CROSS}\n"
        "sites:\n"
        "  Named: {by: [Quay 4, Mill 1]}\n"
        "  Near: {at: [120, 60]}\n"
        "  Between: {at: [60, 60]}\n"
        "  Reaching: {at: [120, 60], reach: 30}\n"
    )
    assert served(tile_map) == {
        "Named": ["Quay 4", "Mill 1"],
        "Near": ["Quay 3"],
        "Between": ["Quay 2", "Mill 2"],
        "Reaching": ["Quay 2", "Quay 3", "Quay 4"],
    }


def test_sites_of_one_name_are_told_apart_by_their_tiles_and_copies_share_a_plan() -> None:
    tile_map = read(f"copies: 2\n{CROSS}\nsites: {{Inn: {{at: [93, 93], tags: [inn]}}}}", "city: {rows: 1, columns: 2}")
    assert [site.id for site in tile_map.sites] == ["Harbour 1 Inn", "Harbour 2 Inn"]
    assert tile_map.tiles[0].plan is tile_map.tiles[1].plan
    assert tile_map.sites[1].at == (279, 93)


def test_what_is_written_of_a_space_stands_with_it_and_other_spaces_are_added() -> None:
    tile_map = read(f"{CROSS}\nspaces: {{Quay 2: {{tags: [start], label: A}}, Pond: {{at: [120, 120]}}, Moon: {{}}}}")
    (tile,) = tile_map.tiles
    place = tile_map.place("Harbour Quay 2")
    assert place is not None
    assert (place.label, [str(tag) for tag in place.tags], place.span.line) == ("A", ["start"], 7)
    assert [spot.name for spot in tile.plan.spots if spot.stop][-1] == "Pond"
    assert [str(ref) for ref in tile.plan.unknown] == ["Moon"]
