"""Dead ends, traps, detached parts, and minimum vertex cuts."""

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pnp.network.budget import SearchBudget
from pnp.network.network import Network
from pnp.network.search import Adjacency, reached, sinks, strong_parts

# The structure of a map: dead ends, traps, unreached places and detached parts.


class Trap(Struct, frozen=True):
    """The places of a trap. `outside` are the places of the same part of the map that have a state outside the trap."""

    places: tuple[int, ...]
    outside: tuple[int, ...]


def dead_ends(network: Network) -> tuple[int, ...]:
    """Return the stops that have no move out, or whose only move out leads to their only predecessor."""
    return tuple(place for place in network.stops if _is_dead_end(network, place))


def _is_dead_end(network: Network, place: int) -> bool:
    onward = network.onward[place]
    return not onward or (len(onward) == 1 and network.backward[place] == onward)


def unreached_places(network: Network) -> list[tuple[int, ...]]:
    """Return the stops that no start leads to, grouped so that one new path for each group repairs them all.

    The first place of a group leads to all others of the group. So one path from a start to each first place is
    necessary and enough.
    """
    unreached = set(network.stops).difference(network.reached_places)
    inner = tuple(
        tuple(end for end in ends if end in unreached) if place in unreached else ()
        for place, ends in enumerate(network.onward)
    )
    groups: list[tuple[int, ...]] = []
    for part in reversed(strong_parts(inner)):
        if part[0] in unreached:
            group = reached(inner, part) & unreached
            unreached -= group
            groups.append((*part, *sorted(group.difference(part))))
    return sorted(groups)


def detached_parts(network: Network) -> list[list[int]]:
    """Return the weakly connected components that contain reached places, except the largest, in source order."""
    parts = [part for part in _parts(network) if not network.reached_places.isdisjoint(part)]
    main = max(parts, key=len, default=[])
    return [part for part in parts if part is not main]


def traps(network: Network) -> list[Trap]:
    """Return the minimal traps: sets of states that some move enters and no move leaves."""
    around = {place: part for part in _parts(network) for place in part}
    found = []
    for sink in trap_states(network):
        places = tuple(sorted({network.place_of_state[state] for state in sink}))
        inside = set(sink)
        joined = around[places[0]]
        outside = (place for place in joined if not inside.issuperset(network.states_of[place]))
        found.append(Trap(places, tuple(outside)))
    return found


def _parts(network: Network) -> list[list[int]]:
    return [part for part in network.weak_parts if network.places[part[0]].stop]


def trap_states(network: Network) -> list[list[int]]:
    """Return the minimal traps as lists of states: sets that some move enters and no move leaves.

    Every trap contains one of them. A part that no move enters is not a trap.
    """
    part_of = {state: number for number, part in enumerate(network.strong_parts) for state in part}
    entered = {
        part_of[end] for state, ends in enumerate(network.strides) for end in ends if part_of[end] != part_of[state]
    }
    return [part for part in sinks(network.strides, network.strong_parts) if part_of[part[0]] in entered]


# Minimum vertex cuts. By Menger's theorem (1927) the fewest states whose removal separates two states are as many as
# there are paths between the two that share no state. The paths are found one by one with augmenting paths (Ford and
# Fulkerson 1956): a search for the next path may go backwards along earlier paths, which reroutes these. Each state is
# split into an entering side and a leaving side, so that only one path can pass it.

Step = tuple[int, bool]
"""A state and its side in the search: False for where it is entered, True for where it is left."""


def cut_between(
    after: Adjacency, start: int, goals: Sequence[int], limit: int, budget: SearchBudget
) -> list[int] | None:
    """Return a minimum set of states whose removal separates `start` from every goal; None if it has `limit` or more.

    `goals` has a 1 for each state that is a goal. Goals can be removed. `start` cannot, and must not be a goal.
    """
    budget.spend(len(after[start]))
    if sum(goals[end] for end in after[start]) >= limit:
        return None
    ways: dict[int, int] = {}
    for _ in range(limit):
        came: dict[Step, Step] = {}
        end = _augmenting_path(after, start, goals, ways, came, budget)
        if end is None:
            return sorted(state for state, leaving in came if not leaving and (state, True) not in came)
        _augment(ways, came, end)
    return None


