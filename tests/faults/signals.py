"""Ctrl-C and `kill` at any moment of a command: it ends with 130, or was done before, and shows no traceback."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.interrupts import MESSAGE
from tests.pipeline import ROOT

START = 0.05
"""Seconds of a processor that Python's own start takes, in which nothing of ours is there to be interrupted."""

STEP = 0.002

STARTER, GAME = str(ROOT / "content" / "starter"), str(ROOT / "content" / "destination-race")

COMMANDS = (
    ("check", STARTER),
    ("build", STARTER, "--jobs", "1"),
    ("build", STARTER, "--jobs", "2", "--format", "pdf"),
    ("check", GAME),
    ("build", GAME, "--jobs", "2", "--format", "pdf"),
    ("rulebook", STARTER, "--jobs", "1"),
    ("build", STARTER, "--watch"),
)

WATCHING = 2.0
"""Seconds of a processor after which `--watch` waits for the next save."""


def at_any_moment(folder: Path, signals: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Commands ended by so many signals at random moments, after Python's start; what was wrong with each."""
    chance = random.Random(seed)
    whole = {command: _processor_time(command, folder) for command in COMMANDS[: max(1, signals)]} if signals else {}
    for number in range(signals):
        command = COMMANDS[number % len(COMMANDS)]
        by = signal.SIGTERM if chance.random() < 0.2 else signal.SIGINT
        moment = chance.uniform(START, whole[command])
        ended = _interrupted(command, folder / f"out{number}", by, moment)
        yield f"{by.name} after {moment:.3f} s of a processor, {' '.join(command)}", [*wrong(*ended)]


def wrong(status: int, said: str) -> Iterator[str]:
    """What is not as it must be with the end of a command that was interrupted, or finished first."""
    if status not in (130, 0):
        yield f"status {status}: {said}"
    if "Traceback" in said or "Exception ignored" in said:
        yield f"a traceback: {said}"
    if status == 130 and said.count(MESSAGE) != 1:
        yield f"it says {said!r}"


def _begun(command: Sequence[str], out: Path) -> subprocess.Popen[str]:
    """The command in a process group of its own, to which signals go as from a terminal."""
    words = [sys.executable, "-m", "pnp", *command, *(["-o", str(out)] if command[0] != "check" else [])]
    return subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def _processor_time(command: Sequence[str], folder: Path) -> float:
    """Seconds of a processor that the first process of a command takes to its end, or until it only waits."""
    if "--watch" in command:
        return WATCHING
    process, spent = _begun(command, folder / "whole"), 0.0
    while process.poll() is None:
        spent = max(spent, _spent(process.pid))
        time.sleep(STEP)
    process.communicate()
    return spent


def _interrupted(command: Sequence[str], out: Path, by: signal.Signals, moment: float) -> tuple[int, str]:
    process = _begun(command, out)
    while process.poll() is None and _spent(process.pid) < moment:
        time.sleep(STEP)
    if process.poll() is None:
        os.killpg(process.pid, by) if by is signal.SIGINT else process.send_signal(by)
    said = process.communicate(timeout=60)[1]
    return process.returncode, said


def _spent(process: int) -> float:
    """Seconds of a processor that a process has taken: the moment in its work, however busy the machine is."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
    except (OSError, IndexError):
        return 0.0
