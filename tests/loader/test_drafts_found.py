"""Folders whose documents no manifest lists: what belongs to them, in which order, and what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.loader import find_targets
from pnp.loader.drafts import MOST_FOUND, kind_of
from pnp.loader.pack import Loaded, load
from pnp.model.component import Component
from pnp.model.maps.game_map import GameMap
from tests.packs import harbour
from tests.pipeline import write

PACK = "# file: pack.yaml\nkind: pack\ntitle: Bay\n"
CARD = "kind: template\nsize: poker\nlayers: []\n"
DECK = "kind: component\nmakes: card\ntemplate: card\n"


def read(folder: Path, text: str) -> Loaded:
    path = write(folder, text)
    (target,) = find_targets([str(path)])
    return load(target)


def told(game: Loaded) -> list[tuple[str, str]]:
    return [(Path(each.span.file).name, each.code) for each in game.findings]


def test_every_document_of_the_folder_belongs_to_a_pack_that_lists_none(tmp_path: Path) -> None:
    text = harbour()
    listed = text[text.index("documents:") : text.index("definitions:")]
    game = read(tmp_path / "harbour", text.replace(listed, ""))
    assert game.findings == ()
    assert game.game.pack
    assert [each.name for each in game.game.pack.documents] == [
        "boat-back.yaml",
        "boat.yaml",
        "boats.yaml",
        "chart.yaml",
        "icons.yaml",
        "maps/bay.yaml",
        "maps/customs.yaml",
        "rules.yaml",
        "sea.yaml",
    ]
    assert [entry.id for entry in game.game.pack.components] == ["boats", "chart"]
    assert not [each for each in examine(game).report.findings if each.code != "unfinished-pack"]


def test_without_components_each_is_printed_in_the_order_of_the_documents(tmp_path: Path) -> None:
    listed = "documents: [b.yaml, a.yaml, card.yaml]\n"
    game = read(tmp_path, f"{PACK}{listed}# file: a.yaml\n{DECK}# file: b.yaml\n{DECK}# file: card.yaml\n{CARD}")
    assert game.game.pack
    assert [entry.id for entry in game.game.pack.components] == ["b", "a"]
    assert [each.name for each in game.game.all(Component)] == ["B", "A"]


def test_an_empty_list_is_not_a_missing_one(tmp_path: Path) -> None:
    game = read(tmp_path, f"{PACK}documents: []\ncomponents: []\n# file: a.yaml\n{DECK}")
    assert told(game) == [("a.yaml", "unlisted-document")]
    assert game.game.pack
    assert game.game.pack.components == ()


def test_a_list_that_is_wrong_is_not_filled_in(tmp_path: Path) -> None:
    game = read(tmp_path, f"{PACK}components: 7\n# file: a.yaml\n{DECK}# file: card.yaml\n{CARD}")
    assert told(game) == [("pack.yaml", "wrong-type")]
    assert game.game.pack
    assert game.game.pack.components == ()


def test_hidden_folders_the_output_and_other_packs_are_left_out(tmp_path: Path) -> None:
    elsewhere = (".git/a.yaml", "output/b.yaml", "other/c.yaml", "other/deep/d.yaml", "kit/e.yaml")
    files = "".join(f"# file: {name}\n{DECK}" for name in elsewhere)
    manifests = "# file: other/pack.yaml\nkind: pack\ntitle: Other\n# file: kit/kit.yaml\nkind: kit\ndocuments: []\n"
    game = read(tmp_path, f"{PACK}{files}{manifests}# file: sub/deck.yaml\n{DECK}# file: sub/card.yaml\n{CARD}")
    assert [each.id for each in game.game.all(Component)] == ["deck"]
    assert game.findings == ()


def test_files_that_are_no_documents_are_one_finding(tmp_path: Path) -> None:
    strays = "".join(f"# file: {name}.yml\nservices: {{web: 1}}\n" for name in "pqrst")
    game = read(tmp_path, f"{PACK}{strays}# file: manifest.yaml\napiVersion: v1\nkind: Deployment\n")
    (finding,) = game.findings
    assert (finding.code, Path(finding.span.file).name) == ("stray-file", "manifest.yaml")
    assert finding.message == "'manifest.yaml', 'p.yml', 'q.yml' and 3 other files are no documents and are not read"


def test_a_misspelt_kind_and_a_broken_document_are_errors_of_their_own(tmp_path: Path) -> None:
    game = read(tmp_path, f"{PACK}# file: a.yaml\nkind: componet\n# file: b.yaml\nkind: template\nsize: [1\n")
    assert told(game) == [("a.yaml", "unknown-kind"), ("b.yaml", "syntax-error")]


def test_one_name_in_two_folders_is_told_with_both(tmp_path: Path) -> None:
    game = read(tmp_path, f"{PACK}# file: one/deck.yaml\n{DECK}# file: two/deck.yaml\n{DECK}")
    (finding,) = game.findings
    assert (finding.code, finding.span.file.endswith("two/deck.yaml")) == ("duplicate-document", True)
    assert finding.message == "'two/deck.yaml' has the same name as 'one/deck.yaml'"


def test_what_is_extended_is_read_before_what_extends_it(tmp_path: Path) -> None:
    base = "kind: area-map\nareas: {A: {}, B: {}}\nroads: [A -- B]\n"
    heirs = '# file: a.yaml\nkind: area-map\nextends: m\n# file: m.yaml\nkind: area-map\nextends: "z"  # the first\n'
    game = read(tmp_path, f"{PACK}{heirs}# file: z.yaml\n{base}")
    assert game.findings == ()
    assert [each.id for each in game.game.all(GameMap)] == ["z", "m", "a"]


def test_documents_that_extend_each_other_are_read_once(tmp_path: Path) -> None:
    game = read(tmp_path, f"{PACK}# file: a.yaml\n{CARD}extends: b\n# file: b.yaml\n{CARD}extends: a\n")
    assert game.findings == ()


def test_the_search_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_FOUND >= 1_000
    monkeypatch.setattr("pnp.loader.drafts.MOST_FOUND", 2)
    cards = "".join(f"# file: {name}.yaml\n{CARD}" for name in "abcd")
    assert told(read(tmp_path, f"{PACK}{cards}")) == [("c.yaml", "over-limit")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("kind: template", "template"),
        ("# a comment\n'kind' : \"template\"", "template"),
        ("{kind: template, layers: []}", "template"),
        ("\ufeffkind: tempalte", "template"),
        ("kind: Deployment", None),
        ("  kind: template", None),
        ("kind:", None),
        ("", None),
    ],
)
def test_the_kind_of_a_document_is_seen_without_parsing_it(text: str, kind: str | None) -> None:
    assert kind_of(text.encode()) == kind


def test_a_folder_without_a_manifest_is_a_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, f"# file: deck.yaml\n{DECK}# file: card.yaml\n{CARD}")
    monkeypatch.chdir(tmp_path)
    for paths in ([], ["."], [str(tmp_path)]):
        (target,) = find_targets(paths)
        game = load(target)
        assert told(game) == [("pack.yaml", "missing-manifest")]
        assert (game.name, game.game.pack, game.focus) == (tmp_path.name, None, None)


@pytest.mark.parametrize("name", ["pack.yml", "Pack.yaml", "game.yaml", "pack.yaml.txt"])
@pytest.mark.parametrize("alone", [False, True])
def test_a_manifest_by_another_name_is_the_only_finding(tmp_path: Path, name: str, alone: bool) -> None:
    write(tmp_path, f"# file: {name}\nkind: pack\ntitle: Bay\ndocuments: [deck.yaml]\n# file: deck.yaml\n{DECK}")
    (target,) = find_targets([str(tmp_path / name if alone else tmp_path)])
    (finding,) = examine(load(target)).report.findings
    assert (finding.code, Path(finding.span.file).name) == ("missing-file", name)
    assert finding.message == f"the pack is in '{name}', and has to be in 'pack.yaml'"
    assert finding.hint == "rename the file to pack.yaml"


def test_a_component_alone_is_read_with_the_documents_of_its_folder(tmp_path: Path) -> None:
    write(tmp_path, f"# file: deck.yaml\n{DECK}# file: card.yaml\n{CARD}")
    (target,) = find_targets([str(tmp_path / "deck.yaml")])
    examined = examine(load(target))
    assert [each.code for each in examined.report.findings] == ["missing-manifest"]
    assert examined.name == "deck"


def test_a_map_alone_is_read_without_its_folder(tmp_path: Path) -> None:
    write(tmp_path, f"# file: deck.yaml\n{DECK}# file: bay.yaml\nkind: area-map\nareas: {{A: {{}}}}\n")
    (target,) = find_targets([str(tmp_path / "bay.yaml")])
    assert not [*load(target).game.all(Component)]
