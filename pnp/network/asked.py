"""Which items a requirement is about, in which setups, and whether it asks anything at all.

A requirement that asks nothing counts as not proved. In one setup it leaves out closed starts and goals whose places
are all closed. It also leaves out items on tiles that are not laid, and pairs of an item with itself."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from pnp.model.maps.requirements import Requirement, Selector
from pnp.network.closures.supplies import Stock
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem, Verdict, targets

Targets = tuple[ChosenItem, ...]

ON_PAPER = ("count", "no-crossing", "seams-meet")
"""Demands that ask something even if everything is closed; a count may be 0."""

OF_ALL = {"connected": 2, "survives": 2, "no-dead-end": 1, "no-trap": 2}
"""Demands on the whole map, with the least number of open places (for `no-trap`: of their states) that they ask about.

A trap takes two states: it is smaller than the map, and a move enters it.
"""


MEASURED = ("distance", "route", "within", "fair-starts")
"""Demands on distances, which costs of moves change; all others are about the moves themselves."""


def counts_costs(requirement: Requirement) -> bool:
    """Whether the verdict depends on what moves cost; otherwise it is judged without costs, which is faster."""
    return requirement.demand in MEASURED and requirement.counts != "moves"


def sides(requirement: Requirement) -> tuple[Selector, Selector]:
    """Return the selectors of the starts and of the goals; an isolation names them the other way round."""
    if requirement.demand == "isolation":
        return requirement.goal, requirement.start
    return requirement.start, requirement.goal


def starts_of(requirement: Requirement, network: Network) -> Targets:
    """Return the open items that paths start from, without those that have no states."""
    found = targets(network, sides(requirement)[0])
    if network.single:
        return tuple(each for each in found if each.places)
    return tuple(each for each in found if any(network.states_of[place] for place in each.places))


def goals_of(requirement: Requirement, network: Network) -> Targets:
    """Return the items that paths lead to: the open ones, or with `even_closed` closed ones too."""
    if requirement.even_closed and network.opened is not None:
        return targets(network.opened, sides(requirement)[1])
    return targets(network, sides(requirement)[1])


def stops_of(requirement: Requirement, network: Network) -> tuple[Targets, ...]:
    """Return the open items of each stop of a route, without those of its start."""
    return tuple(targets(network, selector) for selector in requirement.through[1:])


def may_be_same(requirement: Requirement) -> bool:
    """Whether an item can be its own goal: in a `within`, and in a distance from one named item to itself."""
    if requirement.demand == "within":
        return True
    start, goal = ({ref.name for ref in each.places} for each in sides(requirement))
    return requirement.demand == "distance" and len(start) == 1 and start == goal


def distinct(items: Iterable[ChosenItem]) -> Targets:
    """Return the items without those whose name has occurred: tiles over a grid share the rest of the map."""
    return tuple({each.name: each for each in items}.values())


def has_pair(requirement: Requirement, starts: Sequence[ChosenItem], goals: Sequence[ChosenItem]) -> bool:
    """Whether the requirement asks something about at least one pair of these starts and goals."""
    if not (starts and goals):
        return False
    alone = len(starts) == len(goals) == 1 and starts[0].name == goals[0].name
    return not alone or may_be_same(requirement)


def number_open(demand: str, network: Network) -> int:
    """Return how many open places a demand on the whole map asks about; for `no-trap` how many of their states."""
    if demand == "no-trap":
        return sum(len(network.states_of[place]) for place in network.stops)
    return len(network.stops)


def asks(requirement: Requirement, network: Network) -> bool:
    """Whether the requirement asks something about the network of one setup.

    A `within` asks something even if no goal is on the table, because its tile is not laid: then it is broken. If the
    goals are closed, it asks nothing.
    """
    demand = requirement.demand
    if demand in ON_PAPER:
        return True
    if demand in OF_ALL:
        return number_open(demand, network) >= OF_ALL[demand]
    if demand == "degree":
        return bool(targets(network, requirement.start))
    starts, goals = starts_of(requirement, network), goals_of(requirement, network)
    if demand == "route":
        return bool(starts) and all(stops_of(requirement, network))
    if demand == "within" and not goals:
        return bool(starts) and not targets(network.opened or network, requirement.goal)
    return has_pair(requirement, starts, goals)


def setups_asked(requirement: Requirement, network: Network, stock: Stock, most: int | None = None) -> int:
    """Return in how many setups of up to `most` closures on a network the requirement asks something.

    The setups in which it asks nothing are counted by inclusion and exclusion over the closed places. Raises
    OutOfStepsError if that takes too many terms.
    """
    in_all = stock.total if most is None else stock.up_to(most)
    demand = requirement.demand
    if demand in ON_PAPER or not stock.supplies:
        return in_all if asks(requirement, network) else 0
    if demand in OF_ALL:
        return in_all - _too_few_open(demand, network, stock, most)
    if demand == "degree":
        return in_all - stock.closing(_places(targets(network, requirement.start)), most)
    starts, goals = starts_of(requirement, network), goals_of(requirement, network)
    if demand == "route":
        groups = (_places(starts), *map(_places, stops_of(requirement, network)))
        return _with_some_of_each(groups, stock, most) if all(groups) else 0
    if demand == "within" and starts and not goals:
        return in_all - stock.closing(_places(starts), most)  # without goals it is broken wherever a start is open
    if not has_pair(requirement, starts, goals):
        return 0
    first, second = _places(starts), _places(goals)
    either = first | second
    both = stock.closing(either, most)
    if requirement.even_closed:
        return in_all - stock.closing(first, most) - _own_goal(requirement, starts, goals, stock, most)
    silent = stock.closing(first, most) + stock.closing(second, most) - both
    if not may_be_same(requirement):
        named = {goal.name for goal in goals}
        items = {each.name: each for each in (*starts, *goals)}
        for same in (each for each in starts if each.name in named):
            others = _places(each for each in items.values() if each.name != same.name)
            silent += stock.closing(others, most) - both  # every item but this one is closed
    return in_all - silent


def _too_few_open(demand: str, network: Network, stock: Stock, most: int | None) -> int:
    """Return in how many setups a demand on the whole map asks nothing, as all places are closed, or all but one."""
    none_open = stock.closing(network.stops, most)
    if OF_ALL[demand] == 1:
        return none_open
    enough_alone = [place for place in network.stops if demand == "no-trap" and len(network.states_of[place]) >= 2]
    return none_open + stock.closing_all_but_one(network.stops, enough_alone, most)


def _with_some_of_each(groups: Sequence[frozenset[int]], stock: Stock, most: int | None) -> int:
    """Return in how many setups some place of each group is open, by inclusion and exclusion over the groups."""
    found = 0
    different = tuple(dict.fromkeys(groups))
    for number in range(len(different) + 1):
        for closed in combinations(different, number):
            found += (-1) ** number * stock.closing(frozenset().union(*closed), most)
    return found


def _own_goal(requirement: Requirement, starts: Targets, goals: Targets, stock: Stock, most: int | None) -> int:
    """Return in how many setups the only goal is the only open start, where goals count even if they are closed."""
    if may_be_same(requirement) or len(goals) > 1 or goals[0].name not in {start.name for start in starts}:
        return 0
    others = _places(start for start in starts if start.name != goals[0].name)
    return stock.closing(others, most) - stock.closing(_places(starts), most)


def _places(items: Iterable[ChosenItem]) -> frozenset[int]:
    return frozenset(place for each in items for place in each.places)


def no_way_at_all(detail: str) -> Verdict:
    """Return the verdict on a minimum distance between items none of which can reach another: it asks nothing."""
    return Verdict(None, detail, asked=False, fix="let a way lead there, or take the requirement out")
