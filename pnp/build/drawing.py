"""Drawing all that a game has to print, for those who check it and those who print it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pnp.checks.run import crashed
from pnp.draw.bare_map import draw_bare_map
from pnp.draw.component import draw_component, manifest, studio_for
from pnp.facts import Facts, is_sure
from pnp.model.component import Component
from pnp.model.game_map import GameMap
from pnp.model.icons import IconSet
from pnp.model.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pnp.diagnostics import Finding, Span
    from pnp.draw.studio import Studio
    from pnp.model.pack import Entry
    from pnp.scene.items import Item
    from pnp.scene.placed import Drawn


class _Task(NamedTuple):
    """One thing to draw: its name, where it stands, and the work."""

    name: str
    at: Span
    draw: Callable[[], Drawn]


def draw_all(
    facts: Facts, only: Sequence[str] = (), variant: str | None = None, draws_maps: bool = False
) -> tuple[tuple[Drawn, ...], tuple[Finding, ...]]:
    """The components of a game drawn, those in `only` where it names some; of a document without components its maps.

    With a finding for each that can't be drawn for a fault of ours. Maps are left blank unless `draws_maps`: what is
    checked does not hang on them.
    """
    studio = studio_for(facts.game, variant, None if draws_maps else _blank)
    drawn: list[Drawn] = []
    crashes: list[Finding] = []
    for task in _tasks(facts, only, studio):
        try:
            drawn.append(task.draw())
        except Exception as error:  # as with a check: a crash of one must not silence the others
            crashes.append(crashed(f"the drawing of '{task.name}'", error, task.at, facts.game.id))
    return tuple(drawn), tuple(crashes)


def _tasks(facts: Facts, only: Sequence[str], studio: Studio) -> Iterator[_Task]:
    game = facts.game
    for entry, component in manifest(game):
        if not only or entry.id in only:
            yield _Task(entry.id, component.span, partial(_component, entry, component, facts, studio))
    if game.pack is None and not any(game.all(Component)):
        for area_map in game.all(GameMap):
            yield _Task(area_map.id, area_map.span, partial(draw_bare_map, area_map, studio))


def _component(entry: Entry, component: Component, facts: Facts, studio: Studio) -> Drawn:
    """The component drawn, without what was noticed that comes of something whose own fault is told."""
    drawn, game = draw_component(entry, component, facts.environment, studio), facts.game
    if not is_sure(component, game):
        return replace(drawn, troubles=())
    if not (game.knows_all(IconSet) and game.knows_all(Theme)):
        drawn = replace(drawn, troubles=tuple(trouble for trouble in drawn.troubles if trouble.kind != "value"))
    if not game.knows_all(Theme):  # without its sizes and colours nothing looks as it is meant to
        drawn = replace(drawn, texts=(), icons=(), faces=())
    return drawn


def _blank(*_map: object, **_options: object) -> tuple[Item, ...]:
    """Nothing drawn of a map."""
    return ()
