from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.scene.extent import bounds
from pnp.scene.items import Group, Rect, Scene, Text
from pnp.scene.parts import Sheet
from pnp.sheet.first_sheet import book, first_sheet, header
from pnp.sheet.imposition.cuts import HandWork
from pnp.sheet.imposition.impose import impose
from pnp.sheet.instructions import Chapter, FirstSheetInfo, contents, ranges
from pnp.sheet.margins import HOUSE, SheetStyle
from pnp.sheet.options import A4, LETTER, PAPERS, Flip, Layout, Options, Paper
from tests.sheet.samples import card, inside, page, part_set, told

INFO = FirstSheetInfo(
    title="Harbour Town",
    byline="by Ada Sułkowska",
    summary="Carry goods between the piers.",
    facts=("2–8 players", "30 minutes"),
    credit_lines=("Harbour Town by Ada Sułkowska",),
    licence="CC BY 4.0",
    licence_link="https://creativecommons.org/licenses/by/4.0/",
    changes="all texts are new",
    software="pnp 0.1.0",
)
CHAPTERS = (
    Chapter("Board", 1, "card", (2, 3, 4, 5), ("Glue the sheets.", "Cut round the board.")),
    Chapter("Cards", 52, "card", (6,), ("Cut.",), skip_note="Own a deck of cards?"),
    Chapter("Score pad", 1, "plain paper", (7, 8, 9)),
    Chapter("Small board", 1),
    Chapter("Spare cards", 52, "card", file="harbour-spare-cards-a4.pdf"),
)


def text(*sheets: Sheet) -> str:
    strings = [each for sheet in sheets for item in sheet.items for each in inside(item) if isinstance(each, Text)]
    return " ".join(each.string for each in strings).replace("\u00a0", " ")


def test_a_first_sheet_says_all_there_is_to_know() -> None:
    (sheet,) = first_sheet(INFO, CHAPTERS, Options())
    said = text(sheet)
    for words in ("Harbour Town", "by Ada Sułkowska", "2–8 players", "2–5", "52", "Plain paper", "Glue the sheets."):
        assert words in said
    for words in ("Licence: CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/", "Changes: all texts are new"):
        assert words in said
    assert "Own a deck of cards? Skip page 6." in said
    assert "Card: pages 2–6" in said
    assert "Plain paper: pages 7–9" in said
    assert "in a file of its own" in said
    assert "Spare cards (52) harbour-spare-cards-a4.pdf, card" in said
    assert (sheet.bookmark, sheet.label) == ("How to print", "How to print 1/1")


def test_pages_with_parts_of_nothing_else_are_skipped() -> None:
    """A page with parts of several components is printed: somebody who owns one may not own the other."""
    chapters = (
        Chapter("Cards", 52, "card", (2, 3), skip_note="Own a deck? It does as well."),
        Chapter("Jokers", 4, "card", (3, 4), skip_note="Own a deck? It has some."),
        Chapter("Board", 1, "card", (4,)),
        Chapter("Chips", 90, "card", (3,), skip_note="Own chips?"),
        Chapter("Purse", 1, "card", (5,), skip_note="Own a purse?"),
    )
    said = text(*first_sheet(INFO, chapters, Options()))
    assert "It does as well. Skip page 2 and leave the rest uncut." in said
    assert "It has some. 4 Board" in said
    assert said.count("If you use something else for a component, leave its printed parts uncut.") == 1
    assert "Own a purse? Skip page 5." in said
    both = (*chapters[:2], Chapter("Board", 1, "card", (6,)))
    said = text(*first_sheet(INFO, both, Options()))
    assert "It does as well. Skip page 2 and leave the rest uncut." in said
    assert "It has some. Skip page 4 and leave the rest uncut." in said


