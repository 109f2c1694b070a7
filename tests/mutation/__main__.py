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
import subprocess
import sys
import tempfile
import time
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import pytest
from coverage import CoverageData

from tests.mutation.mutants import Mutant, drawn

ROOT = Path(__file__).parents[2]
RECORD = ROOT / ".mutation"
ACCEPTED = Path(__file__).with_name("accepted.toml")

PACKAGES = ("network", "source", "sheet", "checks", "geometry")

WANTED = 0.9
"""The share of the mutants that tests must notice."""

SECONDS = 300
"""How long the tests of one mutant may take. One that makes them take longer counts as killed."""

MOST_TESTS = 600
"""How many tests are tried on one mutant: a line that more tests reach is noticed by the first of them."""

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".mutation", "output", "__pycache__", ".*_cache")
"""What the copies of the repository do without."""


class Reached:
    """Which tests reach which line, and how long each test takes."""

    def __init__(self, folder: Path) -> None:
        self.data = CoverageData(str(folder / "coverage"))
        self.data.read()
        self.lines: dict[str, dict[int, list[str]]] = {}
        self.seconds: dict[str, float] = {}
        for case in ET.parse(folder / "tests.xml").iter("testcase"):
            test = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
            self.seconds[test] = float(case.get("time", "0"))

    def tests(self, path: str, line: int) -> list[str]:
        """Return the tests that reach a line, the quickest first; for one that runs on import, those of the module."""
        if path not in self.lines:
            self.lines[path] = self.data.contexts_by_lineno(str(ROOT / path))
        lines = self.lines[path]
        found = _tests_of(lines.get(line, ())) or _tests_of(each for contexts in lines.values() for each in contexts)
        return sorted(found, key=lambda test: (self.seconds.get(test, 1.0), test))[:MOST_TESTS]


def _tests_of(contexts: Iterable[str]) -> set[str]:
    """The tests' names out of coverage's contexts, such as `tests/test_units.py::test_points|run`."""
    return {name for context in contexts if (name := context.partition("|")[0])}


def record() -> None:
    """Run the suite once and record which tests reach which line."""
    RECORD.mkdir(exist_ok=True)
    environment = {**os.environ, "COVERAGE_FILE": str(RECORD / "coverage"), "PYTHONPATH": str(ROOT)}
    measuring = ("--cov=pnp", "--cov-context=test", "--cov-report=", f"--junitxml={RECORD / 'tests.xml'}")
    subprocess.run([sys.executable, "-m", "pytest", *measuring], cwd=ROOT, env=environment, check=False)


def killed(mutant: Mutant, copy: Path, tests: Sequence[str]) -> bool:
    """Return whether a test notices the mutant.

    Raises RuntimeError if the tests can't be run.
    """
    if not tests:
        return False
    target, names = copy / mutant.path, copy / "tests-to-run.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.code, encoding="utf-8")
    options = ("-x", "-n", "0", "-p", "no:cacheprovider", "-o", "timeout=60", f"@{names.name}")
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", *options],
            cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, encoding="utf-8")
    if ran.returncode == pytest.ExitCode.USAGE_ERROR:
        raise RuntimeError(f"the tests of {mutant.name} can't be run: {ran.stdout[-500:]}{ran.stderr[-500:]}")
    return ran.returncode != 0


def accepted() -> dict[tuple[str, str, str], str]:
    """Return the mutants that no test can notice, with the reasons."""
    entries = tomllib.loads(ACCEPTED.read_text(encoding="utf-8")).get("mutant", [])
    return {(each["path"], each["before"], each["after"]): each["why"] for each in entries}


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
            copies.put(Path(shutil.copytree(ROOT, Path(scratch) / str(number), ignore=LEFT_OUT)))
        for number, (mutant, noticed) in enumerate(zip(mutants, pool.map(judge, mutants), strict=True), 1):
            if not noticed:
                found.append(mutant)
                say(f"survived: {mutant.name}")
            if number % 50 == 0:
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
    if not options.reuse:
        record()
    mutants, known = drawn(ROOT, options.packages, options.sample, options.seed), accepted()
    judged = [mutant for mutant in mutants if mutant.key not in known]
    dead = len(judged) - len(survivors_of(judged, Reached(RECORD), options.jobs))
    share = dead / len(judged) if judged else 1.0
    left_out = len(mutants) - len(judged)
    say(f"{dead} of {len(judged)} mutants killed ({share:.1%}), {left_out} accepted, seed {options.seed}")
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
