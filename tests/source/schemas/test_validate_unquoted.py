"""Texts without quotes that commas part, and items without dashes: one finding, with what to write."""

from __future__ import annotations

import pytest

from tests.source.reading import checked, only


@pytest.mark.parametrize(
    ("layer", "column", "key", "hint"),
    [
        ("{icon: star, where: in head, 16 from left}", 21, "where", "quote it: where: 'in head, 16 from left'"),
        (
            "{icon: star, where: top left, 12 x 10, inset 3, turn: 9}",
            21,
            "where",
            "'top left, 12 x 10, inset 3'",
        ),
        ("{icon: star, repeat: {in: range(0, 16), as: row}}", 27, "in", "quote it: in: 'range(0, 16)'"),
        ("{panel: ink, radius: 2,5}", 22, "radius", "write 2.5: decimals follow a point"),
    ],
)
def test_a_text_that_commas_part_is_one_finding(layer: str, column: int, key: str, hint: str) -> None:
    document = checked(f"kind: template\nsize: 9\nlayers: [{{panel: ink}},\n {layer}]\n")
    finding = only(document)
    assert (finding.code, finding.span.line, finding.span.column) == ("wrong-value", 4, column + 1)
    assert finding.message.startswith(f"'{key}': a comma ends the text ")
    assert finding.hint is not None
    assert finding.hint.endswith(hint)
    assert document.damaged


@pytest.mark.parametrize(
    ("text", "key", "hint"),
    [
        ("{en: A walk, or a ride, de: Ein Weg}", "en", "quote it: en: 'A walk, or a ride'"),
        ("{en: A walk, de: Ein Weg, oder eine Fahrt}", "de", "quote it: de: 'Ein Weg, oder eine Fahrt'"),
        ("{en: Carts, Karren}", "en", "write the code of the other language before 'Karren'; or, "),
    ],
)
def test_a_comma_that_ends_a_text_of_a_language_is_one_finding(text: str, key: str, hint: str) -> None:
    for document in (
        f"kind: pack\ntitle: {text}\nplayers: 2\n",
        f"kind: theme\nkeywords: {{ice: {{words: {text}}}}}\n",
    ):
        finding = only(checked(document))
        assert finding.message.startswith(f"'{key}': a comma ends the text ")
        assert (finding.hint or "").startswith(hint)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "kind: rulebook\nlanguage: de\nsections: [{title: {en: Turn, de: Zug}, text: [x]}]",
            "'title': a rulebook has texts of one language",
            "write Zug, and the text in 'en' in another rulebook, with its 'language'",
        ),
        (
            "kind: rulebook\nsections: [{title: x, text: [{components: {board: {en: The sea, de: Das Meer}}}]}]",
            "'board': a rulebook has texts of one language",
            "write The sea, and the text in 'de' in another rulebook, with its 'language'",
        ),
        (
            "kind: area-map\nname: {en: Sea, de: Meer}\nareas: {A: {at: [1, 2]}}",
            "'name': a document of this kind has texts of one language",
            "write Sea",
        ),
    ],
)
def test_texts_keyed_by_language_where_there_is_one_are_one_finding(text: str, message: str, hint: str) -> None:
    finding = only(checked(f"{text}\n"))
    assert (finding.message, finding.hint) == (message, hint)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Pay #3: a coin", "quote it: 'Pay #3: a coin'; a comment has a blank after its '#'"),
        ("Pay #3 coins  # as before", "quote it: 'Pay #3 coins'; a comment has a blank after its '#'"),
    ],
)
def test_a_text_that_goes_on_behind_a_number_sign_is_quoted_to_its_end(text: str, hint: str) -> None:
    finding = only(checked(f"kind: pack\ntitle: {text}\nplayers: 2\n"))
    assert (finding.code, finding.hint) == ("cut-text", hint)


def test_a_language_that_is_repeated_is_one_finding() -> None:
    finding = only(checked("kind: pack\ntitle: {en: Cart, en: Wagen}\nplayers: 2\n"))
    assert (finding.hint or "").startswith("write the code of another language before the second text")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("kind: deck\ntemplate: a\nrows: []", "write 'kind: component', and 'makes: card' below it"),
        ("kind: token\ntemplate: a\nrows: []", "write 'kind: component', and 'makes: token' below it"),
        ("kind: componnet\ntemplate: a\nrows: []", "did you mean 'component'?"),
        ("kind: deck\nmakes: card\ntemplate: a", "did you mean 'component'?"),
    ],
)
def test_what_a_component_makes_is_no_kind(text: str, hint: str) -> None:
    assert only(checked(f"{text}\n")).hint == hint


def test_an_item_that_ends_with_a_colon_is_told_to_have_quotes() -> None:
    finding = only(checked("kind: rulebook\nsections: [{title: x, text: [{Do one of these: }]}]\n"))
    assert finding.hint == "quote it if it is a text: 'Do one of these:'"


