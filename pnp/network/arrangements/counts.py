"""Counts, degrees, dead ends, seams in every arrangement.

A place on a tile has the neighbours that it has there, and one more for each way from it that meets another. A tile is
judged when all its neighbours lie.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from pnp.model.maps.game_map import Requirement
from pnp.network.arrangements.enumeration import State
from pnp.network.lowering.tile_map import EAST, SOUTH, City, Lying
from pnp.network.requirements import chosen, targets

MET, LEFT, ENTERED = 1, 2, 4
"""What may be true of a port: another lies opposite, one may leave through both, one may enter."""


class CountCourse(Struct, frozen=True, dict=True):
    """Whether there are as many places and sites as the bounds say."""

    city: City
    requirement: Requirement

    @property
    def start(self) -> State:
        """What is known of an empty city."""
        return 0

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that come to the same."""
        return self._numbers[lying[0]]

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        tiles = range(len(self.city.pieces))
        return tuple(len(targets(self.city.alone(tile), self.requirement.start)) for tile in tiles)

    def lay(self, state: State, cell: int, lying: Lying) -> State:
        """The number with that of one tile more."""
        assert isinstance(state, int)
        return state + self._numbers[lying[0]]

    def holds(self, state: State) -> bool:
        """Whether the whole number keeps the bounds."""
        assert isinstance(state, int)
        return self.requirement.bounds.hold(state)


class Inner(NamedTuple):
    """A place with ports: their numbers, how many places it leads to on its tile, how many lead to it, how many both,
    and whether these are the same.
    """

    ports: tuple[int, ...]
    out: int
    back: int
    joined: int
    same: bool


class Local(NamedTuple):
    """A tile as it lies: its ports as side, spot and ways, its places at ports, and whether all others hold."""

    ports: tuple[tuple[int, int, bool, bool], ...]
    places: tuple[Inner, ...]
    sound: bool


class LocalCourse(Struct, frozen=True, dict=True):
    """Whether each place that is asked about is `right`, given its neighbours.

    With `seams` it is whether all ways meet another where a tile lies opposite.
    """

    city: City
    asked: Callable[[int], tuple[int, ...]]
    right: Callable[[Inner, int, int, int], bool]
    seams: bool = False

    @property
    def start(self) -> State:
        """What is known of an empty city."""
        return ()

    def signature(self, lying: Lying) -> Hashable:
        """Equal for tiles and turns that come to the same."""
        return self._local(lying)

    @cached_property
    def _locals(self) -> dict[Lying, Local]:
        return {}

    def _local(self, lying: Lying) -> Local:
        if lying not in self._locals:
            self._locals[lying] = self._looked_at(*lying)
        return self._locals[lying]

    def _looked_at(self, tile: int, turn: int) -> Local:
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

    def lay(self, state: State, cell: int, lying: Lying) -> State:
        """The tiles whose neighbours do not all lie yet, each with its cell and what is true of its ports."""
        assert isinstance(state, tuple)
        local, columns = self._local(lying), self.city.columns
        flags = [0] * len(local.ports)
        after = []
        for at, other, told in state:
            side = EAST if at + 1 == cell and cell % columns else SOUTH if at + columns == cell else None
            after.append((at, other, told if side is None else self._meet(local, flags, other, told, side)))
        after.append((cell, local, tuple(flags)))
        if not all(self._is_right(*each) for each in after if self._is_closed(each[0], cell)):
            return None
        return tuple(each for each in after if not self._is_closed(each[0], cell))

    def _meet(self, local: Local, flags: list[int], other: Local, told: tuple[int, ...], side: int) -> tuple[int, ...]:
        """Note what is true of the ports where a new tile has another on that side of the other."""
        there = list(told)
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
        """Whether all neighbours of a cell lie once those up to `cell` do."""
        columns, cells = self.city.columns, self.city.rows * self.city.columns
        return (at < cell or not (at + 1) % columns) and (at + columns <= cell or at + columns >= cells)

    def _is_right(self, at: int, local: Local, flags: tuple[int, ...]) -> bool:
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
        """Whether a whole city is right: every tile was judged when its last neighbour lay."""
        return True


def local_course(city: City, requirement: Requirement) -> LocalCourse | None:
    """The course of a demand that hangs on neighbours alone; None where a way crosses a seam without a space at it."""
    if requirement.demand == "seams-meet":
        return LocalCourse(city, lambda _: (), lambda *_: True, seams=True)
    if not all(_is_plain(city, tile) for tile in range(len(city.pieces))):
        return None
    if requirement.demand == "no-dead-end":
        return LocalCourse(city, lambda tile: city.alone(tile).stops, _leads_on)
    bounds, counts = requirement.bounds, requirement.counts

    def right(inner: Inner, out: int, back: int, joined: int) -> bool:
        numbers = {"in": inner.back + back, "out": inner.out + out, "neighbours": inner.joined + joined}
        return bounds.hold(numbers[counts])

    return LocalCourse(city, lambda tile: chosen(city.alone(tile), requirement.start), right)


def _is_plain(city: City, tile: int) -> bool:
    """Whether each port lies at a space, and no two of one space lie on one side."""
    piece = city.pieces[tile]
    places = {(port.side, port.state) for port in piece.ports}
    return len(places) == len(piece.ports) and all(piece.places[port.state].stop for port in piece.ports)


def _leads_on(inner: Inner, out: int, back: int, joined: int) -> bool:
    """Whether a way leads on from a place that is not the only way to it."""
    if inner.out + out == 0:
        return False
    if inner.out + out > 1:
        return True
    if inner.out:  # back along the only way, unless another leads here too
        return not (inner.same and back == 0)
    return not (inner.back == 0 and back == 1 and joined == 1)
