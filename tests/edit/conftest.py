"""A pack in a folder, edited and read again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pnp.edit.texts import ByteChange


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    return folder


def changed(content: bytes, changes: Iterable[ByteChange]) -> bytes:
    """The bytes after the changes of one file, which are in order."""
    parts, at = [], 0
    for change in changes:
        assert content[change.start : change.end] == change.before
        parts += [content[at : change.start], change.after]
        at = change.end
    return b"".join((*parts, content[at:]))
