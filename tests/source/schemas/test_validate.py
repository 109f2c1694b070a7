import pytest

from pnp.source.schemas.gate import Schemas
from tests.source.reading import checked, only, places, plain

TOWN = "kind: area-map\nareas: {Market: {}, Church: {}}\n"

SCHEMAS = Schemas(
    {
        "shop.schema.json": {
            "type": "object",
            "properties": {
                "kind": {"const": "shop"},
                "name": {"type": "string", "minLength": 1, "description": "The name over the door."},
                "size": {"type": "string", "pattern": "^\\d+ x \\d+$", "x-expected": "a size such as 44 x 68"},
                "price": {"type": "number", "minimum": 1, "maximum": 9},
                "count": {"type": "integer", "exclusiveMinimum": 0},
                "open": {"type": "boolean"},
                "colour": {"enum": ["red", "green", "blue"]},
                "note": {"type": "string"},
                "spot": {"type": "array", "minItems": 2, "x-expected": "a point such as [60, 70]"},
                "words": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
                "pair": {"type": "array", "minItems": 2, "maxItems": 2},
                "gone": {"not": {"type": "number"}},
                "layer": {"$ref": "shop.schema.json#/$defs/layer"},
                "layers": {"type": "array", "items": {"$ref": "shop.schema.json#/$defs/layer"}},
                "where": {"anyOf": [{"type": "number"}, {"type": "array", "items": {"type": "number"}, "minItems": 2}]},
                "by": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$", "x-expected": "small letters"}},
                "either": {
                    "properties": {"up": True, "down": True, "left": True, "right": True},
                    "oneOf": [{"required": ["up"]}, {"required": ["down"]}],
                    "not": {"required": ["left", "right"]},
                },
                "trim": {"anyOf": [{"enum": ["poker", "tarot"]}, {"type": "string", "pattern": "^\\d+ x \\d+$"}]},
                "few": {"type": "object", "minProperties": 1, "properties": {"xy": False}},
                "road": {"type": "object", "properties": {"from": True, "to": True}, "additionalProperties": False},
                "crew": {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]},
                "mast": {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": False}]},
                "lock": {"type": "object", "required": ["key"], "properties": {"key": {"type": "string"}}},
            },
            "additionalProperties": False,
            "required": ["kind", "name"],
            "dependentRequired": {"price": ["note"]},
            "if": {"properties": {"open": {"const": True}}, "required": ["open"]},
            "then": {"required": ["count"]},
            "$defs": {
                "layer": {
                    "oneOf": [
                        {
                            "type": "object",
                            "properties": {"draw": {"const": "text"}, "text": {"type": "string"}},
                            "required": ["draw", "text"],
                            "additionalProperties": False,
                        },
                        {
                            "type": "object",
                            "properties": {"draw": {"const": "line"}, "width": {"type": "number"}},
                            "required": ["draw", "width"],
                            "additionalProperties": False,
                        },
                    ]
                }
            },
        }
    }
)


def shop(text: str) -> str:
    return f"kind: shop\nname: Pier\n{text}\n"


