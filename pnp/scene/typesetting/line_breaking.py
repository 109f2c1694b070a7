"""Unbreakable chunks; paragraphs broken into lines.

Allowed line breaks are spaces, zero-width spaces, and soft hyphens, which then show. Further ones are between
ideographs, and after a hyphen or dash between a character and a letter. A newline always breaks the line. Consecutive
spaces count as one; a non-breaking space is an ordinary character.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby

from msgspec import Struct

from pnp.scene.items import Text
from pnp.scene.typesetting.fonts import BOLD, Face, Family, face_of, with_figures
from pnp.scene.typesetting.outlines import Figures
from pnp.scene.typesetting.text import Bullet, Inline, Piece, Run, RunLook, TextStyle
from pnp.units import total

# Line breaks between ideographs by UAX #14, rules LB13 and LB15 to LB21. No line begins with closing punctuation, a
# small kana or an iteration or length mark; none ends with opening punctuation.
IDEOGRAPHS = (
    "\u2e80-\u2fdf\u3000-\u30ff\u3105-\u312f\u3190-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uf900-\ufaff\ufe30-\ufe4f"
    "\uff00-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003fffd"
)
"""Ranges of characters between which a line may be broken: ideographs, kana, bopomofo, Yi, and their punctuation."""

_NO_START = (
    "!%),.:;?\\]}»’”‥…‰′″℃、。々〉》」』】〕〗〙〛〜〞〟〻ぁぃぅぇぉっゃゅょゎゕゖ゛゜ゝゞ゠ァィゥェォッャュョヮヵヶ・ーヽヾ"
    "ㇰ-ㇿ︰-︴︶︸︺︼︾﹀﹂﹄！％），．：；？］｝｠｡｣､･ｧ-ｰﾞﾟ\u0300-\u036f\u3099\u309a"
)
_NO_END = "$(\\[{£¥«‘“〈《「『【〔〖〘〚〝︵︷︹︻︽︿﹁﹃＄（［｛｟｢￡￥"


def broken_freely(text: str) -> list[str]:
    """Return text without blanks, split wherever a line may end next to an ideograph."""
    return [text] if text.isascii() else _breaks().split(text)


@cache
def _breaks() -> re.Pattern[str]:
    """Return the pattern of line breaks next to ideographs; compiled on demand because that takes milliseconds."""
    return re.compile(
        rf"(?:(?<=[{IDEOGRAPHS}])(?<![{_NO_END}])(?![{_NO_START}])(?=.))"
        rf"|(?:(?<=[^{_NO_END}])(?=[{IDEOGRAPHS}])(?![{_NO_START}]))"
    )


# Text split into unbreakable chunks, with a face for each character; all widths are in ems.

_NEWLINE = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_TOKEN = re.compile("\n|[ \t]+|[\u200b\u00ad]|[^\n \t\u200b\u00ad]+")
_AFTER_HYPHEN = re.compile(r"(?<=\w[-‐–—])(?=[^\W\d_])")
_INVISIBLE = re.compile("[\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff]")
_SPECIAL = re.compile("[-‐–—\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff]|[^\u0000-\u2e7f]")
_CUT = re.compile("[\n\r\t\x0b\x0c\x85\u2028\u2029\u200b\u00ad]")
_INSTEAD = {"\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u2010": "-", "\u2011": "-"}

KEPT = 20_000
"""The cache size for words split into fragments."""

ASIDE, CLOSE = 0.16, 0.03
"""Tolerances of combining marks in ems: horizontal offset from the middle of the letter, and overlap with it."""

HANG = 0.4
"""The space between the marker of an item and its lines, in ems."""


class Fragment(Struct, frozen=True):
    """Characters of one face; the width includes the tracking after each of them. `look` is that of a styled run."""

    text: str
    face: Face
    width: float
    look: RunLook | None = None


class InlineDrawing(Struct, frozen=True):
    """An inline drawing, with its width in ems of the style's full size and its text; it has no face."""

    inline: Inline
    width: float
    alt: Text | None = None
    face: None = None
    look: None = None


Part = Fragment | InlineDrawing


class Chunk(Struct, frozen=True):
    """Parts without a line break; `gap` is the space before them, dropped at a line's start; `forced` begins a line.

    `hyphen` is drawn if the line ends after them. Chunks of a list item are indented by `indent` ems; the first one has
    its `marker`.
    """

    parts: tuple[Part, ...]
    width: float
    gap: Fragment | None = None
    forced: bool = False
    hyphen: Fragment | None = None
    indent: float = 0.0
    marker: tuple[Fragment, ...] = ()


