"""Tiles as a question about distances sees them: how far it is from ports and starts to ports and goals of one tile.

Goals are bits of integers, those of all tiles told apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.requirement import EVERYWHERE
from pnp.network.network import START
from pnp.network.selection import chosen, targets
from pnp.network.ways import nearest
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.requirement import Requirement
    from pnp.network.network import Network
    from pnp.network.tile_map import City

Levels = tuple[int, ...]
"""The goals within 0, 1, 2 … moves, as masks; from the last on they stay the same."""

Steps = tuple[tuple[int, int], ...]
"""Ports that can be left, by number, and how far away each is."""


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """A place that ways lead from: the goals near it on its tile, and the ports there; `own` is itself as a goal."""

    goals: Levels
    ports: Steps
    own: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tile: where one comes through each of its ports and from each of its starts.

    `others` are its places where it counts whether the city has starts at all; `goals` is the mask of its own, `many`
    how many these are.
    """

    ports: tuple[Origin, ...]
    starts: tuple[Origin, ...]
    others: tuple[Origin, ...]
    goals: int
    many: int


@dataclass(frozen=True, slots=True)
class Goal:
    """One bit, and the places at which it is reached."""

    bit: int
    places: tuple[int, ...]


def sheet_of(city: City, tile: int, requirement: Requirement, first: int) -> Sheet:
    """The sheet of a tile for one requirement, its goals numbered from `first`."""
    network, piece = city.alone(tile), city.pieces[tile]
    goals = _goals(network, requirement, first)
    leaving = tuple((number, port.state) for number, port in enumerate(piece.ports) if port.leaves)

    def origins(places: Sequence[int]) -> tuple[Origin, ...]:
        return tuple(_origin(network, place, goals, leaving, requirement.demand == "within") for place in places)

    fair = requirement.demand == "fair-starts" and requirement.start == EVERYWHERE
    return Sheet(
        ports=origins([port.state for port in piece.ports]),
        starts=origins(network.tagged(START) if fair else chosen(network, requirement.start)),
        others=origins(network.stops if fair else ()),
        goals=sum(goal.bit for goal in goals),
        many=len(goals),
    )


def _goals(network: Network, requirement: Requirement, first: int) -> tuple[Goal, ...]:
    """The goals on a tile; where any will do they are one, the same on all tiles."""
    if requirement.demand == "within":
        places = chosen(network, requirement.goal)
        return (Goal(1, places),) if places else ()
    found = [target.places for target in targets(network, requirement.goal)]
    if "adjacent" in requirement.demand:
        found = found[:1]
    return tuple(Goal(1 << number, places) for number, places in enumerate(found, first))


def _origin(
    network: Network, place: int, goals: Sequence[Goal], leaving: Sequence[tuple[int, int]], any_will_do: bool
) -> Origin:
    row = network.distances_from(place)
    far = [(goal.bit, distance) for goal in goals if (distance := nearest(row, goal.places)) is not None]
    longest = max((distance for _, distance in far), default=0)
    levels = (sum(bit for bit, distance in far if distance <= most) for most in range(longest + 1))
    steps = tuple((port, distance) for port, state in leaving if (distance := row[state]) is not None)
    own = 0 if any_will_do else sum(goal.bit for goal in goals if goal.places == (place,))
    return Origin(tuple(levels), steps, own)
