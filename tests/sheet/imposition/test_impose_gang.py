"""Several components on the same sheets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.scene.items import BoundingBox, Text
from pnp.scene.parts import Part, PartSet, Sheet
from pnp.sheet.first_sheet import book
from pnp.sheet.imposition.impose import DoesNotFit, impose, impose_together
from pnp.sheet.instructions import Chapter, FirstSheetInfo
from pnp.sheet.options import A4, LETTER, Options, Paper
from tests.sheet.samples import card, disc, faces, inside, marks, options, part_set, sized_parts, standee
from tests.sheet.soundness import assert_sound
from tests.sheet.test_turning import assert_all_registered


def named(name: str, *parts: Part) -> PartSet:
    return replace(part_set(*parts), component=name.lower(), name=name)


def all_of(sets: Sequence[PartSet]) -> PartSet:
    return part_set(*chain.from_iterable(each.parts for each in sets))


SMALL = (
    named("Cranes", standee(copies=8)),
    named("Markers", card("Marker", 18, 18, 8)),
    named("Buoys", disc(copies=12)),
    named("Reminder", card("Reminder", 63, 88, back=None)),
)


def text(*sheets: Sheet) -> str:
    strings = [each for sheet in sheets for item in sheet.items for each in inside(item) if isinstance(each, Text)]
    return " ".join(each.string for each in strings)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_small_sets_share_one_sheet_of_paper(paper: Paper) -> None:
    front, back = impose_together("pieces", SMALL, Options(paper, "duplex"))
    assert len(faces(front, all_of(SMALL))) == 29
    assert [front.components, back.components] == [("cranes", "markers", "buoys", "reminder"), ("markers",)]
    assert [front.label, back.label] == ["Pieces 1/1", "Pieces 1/1"]
    assert "Harbour · Pieces: Cranes, Markers, Buoys, Reminder" in text(front)
    assert "Harbour · Pieces: Markers" in text(back)


def test_a_back_has_marks_only_where_it_has_parts() -> None:
    front, back = impose_together("pieces", SMALL, Options(layout="duplex"))
    backs = [face.box for face in faces(back, all_of(SMALL))]
    around = BoundingBox(
        min(box.left for box in backs),
        min(box.top for box in backs),
        max(box.right for box in backs),
        max(box.bottom for box in backs),
    ).grown(Options().mark_reach + 0.1)
    assert marks(back)
    assert all(around.contains(mark) for mark in marks(back))
    assert len(marks(front)) > len(marks(back))


def test_each_component_opens_a_chapter_once() -> None:
    sheets = impose_together("pieces", SMALL, Options(layout="duplex"))
    assert [[anchor.title for anchor in sheet.anchors] for sheet in sheets] == [[each.name for each in SMALL], []]
    assert all(sheet.bookmark is None for sheet in sheets)


def test_blocks_of_different_sizes_stand_side_by_side() -> None:
    parts = (named("Tall", card("Tall", 90, 250, back=None)), named("Slim", card("Slim", 80, 200, back=None)))
    assert len(impose_together("pieces", parts, Options())) == 1


def test_a_component_that_fits_one_page_is_not_split() -> None:
    sets = (named("Cards", card(copies=7, back=None)), named("Mats", card("Mat", 60, 80, 4, back=None)))
    sheets = impose_together("pieces", sets, Options())
    assert [sheet.components for sheet in sheets] == [("cards",), ("mats",)]
    assert [len(faces(sheet, all_of(sets))) for sheet in sheets] == [7, 4]


def test_a_component_of_several_sheets_leaves_its_last_one_to_others() -> None:
    sets = (named("Cards", card(copies=10, back=None)), named("Buoys", disc(copies=12)))
    sheets = impose_together("pieces", sets, Options())
    assert [len(faces(sheet, all_of(sets))) for sheet in sheets] == [8, 14]


def test_a_large_board_keeps_sheets_of_its_own() -> None:
    sets = (*SMALL, replace(named("Board", card("Board", 360, 250, back=None)), spread=True))
    sheets = impose_together("pieces", sets, Options())
    assert [sheet.components for sheet in sheets[2:]] == [("board",)] * (len(sheets) - 2)
    assert [anchor.title for sheet in sheets for anchor in sheet.anchors] == [each.name for each in sets]


def test_what_is_too_large_and_no_board_says_so() -> None:
    with pytest.raises(DoesNotFit, match="300 × 300 mm does not fit on A4"):
        impose_together("pieces", (*SMALL, named("Mat", card("Mat", 300, 300))), Options())


def test_a_book_says_on_which_pages_each_component_is_and_not_to_skip_what_is_shared() -> None:
    options = Options()
    chapters = [
        Chapter(each.name, each.count, component=each.component, skip_note="Own some?" if each is SMALL[0] else "")
        for each in SMALL
    ]
    run = impose_together("pieces", SMALL, options)
    alone = impose(part_set(card(copies=3, back=None)), options)
    pages = book(
        FirstSheetInfo("Harbour"), [(chapters, run), ([Chapter("Cards", 3, skip_note="Have some?")], alone)], options
    )
    said = text(pages[0]).replace("\u00a0", " ")
    assert "2 Cranes 8" in said
    assert "2 Markers 8" in said
    assert "Own some? 2" in said
    assert "Have some? Skip page 3." in said


@pytest.mark.nightly
@given(
    sets=st.lists(st.lists(sized_parts(), min_size=1, max_size=2), min_size=2, max_size=5),
    options=options(),
)
@settings(deadline=None, derandomize=True, max_examples=30)
def test_whatever_is_imposed_together(sets: list[list[Part]], options: Options) -> None:
    together = [named(f"Set{number}", *parts) for number, parts in enumerate(sets)]
    sheets = impose_together("pieces", together, options)
    assert_sound(sheets, all_of(together), options)
    assert_all_registered(sheets, all_of(together), options)
    apart = sum(len(impose(each, options)) for each in together)
    assert len([sheet for sheet in sheets if sheet.items]) <= apart


def test_components_are_packed_in_another_order_if_that_saves_a_page() -> None:
    sizes = [(140, 88, 2), (100, 60, 3), (60, 40, 3), (90, 140, 3)]
    sets = [named(f"S{n}", card(f"S{n}", *size, copies, back=None)) for n, (*size, copies) in enumerate(sizes)]
    assert len(impose_together("pieces", sets, Options(A4))) == 2
    assert len(impose_together("pieces", sets[::-1], Options(A4))) == 2
