"""A game that changed, the pages that it had and those that it has, and what may stand in between."""

from __future__ import annotations

import io
import os
import shutil
import signal
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from pnp.cli import main
from pnp.output import PARTIAL
from tests.faults.copies import Ended, on_writing, run
from tests.packs import harbour
from tests.pipeline import write

OLD = harbour()
NEW = harbour(
    ("title: Harbour", "title: The harbour"),
    ("name: Sloop", "name: Sloep"),
    ("background: paper", "background: amber"),
    ("Everyone has", "Everybody has"),
)
"""The same game with something else on each of its pages."""

Files = dict[str, bytes]


def pages(folder: Path) -> Files:
    """What stands below a folder, by their paths."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items()}


class Yard:
    """A folder with the game as it is now, and what builds of it as it was and as it is come to."""

    def __init__(self, folder: Path, asked: Sequence[str]) -> None:
        self.folder, self.asked = folder, ("build", "harbour", *asked)
        self.old, self.new = self._built(OLD, "old"), self._built(NEW, "new")
        assert self.old != self.new

    def _built(self, game: str, out: str) -> Files:
        shutil.rmtree(self.folder / "harbour", ignore_errors=True)
        write(self.folder / "harbour", game)
        said = io.StringIO()
        here = chdir(self.folder), redirect_stdout(said), redirect_stderr(said)
        with here[0], here[1], here[2], pytest.raises(SystemExit) as left:  # in this process: its copies begin warm
            main([*self.asked, "-o", out])
        assert left.value.code == 0, said.getvalue()
        return pages(self.folder / out)

    @property
    def out(self) -> Path:
        """The folder that is written to."""
        return self.folder / "output"

    def reset(self) -> None:
        """The output is that of the game as it was."""
        shutil.rmtree(self.out, ignore_errors=True)
        shutil.copytree(self.folder / "old", self.out)

    def steps(self) -> int:
        """In how many steps a build changes files."""
        self.reset()

        def prepare() -> None:
            steps = os.open(self.folder / "steps", os.O_WRONLY | os.O_CREAT)
            on_writing(lambda _path: os.write(steps, b"."))

        assert run(self.asked, self.folder, prepare).status == 0
        return (self.folder / "steps").stat().st_size

    @property
    def a_page(self) -> Path:
        """One of the files that are written."""
        return self.out / next(name for name in sorted(self.old) if name.endswith("a4.pdf"))

    def wrong(self, ended: Ended, by: signal.Signals, *statuses: int) -> Iterator[str]:
        """What is not as it must be once a build has come to an end, by a signal or with one of the statuses."""
        now = pages(self.out)
        for name in sorted(self.old.keys() | self.new.keys()):
            if name in now and now[name] not in (self.old.get(name), self.new.get(name)):
                yield f"{name} is neither old nor new"
            if name in self.old and name not in now:
                yield f"{name} is gone"
        begun = [name for name in now if Path(name).name.startswith(PARTIAL)]
        if by is signal.SIGKILL:
            return
        if begun:
            yield f"{', '.join(begun)} was left"
        if ended.status not in (statuses or (0, 130)):
            yield f"status {ended.status}: {ended.said}"
        if ended.status == 130 and ended.said.strip() != "interrupted: what stood in the output folder is whole":
            yield f"it said: {ended.said}"

    def wrong_after(self) -> Iterator[str]:
        """What is not as it must be once the next build has come to its end."""
        ended = run(self.asked, self.folder)
        if ended.status:
            yield f"the next build ended with {ended.status}: {ended.said}"
        now = pages(self.out)
        yield from (f"{name} is not as in a clean build" for name in self.new if now.get(name) != self.new[name])
        yield from (f"{name} is left" for name in now if Path(name).name.startswith(PARTIAL))
