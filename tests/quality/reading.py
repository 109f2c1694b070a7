"""The order in which the words of a page stand in a file, and that in which a person reads them.

A person reads lines from left to right, and what stands below after what stands above. So of two lines that run the
same way none may come before one that stands wholly above it in the same column, or wholly to the left of it in the
same row. Labels of maps have no order; the numbers of a track have their own, wherever it runs.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pnp.scene.items import IDENTITY, Affine, Group, Item, Text, compose
from pnp.scene.parts import PaintedFace
from pnp.units import MM_PER_POINT

ASCENT, DESCENT = 0.7, 0.2
"""How far letters reach above and below their line, in sizes."""

JOINED = 4.0
"""How far runs of one line stand apart at the most, in millimetres."""

SLACK = 0.2

TRACK = 8
"""So many numbers that count up are a track."""


class Line(NamedTuple):
    """Words on one line, seen the way they run: how they are turned, and their sides."""

    words: str
    angle: int
    left: float
    top: float
    right: float
    bottom: float


def lines(items: tuple[Item, ...], *, framed: bool = True) -> list[Line]:
    """The lines of a drawing in the order in which they are drawn; what is cut to a frame only if that is wanted."""
    found: list[Line] = []
    for run in _runs(items, IDENTITY, framed):
        last = found[-1] if found else None
        if last and last.angle == run.angle and _goes_on(last, run):
            top, bottom = min(last.top, run.top), max(last.bottom, run.bottom)
            found[-1] = Line(last.words + run.words, run.angle, last.left, top, run.right, bottom)
        else:
            found.append(run)
    return found


def _goes_on(line: Line, run: Line) -> bool:
    return abs(line.bottom - run.bottom) < 1.0 and -SLACK <= run.left - line.right < JOINED


def _runs(items: tuple[Item, ...], matrix: Affine, framed: bool) -> Iterator[Line]:
    for item in items:
        if isinstance(item, Group):
            if item.alt:
                yield from _runs((item.alt,), compose(matrix, item.transform), framed)
            if framed or item.clip is None:
                yield from _runs(item.items, compose(matrix, item.transform), framed)
        elif isinstance(item, Text):
            a, b, c, d, e, f = matrix
            scale = math.hypot(a, b)
            cos, sin = a / scale, b / scale
            x, y = a * item.x + c * item.y + e, b * item.x + d * item.y + f
            left, line, em = cos * x + sin * y, cos * y - sin * x, item.size * MM_PER_POINT * scale
            angle = round(math.degrees(math.atan2(sin, cos))) % 360
            yield Line(item.string, angle, left, line - ASCENT * em, left + item.width * scale, line + DESCENT * em)


def out_of_order(read: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Pairs of lines of which the second should have come before the first."""
    ordered = _without_tracks(read)
    for number, line in enumerate(ordered):
        for later in ordered[number + 1 :]:
            if line.angle == later.angle and line.words != later.words and _comes_first(later, line):
                yield line.words, later.words


def _without_tracks(read: Sequence[Line]) -> list[Line]:
    """The lines without runs of numbers of which each is one more than the last."""
    runs: list[list[Line]] = []
    for line in read:
        last = runs[-1][-1].words if runs else ""
        if line.words.isdecimal() and last.isdecimal() and int(line.words) == int(last) + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return [line for run in runs if len(run) < TRACK for line in run]


def _comes_first(one: Line, other: Line) -> bool:
    beside = min(one.right, other.right) - max(one.left, other.left) > SLACK
    level = min(one.bottom, other.bottom) - max(one.top, other.top)
    if beside:
        return one.bottom <= other.top + SLACK
    return one.right <= other.left + SLACK and level > min(one.bottom - one.top, other.bottom - other.top) / 2


def misread(face: PaintedFace) -> Iterator[tuple[str, str]]:
    """Pairs of lines of a face that stand in its file the wrong way round; labels of maps are left aside."""
    yield from out_of_order(lines(tuple(Group(it.items, it.matrix) for it in face if it.kind != "map")))


def faults(page: Any, items: tuple[Item, ...]) -> Iterator[str]:
    """What is wrong with the words that a reader takes from a page of pypdfium2's, which shows those items.

    None may be lost, doubled or garbled; where all run straight and have an order, they come in it. Of the same words
    over each other, as on a pile of coins, a reader takes some once.
    """
    read = lines(items)
    wanted, taken = (_letters(words) for words in ("".join(line.words for line in read), _taken(page)))
    lost, more = Counter(wanted) - Counter(taken), Counter(taken) - Counter(wanted)
    if more or lost - Counter(_letters("".join(_piled(list(_runs(items, IDENTITY, True)))))):
        yield f"its words are not those that were drawn: {_first_difference(wanted, taken)}"
    elif wanted != taken and not any(line.angle for line in read) and not any(out_of_order(read)):
        yield f"its words come in another order: {_first_difference(wanted, taken)}"


def _piled(read: Sequence[Line]) -> Iterator[str]:
    """Yield the words that lie over the same words, off by less than their height; each line as drawn."""
    for number, line in enumerate(read):
        near = line.bottom - line.top
        if any(
            other.words == line.words and max(abs(other.left - line.left), abs(other.top - line.top)) < near
            for other in read[:number]
        ):
            yield line.words


def _taken(page: Any) -> str:
    return str(page.get_textpage().get_text_range())


def _letters(words: str) -> str:
    """The words as they are compared: composed, without spaces; a hyphen is one however a reader gives it."""
    return re.sub(r"\s", "", unicodedata.normalize("NFC", re.sub("[\x02\xad\ufffe]", "-", words)))


def _first_difference(one: str, other: str) -> str:
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"'{one[at : at + 30]}' was drawn, '{other[at : at + 30]}' was read"
