"""Numbers, lists and quoted names in messages; "did you mean"; what is refused because it does not exist."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

# Did you mean …: the known word that is most similar to an unknown one.

LONGEST = 100
"""Maximum length of a word for which similar ones are searched."""


NEAR, SURE = 0.6, 0.75
"""Minimum similarity, from 0 to 1, of a word that may be meant, and of one that is almost certainly meant."""

FEW, INITIAL = 3, 0.1
"""How many of the most similar words are compared again, and the bonus there for the same first letter."""


COMPARING = 1_000_000
"""Steps of all searches for similar words while one game is read and checked: a third of a second.

Beyond that none is found. Comparing two words takes a step per letter, and one per pair of letters if many are equal.
"""


class _Steps:
    """The remaining steps of `COMPARING`."""

    left = COMPARING


def renew_comparisons() -> None:
    """Reset the steps of searches for similar words, before another game is read."""
    _Steps.left = COMPARING


_FIRST_WORD = re.compile(r"(\w{3,})(?:[- ]size|[- ]sized|[- ]cards?)\b")


def nearest(word: str, candidates: Iterable[str], alike: float = NEAR) -> str | None:
    """Return the candidate most similar to `word`, ignoring case; None if none is similar, or if the steps are used up.

    The first letter is rarely mistyped: of about equally similar candidates, one with the same first letter is
    preferred.
    """
    if len(word) > LONGEST or _Steps.left <= 0:
        return None
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.casefold(), candidate)
    typed = word.casefold()
    first = _FIRST_WORD.match(typed)
    if first and first[1] in folded and typed not in folded:  # poker-size, poker cards
        return folded[first[1]]
    found = _close_matches(typed, folded, alike) or _with_word(typed, folded)
    return folded[max(found, key=lambda each: _likeness(typed, each))] if found else None


def _with_word(typed: str, words: Iterable[str]) -> list[str]:
    """Return the one candidate that has the typed word among its words, or the same words in another order.

    It is orchard-lane for lane, and house-milk for milk-house.
    """
    parts = sorted(re.split("[ _-]", typed))
    likely = (each for each in words if len(typed) > 2 and (typed in each or len(each) == len(typed)))
    split = ((each, re.split("[ _-]", each)) for each in likely)
    found = [each for each, its in split if typed in its or sorted(its) == parts]
    return found if len(found) == 1 else []


def _close_matches(typed: str, words: Iterable[str], alike: float) -> list[str]:
    """Return the few most similar words, as `difflib.get_close_matches` finds them, within the remaining steps."""
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
    """Return the name without case, blanks, hyphens and underscores, for comparisons."""
    return "".join(name.replace("-", " ").replace("_", " ").split()).casefold()


def same(name: str, candidates: Iterable[str]) -> str | None:
    """Return the only candidate that equals `name` in `folded` form; None if there is none, or more than one."""
    found = _by_folding(tuple(candidates)).get(folded(name), ())
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=64)
def _by_folding(names: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the names by their `folded` form; cached, because thousands of rows may each name an icon."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(folded(name), []).append(name)
    return found


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """Return a hint with the candidate most similar to `word`; None if none is similar.

    The word itself is none: nobody can mend it by writing it again. No candidate is looked at if the steps are used up.
    """
    if _Steps.left <= 0:
        return None
    others = [candidate for candidate in candidates if candidate != word]
    found = nearest(word, others)
    if found is not None and _is_of_group(word, found):
        group = found.rpartition("-")[0]
        known = [each for each in others if each.rpartition("-")[0] == group]
        return f"there are {series(known, 'and')}" if len(known) <= GROUP else None
    if found is not None and _as_read(found) == _as_read(word):
        return f"write '{found}' again: some characters only look alike"
    return f"did you mean '{found}'?" if found is not None else None


LEAST = 0.5
"""Minimum similarity of the last words of two names of one group."""

GROUP = 12
"""Maximum number of names of one group that a hint lists."""


def _is_of_group(word: str, found: str) -> bool:
    """Whether two names differ in their last word alone, and these are not similar: player-purple and player-red."""
    (group, _, one), (other, _, two) = word.rpartition("-"), found.rpartition("-")
    return bool(group) and group == other and one.isalpha() and two.isalpha() and nearest(one, [two], LEAST) is None


def parted(text: str, known: Collection[str]) -> list[str]:
    """Return the known names that the text joins with signs, with "and" or with a blank; none if it has others."""
    several = [each.strip() for each in re.split(r",| and | & |--|->", text)]
    if len(several) == 1:
        ends = (each for each in known if text.startswith(f"{each} "))
        several = next(([each, rest] for each in ends if (rest := text[len(each) + 1 :].strip()) in known), several)
    return several if all(each in known for each in several) else []


def meant_by_label(word: str, labels: Mapping[str, str]) -> str | None:
    """Return the hint with the name whose label is that word, such as the name of an icon in a language; else None."""
    name = next((name for name, label in labels.items() if label.casefold() == word.casefold()), None)
    return f"did you mean '{name}' ({labels[name]})?" if name else None


def _as_read(word: str) -> str:
    """Return the word as a reader sees it: without what is invisible, in one form of accents and blanks."""
    whole = unicodedata.normalize("NFKC", word)
    return " ".join("".join(each for each in whole if unicodedata.category(each) != "Cf").split())


class Refused(ValueError):
    """Something was requested that does not exist; the message lists the names that do."""


def require_known(kind: str, name: str | None, known: Collection[str]) -> None:
    """Raise Refused for a name that is not known; None is accepted."""
    if name is not None and name not in known:
        raise Refused(f"there is no {kind} '{name}'; {did_you_mean(name, known) or 'there are ' + ', '.join(known)}")


# Lists, routes and numbers in messages.

LONGEST_WAY = 12
"""Maximum number of places of a route in a message."""

LONGEST_LIST = 4
"""Maximum number of names in a message."""


def some(names: Sequence[str]) -> str:
    """Return the first name, and the number of others: `'Pier' and 2 other places`."""
    others = len(names) - 1
    return f"'{names[0]}'" + (f" and {many(others, 'other place')}" if others else "")


def listed(names: Sequence[str], thing: str = "other") -> str:
    """Return the first names, and the number of others: `'Pier', 'Gate' and 'Yard'`."""
    shown = [f"'{name}'" for name in names[:LONGEST_LIST]]
    rest = len(names) - len(shown)
    last = many(rest, thing) if rest else shown.pop() if len(shown) > 1 else ""
    return f"{', '.join(shown)} and {last}" if last else shown[0]


def way(names: Sequence[str]) -> str:
    """Return the places of a route in order; the middle of a long one is omitted."""
    half = LONGEST_WAY // 2
    shown = names if len(names) <= LONGEST_WAY else [*names[:half], "…", *names[-half:]]
    return " – ".join(shown)


def many(number: int, thing: str, plural: str | None = None) -> str:
    """Return the number with its noun: `1 move`, `2 moves`, `3 copies`."""
    return f"{number:,} {thing if number == 1 else plural or thing + 's'}"


def range_of(least: int, most: int, thing: str, plural: str | None = None) -> str:
    """Return the range with its noun: `2 to 4 players`, or `2 players` if its ends are equal."""
    return f"{least:,} to {many(most, thing, plural)}" if least < most else many(most, thing, plural)


def and_others(number: int, thing: str) -> str:
    """Return what a message says of further examples: ` (and 2 other pairs)`; empty if there are none."""
    return f" (and {many(number, f'other {thing}')})" if number else ""


def decimal(number: Fraction | int) -> str:
    """Return the number with at most two decimals."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


