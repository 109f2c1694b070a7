"""The names that faces and expressions of a game use, and the document that a name means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.expression import Expression, ExpressionError, TextTemplate, hyphened_names, identifier, parse, parse_template
from pnp.expression.expression import IconMark
from pnp.messages import did_you_mean, same, series, shown
from pnp.model.component import Component
from pnp.model.faces.effects import fill_formulas
from pnp.model.faces.layer import IconArt, Layer, MapArt, PathArt, PatternArt, TextArt
from pnp.model.faces.layer_formulas import bindings, expressions, theme_names
from pnp.model.faces.template import Template
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.profile import Profile
from pnp.model.reference import Formula, Ref
from pnp.model.selection import names_in
from pnp.model.values import icons_of, roles_of

# The document that a name means.

KNOWN = 12
"""Maximum number of known names that a hint lists."""


def meant_document(game: Game, kind: type[Any], name: str) -> str:
    """Return a hint for a name that no document of that kind has.

    Its file may be there and not be listed. It may be the printed name of one, contain its name, or be the name of a
    document of another kind.
    """
    typed = name.casefold().removesuffix(".yaml")
    there = next((file for file in game.unlisted if PurePosixPath(file).stem.casefold() == typed), None)
    if there:
        return f"{shown(there)} is in the folder: list it under documents of the pack"
    named = {str(getattr(each, "name", "")).casefold(): each.id for each in game.all(kind)}
    known = game.names(kind)
    words = typed.split()
    part = next((each for each in known if each.casefold() in words), None)
    if hint := named.get(typed) or same(typed, known):
        return f"did you mean '{hint}'?"
    if hint := did_you_mean(name, known):
        return hint
    if part:
        return f"did you mean '{part}'?"
    other = next((each for each in game.documents if each.id.casefold() == typed and not isinstance(each, kind)), None)
    if other:
        return f"'{other.id}' is a document of another kind; these are known: {', '.join(known[:KNOWN]) or 'none'}"
    if typed in ("none", "no", "nothing"):
        return "leave the key out"
    if kind is Template and PICTURE.search(typed):
        return f"a picture is a layer: name a template with {{picture: {name}}}"
    if game.pack is None:
        return "list its file under documents"
    folder = PurePosixPath(game.pack.span.file).parent
    own = sorted({each.id for each in game.all(kind) if PurePosixPath(each.span.file).is_relative_to(folder)})
    written = f"write {name}.yaml" + (" and list it under documents" if game.pack.lists_documents else "")
    return f"name {series(own, 'or')}, or {written}" if 0 < len(own) <= KNOWN else written


PICTURE = re.compile(r"\.(?:png|jpe?g|svg|webp|gif)$")
"""The ending of a picture."""


# The names that the expressions of a game use.


class UsedNames(Struct, frozen=True):
    """The names that expressions use, the fields of them, and names that were meant by something wrong."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    meant: frozenset[str] = frozenset()

    def __or__(self, other: UsedNames) -> UsedNames:
        return UsedNames(self.names | other.names, self.fields | other.fields, self.meant | other.meant)


def asked_by_faces(component: Component, game: Game) -> UsedNames | None:
    """Return the names used by the faces of a component, without loop variables; None if a template is missing."""
    templates = [game.find(Template, name.name) for name in component.templates]
    asked = UsedNames(names_in(component.selection)) if component.selection else UsedNames()
    fields = tuple(component.columns or (component.rows[0].fields if component.rows else ()))
    keys = (same(join.by.name, fields) for join in component.joins)
    asked |= UsedNames(frozenset(identifier(key) for key in keys if key))
    for template in templates:
        if template is None:
            return None
        asked |= _asked_by(template)
    return asked


def is_asked(field: str, component: Component, game: Game) -> bool:
    """Whether the faces of a component or other expressions of the game use a field; true if a template is missing."""
    asked = asked_by_faces(component, game)
    return asked is None or identifier(field) in asked.names | fields_asked(game)


def fields_asked(game: Game) -> frozenset[str]:
    """Return the fields that any expression of the game uses, such as `title` of `card.title`."""
    holders = tuple(document for document in game.documents if not isinstance(document, Component))
    texts = {formula.text for formula in formulas((game.pack, holders))}
    found = (_read(text, read) for text in texts for read in (parse_template, parse))
    return frozenset(field for each in found if each for field in each.every_field())


def rows_asked(game: Game) -> frozenset[str]:
    """Return the components whose rows formulas of the game read, as they name them: `tides` of `tides.rows`."""
    holders = tuple(document for document in game.documents if not isinstance(document, Component))
    texts = {formula.text for formula in formulas((game.pack, holders))}
    return frozenset(name for text in texts for name in ROWS.findall(text))


ROWS = re.compile(r"([^\W\d]\w*)\.rows\b")
"""The rows of a component in a formula."""


def hint_for(error: ExpressionError, game: Game) -> str | None:
    """Return the hint for an expression that cannot be parsed; words without an operator between them may be a name."""
    if not error.words:
        return error.hint
    known = frozenset(game.cached("expression names", lambda: _every_name(game)))
    name = same(error.words, known)
    if name:
        return f"write {name}"
    parts = [word for word in error.words.split() if word in known]
    is_template = error.hint and error.hint.startswith("write {")
    return f"write {parts[0]}" if len(parts) == 1 and not is_template else error.hint


