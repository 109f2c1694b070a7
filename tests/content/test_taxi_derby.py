"""The taxi game of Lanthorn: its box counted, its pay reckoned and its city laid anew from the text alone."""

from __future__ import annotations

import ast
import csv
import math
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.scene.items import brought
from tests.games import examined
from tests.pipeline import ROOT
from tests.quality.files import rule_files, written

pytestmark = pytest.mark.xdist_group("taxi-derby")

FOLDER = ROOT / "content" / "taxi-derby"
BACKS = ("black", "grey", "white", "gold")
LANDMARKS = {"Old Light", "Late Clock", "Fern House", "Penny Wheel", "Rotunda"}
COLOURS = ("red", "blue", "green", "yellow", "orange")

Point = tuple[float, float]
Row = dict[str, str]
Space = tuple[str, str]


def document(path: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / path).read_text(encoding="utf-8"))
    return found


def table(path: Path) -> list[Row]:
    with path.open(encoding="utf-8-sig", newline="") as text:
        return list(csv.DictReader(text))


PASSENGERS = table(FOLDER / "components" / "passengers.csv")
TICKETS = table(FOLDER / "components" / "tickets.csv")
TILES: dict[str, Any] = document("maps/lanthorn.yaml")["tiles"]
DEFINITIONS: dict[str, Any] = document("pack.yaml")["definitions"]


def wishes(passenger: Row) -> list[str]:
    return [wish for wish in passenger["upgrades"].split("|") if wish]


# ---- the box ---------------------------------------------------------------------------------------------------------


def test_the_box_holds_what_the_rules_list() -> None:
    expected = {line["component"]: line["expect"] for line in document("pack.yaml")["components"]}
    assert expected == {
        "city": 4, "passengers": 56, "tickets": 36, "mats": 5, "bonus-board": 1, "upgrades": 44, "ones": 32,
        "fives": 22, "tens": 12, "taxis": 5, "patrol": 1, "pursuit-die": 1, "discs": 5, "first-player": 1,
        "references": 5, "stocking-chart": 1, "rails": 8, "bag": 1, "taxi-tops": 5,
    }  # fmt: skip


def test_the_money_comes_to_262_dollars() -> None:
    money = {
        document(f"components/{name}.yaml")["rows"][0]["value"]: document(f"components/{name}.yaml")["copies"]
        for name in ("ones", "fives", "tens")
    }
    assert money == {1: 32, 5: 22, 10: 12}
    assert sum(value * copies for value, copies in money.items()) == 262


def test_the_upgrades_are_four_kinds_of_eleven_and_last_for_thirteen_shops() -> None:
    rows = document("components/upgrades.yaml")["rows"]
    assert {row["kind"]: row["copies"] for row in rows} == dict.fromkeys(("stereo", "turbo", "wifi", "luxury"), 11)
    stock = {2: 1, 3: 2, 4: 2, 5: 3}
    assert all(players + each * 13 <= 44 for players, each in stock.items())
    assert 5 + 3 * 14 > 44


def test_the_tickets() -> None:
    assert len(TICKETS) == len({row["title"] for row in TICKETS}) == len({row["line"] for row in TICKETS}) == 36
    assert Counter(row["effect"] for row in TICKETS) == {"none": 27, "station": 5, "downgrade": 4}
    assert Counter(row["fine"] for row in TICKETS) == {"0": 5, "1": 10, "2": 11, "3": 6, "4": 3, "5": 1}


# ---- passengers ------------------------------------------------------------------------------------------------------


def test_passengers_by_back_type_goal_and_wish() -> None:
    assert [sum(row["back"] == back for row in PASSENGERS) for back in BACKS] == [18, 18, 13, 7]
    assert [row["back"] for row in PASSENGERS] == sorted((row["back"] for row in PASSENGERS), key=BACKS.index)
    assert Counter(row["type"] for row in PASSENGERS) == {
        "commuter": 16, "professional": 12, "criminal": 10, "agent": 10, "celebrity": 8,
    }  # fmt: skip
    goals = Counter(row["destination"] for row in PASSENGERS)
    assert set(goals) == LANDMARKS
    assert sorted(goals.values()) == [11, 11, 11, 11, 12]
    asked = Counter(wish for row in PASSENGERS for wish in wishes(row))
    assert asked == dict.fromkeys(("stereo", "turbo", "wifi", "luxury"), 16)
    assert len({row["name"] for row in PASSENGERS}) == len({row["line"] for row in PASSENGERS}) == 56
    assert all(len(row["line"]) <= 28 for row in PASSENGERS)


def test_five_stacks_can_be_built() -> None:
    backs = Counter(row["back"] for row in PASSENGERS)
    assert all(backs[back] >= 5 * share for back, share in zip(BACKS, (3, 3, 2, 1), strict=True))
    assert backs.total() - 5 * 9 == 11


