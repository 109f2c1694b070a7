"""What a requirement asks: of which items, in which setups, and whether it asks anything at all.

What asks nothing is not proved. In one setup nothing is asked of a start that is closed, of a goal all of whose places
are closed, of an item on a tile that is laid aside, nor of an item and itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.model.maps.game_map import Requirement, Selector
from pnp.network.closures.supplies import Stock
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem, Verdict, targets

Targets = tuple[ChosenItem, ...]

ON_PAPER = ("count", "no-crossing", "seams-meet")
"""Demands that ask something whatever is closed; a count may find 0."""

OF_ALL = ("connected", "survives", "no-dead-end", "no-trap")
"""Demands on the whole map: they ask something where any place is open."""


def sides(requirement: Requirement) -> tuple[Selector, Selector]:
    """What chooses the starts and what chooses the goals of a demand that speaks of both."""
    if requirement.demand == "isolation":
        return requirement.goal, requirement.start
    return requirement.start, requirement.goal


def starts_of(requirement: Requirement, network: Network) -> Targets:
    """The open items that one starts from; not those where nobody ever stands."""
    found = targets(network, sides(requirement)[0])
    return tuple(each for each in found if any(network.states_of[place] for place in each.places))


def goals_of(requirement: Requirement, network: Network) -> Targets:
    """The open items that one should arrive at."""
    return targets(network, sides(requirement)[1])


def may_be_same(requirement: Requirement) -> bool:
    """Whether an item is asked about as its own goal: by `within`, and by a distance from one named item to itself."""
    if requirement.demand == "within":
        return True
    start, goal = ({ref.name for ref in each.places} for each in sides(requirement))
    return requirement.demand == "distance" and len(start) == 1 and start == goal


def has_pair(requirement: Requirement, starts: Sequence[ChosenItem], goals: Sequence[ChosenItem]) -> bool:
    """Whether something is asked of some start with some goal."""
    if not (starts and goals):
        return False
    alone = len(starts) == len(goals) == 1 and starts[0].name == goals[0].name
    return not alone or may_be_same(requirement)


def asks(requirement: Requirement, network: Network) -> bool:
    """Whether something is asked of the network that one setup leaves.

    Where a tile that is laid aside has the last goal, no way to have one within reach is left: that is asked about.
    """
    demand = requirement.demand
    if demand in ON_PAPER:
        return True
    if demand in OF_ALL:
        return bool(network.stops)
    if demand == "degree":
        return bool(targets(network, requirement.start))
    starts, goals = starts_of(requirement, network), goals_of(requirement, network)
    if demand == "within" and not goals:
        return bool(starts) and not network.closed
    return has_pair(requirement, starts, goals)


def setups_asked(requirement: Requirement, network: Network, stock: Stock, most: int | None = None) -> int:
    """In how many setups of up to `most` closures something is asked of a network on which nothing lies yet.

    Raises OutOfStepsError where that would take too long to count.
    """
    in_all = stock.total if most is None else stock.up_to(most)
    demand = requirement.demand
    if demand in ON_PAPER or not stock.supplies:
        return in_all if asks(requirement, network) else 0
    if demand in OF_ALL:
        return in_all - stock.closing(network.stops, most)
    if demand == "degree":
        return in_all - stock.closing(_places(targets(network, requirement.start)), most)
    starts, goals = starts_of(requirement, network), goals_of(requirement, network)
    if demand == "within" and starts and not goals:
        return stock.closing((), 0)  # only where nothing is closed is it said that no goal is there
    if not has_pair(requirement, starts, goals):
        return 0
    first, second = _places(starts), _places(goals)
    either = first | second
    both = stock.closing(either, most)
    silent = stock.closing(first, most) + stock.closing(second, most) - both
    if not may_be_same(requirement):
        named = {goal.name for goal in goals}
        items = {each.name: each for each in (*starts, *goals)}
        for same in (each for each in starts if each.name in named):
            others = _places(each for each in items.values() if each.name != same.name)
            silent += stock.closing(others, most) - both  # all but one item are closed
    return in_all - silent


def _places(items: Iterable[ChosenItem]) -> frozenset[int]:
    return frozenset(place for each in items for place in each.places)


def no_way_at_all(detail: str) -> Verdict:
    """The verdict on a least distance where no way leads between any two of the items in one setup."""
    return Verdict(None, detail, asked=False, fix="let a way lead there, or take the requirement out")