# (text on line 3, code, column, message, hint)
VALUES = [
    ("road: {Quay -- Mill: 3}", "unknown-key", 8, "unknown key 'Quay -- Mill'", "write {from: Quay, to: Mill}"),
    ("mast: [{height: 9}]", "wrong-type", 7, "'mast': expected a text or a mapping, found a list of 1", None),
    (
        "crew: [{captain: Ann}, {mate: Bo}]",
        "wrong-type",
        7,
        "'crew': expected a text or a mapping, found a list of 2",
        "take the dashes out: each line is a key and its value",
    ),
    ("name2: x", "unknown-key", 1, "unknown key 'name2'", "did you mean 'name'?"),
    ("size: 44", "wrong-type", 7, "'size': expected a size such as 44 x 68, found the number 44", None),
    (
        "size: 44x68",
        "wrong-value",
        7,
        "'size': expected a size such as 44 x 68, found the text '44x68'",
        "write 44 x 68",
    ),
    ("count: two", "wrong-type", 8, "'count': expected a whole number, found the text 'two'", "write 2"),
    ("count: '2'", "wrong-type", 8, "'count': expected a whole number, found the text '2'", "write 2 without quotes"),
    ("count: '0'", "wrong-type", 8, "'count': expected a whole number, found the text '0'", None),
    ("count: 2.5", "wrong-type", 8, "'count': expected a whole number, found the number 2.5", None),
    ("count: 0", "wrong-value", 8, "'count': expected a whole number above 0, found the number 0", None),
    ("count:", "wrong-type", 1, "'count': expected a whole number, found nothing", "write a value, or delete the key"),
    (
        "open: 'yes'",
        "wrong-type",
        7,
        "'open': expected true or false, found the text 'yes'",
        "write true without quotes",
    ),
    (
        "colour: geen",
        "wrong-value",
        9,
        "'colour': expected one of red, green or blue, found the text 'geen'",
        "did you mean 'green'?",
    ),
    ("note: 8", "wrong-type", 7, "'note': expected a text, found the number 8", "quote it: '8'"),
    ("note: true", "wrong-type", 7, "'note': expected a text, found true", None),
    ("note: [a, b]", "wrong-type", 7, "'note': expected a text, found a list of 2", None),
    ("note: {a: b}", "wrong-type", 7, "'note': expected a text, found a mapping with 'a'", "quote it: 'a: b'"),
    (
        "spot: 15",
        "wrong-type",
        7,
        "'spot': expected a point such as [60, 70], found the number 15",
        "write two numbers, the first to the right and the second downwards: [15, 15]",
    ),
    ("words: red", "wrong-type", 8, "'words': expected a list, found the text 'red'", "write it in brackets: [red]"),
    (
        "words: {a: 1}",
        "wrong-type",
        8,
        "'words': expected a list, found a mapping with 'a'",
        "begin each item of a list with '- '",
    ),
    ("words: [a, 2]", "wrong-type", 12, "item 2 of 'words': expected a text, found the number 2", "quote it: '2'"),
    ("words: [a, b, a]", "wrong-value", 8, "'words': expected items that all differ, found a list of 3", None),
    ("pair: [1]", "wrong-value", 7, "'pair': expected 2 items, found 1", None),
    ("pair: []", "wrong-value", 7, "'pair': expected 2 items, found none", None),
    ("gone: 4", "wrong-value", 7, "'gone': the number 4 isn't allowed here", None),
    ("price: 4", "missing-key", 1, "'note' is missing, which 'price' needs", "add 'note: …' (a text)"),
    ("open: true", "missing-key", 1, "'count' is missing", "add 'count: …'"),
    ("by: {Ab: 1}", "wrong-value", 6, "expected small letters as a key, found 'Ab'", None),
    ("either: {}", "missing-key", 1, "'either': one of 'up' and 'down' is missing", "add one of them"),
    (
        "either: {up: 1, left: 2, down: 3}",
        "wrong-value",
        26,
        "'up' and 'down' can't be combined",
        "keep one of them",
    ),
    (
        "either: {up: 1, left: 2, right: 3}",
        "wrong-value",
        26,
        "'left' and 'right' can't be combined",
        "keep one of them",
    ),
    (
        "either: text",
        "wrong-value",
        9,
        "'either': expected exactly one of the things that are allowed here, found the text 'text'",
        None,
    ),
    ("few: {}", "wrong-value", 6, "'few': expected at least 1 entry, found none", None),
    ("few: {xy: 1}", "wrong-value", 11, "'xy': the number 1 isn't allowed here", None),
    ("lock: {}", "missing-key", 1, "'lock': 'key' is missing", "add 'key: …' (a text)"),
    (
        "trim: tarrot",
        "wrong-value",
        7,
        "'trim': expected one of poker or tarot or a text, found the text 'tarrot'",
        "did you mean 'tarot'?",
    ),
    ("where: a", "wrong-type", 8, "'where': expected a number or a list, found the text 'a'", None),
    ("where: [1]", "wrong-value", 8, "'where': expected at least 2 items, found 1", None),
    ("where: [1, x]", "wrong-type", 12, "item 2 of 'where': expected a number, found the text 'x'", None),
    ("layer: {draw: text}", "missing-key", 1, "'layer': 'text' is missing", "add 'text: …' (a text)"),
    ("layer: {draw: line, width: a}", "wrong-type", 28, "'width': expected a number, found the text 'a'", None),
    ("layer: {draw: line, text: a, width: 1}", "unknown-key", 21, "unknown key 'text'", "known here: draw, width"),
    (
        "layer: {draw: tetx}",
        "wrong-value",
        15,
        "'draw': expected one of text or line, found the text 'tetx'",
        "did you mean 'text'?",
    ),
    ("layer: {width: 1}", "missing-key", 1, "'layer': 'draw' is missing", "add 'draw: …' (one of text or line)"),
    ("layer: {text: a}", "missing-key", 1, "'layer': 'draw' is missing", "add 'draw: …' (one of text or line)"),
    (
        "layer: [a]",
        "wrong-type",
        8,
        "'layer': expected a mapping with 'draw' and 'text' or a mapping with 'draw' and 'width', found a list of 1",
        None,
    ),
]


