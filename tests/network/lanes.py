"""Cities of blocks: documents of them, and their moves by rules of thumb in complex numbers, apart from pnp's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx
from hypothesis import strategies as st

from pnp.model.maps.block_map import BlockMap, read_block_map
from pnp.source import read_document
from tests.network.generated import Graph

TURNS = ("right", "straight", "left", "u-turn")

State = tuple[complex, complex, bool]
"""Where one is (columns and rows down), where one is heading, and whether one may still turn."""

HEADINGS = (-1j, 1 + 0j, 1j, -1 + 0j)


def city(rows: int, columns: int, squares: int = 3, **settings: str) -> BlockMap:
    """The city of so many blocks."""
    more = "".join(f"\n{key.replace('_', '-')}: {value}" for key, value in settings.items())
    text = f"kind: block-map\nblocks: {{rows: {rows}, columns: {columns}, squares: {squares}}}{more}\n"
    document = read_document(text.encode(), "city.yaml")
    assert document.root is not None
    return read_block_map(document.root, "city")


@st.composite
def cities(draw: st.DrawFn) -> BlockMap:
    """Small cities under any law of turning."""
    rows, columns, squares = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 4))
    turns = draw(st.lists(st.sampled_from(TURNS), min_size=1, unique=True))
    drive, back = draw(st.sampled_from(("right", "left"))), draw(st.sampled_from(("true", "false")))
    return city(rows, columns, squares, drive=drive, turns=f"[{', '.join(turns)}]", turn_in_street=back)


class Lanes:
    """The rules of thumb of one city."""

    def __init__(self, drawn: BlockMap) -> None:
        self.pitch = drawn.grid.squares + 2
        self.wide = drawn.grid.columns * self.pitch + 2
        self.high = drawn.grid.rows * self.pitch + 2
        self.near = 1j if drawn.traffic.drive == "right" else -1j
        self.turns = {turn.name for turn in drawn.turns}
        self.back = drawn.turns_in_street

    def kind(self, at: complex) -> str:
        """What lies there: off, block, crossing or street."""
        if not (0 <= at.real < self.wide and 0 <= at.imag < self.high):
            return "off"
        east_west, north_south = at.imag % self.pitch < 2, at.real % self.pitch < 2
        if east_west and north_south:
            return "crossing"
        return "street" if east_west or north_south else "block"

    def squares(self) -> list[complex]:
        """The squares that are driven on, in reading order."""
        every = (complex(x, y) for y in range(self.high) for x in range(self.wide))
        return [at for at in every if self.kind(at) in ("street", "crossing")]

    def after(self, state: State) -> Iterator[State]:
        """Where one may be next."""
        at, heading, free = state
        far = -self.near
        if self.kind(at) == "street" or not free:
            ahead = at + heading
            yield ahead, heading, self.kind(at) == "street" and self.kind(ahead) == "crossing"
            if self.kind(at) == "street" and self.back:
                yield at + heading * far, -heading, False
            return
        right_hand = self.near == 1j
        if ("right" if right_hand else "left") in self.turns and self.kind(at + heading * self.near) == "street":
            yield at + heading * self.near, heading * self.near, False
        for turn, step, leaving in (
            ("straight", heading, heading),
            ("left" if right_hand else "right", heading + heading * far, heading * far),
            ("u-turn", heading * far, -heading),
        ):
            if turn in self.turns and self.kind(at + step + leaving) == "street":
                yield at + step, leaving, False

    def graph(self) -> Graph:
        """All states that lie on lanes or are reached from them."""
        graph = nx.DiGraph()
        pending: list[State] = [(at, self.lane(at), False) for at in self.squares() if self.kind(at) == "street"]
        while pending:
            state = pending.pop()
            if state not in graph or not graph.out_degree(state):
                graph.add_node(state)
                ends = list(self.after(state))
                graph.add_edges_from((state, end) for end in ends)
                pending += [end for end in ends if not graph.out_degree(end)]
        return graph

    def lane(self, at: complex) -> complex:
        """Where the lane of a square on a street leads: the block, or the rim of the map, lies on one's near side."""
        (heading,) = (
            turn for turn in HEADINGS if self.kind(at + turn * -self.near) == "street" and self._across(at, turn)
        )
        return heading

    def _across(self, at: complex, heading: complex) -> bool:
        """Whether the square on one's far side is the other lane of the same street, and one drives along it."""
        along_x = at.imag % self.pitch < 2
        if along_x != (heading.imag == 0):
            return False
        line = at.imag if along_x else at.real
        other = at + heading * -self.near
        beside = other.imag if along_x else other.real
        return line // self.pitch == beside // self.pitch


def in_order(states: Iterable[State]) -> list[State]:
    """States in the order of pnp: by square, by heading from the north round, those who may turn last."""
    return sorted(states, key=lambda state: (state[0].imag, state[0].real, HEADINGS.index(state[1]), state[2]))
