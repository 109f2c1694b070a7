"""The destination race: its counts, its town and its traps, worked out anew from the text alone by another library."""

from __future__ import annotations

import ast
import csv
import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import networkx as nx
import pytest
import yaml
from msgspec.structs import replace

from pnp.draw.maps.street_map import compose, scape_of
from pnp.draw.town.buildings import grow_town
from pnp.facts.look import look_of
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.street_map import StreetMap
from pnp.network import lower
from tests.pipeline import ROOT

RACE = ROOT / "content" / "destination-race"
STREET, SPACE, CROSSWALK = 18.0, 22.0, 10.0
Point = tuple[float, float]


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((RACE / name).read_text(encoding="utf-8"))
    return found


def icons(*documents: str) -> set[str]:
    return {
        name for path in documents for name in yaml.safe_load((ROOT / "content" / path).read_text("utf-8"))["icons"]
    }


ICONS = icons("destination-race/icons.yaml", "house/icons.yaml", "house/landmarks.yaml")
TOWN = read("maps/pellmouth.yaml")
PACK = read("pack.yaml")
with (RACE / "components" / "dispatch.csv").open(encoding="utf-8", newline="") as table:
    DISPATCH = list(csv.DictReader(table))
ORANGE, SPOTS, NUMBERS = set(TOWN["tags"]["orange"]), set(TOWN["one-way-spots"]), set(TOWN["numbers"])
SITES = {name: site for name, site in TOWN["sites"].items() if site["by"] != "none"}
ADDRESSES = {name: site["by"] for name, site in SITES.items()}


class Street(NamedTuple):
    """A straight street: its ends, the spaces it gives its runs, whether it leads one way."""

    start: Point
    end: Point
    counts: list[int]
    one_way: bool

    def share(self, at: Point) -> float | None:
        """How far along it a point lies that is on it, from 0 to 1."""
        (x0, y0), (x1, y1) = self.start, self.end
        length = math.dist(self.start, self.end)
        along = ((at[0] - x0) * (x1 - x0) + (at[1] - y0) * (y1 - y0)) / length**2
        off = abs((at[0] - x0) * (y1 - y0) - (at[1] - y0) * (x1 - x0)) / length
        return along if off < 0.01 and -0.001 < along < 1.001 else None


class Run(NamedTuple):
    """Part of a street from corner to corner: all that lies along it in turn, corners at the ends."""

    spots: tuple[str, ...]
    one_way: bool
    space: float
    middles: tuple[Point, ...]

    @property
    def spaces(self) -> tuple[str, ...]:
        return self.spots[1:-1]


def street_of(written: str | dict[str, Any]) -> Street:
    if isinstance(written, str):
        start, joint, end = written.replace(" -- ", "|--|").replace(" -> ", "|->|").split("|")
        (x0, y0), (x1, y1) = map(float, start.split()), map(float, end.split())
        return Street((x0, y0), (x1, y1), [], joint == "->")
    return Street(tuple(written["from"]), tuple(written["to"]), written["spaces"], False)


STREETS = {name: street_of(written) for name, written in TOWN["streets"].items()}


def corner_of(one: Street, other: Street) -> Point | None:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = one.start, one.end, other.start, other.end
    cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(cross) < 1e-9:
        shared = {one.start, one.end} & {other.start, other.end}
        return next(iter(shared), None)
    share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / cross
    at = round(ax + share * (bx - ax), 6), round(ay + share * (by - ay), 6)
    return at if one.share(at) is not None and other.share(at) is not None else None


def near(a: Point, b: Point) -> bool:
    return math.dist(a, b) < 0.01


def kerbs(at: Point, way: float) -> float:
    """How much of an arm that leaves a corner in that direction the corner takes."""
    arms = [
        math.atan2(end[1] - at[1], end[0] - at[0])
        for street in STREETS.values()
        if street.share(at) is not None
        for end in (street.start, street.end)
        if not near(end, at)
    ]
    turns = [(arm - way) % math.tau for arm in arms]
    sharp = [turn for turn in turns if abs(math.sin(turn)) > 1e-6]
    return max(STREET / 2 * (1 + math.cos(turn)) / abs(math.sin(turn)) for turn in sharp)


