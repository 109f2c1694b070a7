"""The checks of drawings, each on what it looks for."""

from __future__ import annotations

from pathlib import Path

from pnp.checks.scene import LETTERING_CHECKS, SCENE_CHECKS
from pnp.diagnostics import Finding
from tests.draw.desk import card
from tests.pipeline import places, report_on, told, write


def found(layers: str, rows: str = "[{}]", *, more: str = "") -> list[Finding]:
    made = card(layers, rows, more=more)
    lettering = [finding for check in LETTERING_CHECKS for each in made.lettering for finding in check.run(each)]
    return [*(finding for check in SCENE_CHECKS for finding in check.run(made)), *lettering]


def test_what_is_right_is_not_told() -> None:
    assert found("[{panel: paper}, {text: a, style: body, where: inset 3}, {icon: pin, where: inset 5}]") == []


def test_overflow_tells_row_layer_and_by_how_much() -> None:
    (finding,) = found(
        '[{text: "{title}", name: head, style: card-index, where: "20 wide"}]', "[{title: Harbourmaster}, {title: a}]"
    )
    assert finding.code == "text-overflow"
    assert (
        finding.message == "the text 'Harbourmaster' is 34.2 mm too wide at 22 pt in layer 'head' (row 'Harbourmaster')"
    )
    assert (finding.span.file, finding.span.line) == ("cards.yaml", 5)


def test_one_text_that_overflows_on_every_card_is_told_once() -> None:
    (finding,) = found('[{text: Harbourmaster, style: card-index, where: "20 wide"}]', "[{id: a}, {id: b}]")
    assert finding.message.endswith("in layer 'text' (rows 'a' and 'b')")
    assert finding.span.file == "card.yaml"


def test_the_way_out_of_an_overflow_never_names_a_size_that_the_role_forbids() -> None:
    large, least = found(
        "[{text: Harbourmaster, style: card-title, where: 20 wide},"
        " {text: Harbourmaster, style: credits, where: 3 wide}]"
    )
    assert large.hint == "shorten it, give its box more room, or let it shrink: fit: shrink to 8 pt"
    assert least.hint == "shorten it, or give its box more room"
    (small,) = found("[{text: Harbourmaster of the port, style: caption, where: 15 wide}]")
    assert small.hint == "shorten it, give its box more room, or let it shrink: fit: shrink to 6 pt"


def test_a_text_that_is_far_too_long_is_not_told_to_shrink() -> None:
    words = "and on and on over the wide and open sea " * 6
    (long,) = found(f"[{{text: '{words}', style: body, where: 20 x 8}}]")
    assert long.hint == "shorten it, or give its box more room"


def test_a_box_that_is_too_small_for_every_row_is_the_templates_fault() -> None:
    (finding,) = found('[{text: "{n}", style: card-title, where: "3 high"}]', "[{n: 1}, {n: 2}]")
    assert (finding.span.file, finding.span.pointer) == ("card.yaml", "/layers/0")
    assert finding.message == "the text '1' is 0.9 mm too high at 11 pt in layer 'text' (rows '1' and '2')"


def test_overflow_both_ways() -> None:
    (finding,) = found("[{text: Harbourmaster of the port, style: card-index, where: 30 x 10}]")
    assert " mm too wide and " in finding.message
    assert " mm too high at 22 pt" in finding.message


def test_small_print_is_told_with_the_least_size_of_its_role() -> None:
    (finding,) = found('[{text: Harbourmaster, style: card-title, where: "15 wide", fit: shrink to 5 pt}]')
    assert finding.code == "text-too-small"
    assert finding.message == "the text 'Harbourmaster' is set in 6 pt in layer 'text' (row '1')"
    assert finding.hint == "'card-title' is not to be printed under 8 pt"


def test_a_glyph_is_named_by_its_code_point() -> None:
    (one,) = found('[{text: "{a}", where: inset 3}]', '[{a: "🚀 🚀"}, {a: "go 🚀"}]')
    assert one.message == "no font has '🚀' (U+1F680) in layer 'text' (rows '1' and '2')"
    (several,) = found('[{text: "{a}", where: inset 3}]', '[{a: "🚀 🚀"}, {a: "🚀🛰"}]')
    assert several.message == "no font has the characters '🚀' and '🛰' in layer 'text' (rows '1' and '2')"


def test_the_safe_zone_is_kept_by_texts_and_icons_but_not_by_panels() -> None:
    findings = found("[{panel: amber}, {icon: star, where: 'top left, 9 x 9'}, {text: abc, style: body, where: left}]")
    assert [(finding.code, finding.span.line) for finding in findings] == [("outside-safe-zone", 4)] * 2
    assert findings[0].message == "the text 'abc' reaches 3.0 mm out of the safe zone in layer 'text' (row '1')"
    assert found("[{icon: star, where: 'top left, 9 x 9'}]", more="safe: 0") == []


def test_words_from_right_to_left_are_told_once_where_they_stand() -> None:
    (finding,) = found('[{text: "{a}", where: inset 3}]', '[{a: "שלום"}, {a: "peace"}]')
    assert finding.message == (
        "Hebrew can't be printed yet: 'שלום', which runs from right to left in layer 'text' (row '1')"
    )
    assert finding.span.file == "cards.yaml"


