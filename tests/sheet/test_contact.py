"""The contact sheet: every face small, and what is wrong beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Rect, Scene, Text
from pnp.scene.parts import Sheet
from pnp.sheet.contact import DPI, WIDTH, ContactPanel, Remark, RemarkMark, Shot, contact_sheet, shortened
from pnp.sheet.margins import HOUSE
from pnp.units import MM_PER_INCH
from tests.sheet.samples import THIN, told

RED, AMBER = RemarkMark(1, error=True), RemarkMark(2, error=False)


def shot(width: float = 63.0, height: float = 88.0, label: str = "Pier", marks: tuple[RemarkMark, ...] = ()) -> Shot:
    trim = Rect(0.0, 0.0, width, height)
    return Shot(
        Scene(width, height, (Rect(-3.0, -3.0, width + 6.0, height + 6.0, fill="#00FF00"),)), trim, label, marks
    )


def panel(*shots: Shot, name: str = "Cards") -> ContactPanel:
    return ContactPanel(name, f"{len(shots)} pieces", shots)


def words(sheet: Sheet) -> str:
    return " ".join(text.string for text in leaves(sheet.items) if isinstance(text, Text))


def leaves(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        else:
            yield item


def faces(sheet: Sheet) -> list[Group]:
    """The groups that hold a face, which is cut along its outline."""

    def walk(items: tuple[Item, ...]) -> Iterator[Group]:
        for item in items:
            if isinstance(item, Group):
                if item.clip:
                    yield item
                yield from walk(item.items)

    return list(walk(sheet.items))


def test_a_deck_of_sixty_stands_in_rows_of_equal_faces() -> None:
    head, *rows = contact_sheet("Harbour", 0, 0, (), [panel(*[shot(label=f"Card {n}") for n in range(60)])])
    assert "Harbour" in words(head)
    assert "no findings" in words(head)
    assert [len(faces(row)) for row in rows] == [9] * 6 + [6]
    assert "Cards 60 pieces Card 0 Card 1" in words(rows[0])
    assert {row.width for row in (head, *rows)} == {WIDTH}


def test_few_faces_are_larger_and_small_components_stand_side_by_side() -> None:
    (_, row) = contact_sheet("Harbour", 0, 0, (), [panel(shot(200, 200)), panel(shot(18, 18), name="Coins")])
    assert "Coins" in words(row)
    first, second = (face for face in row.items if isinstance(face, Group) and faces_in(face))
    large, small = bounds((first,)), bounds((second,))
    assert large
    assert small
    assert large.height == pytest.approx(100, abs=1), "no larger than a hand"
    assert small.height == pytest.approx(18, abs=1), "and none larger than it is"


def faces_in(group: Group) -> bool:
    return any(isinstance(item, Group) and item.clip for inner in group.items for item in getattr(inner, "items", ()))


def test_counts_and_remarks_stand_at_the_head() -> None:
    remarks = [Remark(RED, "cards.csv:3", "no font has 'x'"), Remark(AMBER, "card.yaml:4", "hard to read")]
    head, *_ = contact_sheet("Harbour", 1, 2, remarks, [panel(shot())])
    assert "1 error" in words(head)
    assert "2 warnings" in words(head)
    assert "1 cards.csv:3 no font has 'x' 2 card.yaml:4 hard to read" in words(head)


@pytest.mark.parametrize(
    ("errors", "warnings", "said"), [(0, 0, "no findings"), (1, 0, "1 error"), (0, 1, "1 warning")]
)
def test_the_head_counts_what_there_is(errors: int, warnings: int, said: str) -> None:
    head, *_ = contact_sheet("Harbour", errors, warnings, (), [panel(shot())])
    assert [text for text in ("no findings", "1 error", "1 warning") if text in words(head)] == [said]


@pytest.mark.parametrize(
    ("marks", "colour"),
    [((), None), ((AMBER,), HOUSE.accent), ((AMBER, RED), HOUSE.alarm)],
)
def test_a_face_is_outlined_in_the_colour_of_its_worst_fault(marks: tuple[RemarkMark, ...], colour: str | None) -> None:
    _, row = contact_sheet("Harbour", 0, 0, (), [panel(shot(marks=marks))])
    rims = [item for item in row.items if isinstance(item, Rect) and item.stroke and item.stroke.width == 1.0]
    assert [rim.stroke.colour for rim in rims if rim.stroke] == ([colour] if colour else [])


def test_of_many_faults_the_first_are_numbered_and_the_others_counted() -> None:
    marks = tuple(RemarkMark(number, error=True) for number in range(1, 8))
    _, row = contact_sheet("Harbour", 7, 0, (), [panel(shot(marks=marks))])
    assert words(row).endswith("1 2 3 +4")


@pytest.mark.slow
@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.floats(5, 400), st.floats(5, 400)), min_size=1, max_size=40), st.integers(0, 3))
def test_all_faces_stand_within_the_strips(sizes: list[tuple[float, float]], parted: int) -> None:
    shots = [shot(*size, marks=(RED,)) for size in sizes]
    panels = [panel(*shots[at::4]) for at in range(parted + 1)]
    strips = contact_sheet("Harbour", 0, 0, (), panels)
    assert sum(len(faces(strip)) for strip in strips) == sum(len(each.shots) for each in panels)
    for strip in strips:
        pixels = strip.height / MM_PER_INCH * DPI
        assert pixels == pytest.approx(round(pixels)), "whole pixels"
        box = bounds(strip.items, reach=0.0)
        assert box
        assert box.left >= 0
        assert box.right <= WIDTH
        assert box.top >= 0
        assert box.bottom <= strip.height + 1e-6


def test_words_too_long_lose_their_end() -> None:
    block = shortened("The harbour where the ferry lies\nin winter " * 9, HOUSE.bodies, 40.0)
    assert 30.0 < block.width <= 40.0
    assert len(block.lines) == 1
    assert block.lines[0].text.endswith("…")
    assert shortened("Pier", HOUSE.bodies, 40.0).lines[0].text == "Pier"


def test_a_whole_sheet_reads_as_before(golden: Callable[[str, str], None]) -> None:
    """Two small components side by side, one with marks of its own, and one of two rows."""
    remarks = [
        Remark(RED, "cards.csv:3", "no font has 'x'"),
        Remark(RemarkMark(123456, error=False), "components/very/far/away/" * 9, "hard to read " * 40),
    ]
    guide = Rect(5.0, 5.0, 50.0, 70.0, stroke=THIN)
    guided = Shot(Scene(63.0, 88.0, ()), Rect(0.0, 0.0, 63.0, 88.0), "Pier " * 20, (AMBER, RED), (guide,))
    coins = ContactPanel("Coins", "1 piece", (shot(9, 9),), (RED, AMBER))
    many = ContactPanel("Tiles", "10 pieces", tuple(shot(90, 90, f"Tile {n}") for n in range(10)), (AMBER,))
    panels = [
        ContactPanel("Cards", "1 piece", (guided,)),
        coins,
        many,
        panel(shot(300, 60, marks=(AMBER,) * 5), name="Long"),
    ]
    golden("contact.txt", told(*contact_sheet("Harbour", 1, 1234, remarks, panels)))
    golden("contact-clean.txt", told(*contact_sheet("A very long title " * 20, 0, 0, (), ())))
