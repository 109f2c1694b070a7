"""Standees: a face that stands up, as a net to cut out, fold and glue.

From the top of the net: the tab, the back upside down, the front, the foot. Folded at the lines between them they are a
tent whose two faces are upright and whose foot lies under it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.face import draw_face
from pnp.draw.net import fold_lines, glue_area, placed_face, scored
from pnp.scene.geometry import translate
from pnp.scene.items import Path, Rect, Scene
from pnp.scene.part import Part
from pnp.scene.shapes import polygon

if TYPE_CHECKING:
    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.model.template import Template
    from pnp.scene.items import Affine

BASE = 9.0
"""How deep the foot is where a component says nothing, in millimetres."""

_SLANT = 1.5


def draw_standee(
    template: Template, back: Template | None, base: float | None, scope: Scope, studio: Studio, copies: int
) -> Part:
    """The net of a standee; without a template of its own the back is the front again."""
    foot = BASE if base is None else base
    tab = tab_depth(foot)
    front = draw_face(template, scope, studio, scope.row)
    behind = draw_face(back, scope, studio, scope.row) if back else front
    width, height = template.width, template.height
    upside_down: Affine = (-1.0, 0.0, 0.0, -1.0, width, tab + height)
    bleed = template.bleed
    sides = Rect(-bleed, 0.0, width + 2 * bleed, height)
    panels = (placed_face(behind, upside_down, sides), placed_face(front, translate(0.0, tab + height), sides))
    net = Scene(width, tab + 2 * height + foot, panels, bleed, scope.row)
    slant = min(_SLANT, width / 4)
    flap = ((slant, 0.0), (width - slant, 0.0), (width, tab), (0.0, tab))
    cut = (*flap[:3], (width, net.height), (0.0, net.height), flap[3])
    folds = tuple(((0.0, y), (width, y)) for y in (tab, tab + height, tab + 2 * height))
    guides = (*fold_lines(folds, cut, studio.look), *glue_area(flap, studio.look, folds[0]))
    return Part(scope.row, net, None, Path(polygon(cut)), copies, guides, scored(folds))


def tab_depth(foot: float) -> float:
    """How deep the glue tab is: it fits inside the foot."""
    return min(max(foot - 2.0, 2.5), 8.0)
