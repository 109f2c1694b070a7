"""Decide counts, degrees, dead ends and seams in every arrangement, by a sweep.

A count is a sum over the tiles. The number of neighbours of a place is the number on its own tile, plus one for each
port of the place at which streets meet. So a tile is judged as soon as all adjacent tiles are laid.

What it decides: each of these demands on the 30,720 arrangements of five tiles in 2 × 2 cells. The general method runs
out of steps after about 6,800 of 7,680 networks if the tiles have one street in each direction. If they have two, which
leaves no dead end, it runs out after 2,998.
"""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from pnp.model.maps.requirements import Requirement
from pnp.network.arrangements.enumeration import State
from pnp.network.lowering.tile_map import EAST, SOUTH, City, TurnedTile
from pnp.network.requirements import chosen, targets

MET, LEFT, ENTERED = 1, 2, 4
"""Flags of a port: it meets a port of the adjacent tile, pieces can leave through both, pieces can enter."""


class CountAutomaton(Struct, frozen=True, dict=True):
    """The automaton for: the number of places and sites is within the bounds. Its state is the number so far."""

    city: City
    requirement: Requirement

    @property
    def start(self) -> State:
        """The state for an empty city."""
        return 0

    def signature(self, placement: TurnedTile) -> Hashable:
        """Return a value that is equal for equivalent tiles and turns."""
        return self._numbers[placement[0]]

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        tiles = range(len(self.city.pieces))
        return tuple(len(targets(self.city.alone(tile), self.requirement.start)) for tile in tiles)

    def lay(self, state: State, cell: int, placement: TurnedTile) -> State:
        """Return the number after one more tile."""
        assert isinstance(state, int)
        return state + self._numbers[placement[0]]

    def holds(self, state: State) -> bool:
        """Whether the number is within the bounds."""
        assert isinstance(state, int)
        return self.requirement.bounds.hold(state)


class Inner(NamedTuple):
    """A place with its port numbers and its neighbours on its own tile.

    `out` is how many places it leads to, `back` how many lead to it, `joined` how many do either. `same` is whether the
    places it leads to are exactly those that lead to it.
    """

    ports: tuple[int, ...]
    out: int
    back: int
    joined: int
    same: bool


class Local(NamedTuple):
    """A tile in one turn: its ports, its places with ports, and whether its other places satisfy the demand (`sound`).

    A port is its side, the distance along it, and whether one can leave and enter there.
    """

    ports: tuple[tuple[int, int, bool, bool], ...]
    places: tuple[Inner, ...]
    sound: bool


