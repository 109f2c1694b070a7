"""Where the YAML scanner stopped, and what is wrong there in a designer's words."""

from msgspec import Struct

from pnp.source.tree import Mark

Place = tuple[int, int]
"""Line and column, both counted from 0 as the scanners do."""


class ScannerError(Struct, frozen=True):
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
        """The text before the position, on its line."""
        return self.line[: self.at[1]]

    @property
    def after(self) -> str:
        """The text from the position to the end of its line."""
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


class Diagnosis(Struct, frozen=True):
    """What is wrong, where, and how to mend it."""

    place: Place
    message: str
    hint: str
    length: int = 1

    def mark(self) -> Mark:
        """The place as a mark."""
        line, column = self.place[0] + 1, self.place[1] + 1
        return line, column, line, column + self.length


BRACES = "a text that begins with '{' has no quotes"
"""The message where a brace opens an expression for the designer, and a mapping for YAML."""
