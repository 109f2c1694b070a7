"""Whole sheets as text: where parts, marks and words stand in each layout."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pnp.scene.parts import PartSet
from pnp.sheet.imposition.impose import impose, impose_together
from pnp.sheet.imposition.single_faces import whole
from pnp.sheet.options import A4, LETTER, PAPERS, Options
from tests.sheet.samples import card, disc, part_set, standee, told

MIXED = part_set(card(copies=3), card("Pier", 44, 68, 2, back=None), disc(copies=4), standee(copies=2))
COINS = replace(part_set(disc(25, 3), disc(12, 2)), component="coins", name="Coins")
MATS = replace(part_set(card("Mat", 100, 60, 2), standee()), component="mats", name="Mats")

NOTES = replace(part_set(card("Note", 60, 30, 4, back=None)), component="notes", name="Notes")


@pytest.mark.parametrize(
    ("name", "parts", "options"),
    [
        ("single", MIXED, Options(A4)),
        ("duplex", MIXED, Options(LETTER, "duplex", "short", stamp="DRAFT")),
        ("gutterfold", MIXED, Options(A4, "gutterfold")),
        ("machine", MIXED, Options(A4, registration="silhouette")),
        ("pages", part_set(card(width=90, height=130, copies=5)), Options(A4, "duplex", bleed=0.0, marks=False)),
        ("alone", part_set(card("Map", 150, 230)), Options(A4)),
    ],
)
def test_sheets_read_as_before(golden: Callable[[str, str], None], name: str, parts: PartSet, options: Options) -> None:
    golden(f"impose-{name}.txt", told(*impose(parts, options)))


@pytest.mark.parametrize(
    ("name", "parts", "options"),
    [
        ("overlap", part_set(card("Map", 300, 420, back=None), spread=True), Options(A4)),
        ("butt", part_set(card("Map", 380, 250), spread=True, overlap=0.0), Options(A4, stamp="DRAFT")),
        ("round", part_set(disc(230), spread=True), Options(PAPERS["a5"], marks=False)),
    ],
)
def test_boards_read_as_before(golden: Callable[[str, str], None], name: str, parts: PartSet, options: Options) -> None:
    golden(f"board-{name}.txt", told(*impose(parts, options)))


@pytest.mark.slow
def test_gang_sheets_read_as_before(golden: Callable[[str, str], None]) -> None:
    golden("gang.txt", told(*impose_together("card", [MATS, COINS], Options(A4, "duplex"))))
    cut = impose_together("card", [MATS, COINS, NOTES, MIXED], Options(A4, registration="silhouette"))
    golden("gang-machine.txt", told(*cut))


def test_whole_parts_read_as_before(golden: Callable[[str, str], None]) -> None:
    golden("whole.txt", told(*whole(part_set(card(), disc(25)), Options(A4))))
