"""Reading packs, kits and documents: what is found on the way, and that one bad file leaves the others."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.loader.reader import READERS
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import KINDS
from pnp.model.maps.area_map import AreaMap
from pnp.source import load_schemas
from tests.packs import harbour
from tests.pipeline import ROOT, write

ALONE = """\
kind: area-map
areas: {Market: {}, Church: {}, Pier: {}}
roads: [Market -- Church -- Pier -- Market]
"""
MANIFEST = "kind: pack\ntitle: Bay\nplayers: 2\n"


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def loaded(text: str, path: str = "game", folder: str = "game") -> Loaded:
    write(Path(folder), text)
    (target,) = find_targets([path])
    return load(target)


def found(game: Loaded) -> list[tuple[str, int, str]]:
    return [(finding.span.file, finding.span.line, finding.code) for finding in game.findings]


def test_the_sample_is_read_without_findings() -> None:
    game = loaded(harbour())
    assert found(game) == []
    assert (game.name, game.focus, game.game.id) == ("game", None, "game")
    assert {"game/pack.yaml", "game/maps/bay.yaml", "house/theme.yaml"} <= set(game.texts)
    assert next(game.game.all(AreaMap)).id == "bay"


def test_files_are_named_from_the_working_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    write(Path("game"), harbour())
    monkeypatch.chdir("game")
    assert {"pack.yaml", "maps/bay.yaml"} <= set(load(find_targets(["."])[0]).texts)
    monkeypatch.chdir("maps")
    assert {"../pack.yaml", "../maps/bay.yaml"} <= set(load(find_targets([".."])[0]).texts)


def test_a_kept_list_joins_the_requirements_of_the_map() -> None:
    game = loaded(harbour(("two-way: true\n", "two-way: true\nrequirements: [{name: own, no-dead-end: true}]\n")))
    names = [requirement.name for requirement in next(game.game.all(AreaMap)).requirements]
    assert names == ["own", "all is joined", "the pier is two steps from the market"]


def test_a_kept_list_that_is_not_there() -> None:
    game = loaded(harbour(("keeps: [customs]", "keeps: [custom]")))
    assert found(game) == [("game/maps/bay.yaml", 5, "unknown-requirements")]
    assert game.findings[0].hint == "did you mean 'customs'?"


def test_a_kit_beside_the_pack_comes_before_a_bundled_one() -> None:
    write(
        Path("house"),
        """\
