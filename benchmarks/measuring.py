"""Measuring commands as whole processes: how long, how much work, how much memory; rounds of several in turn."""

from __future__ import annotations

import math
import os
import shlex
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

REST = 0.5
"""Seconds before each command, in which what the last one left behind ends: processes of a browser outlive it, and what
came next took a third longer.
"""

QUICK, OFTEN = 1.0, 3
"""What takes less than so many seconds is run so many times in a round: where nearly all of it is a start, a neighbour
on the same machine changes it by a third.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """A command to measure: its arguments, where it runs, what is done before each run, and what it writes."""

    name: str
    arguments: tuple[str, ...]
    folder: Path
    before: Callable[[], None] = lambda: None
    writes: Path | None = None

    @property
    def told(self) -> str:
        """The command as one would type it."""
        return shlex.join([Path(self.arguments[0]).name, *self.arguments[1:]])


@dataclass(frozen=True, slots=True)
class Taken:
    """What one run took: seconds on the clock, seconds of processors, and the megabytes of its largest process."""

    wall: float
    cpu: float
    memory: float


class Failed(Exception):
    """A command that ended with a fault; its last words."""


def run(task: Task) -> Taken:
    """What the command took, with all processes that it started and waited for."""
    task.before()
    time.sleep(REST)
    log = task.folder / "log.txt"
    with log.open("wb") as out:
        start = time.perf_counter()
        process = subprocess.Popen(
            task.arguments, cwd=task.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=_environment()
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Failed(f"{task.name}: exit status {process.returncode}: {log.read_text(errors='replace')[-600:].strip()}")
    return Taken(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def in_turn(
    tasks: Sequence[Task], rounds: int, say: Callable[[str], None], patience: float = math.inf
) -> Mapping[str, list[Taken]]:
    """What each took in so many rounds, after one that does not count: the first of each, the second of each and so
    on, so that a machine whose speed changes is the same to all.

    What takes less than a second is run several times in each round, in turn with what does too. What takes longer than
    the `patience`, in seconds of processors, is run once, and that counts.
    """
    first: dict[str, Taken] = {}
    for task in tasks:
        say(f"{task.name}, to warm up")
        first[task.name] = run(task)
    again = [task for task in tasks if first[task.name].cpu <= patience]
    quick = [task for task in again if first[task.name].wall < QUICK]
    taken = {task.name: [] if task in again else [first[task.name]] for task in tasks}
    for number in range(1, rounds + 1):
        for task in (*again, *quick * (OFTEN - 1)):
            say(f"{task.name}, round {number} of {rounds}")
            taken[task.name].append(run(task))
    return taken


def middle(runs: Sequence[Taken], by: str) -> float:
    """The median of `wall`, `cpu` or `memory`."""
    return median(getattr(each, by) for each in runs)


def _environment() -> dict[str, str]:
    """The variables of a plain shell: modules are compiled once, and nothing of ours is imported by others."""
    dropped = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONUNBUFFERED")
    return {name: value for name, value in os.environ.items() if name not in dropped}
