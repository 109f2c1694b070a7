"""Components: rows and templates in, parts to cut out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.draw.face import draw_face
from pnp.draw.look import look_of
from pnp.draw.making import making
from pnp.draw.notes import Notes
from pnp.draw.scope import Scope, depends_on
from pnp.draw.standee import draw_standee
from pnp.draw.studio import MapPainter, Studio
from pnp.draw.zone import outline_of
from pnp.expression import Budget, identifier
from pnp.facts.rows import row_record, rows_of
from pnp.model.component import Component
from pnp.model.pack import Entry
from pnp.model.reference import Ref
from pnp.model.template import Template
from pnp.scene.part import Part, PartSet
from pnp.scene.placed import Drawn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.look import Look
    from pnp.expression import Environment
    from pnp.model.area_map import AreaMap
    from pnp.model.component import Row
    from pnp.model.game import Game
    from pnp.model.map_style import MapStyle
    from pnp.scene.items import Item

STEPS = 100_000_000
"""How much work the parts of one component may be, taken together."""

PART_STEPS = 1_000_000
"""How much of it one part may be."""


def studio_for(game: Game, variant: str | None = None, paint_map: MapPainter | None = None) -> Studio:
    """What the components of a game are drawn with."""
    return Studio(game, look_of(game, variant), paint_map or _paint_area_map)


def draw_game(game: Game, environment: Environment, studio: Studio) -> Iterator[Drawn]:
    """The parts of every line of the manifest in turn; of every component where there is no manifest."""
    for entry, component in manifest(game):
        yield draw_component(entry, component, environment, studio)


def manifest(game: Game) -> Iterator[tuple[Entry, Component]]:
    """The lines of the manifest whose components are there; one line for each component where there is no pack."""
    if game.pack is None:
        for component in game.all(Component):
            yield Entry(component.id, Ref(component.id, component.span), component.span), component
        return
    for entry in game.pack.components:
        found = game.find(Component, entry.component.name)
        if found:
            yield entry, found


def draw_component(entry: Entry, component: Component, environment: Environment, studio: Studio) -> Drawn:
    """The parts of a component, and what was noticed while they were drawn.

    Without its template nothing is drawn: that is told by the checks of documents.
    """
    studio = replace(studio, notes=Notes())
    template = studio.game.find(Template, component.template.name)
    made = making(component)
    parts = PartSet(
        component=entry.id,
        name=entry.name or component.name,
        parts=tuple(_parts(entry, component, template, environment, studio)) if template else (),
        stock=component.stock or made.stock,
        steps=component.steps or made.steps,
        spread=made.spread,
        overlap=component.overlap,
        optional=entry.optional,
        pack=studio.game.pack.title if studio.game.pack else "",
    )
    notes = studio.notes
    faces = tuple(map(tuple, notes.faces))
    return Drawn(parts, tuple(notes.texts), tuple(notes.icons), tuple(notes.pictures), notes.troubles(), faces)


def _parts(
    entry: Entry, component: Component, template: Template, environment: Environment, studio: Studio
) -> Iterator[Part]:
    """One part a row; a back that does not depend on the row is drawn once."""
    back = studio.game.find(Template, component.back.name) if component.back else None
    rows = rows_of(component, studio.game)
    fields = frozenset(identifier(field) for row in rows for field in row.fields)
    varies = back is not None and depends_on(back, fields)
    left, behind = STEPS, None
    budget = Budget(PART_STEPS)
    for index, row in enumerate(rows, start=1):
        left -= budget.steps - budget.left
        if budget.exhausted:
            return
        budget = Budget(min(PART_STEPS, left))
        scope = _scope(row, index, fields, environment, budget)
        copies = row.copies * component.copies * entry.copies
        if component.makes == "standee":
            yield draw_standee(template, back, component.base, scope, studio, copies)
            continue
        front = draw_face(template, scope, studio, row.name)
        if back and (varies or behind is None):
            behind = draw_face(back, scope if varies else replace(scope, row=""), studio, row.name if varies else "")
        yield Part(row.name, front, behind, outline_of(template), copies)


def _scope(row: Row, index: int, fields: frozenset[str], environment: Environment, budget: Budget) -> Scope:
    return Scope(environment.with_names(row_record(row, index)), budget, row.name, row.spans, fields)


def _paint_area_map(
    drawn: AreaMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """The painter of area maps, imported when the first map is drawn."""
    from pnp.draw.area_map import paint_area_map

    return paint_area_map(drawn, style, look, width, height, highlight)
