"""What states of a network belong to, and what lies between them: places, sites, crossings, segments, stretches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Span

Move = tuple[int, int]
"""A move, by the states that it leads from and to."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece can be: its name, tags and district; entering takes `cost` moves; one may `stop` there or not."""

    id: str
    span: Span
    tags: tuple[str, ...] = ()
    district: str | None = None
    cost: int = 1
    stop: bool = True


@dataclass(frozen=True, slots=True)
class Site:
    """What is reached at one of several places: an address, a landmark, a pick-up."""

    id: str
    span: Span
    places: tuple[int, ...]
    tags: tuple[str, ...] = ()
    district: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """Moves that one thing laid on the map can take away: those `forth` and those `back`, with a name for either way.

    A crossing is closed both ways; a segment is given one direction.
    """

    id: str
    span: Span
    forth: tuple[Move, ...]
    back: tuple[Move, ...]
    names: tuple[str, str] = ("forth", "back")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Places that one thing closes at once."""

    id: str
    span: Span
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Extras:
    """What a map has beside places: sites, crossings, segments and stretches.

    Ways that leave a tile and meet no other end at `loose` places (lots are such places too), those that meet the kerb
    of another tile at `unmet` ones. What lies `aside`, on tiles that are left over, is no part of the map.
    """

    sites: tuple[Site, ...] = ()
    crossings: tuple[Passage, ...] = ()
    segments: tuple[Passage, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    loose: frozenset[int] = frozenset()
    unmet: tuple[int, ...] = ()
    aside: tuple[Place | Site, ...] = ()


NOTHING_MORE = Extras()
"""What a map of places and moves alone has beside them."""
