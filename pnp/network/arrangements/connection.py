"""Decide whether a city is connected in every arrangement, by a sweep.

Of the tiles laid so far only the open ports matter, at which a later tile can be joined. Every place must reach the
*hub*, the first place of the first tile, and be reached from it. So the state of the sweep holds which open ports lead
to which, which lead to the hub, and which the hub leads to. For places not joined to the hub yet it holds the ports
through which they can still be joined. Sets of ports are bit masks.

What it decides: `connected`, `no-trap` and `reach` on the 30,720 arrangements of five tiles in 2 × 2 cells, each with
one street in each direction. The general method runs out of steps after 5,700 to 6,900 of 7,680 networks.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from pnp.network.arrangements.enumeration import State
from pnp.network.lowering.tile_map import EAST, SOUTH, City, TurnedTile
from pnp.network.search import bit_mask, reached

# Reachability within a tile.


class Shape(NamedTuple):
    """Reachability within a tile in one turn; port masks are in the order of `ports`, clockwise from the north.

    `ports` have side, distance along it, and whether one can leave and enter there. `rows` has for each port the mask
    of the ports that entering it leads to. `into` and `out_of` are the minimal masks of ports that lead to a place, and
    that a place leads to. `hub` is used if the first place is the hub. It has the ports that the hub leads to, those
    that lead to the hub, and `into` and `out_of` of the places not yet joined to it.
    """

    ports: tuple[tuple[int, int, bool, bool], ...]
    rows: tuple[int, ...]
    into: frozenset[int]
    out_of: frozenset[int]
    hub: tuple[int, int, frozenset[int], frozenset[int]]


class Inside(NamedTuple):
    """Reachability within a tile that is not turned: as in `Shape`, but with sets of port numbers."""

    rows: tuple[frozenset[int], ...]
    into: frozenset[frozenset[int]]
    out_of: frozenset[frozenset[int]]
    from_hub: frozenset[int]
    to_hub: frozenset[int]
    unreached: frozenset[frozenset[int]]
    unreturned: frozenset[frozenset[int]]


def look_inside(city: City, tile: int) -> Inside:
    """Return the reachability within a tile that is not turned."""
    piece, network = city.pieces[tile], city.alone(tile)
    stops = network.stops
    numbers = range(len(piece.ports))
    entered = {port.state: reached(piece.after, (port.state,)) for port in piece.ports if port.enters}
    leading = {port.state: reached(network.before, (port.state,)) for port in piece.ports if port.leaves}
    leaves = [leading[port.state] if port.leaves else () for port in piece.ports]
    enters = [entered[port.state] if port.enters else () for port in piece.ports]
    left = [frozenset(n for n in numbers if state in leaves[n]) for state in range(len(piece.places))]
    into = {stop: frozenset(n for n in numbers if stop in enters[n]) for stop in stops}
    hub = stops[0]
    there = reached(piece.after, (hub,))
    home = reached(network.before, (hub,))
    return Inside(
        rows=tuple(left[port.state] for port in piece.ports),
        into=frozenset(into.values()),
        out_of=frozenset(left[stop] for stop in stops),
        from_hub=left[hub],
        to_hub=into[hub],
        unreached=frozenset(into[stop] for stop in stops if stop not in there),
        unreturned=frozenset(left[stop] for stop in stops if stop not in home),
    )


def shape_of(city: City, placement: TurnedTile, inside: Inside) -> Shape:
    """Return the shape of a tile in one turn."""
    tile, turn = placement
    ports = city.pieces[tile].ports
    order = sorted(range(len(ports)), key=lambda number: ((ports[number].side + turn) % 4, ports[number].along))
    bit = {number: 1 << place for place, number in enumerate(order)}

    def mask(numbers: frozenset[int]) -> int:
        return sum(bit[number] for number in numbers)

    return Shape(
        tuple(((ports[n].side + turn) % 4, ports[n].along, ports[n].leaves, ports[n].enters) for n in order),
        tuple(mask(inside.rows[number]) for number in order),
        minimal(map(mask, inside.into)),
        minimal(map(mask, inside.out_of)),
        (
            mask(inside.from_hub),
            mask(inside.to_hub),
            minimal(map(mask, inside.unreached)),
            minimal(map(mask, inside.unreturned)),
        ),
    )


def opened(shape: Shape, sides: Sequence[int]) -> Shape:
    """Return the shape with only the ports on the given sides."""
    kept = [number for number, port in enumerate(shape.ports) if port[0] in sides]
    from_hub, to_hub, unreached, unreturned = shape.hub
    return Shape(
        tuple(shape.ports[number] for number in kept),
        tuple(renumbered(shape.rows[number], kept) for number in kept),
        minimal(renumbered(mask, kept) for mask in shape.into),
        minimal(renumbered(mask, kept) for mask in shape.out_of),
        (
            renumbered(from_hub, kept),
            renumbered(to_hub, kept),
            minimal(renumbered(mask, kept) for mask in unreached),
            minimal(renumbered(mask, kept) for mask in unreturned),
        ),
    )


def renumbered(mask: int, kept: Sequence[int]) -> int:
    """Return the mask of the bits in `kept`, renumbered from 0."""
    found, place = 0, 1
    for bit in kept:
        if mask >> bit & 1:
            found |= place
        place <<= 1
    return found


def minimal(masks: Iterable[int]) -> frozenset[int]:
    """Return the minimal masks: those without a proper subset among the masks.

    A path through a port of a mask passes a port of each superset, too, so that supersets are redundant.
    """
    found = set(masks)
    return frozenset(mask for mask in found if not any(other != mask and other & mask == other for other in found))


# The automaton of the sweep.

Spot = tuple[int, int, int, bool, bool]
"""An open port: its cell, its side, the distance along the side, and whether one can leave and enter there."""


class Front(NamedTuple):
    """Reachability between the open ports of the tiles laid so far, as port masks.

    `rows` has for each port the ports that entering it leads to. `from_hub` are the ports that the hub leads to, and
    `to_hub` those that lead to the hub. `unreached` has for each place that the hub does not reach yet the ports that
    lead to it. `unreturned` has for each place that does not reach the hub yet the ports that it leads to. Only the
    minimal masks are stored.
    """

    ports: tuple[Spot, ...]
    rows: tuple[int, ...]
    from_hub: int
    to_hub: int
    unreached: frozenset[int]
    unreturned: frozenset[int]


class ConnectionAutomaton(Struct, frozen=True, dict=True):
    """The automaton for: every place reaches every other."""

    city: City

    @property
    def start(self) -> State:
        """The state for an empty city."""
        return ()

    def signature(self, placement: TurnedTile) -> Hashable:
        """Return the shape of a tile in one turn, equal for equivalent ones."""
        return self.shape(placement)

    def holds(self, state: State) -> bool:
        """Return True: a place that cannot be joined is found when the last port to it is closed."""
        return True

    @cached_property
    def _insides(self) -> dict[int, Inside]:
        return {}

    @cached_property
    def _shapes(self) -> dict[TurnedTile, Shape]:
        return {}

    def shape(self, placement: TurnedTile) -> Shape:
        """Return the shape of a tile in one turn; cached."""
        if placement not in self._shapes:
            tile = placement[0]
            if tile not in self._insides:
                self._insides[tile] = look_inside(self.city, tile)
            self._shapes[placement] = shape_of(self.city, placement, self._insides[tile])
        return self._shapes[placement]

    @cached_property
    def _opened(self) -> dict[tuple[TurnedTile, tuple[int, ...]], Shape]:
        return {}

    def _open(self, placement: TurnedTile, sides: tuple[int, ...]) -> Shape:
        """Return the shape of a tile in one turn, with only the ports towards adjacent cells; cached."""
        if (placement, sides) not in self._opened:
            self._opened[placement, sides] = opened(self.shape(placement), sides)
        return self._opened[placement, sides]

    def lay(self, state: State, cell: int, placement: TurnedTile) -> State:
        """Return the front after one more tile; None if a place can no longer be joined to the hub."""
        shape = self._open(placement, self.city.open_sides(cell))
        ports = tuple((cell, *port) for port in shape.ports)
        if not isinstance(state, Front):
            from_hub, to_hub, unreached, unreturned = shape.hub
            front = Front(ports, shape.rows, from_hub, to_hub, unreached, unreturned)
            return self._closed(front, cell, [])
        by = len(state.ports)
        front = Front(
            (*state.ports, *ports),
            (*state.rows, *(row << by for row in shape.rows)),
            state.from_hub,
            state.to_hub,
            state.unreached | {mask << by for mask in shape.into},
            state.unreturned | {mask << by for mask in shape.out_of},
        )
        return self._closed(front, cell, self._joints(front.ports, by, cell))

    def _joints(self, ports: Sequence[Spot], by: int, cell: int) -> list[tuple[int, int]]:
        """Return the moves over seams between the last tile, whose ports begin at number `by`, and earlier tiles."""
        columns, facing = self.city.columns, {}
        for number, (at, side, along, _, _) in enumerate(ports[:by]):
            adjacent = at + 1 if side == EAST else at + columns if side == SOUTH else -1
            if adjacent == cell:
                facing[(side + 2) % 4, self.city.side - along] = number
        joints = []
        for number, (_, side, along, leaves, enters) in enumerate(ports[by:], by):
            other = facing.get((side, along))
            if other is not None:
                _, _, _, other_leaves, other_enters = ports[other]
                joints += [(other, number)] if other_leaves and enters else []
                joints += [(number, other)] if leaves and other_enters else []
        return joints

    def _closed(self, front: Front, cell: int, joints: Sequence[tuple[int, int]]) -> State:
        """Return the front after the joints were added and the ports removed at which no tile can be laid any more.

        None if a place can no longer be joined to the hub.
        """
        front = _joined(front, joints) if joints else front
        columns, cells = self.city.columns, self.city.rows * self.city.columns
        kept = [
            number
            for number, (at, side, _, _, _) in enumerate(front.ports)
            if (side == EAST and at == cell and (at + 1) % columns)
            or (side == SOUTH and at + columns > cell and at + columns < cells)
        ]
        into, out_of = (
            {renumbered(mask, kept) for mask in front.unreached},
            {renumbered(mask, kept) for mask in front.unreturned},
        )
        if 0 in into or 0 in out_of:
            return None
        return Front(
            tuple(front.ports[number] for number in kept),
            tuple(renumbered(front.rows[number], kept) for number in kept),
            renumbered(front.from_hub, kept),
            renumbered(front.to_hub, kept),
            minimal(into),
            minimal(out_of),
        )


def _joined(front: Front, joints: Sequence[tuple[int, int]]) -> Front:
    """Return the front after the joints were added: the transitive closure of reachability over them."""
    full = {entered: front.rows[entered] for _, entered in joints}
    changed = True
    while changed:
        changed = False
        for entered, row in full.items():
            wider = _onward(row, joints, full)
            if wider != row:
                full[entered], changed = wider, True
    rows = tuple(_onward(row, joints, full) for row in front.rows)
    from_hub = _onward(front.from_hub, joints, full)

    def before(mask: int) -> tuple[int, int]:
        """Return all ports that lead to a port of the mask, and the ports just before a joint to one of them."""
        doors = bit_mask(left for left, entered in joints if mask >> entered & 1)
        return (mask | bit_mask(n for n, row in enumerate(rows) if row & doors), doors) if doors else (mask, 0)

    to_hub, home = before(front.to_hub)
    unreached = (before(mask) for mask in front.unreached)
    unreturned = (_onward(mask, joints, full) for mask in front.unreturned)
    return Front(
        front.ports,
        rows,
        from_hub,
        to_hub,
        frozenset(mask for mask, doors in unreached if not from_hub & doors),
        frozenset(mask for mask in unreturned if not mask & home),
    )


def _onward(mask: int, joints: Sequence[tuple[int, int]], full: dict[int, int]) -> int:
    """Return the ports in the mask with all that can be reached over the joints at them."""
    found = mask
    for left, entered in joints:
        if mask >> left & 1:
            found |= full[entered]
    return found
