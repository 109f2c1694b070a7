"""Maps that extend others."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.game_map import GameMap
from tests.expectation import Expect
from tests.pipeline import places, report_on, told, write

PACK = """
# file: pack.yaml
kind: pack
title: Lanes
players: 2
credit: {{designers: [Ada]}}
licence: {{name: CC0}}
documents: [{documents}]
# file: town.yaml
kind: block-map
name: Town
blocks: {{rows: 2, columns: 2}}
drive: right
speed: 4
unused: [1/1, 12/1, 1/12, 12/12]
requirements:
  - {{name: lanes meet, connected: true}}
  - {{name: near, distance: {{from: every place, to: {{tag: address}}, at-most: {most}}}}}
# file: left.yaml
kind: block-map
extends: town
drive: left
"""


def of(folder: Path, documents: str = "town.yaml, left.yaml", most: int = 48) -> Path:
    return write(folder, PACK.format(documents=documents, most=most))


def loaded(folder: Path) -> Loaded:
    (target,) = find_targets([str(folder)])
    return load(target)


def test_what_it_does_not_say_is_as_in_the_other(tmp_path: Path) -> None:
    town, left = loaded(of(tmp_path)).game.all(GameMap)
    assert isinstance(town, BlockMap)
    assert isinstance(left, BlockMap)
    assert (left.id, left.name, left.traffic.drive, left.speed) == ("left", "Town", "left", 4)
    assert (left.grid, left.requirements, left.unused) == (town.grid, town.requirements, town.unused)
    assert left.span.file.endswith("left.yaml")
    assert left.requirements[0].span.file.endswith("town.yaml"), "where it was written"


def test_its_proofs_are_its_own(tmp_path: Path) -> None:
    report = report_on(of(tmp_path))
    assert [(proof.map, proof.name, proof.holds) for _, proof in report.proofs] == [
        ("town", "lanes meet", True),
        ("town", "near", True),
        ("left", "lanes meet", True),
        ("left", "near", True),
    ], told(report)


def test_what_fails_for_both_is_told_where_it_is_written(tmp_path: Path) -> None:
    report = report_on(of(tmp_path, most=3))
    assert set(places(report)) == {"town.yaml:9 broken-requirement"}, told(report)
    assert [proof.holds for _, proof in report.proofs] == [True, False, True, False]


def test_a_chain_of_them(tmp_path: Path) -> None:
    folder = of(tmp_path, "town.yaml, left.yaml, slow.yaml")
    (folder / "slow.yaml").write_text("kind: block-map\nextends: left\nspeed: 2\n", encoding="utf-8")
    *_, slow = loaded(folder).game.all(GameMap)
    assert isinstance(slow, BlockMap)
    assert (slow.traffic.drive, slow.speed, slow.grid.rows) == ("left", 2, 2)


def test_the_other_stands_before_it(tmp_path: Path) -> None:
    report = report_on(of(tmp_path, "left.yaml, town.yaml"))
    found = next(each for each in report.findings if each.code == "unknown-map-base")
    assert found.message.startswith("there is no map 'town' before this one")


def test_one_that_is_not_listed_is_told_where_it_is(tmp_path: Path) -> None:
    report = report_on(of(tmp_path, "left.yaml"))
    found = next(each for each in report.findings if each.code == "unlisted-document")
    assert found.severity.value == "error"
    assert found.message == "'town.yaml' is not listed in pack.yaml, and left.yaml:2 uses it"


def test_one_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    folder = of(tmp_path)
    (folder / "town.yaml").write_text("kind: block-map\nblocks: 7\n", encoding="utf-8")
    assert places(report_on(folder)) == ["town.yaml:2 wrong-type"]


def test_it_is_of_the_same_kind(tmp_path: Path) -> None:
    folder = of(tmp_path)
    (folder / "left.yaml").write_text("kind: area-map\nextends: town\n", encoding="utf-8")
    (found,) = [each for each in report_on(folder).findings if each.code == "unknown-map-base"]
    assert found.message == "a area-map can't extend 'town', which is a block-map"


def test_without_another_it_must_say_all_itself(expect: Expect) -> None:
    expect("""
        kind: block-map  #! missing-key
        name: Town
    """)


KIT = """
# file: kit/kit.yaml
kind: kit
name: Isles
licence: CC0
documents: [isle.yaml]
# file: kit/isle.yaml
{map}
# file: kit/isle.csv
sea,plain
plain,sea
# file: kit/isle.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><path id="Ness" d="M0 0H30V40H0Z"/></svg>
# file: pack/pack.yaml
kind: pack
title: Heirs
players: 2
credit: {{designers: [Ada]}}
licence: {{name: CC0}}
uses: [kit]
documents: [heir.yaml]
# file: pack/heir.yaml
{heir}
"""
GRID = "kind: grid-map\ncells: square\nterrain: isle.csv\nterrains: {sea: {closed: true}, plain: {}}"
AREAS = "kind: area-map\nsize: 60 x 40\noutlines: isle.svg\nareas: {Ness: {}}"


def heir(folder: Path, whole: str, own: str) -> Loaded:
    write(folder, KIT.format(map=whole, heir=own))
    (target,) = find_targets([str(folder / "pack")])
    return load(target)


@pytest.mark.parametrize("whole", [GRID, AREAS])
def test_the_file_that_a_map_of_a_kit_names_is_in_the_kit_for_its_heirs(tmp_path: Path, whole: str) -> None:
    kind = whole.splitlines()[0]
    found = heir(tmp_path, whole, f"{kind}\nextends: isle\nname: Heir\n")
    assert [each.message for each in found.findings] == []
    *_, last = found.game.all(GameMap)
    assert (last.id, last.damaged) == ("heir", False)


@pytest.mark.parametrize(("whole", "own"), [(GRID, "terrain: own.csv"), (AREAS, "outlines: own.svg")])
def test_the_file_that_an_heir_names_is_in_its_pack(tmp_path: Path, whole: str, own: str) -> None:
    kind = whole.splitlines()[0]
    found = heir(tmp_path, whole, f"{kind}\nextends: isle\n{own}\n")
    (missing,) = found.findings
    assert (missing.code, Path(missing.span.file).name) == ("missing-file", "heir.yaml")
    assert "own." in missing.message
    for name in ("isle.csv", "isle.svg"):
        shutil.copy(tmp_path / "kit" / name, tmp_path / "pack" / name.replace("isle", "own"))
    assert not heir(tmp_path, whole, f"{kind}\nextends: isle\n{own}\n").findings
