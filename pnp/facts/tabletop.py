"""A map on the table: where all that has a name lies, what lies on it, and the ways that are left."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.facts.ways import Step, moves_from, shortest
from pnp.network import whereabouts
from pnp.network.choices import Option, choices_of
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.model.game_map import GameMap, Point
    from pnp.model.reference import Ref
    from pnp.network import Network


class NoSketchError(Exception):
    """Nothing can be shown; `fault` says why, None where that is told elsewhere."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.fault = fault
        super().__init__(fault.message if fault else "")


class Tabletop:
    """A map with its network, as a diagram asks for it; what it does not have raises NoSketchError."""

    def __init__(self, drawn: GameMap, network: Network) -> None:
        self._drawn, self._network = drawn, network
        self.spots = whereabouts(drawn, network)

    def spot(self, name: Ref) -> Point:
        """Where that name lies."""
        found = self.spots.get(name.name)
        if found is None:
            known = name.name in self._network.index or name.name in self._network.sites
            if name.name in self._drawn.lost:
                raise NoSketchError
            message = f"'{name}' {'has no position on' if known else 'is no place of'} the map '{self._drawn.id}'"
            raise NoSketchError(Fault(name.span, message, did_you_mean(name.name, self.spots)))
        return found

    def lit(self, names: Iterable[Ref]) -> frozenset[str]:
        """The names of what stands out, which the drawing must know."""
        for name in names:
            if name.name not in self._drawn.marks:
                hint = did_you_mean(name.name, self._drawn.marks)
                raise NoSketchError(Fault(name.span, f"'{name}' is no place of the map '{self._drawn.id}'", hint))
        return frozenset(name.name for name in names)

    def laid(self, wanted: Iterable[tuple[Ref, Ref]]) -> Iterator[tuple[str, Option]]:
        """What lies where: closures of the map, on spots where they may lie."""
        options = {
            (choice.at, option.name): option
            for closure in self._drawn.closures
            for choice in choices_of(self._network, closure)
            for option in choice.options
        }
        for spot, what in wanted:
            self.spot(spot)
            names = (spot.name, *self._segments_at(spot.name))
            found = next((options[at, what.name] for at in names if (at, what.name) in options), None)
            if found is None:
                here = [name for at, name in options if at in names]
                hint = did_you_mean(what.name, here) or listed("there may lie", here)
                raise NoSketchError(Fault(what.span, f"'{what}' can't lie on '{spot}'", hint))
            yield spot.name, found

    def way(self, network: Network, stops: tuple[Ref, ...]) -> tuple[Step, ...]:
        """A shortest way through these places, each with the moves that it takes to come there."""
        steps: list[Step] = []
        for first, second in pairwise(stops):
            found = shortest(network, self._place(first), self._place(second)) if network.whole else None
            if found is None:
                if not network.whole:
                    raise NoSketchError
                raise NoSketchError(Fault(second.span, f"no way leads from '{first}' to '{second}'"))
            steps += _from(steps[-1][1], found)[1:] if steps else found
        return tuple(steps)

    def distances(self, network: Network, start: Ref) -> Iterator[tuple[str, str]]:
        """Each place to which a way leads with the moves that it takes."""
        for name, moves in moves_from(network, self._place(start)):
            if name in self.spots and name != start.name:
                yield name, str(moves)

    def _segments_at(self, place: str) -> Iterator[str]:
        """The segments that a place belongs to: what lies on it may be named by any of its places."""
        number = self._network.index.get(place)
        owner = self._network.place_of_state
        for segment in self._network.segments:
            if any(owner[state] == number for move in segment.forth for state in move):
                yield segment.id

    def _place(self, name: Ref) -> str:
        self.spot(name)
        if name.name not in self._network.index and name.name not in self._network.sites:
            message = f"no way leads to '{name}', which is neither a place nor a site"
            raise NoSketchError(Fault(name.span, message, did_you_mean(name.name, self._network.index)))
        return name.name


def _from(before: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple((name, before + moves) for name, moves in steps)


def listed(words: str, names: Iterable[str]) -> str | None:
    """The words with the names after them; None where there are none."""
    listed = ", ".join(names)
    return f"{words} {listed}" if listed else None
