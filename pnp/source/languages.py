"""Replace texts keyed by language with the text in one language; report missing translations."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import ERROR, Fault, OtherLanguage, Span
from pnp.messages import series
from pnp.source.tree import Listing, Mark, Node, Value
from pnp.source.tree import Mapping as SourceMapping

Thing = TypeVar("Thing")

CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
"""A language code: `en`, `pt-BR`, `es-419`."""


class Languages(Struct, frozen=True):
    """The language to print, the fallback for texts without it, and the languages that the pack lists."""

    chosen: str = "en"
    default: str = "en"
    wanted: tuple[str, ...] = ()

    def pick(self, texts: Mapping[str, Thing]) -> str:
        """Return the language to use of those in `texts`, which must not be empty.

        It is the chosen one, else the default, else the first.
        """
        return next((code for code in (self.chosen, self.default) if code in texts), next(iter(texts)))

    def knows(self, value: Value) -> bool:
        """Whether a value of unknown type is a text keyed by language: at least one key is a language of the game."""
        own = (self.chosen, self.default, *self.wanted)
        return is_keyed(value) and any(code in own for code in value)  # type: ignore[union-attr]

    def lacking(self, given: Sequence[str]) -> tuple[str, ...]:
        """Return the required languages that are not in `given`: the default, which has no fallback, and the wanted."""
        return tuple(code for code in dict.fromkeys((self.default, *self.wanted)) if code not in given)

    def missing(self, span: Span, given: Sequence[str]) -> Fault | None:
        """Return the fault of a text that lacks a required language; None if it has all of them.

        A missing default language is an error, because another language would be printed in its place.
        """
        lacking = self.lacking(given)
        if not lacking:
            return None
        codes = series([f"'{code}'" for code in lacking], "or")
        hint = f"key it by language, with {', '.join(f'{code}: …' for code in lacking)}"
        unknown = [code for code in given if self.wanted and code not in (self.default, *self.wanted)]
        strange = [f"'{code}'" for code in unknown]
        if len(unknown) == len(lacking) == 1 and (meant := meant_code(unknown[0], lacking)):
            hint = f"did you mean '{meant}'? '{unknown[0]}' is none of the pack's languages"
        elif strange:
            hint += f"; {series(strange, 'and')} {'is' if len(strange) == 1 else 'are'} none of the pack's languages"
        cause = OtherLanguage(lacking[0], unknown[0]) if len(unknown) == len(lacking) == 1 else None
        severity = ERROR if self.default in lacking else None
        return Fault(span, f"there is no text in {codes}", hint, severity, cause=cause)


def read_languages(root: Node, asked: str | None = None) -> Languages:
    """Return the languages of the pack in `root`; `asked` is the language to print (default: the pack's)."""
    value = root.get("language")
    default = value.text if value else "en"
    return Languages(asked or default, default, tuple(node.text for node in root.list("languages")))


def meant_code(code: str, known: Iterable[str]) -> str | None:
    """Return the only one of the known language codes that a mistyped one is like: `dt`, `ed` and `ger` for `de`."""
    name = LANGUAGE_NAMES.get(code, code)
    like = [
        each for each in known if sorted(each) == sorted(name) or any(a == b for a, b in zip(each, name, strict=False))
    ]
    return like[0] if len(like) == 1 else None


def is_keyed(value: Value) -> bool:
    """Whether a value may be a text keyed by language: `{en: Harbour, de: Hafen}`."""
    return (
        isinstance(value, SourceMapping)
        and bool(value)
        and all(CODE.fullmatch(key) and isinstance(text, str) for key, text in value.items())
    )


Places = Mapping[str, "Places"]
"""The positions of keyed texts as a tree of keys. `*` is any key or item; an empty mapping marks a text, and so does
`""` a value that is either a text or has texts below.
"""

TEXT: Places = {}
DEEP: dict[str, Places] = {}
DEEP["*"] = DEEP  # refers to itself: texts at any depth below
_LAYER: dict[str, Places] = {"text": TEXT}
_LAYER["group"] = {"*": _LAYER}

PLACES: dict[str, Places] = {
    "component": {"name": TEXT, "stock": TEXT, "steps": {"*": TEXT}, "rows": {"*": {"*": DEEP}}},
    "icons": {"icons": {"*": {"label": TEXT}}},
    "pack": {
        "title": TEXT,
        "summary": TEXT,
        "credit": {"line": TEXT, "source": TEXT, "changes": TEXT},
        "licence": {"": TEXT, "name": TEXT},
        "components": {"*": {"name": TEXT, "skip": TEXT}},
    },
    "table": {"name": TEXT, "things": {"*": {"name": TEXT}}},
    "template": {"layers": {"*": _LAYER}},
    "theme": {"keywords": {"*": {"words": TEXT, "text": TEXT}}},
}
"""By kind of document, the positions of the texts that may be keyed by language."""


def in_language(root: Node, kind: str, languages: Languages) -> tuple[Node, tuple[Fault, ...]]:
    """Return the document with each text in the chosen language, and a fault for each text that lacks a language."""
    places = PLACES.get(kind)
    if not places:
        return root, ()
    chooser = _LanguageChooser(root.file, languages)
    value, _ = chooser.choose(root.value, root.mark, places)
    if kind == "component":
        chooser.faults += _untranslated_rows(root, languages)
    if kind == "theme":
        chooser.faults += _untranslated_keywords(root, languages)
    return replace(root, value=value), tuple(chooser.faults)


class _LanguageChooser:
    """Chooses the texts of one document. Parts without keyed texts are shared with the original, not copied."""

    def __init__(self, file: str, languages: Languages) -> None:
        self.file, self.languages = file, languages
        self.faults: list[Fault] = []

    def choose(self, value: Value, mark: Mark, places: Places) -> tuple[Value, Mark]:
        """Return the value in the chosen language and its mark."""
        may_be_text = not places or "" in places
        keyed = self.languages.knows(value) if places is DEEP else may_be_text and is_keyed(value)
        if keyed and isinstance(value, SourceMapping):
            return self._chosen(value, mark)
        match value:
            case SourceMapping():
                return self._mapping(value, places), mark
            case Listing() if "*" in places:
                return self._listing(value, places["*"]), mark
            case _:
                return value, mark

    def _chosen(self, texts: SourceMapping, mark: Mark) -> tuple[Value, Mark]:
        fault = self.languages.missing(Span(self.file, *mark), tuple(texts))
        if fault and not texts.lost:  # one that was taken out was meant for it
            self.faults.append(fault)
        code = self.languages.pick(texts)
        return texts[code], texts.marks[code]

    def _mapping(self, value: SourceMapping, places: Places) -> SourceMapping:
        copy = SourceMapping()
        copy.key_marks, copy.lost = value.key_marks, value.lost
        for key, item in value.items():
            below = places.get(key, places.get("*"))
            mark = value.marks[key]
            copy[key], copy.marks[key] = (item, mark) if below is None else self.choose(item, mark, below)
        return value if all(copy[key] is value[key] for key in value) else copy

    def _listing(self, value: Listing, places: Places) -> Listing:
        copy = Listing()
        for item, mark in zip(value, value.marks, strict=True):
            text, where = self.choose(item, mark, places)
            copy.append(text)
            copy.marks.append(where)
        return value if all(new is old for new, old in zip(copy, value, strict=True)) else copy


def _untranslated_rows(root: Node, languages: Languages) -> Iterator[Fault]:
    """Yield a fault for each text of a row that is not keyed by language although other rows key the same field."""
    own = (languages.default,)
    if not languages.lacking(own):
        return
    rows = [row for row in root.list("rows") if isinstance(row.value, SourceMapping)]
    keyed = {key for row in rows for key, value in row.mapping.items() if languages.knows(value)}
    for row in rows:
        for key, value in row.items():
            if key.text in keyed and isinstance(value.value, str) and value.value:
                fault = languages.missing(value.span, own)
                if fault:
                    yield fault


LETTERS = re.compile(r"[^\W\d_]{2}")
"""A word, unlike `+1` and `×`, differs between languages."""


def _untranslated_keywords(root: Node, languages: Languages) -> Iterator[Fault]:
    """Yield a fault for each keyword that prints the same words in all languages, in place of the text's own."""
    own = (languages.default,)
    keywords = root.get("keywords") if languages.lacking(own) else None
    for _, keyword in keywords.items() if keywords else ():
        text = keyword.get("text")
        if text and isinstance(text.value, str) and LETTERS.search(text.value):
            fault = languages.missing(text.span, own)
            if fault:
                yield fault


_COMMA = {
    *("bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr"),
    *("gl", "hr", "hu", "id", "is", "it", "lt", "lv", "nb", "nl", "nn", "no"),
    *("pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi"),
}
_POINT = frozenset(
    ("de-CH", "de-LI", "es-MX", "es-US", "es-419", "es-GT", "es-HN", "es-NI", "es-PA", "es-PR", "es-SV", "it-CH")
)


def decimal_mark(language: str) -> str:
    """Return the decimal mark of a language, after the Unicode CLDR."""
    return "," if language.partition("-")[0] in _COMMA and language not in _POINT else "."


LANGUAGE_NAMES = {
    "english": "en",
    "german": "de",
    "deutsch": "de",
    "french": "fr",
    "français": "fr",
    "spanish": "es",
    "español": "es",
    "italian": "it",
    "italiano": "it",
    "dutch": "nl",
    "nederlands": "nl",
    "polish": "pl",
    "polski": "pl",
    "portuguese": "pt",
    "português": "pt",
    "czech": "cs",
    "danish": "da",
    "swedish": "sv",
}
"""The codes of languages by their names, which hints know."""

COMMON_CODES = (_COMMA | {*LANGUAGE_NAMES.values()}) - {"id", "is", "no"}
"""Codes of languages that are hardly used as other keys."""
