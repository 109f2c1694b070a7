"""Text to tokens: numbers, texts in quotes, words and symbols, each with its place."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from pnp.expression.errors import ExpressionError, Refusal
from pnp.expression.show import clipped
from pnp.expression.values import Value, normal

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["number", "text", "word", "symbol", "end"]


class Token(NamedTuple):
    """The smallest piece of an expression: its spelling, and the value that a number or a quoted text stands for."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Value = None


SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "/", "−": "-"}
"""Signs as they are printed, and how a keyboard writes them."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>[0-9][\w.]*)
      | (?P<absent>not\s+in\b)
      | (?P<word>[^\W\d]\w*)
      | (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<symbol>\*\*|//|==|!=|<=|>=|[-+*/%<>()\[\],.≤≥≠×÷−])""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"\\": "\\", "'": "'", '"': '"', "n": "\n"}

_STRANGE = {
    "=": "write '==' to compare",
    "&": "write 'and'",
    "|": "write 'or'",
    "!": "write 'not', or '!=' for unequal",
    "^": "write '**' for a power",
    ":": "there are no slices and no mappings; write 'a if condition else b' to choose",
    "?": "write 'a if condition else b' to choose",
    "{": "lists stand in square brackets",
    "}": "lists stand in square brackets",
    ";": "one expression stands alone",
    "$": "a name stands without '$'",
    "#": "a name stands without '#'",
    **dict.fromkeys("‘’“”„«»´`", "write straight quotes: ' or \""),
}


def tokens(text: str) -> Iterator[Token]:
    """The tokens of the text, an end token last; raises ExpressionError where something is no token."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _stranger(text, position)
        start, position = position, match.end()
        if match.lastgroup != "space":
            yield _token(match, start)
    yield Token("end", "", len(text), len(text))


def _token(match: re.Match[str], start: int) -> Token:
    spelling, end = match.group(), match.end()
    match match.lastgroup:
        case "number":
            return Token("number", spelling, start, end, _number(spelling, start))
        case "text":
            return Token("text", spelling, start, end, _unescaped(spelling, start))
        case "word":
            return _word(spelling, start)
        case "absent":
            return Token("symbol", "not in", start, end)
        case _:
            return Token("symbol", SAME.get(spelling, spelling), start, end)


def _number(spelling: str, start: int) -> Value:
    if not _NUMBER.fullmatch(spelling):
        hint = "write digits with at most one point, and '*' to multiply"
        raise ExpressionError(f"'{clipped(spelling)}' is no number", hint, start, start + len(spelling))
    try:
        return normal(Fraction(spelling) if "." in spelling else int(spelling))
    except Refusal as refusal:
        raise refusal.at(start, start + len(spelling)) from None


def _word(spelling: str, start: int) -> Token:
    end = start + len(spelling)
    if spelling.startswith("_"):
        raise ExpressionError(
            f"'{clipped(spelling)}' is not part of the language", "names begin with a letter", start, end
        )
    return Token("word", spelling, start, end)


def _unescaped(quoted: str, start: int) -> str:
    def plain(escape: re.Match[str]) -> str:
        if escape[1] not in _ESCAPED:
            place = start + 1 + escape.start()
            hint = "write '\\\\' for a backslash"
            raise ExpressionError(f"'{escape[0]}' stands for nothing in a text", hint, place, place + 2)
        return _ESCAPED[escape[1]]

    return _ESCAPE.sub(plain, quoted[1:-1])


def _stranger(text: str, position: int) -> ExpressionError:
    character = text[position]
    if character in "'\"":
        message, hint = "the text that begins here has no closing quote", f"close it with {character}"
        return ExpressionError(message, hint, position, len(text))
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    hint = _STRANGE.get(character, "quote it where it is part of a text")
    return ExpressionError(f"'{shown}' is not part of the language", hint, position, position + 1)
