"""Words of a map's requirements that name nothing on it, and what they were probably meant to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.source.words import series
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from pnp.model.game_map import GameMap
    from pnp.model.reference import Ref

MOST_PLACES = 5
"""Further lines or files with a name that a hint lists."""

MOST_HINTS = 50
"""For how many names of one map the nearest known name is looked for: each time all names are compared."""


def hint_for(known: Collection[str]) -> Callable[[str], str | None]:
    """Gives the hint for a word: the known one nearest to it, looked for a limited number of times."""
    hints: dict[str, str | None] = {}

    def hint(word: str) -> str | None:
        if word not in hints:
            hints[word] = did_you_mean(word, known) if len(hints) < MOST_HINTS else None
        return hints[word]

    return hint


def each_name_once(refs: Iterable[Ref]) -> Iterator[tuple[Ref, str | None]]:
    """The first mention of each name, and where the others are: what one name is meant to be is one question."""
    mentions: dict[str, list[Ref]] = {}
    for ref in dict.fromkeys(refs):
        mentions.setdefault(ref.name, []).append(ref)
    return ((first, _also(first, others)) for first, *others in mentions.values())


def _also(first: Ref, others: list[Ref]) -> str | None:
    here = (str(ref.span.line) for ref in others if ref.span.file == first.span.file)
    lines = [line for line in dict.fromkeys(here) if line != str(first.span.line)]
    files = dict.fromkeys(ref.span.file for ref in others if ref.span.file != first.span.file)
    places = [f"on {'line' if len(lines) == 1 else 'lines'} {_first_few(lines)}"] if lines else []
    places += [f"in {_first_few(list(files))}"] if files else []
    return f"also {' and '.join(places)}" if places else None


def _first_few(words: list[str]) -> str:
    more = len(words) - MOST_PLACES
    return series(words if more <= 0 else [*words[:MOST_PLACES], f"{more} more"], "and")


def way_out(*words: str | None) -> str | None:
    """The hint that is made of those words which are there."""
    return "; ".join(filter(None, words)) or None


def on_map(game_map: GameMap, ref: Ref) -> str:
    """The words that name the map where the reference stands in another document, which other maps keep too."""
    return "" if ref.span.file == game_map.span.file else f" on '{game_map.id}'"
