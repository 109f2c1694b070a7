"""Dead ends, traps, parts; minimum cuts.

By Menger's theorem as many ways lead from one state to another, with no state between in common, as states must be
closed to part the two. Ways are found one by one, each by a search that may turn back along those found before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pnp.network.network import Network
from pnp.network.search import Adjacency, SearchBudget, reached, sinks, strong_parts

# The shape of a map as players meet it: dead ends, traps, what no start leads to, and parts that are not joined.


class Trap(Struct, frozen=True):
    """The places of a trap, and those joined to them of which some state is `outside`."""

    places: tuple[int, ...]
    outside: tuple[int, ...]


def dead_ends(network: Network) -> tuple[int, ...]:
    """The stops whose only way on is back where one came from, or that have no way on."""
    return tuple(place for place in network.stops if _is_dead_end(network, place))


def _is_dead_end(network: Network, place: int) -> bool:
    onward = network.onward[place]
    return not onward or (len(onward) == 1 and network.backward[place] == onward)


def unreached_places(network: Network) -> list[tuple[int, ...]]:
    """The stops that no start leads to, grouped by what would mend it.

    A way to the first place of a group leads to all of it, and less than one way a group does not do.
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
    """The parts that start from a start and are joined to the greatest of them by no way, in source order."""
    parts = [part for part in _parts(network) if not network.reached_places.isdisjoint(part)]
    main = max(parts, key=len, default=[])
    return [part for part in parts if part is not main]


def traps(network: Network) -> list[Trap]:
    """The smallest traps: sets of states that no move leaves and that some move from outside enters."""
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
    """The smallest traps: sets of states that no move leaves and that some move from outside enters.

    Every trap holds one of them. An island that nothing enters is none.
    """
    part_of = {state: number for number, part in enumerate(network.strong_parts) for state in part}
    entered = {
        part_of[end] for state, ends in enumerate(network.strides) for end in ends if part_of[end] != part_of[state]
    }
    return [part for part in sinks(network.strides, network.strong_parts) if part_of[part[0]] in entered]


# Cuts: the fewest states without which moves no longer lead from here to there.

Step = tuple[int, bool]
"""A state, and the side of it that a search stands on: where it enters (False) or where it may leave (True)."""


def cut_between(
    after: Adjacency, start: int, goals: Sequence[int], limit: int, budget: SearchBudget
) -> list[int] | None:
    """The fewest states, if fewer than `limit`, whose closure parts `start` from every goal; else None.

    `goals` is a mask over the states; a goal can be closed, `start` can not and is no goal.
    """
    budget.spend(len(after[start]))
    if sum(goals[end] for end in after[start]) >= limit:
        return None
    ways: dict[int, int] = {}
    for _ in range(limit):
        came: dict[Step, Step] = {}
        end = _one_way_more(after, start, goals, ways, came, budget)
        if end is None:
            return sorted(state for state, leaving in came if not leaving and (state, True) not in came)
        _take(ways, came, end)
    return None


def least_cut(after: Adjacency, before: Adjacency, limit: int, budget: SearchBudget) -> list[int] | None:
    """The fewest states, if fewer than `limit`, whose closure leaves two others that no longer both lead to each other.

    None where there are no so few: then whichever `limit` - 1 states are closed, or fewer, the others reach each other.
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
    """Pairs of a start and its goals such that a least cut of fewer than `limit` states parts at least one (Even 1975).

    Among the first `limit` states one at least is not in the cut. Either another of them is parted from it, or in any
    order of the states the first one that is parted from one before it is parted from all before it.
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
    """All states from the first on, near ones first, so that a search for earlier ones ends soon."""
    order = [0] if after else []
    seen = mask(len(after), order)
    for state in order:
        for end in after[state]:
            if not seen[end]:
                seen[end] = 1
                order.append(end)
    return order


def mask(size: int, members: Sequence[int]) -> bytearray:
    """A byte for each of `size` states: 1 for the members."""
    found = bytearray(size)
    for member in members:
        found[member] = 1
    return found


def _one_way_more(
    after: Adjacency,
    start: int,
    goals: Sequence[int],
    ways: dict[int, int],
    came: dict[Step, Step],
    budget: SearchBudget,
) -> Step | None:
    """The end of one way more, None where there is none; `ways` gives for each state on a way the one before it.

    A state on a way can be entered only to turn back along that way; `came` is filled with the step before each step.
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
    if leaving:
        steps = [(end, False) for end in after[state] if end != start]
        return [*steps, (state, False)] if state in ways else steps
    if state not in ways:
        return [(state, True)]
    return [(ways[state], True)] if ways[state] != start else []


def _take(ways: dict[int, int], came: dict[Step, Step], end: Step) -> None:
    """Add the way that ends at `end` to `ways`, and drop the stretches on which it turned back."""
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