@pytest.mark.parametrize(
    ("layout", "flip", "words"),
    [
        ("single", "long", "on one side"),
        ("duplex", "long", "flipped on the long edge"),
        ("duplex", "short", "flipped on the short edge"),
        ("gutterfold", "long", "dashed line"),
    ],
)
def test_how_to_print_depends_on_the_options(layout: Layout, flip: Flip, words: str) -> None:
    said = text(*first_sheet(INFO, CHAPTERS, Options(LETTER, layout, flip)))
    assert words in said
    assert "Print on Letter at 100 %" in said


def test_a_printer_that_shrinks_is_told_the_scale() -> None:
    said = text(*first_sheet(INFO, CHAPTERS, Options()))
    assert "measures 97" in said
    assert "103 %" in said
    assert round(100 / 97 * 100) == 103


def test_colours_and_families_are_the_styles() -> None:
    style = SheetStyle(family="Arimo", display="Arimo", ink="#000000", quiet="#000000", accent="#FFFFFF")
    (sheet,) = first_sheet(INFO, CHAPTERS, Options(), style)
    found = [each for item in sheet.items for each in inside(item) if isinstance(each, Text)]
    assert {each.fill for each in found} == {"#000000"}
    assert all(each.font.startswith("arimo") for each in found)


def test_whose_it_is_stands_on_the_first_sheet_however_many_follow() -> None:
    chapters = tuple(replace(CHAPTERS[0], name=f"Pier {number}") for number in range(40))
    first, *others = first_sheet(INFO, chapters, Options())
    assert others
    assert "Licence: CC BY 4.0" in text(first)
    assert "Licence" not in text(*others)


def test_what_is_made_alike_is_told_once() -> None:
    cut = ("Cut along the marks.",)
    chapters = (Chapter("Cards", 9, steps=cut), Chapter("Die", 1, steps=("Fold it.",)), Chapter("Mats", 2, steps=cut))
    said = text(*first_sheet(INFO, chapters, Options()))
    assert "Cards, Mats 1 Cut along the marks. Die 1 Fold it." in said
    assert said.count("Cut along the marks.") == 1


def test_credits_that_are_long_follow_all_else() -> None:
    sheets = first_sheet(replace(INFO, changes="all texts are new " * 400), CHAPTERS, Options())
    assert text(*sheets).count("texts") == 400
    assert len(sheets) == 2


def test_a_draft_is_stamped() -> None:
    assert "DRAFT" in text(*first_sheet(INFO, (), Options(stamp="DRAFT")))


def test_no_words_are_smaller_than_six_points() -> None:
    (sheet,) = first_sheet(INFO, CHAPTERS, Options())
    assert min(each.size for item in sheet.items for each in inside(item) if isinstance(each, Text)) >= 6


def test_pages_are_told_in_ranges() -> None:
    assert ranges([5, 3, 4, 8, 10, 11]) == "3–5, 8, 10–11"
    assert ranges([]) == ""


LONG = st.text(st.sampled_from("aW łé-\n"), max_size=1500)


@pytest.mark.slow
@given(
    title=st.text(st.sampled_from("aW é"), min_size=1, max_size=80),
    summary=LONG,
    steps=st.lists(LONG, max_size=5),
    count=st.integers(1, 12),
    paper=st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a5")]),
)
@settings(deadline=None, derandomize=True, max_examples=25)
def test_nothing_is_clipped_however_much_there_is(
    title: str, summary: str, steps: list[str], count: int, paper: object
) -> None:
    info = replace(INFO, title=title, summary=summary[:300], changes=summary)
    chapters = tuple(replace(CHAPTERS[0], name=f"Pier {n} {summary[:60]}", steps=tuple(steps)) for n in range(count))
    sheets = first_sheet(info, chapters, Options(paper))  # type: ignore[arg-type]
    for sheet in sheets:
        box = bounds(sheet.items)
        assert box
        assert page(sheet, 4.9).contains(box)
        foot = bounds(sheet.items[-1:])
        body = bounds(sheet.items[:-1])
        assert foot
        assert body is None or body.bottom < foot.top or paper is LETTER


