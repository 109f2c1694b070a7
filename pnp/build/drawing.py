"""Draws the components of a game, for checks and for printing.

Documents are frozen: the same documents give the same drawings, which a `Memo` has from the round before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from pnp.build.memo import Memo, RoundState, written
from pnp.checks.run import crashed
from pnp.diagnostics import Finding, Span
from pnp.draw.component import FRIEZE, WORDMARK, draw_component, draw_title, drawing_context
from pnp.draw.context import (
    LAYER_STEPS,
    PAINTED_STEPS,
    TEXT_STEPS,
    DrawingContext,
    depends_on,
    most_steps,
    only_name,
)
from pnp.expression import ExpressionError, Work, identifier, parse_template
from pnp.facts import Facts, is_sure, manifest, prints_too_much
from pnp.facts.icons import IconDrawings, icon_drawings
from pnp.facts.rows import rows_of
from pnp.interrupts import pause
from pnp.model.component import Component
from pnp.model.faces.layer import MapArt, PictureArt, TextArt
from pnp.model.faces.template import Template
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import Content, Game
from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.requirements import RequirementList
from pnp.model.pack import Entry
from pnp.model.profile import Profile
from pnp.model.rulebook import Rulebook
from pnp.scene.items import Item
from pnp.scene.parts import Drawn, Undrawn


class _Task(NamedTuple):
    """One item to draw: its name, its span, and the function that draws it within a limit of work."""

    name: str
    at: Span
    draw: Callable[[Work], Drawn]


class AllDrawn(NamedTuple):
    """The components, a finding for each crash of a drawing, the drawn maps for later use, and the pack's cover."""

    drawn: tuple[Drawn, ...]
    crashes: tuple[Finding, ...]
    drawings: Mapping[object, tuple[Item, ...]]
    cover: Drawn | None = None


def draw_all(
    facts: Facts, memo: Memo, only: Sequence[str] = (), variant: str | None = None, draws_maps: bool = False
) -> AllDrawn:
    """Return the drawn components of a game, limited to `only` if given; for a document without components, its maps.

    Maps are left blank unless `draws_maps`: checks do not depend on them. Components whose documents are unchanged
    since the last round are not drawn again. Nothing is drawn of a pack with too many faces, and drawing stops if
    formulas take too much work; a check of the pack reports both.
    """
    easel = _easel(facts, variant, draws_maps, memo)
    if prints_too_much(facts.game):
        return AllDrawn((), (), {})
    tasks = tuple(_tasks(easel))
    asked = tuple(task for task in tasks if not only or task.name in only)
    trial, drawn = facts.work.part(), None
    others = _most_steps([task.name for task in tasks if task not in asked], facts.game)
    if others is not None:
        drawn = _draw(asked, trial, facts.game)
        if trial.exhausted or trial.taken + others > trial.steps:
            drawn = None if others else drawn
    if drawn is None:  # the limit must not depend on `only`
        trial = facts.work.part()
        drawn = _draw(tasks, trial, facts.game)
    cover = None if only else _cover(easel, trial)
    facts.work.join(trial)
    crashes = tuple(each for each in drawn.values() if isinstance(each, Finding))
    found = (drawn.get(task.name) for task in asked)
    return AllDrawn(tuple(each for each in found if isinstance(each, Drawn)), crashes, easel.context.drawings, cover)


def cover_with_maps(facts: Facts) -> Drawn | None:
    """Return the cover of the pack with its maps, which checks leave blank; None without one."""
    return _cover(_easel(facts, None, True, Memo()), facts.work.part())


class DrawnBefore(NamedTuple):
    """The game of an earlier round, and its components as they were drawn, by id."""

    game: Game
    drawn: Mapping[str, Drawn]


def draw_some(
    facts: Facts, memo: Memo, only: Sequence[str], variant: str | None = None, before: DrawnBefore | None = None
) -> tuple[Drawn, ...]:
    """Return these components with their maps, before the others: for a page that shows a change at once.

    With an earlier round, the rows of a component that are as they were have their parts of that round. The result is
    provisional: it has no records of these rows, and supposes that pictures are as they were. What the limits of the
    whole game leave out is known when all is drawn.
    """
    if prints_too_much(facts.game):
        return ()
    easel = _easel(facts, variant, True, memo)
    tasks = [
        task._replace(draw=partial(_changed_rows, task, easel, before)) if before else task
        for task in _tasks(easel)
        if task.name in only
    ]
    drawn = _draw(tasks, facts.work.part(), facts.game)
    return tuple(each for task in tasks if isinstance(each := drawn.get(task.name), Drawn))


