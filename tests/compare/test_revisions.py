"""Git revisions of a pack as folders."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pnp.compare.revisions import RevisionError, revision_folder
from tests.language.packs import write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str) -> None:
    named = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *named, "-C", str(folder), *arguments], check=True, capture_output=True)


def repository(folder: Path, name: str = "game") -> Path:
    """Make a repository with a pack in a folder of it, commit it, and change a row."""
    pack = folder / name
    pack.mkdir(parents=True, exist_ok=True)
    write(pack)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    table = pack / "cards.csv"
    table.write_text(table.read_text().replace("Sloop,1", "Sloop,3"))
    return pack


@pytest.mark.parametrize("name", ["game", ".", "games/one"])
def test_a_revision_is_a_folder_with_its_files(tmp_path: Path, name: str) -> None:
    pack = repository(tmp_path, name)
    with revision_folder("HEAD", pack) as found:
        assert "Sloop,1" in (found / "cards.csv").read_text()
    assert "Sloop,3" in (pack / "cards.csv").read_text()
    assert not found.exists()


@pytest.mark.parametrize("revision", ["no-such", "--output=x", "HEAD:game", "", "HEAD~9"])
def test_a_revision_that_does_not_exist_is_refused(tmp_path: Path, revision: str) -> None:
    pack = repository(tmp_path)
    with pytest.raises(RevisionError), revision_folder(revision, pack):
        pass
    assert sorted(each.name for each in tmp_path.iterdir()) == [".git", "game"]


def test_a_folder_in_no_repository_is_refused(tmp_path: Path) -> None:
    write(tmp_path)
    with pytest.raises(RevisionError, match="in no git repository"), revision_folder("HEAD", tmp_path):
        pass


def test_links_of_a_revision_are_left_out(tmp_path: Path) -> None:
    pack = repository(tmp_path)
    (pack / "link.yaml").symlink_to("/etc/hostname")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "link")
    with revision_folder("HEAD", pack) as found:
        assert not (found / "link.yaml").exists()


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("v1..v2", "there is no folder and no git revision 'v1..v2'; write two revisions: v1 v2"),
        ("v1..", "write two revisions: v1 HEAD"),
        ("HEAD:game", "write the revision and the folder as two words: HEAD game"),
        ("", "there is no folder and no git revision ''"),
    ],
)
def test_what_only_git_understands_is_said_how_to_write(tmp_path: Path, revision: str, said: str) -> None:
    pack = repository(tmp_path)
    with pytest.raises(RevisionError) as refused, revision_folder(revision, pack):
        pass
    assert said in str(refused.value)


def test_a_repository_without_a_commit_is_said(tmp_path: Path) -> None:
    write(tmp_path)
    git(tmp_path, "init", "-q")
    with pytest.raises(RevisionError, match="has no commit yet: commit the pack first"):
        revision_folder("HEAD", tmp_path).__enter__()


def test_a_pack_that_was_moved_is_found_where_it_was(tmp_path: Path) -> None:
    pack = repository(tmp_path)
    (pack / "pack.yaml").write_text("kind: pack\ntitle: [\n", encoding="utf-8")
    git(tmp_path, "commit", "-q", "-a", "-m", "broken")
    git(tmp_path, "mv", "game", "moved")
    (tmp_path / "moved" / "pack.yaml").write_text("kind: pack\ntitle: Another one\n", encoding="utf-8")
    git(tmp_path, "commit", "-q", "-a", "-m", "moved")
    with revision_folder("HEAD~1", tmp_path / "moved") as found:
        assert "Sloop,3" in (found / "cards.csv").read_text()
    with revision_folder("HEAD~2", tmp_path / "moved") as found:
        assert "Sloop,1" in (found / "cards.csv").read_text()


def test_a_revision_before_the_pack_was_made_is_refused(tmp_path: Path) -> None:
    repository(tmp_path)
    later = tmp_path / "later"
    later.mkdir()
    write(later)
    with pytest.raises(
        RevisionError, match=r"'HEAD' has no pack\.yaml in 'later': name a later revision; if you moved"
    ):
        revision_folder("HEAD", later).__enter__()