@pytest.mark.parametrize(("line", "code", "column", "message", "hint"), VALUES, ids=[value[0] for value in VALUES])
def test_a_breach_is_told_in_words_at_its_place(
    line: str, code: str, column: int, message: str, hint: str | None
) -> None:
    document = checked(shop(line), SCHEMAS)
    finding = next(finding for finding in document.findings if finding.message == message)
    at = (finding.code, finding.span.line, finding.span.column)
    assert at == (code, 1 if code == "missing-key" and ": {" not in line else 3, column)
    assert finding.hint == hint
    assert len(document.findings) == 1


def test_a_description_is_the_hint_where_there_is_no_better_one() -> None:
    assert only(checked("kind: shop\nname: ''\n", SCHEMAS)).hint == "the name over the door"


def test_all_breaches_are_told_in_order() -> None:
    document = checked(
        """
        kind: area-map
        areas:
          Market: {at: [1, x], tgas: [start]}
          Pier: {at: [1, 2, 3], tags: start}
          ' Church': {}
        roads:
          - Market -- Pier
          - Market Pier
          - {from: Market}
          - 3
          - [Market]
        size: 44
        """
    )
    assert places(document) == [
        ("wrong-type", 3, 20),
        ("unknown-key", 3, 24),
        ("wrong-value", 4, 14),
        ("wrong-type", 4, 31),
        ("wrong-value", 5, 3),
        ("wrong-value", 8, 5),
        ("missing-key", 9, 6),
        ("wrong-type", 10, 5),
        ("wrong-value", 11, 5),
        ("wrong-type", 12, 7),
    ]
    assert [finding.span.pointer for finding in document.findings][:3] == [
        "/areas/Market/at/1",
        "/areas/Market/tgas",
        "/areas/Pier/at",
    ]
    assert document.root is not None
    assert plain(document.root.value) == {
        "kind": "area-map",
        "areas": {"Market": {}, "Pier": {}},
        "roads": ["Market -- Pier"],
    }
    assert document.damaged
    assert document.root["areas"].lost == {" Church"}
    assert document.root["areas"]["Market"].lost == {"at"}
    assert document.root["areas"]["Pier"].lost == {"at", "tags"}


def test_an_unknown_key_alone_damages_nothing() -> None:
    document = checked(TOWN + "weather: fine\n")
    assert only(document).code == "unknown-key"
    assert document.root is not None
    assert "weather" not in document.root
    assert not document.damaged
    assert not document.root.lost


def test_a_mistyped_key_damages_the_document_since_what_it_meant_is_missing() -> None:
    document = checked(TOWN + "nme: Harbour\n")
    assert only(document).hint == "did you mean 'name'?"
    assert document.root is not None
    assert document.damaged


def test_of_unknown_keys_that_mean_the_same_one_is_reported_in_each_mapping() -> None:
    assert places(checked("kind: map-style\ncompass: {width: 3, height: 4}\n")) == [("unknown-key", 2, 11)]
    document = checked("kind: theme\ntype: {title: {width: 9}, body: {width: 8}}\n")
    assert places(document) == [("unknown-key", 2, 16), ("unknown-key", 2, 34)]


def test_a_mapping_with_one_known_key_is_no_group() -> None:
    group = "kind: area-map\nareas:\n  Market: {Tower: {at: [1, 2]}, Gate: {at: [3, 4]}}\n"
    assert only(checked(group)).hint == "write 'Tower' and 'Gate' one level up, under 'areas'"
    finding = only(checked(group.replace("Gate: {at: [3, 4]}", "parts: {north: {}}")))
    assert (finding.code, finding.message) == ("unknown-key", "unknown key 'Tower'")


def test_a_document_with_the_keys_of_another_kind_is_told_once() -> None:
    text = "kind: template\nmakes: card\nname: Cards\ntemplate: card\nrows: [{}]\n"
    found = only(checked(text))
    assert (found.code, found.span.line, found.span.column) == ("unknown-kind", 1, 7)
    assert found.hint == "write 'kind: component'"
    assert [code for code, _, _ in places(checked(text + "strange: 1\n"))].count("unknown-key") == 5


def test_a_mistyped_key_is_not_also_missing() -> None:
    assert places(checked("kind: area-map\nares: {Market: {}}\n")) == [("unknown-key", 2, 1)]
    assert places(checked(TOWN + "requirements:\n  - {conected: true}\n")) == [("unknown-key", 4, 6)]
    assert places(checked(shop("price: 3\nnoet: dear"), SCHEMAS)) == [("unknown-key", 4, 1)]


