"""`pnp diff` and `pnp build --changed-since`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli.main import group
from tests.compare.test_revisions import pytestmark as needs_git
from tests.compare.test_revisions import repository

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
