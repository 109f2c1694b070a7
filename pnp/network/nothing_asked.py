"""Requirements that ask nothing, which are not proved: each with what is missing, and a fix."""

from collections.abc import Iterator
from itertools import combinations, islice

from pnp.messages import listed
from pnp.model.maps.game_map import Closure
from pnp.model.maps.requirements import EVERYWHERE, NOWHERE, STARTS, Requirement, Selector
from pnp.network.asked import OF_ALL, distinct, goals_of, has_pair, number_open, sides, starts_of
from pnp.network.closures.supplies import known_choices
from pnp.network.layout import Layout
from pnp.network.lowering import Lowered
from pnp.network.network import START, Network
from pnp.network.requirements import Verdict, targets


def nothing_asked(requirement: Requirement, lowered: Lowered, layout: Layout) -> Verdict | None:
    """Return the verdict on a requirement of which some part asks nothing in any setup; None if there is no such part.

    Closures only make a requirement ask less, so it is enough to look at setups without closures. Each item named
    must be in a pair that is asked about. Of a tag, a district or every place at least one item must. If the same list
    is on both sides, only the pairs of an item with itself are left out.
    """
    demand = requirement.demand
    if demand == "no-trap" and requirement.goal == EVERYWHERE:
        detail = "a trap is allowed where it holds a place of 'unless', and 'every place' is in every trap"
        return _empty(detail, "write no-trap: true, or name the places that make a trap harmless")
    if demand == "count" and not requirement.start.places:
        return None
    if demand == "survives" and requirement.by_roads and not any(each.extras.roads for each in lowered.networks):
        return _empty("there are no roads to close: only area maps have some", "close places: take 'by' out")
    if demand in ("no-crossing", "seams-meet"):
        if lowered.mover is not None:
            return _empty("how roads are drawn is the same for every class", "take 'for' out")
        return _nothing_drawn(requirement, lowered, layout)
    tables = _tables(requirement, lowered)
    if demand in OF_ALL:
        tables_asked = [table for table in tables if _asks_of_all(demand, table)]
        if not tables_asked:
            return _too_little_open(tables, lowered)
        harmless = requirement.goal if demand == "no-trap" else NOWHERE
        return _missing_from(harmless, tables_asked, lowered) if harmless != NOWHERE else None
    if demand == "route":
        return _no_route(requirement, lowered, tables)
    if demand in ("count", "degree"):
        return _missing_from(requirement.start, tables, lowered)
    return _no_pair(requirement, lowered, tables, apart=demand != "within")


def _asks_of_all(demand: str, table: list[Network]) -> bool:
    """Whether a demand on the whole map asks something about a table: tiles may share places with each other."""
    stops = {part.places[place].id for part in table for place in part.stops}
    return len(stops) >= OF_ALL[demand] or any(number_open(demand, part) >= OF_ALL[demand] for part in table)


def _too_little_open(tables: list[list[Network]], lowered: Lowered) -> Verdict:
    """Return the verdict on a demand on the whole map if no table has enough places to ask anything about."""
    number = "only one place" if any(part.stops for table in tables for part in table) else "no place"
    who = f"'{lowered.mover}'" if lowered.mover is not None else "a piece"
    return _empty(f"there is {number} on which {who} may stop", "add places that are no waypoints")


def _two_start(requirement: Requirement, table: list[Network]) -> bool:
    """Whether at least two starts of a table have a goal other than themselves."""
    goals = distinct(each for part in table for each in goals_of(requirement, part))
    starts = distinct(each for part in _with_starts(requirement, table) for each in starts_of(requirement, part))
    return len([*islice((each for each in starts if has_pair(requirement, (each,), goals)), 2)]) == 2


def named_closures(requirement: Requirement, lowered: Lowered) -> Iterator[Closure]:
    """Return the closures that a requirement names."""
    names = {ref.name for ref in (*requirement.by, *(ref for ref, _ in requirement.laid))}
    return (closure for closure in lowered.closures if closure.name in names)


