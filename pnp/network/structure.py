"""The structure of moves: their reverse, and the parts that they hold together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.search import Adjacency, reached

if TYPE_CHECKING:
    from collections.abc import Sequence


def inverted(after: Adjacency) -> Adjacency:
    """The moves turned round."""
    before: list[list[int]] = [[] for _ in after]
    for start, ends in enumerate(after):
        for end in ends:
            before[end].append(start)
    return tuple(map(tuple, before))


def united(after: Adjacency, before: Adjacency) -> Adjacency:
    """The moves in both directions, each once."""
    return tuple(
        ends if ends == starts else tuple(sorted({*ends, *starts})) for ends, starts in zip(after, before, strict=True)
    )


def contracted(after: Adjacency, kept: Sequence[bool]) -> Adjacency:
    """The moves between the states that are kept, through any number of others; the others have none."""
    return tuple(_next_kept(after, kept, state) if kept[state] else () for state in range(len(after)))


def _next_kept(after: Adjacency, kept: Sequence[bool], state: int) -> tuple[int, ...]:
    found: set[int] = set()
    seen = {state}
    pending = [state]
    while pending:
        for end in after[pending.pop()]:
            if kept[end]:
                found.add(end)
            elif end not in seen:
                seen.add(end)
                pending.append(end)
    return tuple(sorted(found))


def weak_parts(joined: Adjacency) -> list[list[int]]:
    """The sets that are joined at all, in the order of their first members; `joined` goes both ways."""
    parts = []
    seen: set[int] = set()
    for root in range(len(joined)):
        if root not in seen:
            part = reached(joined, (root,))
            seen |= part
            parts.append(sorted(part))
    return parts


def strong_parts(after: Adjacency) -> list[list[int]]:
    """The greatest sets in which each reaches each; a set comes after all that it leads to (Tarjan 1972)."""
    done = len(after) + 1
    order = [0] * len(after)
    low = [0] * len(after)
    stack: list[int] = []
    parts: list[list[int]] = []
    count = 0
    for root in range(len(after)):
        trail = [] if order[root] else [(root, iter((root,)))]
        while trail:
            state, ends = trail[-1]
            for end in ends:
                if not order[end]:
                    count += 1
                    order[end] = low[end] = count
                    stack.append(end)
                    trail.append((end, iter(after[end])))
                    break
                if order[end] < low[state]:
                    low[state] = order[end]
            else:
                trail.pop()
                if trail and low[state] < low[trail[-1][0]]:
                    low[trail[-1][0]] = low[state]
                if low[state] == order[state]:
                    parts.append(_unstack(stack, state))
                    for member in parts[-1]:
                        order[member] = done
    return parts


def _unstack(stack: list[int], state: int) -> list[int]:
    """Take `state` and all above it from the stack."""
    part: list[int] = []
    while not part or part[-1] != state:
        part.append(stack.pop())
    return sorted(part)


def sinks(after: Adjacency, parts: list[list[int]]) -> list[list[int]]:
    """Those of the strong parts that no move leaves, in the order of their first members."""
    part_of = {state: number for number, part in enumerate(parts) for state in part}
    found = (
        part
        for number, part in enumerate(parts)
        if all(part_of[end] == number for state in part for end in after[state])
    )
    return sorted(found)
