"""SVG path data, parsed and written, with arcs as curves; common shapes."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Literal, assert_never

from msgspec.structs import replace

from pnp.scene.items import (
    Affine,
    Colour,
    Command,
    Ellipse,
    Group,
    Item,
    Path,
    Picture,
    Point,
    Rect,
    Stroke,
    Text,
    apply,
    compose,
    invert,
    rotate,
    scale,
)
from pnp.scene.paint import repainted
from pnp.scene.parts import Outline
from pnp.units import LARGEST, decimal

# Elliptical arcs, with the flags of SVG, as cubic curves.

_Curve = tuple[Literal["C"], float, float, float, float, float, float]


def arc(
    start: Point, rx: float, ry: float, rotation: float, large: bool, sweep: bool, end: Point
) -> tuple[Command, ...]:
    """Return curves from `start` to `end` on an ellipse turned by `rotation` degrees; they continue a path at `start`.

    With `sweep` they go clockwise on the page. As in SVG 1.1 (F.6), radii that are too small are enlarged. An arc
    without a radius is a line, and one without a length is empty.
    """
    if start == end:
        return ()
    if rx == 0 or ry == 0:
        return (("L", *end),)
    matrix = compose(rotate(rotation), scale(abs(rx), abs(ry)))  # maps the unit circle to the ellipse
    back = invert(matrix)
    (x0, y0), (x1, y1) = apply(back, *start), apply(back, *end)
    half = math.hypot(x1 - x0, y1 - y0) / 2
    if half > 1:
        matrix = compose(matrix, scale(half))
        x0, y0, x1, y1, half = x0 / half, y0 / half, x1 / half, y1 / half, 1.0
    # SVG 1.1, F.6.5, for the unit circle: the centre is on the perpendicular bisector of the chord.
    aside = math.sqrt(1 - half * half) / (2 * half) * (1 if large != sweep else -1)
    cx, cy = (x0 + x1) / 2 - aside * (y1 - y0), (y0 + y1) / 2 + aside * (x1 - x0)
    first = math.atan2(y0 - cy, x0 - cx)
    turn = (math.atan2(y1 - cy, x1 - cx) - first) % math.tau
    curves = _circular(cx, cy, first, turn if sweep else turn - math.tau, matrix)
    *before, last = curves
    return (*before, ("C", *last[1:5], *end))  # the end exactly, so that shapes close


def _circular(cx: float, cy: float, first: float, turn: float, matrix: Affine) -> list[_Curve]:
    """Return the arc of the unit circle around (cx, cy) in curves of up to 90°, transformed by `matrix`."""
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    reach = 4 / 3 * math.tan(step / 4)  # the usual control points: the curve touches the arc in its middle
    curves: list[_Curve] = []
    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        cos_a, sin_a, cos_b, sin_b = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        leave = apply(matrix, cx + cos_a - reach * sin_a, cy + sin_a + reach * cos_a)
        arrive = apply(matrix, cx + cos_b + reach * sin_b, cy + sin_b - reach * cos_b)
        curves.append(("C", *leave, *arrive, *apply(matrix, cx + cos_b, cy + sin_b)))
    return curves


# Path data as in SVG (`M2 3h4l-1 5z`), parsed into lines and cubic curves in absolute coordinates.

LONGEST = 200_000
"""The maximum length of path data in characters."""

KEPT = 1 << 12
"""The cache size for parsed path data: an icon is checked, drawn and printed in the rules."""

FARTHEST = LARGEST
"""The maximum absolute coordinate in path data."""

SHORT = 900
"""The length up to which relative numbers of two digits cannot add up to `FARTHEST`."""

_SEPARATOR = re.compile(r"[ \t\r\n\f]*,?[ \t\r\n\f]*")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_FLAG = re.compile("[01]")
_ARGUMENTS = {"M": "nn", "L": "nn", "H": "n", "V": "n", "C": "nnnnnn", "S": "nnnn", "Q": "nnnn", "T": "nn", "Z": ""}
_ARGUMENTS["A"] = "nnnffnn"


class PathDataError(ValueError):
    """Path data that cannot be parsed: the message, and the 0-based offset of the error."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"{message} at character {offset + 1}")
        self.message = message
        self.offset = offset


@lru_cache(maxsize=KEPT)
def parse_path(text: str) -> tuple[Command, ...]:
    """Return the commands of SVG path data; all commands are supported. Quadratic curves and arcs become cubic curves.

    Raises PathDataError at the first error.
    """
    if len(text) > LONGEST:
        raise PathDataError(f"path data has more than {LONGEST} characters", LONGEST)
    pen = _Pen()
    for letter, numbers in _steps(text):
        pen.draw(letter, numbers)
    if not all(-FARTHEST <= number <= FARTHEST for step in pen.commands for number in step[1:]):
        raise PathDataError(f"the path has led farther than {FARTHEST:,.0f}", len(text) - 1)
    return tuple(pen.commands)


