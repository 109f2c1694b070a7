"""A map with its network, as checks of what it names see it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pnp.network.selection import Unknown, Vocabulary, WordKind, unknown_words, vocabulary_of
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game_map import GameMap
    from pnp.model.reference import Ref
    from pnp.network import Lowered


@dataclass(frozen=True, eq=False)
class Charted:
    """A map of any kind and what it was lowered to; what is derived is worked out when first asked for."""

    map: GameMap
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
