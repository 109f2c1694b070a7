"""Escapes text for where it is shown: terminals, workflow commands, JSON, spreadsheets and names of files.

Titles, names of files and cells come from the author of the game, who may be unknown. All output is escaped here, so
that no text can move a cursor, recolour or reorder a line, forge another line, or start a formula.
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

STEERING = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0 and C1 controls, among them ESC, CSI, tab and line breaks
    "\u00ad\u061c\u180e\u200b\u200e\u200f"  # invisible: soft hyphen, zero-width space, direction marks
    "\u2028\u2029"  # line and paragraph separators
    "\u202a-\u202e\u2066-\u2069"  # overrides, embeddings and isolates, which reorder what follows ("Trojan Source")
    "\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"  # other invisible format characters, and noncharacters
    "\U000e0000-\U000e007f"  # tags, which repeat ASCII invisibly
    "\ud800-\udfff"  # lone surrogates: bytes of file names that are not UTF-8
    "]"
)
"""Control characters, invisible characters, and what cannot be encoded.

Joiners (U+200C, U+200D) are allowed, because scripts and emoji need them. The ranges are explicit, so that every
version of Python escapes the same.
"""

_BROKEN_BYTES = (0xDC80, 0xDCFF)
"""Surrogates that represent bytes of a file name (PEP 383)."""

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

_COLOUR = re.compile(r"(\x1b\[[0-9;]*m|\n)")
"""The escape sequences and line breaks that a coloured report may have."""


class SafeText(str):
    """Text that is ready to print: escaped, with our own colours and line breaks.

    An f-string makes a plain `str` of it, which is escaped again when printed: a mistake is visible and harmless.
    """

    __slots__ = ()


def escaped(text: str) -> str:
    r"""Return the text on one line with `\x1b`, `\u202e` and the like in place of control characters.

    A byte of a file name that is not UTF-8 becomes `\xff`.
    """
    return text if text.isascii() and text.isprintable() else STEERING.sub(_escape, text)


def line(*parts: str) -> SafeText:
    """Return the parts as one line; parts that are not SafeText are escaped."""
    return SafeText("".join(part if isinstance(part, SafeText) else escaped(part) for part in parts))


def block(*parts: str) -> SafeText:
    """Return the parts as text of several lines, each escaped."""
    return SafeText("\n".join(line(row) for row in "".join(parts).split("\n")))


def blanked(text: str) -> SafeText:
    """Return the text with U+FFFD in place of each control character except tabs, so that columns do not change."""
    return SafeText(STEERING.sub(lambda found: found[0] if found[0] == "\t" else "\N{REPLACEMENT CHARACTER}", text))


def report_again(text: str) -> SafeText:
    """Return a stored coloured report with its colours and line breaks; everything else is escaped."""
    parts = _COLOUR.split(text)
    return SafeText("".join(part if index % 2 else escaped(part) for index, part in enumerate(parts)))


def json_text(data: Any) -> SafeText:
    r"""Return the data as indented JSON, with escapes in place of control characters.

    Bytes of file names that are not UTF-8 become the four characters `\xff`, because a lone surrogate is not valid JSON
    text.
    """
    import json

    text = json.dumps(data, ensure_ascii=False, indent=2)
    return SafeText("\n".join(STEERING.sub(_json_escape, row) for row in text.split("\n")))


def csv_text(rows: Iterable[Iterable[object]], line_end: str) -> SafeText:
    """Return the rows as CSV with commas (RFC 4180) in which no cell is a formula.

    A spreadsheet splits a file at the list separator of its user's language: a semicolon in most of Europe, sometimes a
    tab. It then reads quotes differently, so that quoting protects only readers of commas. Therefore the guard is added
    wherever a cell can begin for any of them.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=line_end)
    quoting = csv.writer(text, lineterminator=line_end, quoting=csv.QUOTE_ALL)
    for row in rows:
        cells = [_guarded(STEERING.sub(_cell_escape, str(cell))) for cell in row]
        (quoting if any(_SPLITS.search(cell) for cell in cells) else writer).writerow(cells)
    return SafeText(text.getvalue())


_SPLITS = re.compile(r"[;\t\r\n]")
"""What divides a cell for readers of semicolons or tabs: then the whole row is quoted."""

