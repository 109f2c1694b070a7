"""The document as an HTML page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from pnp.rulebook.document import Heading, IconPiece, Link, Paragraph, RulebookDocument, Table, TextPiece
from pnp.rulebook.html import write_html
from tests.rulebook.harbour import document_of
from tests.rulebook.test_markdown import HOSTILE

SPACE = "{http://www.w3.org/1999/xhtml}"


def page_of(*blocks: Any, title: str = "X") -> ET.Element:
    return ET.fromstring(write_html(RulebookDocument("x", title, "en", tuple(blocks), credit="by me")))


def main_of(page: ET.Element) -> ET.Element:
    main = page.find(f".//{SPACE}main")
    assert main is not None
    return main


@pytest.fixture(scope="module")
def written() -> str:
    return write_html(document_of())


def test_the_specimen(written: str, golden: Callable[[str, str], None]) -> None:
    golden("rulebook.html", re.sub("<style>.*</style>", "<style/>", written, flags=re.DOTALL))


def test_it_is_one_page_that_asks_for_nothing(written: str) -> None:
    assert not re.search(r"<(script|link|img|iframe|object|embed)\b", written)
    addresses = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')>]+)""", written)
    kinds = {address.partition(":")[0] if ":" in address else "#" for address in addresses if "w3.org" not in address}
    assert kinds == {"#", "https", "data"}  # anchors, what a reader may click on, and fonts
    assert "@import" not in written


def test_it_is_the_same_each_time(written: str) -> None:
    assert write_html(document_of()) == written


def test_links_lead_somewhere_and_ids_are_unique(written: str) -> None:
    page = ET.fromstring(written)
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    targets = {element.get("href", "")[1:] for element in page.iter() if element.get("href", "").startswith("#")}
    assert targets <= set(ids)
    assert {"turn", "table-ways", "_credits", "_rules"} <= targets


def test_headings_do_not_jump_and_the_language_is_said(written: str) -> None:
    page = ET.fromstring(written)
    levels = [int(element.tag[-1]) for element in page.iter() if re.fullmatch(rf"{SPACE}h[1-6]", element.tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert page.get("lang") == "en"


def test_tables_tell_what_their_heads_are_for(written: str) -> None:
    table = ET.fromstring(written).find(f".//{SPACE}div[@id='table-ways']")
    assert table is not None
    scopes = [head.get("scope") for head in table.iter(f"{SPACE}th")]
    assert scopes == ["col"] * 4 + ["row"] * 4  # the corner heads nothing
    assert all("".join(head.itertext()) for head in table.iter(f"{SPACE}th"))
    assert table.find(f".//{SPACE}caption") is not None


def test_who_has_no_mouse_scrolls_tables_that_are_wider_than_the_screen(written: str) -> None:
    page = ET.fromstring(written)
    tables = [each for each in page.iter(f"{SPACE}div") if "table" in each.get("class", "").split()]
    titles = {each.get("id") for each in page.iter(f"{SPACE}caption")}
    assert tables
    assert all((each.get("tabindex"), each.get("role")) == ("0", "group") for each in tables)
    assert {each.get("aria-labelledby") for each in tables} == titles


def test_icons_are_drawn_and_named(written: str) -> None:
    icon = ET.fromstring(written).find(".//{*}svg")
    assert icon is not None
    assert (icon.get("role"), icon.get("aria-label")) == ("img", "anchor")
    assert [path.get("d", "")[:1] for path in icon] == ["M", "M"]


@pytest.mark.parametrize("text", [*HOSTILE, "\"quotes\" 'too'", "</style></title><b>"])
def test_text_stays_text(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.rulebook.html.font_rules", lambda *_: "")
    table = Table(
        "t",
        1,
        (TextPiece(text),),
        ((TextPiece(text),),),
        (((TextPiece(text),),),),
        ("left",),
        caption=(TextPiece(text),),
    )
    blocks = (
        Heading(2, (TextPiece(text),), "h"),
        Paragraph((TextPiece(text), IconPiece("i", text), Link(text, "https://x.org"))),
        table,
    )
    page = page_of(*blocks, title=text)
    shown = "".join(main_of(page).itertext())
    assert shown.count(text) == 7
    assert page.findtext(f".//{SPACE}title") == f"{text}: Rules"
    assert page.find(".//{*}svg").get("aria-label") == text  # type: ignore[union-attr]


def test_only_the_characters_of_the_page_are_in_its_fonts(written: str) -> None:
    suits = write_html(RulebookDocument("x", "♠", "en", ()))
    assert written.count("@font-face") == 4
    assert suits.count("@font-face") == 5  # the one that has the suits
    assert len(suits) < len(written) < 70_000
