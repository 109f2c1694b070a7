"""What expressions may know of a game."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pnp.expression import ExpressionError, InlineIcon, Record, StepBudget, Value, parse, parse_template
from pnp.facts import Facts, count_of, gather_facts, rows_of
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.component import Component
from pnp.model.maps.area_map import AreaMap
from pnp.network import lower
from tests.packs import harbour
from tests.pipeline import write

LAKE = """\
kind: area-map
areas: {North: {}, South: {}, Isle: {}}
roads: [North -- South]
"""


def facts_of(folder: Path, text: str = harbour()) -> Facts:
    (target,) = find_targets([str(write(folder, text))])
    game = load(target).game
    return gather_facts(game, {each.id: lower(each).network for each in game.all(AreaMap)})


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    text = harbour(
        ("  - rules.yaml\n", "  - rules.yaml\n  - lake.yaml\n"),
        ("  crew(players)", "  half: 0.5\n  crew(players)"),
        ("sails: 2,", "sails: 2, speeds: [1.5, 2], home: {name: Pier},"),
    )
    return facts_of(tmp_path_factory.mktemp("game"), f"{text}# file: lake.yaml\n{LAKE}")


def value(facts: Facts, text: str) -> Value:
    return parse(text).evaluate(facts.environment, StepBudget())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pack.title", "Harbour"),
        ("pack.summary", "Sail round the bay."),
        ("pack.minutes", "20 to 30"),
        ("pack.licence", "CC BY 4.0"),
        ("pack.credit", "Designed by Ada Byron"),
        ("[pack.players.least, pack.players.most]", (2, 4)),
        ("text(pack.players)", "2–4"),
        ("[c.id for c in components]", ("boats", "chart")),
        ("[c.name for c in components]", ("Boats", "Chart")),
        ("[c.count for c in components]", (3, 1)),
        ("[c.optional for c in components]", (False, False)),
        ("boats.count", 3),
        ("len(boats.rows)", 2),
        ("[r.name for r in boats.rows]", ("Sloop", "Cutter")),
        ("[r.index for r in boats.rows]", (1, 2)),
        ("boats.rows[1].speeds", (Fraction(3, 2), 2)),
        ("boats.rows[1].home.name", "Pier"),
        ("half", Fraction(1, 2)),
        ("crew(3)", 6),
        ("bay.name", "The bay"),
        ("count(bay.roads)", 4),
        ("len(bay.areas)", 4),
        ("[d.name for d in bay.districts]", ("Old town",)),
        ("[a.id for a in bay.areas if 'shop' in a.tags]", ("Pier", "Gate")),
        ("[a.index for a in bay.areas]", (1, 2, 3, 4)),
        ("[a.degree for a in bay.areas]", (2, 2, 2, 2)),
        ("bay.areas[0].district.icon", "anchor"),
        ("bay.areas[1].district", None),
        ("area(bay, 'Pier').label", "Pier"),
        ("bay.areas['Pier'].label", "Pier"),
        ("distance(bay, 'Market', 'Pier')", 2),
        ("distance('bay', bay.areas[0], area('bay', 'Gate'))", 1),
        ("distance(bay, 'Market', 'Market')", 0),
        ("distance(lake, 'North', 'Isle')", None),
        ("adjacent(bay, 'Market', 'Church')", True),
        ("adjacent(bay, 'Market', 'Pier')", False),
        ("[a.id for a in neighbours(bay, 'Market')]", ("Church", "Gate")),
        ("[a.id for a in neighbours(lake, 'Isle')]", ()),
    ],
)
def test_what_a_name_stands_for(facts: Facts, text: str, expected: Value) -> None:
    assert value(facts, text) == expected


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("distance(bai, 'Market', 'Pier')", "unknown name 'bai'", "did you mean 'bay'? write a text in quotes: 'bai'"),
        ("distance('bai', 'Market', 'Pier')", "'bai' is no map", "did you mean 'bay'?"),
        ("distance('sea of all', 'Market', 'Pier')", "'sea of all' is no map", "maps are bay, lake"),
        ("distance(3, 'Market', 'Pier')", "'the number 3' is no map", "maps are bay, lake"),
        ("distance(boats, 'Market', 'Pier')", "'boats' is no map", None),
        ("distance(bay, 'Market', 'Peer')", "'Peer' is no area of the map", "did you mean 'Pier'?"),
        ("area(bay, 7)", "'the number 7' is no area of the map", None),
        ("boats.rows[0].seils", "the row 'Sloop' has no field 'seils'", "did you mean 'sails'?"),
        ("crew()", None, None),
    ],
)
def test_what_is_not_there_is_told(facts: Facts, text: str, message: str | None, hint: str | None) -> None:
    with pytest.raises(ExpressionError) as refused:
        value(facts, text)
    assert not refused.value.reported
    if message:
        assert refused.value.message == message
    if hint:
        assert refused.value.hint == hint


def test_the_work_of_distances_is_counted(facts: Facts) -> None:
    budget = StepBudget()
    parse("distance(bay, 'Gate', 'Church')").evaluate(facts.environment, budget)
    first = budget.steps - budget.left
    parse("distance(bay, 'Pier', 'Church')").evaluate(facts.environment, budget)
    assert budget.steps - budget.left - first < first, "from elsewhere to the same goal it is looked up"


def told(facts: Facts, text: str) -> bool:
    """Whether the expression fails for something that is told elsewhere."""
    with pytest.raises(ExpressionError) as refused:
        value(facts, text)
    return refused.value.reported


@pytest.mark.parametrize(
    ("change", "texts"),
    [
        (
            ("Church: {at: [60, 20]}", "Church: {at: 60}"),
            ["bay.areas", "area('bay', 'Pier')", "distance(bay, 'A', 'B')"],
        ),
        (("Church -- Pier", "Chruch -- Pier"), ["distance('bay', 'Market', 'Pier')"]),
        (("sails: 1}", "sails: 1, copies: x}"), ["boats.count", "components"]),
        (("name: Sloop, sails", "name: Sloop sails"), ["boats.count", "components"]),
        (("definitions:", "definition:"), ["crew(1)", "whatever", "anything(1)"]),
        (("crew(players): 2 * players", "crew(players): 2 * peirs"), ["crew(1)"]),
        (("crew(players): 2 * players", "crew(players): [2]"), ["crew(1)"]),
        (("uses: [house]", "uses: [hose]"), ["whatever"]),
    ],
)
def test_what_has_errors_is_not_known_and_that_is_no_fault_of_who_asks(
    tmp_path: Path, change: tuple[str, str], texts: list[str]
) -> None:
    spoilt = facts_of(tmp_path, harbour(change))
    assert [told(spoilt, text) for text in texts] == [True] * len(texts)


def test_what_has_no_errors_is_known_beside_what_has(tmp_path: Path) -> None:
    spoilt = facts_of(tmp_path, harbour(("name: Sloop, sails", "name: Sloop sails")))
    assert value(spoilt, "len(bay.areas) + chart.count") == 5
    assert not told(spoilt, "chrat.count")


def test_rows_come_from_the_document_or_from_a_map(tmp_path: Path) -> None:
    each = ("rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n", "each-area-of: bay\n")
    game = facts_of(tmp_path, harbour(each, ("name: Boats\n", "name: Boats\ncopies: 2\n"))).game
    boats, chart = game.find(Component, "boats"), game.find(Component, "chart")
    assert boats is not None
    assert chart is not None
    assert [row.name for row in rows_of(boats, game)] == ["Market", "Church", "Pier", "Gate"]
    assert isinstance(rows_of(boats, game)[0].fields["district"], Record)
    assert [count_of(each, game) for each in (boats, chart)] == [8, 1]
    assert [row.name for row in rows_of(chart, game)] == ["1"]


def test_a_row_goes_by_its_id_its_name_or_its_title(tmp_path: Path) -> None:
    rows = "rows: [{id: a, name: b}, {name: b, title: c}, {title: c, x: d}, {x: d}]\n"
    old = "rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n"
    game = facts_of(tmp_path, harbour((old, rows))).game
    boats = game.find(Component, "boats")
    assert boats is not None
    assert [row.name for row in rows_of(boats, game)] == ["a", "b", "c", "4"]


def test_rows_say_more_of_areas_and_add_others(tmp_path: Path) -> None:
    rows = """each-area-of: bay
