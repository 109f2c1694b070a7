"""Tiles as a question about distances sees them: how far it is from ports and starts to ports and goals of one tile.

Goals are bits of integers, those of all tiles told apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.requirement import EVERYWHERE, STARTS
from pnp.network.asked import goals_of, may_be_same, starts_of
from pnp.network.network import START
from pnp.network.selection import Target, items_at, targets
from pnp.network.ways import nearest
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.model.requirement import Requirement
    from pnp.network.network import Network
    from pnp.network.tile_map import City

Levels = tuple[int, ...]
"""The goals within 0, 1, 2 … moves, as masks; from the last on they stay the same."""

Steps = tuple[tuple[int, int], ...]
"""Ports that can be left, by number, and how far away each is."""


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """A place that ways lead from: the goals near it on its tile, and the ports there."""

    goals: Levels
    ports: Steps


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """An item that ways start from: its places, and itself as a goal, which it is not asked about."""

    origins: tuple[Origin, ...]
    own: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tile: where one comes through each of its ports and from each of its starts.

    `others` are its places, for a city that turns out to have no starts of its own; `goals` is the mask of its goals,
    `many` how many these are.
    """

    ports: tuple[Origin, ...]
    starts: tuple[Start, ...]
    others: tuple[Start, ...]
    goals: int
    many: int

    @property
    def origins(self) -> Iterator[Origin]:
        """All places that ways lead from, some more than once."""
        yield from self.ports
        for start in (*self.starts, *self.others):
            yield from start.origins


@dataclass(frozen=True, slots=True)
class Goal:
    """One bit, and the item that it stands for with the places at which it is reached."""

    bit: int
    item: Target


def sheet_of(city: City, tile: int, requirement: Requirement, first: int) -> Sheet:
    """The sheet of a tile for one requirement, its goals numbered from `first`."""
    network, piece = city.alone(tile), city.pieces[tile]
    goals = _goals(network, requirement, first)
    leaving = tuple((number, port.state) for number, port in enumerate(piece.ports) if port.leaves)
    known: dict[int, Origin] = {}

    def origin(place: int) -> Origin:
        if place not in known:
            known[place] = _origin(network, place, goals, leaving)
        return known[place]

    def items(found: Sequence[Target]) -> tuple[Start, ...]:
        same = may_be_same(requirement)
        return tuple(
            Start(
                tuple(map(origin, each.places)),
                0 if same else sum(goal.bit for goal in goals if goal.item.name == each.name),
            )
            for each in found
        )

    by_default = requirement.start == STARTS
    return Sheet(
        ports=tuple(origin(port.state) for port in piece.ports),
        starts=items(items_at(network, network.tagged(START)) if by_default else starts_of(requirement, network)),
        others=items(targets(network, EVERYWHERE)) if by_default else (),
        goals=sum(goal.bit for goal in goals),
        many=len(goals),
    )


def _goals(network: Network, requirement: Requirement, first: int) -> tuple[Goal, ...]:
    """The goals on a tile."""
    return tuple(Goal(1 << number, item) for number, item in enumerate(goals_of(requirement, network), first))


def _origin(network: Network, place: int, goals: Sequence[Goal], leaving: Sequence[tuple[int, int]]) -> Origin:
    row = network.distances_from(place)
    far = [(goal.bit, distance) for goal in goals if (distance := nearest(row, goal.item.places)) is not None]
    longest = max((distance for _, distance in far), default=0)
    levels = (sum(bit for bit, distance in far if distance <= most) for most in range(longest + 1))
    steps = tuple((port, distance) for port, state in leaving if (distance := row[state]) is not None)
    return Origin(tuple(levels), steps)