def fair(passenger: Row) -> int:
    """What the design notes say that a passenger pays."""
    pay = 2 + (0, 1, 3)[len(wishes(passenger))] + {"white": 1, "gold": 2}.get(passenger["back"], 0)
    pay += 2 if passenger["solo"] else 0
    pay += {"": 0, "0": 2}.get(passenger["limit"], 1)
    return math.ceil(pay / 2) if passenger["multiplier"] else pay


def test_passengers_pay_by_the_model() -> None:
    tips = [int(row["pay"]) - fair(row) for row in PASSENGERS]
    assert set(tips) == {-1, 0, 1}
    assert abs(sum(tips)) <= 2
    assert sum(int(row["pay"]) for row in PASSENGERS) <= 262
    means = [
        sum(int(row["pay"]) for row in PASSENGERS if row["back"] == back)
        / sum(row["back"] == back for row in PASSENGERS)
        for back in BACKS
    ]
    assert [round(mean, 2) for mean in means] == [2.5, 3.44, 5.38, 7.57]
    assert {row["type"] for row in PASSENGERS if row["multiplier"]} == {"criminal", "agent"}


# ---- rules -----------------------------------------------------------------------------------------------------------


def test_no_sign_on_a_passenger_covers_another() -> None:
    (drawn,) = (each for each in examined("taxi-derby").drawn if each.parts.component == "passengers")
    signs = ("badge", "alone", "slot", "goal plate", "tag", "law")
    count = 0
    for face in drawn.faces:
        boxes = [brought(each.box, each.matrix) for each in face if each.layer.split(".")[-1] in signs]
        count += len(boxes)
        assert not [(one, other) for one, other in combinations(boxes, 2) if one.overlaps(other)], face
    assert count > 3 * len(PASSENGERS)


def test_the_bonuses_come_to_106_dollars() -> None:
    bonuses = ast.literal_eval(DEFINITIONS["bonuses"])
    prizes = [tuple(bonus[2:5]) for bonus in bonuses]
    assert prizes == [(7, 5, 3), (7, 5, 3), (8, 6, 4), (6, 4, 2), (6, 4, 2), (4, 2, 1), (4, 2, 1), (10, 6, 4)]
    assert sum(map(sum, prizes)) == 106


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of the rulebook, written out."""
    game = examined("taxi-derby")
    assert game.report.findings == ()
    return written(tmp_path_factory.mktemp("rules"), rule_files(game, formats=("csv", "md")))


def figures(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as text:
        return list(csv.reader(text))[1:]


@pytest.mark.slow
def test_the_pursuit_table(tables: Path) -> None:
    expected = [[moved, *((moved - 4) * throw for throw in (1, 2, 3, 4))] for moved in range(5, 16)]
    assert [list(map(int, row)) for row in figures(tables / "tables" / "pursuit.csv")] == expected
    assert expected[0] == [5, 1, 2, 3, 4]
    assert expected[-1] == [15, 11, 22, 33, 44]


@pytest.mark.slow
def test_the_stocking_chart(tables: Path) -> None:
    shops = sum("shop" in site["tags"] for tile in TILES.values() for site in tile["sites"].values())
    assert shops == 10
    rows = [list(map(int, row)) for row in figures(tables / "tables" / "stocking.csv")]
    assert rows == [
        [n, 1, each, n + each * shops, 44 - n - each * shops] for n, each in ((2, 1), (3, 2), (4, 2), (5, 3))
    ]


@pytest.mark.slow
def test_ties_are_shared_and_rounded_up(tables: Path) -> None:
    prizes = [(7, 5, 3), (7, 5, 3), (8, 6, 4), (6, 4, 2), (6, 4, 2), (4, 2, 1), (4, 2, 1), (10, 6, 4)]
    expected = [
        [-(-(a + b) // 2), -(-(b + c) // 2), -(-c // 2), -(-(a + b + c) // 3), -(-(b + c) // 3)] for a, b, c in prizes
    ]
    assert [list(map(int, row[1:])) for row in figures(tables / "tables" / "ties.csv")] == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [
        "5 in all, 1 over the limit. He rolls a 2, so the patrol car moves 2 × 1 = 2 spaces",
        "He rolls a 3: it moves 1 × 3 = 3 spaces towards him, but it was 4 away",
        "3 × 2 = 6 spaces",
        "She takes $2 × (1 + 2) = $6",
        "$8 + $3 + $1 = $12",
    ],
)
def test_the_worked_examples(tables: Path, said: str) -> None:
    assert said in (tables / "rulebook.md").read_text(encoding="utf-8").replace("\n", " ").replace("\\", "")


# ---- the city --------------------------------------------------------------------------------------------------------


def test_what_stands_in_the_city() -> None:
    tags = Counter(tag for tile in TILES.values() for site in tile["sites"].values() for tag in site["tags"])
    assert {tag: tags[tag] for tag in ("landmark", "stack", "kerb", "shop", "station")} == {
        "landmark": 5, "stack": 5, "kerb": 10, "shop": 10, "station": 1,
    }  # fmt: skip
    assert {
        name for tile in TILES.values() for name, site in tile["sites"].items() if "landmark" in site["tags"]
    } == LANDMARKS
    starts = Counter(tag for tile in TILES.values() for space in tile["spaces"].values() for tag in space["tags"])
    assert {colour: starts[f"{colour}-start"] for colour in COLOURS} == dict.fromkeys(COLOURS, 2)


def test_spaces_are_marked_for_the_sites_that_they_serve() -> None:
    marks = {"landmark": "drop-off", "kerb": "pick-up", "shop": "store", "station": "police"}
    for tile in TILES.values():
        marked = {
            (name, tag) for name, space in tile["spaces"].items() for tag in space["tags"] if tag in marks.values()
        }
        served = {
            (site["by"], marks[tag]) for site in tile["sites"].values() for tag in site["tags"] if tag in marks
        }  # fmt: skip
        assert marked == served


def test_shops_ask_what_the_map_says() -> None:
    asked = {row["id"]: {price for side in ("west", "south", "east") if (price := row[side])} for row in
             document("components/city.yaml")["rows"]}  # fmt: skip
    tagged = {
        name: {int(tag[-1]) for site in tile["sites"].values() for tag in site["tags"] if tag.startswith("price-")}
        for name, tile in TILES.items()
    }
    assert asked == tagged


def test_the_tiles_tint_the_plots_of_the_map() -> None:
    tinted = {
        row["id"]: {(x, y): what for x, y, what, *_ in row["plots"]} for row in document("components/city.yaml")["rows"]
    }
    plots = {
        name: {tuple(site["at"]): site["icon"] for site in tile["sites"].values() if site.get("plot") == "36 x 36"}
        for name, tile in TILES.items()
    }
    assert tinted == plots


def spaces_of(tile: str) -> Iterator[tuple[Space, Point, Point]]:
    """The spaces of a tile with their ends: two intersections, an end of the tile, or the middle of a block."""
    for street, said in TILES[tile]["streets"].items():
        start, left_out = (said, None) if isinstance(said, str) else (said["from"], said["left-out"])
        side, offset = start.split(" -- ")[0].split()
        number = 0
        for run, stops in enumerate(((0, 46.5), (46.5, 93, 139.5), (139.5, 186)), 1):
            if run == left_out:
                continue
            for ends in pairwise(stops):
                number += 1
                a, b = ((end, float(offset)) if side == "west" else (float(offset), end) for end in ends)
                yield (tile, f"{street} {number}"), a, b


SPACES = {tile: tuple(spaces_of(tile)) for tile in TILES}


def laid(tile: str, turn: int, row: int, column: int) -> Iterator[tuple[Space, Point]]:
    """The ends of a tile's spaces, turned and put down in the city."""
    for space, *ends in SPACES[tile]:
        for x, y in ends:
            for _ in range(turn):
                x, y = 186 - y, x
            yield space, (x + 186 * column, y + 186 * row)


