"""Templates; named sizes; placements written as text."""

import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.messages import did_you_mean
from pnp.model.faces.effects import FillRole
from pnp.model.faces.layer import GroupArt, Layer, read_layer
from pnp.model.records import read_record
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node
from pnp.units import LENGTH, UNITS, LengthError, length_hint, read_length, read_lengths

# Named sizes: the trade names of cards and counters for which sleeves and dies are sold.

Unit = Literal["mm", "in"]

LANDSCAPE = " landscape"
"""The suffix of a named size in landscape orientation."""


class NamedSize(Struct, frozen=True):
    """A size in the unit of its definition."""

    width: float
    height: float
    unit: Unit

    @property
    def millimetres(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return read_lengths(f"{self.width} x {self.height} {self.unit}")


SIZES: dict[str, NamedSize] = {
    "poker": NamedSize(2.5, 3.5, "in"),
    "standard": NamedSize(63, 88, "mm"),
    "bridge": NamedSize(2.25, 3.5, "in"),
    "tarot": NamedSize(2.75, 4.75, "in"),
    "mini": NamedSize(1.75, 2.5, "in"),
    "mini-american": NamedSize(41, 63, "mm"),
    "mini-euro": NamedSize(44, 68, "mm"),
    "euro": NamedSize(59, 92, "mm"),
    "us-game": NamedSize(2.2, 3.43, "in"),
    "japanese": NamedSize(59, 86, "mm"),
    "jumbo": NamedSize(3.5, 5.5, "in"),
    "micro": NamedSize(1.25, 1.75, "in"),
    "domino": NamedSize(1.75, 3.5, "in"),
    "business": NamedSize(2, 3.5, "in"),
    "credit": NamedSize(2.125, 3.375, "in"),
    "catan": NamedSize(54, 80, "mm"),
    "skat": NamedSize(58.9, 90.7, "mm"),
    "oversize": NamedSize(88, 126, "mm"),
    "square": NamedSize(3.5, 3.5, "in"),
    "euro-square": NamedSize(70, 70, "mm"),
    "small-square": NamedSize(2.25, 2.25, "in"),
    "mini-square": NamedSize(1.75, 1.75, "in"),
    "counter": NamedSize(0.625, 0.625, "in"),
    "small-counter": NamedSize(0.5, 0.5, "in"),
}
"""The named sizes, in portrait orientation, with the figures that their makers publish."""


def read_face_size(node: Node) -> tuple[float, float]:
    """Return width and height in millimetres of a named size (`poker`, `poker landscape`) or of numbers (`44 x 68`,
    `20`).
    """
    if not isinstance(node.value, str):
        return node.number, node.number
    text = node.text.strip()
    named = SIZES.get(text.removesuffix(LANDSCAPE))
    if named:
        width, height = named.millimetres
        return (height, width) if text.endswith(LANDSCAPE) else (width, height)
    return read_lengths(text)


LARGEST_STAMP, LARGEST_SPOT = 6.0, 4.0
"""Nothing of up to so many millimetres is printed and cut: an oblong face, and a square one."""

SHEETS_IN_INCHES = ((5.5, 8.5), (8.5, 11), (11, 17))
"""Sizes of paper in inches, whose numbers are no likely sizes in millimetres."""


def in_inches(width: float, height: float) -> bool:
    """Whether the numbers of a size without a unit are likely to be inches: `2.5 x 3.5`, `8.5 x 11`."""
    low, high = sorted((width, height))
    return high <= (LARGEST_SPOT if low == high else LARGEST_STAMP) or (low, high) in SHEETS_IN_INCHES


# A template: the layout of a face as data.

Shape = Literal["rectangle", "circle", "hexagon"]

BLEED = 3.0
"""Default bleed, in millimetres."""

SAFE = 3.0
"""Default distance of texts and icons from the cut line, in millimetres."""


class Template(Struct, frozen=True):
    """The layout of a face: trimmed size, bleed, safe zone, background, and its layers from the lowest to the highest.

    If it `extends` another, it has only what its document contains until it is merged
    (`pnp.model.faces.inheritance`). `said` are the keys of its document, `removes` the names of inherited layers
    that it drops. `size_at` and `corners_at` are where its document has these.
    """

    id: str
    span: Span
    width: float
    height: float
    layers: tuple[Layer, ...]
    bleed: float = BLEED
    safe: float = SAFE
    shape: Shape = "rectangle"
    corners: float = 0.0
    background: FillRole | None = None
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    damaged: bool = False
    extends: Ref | None = None
    removes: tuple[Ref, ...] = field(default=(), name="remove")
    said: frozenset[str] = frozenset()
    size_at: Span | None = None
    corners_at: Span | None = None

    def every_layer(self) -> Iterator[Layer]:
        """The layers and the layers within them, in source order."""
        return walk(self.layers)


LEAST_SIDE = 12.0
"""The shortest side of a piece whose numbers may be centimetres, in millimetres."""

MANY_TIMES = 3
"""How many times as wide and high as its face a layer is at least if the size of the face is in centimetres."""

_LAYER_SIZE = re.compile(r"(?:^|,)\s*(\d+(?:\.\d+)?) [x×] (\d+(?:\.\d+)?)\s*(?=,|$)")


def in_centimetres(template: Template) -> bool:
    """Whether the numbers of a size without a unit are likely to be centimetres: `6.35 x 8.89`.

    They are those of a named size, or too small for a piece and no eighths of an inch, or a layer is far larger.
    """
    low, high = sorted((template.width, template.height))
    if in_inches(low, high):
        return 10 * low >= LEAST_SIDE and any(side * 8 % 1 for side in (low, high))
    named = (sorted(size.millimetres) for size in SIZES.values())
    if low < high and any(abs(10 * low - least) < 1 and abs(10 * high - most) < 1 for least, most in named):
        return True
    sizes = (_LAYER_SIZE.search(layer.where.text) for layer in template.layers if layer.where)
    times = [(float(size[1]) / template.width, float(size[2]) / template.height) for size in sizes if size]
    return any(min(each) >= MANY_TIMES for each in times) and max(map(max, times)) <= 10


def walk(layers: Iterable[Layer]) -> Iterator[Layer]:
    """Yield the layers and the layers within them, in source order."""
    waiting = [iter(layers)]  # not recursive: a layer in deep groups would pass through each of them
    while waiting:
        layer = next(waiting[-1], None)
        if layer is None:
            waiting.pop()
            continue
        yield layer
        if isinstance(layer.art, GroupArt):
            waiting.append(iter(layer.art.layers))


def read_template(root: Node, name: str, damaged: bool = False) -> Template:
    """Return the template described in `root`, which its schema has validated."""
    width, height = _size(root)
    return read_record(
        Template,
        root,
        id=name,
        width=width,
        height=height,
        layers=tuple(map(read_layer, root.list("layers"))),
        damaged=damaged,
        said=frozenset(root.mapping),
        size_at=root["size"].span if "size" in root else None,
        corners_at=root["corners"].span if "corners" in root else None,
    )


def _size(root: Node) -> tuple[float, float]:
    """Return width and height. A hexagon with a single measure is regular, with corners at top and bottom."""
    if "size" not in root:
        return SIZES["standard"].millimetres
    width, height = read_face_size(root["size"])
    given = root["size"].value
    once = width == height and (not isinstance(given, str) or given in SIZES)
    six = "shape" in root and root["shape"].text == "hexagon"
    return (width, width * 2 / math.sqrt(3)) if once and six else (width, height)


# Placement as text: `top left, 12 x 10, inset 3` instead of coordinates.

Horizontal = Literal["left", "centre", "right"]
Vertical = Literal["top", "middle", "bottom"]
Side = Literal["top", "right", "bottom", "left"]
Relation = Literal["below", "above", "left of", "right of", "in"]

HORIZONTAL: tuple[Horizontal, ...] = ("left", "centre", "right")
VERTICAL: tuple[Vertical, ...] = ("top", "middle", "bottom")

_SHARE = r"\d+(?:\.\d+)?\s*%"
_SIZE = re.compile(rf"({_SHARE}|{LENGTH})\s*[x×]\s*({_SHARE}|{LENGTH})")
_EXTENT = re.compile(rf"({_SHARE}|{LENGTH})\s*(wide|high)")
_INSET = re.compile(rf"inset\s+({LENGTH})")
_FROM = re.compile(rf"({LENGTH})\s+from\s+(?:the\s+)?(top|right|bottom|left)")
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
_SPELLINGS |= dict.fromkeys(("inside", "within"), "in") | {"over": "above", "underneath": "below"}


class WhereError(Exception):
    """An invalid placement, with a hint; `start` and `end` are offsets in the text in code points."""

    def __init__(self, message: str, hint: str | None, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.hint, self.start, self.end = message, hint, start, end


class Extent(Struct, frozen=True):
    """A width or height in millimetres, or in percent of the available length."""

    number: float
    percent: bool = False

    def of(self, available: float) -> float:
        """Return the length in millimetres, given the available length."""
        return available * self.number / 100 if self.percent else self.number


class Where(Struct, frozen=True):
    """A box within a box: alignment, size, and distances from the edges; None for what the text does not set.

    `anchors` are the names of other layers, each with the side of that layer on which this one is placed.
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


@lru_cache(maxsize=1 << 12)
def parse_where(text: str) -> Where:
    """Return the placement that the text describes. Raises WhereError."""
    where, start = Where(), 0
    seen: set[str] = set()
    if point := _POINT.fullmatch(text):
        left, top, width, height = point.groups()
        hint = f"write '{width} x {height}, {left} from left, {top} from top'"
        raise WhereError("a point and a size are no placement", hint, 0, len(text))
    for phrase in text.split(","):
        stripped = phrase.strip()
        first = start + len(phrase) - len(phrase.lstrip())
        if not stripped:
            raise WhereError("a placement has nothing between two commas", None, start, start + max(len(phrase), 1))
        _check_decimals(text, stripped, first)
        try:
            where, said = _with(where, stripped, first)
        except LengthError as error:
            raise WhereError(error.message, error.hint, first, first + len(stripped)) from None
        for word in said & seen:
            message = f"the placement gives {word} twice"
            raise WhereError(message, "leave one of them out", first, first + len(stripped))
        seen |= said
        start += len(phrase) + 1
    return where


def anchors_of(text: str) -> tuple[tuple[Relation, str], ...]:
    """Return the layers that a placement with expressions names for every row: `below head`, but not `below {name}`."""
    phrases = (_RELATION.fullmatch(phrase.strip()) for phrase in text.split(",") if not re.search("[{}]", phrase))
    found: list[tuple[Relation, str]] = [(phrase[1], phrase[2]) for phrase in phrases if phrase]  # type: ignore[misc]
    return tuple(found)


_POINT = re.compile(r"\s*\[?(\d[\d.]*)[\s,]+(\d[\d.]*)\]?[\s,;]+(\d[\d.]*)(?:\s*[x×]\s*|[\s,]+)(\d[\d.]*)\s*")
"""A point and a size, as other programs place a box: `10, 20, 30 x 40`, `10 20 30 40`."""

_FIGURES = re.compile(r"(?:inset +)?\d+,\d+")
_HEIGHT = re.compile(r"\d+(?:\.\d+)? *[x×] *\d+,\d+(?= *(?:,|$))")
"""A size whose height has a decimal comma: `10 x 10,4`, but not `10 x 10,4 from left`."""


def _check_decimals(text: str, phrase: str, start: int) -> None:
    """Raise WhereError if the comma after a phrase is a decimal one, as in `5,5 wide`."""
    found = _HEIGHT.match(text, start) or _FIGURES.match(text, start)
    if found and (found.re is _HEIGHT or _FIGURES.match(f"{phrase},0")):
        meant = re.sub(r"(?<=\d),(?=\d)", ".", text[start:]).partition(",")[0].rstrip()
        hint = f"write {meant}: decimals follow a point"
        raise WhereError("a comma parts a placement", hint, *found.span())


def _with(where: Where, phrase: str, start: int) -> tuple[Where, set[str]]:
    """Return the placement changed by one more phrase, and what the phrase sets."""
    if phrase == "fill":
        return where, set()
    if found := _SIZE.fullmatch(phrase):
        if "%" in phrase:
            return replace(where, width=_extent(found[1]), height=_extent(found[2])), {"the width", "the height"}
        width, height = read_lengths(phrase)
        return replace(where, width=Extent(width), height=Extent(height)), {"the width", "the height"}
    if found := _EXTENT.fullmatch(phrase):
        extent = _extent(found[1])
        if found[2] == "wide":
            return replace(where, width=extent), {"the width"}
        return replace(where, height=extent), {"the height"}
    if found := _INSET.fullmatch(phrase):
        by = read_length(found[1])
        kept = where.top + by, where.right + by, where.bottom + by, where.left + by
        return replace(where, top=kept[0], right=kept[1], bottom=kept[2], left=kept[3]), {"the inset"}
    if found := _FROM.fullmatch(phrase):
        return _with_margin(where, found[2], read_length(found[1])), {f"the distance from the {found[2]}"}
    if found := _RELATION.fullmatch(phrase):
        return replace(where, anchors=(*where.anchors, (found[1], found[2]))), set()
    return _aligned(where, phrase, start)


def _extent(text: str) -> Extent:
    return Extent(float(text[:-1]), True) if text.endswith("%") else Extent(read_length(text))


def _with_margin(where: Where, side: str, by: float) -> Where:
    match side:
        case "top":
            return replace(where, top=where.top + by)
        case "right":
            return replace(where, right=where.right + by)
        case "bottom":
            return replace(where, bottom=where.bottom + by)
        case _:
            return replace(where, left=where.left + by)


def _aligned(where: Where, phrase: str, start: int) -> tuple[Where, set[str]]:
    """Return the placement changed by positions such as `top left`."""
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


def _reordered(phrase: str) -> str | None:
    """Return the phrase with its words in the right order, or parted: `high 14`, `bottomright`, `inset 4 x 4`."""
    if found := re.fullmatch(rf"(high|wide|tall|height|width)\s+({_SHARE}|{LENGTH})", phrase):
        return f"{found[2]} {_SPELLINGS.get(found[1], found[1])}"
    if found := re.fullmatch(rf"inset\s+({LENGTH})\s*[x×,]\s*\1", phrase):
        return f"inset {found[1]}"
    words = [each for each in phrase.split() if each not in ("corner", "edge", "side", "the", "to", "at")]
    parted = {one + other: f"{other} {one}" for one in HORIZONTAL for other in VERTICAL}
    parted |= {one + other: f"{one} {other}" for one in VERTICAL for other in HORIZONTAL}
    words = [parted.get(each, each) for each in words]
    whole = {*" ".join(words).split()} <= {*HORIZONTAL, *VERTICAL}
    return " ".join(words) if words and whole else None


def _hint(phrase: str, word: str) -> str:
    if parted := re.fullmatch("[^:]*(;|:)[^:]*|.*:.*", phrase):
        return f"write commas between its parts: '{re.sub(' *; *', ', ', phrase)}'" if parted[1] == ";" else _FORMS
    return _hint_by_form(phrase, word) or _hint_by_word(phrase, word)


def _hint_by_form(phrase: str, word: str) -> str | None:
    """Return how a placement is written that has a form of another program, or a unit."""
    if within := re.fullmatch(
        r"((?:top|bottom|left|right|middle|centre|center)(?: \w+)?) (?:of|in) (?:the )?(\w+)", phrase
    ):
        return f"write 'in {within[2]}, {within[1]}'"
    if share := re.fullmatch(r"(inset )[\d.]+ ?%|[\d.]+ ?%( from .+)", phrase):
        length = f"{share[1] or ''}3{share[2] or ''}"
        return f"write a length, such as '{length}': shares are for sizes, such as '30% high'"
    if point := re.fullmatch(rf"({LENGTH})[ ,]+({LENGTH})", phrase):
        return f"write a point in brackets: [{point[1]}, {point[2]}]"
    if sized := re.fullmatch(rf"({LENGTH})\s*(tall|height|width)", phrase):
        return f"write '{sized[1]} {_SPELLINGS.get(sized[2], sized[2])}'"
    away = re.fullmatch(
        rf"({LENGTH})\s*(?:below|under|beneath|above|over|after|before|off|of)\s+(?:the\s+)?(\w+)", phrase
    )
    if away and away[2] in (*HORIZONTAL, *VERTICAL) and away[2] not in ("centre", "middle"):
        return f"write '{away[1]} from {away[2]}'"
    unit = length_hint(phrase)
    if unit and unit not in (UNITS, f"write {phrase}"):
        return unit
    return None


def _hint_by_word(phrase: str, word: str) -> str:
    """Return how a placement is written, by the word in it that is not understood."""
    if re.fullmatch(rf"[\d.]+%?|{LENGTH}", word) or re.fullmatch(LENGTH, phrase):
        word = phrase if re.fullmatch(LENGTH, phrase) else word
        return f"write '{word} wide', '{word} high', a size such as '{word} x {word}', or 'inset {word}'"
    if {*word.split("-")} <= {*HORIZONTAL, *VERTICAL}:
        return f"write '{word.replace('-', ' ')}'"
    if hint := _reordered(phrase):
        return f"write '{hint}'"
    if word in _SPELLINGS:
        return f"did you mean '{_SPELLINGS[word]}'?"
    meant = None if word in _VOCABULARY else did_you_mean(word, _VOCABULARY)
    return meant or _FORMS


_FORMS = "write words such as 'top left', '12 x 10', '14 high', 'inset 3', with commas between"
"""The hint for a placement that nothing is known of."""
