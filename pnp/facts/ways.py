"""Ways on a map, for whoever shows one: those by which its distances are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.network import Network


Step = tuple[str, int]
"""A place on a way, and how many moves it takes to come there."""


def shortest(network: Network, start: str, goal: str) -> tuple[Step, ...] | None:
    """The places on a shortest way between two places or sites; None where there is no way.

    Of the states of the start it is the one from which it is farthest, as in `Network.distance`.
    """
    moves = network.distance(start, goal)
    if moves is None:
        return None
    goals = network.at(goal)
    by_state = network.distances_to(goals)
    states = [state for place in network.at(start) for state in network.states_of[place]]
    first = next((state for state in states if by_state[state] == moves), None)
    return None if first is None else tuple(_counted(network, network.path(first, goals)))


def _counted(network: Network, names: Iterable[str]) -> Iterator[Step]:
    moves = 0
    for number, name in enumerate(names):
        moves += network.places[network.index[name]].cost if number else 0
        yield name, moves


def moves_from(network: Network, start: str) -> Iterator[tuple[str, int]]:
    """The stops that can be reached from all states of a place or site, each with the most moves that it takes."""
    states = [state for place in network.at(start) for state in network.states_of[place]]
    rows = [network.distances_from(state) for state in states]
    for place in network.stops:
        moves = [row[place] for row in rows]
        known = [each for each in moves if each is not None]
        if known and len(known) == len(moves):
            yield network.places[place].id, max(known)