def test_a_value_that_many_rows_have_is_told_once_at_the_first() -> None:
    rows = "[" + ", ".join(f"{{name: r{n}, mark: {'stra' if n % 2 else 'wavy'}}}" for n in range(60)) + "]"
    one, two = found('[{icon: "{mark}", where: inset 5}]', rows)
    assert one.message == "unknown icon 'wavy' (rows 'r0', 'r2' and 28 more)"
    assert two.message == "unknown icon 'stra' (rows 'r1', 'r3' and 28 more)"
    assert two.hint == "did you mean 'star'?"
    assert one.span.file == two.span.file == "cards.yaml"


def test_of_one_layer_only_so_many_wrong_values_are_told() -> None:
    rows = "[" + ", ".join(f"{{name: r{n}, art: art/{n}.png}}" for n in range(300)) + "]"
    findings = found('[{picture: "{art}", where: inset 5}]', rows)
    assert len(findings) == 20
    assert findings[-1].message.endswith("(row 'r19'); 280 more of this layer are wrong in the same way")


def test_a_layer_whose_texts_overflow_on_many_of_the_rows_is_told_once() -> None:
    rows = "[" + ", ".join(f"{{title: {'a' if n % 2 else f'Harbourmaster {n}'}}}" for n in range(60)) + "]"
    layer = '[{text: "{title}", style: body, where: "18 wide, 9 high", name: it}]'
    (finding,) = found(layer, rows)
    assert finding.span.file == "card.yaml"
    assert finding.message.startswith("the text 'Harbourmaster 0' is ")
    assert finding.message.endswith("in layer 'it' (rows 'Harbourmaster 0', 'Harbourmaster 2' and 28 more)")
    assert len(found(layer, "[{title: a}, {title: a}, {title: Harbourmaster 1}, {title: Harbourmaster 2}]")) == 2


def test_a_long_name_of_a_row_is_cut() -> None:
    (finding,) = found('[{text: "{title}", style: body, where: "20 wide, 9 high"}]', f"[{{title: {'long ' * 50}}}]")
    assert len(finding.message) < 200


def test_layers_without_names_that_overlap_are_told_by_their_lines() -> None:
    layers = """
      - {text: Market, style: card-title, where: inset 4}
      - {text: Church, style: card-title, where: inset 4}"""
    (finding,) = found(layers)
    assert finding.message.endswith("in the layers 'text' of line 5 and 'text' of line 6 (row '1')")


def test_pictures_are_told_while_other_values_of_the_rows_are_wrong(tmp_path: Path) -> None:
    text = """
# file: pack.yaml
kind: pack
title: Harbour
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [cards.yaml, card.yaml]
components: [{component: cards}]
# file: card.yaml
kind: template
size: 44 x 68
layers: [{picture: "{art}", where: top}, {picture: "{sea}/{boat}.png"}, {picture: "{sea}.png"}, {text: "{n}"}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
fields: {art: text, sea: {one-of: [calm, rough]}, boat: text, n: number}
rows:
  - {art: a.png, sea: clam, boat: sloop, n: 1}
  - {art: b.png, sea: calm, boat: sloop, n: many}
  - {art: c.png, sea: calm, boat: skiff, n: 3}
"""
    result = report_on(write(tmp_path, text))
    assert places(result) == [
        "card.yaml:3 missing-picture",
        "cards.yaml:7 missing-picture",
        "cards.yaml:7 bad-field-value",
        "cards.yaml:8 missing-picture",
        "cards.yaml:8 missing-picture",
        "cards.yaml:8 bad-field-value",
        "cards.yaml:9 missing-picture",
    ], told(result)
    assert "calm/skiff.png" in result.findings[0].message


def test_a_turned_text_in_an_area_that_lies_down_is_told_the_size_to_write() -> None:
    (over,) = found("[{text: Harbourmaster, style: body, turn: 90, where: 30 x 8}]")
    assert (over.code, over.hint) == (
        "text-overflow",
        "give the size that the turned text has on the card: 8 x 30",
    )
    (short,) = found('[{text: Harbour of old, style: body, turn: "{90}", where: 30 x 16}]')
    assert (short.code, short.hint) == ("turned-box", "give the size that the turned text has on the card: 16 x 30")
    assert short.message == "the turned text 'Harbour of old' runs in lines of 16.0 mm in layer 'text' (row '1')"


def test_of_several_turned_texts_the_first_is_told() -> None:
    (found_,) = found(
        '[{text: "{name}", style: body, turn: 90, where: 30 x 16}]', "[{name: Harbour of old}, {name: Market of old}]"
    )
    assert found_.message.startswith("the turned text 'Harbour of old' runs in lines of 16.0 mm in layer 'text' (rows")


def test_a_turned_text_that_fits_its_lines_is_not_told() -> None:
    texts = (
        "{text: Harbour of old, style: body, turn: 270, where: 8 x 30}",  # runs along its area
        "{text: a, style: body, turn: 90, where: 30 x 8}",  # fits across it
        "{text: Harbour of old, style: body, turn: 180, where: 16 x 30}",
        "{text: Harbour of old, style: body, turn: 45, where: 30 x 16}",
    )
    for text in texts:
        assert found(f"[{text}]") == [], text
