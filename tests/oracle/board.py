"""A map as a piece meets it: places with states, moves between states, and the spots on which something may be laid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Data = Any
"""A part of a document as plain data."""

Move = tuple[int, int]


UNSURE = "?"
"""The district of what lies as near to one as to another."""


class TooCloseError(Exception):
    """The map hangs on less than can be told by eye: where two lines meet, or how many spaces fit."""


@dataclass(frozen=True)
class Place:
    """A place: a piece may stop there or not, and entering one where it may costs a move."""

    name: str
    tags: frozenset[str] = frozenset()
    district: str | None = None
    stop: bool = True
    area: str | None = None
    """The area with parts that it is, or is a part of."""


@dataclass(frozen=True)
class Site:
    """What is reached at one of several places: with `area`, an area by its parts."""

    name: str
    tags: frozenset[str]
    district: str | None
    places: tuple[int, ...]
    area: bool = False


Lane = tuple[int, bool]
"""One way along a step of a street: its number, and whether it leads from its start to its end."""


@dataclass(frozen=True)
class Spot:
    """Where something may be laid: each option takes moves away; `places` are closed by it.

    On a street each option closes `lanes`: a move is only gone if no other lane leads the same way.
    """

    name: str
    options: tuple[tuple[str, frozenset[Move]], ...]
    places: tuple[int, ...] = ()
    road: int | None = None
    lanes: tuple[frozenset[Lane], ...] = ()


@dataclass(frozen=True)
class ClosableRoad:
    """A road of an area map that something may be laid on: its name, its kind, and its number on the map."""

    name: str
    kind: str
    number: int


@dataclass
class Board:
    """Everything that requirements speak of. A map with gaps is not `whole`; nothing is asked of it."""

    places: list[Place] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    after: list[set[int]] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    crossings: list[Spot] = field(default_factory=list)
    roads: list[ClosableRoad] = field(default_factory=list)
    segments: list[Spot] = field(default_factory=list)
    stretches: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    aside: list[Place | Site] = field(default_factory=list)
    kerbs: bool = False
    seams: bool = False
    crossed: Callable[[], bool | None] | None = None
    whole: bool = True
    has_roads: bool = False
    costs: dict[Move, int] = field(default_factory=dict)
    """What moves cost that do not cost what entering their place does; of several between the same states the least."""
    ways: dict[Move, dict[int, int]] = field(default_factory=dict)
    """Of moves along roads: what each of the roads costs, by its number on the map."""
    lanes: dict[Move, set[Lane]] = field(default_factory=dict)
    """Of moves along streets: the lanes that lead so."""
    streets: tuple[str, ...] = ()

    def add(self, place: Place, states: int = 1) -> int:
        """A place more, with so many states; its number."""
        self.places.append(place)
        for _ in range(states):
            self.owner.append(len(self.places) - 1)
            self.after.append(set())
        return len(self.places) - 1

    def join(
        self, start: int, end: int, one_way: bool = False, cost: int | None = None, road: int | None = None
    ) -> None:
        """A move between states, both ways or one; at a cost, or at that of entering the place; along a road."""
        for first, last in ((start, end), (end, start))[: 1 if one_way else 2]:
            if start != end:
                self.after[first].add(last)
                if cost is not None:
                    self.costs[first, last] = min(self.costs.get((first, last), cost), cost)
                if road is not None and cost is not None:
                    ways = self.ways.setdefault((first, last), {})
                    ways[road] = min(ways.get(road, cost), cost)

    @property
    def priced(self) -> bool:
        """Whether some move costs something else than entering its place does."""
        return any(cost != int(self.places[self.owner[end]].stop) for (_, end), cost in self.costs.items())

    def closable(self) -> list[ClosableRoad]:
        """The roads along which some move of the board leads."""
        used = {road for ways in self.ways.values() for road in ways}
        return [road for road in self.roads if road.number in used]

    def states(self, place: int) -> list[int]:
        """The states of a place."""
        if not hasattr(self, "_states"):
            self._states: list[list[int]] = [[] for _ in self.places]
            for state, owner in enumerate(self.owner):
                self._states[owner].append(state)
        return self._states[place]

    def before(self) -> list[list[int]]:
        """For each state those from which a move leads to it; the board is complete by then."""
        if not hasattr(self, "_before"):
            self._before: list[list[int]] = [[] for _ in self.after]
            for start, ends in enumerate(self.after):
                for end in ends:
                    self._before[end].append(start)
        return self._before

    def words(self) -> tuple[set[str], set[str], set[str]]:
        """The names, tags and districts that a requirement may speak of; nothing but a name has what is no stop."""
        things = [*self.places, *self.sites, *self.aside]
        return (
            {each.name for each in things},
            {tag for each in things for tag in each.tags},
            {
                each.district
                for each in things
                if each.district not in {None, UNSURE} and (isinstance(each, Site) or each.stop)
            }
            | {each.area for each in self.places if each.area},
        )


def listed(value: Data) -> list[Data]:
    """A list, or one thing by itself."""
    return value if isinstance(value, list) else [] if value is None else [value]


def tags_of(value: Data) -> frozenset[str]:
    """The tags in a mapping."""
    return frozenset((value or {}).get("tags", ()))
