"""What a text without quotes stands for: as in YAML 1.2 true, false, nothing or a number; in all other cases itself."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING

import yaml

from pnp.records import dataclass
from pnp.source.limits import DIGITS

if TYPE_CHECKING:
    from pnp.source.tree import Scalar

WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")

SURPRISES: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
"""By first character, how YAML 1.1 reads a text without quotes."""
OCTAL = re.compile(r"[-+]?0[0-9]+|0o[0-7]+")
OTHERS = {"bool": "true or false", "int": "a number", "float": "a number", "timestamp": "a date"}
YES = frozenset(("yes", "on", "true", "y"))

FIRST = frozenset(SURPRISES) | frozenset("+-.~0123456789")
"""The characters with which a text must begin to stand for anything but itself."""

LONGEST = 400
"""Characters above which a text is no number that anybody means."""


@dataclass(frozen=True, slots=True)
class BadNumber:
    """A number that can't be kept, with what is wrong with it."""

    fault: str


@lru_cache(maxsize=4096)
def read_plain(text: str) -> Scalar | BadNumber:
    """The value of a text without quotes."""
    if text[:1] not in FIRST:
        return text if text else None
    if text in WORDS:
        return WORDS[text]
    if len(text) > LONGEST:
        return BadNumber(f"it has {len(text)} digits") if text.isdigit() else text
    if WHOLE.fullmatch(text):
        return int(text) if len(text.lstrip("+-")) <= DIGITS else BadNumber(f"it has more than {DIGITS} digits")
    if DECIMAL.fullmatch(text):
        number = float(text)
        return number + 0.0 if math.isfinite(number) else BadNumber("it is too large")
    return BadNumber("it is not finite") if ENDLESS.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class Surprise:
    """A text that other readers take for `other`; `instead` is what to write where that is meant."""

    other: str
    instead: str | None


@lru_cache(maxsize=4096)
def surprise(text: str) -> Surprise | None:
    """What YAML 1.1 makes of a text without quotes; None where it reads it as text too, or as here."""
    if text[:1] not in FIRST or len(text) > LONGEST or not isinstance(read_plain(text), str):
        return None
    for tag, pattern in SURPRISES.get(text[:1], ()):
        if pattern.match(text) and tag.rpartition(":")[2] in OTHERS:
            return Surprise(OTHERS[tag.rpartition(":")[2]], _instead(text))
    return Surprise("a number", _instead(text)) if OCTAL.fullmatch(text) else None


def _instead(text: str) -> str | None:
    if text[0].isalpha():
        return "true" if text.lower() in YES else "false"
    digits = text.replace("_", "").lstrip("+")
    return (digits.lstrip("0") or "0") if digits.isdecimal() else None
