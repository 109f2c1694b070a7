"""Drawings of folds, measured in space: what is folded to the end closes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from pnp.draw.nets import Net, cube, scored, tetrahedron
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Path, Rect, Scene
from pnp.scene.parts import Part, Sheet
from pnp.scene.paths import ellipse, polygon
from pnp.sheet.first_sheet import first_sheet
from pnp.sheet.fold_drawings import (
    ARROW,
    DONE,
    FLAT,
    FOLD_HEIGHT,
    FoldedNet,
    Vector,
    _around,
    _places,
    fold_row,
    folded_net,
    stages,
)
from pnp.sheet.instructions import Chapter
from pnp.sheet.options import A4, LETTER, Options, Paper
from tests.sheet.samples import card, disc, inside, scene, told
from tests.sheet.test_first_sheet import INFO, filled, text


def part_of(net: Net) -> Part:
    width, height = (max(point[axis] for point in net.cut) for axis in (0, 1))
    return Part("Die", scene(width, height), None, Path(polygon(net.cut)), folds=scored(net.folds))


def tent(width: float = 20.0, height: float = 25.0, foot: float = 10.0, tab: float = 5.0) -> Part:
    """A standee as it is laid out: tab, back, front and foot, from the top."""
    levels = (tab, tab + height, tab + 2 * height)
    folds = scored(((0.0, y), (width, y)) for y in levels)
    cut = ((2.0, 0.0), (width - 2, 0.0), (width, tab), (width, levels[2] + foot), (0.0, levels[2] + foot), (0.0, tab))
    return Part("Crane", scene(width, levels[2] + foot), None, Path(polygon(cut)), folds=folds)


def folded(part: Part, kind: str) -> FoldedNet:
    net = folded_net(part, kind)
    assert net
    return net


def corners(net: FoldedNet, closed: float) -> list[list[Vector]]:
    """The corners of every panel in space."""
    places = _places(net, closed)
    return [[places[number].at(point) for point in panel] for number, panel in enumerate(net.panels)]


def distinct(points: list[Vector]) -> list[Vector]:
    found: list[Vector] = []
    for point in points:
        if all(math.dist(point, other) > 1e-6 for other in found):
            found.append(point)
    return found


@pytest.mark.parametrize(("net", "faces", "solid"), [(cube(18), 6, 8), (tetrahedron(28), 4, 4)])
def test_a_die_folded_to_the_end_has_the_corners_of_its_solid(net: Net, faces: int, solid: int) -> None:
    made = folded(part_of(net), "die")
    assert len(made.panels) == faces + sum(bool(edge.tab) for edge in net.edges)
    mine = [number for number in range(len(made.panels)) if number not in made.tabs]
    assert len(mine) == faces
    spots = corners(made, DONE)
    assert len(distinct([point for i in mine for point in spots[i]])) == solid
    assert len(distinct([point for i in mine for point in corners(made, FLAT)[i]])) > solid


def test_a_tent_closes_where_its_tab_meets_the_end_of_its_foot() -> None:
    net = folded(tent(), "standee")
    spots = {round(min(y for _, y in panel)): each for panel, each in zip(net.panels, corners(net, DONE), strict=True)}
    tab, foot = spots[0], spots[55]
    for point in tab:
        on_foot = min(math.dist(point, other) for other in foot)
        assert on_foot < 5.4  # the tab is 5 deep and narrows by 2: it lies on the foot, its fold at the foot's end
    assert all(abs(point[1] - 55.0) < 1e-6 for point in foot)  # the foot is level


def test_a_strip_is_a_front_with_its_back_behind_it() -> None:
    net = folded(card(), "strip")
    back, front = corners(net, DONE)
    assert all(min(math.dist(a, b) for b in front) < 1e-6 for a in back)
    assert "fill='#CFE3C2'" in str(stages(net)[2].items[-1])  # the print of the front is painted last


def test_nothing_is_drawn_of_parts_that_are_not_folded_or_have_curves() -> None:
    assert folded_net(card(), "card") is None
    assert folded_net(disc(), "token") is None
    round_one = Part("Buoy", Scene(9, 9, ()), None, Path(ellipse(4, 4, 4)), folds=scored([((0.0, 4.0), (8.0, 4.0))]))
    assert folded_net(round_one, "standee") is None
    assert folded_net(card(back=None), "strip") is None


def test_three_drawings_fit_the_column_and_keep_one_scale() -> None:
    net = folded(tent(), "standee")
    plan, half, done = stages(net)
    assert (plan.width, plan.height) == (20.0, 65.0)
    assert done.height < half.height < plan.height
    items, height = fold_row(net, 60.0, "#1E2328")
    assert height <= FOLD_HEIGHT
    assert len(items) == 5


def test_drawings_are_in_a_row_with_room_for_arrows_between_them() -> None:
    items, _ = fold_row(folded(tent(), "standee"), 60.0, "#1E2328")
    drawings = [box for item in items[::2] if (box := bounds([item]))]
    gaps = [after.left - before.right for before, after in pairwise(drawings)]
    assert gaps == pytest.approx([ARROW, ARROW], abs=0.3)


def test_a_first_sheet_with_a_fold_reads_as_before(golden: Callable[[str, str], None]) -> None:
    tents = Chapter("Cranes", 2, "card", (2,), ("Fold.", "Glue."), fold=folded(tent(), "standee"))
    golden("first-sheet-fold.txt", told(*first_sheet(INFO, [tents], Options())))


def test_the_first_sheet_draws_folds_once_for_components_with_the_same_steps() -> None:
    net, steps = folded(tent(), "standee"), ("Fold.", "Glue.")
    ships = Chapter("Ships", 2, steps=steps, fold=net)
    (one,), (both,) = (
        first_sheet(INFO, chapters, Options())
        for chapters in ((ships,), (Chapter("Cranes", 2, steps=steps, fold=net), ships))
    )
    drawn = [str(sheet.items).count("#CFE3C2") for sheet in (one, both)]
    assert drawn[0] == drawn[1] >= 3


MARK = "#ABCDEF"


def marked(net: FoldedNet, width: float, colour: str, highest: float = FOLD_HEIGHT) -> tuple[tuple[Item, ...], float]:
    """A rectangle in place of the drawings."""
    return (Rect(0.0, 0.0, width, highest, fill=MARK),), highest


def drawn(sheets: Sequence[Sheet]) -> list[tuple[int, float]]:
    """The sheet and the height of each rectangle."""
    found = [(n, each) for n, sheet in enumerate(sheets, 1) for item in sheet.items for each in inside(item)]
    return [(n, each.height) for n, each in found if isinstance(each, Rect) and each.fill == MARK]


@pytest.mark.slow
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_drawings_have_their_height_and_need_one_more_sheet_at_most(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Letter they were 12 mm high, or left out."""
    monkeypatch.setattr("pnp.sheet.first_sheet.fold_row", marked)
    net, more = folded(tent(), "standee"), 0
    for number in range(10, 16):
        plain = [Chapter(f"Part {each}", 1, "card", (2,), (f"Cut part {each}.",)) for each in range(number)]
        crane = Chapter("Crane", 1, "card", (2,), ("Fold it.",))
        without = first_sheet(INFO, [*plain, crane], Options(paper))
        sheets = first_sheet(INFO, [*plain, replace(crane, fold=net)], Options(paper))
        ((_, height),) = drawn(sheets)
        assert height >= FOLD_HEIGHT >= 25.0
        assert len(without) <= len(sheets) <= len(without) + 1
        if len(sheets) > len(without):
            more += 1
            assert filled(sheets[-1]) > 0.25, number
    assert more, "no drawing needed another sheet"


