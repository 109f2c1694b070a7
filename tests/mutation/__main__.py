"""Mutation testing: `python -m tests.mutation --sample 500 --seed 1 --jobs 2`.

1. The whole suite runs once and records which tests reach which line (`--reuse` takes the record of the last run).
2. The tests that reach the line of a mutant run on it, the quickest first, until one fails: at first in a copy of a
   process, in which only functions are swapped (`swapped.py`), then in a copy of the repository. A mutant that none of
   them notices survives.
3. `accepted.toml` lists mutants that no test can notice, each with the reason: a shortcut that only saves time, or code
   that means the same. They do not count.

The exit status is 1 if less than 90 % of the mutants are killed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
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
from tests.mutation.swapped import CASES, JOBS, RESULTS, SURVIVED, swaps

ROOT = Path(__file__).parents[2]
RECORD = ROOT / ".mutation"

PACKAGES = ("network", "source", "sheet", "checks", "geometry")

WANTED = 0.9
"""The share of the mutants that tests must notice."""

SECONDS = 400
"""How long the tests of one mutant may take. One that makes them take longer counts as killed."""

PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")

FIRST = 12
"""How many tests are tried on a mutant at first: most die of these, and the files of the others need not be read."""

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".mutation", "output", "__pycache__", ".*_cache")
"""What the copies of the repository do without."""


def copied(folder: Path) -> Path:
    """Copy the repository into the folder and return the copy."""
    copy = Path(shutil.copytree(ROOT, folder, ignore=LEFT_OUT))
    (copy / "output").mkdir()
    (copy / "output" / ".gitkeep").touch()
    return copy


def record(tests: Sequence[str] = ()) -> None:
    """Run tests, all of the suite by default, and record which of them pass and which lines they reach.

    They run in a copy of the repository, as they do on mutants. Some tests are added to what was recorded before.
    """
    if not tests:
        shutil.rmtree(RECORD, ignore_errors=True)
    RECORD.mkdir(exist_ok=True)
    run = f"{time.time_ns()}"
    measuring = ("--cov=pnp", "--cov-context=test", "--cov-report=", f"--junitxml={RECORD / run}.xml", *tests)
    with tempfile.TemporaryDirectory() as scratch:
        copy = copied(Path(scratch) / "pnp")
        environment = {**os.environ, "COVERAGE_FILE": f"{RECORD / run}.coverage", "PYTHONPATH": str(copy)}
        subprocess.run([*PYTEST, *measuring], cwd=copy, env=environment, check=False)


def noticed(mutant: Mutant, copy: Path, tests: Sequence[str]) -> str:
    """Return the test that notices the mutant, or why none can be run on it; an empty text if it survives.

    Raises RuntimeError if the tests can't be found.
    """
    if not tests:
        return ""
    target = copy / mutant.path
    original, status = target.read_text(encoding="utf-8"), target.stat()
    target.write_text(mutant.code, encoding="utf-8")
    later = status.st_mtime_ns + 60 * 10**9  # so that nobody takes what was compiled of the original
    os.utime(target, ns=(later, later))
    try:
        parts = (tests[:FIRST], tests[FIRST:])
        return next((found for part in parts if part and (found := _failed(mutant, copy, part))), "")
    except subprocess.TimeoutExpired:
        return "the tests took too long"
    finally:
        target.write_text(original, encoding="utf-8")
        os.utime(target, ns=(status.st_mtime_ns, status.st_mtime_ns))


def _failed(mutant: Mutant, copy: Path, tests: Sequence[str]) -> str:
    names = copy / "tests-to-run.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    options = ("-x", "-n", "0", "-p", "tests.mutation.order", "-o", "timeout=90", f"@{names.name}")
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [*PYTEST, *options],
        cwd=copy, env=environment, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False,
    )  # fmt: skip
    output = ran.stdout + ran.stderr
    unknown = ran.returncode == pytest.ExitCode.USAGE_ERROR and "no match in any of" in output
    if unknown or ran.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"the tests of {mutant.name} can't be run: {output[-1000:]}")
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, re.MULTILINE)
    return (failed[1] if failed else "the tests could not be run") if ran.returncode else ""


def survivors_of(mutants: Sequence[Mutant], reached: Reached, jobs: int) -> list[Mutant]:
    """Return the mutants that no test notices; each is printed when it is found."""
    began = time.monotonic()
    tests = [reached.tests(mutant.path, mutant.line) for mutant in mutants]
    copies: SimpleQueue[Path] = SimpleQueue()

    def judge(number: int) -> str:
        copy = copies.get()
        try:
            return noticed(mutants[number], copy, tests[number])
        finally:
            copies.put(copy)

    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(jobs) as pool:
        first = copied(Path(scratch) / "0")
        _compile(first)
        left = _left_by_swapping(mutants, tests, first, jobs)
        say(f"{len(mutants) - len(left)} noticed by swapping functions, {time.monotonic() - began:.0f} s")
        copies.put(first)
        for number in range(1, jobs):
            copies.put(Path(shutil.copytree(first, Path(scratch) / str(number))))
        found = []
        for number, test in zip(left, pool.map(judge, left), strict=True):
            with (RECORD / "judged.txt").open("a", encoding="utf-8") as judged:
                judged.write(f"{mutants[number].name}\n    {test or 'survived'}\n")
            if not test:
                found.append(mutants[number])
                say(f"survived: {mutants[number].name}")
    return found


def _left_by_swapping(mutants: Sequence[Mutant], tests: Sequence[Sequence[str]], copy: Path, jobs: int) -> list[int]:
    """The numbers of the mutants that no test notices where only the code of functions is swapped."""
    cases, results = copy.with_name("cases.jsonl"), copy.with_name("results.jsonl")
    with cases.open("w", encoding="utf-8") as file:
        for number, mutant in enumerate(mutants):
            before = compile((ROOT / mutant.path).read_text(encoding="utf-8"), mutant.path, "exec")
            if swaps(before, compile(mutant.code, mutant.path, "exec")):
                case = {"number": number, "path": mutant.path, "code": mutant.code, "tests": tests[number]}
                file.write(json.dumps(case) + "\n")
    folders = sorted({name.partition("::")[0] for names in tests for name in names})
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {CASES: str(cases), RESULTS: str(results), JOBS: str(jobs)}
    options = ("-n", "0", "-p", "tests.mutation.swapped", *folders)
    results.touch()
    subprocess.run([*PYTEST, *options], cwd=copy, env=environment, capture_output=True, check=False)
    outcomes = dict(map(json.loads, results.read_text(encoding="utf-8").splitlines()))
    return [number for number in range(len(mutants)) if outcomes.get(number, SURVIVED) == SURVIVED]


def _compile(copy: Path) -> None:
    """Compile the code and the tests of a copy: to do it for each mutant again takes seconds."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    collecting = [*PYTEST, "--collect-only", "-q", "-n", "0"]
    subprocess.run(collecting, cwd=copy, env={**environment, "PYTHONPATH": str(copy)}, capture_output=True, check=False)


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
    parser.add_argument("--add", nargs="+", default=(), metavar="TESTS", help="with --reuse: record these tests too")
    options = parser.parse_args()
    # Shells start commands in the background with SIGINT ignored, which the tests of interrupts would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if options.add or not options.reuse:
        record(options.add)
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
