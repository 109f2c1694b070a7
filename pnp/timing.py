"""Opt-in timing of pipeline stages (`--profile-time`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TypeVar

from pnp.interrupts import pass_on_interrupt

Item = TypeVar("Item")

REST = "all else"


class Clock:
    """Seconds of each stage, without those of the stages inside it; what is in none is of the rest."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stages = [REST]
        self._since = perf_counter()

    def begin(self, stage: str) -> None:
        """A stage begins inside the one that goes on."""
        self._note()
        self._stages.append(stage)

    def end(self) -> None:
        """The stage that began last ends."""
        self._note()
        self._stages.pop()

    def _note(self) -> None:
        now, stage = perf_counter(), self._stages[-1]
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._since
        self._since = now


_running: list[Clock] = []


@contextmanager
def clocked() -> Iterator[Clock]:
    """A clock that runs, and what it shows once it has stopped: the rest last."""
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
    """What is done in here is of that stage."""
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
    """The items; what it takes to make each is of that stage, and what is done with them in between is not."""
    iterator = iter(items)
    while True:
        with stage(name):
            try:
                item = next(iterator)
            except StopIteration:
                return
        yield item
