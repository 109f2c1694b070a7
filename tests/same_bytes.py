"""`python -m tests.same_bytes [PACK …]`: builds packs under all sorts of circumstances and compares every byte.

Each build has its own time zone, locale, hash seed, working folder, umask, home, number of processes, and place of the
pack. Without names it takes the starter. `--python PYTHON`, which may be repeated, has another Python build them too:
one with the same packages.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.pipeline import ROOT

CIRCUMSTANCES = (
    (0o022, "1", {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}),
    (0o077, "2", {"PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland", "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1"}),
    (0o002, "5", {"PYTHONHASHSEED": "77", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"}),
)
ASKED = ("--format", "pdf", "--format", "svg", "--format", "png", "--dpi", "60")


def pages(folder: Path) -> dict[str, bytes]:
    """All that is below the folder."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items()}


def built(pack: str, folder: Path, pythons: Sequence[str]) -> Iterator[dict[str, bytes]]:
    """What a build writes under each of the circumstances, and by each other Python under the first of them."""
    runs = [(sys.executable, *each) for each in CIRCUMSTANCES] + [(each, *CIRCUMSTANCES[0]) for each in pythons]
    for number, (python, umask, jobs, variables) in enumerate(runs):
        home = folder / f"home {number}"
        home.mkdir()
        for name in ("house", pack):
            shutil.copytree(ROOT / "content" / name, home / "packs" / name)
        command = [python, "-m", "pnp", "build", f"packs/{pack}", "-o", "out", "--jobs", jobs, *ASKED]
        env = {**os.environ, **variables, "HOME": str(home), "PYTHONPATH": str(ROOT)}
        subprocess.run(command, cwd=home, umask=umask, env=env, check=True, stdout=subprocess.DEVNULL)
        yield pages(home / "out")


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packs", nargs="*", default=["starter"])
    parser.add_argument("--python", action="append", default=[], metavar="PYTHON")
    asked = parser.parse_args()
    bad = 0
    for pack in asked.packs:
        with tempfile.TemporaryDirectory() as folder:
            first, *others = built(pack, Path(folder), asked.python)
        different = {
            name for other in others for name in first.keys() | other.keys() if first.get(name) != other.get(name)
        }
        bad += bool(different)
        told = f"differ: {', '.join(sorted(different)[:5])}" if different else "are the same"
        sys.stdout.write(f"{pack}: {len(first)} files, built {1 + len(others)} times, {told}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(_main())