def least_cut(after: Adjacency, before: Adjacency, limit: int, budget: SearchBudget) -> list[int] | None:
    """Return a minimum set of states whose removal leaves some state that cannot reach some other.

    None if every such set has `limit` states or more: then the remaining states reach each other, whichever
    `limit` - 1 states are removed.
    """
    if len(strong_parts(after)) > 1:
        return []
    best: list[int] | None = None
    for ends in (*after, *before):
        if len(ends) < min(limit, len(after) - 1):
            best, limit = list(ends), len(ends)
    for moves, turned in ((after, before),) if after == before else ((after, before), (before, after)):
        for start, goals in _questions(moves, turned, limit, budget):
            cut = cut_between(moves, start, goals, limit, budget)
            if cut is not None:
                best, limit = cut, len(cut)
    return best


def _questions(
    after: Adjacency, before: Adjacency, limit: int, budget: SearchBudget
) -> Iterator[tuple[int, bytearray]]:
    """Yield pairs of a start and its goals, one of which every cut of fewer than `limit` states separates.

    This takes far fewer searches than one for each pair of states. The method is from Even (1975), "An algorithm for
    determining whether the connectivity of a graph is at least k". At least one of the first `limit` states is not in
    the cut. The cut either separates two of these, or the first later state that it separates from an earlier one it
    separates from all earlier ones.
    """
    order = _broad_order(after)
    for number, start in enumerate(order[:limit]):
        budget.spend(number)
        near = set(after[start])
        for other in order[:number]:
            if other not in near:
                budget.spend(len(before[other]))
                yield start, mask(len(after), before[other])
    seen = mask(len(after), order[:limit])
    for start in order[limit:]:
        yield start, seen
        seen[start] = 1


def _broad_order(after: Adjacency) -> list[int]:
    """Return the states in breadth-first order from the first, so that a search for earlier states is short."""
    order = [0] if after else []
    seen = mask(len(after), order)
    for state in order:
        for end in after[state]:
            if not seen[end]:
                seen[end] = 1
                order.append(end)
    return order


def mask(size: int, members: Sequence[int]) -> bytearray:
    """Return a byte for each of `size` states: 1 for members, 0 for others."""
    found = bytearray(size)
    for member in members:
        found[member] = 1
    return found


def _augmenting_path(
    after: Adjacency,
    start: int,
    goals: Sequence[int],
    ways: dict[int, int],
    came: dict[Step, Step],
    budget: SearchBudget,
) -> Step | None:
    """Find one more path from `start` to a goal by breadth-first search; return its last step, or None.

    `ways` maps each state on an earlier path to the state before it. A state on an earlier path may only be entered to
    go back along that path. `came` is filled with the step before each step.
    """
    origin = (start, True)
    came[origin] = origin
    pending = deque((origin,))
    while pending:
        here = pending.popleft()
        state, leaving = here
        if leaving and goals[state]:
            return here
        steps = _steps(after, start, ways, state, leaving)
        budget.spend(1 + len(steps))
        for step in steps:
            if step not in came:
                came[step] = here
                pending.append(step)
    return None


def _steps(after: Adjacency, start: int, ways: dict[int, int], state: int, leaving: bool) -> list[Step]:
    """Return the steps from one side of a state: along moves and, on an earlier path, only backwards along it."""
    if leaving:
        steps = [(end, False) for end in after[state] if end != start]
        return [*steps, (state, False)] if state in ways else steps
    if state not in ways:
        return [(state, True)]
    return [(ways[state], True)] if ways[state] != start else []


def _augment(ways: dict[int, int], came: dict[Step, Step], end: Step) -> None:
    """Add the path that ends at `end` to `ways`, and drop the moves along which it went backwards."""
    entered: list[tuple[int, int]] = []
    step = end
    while came[step] != step:
        (state, leaving), (last, left) = step, came[step]
        if not leaving and left and last != state:
            entered.append((state, last))
        elif leaving and not left and last != state:
            del ways[last]
        step = came[step]
    ways.update(entered)
