"""The rules' first page shows the cover, and a picture is reduced where it would leave a part of a page empty."""

import pytest

from pnp.build.pipeline import RuleOptions, illustrated, write_rulebooks
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.rulebook.html import write_html
from pnp.rulebook.pages.blocks import Galley
from pnp.rulebook.pages.compose import Press, compose_rulebook
from pnp.rulebook.pages.strips import Strip
from pnp.scene.items import Rect, Scene
from tests.games import examined


@pytest.mark.parametrize(
    ("forms", "pages"), [((), 2), ((190.0, 170.0), 1), ((220.0,), 2)], ids=["none", "fits", "still too high"]
)
def test_a_wide_picture_takes_the_largest_form_that_fits(forms: tuple[float, ...], pages: int) -> None:
    press = Press(210.0, 297.0)
    press.set(Galley([Strip(60.0, (Rect(0, 0, 10, 10),))], wide=True))
    picture = Strip(230.0, (Rect(0, 0, 1, 230),), smaller=tuple(Strip(h, (Rect(0, 0, 1, h),)) for h in forms))
    press.set(Galley([Strip(5.0, sticks=True), picture], wide=True))
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
def test_rules_alone_show_the_maps_of_the_cover(tmp_path) -> None:
    (target,) = find_targets(["content/bahama-taxi"])
    write_rulebooks(load(target, None), RuleOptions(tmp_path, formats=("html",)), lambda _: None)
    page = next(tmp_path.rglob("rulebook.html")).read_text("utf-8")
    picture = page.partition('<div class="cover"')[2].partition("</div>")[0]
    assert "<image" in picture or picture.count("<path") > 50
