"""A pack's own font serves all that is printed of it: faces, maps, sheets, footers, contact sheets and rules."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from pnp.build.examine import examine
from pnp.build.pipeline import build
from pnp.build.previews import contact_of
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.scene.items import Group, Item, Text
from tests.pipeline import told, write

HAN = "港口漁船到市場規則組件的一、。"
LONG = "漁船到港口的市場。" * 12

GAME = f"""
# file: pack.yaml
kind: pack
title: 港口
summary: 漁船
players: 2 to 4
credit: {{designers: [Ann], line: 一}}
licence: {{name: CC BY 4.0}}
documents: [look.yaml, cards.yaml, card.yaml, bay.yaml, rules.yaml]
components: [{{component: cards}}]
# file: look.yaml
kind: theme
extends: theme
fallback: [fonts/han.ttf]
# file: cards.yaml
kind: component
makes: card
name: 市場
template: card
steps: [{LONG}]
rows: [{{t: 規則}}]
# file: card.yaml
kind: template
size: 60 x 60
layers:
  - {{map: bay, style: board-style, where: inset 2}}
  - {{text: "{{t}}", style: body, where: "bottom, 8 high, inset 5"}}
# file: bay.yaml
kind: area-map
name: 口
size: 60 x 60
areas: {{漁: {{at: [10, 20]}}, 船: {{at: [50, 20]}}}}
roads: [[漁, 船]]
# file: rules.yaml
kind: rulebook
sections: [{{title: 組件, text: [{LONG}, {{bullets: [{LONG}]}}]}}]
"""


@cache
def han() -> bytes:
    """A font of a box for each of the characters."""
    builder = FontBuilder(1000, isTTF=True)
    names = {char: f"u{ord(char):04X}" for char in HAN}
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    builder.setupGlyf({name: _box() for name in (".notdef", *names.values())})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", *names.values()), (1000, 50)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Han", "styleName": "Regular", "psName": "Han-Regular"})
    builder.setupOS2(sTypoAscender=880, usWinAscent=880, usWinDescent=120, sCapHeight=740, sxHeight=500, fsType=0)
    builder.setupPost()
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


def _box() -> Any:
    pen = TTGlyphPen(None)
    pen.moveTo((50, -60))
    for point in ((50, 820), (950, 820), (950, -60)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    folder = tmp_path_factory.mktemp("harbour")
    (folder / "fonts").mkdir()
    (folder / "fonts" / "han.ttf").write_bytes(han())
    (target,) = find_targets([str(write(folder, GAME))])
    return load(target)


@pytest.fixture(scope="module")
def files(loaded: Loaded, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = tmp_path_factory.mktemp("out")
    examined, _ = build(loaded, BuildOptions(out=out, formats=("pdf",)), lambda _: None)
    assert not examined.report.errors, told(examined.report)
    return {path.name: path for path in out.rglob("*") if path.is_file()}


def words(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            yield item.string
        elif isinstance(item, Group):
            yield from words(item.items)


def said(path: Path, page: int = 0) -> str:
    return str(pypdfium2.PdfDocument(path)[page].get_textpage().get_text_range())


def test_the_game_has_no_finding_of_its_lettering(loaded: Loaded) -> None:
    codes = {finding.code for finding in examine(loaded).report.findings}
    assert not codes & {"missing-glyph", "unsupported-script", "text-overflow"}


@pytest.mark.slow
def test_the_first_sheet_is_in_it(files: dict[str, Path]) -> None:
    (whole,) = (path for name, path in files.items() if re.fullmatch(r"[^-]*-?a4\.pdf|harbour\d*-a4\.pdf", name))
    first = said(whole)
    assert "港口" in first
    assert "漁船" in first
    assert "市場" in first
    assert "".join(first.split()).count("漁船到港口的市場。") == 12


def test_a_footer_is_in_it(files: dict[str, Path]) -> None:
    (cards,) = (path for name, path in files.items() if name.endswith("-cards-a4.pdf"))
    assert "市場" in said(cards)


def test_a_face_and_the_labels_of_its_map_are_in_it(loaded: Loaded) -> None:
    (drawn,) = examine(loaded, draws_maps=True).drawn
    assert {"規則", "漁", "船"} <= set(words(drawn.parts.parts[0].front.items))


def test_the_contact_sheet_is_in_it(loaded: Loaded) -> None:
    head, *strips = contact_of(examine(loaded))
    assert "港口" in set(words(head.items))
    assert "市場" in {word for strip in strips for word in words(strip.items)}


def test_the_rules_on_paper_are_in_it_and_their_lines_are_broken(files: dict[str, Path]) -> None:
    (rules,) = (path for name, path in files.items() if name.startswith("rulebook") and name.endswith(".pdf"))
    lines = [line for line in said(rules).splitlines() if "漁船" in line]
    assert "組件" in said(rules)
    assert "".join(said(rules).split()).count("漁船到港口的市場。") == 24
    assert len(lines) > 6
    assert not any(line.startswith("。") for line in lines)


def test_the_page_of_the_rules_has_it_within(files: dict[str, Path]) -> None:
    page = files["rulebook.html"].read_text(encoding="utf-8")
    fonts = [TTFont(BytesIO(base64.b64decode(data))) for data in re.findall(r"font/woff;base64,([^\"]+)", page)]
    have = {chr(code) for font in fonts for code in font.getBestCmap()}
    assert set("組件漁船到港口的市場。") <= have
    assert all("OS/2" in font for font in fonts)
    assert page.count('font-family:"pnp-fallback"') >= 1


def test_what_is_laid_over_a_map_is_in_it(loaded: Loaded) -> None:
    from pnp.draw.overlays import Caption
    from pnp.facts.look import house_fallback

    fallback = house_fallback(loaded.game)
    assert "港口" in set(words(tuple(Caption("港口", "一", (), fallback).items(80))))
