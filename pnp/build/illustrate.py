"""Rulebooks with the pictures of their diagrams: drawn here, since those who write rules do not draw."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.draw.component import studio_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.draw.studio import Studio
    from pnp.model.game import Game
    from pnp.rulebook import Document
    from pnp.rulebook.document import Panel
    from pnp.scene.items import Item


def illustrated(document: Document, game: Game, maps: Mapping[object, tuple[Item, ...]] | None = None) -> Document:
    """The document with every diagram drawn, for paper and for a screen; `maps` are those that are drawn already."""
    panels = document.panels()
    if not panels:
        return document
    studio = replace(studio_for(game), drawings=dict(maps or {}))
    return document.with_pictures({panel.name: _drawn(panel, studio) for panel in panels})


def _drawn(panel: Panel, studio: Studio) -> Panel:
    from pnp.draw.diagram import draw_diagram
    from pnp.render.svg import render_svg

    scene = draw_diagram(panel.sketch, studio)
    if scene is None:
        return panel
    svg = render_svg(scene, prefix=f"{panel.name}-").decode("utf-8")
    return replace(panel, scene=scene, svg=svg.partition("?>")[2].strip())
