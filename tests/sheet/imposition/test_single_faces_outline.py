"""Bookmarks of files that show parts one by one."""

from __future__ import annotations

from pnp.scene.parts import Sheet
from pnp.sheet.imposition.single_faces import outlined_by, whole
from pnp.sheet.options import Options
from tests.sheet.samples import card, part_set


def bookmarks(sheets: tuple[Sheet, ...]) -> list[tuple[str | None, list[tuple[str, int]]]]:
    return [(sheet.bookmark, [(anchor.title, anchor.level) for anchor in sheet.anchors]) for sheet in sheets]


def test_a_set_opens_on_its_first_page_and_each_part_on_the_first_that_shows_it() -> None:
    parts = part_set(card("Market"), card("Pier", back=None))
    assert bookmarks(whole(parts, Options())) == [
        ("Pieces", [("Market", 1)]),
        (None, []),
        (None, [("Pier", 1)]),
    ]


def test_copies_and_a_part_that_comes_back_are_not_listed_again() -> None:
    parts = part_set(card("Market"), card("Pier"))
    (page, *_) = whole(part_set(card("Market", back=None)), Options())
    found = bookmarks(outlined_by(parts, [page] * 5, [1, 1, 0, 1, 0]))
    assert found == [("Pieces", [("Pier", 1)]), (None, []), (None, [("Market", 1)]), (None, []), (None, [])]


def test_one_part_is_the_set() -> None:
    assert bookmarks(whole(part_set(card("Market")), Options())) == [("Pieces", []), (None, [])]
