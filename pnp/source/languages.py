"""Texts keyed by language: a document in, the same with one language chosen, and what is missing, out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import ERROR, Fault, Span
from pnp.messages import series
from pnp.source.tree import Listing, Mark, Node, Value
from pnp.source.tree import Mapping as SourceMapping

Thing = TypeVar("Thing")

CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
"""A language: `en`, `pt-BR`."""


class Languages(Struct, frozen=True):
    """The language that is chosen, the one that stands in where a text lacks it, and all those that are wanted."""

    chosen: str = "en"
    default: str = "en"
    wanted: tuple[str, ...] = ()

    def pick(self, texts: Mapping[str, Thing]) -> str:
        """The language to take of those in which a text is given, of which there must be one."""
        return next((code for code in (self.chosen, self.default) if code in texts), next(iter(texts)))

    def knows(self, value: Value) -> bool:
        """Whether a value that could be anything is a text keyed by language: one of the game's own is a key."""
        own = (self.chosen, self.default, *self.wanted)
        return is_keyed(value) and any(code in own for code in value)  # type: ignore[union-attr]

    def lacking(self, given: Sequence[str]) -> tuple[str, ...]:
        """The languages that a text should be in and is not: the default, for which none stands in, and the wanted."""
        return tuple(code for code in dict.fromkeys((self.default, *self.wanted)) if code not in given)

    def missing(self, span: Span, given: Sequence[str]) -> Fault | None:
        """The fault of a text that is given in some languages only; None where it is in all that it should be in.

        It is an error that a text lacks the default language: another would be printed in its place.
        """
        lacking = self.lacking(given)
        if not lacking:
            return None
        codes = series([f"'{code}'" for code in lacking], "or")
        hint = f"key it by language, with {', '.join(f'{code}: …' for code in lacking)}"
        strange = [f"'{code}'" for code in given if self.wanted and code not in (self.default, *self.wanted)]
        if strange:
            hint += f"; {series(strange, 'and')} {'is' if len(strange) == 1 else 'are'} none of the pack's languages"
        return Fault(span, f"there is no text in {codes}", hint, ERROR if self.default in lacking else None)


def read_languages(root: Node, asked: str | None = None) -> Languages:
    """The languages of the pack in the document `root`, with the one that is asked for."""
    value = root.get("language")
    default = value.text if value else "en"
    return Languages(asked or default, default, tuple(node.text for node in root.list("languages")))


def is_keyed(value: Value) -> bool:
    """Whether a value may be a text keyed by language: `{en: Harbour, de: Hafen}`."""
    return (
        isinstance(value, SourceMapping)
        and bool(value)
        and all(CODE.fullmatch(key) and isinstance(text, str) for key, text in value.items())
    )


Places = Mapping[str, "Places"]
"""Where keyed texts may stand: keys and what is below each; `*` is any key or item, nothing below means here."""

TEXT: Places = {}
DEEP: dict[str, Places] = {}
DEEP["*"] = DEEP
_LAYER: dict[str, Places] = {"text": TEXT}
_LAYER["group"] = {"*": _LAYER}

PLACES: dict[str, Places] = {
    "component": {"name": TEXT, "stock": TEXT, "steps": {"*": TEXT}, "rows": {"*": {"*": DEEP}}},
    "pack": {"title": TEXT, "summary": TEXT, "components": {"*": {"name": TEXT, "skip": TEXT}}},
    "template": {"layers": {"*": _LAYER}},
}
"""By kind of document, the texts that may be keyed by language."""


def in_language(root: Node, kind: str, languages: Languages) -> tuple[Node, tuple[Fault, ...]]:
    """The document with each text in the chosen language, and a fault for each that is not in all that are wanted."""
    places = PLACES.get(kind)
    if not places:
        return root, ()
    speaking = _Speaking(root.file, languages)
    value, _ = speaking.spoken(root.value, root.mark, places)
    if kind == "component":
        speaking.faults += _left_out(root, languages)
    return replace(root, value=value), tuple(speaking.faults)


class _Speaking:
    """One document while its texts are chosen; what has none keyed stays as it was."""

    def __init__(self, file: str, languages: Languages) -> None:
        self.file, self.languages = file, languages
        self.faults: list[Fault] = []

    def spoken(self, value: Value, mark: Mark, places: Places) -> tuple[Value, Mark]:
        """The value in the chosen language, and where it stands."""
        keyed = self.languages.knows(value) if places is DEEP else not places and is_keyed(value)
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
        if fault:
            self.faults.append(fault)
        code = self.languages.pick(texts)
        return texts[code], texts.marks[code]

    def _mapping(self, value: SourceMapping, places: Places) -> SourceMapping:
        copy = SourceMapping()
        copy.key_marks, copy.lost = value.key_marks, value.lost
        for key, item in value.items():
            below = places.get(key, places.get("*"))
            mark = value.marks[key]
            copy[key], copy.marks[key] = (item, mark) if below is None else self.spoken(item, mark, below)
        return value if all(copy[key] is value[key] for key in value) else copy

    def _listing(self, value: Listing, places: Places) -> Listing:
        copy = Listing()
        for item, mark in zip(value, value.marks, strict=True):
            said, where = self.spoken(item, mark, places)
            copy.append(said)
            copy.marks.append(where)
        return value if all(new is old for new, old in zip(copy, value, strict=True)) else copy


def _left_out(root: Node, languages: Languages) -> Iterator[Fault]:
    """A fault for each text of a row that is not keyed, though other rows key that field."""
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
