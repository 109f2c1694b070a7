from __future__ import annotations

import pytest

from pnp.sheet.options import A4, LETTER, PAPERS


def test_every_paper_is_found_by_its_name() -> None:
    assert all(paper.name == name for name, paper in PAPERS.items())
    assert {"a3", "a4", "a5", "letter", "legal", "tabloid", "arch-b", "sra3"} <= set(PAPERS)


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("letter", 215.9, 279.4),
        ("legal", 215.9, 355.6),
        ("tabloid", 279.4, 431.8),
        ("arch-b", 304.8, 457.2),
        ("photo", 101.6, 152.4),
    ],
)
def test_inches_come_out_in_millimetres(name: str, width: float, height: float) -> None:
    assert (PAPERS[name].width, PAPERS[name].height) == pytest.approx((width, height))


@pytest.mark.parametrize(
    ("name", "width", "height"), [("a3", 297, 420), ("a4", 210, 297), ("a5", 148, 210), ("sra3", 320, 450)]
)
def test_papers_have_the_size_of_their_standard(name: str, width: float, height: float) -> None:
    assert (PAPERS[name].width, PAPERS[name].height) == (width, height)


def test_papers_stand_upright_until_turned() -> None:
    assert all(paper.width < paper.height for paper in PAPERS.values())
    assert (A4.turned.width, A4.turned.height) == (297, 210)
    assert LETTER.turned.turned == LETTER
