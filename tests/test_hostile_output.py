"""The output folder may come from anywhere, with the pack for instance: nothing in it is believed or followed."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pnp.build.target import BuildOptions
from pnp.cli.watching import Watched
from pnp.loader import find_targets
from pnp.output import PARTIAL
from tests.build.conftest import CARDS, files
from tests.changes import on_files
from tests.cli.conftest import Run, pnp, work
from tests.faults.copies import Ended, run
from tests.pipeline import write

__all__ = ["Run", "pnp", "work"]

BUILD = ("build", "harbour", "--format", "svg")
PAGE = "svg/boats/sloop-front.svg"
FORGED = b"<svg>forged</svg>"

Content = dict[str, Any]


def a_forged_page(content: Content, out: Path) -> None:
    """The record has the digest of a page that somebody made up."""
    (out / "harbour" / PAGE).write_bytes(FORGED)
    content["files"] = [_entry(PAGE, FORGED) if it[0] == PAGE else it for it in content.get("files", [])]


def no_answers(content: Content, out: Path) -> None:
    """The record asks nothing, so that no change of the pack counts."""
    a_forged_page(content, out)
    content.update(answers=[], plain="all is well\n", coloured="all is well\n")


def a_link_to_a_system_file(content: Content, out: Path) -> None:
    """The record lists a link out of the output folder, with the right digest of what is there."""
    (out / "harbour" / "passwd").symlink_to("/etc/passwd")
    content.update(answers=[], files=[_entry("passwd", Path("/etc/passwd").read_bytes())])


def a_link_to_a_device(content: Content, out: Path) -> None:
    """The record lists a link to a device that never ends."""
    (out / "harbour" / PAGE).unlink()
    (out / "harbour" / PAGE).symlink_to("/dev/zero")
    content["files"] = [[PAGE, "a page", 2**40, "0" * 64]]


def a_pipe(content: Content, out: Path) -> None:
    """The record lists a pipe that nobody writes to."""
    (out / "harbour" / PAGE).unlink()
    os.mkfifo(out / "harbour" / PAGE)
    content["files"] = [[PAGE, "a page", 2**40, "0" * 64]]


def a_sparse_file(content: Content, out: Path) -> None:
    """The record lists a file of 3 GB that takes no room on the disk."""
    with (out / "harbour" / PAGE).open("wb") as file:
        file.truncate(3 * 10**9)
    content["files"] = [[PAGE, "a page", 3 * 10**9, "0" * 64]]


def many_lists(content: Content, _out: Path) -> None:
    """The record is small on the disk and large in memory."""
    content["answers"] = "MANY"


KINDS: tuple[Callable[[Content, Path], None], ...] = (
    *(a_forged_page, no_answers, a_link_to_a_system_file, a_link_to_a_device, a_pipe, a_sparse_file, many_lists),
)


def _entry(name: str, content: bytes) -> list[Any]:
    return [name, "a page", len(content), hashlib.sha256(content).hexdigest()]


def prepared(work: Path, pnp: Run, monkeypatch: pytest.MonkeyPatch, kind: Callable[[Content, Path], None]) -> Path:
    """A folder with the game, and an output folder that somebody made for it elsewhere, with his records."""
    strange, ours = work / "strange", work / "ours"
    for folder in (strange, ours):
        write(folder / "harbour", CARDS)
    monkeypatch.chdir(strange)
    monkeypatch.setenv("PNP_CACHE_DIR", str(strange / "cache"))
    assert pnp(*BUILD).status == 0
    shutil.copytree(strange / "output", ours / "output")
    records = {path.name: path for folder in ("output/.pnp", "cache/builds") for path in (strange / folder).glob("*")}
    content: Content = {}
    kind(content, ours / "output")
    (ours / "output" / ".pnp").mkdir(exist_ok=True)
    for name, path in records.items():
        _, _, body = path.read_bytes().partition(b"\n")
        with suppress(ValueError):  # the fingerprint is none
            forged = json.dumps({**json.loads(body), **_fitting(json.loads(body), content)}).encode()
            forged = forged.replace(b'"MANY"', b"[" + b"[]," * (2**25 // 3 - 2_000) + b"[]]")
            for called in (name, f"harbour-{name[:16]}.json"):
                file = ours / "output" / ".pnp" / called
                file.write_bytes(hashlib.sha256(forged).hexdigest().encode() + b"\n" + forged)
    monkeypatch.chdir(ours)
    monkeypatch.setenv("PNP_CACHE_DIR", str(ours / "cache"))
    return ours


def _fitting(record: Content, content: Content) -> Content:
    """What is forged, with the sound files of a record where a page among them is forged."""
    if content.get("files") == []:
        forged = _entry(PAGE, FORGED)
        content["files"] = [forged if each[0] == PAGE else each for each in record["files"]]
    return content


def bounded(opened: Path, cpu: int = 60, room: int = 600 * 2**20) -> None:
    """No more memory and time than an honest build takes; every file that is opened is listed."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + room,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    log = os.open(opened, os.O_WRONLY | os.O_CREAT)
    on_files(lambda _event, path, _changes: os.write(log, f"{path}\n".encode("utf-8", "surrogateescape")))


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="it asks Linux for its memory, and copies processes")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("broken", [False, True])
def test_a_prepared_output_folder_changes_nothing(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch, kind: Callable[[Content, Path], None], broken: bool
) -> None:
    ours = prepared(work, pnp, monkeypatch, kind)
    if broken:
        pack = ours / "harbour" / "pack.yaml"
        pack.write_text(pack.read_text().replace("title:", "titel:"))
    listed = sorted((ours / "output" / ".pnp").iterdir())
    ended = _built("output", ours)
    clean = _built("clean", ours)
    assert (ended.status, _without_counts(ended)) == (clean.status, _without_counts(clean))
    assert ended.status == (1 if broken else 0)
    assert files(ours / "clean").items() <= _pages(ours / "output").items()
    assert sorted((ours / "output" / ".pnp").iterdir()) == listed, "it is neither read nor written nor removed"
    assert not [path for path in _opened(ours) if "/output/.pnp" in path or path in ("/etc/passwd", "/dev/zero")]
    again = _built("output", ours)
    assert ("0 new or changed" in again.said) is not broken


