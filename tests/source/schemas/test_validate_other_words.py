"""Values and keys as other programs or other sentences have them: one finding, with what to write."""

from __future__ import annotations

import ast
import inspect
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pnp.source.schemas import spellings, wording
from tests.pipeline import ROOT
from tests.source.reading import checked, only

DECK = "kind: component\nmakes: card\nname: A\ntemplate: a\nrows: "

BEND = "how far the lines of that grid curve, as a share of the map's height"

MISTAKES = [
    ("kind: area-map\nareas: {A: {at: {x: 70, y: 20}}}", "write [70, 20]"),
    ("kind: area-map\nareas: {A: {ground: water}}", "did you mean 'sea'?"),
    ('kind: area-map\nareas: {A: {}, B: {}}\nroads: ["A - B"]', "write A -- B"),
    ("kind: area-map\nareas: {A: {}, B: {}}\nroads:\n  - A -- B: dyke", "write {from: A, to: B, kind: dyke}"),
    ("kind: area-map\nareas: {A: {}, B: {}}\nroads:\n  - {between: [A, B], kind: dyke}", "write from: A, to: B"),
    (
        "kind: area-map\nareas: {A: {}, B: {}, C: {}}\nroads:\n  - {through: [A, B, C], kind: dyke}",
        "write from: A, to: B, and another road for each further step",
    ),
    (
        "kind: grid-map\ncells: square\nextent: 3 x 1\nroads: [{from: A1, to: B1, kind: track}]",
        "write through: A1 -- B1",
    ),
    (
        "kind: grid-map\ncells: square\nextent: 3 x 1\nroads: [{joins: [A1, B1, C1], kind: track}]",
        "write through: A1 -- B1 -- C1",
    ),
    ("kind: area-map\nareas: {A: {}, B: {}}\nroads: [{from: A, to: B, via: [50, 30]}]", "write [[50, 30]]"),
    ("kind: area-map\nareas: {A: {}, B: {}}\nroad-kinds: {dyke: 1}", "write {cost: 1}"),
    ("kind: area-map\nareas: {A: {}, B: {}}\ndistricts: [north, south]", "write {north: {}, south: {}}"),
    (
        "kind: area-map\nareas: {A: {}, B: {}}\nrequirements: [{distance: {from: A, to: B, max: 3}}]",
        "did you mean 'at-most'? (the number must not be more)",
    ),
    ('kind: area-map\nareas: {A: {}, B: {}}\nrequirements: [{distance: {from: A, to: B, at-most: "<= 3"}}]', "write 3"),
    ("kind: area-map\nareas: {A: {}, B: {}}\nrequirements: [{distance: [A, B, 2]}]", "write {from: A, to: B, …}"),
    ("kind: area-map\nareas: {A: {}, B: {}}\nrequirements: [{connected: true, with: flood}]", "write {flood: 1}"),
    (
        "kind: area-map\nareas: {A: {}, B: {}}\nrequirements: \n  - all can go: {connected: true}",
        "write {name: all can go, connected: true}",
    ),
    ("kind: pack\ntitle: X\ncomponents: [moths]", "write {component: moths}"),
    ("kind: pack\ntitle: X\ncomponents:\n  - moths: {expect: 24}", "write {component: moths, expect: 24}"),
    ("kind: pack\ntitle: X\ncomponents: [{component: a, expect: 24 cards}]", "write 24"),
    (
        'kind: pack\ntitle: X\nlicence: {name: CC0, url: "https://x.org"}',
        "did you mean 'link'? (where the licence can be read)",
    ),
    ("kind: pack\ntitle: X\nuses: none", "write []"),
    ("kind: pack\ntitle: X\ndefinitions: [a: 1, b: 2]", "take the dashes out: each line is a key and its value"),
    ("kind: template\nsize: landscape poker\nlayers: []", "write poker landscape"),
    ("kind: template\nsize: 100mm by 70mm\nlayers: []", "write 100mm x 70mm"),
    ("kind: pack\ntitle: X\ndefinitions: {first sale: 3}", "write first_sale"),
    ("kind: template\nsize: 100 * 70\nlayers: []", "write 100 x 70"),
    (
        "kind: rulebook\ntitle: X\nsections: [{title: A, text: [{picture: boats}]}]",
        "write face: {component: boats}, or diagram: boats for a map",
    ),
    (
        "kind: rulebook\ntitle: X\nsections: [{title: A, text: [{image: a/bay.png}]}]",
        "put a/bay.png on the template of a component, and write face: {component: …}",
    ),
    (
        "kind: rulebook\ntitle: X\nsections: [{title: A, picture: boats, text: [B]}]",
        "write an item of its text: - face: {component: boats}",
    ),
    ("kind: template\nsize: A7\nlayers: []", "write 74 x 105"),
    ("kind: template\nsize: 9\nbackground: {from: ink, to: ink, towards: to bottom}\nlayers: []", "write bottom"),
    ("kind: template\nsize: 9\nbackground: {from: ink, to: ink, towards: down}\nlayers: []", "write bottom"),
    ("kind: template\nsize: 9\nbackground: {from: ink, to: ink, around: 0.5 0.5}\nlayers: []", "write [0.5, 0.5]"),
    (
        "kind: template\nsize: 9\nbackground: {stops: [ink, {colour: ink, at: 70%}, ink]}\nlayers: []",
        "write 0.7: 1 is all of it",
    ),
    (
        "kind: template\nsize: 9\nlayers: [{panel: ink, where: below art, inset: 4}]",
        "quote all of the place: where: 'below art, inset 4'",
    ),
    (
        "kind: template\nsize: 9\nlayers: [{line: 2, from: top, to: left}]",
        "name a line of the theme, such as thin; its width is written there, under lines",
    ),
    (
        "kind: template\nsize: 9\nlayers: [{icon: star, layers: [{icon: star}]}]",
        "did you mean 'group'? (layers that are placed within the box of this one)",
    ),
    ("kind: template\nsize: 9\nlayers: [{icon: star, repeat: 9}]", "write {in: 9}"),
    ("kind: template\nsize: 9\nlayers: [{picture: a.svg, focus: top}]", "write [0.5, 0]"),
    ("kind: template\nsize: 9\nlayers: [{picture: a.svg, focus: 50% 20%}]", "write [0.5, 0.2]"),
    ("kind: icons\nicons: {bulb: art/bulb.svg}", "write {file: art/bulb.svg}"),
    (
        "kind: component\nmakes: card\nname: A\ntemplate: a\nrows: a.ods\nsheet: B",
        "write rows: {table: a.ods, sheet: B}",
    ),
    (
        "kind: component\nmakes: card\nname: A\ntemplate: a\nrows: a.csv\nsheet: B",
        "delete it: only a workbook has sheets",
    ),
    ("kind: theme\npalette: {a: [20, 10, 0, 0]}", "write it as '#RRGGBB', in quotes"),
    (
        "kind: template\nsize: 9\nlayers: [{icon: star, repeat: {for: p, in: 9}}]",
        "did you mean 'each'? (the name under which expressions find the item)",
    ),
    ("kind: rulebook\nsections: [{title: X, text: [{steps: [{Walk: along}]}]}]", "quote it: 'Walk: along'"),
    (
        "kind: rulebook\nsections: [{title: X, text: [{diagram: {map: x, way: A -- B -- C}}]}]",
        "write it in brackets: [A, B, C]",
    ),
    (
        "kind: rulebook\nsections: [{title: X, text: [{components: [{a: x}, {b: y}]}]}]",
        "take the dashes out: each line is a key and its value",
    ),
    ("kind: theme\nlines: {dyke: 1.2}", "write {width: 1.2}"),
    ("kind: theme\nkeywords: {Lure: {words: [Lure, lure]}}", 'write "Lure, lure"'),
    ("kind: theme\napart: [tiger, ghost]", "write [[tiger, ghost]]"),
    ("kind: theme\nlines: {dyke: {thickness: 1.2}}", "did you mean 'width'? (the width in millimetres)"),
    ("kind: pack\ntitle: X\nminutes: 2 hours", "write 120"),
    ("kind: pack\ntitle: X\nminutes: 1.5 h", "write 90"),
    ("kind: pack\ntitle: X\nminutes: 1h30", "write 90"),
    ("kind: pack\ntitle: X\nminutes: 1 hour and 15 min.", "write 75"),
    ("kind: pack\ntitle: X\nminutes: 1-2 hours", "write 60 to 120"),
    ("kind: pack\ntitle: X\nminutes: 1:30", "write 90"),
    ("kind: pack\ntitle: X\nminutes: 45 min", "write 45"),
    ('kind: theme\ntype: {body: {size: "10,5"}}', "write 10.5: decimals follow a point"),
    ("kind: map-style\npaper: {bend: 5 parts}", BEND),
    ("kind: map-style\npaper: {bend: 0 cm}", BEND),
    ('kind: theme\npalette: [a: "#123456", b: "#123456"]', "take the dashes out: each line is a key and its value"),
]
"""Documents with one mistake, and the hint."""


