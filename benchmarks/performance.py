"""The page about speed: what was measured, and what of it was promised."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.judging import table
from benchmarks.measuring import OFTEN, QUICK

if TYPE_CHECKING:
    from benchmarks.parts import Bench, Part

WORDS = Path(__file__).with_name("performance.md")
"""What the page says beside the figures of a run."""


def page(parts: Sequence[Part], bench: Bench) -> str:
    """The page of a run."""
    verdicts = [verdict.row() for part in parts for verdict in part.verdicts]
    promises = table(("target", "limit", "measured", "met"), verdicts)
    sections = "\n".join(f"## {part.title}\n\n{part.text}" for part in parts)
    skipped = "".join(f"- {each}\n" for each in bench.skipped)
    told = f"\nNot measured:\n\n{skipped}" if skipped else ""
    words = WORDS.read_text(encoding="utf-8")
    return words.format(machine=machine(bench), promises=promises, sections=sections + told)


def machine(bench: Bench) -> str:
    """What it was measured on, and how."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", a load of {os.getloadavg()[0]:.1f} at its end" if hasattr(os, "getloadavg") else ""
    system = f"{platform.system()} on {platform.machine()}, {cores} cores, Python {platform.python_version()}{load}"
    judged = "elapsed time" if bench.by == "wall" else "processor time, because the computer had other work"
    often = f"{OFTEN} times in each below {QUICK:g} s, once above {bench.patience:g} s"
    return f"{system}; medians of {bench.rounds} rounds, {often}; judged by {judged}"