_FORMULA = re.compile(
    r"""
    (?P<begin> \A | [;\t\r\n] )         # where a cell begins for a reader of commas, semicolons or tabs
    (?P<before> (?: [^\S\t\r\n] | ["'] )* )  # blanks and quotes, which some readers drop
    (?! [+-]?[0-9]+ (?:[.,][0-9]+)? (?: \Z | [;\t\r\n] ) )  # a plain number stays a number
    (?P<sign> [=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b] )  # what begins a formula, also wide or small
    """,
    re.VERBOSE,
)


def _guarded(cell: str) -> str:
    """Return the cell with an apostrophe, which means "this is text", before anything that may be read as a formula.

    It is also added before a leading tab or line break, which a spreadsheet may drop (OWASP, "CSV injection").
    """
    guarded = _FORMULA.sub(r"\g<begin>'\g<before>\g<sign>", cell)
    return f"'{guarded}" if guarded.startswith(("\t", "\r", "\n")) else guarded


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    number = ord(char)
    if _BROKEN_BYTES[0] <= number <= _BROKEN_BYTES[1]:
        return f"\\x{number - 0xDC00:02x}"
    if char in _NAMED:
        return _NAMED[char]
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _json_escape(found: re.Match[str]) -> str:
    """Return a JSON escape; json has already escaped C0 controls."""
    number = ord(found[0])
    if 0xD800 <= number <= 0xDFFF:
        return "\\" + _escape(found)
    if number < 0x10000:
        return f"\\u{number:04x}"
    return "".join(f"\\u{unit:04x}" for unit in (0xD800 + (number - 0x10000 >> 10), 0xDC00 + (number & 0x3FF)))


def _cell_escape(found: re.Match[str]) -> str:
    return found[0] if found[0] in _NAMED else _escape(found)


# Names of files, derived from the names of rows: the same on every system, and unique.

LONGEST_NAME = 60
"""The maximum length of a file name, in characters."""

MOST_DIGITS = 6
"""The maximum number of digits that zeros fill."""

_PLAIN = {"BLACK", "WHITE", "SUIT", "SYMBOL", "SIGN", "SMALL", "LETTER", "CAPITAL", "LATIN"}


def file_names(rows: Iterable[str]) -> tuple[str, ...]:
    """Return a unique name for each row: lower-case letters and digits joined by hyphens, numbered if equal.

    Numbers have as many digits as the largest one in their place, so that a folder lists them in order.
    """
    plain_names = _aligned([file_name(row) for row in rows])
    digits = {name: len(str(count)) for name, count in Counter(plain_names).items()}
    taken: set[str] = set()
    names = []
    for plain in plain_names:
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}-{number:0{digits[plain]}}", number + 1
        taken.add(name)
        names.append(name)
    return tuple(names)


def _aligned(names: Sequence[str]) -> list[str]:
    """Return the names with zeros before their numbers; only names that differ in nothing but numbers are aligned."""
    widths: dict[tuple[str, int], int] = {}
    split = [re.split("([0-9]+)", name) for name in names]
    keys = ["0".join(words[::2]) for words in split]
    for key, words in zip(keys, split, strict=True):
        for place, number in enumerate(words[1::2]):
            widths[key, place] = max(widths.get((key, place), 0), len(number))
    for key, words in zip(keys, split, strict=True):
        words[1::2] = [number.zfill(min(widths[key, place], MOST_DIGITS)) for place, number in enumerate(words[1::2])]
    return ["".join(words) for words in split]


def file_name(text: str) -> str:
    """Return the text as the name of a file: `8♠` becomes `8-spade`, `Łódź` becomes `lodz`."""
    words = "".join(map(_spelled, unicodedata.normalize("NFKD", text.casefold())))
    return "-".join(re.findall("[a-z0-9]+", words))[:LONGEST_NAME].strip("-") or "row"


def _spelled(char: str) -> str:
    """Return an ASCII character itself, nothing for an accent, and otherwise words of the character's Unicode name."""
    if char.isascii():
        return char
    if unicodedata.combining(char):
        return ""
    name, _, _ = unicodedata.name(char, "").partition(" WITH ")
    spelled = "-".join(word for word in name.split() if word not in _PLAIN).lower()
    return spelled if unicodedata.category(char)[0] == "L" else f"-{spelled}-"
