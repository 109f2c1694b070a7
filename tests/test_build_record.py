"""A record of a build is used while a build would have the same result: tried by changing all that it depends on."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.build.examine import examine
from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.build_record import COLOUR, BuildOutcome, BuildRecord, Written, record_of
from pnp.cache import BUILDS, cache_folder
from pnp.cli.making import Order
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.source import Disk
from pnp.source.ledger import LARGE
from tests.build.conftest import CARDS, files
from tests.cli.conftest import Run, pnp, work
from tests.pipeline import ROOT, write

__all__ = ["Run", "pnp", "work"]

ASKED = {"paper": None, "rows": ()}


def record(folder: Path, installation: str = "this pnp", **asked: object) -> BuildRecord:
    return record_of(find_targets([str(folder)])[0], folder.parent / "out", {**ASKED, **asked}, installation)


def entry(kept: BuildRecord) -> Path:
    """The file of a record."""
    folder = cache_folder()
    assert folder
    return folder / BUILDS.name / kept.asked


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> tuple[BuildRecord, Disk]:
    """A pack with one of everything beside a kit that it uses, drawn, with one page written."""
    folder = tmp_path_factory.mktemp("gallery") / "gallery"
    shutil.copytree(ROOT / "tests" / "gallery", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "golden"))
    shutil.copytree(ROOT / "content" / "house", folder.parent / "house")
    kept = record(folder)
    loaded = load(kept.target, noted=True)
    examine(loaded)
    kept.folder.mkdir(parents=True)
    kept.keep(BuildOutcome((page(kept.folder / "page.pdf"),), "a warning\n", "\x1b[1ma\x1b[0m warning\n"), loaded.disk)
    return kept, loaded.disk


def page(path: Path, content: bytes = b"a page") -> Written:
    path.write_bytes(content)
    return Written(path, "a page", len(content), hashlib.sha256(content).hexdigest())


def inputs(kept: BuildRecord) -> list[Path]:
    """All files of the pack and its kit."""
    folders = (kept.target.folder, kept.target.folder.parent / "house")
    return sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())


@contextmanager
def changed(path: Path, content: bytes) -> Iterator[None]:
    """The file with other content, as old as it was, for a while."""
    before, times = path.read_bytes(), (path.stat().st_atime_ns, path.stat().st_mtime_ns)
    path.write_bytes(content)
    os.utime(path, ns=times)
    yield
    path.write_bytes(before)
    os.utime(path, ns=times)


@contextmanager
def renamed(path: Path, name: str) -> Iterator[None]:
    moved = path.rename(path.with_name(name))
    yield
    moved.rename(path)


@pytest.mark.nightly
def test_what_was_built_stands_and_is_told_as_it_was(gallery: tuple[BuildRecord, Disk]) -> None:
    kept, _ = gallery
    built = record(kept.target.folder).reusable_outcome()
    assert built
    assert [(file.path, file.changed) for file in built.files] == [(kept.folder / "page.pdf", False)]
    assert (built.plain, COLOUR.sub("", built.coloured)) == ("a warning\n", "a warning\n")


@pytest.mark.nightly
def test_any_byte_of_any_file_counts(gallery: tuple[BuildRecord, Disk]) -> None:
    kept, disk = gallery
    read = {question.name for question in disk.answers if question.most}
    unread = {path.name for path in inputs(kept) if path.name not in {Path(name).name for name in read}}
    of_other_languages = {path.name for path in inputs(kept) if path.parent.name == "translations"}
    allowed = {"README.md", "LICENSE.txt", *of_other_languages}
    assert unread <= allowed, "there is nothing in the pack and the kit that is not read"
    for number, path in enumerate(path for path in inputs(kept) if path.name not in unread):
        content = path.read_bytes()
        middle = len(content) // 2
        with changed(path, content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]):
            assert kept.reusable_outcome() is None, path
        if number % 8 == 0:
            with changed(path, content + b"\n"):
                assert kept.reusable_outcome() is None, f"{path} is longer"
            with renamed(path, f"{path.name}.bak"):
                assert kept.reusable_outcome() is None, f"{path} is gone"
            with renamed(path, f"other{path.suffix}"):
                assert kept.reusable_outcome() is None, f"{path} has another name"
    assert kept.reusable_outcome()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gallery/new.yaml", "gallery/art/deep/new.yml", "other/kit.yaml"])
def test_a_new_file_counts(gallery: tuple[BuildRecord, Disk], name: str) -> None:
    kept, _ = gallery
    path = kept.target.folder.parent / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text("kind: theme\n")
    assert kept.reusable_outcome() is None
    path.unlink()
    assert kept.reusable_outcome()


@pytest.mark.slow
def test_what_is_asked_for_and_who_is_asked_counts(
    gallery: tuple[BuildRecord, Disk], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, _ = gallery
    folder = kept.target.folder
    for other in (
        record(folder, paper="letter"),
        record(folder, rows=(1,)),
        record(folder, more=True),
        record(folder, installation="another pnp"),
        replace(kept, out=folder.parent / "elsewhere"),
    ):
        assert other.reusable_outcome() is None
        assert other != kept
    monkeypatch.chdir(folder)
    assert record(folder).reusable_outcome() is None, "messages name files as they are seen from here"


def test_an_output_that_is_not_as_it_was_counts(gallery: tuple[BuildRecord, Disk]) -> None:
    kept, _ = gallery
    path = kept.folder / "page.pdf"
    for content in (b"a pagE", b"", b"a page\n"):
        with changed(path, content):
            assert kept.reusable_outcome() is None
    with renamed(path, "other.pdf"):
        assert kept.reusable_outcome() is None
        path.mkdir()
        assert kept.reusable_outcome() is None
        path.rmdir()
        os.mkfifo(path)
        assert kept.reusable_outcome() is None, "and nobody waits for what it may say"
        path.unlink()
    assert kept.reusable_outcome()


@pytest.mark.slow
@settings(deadline=None, max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_record_does_not_stand(gallery: tuple[BuildRecord, Disk], data: st.DataObject) -> None:
    kept, _ = gallery
    content = entry(kept).read_bytes()
    at = data.draw(st.integers(0, len(content) - 1))
    spoiled = data.draw(
        st.sampled_from(
            [content[:at], content[at + 1 :], content[:at] + b"\xff" + content[at + 1 :], content[:at] + content]
        )
    )
    with changed(entry(kept), spoiled):
        assert kept.reusable_outcome() is None or spoiled == content


FORGED: dict[str, Callable[[dict[str, object]], object]] = {
    "no object": lambda record: [1],
    "nothing": lambda record: {},
    "numbers for names": lambda record: {**record, "files": [[1, 2, 3, 4]]},
    "too few words": lambda record: {**record, "files": [["page.pdf"]]},
    "a file elsewhere": lambda record: {**record, "files": [["../../page.pdf", "a page", 6, "0"]]},
    "a file at the root": lambda record: {**record, "files": [["/dev/zero", "a page", 6, "0"]]},
    "no questions": lambda record: {**record, "answers": [["pack", ".", "pack.yaml"]]},
    "a question for a number": lambda record: {**record, "answers": [["pack", ".", 5, 9, "0"]]},
    "a question for all files": lambda record: {
        **record,
        "answers": [["pack", "../../../../../../..", "**/*", 0, "0"]],
    },
    "a question from the root": lambda record: {**record, "answers": [["pack", "/usr/lib/x", "**/*", 0, "0"]]},
    "a question without end": lambda record: {**record, "answers": [["pack", ".", "pack.yaml", 10**18, "0"]]},
    "no answers": lambda record: {**record, "answers": []},
    "no files": lambda record: {**record, "files": []},
    "another key": lambda record: {**record, "asked": "0" * 64},
    "many values": lambda record: {**record, "more": [[]] * 100_000},
    "what steers a terminal": lambda record: {**record, "plain": "\x1b[2J", "coloured": "\x1b[2J"},
    "a title for the window": lambda record: {**record, "coloured": "\x1b]0;title\x07a warning\n"},
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_record_does_no_harm(gallery: tuple[BuildRecord, Disk], forged: str) -> None:
    kept, _ = gallery
    _, _, body = entry(kept).read_bytes().partition(b"\n")
    told = json.dumps(FORGED[forged](json.loads(body))).encode()
    with changed(entry(kept), hashlib.sha256(told).hexdigest().encode() + b"\n" + told):
        assert kept.reusable_outcome() is None


def test_nests_of_brackets_are_no_records(gallery: tuple[BuildRecord, Disk]) -> None:
    kept, _ = gallery
    for nest in (b"[" * 100_000, b"[" + b"[]," * 1_000_000):
        with changed(entry(kept), hashlib.sha256(nest).hexdigest().encode() + b"\n" + nest):
            assert kept.reusable_outcome() is None


def test_what_failed_or_came_to_nothing_is_not_kept(gallery: tuple[BuildRecord, Disk], tmp_path: Path) -> None:
    kept, disk = gallery
    other = replace(kept, out=tmp_path / "out", asked="1" * 64)
    other.keep(BuildOutcome((), "", "", False), disk)
    other.keep(BuildOutcome((page(tmp_path / "page.pdf"),), "an error", "an error", True), disk)
    assert not entry(other).exists()
    assert not other.out.exists()


@pytest.mark.parametrize("within", ["output", "pack"])
def test_a_cache_in_a_folder_that_may_come_from_anywhere_is_not_used(
    gallery: tuple[BuildRecord, Disk], monkeypatch: pytest.MonkeyPatch, within: str
) -> None:
    kept, disk = gallery
    built = kept.reusable_outcome()
    folder = (kept.out if within == "output" else kept.target.folder) / "cache"
    assert built
    shutil.copytree(entry(kept).parent, folder / BUILDS.name)
    monkeypatch.setenv("PNP_CACHE_DIR", str(folder))
    assert kept.reusable_outcome() is None
    (folder / BUILDS.name / kept.asked).unlink()
    kept.keep(built, disk)
    assert not entry(kept).exists()
    shutil.rmtree(folder)


def test_a_record_is_about_one_output_folder(
    gallery: tuple[BuildRecord, Disk], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, _ = gallery
    target, out = kept.target, kept.target.folder.parent
    link = out / "link"
    link.symlink_to(kept.out)
    assert record_of(target, link, ASKED, "this pnp").asked == kept.asked, "by whatever path it is named"
    assert record_of(target, out / "other", ASKED, "this pnp").asked != kept.asked
    link.unlink()
    monkeypatch.chdir(out)
    shutil.copytree(kept.target.folder, out / "twin" / kept.target.folder.name)
    seen = [record_of(find_targets([name])[0], Path("o"), ASKED, "") for name in ("gallery", "twin/gallery")]
    assert seen[0].asked != seen[1].asked
    shutil.rmtree(out / "twin")


@pytest.mark.nightly
def test_every_file_that_is_opened_was_asked_for(tmp_path: Path) -> None:
    """An oracle for what a record must hold: what Python says of each file that is opened."""
    folder = tmp_path / "gallery"
    shutil.copytree(ROOT / "tests" / "gallery", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "golden"))
    opened: set[str] = set()
    listening = True

    def hear(event: str, details: tuple[object, ...]) -> None:
        if listening and event == "open" and isinstance(details[0], str):
            opened.add(details[0])

    sys.addaudithook(hear)
    loaded = load(find_targets([str(folder)])[0], noted=True)
    asked = BuildOptions(tmp_path / "out", formats=("png",), only=("shapes", "pictures"), dpi=36)
    build(loaded, asked, lambda _said: None)
    listening = False
    content = ROOT / "content"
    read = {path for path in map(Path, opened) if path.is_relative_to(folder) or path.is_relative_to(content)}
    anchors = {"pack": folder, "bundled": content}
    known = {(anchors[it.anchor] / it.folder / it.name).resolve() for it in loaded.disk.answers if it.most}
    assert len(read) > 20
    assert {path.resolve() for path in read} <= known


@pytest.mark.slow
def test_an_unchanged_game_is_told_as_it_was_and_left_alone(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS)
    (work / "harbour" / "more.yaml").write_text("kind: theme\n")  # a warning: it is not listed
    first = pnp("build", "harbour")
    before = {path: path.stat() for path in Path("output").rglob("*")}
    again = pnp("build", "harbour")
    assert again.out == first.out.replace(f"{len(files())} new", "0 new")
    assert (again.status, again.err) == (first.status, first.err)
    assert "unlisted-document" in again.err
    after = {path: path.stat() for path in Path("output").rglob("*")}
    assert {path: (it.st_mtime_ns, it.st_ino) for path, it in after.items()} == {
        path: (it.st_mtime_ns, it.st_ino) for path, it in before.items()
    }


@pytest.mark.slow
def test_nothing_is_built_where_nothing_changed(pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(work / "harbour", CARDS)
    runs = [("build", "harbour"), ("build", "harbour", "--paper", "letter"), ("rulebook", "harbour", "--format", "md")]
    for run in runs:
        assert pnp(*run).status == 0

    def refuse(*_: object) -> None:
        raise AssertionError("something is loaded")

    monkeypatch.setattr("pnp.loader.pack.load", refuse)
    for run in runs:
        assert pnp(*run).status == 0, "each set of options has a record of its own"
    assert pnp("build", "harbour", "--only", "boats").status == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["boats.yaml", "pack.yaml", "rules.yaml"])
def test_after_a_change_all_is_as_in_a_clean_build(pnp: Run, work: Path, name: str) -> None:
    write(work / "harbour", CARDS)
    pnp("build", "harbour")
    path = work / "harbour" / name
    times = path.stat().st_mtime_ns
    path.write_text(path.read_text().replace("Sloop", "Sloep").replace("Harbour", "Harboor"))
    os.utime(path, ns=(times, times))
    changed = pnp("build", "harbour")
    clean = pnp("build", "harbour", "-o", "clean")
    assert changed.out.count("\n") == clean.out.count("\n")
    current = {f"harbour/{file}": content for file, content in files(Path("output/harbour")).items()}
    assert {name: current[name] for name in files(Path("clean"))} == files(Path("clean"))


@pytest.mark.slow
def test_a_file_that_changes_while_it_is_read_is_built_again(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(work / "harbour", CARDS)
    boats = work / "harbour" / "boats.yaml"

    def late(*arguments: Any) -> object:
        boats.write_text(boats.read_text().replace("Sloop", "Sloep"))
        return build(*arguments)

    monkeypatch.setattr("pnp.build.pipeline.build", late)
    pnp("build", "harbour")
    monkeypatch.undo()
    monkeypatch.chdir(work)
    ran = pnp("build", "harbour")
    assert ", 0 new or changed" not in ran.out
    assert "harbour/svg/boats/sloep-front.svg" in files()


@pytest.mark.slow
def test_a_printer_that_is_read_again_counts(pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(work / "config"))
    write(work / "harbour", CARDS)
    run = ("build", "harbour", "--layout", "duplex", "--printer", "office", "--format", "pdf")
    pnp("calibrate", "--printer", "office", "--x", "1")
    pnp(*run)
    before = files()
    assert ", 0 new or changed" in pnp(*run).out
    pnp("calibrate", "--printer", "office", "--x", "2")
    assert ", 0 new or changed" not in pnp(*run).out
    assert files() != before


@pytest.mark.parametrize("command", ["build", "rulebook"])
def test_every_option_that_pages_hang_on_is_in_the_record(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    orders: list[Order] = []

    def take(_paths: object, order: Order, *_rest: object) -> int:
        orders.append(order)
        return 0

    module = import_module(f"pnp.cli.{command}_command")
    monkeypatch.setattr(module, "make_all", take)
    assert pnp(command).status == 0
    options = {"language" if each.name == "lang" else each.name for each in module.command.params}
    options |= {"more_languages"} if command == "build" else set()  # of the same --lang
    assert options - {"paths", "out", "watch", "jobs", "profile_time", "large"} == set(orders[0].asked)
    assert pnp(command, "--large").status == 0
    assert [order.large for order in orders] == [False, True]


def test_a_pack_that_may_be_large_has_a_record_of_its_own(gallery: tuple[BuildRecord, Disk]) -> None:
    record, _ = gallery
    small, large = (record_of(replace(record.target, scale=each), record.out, {}, "") for each in (1, LARGE))
    assert small.asked != large.asked
