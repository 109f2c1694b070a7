"""Connected in every arrangement.

Ports are bits of integers, in the order in which they lie round the tile.

Of the tiles laid so far only the open ports matter: which of them lead to which, which lead to a hub and are reached
from it (the first place of the first tile), and through which ports the places must still be reached that the hub does
not reach yet, or must still find back to it. Ports are bits of integers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from pnp.network.arrangements.enumeration import State
from pnp.network.lowering.tile_map import EAST, SOUTH, City, Lying
from pnp.network.search import reached

# Tiles as a question about connection sees them: which of their ports lead where, and through which to their places.


class Shape(NamedTuple):
    """A tile as it lies: its ports as side, spot and ways, where each leads, and from and to where its places do.

    The hub's are those of its first place.
    """

    ports: tuple[tuple[int, int, bool, bool], ...]
    rows: tuple[int, ...]
    into: frozenset[int]
    out_of: frozenset[int]
    hub: tuple[int, int, frozenset[int], frozenset[int]]


class Inside(NamedTuple):
    """A tile that is not turned: as a `Shape`, with sets of the numbers of its ports."""

    rows: tuple[frozenset[int], ...]
    into: frozenset[frozenset[int]]
    out_of: frozenset[frozenset[int]]
    from_hub: frozenset[int]
    to_hub: frozenset[int]
    unreached: frozenset[frozenset[int]]
    unreturned: frozenset[frozenset[int]]


def look_inside(city: City, tile: int) -> Inside:
    """What is inside of a tile."""
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


def shape_of(city: City, lying: Lying, inside: Inside) -> Shape:
    """The shape of a tile as it lies."""
    tile, turn = lying
    ports = city.pieces[tile].ports
    order = sorted(range(len(ports)), key=lambda number: ((ports[number].side + turn) % 4, ports[number].along))
    bit = {number: 1 << place for place, number in enumerate(order)}

    def mask(numbers: frozenset[int]) -> int:
        return sum(bit[number] for number in numbers)

    return Shape(
        tuple(((ports[n].side + turn) % 4, ports[n].along, ports[n].leaves, ports[n].enters) for n in order),
        tuple(mask(inside.rows[number]) for number in order),
        least(map(mask, inside.into)),
        least(map(mask, inside.out_of)),
        (
            mask(inside.from_hub),
            mask(inside.to_hub),
            least(map(mask, inside.unreached)),
            least(map(mask, inside.unreturned)),
        ),
    )


def opened(shape: Shape, sides: Sequence[int]) -> Shape:
    """The shape with the ports alone that are on some of its sides."""
    kept = [number for number, port in enumerate(shape.ports) if port[0] in sides]
    from_hub, to_hub, unreached, unreturned = shape.hub
    return Shape(
        tuple(shape.ports[number] for number in kept),
        tuple(some(shape.rows[number], kept) for number in kept),
        least(some(mask, kept) for mask in shape.into),
        least(some(mask, kept) for mask in shape.out_of),
        (
            some(from_hub, kept),
            some(to_hub, kept),
            least(some(mask, kept) for mask in unreached),
            least(some(mask, kept) for mask in unreturned),
        ),
    )


def some(mask: int, kept: Sequence[int]) -> int:
    """The mask of the bits that are kept, numbered anew."""
    found, place = 0, 1
    for bit in kept:
        if mask >> bit & 1:
            found |= place
        place <<= 1
    return found


def least(masks: Iterable[int]) -> frozenset[int]:
    """Those of the masks that hold no other: who comes through these comes through all."""
    found = set(masks)
    return frozenset(mask for mask in found if not any(other != mask and other & mask == other for other in found))


# Whether the places of a city reach each other, followed while its tiles are laid.

Spot = tuple[int, int, int, bool, bool]
"""An open port: its cell, its side, how far along that it lies, whether it can be left and entered by."""


class Front(NamedTuple):
    """What is known of the tiles laid so far: masks of open ports.

    `rows` says for each port where one comes from it, `to_hub` and `from_hub` from where to the hub, and where from it.
    `unreached` and `unreturned` are, for places not yet joined to the hub, the ports that lead to each and from each.
    """

    ports: tuple[Spot, ...]
    rows: tuple[int, ...]
    from_hub: int
    to_hub: int
    unreached: frozenset[int]
    unreturned: frozenset[int]


class ConnectionCourse(Struct, frozen=True, dict=True):
    """Whether every place reaches every other."""

    city: City

    @property
    def start(self) -> State:
        """What is known of an empty city."""
        return ()

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that come to the same."""
        return self.shape(lying)

    def holds(self, state: State) -> bool:
        """Whether a whole city is connected: what can't be joined is found when the last port to it is closed."""
        return True

    @cached_property
    def _insides(self) -> dict[int, Inside]:
        return {}

    @cached_property
    def _shapes(self) -> dict[Lying, Shape]:
        return {}

    def shape(self, lying: Lying) -> Shape:
        """A tile as it lies."""
        if lying not in self._shapes:
            tile = lying[0]
            if tile not in self._insides:
                self._insides[tile] = look_inside(self.city, tile)
            self._shapes[lying] = shape_of(self.city, lying, self._insides[tile])
        return self._shapes[lying]

    @cached_property
    def _opened(self) -> dict[tuple[Lying, tuple[int, ...]], Shape]:
        return {}

    def _open(self, lying: Lying, sides: tuple[int, ...]) -> Shape:
        """A tile as it lies, with the ports alone that are on sides towards other tiles."""
        if (lying, sides) not in self._opened:
            self._opened[lying, sides] = opened(self.shape(lying), sides)
        return self._opened[lying, sides]

    def lay(self, state: State, cell: int, lying: Lying) -> State:
        """The front after one tile more; None where a place can't be joined to the hub any more."""
        shape = self._open(lying, self.city.open_sides(cell))
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
        """The ways over the seams between the last tile, whose ports begin at `by`, and those before."""
        columns, facing = self.city.columns, {}
        for number, (at, side, along, _, _) in enumerate(ports[:by]):
            beside = at + 1 if side == EAST else at + columns if side == SOUTH else -1
            if beside == cell:
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
        """The front with the joints used and all ports closed that no tile can be laid at any more."""
        front = _joined(front, joints) if joints else front
        columns, cells = self.city.columns, self.city.rows * self.city.columns
        kept = [
            number
            for number, (at, side, _, _, _) in enumerate(front.ports)
            if (side == EAST and at == cell and (at + 1) % columns)
            or (side == SOUTH and at + columns > cell and at + columns < cells)
        ]
        into, out_of = {some(mask, kept) for mask in front.unreached}, {some(mask, kept) for mask in front.unreturned}
        if 0 in into or 0 in out_of:
            return None
        return Front(
            tuple(front.ports[number] for number in kept),
            tuple(some(front.rows[number], kept) for number in kept),
            some(front.from_hub, kept),
            some(front.to_hub, kept),
            least(into),
            least(out_of),
        )


def _joined(front: Front, joints: Sequence[tuple[int, int]]) -> Front:
    """The front after pieces may pass the joints, before any port is closed."""
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
        """The ports that lead to where those in the mask do, and those one leaves by to come to one of them."""
        doors = _mask(left for left, entered in joints if mask >> entered & 1)
        return (mask | _mask(n for n, row in enumerate(rows) if row & doors), doors) if doors else (mask, 0)

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
    """The ports in the mask with those that one comes to over the joints at them."""
    found = mask
    for left, entered in joints:
        if mask >> left & 1:
            found |= full[entered]
    return found


def _mask(bits: Iterable[int]) -> int:
    found = 0
    for bit in bits:
        found |= 1 << bit
    return found
