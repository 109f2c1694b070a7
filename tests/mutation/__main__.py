"""Mutation testing: `python -m tests.mutation --sample 500 --seed 1 --jobs 2`.

1. The whole suite and the slow tests run once and record which tests reach which line (`--reuse` takes the record of
   the last run).
2. The tests that reach the line of a mutant run on it, the quickest first, until one fails: at first in a copy of a
   process, in which only functions are swapped (`swapped.py`), then in a copy of the repository. A mutant that none of
   them notices survives.
   Limits are processor time. What is known is written to a file at once: a run that was stopped can be resumed.
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

from tests.mutation.accepted import Accepted
from tests.mutation.mutants import Mutant, drawn
from tests.mutation.reached import Reached
from tests.mutation.recording import FOLDER
from tests.mutation.results import ACCEPTED, KILLED, LEFT, NOT_JUDGED, SURVIVED, Results, digest
from tests.mutation.swapped import CASES, JOBS, RESULTS, swaps
from tests.mutation.watching import STOPPED, Watched

ROOT = Path(__file__).parents[2]
RECORD = ROOT / ".mutation"

PACKAGES = ("network", "source", "sheet", "checks", "geometry")

WANTED = 0.9
"""The share of the mutants that tests must notice."""

SECONDS, TIMES = 60, 3
"""How many seconds of processor time the tests of a mutant may take, and how many times what they took unchanged.

