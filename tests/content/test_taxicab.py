"""Taxicab: its lanes, jams, addresses, counts and payments worked out anew from the text, and its board measured."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pypdfium2
import pytest
import yaml

from pnp.facts.look import look_of
from pnp.model.maps.block_map import BlockMap
from pnp.network import lower
from pnp.network.inspection.figures import Jams
from pnp.network.network import Network
from pnp.rulebook.document import Paragraph, plain
from pnp.scene.drawings import dump
from pnp.scene.items import Group, Item, Text
from tests.games import examined, loaded
from tests.pipeline import ROOT
from tests.quality.files import files, rule_files, written

FOLDER = ROOT / "content" / "taxicab"

GROUP = pytest.mark.xdist_group("taxicab")
"""Of the tests for which the whole game is drawn."""
COLUMNS, ROWS = 27, 22
SUITS, FACES = ("sun", "moon", "crown", "arms"), ("null", "A", "2", "3", "4", "5")

Square = tuple[int, int]
State = tuple[Square, str]

ENTRY: dict[str, Square] = {"N": (1, 1), "E": (0, 1), "S": (0, 0), "W": (1, 0)}
EXIT: dict[str, Square] = {"N": (1, 0), "E": (1, 1), "S": (0, 1), "W": (0, 0)}
STEP: dict[str, Square] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""Which square of an intersection one enters and leaves by, driving on the right, and which way a heading leads."""


def read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / path).read_text(encoding="utf-8"))
    return found


