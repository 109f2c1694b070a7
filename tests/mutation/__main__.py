"""Mutation testing: `python -m tests.mutation --sample 500 --seed 1 --jobs 2`.

1. The whole suite runs once and records which tests reach which line (`--reuse` takes the record of the last run).
2. Each mutant is put into a copy of the repository. The tests that reach its line run there, the quickest first, until
   one fails. A mutant that none of them notices survives.
3. `accepted.toml` lists mutants that no test can notice, each with the reason: a shortcut that only saves time, or code
   that means the same. They do not count.

The exit status is 1 if less than 90 % of the mutants are killed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.mutation.accepted import Accepted
from tests.mutation.mutants import Mutant, drawn
from tests.mutation.reached import Reached

ROOT = Path(__file__).parents[2]
RECORD = ROOT / ".mutation"

PACKAGES = ("network", "source", "sheet", "checks", "geometry")

WANTED = 0.9
"""The share of the mutants that tests must notice."""

SECONDS = 300
"""How long the tests of one mutant may take. One that makes them take longer counts as killed."""

PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".mutation", "output", "__pycache__", ".*_cache")
"""What the copies of the repository do without."""


def copied(folder: Path) -> Path:
    """Copy the repository into the folder and return the copy."""
    copy = Path(shutil.copytree(ROOT, folder, ignore=LEFT_OUT))
    (copy / "output").mkdir()
    (copy / "output" / ".gitkeep").touch()
    return copy


def record() -> None:
    """Run the suite once, in a copy as the mutants do, and record which tests pass and which lines they reach."""
    RECORD.mkdir(exist_ok=True)
    measuring = ("--cov=pnp", "--cov-context=test", "--cov-report=", f"--junitxml={RECORD / 'tests.xml'}")
    with tempfile.TemporaryDirectory() as scratch:
        copy = copied(Path(scratch) / "pnp")
        environment = {**os.environ, "COVERAGE_FILE": str(RECORD / "coverage"), "PYTHONPATH": str(copy)}
        subprocess.run([*PYTEST, *measuring], cwd=copy, env=environment, check=False)


def killed(mutant: Mutant, copy: Path, tests: Sequence[str]) -> bool:
    """Return whether a test notices the mutant: it fails, takes too long or can't even be collected.

    Raises RuntimeError if the tests can't be run.
    """
    if not tests:
        return False
    target, names = copy / mutant.path, copy / "tests-to-run.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.code, encoding="utf-8")
    options = ("-x", "-n", "0", "-p", "tests.mutation.order", "-o", "timeout=60", f"@{names.name}")
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            [*PYTEST, *options],
            cwd=copy, env=environment, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, encoding="utf-8")
    output = ran.stdout + ran.stderr
    unknown = ran.returncode == pytest.ExitCode.USAGE_ERROR and "no match in any of" in output
    if unknown or ran.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"the tests of {mutant.name} can't be run: {output[-1000:]}")
    return ran.returncode != 0


def survivors_of(mutants: Sequence[Mutant], reached: Reached, jobs: int) -> list[Mutant]:
    """Return the mutants that no test notices; each is printed when it is found."""
    began, found = time.monotonic(), []
    copies: SimpleQueue[Path] = SimpleQueue()

    def judge(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            return killed(mutant, copy, reached.tests(mutant.path, mutant.line))
        finally:
            copies.put(copy)

    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(jobs) as pool:
        for number in range(jobs):
            copies.put(copied(Path(scratch) / str(number)))
        for number, (mutant, noticed) in enumerate(zip(mutants, pool.map(judge, mutants), strict=True), 1):
            if not noticed:
                found.append(mutant)
                say(f"survived: {mutant.name}")
            if number % 20 == 0:
                say(f"{number} of {len(mutants)} judged, {len(found)} survived, {time.monotonic() - began:.0f} s")
    return found


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Draw mutants, run the tests on each, and print what survives."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sample", type=int, default=500, help="how many mutants (default: 500)")
    parser.add_argument("--seed", type=int, default=1, help="another sample for each number (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at once (default: processors)")
    parser.add_argument("--packages", nargs="+", default=PACKAGES, help=f"of pnp (default: {' '.join(PACKAGES)})")
    parser.add_argument("--reuse", action="store_true", help="take the record of the last run of the suite")
    options = parser.parse_args()
    # Shells start commands in the background with SIGINT ignored, which the tests of interrupts would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not options.reuse:
        record()
    mutants, accepted = drawn(ROOT, options.packages, options.sample, options.seed), Accepted.read()
    judged = [mutant for mutant in mutants if accepted.reason(mutant) is None]
    survivors = survivors_of(judged, Reached.read(ROOT, RECORD), options.jobs)
    dead = len(judged) - len(survivors)
    share = dead / len(judged) if judged else 1.0
    counts = f"{len(mutants)} mutants: {dead} killed, {len(survivors)} survived, {len(mutants) - len(judged)} accepted"
    say(f"{counts}; {share:.1%} of those that count, seed {options.seed}")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