@pytest.mark.parametrize(("text", "hint"), MISTAKES)
def test_a_mistake_is_one_finding_that_says_what_to_write(text: str, hint: str) -> None:
    assert only(checked(f"{text}\n")).hint == hint


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("'one of Tiger, Ghost'", "write {one-of: [Tiger, Ghost]}"),
        ("text (optional)", "write text, optional"),
        ("text?", "write text, optional"),
        ("whole number up to 5", "write whole number at most 5"),
        (str([*"abcdefghijklmno"]), "write {one-of: [a, b, c, d, e, f, g, h, i, j, k, l, …]}"),
    ],
)
def test_a_type_of_a_field_in_other_words(written: str, hint: str) -> None:
    text = f"kind: component\nmakes: card\nname: X\ntemplate: x\nfields: {{a: {written}}}\n"
    assert only(checked(text)).hint == hint


@pytest.mark.parametrize(
    "text",
    [
        "kind: component\nmakes: card\nname: X\ntemplate: x\nfields: {{a: 'x{blanks}y'}}",
        "kind: area-map\nareas: {{A: {{}}}}\nroads: 'x{blanks}y'",
        "kind: area-map\nareas: {{A: {{}}}}\nroads: [{{'x{blanks}y': dyke}}]",
        "kind: pack\ntitle: X\nminutes: 'x{blanks}y'",
        "kind: template\nsize: 'x{blanks}y'\nlayers: []",
        "kind: template\nsize: 9\nlayers: [{{text: X, size: 'x{blanks}y', at: '1{blanks}y', colour: '1{blanks}y'}}]",
        "kind: theme\nlines: {{edge: '1{blanks}y'}}\nfonts: '1{blanks}y'\ntype: {{body: '1{blanks}y'}}",
    ],
)
def test_long_texts_are_judged_in_linear_time(text: str) -> None:
    start = time.process_time()
    checked(f"{text.format(blanks=' ' * 20_000)}\n")
    assert time.process_time() - start < 1  # the square of the length would be seconds


