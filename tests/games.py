"""The bundled games and the gallery, each read, checked and drawn once a process for all tests that look at them.

`EACH_GAME` keeps the tests of a game together: one process works at each.
"""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from pnp.build.drawing import draw_all
from pnp.build.examine import Examined, examine
from pnp.build.memo import Memo
from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.loader.target import bundled_packs
from tests.pipeline import ROOT

GAMES = tuple(target.folder.name for target in bundled_packs())
GALLERY = "gallery"

EACH_GAME = pytest.mark.parametrize("game", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in GAMES])

EACH_GAME_BY_NIGHT = pytest.mark.parametrize(
    "game",
    [
        pytest.param(
            name, marks=[pytest.mark.xdist_group(name), pytest.mark.slow if name == "starter" else pytest.mark.nightly]
        )
        for name in GAMES
    ],
)
"""The starter among the slow tests, the other games by night."""


@cache
def loaded(game: str) -> Loaded:
    """The game as it is read."""
    targets = (*bundled_packs(), *find_targets([str(ROOT / "tests" / GALLERY)]))
    (target,) = (target for target in targets if target.folder.name == game)
    return load(target)


@cache
def examined(
    game: str, variant: str | None = None, *, draws_maps: bool = False, only: tuple[str, ...] = ()
) -> Examined:
    """The game checked, and drawn in the variant; its maps are left blank unless they are asked for."""
    if variant is None and not draws_maps and not only:
        return examine(loaded(game))
    whole = examined(game)  # what is checked hangs on none of these
    drawn, crashes, _, cover = draw_all(whole.facts, Memo(), only, variant, draws_maps)
    assert not crashes, crashes
    return replace(whole, drawn=drawn, cover=cover)