def test_what_was_told_when_it_was_read_is_not_told_again() -> None:
    document = checked(TOWN + 'size: "4\\0"\nroads:\n  - {from: !x Market, to: .nan}\n  - Market -- Church\n')
    assert places(document) == [("bad-character", 3, 7), ("forbidden-yaml", 5, 12), ("bad-number", 5, 27)]
    assert document.root is not None
    assert plain(document.root["roads"].value) == ["Market -- Church"]
    assert document.root.lost == {"size"}


def test_a_value_that_was_not_read_is_left_out_if_nothing_else_is_wrong() -> None:
    document = checked(TOWN + "name: !x fine\n")
    assert places(document) == [("forbidden-yaml", 3, 7)]
    assert document.root is not None
    assert plain(document.root.value) == {"kind": "area-map", "areas": {"Market": {}, "Church": {}}}


def test_a_wrong_value_is_not_also_a_surprise() -> None:
    document = checked(TOWN + "two-way: no\nname: no\n")
    assert places(document) == [("wrong-type", 3, 10), ("surprising-value", 4, 7)]
    assert document.findings[0].hint == "write false without quotes"


def test_what_a_mapping_cannot_be_without_takes_the_mapping_along() -> None:
    document = checked(shop("lock: {key: 1}\nlayers:\n  - {draw: text, text: 1}\n  - {draw: line, width: 2}"), SCHEMAS)
    assert places(document) == [("wrong-type", 3, 13), ("wrong-type", 5, 24)]
    assert document.root is not None
    assert plain(document.root.value) == {"kind": "shop", "name": "Pier", "layers": [{"draw": "line", "width": 2}]}
    assert document.root.lost == {"lock"}


def test_nothing_is_left_where_the_whole_cannot_be_without_it() -> None:
    document = checked("kind: shop\nname: 1\n", SCHEMAS)
    assert only(document).code == "wrong-type"
    assert (document.root, document.damaged, document.kind) == (None, True, "shop")


def test_the_old_tree_stays_as_it_was() -> None:
    document = checked("kind: area-map\nareas:\n  a: &same {at: [x, 1], tags: [b]}\n  c: *same\n")
    assert places(document) == [("wrong-type", 3, 18)]
    assert document.root is not None
    assert plain(document.root["areas"].value) == {"a": {"tags": ["b"]}, "c": {"tags": ["b"]}}


KINDS = [
    ("kind: aera-map\n", "unknown-kind", 7, "the text 'aera-map' is no kind of document", "did you mean 'area-map'?"),
    ("kind: 5\n", "unknown-kind", 7, "the number 5 is no kind of document", "kinds are area-map, "),
    ("areas: {}\nroads: []\n", "unknown-kind", 1, "the document does not say of what kind it is", "'kind: area-map'"),
    ("x: 1\n", "unknown-kind", 1, "the document does not say of what kind it is", "kinds are area-map, "),
    (
        "- a\n",
        "wrong-type",
        1,
        "a document is a mapping that begins with its kind, not a list of 1",
        "'kind: component'",
    ),
    ("hello\n", "wrong-type", 1, "a document is a mapping that begins with its kind, not the text 'hello'", "kind"),
]


@pytest.mark.parametrize(("text", "code", "column", "message", "hint"), KINDS)
def test_a_document_must_say_what_it_is(text: str, code: str, column: int, message: str, hint: str) -> None:
    document = checked(text)
    finding = only(document)
    assert (finding.code, finding.span.line, finding.span.column) == (code, 1, column)
    assert finding.message == message
    assert hint in (finding.hint or "")
    assert document.root is None


def test_a_kind_that_could_not_be_read_is_not_also_missing() -> None:
    assert places(checked("base: &b {kind: area-map}\n<<: *b\nareas: {}\n")) == [("forbidden-yaml", 2, 1)]
    assert places(checked("a: 1\na: 2\n")) == [("duplicate-key", 2, 1)]


def test_long_values_are_cut_in_messages() -> None:
    document = checked(shop(f"colour: {'x' * 500}\nopen: [{'1, ' * 500}1]"), SCHEMAS)
    assert all(len(finding.message) < 150 for finding in document.findings)


def test_a_clean_document_comes_back_as_it_is() -> None:
    document = checked(TOWN)
    assert document.findings == ()
    assert not document.damaged
    assert document.kind == "area-map"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            "kind: icons\nicons:\n  star: [{fill: M4 4H20V20Z}, {outline: {line: M4 4H20, width: 2}}]\n",
            "without 'outline'",
        ),
        ("kind: area-map\nareas: {A: {}, B: {}}\nroads: [{x: {from: A, to: B}}]\n", "write {name: x, from: A, to: B}"),
    ],
)
def test_a_name_before_an_item_is_told_with_a_key_that_is_free(text: str, hint: str) -> None:
    found = only(checked(text))
    assert "is no key of an item of" in found.message
    assert hint in found.hint
