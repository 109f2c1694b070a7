"""Scripts that cannot be printed yet, and characters that no font has: reported wherever a text may stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.pipeline import report_on, told, write
from tests.schemas import FILES

HEBREW = "שלום"
SCRIPTS = {
    "Hebrew": HEBREW,
    "Arabic": "سلام",
    "Syriac": "ܫܠܡܐ",
    "Thaana": "ދިވެހި",
    "Nko": "ߒߞߏ",
    "Devanagari": "नमस्ते",
    "Bengali": "বাংলা",
    "Gurmukhi": "ਪੰਜਾਬੀ",
    "Gujarati": "ગુજરાતી",
    "Oriya": "ଓଡ଼ିଆ",
    "Tamil": "தமிழ்",
    "Telugu": "తెలుగు",
    "Kannada": "ಕನ್ನಡ",
    "Malayalam": "മലയാളം",
    "Sinhala": "සිංහල",
    "Khmer": "ខ្មែរ",
    "Myanmar": "မြန်မာ",
    "Tibetan": "བོད་ཡིག",
    "Thai": "ไทย",
    "Lao": "ລາວ",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ",
    "Old Hangul": "ᄒᆞᆫ",
}

MANIFEST = """
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
credit: {{designers: [Ann]}}
licence: {{name: CC BY 4.0}}
documents: [{documents}]
components: [{{component: cards}}]
"""
CARDS = """
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
"""
CARD = """
# file: card.yaml
kind: template
size: 60 x 60
"""
LAYERS = "layers: [{text: Pier, style: body, where: inset 5}]\n"
FIELD = "layers: [{text: '{t}', style: body, where: inset 5}]\n"
MAP_LAYER = "layers: [{map: bay, style: board-style, where: inset 2}]\n"


def pack(line: str) -> str:
    """A game whose manifest has one more line, or another in place of its own."""
    key = line.partition(":")[0]
    manifest = MANIFEST.format(documents="cards.yaml, card.yaml")
    kept = [each for each in manifest.splitlines() if not each.startswith(f"{key}:")]
    return "\n".join((*kept, line, CARDS, CARD, LAYERS))


def cards(lines: str, layers: str = LAYERS) -> str:
    key = lines.partition(":")[0]
    kept = "\n".join(each for each in CARDS.splitlines() if not each.startswith(f"{key}:"))
    return MANIFEST.format(documents="cards.yaml, card.yaml") + kept + "\n" + lines + "\n" + CARD + layers


def card(layers: str) -> str:
    return MANIFEST.format(documents="cards.yaml, card.yaml") + CARDS + CARD + layers


def board(text: str) -> str:
    return (
        MANIFEST.format(documents="cards.yaml, card.yaml, bay.yaml" + (", lanes.yaml" if "block-map" in text else ""))
        + CARDS
        + CARD
        + MAP_LAYER
        + "# file: bay.yaml\n"
        + text
    )


def rules(text: str) -> str:
    documents = "cards.yaml, card.yaml, rules.yaml, bay.yaml"
    return (
        MANIFEST.format(documents=documents)
        + CARDS
        + CARD
        + LAYERS
        + "# file: bay.yaml\n"
        + AREAS.replace("W", "Pier")
        + "# file: rules.yaml\nkind: rulebook\n"
        + text
    )


def block(text: str) -> str:
    return rules(f"sections: [{{title: Boats, text: [{text}]}}]\n")


def translation(words: str) -> str:
    game = card(LAYERS).replace("card.yaml]", "card.yaml, words.yaml]", 1)
    return f"{game}# file: words.yaml\nkind: translation\nlanguage: en\nwords: {{{words}}}\n"


def tables(things: str, more: str = "players: 2") -> str:
    text = rules(f"sections: [{{title: Boats, text: [{{set-up: {{table: desk, {more}}}}}]}}]\n")
    return text.replace("bay.yaml]", "bay.yaml, desk.yaml]", 1) + f"# file: desk.yaml\nkind: table\nthings: {things}\n"


CELLS = """kind: grid-map
cells: square
pitch: 15
terrain: |
  a a
