"""Texts on top of each other."""

from __future__ import annotations

import importlib
from collections import Counter

import pytest

from pnp.checks.scene.overlaps import CLOSE, texts_overlap
from pnp.diagnostics import Finding
from pnp.scene.extent import overlap
from tests.draw.desk import card

module = importlib.import_module("pnp.checks.scene.overlaps")


def found(layers: str, rows: str = "[{}]") -> list[Finding]:
    return list(texts_overlap.run(card(f"[{layers}]", rows)))


TITLE = "{text: Market, name: title, style: body, at: [5, 5], size: 30 x 6, align: left}"


def number(x: float, y: float, more: str = "") -> str:
    return f"{{text: '12', name: number, style: body, at: [{x}, {y}], size: 8 x 6, align: left{more}}}"


def test_both_layers_and_how_far_are_told() -> None:
    (finding,) = found(f"{TITLE}, {number(8, 5)}")
    assert finding.message == (
        "the texts 'Market' and '12' overlap by 2.1 mm in the layers 'title' and 'number' (row '1')"
    )
    assert (finding.span.file, finding.span.pointer) == ("card.yaml", "/layers/1")


def test_the_ink_counts_and_not_the_box() -> None:
    assert found(f"{TITLE}, {number(20, 5)}") == []
    assert found(f"{TITLE}, {number(8, 9)}") == []
    assert found(f"{TITLE}, {number(8, 6)}") != []


def test_letters_may_stand_close() -> None:
    close = "{{text: Hg, style: body, at: [5, 5], size: 9 x 9}}, {{text: Hg, style: flavour, at: [5, {}], size: 9 x 9}}"
    assert found(close.format(8.5)) == []


def test_two_cells_of_one_layer_may_run_into_each_other() -> None:
    layer = "{text: '{n}00', name: cell, at: [5, 5], style: body, repeat: {each: n, in: 3, as: %s}}"
    assert found(layer % "column") == []
    (finding,) = found(layer % "stack")
    assert finding.message.endswith(" mm in layer 'cell' (row '1')")


def test_rows_are_gathered_and_the_worst_is_told() -> None:
    layers = "{text: '{name}', name: title, style: body, at: [5, 5], size: 30 x 6, align: left}, " + number(14, 5)
    (finding,) = found(layers, "[{name: a}, {name: Market}, {name: Marketplace}]")
    assert finding.message.startswith("the texts 'Marketplace' and '12' overlap by ")
    assert finding.message.endswith("(rows 'Marketplace' and 'Market')")


def test_turned_texts_are_looked_at_where_they_lie() -> None:
    assert found(f"{TITLE}, {number(30, 5, ', turn: 90')}") == []
    assert found(f"{TITLE}, {number(6, 5, ', turn: 30')}") != []


def test_a_shadow_is_meant() -> None:
    assert found(f"{TITLE}, {TITLE.replace('[5, 5]', '[5.3, 5.3]')}") == []


@pytest.mark.parametrize(("x", "y"), [(5, 6.2), (6.5, 5), (3, 5)])
def test_the_same_words_farther_apart_than_a_shadow_overlap(x: float, y: float) -> None:
    (finding,) = found(f"{TITLE}, {TITLE.replace('[5, 5]', f'[{x}, {y}]').replace('title', 'other')}")
    assert finding.message.endswith("in the layers 'title' and 'other' (row '1')")


def test_the_same_cells_of_a_layer_may_run_into_each_other() -> None:
    layer = "{text: '100', name: cell, at: ['{5 + 2 * n}', 5], size: 9 x 6, style: body, repeat: %s}"
    (finding,) = found(layer % "{each: n, in: 3, as: stack}")
    assert finding.message.endswith(" mm in layer 'cell' (row '1')")


def test_icons_in_a_text_overlap_as_letters_do() -> None:
    icons = "{text: '{icon:star}{icon:star}', name: icons, style: body, at: [5, 5], size: 30 x 6, align: left}"
    (finding,) = found(f"{icons}, {number(6, 5)}")
    assert finding.message.startswith("the texts '{icon:…}' and '12' overlap by ")
    assert found(f"{icons}, {number(20, 5)}") == []


def test_what_overflows_is_told_as_that_alone() -> None:
    wide = "{text: Harbourmaster, style: card-index, at: [0, 5], size: 10 x 10}"
    assert found(f"{wide}, {number(8, 8)}") == []


def test_there_is_an_end_to_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    made = card("[{repeat: {each: n, in: 300, as: stack}, text: 'number {n}', style: body}]", "[{}, {}]")
    looks = Counter[str]()
    monkeypatch.setattr(module, "overlap", lambda one, other: looks.update(["close"]) or overlap(one, other))
    monkeypatch.setattr(module, "COMPARISONS", 1000)
    (finding,) = texts_overlap.run(made)
    assert "overlap by" in finding.message
    assert looks["close"] <= 1000 / CLOSE