def rows(component: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(f"components/{component}.yaml")["rows"]
    return found


def ahead(square: Square, heading: str) -> Square:
    return square[0] + STEP[heading][0], square[1] + STEP[heading][1]


def lanes(*, u_turns: bool = True) -> nx.DiGraph[State]:
    """The city driven on the right: squares from 0 at the top left, and what one is doing there."""
    graph: nx.DiGraph[State] = nx.DiGraph()
    for x, y in product(range(COLUMNS), range(ROWS)):
        if x % 5 >= 2 and y % 5 < 2:
            _along(graph, (x, y), "EW"[y % 5 == 0])
        elif x % 5 < 2 and y % 5 >= 2:
            _along(graph, (x, y), "NS"[x % 5 == 0])
        elif x % 5 == y % 5 == 0:
            for heading in "NESW":
                _through(graph, (x, y), heading, u_turns=u_turns)
    return graph


def _along(graph: nx.DiGraph[State], square: Square, heading: str) -> None:
    there = ahead(square, heading)
    enters = there[0] % 5 < 2 and there[1] % 5 < 2
    graph.add_edge((square, heading), (there, f"into {heading}" if enters else heading))


def _through(graph: nx.DiGraph[State], corner: Square, heading: str, *, u_turns: bool) -> None:
    def at(within: Square) -> Square:
        return corner[0] + within[0], corner[1] + within[1]

    def street(leaving: str) -> bool:
        x, y = ahead(at(EXIT[leaving]), leaving)
        return 0 <= x < COLUMNS and 0 <= y < ROWS

    back = "NESW"[("NESW".index(heading) + 2) % 4]
    if not street(back):
        return
    for leaving in "NESW":
        if street(leaving) and (u_turns or leaving != back):
            entered: State = at(ENTRY[heading]), f"into {heading}"
            last = at(EXIT[leaving])
            if last != entered[0]:
                graph.add_edge(entered, (last, leaving))
                entered = last, leaving
            graph.add_edge(entered, (ahead(last, leaving), leaving))


def addresses() -> dict[tuple[Square, str], list[Square]]:
    """The squares of each address by the column and row of its block."""
    found: dict[tuple[Square, str], list[Square]] = defaultdict(list)
    for column, row in product(range(5), range(4)):
        left, top = 5 * column + 2, 5 * row + 2
        for x, y in product(range(left - 1, left + 4), range(top - 1, top + 4)):
            across, down = x - left - 1, y - top - 1
            if max(abs(across), abs(down)) == 2:
                side = ("N" if down < 0 else "S" if down > 0 else "") + (
                    "W" if across < 0 else "E" if across > 0 else ""
                )
                found[(column, row), side].append((x, y))
    return found


def name(square: Square) -> str:
    return f"{square[0] + 1}/{square[1] + 1}"


@pytest.fixture(scope="module")
def cities() -> dict[str, BlockMap]:
    return {drawn.id: drawn for drawn in loaded("taxicab").game.all(BlockMap)}


@pytest.fixture(scope="module")
def networks(cities: dict[str, BlockMap]) -> dict[str, Network]:
    return {name: lower(drawn).network for name, drawn in cities.items()}


def moves(network: Network) -> Counter[tuple[str, str]]:
    places = [network.places[place].id for place in network.place_of_state]
    return Counter((places[start], places[end]) for start, ends in enumerate(network.after) for end in ends)


@pytest.mark.parametrize(
    ("city", "u_turns", "mirrored"),
    [("city", True, False), ("english-city", True, True), ("city-without-u-turns", False, False)],
)
def test_the_lanes_are_those_of_the_rules(
    networks: dict[str, Network], city: str, u_turns: bool, mirrored: bool
) -> None:
    graph = lanes(u_turns=u_turns)
    flip = (lambda at: (COLUMNS - 1 - at[0], at[1])) if mirrored else (lambda at: at)
    assert moves(networks[city]) == Counter((name(flip(a)), name(flip(b))) for (a, _), (b, _) in graph.edges)
    assert nx.is_strongly_connected(graph)


@pytest.mark.parametrize("city", ["city", "english-city"])
def test_half_a_turn_maps_the_city_to_itself(networks: dict[str, Network], city: str) -> None:
    """So that a quarter may be printed twice and turned."""

    def turned(place: str) -> str:
        column, row = map(int, place.split("/"))
        return f"{COLUMNS + 1 - column}/{ROWS + 1 - row}"

    found = moves(networks[city])
    assert Counter({(turned(a), turned(b)): count for (a, b), count in found.items()}) == found


def test_nobody_enters_the_four_corners_and_everything_else_is_driven_on(cities: dict[str, BlockMap]) -> None:
    road = {(x, y) for x, y in product(range(COLUMNS), range(ROWS)) if x % 5 < 2 or y % 5 < 2}
    corners = {(0, 0), (26, 0), (0, 21), (26, 21)}
    assert len(road) == 414
    assert {square for square, _ in lanes()} == road - corners
    for city in ("city", "english-city", "city-without-u-turns"):
        assert {ref.name for ref in cities[city].unused} == set(map(name, corners))


def test_the_cities_differ_in_nothing_but_the_road(cities: dict[str, BlockMap]) -> None:
    own = {"kind", "name"}
    assert set(read("maps/english-city.yaml")) - own == {"extends", "drive"}
    assert set(read("maps/city-without-u-turns.yaml")) - own == {"extends", "turns"}
    city, english, less = (cities[each] for each in ("city", "english-city", "city-without-u-turns"))
    assert [each.traffic.drive for each in (city, english, less)] == ["right", "left", "right"]
    for other in (english, less):
        assert (other.grid, other.table, other.names, other.requirements, other.speed) == (
            city.grid, city.table, city.names, city.requirements, city.speed,
        )  # fmt: skip


def test_one_switch_turns_boards_and_cards_round() -> None:
    lines = [line for line in read("pack.yaml")["components"] if "with" in line]
    assert {line["component"] for line in lines} == {"board", "reference-cards"}
    assert all(line["with"] == {"map": "english-city"} for line in lines)


def test_each_square_beside_a_block_serves_one_address() -> None:
    found = addresses()
    assert len(found) == 160
    served = [square for squares in found.values() for square in squares]
    assert len(served) == len(set(served)) == 320
    city = loaded("taxicab").game.find(BlockMap, "city")
    assert isinstance(city, BlockMap)
    said = {(address.block.at, address.side): sorted(address.squares) for address in city.addresses.values()}
    assert said == {key: sorted(squares) for key, squares in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("u_turns", "longest"), [(True, 47), (False, 48)])
def test_no_drive_takes_more_than_six_turns(u_turns: bool, longest: int) -> None:
    back = lanes(u_turns=u_turns).reverse()
    states = defaultdict(list)
    for state in back:
        states[state[0]].append(state)
    worst = 0
    for squares in addresses().values():
        reached = nx.multi_source_dijkstra_path_length(back, {state for at in squares for state in states[at]})
        assert len(reached) == len(back)
        worst = max(worst, *reached.values())
    most = read("maps/rules-of-the-road.yaml")["requirements"][1]["distance"]["at-most"]
    assert worst == longest <= most == read("pack.yaml")["definitions"]["farthest"]
    assert most == 6 * read("maps/city.yaml")["speed"]


def stretches() -> Iterator[set[Square]]:
    """The 30 intersections and 49 streets."""
    for i, j in product(range(6), range(5)):
        yield set(product(range(5 * i, 5 * i + 2), range(5 * j, 5 * j + 2)))
        if i < 5:
            yield set(product(range(5 * i + 2, 5 * i + 5), range(5 * j, 5 * j + 2)))
        if j < 4:
            yield set(product(range(5 * i, 5 * i + 2), range(5 * j + 2, 5 * j + 5)))


@pytest.mark.slow
def test_what_each_jam_traps_and_cuts_off(networks: dict[str, Network]) -> None:
    city = networks["city"]
    said = {
        frozenset(city.places[place].id for place in city.stretches[jam.stretches[0]].places): jam
        for jam in Jams(city).singles()
    }
    graph, found = lanes(), {}
    for closed in stretches():
        rest = graph.subgraph([state for state in graph if state[0] not in closed])
        parts: list[set[State]] = [set(part) for part in nx.strongly_connected_components(rest)]
        main = max(parts, key=len)
        root = next(iter(main))
        trapped = len(rest) - len(nx.ancestors(rest, root)) - 1
        driven = {square for square, _ in nx.descendants(rest, root)} | {root[0]}
        cut = sum(not driven & set(squares) for squares in addresses().values())
        found[frozenset(map(name, closed))] = trapped, cut
    assert len(found) == 79
    assert {at: (len(jam.trapped), len(jam.cut_off)) for at, jam in said.items()} == found
    assert all(trapped and cut for trapped, cut in found.values())


def test_each_address_of_a_block_is_as_likely() -> None:
    table = read("maps/city.yaml")["address-table"]
    assert tuple(map(str, table["rows"])) == tuple(map(str, table["columns"])) == FACES
    cells = Counter(cell for line in table["cells"] for cell in line)
    assert {side: Fraction(count, 36) for side, count in cells.items()} == dict.fromkeys(
        ("NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"), Fraction(1, 9)
    )
    for line, cells_of in zip(FACES, table["cells"], strict=True):
        north_south = "N" if line in "nullA" else "" if line in "23" else "S"
        for face, cell in zip(FACES, cells_of, strict=True):
            east_west = "W" if face in "nullA" else "" if face in "23" else "E"
            assert cell == (north_south + east_west or "C")


@pytest.mark.parametrize(
    "components", [("tiles",), ("coins",), ("large-coins",), ("dice", "more-dice"), ("die-stickers",)]
)
def test_the_piecepack_is_whole(components: tuple[str, ...]) -> None:
    pieces = [(row["suit"], str(row["value"])) for component in components for row in rows(component)]
    assert pieces == list(product(SUITS, FACES))


def test_pieces_are_as_many_as_the_rules_say_and_as_large_as_a_square_lets_them_be() -> None:
    names = {block for line in read("maps/city.yaml")["blocks"]["names"] for block in line}
    assert names == {row["name"] for row in rows("tiles") if row["value"] != "null"}
    assert sum(row["copies"] for row in rows("tokens")) == 64
    assert read("components/jams.yaml")["copies"] == 2
    assert [row["suit"] for row in rows("cabs")] == [row["suit"] for row in rows("meters")] == list(SUITS)
    assert read("pack.yaml")["definitions"]["ticks"] == 16
    square = read("maps/city.yaml")["blocks"]["side"] / 3
    wide, _ = map(float, read("templates/cab-front.yaml")["size"].split(" x "))
    assert wide <= 15
    assert read("components/cabs.yaml")["base"] <= 11
    assert 3 * read("templates/coin.yaml")["size"] <= 50.4
    assert float(read("templates/jam.yaml")["size"].split(" x ")[0]) <= 2 * square


def test_the_back_of_a_cab_is_its_front_in_a_mirror() -> None:
    """So that its nose is at the same end, seen from either side."""

    def points(path: str) -> set[tuple[float, float]]:
        found: set[tuple[float, float]] = set()
        x = y = 0.0
        for letter, text in re.findall(r"([A-Z])([^A-Z]*)", path):
            values = [float(value) for value in text.split()]
            match letter:
                case "H":
                    x = values[0]
                case "V":
                    y = values[0]
                case "M" | "L" | "Q":
                    x, y = values[-2:]
            found.add((round(x, 2), round(y, 2)))
        return found

    front = {layer["name"]: layer for layer in read("templates/cab-front.yaml")["layers"]}
    for layer in read("templates/cab-back.yaml")["layers"]:
        if "path" in layer:
            there = points(front[layer["name"]]["path"])
            assert points(layer["path"]) == {(round(15 - x, 2), y) for x, y in there}
    assert max(points(front["nose"]["path"])) > (12.0, 0.0)


@pytest.mark.slow
@GROUP
def test_what_fares_and_bonuses_come_to(tmp_path: Path) -> None:
    folder = written(tmp_path, rule_files(examined("taxicab"), formats=("csv",))) / "tables"
    with (folder / "tips.csv").open(encoding="utf-8", newline="") as table:
        (_, *heads), *lines = csv.reader(table)
    bases = [int(head.lstrip("$")) for head in heads]
    for line, blocks in zip(lines, range(3, 9), strict=True):
        assert line[0] == f"{blocks} blocks"
        for base, cell in zip(bases, line[1:], strict=True):
            assert cell == (str(base + (base + 4) // 5) if base <= 2 * blocks else f"({base})")  # no tip
    assert bases == list(range(2, 18))
    with (folder / "bonuses.csv").open(encoding="utf-8", newline="") as table:
        assert [line[1:] for line in csv.reader(table)][1:] == [
            ["$15", "$13", "$10", "$8"], ["$10", "$8", "$5", ""], ["$5", "$3", "", ""],
        ]  # fmt: skip
    notes = (FOLDER / "design-notes.md").read_text(encoding="utf-8")
    lines = [line.strip("|").split("|") for line in notes.split("## Addresses")[0].splitlines() if line.startswith("|")]
    said = [int(line[1]) for line in lines if line[0].strip().isdigit()]
    grid = list(product(range(5), range(4)))
    far = Counter(abs(a - c) + abs(b - d) + 1 for (a, b), (c, d) in product(grid, grid))
    assert said == [far[count] for count in range(2, 9)]


@pytest.mark.slow
def test_a_tile_shows_its_own_sight_and_the_board_its_own_block() -> None:
    (tiles,) = examined("taxicab", draws_maps=True, only=("tiles",)).drawn
    faces = {part.name: "".join(dump(part.front)) for part in tiles.parts.parts if "null" not in part.name}
    assert len(set(faces.values())) == len(faces)
    (boards,) = examined("taxicab", draws_maps=True, only=("board",)).drawn
    board = len("".join(dump(boards.parts.parts[0].front)))
    assert all(len(face) < board / 8 for face in faces.values())
    for template, kind, document in (("whole", "block", "blocks"), ("tile", "sight", "sights")):
        drawings = read(f"{document}.yaml")["icons"]
        assert set(drawings) == {f"{kind}-{name.lower().replace(' ', '-')}" for name in faces}
        assert f'"{kind}-{{' in (FOLDER / "templates" / f"{template}.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("place", range(20))
def test_nothing_is_built_where_the_disc_of_a_tile_lies(place: int) -> None:
    """Roofs keep off the circle of 20 mm in the middle: the drawing is in tenths of a millimetre, 420 wide."""
    marks = list(read("blocks.yaml")["icons"].values())[place]["marks"]
    roofs = [mark["fill"] for mark in marks if "fill" in mark and "roof-" in mark["colour"]]
    corners = [(float(x), float(y)) for path in roofs for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)h", path)]
    assert all((x - 210) ** 2 + (y - 210) ** 2 >= 100**2 for x, y in corners)


DPI = 254
"""Ten pixels to the millimetre."""


@pytest.mark.slow
@GROUP
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_printed_board_holds_tiles_of_two_inches(paper: str) -> None:
    only = ("board",)
    quarters = examined("taxicab", draws_maps=True, only=only)
    made, *_ = files(loaded("taxicab"), quarters, formats=("pdf",), paper=paper, only=only)
    assert made.name == f"taxicab-board-{paper}.pdf"
    document = pypdfium2.PdfDocument(made.content)
    assert len(document) == 4
    page = document[0].render(scale=DPI / 72).to_numpy()[:, 600:, :3]  # without the quay at the left
    palette = read("theme.yaml")["palette"]
    pavements = [np.array(list(bytes.fromhex(palette[f"walk-{suit}"][1:])[::-1])) for suit in SUITS]
    place = np.min([np.abs(page.astype(int) - pavement).max(axis=2) for pavement in pavements], axis=0) <= 2
    assert place.any()
    kerb = 0.4
    for line in (place[place.any(axis=1)], place.T[place.T.any(axis=1)]):
        found = [(start / 10, (end - start) / 10 + kerb) for scan in line[::4] for start, end in _runs(scan)]
        whole = [start for start, length in found if length == pytest.approx(50.8, abs=0.2)]
        assert max(length for _, length in found) == pytest.approx(50.8, abs=0.2)
        assert max(whole) - min(whole) == pytest.approx(84.67, abs=0.2), "the next place is five squares further"


def _runs(scan: Any) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], scan.astype(int), [0]))))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def lightness(colour: str) -> float:
    """How light a colour is from 0 to 100, by the eye: CIE L*."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    y = sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return float(116 * y ** (1 / 3) - 16)


@pytest.mark.parametrize("suit", SUITS)
def test_suits_are_told_apart_in_grey(suit: str) -> None:
    """Each ground by ten steps of lightness from every other, and each sign by forty from its ground."""
    look = look_of(loaded("taxicab").game)
    grounds = {each: lightness(look.colour(f"ground-{each}")) for each in SUITS}
    assert all(abs(grounds[suit] - grounds[other]) >= 10 for other in SUITS if other != suit)
    assert abs(lightness(look.colour(f"mark-{suit}")) - grounds[suit]) >= 40
    spare = look_of(loaded("taxicab").game, "low-ink")
    assert lightness(spare.colour(f"mark-{suit}")) <= 50, "the sign itself is seen where its ground is left white"
    assert len({look.icon(each, 0, 0, 24).items for each in SUITS}) == 4, "four shapes besides"


@pytest.mark.slow
def test_credit_and_licence_are_printed() -> None:
    game = examined("taxicab", draws_maps=True)
    line = "Taxicab by Mark A. Biggar, GFDL 1.1 or later, or CC BY-SA 4.0"
    for drawn in game.drawn:
        if drawn.parts.component.endswith("board"):
            written = " ".join(" ".join(strings(part.front.items)) for part in drawn.parts.parts)
            assert line in re.sub(r"\s+", " ", written.replace("\u00a0", " ")), drawn.parts.name
    (rules,) = game.documents.values()
    assert rules.credit.startswith(line)
    said = " ".join(plain(block.line) for block in rules.blocks if isinstance(block, Paragraph))
    for words in (
        "https://www.gnu.org/copyleft/fdl.html",
        "no invariant sections",
        "https://creativecommons.org/licenses/by-sa/4.0/",
        "Copyright © 2002, 2003, 2004 by Mark A. Biggar",
        "The piecepack is in the public domain",
    ):
        assert words in said


def strings(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            yield item.string
        elif isinstance(item, Group):
            yield from strings(item.items)