legend: {a: {terrain: field}}
terrains: {field: {name: Field}}
places: {Inn: {label: Inn, at: A1}}
"""
PARTS = """kind: area-map
size: 60 x 60
areas: {Gate: {at: [10, 30]}, Pier: {at: [50, 30], parts: {east: {at: [55, 30], label: "W"}}}}
roads: [[Gate, Pier]]
"""
AREAS = """kind: area-map
size: 60 x 60
areas: {Gate: {at: [10, 30]}, "W": {at: [50, 30]}}
roads: [[Gate, "W"]]
"""
LABELLED = """kind: area-map
size: 60 x 60
areas: {Gate: {at: [10, 30]}, Hall: {at: [50, 30], label: "W"}}
roads: [[Gate, Hall]]
"""
BROKEN = """kind: area-map
size: 60 x 60
areas: {Gate: {at: [10, 30], label: G}, Hall: {at: [50, 30], label: H}}
roads: [[Gate, Hall]]
requirements: [{name: "W", distance: {from: Gate, to: Hall, at-least: 5}}]
"""
STREETS = """kind: street-map
size: 120 x 120
streets: {S: {from: [10, 60], to: [110, 60], spaces: 4}}
"""
BLOCKS = """kind: block-map
blocks: {rows: 2, columns: 2, squares: 4, names: [["W", Inn], [Pub, Bar]]}
unused: [1/1, 14/1, 1/14, 14/14]
"""
LANES = """# file: lanes.yaml
kind: map-style
places: {diameter: 10}
blocks: {fill: tiles, names: area-label}
"""
TILES = """kind: tile-map
tile: 100
city: {rows: 1, columns: 1}
tiles:
  Hill:
    streets: {STREET: west 50 -- east 50}
    sites: {Inn: {by: STREET 1, name: SITE}}
