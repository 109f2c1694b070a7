"""Path data that can't be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import arts_of
from pnp.diagnostics import ERROR, Fault, check
from pnp.model.faces.layer import PathArt
from pnp.model.faces.theme import IconSet
from pnp.scene.paths import PathError, is_plain, parse_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Ref


@check("bad-path-data", severity=ERROR)
def bad_path_data(game: Game) -> Iterator[Fault]:
    """Path data can't be read.

    Icons and path layers are written as SVG path data: letters such as M (go to), L (line to), C (curve to) and Z
    (close), each with its numbers. A path begins with M.

    Fix: correct the data at the character that is named, or export the path anew.

    Bad:
        kind: icons
        icons: {sail: [{fill: M4 20H20L}]}

    Good:
        kind: icons
        icons: {sail: [{fill: M4 20H20L12 3Z}]}
    """
    for data in _paths(game):
        if is_plain(data.name):
            continue
        try:
            parse_path(data.name)
        except PathError as error:
            yield Fault(data.span, str(error), "write SVG path data such as M4 4H20V20Z")


def _paths(game: Game) -> Iterator[Ref]:
    for icons in game.all(IconSet):
        for icon in icons.icons:
            yield from (mark.data for mark in icon.marks)
    yield from (art.data for art in arts_of(game, PathArt))
