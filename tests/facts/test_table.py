"""What lies where on a table: places, seats, counts, and what is wrong with them."""

from __future__ import annotations

import textwrap
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.build.examine import Examined, examine
from pnp.facts.pieces import seen_rows
from pnp.facts.table import SMALL, LaidTable, LaidThing, edges_of, lay_picture, lay_table, players_of
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.reference import Ref
from pnp.model.table import GameTable
from pnp.scene.items import BoundingBox
from tests.pipeline import told, write

PACK = """
# file: pack.yaml
kind: pack
title: Harbour
summary: Row.
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [boats.yaml, boat.yaml, back.yaml, crates.yaml, crate.yaml, desk.yaml]
components: [{component: boats}, {component: crates}]
definitions: {share(n): 2 * n}
# file: boats.yaml
kind: component
makes: card
name: Boats
template: boat
back: back
rows: [{name: Gull, copies: 3}, {name: Tern, copies: 2}, {name: Auk}]
# file: boat.yaml
kind: template
size: 60 x 90
layers: [{panel: "#D0E0F0"}]
# file: back.yaml
kind: template
size: 60 x 90
layers: [{panel: "#102030"}]
# file: crates.yaml
kind: component
makes: token
name: Crates
template: crate
copies: 12
# file: crate.yaml
kind: template
size: 20
layers: [{panel: "#D0E0F0"}]
# file: desk.yaml
kind: table
"""


def game(folder: Path, table: str) -> Examined:
    write(folder, textwrap.dedent(PACK).lstrip("\n") + textwrap.dedent(table).lstrip("\n"))
    return examine(load(find_targets([str(folder)])[0]))


def laid(folder: Path, table: str, players: int = 2) -> LaidTable:
    found = game(folder, table)
    assert not found.report.findings, told(found.report)
    (document,) = found.game.all(GameTable)
    return lay_table(document, players, found.facts)


def box(table: LaidTable, name: str, seat: int = 0) -> BoundingBox:
    (found,) = (each.box for each in table.things if each.thing.id == name and each.seat == seat)
    return found


def thing(table: LaidTable, name: str, seat: int = 0) -> LaidThing:
    return next(each for each in table.things if each.thing.id == name and each.seat == seat)


def test_things_lie_next_to_each_other_by_words(tmp_path: Path) -> None:
    table = laid(
        tmp_path,
        """
        things:
          supply: {component: crates, count: 4, as: grid, columns: 2, spacing: 0, at: middle}
          deck: {component: boats, as: pile, face: down, count: 1, at: right of supply, gap: 10}
          first: {component: boats, count: 1, at: above supply}
          space: {space: 60 x 90, at: left of supply, shift: [-5, 3]}
          exact: {component: crates, count: 1, at: [100, 150]}
        """,
    )
    assert box(table, "supply") == (-20, -20, 20, 20)
    assert box(table, "deck") == (30, -45, 90, 45)
    assert box(table, "first") == (-30, -125, 30, -35)
    assert box(table, "space") == (-35 - 5 - 60, -45 + 3, -40, 45 + 3)
    assert box(table, "exact") == (90, 140, 110, 160)
    deck = thing(table, "deck").pieces[0].shown
    assert deck
    assert deck.side == "back"
    assert all(table.box.contains(each.box) for each in table.things)


def test_seats_are_around_the_table_and_things_turn_to_their_players(tmp_path: Path) -> None:
    table = laid(
        tmp_path,
        """
        things:
          board: {component: boats, count: 1, at: middle}
          mat: {component: crates, count: 2, at: each seat}
          purse: {component: crates, count: 1, at: right of mat, gap: 5}
        """,
        players=4,
    )
    sides = [box(table, "mat", seat).centre for seat in (1, 2, 3, 4)]
    bottom, left, top, right = sides
    assert bottom[1] > 0 > top[1]
    assert left[0] < 0 < right[0]
    assert [thing(table, "mat", seat).pieces[0].turn for seat in (1, 2, 3, 4)] == [0, 90, 180, 270]
    assert box(table, "purse", 1).left > box(table, "mat", 1).right, "at the right hand of who sits below"
    assert box(table, "purse", 3).right < box(table, "mat", 3).left, "and opposite"
    assert box(table, "purse", 2).top > box(table, "mat", 2).bottom
    for one, other in combinations(table.things, 2):
        assert not one.box.overlaps(other.box), "as large as needed"
    assert all(table.box.contains(each.box) for each in table.things)


