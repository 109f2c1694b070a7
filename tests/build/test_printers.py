"""Readings of printers: kept, read back, and never lost to one that is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.printers import PrintersUnreadable, printers_file, save_printer, saved_printers
from pnp.sheet.calibration import Reading


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("pnp.build.printers.printers_file", lambda: tmp_path / "pnp" / "printers.json")
    return tmp_path


def test_there_are_none_at_first() -> None:
    assert saved_printers() == {}


def test_what_is_saved_is_read_back_beside_the_others() -> None:
    save_printer("office", Reading(0.6, -0.3))
    path = save_printer("café 2", Reading(angle=0.1, scale=99.5))
    assert saved_printers() == {"café 2": Reading(angle=0.1, scale=99.5), "office": Reading(0.6, -0.3)}
    assert path.read_text(encoding="utf-8").endswith("}\n")
    save_printer("office", Reading(1))
    assert saved_printers()["office"] == Reading(1)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"printers": []}',
        '{"printers": {"office": {"x": "far"}}}',
        '{"printers": {"office": {"x": 1e9}}}',
        '{"printers": {"office": {"scale": NaN}}}',
        '{"printers": {"office": 3}}',
    ],
)
def test_a_broken_file_is_told_and_kept(home: Path, content: str) -> None:
    path = home / "pnp" / "printers.json"
    path.parent.mkdir()
    path.write_text(content, encoding="utf-8")
    with pytest.raises(PrintersUnreadable, match=r"cannot read '.*printers\.json'"):
        saved_printers()
    with pytest.raises(PrintersUnreadable):
        save_printer("office", Reading())
    assert path.read_text(encoding="utf-8") == content


def test_the_file_lies_in_the_configuration_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setattr("sys.platform", "linux")
    assert printers_file().parts[-2:] == ("pnp", "printers.json")
