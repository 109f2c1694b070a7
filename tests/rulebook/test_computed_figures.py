"""Diagrams in the rules: their words, and how each form of the rules shows them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pnp.build.rules import illustrated
from pnp.rulebook import RulebookDocument
from pnp.rulebook.markdown import write_texts
from pnp.rulebook.pages import compose_rulebook
from pnp.scene.items import Group, Item, Text
from tests.pipeline import told
from tests.rulebook.charts import examined

RULES = """
- "As the map shows:"
- diagram: {map: bay, way: [Market, Pier], laid: {Gate: rope}, caption: "Two **moves**, {1 + 1}."}
- note:
    - diagram:
        - {map: lanes, show: right, caption: One}
        - {map: lanes, show: u-turn, caption: Two}
        - {map: lanes, show: addresses, alt: "All *eight*."}
- Then go on.
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> RulebookDocument:
    game = examined(tmp_path_factory.mktemp("rules"), RULES)
    assert not game.report.errors, told(game.report)
    return illustrated(game.documents["rules"], game.facts)


@pytest.mark.slow
def test_words_are_made_from_the_map(document: RulebookDocument) -> None:
    assert [(panel.name, panel.alt) for panel in document.panels()] == [
        ("bay", "Map: the bay; way: Market – Church – Pier (2 moves); lying there: rope (Gate)"),
        ("lanes-right", "Map: the lanes; turns at an intersection (squares of it): right 1"),
        ("lanes-u-turn", "Map: the lanes; turns at an intersection (squares of it): u-turn not allowed"),
        ("lanes-addresses", "All eight."),
    ]


def test_a_page_holds_its_pictures(document: RulebookDocument) -> None:
    page = write_texts(document, ["html"])["rulebook.html"].decode()
    tree = ET.fromstring(page)
    xhtml, svg = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
    figures = tree.findall(f".//{xhtml}figure")
    assert [figure.find(f"{svg}svg").get("role") for figure in figures] == ["img"] * 4  # type: ignore[union-attr]
    labels = [figure.find(f"{svg}svg").get("aria-label") for figure in figures]  # type: ignore[union-attr]
    assert labels == [panel.alt for panel in document.panels()]
    caption = figures[0].find(f"{xhtml}figcaption")
    assert caption is not None
    assert "".join(caption.itertext()) == "Two moves, 2."
    names = [element.get("id") for element in tree.iter() if "id" in element.attrib]
    assert len(names) == len(set(names)) > 0, "no part of one picture stands in for that of another"


def test_markdown_has_them_beside_it(document: RulebookDocument) -> None:
    files = write_texts(document, ["md"])
    written = files["rulebook.md"].decode()
    assert re.findall(r"!\[.*?\]\((.*?)\)", written) == [f"diagrams/{panel.name}.svg" for panel in document.panels()]
    for panel in document.panels():
        assert ET.fromstring(files[f"diagrams/{panel.name}.svg"]).tag.endswith("svg")


def test_pages_show_them(document: RulebookDocument) -> None:
    for width, height in ((210, 297), (215.9, 279.4)):
        (sheet,) = compose_rulebook(document, width, height)
        words = " ".join(_strings(sheet.items))
        assert re.search(r"Market .* 1 2 Two +moves", words), "the map, the way on it, and its caption"
        assert " NW " in words, "the addresses are drawn"


def test_without_a_picture_the_words_stand_alone(tmp_path: Path) -> None:
    bare = examined(tmp_path, RULES).documents["rules"]
    files = write_texts(bare, ["md", "html"])
    assert set(files) == {"rulebook.md", "rulebook.html"}
    assert "Market – Church – Pier" in files["rulebook.html"].decode()
    assert "Market – Church – Pier" in files["rulebook.md"].decode()
    (sheet,) = compose_rulebook(bare, 210, 297)
    assert "Church" in " ".join(_strings(sheet.items))


def _strings(items: tuple[Item, ...]) -> list[str]:
    found: list[str] = []
    for item in items:
        found += [item.string] if isinstance(item, Text) else _strings(item.items) if isinstance(item, Group) else []
    return found