class NeighbourAutomaton(Struct, frozen=True, dict=True):
    """The automaton for demands on the neighbours of each place, or on the seams.

    `asked` returns the places of a tile that the demand is about. `right` judges a place, given how many of its ports
    can be left, entered, and either. With `seams` the demand is that every port towards an adjacent tile meets another.

    The state is the tiles that still have an empty cell next to them: each as its cell, itself and the flags of its
    ports.
    """

    city: City
    asked: Callable[[int], tuple[int, ...]]
    right: Callable[[Inner, int, int, int], bool]
    seams: bool = False

    @property
    def start(self) -> State:
        """The state for an empty city."""
        return ()

    def signature(self, placement: TurnedTile) -> Hashable:
        """Return a value that is equal for equivalent tiles and turns."""
        return self._local(placement)

    @cached_property
    def _locals(self) -> dict[TurnedTile, Local]:
        return {}

    def _local(self, placement: TurnedTile) -> Local:
        if placement not in self._locals:
            self._locals[placement] = self._looked_at(*placement)
        return self._locals[placement]

    def _looked_at(self, tile: int, turn: int) -> Local:
        """Return what the demand needs to know of a tile in one turn."""
        network, piece = self.city.alone(tile), self.city.pieces[tile]
        order = sorted(piece.ports, key=lambda port: ((port.side + turn) % 4, port.along))
        found = []
        for place in self.asked(tile):
            ports = tuple(number for number, port in enumerate(order) if port.state == place)
            on, back, joined = set(network.onward[place]), set(network.backward[place]), len(network.joined[place])
            found.append(Inner(ports, len(on), len(back), joined, on == back))
        return Local(
            tuple(((port.side + turn) % 4, port.along, port.leaves, port.enters) for port in order),
            tuple(sorted(inner for inner in found if inner.ports)),
            all(self.right(inner, 0, 0, 0) for inner in found if not inner.ports),
        )

    def lay(self, state: State, cell: int, placement: TurnedTile) -> State:
        """Return the tiles that still have an empty cell next to them; None if a tile breaks the demand."""
        assert isinstance(state, tuple)
        local, columns = self._local(placement), self.city.columns
        flags = [0] * len(local.ports)
        after = []
        for at, other, known in state:
            side = EAST if at + 1 == cell and cell % columns else SOUTH if at + columns == cell else None
            after.append((at, other, known if side is None else self._meet(local, flags, other, known, side)))
        after.append((cell, local, tuple(flags)))
        if not all(self._is_right(*each) for each in after if self._is_closed(each[0], cell)):
            return None
        return tuple(each for each in after if not self._is_closed(each[0], cell))

    def _meet(self, local: Local, flags: list[int], other: Local, known: tuple[int, ...], side: int) -> tuple[int, ...]:
        """Return the flags of the ports of `other` when the new tile `local` is laid on that side of it.

        The flags of the new tile are set in `flags`.
        """
        there = list(known)
        opposite = {port[1]: n for n, port in enumerate(local.ports) if port[0] == (side + 2) % 4}
        for number, (at, along, leaves, enters) in enumerate(other.ports):
            mine = opposite.get(self.city.side - along) if at == side else None
            if mine is not None:
                _, _, mine_leaves, mine_enters = local.ports[mine]
                out, into = leaves and mine_enters, mine_leaves and enters
                there[number] = MET | LEFT * out | ENTERED * into
                flags[mine] = MET | LEFT * into | ENTERED * out
        return tuple(there)

    def _is_closed(self, at: int, cell: int) -> bool:
        """Whether all cells adjacent to the cell `at` are filled once the cells up to `cell` are."""
        columns, cells = self.city.columns, self.city.rows * self.city.columns
        return (at < cell or not (at + 1) % columns) and (at + columns <= cell or at + columns >= cells)

    def _is_right(self, at: int, local: Local, flags: tuple[int, ...]) -> bool:
        """Whether the tile in cell `at` satisfies the demand, now that all adjacent tiles are laid."""
        if self.seams:
            return all(
                flag & MET or port[0] not in self.city.open_sides(at)
                for port, flag in zip(local.ports, flags, strict=True)
            )
        return local.sound and all(
            self.right(
                inner,
                sum(bool(flags[port] & LEFT) for port in inner.ports),
                sum(bool(flags[port] & ENTERED) for port in inner.ports),
                sum(bool(flags[port] & (LEFT | ENTERED)) for port in inner.ports),
            )
            for inner in local.places
        )

    def holds(self, state: State) -> bool:
        """Return True: every tile was judged when its last adjacent tile was laid."""
        return True


def neighbour_automaton(city: City, requirement: Requirement) -> NeighbourAutomaton | None:
    """Return the automaton of a demand on neighbours or seams; None if the tiles are not plain.

    On tiles that are not plain the number of neighbours of a place is not the sum over its ports.
    """
    if requirement.demand == "seams-meet":
        return NeighbourAutomaton(city, lambda _: (), lambda *_: True, seams=True)
    if not all(_is_plain(city, tile) for tile in range(len(city.pieces))):
        return None
    if requirement.demand == "no-dead-end":
        return NeighbourAutomaton(city, lambda tile: city.alone(tile).stops, _leads_on)
    bounds, counts = requirement.bounds, requirement.counts

    def right(inner: Inner, out: int, back: int, joined: int) -> bool:
        numbers = {"in": inner.back + back, "out": inner.out + out, "neighbours": inner.joined + joined}
        return bounds.hold(numbers[counts])

    return NeighbourAutomaton(city, lambda tile: chosen(city.alone(tile), requirement.start), right)


def _is_plain(city: City, tile: int) -> bool:
    """Whether each port of a tile belongs to a space, and no space has two ports on one side."""
    piece = city.pieces[tile]
    places = {(port.side, port.state) for port in piece.ports}
    return len(places) == len(piece.ports) and all(piece.places[port.state].stop for port in piece.ports)


def _leads_on(inner: Inner, out: int, back: int, joined: int) -> bool:
    """Whether a place is not a dead end: it has two moves out, or one that does not lead to its only predecessor."""
    if inner.out + out == 0:
        return False
    if inner.out + out > 1:
        return True
    if inner.out:  # the only move out stays on the tile
        return not (inner.same and back == 0)
    return not (inner.back == 0 and back == 1 and joined == 1)