def runs() -> Iterator[Run]:
    order = list(STREETS)
    for name, street in STREETS.items():
        corners: dict[float, Point] = {}
        for other in STREETS.values():
            at = corner_of(street, other) if other is not street else None
            if at and not any(near(at, known) for known in corners.values()):
                corners[street.share(at) or 0.0] = at
        first = 1
        for number, (a, b) in enumerate(pairwise(corners[share] for share in sorted(corners))):
            way = math.atan2(b[1] - a[1], b[0] - a[0])
            length = math.dist(a, b) - kerbs(a, way) - kerbs(b, way + math.pi) - 2 * CROSSWALK
            count = street.counts[number] if street.counts else math.floor(length / SPACE + 0.5)
            ends = (" / ".join(it for it in order if STREETS[it].share(at) is not None) for at in (a, b))
            start, end = ends
            spaces = tuple(f"{name} {first + step}" for step in range(count))
            first += count
            from_a = kerbs(a, way) + CROSSWALK
            steps = [from_a + length / count * (step + 0.5) for step in range(count)]
            middles = tuple((a[0] + math.cos(way) * step, a[1] + math.sin(way) * step) for step in steps)
            yield Run((start, *spaces, end), street.one_way, length / count, middles)


RUNS = tuple(runs())


def moves(run: Run) -> Iterator[tuple[str, str]]:
    yield from pairwise(run.spots)
    if not run.one_way:
        yield from pairwise(run.spots[::-1])


def printed() -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_edges_from(move for run in RUNS for move in moves(run))
    graph.add_edge("Depot", TOWN["lots"]["Depot"]["exit"])
    return graph


GRAPH = printed()
SEGMENTS = tuple(run for run in RUNS if SPOTS & set(run.spaces))


@pytest.mark.slow
def test_the_town_is_the_one_that_the_tool_sees() -> None:
    (target,) = find_targets([str(RACE)])
    drawn = next(found for found in load(target).game.documents if isinstance(found, StreetMap))
    network = lower(drawn).network
    names = [place.id for place in network.places]
    assert set(GRAPH) == set(names)
    assert set(GRAPH.edges) == {(names[a], names[b]) for a, ends in enumerate(network.after) for b in ends}


def test_the_counts_are_those_of_the_rules() -> None:
    expected = {
        "board": 1,
        "addresses": 32,
        "dispatch": 58,
        "cabs": 6,
        "barriers": 7,
        "cones": 5,
        "one-ways": 12,
        "die": 1,
    }
    lines = {line["component"]: line["expect"] for line in PACK["components"]}
    assert expected.items() <= lines.items()
    assert len(read("components/cabs.yaml")["rows"]) == 6
    assert read("components/barriers.yaml")["copies"] == 7
    assert read("components/cones.yaml")["copies"] == 5
    assert read("components/one-ways.yaml")["copies"] == 12
    assert len(read("components/die.yaml")["rows"]) == 6
    assert {name: law["at-most"] for name, law in TOWN["closures"].items()} == {"barrier": 7, "cone": 5, "one-way": 12}


def test_the_dispatch_cards_split_as_the_readings_say() -> None:
    split = Counter(card["kind"] for card in DISPATCH)
    assert list(split.values()) == [12, 8, 7, 10, 11, 10]
    assert sum(split.values()) == 58


def test_each_cone_card_names_one_space_of_the_board() -> None:
    named = [int(card["number"]) for card in DISPATCH if card["kind"] == "place a cone"]
    assert sorted(named) == sorted(TOWN["numbers"].values())
    assert len(set(named)) == len(named)
    assert all(card["number"] == "0" for card in DISPATCH if card["kind"] != "place a cone")


def test_the_board_has_spaces_enough_and_each_says_one_thing() -> None:
    spaces = {space for run in RUNS for space in run.spaces}
    assert len(GRAPH) - 1 >= 120
    assert all(20 <= run.space <= 35 for run in RUNS)
    assert ORANGE | SPOTS | NUMBERS | set(ADDRESSES.values()) <= spaces
    assert not ORANGE & SPOTS
    assert not ORANGE & NUMBERS
    assert not SPOTS & NUMBERS
    assert not (ORANGE | NUMBERS) & set(ADDRESSES.values())


def test_a_stretch_has_at_most_one_spot_and_every_token_finds_one() -> None:
    assert all(len(SPOTS & set(run.spaces)) == 1 and not run.one_way for run in SEGMENTS)
    assert len(SPOTS) >= 12


def test_eight_districts_have_four_addresses_each_at_a_space_of_its_own() -> None:
    assert Counter(site["in"] for site in SITES.values()) == dict.fromkeys(TOWN["districts"], 4)
    assert len(set(ADDRESSES.values())) == len(ADDRESSES) == 32


FRAME = read("city-style.yaml")["frame"]


def square(at: Point) -> str:
    """The square of the board's grid in which a point lies."""
    column, row = (
        sum(line < it for line in FRAME[lines]) for it, lines in zip(at, ("column-lines", "row-lines"), strict=True)
    )
    return f"{'ABCDEFGH'[column]}{1 + row}"


