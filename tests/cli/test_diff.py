"""`pnp diff` and `pnp build --changed-since`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli.main import group
from tests.compare.test_revisions import git, repository
from tests.compare.test_revisions import pytestmark as needs_git
from tests.language.packs import write

pytestmark = needs_git


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(group, arguments, standalone_mode=False)
    if done.exception is not None:
        return 2, str(getattr(done.exception, "message", done.exception))
    return int(done.return_value or 0), done.output


@pytest.mark.slow
def test_a_revision_is_compared_with_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = repository(tmp_path)
    monkeypatch.chdir(pack)
    status, said = run("diff", "HEAD")
    assert status == 0
    assert "~ cards: Sloop  sails: 1 → 3" in said
    assert run("diff", "HEAD", "--exit-code")[0] == 1
    assert run("diff", ".", ".", "--exit-code")[0] == 0
    assert json.loads(run("diff", "HEAD", "--format", "json")[1])["version"] == 1
    assert run("diff", "HEAD", "--format", "html")[1].startswith("<!doctype html>")
    (pack / "cards.csv").write_text((pack / "cards.csv").read_text(encoding="utf-8").replace("Sloop", "Ketch"))
    rows = json.loads(run("diff", "HEAD", "--format", "json")[1])["rows"]
    assert {each["row"]: each["place"] for each in rows} == {"Sloop": "cards.csv:2:1", "Ketch": "cards.csv:2:1"}


@pytest.mark.slow
def test_the_languages_that_are_not_compared_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = repository(tmp_path)
    monkeypatch.chdir(pack)
    text = (pack / "pack.yaml").read_text(encoding="utf-8")
    (pack / "pack.yaml").write_text(text + "languages: [en, de, fr]\n", encoding="utf-8")
    note = "compared in 'en' only, not in 'de' and 'fr': add --lang de to compare that one"
    assert note in run("diff", "HEAD")[1]
    assert note not in run("diff", "HEAD", "--lang", "en")[1]
    assert note in run("build", ".", "--changed-since", "HEAD", "-o", str(tmp_path / "out"))[1]


@pytest.mark.slow
def test_two_revisions_and_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert "nothing changed" in run("diff", "HEAD", "HEAD", "game")[1]
    assert "Sloop" in run("diff", "HEAD", "game")[1]
    status, said = run("diff", "no-such", "game")
    assert status == 2
    assert "there is no folder and no git revision 'no-such'" in said


@pytest.mark.slow
def test_only_what_changed_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = repository(tmp_path)
    monkeypatch.chdir(pack)
    status, said = run("build", ".", "--changed-since", "HEAD", "-o", str(tmp_path / "out"))
    assert status == 0, said
    assert "throw away of cards: Sloop" in said
    written = sorted(path.name for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert "game-update-a4.pdf" in written
    assert [name for name in written if name.endswith(".svg")] == ["sloop-front.svg"]


@pytest.mark.slow
def test_nothing_is_printed_if_no_part_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = repository(tmp_path)
    monkeypatch.chdir(pack)
    status, said = run("build", ".", "--changed-since", ".", "-o", str(tmp_path / "out"))
    assert status == 0
    assert "no printed part changed since ." in said
    assert not (tmp_path / "out").exists()


def other_folder(tmp_path: Path) -> Path:
    """A pack in no repository, next to one in a repository."""
    other = tmp_path / "other"
    other.mkdir()
    return write(other).folder


def test_a_revision_is_compared_with_a_folder_that_has_no_revisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = repository(tmp_path / "repository")
    other = other_folder(tmp_path)
    monkeypatch.chdir(pack)
    assert run("diff", "HEAD", str(other)) == (0, "other: nothing changed\n")
    monkeypatch.chdir(tmp_path)
    status, said = run("diff", "HEAD", "other")
    assert (status, said) == (2, "'other' is in no git repository; name a folder to compare with")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["HEAD"], "'.' has 2 packs: name one of 'game', 'second'"),
        (["", "game"], "there is no folder and no git revision ''"),
        (["HEAD", "no-such"], "'.' has 2 packs: name one of 'game', 'second'"),
        (["HEAD", "game/bay.yaml"], "'game/bay.yaml' is one document: name the folder of its pack, 'game'"),
        (["HEAD", "game", "second"], "'game' is a path: only two revisions have a third argument, the pack"),
        (["HEAD", "alone/isle.yaml"], "'alone/isle.yaml' has no pack.yaml: only a pack can be compared with a git rev"),
        (["alone/isle.yaml", "game"], "'alone/isle.yaml' is no pack, and 'game' is one"),
        (["game", "second", "--lang", "de"], "'second' has no texts in the language 'de'"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    repository(tmp_path)
    (tmp_path / "second").mkdir()
    write(tmp_path / "second")
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "isle.yaml").write_text("kind: area-map\nsize: 9 x 9\nareas: {A: {at: [1, 1]}}\n")
    monkeypatch.chdir(tmp_path)
    status, told = run("diff", *arguments)
    assert status == 2
    assert said in told


def test_what_cannot_be_read_before_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = repository(tmp_path)
    text = (pack / "cards.yaml").read_text(encoding="utf-8")
    (pack / "cards.yaml").write_text("kind: component\nmakes: [\n", encoding="utf-8")
    git(tmp_path, "commit", "-q", "-a", "-m", "broken")
    (pack / "cards.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(pack)
    done = CliRunner().invoke(group, ["diff", "HEAD"], standalone_mode=False)
    assert "before, cards.yaml:2:8: the '[' that opens here is not closed: what can't be read is comp" in done.stderr
    assert "+ cards: Sloop" in done.stdout
    status, said = run("build", "--changed-since", "HEAD", "-o", str(tmp_path / "out"))
    assert status == 2
    assert "the parts before are not known: cards.yaml:2:8: the '['" in said
    assert not (tmp_path / "out").exists()


def test_a_bundled_game_is_compared_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("diff", "starter", "starter", "--exit-code") == (0, "starter: nothing changed\n")


def test_an_update_is_of_one_pack_and_since_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository(tmp_path)
    (tmp_path / "second").mkdir()
    write(tmp_path / "second")
    (tmp_path / "notes.txt").write_text("nothing")
    monkeypatch.chdir(tmp_path)
    said = run("build", "game", "second", "--changed-since", "HEAD")[1]
    assert said == "--changed-since is about one pack: name one of 'game', 'second'"
    assert run("build", "game", "--changed-since", "notes.txt")[1] == "'notes.txt' is no pack, and 'game' is one"