def test_what_is_folded_is_last_if_a_sheet_holds_it_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """One column had all the short texts, the other the drawing with more texts below it."""
    monkeypatch.setattr("pnp.sheet.first_sheet.fold_row", marked)
    before = [Chapter(f"Part {n}", 1, "card", (2,), (f"Cut part {n}.",)) for n in range(4)]
    steps = ("Fold it.", "Glue it.", "Let it dry.")
    crane = Chapter("Crane", 1, "card", (2,), steps, fold=folded(tent(), "standee"))
    for count, is_last in ((1, False), (4, True)):
        after = [Chapter(f"Plate {n}", 1, "card", (2,), (f"Cut plate {n}.",)) for n in range(count)]
        (sheet,) = first_sheet(INFO, [*before, crane, *after], Options(LETTER))
        said = text(sheet)
        assert (said.index("Fold it.") > said.index(f"Cut plate {count - 1}.")) is is_last


def test_the_outline_of_a_flat_net_has_no_folds_and_a_strip_folds_from_side_to_side() -> None:
    net = folded(part_of(cube(20.0)), "die")
    sides = _around(net).commands
    assert len(sides) == 2 * (sum(map(len, net.panels)) - 2 * len(net.hinges))
    strip = folded(card("Coin", 25, 30, 1), "strip")
    back, front = strip.scene.items
    assert isinstance(back, Group)
    assert isinstance(front, Group)
    assert (back.transform, front.transform) == ((-1, 0, 0, -1, 25, 30), (1, 0, 0, 1, 0, 30))
    ((fold,),) = [strip.guides]
    assert isinstance(fold, Path)
    assert fold.commands == (("M", 0.0, 30.0), ("L", 25.0, 30.0))


@pytest.mark.parametrize("net", [folded(tent(), "standee"), folded(part_of(tetrahedron(28)), "die")])
def test_each_drawing_fills_its_scene(net: FoldedNet) -> None:
    for drawing in stages(net):
        box = bounds(drawing.items)
        assert box
        found = (box.left, box.top, box.right, box.bottom)
        assert found == pytest.approx((0, 0, drawing.width, drawing.height), abs=0.5)
