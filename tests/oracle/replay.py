"""A proof of pnp beside the answer of brute force: verdict, counts, counterexample, and what that shows."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from tests.oracle.table import bits, dead_ends, keeps, misfits

if TYPE_CHECKING:
    from pnp.network import Proof
    from pnp.network.proof import Witness
    from tests.oracle.board import Data
    from tests.oracle.table import Table
    from tests.oracle.verdict import Answer

SHOWN = re.compile(r"with up to (\d+) closures? it holds")


def misses(requirement: Data, told: Answer, proof: Proof, bounded: bool) -> str | None:
    """What is wrong with a proof; None where nothing is. One with `bounded` steps may leave it undecided."""
    if not told.asked or not proof.asked:
        return None if told.asked == proof.asked else f"asked: {proof.asked}, expected {told.asked}"
    if proof.is_empty or told.empty:
        return (
            None if proof.is_empty == told.empty else f"empty: {proof.is_empty}, expected {told.empty}: {proof.detail}"
        )
    if proof.setups_total != told.total:
        return f"{proof.setups_total} setups, expected {told.total}"
    if proof.holds is None and told.holds is not None:
        return _undecided(told, proof) if bounded else f"undecided, expected {told.holds}: {proof.detail}"
    if proof.holds is not told.holds:
        return f"{proof.holds}, expected {told.holds} {told.words}: {proof.detail}"
    if not proof.setups_checked <= proof.setups_covered <= proof.setups_total and proof.method != "exhaustive":
        return f"counts {proof.setups_checked}, {proof.setups_covered}, {proof.setups_total}"
    if proof.holds is True:
        covered = proof.setups_covered == told.covered
        return None if covered else f"holds, but covers {proof.setups_covered}, expected {told.covered}"
    return None if proof.holds is None else _shown(requirement, told, proof)


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


def _true_of(demand: str, body: Data, witness: Witness, table: Table) -> str | None:
    """Whether the places and the way of a counterexample are as it says."""
    names = {place.name: at for at, place in enumerate(table.board.places)}
    match demand:
        case "degree":
            right = set(witness.places) == {table.board.places[at].name for at in misfits(table, body)}
        case "no-dead-end":
            right = set(witness.places) == {table.board.places[at].name for at in dead_ends(table)}
        case "count":
            right = set(witness.places) == {name for name, _ in table.goals(body.get("of"))}
        case "reach" | "isolation":
            right = not _away(table, witness.places) < inf
        case "distance":
            right = not keeps(body, _away(table, witness.places, witness.distance))
            right = right and (witness.distance is None or _walks(table, names, witness))
        case "within":
            right = witness.distance is None or (witness.distance > body["at-most"] and _walks(table, names, witness))
        case "no-trap":
            inside = table.mask(names[name] for name in witness.places)
            held = [state for state in bits(inside) if not table.leads(state) & ~inside]
            right = bool(held) and inside != 0
        case _:
            right = True
    return None if right else f"not so: {witness}"


def _away(table: Table, places: tuple[str, ...], distance: int | None = None) -> float:
    """From the first to the second place or site: as far as said where one of its states has that, else least."""
    ends = [[at for name, places in _all(table) if name == wanted for at in places] for wanted in places[:2]]
    goal = table.mask(ends[1])
    far = [table.away(state, goal) for place in ends[0] for state in table.board.states(place)]
    wanted = inf if distance is None else distance
    return wanted if wanted in far else min(far, default=inf)


def _all(table: Table) -> list[tuple[str, list[int]]]:
    board = table.board
    every = [(place.name, [at]) for at, place in enumerate(board.places)]
    every += [(site.name, list(site.places)) for site in board.sites]
    return [(name, [at for at in places if at not in table.closed]) for name, places in every]


def _walks(table: Table, names: dict[str, int], witness: Witness) -> bool:
    """Whether some walk passes these places in turn, with as many moves as is said."""
    if not witness.path:
        return False
    path = [names[name] for name in witness.path]
    here = set(table.board.states(path[0]))
    moves = 0
    for place in path[1:]:
        moves += table.board.places[place].stop
        inside = set(table.board.states(place))
        ahead = {end for state in here for end in table.after[state] if end in inside}
        more = {end for state in ahead for end in table.after[state] if end in inside}
        here = ahead | more
    return bool(here) and moves <= (witness.distance or 0)
