"""What was asked of the files of a game, and whether it would be answered as it was."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.diagnostics import Finding, Span
from pnp.source import Disk

HERE = Span("pack.yaml")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack beside a kit, and the bundled kits elsewhere."""
    files = {"pack/a.yaml": "a", "pack/art/b.yaml": "b", "kit/kit.yaml": "kit", "bundled/house/kit.yaml": "house"}
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    (tmp_path / "pack" / "link.yaml").symlink_to("a.yaml")
    return tmp_path / "pack"


def disk(pack: Path) -> Disk:
    return Disk({"pack": pack, "bundled": pack.parent / "bundled"})


def asked(pack: Path) -> Disk:
    """A disk that was asked for files that are there and one that is not, and for what lies around."""
    there = disk(pack)
    for name in ("a.yaml", "link.yaml", "ferry.png"):
        there.file(pack, name, HERE)
    there.file(pack.parent / "bundled" / "house", "kit.yaml", HERE)
    there.files(pack, "**/*.y*ml")
    there.files(pack.parent, "*/kit.yaml")
    return there


def same(pack: Path, before: Disk) -> bool:
    now = disk(pack)
    return all(now.is_unchanged(question, digest) for question, digest in before.answers.items())


def test_answers_are_those_of_the_file_system(pack: Path) -> None:
    there = disk(pack)
    assert there.file(pack, "a.yaml", HERE) == b"a"
    assert isinstance(there.file(pack, "c.png", HERE), Finding)
    assert there.files(pack, "**/*.yaml") == (pack / "a.yaml", pack / "art" / "b.yaml", pack / "link.yaml")


def test_nothing_changes_where_nothing_is_changed(pack: Path, tmp_path: Path) -> None:
    before = asked(pack)
    assert same(pack, before)
    copy = shutil.copytree(tmp_path, tmp_path / "copy", symlinks=True) / "pack"
    assert asked(copy).answers == before.answers, "where it all lies is not in the answers"
    assert same(copy, before)


def retarget(pack: Path) -> None:
    (pack / "other.txt").write_text("a")
    (pack / "link.yaml").unlink()
    (pack / "link.yaml").symlink_to("other.txt")


def folder(pack: Path) -> None:
    (pack / "a.yaml").unlink()
    (pack / "a.yaml").mkdir()


CHANGES: dict[str, Callable[[Path], object]] = {
    "a byte": lambda pack: (pack / "a.yaml").write_text("b"),
    "a file that was missing": lambda pack: (pack / "ferry.png").write_text("c"),
    "what a missing file may have meant": lambda pack: (pack / "fery.png").write_text("d"),
    "a file that is gone": lambda pack: (pack / "a.yaml").unlink(),
    "a file that is a folder": folder,
    "a new document": lambda pack: (pack / "art" / "new.yml").write_text(""),
    "a document renamed": lambda pack: (pack / "art" / "b.yaml").rename(pack / "art" / "c.yaml"),
    "a link to the same words elsewhere": retarget,
    "a kit beside": lambda pack: shutil.copytree(pack.parent / "kit", pack.parent / "house"),
    "a kit that is gone": lambda pack: shutil.rmtree(pack.parent / "kit"),
    "a bundled kit": lambda pack: (pack.parent / "bundled" / "house" / "kit.yaml").write_text("other"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen_whatever_its_time(pack: Path, change: str) -> None:
    before = asked(pack)
    CHANGES[change](pack)
    for path in (pack.parent, *pack.parent.rglob("*")):
        os.utime(path, (0, 0), follow_symlinks=False)
    assert not same(pack, before)


def test_what_changes_between_two_questions_never_stands(pack: Path) -> None:
    before = disk(pack)
    before.file(pack, "a.yaml", HERE)
    (pack / "a.yaml").write_text("b")
    before.file(pack, "a.yaml", HERE)
    assert not same(pack, before)
    (pack / "a.yaml").write_text("a")
    assert not same(pack, before)


def test_a_question_from_nowhere_does_not_stand(pack: Path) -> None:
    (question, digest), *_ = asked(pack).answers.items()
    assert disk(pack).is_unchanged(question, digest)
    assert not disk(pack).is_unchanged(question._replace(anchor="elsewhere"), digest)