def test_pieces_are_dealt_in_order_and_a_pile_gets_the_rest(tmp_path: Path) -> None:
    text = """
        things:
          stock: {component: boats, as: pile, face: down, at: middle}
          market: {component: boats, count: players, at: right of stock}
          best: {component: boats, rows: [Auk], at: left of stock}
        """
    two, three = laid(tmp_path / "two", text, 2), laid(tmp_path / "three", text, 3)
    assert [thing(two, name).count for name in ("stock", "market", "best")] == [3, 2, 1]
    assert [thing(three, name).count for name in ("stock", "market", "best")] == [2, 3, 1]
    assert [piece.shown.name for piece in thing(three, "market").pieces if piece.shown] == ["Gull", "Gull", "Gull"]
    assert [piece.shown.name for piece in thing(two, "best").pieces if piece.shown] == ["Auk"]


def rows_of(table: LaidTable, name: str) -> list[str]:
    return [f"{row}" for _, row, count in thing(table, name).taken for _ in range(count)]


DICE = """
# file: pack.yaml
kind: pack
title: Dice
summary: Roll.
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [dice.yaml, side.yaml, desk.yaml]
components: [{component: dice}]
# file: dice.yaml
kind: component
makes: die
name: Dice
template: side
sides: 4
edge: 20
rows: [{name: Red 1}, {name: Red 2}, {name: Red 3}, {name: Red 4},
       {name: Blue 1}, {name: Blue 2}, {name: Blue 3}, {name: Blue 4}]
# file: side.yaml
kind: template
size: 20
layers: [{panel: "#D0E0F0"}]
# file: desk.yaml
kind: table
"""


def dice(folder: Path, thing: str) -> Examined:
    write(folder, DICE.lstrip("\n") + f"things: {{dice: {{component: dice, at: middle, {thing}}}}}\n")
    return examine(load(find_targets([str(folder)])[0]))


@pytest.mark.parametrize(
    ("thing", "shown"),
    [("rows: [Red 2, Blue 3]", ["Red 2", "Blue 3"]), ("rows: [Blue 4]", ["Blue 4"]), ("count: 2", ["Red 1", "Blue 1"])],
)
def test_a_die_lies_with_the_side_up_that_is_named(tmp_path: Path, thing: str, shown: list[str]) -> None:
    """Without a name it is the first side, of a different die each."""
    found = dice(tmp_path, thing)
    assert not found.report.findings, told(found.report)
    (table,) = (lay_table(document, 2, found.facts) for document in found.game.all(GameTable))
    assert [piece.shown.name for piece in table.things[0].pieces if piece.shown] == shown


def test_two_sides_of_one_die_are_not_up_at_once(tmp_path: Path) -> None:
    found = dice(tmp_path, "rows: [Red 2, Red 3]")
    assert [each.message for each in found.report.findings] == [
        "'dice' needs 'Red 3' of 'dice', of which the game has no more"
    ]


def test_a_thing_takes_only_the_rows_that_its_formula_names(tmp_path: Path) -> None:
    table = laid(
        tmp_path,
        """
        things:
          terns: {component: boats, only: "name == 'Tern'", count: 2, at: middle}
          others: {component: boats, only: "name != 'Tern'", as: bag, name: Bag, at: right of terns}
        """,
    )
    assert rows_of(table, "terns") == ["1", "1"]
    assert rows_of(table, "others") == ["0", "0", "0", "2"]


def test_a_stack_is_built_of_layers_from_the_top_down(tmp_path: Path) -> None:
    layers = """[{count: 1, only: "name == 'Auk'"}, {count: 1, only: "name == 'Tern'"}, {count: 2}]"""
    table = laid(tmp_path, f"things: {{pile: {{component: boats, stack: {layers}, face: down, at: middle}}}}")
    assert rows_of(table, "pile") == ["2", "1", "0", "0"]
    assert thing(table, "pile").thing.heap == "pile"
    assert len(thing(table, "pile").pieces) == 3


def test_each_of_several_piles_shows_its_top_however_many_pieces_it_has(tmp_path: Path) -> None:
    pile = thing(laid(tmp_path, "things: {pile: {component: crates, as: pile, at: middle}}"), "pile").thing
    two = replace(pile, places=(Ref("Quay", pile.span), Ref("Pier", pile.span)))
    assert seen_rows((("crates", 0, 1000),), two) == [("crates", 0), ("crates", 0)]
    assert seen_rows((("crates", 0, 500), ("crates", 1, 500)), two) == [("crates", 0), ("crates", 1)]
    assert seen_rows((("crates", 0, 1), ("crates", 1, 2), ("crates", 2, 1)), two) == [("crates", 0), ("crates", 1)]


def test_pieces_of_several_components_lie_together(tmp_path: Path) -> None:
    table = laid(tmp_path, "things: {all: {component: [boats, crates], as: bag, at: middle}}")
    assert thing(table, "all").count == 18
    assert {line for line, *_ in thing(table, "all").taken} == {"boats", "crates"}


