"""Generated tile maps, and every arrangement of them as it is worked out on paper: ways meet where their ends do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from hypothesis import strategies as st
from msgspec import Struct

from pnp.model.maps.tile_map import TileMap, read_tile_map
from pnp.network.network import Extras, Network, Place, Site, network_of
from pnp.source import load_schemas, read_document, validate
from tests.network.generated import span
from tests.pipeline import ROOT

SIDE = 30
OFFSETS = (10, 15, 20)
TURNS = {"any": (0, 1, 2, 3), "half": (0, 2), "never": (0,)}

Lyings = tuple[tuple[int, int], ...]
"""The tile in each cell and its turn."""


class Spec(Struct, frozen=True):
    """A tile: spaces with tags, intersections, roads (both ways or one), exits as edge, offset, spot and way, sites.

    Where it has `streets`, its first four spaces and the first intersection are those of two that cross in its middle.
    """

    name: str
    spaces: tuple[tuple[str, tuple[str, ...]], ...]
    crossings: tuple[str, ...]
    roads: tuple[tuple[str, str, bool], ...]
    exits: tuple[tuple[str, int, str, str], ...]
    sites: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    streets: tuple[str, ...] = ()

    def written(self) -> Iterator[str]:
        yield f"  {self.name}:"
        if self.streets:
            yield f"    streets: {{{', '.join(self.streets)}}}"
            spaces = [f"{name}: {{tags: [{', '.join(tags)}]}}" for name, tags in self.spaces if tags]
        else:
            spaces = [
                f"{name}: {{at: [{n}, 5], tags: [{', '.join(tags)}]}}" for n, (name, tags) in enumerate(self.spaces)
            ]
            yield f"    intersections: {{{', '.join(f'{name}: {{}}' for name in self.crossings)}}}"
            roads = [f"{a} {'->' if one else '--'} {b}" for a, b, one in self.roads]
            yield f"    roads: [{', '.join(roads)}]"
            exits = [f"{edge} {at}: {{to: {to}, way: {way}}}" for edge, at, to, way in self.exits]
            yield f"    exits: {{{', '.join(exits)}}}"
        yield f"    spaces: {{{', '.join(spaces)}}}"
        sites = [f"{name}: {{by: [{', '.join(by)}], tags: [{', '.join(tags)}]}}" for name, by, tags in self.sites]
        yield f"    sites: {{{', '.join(sites)}}}"


class CitySpec(Struct, frozen=True):
    """A city of tiles and how they may lie."""

    rows: int
    columns: int
    turned: str
    shuffled: bool
    tiles: tuple[Spec, ...]

    def written(self) -> str:
        """The document."""
        head = [
            "kind: tile-map", f"tile: {SIDE}", f"city: {{rows: {self.rows}, columns: {self.columns}}}",
            f"turned: {self.turned}", f"shuffled: {str(self.shuffled).lower()}", "street: 4", "space: 13", "tiles:",
        ]  # fmt: skip
        return "\n".join([*head, *(line for tile in self.tiles for line in tile.written())]) + "\n"

    def read(self) -> TileMap:
        """The map that the document comes to."""
        document = validate(read_document(self.written(), "city.yaml"), load_schemas(ROOT / "schemas"))
        assert document.root is not None, document.findings
        assert not document.findings, (self.written(), document.findings)
        return read_tile_map(document.root, "city")

    @property
    def arrangements(self) -> list[Lyings]:
        """Every labelled arrangement, in order."""
        cells = self.rows * self.columns
        orders = permutations(range(len(self.tiles)), cells) if self.shuffled else [tuple(range(cells))]
        turns = list(product(TURNS[self.turned], repeat=cells))
        return sorted(tuple(zip(order, turn, strict=True)) for order in orders for turn in turns)

    def exits(self, lyings: Lyings) -> dict[tuple[int, int], list[tuple[int, str, str]]]:
        """Where ways end on the table: for each point the cells that have an end there, with the spot and the way."""
        found: dict[tuple[int, int], list[tuple[int, str, str]]] = {}
        for cell, (tile, turn) in enumerate(lyings):
            row, column = divmod(cell, self.columns)
            for edge, at, spot, way in self.tiles[tile].exits:
                x, y = {"north": (at, 0), "south": (at, SIDE), "west": (0, at), "east": (SIDE, at)}[edge]
                for _ in range(turn):
                    x, y = SIDE - y, x
                found.setdefault((x + column * SIDE, y + row * SIDE), []).append((cell, spot, way))
        return found

    def seams_meet(self, lyings: Lyings) -> bool:
        """Whether every way that ends inside the city meets another."""
        width, height = self.columns * SIDE, self.rows * SIDE
        return all(len(ends) == 2 for (x, y), ends in self.exits(lyings).items() if 0 < x < width and 0 < y < height)

    def network(self, lyings: Lyings) -> Network:
        """The network of the tiles as they lie."""
        places: list[Place] = []
        numbers: dict[tuple[int, str], int] = {}
        moves: list[tuple[int, int, int]] = []
        sites: list[Site] = []
        for cell, (tile, _) in enumerate(lyings):
            spec = self.tiles[tile]
            for name, tags in (*spec.spaces, *((name, None) for name in spec.crossings)):
                numbers[cell, name] = len(places)
                stop = tags is not None
                places.append(Place(f"{spec.name} {name}", span(1), tags or (), None, int(stop), stop))
            for start, end, one in spec.roads:
                moves.append((numbers[cell, start], numbers[cell, end], 0))
                if not one:
                    moves.append((numbers[cell, end], numbers[cell, start], 0))
            sites += [
                Site(self._site(spec, name), span(1), tuple(numbers[cell, place] for place in by), carried)
                for name, by, carried in spec.sites
            ]
        for ends in self.exits(lyings).values():
            for here, there in permutations(ends, 2):
                if here[2] != "in" and there[2] != "out":
                    moves.append((numbers[here[:2]], numbers[there[:2]], 0))
        return network_of(places, range(len(places)), moves, (span(1),), extras=Extras(sites=tuple(sites)))

    def _site(self, spec: Spec, name: str) -> str:
        shared = sum(name == site[0] for tile in self.tiles for site in tile.sites) > 1
        return f"{spec.name} {name}" if shared else name


Sites = tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]


def crossed(name: str, one_way: bool, across: bool, tags: tuple[tuple[str, ...], ...], standing: Sites) -> Spec:
    """A tile with a street from west to east, one way or not, and perhaps one across it."""
    ways = ("out", "in") if one_way else ("both", "both")
    names = ("Q 1", "Q 2", "M 1", "M 2")[: 4 if across else 2]
    roads = [("Q 1", "Q 2", one_way)]
    exits = [("east", 15, "Q 2", ways[0]), ("west", 15, "Q 1", ways[1])]
    streets = [f"Q: west 15 {'->' if one_way else '--'} east 15"]
    if across:
        roads = [("Q 1", "Q / M", one_way), ("Q / M", "Q 2", one_way), ("M 1", "Q / M", False), ("Q / M", "M 2", False)]
        exits += [("north", 15, "M 1", "both"), ("south", 15, "M 2", "both")]
        streets.append("M: north -- south")
    spaces = tuple(zip(names, tags, strict=True))
    return Spec(name, spaces, ("Q / M",) * across, tuple(roads), tuple(exits), standing, tuple(streets))


TAGS = st.lists(st.sampled_from(("start", "inn")), max_size=1).map(tuple)


@st.composite
def sites(draw: st.DrawFn, spaces: tuple[str, ...]) -> Sites:
    """None or a site, served by some of the spaces."""
    if draw(st.integers(0, 2)):
        return ()
    by = draw(st.lists(st.sampled_from(spaces), min_size=1, max_size=2, unique=True))
    return ((draw(st.sampled_from(("Hall", "Gate"))), tuple(by), draw(TAGS)),)


@st.composite
def specs(draw: st.DrawFn, name: str, two_way: bool) -> Spec:
    """A tile of a few spaces."""
    ways = ("both",) if two_way else ("both", "both", "both", "in", "out")
    if draw(st.booleans()):
        across = draw(st.booleans())
        names = ("Q 1", "Q 2", "M 1", "M 2")[: 4 if across else 2]
        tags = tuple(draw(TAGS) for _ in names)
        return crossed(name, not two_way and draw(st.booleans()), across, tags, draw(sites(names)))
    spaces = "abcd"[: draw(st.integers(1, 4))]
    spots = spaces + "X" * draw(st.booleans())
    pairs = [(a, b) for a in spots for b in spots if a < b]
    chosen = [pair for pair in pairs if draw(st.integers(0, 3))]
    roads = tuple(
        (*(pair if draw(st.booleans()) else pair[::-1]), not two_way and not draw(st.integers(0, 3))) for pair in chosen
    )
    edges = [(edge, at) for edge in ("north", "east", "south", "west") for at in OFFSETS]
    left = [edge for edge in edges if (edge[1] == 15 and draw(st.integers(0, 4))) or not draw(st.integers(0, 7))]
    exits = tuple((*edge, draw(st.sampled_from(spots)), draw(st.sampled_from(ways))) for edge in left)
    tagged = tuple((space, draw(TAGS)) for space in spaces)
    return Spec(name, tagged, ("X",) if "X" in spots else (), roads, exits, draw(sites(tuple(spaces))))


SIZES = ((1, 1, 2), (1, 2, 2), (2, 1, 2), (1, 2, 3), (1, 3, 3), (2, 2, 4))


@st.composite
def cities(draw: st.DrawFn) -> CitySpec:
    """Cities of up to four tiles."""
    rows, columns, number = draw(st.sampled_from(SIZES))
    two_way = draw(st.booleans())
    turned = draw(st.sampled_from(("any", "half", "never") if number < 4 else ("never",)))
    tiles = [draw(specs(f"T{number}", two_way)) for number in range(number)]
    if draw(st.booleans()):  # equal tiles
        first = tiles[0]
        tiles[-1] = Spec(tiles[-1].name, first.spaces, first.crossings, first.roads, first.exits, (), first.streets)
    return CitySpec(rows, columns, turned, draw(st.integers(0, 4)) > 0, tuple(tiles))
