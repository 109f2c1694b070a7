"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.output import PARTIAL, OutputError, write_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    assert write_file(path, b"one")
    assert path.read_bytes() == b"one"
    assert names(tmp_path) == ["a", "b", "c.txt"]


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

    def fail(*_arguments: object) -> None:
        assert [name for name in names(tmp_path) if name.startswith(PARTIAL)], "it is being written beside the old one"
        raise error

    if call == "fsync":
        monkeypatch.setattr(os, call, fail)
    else:
        monkeypatch.setattr(Path, call, fail)
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


def test_a_folder_that_is_a_link_leads_no_further_than_the_output(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    for folder in (out / "inside", elsewhere):
        folder.mkdir(parents=True)
    (out / "game").symlink_to(elsewhere)
    (out / "ring").symlink_to(out / "ring")
    (out / "kept").symlink_to(out / "inside")
    for name in ("game/a.txt", "game/svg/a.txt", "../elsewhere/a.txt"):
        with pytest.raises(OutputError, match="is a link that leads out of"):
            write_file(out / name, b"new", out)
    with pytest.raises(OutputError, match="cannot write"):
        write_file(out / "ring" / "a.txt", b"new", out)
    assert names(elsewhere) == []
    assert write_file(out / "kept" / "a.txt", b"new", out)
    (tmp_path / "mine").symlink_to(elsewhere)
    assert write_file(tmp_path / "mine" / "a.txt", b"new", tmp_path / "mine"), "the folder that was named may be a link"
