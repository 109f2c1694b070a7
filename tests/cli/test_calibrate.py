"""`pnp calibrate`: the sheet, the reading, and builds that are corrected by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings" / "printers.json"
    monkeypatch.setattr("pnp.build.printers.printers_file", lambda: path)
    return path


def test_a_sheet_is_printed(pnp: Run, work: Path) -> None:
    ran = pnp("calibrate", "-o", "here", "--paper", "letter", "--flip", "short")
    assert ran.status == 0
    assert [path.name for path in (work / "here").iterdir()] == ["calibration-short-letter.pdf"]
    assert "calibration-short-letter.pdf" in ran.out


def test_a_sheet_is_printed_in_another_language(pnp: Run, work: Path) -> None:
    ran = pnp("calibrate", "-o", "here", "--lang", "de")
    assert (ran.status, [path.name for path in (work / "here").iterdir()]) == (0, ["calibration-de-a4.pdf"])
    ran = pnp("calibrate", "-o", "here", "--lang", "xx")
    assert (ran.status, "not bundled in 'xx'; --pack names a pack" in ran.err) == (2, True)


def test_a_sheet_is_printed_in_the_words_of_a_pack(pnp: Run, work: Path, game: Path) -> None:
    assert pnp("calibrate", "-o", "plain").status == 0
    plain = (work / "plain" / "calibration-a4.pdf").read_bytes()
    (game / "cs.yaml").write_text(
        "kind: translation\nlanguage: cs\nwords: {calibration: Kalibrace}\n", encoding="utf-8"
    )
    manifest = game / "pack.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("documents:", "documents:\n  - cs.yaml"), "utf-8")
    for index, place in enumerate((game, game / "cs.yaml")):
        ran = pnp("calibrate", "-o", f"here{index}", "--lang", "cs", "--pack", place)
        assert (ran.status, ran.err) == (0, "")
        sheet = work / f"here{index}" / "calibration-cs-a4.pdf"
        assert sheet.read_bytes() != plain
    ran = pnp("calibrate", "--lang", "cz", "--pack", game)
    assert (ran.status, "in 'cz'" in ran.err) == (2, True)


@pytest.mark.slow
def test_a_reading_is_saved_bit_by_bit_and_used(pnp: Run, game: Path, settings: Path) -> None:
    ran = pnp("calibrate", "--printer", "office", "--x", "0.6", "--y", "-0.3")
    assert (ran.status, "x +0.6 mm, y -0.3 mm, angle +0°, scale 100 %" in ran.out) == (0, True)
    assert "scale 99.5 %" in pnp("calibrate", "--printer", "office", "--scale", "99.5").out
    assert settings.exists()
    pnp("build", game, "--layout", "duplex", "--format", "pdf")
    assert pnp("build", game, "--layout", "duplex", "--format", "pdf", "--printer", "office").status == 0
    plain, moved = (Path("output/harbour") / f"harbour-duplex{name}-a4.pdf" for name in ("", "-office"))
    assert plain.read_bytes() != moved.read_bytes()
    assert pnp("calibrate", "--printer", "office").status == 0
    assert Path("output/calibration-office-a4.pdf").exists()


def test_a_printer_that_is_not_known_is_told(pnp: Run, game: Path) -> None:
    ran = pnp("build", game, "--printer", "office")
    assert ran.status == 2
    assert "nothing is saved of a printer 'office'; 'pnp calibrate' prints a sheet to read" in ran.err
    pnp("calibrate", "--printer", "office", "--x", "1")
    assert "did you mean 'office'?" in pnp("build", game, "--printer", "ofice").err
    assert "did you mean 'office'?" in pnp("calibrate", "--printer", "ofice").err


def test_a_reading_belongs_to_a_printer(pnp: Run, work: Path, settings: Path) -> None:
    ran = pnp("calibrate", "--x", "1")
    assert ran.status == 2
    assert "name the printer" in ran.err
    assert not settings.exists()


def test_a_reading_may_have_a_unit(pnp: Run, work: Path, settings: Path) -> None:
    ran = pnp("calibrate", "--printer", "office", "--x", "0.02 in", "--y", "-1/64in")
    assert (ran.status, "x +0.508 mm, y -0.396875 mm" in ran.out) == (0, True)
    wrong = pnp("calibrate", "--printer", "office", "--x", "0,5")
    assert (wrong.status, "write 0.5: decimals follow a point" in wrong.err) == (2, True)


def test_what_no_printer_does_is_refused(pnp: Run, work: Path) -> None:
    assert pnp("calibrate", "--printer", "office", "--x", "70").status == 2
    assert pnp("calibrate", "--printer", "office", "--scale", "0.5").status == 2


def test_a_broken_file_of_settings_is_told(pnp: Run, game: Path, settings: Path) -> None:
    settings.parent.mkdir()
    settings.write_text("no", encoding="utf-8")
    for arguments in (("build", game, "--printer", "office"), ("calibrate", "--printer", "office", "--x", "1")):
        ran = pnp(*arguments)
        assert ran.status == 2
        assert "mend or remove it, and calibrate again" in ran.err


@pytest.mark.parametrize("name", ["東京", "שלום", "ไทย", "a\nb"])
@pytest.mark.parametrize("read", [(), ("--x", "1")], ids=["print", "save"])
def test_a_name_that_the_sheet_cannot_show_is_refused(pnp: Run, work: Path, name: str, read: tuple[str, ...]) -> None:
    ran = pnp("calibrate", "--printer", name, *read)
    assert ran.status == 2
    assert "can't be printed; call the printer something in plain letters" in ran.err
    assert not list(work.rglob("*.pdf"))