class Cutter:
    """Splits pieces into chunks."""

    def __init__(self, style: TextStyle, markers: Sequence[str] = ()) -> None:
        self.chunks: list[Chunk] = []
        self.missing: dict[str, None] = {}
        self.strays: dict[str, None] = {}
        self.styled = False
        self._style = style
        self._look: RunLook | None = None
        self._parts: list[Part] = []
        self._gap: Fragment | None = None
        self._forced = False
        self._hyphen: Fragment | None = None
        self._marker: tuple[Fragment, ...] = ()
        self._indent, self._hang = 0.0, self._room(markers)

    def run(self, run: Run) -> None:
        """Add a run of text. Bold is at least 700; italic text within an italic style is upright."""
        style, look = self._style, run.look
        if look is None:
            weight = max(BOLD, style.weight) if run.bold else style.weight
            faces = _chain(style.family, weight, style.italic != run.italic, style.fallback, style.figures)
            upper = style.upper
        else:
            faces, upper = _styled_faces(run, style, look), style.upper if look.upper is None else look.upper
            self.styled = True
        text = unicodedata.normalize("NFC", run.text.upper() if upper else run.text)
        if look is None and not (_CUT.search(text) or _SPECIAL.search(text) or self._indent):
            self._words(text.split(" "), faces)
            return
        self._look = look
        self._tokens(text, faces)
        self._look = None

    def _tokens(self, text: str, faces: tuple[Face, ...]) -> None:
        """Add text with any characters."""
        for token in _TOKEN.findall(_NEWLINE.sub("\n", text)):
            match token[0]:
                case "\n":
                    self._newline()
                case " " | "\t":
                    self._space(faces)
                case "\u200b":
                    self.flush()
                case "\u00ad" if self._parts:
                    self._hyphen = next(iter(self._fragments("-", faces)), None)
                    self.flush()
                case "\u00ad":
                    pass
                case _:
                    self._word(token, faces)

    def part(self, part: Part) -> None:
        """Add a part to the open chunk."""
        self._parts.append(part)

    def item(self, bullet: Bullet) -> None:
        """Begin an item of a list on a new line."""
        if self._parts:
            self._newline()
        self._marker, self._indent = self._marked(bullet.marker), self._hang

    def flush(self) -> None:
        """Close the open chunk, unless it is empty."""
        if self._parts:
            self._close()

    def _close(self) -> None:
        parts = tuple(self._parts)
        width = parts[0].width if len(parts) == 1 else total([part.width for part in parts])
        self.chunks.append(Chunk(parts, width, self._gap, self._forced, self._hyphen, self._indent, self._marker))
        self._parts, self._gap, self._forced, self._hyphen, self._marker = [], None, False, None, ()

    def _newline(self) -> None:
        if self._parts or self._forced:
            self._close()
        self._gap, self._forced, self._indent, self._marker = None, True, 0.0, ()

    def _marked(self, marker: str) -> tuple[Fragment, ...]:
        style = self._style
        return tuple(
            self._fragments(marker, _chain(style.family, style.weight, style.italic, style.fallback, style.figures))
        )

    def _room(self, markers: Sequence[str]) -> float:
        """Return the indent of items in ems: the widest marker and the space after it."""
        widths = [total([part.width for part in self._marked(marker)]) for marker in dict.fromkeys(markers)]
        return max(widths) + HANG if widths else 0.0

    def _space(self, faces: tuple[Face, ...]) -> None:
        if self._parts:
            self._close()
        if self._gap is None and self.chunks and not self._forced:
            self._gap = next(iter(self._fragments(" ", faces)), None)

    def _words(self, words: Sequence[str], faces: tuple[Face, ...]) -> None:
        """Add words separated by single spaces.

        Words between two spaces are taken from the cache of complete chunks.
        """
        known, space = _cached_words(faces, self._style.tracking), next(iter(self._fragments(" ", faces)), None)
        for word in words[:1]:
            self._parts.extend(self._fragments(word, faces))
        for at, word in enumerate(words[1:], 2):
            if self._parts:
                self._close()
            if self._gap is None and self.chunks and not self._forced:
                self._gap = space
            alone = at < len(words) and self._gap is space is not None
            if alone and word in known:
                self.chunks.append(known[word])
                self._gap = None
            elif word:
                parts = self._fragments(word, faces)
                self._parts.extend(parts)
                whole = sum([len(part.text) for part in parts]) == len(word)
                if alone and whole and len(known) < KEPT:
                    known[word] = Chunk(parts, total([part.width for part in parts]), space)

    def _word(self, word: str, faces: tuple[Face, ...]) -> None:
        """Add text without spaces, divided into chunks wherever a line may end within it."""
        if not _SPECIAL.search(word):
            self._parts.extend(self._fragments(word, faces))
            return
        for index, stretch in enumerate(breakable(word)):
            if index:
                self.flush()
            self._parts.extend(self._fragments(_INVISIBLE.sub("", stretch), faces))

    def _fragments(self, text: str, faces: tuple[Face, ...]) -> tuple[Fragment, ...]:
        look, tracking = self._look, self._style.tracking
        if look and look.tracking is not None:
            tracking = look.tracking
        fragments, missing, strays = _split(text, faces, tracking)
        if look:
            fragments = tuple([Fragment(it.text, it.face, it.width * look.scale, look) for it in fragments])
        if missing:
            self.missing.update(dict.fromkeys(missing))
        if strays:
            self.strays.update(dict.fromkeys(strays))
        return fragments


