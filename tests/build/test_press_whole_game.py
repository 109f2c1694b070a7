"""The whole game in one file: where each component is, in its contents and in the reader's outline."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from .decks import DECK, built


@pytest.mark.slow
def test_small_components_share_a_sheet_in_the_whole_game_alone(tmp_path: Path) -> None:
    _, files = built(tmp_path, formats=("pdf",))
    together = pypdfium2.PdfDocument(files["deck-a4.pdf"])
    outline = [(entry.get_title(), entry.get_dest().get_index()) for entry in together.get_toc()]
    assert outline == [("How to print", 0), ("Cards", 1), ("Wide cards", 1), ("Gates", 3), ("Coins", 3)]
    assert "Harbour · Pieces: Gates, Coins · sheet 1 of 1" in together[3].get_textpage().get_text_range()
    for component in ("gates", "coins"):
        assert len(pypdfium2.PdfDocument(files[f"deck-{component}-a4.pdf"])) == 1


@pytest.mark.slow
def test_components_of_different_papers_do_not_share(tmp_path: Path) -> None:
    _, files = built(tmp_path, DECK.replace("stock: card\ntemplate: coin", "stock: cardboard\ntemplate: coin"))
    outline = pypdfium2.PdfDocument(files["deck-a4.pdf"]).get_toc()
    assert [entry.get_dest().get_index() for entry in outline] == [0, 1, 1, 3, 4]


OPTIONAL = DECK.replace("{component: cards}", "{component: cards, backs: optional}")


@pytest.mark.slow
def test_optional_backs_are_in_the_file_of_their_component_alone(tmp_path: Path) -> None:
    _, files = built(tmp_path, OPTIONAL, formats=("pdf",))
    assert len(pypdfium2.PdfDocument(files["deck-a4.pdf"])) == 3
    assert len(pypdfium2.PdfDocument(files["deck-cards-a4.pdf"])) == 2
    said = pypdfium2.PdfDocument(files["deck-a4.pdf"])[0].get_textpage().get_text_range().replace("\r\n", " ")
    assert "Backs are optional. With backs, print deck-cards-a4.pdf instead." in said


@pytest.mark.slow
def test_optional_backs_are_printed_where_they_need_no_sheet_and_when_all_are_requested(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    _, files = built(tmp_path / "a", OPTIONAL, formats=("pdf",), layout="duplex")
    assert len(pypdfium2.PdfDocument(files["deck-duplex-a4.pdf"])) == 5  # with the blank back of the first sheet
    _, files = built(tmp_path / "b", OPTIONAL, formats=("pdf",), backs="all")
    assert len(pypdfium2.PdfDocument(files["deck-a4.pdf"])) == 4


def test_a_build_without_backs_has_none_in_any_file(tmp_path: Path) -> None:
    _, files = built(tmp_path, formats=("pdf",), backs="none")
    assert len(pypdfium2.PdfDocument(files["deck-a4.pdf"])) == 3
    assert len(pypdfium2.PdfDocument(files["deck-cards-a4.pdf"])) == 1