def test_each_street_and_the_pointers_at_it_are_in_one_row() -> None:
    level = {run.middles[0][1] for run in RUNS if len({round(y, 3) for _, y in run.middles}) == 1 != len(run.middles)}
    assert len(level) == 7
    for line in FRAME["row-lines"]:
        assert all(abs(line - y) > STREET / 2 + 2 for y in level), line
    assert read("quiet-city-style.yaml")["frame"]["row-lines"] == FRAME["row-lines"]


def test_no_line_of_the_grid_is_at_the_middle_of_a_space_that_a_card_names() -> None:
    lies = {name: at for run in RUNS for name, at in zip(run.spaces, run.middles, strict=True)}
    for space in {*(site["by"] for site in SITES.values()), *TOWN["numbers"]}:
        assert all(abs(line - lies[space][0]) >= 4.5 for line in FRAME["column-lines"]), space
    assert read("quiet-city-style.yaml")["frame"]["column-lines"] == FRAME["column-lines"]


def test_no_two_spaces_that_cards_name_are_in_one_square() -> None:
    lies = {name: at for run in RUNS for name, at in zip(run.spaces, run.middles, strict=True)}
    named = {*(site["by"] for site in SITES.values()), *TOWN["numbers"]}
    assert len({square(lies[space]) for space in named}) == len(named)


@pytest.mark.parametrize(("board", "card"), [("city-style", "card-style"), ("quiet-city-style", "quiet-card-style")])
def test_address_cards_show_the_houses_of_the_board(board: str, card: str) -> None:
    game = load(find_targets([str(RACE)])[0]).game
    drawn = next(each for each in game.documents if isinstance(each, StreetMap))
    styles = {each.id: each for each in game.documents if isinstance(each, MapStyle)}
    look = look_of(game)

    def houses(name: str) -> list[tuple[object, str, int]]:
        style = styles[name]
        street_scape = compose(scape_of(drawn, drawn.width or 0, drawn.height or 0), drawn, style, look)
        assert style.town
        town = grow_town(street_scape.found, replace(style.town, emblems=False), street_scape.canvas)
        return [(building.ring, building.roof, building.colour) for building in town.buildings]

    assert houses(card) == houses(board)
    assert len(houses(board)) > 100


def test_the_squares_on_the_cards_are_where_a_cab_stops() -> None:
    cards = {row["id"]: row for row in read("components/addresses.yaml")["rows"]}
    lies = {space: at for run in RUNS for space, at in zip(run.spaces, run.middles, strict=True)}
    for name, space in ADDRESSES.items():
        assert cards[name]["square"] == square(lies[space]), name
    assert len(cards) == 32


def test_the_part_of_the_board_on_each_address_card_holds_the_whole_space() -> None:
    """By 2 mm of the board. The view is about as high as wide: what is left of the card below its name."""
    lies = {space: (run, at) for run in RUNS for space, at in zip(run.spaces, run.middles, strict=True)}
    deep, aside = (ast.literal_eval(PACK["definitions"][name]) for name in ("deep", "aside"))
    views = {layer["name"]: layer["crop"] for layer in read("templates/address-card.yaml")["layers"] if "map" in layer}
    sides = [float(side) for side in TOWN["size"].split(" x ")]
    for name, space in ADDRESSES.items():
        crop = views[f"{'deep ' if name in deep else ''}view{' aside' if name in aside else ''}"]
        shown, focus = crop["size"], crop["focus"]
        run, at = lies[space]
        street = STREETS[space.rpartition(" ")[0]]
        way = math.atan2(street.end[1] - street.start[1], street.end[0] - street.start[0])
        cos, sin = abs(math.cos(way)), abs(math.sin(way))
        reach = (cos * run.space + sin * STREET) / 2, (sin * run.space + cos * STREET) / 2
        for side in (0, 1):
            first = min(max(SITES[name]["at"][side] - focus[side] * shown, 0), sides[side] - shown)
            assert first + 2 <= at[side] - reach[side], name
            assert at[side] + reach[side] <= first + shown - 2, name


def test_the_squares_on_cone_cards_are_where_their_spaces_lie() -> None:
    lies = {space: at for run in RUNS for space, at in zip(run.spaces, run.middles, strict=True)}
    said = {int(card["number"]): card["line"] for card in DISPATCH if card["kind"] == "place a cone"}
    for space, number in TOWN["numbers"].items():
        assert f"space {number}, in square {square(lies[space])}." in said[number], space


def test_an_address_stands_beside_the_space_where_it_is_reached() -> None:
    lies = {space: (run, at) for run in RUNS for space, at in zip(run.spaces, run.middles, strict=True)}
    for name, site in SITES.items():
        run, at = lies[site["by"]]
        assert math.dist(at, site["at"]) <= STREET / 2 + run.space / 2 + 25, name
        assert site["icon"] in ICONS, name