def held_in_vain(requirement: Requirement, lowered: Lowered) -> Verdict | None:
    """Return the verdict "asks nothing" on a requirement that holds in vain; None if it does not. It may be

    - a `within` of which a named item is never on the table with one of the other side (if the missing goal breaks the
      `within`, it stays broken);
    - a `fair-starts` that never has two starts to compare;
    - one with a closure that only fits in other setups. A closure that fits in none has a separate finding.
    """
    tables = _tables(requirement, lowered)
    if requirement.demand == "within" and (lost := _no_pair(requirement, lowered, tables, apart=True)):
        return lost
    if requirement.demand == "fair-starts" and not any(_two_start(requirement, table) for table in tables):
        return _empty("it compares starts with each other, and there is only one", "choose two starts or more")
    return _closure_elsewhere(requirement, lowered)


def _closure_elsewhere(requirement: Requirement, lowered: Lowered) -> Verdict | None:
    """Return the verdict "asks nothing" if a closure that a requirement names only fits in setups of others."""
    arrangements = lowered.arrangements
    for closure in named_closures(requirement, lowered):
        name = closure.name
        if not lowered.has_spot(closure):
            continue
        few = arrangements.few if requirement.every_setup and arrangements else None
        if few:
            if any(known_choices(network, closure) for network in few):
                continue
            return _empty(f"no '{name}' fits where the tiles are laid", "take the closure out")
        parts = (arrangements.parts or ()) if requirement.every_setup and arrangements else ()
        if any(known_choices(network, closure) for network in (lowered.network, *parts)):
            continue
        if lowered.classes:
            where = f"where '{lowered.mover}' may be" if lowered.mover else "on the map without a class"
            return _empty(f"no '{name}' fits {where}", "take the closure out, or ask it for another class")
        if not requirement.every_setup and arrangements:
            return _empty(f"no '{name}' fits on the map as printed", "ask it in: every setup")
    return None


def _no_pair(requirement: Requirement, lowered: Lowered, tables: list[list[Network]], apart: bool) -> Verdict | None:
    """Return the verdict "asks nothing" if a named item is never on the table; else None.

    With `apart` it is also returned if an item is never on the table together with an item of the other side.
    """
    there: tuple[set[str], set[str]] = set(), set()
    asked: set[str] = set()
    for table in tables:
        starts = distinct(each for part in _with_starts(requirement, table) for each in starts_of(requirement, part))
        goals = distinct(each for part in table for each in goals_of(requirement, part))
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


def _no_route(requirement: Requirement, lowered: Lowered, tables: list[list[Network]]) -> Verdict | None:
    """Return the verdict "asks nothing" if a stop of a route is never on the table, or never with the others."""
    for number, selector in enumerate(requirement.through):
        found = (
            starts_of(requirement, part) if not number else targets(part, selector)
            for table in tables
            for part in table
        )
        present = {each.name for items in found for each in items}
        if missing := _missing(selector, present, lowered):
            return missing
    together = (
        all(any(targets(part, selector) for part in table) for selector in requirement.through) for table in tables
    )
    return None if any(together) else never_together(requirement)


def never_together(requirement: Requirement) -> Verdict:
    """Return the verdict on a requirement whose starts and goals are in no setup together."""
    stops = "the stops of the route are" if requirement.demand == "route" else "what it is about is"
    return _empty(f"{stops} never on the table together", "name what may be together, or ask it in: every setup")


def _nothing_drawn(requirement: Requirement, lowered: Lowered, layout: Layout) -> Verdict | None:
    """Return the verdict on a demand about roads or seams if the map has none; else None."""
    if requirement.demand == "seams-meet":
        arrangements = lowered.arrangements if requirement.every_setup else None
        if not (arrangements.has_seams if arrangements else lowered.network.extras.edged):
            return _empty("no two tiles lie side by side", "take it out: it is meant for cities of several tiles")
    elif not layout.lines and not layout.unplaced:
        return _empty("no roads are drawn on the map", "take it out: it is meant for the roads of an area map")
    return None


