"""What a build says of the files next to those that it wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.build.decks import DECK
from tests.pipeline import write

from .conftest import Run

FACES = Path("output/deck/shop/cards")
ORDER = ("build", "deck", "--profile", "shop", "--only", "cards")


@pytest.fixture
def deck(work: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A deck for a print service, with an empty cache."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(work / "cache"))
    write(work / "deck", DECK)
    return Path("deck")


def rename(deck: Path) -> None:
    cards = deck / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("name: Pier", "name: Long Pier"), encoding="utf-8")


def faces() -> list[str]:
    return sorted(path.name for path in FACES.iterdir())


def test_pictures_of_an_earlier_build_are_removed(deck: Path, pnp: Run) -> None:
    assert pnp(*ORDER).status == 0
    assert faces() == ["back.jpg", "market-front.jpg", "pier-front.jpg"]
    rename(deck)
    ran = pnp(*ORDER)
    assert faces() == ["back.jpg", "long-pier-front.jpg", "market-front.jpg"]
    assert "  removed what only an earlier build wrote: shop/cards/pier-front.jpg\n" in ran.out
    again = pnp(*ORDER)
    assert "removed" not in again.out
    assert "not of this build" not in again.out


def test_a_picture_that_was_changed_is_named_and_not_removed(deck: Path, pnp: Run) -> None:
    pnp(*ORDER)
    (FACES / "pier-front.jpg").write_bytes(b"mine")
    rename(deck)
    for _ in range(2):  # the second build is skipped
        ran = pnp(*ORDER)
        assert "  1 file is not of this build: shop/cards/pier-front.jpg\n" in ran.out
        assert (FACES / "pier-front.jpg").read_bytes() == b"mine"


def test_what_no_record_is_of_is_named(deck: Path, pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pnp(*ORDER)
    monkeypatch.setenv("PNP_CACHE_DIR", str(work / "other"))
    rename(deck)
    (FACES / "link.jpg").symlink_to(work / "deck" / "cards.yaml")
    (FACES.parent / "old").mkdir()
    (FACES.parent / "old" / "x.jpg").write_bytes(b"x")
    assert "1 file is not of this build: shop/cards/pier-front.jpg\n" in pnp(*ORDER).out
    ran = pnp(*ORDER[:-2])
    assert "  2 files are not of this build: shop/cards/pier-front.jpg, shop/old/x.jpg\n" in ran.out
    assert "not of this build" not in pnp(*ORDER, "--rows", "1").out


def test_a_link_is_not_removed_nor_followed(deck: Path, pnp: Run, work: Path) -> None:
    pnp(*ORDER)
    (FACES / "pier-front.jpg").rename(work / "kept.jpg")
    (FACES / "pier-front.jpg").symlink_to(work / "kept.jpg")
    rename(deck)
    pnp(*ORDER)
    assert (work / "kept.jpg").is_file()
    assert (FACES / "pier-front.jpg").is_symlink()