def _changed_rows(task: _Task, easel: _Easel, before: DrawnBefore, work: Work) -> Drawn:
    """Return a component of which only the rows are drawn that an earlier round does not have; all if in doubt."""
    game, name = easel.facts.game, task.name
    entry, component = next(line for line in manifest(game) if line[0].id == name)
    earlier = next((line for line in manifest(before.game) if line[0].id == name and name in before.drawn), None)
    if earlier is None or not _differ_in_rows(component, game, earlier[1], before.game):
        return task.draw(work)
    said, parts = _said(*earlier, before.game), before.drawn[name].parts.parts
    known = dict(zip(said, parts, strict=True)) if len(said) == len(parts) else {}
    found = {number: known.get(key) for number, key in enumerate(_said(entry, component, game), 1)}
    lacking = [number for number, part in found.items() if part is None]
    drawn = draw_component(entry, component, easel.facts.environment, replace(easel.context, work=work), lacking)
    if len(drawn.parts.parts) != len(lacking):
        return task.draw(work)
    back = next((part.back for part in found.values() if part), None)
    made = (replace(part, back=back) if part.back == back else part for part in drawn.parts.parts)  # one they share
    found |= zip(lacking, made, strict=True)
    return replace(drawn, parts=replace(drawn.parts, parts=tuple(part for part in found.values() if part)))


def _differ_in_rows(component: Component, game: Game, earlier: Component, before: Game) -> bool:
    """Whether two rounds of a game differ in nothing but rows of a component of which each is drawn by itself."""
    others = [tuple(each for each in it.documents if not _is_that(each, component.id)) for it in (game, before)]
    frames = [replace(it, rows=(), columns={}, misfits=(), header=None) for it in (component, earlier)]
    templates = _templates(component, game)
    arts = (layer.art for template in templates for layer in template.every_layer())
    return (
        game.pack is before.pack
        and _are_the_same(*others)
        and _state(game) == _state(before)
        and written(frames[0]) == written(frames[1])
        and component.makes != "die"
        and not _names_others(component, game)
        and not any(isinstance(art, TextArt) and art.together for art in arts)
        and not any(depends_on(template, frozenset({identifier(component.id)})) for template in templates)
    )


def _is_that(document: Content, name: str) -> bool:
    return isinstance(document, Component) and document.id == name


def _said(entry: Entry, component: Component, game: Game) -> list[bytes]:
    """Return what each row of a component says, without its place."""
    rows = entry.rows(rows_of(component, game))
    names = [[ref and ref.name for ref in (row.template, row.back)] for row in rows]
    return [
        bytes(written((row.name, dict(row.fields), row.copies, *chosen)))
        for row, chosen in zip(rows, names, strict=True)
    ]


def _cover(easel: _Easel, work: Work) -> Drawn | None:
    """Return cover, wordmark and frieze; None without any, or if no template is there, which a check reports."""
    game = easel.facts.game
    if game.pack is None or work.exhausted:
        return None
    named = {"": game.pack.cover, WORDMARK: game.pack.wordmark, FRIEZE: game.pack.frieze}
    templates = {part: game.find(Template, name.name) if name else None for part, name in named.items()}
    title = draw_title(templates, easel.facts.environment, replace(easel.context, work=work))
    return _sure(title, game) if title else None


def _draw(tasks: Sequence[_Task], work: Work, game: Game) -> dict[str, Drawn | Finding]:
    """Return the drawing of each task by name, or the finding of a crash.

    Tasks are sorted by name, so that exhausted work ends at the same formula for every order of the manifest.
    """
    done: dict[str, Drawn | Finding] = {}
    for number, task in enumerate(sorted(tasks, key=lambda task: task.name), start=1):
        if work.exhausted:
            break
        pause(f"drawing {task.name}", number, len(tasks))
        try:
            done[task.name] = task.draw(work)
        except Exception as error:  # as with checks, the others must still run
            done[task.name] = crashed(f"the drawing of '{task.name}'", error, task.at, game.id)
    return done


def _most_steps(names: Collection[str], game: Game) -> int | None:
    """Return the maximum steps of components; None if that is unknown before drawing them."""
    total = 0
    for entry, component in manifest(game):
        if entry.id in names:
            steps = most_steps(entry, component, game)
            if steps is None:
                return None
            total += steps
    return total


class _Easel(NamedTuple):
    """What components are drawn with: a context, and the cached context that it was copied from."""

    facts: Facts
    context: DrawingContext
    kept: DrawingContext
    memo: Memo


def _state(game: Game) -> str:
    """Return the state of the game that is in no document, although drawings may depend on it."""
    unread, lost = sorted(game.unread), sorted(map(str, game.lost))
    return f"{unread} {lost} {game.names_incomplete} {game.names(Component)}"


