"""Style and pieces; bold and italic; typographic marks; hyphenation.

A backslash before a mark prints the mark itself; before a space it makes the space non-breaking.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Colour, Item
from pnp.scene.typesetting.font_files import REGULAR
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.outlines import Figures
from pnp.units import MM_PER_POINT

# Text before it is set: its style and its pieces.

HOUSE_FAMILIES = ("Fira Sans", "Barlow Condensed")
"""The families of texts outside the faces of a game: sheets, rulebooks, plotted maps."""

HOUSE_FALLBACK: tuple[str | Family, ...] = ("Arimo", *HOUSE_FAMILIES, "Crimson Text")
"""The fallback families of these texts; they include each other, so that all can print the same characters."""

LEADING = 1.2
"""The default distance of baselines, as a multiple of the size."""


class TextStyle(Struct, frozen=True):
    """The style of a text: `size` and `leading` in points, `tracking` as a fraction of the size.

    A family is the name of an installed one, or a pack's own. `upper` sets capitals. `fallback` is the families to try,
    in order, for characters that the first lacks. `figures` is the form of digits, None as the fonts have them.
    """

    family: str | Family
    size: float
    colour: Colour
    weight: int = REGULAR
    italic: bool = False
    leading: float | None = None
    tracking: float = 0.0
    upper: bool = False
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
    figures: Figures | None = None

    @property
    def em(self) -> float:
        """The size in millimetres."""
        return self.size * MM_PER_POINT

    @property
    def line(self) -> float:
        """The distance of baselines in millimetres."""
        return (self.size * LEADING if self.leading is None else self.leading) * MM_PER_POINT


class RunLook(Struct, frozen=True):
    """What a run changes of the style of its text; None is as in the style.

    `scale` is a factor of the size of the text, `raised` the distance of its baseline above that of the line and
    `tracking` the space between letters: the first in ems of the text, the second in ems of the run.
    """

    family: str | Family | None = None
    weight: int | None = None
    italic: bool | None = None
    scale: float = 1.0
    colour: Colour | None = None
    tracking: float | None = None
    upper: bool | None = None
    raised: float = 0.0
    figures: Figures | None = None

    def over(self, below: "RunLook") -> "RunLook":
        """Return this look inside of a run with the look `below`."""
        own = {key: getattr(self, key) for key in self.__struct_fields__ if getattr(self, key) is not None}
        own["scale"], own["raised"] = self.scale * below.scale, below.raised + self.raised * below.scale
        return replace(below, **own)


class Run(Struct, frozen=True):
    """A piece of text, bold or italic or both in addition to its style.

    `styles` are the names of the styles that markup gives it, the outermost first; `look` is what these result in.
    """

    text: str
    bold: bool = False
    italic: bool = False
    styles: tuple[str, ...] = ()
    look: RunLook | None = None


class Inline(Struct, frozen=True):
    """A drawing in a line of text, such as an icon: its items fill (0, 0) to (width, height).

    Its bottom is on the baseline, or `drop` below it. Like a letter, it is not separated from adjacent text by a line
    break. It shrinks with the text in `fit`. `text` is what is found in its place in a PDF.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    drop: float = 0.0
    text: str = ""


class Bullet(Struct, frozen=True):
    """The beginning of a list item, on a new line: its marker hangs to the left of the lines up to the next newline."""

    marker: str


Piece = Run | Inline | Bullet


# Bold, italic and styles in a line of text: `**bold**`, `*italic*`, `***both***`, `[words]{.style}`.

_TOKEN = re.compile(r"\\[\\*\"'. \[\]{-]|\*{1,3}|\[|\](?:\{\.[^\W\d][^{}\n]*\})?|[^\\*\[\]]+|\\", re.DOTALL)
_MARKED = re.compile(r"[\\*\[]")
_BOLD, _ITALIC = 2, 1

NESTED = 8
"""The maximum number of styles inside each other."""

STYLED = re.compile(r"\]\{\.([^\W\d][^{}\n]*)\}")
"""The end of a styled text, with the name of its style."""

