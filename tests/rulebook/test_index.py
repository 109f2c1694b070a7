"""The index of a rulebook, and what is not divided between columns."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.build.examine import Examined, examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.rulebook.document import Block, Heading, IndexTerm, Paragraph, TextPiece
from pnp.rulebook.index import SearchedText, places_of
from pnp.rulebook.markdown import write_texts
from pnp.rulebook.pages import compose_reference, compose_rulebook
from pnp.rulebook.pages.strips import KEPT, Strip, kept
from pnp.scene.items import Group, Item, Text
from pnp.scene.parts import Sheet
from tests.pipeline import told, write

PACK = """
# file: pack.yaml
kind: pack
title: Harbour
summary: Row.
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [rules.yaml]
# file: rules.yaml
kind: rulebook
index: [toll, crate, {term: boat, words: [vessel]}, {term: ship, see: boat}]
sections:
"""
FILLER = "Wind and water, water and wind, and nothing that anybody would ever look for in these rules. " * 12


def rules() -> str:
    return PACK + "".join(
        f"""
  - title: Chapter {number}
    {"reference: true" if number == 1 else "id: chapter-" + str(number)}
    text:
      - {text}
      - {FILLER}
      - {FILLER}
      - {FILLER}
      - {FILLER}
"""
        for number, text in enumerate(
            (
                "You pay tolls here.",
                "A **toll** is explained. A crate.",
                "Crates and a crate.",
                "Nothing.",
                "A vessel.",
                "Boatswains have no entry.",
                "Nothing.",
            ),
            1,
        )
    )


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Examined:
    folder = tmp_path_factory.mktemp("index")
    write(folder, rules().lstrip("\n"))
    found = examine(load(find_targets([str(folder)])[0]))
    assert not found.report.findings, told(found.report)
    return found


def strings(items: tuple[Item, ...]) -> list[str]:
    return [
        word
        for item in items
        for word in (
            [item.string] if isinstance(item, Text) else strings(item.items) if isinstance(item, Group) else []
        )
    ]


def text(sheet: Sheet) -> str:
    return " ".join(" ".join(strings(sheet.items)).split())


def page_with(sheets: tuple[Sheet, ...], words: str) -> int:
    (found,) = (number for number, sheet in enumerate(sheets, 1) if words in text(sheet))
    return found


def test_pages_of_terms_are_those_on_which_they_are_explained(game: Examined) -> None:
    sheets = compose_rulebook(game.documents["rules"], 210, 297)
    assert len(sheets) > 3
    last = text(sheets[-1])
    listed = last[last.index("Index") :]
    explained = page_with(sheets, "is explained")
    assert re.search(rf"Toll {explained}(?!\d|,)", listed), "bold once, so not where it is only mentioned"
    assert re.search(rf"Boat {page_with(sheets, 'A vessel')}(?!\d|,)", listed)
    crates = sorted({page_with(sheets, "A crate."), page_with(sheets, "Crates and")})
    assert re.search(rf"Crate {' , '.join(map(str, crates))}|Crate {', '.join(map(str, crates))}", listed)
    assert "Ship see Boat" in listed, "all entries begin with a capital, as headings do"
    names = {anchor.name for sheet in sheets for anchor in sheet.anchors}
    targets = {link.target for sheet in sheets for link in sheet.links if link.target.startswith("#_page-")}
    assert targets
    assert {target[1:] for target in targets} <= names


def test_headings_of_one_name_have_all_their_pages_and_marks_do_not_part_letters(game: Examined) -> None:
    filler = tuple(Paragraph((TextPiece(" ".join(["tide"] * 900)),)) for _ in range(2))

    def section(title: str) -> tuple[Block, ...]:
        return (Heading(2, (TextPiece(title),), title.casefold() + str(next(numbers))), *filler)

    numbers = count(1)
    book = replace(
        game.documents["rules"], blocks=(*section("Example"), *section("Zoo"), *section("Ärger"), *section("Example"))
    )
    sheets = compose_rulebook(book, 210, 297)
    last = text(sheets[-1])
    listed = last[last.index("Index") :]
    on = [
        number
        for number, sheet in enumerate(sheets, 1)
        for anchor in sheet.anchors
        if anchor.name.startswith("example")
    ]
    assert len(set(on)) == 2
    assert f"Example {on[0]} , {on[1]}" in listed or f"Example {on[0]}, {on[1]}" in listed
    assert listed.index("Ärger") < listed.index("Example") < listed.index("Zoo")


def test_equal_headings_and_terms_are_one_entry_with_all_their_places(game: Examined) -> None:
    filler = Paragraph((TextPiece(" ".join(["tide"] * 1_800)),))
    titles = {"one": "Set-up", "two": "Set-up", "three": "Scoring", "four": "scoring", "five": "Ship"}
    sections = (each for id_, title in titles.items() for each in (Heading(2, (TextPiece(title),), id_), filler))
    book = replace(game.documents["rules"], blocks=tuple(sections))
    files = write_texts(book, ["html", "md"])
    page, markdown = files["rulebook.html"].decode(), files["rulebook.md"].decode()
    assert '<li>Set-up: <a href="#one">Set-up</a>, <a href="#two">Set-up</a></li>' in page
    assert '<li>Scoring: <a href="#three">Scoring</a>, <a href="#four">scoring</a></li>' in page
    assert '<li>Ship: <a href="#five">Ship</a>, <em>see</em> Boat</li>' in page
    assert "- Set-up: [Set-up](#one), [Set-up](#two)\n" in markdown
    assert "- Ship: [Ship](#five), *see* Boat" in markdown
    sheets = compose_rulebook(book, 210, 297)
    on = {anchor.name: number for number, sheet in enumerate(sheets, 1) for anchor in sheet.anchors}
    listed = re.sub(r"\s+,", ",", text(sheets[-1]).rpartition("Index")[2])
    assert len({on[each] for each in titles}) == 5
    assert f"Set-up {on['one']}, {on['two']}" in listed
    assert f"Scoring {on['three']}, {on['four']}" in listed
    assert f"Ship {on['five']}, see Boat" in listed


def test_the_reference_has_no_index(game: Examined) -> None:
    assert "Index" not in " ".join(map(text, compose_reference(game.documents["rules"], 210, 297)))


def test_screens_have_links_to_sections(game: Examined) -> None:
    files = write_texts(game.documents["rules"], ["html", "md"])
    page, markdown = files["rulebook.html"].decode(), files["rulebook.md"].decode()
    assert '<li>Toll: <a href="#chapter-2">Chapter 2</a></li>' in page
    assert '<li>Crate: <a href="#chapter-2">Chapter 2</a>, <a href="#chapter-3">Chapter 3</a></li>' in page
    assert '<li><a href="#chapter-4">Chapter 4</a></li>' in page
    assert "<li>Ship: <em>see</em> Boat</li>" in page
    assert "- Toll: [Chapter 2](#chapter-2)" in markdown
    assert '<a id="chapter-2"></a>' in markdown, "what a link leads to has an anchor"


def test_words_are_found_whole_and_in_the_plural() -> None:
    parts = [
        SearchedText("one boat", ""),
        SearchedText("boats and more", ""),
        SearchedText("boatswain", ""),
        SearchedText("Boat", ""),
    ]
    assert places_of(IndexTerm("boat"), parts, "en") == (0, 1, 3)
    assert places_of(IndexTerm("boat"), parts, "de") == (0, 3)
    assert places_of(IndexTerm("row (fast)"), [SearchedText("to row (fast)", "")], "en") == (0,), (
        "signs are no patterns"
    )


def test_a_term_that_is_a_heading_in_other_letters_is_one_entry(tmp_path: Path) -> None:
    write(tmp_path, re.sub(r"index: .*", "index: [toll, chapter 4]", rules()).lstrip("\n"))
    sheets = compose_rulebook(examine(load(find_targets([str(tmp_path)])[0])).documents["rules"], 210, 297)
    last = text(sheets[-1])
    listed = last[last.index("Index") :]
    assert (listed.count("chapter 4"), listed.count("Chapter 4"), listed.count("Chapter 3")) == (0, 1, 1)


@pytest.mark.parametrize(
    ("index", "message"),
    [("[tolls, crate, tide]", "the rules do not have the word 'tide'"), ("[{term: a, see: b}]", "no term 'b'")],
)
def test_terms_that_lead_nowhere_are_reported(tmp_path: Path, index: str, message: str) -> None:
    source = re.sub(r"index: .*", f"index: {index}", rules())
    write(tmp_path, source.lstrip("\n"))
    (finding,) = examine(load(find_targets([str(tmp_path)])[0])).report.findings
    assert finding.code == "absent-index-term"
    assert message in finding.message


def test_boxes_and_steps_stay_whole_up_to_half_a_page() -> None:
    low, high = [Strip(KEPT / 4)] * 4, [Strip(KEPT / 4)] * 5
    assert [strip.sticks for strip in kept(low)] == [True, True, True, False]
    assert not any(strip.sticks for strip in kept(high))
