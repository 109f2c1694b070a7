"""Where a word may be parted, by the patterns of its language."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

SOFT = "\u00ad"
"""A hyphen that shows only where a line ends at it."""

_WORD = re.compile(r"[^\W\d_]{5,}")
_LEAST_BEFORE, _LEAST_AFTER = 2, 3


def languages() -> tuple[str, ...]:
    """The codes of the languages whose words can be parted, such as `en` and `en-GB`."""
    import pyphen

    return tuple(sorted(code.replace("_", "-") for code in pyphen.LANGUAGES))


def knows(language: str) -> bool:
    """Whether words of the language can be parted; of `de-LI` where there is but `de` too."""
    import pyphen

    return pyphen.language_fallback(language) is not None


@lru_cache(maxsize=4096)
def hyphenated(text: str, language: str) -> str:
    """The text with soft hyphens where its words may be parted; as it is where the language is not known."""
    return _WORD.sub(lambda word: _parted(word[0], language), text) if knows(language) else text


def _parted(word: str, language: str) -> str:
    """The word with soft hyphens; places where its spelling would change are passed over."""
    places = [place for place in _patterns(language).positions(word.lower()) if place.data is None]
    for place in sorted(places, reverse=True):
        word = f"{word[:place]}{SOFT}{word[place:]}"
    return word


@cache
def _patterns(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language, left=_LEAST_BEFORE, right=_LEAST_AFTER)
