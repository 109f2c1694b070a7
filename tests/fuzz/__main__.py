"""`python -m tests.fuzz`: spoils content for as long as it is told to, and keeps each fault that it finds, once."""

from __future__ import annotations

import argparse
import hashlib
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.command import Shop
from tests.fuzz.ground import WHOLE, grounds
from tests.fuzz.spoil import cases
from tests.fuzz.trial import Bench, Case, signature

CORPUS = Path(__file__).parent / "corpus"
BATCH = 200
SLOW, HANGS = 12.0, 90
"""Seconds of processor after which a case is reported as slow (a whole city takes half of that), and after which it is
given up. One that is asleep for so many seconds is given up as well."""

MEMORY = 4 * 2**30
"""Bytes of address space; what a case really took is told at the end."""


class Hunt:
    """What was tried and found."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        self.benches: dict[str, Bench | Shop] = {
            name: Shop(folder) if name == WHOLE else Bench(grounds()[name], folder / name) for name in names
        }
        self.tried: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.slowest = 0.0, ""

    def run(self, case: Case) -> None:
        """Tries a case; a fault is kept and the hunt goes on."""
        self.tried[case.ground] += 1
        start = time.process_time()
        signal.signal(signal.SIGALRM, _Watch(start).look)
        signal.alarm(HANGS)
        try:
            self.benches[case.ground].run(case)
        except Exception as error:
            self._keep(case, signature(error), error)
        finally:
            signal.alarm(0)
        seconds = time.process_time() - start
        self.slowest = max(self.slowest, (seconds, f"{case.ground}/{case.name}"))
        if seconds > SLOW:
            self._keep(case, f"slow in {case.ground}/{case.name}", None)

    def _keep(self, case: Case, what: str, error: Exception | None) -> None:
        self.found[what] += 1
        if self.found[what] > 1:
            return
        name = f"{hashlib.sha256(case.written()).hexdigest()[:10]}.case"
        (CORPUS / name).write_bytes(case.written())
        _say(f"{what}: {case.ground}/{case.name}: corpus/{name}")
        if error:
            _say("".join(traceback.format_exception(error)[-6:]))


class _Watch:
    """Gives a case up by its processor time: on a busy machine, a sound case may take minutes."""

    def __init__(self, start: float) -> None:
        self.start = self.before = start

    def look(self, *_signal: object) -> None:
        """Give the case up if it is asleep or took too much; else look again later."""
        now = time.process_time()
        if now - self.before < 1 or now - self.start > HANGS:
            raise TimeoutError(f"still at work after {HANGS} seconds")
        self.before = now
        signal.alarm(HANGS)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  # this is a command


def main() -> int:
    """Runs until the time is over; 1 where something was found."""
    arguments = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    arguments.add_argument("--minutes", type=float, default=10)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument(
        "--ground", choices=[WHOLE, *grounds()], action="append", help="only these; all where none is named"
    )
    asked = arguments.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end, batch = time.monotonic() + asked.minutes * 60, asked.seed
    with tempfile.TemporaryDirectory() as folder:
        hunt = Hunt(Path(folder), asked.ground or [WHOLE, *grounds()])
        while time.monotonic() < end:
            _hunt(hunt, batch, end)
            batch += 1
    seconds, where = hunt.slowest
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    _say(f"{sum(hunt.tried.values()):,} cases, seeds {asked.seed} to {batch - 1}: {dict(hunt.tried)}")
    _say(f"slowest {seconds:.1f} s of processor ({where}); at most {peak} MB of memory")
    _say(f"{len(hunt.found)} faults: {dict(hunt.found)}")
    return 1 if hunt.found else 0


def _hunt(hunt: Hunt, number: int, end: float) -> None:
    """One batch of cases, all of them told by its number."""

    @seed(number)
    @given(cases([*hunt.benches]))
    @settings(
        max_examples=BATCH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def one(case: Case) -> None:
        if time.monotonic() < end:
            hunt.run(case)

    one()


if __name__ == "__main__":
    sys.exit(main())