def _built(out: str, folder: Path) -> Ended:
    return run([*BUILD, "-o", out, "--jobs", "1"], folder, partial(bounded, folder / f"{out}.log"))


def _opened(folder: Path) -> list[str]:
    return (folder / "output.log").read_text(encoding="utf-8", errors="surrogateescape").splitlines()


def _without_counts(ended: Ended) -> list[str]:
    return [line for line in ended.said.splitlines() if "new or changed" not in line]


def _pages(folder: Path) -> dict[str, bytes]:
    """The plain files of a folder by their paths, but for those that nobody should read."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if not path.is_symlink()}
    return {name: path.read_bytes() for name, path in found.items() if path.is_file() and path.stat().st_size < 10**8}


COMMANDS: dict[str, tuple[str, ...]] = {
    "pdf": ("build", "harbour", "--format", "pdf"),
    "pictures": ("build", "harbour", "--format", "svg", "--format", "png", "--format", "cut-svg"),
    "faces": ("build", "harbour", "--profile", "mb-print"),
    "rulebook": ("rulebook", "harbour"),
    "inspect": ("inspect", "harbour", "--format", "svg"),
    "overlay": ("check", "broken", "--overlay", "output"),
    "calibrate": ("calibrate",),
}

BROKEN = """\
# file: pack.yaml
kind: pack
title: Broken
documents: [bay.yaml]
# file: bay.yaml
kind: area-map
size: 60 x 60
areas: {Market: {at: [10, 10]}, Church: {at: [50, 10]}, Pier: {at: [30, 50]}}
roads: [Market -- Church]
requirements: [connected: true]
"""


@pytest.mark.nightly
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_follows_a_link_in_the_output_folder(pnp: Run, work: Path, name: str) -> None:
    write(work / "harbour", CARDS)
    write(work / "broken", BROKEN)
    command, output, outside = COMMANDS[name], work / "output", work / "outside"
    first = pnp(*command)
    assert first.status in (0, 1), first.err
    clean = files(output)
    assert clean
    folders = sorted({parent for path in clean for parent in Path(path).parents if parent != Path()})
    assert folders or name in ("calibrate", "overlay")
    for folder in folders:
        shutil.rmtree(output)
        for place in (outside, *(outside / each.relative_to(folder) for each in folders if folder in each.parents)):
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{PARTIAL}999999999-x").write_bytes(b"mine")
        (output / folder).parent.mkdir(parents=True)
        (output / folder).symlink_to(outside)
        before = files(outside)
        ran = pnp(*command)
        assert (ran.status, files(outside)) == (2, before), folder
        assert f"'output/{folder}' is a link, and links in the output folder are not followed; remove it" in ran.err
        shutil.rmtree(outside)
        (output / folder).unlink()
    outside.mkdir()
    (outside / "mine").write_bytes(b"mine")
    for path in clean:
        (output / path).parent.mkdir(parents=True, exist_ok=True)
        (output / path).unlink(missing_ok=True)
        (output / path).symlink_to(outside / "mine")
    assert pnp(*command).status == first.status
    assert (files(output), files(outside)) == (clean, {"mine": b"mine"})


@pytest.mark.slow
@pytest.mark.parametrize("target", ["outside", "..", "missing", "output"], ids=["folder", "parent", "dangling", "ring"])
def test_a_link_in_place_of_the_default_folder_is_followed_only_if_named(pnp: Run, work: Path, target: str) -> None:
    """Nobody named `output`: it may have come with the pack."""
    inside = work / "inside"
    write(inside / "harbour", CARDS)
    (inside / "outside").mkdir()
    (inside / "outside" / f"{PARTIAL}999999999-x").write_bytes(b"mine")
    (inside / "output").symlink_to(target)
    os.chdir(inside)
    before = files(work)
    for command in ({**COMMANDS, "watch": ("build", "harbour", "--watch")}).values():
        if "--overlay" not in command:
            ran = pnp(*command)
            assert (ran.status, files(work), (inside / "missing").exists()) == (2, before, False), command
            assert "'output' is a link; remove it, or name the folder that it leads to with -o" in ran.err
    named = pnp(*BUILD, "-o", "output")
    if target == "output":
        assert named.status == 2
        assert "cannot write" in named.err
    else:
        assert named.status == 0, named.err
        assert (inside / target / "harbour" / PAGE).is_file()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["harbour", "harbour/svg", "harbour/svg/boats"])
def test_watch_follows_no_link_that_appears_later(work: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    write(work / "harbour", CARDS)
    (target,) = find_targets(["harbour"])
    game = Watched(target, BuildOptions(formats=("svg",)))
    game.begin()
    outside, output = work / "outside", work / "output"
    (outside / "svg" / "boats").mkdir(parents=True)
    for place in (outside, outside / "svg", outside / "svg" / "boats"):
        (place / f"{PARTIAL}999999999-x").write_bytes(b"mine")
    before = files(outside)
    (output / name).rename(output / "aside")
    (output / name).symlink_to(outside)
    capsys.readouterr()
    _edit(work, "Sloop", "Skiff")
    game.look()
    assert files(outside) == before
    assert f"'output/{name}' is a link, and links in the output folder are not followed" in capsys.readouterr().err
    (output / name).unlink()
    (output / "aside").rename(output / name)
    _edit(work, "Skiff", "Dinghy")
    game.look()
    assert capsys.readouterr().err == ""
    assert (output / "harbour" / "svg" / "boats" / "dinghy-front.svg").is_file()


def _edit(work: Path, old: str, new: str) -> None:
    file = work / "harbour" / "boats.yaml"
    file.write_text(file.read_text().replace(f"name: {old}", f"name: {new}"))


@pytest.mark.slow
def test_a_file_whose_name_would_lead_out_of_the_output_is_refused(pnp: Run, work: Path) -> None:
    (work / "in").mkdir()
    (work / "in" / "...yaml").write_text(
        BROKEN.partition("# file: bay.yaml\n")[2].replace("Church]", "Church, Church -- Pier]")
    )
    ran = pnp("build", "in/...yaml", "-o", "in/output")
    assert ran.status == 2, ran.out
    assert "is not inside 'in/output'" in ran.err
    assert sorted(path.name for path in (work / "in").iterdir()) == ["...yaml"]
