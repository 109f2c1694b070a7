"""The words that the rulebook adds by itself; a rulebook in another language brings its own."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Words:
    """Each word under the key that a rulebook calls it by, with `_` for a hyphen."""

    note: str = "Note"
    example: str = "Example"
    changes: str = "Changes"
    default: str = "default"
    reading: str = "Our reading"
    components: str = "Components"
    component: str = "Component"
    count: str = "Count"
    optional: str = "optional"
    tables: str = "Tables"
    icons: str = "Icons"
    icon: str = "Icon"
    meaning: str = "Meaning"
    players: str = "Players"
    minutes: str = "Minutes"
    contents: str = "Contents"
    table: str = "Table"
    total: str = "Total"
    rules: str = "Rules"
    reference: str = "Rule reference"
    credits: str = "Credits and licence"
    licence: str = "Licence"
    source: str = "Source"
    continued: str = "continued"
    page: str = "page"
    skip: str = "Skip to the rules"
    map: str = "Map"
    way: str = "way"
    moves: str = "moves"
    lies: str = "lying there"
    marked: str = "marked"
    distances: str = "moves from"
    turns: str = "turns at an intersection"
    squares: str = "squares of it"
    forbidden: str = "not allowed"
    addresses: str = "addresses of a block"

    def with_words(self, words: Mapping[str, str]) -> Words:
        """These words with those that a rulebook brings."""
        known = {field.name for field in fields(self)}
        brought = {key.replace("-", "_"): word for key, word in words.items()}
        return replace(self, **{key: word for key, word in brought.items() if key in known})
