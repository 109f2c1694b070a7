"""`pnp export`: games for virtual tables, written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.export.tts_reader import things
from tests.pipeline import ROOT

STARTER = str(ROOT / "content" / "starter")


def test_help_names_the_targets(pnp: Run) -> None:
    assert "Tabletop Simulator" in pnp("export", "--help").out


@pytest.mark.nightly
def test_it_writes_the_set_up_for_one_number_of_players(pnp: Run, tmp_path: Path) -> None:
    ran = pnp("export", "tts", STARTER, "--players", "3", "--dpi", "50", "-o", tmp_path, "--jobs", "1")
    assert ran.status == 0
    assert "[not-exported]" not in ran.err, "that the program has no names of places is a note"
    (save,) = (tmp_path / "starter" / "tts" / "Saves").glob("*.json")
    assert json.loads(save.read_text(encoding="utf-8"))["PlayerCounts"] == [2, 4]
    assert "pnp export" not in (tmp_path / "starter" / "tts" / "README.txt").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ttss", STARTER), "there is no target 'ttss'; did you mean 'tts'?"),
        (("tts", STARTER, "--players", "9"), "'starter' is for 2 to 4 players, not for 9"),
        (("tts", STARTER, "--lang", "de"), "has no texts in the language 'de'"),
        (("tts", STARTER, "--assets-url", "example.org"), "'example.org' is no address of pictures"),
    ],
)
def test_what_it_cannot_do_is_said(pnp: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    ran = pnp("export", *arguments, "-o", tmp_path, "--jobs", "1")
    assert (ran.status, said in ran.err) == (2, True), ran.err
    assert not any(tmp_path.iterdir())


def test_a_pack_with_an_error_is_not_exported(pnp: Run, tmp_path: Path) -> None:
    pack = tmp_path / "broken"
    pack.mkdir()
    (pack / "pack.yaml").write_text("kind: pack\ntitle: Broken\nplayers: many\n", encoding="utf-8")
    ran = pnp("export", "tts", pack, "-o", tmp_path / "out", "--jobs", "1")
    assert ran.status == 1
    assert "nothing was written; mend the errors first" in ran.err
    assert not (tmp_path / "out").exists()


@pytest.mark.nightly
def test_sprite_sheets_are_written_as_plain_pictures(pnp: Run, tmp_path: Path) -> None:
    ran = pnp("export", "tts", STARTER, "--format", "sheet", "--dpi", "50", "-o", tmp_path, "--jobs", "1")
    assert ran.status == 0
    sheets = tmp_path / "starter" / "sheets"
    index = json.loads((sheets / "sheets.json").read_text(encoding="utf-8"))
    suppers = index["suppers.png"]
    assert len([key for key in suppers["places"] if key.endswith("-front")]) == 24
    assert suppers["columns"] * suppers["rows"] >= 25  # and one back
    assert all((sheets / name).is_file() for name in index)


@pytest.mark.slow
def test_the_calibration_object_has_known_sizes_and_snap_points(pnp: Run, tmp_path: Path) -> None:
    ran = pnp("export", "tts", "--calibration", "-o", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    (path,) = (tmp_path / "calibration" / "tts" / "Saves").glob("*.json")
    save = json.loads(path.read_text(encoding="utf-8"))
    seen = {each.name: each for each in things(save)}
    board = seen["Calibration board"]
    assert board.size == pytest.approx((254.0, 254.0), abs=0.01)
    for name, (x, y) in zip(("top left", "top right", "bottom left", "bottom right"), board.snaps, strict=False):
        assert (seen[name].x, seen[name].y) == pytest.approx((x - 127.0, y - 127.0), abs=0.01)


@pytest.mark.nightly
def test_what_a_program_cannot_hold_is_reported(pnp: Run, tmp_path: Path) -> None:
    """As text with its position, in the file that explains the export, and as JSON; the rest is written."""
    ran = pnp("export", "cgs", STARTER, "--format", "report", "--dpi", "50", "-o", tmp_path, "--jobs", "1")
    assert ran.status == 0
    assert "warning  'cats': the program has cards and boards only  [not-exported]" in ran.err
    folder = tmp_path / "starter" / "cgs"
    assert (folder / "second-supper" / "AllCards.json").is_file()
    assert "- 'cats': the program has cards" in (folder / "README.txt").read_text(encoding="utf-8")
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    found = [each for each in report["findings"] if each["code"] == "not-exported"]
    (cats,) = (each for each in found if each["message"].startswith("'cats'"))
    assert cats["file"].endswith("pack.yaml")
    assert cats["line"] > 1
    assert report["summary"]["warnings"] == len(found)
    again = pnp("export", "cgs", STARTER, "--format", "report", "--dpi", "50", "-o", tmp_path, "--jobs", "1")
    assert again.err == ran.err
