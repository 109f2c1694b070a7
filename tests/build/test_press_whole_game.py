"""The whole game in one file: where each component is, in its contents and in the reader's outline."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from .decks import DECK, built


def test_small_components_share_a_sheet_in_the_whole_game_alone(tmp_path: Path) -> None:
    _, files = built(tmp_path, formats=("pdf",))
    together = pypdfium2.PdfDocument(files["deck-a4.pdf"])
    outline = [(entry.get_title(), entry.get_dest().get_index()) for entry in together.get_toc()]
    assert outline == [("How to print", 0), ("Cards", 1), ("Wide cards", 3), ("Gates", 4), ("Coins", 4)]
    assert "Harbour · Pieces: Gates, Coins · sheet 1 of 1" in together[4].get_textpage().get_text_range()
    for component in ("gates", "coins"):
        assert len(pypdfium2.PdfDocument(files[f"deck-{component}-a4.pdf"])) == 1


def test_components_of_different_papers_do_not_share(tmp_path: Path) -> None:
    _, files = built(tmp_path, DECK.replace("stock: card\ntemplate: coin", "stock: cardboard\ntemplate: coin"))
    outline = pypdfium2.PdfDocument(files["deck-a4.pdf"]).get_toc()
    assert [entry.get_dest().get_index() for entry in outline] == [0, 1, 3, 4, 5]
