"""Words as a designer types them, as pieces to set: marks made typographic, lists and bold found, words parted."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.hyphens import SOFT, hyphenated
from pnp.scene.markup import parse_markup
from pnp.scene.text import Bullet, Run
from pnp.scene.typography import typographic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.scene.text import Piece

BULLET = "•"

_ITEM = "\ue000"
"""What stands for the beginning of an item while markup is read; nobody types it."""

_BULLETED = re.compile(r"^[ \t]*[-•][ \t]+(?=\S)", re.MULTILINE)
_NUMBERED = re.compile(r"^[ \t]*(\d{1,3}\.)[ \t]+(?=\S)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Manner:
    """How words are taken: in which language; `verbatim`, just as they stand; parted by the patterns of `hyphenate`."""

    language: str = "en"
    verbatim: bool = False
    hyphenate: str | None = None


@lru_cache(maxsize=4096)
def prose(text: str, manner: Manner) -> tuple[Run | Bullet, ...]:
    """The runs of the text, and where its lists have an item.

    A line that begins with `- ` is an item, and so are lines that begin with `1. ` where there are two or more.
    """
    if manner.verbatim:
        return (Run(text),) if text else ()
    marked, markers = _listed(typographic(text.replace(_ITEM, ""), manner.language))
    runs = parse_markup(marked)
    if manner.hyphenate:
        runs = tuple(replace(run, text=hyphenated(run.text, manner.hyphenate)) for run in runs)
    return tuple(_with_items(runs, iter(markers)))


def plain(pieces: Iterable[Piece]) -> str:
    """The words of the pieces in one line."""
    return " ".join("".join(piece.text for piece in pieces if isinstance(piece, Run)).replace(SOFT, "").split())


def _listed(text: str) -> tuple[str, list[str]]:
    """The text with a sign for the beginning of each item, and what is to be printed there."""
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