def arrangements() -> Iterator[dict[Space, set[Space]]]:
    """Who is next to whom in every city, up to turning it as a whole: the first tile stays in its corner."""
    first, *others = TILES
    for order in permutations(others):
        for turns in product(range(4), repeat=4):
            meeting: dict[Point, set[Space]] = defaultdict(set)
            for number, (tile, turn) in enumerate(zip((first, *order), turns, strict=True)):
                for space, end in laid(tile, turn, *divmod(number, 2)):
                    meeting[end].add(space)
            near: dict[Space, set[Space]] = defaultdict(set)
            for spaces in meeting.values():
                for space in spaces:
                    near[space] |= spaces
            yield near


def ways(near: dict[Space, set[Space]], start: Space) -> dict[Space, int]:
    """How many spaces it is from one to each other."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for space in near[here]:
            if space not in found:
                found[space] = found[here] + 1
                queue.append(space)
    return found


def tagged(tag: str) -> list[Space]:
    """The spaces with a tag."""
    return [
        (tile, name) for tile, said in TILES.items() for name, space in said["spaces"].items() if tag in space["tags"]
    ]


@pytest.mark.slow
def test_the_city_however_its_tiles_lie() -> None:
    kerbs, goals, starts = (tagged(tag) for tag in ("pick-up", "drop-off", "start"))
    rides: set[int] = set()
    nearest: set[int] = set()
    spreads: list[float] = []
    means: dict[str, float] = dict.fromkeys(COLOURS, 0.0)
    cities = 0
    for near in arrangements():
        cities += 1
        from_kerbs = [ways(near, kerb) for kerb in kerbs]
        assert all(len(found) == 62 for found in from_kerbs)
        rides |= {found[goal] for found in from_kerbs for goal in goals}
        nearest |= {min(found[start] for found in from_kerbs) for start in starts}
        mean = {start: sum(found[start] for found in from_kerbs) / 10 for start in starts}
        spreads.append((max(mean.values()) - min(mean.values())) / (sum(mean.values()) / 10))
        for colour in COLOURS:
            means[colour] += min(mean[start] for start in tagged(f"{colour}-start"))
    assert cities == 1536
    assert (min(rides), max(rides)) == (1, 12)
    assert max(nearest) <= 4
    assert max(spreads) <= 0.85
    assert max(means.values()) - min(means.values()) < cities