EMPHASES = {**dict.fromkeys(("bold", "strong", "b"), "**"), **dict.fromkeys(("italic", "italics", "em", "i"), "*")}
"""The marks that are written around words in place of a style of these names."""


def emphasis_hint(style: str, words: str | None = None) -> str | None:
    """Return the hint for an unknown style that asterisks replace, such as `bold`; None for others."""
    marks = EMPHASES.get(style.strip().lower())
    if marks is None:
        return None
    return f"write {marks}{words}{marks}" if words else f"put {marks} before and after the words: {marks}words{marks}"


def parse_markup(text: str) -> tuple[Run, ...]:
    """Return the runs of a marked-up text; adjacent runs differ in style.

    Asterisks open a style before a character that is not a space, and close it after one. Others, and those without a
    partner, are printed. So are brackets, unless a style follows the closing one.
    """
    if not _MARKED.search(text):
        return (Run(text),) if text else ()
    tokens = _TOKEN.findall(text)
    looks, styled = _looks(tokens), _styled(tokens) if "]{." in text else {}
    runs: list[tuple[int, tuple[str, ...], str]] = []
    look, styles = 0, tuple[str, ...]()
    for index, token in enumerate(tokens):
        if index in looks:
            look ^= looks[index]
            continue
        if index in styled:
            name = styled[index]
            styles = styles[:-1] if name is None else (*styles, name)
            continue
        string = token[1:].replace(" ", "\u00a0") if len(token) == 2 and token[0] == "\\" else token
        if runs and runs[-1][:2] == (look, styles):
            runs[-1] = (look, styles, runs[-1][2] + string)
        else:
            runs.append((look, styles, string))
    return tuple(Run(string, bool(look & _BOLD), bool(look & _ITALIC), styles) for look, styles, string in runs)


def _styled(tokens: list[str]) -> dict[int, str | None]:
    """Return the style that begins at a bracket, or None where one ends, by index.

    Each closing bracket belongs to the nearest open one. More than `NESTED` brackets in each other are printed.
    """
    found: dict[int, str | None] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token == "[":
            opened.append(index)
        elif token[0] == "]" and opened:
            start = opened.pop()
            if len(token) > 1 and len(opened) < NESTED:
                found[start], found[index] = token[3:-1].strip(), None
    return found


