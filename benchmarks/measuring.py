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

    What takes longer than the `patience`, in seconds of processors, is run once, and that counts.
    """
    taken: dict[str, list[Taken]] = {task.name: [] for task in tasks}
    for number in range(rounds + 1):
        for task in tasks:
            if len(taken[task.name]) == rounds:
                continue  # it was slow
            say(f"{task.name}, {f'round {number} of {rounds}' if number else 'to warm up'}")
            each = run(task)
            if number:
                taken[task.name].append(each)
            elif each.cpu > patience:
                taken[task.name] = [each] * rounds
    return taken


def middle(runs: Sequence[Taken], by: str) -> float:
    """The median of `wall`, `cpu` or `memory`."""
    return median(getattr(each, by) for each in runs)


def _environment() -> dict[str, str]:
    """The variables of a plain shell: modules are compiled once, and nothing of ours is imported by others."""
    dropped = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONUNBUFFERED")
    return {name: value for name, value in os.environ.items() if name not in dropped}
