"""What somebody may have put into the output folder: links, pipes, folders, leftovers and made-up records, anywhere.

`python -m tests.fuzz.litter --cases 500 --seed 3` builds a small game into as many prepared folders, once and again as
`--watch` does, with the folder prepared anew before each save.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from pnp.build.target import BuildOptions
from pnp.cli.watching import Watched
from pnp.loader import find_targets
from pnp.output import PARTIAL
from tests.build.conftest import CARDS
from tests.fuzz.trial import reading_once
from tests.pipeline import write

CLI: Any = import_module("pnp.cli.main")

NAMES = ("Sloop", "Skiff", "Dinghy", "Punt")
"""What a card is called in turn."""

PLACES = (
    *("harbour", "harbour/svg", "harbour/svg/boats", "harbour/contact.png", "harbour/svg/boats/cutter-front.svg"),
    *("harbour/svg/boats/sloop-front.svg", "harbour/svg/boats/skiff-front.svg", ".pnp", ".pnp/harbour-0.json"),
    *(f".pnp/{PARTIAL}999999999-x", f"{PARTIAL}999999999-x", f"harbour/{PARTIAL}999999999-x"),
    *(f"harbour/svg/boats/{PARTIAL}999999999-x", "harbour/svg/boats/deep/deeper"),
)
"""Where pages go, where records went, and where half-written pages are looked for."""

KINDS = (
    *("link out", "link to a file", "link to the root", "link to itself", "link to nothing", "link beside"),
    *("link to a device", "pipe", "folder", "file", "sparse file", "copy of a record"),
)

Litter = list[tuple[str, str]]
"""What is put where, in this order."""

litters: st.SearchStrategy[list[Litter]] = st.lists(
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(KINDS)), max_size=4), min_size=1, max_size=3
)
"""What is put there before each build."""


class Dump:
    """A game in a folder whose output folder is prepared by somebody, beside a folder that must not be touched."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.output, self.outside = folder, folder / "output", folder / "outside"
        write(folder / "harbour", CARDS)
        self._sound = (folder / "harbour" / "boats.yaml").read_text()
        for place in (self.outside, self.outside / "svg" / "boats", self.outside / "boats"):
            place.mkdir(parents=True, exist_ok=True)
            for name in ("mine", f"{PARTIAL}999999999-x", "cutter-front.svg", "harbour-0.json"):
                (place / name).write_bytes(b"mine")
        self._clean = {name: self._built("clean", name) for name in NAMES}
        self._before = _seen(self.outside)

    def run(self, litter: list[Litter]) -> None:
        """Prepares the output folder, builds into it, and once more for each litter that follows; then as a watch."""
        for watched in (False, True):
            shutil.rmtree(self.output, ignore_errors=True)
            self._built("output", NAMES[-1])
            self._named(NAMES[-1])
            game = self._watched() if watched else None
            for each, name in zip(litter, NAMES, strict=False):
                for place, kind in each:
                    self._put(self.output / place, kind)
                self._named(name)
                said = self._look(game) if game else self._build()
                assert _seen(self.outside) == self._before, "something outside was touched"
                if not said:
                    pages = {path: (self.output / "harbour" / path).read_bytes() for path in self._clean[name]}
                    assert pages == self._clean[name], "pages are not those of a clean build"
                else:
                    assert "cannot write 'output/" in said, said
                    assert "Traceback" not in said

    def _built(self, out: str, name: str) -> dict[str, bytes]:
        self._named(name)
        assert self._build(out) == ""
        pages = self.folder / out / "harbour"
        found = {path.relative_to(pages).as_posix(): path for path in pages.rglob("*.svg")}
        content = {page: path.read_bytes() for page, path in found.items()}
        if out == "clean":
            shutil.rmtree(self.folder / out)
        return content

    def _build(self, out: str = "output") -> str:
        """What a build said, where it could not write."""
        said = io.StringIO()
        arguments = ["build", "harbour", "-o", out, "--format", "svg", "--jobs", "1"]
        with chdir(self.folder), reading_once(), redirect_stdout(io.StringIO()), redirect_stderr(said):
            status = CLI._status(arguments)
        assert status in (0, 2), said.getvalue()
        return said.getvalue() if status else ""

    def _watched(self) -> Watched:
        with chdir(self.folder):
            game = Watched(find_targets(["harbour"])[0], BuildOptions(Path("output"), formats=("svg",)))
            self._look(game, begin=True)
        return game

    def _look(self, game: Watched, begin: bool = False) -> str:
        said = io.StringIO()
        with chdir(self.folder), reading_once(), redirect_stdout(io.StringIO()), redirect_stderr(said):
            game.begin() if begin else game.look()
        return said.getvalue() if "cannot" in said.getvalue() or "fault" in said.getvalue() else ""

    def _named(self, name: str) -> None:
        text = self._sound.replace("name: Sloop", f"name: {name}")
        (self.folder / "harbour" / "boats.yaml").write_text(text)

    def _put(self, path: Path, kind: str) -> None:
        """Puts something into the output folder, unless its folder is none, or leads elsewhere."""
        if any(each.is_symlink() or (each.exists() and not each.is_dir()) for each in path.parents):
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        targets = {"out": self.outside, "to a file": self.outside / "mine", "to the root": Path("/"), "to itself": path}
        more = {"to nothing": Path("nothing"), "beside": self.output, "to a device": Path("/dev/zero")}
        match kind:
            case "pipe":
                os.mkfifo(path)
            case "folder":
                path.mkdir()
            case "file":
                path.write_bytes(b"no page")
            case "sparse file":
                with path.open("wb") as file:
                    file.truncate(3 * 2**30)
            case "copy of a record":
                entries = sorted(Path(os.environ["PNP_CACHE_DIR"], "builds").iterdir())
                path.write_bytes(entries[0].read_bytes() if entries else b"")
            case _:
                path.symlink_to({**targets, **more}[kind.removeprefix("link ")])


def _seen(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All that is in a folder, with its times and its content."""
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_mtime_ns, b"" if path.is_dir() else path.read_bytes())
        for path in folder.rglob("*")
    }


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=200, help="how many folders to prepare")
    parser.add_argument("--seed", type=int, default=1, help="what they depend on")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        dump = Dump(Path(folder))

        @seed(asked.seed)
        @settings(max_examples=asked.cases, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(litters)
        def littered(litter: list[Litter]) -> None:
            dump.run(litter)

        littered()
    sys.stdout.write(f"{asked.cases} prepared output folders, nothing wrong; seed {asked.seed}\n")
    return 0


if __name__ == "__main__":
    sys.exit(_main())
