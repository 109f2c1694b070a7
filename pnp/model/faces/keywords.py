"""Keywords of a theme: words that are styled or replaced by icons wherever they are in a text."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct

from pnp.model.reference import Ref

MARKUP = r"\]\{\.[^{}\n]*\}"
"""A regular expression for the end of a styled text, in which no keyword is looked for."""

_MARKS = re.compile(r"[\\*\[\]]")
"""Characters of markup, to be printed as they are in a keyword."""

BRACED = re.compile(r"(?<!\\)\{[^{}\n]{1,20}\}")
"""A word in braces, which is usually meant to be a keyword such as `{T}`."""


class Keyword(Struct, frozen=True):
    """A keyword: the words to look for, and what is printed in their place.

    `words` are separated by commas; without them, the name of the keyword is looked for. The words get the `style`. An
    `icon` replaces them, a `text` too; if there are both, the text follows the icon.
    """

    name: Ref
    words: Ref | None = None
    style: Ref | None = None
    icon: Ref | None = None
    text: Ref | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """The words to look for."""
        if self.words is None:
            return (self.name.name,)
        return tuple(dict.fromkeys(form for part in self.words.name.split(",") if (form := part.strip())))

    def markup(self, word: str, place: str) -> str:
        """Return what is printed for the keyword, found as `word`, as a text with markup; `place` is for its icon."""
        text = place if self.icon else _MARKS.sub(r"\\\g<0>", word)
        if self.text:
            text = f"{text}\u00a0{self.text.name}" if self.icon else self.text.name
        return f"[{text}]{{.{self.style.name}}}" if self.style else text


class KeywordIndex(Struct, frozen=True, eq=False):
    """The keywords of a game by the words to look for, with the pattern that finds them in a text."""

    pattern: re.Pattern[str]
    keywords: Mapping[str, Keyword]

    def applied(self, text: str, replaced: Callable[[Keyword, str], str]) -> str:
        """Return the text with each keyword replaced by the result of `replaced` for it and the word found.

        A backslash before a keyword keeps the word as it is, and is removed.
        """

        def found(match: re.Match[str]) -> str:
            word = match["word"]
            if word is None:
                return match[0]
            if match[0] != word:
                return word
            return replaced(self.keywords[_straight(word)], word)

        return self.pattern.sub(found, text)

    def within(self, text: str) -> set[str]:
        """Return the names of the keywords in a text."""
        words = (match["word"] for match in self.pattern.finditer(text))
        return {self.keywords[_straight(word)].name.name for word in words if word}


def index_keywords(keywords: Iterable[Keyword]) -> KeywordIndex | None:
    """Return the index of these keywords; None if there are none. Of two with the same word, the later one counts."""
    by_word = {_straight(form): keyword for keyword in keywords for form in keyword.forms}
    if not by_word:
        return None
    starts: dict[str, list[str]] = {}
    for word in sorted(by_word, key=lambda word: (-len(word), word)):  # the longest first: 'First strike', 'First'
        starts.setdefault(word[0], []).append(word)
    branches = (f"{_quoted(start)}(?:{'|'.join(_rest(word) for word in words)})" for start, words in starts.items())
    pattern = re.compile(rf"{MARKUP}|\\?(?P<word>(?:{'|'.join(branches)}))")
    return KeywordIndex(pattern, by_word)


def unknown_in(text: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the words in braces in the text that are none of the `known` words."""
    return tuple(
        dict.fromkeys(
            word for word in BRACED.findall(text) if word not in known and not word.startswith(("{.", "{icon:"))
        )
    )


def _rest(word: str) -> str:
    """Return the pattern of a word after its first character, so that only whole words are found."""
    before = rf"(?<!\w{_quoted(word[0])})" if _is_letter(word[0]) else ""
    after = r"(?!\w)" if _is_letter(word[-1]) else ""
    return f"{before}{''.join(map(_quoted, word[1:]))}{after}"


def _quoted(char: str) -> str:
    return "['’]" if char == "'" else re.escape(char)


def _straight(word: str) -> str:
    return word.replace("’", "'")


def _is_letter(char: str) -> bool:
    return char.isalnum() or char == "_"