def test_a_book_numbers_its_pages_after_its_first_sheets() -> None:
    steps = tuple(
        "Cut along the marks, rows first, then turn the sheet and cut the columns one by one." for _ in range(60)
    )
    cards, board = impose(part_set(card(copies=10)), Options()), impose(part_set(card("Map", 190, 190)), Options())
    parts = [([Chapter("Cards", 10, steps=steps)], cards), ([Chapter("Map", 1)], board), ([Chapter("Extra", 1)], ())]
    sheets = book(INFO, parts, Options(A4))
    opening = [sheet for sheet in sheets if sheet.label.startswith("How")]
    assert len(opening) == 2
    assert sheets[2:] == (*cards, *board)
    assert "3–6" in text(*opening)
    assert "7–8" in text(*opening)


def filled(sheet: Sheet) -> float:
    """The share of a page's height down to its last text."""
    box = bounds(sheet.items[:-1])
    return box.bottom / sheet.height if box else 0.0


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_few_lines_do_not_spill_onto_another_sheet(paper: Paper) -> None:
    steps = ("Cut along the marks at the edges of the sheet.", "Lay it beside the draw pile.")
    before = 0
    for count in range(1, 60):
        chapters = [Chapter(f"Pier {n}", 4, "card", (3,), (f"{n}.", *steps)) for n in range(count)]
        sheets = first_sheet(INFO, chapters, Options(paper))
        if len(sheets) == 2 and before == 1:
            assert filled(sheets[1]) > 0.25, count
            return
        before = len(sheets)
    raise AssertionError("there was never a second sheet")