def _styled_faces(run: Run, style: TextStyle, look: RunLook) -> tuple[Face, ...]:
    """Return the faces of a styled run."""
    weight = style.weight if look.weight is None else look.weight
    italic = style.italic if look.italic is None else look.italic
    bold = max(BOLD, weight) if run.bold else weight
    return _chain(
        look.family or style.family, bold, italic != run.italic, style.fallback, look.figures or style.figures
    )


def breakable(word: str) -> list[str]:
    """Return a word without blanks, split wherever a line may end within it."""
    parts = _AFTER_HYPHEN.split(word)
    return [cut for part in parts for cut in broken_freely(part)] if max(word, default="") > "\u2e7f" else parts


@cache
def _cached_words(faces: tuple[Face, ...], tracking: float) -> dict[str, Chunk]:
    """Return the cache of words between spaces, each as a chunk with the space before it."""
    return {}


@lru_cache(maxsize=KEPT)
def _split(
    text: str, faces: tuple[Face, ...], tracking: float
) -> tuple[tuple[Fragment, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the text as fragments, its missing characters, and those with misplaced marks.

    Each character gets the first face that has it.
    """
    resolved = [_resolved(char, faces) for char in text]
    stretches = groupby([pair for pair in resolved if pair[1] is not None], key=lambda pair: pair[1])
    joined = [("".join([char for char, _ in pairs]), one) for one, pairs in stretches if one is not None]
    missing = tuple([char for char, one in resolved if one is None])
    strays = () if text.isascii() else tuple(_strays(resolved))
    return (
        tuple([Fragment(text, one, one.measure(text) + tracking * len(text)) for text, one in joined]),
        missing,
        strays,
    )


def _strays(resolved: Sequence[tuple[str, Face | None]]) -> Iterator[str]:
    """Yield characters with a combining mark that needs positioning by the font, which is not supported."""
    base, marks = 0, 0
    for at, (char, face) in enumerate(resolved):
        if not unicodedata.combining(char):
            base, marks = at, 0
            continue
        marks += 1
        under, its_face = resolved[base]
        if face is None or its_face is None:
            continue  # the missing glyph is reported instead
        if marks > 1 or face is not its_face or not base < at or not _is_well_placed(under, char, face):
            yield "".join(each for each, _ in resolved[base : at + 1])


@cache
def _is_well_placed(base: str, mark: str, face: Face) -> bool:
    """Whether a mark at its default position is centred on its base and clear of it."""
    under, over = face.ink(base), face.ink(mark)
    if under is None or over is None:
        return False
    shift = face.measure(base)
    off = abs(shift + (over[0] + over[2]) / 2 - (under[0] + under[2]) / 2)
    match unicodedata.combining(mark):
        case 230 | 232:
            clear = over[3] <= under[1] + CLOSE
        case 220:
            clear = over[1] >= under[3] - CLOSE
        case _:
            clear = True
    return clear and off <= ASIDE


@cache
def _resolved(char: str, faces: tuple[Face, ...]) -> tuple[str, Face | None]:
    """Return the character, or its replacement, with the first face that has it; None if no face has either."""
    for candidate in (char, _INSTEAD.get(char, char)):
        for one in faces:
            if one.has(candidate):
                return " " if candidate == "\u00a0" else candidate, one
    return char, None


@cache
def _chain(
    family: str | Family,
    weight: int,
    italic: bool,
    fallback: tuple[str | Family, ...],
    figures: Figures | None = None,
) -> tuple[Face, ...]:
    """Return the faces to try for a character, in order. For italics, fallback families are also tried upright."""
    slants = (italic, False) if italic else (False,)
    chain = [face_of(family, weight, italic), *(face_of(name, weight, slant) for name in fallback for slant in slants)]
    faces = dict.fromkeys(chain)
    return tuple(with_figures(one, figures) for one in faces) if figures else tuple(faces)


# Paragraphs: chunks broken into lines, each filled with as many as fit.

_SLACK = 1e-6


class BreakableText(Struct, frozen=True):
    """A text split into chunks, with its first face and its tracking in ems.

    `missing` are the characters that no face has, `strays` those with misplaced marks. `styled` is whether any run has
    its own look.
    """

    chunks: tuple[Chunk, ...]
    face: Face
    tracking: float
    missing: tuple[str, ...]
    strays: tuple[str, ...] = ()
    styled: bool = False

    def broken(self, measure: float | None, drop: tuple[int, float] = (0, 0.0)) -> tuple[tuple[Chunk, ...], ...]:
        """Return the chunks line by line: as many on each as fit `measure` ems, and at least one.

        The first lines, as many as the first number of `drop`, are shorter by the second, in ems. This is greedy
        (first-fit) line breaking: each line is filled before the next begins.
        """
        lines: list[list[Chunk]] = []
        used, most = 0.0, math.inf if measure is None else measure + _SLACK
        left = list(reversed(self.chunks))
        while left:
            chunk = left.pop()
            reach = used + (chunk.gap.width if chunk.gap else 0.0) + chunk.width
            room = most - drop[1] if len(lines) <= drop[0] else most
            fits = reach - (self._tail(chunk) if self.tracking or self.styled else 0.0) <= room - chunk.indent
            if not lines or chunk.forced or not fits:
                if lines and not chunk.forced:
                    chunk = self._start_of_next_line(lines[-1], chunk, left, room)
                lines.append([])
                reach = chunk.width
            lines[-1].append(chunk)
            used = reach
        return tuple(map(tuple, lines))

    def width(self, line: Sequence[Chunk]) -> float:
        """Return the width of a line without its indent and without the tracking after its last character."""
        if not line:
            return 0.0
        gaps = total([chunk.gap.width for chunk in line[1:] if chunk.gap])
        hyphen = line[-1].hyphen
        end = hyphen.width - self._tracking(hyphen) if hyphen else -self._tail(line[-1])
        return gaps + total([chunk.width for chunk in line]) + end

    def _start_of_next_line(self, line: list[Chunk], chunk: Chunk, left: list[Chunk], most: float) -> Chunk:
        """Return the first chunk of the next line.

        If the line has no room for the hyphen at its end, chunks move from it to the next line. Chunks after the
        returned one go back to `left`.
        """
        while len(line) > 1 and line[-1].hyphen and self.width(line) > most - line[-1].indent:
            left.append(chunk)
            chunk = line.pop()
        return chunk

    def _tail(self, chunk: Chunk) -> float:
        last = chunk.parts[-1] if chunk.parts else None
        return self._tracking(last) if isinstance(last, Fragment) else 0.0

    def _tracking(self, fragment: Fragment) -> float:
        """Return the tracking after the last character of a fragment, in ems of the text."""
        look = fragment.look
        if look is None:
            return self.tracking
        return (self.tracking if look.tracking is None else look.tracking) * look.scale


def alternative(drawing: Inline, style: TextStyle) -> Text | None:
    """Return the text of a drawing, as wide as the drawing; None without one, or if no face has its characters."""
    if not drawing.text:
        return None
    faces = _chain(style.family, style.weight, style.italic, style.fallback)
    one = next((one for one in faces if all(map(one.has, drawing.text))), None)
    if one is None or not one.measure(drawing.text):
        return None
    return Text(0.0, drawing.height - drawing.drop, drawing.text, one.name, style.size, style.colour, drawing.width)


def paragraph(pieces: Sequence[Piece], style: TextStyle) -> BreakableText:
    """Return the pieces split into chunks.

    Raises FontMissing or FontRefused if a family of the style cannot be used.
    """
    cutter = Cutter(style, [piece.marker for piece in pieces if isinstance(piece, Bullet)])
    for piece in pieces:
        match piece:
            case Run():
                cutter.run(piece)
            case Inline():
                cutter.part(InlineDrawing(piece, piece.width / style.em, alternative(piece, style)))
            case Bullet():
                cutter.item(piece)
    cutter.flush()
    first = face_of(style.family, style.weight, style.italic)
    missing, strays = tuple(cutter.missing), tuple(cutter.strays)
    return BreakableText(tuple(cutter.chunks), first, style.tracking, missing, strays, cutter.styled)
