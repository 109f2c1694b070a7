"""What took how long, told at the end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from pnp.cli.console import fail
from pnp.stages import clocked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@contextmanager
def profiled(asked: bool) -> Iterator[None]:
    """Prints on standard error, once all is done, what share each stage had of the time, if that was asked for."""
    if not asked:
        yield
        return
    with clocked() as clock:
        yield
    for row in _table(clock.seconds):
        fail(row)


def _table(seconds: Mapping[str, float]) -> list[str]:
    """The stages in the order in which they first came, with hundredths of a second that sum up to the last line."""
    hundredths = {stage: round(100 * time) for stage, time in seconds.items()}
    whole = sum(hundredths.values())
    width = max(map(len, hundredths))
    shares = ((stage, time, round(100 * time / max(1, whole))) for stage, time in hundredths.items())
    lines = [f"{stage:{width}}  {time / 100:7.2f} s  {share:3} %" for stage, time, share in shares]
    return [*lines, f"{'together':{width}}  {whole / 100:7.2f} s"]