def test_the_table_of_what_to_print_is_set_closer_if_it_is_whole_then(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = tuple(f"Step {number}: cut it, and lay it down." for number in range(3))
    chapters = [Chapter(f"Pier {n}", 4, "card", (3,), (f"Begin {n}.", *steps)) for n in range(29)]
    close = first_sheet(INFO, chapters, Options())
    assert "Pier 28 4" in text(close[0])
    monkeypatch.setattr("pnp.sheet.first_sheet.CLOSER", (1.0,))
    usual = first_sheet(INFO, chapters, Options())
    assert len(usual) == len(close) > 1, "another sheet is not the reason"
    assert "Pier 28 4" not in text(usual[0])


def sheet_of(name: str, sheets: tuple[Sheet, ...]) -> int:
    """The number of the sheet with that row of the table."""
    (number,) = (number for number, sheet in enumerate(sheets, 1) if f"{name} 4" in text(sheet))
    return number


@pytest.mark.parametrize("last", [1, 4, 8])
def test_a_table_that_is_divided_is_divided_between_papers(last: int) -> None:
    """Three rows of one paper were alone on the next sheet."""
    steps = tuple(f"Step {number}: cut it, and lay it down." for number in range(3))
    on = [("card", 29 - last), ("paper", 5 + last)]
    chapters = [
        Chapter(f"{stock} {n}", 4, stock, (3,), (f"Begin {stock} {n}.", *steps))
        for stock, rows in on
        for n in range(rows)
    ]
    sheets = first_sheet(INFO, chapters, Options())
    assert {sheet_of(f"card {n}", sheets) for n in range(29 - last)} == {1}
    assert {sheet_of(f"paper {n}", sheets) for n in range(5 + last)} == {2}


def test_a_paper_with_many_rows_is_divided_before_a_large_gap() -> None:
    chapters = [Chapter(f"Pier {n}", 4, "card", (3,), (f"Begin {n}.", "Cut it.")) for n in range(45)]
    sheets = first_sheet(INFO, chapters, Options())
    assert {sheet_of(f"Pier {n}", sheets) for n in range(45)} == {1, 2}
    assert filled(sheets[0]) > 0.8


def test_the_credits_leave_the_first_page_if_the_table_of_what_to_print_is_whole_then() -> None:
    chapters = [Chapter(f"Pier {n}", 4, "card", (3,), (f"Begin {n}.", "Cut it.")) for n in range(30)]
    first, *_, last = first_sheet(INFO, chapters, Options())
    assert "Pier 29 4" in text(first)
    assert "Licence: CC BY 4.0" not in text(first)
    assert "Licence: CC BY 4.0" in text(last)


def test_a_file_of_rules_is_named_on_one_line() -> None:
    chapters = [*CHAPTERS, Chapter("Rule reference", 1, file="harbour-reference-a4.pdf")]
    (sheet,) = first_sheet(INFO, chapters, Options())
    assert "Rule reference: harbour-reference-a4.pdf" in " ".join(text(sheet).split())


def test_the_last_section_begins_where_the_one_before_ends_unless_little_is_left_for_the_next_page() -> None:
    steps = tuple(f"Step {number}: cut it, and lay it down." for number in range(6))
    chapters = [Chapter(f"Pier {n}", 4, "card", (3,), (f"Begin {n}.", *steps)) for n in range(9)]
    first, second = first_sheet(INFO, chapters, Options())
    assert 0.3 < filled(second) < 0.6
    assert "Begin 0" in text(first)


def test_the_contents_table_is_as_wide_as_its_column() -> None:
    chapters = [
        replace(CHAPTERS[0], pages=(3,), held="A remark that goes on and on, until it needs a second line. " * 3)
    ]
    for slab in contents(chapters, HOUSE, 180.0):
        box = bounds(slab.items)
        assert box is None or box.right <= 180.5


def test_a_book_whose_numbers_change_its_length_still_numbers_right(monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.sheet import first_sheet as module

    real = module.first_sheet

    def swinging(info: FirstSheetInfo, chapters: list[Chapter], *more: object, **least: int) -> tuple[Sheet, ...]:
        """One page long if it says that the cards begin on page 3, two if on page 2."""
        begins = chapters[0].pages[0]
        wanted = max(1 if begins == 3 else 2, *more[2:], *least.values())  # type: ignore[type-var]
        return real(info, chapters, *more[:2], wanted)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "first_sheet", swinging)
    cards = impose(part_set(card(copies=10)), Options())
    sheets = book(INFO, [([Chapter("Cards", 10)], cards)], Options(A4))
    assert sheets[2:] == cards
    assert "3–6" in text(sheets[0])


def test_a_book_in_duplex_begins_its_components_on_odd_pages() -> None:
    options = Options(layout="duplex")
    run = impose(part_set(card(copies=10)), options)
    sheets = book(INFO, [([Chapter("Cards", 10)], run)], options)
    assert [sheet.side for sheet in sheets] == ["front", "back"] * 3
    assert text(sheets[1]) == "the back of How to print 1/1 stays blank"
    assert "3–6" in text(sheets[0])


def test_whole_sheets_read_as_before(golden: Callable[[str, str], None]) -> None:
    golden("first-sheet.txt", told(*first_sheet(INFO, CHAPTERS, Options(stamp="DRAFT"))))
    bare = FirstSheetInfo("A title that is far too long for a single line of the band " * 2)
    chapters = (*CHAPTERS, *(replace(CHAPTERS[0], name=f"Pier {number}") for number in range(3)))
    golden("first-sheet-small.txt", told(*first_sheet(bare, chapters, Options(PAPERS["a5"], "duplex"))))


@pytest.mark.slow
def test_chapters_are_divided_among_pages_as_before(golden: Callable[[str, str], None]) -> None:
    """On how many pages they are, how far down each is filled, and which steps are on each."""
    lines = []
    for paper, steps, made, more in (
        *(("a4", 2, 7, 0), ("a4", 2, 9, 0), ("a4", 7, 6, 0), ("a4", 7, 13, 0), ("letter", 12, 2, 30)),
        *(("a5", 2, 2, 0), ("a5", 2, 9, 0), ("a5", 7, 8, 0), ("a5", 15, 1, 29), ("a5", 23, 1, 22)),
    ):
        by_hand = tuple(f"Step {number}: cut it, and lay it down." for number in range(steps))
        chapters = [Chapter(f"Coin {n}", 4, "card", (3,)) for n in range(more)]
        chapters += [Chapter(f"Pier {n}", 4, "card", (3,), (f"Begin {n}.", *by_hand)) for n in range(made)]
        sheets = first_sheet(INFO, chapters, Options(PAPERS[paper]))
        pages = (f"{filled(sheet):.3f} {re.findall('Begin [0-9]+', text(sheet))}" for sheet in sheets)
        lines.append(f"{paper}, {steps} steps, {made} and {more} chapters: {'; '.join(pages)}\n")
    golden("first-sheet-flow.txt", "".join(lines))


def test_alternatives_and_parts_of_variants_are_below_the_others_on_their_paper() -> None:
    """Flat cabs between standing ones are cut out by everyone who does not read the right column."""
    chapters = (
        Chapter("Flat cabs", 6, "card", (2,), use="alternative"),
        Chapter("Jams", 2, "card", (2,), use="variant"),
        Chapter("Cabs", 6, "card", (3,)),
        Chapter("Flat cones", 6, "card", (4,), use="alternative"),
        Chapter("Purse", 1, "paper", (5,)),
    )
    said = text(*first_sheet(INFO, chapters, Options()))
    names = "Cabs 6 Instead of other parts 2 Flat cabs 6 4 Flat cones 6 For variants 2 Jams 2 Paper: page 5 5 Purse"
    assert names in said


def test_each_paper_states_its_pages_work_time_and_tools() -> None:
    cards, mats = part_set(card(copies=9, back=None)), part_set(card("Mat", 150, 180, 2, back=None))
    runs = [
        ([Chapter("Cards", 9, "card")], impose(cards, Options(cuts="shared"))),
        ([Chapter("Mats", 2, "paper on cardboard")], impose(mats, Options())),
    ]
    first, *_ = book(INFO, runs, Options())
    said = text(first)
    assert "Card: page 2" in said
    assert "8 cuts along a ruler, about 5 minutes. You need knife and ruler." in said
    assert "Paper on cardboard: pages 3–4" in said
    assert "8 cuts along a ruler, about 10 minutes plus drying. You need knife and ruler and glue." in said
    assert "In all there are 16 cuts along a ruler: about 15 minutes." in said
    assert "Print on one side." in said
    assert "backs" not in said


def test_steps_with_glue_need_glue() -> None:
    bag = Chapter("Bag", 1, "paper", (2,), ("Put glue on the flaps.",), work=HandWork(straight=4))
    assert "You need knife and ruler and glue." in text(*first_sheet(INFO, (bag,), Options()))
    assert "glue" not in text(*first_sheet(INFO, (replace(bag, steps=("Fold the flaps.",)),), Options()))


@pytest.mark.parametrize(("cuts", "time"), [(425, "about 85 minutes"), (450, "about 1½ hours")])
def test_an_hour_and_a_half_is_told_in_hours(cuts: int, time: str) -> None:
    chapters = (Chapter("Cards", 9, "card", (2,), work=HandWork(straight=cuts)),)
    assert f"{cuts} cuts along a ruler, {time}." in text(*first_sheet(INFO, chapters, Options()))


def test_pages_of_backs_are_glued_on() -> None:
    run = impose(part_set(card(copies=2)), Options())
    first, *_ = book(INFO, [([Chapter("Cards", 2, "card")], run)], Options())
    assert "Glue cards back to back: paper of half the listed weight does" in text(first)


def test_optional_backs_are_in_another_file() -> None:
    chapters = (Chapter("Cards", 9, "card", (2,), backs_in="harbour-cards-a4.pdf"),)
    said = text(*first_sheet(INFO, chapters, Options()))
    assert "Backs are optional. With backs, print harbour-cards-a4.pdf instead." in said
    assert "In the files with backs, a page of backs follows that of their fronts." in said
    assert "Print on one side. A page of backs follows" not in said


def test_a_cover_ends_with_the_band() -> None:
    cover = Scene(60.0, 40.0, (Rect(0.0, 0.0, 60.0, 40.0, fill="#123456"),))
    band = header(replace(INFO, cover=cover), Options(), HOUSE)
    (clip,) = [item.clip for item in band.items if isinstance(item, Group) and isinstance(item.clip, Rect)]
    assert isinstance(clip, Rect)
    options = Options()
    assert clip.x + clip.width == pytest.approx(options.paper.width - 2 * options.margin)


def test_a_cover_is_cropped_around_its_focus() -> None:
    """Cropped in the middle, a high cover loses what is at its ends, such as a lighthouse."""
    cover = Scene(60.0, 90.0, (Rect(0.0, 0.0, 60.0, 90.0, fill="#123456"),))
    seen = {}
    for focus in (0.0, 0.5, 1.0):
        inner, clip = shown(cover, focus)
        size, top = inner.transform[0], inner.transform[5]
        seen[focus] = ((clip.y - top) / size, (clip.y + clip.height - top) / size)
    assert seen[0.0][0] == pytest.approx(0.0)
    assert sum(seen[0.5]) / 2 == pytest.approx(45.0)
    assert seen[1.0][1] == pytest.approx(90.0)


@pytest.mark.parametrize("height", [90.0, 66.0, 38.0])
def test_a_wide_cover_is_shown_whole(height: float) -> None:
    """Cropped to the height of the band, it had half a cat at its edge."""
    cover = Scene(180.0, height, (Rect(0.0, 0.0, 180.0, height, fill="#123456"),))
    inner, clip = shown(cover, 0.0)
    assert inner.transform == (inner.transform[0], 0.0, 0.0, inner.transform[0], 0.0, 0.0)
    assert (clip.width, clip.height) == pytest.approx((180.0 * inner.transform[0], height * inner.transform[0]))
    band = header(replace(INFO, cover=cover), Options(), HOUSE)
    assert clip.height < band.height


def shown(cover: Scene, focus: float) -> tuple[Group, Rect]:
    """The cover on the band as it is placed, and what of it is visible."""
    band = header(replace(INFO, cover=cover, focus=(0.5, focus)), Options(), HOUSE)
    every = [each for item in band.items for each in (item, *(item.items if isinstance(item, Group) else ()))]
    (group,) = [item for item in every if isinstance(item, Group) and isinstance(item.clip, Rect)]
    (inner,), clip = group.items, group.clip
    assert isinstance(inner, Group)
    assert isinstance(clip, Rect)
    return inner, clip


def test_a_wordmark_takes_the_place_of_the_title() -> None:
    drawn = Scene(120.0, 24.0, (Rect(0.0, 0.0, 120.0, 24.0, fill="#123456"),))
    band = header(replace(INFO, wordmark=drawn), Options(), HOUSE)
    headings = [item for item in band.items if isinstance(item, Group) and item.tag and item.tag.role == "H1"]
    assert [(item.tag.alt, item.items) for item in headings if item.tag] == [(INFO.title, drawn.items)]
    assert not any(isinstance(each, Text) and each.string == INFO.title for item in band.items for each in inside(item))


def test_the_heading_of_a_paper_stays_with_the_rows_below_it() -> None:
    slabs = list(contents(CHAPTERS, HOUSE, 180.0))
    rows = sum(bool(chapter.pages) for chapter in CHAPTERS)
    assert [slab.keep_with_next for slab in slabs].count(False) == rows, "only rows may be the last of a column"
    assert not slabs[-1].keep_with_next
