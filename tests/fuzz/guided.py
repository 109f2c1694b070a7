"""`python -m tests.fuzz.guided`: tries a target with whatever leads to new code, and keeps each fault found, once.

Needs the extra `fuzz`: atheris, a wheel for Linux.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]

with atheris.instrument_imports(include=["pnp"]):
    from tests.fuzz.targets import CORPUS, TARGETS
from tests.fuzz.keeping import keep, say
from tests.fuzz.trial import signature

LONGEST = 32_768
"""Bytes of what is tried: short things change faster."""

SECONDS, MEMORY = 2.0, 2_000
"""What one of these may take of a processor, and what all may hold of memory in MB."""


def main() -> int:
    """Runs until the time is over; 1 where something was found."""
    asked = _arguments()
    target, found, tried = TARGETS[asked.target], Counter[str](), Counter[str]()

    def once(content: bytes) -> None:
        tried["all"] += 1
        start = time.process_time()
        try:
            target.run(content)
        except Exception as error:
            keep(asked.target, content, signature(error), error, found)
        if (seconds := time.process_time() - start) > SECONDS:
            keep(asked.target, content, f"slow: {seconds:.0f} s", None, found)
        if time.monotonic() > end:
            say(f"{asked.target}: {tried['all']:,} tried, seed {asked.seed}; {len(found)} faults: {dict(found)}")
            shutil.rmtree(work)
            os._exit(1 if found else 0)  # to leave in any other way is a fault to the library

    end = time.monotonic() + asked.minutes * 60
    work = tempfile.mkdtemp()
    for number, seed in enumerate(target.seeds()):
        if len(seed) <= LONGEST:
            Path(work, f"{number}").write_bytes(seed)
    CORPUS.mkdir(exist_ok=True)
    limits = [f"-max_len={LONGEST}", "-timeout=60", f"-rss_limit_mb={MEMORY}"]
    told = ["-verbosity=0", "-report_slow_units=1000", f"-exact_artifact_path={CORPUS}/{asked.target}-ended-it.bin"]
    atheris.Setup([sys.argv[0], f"-seed={asked.seed + 1}", *limits, *told, work], once)
    atheris.Fuzz()
    return 1


def _arguments() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    arguments.add_argument("--target", choices=[*TARGETS], required=True)
    arguments.add_argument("--minutes", type=float, default=10)
    arguments.add_argument("--seed", type=int, default=0)
    return arguments.parse_args()


if __name__ == "__main__":
    sys.exit(main())
