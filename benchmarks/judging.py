"""What is promised of speed, and whether a run keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """One promise: what was measured, in what it is counted, and the most that it may be."""

    promise: str
    found: float
    most: float
    unit: str = "×"

    @property
    def kept(self) -> bool:
        """Whether it holds in this run."""
        return self.found <= self.most

    def row(self) -> tuple[str, str, str, str]:
        """The verdict as a row of a table."""
        most, found = (f"{value:.3g} {self.unit}" for value in (self.most, self.found))
        return self.promise, most, found, "yes" if self.kept else "**no**"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table in Markdown; columns of figures stand to the right."""
    figures = [all(row[at][:1].isdigit() or row[at] == "–" for row in rows) for at in range(len(head))]
    line = "|".join("---:" if right else "---" for right in figures)
    written = [f"| {' | '.join(cells)} |" for cells in (head, *rows)]
    return "\n".join([written[0], f"|{line}|", *written[1:]]) + "\n"


def seconds(value: float) -> str:
    """Seconds with as many figures as mean something."""
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s"


def size(number: int) -> str:
    """The size of a file."""
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{number / 1e3:.0f} kB"