def test_an_unknown_key_without_a_value_is_only_that() -> None:
    assert only(checked("kind: template\nsize: 9\nlayers: [{top, panel: ink}]\n")).message == "unknown key 'top'"
    assert only(checked("kind: template\nsize: 9\nlayers: [{panel: ink, tpo: ~}]\n")).message == "unknown key 'tpo'"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("size: 9\nlayers: [{text: {title}}]", 'quote it: text: "{title}"'),
        ("size: {width}\nlayers: []", 'quote it: size: "{width}"'),
        ("size: 9\nlayers: [{panel: ink}, {group: [{text: {title}}]}]", 'quote it: text: "{title}"'),
    ],
)
def test_an_expression_without_quotes_is_told_to_have_them(text: str, hint: str) -> None:
    assert only(checked(f"kind: template\n{text}\n")).hint == hint


def test_an_unknown_key_with_a_colon_and_no_value_is_no_part_of_the_text_above_it() -> None:
    document = checked("kind: pack\ntitle: X\nplayers: 2\nshelf:\nratio: 2\n")
    assert [each.message for each in document.findings] == ["unknown key 'shelf'", "unknown key 'ratio'"]


def test_keys_below_a_value_that_should_hold_them_are_not_reported_as_well() -> None:
    for value in ("Ada", "[1]"):
        finding = only(checked(f"kind: pack\ntitle: X\nplayers: 2\ncredit: {value}\ndesigners: [Ben]\n"))
        assert (finding.code, finding.span.line) == ("wrong-type", 4)
    finding = only(checked("kind: pack\ntitle: X\nplayers: 2\ncredit:\ndesigners: [Ben]\n"))
    assert (finding.span.line, finding.hint) == (5, "indent it under 'credit', to which 'designers' belongs")


def test_a_list_without_dashes_is_told_to_have_them() -> None:
    finding = only(checked("kind: pack\ntitle: X\nplayers: 2\ndocuments:\n  a.yaml\n  b.yaml\n"))
    assert finding.hint == "dashes are missing: begin each of lines 5 to 6 with '- '"


def test_a_list_without_dashes_near_the_top_is_told_to_have_them() -> None:
    finding = only(checked("kind: area-map\nareas: {Market: {tags: north\n  south}}\n"))
    assert finding.hint == "dashes are missing: begin each of lines 2 to 3 with '- '"


@pytest.mark.parametrize("line", ["background: #FFEEDD", "background: #FFEEDD   # light"])
def test_a_colour_without_quotes_is_one_finding(line: str) -> None:
    document = checked(f"kind: template\nsize: 9\n{line}\nlayers: []\n")
    finding = only(document)
    assert (finding.code, finding.span.line, finding.span.column) == ("syntax-error", 3, 13)
    assert (finding.message, finding.hint) == ("'#' begins a comment here", "quote the colour: '#FFEEDD'")


def test_a_comment_behind_a_key_is_no_colour() -> None:
    assert checked("kind: template\nsize: 9\nlayers: # bad\n  - {panel: ink}\n").findings == ()
    assert checked("kind: template\nsize: 9\nlayers: #bad\n  - {panel: ink}\n").findings == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kind: area-map\nareas: {Market: {the cold place: it is}}\n", True),
        ("kind: map-style\nplaces: {the cold place: it is}\n", True),
        ("kind: map-style\nthe cold place: it is\n", False),
    ],
)
def test_a_key_with_blanks_below_the_first_level_may_be_a_text_without_quotes(text: str, told: bool) -> None:
    finding = only(checked(text))
    assert finding.message == "unknown key 'the cold place'"
    assert (finding.hint == "quote it if it is a text: 'the cold place: it is'") is told