# file: kit.yaml
kind: kit
documents: [icons.yaml]
# file: icons.yaml
kind: icons
icons: {anchor: [{line: M12 4V20}]}
""",
    )
    game = loaded(MANIFEST)
    assert set(game.texts) == {"game/pack.yaml", "house/kit.yaml", "house/icons.yaml"}
    assert [icon.id for icons in game.game.all(IconSet) for icon in icons.icons] == ["anchor"]


def test_a_pack_may_use_no_kit() -> None:
    assert set(loaded(MANIFEST + "uses: []\n").texts) == {"game/pack.yaml"}


def test_an_unknown_kit_is_told_once_and_what_it_may_have_brought_is_not() -> None:
    game = loaded(harbour(("uses: [house]", "uses: [hose]")))
    assert found(game) == [("game/pack.yaml", 8, "unknown-kit")]
    assert game.findings[0].hint == "did you mean 'house'?"
    assert game.game.may_have("anything")


def test_a_kit_can_be_read_alone() -> None:
    game = loaded("# file: kit.yaml\nkind: kit\ndocuments: [icons.yaml, theme.yaml]\n# file: icons.yaml\nkind: icons\n")
    assert found(game) == [("game/icons.yaml", 1, "missing-key"), ("game/kit.yaml", 2, "missing-file")]


def test_the_files_of_a_kit_are_named_by_their_kit() -> None:
    texts = loaded(ALONE, "game/test.yaml").texts
    assert {"game/test.yaml", "house/kit.yaml", "house/theme.yaml"} <= set(texts)


def test_bundled_games_and_kits_are_named_by_their_folders_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundled = tmp_path / "site" / "pnp" / "bundled" / "content"
    write(bundled / "bay", harbour(("name: The bay", "nam: The bay")))
    write(bundled / "house", "# file: kit.yaml\nkind: kit\ndocuments: []\nlicense: CC0\n")
    for module in ("target", "pack"):
        monkeypatch.setattr(import_module(f"pnp.loader.{module}"), "content_folder", lambda: bundled)
    (target,) = find_targets([])
    assert target == find_targets(["bay"])[0]
    files = {file for file, _, _ in found(load(target))}
    assert {"bay/maps/bay.yaml", "house/kit.yaml"} <= files
    assert {file.split("/")[0] for file in files} == {"bay", "house"}


def test_without_a_path_it_is_the_pack_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "bay", harbour())
    write(tmp_path / "bay" / "content" / "other", harbour())
    monkeypatch.chdir(tmp_path / "bay")
    (target,) = find_targets([])
    assert target == find_targets(["."])[0]
    assert target.folder.resolve() == tmp_path / "bay"


def test_a_document_alone_goes_by_its_stem_and_has_the_kit_at_hand() -> None:
    game = loaded(ALONE, "game/test.yaml")
    assert (game.name, game.focus, game.game.pack) == ("test", "game/test.yaml", None)
    assert next(game.game.all(AreaMap)).id == "test"
    assert next(game.game.all(Theme), None) is not None


def test_a_link_to_a_document_is_followed() -> None:
    write(Path("game"), ALONE)
    Path("link.yaml").symlink_to("game/test.yaml")
    game = load(find_targets(["link.yaml"])[0])
    assert (found(game), game.focus) == ([], "game/test.yaml")


def test_a_document_of_a_pack_has_its_pack_at_hand() -> None:
    game = loaded(harbour(), "game/maps/bay.yaml")
    assert (game.name, game.focus) == ("game", "game/maps/bay.yaml")
    assert "game/boats.yaml" in game.texts


@pytest.mark.parametrize("manifest", [MANIFEST, MANIFEST + "documents: [\n", "kind: nothing\n"])
def test_a_document_that_the_pack_does_not_list_is_read_when_it_is_asked_for(manifest: str) -> None:
    game = loaded(f"# file: pack.yaml\n{manifest}# file: town.yaml\n{ALONE}extra: 1\n", "game/town.yaml")
    assert ("game/town.yaml", 4, "unknown-key") in found(game)
    assert next(game.game.all(AreaMap)).id == "town"


def test_files_that_are_not_listed_are_told_but_not_hidden_ones() -> None:
    files = "".join(
        f"# file: {name}\n{ALONE}" for name in ("b.yaml", "a.yml", ".c.yaml", ".git/d.yaml", "e.txt", "maps/f.yaml")
    )
    game = loaded(f"# file: pack.yaml\n{MANIFEST}documents: [maps/f.yaml]\n{files}")
    assert found(game) == [("game/a.yml", 1, "unlisted-document"), ("game/b.yaml", 1, "unlisted-document")]
    same = "delete it: it is the same as 'maps/f.yaml'; or list it under documents"
    assert [each.hint for each in game.findings] == [same, same]


def test_where_the_manifest_has_an_error_what_it_does_not_list_is_not_told() -> None:
    game = loaded(harbour(("documents:", "document:")))
    assert found(game) == [("game/pack.yaml", 9, "unknown-key")]
    game = loaded(harbour(("maps/bay.yaml", "maps/bray.yaml")))
    assert found(game) == [("game/pack.yaml", 10, "missing-file")]
    assert game.findings[0].hint == "did you mean 'maps/bay.yaml'?"


@pytest.mark.parametrize(
    ("listed", "hint"),
    [
        ("bay.yaml, town.yaml", "these are 2 files: make each one an item of the list"),
        ("bay.yaml town.yaml", "these are 2 files: make each one an item of the list"),
        ("harvest-card.yaml", "did you mean 'harvestcard.yaml'?"),
        ("rows.yaml", "put the file there, or correct its name"),
    ],
)
def test_a_document_that_is_missing_may_be_meant_by_one_that_is_not_listed(listed: str, hint: str) -> None:
    files = "".join(f"# file: {name}\n{ALONE}" for name in ("bay.yaml", "town.yaml", "harvestcard.yaml"))
    table = "# file: harvest.csv\nName\nA\n# file: rows.csv\nName\nA\n"
    game = loaded(
        f"# file: pack.yaml\n{MANIFEST}documents:\n- '{listed}'\n- x.yaml\n# file: x.yaml\n{ALONE}{files}{table}"
    )
    assert next(each for each in game.findings if each.code == "missing-file").hint == hint


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("../secret.yaml", "bad-path"),
        ("maps/../../secret.yaml", "bad-path"),
        ("/etc/passwd", "bad-path"),
        ("~/secret.yaml", "bad-path"),
        ("https://example.org/x.yaml", "bad-path"),
        ("link.yaml", "bad-path"),
        ("maps", "bad-path"),
        ("nowhere.yaml", "missing-file"),
    ],
)
def test_nothing_outside_of_the_pack_is_read(file: str, code: str) -> None:
    Path("secret.yaml").write_text(ALONE + "secret: 1\n")
    Path("game/maps").mkdir(parents=True)
    Path("game/link.yaml").symlink_to(Path("secret.yaml").resolve())
    game = loaded(f"{MANIFEST}documents: ['{file}']\n")
    assert found(game) == [("game/pack.yaml", 4, code)]
    assert not any("secret: 1" in text for text in game.texts.values())


def test_a_document_is_listed_once_and_has_a_name_of_its_own() -> None:
    listed = "documents: [town.yaml, town.yaml, maps/town.yaml]\n"
    game = loaded(f"# file: pack.yaml\n{MANIFEST}{listed}# file: town.yaml\n{ALONE}# file: maps/town.yaml\n{ALONE}")
    assert [(each.code, each.message, each.hint) for each in game.findings] == [
        ("duplicate-document", "'town.yaml' is listed twice", "take one of them out"),
        ("duplicate-document", "'maps/town.yaml' has the same name as 'town.yaml'", "rename one of the files"),
    ]


def test_names_that_differ_only_in_case_are_the_same() -> None:
    listed = "documents: [town.yaml, maps/Town.yaml]\n"
    game = loaded(f"# file: pack.yaml\n{MANIFEST}{listed}# file: town.yaml\n{ALONE}# file: maps/Town.yaml\n{ALONE}")
    assert [each.message for each in game.findings] == ["'maps/Town.yaml' has the same name as 'town.yaml'"]


def test_a_file_that_is_not_there_takes_no_name_away() -> None:
    game = loaded(f"# file: pack.yaml\n{MANIFEST}documents: [maps/town.yaml, town.yaml]\n# file: town.yaml\n{ALONE}")
    assert found(game) == [("game/pack.yaml", 4, "missing-file")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind: pack\ntitle: A\nplayers: 2\n", "a pack can't be one of the documents of another"),
        ("kind: kit\ndocuments: []\n", "a kit can't be one of the documents of another"),
    ],
)
def test_a_manifest_is_no_document(text: str, message: str) -> None:
    game = loaded(f"# file: pack.yaml\n{MANIFEST}documents: [x.yaml]\n# file: x.yaml\n{text}")
    assert [(each.code, each.message) for each in game.findings] == [("misplaced-document", message)]


def test_a_document_is_no_manifest() -> None:
    game = loaded(f"# file: pack.yaml\n{ALONE}")
    (finding,) = game.findings
    assert finding.message == "a document of kind 'area-map' is used where a pack is required"
    assert finding.hint == "begin it with 'kind: pack'"


@pytest.mark.parametrize("spoilt", ["kind: icons\nicons: [\n", "", "kind: nothing\n", "\x00", "- 1\n", "kind: icons\n"])
def test_a_document_that_cannot_be_read_leaves_the_others(spoilt: str) -> None:
    listed = "documents: [icons.yaml, town.yaml]\n"
    text = f"# file: pack.yaml\n{MANIFEST}{listed}# file: town.yaml\n{ALONE}stranger: 1\n"
    write(Path("game"), text)
    Path("game/icons.yaml").write_text(spoilt)
    game = load(find_targets(["game"])[0])
    assert {file for file, _, _ in found(game)} == {"game/icons.yaml", "game/town.yaml"}
    assert next(game.game.all(AreaMap)).id == "town"
    assert game.game.unread == {"icons"}


def test_findings_know_their_pack() -> None:
    assert {each.pack for each in loaded(harbour(("title:", "titel:"))).findings} == {"game"}
    assert {each.pack for each in loaded(ALONE + "extra: 1\n", "alone/test.yaml", "alone").findings} == {None}


def test_every_kind_of_document_has_a_schema_and_a_reader() -> None:
    assert {name for kinds in KINDS.values() for name in kinds} == set(READERS)
    assert {*READERS, "pack", "kit"} == set(load_schemas(ROOT / "schemas").kinds)
