"""What may be meant by a word that is not known."""

from __future__ import annotations

import pytest

from pnp.messages import did_you_mean, nearest


@pytest.mark.parametrize(
    ("typed", "known", "meant"),
    [
        ("stile", ("tile", "style", "title"), "style"),
        ("tiel", ("tile", "style", "title"), "tile"),
        ("arket", ("Ark", "Market", "Pier"), "Market"),
        ("MARKT", ("market", "Pier"), "market"),
        ("able", ("label", "table", "align"), "table"),
        ("xyz", ("Market", "Pier"), None),
        ("x" * 200, ("x" * 199,), None),
    ],
)
def test_the_word_most_alike_is_meant(typed: str, known: tuple[str, ...], meant: str | None) -> None:
    assert nearest(typed, known) == meant
    assert did_you_mean(typed, known) == (f"did you mean '{meant}'?" if meant else None)