AREA = "kind: area-map\nareas: {Market: {}, Pier: {}}\nroads: [Market -- Pier]\n"
DECK = "kind: component\nmakes: card\ntemplate: face\n"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("kind: pack\ntitle: X\nplayers: 2-4 players\n", "write 2 to 4"),
        (
            f"{AREA}requirements: [{{name: x, within: {{every: Market, a: Pier}}, at-most: 2}}]\n",
            "write within: {every: Market, a: Pier, at-most: 2}",
        ),
        (
            f"{AREA}requirements: [{{name: x, within: {{every: Market, a: {{tag: quay, at-most: 2}}}}}}]\n",
            "write a: {tag: quay}, at-most: 2",
        ),
        ("kind: template\nsize: 9\nlayers: [{ellipse: {from: ink, to paper, around: [0, 1]}}]\n", "write to: paper"),
        (
            "kind: template\nsize: 9\nlayers: [{line: thin, from: top left, to top right, where: top}]\n",
            "write to: top right",
        ),
        (
            "kind: area-map\nareas: {Market: {label: Bay, in north}, Pier: {}}\ndistricts: {north: {}}\n",
            "write in: north, or quote the whole text if it is one",
        ),
        ("kind: style\nplaces: {size: 3}\nroads: {width: 1}\nlabels: {gap: 1}\n", "did you mean 'map-style'?"),
        ("kind: style\npalette: {night: '#2B3A55'}\n", "did you mean 'theme'?"),
        (f"{AREA}size: 254 186\n", "write 254 x 186"),
        (f"{AREA}requirements: [{{connected: yes}}]\n", "write true"),
        (f"{AREA}requirements: [{{survives: 1}}]\n", "write {closed: 1}"),
        (f"{AREA}requirements: [{{adjacent: Market, Pier}}]\n", "write it in brackets: adjacent: [Market, Pier]"),
        ("kind: area-map\nareas: {Market: {at: 128 98}}\n", "write [128, 98]"),
        ("kind: pack\ntitle: X\nplayers: 2\nminutes: 1:30\n", "write 90"),
        ("kind: pack\ntitle: X\nplayers: 2\nminutes: 45 min\n", "write 45"),
        ("kind: map-style\ncompass: 17\n", "write {size: 17}"),
        (f"{DECK}fields: {{worth: 1-4}}\n", "write whole number 1 to 4"),
        (
            f"{DECK}fields: {{worth: 'number 0,5 to 8, optional'}}\n",
            "write number 0.5 to 8, optional: decimals follow a point",
        ),
        (f"{DECK}fields: {{kind: 'one-of [fish, cream]'}}\n", "write {one-of: [fish, cream]}"),
        (f"{DECK}copies: five\n", "write 5"),
        ("kind: theme\npalette: {night: '#2B3A5'}\n", "write '#' and six digits from 0 to F"),
        ("kind: theme\npalette: {night: '#C9d'}\n", "write '#CC99DD'"),
        ("kind: table\nthings: {a: {component: a, at: left from b}}\n", "write 'left of b'"),
        ("kind: table\nthings: {a: {component: a, at: right board}}\n", "write 'right of board'"),
        ("kind: table\nthings: {a: {component: a, at: under board}}\n", "write 'below board'"),
        ("kind: table\nthings: {a: {component: a, at: rigth of board}}\n", "write 'right of board'"),
        ("kind: table\nthings: {a: {component: a, at: every seat}}\n", "write 'each seat'"),
        ("kind: table\nthings: {a: {component: a, at: seat two}}\n", "write 'seat 2'"),
        ("kind: table\nthings: {a: {component: a, at: center}}\n", "write 'middle'"),
        ("kind: table\nthings: {a: {component: a, at: middel}}\n", "did you mean 'middle'?"),
        (
            "kind: area-map\nareas: {Market: {at: [1, 2], label-pos: [3, 4]}}\n",
            "did you mean 'label-at'? (the middle of the label on the map)",
        ),
        (f"{DECK}copies: 18#for four\n", "write 18: a comment has a blank before its '#'"),
        (f"{DECK}copies: ~18\n", "write 18"),
        (f"{DECK}steps: [Note: cut the plates out]\n", "quote it: 'Note: cut the plates out'"),
        (
            "kind: pack\ntitle: X\nlicence: {name: Y, link: 'https://a.org/b c'}\n",
            "take the blank out of it: an address has none",
        ),
        ("kind: pack\ntitle: X\nlicence: {name: Y, link: www.a.org/b}\n", "write https://www.a.org/b"),
        (f"{DECK}fields: {{worth: 'text, optinal'}}\n", "write text, optional"),
        ("kind: pack\ntitle: X\nlanguages: [en; de]\n", "write each by itself: en, de"),
        ("kind: template\nsize: 9\nlayers: [{text: {en: A, De: B}}]\n", "write de"),
        ("kind: table\nthings: {a: {component: a, at: middle, as: stack}}\n", "did you mean 'pile'?"),
        ("kind: component\nmakes: pawn\ntemplate: face\n", "did you mean 'standee'?"),
    ],
)
def test_what_is_written_as_elsewhere_is_told_as_it_is_written_here(text: str, hint: str) -> None:
    assert only(checked(text)).hint == hint


def test_only_a_text_for_minutes_may_be_hours_and_minutes() -> None:
    assert only(checked("kind: pack\ntitle: X\nplayers: 2:30\n")).hint != "write 150"
    assert only(checked("kind: pack\ntitle: X\nplayers: 2\nminutes: [30]\n")).hint == "how long a game takes"


def test_a_size_that_is_no_number_of_points_is_told_what_it_is_and_a_document_of_no_kind_is_damaged() -> None:
    finding = only(checked("kind: theme\ntype: {title: {size: big}}\n"))
    assert finding.message.startswith("'size': expected a size in points")
    assert not (finding.hint or "").startswith("write")
    assert checked("kind: nonsense\n").damaged
