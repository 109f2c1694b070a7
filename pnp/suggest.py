"""Did you mean …: the known word nearest to one that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


LONGEST = 100
"""Characters of a word above which nobody has mistyped another one."""


NEAR, SURE = 0.6, 0.75
"""How much of a word is alike, from 0 to 1, where one may be meant for the other, and where it can't be much else."""

FEW, INITIAL = 3, 0.1
"""How many of the words most alike are looked at once more, and what the same first letter counts there."""


def nearest(word: str, candidates: Iterable[str], alike: float = NEAR) -> str | None:
    """The candidate most like `word`, letter case aside; None where none is near.

    Hardly anybody mistypes the first letter: of two that are about as like it, it is the one that begins as it does.
    """
    if len(word) > LONGEST:
        return None
    from difflib import get_close_matches

    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.casefold(), candidate)
    typed = word.casefold()
    found = get_close_matches(typed, folded, n=FEW, cutoff=alike)
    return folded[max(found, key=lambda each: _likeness(typed, each))] if found else None


def _likeness(typed: str, word: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, word, typed).ratio() + (INITIAL if word[:1] == typed[:1] else 0.0)


def folded(name: str) -> str:
    """How names are compared where the way they are written does not matter: case, blanks, - and _ aside."""
    return "".join(name.replace("-", " ").replace("_", " ").split()).casefold()


def same(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that is `name` written in another way; None where there is none, or more than one."""
    alike = folded(name)
    found = [candidate for candidate in candidates if folded(candidate) == alike]
    return found[0] if len(found) == 1 else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The hint that names the candidate most like `word`; None where none is near."""
    found = nearest(word, candidates)
    return f"did you mean '{found}'?" if found is not None else None