def test_every_address_is_reached_from_the_depot_and_from_every_other() -> None:
    goals = set(ADDRESSES.values())
    for start in ("Depot", *goals):
        assert goals - {start} <= nx.descendants(GRAPH, start), start


def test_nothing_is_ever_laid_at_the_exit_of_the_depot() -> None:
    lane = next(run for run in RUNS if "Depot Lane 1" in run.spaces)
    assert lane.one_way
    assert lane.spaces == (TOWN["lots"]["Depot"]["exit"],)
    assert not (NUMBERS | SPOTS) & set(lane.spaces)
    assert TOWN["closures"]["barrier"]["never"] == ["Depot exit", *TOWN["crosswalks"]]
    for name, at in TOWN["crosswalks"].items():
        street = STREETS["Cooper’s Row" if "Cooper" in name else "Depot Lane"]
        assert street.share(tuple(at)) is not None, name


@pytest.mark.slow
def test_no_single_barrier_cone_or_token_cuts_an_address_off() -> None:
    goals = set(ADDRESSES.values())
    for run in RUNS:
        for mouth in ((run.spots[:2]), (run.spots[-2:])):
            if "Depot Lane 1" not in mouth:
                left = GRAPH.copy()
                left.remove_edges_from([mouth, mouth[::-1]])
                assert goals <= nx.descendants(left, "Depot"), mouth
    for cone in NUMBERS:
        left = GRAPH.copy()
        left.remove_node(cone)
        assert goals <= nx.descendants(left, "Depot"), cone
    for segment in SEGMENTS:
        for against in (segment.spots, segment.spots[::-1]):
            left = GRAPH.copy()
            left.remove_edges_from(list(pairwise(against)))
            assert all(goals - {start} <= nx.descendants(left, start) for start in left), segment


def sinks(graph: nx.DiGraph[str]) -> list[set[str]]:
    """The parts that no move leaves."""
    parts = nx.condensation(graph)
    return [parts.nodes[part]["members"] for part in parts if parts.out_degree(part) == 0]


@pytest.mark.slow
def test_every_trap_that_two_tokens_and_a_cone_make_holds_an_orange_space() -> None:
    for one, other in combinations(SEGMENTS, 2):
        for first, second in product((one.spots, one.spots[::-1]), (other.spots, other.spots[::-1])):
            for cone in (None, *(NUMBERS & set(one.spots + other.spots))):
                left = GRAPH.copy()
                left.remove_edges_from([*pairwise(first), *pairwise(second)])
                if cone:
                    left.remove_node(cone)
                assert all(trap & ORANGE for trap in sinks(left)), (first, second, cone)


@pytest.mark.slow
@pytest.mark.parametrize("many", range(6))
def test_every_trap_that_tokens_and_cones_make_holds_an_orange_space(many: int) -> None:
    """A trap holds all that two-way streets join to it, or is the space before a cone to which a token leads."""
    for cones in map(set, combinations(sorted(NUMBERS), many)):
        two_way: nx.DiGraph[str] = nx.DiGraph()
        two_way.add_nodes_from(corner for run in RUNS for corner in (run.spots[0], run.spots[-1]))
        for run in RUNS:
            if run not in SEGMENTS:
                two_way.add_edges_from(move for move in moves(run) if not cones & set(move))
            for before, cone, after in zip(run.spots, run.spaces, run.spots[2:], strict=False):
                if cone in cones and run in SEGMENTS:
                    assert {before, after} & set(run.spaces) <= ORANGE, cone
        assert all(part & ORANGE for part in sinks(two_way)), cones


def test_what_stands_on_the_board_fits_its_spaces() -> None:
    def size(name: str) -> Point:
        width, height = map(float, read(f"templates/{name}.yaml")["size"].split(" x "))
        return width, height

    shortest = min(run.space for run in RUNS)
    cab, base = size("cab")[0], read("components/cabs.yaml")["base"]
    assert cab <= shortest
    assert 2 * base <= STREET
    assert read("components/barriers.yaml")["base"] <= CROSSWALK
    assert max(size("cone")[0], read("components/cones.yaml")["base"]) <= STREET
    long, wide = size("one-way-token")
    assert long <= min(run.space for run in SEGMENTS)
    assert wide <= STREET
    assert read("templates/one-way-token.yaml")["layers"]
    assert "back" not in read("components/one-ways.yaml")  # a token is turned round by half a turn
    assert TOWN["lots"]["Depot"]["bays"] == 6


def test_the_forbidden_names_stand_nowhere() -> None:
    assert "taxi" not in PACK["title"].lower()
    for path in sorted(RACE.rglob("*")):
        if path.is_file():
            assert "boom" not in path.read_text(encoding="utf-8").lower(), path
