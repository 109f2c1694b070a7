"""Variation without chance: numbers drawn from a hash of names, so that the same map always grows the same town."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

Choice = TypeVar("Choice")

_KEYS = "\x1f"
"""What stands between a seed and the keys."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A spring of numbers for one seed; the same keys always draw the same."""

    seed: str

    def share(self, *keys: object) -> float:
        """A number from 0 up to 1."""
        text = _KEYS.join((self.seed, *map(str, keys)))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)

    def under(self, *keys: object) -> Chance:
        """The spring of what goes by these keys and others after them."""
        return Chance(_KEYS.join((self.seed, *map(str, keys))))

    def between(self, low: float, high: float, *keys: object) -> float:
        """A number from `low` up to `high`."""
        return low + (high - low) * self.share(*keys)

    def pick(self, options: Sequence[Choice], *keys: object) -> Choice:
        """One of the options."""
        return options[int(self.share(*keys) * len(options))] if len(options) > 1 else options[0]
