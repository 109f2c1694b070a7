"""Opt-in timing of pipeline stages (`--profile-time`)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TypeVar

from pnp.interrupts import pass_on_interrupt

Item = TypeVar("Item")

REST = "all else"


class Clock:
    """Seconds of each stage, without the stages inside it; time outside of all stages counts as the rest."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stages = [REST]
        self._since = perf_counter()

    def begin(self, stage: str) -> None:
        """Begin a stage inside the current one."""
        self._note()
        self._stages.append(stage)

    def end(self) -> None:
        """End the current stage."""
        self._note()
        self._stages.pop()

    def _note(self) -> None:
        now, stage = perf_counter(), self._stages[-1]
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._since
        self._since = now


_running: list[Clock] = []


@contextmanager
def clocked() -> Iterator[Clock]:
    """Run a clock for the duration of the context; its seconds are complete afterwards, the rest last."""
    clock = Clock()
    _running.append(clock)
    try:
        yield clock
    finally:
        _running.pop()
        clock.begin(REST)
        clock.seconds[REST] = clock.seconds.pop(REST)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Count the time of the context for that stage."""
    pass_on_interrupt()
    if not _running:
        yield
        return
    _running[-1].begin(name)
    try:
        yield
    finally:
        _running[-1].end()


def staged(name: str, items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items; the time to make each counts for that stage, the time of its consumer does not."""
    iterator = iter(items)
    while True:
        with stage(name):
            try:
                item = next(iterator)
            except StopIteration:
                return
        yield item
