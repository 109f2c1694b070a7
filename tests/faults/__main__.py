"""`python -m tests.faults`: ends builds, and lets them meet with mishaps, for as long as it is told to.

`--kills 100 --seed 7` ends builds at random moments; `--points 20` at so many of the steps in which files are changed;
`--mishaps` lets them meet with full disks and the like; `--disks 6` tries every command that writes on disks of six
sizes that are too small, where any can be mounted; `--signals 200` interrupts new processes of `check`, `build`,
`build --watch` and `rulebook` at random moments from their first import to their end. It needs a system that copies
processes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from itertools import chain
from pathlib import Path

from tests.faults.endings import at_random, at_steps
from tests.faults.mishaps import by_mishaps
from tests.faults.signals import at_any_moment
from tests.faults.small_disks import by_small_disks, may_mount
from tests.faults.yard import Yard


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=0, help="how many builds to end at random moments")
    parser.add_argument("--points", type=int, default=0, help="at how many steps of a build to end one")
    parser.add_argument("--mishaps", action="store_true", help="let builds meet with full disks and the like too")
    parser.add_argument("--disks", type=int, default=0, help="on how many sizes of small disks to try every command")
    parser.add_argument("--signals", type=int, default=0, help="how many new processes to interrupt")
    parser.add_argument("--seed", type=int, default=1, help="what the random moments hang on")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes a build has")
    parser.add_argument("asked", nargs="*", default=[], help="options of pnp build, after --")
    given = parser.parse_args()
    sys.dont_write_bytecode = True
    bad = ended = 0
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "yard").mkdir()
        yard = Yard(Path(folder) / "yard", [*given.asked, "--jobs", str(given.jobs)])
        for what, wrong in chain(
            at_steps(yard, given.points),
            at_random(yard, given.kills, given.seed),
            by_mishaps(yard) if given.mishaps else (),
            at_any_moment(Path(folder), given.signals, given.seed),
            by_small_disks(yard.folder, given.disks) if given.disks and may_mount(yard.folder) else (),
        ):
            ended += 1
            bad += bool(wrong)
            for each in wrong:
                sys.stdout.write(f"{what}: {each}\n")
    sys.stdout.write(f"{ended} builds ended, {bad} of them with something wrong; seed {given.seed}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(_main())
