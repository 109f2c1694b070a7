"""Words in styles of the theme, and its keywords, in the rules."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from pnp.build.examine import Examined, examine
from pnp.diagnostics import INFO
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.rulebook.document import Heading, IconPiece, Line, Paragraph, TextPiece, lines
from pnp.rulebook.html import write_html
from pnp.rulebook.markdown import write_markdown
from pnp.rulebook.pages import compose_rulebook
from pnp.rulebook.pages.strips import set_text
from pnp.rulebook.style import BOOK, SAND, readable
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Text
from pnp.scene.typesetting.text import RunLook
from pnp.scene.vision import contrast

PACK = """\
kind: pack
title: Harbour
players: 2
credit: {designers: [Ada], line: by Ada}
summary: Rowing.
minutes: "10"
licence: {name: CC0}
documents: [look.yaml, rules.yaml]
"""
LOOK = """\
kind: theme
extends: theme
inline:
  pale: {colour: "#FFE9A0"}
  red: {colour: "#A01020", weight: 600}
  huge: {size: 400%, family: Barlow Condensed, caps: true}
  power: {size: 70%, raised: 30}
keywords:
  tide: {style: red, words: "tide, tides"}
  "{T}": {icon: clock}
  lamp: {icon: star, text: lamp, style: red}
"""


def rules(tmp_path: Path, *texts: str, more: str = "") -> Examined:
    section = "".join(f"      - {text}\n" for text in texts)
    book = f"kind: rulebook\n{more}sections:\n  - title: The tide\n    text:\n{section}"
    for name, text in {"pack.yaml": PACK, "look.yaml": LOOK, "rules.yaml": book}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return examine(load(find_targets([str(tmp_path)])[0]))


def line_of(tmp_path: Path, text: str, more: str = "") -> Line:
    (document,) = rules(tmp_path, text, more=more).documents.values()
    return next(block.line for block in document.blocks if isinstance(block, Paragraph))


def test_words_in_a_style(tmp_path: Path) -> None:
    red = RunLook(weight=600, colour="#A01020")
    assert line_of(tmp_path, "'A [red *word*]{.red}.'") == (
        TextPiece("A "),
        TextPiece("red ", look=red),
        TextPiece("word", italic=True, look=red),
        TextPiece("."),
    )


def test_keywords_are_styled_or_replaced_but_not_in_titles(tmp_path: Path) -> None:
    (document,) = rules(tmp_path, "'{{T}}: the tides, \\\\tide, lamp.'".replace("\\\\", "\\")).documents.values()
    line = next(block.line for block in document.blocks if isinstance(block, Paragraph))
    names = [(piece.name if isinstance(piece, IconPiece) else piece.string) for piece in line]
    assert names == ["clock", ": the ", "tides", ", tide, ", "star", "\u00a0lamp", "."]
    assert [piece.look.weight for piece in line if isinstance(piece, TextPiece) and piece.look] == [600, 600]
    heading = next(block for block in document.blocks if isinstance(block, Heading))
    assert heading.line == (TextPiece("The tide"),)


def test_keywords_in_values(tmp_path: Path) -> None:
    line = line_of(tmp_path, "\"{'tide'} and [{'lamp'}]{.power}\"")
    assert next(piece.look for piece in line if isinstance(piece, TextPiece)) == RunLook(weight=600, colour="#A01020")
    icon = next(piece for piece in line if isinstance(piece, IconPiece))
    assert icon.scale == 0.7


def test_keywords_can_be_left_alone(tmp_path: Path) -> None:
    assert line_of(tmp_path, "A tide.", "keywords: false\n") == (TextPiece("A tide."),)


def test_a_style_that_does_not_exist_is_reported_where_it_is_written(tmp_path: Path) -> None:
    found = rules(tmp_path, "'A [word]{.rad}, [more]{.rad}.'").report.findings
    errors = [finding for finding in found if finding.code == "unknown-rule-style"]
    assert [(finding.span.line, finding.span.column, finding.message, finding.hint) for finding in errors] == [
        (5, 20, "unknown text style 'rad'", "did you mean 'red'?")
    ]


def test_a_keyword_of_the_rules_alone_is_used(tmp_path: Path) -> None:
    found = rules(tmp_path, "'{{T}} tide lamp'").report.findings
    assert [finding.code for finding in found if finding.severity != INFO] == []
    found = rules(tmp_path, "'{{T}} tide'").report.findings
    assert [finding.code for finding in found if finding.severity != INFO] == ["unused-keyword"]


@pytest.mark.parametrize("colour", ["#FFE9A0", "#FFFFFF", "#E67E22", "#7A1F5C"])
def test_colours_can_be_read_on_the_page(colour: str) -> None:
    assert contrast(readable(colour), SAND) >= 4.5
    assert (readable(colour) == colour) == (contrast(colour, SAND) >= 4.5)


@pytest.mark.slow
def test_html_has_spans_and_their_fonts(tmp_path: Path) -> None:
    (document,) = rules(tmp_path, "'[red]{.red} [big {icon:star}]{.huge} 2[10]{.power}'").documents.values()
    page = write_html(document)
    assert '<span style="font-weight:600;color:#A01020">red</span>' in page
    assert re.search(
        r"<span style=\"font-family:'Barlow Condensed',[^\"]*;font-size:150%;text-transform:uppercase\">big", page
    )
    assert '<svg class="icon" style="font-size:150%" viewBox="0 0 24 24" role="img" aria-label="star">' in page
    assert re.search(r'<span style="font-size:70%;vertical-align:0\.42\d*em;line-height:0">10</span>', page)
    assert '@font-face{font-family:"Fira Sans";font-weight:600;' in page
    assert '@font-face{font-family:"Barlow Condensed";font-weight:400;' in page


def test_markdown_has_what_it_can(tmp_path: Path) -> None:
    (document,) = rules(tmp_path, "'[red]{.red} [pale]{.pale} 2[10]{.power} {{T}}'").documents.values()
    assert "**red** pale 2<sup>10</sup> \\[clock\\]" in write_markdown(document)


def letters(items: tuple[Item, ...]) -> list[Text]:
    return [
        text
        for item in items
        for text in (letters(item.items) if isinstance(item, Group) else [item] if isinstance(item, Text) else [])
    ]


def test_pages_have_the_style(tmp_path: Path) -> None:
    (document,) = rules(tmp_path, "'[red]{.red} and [big]{.huge}'").documents.values()
    (sheet,) = compose_rulebook(document, 210, 297)
    by_text = {text.string: text for text in letters(sheet.items)}
    assert (by_text["red"].fill, by_text["red"].font) == ("#A01020", "fira-sans-600")
    assert by_text["BIG"].size == pytest.approx(15)


def test_lines_with_large_words_keep_apart() -> None:
    words = TextPiece("small words that run on and on ")
    large = TextPiece("large words that do so too ", look=RunLook(scale=1.5))
    text = set_text((words, large, words, words), BOOK.body, 40)
    assert len(text.lines) > 3
    assert {round(line.height / BOOK.body.line, 3) for line in text.lines} == {1.0, 1.5}
    assert text.height == pytest.approx(sum(line.height for line in text.lines))
    edges = [bounds((item,)) for item in text.items(0, 0)]
    for above, below in pairwise(edges):
        assert above is not None
        assert below is not None
        assert above.bottom < below.bottom


def test_every_line_of_a_document_is_looked_at(tmp_path: Path) -> None:
    (document,) = rules(tmp_path, "note: '[red]{.red}'", "bullets: ['[red]{.red}']").documents.values()
    assert (
        sum(bool(isinstance(piece, TextPiece) and piece.look) for line in lines(document.blocks) for piece in line) == 2
    )
