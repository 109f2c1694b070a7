"""Tiles as a question about connection sees them: which of their ports lead where, and through which to their places.

Ports are bits of integers, in the order in which they lie round the tile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pnp.network.search import reached

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.network.tile_map import City, Lying


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