MOST_GROUPED = 30
"""Maximum number of tiles of which each two are looked at."""


def _tables(requirement: Requirement, lowered: Lowered) -> list[list[Network]]:
    """Return groups of parts that may be on the table together: all of them if three tiles or more are laid.

    A start, another start and a goal may need three tiles; of fewer, each choice is a group.
    """
    arrangements = lowered.arrangements if requirement.every_setup else None
    if arrangements is None or (parts := arrangements.parts) is None:
        return [[lowered.network]]
    if arrangements.few:
        return [[network] for network in arrangements.few]
    if arrangements.together == 1 or (arrangements.together == 2 and len(parts) <= MOST_GROUPED):
        return [list(group) for group in combinations(parts, arrangements.together)]
    tables = [list(parts)]
    plain = [part for part in parts if not part.tagged(START)]
    if sides(requirement)[0] == STARTS and arrangements.together <= len(plain) < len(parts):
        tables.append(plain)  # a city without tagged starts, in which every place is a start
    return tables


def _with_starts(requirement: Requirement, table: list[Network]) -> list[Network]:
    """Return the parts on which pieces start: those with tagged starts if the requirement is about the default starts.

    If there are none, all parts are returned.
    """
    tagged = [part for part in table if part.tagged(START)] if sides(requirement)[0] == STARTS else []
    return tagged or table


def _missing_from(selector: Selector, tables: list[list[Network]], lowered: Lowered) -> Verdict | None:
    """Return the verdict "asks nothing" if nothing that a selector chooses is on any of these tables; else None."""
    present = {each.name for table in tables for part in table for each in targets(part, selector)}
    return _missing(selector, present, lowered)


def _missing(selector: Selector, present: set[str], lowered: Lowered) -> Verdict | None:
    """Return the verdict "asks nothing" if nothing that a selector chooses is in `present`; else None."""
    lost = [ref.name for ref in selector.places if ref.name not in present]
    if lost:
        aside = {each.id for each in lowered.network.extras.aside}
        if aside.isdisjoint(lost):
            return _not_entered(lost, lowered)
        verb = "lies on a tile that is" if len(lost) == 1 else "lie on tiles that are"
        detail = f"{listed(lost)} {verb} laid aside in every setup asked about"
    elif present:
        return None
    elif selector.tag or selector.district:
        group = f"tagged '{selector.tag}'" if selector.tag else f"in '{selector.district}'"
        if lowered.mover is not None:
            fix = "choose places that the class may be on, or change its 'on', 'never' or 'along' under movement"
            return _empty(f"no '{lowered.mover}' may be on a place {group}", fix)
        detail = f"no place {group} is on the table in any setup asked about"
    else:
        return _empty("there is no place that it could ask about", "add places")
    return _empty(detail, "name what is on the table, or ask it in: every setup")


def _not_entered(lost: list[str], lowered: Lowered) -> Verdict:
    """Return the verdict on a requirement that names places which exist, but on which no piece can be."""
    if lowered.mover is not None:
        fix = "name places that the class may be on, or change its 'on', 'never' or 'parts' under movement"
        return _empty(f"no '{lowered.mover}' may be on {listed(lost)}", fix)
    if any(name in network.index for name in lost for network in lowered.classes.values()):
        return _empty(f"only a movement class tells apart {listed(lost)}", "add for: with a class, or name the area")
    return _empty(f"no piece can ever be on {listed(lost)}", "name a place that moves lead to")


def _empty(detail: str, fix: str) -> Verdict:
    return Verdict(None, f"it asks nothing: {detail}", asked=False, fix=fix, setups_checked=0, setups_covered=0)
