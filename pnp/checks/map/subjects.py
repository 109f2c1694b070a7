"""What map checks look at: a map with its network, its proofs, its vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from pnp.diagnostics import Severity
from pnp.messages import did_you_mean, series
from pnp.model.maps import AnyMap
from pnp.model.reference import Ref
from pnp.network import Lowered
from pnp.network.requirements import Proof, Unknown, Vocabulary, WordKind, unknown_words, vocabulary_of

# A map with its network, as checks of what it names see it.


class Charted(Struct, frozen=True, eq=False, dict=True):
    """A map of any kind and what it was lowered to; what is derived is worked out when first asked for."""

    map: AnyMap
    lowered: Lowered

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that name something on the map."""
        return vocabulary_of(self.lowered.network, self.map.closures)

    def words_not_known(self, kind: WordKind) -> Iterator[Ref]:
        """The words of that kind in the requirements that name nothing.

        Not those whose places could not be read, nor a site that is written and served by nothing, nor a tag that is
        written at places that are not there: that is told there.
        """
        written = self.map.lost | (self.map.said_tags if kind == "tag" else self.map.marks)
        for word in self._unknown:
            if word.kind == kind and word.ref.name not in written:
                yield word.ref

    @cached_property
    def _unknown(self) -> tuple[Unknown, ...]:
        return tuple(word for each in self.map.requirements for word in unknown_words(each, self.vocabulary))


# Words of a map's requirements that name nothing on it, and what they were probably meant to be.

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


def on_map(game_map: AnyMap, ref: Ref) -> str:
    """The words that name the map where the reference stands in another document, which other maps keep too."""
    return "" if ref.span.file == game_map.span.file else f" on '{game_map.id}'"


# The proofs of one map as the checks see them.

WEIGHTS = tuple(Severity)
"""The severities, the heaviest first."""

FALLS_APART = ("connected", "no-trap", "survives")
"""Demands that a map breaks alike when its places don't reach each other."""


class MapProofs(Struct, frozen=True):
    """The proofs of the requirements of a map, the file that the map stands in, and what finds a change to mend it."""

    map: str
    file: str
    proofs: tuple[Proof, ...]
    mend: Callable[[Proof], str | None] = lambda _: None

    def broken(self) -> Iterator[Proof]:
        """The requirements that are broken."""
        return (proof for proof in self.proofs if proof.holds is False)

    def undecided(self) -> Iterator[Proof]:
        """The requirements that were asked and are not decided."""
        return (proof for proof in self.proofs if proof.holds is None and proof.asked and not proof.is_empty)

    def empty(self) -> Iterator[Proof]:
        """The requirements that ask nothing."""
        return (proof for proof in self.proofs if proof.is_empty)

    def way_out(self, proof: Proof) -> str | None:
        """A change to the map after which the requirement holds, in words; None where none was found."""
        return self.mend(proof)

    def title(self, proof: Proof) -> str:
        """The requirement as messages name it; the map too where the requirement stands in another document."""
        where = "" if proof.span.file == self.file else f" on '{self.map}'"
        return f"'{proof.name}'{where}"


def falls_apart(proof: Proof) -> bool:
    """Whether the proof shows that not all places reach each other as the map stands."""
    return (
        proof.holds is False
        and proof.demand in FALLS_APART
        and not (proof.demand == "survives" and proof.witness and proof.witness.cut)
    )
