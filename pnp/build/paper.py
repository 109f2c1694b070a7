"""What paper and scissors at home ask of a game, told by a check as by a build without options."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.model.faces.template import Template
from pnp.model.profile import HOME, Profile

if TYPE_CHECKING:
    from pnp.build.examine import Examined
    from pnp.load import Loaded
    from pnp.model.game import Game


SURE = 150.0
"""Millimetres up to which a part lies on every paper; only for a larger one are sheets looked at."""


def kept_safe(game: Game, safe: float | None) -> Game:
    """The game with faces whose safe zone is at least that many millimetres wide."""
    if safe is None:
        return game
    documents = (
        replace(each, safe=max(each.safe, safe)) if isinstance(each, Template) else each for each in game.documents
    )
    return replace(game, documents=tuple(documents))


def at_home(loaded: Loaded) -> Loaded:
    """The game as its profile for home has it: with the safe zone that this asks of its faces."""
    home = loaded.game.find(Profile, HOME.id)
    return replace(loaded, game=kept_safe(loaded.game, home.safe)) if home and home.safe else loaded


def on_paper(loaded: Loaded, examined: Examined) -> Examined:
    """The game with what its profile for home can't print; nothing of the sort is told of one file alone."""
    faces = (part.front for drawn in examined.drawn if not drawn.parts.spread for part in drawn.parts.parts)
    if loaded.focus or all(max(face.width, face.height) <= SURE for face in faces):
        return examined
    from pnp.build.pipeline import unprintable
    from pnp.build.target import BuildOptions, Refused, target_of

    try:
        target = target_of(loaded, BuildOptions())
    except Refused:  # which a build says outright
        return examined
    return examined.with_findings(unprintable(examined, target))
