"""Builds that meet with something: a full disk, something in the way, another build."""

from __future__ import annotations

import errno
import os
import re
import resource
import shutil
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pnp.output import PARTIAL
from tests.faults.copies import begin, end, on_writing, run
from tests.faults.yard import Yard, pages


def by_mishaps(yard: Yard) -> Iterator[tuple[str, list[str]]]:
    """Builds that meet with something else than a signal; what was wrong with each."""
    outside = (elsewhere, nothing_outside, forged_output, links_in_the_output)
    for mishap in (too_large, unwritable, in_the_way, open_still, two_at_once, *outside):
        yard.reset()
        yield mishap.__name__.replace("_", " "), [*mishap(yard), *yard.wrong_after()]


def too_large(yard: Yard) -> Iterator[str]:
    """The system refuses to write more than so much, as where a disk is full."""
    ended = run(yard.asked, yard.folder, partial(resource.setrlimit, resource.RLIMIT_FSIZE, (9_000, 9_000)))
    if ended.status != 2 or not re.fullmatch("cannot write 'output/harbour/.*': file too large\n", ended.said):
        yield f"status {ended.status}: {ended.said}"
    yield from yard.wrong(ended, signal.SIGINT, 2)


def unwritable(yard: Yard) -> Iterator[str]:
    """The system lets nothing be written; a user who may do everything is refused by hand."""

    def refuse(_path: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    ended = run(yard.asked, yard.folder, partial(on_writing, refuse))
    if not re.fullmatch("cannot write 'output/harbour/.*': permission denied\n", ended.said):
        yield f"it said: {ended.said}"
    yield from yard.wrong(ended, signal.SIGINT, 2)
    if pages(yard.out) != yard.old:
        yield "something was written"


def in_the_way(yard: Yard) -> Iterator[str]:
    """A folder has the name of a page."""
    page = yard.a_page
    page.unlink(missing_ok=True)
    page.mkdir()
    ended = run(yard.asked, yard.folder)
    page.rmdir()
    if not re.fullmatch(f"cannot write '.*{page.name}': is a directory\n", ended.said):
        yield f"it said: {ended.said}"
    yield from (each for each in yard.wrong(ended, signal.SIGINT, 2) if not each.endswith(f"{page.name} is gone"))


def elsewhere(yard: Yard) -> Iterator[str]:
    """A page is a link to a file outside: the link goes, the file stays."""
    page, outside = yard.a_page, yard.folder / "outside"
    outside.write_bytes(b"mine")
    page.unlink(missing_ok=True)
    page.symlink_to(outside)
    yield from yard.wrong(run(yard.asked, yard.folder), signal.SIGINT, 0)
    if outside.read_bytes() != b"mine":
        yield "what lies outside was written"


def open_still(yard: Yard) -> Iterator[str]:
    """Somebody reads a page while it is replaced: he has the old one to its end."""
    name = yard.a_page.relative_to(yard.out).as_posix()
    with yard.a_page.open("rb") as file:
        start = file.read(10)
        yield from yard.wrong(run(yard.asked, yard.folder), signal.SIGINT, 0)
        if start + file.read() != yard.old[name]:
            yield "what was read is neither old nor new"


def two_at_once(yard: Yard) -> Iterator[str]:
    """Two builds of the same, and one of it on other paper."""
    asked = (yard.asked, yard.asked, [*yard.asked, "--paper", "letter"])
    for ended in [end(*each) for each in [begin(arguments, yard.folder) for arguments in asked]]:
        yield from yard.wrong(ended, signal.SIGINT, 0)


def nothing_outside(yard: Yard) -> Iterator[str]:
    """All that is written lies in the folder of output, or is a record of a build: by what is there, and by what Python
    reports of it.
    """
    before = _beside(yard)
    cache = Path(os.environ["PNP_CACHE_DIR"])
    log = os.open(yard.folder.parent / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def prepare() -> None:
        home = yard.folder / "home"
        os.environ.update(HOME=str(home), TMPDIR=str(home), XDG_CONFIG_HOME=str(home))
        on_writing(lambda path: os.write(log, f"{path}\n".encode()))

    yield from yard.wrong(run(yard.asked, yard.folder, prepare), signal.SIGINT, 0)
    after = _beside(yard)
    if after.keys() != before.keys() or {path for path in after if after[path] != before[path]} - {yard.out}:
        yield f"something else was touched: {sorted(set(after.items()) ^ set(before.items()))}"
    written = (yard.folder.parent / "log").read_text(encoding="utf-8").splitlines()
    outside = {path for path in map(Path, written) if not (path.is_relative_to(yard.out) or path.is_relative_to(cache))}
    if len(written) < 5 or outside:
        yield f"written outside, of {len(written)}: {sorted(outside)}"


def forged_output(yard: Yard) -> Iterator[str]:
    """The output folder has records that somebody made up, and folders and pipes where nobody expects them."""
    (yard.out / ".pnp" / "deep").mkdir(parents=True, exist_ok=True)
    for entry in Path(os.environ["PNP_CACHE_DIR"], "builds").iterdir():
        (yard.out / ".pnp" / f"harbour-{entry.name[:16]}.json").write_bytes(entry.read_bytes())
        (yard.out / ".pnp" / entry.name).symlink_to("/dev/zero")
    os.mkfifo(yard.out / ".pnp" / "pipe")
    before = _listed(yard.out / ".pnp")
    yield from yard.wrong(run(yard.asked, yard.folder), signal.SIGINT, 0)
    if _listed(yard.out / ".pnp") != before:
        yield "something was done with records that are not ours"
    shutil.rmtree(yard.out / ".pnp")


def links_in_the_output(yard: Yard) -> Iterator[str]:
    """Folders of the output are links elsewhere, where leftovers of a dead build lie: nothing there is touched."""
    for name in (".pnp", "harbour", "harbour/svg"):
        yard.reset()
        outside = yard.folder / "elsewhere"
        (outside / "svg").mkdir(parents=True)
        for place in (outside, outside / "svg"):
            (place / f"{PARTIAL}999999999-x").write_bytes(b"mine")
        shutil.rmtree(yard.out / name, ignore_errors=True)
        (yard.out / name).symlink_to(outside)
        before = _listed(outside)
        ended = run(yard.asked, yard.folder)
        if ended.status != (0 if name == ".pnp" else 2) or "Traceback" in ended.said:
            yield f"{name}: status {ended.status}: {ended.said}"
        if _listed(outside) != before:
            yield f"{name}: something was changed behind the link"
        (yard.out / name).unlink()
        shutil.rmtree(outside)
    yard.reset()


def _beside(yard: Yard) -> dict[Path, int]:
    """All that lies beside the output folder, and when each was changed."""
    return {path: path.lstat().st_mtime_ns for path in yard.folder.rglob("*") if yard.out not in path.parents}


def _listed(folder: Path) -> dict[Path, int]:
    return {path: path.lstat().st_mtime_ns for path in folder.rglob("*")}