def is_plain(text: str) -> bool:
    """Whether path data is certainly valid, decided without parsing it. Some valid data gives False."""
    return len(text) <= SHORT and _plain().fullmatch(text) is not None


@cache
def _plain() -> re.Pattern[str]:
    """Return the pattern of commands with complete sets of short numbers, without exponents."""
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
    """Yield each command letter with one set of its numbers. The letter is repeated while numbers follow."""
    at = begin = _skip(text, 0)
    while at < len(text):
        letter = text[at]
        kinds = _ARGUMENTS.get(letter.upper())
        if kinds is None:
            raise PathDataError(f"'{letter}' is no path command", at)
        if at == begin and letter not in "Mm":
            raise PathDataError(f"a path begins with 'M', not '{letter}'", at)
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
            raise PathDataError(f"{wanted} is missing: '{letter}' takes {len(kinds)} numbers", at)
        numbers.append(float(match[0]))
        if abs(numbers[-1]) > FARTHEST:
            raise PathDataError(f"the number {match[0]} is too large", at)
        at = _skip(text, match.end())
    return numbers, at


def _skip(text: str, at: int) -> int:
    match = _SEPARATOR.match(text, at)
    return at if match is None else match.end()


class _Pen:
    """Converts commands to absolute lines and cubic curves."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self._at: Point = (0.0, 0.0)
        self._start: Point = (0.0, 0.0)
        self._closed = False
        self._cubic: Point | None = None  # the first control point of a following S
        self._quadratic: Point | None = None  # the control point of a following T

    def draw(self, letter: str, numbers: Sequence[float]) -> None:
        """Add one command to the path."""
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
        """Return the points of a command in absolute coordinates; of an arc only the end."""
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


@lru_cache(maxsize=2_000)
def path_text(commands: tuple[Command, ...], places: int = 4) -> str:
    """Return a path as SVG path data."""
    rows = ((name, " ".join([decimal(value, places) for value in values])) for name, *values in commands)
    return "".join([name + row for name, row in rows])


# Common shapes: each function returns commands in millimetres, y downwards, for a `Path`.

Commands = tuple[Command, ...]

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""The distance of the control points of a cubic quarter circle from its ends, in radii."""


def polyline(points: Iterable[Point]) -> Commands:
    """Return an open path of straight lines."""
    return tuple(("L", x, y) if index else ("M", x, y) for index, (x, y) in enumerate(points))


def polygon(points: Iterable[Point]) -> Commands:
    """Return a closed path of straight lines."""
    return (*polyline(points), ("Z",))


def rectangle(
    x: float, y: float, width: float, height: float, radius: float | tuple[float, float, float, float] = 0.0
) -> Commands:
    """Return a rectangle, clockwise.

    Four radii are those of its corners from the top left on, at most half a side each.
    """
    right, bottom, k = x + width, y + height, 1 - KAPPA
    if not radius:
        return ("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("L", x, y), ("Z",)
    corners = radius if isinstance(radius, tuple) else (radius,) * 4
    most = min(width, height) / 2
    nw, ne, se, sw = (max(0.0, min(one, most)) for one in corners)
    steps: list[Command] = [("M", x + nw, y), ("L", right - ne, y)]
    if ne:
        steps.append(("C", right - ne * k, y, right, y + ne * k, right, y + ne))
    steps.append(("L", right, bottom - se))
    if se:
        steps.append(("C", right, bottom - se * k, right - se * k, bottom, right - se, bottom))
    steps.append(("L", x + sw, bottom))
    if sw:
        steps.append(("C", x + sw * k, bottom, x, bottom - sw * k, x, bottom - sw))
    steps.append(("L", x, y + nw))
    if nw:
        steps.append(("C", x, y + nw * k, x + nw * k, y, x + nw, y))
    return (*steps, ("Z",))


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Commands:
    """Return an ellipse around (cx, cy), clockwise from its right; a circle if only one radius is given."""
    down = rx if ry is None else ry
    h, v = rx * KAPPA, down * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + v, cx + h, cy + down, cx, cy + down),
        ("C", cx - h, cy + down, cx - rx, cy + v, cx - rx, cy),
        ("C", cx - rx, cy - v, cx - h, cy - down, cx, cy - down),
        ("C", cx + h, cy - down, cx + rx, cy - v, cx + rx, cy),
        ("Z",),
    )


def circle(cx: float, cy: float, r: float) -> Commands:
    """Return a circle around (cx, cy), clockwise from its right."""
    return ellipse(cx, cy, r)


