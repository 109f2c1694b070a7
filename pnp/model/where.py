"""Placement in words: `top left, 12 x 10, inset 3` instead of coordinates."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Literal

from pnp.records import dataclass
from pnp.suggest import did_you_mean

Horizontal = Literal["left", "centre", "right"]
Vertical = Literal["top", "middle", "bottom"]
Side = Literal["top", "right", "bottom", "left"]
Relation = Literal["below", "above", "left of", "right of", "in"]

HORIZONTAL: tuple[Horizontal, ...] = ("left", "centre", "right")
VERTICAL: tuple[Vertical, ...] = ("top", "middle", "bottom")
RELATIONS: tuple[Relation, ...] = ("below", "above", "left of", "right of", "in")

_NUMBER = r"(\d+(?:\.\d+)?)\s*(%)?"
_SIZE = re.compile(rf"{_NUMBER}\s*[x×]\s*{_NUMBER}")
_EXTENT = re.compile(rf"{_NUMBER}\s*(wide|high)")
_INSET = re.compile(r"inset\s+(\d+(?:\.\d+)?)")
_FROM = re.compile(r"(\d+(?:\.\d+)?)\s+from\s+(?:the\s+)?(top|right|bottom|left)")
_RELATION = re.compile(r"(below|above|left of|right of|in)\s+(\S.*)")
_VOCABULARY = (
    *HORIZONTAL,
    *VERTICAL,
    "fill",
    "wide",
    "high",
    "inset",
    "from",
    "the",
    "below",
    "above",
    "of",
    "in",
    "x",
)
_SPELLINGS = {"center": "centre", "tall": "high", "width": "wide", "height": "high", "full": "fill", "under": "below"}


class WhereError(Exception):
    """What is wrong with a placement, the way out, and where in the text (code points, `end` past the last)."""

    def __init__(self, message: str, hint: str | None, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.hint, self.start, self.end = message, hint, start, end


@dataclass(frozen=True, slots=True)
class Extent:
    """A width or height: millimetres, or percent of what there is."""

    number: float
    percent: bool = False

    def of(self, available: float) -> float:
        """The length where so much is available."""
        return available * self.number / 100 if self.percent else self.number


@dataclass(frozen=True, slots=True)
class Where:
    """A box within a box: which side it leans to, how large it is, how far it keeps off; None where nothing is said.

    `anchor` names another layer and on which side of it, or that within it, this one is.
    """

    horizontal: Horizontal | None = None
    vertical: Vertical | None = None
    width: Extent | None = None
    height: Extent | None = None
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0
    anchors: tuple[tuple[Relation, str], ...] = ()


@cache
def parse_where(text: str) -> Where:
    """The placement that the text describes; raises WhereError for what is none."""
    where, start = Where(), 0
    seen: set[str] = set()
    for phrase in text.split(","):
        stripped = phrase.strip()
        first = start + len(phrase) - len(phrase.lstrip())
        if not stripped:
            raise WhereError("a placement has nothing between two commas", None, start, start + max(len(phrase), 1))
        where, said = _with(where, stripped, first)
        for word in said & seen:
            message = f"the placement gives {word} twice"
            raise WhereError(message, "leave one of them out", first, first + len(stripped))
        seen |= said
        start += len(phrase) + 1
    return where


def _with(where: Where, phrase: str, start: int) -> tuple[Where, set[str]]:
    """The placement with one phrase more, and what the phrase is about."""
    if phrase == "fill":
        return where, set()
    if found := _SIZE.fullmatch(phrase):
        size = Extent(float(found[1]), bool(found[2])), Extent(float(found[3]), bool(found[4]))
        return replace(where, width=size[0], height=size[1]), {"the width", "the height"}
    if found := _EXTENT.fullmatch(phrase):
        extent = Extent(float(found[1]), bool(found[2]))
        if found[3] == "wide":
            return replace(where, width=extent), {"the width"}
        return replace(where, height=extent), {"the height"}
    if found := _INSET.fullmatch(phrase):
        by = float(found[1])
        kept = where.top + by, where.right + by, where.bottom + by, where.left + by
        return replace(where, top=kept[0], right=kept[1], bottom=kept[2], left=kept[3]), {"the inset"}
    if found := _FROM.fullmatch(phrase):
        return _off(where, found[2], float(found[1])), {f"the distance from the {found[2]}"}
    if found := _RELATION.fullmatch(phrase):
        return replace(where, anchors=(*where.anchors, (found[1], found[2]))), set()  # type: ignore[arg-type]
    return _leaning(where, phrase, start)


def _off(where: Where, side: str, by: float) -> Where:
    match side:
        case "top":
            return replace(where, top=where.top + by)
        case "right":
            return replace(where, right=where.right + by)
        case "bottom":
            return replace(where, bottom=where.bottom + by)
        case _:
            return replace(where, left=where.left + by)


def _leaning(where: Where, phrase: str, start: int) -> tuple[Where, set[str]]:
    """The placement with words such as `top left`."""
    said: set[str] = set()
    for found in re.finditer(r"\S+", phrase):
        word = found[0]
        place = start + found.start(), start + found.end()
        if word in HORIZONTAL:
            about, where = "the side", replace(where, horizontal=word)
        elif word in VERTICAL:
            about, where = "the height on the face", replace(where, vertical=word)
        else:
            raise WhereError(f"'{phrase}' is no placement", _hint(phrase, word), *place)
        if about in said:
            raise WhereError(f"the placement gives {about} twice", "leave one of them out", *place)
        said.add(about)
    return where, said


def _hint(phrase: str, word: str) -> str:
    if re.fullmatch(r"[\d.]+%?", word):
        return f"write '{word} wide', '{word} high', a size such as '{word} x {word}', or 'inset {word}'"
    if word in _SPELLINGS:
        return f"did you mean '{_SPELLINGS[word]}'?"
    meant = None if word in _VOCABULARY else did_you_mean(word, _VOCABULARY)
    return meant or "write words such as 'top left', '12 x 10', '14 high', 'inset 3', with commas between"
