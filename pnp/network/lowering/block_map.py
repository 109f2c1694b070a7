"""Convert a block map to a network: a state for each square and heading in which a piece can be there.

A square of an intersection can have two states with the same heading. In one the piece has just entered and may still
choose a turn. In the other it is already on its way through, and its turn is fixed. Turns without a street to lead to
are left out. A square that no path passes has no state.
"""

from collections.abc import Iterator

from pnp.geometry.block_grid import HEADINGS, Heading, Square, onward, square_name, turned
from pnp.model.maps.block_map import ADDRESS, BlockMap
from pnp.network.network import ClosableStretch, Extras, Network, Place, Site, network_of

State = tuple[Square, Heading, bool]
"""A square, the heading of the piece there, and whether it has just entered an intersection."""

Move = tuple[State, State, int]
"""The start and end states of a move, and the index of its span."""


def lower_block_map(drawn: BlockMap) -> Network:
    """Return the network of a block map: its squares, the moves that the turning law allows, addresses, stretches."""
    places = tuple(drawn.grid.road)
    number = {square: at for at, square in enumerate(places)}
    moves = tuple(_moves(drawn))
    states = sorted(
        {state for start, end, _ in moves for state in (start, end)},
        key=lambda state: (number[state[0]], HEADINGS.index(state[1]), state[2]),
    )
    index = {state: at for at, state in enumerate(states)}
    entered = {square_name(end[0]) for _, end, _ in moves}
    unused = {ref.name for ref in drawn.unused} - entered
    tags = {area.id: tuple(tag.name for tag in area.tags) for area in drawn.places}
    return network_of(
        (Place(name, drawn.blocks_span, tags[name], stop=name not in unused) for name in map(square_name, places)),
        (number[state[0]] for state in states),
        ((index[start], index[end], way) for start, end, way in moves),
        (drawn.blocks_span, *(turn.span for turn in drawn.turns)),
        whole=not drawn.damaged,
        extras=Extras(sites=tuple(_sites(drawn, number)), stretches=tuple(_stretches(drawn, number))),
    )


def _moves(drawn: BlockMap) -> Iterator[Move]:
    """Yield every move: along lanes and into intersections, turning in the street, and through intersections."""
    for square in drawn.grid.road:
        if not drawn.grid.is_intersection(square):
            yield from _in_street(drawn, square)
    for intersection in drawn.grid.intersections:
        for heading in HEADINGS:
            if drawn.grid.leads(intersection, turned(heading, "u-turn")):
                yield from _through(drawn, intersection, heading)


def _in_street(drawn: BlockMap, square: Square) -> Iterator[Move]:
    """Yield the moves from a square of a street: ahead and, if the map allows it, to the square of the other lane."""
    grid, traffic = drawn.grid, drawn.traffic
    across = grid.runs_across(square)
    heading = traffic.heading(square[int(across)] % grid.pitch, across=across)
    here, ahead = (square, heading, False), onward(square, heading)
    yield here, (ahead, heading, grid.is_intersection(ahead)), 0
    if drawn.turns_in_street:
        back = turned(heading, "u-turn")
        yield here, (onward(square, turned(traffic.near(heading), "u-turn")), back, False), 0


def _through(drawn: BlockMap, intersection: Square, heading: Heading) -> Iterator[Move]:
    """Yield the moves through an intersection entered with that heading, up to the first square of the next street."""
    ways = {turn.name: way for way, turn in enumerate(drawn.turns, start=1)}
    for turn, leaving in drawn.ways_out(intersection, heading):
        first, *others = (drawn.grid.within(intersection, corner) for corner in drawn.traffic.way(heading, turn))
        state: State = (first, heading, True)
        last = first
        for last in others:
            yield state, (last, leaving, False), ways[turn]
            state = (last, leaving, False)
        yield state, (onward(last, leaving), leaving, False), ways[turn]


def _sites(drawn: BlockMap, number: dict[Square, int]) -> Iterator[Site]:
    """Yield the addresses as sites, tagged as addresses, with their block and with their side."""
    for address in drawn.addresses.values():
        tags = (ADDRESS, address.block.id, address.side)
        yield Site(address.id, address.block.span, tuple(number[square] for square in address.squares), tags)


def _stretches(drawn: BlockMap, number: dict[Square, int]) -> Iterator[ClosableStretch]:
    """Yield the streets and intersections; a jam closes all squares of one."""
    for stretch in drawn.grid.stretches({block.at: block.id for block in drawn.blocks}):
        yield ClosableStretch(stretch.id, drawn.blocks_span, tuple(number[square] for square in stretch.squares))
