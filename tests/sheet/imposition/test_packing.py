"""Components on the same paper share sheets, from the top."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from pnp.scene.items import Path
from pnp.scene.parts import Part, PartSet, Sheet
from pnp.sheet.imposition.impose import impose_together
from pnp.sheet.options import A4, LETTER, Cuts, Options, Paper
from tests.sheet.samples import card, disc, faces, marks, part_set
from tests.sheet.soundness import assert_sound
from tests.sheet.test_turning import assert_all_registered


def named(name: str, *parts: Part) -> PartSet:
    return replace(part_set(*parts), component=name.lower(), name=name)


def joined(*sets: PartSet) -> PartSet:
    return part_set(*(part for each in sets for part in each.parts))


def tent(copies: int = 4) -> Part:
    return replace(card("Tent", 30, 60, copies, back=None), folds=(Path((("M", 0, 30), ("L", 30, 30))),))


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_few_parts_with_backs_are_strips_to_fold_over(paper: Paper) -> None:
    sets = (named("Coins", card("Coin", 25, 25, 6)), named("Notes", card("Note", 60, 40, 4, back=None)))
    (sheet,) = impose_together("pieces", sets, Options(paper))
    every = joined(*sets)
    assert_sound((sheet,), every, Options(paper))
    assert_all_registered((sheet,), every, Options(paper))
    assert len([face for face in faces(sheet, every) if face.side == "back"]) == 6
    assert sheet.folds


def test_a_few_coins_are_one_strip_with_one_fold() -> None:
    sets = (named("Coins", card("Coin", 25, 25, 6)), named("Notes", card("Note", 60, 40, 4, back=None)))
    (sheet,) = impose_together("pieces", sets, Options())
    assert len(sheet.folds) == 1


def test_a_component_stays_together_where_no_frame_holds_another_one_too() -> None:
    wide = named("Wide", card("Map", 201, 200, back=None), card("Key", 50, 40, back=None))
    sheets = impose_together("pieces", (wide, named("Tall", card("Tall", 150, 264, back=None))), Options(LETTER))
    assert [sheet.components for sheet in sheets] == [("wide",), ("tall",)]


def test_a_deck_with_backs_has_sheets_of_backs_without_parts_that_fold() -> None:
    sets = (named("Deck", card(copies=20)), named("Tents", tent()))
    sheets = impose_together("pieces", sets, Options())
    assert [sheet.side for sheet in sheets] == ["front", "back"] * 3 + ["front"]
    for front, back in pairwise(sheets):
        assert back.side != "back" or not front.folds
    assert "tents" in sheets[-1].components


def test_on_both_sides_of_the_paper_parts_that_fold_may_share_a_sheet_with_backs() -> None:
    sets = (named("Deck", card(copies=4)), named("Tents", tent()))
    front, back = impose_together("pieces", sets, Options(layout="duplex"))
    assert front.components == ("deck", "tents")
    assert back.components == ("deck",)


def test_a_group_is_divided_where_that_saves_a_sheet() -> None:
    sets = [named(f"S{n}", card(f"S{n}", 60, 80, 5, back=None, bleed=0)) for n in range(4)]
    sheets = impose_together("pieces", sets, Options(cuts="shared"))
    assert [len(faces(sheet, joined(*sets))) for sheet in sheets] == [9, 9, 2]


def test_a_page_is_filled_from_the_top() -> None:
    sets = (named("Cards", card(copies=2, back=None)), named("Coins", card("Coin", 20, 20, 5, back=None)))
    (sheet,) = impose_together("pieces", sets, Options())
    tops = [face.box.top for face in faces(sheet, joined(*sets))]
    assert min(tops) < 15


def test_a_large_deck_does_not_keep_coins_behind_it_from_being_strips() -> None:
    sets = (named("Deck", card(copies=18)), named("Coins", card("Coin", 25, 25, 6)))
    sheets = impose_together("pieces", sets, Options())
    every = joined(*sets)
    (strips,) = [sheet for sheet in sheets if sheet.folds]
    assert len([face for face in faces(strips, every) if face.side == "back" and face.box.width == 25]) == 6


def test_of_layouts_with_as_many_pages_that_with_the_fewest_lines_to_cut_is_used() -> None:
    sizes = ((55, 25, 5), (55, 35, 5), (55, 35, 4))
    sets = [named(f"S{n}", card(f"S{n}", w, h, copies, back=None, bleed=0)) for n, (w, h, copies) in enumerate(sizes)]
    (sheet,) = impose_together("pieces", sets, Options())
    boxes = [face.box for face in faces(sheet, joined(*sets))]
    across = {round(side, 1) for box in boxes for side in (box.left, box.right)}
    down = {round(side, 1) for box in boxes for side in (box.top, box.bottom)}
    assert len(across) + len(down) == 11


def shortest(sheet: Sheet) -> float:
    """The length of the shortest crop mark of a sheet."""
    return min(max(mark.width, mark.height) for mark in marks(sheet))


def test_a_block_that_would_shorten_the_marks_of_cards_goes_to_another_sheet() -> None:
    deck = named("Deck", card("Card", 44, 66, 24, back=None))
    strip = named("Strip", card("Cab", 8, 16, 6, back=None))
    options = Options(cuts="shared")
    first, second = impose_together("pieces", (deck, strip), options)
    assert_sound((first, second), joined(deck, strip), options)
    assert first.components == ("deck",)
    assert second.components == ("deck", "strip")
    assert shortest(first) >= 3
    assert shortest(second) >= 3


def test_a_page_that_is_less_than_half_full_is_the_last() -> None:
    sets = (named("Key", card("Key", 60, 200, back=None)), named("Maps", card("Map", 180, 200, 2, back=None)))
    *_, last = impose_together("pieces", sets, Options())
    assert last.components == ("key",)


def test_marks_are_short_where_long_ones_would_need_another_sheet() -> None:
    deck = named("Deck", card("Card", 44, 66, 16, back=None))
    strip = named("Strip", card("Cab", 8, 16, 6, back=None))
    (sheet,) = impose_together("pieces", (deck, strip), Options(cuts="shared"))
    assert shortest(sheet) < 3


def test_blocks_lie_next_to_each_other_where_one_below_the_other_would_shorten_marks() -> None:
    """44 tiles in 11 columns are as wide as the paper: in fewer, next to the cards, they have marks on all sides."""
    sets = (named("Cards", card("Card", 36, 36, 21)), named("Tiles", card("Tile", 18, 18, 44)))
    options = Options(cuts="shared")
    front, back = impose_together("pieces", sets, options)
    assert_sound((front, back), joined(*sets), options)
    assert_all_registered((front, back), joined(*sets), options)
    assert min(shortest(front), shortest(back)) >= 3


def test_cards_beside_outlined_parts_are_moved_to_where_their_marks_are_long() -> None:
    sets = (named("Map", card("Map", 150, 200, back=None)), named("Buoys", disc(34, 5)))
    (sheet,) = impose_together("pieces", sets, Options())
    assert_sound((sheet,), joined(*sets), Options())
    assert shortest(sheet) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("cuts", "seeds"), [("auto", (5, 12, 16, 19, 21)), ("shared", (6, 8, 18, 19, 22))])
def test_components_share_sheets_as_before(
    cuts: Cuts, seeds: tuple[int, ...], golden: Callable[[str, str], None]
) -> None:
    """Where each part of random components is on the sheets."""
    lines = []
    for seed in seeds:
        random = Random(seed)
        sets = []
        for number in range(random.randint(2, 5)):
            sizes = [(random.randrange(20, 130, 5), random.randrange(20, 130, 5)) for _ in range(random.randint(1, 3))]
            back = random.choice((None, None, 0.5))
            parts = (
                card(f"{number}{letter}", *size, random.randint(1, 6), back=back, bleed=random.choice((0.0, 3.0)))
                for letter, size in zip("abc", sizes, strict=False)
            )
            sets.append(named(f"S{number}", *parts))
        sheets = impose_together("pieces", sets, Options(random.choice((A4, LETTER)), cuts=cuts))
        for at, sheet in enumerate(sheets, 1):
            boxes = (
                f"{each.part.name}{each.side[0]} {each.box.left:g} {each.box.top:g}"
                for each in faces(sheet, joined(*sets))
            )
            lines.append(f"{seed} {at}/{len(sheets)}: {', '.join(boxes)}\n")
    golden(f"packed-{cuts}.txt", "".join(lines))
