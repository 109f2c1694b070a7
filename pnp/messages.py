"""How messages write numbers, lists and quoted names; "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

# Did you mean …: the known word nearest to one that is not known.

LONGEST = 100
"""Characters of a word above which nobody has mistyped another one."""


NEAR, SURE = 0.6, 0.75
"""How much of a word is alike, from 0 to 1, where one may be meant for the other, and where it can't be much else."""

FEW, INITIAL = 3, 0.1
"""How many of the words most alike are looked at once more, and what the same first letter counts there."""


COMPARING = 3_000_000
"""Steps that all searches for a near word have while one game is read and checked: about a second. Past them none is
found. Comparing two words takes a step for each letter, and one for each pair of letters where many are the same."""


class _Steps:
    """The steps that are left of `COMPARING`."""

    left = COMPARING


def renew_comparisons() -> None:
    """Give searches for a near word all their steps: another game is read."""
    _Steps.left = COMPARING


def nearest(word: str, candidates: Iterable[str], alike: float = NEAR) -> str | None:
    """The candidate most like `word`, letter case aside; None where none is near, or too many were compared before.

    Hardly anybody mistypes the first letter: of two that are about as like it, it is the one that begins as it does.
    """
    if len(word) > LONGEST or _Steps.left <= 0:
        return None
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.casefold(), candidate)
    typed = word.casefold()
    found = _close_matches(typed, folded, alike)
    return folded[max(found, key=lambda each: _likeness(typed, each))] if found else None


def _close_matches(typed: str, words: Iterable[str], alike: float) -> list[str]:
    """The few of the words that are most alike, as `difflib.get_close_matches` finds them, within the steps left."""
    from difflib import SequenceMatcher
    from heapq import nlargest

    matcher, found = SequenceMatcher(b=typed), list[tuple[float, str]]()
    for word in words:
        _Steps.left -= 1
        if _Steps.left <= 0:
            break
        matcher.set_seq1(word)
        if len(word) > LONGEST or matcher.real_quick_ratio() < alike:
            continue
        _Steps.left -= len(typed) + len(word)
        if matcher.quick_ratio() < alike:
            continue
        _Steps.left -= len(typed) * len(word)
        if matcher.ratio() >= alike:
            found.append((matcher.ratio(), word))
    return [word for _, word in nlargest(FEW, found)]


def _likeness(typed: str, word: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, word, typed).ratio() + (INITIAL if word[:1] == typed[:1] else 0.0)


def folded(name: str) -> str:
    """How names are compared where the way they are written does not matter: case, blanks, - and _ aside."""
    return "".join(name.replace("-", " ").replace("_", " ").split()).casefold()


def same(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that is `name` written in another way; None where there is none, or more than one."""
    found = _by_folding(tuple(candidates)).get(folded(name), ())
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=64)
def _by_folding(names: tuple[str, ...]) -> dict[str, list[str]]:
    """The names by how they are compared; cached, for thousands of rows may each name an icon."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(folded(name), []).append(name)
    return found


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The hint that names the candidate most like `word`; None where none is near."""
    found = nearest(word, candidates)
    return f"did you mean '{found}'?" if found is not None else None


# Lists, ways and numbers as a designer reads them.

LONGEST_WAY = 12
"""How many places of a way a message shows at most."""

LONGEST_LIST = 4
"""How many names a message shows at most."""


def some(names: Sequence[str]) -> str:
    """The first name, and how many others there are: `'Pier' and 2 other places`."""
    others = len(names) - 1
    return f"'{names[0]}'" + (f" and {many(others, 'other place')}" if others else "")


def listed(names: Sequence[str], thing: str = "other") -> str:
    """The first names, and how many others there are: `'Pier', 'Gate' and 'Yard'`."""
    shown = [f"'{name}'" for name in names[:LONGEST_LIST]]
    rest = len(names) - len(shown)
    last = many(rest, thing) if rest else shown.pop() if len(shown) > 1 else ""
    return f"{', '.join(shown)} and {last}" if last else shown[0]


def way(names: Sequence[str]) -> str:
    """The places of a way in turn, the middle of a long one left out."""
    half = LONGEST_WAY // 2
    shown = names if len(names) <= LONGEST_WAY else [*names[:half], "…", *names[-half:]]
    return " – ".join(shown)


def many(number: int, thing: str) -> str:
    """The number with the word for it: `1 move`, `2 moves`."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def decimal(number: Fraction) -> str:
    """The number with two decimals at most."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


# How values are named in messages: short, on one line, and without a character that a terminal would obey.


def shown(text: str) -> str:
    """The text in quotes, cut to a length that fits a message."""
    cut = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
    return f"'{''.join(map(_visible, cut))}'"


def series(words: Iterable[str], joint: str) -> str:
    """The words as a sentence lists them: a, b or c."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


def some_of(names: Sequence[str], most: int = 3) -> str:
    """The names as a message lists them, of many the first alone: 'a', 'b' and 7 more."""
    told = [shown(name) for name in names[: most if len(names) <= most else most - 1]]
    return series([*told, f"{len(names) - len(told)} more"] if len(told) < len(names) else told, "and")


def counted(number: int, one: str, many: str | None = None) -> str:
    """The number with its noun: 1 item, 2 items."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _visible(character: str) -> str:
    return character if character.isprintable() else " " if character in "\n\t" else f"U+{ord(character):04X}"


SHOWN = 60
"""Characters of a value that a message quotes."""
