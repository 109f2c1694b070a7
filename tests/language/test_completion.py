"""What can be written at a position."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.language.completion import Completion, completions
from tests.language.packs import PACK, read


def offered(folder: Path, file: str, text: str) -> tuple[Completion, ...]:
    _, loaded, names = read(folder)
    before, _, after = text.partition("‸")
    name = next(each for each in loaded.texts if each.endswith(f"/{file}"))
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return completions(before + after, name, line, column, loaded, names)


@pytest.mark.parametrize(
    ("file", "text", "there", "absent"),
    [
        ("bay.yaml", "kind: ‸", {"area-map", "pack", "theme"}, {"Market"}),
        ("bay.yaml", "ki‸", {"kind"}, set()),
        ("bay.yaml", "kind: area-map\nareas: {}\n‸", {"roads", "districts", "size"}, {"areas", "kind", "layers"}),
        ("bay.yaml", "kind: area-map\nareas:\n  X: {in: ‸}", {"town"}, {"Market"}),
        ("bay.yaml", "kind: area-map\nareas:\n  X: {tags: [‸", {"shop", "start"}, {"town"}),
        ("bay.yaml", "kind: area-map\nroads:\n  - Market -- Ol‸", {"Old pier", "Gate"}, {"from", "town"}),
        ("bay.yaml", "kind: area-map\nroads:\n  - {from: ‸", {"Old pier", "Gate"}, {"from"}),
        ("bay.yaml", "kind: area-map\nrequirements:\n  - {reach: {from: Market, to: ‸", {"Gate"}, set()),
        ("cards.yaml", "kind: component\ntemplate: ‸", {"card"}, {"cards"}),
        ("cards.yaml", "kind: component\nfields:\n  berth: place of ‸", {"bay"}, {"Market"}),
        ("cards.yaml", "kind: component\nmakes: ‸", {"card", "die"}, set()),
        (
            "card.yaml",
            'kind: template\nlayers:\n  - {text: "{sa‸',
            {"sails", "title", "cards", "far"},
            {"true", "style"},
        ),
        ("card.yaml", 'kind: template\nlayers:\n  - {text: "{icon:‸', {"spade"}, {"sails"}),
        ("card.yaml", "kind: template\nlayers:\n  - {text: a, align: ‸", {"left", "centre"}, set()),
        ("card.yaml", "kind: template\nlayers:\n  - {text: a, colour: ‸", {"reef", "ink"}, {"title"}),
        ("pack.yaml", "kind: pack\ndefinitions:\n  a: distance(bay, 'Ma‸", {"Market", "Old pier"}, {"sails"}),
        ("pack.yaml", "kind: pack\ndefinitions:\n  a: cards.‸", {"rows", "count", "sails"}, {"bay"}),
        ("rules.yaml", "kind: rulebook\nsections:\n - text:\n   - >-\n     See {slo‸", {"sloops", "far"}, set()),
        ("cards.csv", "title,Sails,berth\nSloop,1,Ma‸", {"Market", "Old pier"}, {"town"}),
        ("cards.csv", 'title,Sails,berth\n"Cutter, large, ""old""",1,‸', {"Market", "Old pier"}, {"town"}),
        ("cards.csv", 'title,Sails,berth\n"Cutter, large",1,"Ma‸', {"Market", "Old pier"}, {"town"}),
    ],
)
def test_names_and_words_are_offered(tmp_path: Path, file: str, text: str, there: set[str], absent: set[str]) -> None:
    labels = {each.label for each in offered(tmp_path, file, text)}
    assert there <= labels
    assert not absent & labels


def test_a_table_is_not_offered_for_printing(tmp_path: Path) -> None:
    tides = "# file: tides.yaml\nkind: component\nmakes: table\nrows: [{name: Ebb}]\n"
    text = PACK.replace("rules.yaml]", "rules.yaml, tides.yaml]") + tides

    def labels(line: str) -> set[str]:
        _, loaded, names = read(tmp_path, text)
        name = next(each for each in loaded.texts if each.endswith("/pack.yaml"))
        return {each.label for each in completions(line, name, 2, len(line.splitlines()[1]) + 1, loaded, names)}

    assert "cards" in labels("kind: pack\ncomponents: [{component: ")
    assert "tides" not in labels("kind: pack\ncomponents: [{component: ")
    assert {"cards", "tides"} <= labels("kind: pack\ndefinitions: {a: count(")


def test_a_key_is_explained_and_one_that_is_required_comes_first(tmp_path: Path) -> None:
    found = offered(tmp_path, "bay.yaml", "kind: area-map\nroads:\n  - {‸")
    assert {each.label for each in found[:2]} == {"from", "to"}
    assert found[0].insert.endswith(": ")
    assert found[0].about
    assert found[0].detail == "required"


def test_a_name_replaces_only_what_is_typed_of_it(tmp_path: Path) -> None:
    found = offered(tmp_path, "bay.yaml", "kind: area-map\nroads:\n  - Market -- Ol‸")
    assert {each.column for each in found if each.label == "Old pier"} == {15}


def test_a_name_that_needs_quotes_gets_them(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    from tests.language.packs import PACK

    _, loaded, names = read(tmp_path / "x", PACK.replace("Gate", '"10: Gate"').replace('to: "10', 'to: "10'))
    file = next(each for each in loaded.texts if each.endswith("bay.yaml"))
    found = completions("kind: area-map\nroads:\n  - {from: ", file, 3, 12, loaded, names)
    assert '"10: Gate"' in [each.insert for each in found]
