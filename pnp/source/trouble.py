"""A place where the YAML scanner stopped, and what may be said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.source.tree import Mark

Place = tuple[int, int]
"""Line and column, both counted from 0 as the scanners do."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where the scanner stopped (`at`), where it began what it could not finish (`since`), and why in its words."""

    lines: list[str]
    at: Place
    since: Place
    why: str
    bracket: Mark | None

    @property
    def line(self) -> str:
        """The line where the scanner stopped."""
        return self.line_at(self.at)

    @property
    def before(self) -> str:
        """What stands before the place on its line."""
        return self.line[: self.at[1]]

    @property
    def after(self) -> str:
        """What stands at the place and after it on its line; empty at the end of the line."""
        return self.line[self.at[1] :]

    def line_at(self, place: Place) -> str:
        """The line of `place`."""
        return self.lines[place[0]] if place[0] < len(self.lines) else ""

    def above(self) -> int:
        """The number of the nearest line above that is neither blank nor a comment; that of the place if none is."""
        for number in range(self.at[0] - 1, -1, -1):
            stripped = self.lines[number].strip()
            if stripped and not stripped.startswith("#"):
                return number
        return self.at[0]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong, where, and how to mend it."""

    place: Place
    message: str
    hint: str
    length: int = 1

    def mark(self) -> Mark:
        """The place as a mark."""
        line, column = self.place[0] + 1, self.place[1] + 1
        return line, column, line, column + self.length