def test_things_for_some_numbers_of_players_are_there_for_these(tmp_path: Path) -> None:
    text = "things: {a: {component: crates, at: middle}, b: {component: crates, at: right of a, players: 3 to 4}}"
    assert [len(laid(tmp_path / str(players), text, players).things) for players in (2, 3, 4)] == [1, 2, 2]


def test_several_formulas_know_players_and_seats(tmp_path: Path) -> None:
    table = laid(tmp_path, "things: {a: {component: crates, count: floor((seat + share(2)) / 3), at: each seat}}", 2)
    assert [thing(table, "a", seat).count for seat in (1, 2)] == [1, 2]


@pytest.mark.parametrize("players", range(1, 13))
def test_every_player_has_an_edge(players: int) -> None:
    found = edges_of(players)
    assert len(found) == players
    order = ["bottom", "left", "top", "right"]
    assert [order.index(edge) for edge in found] == sorted(order.index(edge) for edge in found), "clockwise"


WRONG = [
    ("a: {component: boots, at: middle}", "unknown-on-table", "the pack prints no component 'boots'"),
    ("a: {component: boats, rows: [Gulf], at: middle}", "unknown-on-table", "'boats' has no row 'Gulf'"),
    ("a: {component: boats, at: right of b}", "unknown-on-table", "there is no 'b' on the table"),
    ("a: {component: boats, at: middle, with: b, goes: row}", "unknown-on-table", "there is no 'b' on the table"),
    ("a: {component: boats, at: middle, goes: quay}", "unknown-on-table", "unknown name 'quay'"),
    ("a: {component: boats, at: right of a}", "unknown-on-table", "whose place depends on 'a'"),
    ("a: {component: crates, face: down, at: middle}", "unknown-on-table", "'crates' has no back"),
    ("a: {component: crates, count: crats, at: middle}", "unknown-on-table", "unknown name 'crats'"),
    ("a: {component: crates, count: players / 4, at: middle}", "unknown-on-table", "no whole number with 2 players"),
    ("a: {component: boats, only: \"nam == 'Auk'\", at: middle}", "unknown-on-table", "unknown name 'nam'"),
    ("a: {component: boats, only: \"name == 'Auk'\", count: 2, at: middle}", "too-few-on-table", "needs 2 of 'boats'"),
    ("a: {component: [boats, boots], as: bag, at: middle}", "unknown-on-table", "the pack prints no component 'boots'"),
    ("a: {component: boats, stack: [{count: 9}], at: middle}", "too-few-on-table", "'a' needs 9 of 'boats'"),
    ("a: {component: boats, places: [Pier], at: middle}", "unknown-on-table", "does not lie on anything"),
    ("a: {component: boats, count: 7, at: middle}", "too-few-on-table", "'a' needs 7 of 'boats' with 2 players"),
    ("a: {component: boats, count: 2, at: each seat}", "too-few-on-table", "at each seat with 4 players"),
    ("a: {component: boats, rows: [Auk, Auk], at: middle}", "too-few-on-table", "needs 'Auk' of 'boats', of which"),
    (
        "a: {component: boats, count: 1, at: middle}, b: {component: crates, count: 1, at: [30, 0]}",
        "crowded-table",
        "'b' lies over 'a'",
    ),
    (
        "a: {component: boats, count: 1, at: middle}, b: {component: boats, places: [Pier], at: on a}",
        "undrawable-diagram",
        "there is no map on 'a'",
    ),
]


@pytest.mark.parametrize(("things", "code", "message"), WRONG)
def test_what_cannot_lie_there_is_reported_once(tmp_path: Path, things: str, code: str, message: str) -> None:
    (finding,) = game(tmp_path, f"things: {{{things}}}").report.findings
    assert (finding.code, finding.span.file.endswith("desk.yaml")) == (code, True)
    assert message in finding.message
    assert finding.hint


def test_what_reaches_beyond_a_table_of_one_size_is_reported(tmp_path: Path) -> None:
    found = game(tmp_path, "size: 100 x 100\nthings: {a: {component: boats, count: 2, at: middle}}")
    (finding,) = found.report.findings
    assert finding.code == "crowded-table"
    assert "'a' reaches beyond the table with 2 players" in finding.message


def test_numbers_of_players_are_those_of_the_pack_unless_the_table_says_so(tmp_path: Path) -> None:
    found = game(tmp_path, "players: 3\nthings: {a: {component: boats, at: middle}}").game
    (document,) = found.all(GameTable)
    assert list(players_of(document, found)) == [3]


