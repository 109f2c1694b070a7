"""What a requirement asks: of which items, in which setups, and whether it asks anything at all.

What asks nothing is not proved. In one setup nothing is asked of a start that is closed, of a goal all of whose places
are closed, of an item on a tile that is laid aside, nor of an item and itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.messages import listed
from pnp.model.maps.game_map import EVERYWHERE, NOWHERE, STARTS
from pnp.network.network import START
from pnp.network.requirements import Target, Verdict, targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.model.maps.game_map import Requirement, Selector
    from pnp.network.closures.supplies import Stock
    from pnp.network.layout import Layout
    from pnp.network.lowered import Lowered
    from pnp.network.network import Network


Targets = tuple[Target, ...]

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


def has_pair(requirement: Requirement, starts: Sequence[Target], goals: Sequence[Target]) -> bool:
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


def _places(items: Iterable[Target]) -> frozenset[int]:
    return frozenset(place for each in items for place in each.places)


def nothing_asked(requirement: Requirement, lowered: Lowered, layout: Layout) -> Verdict | None:
    """The verdict on a requirement of which some part asks nothing in any setup; None where each part asks something.

    Closures only take away what is asked, so setups in which nothing is laid decide. Each item that is named must be
    asked about together with another, and of a tag, a district or every place one item at least. Of a list that is on
    both sides only the pairs of an item with itself are left out.
    """
    demand = requirement.demand
    if demand == "no-trap" and requirement.goal == EVERYWHERE:
        detail = "a trap is allowed where it holds a place of 'unless', and 'every place' is in every trap"
        return _empty(detail, "write no-trap: true, or name the places that make a trap harmless")
    if demand in ("connected", "survives", "no-dead-end") or (demand == "count" and not requirement.start.places):
        return None
    if demand in ("no-crossing", "seams-meet"):
        return _nothing_drawn(demand, lowered, layout)
    tables = _tables(requirement, lowered)
    if demand in ("count", "degree", "no-trap"):
        selector = requirement.goal if demand == "no-trap" else requirement.start
        found = [targets(network, selector) for table in tables for network in table]
        present = {each.name for group in found for each in group}
        return None if selector == NOWHERE else _missing(selector, present, lowered)
    return _no_pair(requirement, lowered, tables, apart=demand != "within")


def never_together(requirement: Requirement, lowered: Lowered) -> Verdict | None:
    """The verdict on a `within` that holds, where a named item is never on the table with one of the other side.

    Where such an item breaks the demand, for want of any goal on the table, it is broken.
    """
    return _no_pair(requirement, lowered, _tables(requirement, lowered), apart=True)


def _no_pair(requirement: Requirement, lowered: Lowered, tables: list[list[Network]], apart: bool) -> Verdict | None:
    """The verdict where an item is on the table in no setup; with `apart`, where it meets none of the other side."""
    there: tuple[set[str], set[str]] = set(), set()
    asked: set[str] = set()
    for table in tables:
        starts = tuple(each for part in _with_starts(requirement, table) for each in starts_of(requirement, part))
        goals = tuple(each for part in table for each in goals_of(requirement, part))
        there[0].update(each.name for each in starts)
        there[1].update(each.name for each in goals)
        asked.update(each.name for each in starts if has_pair(requirement, (each,), goals))
        asked.update(each.name for each in goals if has_pair(requirement, starts, (each,)))
    for selector, present in zip(sides(requirement), there, strict=True):
        missing = _missing(selector, present, lowered)
        if missing:
            return missing
    if not apart:
        return None
    named = dict.fromkeys(ref.name for selector in sides(requirement) for ref in selector.places)
    lost = [name for name in named if name not in asked]
    if not asked and there[0] == there[1]:
        detail = "the same place or site is on both sides" + (f": {listed(lost)}" if lost else "")
        return _empty(detail, "name another place or site on one side")
    if lost or not asked:
        what = listed(lost) if lost else "what it starts from"
        detail = f"{what} and what to ask about are never on the table together"
        return _empty(detail, "name places of tiles that may lie on the table together")
    return None


def _nothing_drawn(demand: str, lowered: Lowered, layout: Layout) -> Verdict | None:
    """The verdict on a demand about roads or seams of a map that has none."""
    if demand == "seams-meet":
        arrangements = lowered.arrangements
        if arrangements is None or arrangements.together < 2:
            return _empty("no two tiles lie side by side", "take it out: it is meant for cities of several tiles")
    elif not layout.lines and not layout.unplaced:
        return _empty("no roads are drawn on the map", "take it out: it is meant for the roads of an area map")
    return None


def _tables(requirement: Requirement, lowered: Lowered) -> list[list[Network]]:
    """The parts of the map that may lie on the table together: its tiles one by one where any of them may be laid."""
    arrangements = lowered.arrangements if requirement.every_setup else None
    parts = arrangements.parts if arrangements else None
    if arrangements is None or parts is None:
        return [[lowered.network]]
    tables = [[part] for part in parts] if arrangements.together == 1 else [list(parts)]
    plain = [part for part in parts if not part.tagged(START)]
    if sides(requirement)[0] == STARTS and arrangements.together <= len(plain) < len(parts):
        tables.append(plain)  # a city without tagged starts: there every place is one
    return tables


def _with_starts(requirement: Requirement, table: list[Network]) -> list[Network]:
    """The parts of a table on which pieces start: by default those with tagged starts, if there are any."""
    tagged = [part for part in table if part.tagged(START)] if sides(requirement)[0] == STARTS else []
    return tagged or table


def _missing(selector: Selector, present: set[str], lowered: Lowered) -> Verdict | None:
    """The verdict where a selector chooses nothing that is there."""
    lost = [ref.name for ref in selector.places if ref.name not in present]
    if lost:
        aside = {each.id for each in lowered.network.extras.aside}
        if aside.isdisjoint(lost):
            return _empty(f"no piece ever stands on {listed(lost)}", "name a place that moves lead to")
        verb = "lies on a tile that is" if len(lost) == 1 else "lie on tiles that are"
        detail = f"{listed(lost)} {verb} laid aside in every setup asked about"
    elif present:
        return None
    elif selector.tag or selector.district:
        group = f"tagged '{selector.tag}'" if selector.tag else f"in '{selector.district}'"
        detail = f"no place {group} is on the table in any setup asked about"
    else:
        return _empty("there is no place that it could ask about", "add places")
    return _empty(detail, "name what is on the table, or ask it in: every setup")


def _empty(detail: str, fix: str) -> Verdict:
    return Verdict(None, f"it asks nothing: {detail}", asked=False, fix=fix, setups_checked=0, setups_covered=0)


def no_way_at_all(detail: str) -> Verdict:
    """The verdict on a least distance where no way leads between any two of the items in one setup."""
    return Verdict(None, detail, asked=False, fix="let a way lead there, or take the requirement out")
