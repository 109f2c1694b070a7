"""Names of places on boards: no later layer of the board covers one that it does not print again."""

from __future__ import annotations

import pytest

from pnp.checks.scene.overlaps import COVERED, _HiddenTextSearch, _veils
from pnp.scene.extent import runs
from pnp.scene.items import BoundingBox, brought
from pnp.scene.parts import PaintedFace
from tests.games import EACH_GAME, examined


def covered(face: PaintedFace) -> list[str]:
    """The texts on maps of a face, most of whose letters a later layer covers."""
    found = []
    for number, painted in enumerate(face):
        if painted.kind != "map":
            continue
        above = [veil for later in face[number + 1 :] for veil in _veils(later, ink=True)]
        again = {painted.text.text for painted in face[number + 1 :] if painted.text}
        shown = brought(painted.box, painted.matrix)
        search = _HiddenTextSearch()
        for run, matrix in runs(painted.items, painted.matrix):
            shares = [sum(each.values()) for each in search.shares(run, matrix, above)]
            hidden = sum(share >= COVERED for share in shares)
            if hidden and run.string not in again and shown.contains(BoundingBox(*matrix[4:], *matrix[4:])):
                found.append(run.string)
    return found


@pytest.mark.slow
@EACH_GAME
def test_no_name_of_a_place_is_covered(game: str) -> None:
    boards = [each for each in examined(game, draws_maps=True).drawn if each.parts.spread]
    assert boards
    assert {each.parts.component: hidden for each in boards for face in each.faces if (hidden := covered(face))} == {}