@pytest.mark.slow
def test_a_huge_stock_is_laid_quickly(tmp_path: Path) -> None:
    folder = write(tmp_path, textwrap.dedent(PACK).lstrip("\n"))
    crates = folder / "crates.yaml"
    crates.write_text(crates.read_text().replace("copies: 12", "copies: 999"), encoding="utf-8")
    things = "".join(f"  t{number}: {{component: crates, as: pile, count: 3, at: each seat}}\n" for number in range(80))
    (folder / "desk.yaml").write_text(f"kind: table\nthings:\n{things}", encoding="utf-8")
    report = examine(load(find_targets([str(folder)])[0])).report
    assert {finding.code for finding in report.findings} <= {"crowded-table", "too-few-on-table"}


@pytest.mark.parametrize("size", ["'{2}'", "'{copies + 1} x 3'", "0", "-3 mm", "0 x 4", "10000", "1e300"])
@pytest.mark.parametrize("key", ["size: {}\nthings: {{a: {{at: middle}}}}", "things: {{a: {{at: middle, space: {}}}}}"])
def test_a_table_and_its_spaces_have_sizes_without_formulas(size: str, key: str, tmp_path: Path) -> None:
    assert "expected a size above 0" in told(game(tmp_path, key.format(size)).report)


@pytest.mark.parametrize("size", ["900 x 700", "9.5", "12 in", "2.5 x 3.5 in"])
def test_a_table_may_have_a_size_with_units(size: str, tmp_path: Path) -> None:
    assert not game(tmp_path, f"size: {size}\nthings: {{a: {{at: middle, space: {size}}}}}").report.errors


@pytest.mark.parametrize(("players", "known"), [("4 to 2", [2, 3, 4]), ("20 to 30", [12]), ("0", [1]), ("3", [3])])
def test_a_table_is_for_some_number_of_players_whatever_the_pack_says(
    tmp_path: Path, players: str, known: list[int]
) -> None:
    text = PACK.replace("players: 2 to 4", f"players: {players}").replace("desk.yaml]", "desk.yaml, rules.yaml]")
    rules = "# file: rules.yaml\nkind: rulebook\nsections: [{title: Set-up, text: [{set-up: {steps: [Go.]}}]}]\n"
    write(tmp_path, text.lstrip("\n") + "things: {fleet: {component: boats, at: middle}}\n" + rules)
    found = examine(load(find_targets([str(tmp_path)])[0]))
    assert list(players_of(next(found.game.all(GameTable)), found.game)) == known


def test_a_backward_range_is_reported_where_it_is_written(tmp_path: Path) -> None:
    text = PACK.replace("players: 2 to 4", "players: 4 to 2")
    write(tmp_path, text.lstrip("\n") + "things: {fleet: {component: boats, at: middle, players: 3 to 2}}\n")
    found = examine(load(find_targets([str(tmp_path)])[0])).report.findings
    backward = [each for each in found if each.code == "backward-range"]
    assert [f"{Path(each.span.file).name}:{each.span.line}:{each.span.column}" for each in backward] == [
        "desk.yaml:2:57",
        "pack.yaml:4:10",
    ]


def test_a_picture_draws_what_is_next_to_a_board_smaller(tmp_path: Path) -> None:
    found = game(
        tmp_path,
        """
        things:
          board: {component: boats, count: 1, scale: 2, at: middle}
          marker: {component: crates, count: 1, at: on board}
          frame: {component: boats, count: 1, at: above board, gap: 2}
          deck: {component: boats, as: pile, face: down, count: 1, at: right of board}
          card: {component: crates, count: 1, at: on deck}
          supply: {component: crates, count: 1, at: below board}
          own: {component: boats, count: 1, at: each seat}
        """,
    )
    (document,) = found.game.all(GameTable)
    real, shown = lay_table(document, 2, found.facts), lay_picture(document, 2, found.facts)
    assert not real.collisions
    assert not shown.collisions
    size = box(shown, "deck").width / box(real, "deck").width
    assert size < 1
    assert box(shown, "own", 1).width == pytest.approx(size * box(real, "own", 1).width)
    assert box(shown, "card").width == pytest.approx(size * box(real, "card").width), "as what it lies on"
    for name in ("board", "marker", "frame"):
        assert box(shown, name).width == box(real, name).width, f"{name} is of the board"
    assert box(real, "supply").width == box(shown, "supply").width < SMALL, "it would not be recognized"
    share = [box(it, "board").width / it.box.width for it in (real, shown)]
    assert share[1] > share[0]


def test_a_picture_without_a_board_is_true_to_size(tmp_path: Path) -> None:
    found = game(
        tmp_path,
        """
        things:
          deck: {component: boats, as: pile, face: down, count: 1, at: middle}
          own: {component: boats, count: 1, at: each seat}
        """,
    )
    (document,) = found.game.all(GameTable)
    assert lay_picture(document, 2, found.facts).box == lay_table(document, 2, found.facts).box
