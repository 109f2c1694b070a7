"""The user's cache folder: used where it is the user's own, bounded, and never missed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.cache import BUILDS, FONTS, MANIFESTS, CacheSection, cache_folder, load_entry, save_entry
from tests.build.conftest import CARDS, files
from tests.cli.conftest import Run, pnp, work
from tests.pipeline import write

__all__ = ["Run", "pnp", "work"]

ONE, TWO = "1" * 64, "2" * 64


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / BUILDS.name


def test_what_is_saved_is_loaded_again_and_nobody_else_may_write_there(folder: Path) -> None:
    assert load_entry(ONE) is None
    before = os.umask(0)
    try:
        save_entry(ONE, b"one")
    finally:
        os.umask(before)
    save_entry(TWO, b"two")
    save_entry(ONE, b"another")
    assert (load_entry(ONE), load_entry(TWO)) == (b"another", b"two")
    assert {path.stat().st_mode & 0o777 for path in (folder, folder.parent)} == {0o700}
    assert sorted(path.name for path in folder.iterdir()) == [ONE, TWO]


def test_without_the_variable_it_is_the_folder_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PNP_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("sys.platform", "linux")
    found = cache_folder()
    assert found
    assert found.name == "pnp"
    monkeypatch.setattr("platformdirs.user_cache_path", _homeless)
    assert cache_folder() is None


def _homeless(*_arguments: object, **_options: object) -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_relative_folder_which_may_lie_in_a_pack_is_not_used(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", "here")
    save_entry(ONE, b"one")
    assert load_entry(ONE) is None
    assert not (work / "here").exists()


def in_the_way(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_bytes(b"mine")


def linked(folder: Path) -> None:
    save_entry(ONE, b"one")
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))


def open_to_others(folder: Path) -> None:
    save_entry(ONE, b"one")
    folder.chmod(0o777)


UNUSABLE: dict[str, Callable[[Path], None]] = {
    "a file in the way": in_the_way,
    "a link": linked,
    "others may write": open_to_others,
}


@pytest.mark.parametrize("kind", UNUSABLE)
def test_a_folder_that_cannot_be_trusted_is_not_used(folder: Path, kind: str) -> None:
    UNUSABLE[kind](folder)
    save_entry(TWO, b"two")
    assert (load_entry(ONE), load_entry(TWO)) == (None, None)


def test_a_folder_or_an_entry_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_entry(ONE, b"one")
    stranger = os.geteuid() + 1
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: stranger)
        save_entry(TWO, b"two")
        assert (load_entry(ONE), load_entry(TWO)) == (None, None)
    assert load_entry(ONE) == b"one"
    if not os.geteuid():
        os.chown(folder / ONE, stranger, -1)
        assert load_entry(ONE) is None


def a_link(path: Path) -> None:
    path.symlink_to(path.with_name(ONE))


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_sparse_file(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3 * 2**30)


ODD: dict[str, Callable[[Path], None]] = {
    "a link": a_link,
    "a link to a device": a_device,
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "three sparse gigabytes": a_sparse_file,
}


@pytest.mark.parametrize("kind", ODD)
def test_an_entry_that_is_no_plain_file_is_passed_over(folder: Path, kind: str) -> None:
    save_entry(ONE, b"one")
    ODD[kind](folder / TWO)
    assert load_entry(TWO) is None
    save_entry(TWO, b"two")
    assert load_entry(TWO) == (None if kind == "a folder" else b"two")
    assert load_entry(ONE) == b"one"


@pytest.mark.parametrize(
    "section", [CacheSection("builds", 1_000, 5_000, 100), CacheSection("builds", 1_000, 100_000, 5)]
)
def test_the_oldest_go_where_all_take_too_much(folder: Path, section: CacheSection) -> None:
    size = section.entry_bytes
    save_entry("0" * 64, b"x" * size, section)
    kept = folder / "mine.txt"
    kept.write_bytes(b"x")
    os.utime(kept, ns=(0, 0))
    (folder / ".pnp-1-half").write_bytes(b"x" * size)
    os.utime(folder / ".pnp-1-half", ns=(1, 1))
    for number in range(1, 9):
        save_entry(f"{number:064}", b"x" * size, section)
        os.utime(folder / f"{number:064}", ns=(number, number))
        assert len(list(folder.iterdir())) <= 5 + 1
    left = sorted(path.name for path in folder.iterdir())
    assert left == [*(f"{number:064}" for number in (0, 5, 6, 7, 8)), "mine.txt"]


def test_an_entry_that_is_too_large_is_not_saved(folder: Path) -> None:
    save_entry(ONE, b"x" * (BUILDS.entry_bytes + 1))
    assert not folder.exists()


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_folder_inside_a_pack_is_not_used(folder: Path, name: str) -> None:
    save_entry(ONE, b"one")
    (folder.parent.parent / name).write_bytes(b"")
    assert load_entry(ONE) is None
    save_entry(TWO, b"two")
    assert sorted(path.name for path in folder.iterdir()) == [ONE]


def test_sections_are_apart(folder: Path) -> None:
    save_entry(ONE, b"record")
    save_entry(ONE, b"font", FONTS)
    assert (load_entry(ONE), load_entry(ONE, FONTS)) == (b"record", b"font")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*UNUSABLE, "no home"])
def test_builds_go_on_without_a_cache(pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    write(work / "harbour", CARDS)
    first = pnp("build", "harbour", "-o", "clean", "--format", "svg")
    if kind == "no home":
        monkeypatch.delenv("PNP_CACHE_DIR")
        monkeypatch.setattr("platformdirs.user_cache_path", _homeless)
    else:
        monkeypatch.setenv("PNP_CACHE_DIR", str(work / kind))
        UNUSABLE[kind](work / kind / BUILDS.name)
    for _ in range(2):
        ran = pnp("build", "harbour", "--format", "svg")
        assert (ran.status, ran.err) == (first.status, first.err)
        assert files() == files(Path("clean"))