tagged: shop
rows:
  - {id: Gate, name: The gate, sails: 4, copies: 3}
  - {id: ferry, name: Ferry, sails: 2}
"""
    written = ("rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n", rows)
    game = facts_of(tmp_path, harbour(written)).game
    boats = game.find(Component, "boats")
    assert boats is not None
    found = [(row.name, row.fields["id"], row.fields["name"], row.copies) for row in rows_of(boats, game)]
    assert found == [("Pier", "Pier", "Pier", 1), ("Gate", "Gate", "The gate", 3), ("ferry", "ferry", "Ferry", 1)]
    assert rows_of(boats, game)[1].fields["tags"] == ("shop",)
    assert count_of(boats, game) == 5


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "2.5 1/3 2.5 1.50 2.5, 1"), ("de", "2,5 1/3 2,5 1,50 2,5, 1"), ("de-CH", "2.5 1/3 2.5 1.50 2.5, 1")],
)
def test_decimals_have_the_mark_of_the_language(language: str, expected: str, tmp_path: Path) -> None:
    found = facts_of(tmp_path, harbour(("title: Harbour\n", f"title: Harbour\nlanguage: {language}\n")))
    environment = found.environment.with_names({"price": Fraction(5, 2)})
    template = parse_template("{price} {1 / 3} {text(price)} {text(1.5, 2)} {join([price, 1])}")
    assert template.text(environment) == expected
    assert parse_template("{price}").figures(environment) == "2.5"
    assert parse_template("{icon:coin-{price}}").render(environment) == (InlineIcon("coin-2.5"),)