A mutant that makes them take longer counts as killed.
"""

PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")

WHOLE = ("-m", "slow or not slow", "-o", "timeout=0")
"""Slow tests are tried as well, and none is ended by the clock: on a busy machine that says nothing about it."""

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


def record(jobs: int, tests: Sequence[str] = ()) -> None:
    """Run tests, by default all, and record which of them pass and which lines they reach.

    They run in a copy of the repository, as they do on mutants. Some tests are added to what was recorded before.
    """
    if not tests:
        shutil.rmtree(RECORD, ignore_errors=True)
    RECORD.mkdir(exist_ok=True)
    run = f"{time.time_ns()}"
    measuring = ("--cov=pnp", "--cov-context=test", "--cov-report=", "-p", "tests.mutation.recording")
    workers = ("-n", str(jobs), *WHOLE, *tests)  # never 0: without workers, pytest-cov records no contexts
    with tempfile.TemporaryDirectory() as scratch:
        copy = copied(Path(scratch) / "pnp")
        environment = {**os.environ, "COVERAGE_FILE": f"{RECORD / run}.coverage", "PYTHONPATH": str(copy)}
        environment[FOLDER] = str(RECORD)
        subprocess.run([*PYTEST, *measuring, *workers], cwd=copy, env=environment, check=False)


def noticed(mutant: Mutant, copy: Path, tests: Sequence[str], seconds: float) -> tuple[str, str]:
    """Return how the mutant ended in a copy of the repository, and the test or the limit that decided it.

    A test that fails on the code as it is says nothing, and the others are tried.
    """
    target = copy / mutant.path
    original, status = target.read_text(encoding="utf-8"), target.stat()
    waiting = list(tests)
    while waiting:
        target.write_text(mutant.code, encoding="utf-8")
        later = status.st_mtime_ns + 60 * 10**9  # so that nobody takes what was compiled of the original
        os.utime(target, ns=(later, later))
        try:
            failed, why = _failed(copy, waiting[:FIRST], seconds)
        finally:
            target.write_text(original, encoding="utf-8")
            os.utime(target, ns=(status.st_mtime_ns, status.st_mtime_ns))
        if not failed:
            del waiting[:FIRST]
            continue
        unchanged, odd = _failed(copy, [failed] if failed in tests else waiting[:FIRST], seconds)
        if not unchanged:
            return (why or KILLED), failed
        if odd or failed not in waiting:
            return NOT_JUDGED, f"the tests do not run on the code as it is: {unchanged} {odd}"
        waiting.remove(failed)
    return SURVIVED, ""


def _failed(copy: Path, tests: Sequence[str], seconds: float) -> tuple[str, str]:
    """Run tests until one fails; return its name, and why they were ended if they were; two empty texts if all pass."""
    names, output = copy / "tests-to-run.txt", copy / "tests-output.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    options = ("-x", "-n", "0", "-p", "tests.mutation.order", *WHOLE, f"@{names.name}")
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with output.open("wb") as file:
        process = subprocess.Popen([*PYTEST, *options], cwd=copy, env=environment, stdout=file, stderr=file)
        status, why = Watched(process.pid, seconds).wait()
        process.returncode = status
    if not status:
        return "", ""
    said = output.read_text(encoding="utf-8", errors="replace")
    failed = re.search(r"^(?:FAILED|ERROR) (tests/.*?)(?: - .*)?$", said, re.MULTILINE)
    return (failed[1] if failed else f"the tests could not be run: {said[-200:]}"), why


class Run:
    """One sample of mutants, the tests for each, and what is known of them."""

    def __init__(self, mutants: Sequence[Mutant], results: Results, reached: Reached, jobs: int) -> None:
        self.mutants, self.results, self.jobs = mutants, results, jobs
        self.tests = [reached.tests(mutant.path, mutant.line) for mutant in mutants]
        self.seconds = [SECONDS + TIMES * sum(reached.seconds[test] for test in tests) for tests in self.tests]

    def judge(self) -> None:
        """Judge every mutant that is not judged yet; each is written down when it is known."""
        accepted = Accepted.read()
        for number, mutant in enumerate(self.mutants):
            if not self.results.outcome(number) and (reason := accepted.reason(mutant)):
                self.results.add(number, mutant, ACCEPTED, reason)
        with tempfile.TemporaryDirectory() as scratch:
            first = copied(Path(scratch) / "0")
            _compile(first)
            self._swap(first)
            copies: SimpleQueue[Path] = SimpleQueue()
            copies.put(first)
            for number in range(1, self.jobs):
                copies.put(Path(shutil.copytree(first, Path(scratch) / str(number))))
            left = [number for number in range(len(self.mutants)) if self.results.outcome(number) in ("", LEFT)]
            with ThreadPoolExecutor(self.jobs) as pool:
                try:
                    list(pool.map(lambda number: self._change(number, copies), left))
                except BaseException:
                    STOPPED.set()
                    pool.shutdown(cancel_futures=True)
                    raise

    def _swap(self, copy: Path) -> None:
        """Try the mutants that only change functions by swapping their code."""
        cases, results = copy.with_name("cases.jsonl"), copy.with_name("results.jsonl")
        results.touch()
        files = set()
        with cases.open("w", encoding="utf-8") as file:
            for number, mutant in enumerate(self.mutants):
                before = compile((ROOT / mutant.path).read_text(encoding="utf-8"), mutant.path, "exec")
                if self.results.outcome(number) or not swaps(before, compile(mutant.code, mutant.path, "exec")):
                    continue
                case = {"number": number, "path": mutant.path, "code": mutant.code, "tests": self.tests[number]}
                file.write(json.dumps(case | {"seconds": self.seconds[number]}) + "\n")
                files |= {name.partition("::")[0] for name in self.tests[number]}
        if not files:
            return
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        environment |= {CASES: str(cases), RESULTS: str(results), JOBS: str(self.jobs)}
        options = ("-n", "0", "-p", "tests.mutation.swapped", *WHOLE, *sorted(files))
        process = subprocess.Popen([*PYTEST, *options], cwd=copy, env=environment, stdout=subprocess.DEVNULL)
        try:
            with results.open(encoding="utf-8") as lines:
                running, rest = True, ""
                while running:
                    running = process.poll() is None
                    time.sleep(running)
                    *whole, rest = (rest + lines.read()).split("\n")
                    for number, outcome, why in map(json.loads, whole):
                        self.results.add(number, self.mutants[number], outcome, why)
        finally:
            process.terminate()
            process.wait()

    def _change(self, number: int, copies: SimpleQueue[Path]) -> None:
        """Try a mutant in a copy of the repository."""
        copy, mutant = copies.get(), self.mutants[number]
        try:
            outcome, why = noticed(mutant, copy, self.tests[number], self.seconds[number])
            if STOPPED.is_set():
                return
            self.results.add(number, mutant, outcome, why)
            if outcome == SURVIVED:
                say(f"survived: {mutant.name}")
        finally:
            copies.put(copy)


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
    parser.add_argument("--results", type=Path, help="file of the results (default: .mutation/SEED-SAMPLE.jsonl)")
    parser.add_argument("--show", action="store_true", help="only print the results so far")
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell starts commands in the background with SIGINT ignored
        signal.signal(number, signal.default_int_handler)
    RECORD.mkdir(exist_ok=True)
    file = options.results or RECORD / f"{options.seed}-{options.sample}.jsonl"
    code = digest(ROOT, options.packages)
    run = {"seed": options.seed, "sample": options.sample, "packages": [*options.packages], "code": code}
    try:
        results = Results.read(file, run)
        if not options.show:
            if options.add or not options.reuse:
                record(options.jobs, options.add)
                results = Results.read(file, run)  # a new record begins with an empty folder
            mutants = drawn(ROOT, options.packages, options.sample, options.seed)
            Run(mutants, results, Reached.read(ROOT, RECORD), options.jobs).judge()
    except ValueError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        say(f"stopped; the same command with --reuse goes on: the results are in {file}")
    say(results.summary(options.sample))
    return 0 if results.share() >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