def _easel(facts: Facts, variant: str | None, draws_maps: bool, memo: Memo) -> _Easel:
    """Return a context with the drawings of the last round, if everything that components share is unchanged.

    Templates are not shared: a component depends on its own. Of a game with another map or manifest, the drawings of
    all other maps stay, because they depend on the map and the look alone.
    """
    game, paint = facts.game, None if draws_maps else blank
    icons = memo.of("icon files", (), lambda: _IconRounds(game))
    version, drawings = icons.begin(game)
    own = Component | Profile | RequirementList | Rulebook | Template
    shared = (each for each in game.documents if not isinstance(each, own))
    made = drawing_context(game, variant, paint)
    made = replace(made, look=replace(made.look, drawings=drawings))
    faces = tuple(face for family in made.look.families.values() for face in family.faces)
    seen = tuple(each for each in game.documents if isinstance(each, Theme | IconSet | MapStyle))
    maps = memo.of("map rounds", (), _MapRounds)
    begun = partial(maps.begun, made, (*seen, *faces, variant, draws_maps, version, made.look.glue))
    kept = memo.of("context", (game.pack, *shared, *faces, variant, draws_maps, version), begun)
    # A branch shares the context, but not the icons. The content of picture files may have changed.
    look = kept.look if kept.look.drawings is drawings else kept.look.with_drawings(drawings)
    return _Easel(facts, replace(kept, game=game, look=look, images={}), kept, memo)


class _MapRounds(RoundState):
    """The drawings of maps, used by the contexts of later rounds until the map or the look changes."""

    def __init__(self) -> None:
        self._look: tuple[object, ...] = ()
        self._maps: dict[str, AnyMap] = {}
        self._context: DrawingContext | None = None

    def begun(self, made: DrawingContext, look: tuple[object, ...]) -> DrawingContext:
        """Return a context as `made`, with the drawings of the last one that are still true; `look` is its look."""
        maps = {each.id: each for each in made.game.all(GameMap)}
        if self._context and _are_the_same(look, self._look):
            same = {name for name, each in maps.items() if self._maps.get(name) is each}
            styles = set(made.game.names(MapStyle))
            kept = {key: items for key, items in self._context.drawings.items() if _is_of(key, same, styles)}
            made = replace(made, look=self._context.look, drawings=kept)
        self._look, self._maps, self._context = look, maps, made
        return made

    def branch(self) -> _MapRounds:
        """Return rounds that begin as these; each round has its own dictionary of drawings."""
        return copy(self)


def _are_the_same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return len(one) == len(other) and all(
        a is b or (isinstance(a, str | int) and a == b) for a, b in zip(one, other, strict=True)
    )


def _is_of(key: object, maps: Collection[str], styles: Collection[str]) -> bool:
    """Whether a cached drawing is that of one of the maps in one of the styles (see `draw_map`)."""
    return isinstance(key, tuple) and len(key) > 1 and key[0] in maps and isinstance(key[1], str) and key[1] in styles


class _IconRounds(RoundState):
    """The drawings of the game's icon files, used for round after round until the content of a file changes."""

    def __init__(self, game: Game) -> None:
        self._version, self._drawings = 0, icon_drawings(game)

    def begin(self, game: Game) -> tuple[int, IconDrawings]:
        """Return the drawings for this round, new ones if a file has changed, and how often that has happened."""
        if self._drawings.is_current(game.assets):
            self._drawings.assets = game.assets
        else:
            self._version, self._drawings = self._version + 1, icon_drawings(game)
        return self._version, self._drawings

    def branch(self) -> _IconRounds:
        """Return rounds that begin as these and read files from the assets that their games have."""
        tried = copy(self)
        tried._drawings = self._drawings.branch()
        return tried


def _tasks(easel: _Easel) -> Iterator[_Task]:
    game = easel.facts.game
    for entry, component in manifest(game):
        yield _Task(entry.id, component.span, partial(_component, entry, component, easel))
    if game.pack is None and not any(game.all(Component)):
        for area_map in game.all(GameMap):
            yield _Task(area_map.id, area_map.span, partial(_bare_map, area_map, easel.context))


def _bare_map(game_map: AnyMap, context: DrawingContext, _work: Work) -> Drawn:
    from pnp.draw.component import draw_bare_map

    return draw_bare_map(game_map, context)


