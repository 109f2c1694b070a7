"""Processes that are limited by processor time, not by the clock: a busy machine gives the same result."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

import psutil

LOOK = 0.05
"""Seconds between two looks at what runs."""

HUNG = 180.0
"""How many seconds on the clock all processes must sleep, without any work in between, to count as hung."""

MEMORY = 6 * 2**30
"""How many bytes of addresses each process of a mutant may take."""

TOO_LONG, HANGS = "too long", "hangs"


STOPPED = threading.Event()
"""Set when the run is stopped: everything that is waited for is ended."""


@dataclass
class Watched:
    """A child and its descendants, which may take a number of seconds of processor time together."""

    process: int
    seconds: float
    used: float = 0.0
    since: float = field(default_factory=time.monotonic)
    looked: float = 0.0

    def ended(self) -> int | None:
        """Return the status of the child as `os.waitpid` does if it has ended, or None."""
        process, status = os.waitpid(self.process, os.WNOHANG)
        return status if process else None

    def beyond(self) -> str:
        """Return why the child must be ended: what it took of the processor, or that it hangs. Looks once a second."""
        now = time.monotonic()
        if now - self.looked < 1:
            return ""
        self.looked, used, asleep = now, 0.0, True
        for process in self._all():
            with suppress(psutil.Error):
                used += sum(process.cpu_times()[:4])
                asleep = asleep and process.status() in (psutil.STATUS_SLEEPING, psutil.STATUS_ZOMBIE)
        if not asleep or used > self.used:
            self.since = now  # a process that waits for a processor does not sleep
        self.used = max(self.used, used)
        return TOO_LONG if used > self.seconds else HANGS if now - self.since > HUNG else ""

    def end(self) -> None:
        """End the child and its descendants."""
        for process in self._all():
            with suppress(psutil.Error):
                process.kill()
        with suppress(ChildProcessError):
            os.waitpid(self.process, 0)

    def wait(self) -> tuple[int, str]:
        """Return the status of the child when it has ended, and why it was ended if it was."""
        status = None
        try:
            while (status := self.ended()) is None:
                why = self.beyond()
                if why or STOPPED.is_set():
                    return 1, why
                time.sleep(LOOK)
            return status, ""
        finally:
            if status is None:
                self.end()

    def _all(self) -> list[psutil.Process]:
        with suppress(psutil.Error):
            first = psutil.Process(self.process)
            return [first, *first.children(recursive=True)]
        return []
