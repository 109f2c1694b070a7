"""Values of documents are changed from the page: only their bytes, with undo, and never outside the pack."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.studio.killing import Studio, kill_studios
from tests.studio.serving import page, served

ROOT = Path(__file__).parents[2]


@pytest.fixture
def starter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return Path(shutil.copytree(ROOT / "content" / "starter", tmp_path / "starter"))


def texts(pack: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in sorted(pack.rglob("*.yaml"))}


def differing(old: dict[str, str], new: dict[str, str]) -> list[tuple[str, str]]:
    pairs = [(a, b) for name in old for a, b in zip(old[name].split("\n"), new[name].split("\n"), strict=True)]
    return [(a, b) for a, b in pairs if a != b]


@pytest.mark.slow
def test_a_value_is_written_and_undone_and_pages_are_told(starter: Path) -> None:
    before = texts(starter)
    with served(starter) as server, page(server) as opened:
        file = next(each["file"] for each in files_of(opened) if each["file"].endswith("pack.yaml"))
        edits = [{"file": file, "path": ["title"], "value": "New"}]
        answer = opened.ask("edit.values", says="rename the game", edits=edits)
        assert answer["says"] == "rename the game"
        assert opened.told("changed")["revision"] == answer["revision"]
        assert opened.ask("shell.hello")["title"] == "New"
        (changed,) = differing(before, texts(starter))
        assert changed[1].startswith("title: New")
        assert opened.ask("shell.history")["done"] == ["rename the game"]
        opened.ask("shell.undo")
        assert texts(starter) == before
        opened.ask("shell.redo")
        assert differing(before, texts(starter)) == [changed]
    with served(starter) as server, page(server) as opened:  # a page and a studio later
        opened.ask("shell.undo")
    assert texts(starter) == before


@pytest.mark.slow
def test_the_undo_of_a_message_takes_back_its_own_change_or_nothing(starter: Path) -> None:
    with served(starter) as server, page(server) as opened:
        file = next(each["file"] for each in files_of(opened) if each["file"].endswith("pack.yaml"))
        first, second = (
            opened.ask(
                "edit.values", says=f"call it {title}", edits=[{"file": file, "path": ["title"], "value": title}]
            )
            for title in ("One", "Two")
        )
        assert "something else was changed" in opened.send("shell.undo", only=first["change"])["refused"]
        assert opened.ask("shell.hello")["title"] == "Two"
        opened.ask("shell.undo", only=second["change"])
        assert opened.ask("shell.hello")["title"] == "One"
        assert "something else was changed" in opened.send("shell.undo", only=second["change"])["refused"]


@pytest.mark.slow
def test_an_edit_that_changes_nothing_is_no_change_to_take_back(starter: Path) -> None:
    with served(starter) as server, page(server) as opened:
        file = next(each["file"] for each in files_of(opened) if each["file"].endswith("pack.yaml"))
        edits = [{"file": file, "path": ["title"], "value": "One"}]
        first = opened.ask("edit.values", says="call it One", edits=edits)
        same = opened.ask("edit.values", says="call it One again", edits=edits)
        assert same["change"] is None
        assert opened.ask("shell.history")["done"] == ["call it One"]
        opened.ask("shell.undo", only=first["change"])
        assert opened.ask("shell.history")["done"] == []


def files_of(opened: Any) -> list[dict[str, Any]]:
    return list(opened.ask("source.list")["files"])


@pytest.mark.slow
def test_edits_of_one_message_are_written_together_or_not_at_all(starter: Path) -> None:
    before = texts(starter)
    with served(starter) as server, page(server) as opened:
        files = [each["file"] for each in files_of(opened)]
        pack = next(file for file in files if file.endswith("pack.yaml"))
        good = {"file": pack, "pointer": "/title", "value": "One"}
        refused = opened.send("edit.values", edits=[good, {"file": pack, "path": ["title", "x"], "value": 1}])
        assert "there is no list or mapping" in refused["refused"]
        assert texts(starter) == before
        opened.ask("edit.values", edits=[good, {"file": pack, "path": ["title"], "value": "Two"}])
        assert [new for _, new in differing(before, texts(starter))] == ["title: Two"]
        for bad in (
            [{"file": "../x.yaml", "path": ["a"], "value": 1}],
            [{"file": "house/kit.yaml", "path": ["a"], "value": 1}],
            [{"file": pack, "path": [True], "value": 1}],
            [{"file": pack, "path": ["title"]}],
            [{"file": pack, "path": ["title"], "value": {"a": [[[[[[[[[[1]]]]]]]]]]}}],
            [],
            "x",
        ):
            assert "refused" in opened.send("edit.values", edits=bad)


def test_a_studio_that_is_read_only_writes_nothing(starter: Path) -> None:
    before = texts(starter)
    with served(starter, read_only=True) as server, page(server) as opened:
        for ask in ("edit.values", "source.save"):
            assert "--read-only" in opened.send(ask, file="pack.yaml", edits=[])["refused"]
    assert texts(starter) == before


HALF = """
import os, sys
from pathlib import Path
from pnp.edit import Journal, open_file, set_value
pack, real = Path(sys.argv[1]), os.replace
def replace(old, new, **rest):
    if new == "theme.yaml": os._exit(9)
    real(old, new, **rest)
os.replace = replace
wanted = [("pack.yaml", "title", "Half"), ("theme.yaml", "extends", "half")]
changes = [change for name, key, value in wanted for change in set_value(open_file(pack, name), (key,), value)]
Journal(pack).apply(changes, "half")
"""
"""Edits two files, and ends as if killed when the first is written and the second is not."""


@pytest.mark.slow
def test_a_studio_completes_what_a_killed_one_began_before_it_shows_anything(starter: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", HALF, str(starter)], cwd=ROOT, check=False)
    assert ended.returncode == 9
    assert "title: Half" in texts(starter)["pack.yaml"]
    assert "extends: half" not in texts(starter)["theme.yaml"]
    studio = Studio(starter, {})
    try:
        assert "extends: half" in texts(starter)["theme.yaml"]
    finally:
        studio.kill()


@pytest.mark.nightly
def test_killed_studios_leave_every_answered_edit_and_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    assert kill_studios(tmp_path, 2) == []