# Values in messages: short, on one line, and without control characters.


def shown(text: str) -> str:
    """Return the text in quotes, shortened if it is long."""
    cut = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
    return f"'{''.join(map(_visible, cut))}'"


def series(words: Iterable[str], joint: str) -> str:
    """Return the words as a list in a sentence: a, b or c."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


NAMED = 3
"""Maximum number of rows or other things that a message names."""


def some_of(names: Sequence[str]) -> str:
    """Return the names as a list in a message, with the number of further ones: 'a', 'b' and 7 more."""
    told = [shown(name) for name in names[: NAMED if len(names) <= NAMED else NAMED - 1]]
    return series([*told, f"{len(names) - len(told)} more"] if len(told) < len(names) else told, "and")


def _visible(character: str) -> str:
    return character if character.isprintable() else " " if character in "\n\t" else f"U+{ord(character):04X}"


SHOWN = 60
"""Maximum number of characters of a quoted value."""


def rows_named(numbers: Sequence[int]) -> str:
    """The rows as a message names them: `row 4`, `rows 4, 6 and 9`, `rows 4, 6 and 12 more`."""
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    some = [str(number) for number in numbers[:NAMED]]
    if len(numbers) > NAMED:
        some = [*some[:-1], f"{len(numbers) - NAMED + 1} more"]
    return f"rows {series(some, 'and')}"
