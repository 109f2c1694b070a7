"""Things work in the hand: what stands has a foot, what is cut out is large enough, what folds has one side."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.model.component import Component
from pnp.scene.items import Ellipse, Rect
from pnp.scene.parts import PartSet
from tests.games import EACH_GAME, GAMES, examined

FOOT = 0.4
"""The minimum depth of the foot of a standee, in heights."""

LEAST = 15.0
"""The minimum side or diameter of a token, in millimetres."""

SMALLER = {
    ("bahama-taxi", "score-markers"): "spaces of the score ring are 12 mm deep",
    ("bahama-taxi", "taxi-tops"): "a taxi lies on a street of the board",
    ("bahama-taxi", "waiting-markers"): "the name of an area is read above it",
    ("destination-race", "barrier-tops"): "a barrier lies across a crosswalk",
    ("destination-race", "cab-tops"): "a cab lies on a space of 20 × 18 mm",
    ("destination-race", "cone-tops"): "a cone lies on a space of 20 × 18 mm, next to cabs",
    ("taxi-derby", "taxi-tops"): "a taxi lies on a space of the city",
    ("taxicab", "cab-tops"): "a cab lies on a square of 15 mm",
}
"""The tokens that are smaller, with the reason."""


def sets(game: str, *kinds: str) -> Iterator[PartSet]:
    return (drawn.parts for drawn in examined(game).drawn if not kinds or drawn.parts.kind in kinds)


@EACH_GAME
def test_standees_have_a_foot_that_holds_them(game: str) -> None:
    """A standee is a tent on its foot: with both faces alike, the centre of mass is above the middle of the foot."""
    components = {each.id: each for each in examined(game).game.all(Component)}
    for parts in sets(game, "standee"):
        base = components[parts.component].base
        for part in parts.parts:
            (_, top), (_, bottom) = ((fold.commands[0][-2], fold.commands[0][-1]) for fold in part.folds[:2])
            height = float(bottom) - float(top)
            foot = part.front.height - float(part.folds[2].commands[0][-1])
            assert base is None or foot == pytest.approx(base)
            assert foot >= FOOT * height, f"{parts.name}: a foot of {foot:g} mm for {height:g} mm"
            assert not part.back


@EACH_GAME
def test_what_folds_is_printed_on_one_side(game: str) -> None:
    for parts in sets(game, "die", "standee", "box"):
        assert all(part.folds and not part.back for part in parts.parts), parts.name


@EACH_GAME
def test_nothing_that_is_cut_round_is_small(game: str) -> None:
    for parts in sets(game):
        for part in parts.parts:
            if not isinstance(part.outline, Rect):
                assert min(part.front.width, part.front.height) >= LEAST or not isinstance(part.outline, Ellipse)


@EACH_GAME
def test_tokens_are_large_enough_to_pick_up(game: str) -> None:
    assert {component for name, component in SMALLER if name == game} <= {parts.component for parts in sets(game)}
    for parts in sets(game, "token", "coin", "marker"):
        small = min(min(part.front.width, part.front.height) for part in parts.parts) < LEAST
        assert small == ((game, parts.component) in SMALLER), parts.name


@pytest.mark.nightly
def test_every_exception_is_of_a_game() -> None:
    assert {game for game, _ in SMALLER} <= set(GAMES)


@EACH_GAME
def test_both_sides_of_a_part_have_the_same_trim(game: str) -> None:
    for parts in sets(game):
        for part in parts.parts:
            assert part.back is None or (part.back.width, part.back.height) == (part.front.width, part.front.height)
