"""Components: rows and templates in, parts to cut out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.draw.face import draw_face
from pnp.draw.look import look_of
from pnp.draw.making import making
from pnp.draw.notes import Notes
from pnp.draw.scope import Scope, depends_on
from pnp.draw.studio import MapPainter, Studio
from pnp.draw.zone import outline_of
from pnp.expression import identifier
from pnp.facts.boxes import box_size
from pnp.facts.rows import manifest, row_record, rows_of
from pnp.model.template import Template
from pnp.scene.part import Part, PartSet
from pnp.scene.placed import Drawn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.look import Look
    from pnp.expression import Environment, Work
    from pnp.model.box import Box
    from pnp.model.component import Component, Row
    from pnp.model.game import Game
    from pnp.model.game_map import GameMap
    from pnp.model.map_style import MapStyle
    from pnp.model.pack import Entry
    from pnp.model.reference import Ref
    from pnp.scene.items import Item

PART_STEPS = 1_000_000
"""How much work one part may be; all of a pack may be so much as `Work` says."""


def studio_for(game: Game, variant: str | None = None, paint_map: MapPainter | None = None) -> Studio:
    """What the components of a game are drawn with."""
    return Studio(game, look_of(game, variant), paint_map or _paint_map)


def _paint_map(
    drawn: GameMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """The map by the painter of its kind; a game without maps waits for none."""
    from pnp.draw.map_painter import paint_map_of_any_kind

    return paint_map_of_any_kind(drawn, style, look, width, height, highlight)


def draw_game(game: Game, environment: Environment, studio: Studio) -> Iterator[Drawn]:
    """The parts of every line of the manifest in turn; of every component where there is no manifest."""
    for entry, component in manifest(game):
        yield draw_component(entry, component, environment, studio)


def draw_component(entry: Entry, component: Component, environment: Environment, studio: Studio) -> Drawn:
    """The parts of a component, and what was noticed while they were drawn.

    Without its template nothing is drawn: that is told by the checks of documents.
    """
    studio = replace(studio, notes=Notes(), layers={})
    template = _template(component.template, studio)
    made = making(component, template)
    parts = PartSet(
        component=entry.id,
        name=entry.name or component.name,
        parts=tuple(_parts(entry, component, template, environment, studio)),
        stock=component.stock or made.stock,
        steps=component.steps or made.steps,
        spread=made.spread,
        overlap=component.overlap,
        optional=entry.optional,
        pack=studio.game.pack.title if studio.game.pack else "",
    )
    notes = studio.notes
    faces = tuple(map(tuple, notes.faces))
    labels = tuple(notes.labels.values())
    return Drawn(parts, tuple(notes.texts), tuple(notes.icons), tuple(notes.pictures), notes.troubles(), faces, labels)


def _template(name: Ref | None, studio: Studio) -> Template | None:
    return studio.game.find(Template, name.name) if name else None


def _parts(
    entry: Entry, component: Component, template: Template | None, environment: Environment, studio: Studio
) -> Iterator[Part]:
    """One part a row, or one for as many rows as a die has sides."""
    rows = entry.rows(rows_of(component, studio.game))
    scopes = _scopes(rows, environment, studio.work)
    copies = component.copies * entry.copies
    if component.box:
        yield from _boxes(component.box, scopes, studio, copies)
    elif template is None:
        return
    elif component.makes == "die":
        yield from _dice(component, template, scopes, studio, copies)
    elif component.makes == "standee":
        from pnp.draw.standee import draw_standee

        back = _template(component.back, studio)
        for row, scope in scopes:
            yield draw_standee(template, back, component.base, scope, studio, row.copies * copies)
    else:
        studio = studio if len(rows) > 1 else replace(studio, layers=None)
        yield from _flat(template, _template(component.back, studio), scopes, studio, copies)


Scopes = Iterable[tuple["Row", Scope]]
"""Each row with what its formulas know."""


def _scopes(rows: tuple[Row, ...], environment: Environment, work: Work) -> Iterator[tuple[Row, Scope]]:
    """The rows in turn, as far as the work that they may be reaches."""
    fields = frozenset(map(identifier, {field for row in rows for field in row.fields}))
    budget = work.budget(PART_STEPS)
    for index, row in enumerate(rows, start=1):
        if budget.exhausted or work.exhausted:
            return
        budget = work.budget(PART_STEPS)
        yield row, Scope(environment.with_names(row_record(row, index)), budget, work, row.name, row.spans, fields)


def _flat(template: Template, back: Template | None, scopes: Scopes, studio: Studio, copies: int) -> Iterator[Part]:
    """A face for each row; a back that does not depend on the row is drawn once."""
    behind, varies = None, False
    for row, scope in scopes:
        front = draw_face(template, scope, studio, row.name)
        if back:
            varies = varies or (behind is None and depends_on(back, scope.fields))
            if varies or behind is None:
                behind = draw_face(
                    back, scope if varies else replace(scope, row=""), studio, row.name if varies else ""
                )
        yield Part(row.name, front, behind, outline_of(template), row.copies * copies)


def _dice(component: Component, template: Template, scopes: Scopes, studio: Studio, copies: int) -> Iterator[Part]:
    """A die for as many rows as it has sides, their copies counted; what is left over is told by a check."""
    from pnp.draw.die import draw_die, edge_of

    sides, number = [], 0
    edge = edge_of(template, component.sides, component.edge)
    for row, scope in scopes:
        for _ in range(row.copies):
            sides.append(scope)
            if len(sides) == component.sides:
                number += 1
                yield draw_die(template, edge, str(number), sides, studio, copies)
                sides = []


def _boxes(box: Box, scopes: Scopes, studio: Studio, copies: int) -> Iterator[Part]:
    from pnp.draw.carton import draw_carton

    size = box_size(box, studio.game)
    named = {panel: _template(name, studio) for panel, name in box.panels.items()}
    templates = {panel: template for panel, template in named.items() if template}
    if size and len(templates) == len(named):
        for row, scope in scopes:
            yield draw_carton(size, templates, scope, studio, row.copies * copies)