def _every_name(game: Game) -> tuple[str, ...]:
    """Return the names of all maps and components, of the definitions of the pack, and of the fields of rows."""
    defined = (each.name for each in game.pack.definitions) if game.pack else ()
    named = map(identifier, (*game.names(GameMap), *game.names(Component), *defined))
    return tuple(dict.fromkeys((*named, *fields_of_rows(game))))


def fields_of_rows(game: Game) -> frozenset[str]:
    """Return the fields of the rows of all components, as expressions spell them."""
    components = tuple(game.all(Component))
    fields = (name for each in components for name in (*each.fields, *(each.rows[0].fields if each.rows else ())))
    return frozenset(map(identifier, fields))


def icons_without_braces(game: Game) -> frozenset[str]:
    """Return the fields of rows that layers name as icons, and that are no icons."""
    named = {icon.name for art in arts_of(game, IconArt) for icon in written(art.icon)}
    known = icons_of(game) or ()
    return frozenset(name for name in fields_of_rows(game) & named if name not in known and same(name, known) is None)


def colours_without_braces(game: Game) -> frozenset[str]:
    """Return the fields of rows that templates name as colours, and that are no colours."""
    formulas = list(grounds_of(game))
    for layer in layers_of(game):
        named = theme_names(layer.art)
        formulas += [each for each in (*named.colours, *named.fills) if isinstance(each, Formula)]
    roles = roles_of(game)
    known = {*roles.palette, *roles.gradients} if roles else set()
    return (fields_of_rows(game) & {each.name for each in written(*formulas)}) - known


def _asked_by(template: Template) -> UsedNames:
    layers = tuple(template.every_layer())
    texts = (*fill_formulas(template.background), *(text for layer in layers for text in bindings(layer)))
    asked = UsedNames()
    for text in texts:
        asked |= _asked(text, parse_template)
    for formula in (formula for layer in layers for formula in expressions(layer)):
        asked |= _asked(formula, parse)
    return replace(asked, names=asked.names - {layer.repeat.each for layer in layers if layer.repeat})


def formulas(thing: object) -> Iterator[Formula]:
    """Yield every formula in a model, at any depth; maps, their styles, icons, themes and profiles have none."""
    pending: list[Any] = [thing]
    while pending:
        here = pending.pop()
        if isinstance(here, Formula):
            yield here
        elif isinstance(here, tuple | frozenset):
            pending.extend(here)
        elif isinstance(here, Struct) and not isinstance(here, Span | GameMap | IconSet | MapStyle | Profile | Theme):
            pending.extend(getattr(here, name) for name in here.__struct_fields__)
        elif isinstance(here, dict):
            pending.extend(here.values())


def _asked(formula: Formula, read: Callable[[str], Expression | TextTemplate]) -> UsedNames:
    """Return the names used by the formula; if it cannot be parsed, those that it may mean."""
    found, text = _read(formula.text, read), formula.text
    if found:
        return UsedNames(found.names(), found.every_field(), hyphened_names(text))
    words = re.findall(r"[^\W\d]\w*", text)
    return UsedNames(meant=frozenset((*words, *map("_".join, pairwise(words)))) | hyphened_names(text))


def _read(text: str, read: Callable[[str], Expression | TextTemplate]) -> Expression | TextTemplate | None:
    try:
        return read(text)
    except ExpressionError:
        return None


# The names in faces: colours, styles, icons and maps, with their spans.

Drawn = TypeVar("Drawn", IconArt, MapArt, PathArt, PatternArt, TextArt)


def layers_of(game: Game) -> Iterator[Layer]:
    """Yield every layer of every template; inherited layers once."""

    def layers() -> tuple[Layer, ...]:
        every = (layer for template in game.all(Template) for layer in template.every_layer())
        return tuple({layer.span: layer for layer in every}.values())

    return iter(game.cached("layers", layers))


def grounds_of(game: Game) -> Iterator[Formula]:
    """Yield the colours and names in the backgrounds set by templates."""
    return fill_formulas(*(it.background for it in game.all(Template) if "background" in it.said))


def arts_of(game: Game, kind: type[Drawn]) -> Iterator[Drawn]:
    """Yield the content of the layers of one kind."""
    return (layer.art for layer in layers_of(game) if isinstance(layer.art, kind))


def written(*formulas: Formula | None) -> Iterator[Ref]:
    """Yield the names that the formulas contain literally, so that they are the same for every row."""
    return (Ref(formula.literal, formula.span) for formula in formulas if formula and formula.literal)


def written_icons(text: Formula) -> Iterator[Ref]:
    """Yield the icons that a text names as `{icon:star}`."""
    try:
        template = parse_template(text.text)
    except ExpressionError:
        return iter(())  # reported by the check of bindings
    marks = (part for part in template.parts if isinstance(part, IconMark))
    return (
        Ref(str(mark.parts[0]).strip(), text.part(mark.start, mark.end))
        for mark in marks
        if len(mark.parts) == 1 and isinstance(mark.parts[0], str)
    )
