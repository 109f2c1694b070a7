"""Standees: a face that stands up, as a net to cut out, fold and glue.

From the top of the net: the tab, the back upside down, the front, the foot. Folded at the lines between them they are a
tent whose two faces are upright and whose foot lies under it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.face import draw_face
from pnp.draw.look import FAMILY, INK, UnknownNameError
from pnp.scene.geometry import translate
from pnp.scene.items import Group, Path, Rect, Scene, Stroke
from pnp.scene.part import Part
from pnp.scene.shapes import polygon, polyline
from pnp.scene.typeset import TextStyle, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.look import Look
    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.model.template import Template
    from pnp.scene.items import Affine, Item

BASE = 9.0
"""How deep the foot is where a component says nothing, in millimetres."""

TICK = 3.0
"""How long the ticks are that show a fold beside the part."""

OFF = 1.0
"""How far they start from it."""

_SLANT = 1.5
_PITCH = 1.5
_FOLD = Stroke(INK, 0.25, (2.0, 1.5))
_GLUE = Stroke(INK, 0.2)
_WORD = TextStyle(FAMILY, 6.0, INK, weight=600, tracking=0.1)


def draw_standee(
    template: Template, back: Template | None, base: float | None, scope: Scope, studio: Studio, copies: int
) -> Part:
    """The net of a standee; without a template of its own the back is the front again."""
    foot = BASE if base is None else base
    tab = tab_depth(foot)
    front = draw_face(template, scope, studio, scope.row)
    behind = draw_face(back, scope, studio, scope.row) if back else front
    width, height = template.width, template.height
    folds = (tab, tab + height, tab + 2 * height)
    upside_down: Affine = (-1.0, 0.0, 0.0, -1.0, width, tab + height)
    panels = (_panel(behind, upside_down), _panel(front, translate(0.0, tab + height)))
    net = Scene(width, folds[2] + foot, panels, template.bleed, scope.row)
    slant = min(_SLANT, width / 4)
    corners = ((slant, 0.0), (width - slant, 0.0), (width, tab), (width, net.height), (0.0, net.height), (0.0, tab))
    flap = (*corners[:3], corners[5])
    guides = (*_folds(width, folds, studio.look), *_glue(flap, tab, studio.look))
    scored = tuple(Path(polyline(((0.0, y), (width, y)))) for y in folds)
    return Part(scope.row, net, None, Path(polygon(corners)), copies, guides, scored)


def tab_depth(foot: float) -> float:
    """How deep the glue tab is: it fits inside the foot."""
    return min(max(foot - 2.0, 2.5), 8.0)


def _panel(face: Scene, place: Affine) -> Group:
    """A face in its place on the net, cut off at the folds so that it does not bleed into its neighbour."""
    return Group(face.items, place, Rect(-face.bleed, 0.0, face.width + 2 * face.bleed, face.height))


def _folds(width: float, folds: tuple[float, ...], look: Look) -> Iterator[Item]:
    """The lines to fold at: dashed over the part, with a tick on either side of it."""
    stroke = _stroke(look, "fold", _FOLD)
    tick = Stroke(stroke.colour, stroke.width)
    for y in folds:
        yield Path(polyline(((0.0, y), (width, y))), stroke=stroke)
        for start, end in ((-OFF - TICK, -OFF), (width + OFF, width + OFF + TICK)):
            yield Path(polyline(((start, y), (end, y))), stroke=tick)


def _glue(flap: tuple[tuple[float, float], ...], depth: float, look: Look) -> Iterator[Item]:
    """The tab to glue: hatched, with the word on a clear ground."""
    stroke = _stroke(look, "glue", _GLUE)
    width = flap[2][0]
    count = int((width + depth) / _PITCH)
    lines = (polyline(((x - depth, depth), (x, 0.0))) for x in (index * _PITCH for index in range(1, count + 1)))
    hatch = Path(tuple(command for line in lines for command in line), stroke=stroke)
    yield Group((hatch,), clip=Path(polygon(flap)))
    word = typeset("GLUE", _WORD)
    left, top = (width - word.width) / 2, (depth - word.cap_height) / 2
    yield Rect(left - 0.6, top - 0.6, word.width + 1.2, word.cap_height + 1.2, fill="#FFFFFF")
    yield word.at(left, top - word.cap_top)


def _stroke(look: Look, role: str, otherwise: Stroke) -> Stroke:
    """The stroke of a role, or one of our own where the theme lacks it."""
    try:
        return look.stroke(role)
    except UnknownNameError:
        return otherwise