def _looks(tokens: list[str]) -> dict[int, int]:
    """Return the style bits that tokens switch on or off, by index: asterisks in pairs of equal length."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token[0] != "*":
            continue
        before = tokens[index - 1][-1] if index else " "
        after = tokens[index + 1][0] if index + 1 < len(tokens) else " "
        partner = next((at for at in reversed(opened) if tokens[at] == token), None)
        if partner is not None and not before.isspace():
            opened = [at for at in opened if at < partner]
            pairs[partner] = pairs[index] = len(token)
        elif not after.isspace():
            opened.append(index)
    return pairs


def stray_mark(text: str) -> tuple[int, int] | None:
    """Return the place of the first double asterisk that opens or closes nothing, next to a word; None without one."""
    tokens, at = _TOKEN.findall(text), 0
    looks = _looks(tokens) if "**" in text else {}
    for index, token in enumerate(tokens if "**" in text else ()):
        beside = text[max(at - 1, 0) : at] + text[at + len(token) : at + len(token) + 1]
        if token[:2] == "**" and index not in looks and beside.strip():
            return at, at + len(token)
        at += len(token)
    return None


# Hyphenation by the patterns of a language.

SOFT = "\u00ad"
"""A soft hyphen, which shows only at the end of a line."""

_WORD = re.compile(r"[^\W\d_]{5,}")
_LEAST_BEFORE, _LEAST_AFTER = 2, 3


def languages() -> tuple[str, ...]:
    """Return the codes of the languages with hyphenation patterns, such as `en` and `en-GB`."""
    import pyphen

    return tuple(sorted(code.replace("_", "-") for code in pyphen.LANGUAGES))


def knows(language: str) -> bool:
    """Whether words of the language can be hyphenated, possibly by its base language, such as `de` for `de-LI`."""
    import pyphen

    return pyphen.language_fallback(language) is not None


@lru_cache(maxsize=4096)
def hyphenated(text: str, language: str) -> str:
    """Return the text with soft hyphens at possible breaks; unchanged if the language has no patterns."""
    return _WORD.sub(lambda word: _with_soft_hyphens(word[0], language), text) if knows(language) else text


def _with_soft_hyphens(word: str, language: str) -> str:
    """Return the word with soft hyphens, except where hyphenation would change its spelling."""
    places = [place for place in _patterns(language).positions(word.lower()) if place.data is None]
    for place in sorted(places, reverse=True):
        word = f"{word[:place]}{SOFT}{word[place:]}"
    return word


@cache
def _patterns(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language, left=_LEAST_BEFORE, right=_LEAST_AFTER)


# Typographic quotes, dashes and ellipses, from those on a keyboard, by the rules of a language.

Quotes = tuple[str, str, str, str]
"""The opening and closing marks of a quotation, and of one within it."""

_CURLED: Quotes = ("“", "”", "‘", "’")
_LOWERED: Quotes = ("„", "“", "‚", "‘")
_POINTED: Quotes = ("«", "»", "„", "“")

QUOTES: dict[str, Quotes] = {
    "en": _CURLED,
    "bg": _LOWERED,
    "cs": _LOWERED,
    "da": ("”", "”", "’", "’"),
    "de": _LOWERED,
    "es": ("«", "»", "“", "”"),
    "et": _LOWERED,
    "fi": ("”", "”", "’", "’"),
    "fr": ("«\u202f", "\u202f»", "“", "”"),
    "el": ("«", "»", "“", "”"),
    "hr": ("„", "”", "‚", "’"),
    "hu": ("„", "”", "»", "«"),
    "is": _LOWERED,
    "it": ("«", "»", "“", "”"),
    "lt": _LOWERED,
    "nb": ("«", "»", "‘", "’"),
    "nn": ("«", "»", "‘", "’"),
    "pl": ("„", "”", "«", "»"),
    "pt": ("“", "”", "‘", "’"),
    "ro": ("„", "”", "«", "»"),
    "ru": _POINTED,
    "sk": _LOWERED,
    "sl": _LOWERED,
    "sv": ("”", "”", "’", "’"),
    "uk": _POINTED,
}
"""The quotes of each language; other languages use those of English."""

APOSTROPHE, EN_DASH, EM_DASH, ELLIPSIS = "’", "–", "—", "…"

_MARK = re.compile(r"\\.|-{2,}|\.{3,}|[\"']", re.DOTALL)
_AFTER = re.compile(r"[^*]", re.DOTALL)
_OPENS_AFTER = frozenset(" \t\n\u00a0\u202f([{</–—-„“‚‘«")
_FRENCH_SPACE = re.compile(r" (?=[;:!?»])")


def typographic(text: str, language: str = "en") -> str:
    """Return the text with typographic quotes, dashes and ellipses of the language.

    Asterisks of markup are ignored. Ambiguous marks, such as the `"` of inches, stay.
    """
    code = language.partition("-")[0]
    setter = _Setter(text, QUOTES.get(code, _CURLED))
    made = _MARK.sub(setter.mark, text)
    return _FRENCH_SPACE.sub("\u202f", made) if code == "fr" else made


class _Setter:
    """Replaces the marks of one text, and tracks open quotations."""

    def __init__(self, text: str, quotes: Quotes) -> None:
        self.text, self.quotes = text, quotes
        self.double = self.single = False
        self.opened_at = -1

    def mark(self, found: re.Match[str]) -> str:
        """Return the replacement of one mark."""
        written = found[0]
        match written[0]:
            case "-":
                return {2: EN_DASH, 3: EM_DASH}.get(len(written), written)
            case ".":
                return ELLIPSIS if len(written) == 3 else written
            case '"':
                return self._double(*self._around(found))
            case "'":
                return self._single(*self._around(found))
            case _:
                return written

    def _double(self, before: str, after: str, at: int) -> str:
        """Return the replacement of `"`: an opening or closing quote, or itself after a digit, as the inch sign."""
        if before in _OPENS_AFTER and not after.isspace():
            self.double, self.opened_at = True, at
            return self.quotes[0]
        if before.isdigit() and not self.double:
            return '"'
        self.double = False
        return self.quotes[1]

    def _single(self, before: str, after: str, at: int) -> str:
        """Return the replacement of `'`: a quote, an apostrophe, or itself after a digit, as the foot sign."""
        if before in _OPENS_AFTER:
            if after.isdigit() or after.isspace():
                return APOSTROPHE
            self.single, self.opened_at = True, at
            return self.quotes[2]
        if self.single and not after.isalnum():
            self.single = False
            return self.quotes[3]
        return "'" if before.isdigit() and not after.isalnum() else APOSTROPHE

    def _around(self, found: re.Match[str]) -> tuple[str, str, int]:
        """Return the characters around the mark, ignoring asterisks, and the end of the mark.

        The start and the end of the text count as a blank, and so does an opening quote just before.
        """
        start, end = found.span()
        while self.text[start - 1 : start] == "*":
            start -= 1
        before = " " if start in (0, self.opened_at) else self.text[start - 1]
        after = _AFTER.search(self.text, end)
        return before, after[0] if after else " ", end


# Text of a designer as pieces to set: typographic marks, lists, bold and italic, soft hyphens.

BULLET = "•"

_ITEM = "\ue000"
"""The placeholder for the beginning of an item while markup is parsed: a private-use character."""

_BULLETED = re.compile(r"^[ \t]*[-•][ \t]+(?=\S)", re.MULTILINE)
_NUMBERED = re.compile(r"^[ \t]*(\d{1,3}\.)[ \t]+(?=\S)", re.MULTILINE)


class Manner(Struct, frozen=True):
    """How to treat a text: its language, whether it is `verbatim`, and the language of hyphenation, if any."""

    language: str = "en"
    verbatim: bool = False
    hyphenate: str | None = None


@lru_cache(maxsize=4096)
def prose(text: str, manner: Manner) -> tuple[Run | Bullet, ...]:
    """Return the runs of the text, with bullets at list items.

    A line that begins with `- ` is an item. So are lines that begin with `1. `, if there are at least two.
    """
    if manner.verbatim:
        return (Run(text),) if text else ()
    marked, markers = _listed(typographic(text.replace(_ITEM, ""), manner.language))
    runs = parse_markup(marked)
    if manner.hyphenate:
        runs = tuple(replace(run, text=hyphenated(run.text, manner.hyphenate)) for run in runs)
    return tuple(_with_items(runs, iter(markers)))


def plain(pieces: Iterable[Piece]) -> str:
    """Return the text of the pieces on one line."""
    return " ".join("".join(piece.text for piece in pieces if isinstance(piece, Run)).replace(SOFT, "").split())


def _listed(text: str) -> tuple[str, list[str]]:
    """Return the text with a placeholder for each list item, and the markers of the items."""
    numbered = len(_NUMBERED.findall(text)) > 1
    places = [(found.span(), BULLET) for found in _BULLETED.finditer(text)]
    places += [(found.span(), found[1]) for found in _NUMBERED.finditer(text)] if numbered else []
    for (start, end), _ in sorted(places, reverse=True):
        text = text[:start] + _ITEM + text[end:]
    return text, [marker for _, marker in sorted(places)]


def _with_items(runs: tuple[Run, ...], markers: Iterator[str]) -> Iterator[Run | Bullet]:
    for run in runs:
        for index, stretch in enumerate(run.text.split(_ITEM)):
            if index:
                yield Bullet(next(markers))
            if stretch:
                yield run if stretch == run.text else replace(run, text=stretch)
