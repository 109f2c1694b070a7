"""The figures of a map with sites and stretches: how far its drives are, and what each jam does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.jams import Jams
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.network.budget import Budget
    from pnp.network.network import Network


@dataclass(frozen=True, slots=True)
class Drives:
    """The ways from every state of every place to every site, in moves: the longest and the mean.

    None where a site can't be reached; `speed` is how many moves make a turn, None where the map does not say.
    """

    sites: int
    longest: int | None
    start: str | None
    goal: str | None
    mean: float | None
    speed: int | None = None

    @property
    def turns(self) -> int | None:
        """How many turns the longest takes."""
        return -(-self.longest // self.speed) if self.longest is not None and self.speed else None


@dataclass(frozen=True, slots=True)
class JamFigures:
    """What closing one stretch does: how many states it traps, on which places, and the sites it cuts off."""

    stretch: str
    states: int
    trapped: tuple[str, ...]
    cut_off: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """An outcome of two dice, and how likely it is, as a fraction."""

    outcome: str
    chance: str


def drives_of(network: Network, budget: Budget) -> Drives | None:
    """The drives of a network; None where it has no sites."""
    sites = network.extras.sites
    longest: tuple[int, int, str] | None = None
    total = count = 0
    stops = [state for place in network.stops for state in network.states_of[place]]
    for site in sites:
        budget.spend(network.size)
        row = network.distances_to(site.places)
        for state in stops:
            distance = row[state]
            if distance is None:
                return Drives(len(sites), None, None, None, None)
            total, count = total + distance, count + 1
            if longest is None or distance > longest[0]:
                longest = distance, state, site.id
    if longest is None:
        return None
    start = network.places[network.place_of_state[longest[1]]].id
    return Drives(len(sites), longest[0], start, longest[2], round(total / count, 6))


def jams_of(network: Network, budget: Budget) -> tuple[JamFigures, ...]:
    """What each stretch does that is closed alone."""
    if not network.stretches:
        return ()
    budget.spend(3 * len(network.stretches) * network.size)
    return tuple(
        JamFigures(
            network.stretches[jammed.stretches[0]].id,
            len(jammed.trapped),
            network.names(dict.fromkeys(network.place_of_state[state] for state in jammed.trapped)),
            jammed.cut_off,
        )
        for jammed in Jams(network).singles()
    )
