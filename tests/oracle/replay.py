"""A proof of pnp beside the answer of brute force: verdict, counts, counterexample, and what that shows."""

from __future__ import annotations

import re
from itertools import product
from math import inf
from typing import TYPE_CHECKING

from tests.oracle.board import listed
from tests.oracle.table import Item, bits, dead_ends, in_moves, keeps, misfits

if TYPE_CHECKING:
    from pnp.network import Proof
    from pnp.network.requirements import Witness
    from tests.oracle.board import Data
    from tests.oracle.table import Table
    from tests.oracle.verdict import Answer

SHOWN = re.compile(r"with up to (\d+) closures? it holds")


def misses(  # noqa: C901  one verdict after the other
    requirement: Data, told: Answer, proof: Proof, bounded: bool
) -> str | None:
    """What is wrong with a proof; None where nothing is. One with `bounded` steps may leave it undecided."""
    if told.idle:
        return None if (bounded and proof.holds is None) or not proof.asked else f"{proof.holds}; a closure has no spot"
    if not told.asked:
        return f"asked, {proof.holds} ({proof.detail}); it names what is not there" if proof.asked else None
    if not proof.asked:
        return f"not asked, expected {told.holds}: {proof.detail}"
    if told.empty or proof.is_empty:
        return None if bounded and proof.asked and proof.holds is None else _empty(told, proof)
    # which setups are legal is not known where not all were looked at: the steps did not suffice, or a class decided
    unlooked = bounded or proof.holds is None or (len(listed(requirement.get("for"))) > 1 and not proof.holds)
    unsure = told.illegal if unlooked else 0
    if not told.total <= proof.setups_total <= told.total + unsure:
        return f"{proof.setups_total} setups, expected {told.total}"
    if proof.holds is None and told.holds is not None:
        return _undecided(told, proof) if bounded else f"undecided, expected {told.holds}: {proof.detail}"
    if proof.method == "sampled":
        return None if bounded else "sampled, although all setups can be looked at"
    if proof.holds is not told.holds:
        return f"{proof.holds}, expected {told.holds} {told.words}: {proof.detail}"
    if not proof.setups_checked <= proof.setups_total or not proof.setups_covered <= proof.setups_total:
        return f"counts {proof.setups_checked}, {proof.setups_covered}, {proof.setups_total}"
    if proof.method == "example":
        setup = proof.witness.setup if proof.witness else None
        # out of steps, a closing that breaks it is one of the least, and need not be the first
        shown = setup == told.words or (proof.holds is False and setup in told.others)
        return None if shown else f"example {proof.witness}, expected {told.words}"
    if proof.holds is True:
        covered = proof.setups_covered == told.covered
        return None if covered else f"holds, but covers {proof.setups_covered}, expected {told.covered} of {told.total}"
    return None if proof.holds is None else _shown(requirement, told, proof)


def _empty(told: Answer, proof: Proof) -> str | None:
    """Whether what asks nothing is called so, with the name of an item of which nothing is asked."""
    if not told.empty:
        return f"{proof.detail}; expected {told.holds} {told.words}"
    if not proof.is_empty or proof.holds is not None or proof.setups_covered:
        return f"{proof.holds} ({proof.detail}); it asks nothing: {', '.join(told.empty)}"
    if any(reason in proof.detail for reason in ("no way leads", "there is no place", "there is only one place")):
        return None  # a reason as good as the name of an item
    named = [lacking.partition(": ")[2] for lacking in told.empty]
    if all(named) and not any(f"'{name}'" in proof.detail for name in named):
        return f"{proof.detail}; it asks nothing: {', '.join(told.empty)}"
    return None


def _undecided(told: Answer, proof: Proof) -> str | None:
    """Whether what is said to hold up to some closures does."""
    shown = SHOWN.match(proof.detail)
    if told.holds is False and shown and told.closures <= int(shown[1]):
        return f"broken with {told.closures} closures: {proof.detail}"
    return None


def _shown(requirement: Data, told: Answer, proof: Proof) -> str | None:
    """Whether the counterexample is the first, and what it shows is so."""
    if proof.witness is None:
        return "no counterexample"
    if proof.witness.setup != told.words and proof.witness.setup in told.others:
        return None  # out of steps it is one of the least, and need not be the first
    if proof.witness.setup != told.words:
        return f"counterexample {proof.witness.setup}, expected {told.words}"
    if told.table is None:
        return None
    return _true_of(proof.demand, requirement[proof.demand], proof.witness, told.table)


def _true_of(  # noqa: C901  one case a demand
    demand: str, body: Data, witness: Witness, table: Table
) -> str | None:
    """Whether the places and the way of a counterexample are as it says."""
    names = {place.name: at for at, place in enumerate(table.board.places)}
    match demand:
        case "degree":
            right = set(witness.places) == {table.board.places[at].name for at in misfits(table, body)}
        case "no-dead-end":
            right = set(witness.places) == {table.board.places[at].name for at in dead_ends(table)}
        case "count":
            right = set(witness.places) == {item.name for item in table.items(body.get("of"))}
        case "reach" | "isolation":
            right = inf in _far(table, witness.places)
        case "distance":
            wanted = inf if witness.distance is None else witness.distance
            lost = wanted == inf and body.get("reachable", False)
            far = _far(table, witness.places, in_moves(body), body.get("speed"))
            right = wanted in far and (lost or not keeps(body, wanted))
            right = right and (witness.distance is None or _walks(table, names, witness, body))
        case "route":
            right = _is_route(table, names, body, witness)
        case "within":
            walked = witness.distance is None or _walks(table, names, witness, body)
            right = walked and (witness.distance is None or witness.distance > body["at-most"])
        case "connected" | "survives":
            right = _falls_apart(table, {names[name] for name in witness.places})
        case "fair-starts":
            right = {item.name for item in table.starts(body.get("from"))}.issuperset(witness.places)
        case "no-trap":
            right = _is_trap(table, names, body, witness.places)
        case _:
            right = True
    return None if right else f"not so: {witness}"


