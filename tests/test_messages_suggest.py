"""What may be meant by a word that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pnp import messages
from pnp.messages import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize(
    ("typed", "known", "meant"),
    [
        ("stile", ("tile", "style", "title"), "style"),
        ("tiel", ("tile", "style", "title"), "tile"),
        ("arket", ("Ark", "Market", "Pier"), "Market"),
        ("MARKT", ("market", "Pier"), "market"),
        ("able", ("label", "table", "align"), "table"),
        ("xyz", ("Market", "Pier"), None),
        ("lane", ("orchard-lane", "harbour"), "orchard-lane"),
        ("lane", ("orchard-lane", "harbour-lane"), None),
        ("la", ("orchard-la", "harbour"), None),
        ("x" * 200, ("x" * 199,), None),
    ],
)
def test_the_word_most_alike_is_meant(typed: str, known: tuple[str, ...], meant: str | None) -> None:
    assert nearest(typed, known) == meant
    assert did_you_mean(typed, known) == (f"did you mean '{meant}'?" if meant else None)


def test_the_word_itself_is_never_meant() -> None:
    assert did_you_mean("titel", ("titel", "xyz")) is None
    assert did_you_mean("titel", ("titel", "Titel")) == "did you mean 'Titel'?"


@pytest.mark.parametrize("typed", ["Ka\u0308se", "K\u200bäse", "Käse\u00a0"])
def test_a_word_that_only_looks_like_one_is_to_be_written_again(typed: str) -> None:
    assert did_you_mean(typed, ("Käse", "Brot")) == "write 'Käse' again: some characters only look alike"


@pytest.mark.parametrize(
    ("typed", "known", "meant"),
    [
        ("lane", ("orchard-lane", "quay"), "orchard-lane"),
        ("milk-house", ("house-milk", "anchor"), "house-milk"),
        ("pi", ("old-pi",), None),
    ],
)
def test_a_word_of_the_name_or_its_words_in_another_order(
    typed: str, known: tuple[str, ...], meant: str | None
) -> None:
    assert nearest(typed, known) == meant


def test_no_candidate_is_looked_at_once_the_steps_are_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def candidates() -> Iterator[str]:
        for name in ("title", "tiles"):
            looked.append(name)
            yield name

    monkeypatch.setattr(messages._Steps, "left", 0)
    assert did_you_mean("titel", candidates()) is None
    assert not looked