def outline_commands(outline: Outline) -> Commands:
    """Return the cut line of a part, or the edge of a clip, as a path."""
    match outline:
        case Rect(x, y, width, height, radius):
            return rectangle(x, y, width, height, radius)
        case Ellipse(cx, cy, rx, ry):
            return ellipse(cx, cy, rx, ry)
        case Path(commands):
            return commands
        case _:
            assert_never(outline)


def outline_item(outline: Outline, fill: Colour | None = None, stroke: Stroke | None = None) -> Item:
    """Return the outline as an item that is filled or drawn along."""
    match outline:
        case Rect(x, y, width, height, radius):
            return Rect(x, y, width, height, radius, fill=fill, stroke=stroke)
        case Ellipse(cx, cy, rx, ry):
            return Ellipse(cx, cy, rx, ry, fill=fill, stroke=stroke)
        case Path(commands):
            return Path(commands, fill=fill, stroke=stroke)
        case _:
            assert_never(outline)


def transformed(commands: Iterable[Command], matrix: Affine) -> Commands:
    """Return the transformed path."""
    result: list[Command] = []
    for command in commands:
        match command:
            case ("M", x, y):
                result.append(("M", *apply(matrix, x, y)))
            case ("L", x, y):
                result.append(("L", *apply(matrix, x, y)))
            case ("C", x1, y1, x2, y2, x, y):
                result.append(("C", *apply(matrix, x1, y1), *apply(matrix, x2, y2), *apply(matrix, x, y)))
            case _:
                result.append(command)
    return tuple(result)


def recoloured(items: Iterable[Item], change: Callable[[Colour], Colour]) -> tuple[Item, ...]:
    """Return the items with the colours of fills, strokes and texts changed; pictures stay as they are."""
    return tuple(_recoloured(item, change) for item in items)


def _recoloured(item: Item, change: Callable[[Colour], Colour]) -> Item:
    match item:
        case Rect() | Ellipse() | Path():
            fill = repainted(item.fill, change) if item.fill else None
            return replace(item, fill=fill, stroke=_restroked(item.stroke, change))
        case Text():
            return replace(item, fill=repainted(item.fill, change), stroke=_restroked(item.stroke, change))
        case Picture():
            return item
        case Group():
            dark = item.shadow
            if dark and dark.colour:
                dark = replace(dark, colour=change(dark.colour))
            return replace(item, items=recoloured(item.items, change), shadow=dark)
        case _:
            assert_never(item)


def _restroked(stroke: Stroke | None, change: Callable[[Colour], Colour]) -> Stroke | None:
    return replace(stroke, colour=repainted(stroke.colour, change)) if stroke else None


def thinned(items: Iterable[Item], share: float) -> tuple[Item, ...]:
    """Return the items with strokes of that share of their widths; those of texts stay, which are halos."""
    return tuple(_thinned(item, share) for item in items)


def _thinned(item: Item, share: float) -> Item:
    match item:
        case Rect(stroke=Stroke() as stroke) | Ellipse(stroke=Stroke() as stroke) | Path(stroke=Stroke() as stroke):
            return replace(item, stroke=replace(stroke, width=share * stroke.width))
        case Group():
            return replace(item, items=thinned(item.items, share))
        case _:
            return item


def curve_points(
    at: Point, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float, *, steps: int
) -> Iterator[Point]:
    """Yield the ends of straight lines that approximate a cubic Bézier curve from `at`, one for each step."""
    for step in range(1, steps + 1):
        t, s = step / steps, 1 - step / steps
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield a * at[0] + b * x1 + c * x2 + d * x3, a * at[1] + b * y1 + c * y2 + d * y3


def straight_lines(
    commands: Iterable[Command], *, closed: bool = True, steps: int = 8
) -> Iterator[tuple[Point, Point]]:
    """Yield the path as straight lines, `steps` of them for a curve; each subpath is closed, as a fill closes it."""
    start = at = (0.0, 0.0)
    for command in commands:
        match command:
            case ("M", x, y):
                if closed:
                    yield at, start
                start = at = (x, y)
            case ("L", x, y):
                yield at, (x, y)
                at = (x, y)
            case ("C", *controls):
                for to in curve_points(at, *controls, steps=steps):
                    yield at, to
                    at = to
            case _:
                yield at, start
                at = start
    if closed:
        yield at, start


def joined_lines(lines: Iterable[Path]) -> tuple[Path, ...]:
    """Return straight lines; those that meet at their ends are one path."""
    chains: list[list[Point]] = []
    for line in lines:
        chain = [(step[-2], step[-1]) for step in line.commands if step[0] != "Z"]
        for other in [each for each in chains if {each[0], each[-1]} & {chain[0], chain[-1]}]:
            chains.remove(other)
            other = other if other[-1] in (chain[0], chain[-1]) else other[::-1]
            chain = other + (chain if chain[0] == other[-1] else chain[::-1])[1:]
        chains.append(chain)
    return tuple(Path(polyline(chain)) for chain in chains)
