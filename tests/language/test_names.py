"""The index of names: definitions and references with exact places."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.expression import identifier
from pnp.language.document_names import Pages
from pnp.language.names import names_of
from pnp.language.texts import Lines
from pnp.loader.pack import load
from tests.language.packs import PACK, read, site, where, write


def test_a_place_is_found_in_the_map_the_rows_the_rules_and_formulas(tmp_path: Path) -> None:
    _, _, names = read(tmp_path)
    assert where(names.references(site(names, "place", "Old pier"))) == [
        "bay.yaml:8",
        "bay.yaml:11",
        "bay.yaml:14",
        "cards.csv:3",
        "pack.yaml:7",
        "rules.yaml:7",
    ]


def test_a_field_is_found_in_its_declaration_its_column_its_template_and_formulas(tmp_path: Path) -> None:
    _, _, names = read(tmp_path)
    assert where(names.references(site(names, "field", "sails"))) == [
        "card.yaml:4",
        "cards.csv:1",
        "cards.yaml:7",
        "pack.yaml:8",
    ]


def test_colours_tags_templates_definitions_and_icons_are_found(tmp_path: Path) -> None:
    _, _, names = read(tmp_path)
    assert where(names.references(site(names, "colour", "reef"))) == ["bay.yaml:5", "look.yaml:4", "look.yaml:5"]
    assert where(names.references(site(names, "tag", "shop"))) == ["bay.yaml:8", "pack.yaml:10"]
    assert where(names.references(site(names, "template", "card"))) == ["card.yaml:1", "cards.yaml:4", "pack.yaml:4"]
    assert where(names.references(site(names, "definition", "far"))) == ["pack.yaml:7", "pack.yaml:10"]
    assert where(names.references(site(names, "definition", "sloops"))) == ["pack.yaml:8", "rules.yaml:7"]
    assert [name for name in where(names.references(site(names, "icon", "spade"))) if not name.startswith("icons")] == [
        "bay.yaml:5",
        "card.yaml:4",
    ]


@pytest.mark.slow
def test_maps_that_keep_the_same_list_share_its_names(tmp_path: Path) -> None:
    extra = """\
# file: sound.yaml
kind: area-map
keeps: [law]
areas: {Market: {}, Quay: {}}
roads: [Market -- Quay]
# file: law.yaml
kind: requirements
name: The law
requirements: [{name: joined, reach: {from: Market, to: Market}}]
"""
    text = PACK.replace("documents: [", "documents: [law.yaml, sound.yaml, ").replace("name: The bay", "keeps: [law]")
    _, _, names = read(tmp_path, text + extra)
    found = where(names.references(site(names, "place", "Market")))
    assert {"bay.yaml:7", "law.yaml:3", "sound.yaml:3"} <= set(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bahama-taxi", "starter", "destination-race", "taxi-derby", "taxicab"])
def test_every_place_of_a_bundled_game_is_exact(game: str) -> None:
    from pnp.loader import find_targets

    (target,) = find_targets([game])
    loaded = load(target)
    names = names_of(loaded)
    lines = {file: Lines(text) for file, text in loaded.texts.items()}
    assert not names.broken
    assert len(names.sites) > 1_000
    for each in names.sites:
        if not each.is_file:
            start, end = lines[each.span.file].range(each.span)
            assert each.exact, each
            assert lines[each.span.file].text[start:end] in (each.name, identifier(each.name)), each


@pytest.mark.slow
def test_only_a_document_that_changed_is_read_again(tmp_path: Path) -> None:
    target, loaded, _ = read(tmp_path)
    pages: Pages = {}
    names_of(loaded, pages)
    before = dict(pages)
    (tmp_path / "look.yaml").write_text("kind: theme\nextends: theme\npalette: {reef: '#000000'}\n")
    names_of(load(target), pages)
    again = [key for key, page in pages.items() if page is not before.get(key)]
    assert [Path(file).name for file, _ in again] == ["look.yaml"]
    assert len(pages) == len(before)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    target = write(tmp_path)
    (tmp_path / "look.yaml").write_text("kind: theme\npalette: {")
    names = names_of(load(target))
    assert [Path(file).name for file in names.broken] == ["look.yaml"]


def test_the_name_at_a_position_is_found_to_its_end(tmp_path: Path) -> None:
    _, loaded, names = read(tmp_path)
    file = next(file for file in loaded.texts if file.endswith("bay.yaml"))
    for column in (15, 18, 23):
        found = names.at(file, 11, column)
        assert found is not None
        assert found.name == "Old pier"
    assert names.at(file, 11, 24) is None