"""
DIAGRAM = '{diagram: {map: bay, labels: {Gate: A}, CAPTION: "W"}}'
TABLE = '{table: {id: fees, title: T, columns: [{head: H, cell: n}], rows: {each: n, in: "[1, 2]"}}}'

CELL = "the cells of a table"
"""Where text may stand beside the documents that have schemas."""

POSITIONS: dict[str, str] = {
    # what is printed, by the pattern of its positions in the schemas: a game with W where the text stands
    r"translation /words/.*": translation('front: "W"'),
    r"pack /title(/\*)?": pack('title: "W"'),
    r"pack /summary(/\*)?": pack('summary: "W"'),
    r"pack /credit/designers/\*": pack('credit: {designers: ["W"], line: by a friend}'),
    r"pack /credit/(artists|editors|translators)/\*": pack('credit: {designers: [Ann], artists: ["W"]}'),
    r"pack /credit/publisher": pack('credit: {designers: [Ann], publisher: "W"}'),
    r"pack /credit/line(/\*)?": pack('credit: {designers: [Ann], line: "W"}'),
    r"pack /credit/source(/\*)?": pack('credit: {designers: [Ann], source: "W"}'),
    r"pack /credit/changes(/\*)?": pack('credit: {designers: [Ann], changes: "W"}'),
    r"pack /licence/name(/\*)?": pack('licence: {name: "W"}'),
    r"pack /licence(/\*)?": pack('licence: "W"'),
    r"pack /components/\*/name(/\*)?": pack('components: [{component: cards, name: "W"}]'),
    r"pack /components/\*/skip(/\*)?": pack('components: [{component: cards, skip: "W"}]'),
    r"pack /components/\*/with/\*": cards("rows: [{t: Pier}]", FIELD).replace(
        "{component: cards}", '{component: cards, with: {t: "W"}}'
    ),
    r"component /rows/\*/\*": cards('rows: [{t: "W"}]', FIELD),
    CELL: cards("rows: rows.csv", FIELD) + "# file: rows.csv\nname,t\nOne,W\n",
    r"component /name(/\*)?": cards('name: "W"'),
    r"component /stock(/\*)?": cards('stock: "W"'),
    r"component /steps/\*(/\*)?": cards('steps: ["W"]'),
    r"component /fields/.*/one-of/\*": cards('fields: {t: {one-of: ["W", b]}}\nrows: [{t: "W"}]', FIELD),
    r"template /layers/\*/text(/\*)?": card('layers: [{text: "W", style: body, where: inset 5}]\n'),
    r"area-map /areas/~": board(AREAS),
    r"area-map /areas/\*/label": board(LABELLED),
    r"area-map /areas/\*/parts/\*/label": board(PARTS),
    r"grid-map /places/~": board(CELLS.replace("label: Inn, ", "")).replace("Inn", "W"),
    r"grid-map /places/\*/label": board(CELLS.replace("label: Inn", 'label: "W"')),
    r"grid-map /tiles/\*/label": board(CELLS + "tiles-on: A1\ntiles: {T: {label: 'W'}}\n"),
    r"grid-map /terrains/\*/name": board(CELLS.replace("name: Field", 'name: "W"')),
    r"(area-map|street-map|tile-map|block-map|requirements) /requirements/\*/name": board(BROKEN),
    r"block-map /blocks/names/\*/\*": board(BLOCKS).replace("board-style", "lanes") + LANES,
    r"street-map /streets/~": board(STREETS.replace("{S:", '{"W":')),
    r"street-map /sites/~": board(STREETS + 'sites: {"W": {by: S 1}}\n'),
    r"street-map /sites/\*/name": board(STREETS + 'sites: {Inn: {by: S 1, name: "W"}}\n'),
    r"street-map /lots/(~|\*/name)": board(
        STREETS + 'lots: {"W": {at: [60, 100], size: 30 x 20, entrance: S 1, exit: S 2}}\n'
    ),
    r"(area-map|street-map|tile-map) /districts/(~|\*/name)": board(
        STREETS + 'districts: {"W": {icon: star, at: [30, 30]}}\n'
    ),
    r"tile-map /tiles/\*/streets/~": board(TILES.replace("STREET", "W").replace("SITE", "Inn").replace("W:", '"W":')),
    r"tile-map /tiles/\*/sites/(\*/name|~)": board(TILES.replace("STREET", "Quay").replace("SITE", '"W"')),
    r"tile-map /tiles/\*/spaces/\*/label": board(
        TILES.replace("STREET", "Quay").replace("SITE", "Inn") + '    spaces: {Quay 1: {label: "W"}}\n'
    ),
    r"rulebook /title": rules('title: "W"\nsections: [{title: T, text: P}]\n'),
    r"rulebook /words/.*": rules('words: {rules: "W"}\nsections: [{title: T, text: P}]\n'),
    r"rulebook /icons/\*": rules('icons: {star: "W"}\nsections: [{title: T, text: P}]\n'),
    r"rulebook /sections(/\*/sections)?/\*/title": rules('sections: [{title: "W"}]\n'),
    r"rulebook (/sections)?.*/(text|reference)(/\*)?": rules('sections: [{title: Boats, text: "W"}]\n'),
    r"rulebook .*/(bullets|steps)/\*": block('{steps: ["W"]}'),
    r"rulebook .*/diagram(/\*)?/caption": block(DIAGRAM.replace("CAPTION", "caption")),
    r"rulebook .*/diagram(/\*)?/alt": block(DIAGRAM.replace("CAPTION", "alt")),
    r"rulebook .*/components/\*(/purpose)?": block('{components: {cards: "W"}}'),
    r"rulebook .*/face/(caption|alt)": block('{face: {component: cards, caption: "W"}}'),
    r"table /things/\*/name(/\*)?": tables('{cards: {component: cards, name: "W", at: middle}}'),
    r"rulebook .*/set-up/(caption|alt)": tables("{cards: {component: cards, at: middle}}", 'caption: "W"'),
    r"rulebook .*/diagram(/\*)?/labels/\*": block('{diagram: {map: bay, labels: {Gate: "W"}}}'),
    r"rulebook .*/open-point/question": block('{open-point: {question: "W", reading: R}}'),
    r"rulebook .*/open-point/reading": block('{open-point: {question: Q, reading: "W"}}'),
    r"rulebook .*/variant/name": block('{variant: {name: "W", changes: [C]}}'),
    r"rulebook .*/variant/changes/\*": block('{variant: {name: N, changes: ["W"]}}'),
    r"rulebook .*/variant/options/\*/name": block('{variant: {name: N, options: [{name: "W", text: T}]}}'),
    r"rulebook .*/variant/options/\*/text": block('{variant: {name: N, options: [{name: O, text: "W"}]}}'),
    r"rulebook .*(table|tables/\*)/title": block(TABLE.replace("title: T", 'title: "W"')),
    r"rulebook .*(table|tables/\*)/caption": block(TABLE.replace("title: T", 'title: T, caption: "W"')),
    r"rulebook .*(table|tables/\*)/corner": block(
        TABLE.replace("title: T", 'title: T, corner: "W"').replace('in: "[1, 2]"', 'in: "[1, 2]", head: n')
    ),
    r"rulebook .*(table|tables/\*)/columns(/\*)?/head": block(TABLE.replace("head: H", 'head: "W"')),
    r"rulebook .*(table|tables/\*)/columns/\*/text": block(TABLE.replace("cell: n", 'text: "W"')),
    r"rulebook .*(table|tables/\*)/columns(/\*)?/cell": block(TABLE.replace("cell: n", "cell: \"'W'\"")),
    r"rulebook .*(table|tables/\*)/rows/\*/\*": block(
        "{table: {id: fees, title: T, columns: [{head: H, cell: n}], rows: [{n: W}]}}"
    ),
    r"rulebook .*(table|tables/\*)/rows/(head|in)": block(TABLE.replace("[1, 2]", "['W']")),
}

FORMULAS = "names and formulas"

NOT_PRINTED: dict[str, str] = {
    # every other position of the schemas where free text may stand, and why it is not printed there
    r".* /accept/.*": "findings that are accepted",
    r"plan /.*": "an upload plan is written, never read",
    r".* /(extends|uses/\*|documents/\*|keeps/\*|back|template|remove/\*|variant)": "names of other documents",
    r".*-map /closures/.*": "closures: named in legends of overlays only where a requirement is broken",
    r"(.*-map|requirements) /requirements/.*": "places, districts and reasons, which reports alone show",
    r"pack /requirements/.*": "requirements on a pack, which reports alone show",
    r".*-map /(tags|unused|one-way-spots|crosswalks|numbers|roads|address-table)/.*": "names for formulas",
    r".*-map /(areas|sites|lots|districts|spaces|tiles|places)/.*/(at|in|tags/\*|by|by/\*|icon|colour|tint)": FORMULAS,
    r"area-map /(borders|outlines|road-kinds).*|area-map /ground|(area|grid)-map /movement.*": "classes, kinds, files",
    r"area-map /rivers/.*": "rivers are drawn without their names",
    r"area-map /areas/\*/parts/(~|\*/name)": "printed where a formula asks for it",
    r"grid-map /(districts|legend|mega-hexes|road-kinds|side-kinds|sides|terrain)(/.*)?": "names, signs and colours",
    r"grid-map /terrains/(~|\*/(colour|icon|tags/\*))": "names for formulas",
    r"grid-map /(tiles-on(/\*)?|tiles/(~|\*/(edges/\*|terrain)))": "names",
    r"grid-map /places/\*/name": "printed where a formula asks for it",
    r"street-map /lots/\*/(exit|entrance)": FORMULAS,
    r"area-map /areas/\*/name": "printed where a formula asks for it",
    r"tile-map /tiles/(~|\*/(exits|intersections|roads|spaces)/.*)": "names for formulas",
    r".*-map /name": "printed where a formula asks for it, and on the sheets of a map alone",
    r"requirements /name": "the list's own",
    r"component /(each-.*|tagged|holds.*|panels/.*|fields/.*)": "names and formulas",
    r"component /finished": "lengths, or words for a part of a face",
    r"component /product": "the name of a product of a print service",
    r"component /(computed/.*|only|order-by.*|take.*|rows/sheet|join/.*)": "formulas, and names of columns and sheets",
    r"icons .*": "names and colours",
    r"kit .*": "the kit's own",
    r"map-style .*": "names of roles and colours",
    r"template /(background|layers/\*/(ellipse|fill|ground|panel))/\*": FORMULAS,
    r"template /.*/(from|to|towards|around|stops/\*(/colour)?)|template /.*shadow.*|template /.*/opacity": FORMULAS,
    r"theme .*": "names of roles, colours and families",
    r"profile .*": "names that a build prints on the terminal",
    r"pack /(components/\*/(component|with/~|sheet)|definitions/\*)": "names and formulas; a sheet's is a plain id",
    r"rulebook /(icons/~|sections.*/reference)": "names",
    r"rulebook /index.*": "words of the rules",
    r"rulebook .*/diagram(/.*)?": "names of maps and places",
    r"rulebook .*/(face|set-up|components)/.*": "names of components, rows, layers and places",
    r"rulebook .*/components/~": "names of components",
    r"table /name(/\*)?": "the table's own",
    r"table /things/.*": "names of components, rows and places, and formulas",
    r"pack /cover": "the name of a template",
    r"pack /wordmark": "the name of a template",
    r"pack /frieze": "the name of a template",
    r"rulebook .*/(when|columns/in)": "formulas",
    r"template /background": "a colour",
    r"template /layers/\*/(anchor|crop|ellipse|fit|from|highlight|name|path|repeat/in|show|show-when)": FORMULAS,
    r"template /layers/\*/(colour|fill|ground|icon|line|map|outline|outline-colour|panel|pattern|to|turn)": FORMULAS,
    r"template /layers/\*/(picture|shape|slot|style|tile|tint|where)": FORMULAS,
}


def positions() -> Iterator[str]:
    """The kinds of documents with every place of their schemas where text in any script may stand."""
    for file in FILES:
        kind = file.partition(".")[0]
        if kind not in ("inspect", "list", "report", "common"):
            yield from sorted({f"{kind} {path}" for path in _texts({"$ref": file}, file, "", frozenset())})


def _texts(schema: Any, file: str, path: str, met: frozenset[str]) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    while "$ref" in schema:
        target, _, pointer = schema["$ref"].partition("#")
        file = target or file
        if f"{file}#{pointer}" in met:
            return
        met |= {f"{file}#{pointer}"}
        found: Any = FILES[file]
        for step in filter(None, pointer.split("/")):
            found = found[step]
        schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
    if _is_free(schema):
        yield path
    if schema.get("type") == "object" and "additionalProperties" not in schema:
        yield f"{path}/*"
    below = [(path, each) for key in ("anyOf", "oneOf", "allOf") for each in schema.get(key, ())]
    below += [(path, schema[key]) for key in ("if", "then", "else") if key in schema]
    below += [(f"{path}/{key}", each) for key, each in schema.get("properties", {}).items()]
    below += [(f"{path}/*", schema[key]) for key in ("additionalProperties", "items") if key in schema]
    below += [(f"{path}/*", each) for each in schema.get("patternProperties", {}).values()]
    if isinstance(schema.get("additionalProperties"), dict):
        below.append((f"{path}/~", {"type": "string", **schema.get("propertyNames", {})}))
    yield from chain.from_iterable(_texts(each, file, where, met) for where, each in below)


def _is_free(schema: dict[str, Any]) -> bool:
    kinds = schema.get("type", ())
    pattern = schema.get("pattern", "")
    is_text = "string" in ((kinds,) if isinstance(kinds, str) else kinds)
    return is_text and not {"const", "enum"} & schema.keys() and bool(re.search(pattern, HEBREW))


def found(folder: Path, text: str, *codes: str) -> list[str]:
    """The findings of the lettering, and whatever else stops a build."""
    report = report_on(write(folder, text))
    codes = codes or ("unsupported-script", "missing-glyph")
    wrong = [
        each for each in report.findings if each.severity == "error" and each.code not in (*codes, "broken-requirement")
    ]
    assert not wrong, told(report)
    return [each.message for each in report.findings if each.code in codes]


@pytest.mark.slow
def test_every_place_where_text_may_stand_is_known() -> None:
    unknown = [
        place for place in positions() if not any(re.fullmatch(known, place) for known in (*POSITIONS, *NOT_PRINTED))
    ]
    assert unknown == []


def test_every_pattern_is_of_use() -> None:
    places = list(positions())
    assert [
        known
        for known in (*POSITIONS, *NOT_PRINTED)
        if known != CELL and not any(re.fullmatch(known, each) for each in places)
    ] == []


@pytest.mark.parametrize("position", POSITIONS)
def test_a_script_that_cannot_be_printed_is_one_finding_wherever_it_stands(position: str, tmp_path: Path) -> None:
    (message,) = found(tmp_path, POSITIONS[position].replace("W", HEBREW))
    assert message.startswith(f"Hebrew can't be printed yet: '{HEBREW}', which runs from right to left"), message


@pytest.mark.parametrize("position", POSITIONS)
def test_a_character_that_no_font_has_is_one_finding_wherever_it_stands(position: str, tmp_path: Path) -> None:
    (message,) = found(tmp_path, POSITIONS[position].replace("W", "漢"))
    assert message.startswith("no font has '漢' (U+6F22)"), message


@pytest.mark.parametrize("position", POSITIONS)
def test_nothing_is_found_of_letters_that_print(position: str, tmp_path: Path) -> None:
    assert found(tmp_path, POSITIONS[position].replace("W", "Šárka → Ωδή")) == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_that_would_print_wrongly_is_found(script: str, tmp_path: Path) -> None:
    for position in (r"pack /title(/\*)?", r"template /layers/\*/text(/\*)?", r"area-map /areas/~"):
        (message,) = found(tmp_path, POSITIONS[position].replace("W", SCRIPTS[script]))
        assert message.startswith(f"{script} can't be printed yet: '{SCRIPTS[script]}'"), message


def test_what_one_component_lacks_is_one_finding_for_each_script(tmp_path: Path) -> None:
    rows = "rows: [{t: 木水火}, {t: 土金 ☃}, {t: 木日月山川田}]"
    han, snow = found(tmp_path, cards(rows, FIELD))
    assert han == (
        "no font has the Han characters '木', '水', '火', '土' and 6 more in layer 'text' (rows '1', '2' and '3')"
    )
    assert snow == "no font has '☃' (U+2603) in layer 'text' (row '2')"


def test_one_component_is_one_finding_for_each_script_with_all_places_counted(tmp_path: Path) -> None:
    layers = LAYERS.replace("]\n", f", {{text: {HEBREW} b, style: body, where: inset 12}}]\n").replace("Pier", HEBREW)
    text = cards(f"name: {HEBREW}", layers)
    (message,) = found(tmp_path, text)
    assert message == (
        f"Hebrew can't be printed yet: '{HEBREW}', which runs from right to left in layer 'text' (row '1'),"
        f" and 2 more texts of '{HEBREW}'"
    )


def test_a_mark_that_would_stand_beside_its_letter_is_found(tmp_path: Path) -> None:
    (message,) = found(tmp_path, card('layers: [{text: "Kam\u0304a", style: body, where: inset 5}]\n'))
    assert message == "the combining mark of 'm\u0304' would be in the wrong place in layer 'text' (row '1')"


@pytest.mark.parametrize("text", ["ქართული", "አማርኛ", "Ελληνικά", "Հայերեն", "中文。", "日本語", "한국어"])
def test_scripts_that_can_be_printed_ask_for_a_font_alone(text: str, tmp_path: Path) -> None:
    position = POSITIONS[r"pack /title(/\*)?"].replace("W", text)
    assert found(tmp_path, position, "unsupported-script", "missing-glyph") == found(
        tmp_path, position, "missing-glyph"
    )


def test_a_script_of_the_requirements_is_told_where_they_are_broken(tmp_path: Path) -> None:
    kept = BROKEN.replace("at-least: 5", "at-most: 5")
    assert found(tmp_path, board(kept).replace("W", HEBREW)) == []
