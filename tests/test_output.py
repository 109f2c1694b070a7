"""Files are written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.output import PARTIAL, RELATIVE, ExpectedFile, OutputError, files_unchanged, remove_leftovers, write_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    assert write_file(path, b"one")
    assert path.read_bytes() == b"one"
    assert names(tmp_path) == ["a", "b", "c.txt"]


@pytest.mark.slow
@settings(deadline=None, max_examples=20, derandomize=True)
@given(st.lists(st.binary(max_size=40), min_size=1, max_size=6))
def test_the_last_content_stands_and_only_changes_are_told(contents: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, before = Path(folder, "x"), None
        for content in contents:
            assert write_file(path, content) == (content != before)
            before = content
        assert path.read_bytes() == contents[-1]
        assert names(Path(folder)) == ["x"]


def test_what_stands_already_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_file(path, b"one")
    before = path.stat()
    assert not write_file(path, b"one")
    after = path.stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_a_new_file_may_be_read_by_whoever_the_umask_lets(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "x", b"one")
    finally:
        assert os.umask(before) == 0o027, "asking for the umask leaves it as it was"
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), MemoryError()])
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_whatever_happens_the_old_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, call: str
) -> None:
    path = tmp_path / "x"
    write_file(path, b"old")

    def fail(*_arguments: object, **_folders: object) -> None:
        assert [name for name in names(tmp_path) if name.startswith(PARTIAL)], "it is being written beside the old one"
        raise error

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OutputError if isinstance(error, OSError) else type(error)):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["x"]


@pytest.mark.parametrize("blocked", ["x", "x/y", "x/y/z"])
def test_a_file_in_the_way_of_a_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocked: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x").write_bytes(b"in the way")
    with pytest.raises(OutputError) as refused:
        write_file(Path(blocked, "page.pdf"), b"one")
    assert str(refused.value) in {
        f"cannot write '{blocked}/page.pdf': file exists",
        f"cannot write '{blocked}/page.pdf': not a directory",
    }
    assert Path("x").read_bytes() == b"in the way"


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(OutputError, match="is a directory"):
        write_file(tmp_path / "x", b"one")
    assert names(tmp_path) == ["x"]


def test_a_folder_that_is_a_link_leads_nowhere(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    for folder in (out / "inside", elsewhere):
        folder.mkdir(parents=True)
    (out / "game").symlink_to(elsewhere)
    (out / "ring").symlink_to(out / "ring")
    (out / "kept").symlink_to(out / "inside")
    for name in ("game/a.txt", "game/svg/a.txt", "ring/a.txt", "kept/a.txt"):
        link = out / name.partition("/")[0]
        with pytest.raises(OutputError) as refused:
            write_file(out / name, b"new", out)
        words = f"'{link}' is a link, and links in the output folder are not followed; remove it"
        assert str(refused.value) == f"cannot write '{out / name}': {words}"
    with pytest.raises(OutputError, match="is not inside"):
        write_file(out / "../elsewhere/a.txt", b"new", out)
    assert names(elsewhere) == names(out / "inside") == []
    (tmp_path / "mine").symlink_to(elsewhere)
    assert write_file(tmp_path / "mine" / "a.txt", b"new", tmp_path / "mine"), "the folder that was named may be a link"


def test_a_page_that_is_a_link_is_replaced_even_where_it_leads_to_the_same_bytes(tmp_path: Path) -> None:
    mine, page = tmp_path / "mine", tmp_path / "out" / "page.pdf"
    mine.write_bytes(b"one")
    page.parent.mkdir()
    for target in (mine, Path("/dev/zero"), page):
        page.symlink_to(target)
        assert write_file(page, b"one", page.parent)
        assert not page.is_symlink()
        page.unlink()
    os.mkfifo(page)
    assert write_file(page, b"one", page.parent)
    assert (page.read_bytes(), mine.read_bytes()) == (b"one", b"one")


@pytest.mark.skipif(not RELATIVE, reason="folders can't be opened on this system")
@pytest.mark.parametrize("moment", ["os.mkdir", "open", "os.rename"])
def test_a_folder_that_becomes_a_link_at_any_moment_leads_nowhere(tmp_path: Path, moment: str) -> None:
    """Whatever was looked at before: the swap happens in the very call that makes, opens or renames something."""
    out, outside = tmp_path / "out", tmp_path / "outside"
    (outside / "svg").mkdir(parents=True)
    (out / "game").mkdir(parents=True)
    code = f"""
import os, sys
from pathlib import Path
from pnp.output import OutputError, write_file
out, outside, left = Path({str(out)!r}), Path({str(outside)!r}), [1]
def swap(event, details):
    if event == {moment!r} and left and (event != "open" or details[2] & os.O_CREAT):
        left.clear()
        (out / "game").rename(out / "aside")
        (out / "game").symlink_to(outside)
sys.addaudithook(swap)
try:
    write_file(out / "game" / "svg" / "a.txt", b"new", out)
except OutputError:
    pass
sys.exit(len(left))
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert names(outside) == ["svg"]


def leftover(folder: Path, process: int = 999_999_999) -> Path:
    path = folder / f"{PARTIAL}{process}-page.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"half")
    return path


def test_leftovers_of_dead_builds_are_removed_and_nothing_else(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside"
    game = out / "game"
    dead = leftover(game), leftover(game, os.getpid())  # of a process before that had the same number
    link = game / f"{PARTIAL}999999999-link"
    link.symlink_to(leftover(outside))
    folder = leftover(game / f"{PARTIAL}999999999-folder")
    kept = [leftover(game / "deeper"), leftover(game, 1), leftover(outside), link, folder]
    for name in (".pnp-x-page.pdf", ".pnp-12", "pnp-12-page.pdf", "a.pnp-12-x"):
        (game / name).write_bytes(b"mine")
        kept.append(game / name)
    remove_leftovers(game, out)
    assert not any(path.exists() for path in dead)
    assert all(path.is_symlink() or path.exists() for path in kept)


@pytest.mark.parametrize("name", ["game", "game/svg"])
def test_leftovers_behind_links_are_left_alone(tmp_path: Path, name: str) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside"
    dead = [leftover(outside), leftover(outside / "svg"), leftover(outside / "deeper" / "svg")]
    (out / name).parent.mkdir(parents=True)
    (out / name).symlink_to(outside)
    remove_leftovers(out / "game", out)
    remove_leftovers(out / "game" / "svg", out)
    assert all(path.exists() for path in dead)


def test_files_stand_where_nothing_leads_elsewhere(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside"
    for folder in (out / "svg", outside):
        folder.mkdir(parents=True)
        (folder / "a.svg").write_bytes(b"a")
        (folder / "b.svg").write_bytes(b"b")
    stood = [ExpectedFile(f"svg/{name}.svg", 1, hashlib.sha256(name.encode()).hexdigest()) for name in "ab"]
    assert files_unchanged(stood, out)
    assert not files_unchanged([stood[0]._replace(name="../outside/a.svg")], out)
    assert not files_unchanged([stood[0]._replace(size=0)], out)
    assert not files_unchanged([stood[0]._replace(digest=stood[1].digest)], out)
    (out / "svg" / "b.svg").unlink()
    (out / "svg" / "b.svg").symlink_to(outside / "b.svg")
    assert not files_unchanged(stood, out)
    (out / "svg").rename(out / "aside")
    (out / "svg").symlink_to(outside)
    assert not files_unchanged(stood, out)
