"""Choices: the spots of a map on which something may be laid, what that shuts, and the network that is left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.network.selection import chosen
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.diagnostics import Span
    from pnp.model.closure import Closure
    from pnp.model.requirement import Selector
    from pnp.network.network import Network
    from pnp.network.places import Move


@dataclass(frozen=True, slots=True)
class Option:
    """What may be laid on a spot: its name, the moves that it takes away, and the places that it closes."""

    name: str
    moves: frozenset[Move]
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A spot on which one of several options may be laid, or none; `places` are those that it lies on."""

    kind: str
    at: str
    span: Span
    options: tuple[Option, ...]
    places: tuple[int, ...] = ()


def choices_of(network: Network, closure: Closure) -> tuple[Choice, ...]:
    """The spots on which a closure may be laid, in source order."""
    only = None if closure.only is None else _named(network, closure, closure.only)
    never = frozenset[str]().union(*(_named(network, closure, each) for each in closure.never))
    return tuple(
        choice for choice in _spots(network, closure) if choice.at not in never and (only is None or choice.at in only)
    )


def _named(network: Network, closure: Closure, selector: Selector) -> frozenset[str]:
    """The spots that a selector of a closure chooses."""
    if closure.on == "places":
        return frozenset(network.names(chosen(network, selector)))
    return frozenset(ref.name for ref in selector.places)


def _spots(network: Network, closure: Closure) -> Iterator[Choice]:
    kind = closure.name
    match closure.on:
        case "crossings":
            for spot in network.crossings:
                yield Choice(kind, spot.id, spot.span, (Option(kind, frozenset((*spot.forth, *spot.back))),))
        case "segments":
            for spot in network.segments:
                ways = ((spot.names[0], spot.back), (spot.names[1], spot.forth))
                options = tuple(Option(f"{kind} {name}", frozenset(taken)) for name, taken in ways)
                yield Choice(kind, spot.id, spot.span, options)
        case "stretches":
            for stretch in network.stretches:
                option = Option(kind, frozenset(_shut(network, stretch.places, closure.holds)), stretch.places)
                yield Choice(kind, stretch.id, stretch.span, (option,), stretch.places)
        case _:
            for place in sorted(chosen(network, closure.where)):
                at = network.places[place]
                option = Option(kind, frozenset(_shut(network, (place,), closure.holds)), (place,))
                yield Choice(kind, at.id, at.span, (option,), (place,))


def _shut(network: Network, places: tuple[int, ...], holds: bool) -> Iterator[Move]:
    """The moves that lead into closed places, and out of them where they hold what stands there."""
    yield from moves_into(network, places)
    if holds:
        states = (state for place in places for state in network.states_of[place])
        yield from ((state, end) for state in states for end in network.after[state])


def moves_into(network: Network, places: Iterable[int]) -> Iterator[Move]:
    """The moves that lead into places."""
    for place in places:
        for state in network.states_of[place]:
            yield from ((before, state) for before in network.before[state])


def without(network: Network, options: Sequence[Option]) -> Network:
    """The network that is left with these options laid; a place that is closed is no stop of it."""
    after, ways = list(network.after), list(network.ways)
    places = list(network.places)
    taken: dict[int, set[int]] = {}
    for option in options:
        for start, end in option.moves:
            taken.setdefault(start, set()).add(end)
        for place in option.places:
            places[place] = replace(places[place], stop=False)
    for state, ends in taken.items():
        kept = [number for number, end in enumerate(after[state]) if end not in ends]
        after[state] = tuple(after[state][number] for number in kept)
        ways[state] = tuple(ways[state][number] for number in kept)
    closed = network.closed.union(*(option.places for option in options))
    return replace(network, places=tuple(places), after=tuple(after), ways=tuple(ways), closed=closed)
