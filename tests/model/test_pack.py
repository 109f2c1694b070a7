"""A pack's manifest, a kit's, and a game with its documents."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Severity, Span
from pnp.loader.pack import bundled_words
from pnp.model.component import Component
from pnp.model.faces.theme import IconSet, Theme, read_theme
from pnp.model.game import KINDS, Game, read_kit
from pnp.model.maps.game_map import GameMap
from pnp.model.pack import PackDocument, Players, read_pack, read_range
from pnp.model.reference import Ref
from pnp.model.translation import SheetWords
from tests.model.reading import checked, root_of

HEAD = "kind: pack\ntitle: Bay\nplayers: 2 to 4\n"


def pack(more: str = "") -> PackDocument:
    return read_pack(root_of(HEAD + more), "bay")


def test_what_a_pack_says_when_it_says_little() -> None:
    found = pack()
    assert (found.id, found.title, found.summary, found.minutes, found.language) == ("bay", "Bay", "", "", "en")
    assert (found.credit, found.licence, found.uses) == (None, None, None)
    assert (found.documents, found.components, found.definitions, found.requirements, found.accepts) == ((),) * 5
    assert not found.damaged


@pytest.mark.parametrize(
    ("text", "least", "most", "shown"),
    [("2 to 4", 2, 4, "2–4"), ("3", 3, 3, "3"), ("3.0", 3, 3, "3"), ('"1  to  2"', 1, 2, "1–2"), ("1 to 1", 1, 1, "1")],
)
def test_a_range_of_players(text: str, least: int, most: int, shown: str) -> None:
    node = root_of(HEAD.replace("2 to 4", text))["players"]
    assert read_range(node) == (least, most)
    assert str(Players(least, most)) == shown


def test_a_credit_line_is_made_of_the_designers_where_there_is_none() -> None:
    made, given = (
        pack("credit: {designers: [Ada Byron, Grace Hopper]}\n").credit,
        pack("credit: {designers: [Ada Byron], line: Bay by Ada, source: notes, changes: new map}\n").credit,
    )
    assert made is not None
    assert given is not None
    assert made.line == "Designed by Ada Byron, Grace Hopper"
    assert (given.line, given.source, given.changes, given.link) == ("Bay by Ada", "notes", "new map", "")


def test_artists_editors_translators_publisher_and_year_are_lines_of_the_credit() -> None:
    people = "designers: [Ada Byron], artists: [Ole Pohl, Ida], editors: [Ben], translators: [Eva]"
    full = pack(f"credit: {{{people}, publisher: Amber Games, year: 2026}}\n").credit
    assert full is not None
    assert full.lines == (
        "Designed by Ada Byron",
        "Art by Ole Pohl, Ida · Edited by Ben · Translated by Eva",
        "© 2026 Amber Games",
    )
    assert (full.contributors, full.copyright) == (("Ole Pohl", "Ida", "Ben", "Eva"), "© 2026 Amber Games")
    german = full.with_words(SheetWords().with_words(bundled_words("de")))
    assert german.lines == (
        "Entworfen von Ada Byron",
        "Illustration: Ole Pohl, Ida · Redaktion: Ben · Übersetzung: Eva",
        "© 2026 Amber Games",
    )
    undated = pack("credit: {designers: [Ada Byron], publisher: Amber Games}\n").credit
    assert undated is not None
    assert (undated.lines, undated.copyright) == (("Designed by Ada Byron", "Published by Amber Games"), "")
    own = pack("credit: {designers: [Ada, Ben], line: Bay by Ada and Ben, year: 2024-2026}\n").credit
    assert own is not None
    assert own.lines == ("Bay by Ada and Ben", "© 2024–2026 Ada, Ben")


def test_a_manifest_line_goes_by_its_component_unless_it_has_an_id() -> None:
    plain, full = pack(
        "components:\n"
        "  - {component: cards}\n"
        "  - {component: cards, id: more, name: More, expect: 9, copies: 2, optional: true, skip: Own some?}\n"
    ).components
    assert (plain.id, plain.name, plain.expect, plain.copies, plain.optional, plain.skip) == (
        "cards",
        None,
        None,
        1,
        False,
        "",
    )
    assert (full.id, full.name, full.expect, full.copies, full.optional, full.skip) == (
        "more",
        "More",
        9,
        2,
        True,
        "Own some?",
    )
    assert full.component == Ref("cards", Span("test.yaml", 6, 17, 6, 22, "/components/1/component"))


def test_definitions_are_values_and_functions() -> None:
    found = pack('definitions: {a: 3, "b(n)": n + 1, "c( x ,y )": x, "d()": 1, e: true}\n').definitions
    assert [(each.name, each.parameters, each.body.text) for each in found] == [
        ("a", (), "3"),
        ("b", ("n",), "n + 1"),
        ("c", ("x", "y"), "x"),
        ("d", (), "1"),
        ("e", (), "True"),
    ]


def test_requirements_range_over_values() -> None:
    (rule,) = pack("requirements: [{name: it, for: {n: 1 to 3, m: 2}, holds: n < m, severity: info}]\n").requirements
    assert (rule.name, rule.holds.text, rule.ranges, rule.severity) == (
        "it",
        "n < m",
        (("n", 1, 3), ("m", 2, 2)),
        Severity.INFO,
    )


def test_definitions_that_could_not_be_read_are_remembered() -> None:
    document = checked(HEAD + 'definitions: {a: 1, "b(n)": [1], c: {}}\n')
    assert document.root is not None
    found = read_pack(document.root, "bay", damaged=True)
    assert [each.name for each in found.definitions] == ["a"]
    assert (found.lost, found.damaged) == ({"b", "c"}, True)


def test_a_kit_lists_documents() -> None:
    plain, named = (
        read_kit(root_of("kind: kit\ndocuments: [a.yaml, b.yaml]\n"), "sea"),
        read_kit(root_of("kind: kit\nname: The sea\ndocuments: []\n"), "sea"),
    )
    assert (plain.id, plain.name, [each.name for each in plain.documents]) == ("sea", "sea", ["a.yaml", "b.yaml"])
    assert named.name == "The sea"


def theme(name: str, damaged: bool = False) -> Theme:
    return read_theme(root_of('kind: theme\npalette: {ink: "#101010"}\n'), name, damaged)


def test_of_two_documents_of_one_name_the_later_is_found() -> None:
    first, second = theme("look"), theme("look", damaged=True)
    game = Game(None, (first, second))
    assert game.find(Theme, "look") is second
    assert game.find(IconSet, "look") is None
    assert game.names(Theme) == ("look", "look")
    assert game.id is None


@pytest.mark.parametrize(
    ("game", "themes", "icons"),
    [
        (Game(None, (theme("a"),)), True, True),
        (Game(None, (theme("a", damaged=True),)), False, True),
        (Game(None, (theme("a"),), frozenset({"b"}), frozenset({"theme"})), False, True),
        (Game(None, (theme("a"),), frozenset({"b"}), frozenset({"component"})), True, True),
        (Game(None, (theme("a"),), frozenset({"b"}), frozenset({None})), False, False),
        (Game(None, (theme("a"),), names_incomplete=True), False, False),
    ],
)
def test_what_a_game_knows_for_certain(game: Game, themes: bool, icons: bool) -> None:
    assert (game.knows_all(Theme), game.knows_all(IconSet)) == (themes, icons)
    assert game.may_have("b") == (game.names_incomplete or "b" in game.unread)


def test_every_model_of_a_document_has_a_kind() -> None:
    assert {GameMap, Component, IconSet, Theme} <= set(KINDS)
    names = [name for kinds in KINDS.values() for name in kinds]
    assert len(set(names)) == len(names)
