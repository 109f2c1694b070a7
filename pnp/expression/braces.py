"""A text with bindings, taken apart: `{expression}`, `{icon:name}`, and `{{` and `}}` for the braces themselves."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.expression.errors import ExpressionError
from pnp.expression.expression import parse
from pnp.expression.limits import LONGEST_TEMPLATE
from pnp.expression.show import clipped
from pnp.expression.template import Binding, Mark, Part, Template
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = re.compile(r"[^{}]+")
_INSIDE = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}]""", re.DOTALL)
_MARK = re.compile(r"\s*([^\W\d][\w-]*):")
_MARKS = ("icon",)


@lru_cache(maxsize=4096)
def parse_template(text: str) -> Template:
    """The template that the text spells; raises ExpressionError with a place in the text."""
    if len(text) > LONGEST_TEMPLATE:
        message = f"the text is longer than {LONGEST_TEMPLATE:,} characters"
        raise ExpressionError(message, "split it over several layers", 0, len(text))
    return Template(text, tuple(_joined(_parts(text, 0, len(text)))))


def _parts(text: str, position: int, stop: int) -> Iterator[Part]:
    while position < stop:
        if plain := _PLAIN.match(text, position, stop):
            yield plain.group()
            position = plain.end()
        elif text.startswith(("{{", "}}"), position, stop):
            yield text[position]
            position += 2
        elif text[position] == "}":
            raise ExpressionError("'}' closes nothing", "write '}}' to print a brace", position, position + 1)
        else:
            closing = _closing(text, position, stop)
            yield _braced(text, position, closing)
            position = closing + 1


def _closing(text: str, opening: int, stop: int) -> int:
    """Where the brace that opens there is closed; braces in quotes do not count."""
    depth = 0
    for match in _INSIDE.finditer(text, opening, stop):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if not depth:
            return match.start()
    raise ExpressionError(
        "'{' is never closed", "close it with '}', or write '{{' to print a brace", opening, opening + 1
    )


def _braced(text: str, opening: int, closing: int) -> Part:
    mark = _MARK.match(text, opening + 1, closing)
    return _mark(text, opening, closing, mark) if mark else _binding(text, opening + 1, closing)


def _binding(text: str, start: int, end: int) -> Binding:
    try:
        return Binding(parse(text[start:end]), start)
    except ExpressionError as error:
        raise error.moved(start) from None


def _mark(text: str, opening: int, closing: int, mark: re.Match[str]) -> Mark:
    if mark[1] not in _MARKS:
        hint = did_you_mean(mark[1], _MARKS) or "icons are written {icon:name}; text(n, 2) prints two decimal places"
        raise ExpressionError(f"'{clipped(mark[1])}:' is no mark", hint, mark.start(1), mark.end())
    parts = tuple(_joined(_parts(text, mark.end(), closing)))
    for part in parts:
        if isinstance(part, Mark):
            raise ExpressionError("a mark cannot stand in another", None, part.start, part.end)
    if not parts or (all(isinstance(part, str) and not part.strip() for part in parts)):
        raise ExpressionError("the icon has no name", "icons are written {icon:name}", opening, closing + 1)
    return Mark(tuple(part for part in parts if not isinstance(part, Mark)), opening, closing + 1)


def _joined(parts: Iterator[Part]) -> Iterator[Part]:
    """The parts, with neighbouring plain texts made one."""
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        if text:
            yield text
        text = ""
        yield part
    if text:
        yield text
