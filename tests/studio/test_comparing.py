"""What changed since a commit, since the studio was opened, or from another folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.compare.test_revisions import git
from tests.packs import HARBOUR
from tests.pipeline import write

from .serving import get, page, served
from .test_session import replaced

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    write(folder, HARBOUR)
    return folder


def change_row(pack: Path) -> None:
    replaced(pack / "boats.yaml", "name: Cutter, sails: 2", "name: Cutter, sails: 3")


def is_the_changed_row(found: dict[str, Any]) -> None:
    (row,) = found["rows"]
    assert (row["row"], row["change"]) == ("Cutter", "changed")
    assert row["fields"] == [{"field": "sails", "before": "2", "after": "3"}]
    assert row["at"]["file"].endswith("boats.yaml")
    (face,) = found["faces"]
    assert (face["face"], face["sides"]) == ("boats/cutter/front", ["front"])
    assert found["counts"]["faces"] == 1
    assert not found["same"]


@pytest.mark.slow
def test_the_state_when_the_studio_was_opened(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        assert opened.ask("compare.list", against="opened")["same"] is True
        change_row(pack)
        opened.told("changed")
        found = opened.ask("compare.list", against="opened")
        is_the_changed_row(found)
        before, after = found["faces"][0]["pictures"][0]["pair"]
        pictures = [get(server, each["src"])[2] for each in (before, after)]
        assert all(b"<svg" in picture for picture in pictures)
        assert pictures[0] != pictures[1]
        replaced(pack / "boats.yaml", "sails: 3", "sails: 2")
        opened.told("changed")
        assert opened.ask("compare.list", against="opened")["same"] is True


@pytest.mark.slow
def test_what_was_never_examined_is_compared_as_it_was_read(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("shell.hello")
        change_row(pack)
        replaced(pack / "boat.yaml", "background: paper", "background: ink")
        opened.told("changed")
        found = opened.ask("compare.list", against="opened")
        assert {face["part"] for face in found["faces"]} == {"Sloop", "Cutter"}
        assert [row["row"] for row in found["rows"]] == ["Cutter"]


@pytest.mark.slow
@needs_git
def test_a_commit_of_the_pack(pack: Path) -> None:
    git(pack.parent, "init", "-q")
    git(pack.parent, "add", "-A")
    git(pack.parent, "commit", "-q", "-m", "the first boats")
    git(pack.parent, "tag", "v1.0")
    change_row(pack)
    with served(pack) as server, page(server) as opened:
        (commit,) = opened.ask("compare.offered")["commits"]
        assert (commit["subject"], commit["tags"]) == ("the first boats", ["v1.0"])
        for name in ("HEAD", "v1.0", commit["hash"]):
            is_the_changed_row(opened.ask("compare.list", against="revision", name=name))
        for name, said in (
            ("no-such", "no git revision 'no-such'"),
            ("--output=x", "no git revision '--output=x'"),
            ("", "name the revision"),
        ):
            refused = opened.send("compare.list", against="revision", name=name)["refused"]
            assert said in refused
            assert "fault of pnp" not in refused


@pytest.mark.slow
def test_a_folder_with_another_state(pack: Path, tmp_path: Path) -> None:
    shutil.copytree(pack, tmp_path / "older")
    change_row(pack)
    with served(pack) as server, page(server) as opened:
        is_the_changed_row(opened.ask("compare.list", against="folder", name="older"))
        is_the_changed_row(opened.ask("compare.list", against="folder", name=str(tmp_path / "older")))
        replaced(tmp_path / "older" / "boats.yaml", "name: Sloop, sails: 1", "name: Sloop, sails: 4")
        found = opened.ask("compare.list", against="folder", name="older")
        assert {row["row"] for row in found["rows"]} == {"Sloop", "Cutter"}, "that folder is read again"
        for name in ("nothing", "/etc", ""):
            assert "refused" in opened.send("compare.list", against="folder", name=name)


def test_a_requirement_of_the_pack_leads_to_its_line(pack: Path) -> None:
    manifest = pack / "pack.yaml"
    with served(pack) as server, page(server) as opened:
        opened.ask("findings.summary")
        replaced(manifest, "holds: crew(players) >= players", "holds: crew(players) < players")
        opened.told("changed")
        (verdict,) = opened.ask("compare.list", against="opened")["verdicts"]
        assert (verdict["map"], verdict["before"], verdict["after"]) == ("", "holds", "broken")
        assert verdict["at"]["file"].endswith("pack.yaml")
        (line,) = (each for each in manifest.read_text(encoding="utf-8").splitlines() if "a crew for everyone" in each)
        assert manifest.read_text(encoding="utf-8").splitlines()[verdict["at"]["line"] - 1] == line


@pytest.mark.slow
def test_a_map_with_its_places_roads_distances_and_verdicts(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        opened.ask("findings.summary")
        replaced(pack / "maps" / "bay.yaml", "Church -- Pier", "Church -- Quay -- Pier")
        replaced(pack / "maps" / "bay.yaml", "  Gate:", "  Quay: {at: [80, 30]}\n  Gate:")
        replaced(pack / "maps" / "bay.yaml", "Pier -- Gate -- Market", "Pier -- Gate")
        opened.told("changed")
        found = opened.ask("compare.list", against="opened")
        (each,) = found["maps"]
        assert (each["added"], each["removed"]) == (["Quay"], [])
        assert each["distances_changed"] > 0
        assert {(mark["place"], mark["now"]) for mark in each["marks"]} == {("Quay", True)}
        before, after = each["pictures"][0]["pair"]
        assert get(server, before["src"])[2] != get(server, after["src"])[2]
        verdicts = {(it["requirement"], it["before"], it["after"]) for it in found["verdicts"]}
        assert ("the pier is two steps from the market", "holds", "broken") in verdicts
        assert any(it["code"] == "broken-requirement" and it["file"] for it in found["new_findings"])


def test_without_a_repository_the_reason_is_shown(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        offered = opened.ask("compare.offered")
        assert offered["commits"] == []
        assert offered["reason"] == "the folder of this pack is in no git repository"
        assert "refused" in opened.send("compare.list", against="elsewhere")
        refused = opened.send("compare.list", against="revision", name="HEAD")["refused"]
        assert refused.endswith("is in no git repository; name a folder to compare with")
