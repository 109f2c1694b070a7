"""Path data as SVG writes it (`M2 3h4l-1 5z`), read into commands: lines and cubic curves in absolute coordinates."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.scene.arcs import arc
from pnp.scene.numbers import LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.geometry import Point
    from pnp.scene.items import Command

LONGEST = 200_000
"""The most characters that path data may have."""

KEPT = 1 << 12
"""Of how many it is kept what was read of them: an icon is checked, drawn and printed in the rules."""

FARTHEST = LIMIT
"""The greatest coordinate that path data may hold, or lead to."""

SHORT = 900
"""Characters up to which numbers of two digits, each added to the one before, lead nowhere near that."""

_SEPARATOR = re.compile(r"[ \t\r\n\f]*,?[ \t\r\n\f]*")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_FLAG = re.compile("[01]")
_ARGUMENTS = {"M": "nn", "L": "nn", "H": "n", "V": "n", "C": "nnnnnn", "S": "nnnn", "Q": "nnnn", "T": "nn", "Z": ""}
_ARGUMENTS["A"] = "nnnffnn"


class PathError(ValueError):
    """Path data that cannot be read: what is wrong, and at which character (0-based) it starts."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"{message} at character {offset + 1}")
        self.message = message
        self.offset = offset


@lru_cache(maxsize=KEPT)
def parse_path(text: str) -> tuple[Command, ...]:
    """The commands of SVG path data, all of its letters understood; quadratic curves and arcs become cubic.

    Raises PathError at the first thing that cannot be read.
    """
    if len(text) > LONGEST:
        raise PathError(f"path data has more than {LONGEST} characters", LONGEST)
    pen = _Pen()
    for letter, numbers in _steps(text):
        pen.draw(letter, numbers)
    if not all(-FARTHEST <= number <= FARTHEST for step in pen.commands for number in step[1:]):
        raise PathError(f"the path has led farther than {FARTHEST:,.0f}", len(text) - 1)
    return tuple(pen.commands)


def is_plain(text: str) -> bool:
    """Whether path data can be read, as can be seen without reading it; of some that can it can't be seen."""
    return len(text) <= SHORT and _plain().fullmatch(text) is not None


@cache
def _plain() -> re.Pattern[str]:
    """Every letter with whole sets of its numbers, each short and without an exponent."""
    between = r"[ \t\r\n\f]*+,?[ \t\r\n\f]*+"
    number = r"(?>[+-]?(?:[0-9]{1,2}(?![0-9])(?:\.[0-9]*)?|\.[0-9]+))"
    sorts = {"n": number + between, "f": "[01]" + between}
    letters: dict[str, str] = {}
    for letter, kinds in _ARGUMENTS.items():
        letters[kinds] = letters.get(kinds, "") + letter + letter.lower()
    steps = []
    for kinds, names in letters.items():
        whole = "".join(f"(?:{sorts[kind]}){{{len(list(run))}}}+" for kind, run in groupby(kinds))
        steps.append(f"[{names}]{between}" + (f"(?:{whole})++" if kinds else ""))
    return re.compile(f"{between}(?=[Mm])(?:{'|'.join(steps)})*+")


def _steps(text: str) -> Iterator[tuple[str, list[float]]]:
    """Each letter with one set of its numbers; a letter is repeated while numbers follow it."""
    at = begin = _skip(text, 0)
    while at < len(text):
        letter = text[at]
        kinds = _ARGUMENTS.get(letter.upper())
        if kinds is None:
            raise PathError(f"'{letter}' is no path command", at)
        if at == begin and letter not in "Mm":
            raise PathError(f"a path begins with 'M', not '{letter}'", at)
        at = _skip(text, at + 1)
        numbers, at = _numbers(text, at, kinds, letter)
        yield letter, numbers
        while kinds and at < len(text) and text[at] in "0123456789+-.":
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            numbers, at = _numbers(text, at, kinds, letter)
            yield letter, numbers


def _numbers(text: str, at: int, kinds: str, letter: str) -> tuple[list[float], int]:
    numbers: list[float] = []
    for kind in kinds:
        match = (_NUMBER if kind == "n" else _FLAG).match(text, at)
        if match is None:
            wanted = "a number" if kind == "n" else "a flag, 0 or 1,"
            raise PathError(f"{wanted} is missing: '{letter}' takes {len(kinds)} numbers", at)
        numbers.append(float(match[0]))
        if abs(numbers[-1]) > FARTHEST:
            raise PathError(f"the number {match[0]} is too large", at)
        at = _skip(text, match.end())
    return numbers, at


def _skip(text: str, at: int) -> int:
    match = _SEPARATOR.match(text, at)
    return at if match is None else match.end()


class _Pen:
    """Follows the letters from point to point."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self._at: Point = (0.0, 0.0)
        self._start: Point = (0.0, 0.0)
        self._closed = False
        self._cubic: Point | None = None  # the first control of an S that follows
        self._quadratic: Point | None = None  # the control of a T that follows

    def draw(self, letter: str, numbers: Sequence[float]) -> None:
        """Adds one step of the path."""
        upper = letter.upper()
        if self._closed and upper not in "MZ":
            self.commands.append(("M", *self._at))
        cubic, quadratic = self._cubic or self._at, self._quadratic or self._at
        self._closed, self._cubic, self._quadratic = upper == "Z", None, None
        points = self._absolute(upper, letter.islower(), numbers)
        end = points[-1] if points else self._start
        match upper:
            case "M":
                self.commands.append(("M", *end))
                self._start = end
            case "C":
                self._curve(points[0], points[1], end)
            case "S":
                self._curve(cubic, points[0], end)
            case "Q":
                self._bend(points[0], end)
            case "T":
                self._bend(quadratic, end)
            case "A":
                rx, ry, turn, large, sweep = numbers[:5]
                self.commands.extend(arc(self._at, rx, ry, turn, bool(large), bool(sweep), end))
            case "Z":
                self.commands.append(("Z",))
            case _:
                self.commands.append(("L", *end))
        self._at = end

    def _absolute(self, upper: str, relative: bool, numbers: Sequence[float]) -> list[Point]:
        """The points of a step; of an arc the end alone."""
        x, y = self._at if relative else (0.0, 0.0)
        match upper:
            case "H":
                return [(x + numbers[0], self._at[1])]
            case "V":
                return [(self._at[0], y + numbers[0])]
            case "A":
                return [(x + numbers[5], y + numbers[6])]
            case _:
                return [(x + numbers[at], y + numbers[at + 1]) for at in range(0, len(numbers), 2)]

    def _curve(self, first: Point, second: Point, end: Point) -> None:
        self.commands.append(("C", *first, *second, *end))
        self._cubic = (2 * end[0] - second[0], 2 * end[1] - second[1])

    def _bend(self, control: Point, end: Point) -> None:
        (x0, y0), (x1, y1), (x2, y2) = self._at, control, end
        self.commands.append(("C", (x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3, (x2 + 2 * x1) / 3, (y2 + 2 * y1) / 3, x2, y2))
        self._quadratic = (2 * x2 - x1, 2 * y2 - y1)
