"""Anchors and aliases: what an alias stands for, and how much may be repeated through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.source.limits import ALIAS_NODES
from pnp.source.rules import FORBIDDEN_YAML, OVER_LIMIT, SYNTAX_ERROR
from pnp.source.tree import Mark, Unread, Value

if TYPE_CHECKING:
    from pnp.source.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Anchored:
    """A value with its cost: how many values it holds, and how many levels."""

    value: Value
    weight: int = 1
    height: int = 0


class Anchors:
    """The anchors of a document, by name; a later one of the same name takes the place of an earlier."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: dict[str, Anchored | None] = {}
        self._repeated = 0

    def open(self, name: str) -> None:
        """The list or mapping with this anchor begins."""
        self._known[name] = None

    def set(self, name: str, anchored: Anchored) -> None:
        """The value with this anchor is read."""
        self._known[name] = anchored

    def find(self, name: str, mark: Mark) -> Anchored:
        """What the alias `name` stands for; an unread value, and a finding, where it stands for nothing."""
        anchored = self._known.get(name)
        if anchored is None:
            return self._missing(name, mark)
        self._repeated += anchored.weight
        if self._repeated > ALIAS_NODES:
            message = f"aliases stand for more than {ALIAS_NODES} values in all"
            self._ledger.stop(OVER_LIMIT, mark, message, "repeat less, or write the values out")
        return anchored

    def _missing(self, name: str, mark: Mark) -> Anchored:
        if name in self._known:
            message, hint = f"the alias '*{name}' stands inside its own anchor", "write the value out"
            self._ledger.once(("cycle", name), FORBIDDEN_YAML, mark, message, hint)
        else:
            message, hint = f"the alias '*{name}' has no anchor before it", "quote a text that begins with '*'"
            self._ledger.once(("alias", name), SYNTAX_ERROR, mark, message, hint)
        return Anchored(Unread(name))