def _component(entry: Entry, component: Component, easel: _Easel, work: Work) -> Drawn:
    """Return the component drawn, or its cached drawing; its steps are charged in both cases."""

    def draw() -> tuple[Drawn, Work]:
        part = work.part()
        least = _least_steps(entry, component, easel.facts.game)
        if sum(steps for _, steps in least) > part.left:  # then no row is drawn
            for span, steps in least:
                part.charge(span, steps)
        return _drawn(entry, component, easel.facts, replace(easel.context, work=part)), part

    if not _stands_alone(component, easel.facts.game):
        drawn, part = draw()
    else:
        game = easel.facts.game
        templates = (game.find(Template, name.name) for name in component.templates)
        asked = (entry, component, easel.kept, game.cached("state", lambda: _state(game)), *templates)
        drawn, part = easel.memo.of("component", asked, draw)
        if (part.exhausted or part.taken > work.left) and part.steps != max(
            0, work.left
        ):  # drawn when others were left
            drawn, part = draw()
    work.join(part, entry.id)
    return drawn


def _stands_alone(component: Component, game: Game) -> bool:
    """Whether the drawing depends only on its own rows and shared documents: no pictures, no other components."""
    arts = [each.art for it in _templates(component, game) for each in it.every_layer()]
    pictured = any(it.kind == "area-map" and it.picture for it in game.all(GameMap))
    if any(isinstance(art, PictureArt) or (pictured and isinstance(art, MapArt)) for art in arts):
        return False
    return not _names_others(component, game)


def _names_others(component: Component, game: Game) -> bool:
    """Whether the drawing may depend on other components, on definitions of the pack or on the number of a row."""
    defined = (definition.name for definition in game.pack.definitions) if game.pack else ()
    spelled = game.cached("component identifiers", lambda: {name: identifier(name) for name in game.names(Component)})
    others = (spelled[name] for name in spelled if name != component.id)
    names = frozenset(("components", *defined, *others))
    return bool(component.box) or any(depends_on(template, names) for template in _templates(component, game))


def _templates(component: Component, game: Game) -> list[Template]:
    """Return the templates of a component that exist."""
    found = (game.find(Template, name.name) for name in component.templates)
    return [template for template in found if template]


def _drawn(entry: Entry, component: Component, facts: Facts, context: DrawingContext) -> Drawn:
    """Return the component drawn, without findings that follow from errors that are already reported."""
    drawn, game = draw_component(entry, component, facts.environment, context), facts.game
    if not is_sure(component, game):
        return replace(drawn, errors=tuple(each for each in drawn.errors if _is_of_its_own(each, component)))
    return _sure(drawn, game)


def _sure(drawn: Drawn, game: Game) -> Drawn:
    """Return the drawing without faults of values that a theme or icons that cannot be read may have."""
    if not (game.knows_all(IconSet) and game.knows_all(Theme)):
        drawn = replace(drawn, errors=tuple(error for error in drawn.errors if error.kind != "value"))
    if not game.knows_all(Theme):  # without its sizes and colours nothing can be checked
        drawn = replace(drawn, texts=(), icons=(), faces=())
    return drawn


def _is_of_its_own(error: Undrawn, component: Component) -> bool:
    """Whether the fault of a picture is independent of wrong rows: its name is from no value that does not fit."""
    if not error.kind.endswith("picture"):
        return False
    misfits, fault = [each for each in component.misfits if each.kind != "unknown"], error.fault
    written = fault.span.row is not None or fault.span.pointer.startswith("/rows/")
    if written or not fault.rows:
        return bool(misfits) and fault.span not in {misfit.fault.span for misfit in misfits}
    return bool(misfits) and not {misfit.row for misfit in misfits}.issuperset(fault.rows)


def blank(*_map: object, **_options: object) -> tuple[Item, ...]:
    """Return an empty drawing of a map."""
    return ()


def _least_steps(entry: Entry, component: Component, game: Game) -> tuple[tuple[Span, int], ...]:
    """Return layers that show a field of each row, and the minimum number of steps for drawing all their texts.

    Such a layer is drawn once for each row, and typeset for each value of the field that is another.
    """
    template = game.find(Template, component.template.name) if component.template else None
    if template is None or component.box or component.makes in ("die", "standee"):
        return ()
    rows = [row for row in entry.rows(rows_of(component, game)) if not row.template]
    found = []
    for layer in template.layers:
        if isinstance(layer.art, TextArt) and not layer.condition and not layer.repeat:
            name = _shown_field(layer.art.text.text)
            values = {str(row.fields.get(name) or "") for row in rows} - {""} if name else ()
            found.append((layer.span, len(values) * (LAYER_STEPS + PAINTED_STEPS + TEXT_STEPS)))
    return tuple(found)


def _shown_field(text: str) -> str | None:
    """Return the name that a text binds as it is, if it binds no other."""
    try:
        bound = parse_template(text).expressions()
    except ExpressionError:
        return None
    name = only_name(text)
    return name if any(each.text.strip() == name for each in bound) else None