def test_languages_in_other_spellings() -> None:
    found = checked("kind: pack\ntitle: X\nlanguages: [en_GB, DE]\n").findings
    assert [each.hint for each in found] == ["write [en-GB, de]"]


def test_a_kind_of_gradient_is_its_centre() -> None:
    text = "kind: template\nsize: 9\nbackground: {from: ink, to: ink, type: radial}\nlayers: []\n"
    assert (only(checked(text)).hint or "").startswith("did you mean 'around'?")


def expectations(schema: Any) -> Iterator[str]:
    """Yield what the parts of a schema expect, as findings say it."""
    if isinstance(schema, dict):
        if isinstance(schema.get("x-expected"), str):
            yield schema["x-expected"]
        schema = list(schema.values())
    for each in schema if isinstance(schema, list) else ():
        yield from expectations(each)


def test_what_hints_look_for_is_what_schemas_expect() -> None:
    """Hints are chosen by what a finding says is expected: a schema with other words would lose its hints."""
    known = {text for path in (ROOT / "schemas").glob("*.json") for text in expectations(json.loads(path.read_bytes()))}
    looked_for = [
        each.value
        for module in (spellings, wording)
        for call in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in STARTS
        for each in ast.walk(call.args[0])
        if isinstance(each, ast.Constant)
    ]
    assert len(looked_for) > 30
    assert [text for text in looked_for if not any(each.startswith(text) for each in known)] == []


STARTS = ("expected.startswith", "wanted.startswith", "asked.startswith")
