"""The four games need a fifth fewer sheets and a third fewer straight cuts than commit d35487f, on A4, single-sided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from pnp.sheet.frame import frames
from pnp.sheet.imposition.tiling import best_seams, best_tiling, cut_words
from pnp.sheet.options import PAPERS, Options
from tests.games import examined
from tests.sheet.samples import faces

from .cuts import BEFORE, GAMES, counted, printed


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_no_game_has_more_sheets_or_cuts_than_before(game: str) -> None:
    sheets, work = counted(game)
    assert sheets < BEFORE[game][0]
    assert work.straight < BEFORE[game][1]


@pytest.mark.nightly
def test_the_games_have_fewer_sheets_and_cuts() -> None:
    found = [counted(game) for game in GAMES]
    assert sum(sheets for sheets, _ in found) <= 0.8 * sum(sheets for sheets, _ in BEFORE.values())
    assert sum(work.straight for _, work in found) <= 2 / 3 * sum(cuts for _, cuts in BEFORE.values())


@pytest.mark.nightly
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", [*GAMES, "starter"])
def test_pages_under_half_full_are_the_last_of_their_paper(game: str, paper: str) -> None:
    shares = list(fronts(game, paper))
    last = {stock: number for number, (stock, _) in enumerate(shares)}
    assert shares
    assert [each for number, each in enumerate(shares) if each[1] < 0.5 and number != last[each[0]]] == []


def fronts(game: str, paper: str) -> Iterator[tuple[str, float]]:
    """The paper of every page of fronts, and the share of its printable area that parts cover."""
    sets = {drawn.parts.component: drawn.parts for drawn in examined(game).drawn}
    room = next(frames(Options(PAPERS[paper]))).box
    for sheet in printed(game, paper):
        if sheet.components and sheet.side == "front":
            boxes = [face.box for component in sheet.components for face in faces(sheet, sets[component])]
            covered = sum((box.right - box.left) * (box.bottom - box.top) for box in boxes)
            yield sets[sheet.components[0]].stock, covered / (room.width * room.height)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_parts_that_fold_are_never_glued_to_backs(game: str) -> None:
    sheets = printed(game)
    for front, back in pairwise(sheets):
        if back.side == "back":
            assert front.label == back.label
            assert not front.folds


@pytest.mark.nightly
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", ["bahama-taxi", "destination-race"])
def test_no_seam_runs_through_a_word(game: str, paper: str) -> None:
    options = Options(PAPERS[paper])
    boards = [drawn.parts for drawn in examined(game, draws_maps=True).drawn if drawn.parts.spread]
    split = 0
    for parts in boards:
        for scene in (part.front for part in parts.parts):
            equal, frame = best_tiling(scene.width, scene.height, parts.overlap, options)
            split += equal.count > 1
            assert cut_words(best_seams(equal, scene, frame.box), scene) == ()
    assert split
