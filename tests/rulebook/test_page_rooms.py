"""The rules' first page shows the cover, and a picture is reduced where it would leave a part of a page empty."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from pnp.build.rules import RuleOptions, illustrated, write_rulebooks
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.rulebook.document import BoxedBlocks, Figure, Heading, Panel, Paragraph, Role, TextPiece
from pnp.rulebook.html import write_html
from pnp.rulebook.pages import _banner, _titled_banner, compose_reference, compose_rulebook
from pnp.rulebook.pages.blocks import Galley, Setter, figure_strips
from pnp.rulebook.pages.filling import Press
from pnp.rulebook.pages.strips import Strip
from pnp.rulebook.style import BOOK, PALE, SAND
from pnp.scene.items import Group, Rect, Scene, Text
from tests.games import examined
from tests.rulebook.test_pages import document, line


@pytest.mark.parametrize(
    ("forms", "pages"), [((), 2), ((190.0, 170.0), 1), ((220.0,), 2)], ids=["none", "fits", "still too high"]
)
def test_a_wide_picture_takes_the_largest_form_that_fits(forms: tuple[float, ...], pages: int) -> None:
    press = Press(210.0, 297.0)
    press.set(Galley([Strip(60.0, (Rect(0, 0, 10, 10),))]))
    picture = Strip(230.0, (Rect(0, 0, 1, 230),), smaller=tuple(Strip(h, (Rect(0, 0, 1, h),)) for h in forms))
    press.set(Galley([Strip(5.0, sticks=True), picture]))
    assert press.pages == pages
    drawn = {rect.height for sheet in press.sheets("", "") for rect in _rects(sheet.items)}
    assert (190.0 in drawn) == (pages == 1)


def _rects(items: object) -> list[Rect]:
    found: list[Rect] = []
    for item in items:
        found += [item] if isinstance(item, Rect) else _rects(getattr(item, "items", ()))
    return found


@pytest.mark.slow
def test_the_cover_stands_on_the_first_page_and_on_the_screen() -> None:
    game = examined("starter")
    (document,) = game.documents.values()
    cover = Scene(90.0, 40.0, (Rect(0, 0, 90, 40, fill="#123456"),))
    covered = illustrated(document, game.facts, cover=cover)
    first, *others = compose_rulebook(covered, 210.0, 297.0)
    assert "#123456" in {rect.fill for rect in _rects(first.items)}
    assert not any("#123456" in {rect.fill for rect in _rects(sheet.items)} for sheet in others)
    assert '<div class="cover" aria-hidden="true"><svg' in write_html(covered)
    assert "cover" not in write_html(illustrated(document, game.facts)).partition("</style>")[2].partition("<main")[0]


@pytest.mark.slow
def test_a_wordmark_stands_in_place_of_the_title() -> None:
    game = examined("starter")
    (document,) = game.documents.values()
    drawn = Scene(120.0, 24.0, (Rect(0, 0, 120, 24, fill="#123456"),))
    marked = illustrated(document, game.facts, wordmark=drawn)
    first, *_ = compose_rulebook(marked, 210.0, 297.0)
    headings = [group.tag.alt for group in _groups(first.items) if group.tag and group.tag.role == "H1"]
    assert headings == [document.title]
    assert "#123456" in {rect.fill for rect in _rects(first.items)}
    page = write_html(marked)
    assert f'</span><span class="spoken">{document.title}</span>' in page
    assert "#123456" in page.partition('class="wordmark"')[2].partition("</h1>")[0]


@pytest.mark.slow
@pytest.mark.parametrize(("height", "widest"), [(40.0, 82.0), (30.0, 178.0)], ids=["next to the title", "above it"])
def test_a_cover_much_wider_than_high_is_as_wide_as_the_page(height: float, widest: float) -> None:
    game = examined("starter")
    (document,) = game.documents.values()
    cover = Scene(90.0, height, (Rect(0, 0, 90, height, fill="#123456"),))
    first, *_ = compose_rulebook(illustrated(document, game.facts, cover=cover), 210.0, 297.0)
    (clip,) = [group.clip for group in _groups(first.items) if group.clip and _paints(group, "#123456")]
    assert clip.width == pytest.approx(widest, abs=0.5)


@pytest.mark.parametrize(("focus", "begin"), [(0.0, 0.0), (0.5, -20.0), (0.7, -32.0), (1.0, -40.0)])
def test_a_cropped_cover_shows_its_focus(focus: float, begin: float) -> None:
    cover = Scene(200.0, 60.0, (Rect(0, 0, 200, 60, fill="#123456"),))
    strip = _banner(cover, focus, BOOK, 200.0, 1 / 3)
    (outer,) = strip.items
    assert isinstance(outer, Group)
    (inner,) = outer.items
    assert inner.transform == pytest.approx((1.0, 0.0, 0.0, 1.0, 0.0, begin))


def test_a_wordmark_is_on_a_tab_in_the_edge_of_a_wide_cover() -> None:
    drawn = Scene(120.0, 24.0, (Rect(0, 0, 120, 24, fill="#123456"),))
    book = replace(document(), cover=Scene(180.0, 60.0, (Rect(0, 0, 180, 60, fill="#654321"),)), wordmark=drawn)
    strip = _titled_banner(book, book.cover, drawn, BOOK, 178.0, 1.0)
    (tab,) = [rect for rect in _rects(strip.items) if rect.fill == "#FFFFFF"]
    edge = 178.0 / 3
    assert tab.x + tab.width / 2 == pytest.approx(89.0)
    assert 0 < tab.y < edge < tab.y + tab.height < strip.height
    (mark,) = [group for group in strip.items if group.tag.role == "H1"]
    assert mark.transform[4] - tab.x == pytest.approx(mark.transform[5] - tab.y)  # as far from all its sides


@pytest.mark.parametrize(
    ("scene", "wide"), [((356.0, 10.0), 178.0), ((178.0, 14.0), 89.0)], ids=["as wide as the text", "not too high"]
)
def test_a_frieze_is_on_the_line_at_the_foot_of_the_rules(scene: tuple[float, float], wide: float) -> None:
    drawn = Scene(*scene, (Rect(0, 0, *scene, fill="#123456"),))
    book = replace(document(Heading(2, line("Turn"), "turn"), Paragraph(line("Row."))), frieze=drawn)
    (sheet,) = compose_rulebook(book, 210.0, 297.0)
    (frieze,) = [group for group in sheet.items if isinstance(group, Group) and _paints(group, "#123456")]
    size, x, y = frieze.transform[0], *frieze.transform[4:]
    assert size * scene[0] == pytest.approx(wide)
    assert x + wide / 2 == pytest.approx(105.0)
    (rule,) = [rect for rect in sheet.items if isinstance(rect, Rect) and rect.y > 200]
    assert y + size * scene[1] == pytest.approx(rule.y)
    bare = replace(book, reference=book.blocks)
    sheets = compose_reference(bare, 210.0, 297.0)
    assert sheets
    assert not any(rect.fill == "#123456" for sheet in sheets for rect in _rects(sheet.items))


WIDE = Figure((Panel("one", SimpleNamespace(width=150.0), "a picture", scene=Scene(150.0, 20.0, ())),))  # type: ignore[arg-type]
"""A picture that is wider than a column."""


@pytest.mark.parametrize(("words", "columns"), [(40, 1), (150, 2)], ids=["short", "long"])
@pytest.mark.parametrize("headed", [True, False], ids=["headed", "alone"])
def test_a_short_text_is_as_wide_as_the_picture_below_it(words: int, columns: int, headed: bool) -> None:
    text = Paragraph(line("gull " * words))
    heading = (Heading(2, line("Turn"), "turn"),) if headed else ()
    galleys = list(Setter(BOOK, document().words, 178.0, 2).galleys((*heading, text, WIDE)))
    assert [galley.columns for galley in galleys] == [1] if columns == 1 else [2, 1]
    after = list(Setter(BOOK, document().words, 178.0, 2).galleys((Paragraph(line("gull " * 150)), text, WIDE)))
    assert [galley.columns for galley in after] == [2, 1]  # one text is not set in two widths


@pytest.mark.parametrize(("role", "has_ground"), [("note", True), ("example", True), ("variant", False)])
def test_a_variant_has_a_pale_bar_and_no_ground(role: Role, has_ground: bool) -> None:
    book = document(BoxedBlocks(role, line("By night"), (Paragraph(line("Boats carry a lamp.")),)))
    (sheet,) = compose_rulebook(book, 210.0, 297.0)
    drawn = {rect.fill for rect in _rects(sheet.items)}
    assert (SAND in drawn) == has_ground
    assert (PALE in drawn) != has_ground


def _groups(items: object) -> list[Group]:
    found: list[Group] = []
    for item in items:
        if isinstance(item, Group):
            found += [item, *_groups(item.items)]
    return found


def _paints(group: Group, colour: str) -> bool:
    return any(rect.fill == colour for rect in _rects(group.items))


def _press_of(*galleys: Galley) -> Press:
    press = Press(210.0, 297.0)
    for galley in galleys:
        press.set(galley)
    return press


def _bar(height: float, **more: object) -> Strip:
    return Strip(height, (Rect(0, 0, 1, height),), **more)


def test_a_heading_above_columns_moves_on_with_the_first_of_them() -> None:
    heading, columns = [_bar(10.0, sticks=True)], [_bar(30.0), _bar(30.0), _bar(30.0)]
    low, high = Galley([_bar(240.0)]), Galley([_bar(200.0)])
    together = Galley(columns, 3, heading)
    apart = [len(_rects(sheet.items)) for sheet in _press_of(low, together).sheets("", "")]
    assert apart == [1 + 1, 4 + 1]  # each with the rule of its foot
    assert _press_of(high, together).pages == 1


def test_columns_below_a_heading_are_next_to_each_other() -> None:
    (sheet,) = _press_of(Galley([_bar(20.0) for _ in range(6)], 3, [_bar(7.0, sticks=True)])).sheets("", "")
    placed = [group.transform for group in _groups(sheet.items) if group.transform and _rects(group.items)]
    assert len({round(each[4]) for each in placed}) == 3
    assert len({round(each[5]) for each in placed if each[5] > 15}) == 2


@pytest.mark.nightly
def test_rules_alone_show_the_maps_of_the_cover(tmp_path) -> None:
    (target,) = find_targets(["content/bahama-taxi"])
    write_rulebooks(load(target, None), RuleOptions(tmp_path, formats=("html",)), lambda _: None)
    page = next(tmp_path.rglob("rulebook.html")).read_text("utf-8")
    picture = page.partition('<div class="cover"')[2].partition("</div>")[0]
    assert "<image" in picture or picture.count("<path") > 50


@pytest.mark.parametrize(
    ("size", "shares"), [(10.5, 2), (8.0, 0), (4.0, 3)], ids=["readable at 80 %", "as small as allowed", "ground"]
)
def test_a_picture_is_reduced_only_as_far_as_its_texts_stay_readable(size: float, shares: int) -> None:
    letters = Text(0.0, 9.0, "Pier", "Fira Sans", size, "#000000", 20.0)
    scene = Scene(80.0, 60.0, (Group((letters,), (1.0, 0.0, 0.0, 1.0, 5.0, 5.0)),), 0.0)
    panel = Panel("bay", SimpleNamespace(width=80.0), "the bay", scene=scene)  # type: ignore[arg-type]
    (strip,) = figure_strips(Figure((panel,)), BOOK, 85.0)
    assert len(strip.smaller) == shares
    assert all(form.height < strip.height for form in strip.smaller)


def test_three_lines_stay_with_their_heading() -> None:
    (document,) = examined("starter").documents.values()
    lines = [Paragraph((TextPiece(text),)) for text in ("One.", "Two.", "Three.", "Four.", "Five.")]
    heading = Heading(3, (TextPiece("Turn"),), "turn")
    (galley,) = Setter(BOOK, document.words, 178.0, 2).galleys([lines[0], heading, *lines[1:]])
    last = max(index for index, strip in enumerate(galley.strips) if strip.anchors)
    below = [strip.sticks for strip in galley.strips[last:] if any(_texts(strip.items))]
    assert below == [True, True, True, False, False], "the heading, and two of the three lines"


def _texts(items: tuple[object, ...]) -> list[Text]:
    nested = (_texts(item.items) if isinstance(item, Group) else [item] for item in items)
    return [each for group in nested for each in group if isinstance(each, Text)]
