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
