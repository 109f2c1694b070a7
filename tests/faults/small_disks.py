"""Every command that writes, on real disks that have less room than it needs; only who may mount disks can look."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pnp.output import PARTIAL
from tests.faults.copies import Ended, run
from tests.faults.yard import NEW, OLD, Files
from tests.pipeline import ROOT, write

STARTER = str(ROOT / "content" / "starter")

COMMANDS: dict[str, tuple[str, ...]] = {
    "build": ("build", "harbour", "-o", "disk/out"),
    "build by two": ("build", STARTER, "-o", "disk/out", "--jobs", "2"),
    "build of pictures": ("build", "harbour", "-o", "disk/out", "--format", "png", "--format", "cut-svg"),
    "rulebook": ("rulebook", "harbour", "-o", "disk/out"),
    "inspect": ("inspect", "harbour/maps/bay.yaml", "-o", "disk/out", "--format", "png"),
    "overlay": ("check", "broken.yaml", "--overlay", "disk/out"),
    "calibrate": ("calibrate", "-o", "disk/out"),
    "new": ("new", "disk/game"),
}

BROKEN = """\
kind: area-map
size: 60 x 60
areas: {Market: {at: [10, 10]}, Church: {at: [50, 10]}, Pier: {at: [30, 50]}}
roads: [Market -- Church]
requirements: [connected: true]
"""

SAID = re.compile(r"cannot write '(disk/[^']*)': no space left on device")
"""What is said where a disk is full."""


def may_mount(folder: Path) -> bool:
    """Whether disks can be mounted here."""
    try:
        with disk(folder, 1):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


@contextmanager
def disk(folder: Path, room: int) -> Iterator[None]:
    """A disk of so many kilobytes at `disk` in a folder."""
    place = folder / "disk"
    place.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={room}k", "tmpfs", str(place)]
    subprocess.run(command, check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


def by_small_disks(folder: Path, sizes: int) -> Iterator[tuple[str, list[str]]]:
    """Each command on disks of so many sizes, from none to nearly enough; what was wrong with each."""
    (folder / "broken.yaml").write_text(BROKEN, encoding="utf-8")
    for name, command in COMMANDS.items():
        old = _clean(folder, command, OLD)
        new = _clean(folder, command, NEW)
        need = sum(4 * (1 + len(content) // 4096) for content in new.values())
        for part in range(sizes):
            for held in ({}, old) if name == "build" else ({},):
                room = 8 + need * part // sizes + sum(4 * (2 + len(content) // 4096) for content in held.values())
                with disk(folder, room):
                    yield f"{name} on {room} kB", [*_wrong(folder, command, held, new, full=not part and not held)]


def _clean(folder: Path, command: Sequence[str], game: str) -> Files:
    """What a command writes where there is room."""
    shutil.rmtree(folder / "harbour", ignore_errors=True)
    write(folder / "harbour", game)
    with disk(folder, 50_000):
        ended = run(command, folder)
        assert ended.status in (0, 1), ended.said
        return _files(folder / "disk")


def _files(place: Path) -> Files:
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def _wrong(folder: Path, command: Sequence[str], held: Files, new: Files, full: bool) -> Iterator[str]:
    place = folder / "disk"
    for name, content in held.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    ended, now = run(command, folder), _files(place)
    yield from _wrong_end(ended)
    if full and ended.status != 2:
        yield f"it ends with {ended.status} on a disk that is full"
    for name, content in now.items():
        if content not in (new.get(name), held.get(name)):
            yield f"{name} is neither old nor new"
        if Path(name).name.startswith(PARTIAL):
            yield f"{name} was left"
    yield from (f"{name} is gone" for name in held if name not in now)
    if command[0] == "new" and ended.status and now:
        yield f"half a game was left: {sorted(now)}"
    subprocess.run(["mount", "-o", "remount,size=50m", str(place)], check=True)
    again = run(command, folder)
    kept = {name: content for name, content in _files(place).items() if name in new or name not in held}
    if ended.status != 0 and (again.status not in (0, 1) or kept != new):
        yield f"with room it ends with {again.status}, {sorted(kept.keys() ^ new.keys())}: {again.said}"


def _wrong_end(ended: Ended) -> Iterator[str]:
    found = SAID.search(ended.said)
    if ended.status not in (0, 1, 2) or (ended.status == 2 and not found) or "Traceback" in ended.said:
        yield f"status {ended.status}: {ended.said}"
    if found and os.path.basename(found[1]).startswith(PARTIAL):  # noqa: PTH119  # a name, not a file to open
        yield f"it names what nobody knows: {ended.said}"
