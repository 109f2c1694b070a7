"""The subjects of map checks: a map with its network, its proofs, its vocabulary."""

from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from msgspec import Struct

from pnp.diagnostics import Severity
from pnp.messages import did_you_mean
from pnp.model.maps import AnyMap, cell_map
from pnp.model.reference import Ref
from pnp.network import Lowered
from pnp.network.requirements import Proof, Unknown, Vocabulary, WordKind, unknown_words

# A map with its network, for checks of names.


class Charted(Struct, frozen=True, eq=False, dict=True):
    """A map of any kind with its lowered form; derived values are cached."""

    map: AnyMap
    lowered: Lowered

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The names on the map."""
        return self.lowered.vocabulary

    def words_not_known(self, kind: WordKind) -> Iterator[Ref]:
        """Yield the names of that kind in requirements that do not exist.

        Omitted are places that could not be read, sites without a space, and tags of places that do not exist, because
        other checks report these; and closed cells if a movement class has a wrong word, as it may enter them.
        """
        written = self.map.lost | (self.map.said_tags if kind == "tag" else self.map.marks)
        cells = cell_map(self.map)
        if cells and cells.travel.misspells(cells.movement):
            written |= cells.travel.tags if kind == "tag" else cells.closed_names
        for word in self._unknown:
            if word.kind == kind and word.ref.name not in written:
                yield word.ref

    @cached_property
    def _unknown(self) -> tuple[Unknown, ...]:
        return tuple(
            word for each in (*self.map.requirements, *self.map.legal) for word in unknown_words(each, self.vocabulary)
        )


# Names in requirements that do not exist on the map, and hints for them.

MOST_HINTS = 50
"""Maximum number of names of one map for which similar ones are searched: each search compares all names."""


def hint_for(known: Collection[str]) -> Callable[[str], str | None]:
    """Return a function that gives the hint for a word: the most similar known one. Searches are limited in number."""
    hints: dict[str, str | None] = {}

    def hint(word: str) -> str | None:
        if word not in hints:
            hints[word] = did_you_mean(word, known) if len(hints) < MOST_HINTS else None
        return hints[word]

    return hint


def on_map(game_map: AnyMap, ref: Ref) -> str:
    """Return the text that names the map if the reference is in another document, which several maps may use."""
    return "" if ref.span.file == game_map.span.file else f" on '{game_map.id}'"


# The proofs of one map, for checks.

WEIGHTS = tuple(Severity)
"""The severities, the most serious first."""

FALLS_APART = ("connected", "no-trap", "survives")
"""Requirements that are all broken if places cannot reach each other."""


class MapProofs(Struct, frozen=True):
    """The proofs of the requirements of a map, and the file of the map.

    `repair` returns a change of the map that repairs a requirement, as text; None if none was found.
    """

    map: str
    file: str
    proofs: tuple[Proof, ...]
    repair: Callable[[Proof], str | None] = lambda _: None

    def broken(self) -> Iterator[Proof]:
        """Yield the broken requirements."""
        return (proof for proof in self.proofs if proof.holds is False)

    def undecided(self) -> Iterator[Proof]:
        """Yield the requirements that were asked and are not decided."""
        return (proof for proof in self.proofs if proof.holds is None and proof.asked and not proof.is_empty)

    def empty(self) -> Iterator[Proof]:
        """Yield the requirements that ask nothing."""
        return (proof for proof in self.proofs if proof.is_empty)

    def title(self, proof: Proof) -> str:
        """Return the name of the requirement for messages, with the map if the requirement is in another document."""
        where = "" if proof.span.file == self.file else f" on '{self.map}'"
        return f"'{proof.name}'{where}"

    def message(self, proof: Proof) -> str:
        """Return the message of the finding on a broken requirement."""
        return f"{self.title(proof)}: {proof.detail}"


def falls_apart(proof: Proof) -> bool:
    """Whether a broken proof shows that places of the map, without closures, cannot reach each other."""
    by_closures = proof.demand == "survives" and proof.witness is not None and bool(proof.witness.cut)
    return proof.demand in FALLS_APART and not by_closures
