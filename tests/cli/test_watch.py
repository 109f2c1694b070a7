"""`pnp build --watch`: builds again what a save touches, and survives whatever is saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.cli.watching import Watched, watch
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.output import OutputError
from tests.build.conftest import CARDS, files
from tests.cli.conftest import Run
from tests.pipeline import write

COMMAND = [sys.executable, "-c", "from pnp.cli import run; run()"]
CONTACT = Path("output/harbour/contact.png")
ASKED = BuildOptions(formats=("pdf",))


@pytest.fixture
def cards(work: Path) -> Path:
    write(work / "harbour", CARDS)
    return Path("harbour")


IDLE = "minutes: 20 to 30\naccept: [{finding: dead-end, because: it is so}]"
"""A line of the manifest, and one that is warned of."""


def watched(*paths: str, options: BuildOptions = ASKED) -> Watched:
    (target,) = find_targets(paths or ("harbour",))
    return Watched(target, options)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.mark.slow
def test_a_save_is_built_and_nothing_else(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = watched()
    game.begin()
    out = capsys.readouterr().out
    assert "harbour-a4.pdf" in out
    assert "contact.png" in out
    assert out.splitlines()[-1].startswith("harbour: built, contact.png in ")
    before = files()
    game.look()
    assert capsys.readouterr() == ("", "")
    edit(cards / "boats.yaml", "name: Sloop", "name: Skiff")
    game.look()
    out, err = capsys.readouterr()
    assert err == ""
    (line,) = out.splitlines()
    assert line.startswith("harbour: boats.yaml, contact.png in ")
    assert line.endswith(" files new or changed")
    after = files()
    assert before["harbour/contact.png"] != after["harbour/contact.png"]
    assert before["harbour/harbour-a4.pdf"] != after["harbour/harbour-a4.pdf"]
    build(load(find_targets(["harbour"])[0]), BuildOptions(Path("fresh"), formats=("pdf",)), lambda _said: None)
    fresh = files(Path("fresh"))
    assert {name: after[name] for name in fresh} == fresh


@pytest.mark.slow
def test_bad_input_is_told_and_leaves_what_stands(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = watched()
    game.begin()
    before = files()
    capsys.readouterr()
    sound = (cards / "boats.yaml").read_text()
    for bad in (sound.replace("template: boat\n", "template: x\n"), "kind: [", "", "\x00", None):
        if bad is None:
            (cards / "boats.yaml").unlink()
        else:
            (cards / "boats.yaml").write_text(bad)
        game.look()
        out, err = capsys.readouterr()
        assert "  error  " in err
        assert "contact.png in " in out
        assert "; everything else is as it was until " in out
        after = files()
        assert {name: after[name] for name in before if name != "harbour/contact.png"} == {
            name: before[name] for name in before if name != "harbour/contact.png"
        }
    (cards / "boats.yaml").write_text(sound)
    game.look()
    assert files() == before
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_findings_are_printed_once_until_they_change(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = watched()
    edit(cards / "pack.yaml", "minutes: 20 to 30", IDLE)
    game.begin()
    assert "[unused-acceptance]" in capsys.readouterr().err
    edit(cards / "boats.yaml", "name: Sloop", "name: Skiff")
    game.look()
    out, err = capsys.readouterr()
    assert (err, "1 warning" in out) == ("", True)
    edit(cards / "pack.yaml", IDLE, "minutes: 20 to 30")
    game.look()
    edit(cards / "pack.yaml", "minutes: 20 to 30", IDLE)
    game.look()
    assert "[unused-acceptance]" in capsys.readouterr().err


@pytest.mark.parametrize("broken", [True, False])
def test_what_the_game_lacks_ends_it_at_the_beginning_unless_the_game_cannot_be_read(cards: Path, broken: bool) -> None:
    game = watched(options=BuildOptions(only=("boots",)))
    if broken:
        edit(cards / "pack.yaml", "title:", "titel:")
        game.begin()
    else:
        with pytest.raises(click.UsageError, match="did you mean 'boats'"):
            game.begin()


@pytest.mark.slow
def test_what_cannot_be_written_is_told(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("output").write_text("no folder")
    game = watched()
    with pytest.raises(OutputError):
        game.begin()
    edit(cards / "boats.yaml", "name: Sloop", "name: Skiff")
    game.look()
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.slow
def test_it_waits_for_what_is_not_there(
    cards: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = cards.with_name("elsewhere")

    def rounds() -> Iterator[None]:
        cards.rename(elsewhere)
        yield
        yield
        elsewhere.rename(cards)
        yield
        edit(cards / "boats.yaml", "name: Sloop", "name: Skiff")
        yield
        raise KeyboardInterrupt

    course = rounds()
    monkeypatch.setattr("pnp.cli.watching.PAUSE", 0.001)
    monkeypatch.setattr("time.sleep", lambda seconds: next(course) if seconds == 0.001 else None)
    with pytest.raises(KeyboardInterrupt):
        watch(["harbour"], ASKED)
    out, err = capsys.readouterr()
    assert err.count("there is no file, folder or bundled pack 'harbour'") == 1
    assert "watching harbour" in out
    assert out.splitlines()[-1].startswith("harbour: boats.yaml, contact.png")


@pytest.mark.slow
def test_a_save_meanwhile_ends_the_round(
    cards: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pnp.cli.watching.PAUSE", 0.0)
    game = watched()
    game.begin()
    edit(cards / "boats.yaml", "name: Sloop", "name: Skiff")
    saved = (cards / "boats.yaml").stat()
    write_all = Watched._write

    def interrupted(self: Watched, *rest: object) -> bool:
        edit(cards / "boats.yaml", "name: Skiff", "name: Dinghy")
        return write_all(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Watched, "_write", interrupted)
    capsys.readouterr()
    game.look()
    assert capsys.readouterr().out.strip().endswith("; saved again")
    edit(cards / "boats.yaml", "name: Dinghy", "name: Skiff")
    os.utime(cards / "boats.yaml", ns=(saved.st_atime_ns, saved.st_mtime_ns))
    monkeypatch.setattr(Watched, "_write", write_all)
    game.look()
    assert capsys.readouterr().out.strip().endswith(" files new or changed"), "though what was saved is undone"
    assert files()["harbour/harbour-a4.pdf"] != b""


def test_wrong_usage_ends_it_before_it_begins(pnp: Run, work: Path) -> None:
    assert pnp("build", "nowhere", "--watch").status == 2
    assert not (work / "output").exists()


@pytest.mark.slow
def test_from_save_to_sight_at_a_terminal(cards: Path) -> None:
    process = subprocess.Popen([*COMMAND, "build", "harbour", "--watch"], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    while "watching harbour" not in process.stdout.readline():
        assert process.poll() is None
    seen = CONTACT.stat().st_mtime_ns
    beside = cards / ".boats.yaml.swp"
    beside.write_text((cards / "boats.yaml").read_text().replace("name: Sloop", "name: Skiff"))
    os.replace(beside, cards / "boats.yaml")  # noqa: PTH105  # as editors save
    saved = time.monotonic()
    while CONTACT.stat().st_mtime_ns == seen and time.monotonic() - saved < 30:
        time.sleep(0.01)
    assert "boats.yaml, contact.png in " in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert not [name for name in files() if Path(name).name.startswith(".")]
