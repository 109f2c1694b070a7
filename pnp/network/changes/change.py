"""One change to a map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.model.game_map import GameMap


@dataclass(frozen=True, slots=True)
class Change:
    """One thing to do to a map, in words that tell a designer to do it; `made` gives the map afterwards."""

    words: str
    made: Callable[[GameMap], GameMap]
