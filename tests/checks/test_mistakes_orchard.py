"""Mistakes in the words of other programs, in a small deck: one finding each, with what to write here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline import report_on, write

ORCHARD = """
# file: pack.yaml
kind: pack
title: Orchard
summary: Pick.
players: 2
credit: {designers: [Ida]}
licence: CC0
documents: [fruit.yaml, fruit-card.yaml, orders.yaml, order-card.yaml, look.yaml]
components: [{component: fruit}, {component: orders}]
# file: look.yaml
kind: theme
extends: theme
gradients: {dusk: {from: ink, to: paper, towards: top}}
fonts: {Tall: {family: Barlow Condensed, italic: slanted}}
inline: {loud: {family: Tall, size: 130%}}
keywords: {ripe: {icon: star}}
# file: fruit.yaml
kind: component
makes: card
name: Fruit
template: "{form}-card"
join: {table: kinds.csv, by: kind}
fields: {title: text, kind: text, form: text, sweet: whole number}
computed: {worth: sweet * 2}
rows: fruit.csv
# file: orders.yaml
kind: component
makes: card
name: Orders
template: order-card
rows: fruit.csv
# file: kinds.csv
kind,sweet
apple,2
plum,3
# file: fruit.csv
Title,Kind,Form
Pippin,apple,fruit
Damson,plum,fruit
# file: fruit-card.yaml
kind: template
size: poker
background: dusk
layers:
  - {panel: paper, where: "inset 5", outline: thin, shadow: {colour: ink, offset: [0, 1]}, name: plate}
  - {text: "[{title}]{.loud} ripe", fit: shrink to 8 pt, where: "in plate, top, 10 high, inset 2", name: head}
  - {text: "{worth}", style: body, where: "in plate, below head, inset 2"}
  - {line: thin, from: [9, 60], to: [50, 60]}
# file: order-card.yaml
kind: template
size: mini
layers:
  - {text: "{title} {kind}", where: "top, 12 high, inset 4"}
  - repeat: {in: range(3), each: n}
    ellipse: ink
    at: ["{9 + 9 * n + cos(90 * n)}", 40]
    size: 5 x 5
"""

MISTAKES = {
    "a side of a shadow": ("offset: [0, 1]", "dy: 1", "write offset: [0, 1]"),
    "the edge of a shape in place of its role": (
        "outline: thin",
        "outline: {width: 0.6, colour: ink}",
        "write a role under 'lines' of the theme, such as edge: {width: 0.6, colour: ink}, and 'edge' here",
    ),
    "the ends of a line": (
        "{line: thin, from: [9, 60], to: [50, 60]}",
        "{line: [[9, 60], [50, 60]]}",
        "write {line: thin, from: [9, 60], to: [50, 60]}",
    ),
    "a point as a text": ("from: [9, 60]", "from: 9 60", "write a point in brackets: [9, 60]"),
    "the middle of a layer": ("in plate, top, 10 high", "top of plate, 10 high", "write 'in plate, top'"),
    "below a layer in another": (
        "in plate, below head, inset 2",
        "below head in plate, inset 2",
        "write 'in plate, below head'",
    ),
    "a fit in another order": ("shrink to 8 pt", "shrink together to 8 pt", "write shrink to 8 pt together"),
    "a fit without its size": (
        "shrink to 8 pt",
        "together",
        "write the smallest size of the letters in points: shrink to 8 pt together",
    ),
    "an angle with its unit": ("towards: top", "towards: 90deg", "write 90"),
    "a slant as a switch": ("italic: slanted", "italic: true", "write slanted"),
    "a slant in another word": ("italic: slanted", "italic: slant", "write slanted"),
    "a keyword with its icon alone": ("ripe: {icon: star}", "ripe: star", "write {icon: star}"),
    "a share of the size under its own key": (
        "size: 130%",
        "scale: 130%",
        "did you mean 'size'? (the size: a share of the size of the text, such as 130%, or points)",
    ),
    "a join by its table alone": (
        "join: {table: kinds.csv, by: kind}",
        "join: kinds.csv",
        "write {table: kinds.csv, by: …}, with the column that both tables have",
    ),
    "the key of a table": (
        "rows: fruit.csv",
        "key: kind\nrows: fruit.csv",
        "name the column where the tables are joined: join: {table: …, by: kind}",
    ),
    "a template of a row that is not there": ("plum,fruit", "plum,friut", "did you mean 'fruit-card'?"),
    "a formula of a spreadsheet": (
        "{worth: sweet * 2}",
        '{worth: "=sweet * 2"}',
        "take out the '=': an expression is written without it",
    ),
    "a repetition as an expression": ("{in: range(3), each: n}", "range(3)", "write {in: range(3)}"),
    "a range with dots": (
        "in: range(3)",
        "in: 0..2",
        "write range(0, 3) for the numbers up to 2",
    ),
    "an angle in an expression": ("cos(90 * n)", "cos(90deg * n)", "write 90: angles are in degrees"),
    "a joined column without its field": (
        ", sweet: whole number",
        "",
        "declare it under 'fields', as 'sweet: number', or as 'note' if it is for you alone",
    ),
}


def test_the_deck_is_right(tmp_path: Path) -> None:
    assert report_on(write(tmp_path, ORCHARD)).findings == ()


def test_an_item_of_a_list_by_a_field_is_no_field_in_brackets(tmp_path: Path) -> None:
    items = ORCHARD.replace("{worth}", "{worth} {['none', 'one', 'two', 'three'][sweet]}")
    assert report_on(write(tmp_path, items)).findings == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_finding_with_its_fix(name: str, tmp_path: Path) -> None:
    right, wrong, hint = MISTAKES[name]
    assert right in ORCHARD
    (finding,) = report_on(write(tmp_path, ORCHARD.replace(right, wrong, 1))).findings
    assert finding.hint == hint