def _falls_apart(table: Table, cut_off: set[int]) -> bool:
    """Whether some place leads to none of these, or some of these lead to none but these."""
    owner, every = table.board.owner, set(table.stops)
    led = [{owner[end] for end in bits(table.leads(at))} for at, stands in enumerate(table.standing) if stands]
    apart = any(cut_off.isdisjoint(places) for places in led)
    return bool(cut_off) and (apart or (cut_off != every and any(places <= cut_off for places in led)))


def _is_trap(table: Table, names: dict[str, int], body: Data, places: tuple[str, ...]) -> bool:
    """Whether just these places have a trap: no move leaves it, one enters it, and it holds no harmless place."""
    inside = table.mask(names[name] for name in places)
    harmless = table.mask(table.chosen(body["unless"])) if isinstance(body, dict) else 0
    entered = {
        end for state in range(len(table.next)) for end in bits(table.next[state]) if not table.leads(end) >> state & 1
    }
    owner = table.board.owner
    return any(
        not table.leads(end) & ~inside
        and not table.leads(end) & harmless
        and {owner[state] for state in bits(table.leads(end))} == {names[name] for name in places}
        for end in entered
    )


def _far(table: Table, ends: tuple[str, ...], moves: bool = False, speed: int | None = None) -> set[float]:
    """How far it is from each state of the first place or site to the second."""
    found = set()
    for start, goal in product(_items(table, ends[0]), _items(table, ends[1], closed_too=True)):
        mask = table.mask(goal.places)
        found |= {table.away(state, mask, moves, speed) for state in table.states(start)}
    return found


def _items(table: Table, name: str, closed_too: bool = False) -> list[Item]:
    """The items of a name: an area, and the place of its name for who may be in it and in its parts."""
    alone = [
        Item(name, False, (at,)) for at, place in enumerate(table.board.places)
        if place.name == name and (closed_too or at not in table.closed)
    ]  # fmt: skip
    return list(dict.fromkeys((*table.items(name, closed_too=closed_too), *alone)))


def _is_route(table: Table, names: dict[str, int], body: Data, witness: Witness) -> bool:
    """Whether a route is as long from one of its start's states as is said, and passes its stops in turn."""
    (start,) = (item for item in table.items(body["through"][0]) if item.name == witness.places[0])
    stops = [table.mask(table.chosen(selector)) for selector in body["through"][1:]]
    stops += [table.mask(start.places)] if body.get("round") else []
    long = {
        table.journey(state, stops, in_moves(body), body.get("speed"))
        for place in start.places for state in table.board.states(place)
    }  # fmt: skip
    if witness.distance is None:
        return inf in long
    path = iter([table.mask([at]) for at in _places_on(table, names, witness)])
    passed = all(any(mask & stop for mask in path) for stop in _after_another(stops))
    return passed and witness.distance in long and _walks(table, names, witness, body)


def _after_another(stops: list[int]) -> list[int]:
    """The stops of a route, of which no place is that of the next: one place may be both."""
    return [stop for at, stop in enumerate(stops) if not at or not stop & stops[at - 1]]


def _walks(table: Table, names: dict[str, int], witness: Witness, body: Data) -> bool:
    """Whether some walk passes these places in turn, with as many moves, turns, or at the cost, that is said."""
    if not witness.path:
        return False
    path = _places_on(table, names, witness)
    here = {state: {(0, 0, 0)} for state in table.board.states(path[0])}
    for place in path[1:]:
        entering = int(table.board.places[place].stop)
        inside = set(table.board.states(place))
        ahead: dict[int, set[Taken]] = {}
        for state, end in product(here, inside):
            if end not in table.after[state]:
                continue
            cost = entering if in_moves(body) else table.costs.get((state, end), entering)
            ahead.setdefault(end, set()).update(
                _after(each, cost, bool(entering), body.get("speed")) for each in here[state]
            )
        here = {state: set(taken) for state, taken in ahead.items()}
        for state, end in product(ahead, inside):
            if end in table.after[state]:  # it changes how it moves
                here.setdefault(end, set()).update(ahead[state])
    return any(taken <= (witness.distance or 0) for each in here.values() for taken, _, _ in each)


Taken = tuple[int, int, int]
"""The turns, moves or cost so far, the points left in the turn, and what a move that goes on has cost."""


def _after(so_far: Taken, cost: int, ends: bool, speed: int | None) -> Taken:
    """What it has taken after going on at that cost to where the move ends, or goes on."""
    taken, left, step = so_far[0], so_far[1], so_far[2] + cost
    if not ends:
        return taken, left, step
    if speed is None:
        return taken + step, 0, 0
    if step > left:
        taken, left = taken + 1, max(speed, step)
    return taken, left - step, 0


def _places_on(table: Table, names: dict[str, int], witness: Witness) -> list[int]:
    """The places on the way of a counterexample, without the names of roads and streets that are parallel to others."""
    roads = {road.name for road in table.board.closable()} - set(names)
    roads |= {f"{'the street ' * times}{street}" for street in table.board.streets for times in range(3)} - set(names)
    return [names[name] for name in witness.path if name not in roads]
