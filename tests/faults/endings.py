"""Builds that are ended by signals, at each step or at any moment."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from tests.faults.copies import Stop, begin, end, on_writing, run
from tests.faults.yard import Yard


def at_steps(yard: Yard, points: int) -> Iterator[tuple[str, list[str]]]:
    """Builds ended at so many steps, spread over all, each by one of the signals in turn; what was wrong with each."""
    steps = yard.steps() if points else 0
    every = sorted({1 + round(each * (steps - 1) / max(1, points - 1)) for each in range(points)})
    for number, step in enumerate(every):
        by = (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT)[number % 4]
        yard.reset()
        ended = run(yard.asked, yard.folder, partial(on_writing, Stop(step, by)))
        yield f"{by.name} at step {step} of {steps}", [*yard.wrong(ended, by), *yard.wrong_after()]


def at_random(yard: Yard, kills: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Builds ended at random moments by random signals; what was wrong with each."""
    chance = random.Random(seed)
    began = time.monotonic()
    yard.reset()
    run(yard.asked, yard.folder)
    whole = time.monotonic() - began
    for _ in range(kills):
        by = chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT))
        moment = chance.uniform(0, whole)
        yard.reset()
        process, said = begin(yard.asked, yard.folder)
        time.sleep(moment)
        with suppress(ProcessLookupError):
            os.kill(process, by)
        ended = end(process, said)
        if ended.status == -by:  # before it could see to it
            by = signal.SIGKILL
        yield f"{by.name} after {moment:.2f} s", [*yard.wrong(ended, by), *yard.wrong_after()]
