"""Grouping of faults by cause; names used by faces and expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.expression import Expression, ExpressionError, TextTemplate, hyphened_names, identifier, parse, parse_template
from pnp.expression.expression import IconMark
from pnp.messages import did_you_mean, many, same, shown
from pnp.model.component import Component
from pnp.model.faces.effects import fill_formulas
from pnp.model.faces.layer import IconArt, Layer, MapArt, PathArt, PatternArt, TextArt
from pnp.model.faces.layer_formulas import bindings, expressions
from pnp.model.faces.template import Template
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.profile import Profile
from pnp.model.reference import Formula, Ref
from pnp.model.row import Field, Misfit, MisfitKind, TextType, single
from pnp.model.selection import names_in
from pnp.scene.items import Origin
from pnp.scene.parts import PlacedText, rows_as_text
from pnp.scene.typesetting.lettering import PrintedText

# Faults of many rows with the same cause are merged into one.

MOST = 12
"""Maximum number of faults of one field; one more reports the number of others."""


def misfits(game: Game, kind: MisfitKind) -> Iterator[Fault]:
    """Yield a fault for each cause of misfits of that kind, with the affected rows."""
    for component in game.all(Component):
        yield from faults_of_misfits(misfit for misfit in component.misfits if misfit.kind == kind)


def odd_cells(game: Game, is_odd: Callable[[str], bool], message: Callable[[str], str], hint: str) -> Iterator[Fault]:
    """Yield a fault for each column of a table with odd cells, if its field takes any text."""
    for component in game.all(Component):
        rows = [row for row in component.rows if row.from_table]
        for name in rows[0].fields if rows else ():
            if not takes_any_text(component.fields.get(name)):
                continue
            odd = [row for row in rows if isinstance(row.fields[name], str) and is_odd(str(row.fields[name]))]
            if odd:
                names = tuple(row.name for row in odd)
                told = message(str(odd[0].fields[name]))
                yield Fault(odd[0].spans[name], told + rows_as_text(names), hint, rows=names, cause=told)


def takes_any_text(field: Field | None) -> bool:
    """Whether no other check reports an odd text: the field is not declared, or takes any text but a date."""
    if field is None:
        return True
    kind = single(field)
    return isinstance(kind, TextType) and not kind.date and not kind.note


def faults_of_misfits(found: Iterable[Misfit]) -> Iterator[Fault]:
    """Yield a fault for each field and message, at its first row; the number of faults per field is limited."""
    fields: dict[str, dict[str, list[Misfit]]] = {}
    for misfit in found:
        # an expression is wrong once, although its message may quote the values of a row
        alike = str(misfit.fault.span) if misfit.kind == "expression" else misfit.fault.message
        fields.setdefault(misfit.field, {}).setdefault(alike, []).append(misfit)
    for name, causes in fields.items():
        groups = list(causes.values())
        for misfits in groups[:MOST]:
            rows = tuple(misfit.row for misfit in misfits)
            fault = misfits[0].fault
            cause = fault.cause or fault.message
            yield replace(fault, message=fault.message + rows_as_text(rows), rows=rows, cause=cause)
        if rest := [misfit for misfits in groups[MOST:] for misfit in misfits]:
            message = f"{shown(name)} is wrong in {many(len(rest), 'more row')}, from here on"
            rows = tuple(misfit.row for misfit in rest)
            yield Fault(rest[0].fault.span, message, "mend some of those above, and check again", rows=rows)


# Faults of many texts with the same cause are merged into one.

FEW = 12
"""Maximum number of texts of a layer that are reported separately."""

SLACK = 0.05
"""Tolerance of overflow and of the safe zone, in millimetres."""


class _HasSpan(Protocol):
    @property
    def origin(self) -> Origin: ...


Placed = TypeVar("Placed", bound=_HasSpan)


def group_placed(things: Iterable[tuple[Hashable, Placed]]) -> Iterator[tuple[Placed, ...]]:
    """Yield the items of each key, in the order of the first item of each key."""
    groups: dict[Hashable, list[Placed]] = {}
    for key, thing in things:
        groups.setdefault(key, []).append(thing)
    return map(tuple, groups.values())


def by_cause(
    texts: tuple[PlacedText, ...], wrong: Callable[[PlacedText], bool]
) -> Iterator[tuple[Span, tuple[PlacedText, ...]]]:
    """Yield the faulty texts, grouped by the span to correct.

    That is the layer if all of its texts are faulty, or very many of them; otherwise each row's own text.
    """
    bad = {id(text) for text in texts if wrong(text)}
    for layer in group_placed((text.origin.span, text) for text in texts) if bad else ():
        found = tuple(text for text in layer if id(text) in bad)
        if len(found) == len(layer) > 1 or len(found) > FEW:
            yield found[0].origin.span, found
        else:
            yield from ((group[0].span, group) for group in group_placed((text.span, text) for text in found))


def place_as_text(things: Iterable[_HasSpan], everywhere: Iterable[_HasSpan] = ()) -> str:
    """Return the layer and the rows as the end of a message: ` in layer 'title' (row 'Market')`.

    The rows are those of the things, or of all things `everywhere` in their own order.
    """
    things = tuple(things)
    return f" in layer '{things[0].origin.layer}'{rows_as_text(rows_met(tuple(everywhere) or things))}"


def whereabouts(texts: Sequence[PrintedText], where: str) -> tuple[str, str, tuple[str, ...]]:
    """Return the position of the texts as the end of a message, the same without rows, and the names of their rows.

    The message names the layer of the first text with its rows, and the number of other texts.
    """
    first = texts[0]
    alike = [text for text in texts if first.layer and text.layer == first.layer] or [first]
    place = f" in layer '{first.layer_name}'" if first.layer else f" {where}"
    named = rows_as_text(_rows(alike)) if first.layer else ""
    more = len(texts) - len(alike)
    others = f", and {more} more text{'s' if more > 1 else ''} {where}" if more else ""
    return place + named + others, place + others, _rows(texts)


def _rows(texts: Iterable[PrintedText]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.row for text in texts))


def rows_met(things: Iterable[_HasSpan]) -> tuple[str, ...]:
    """Return the names of the rows of the items, each once."""
    return tuple(dict.fromkeys(thing.origin.row for thing in things))


def quoted(text: str) -> str:
    """Return the beginning of a text in quotes, for a message."""
    return f"'{text}'" if len(text) <= 32 else f"'{text[:31].rstrip()}…'"


def lengths(mm: float) -> str:
    """Return a length in millimetres for a message, at least 0.1 mm."""
    return f"{max(mm, 0.1):.1f} mm"


# The document that a name means.


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
        return f"'{other.id}' is a document of another kind; these are known: {', '.join(known[:MOST]) or 'none'}"
    return "list its file under documents"


# The names that the expressions of a game use.


class Asked(Struct, frozen=True):
    """The names that expressions use, the fields of them, and names that were meant by something wrong."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    meant: frozenset[str] = frozenset()

    def __or__(self, other: Asked) -> Asked:
        return Asked(self.names | other.names, self.fields | other.fields, self.meant | other.meant)


def asked_by_faces(component: Component, game: Game) -> Asked | None:
    """Return the names used by the faces of a component, without loop variables; None if a template is missing."""
    templates = [game.find(Template, name.name) for name in component.templates]
    asked = Asked(names_in(component.selection)) if component.selection else Asked()
    fields = tuple(component.columns or (component.rows[0].fields if component.rows else ()))
    keys = (same(join.by.name, fields) for join in component.joins)
    asked |= Asked(frozenset(identifier(key) for key in keys if key))
    for template in templates:
        if template is None:
            return None
        asked |= _asked_by(template)
    return asked


def fields_asked(game: Game) -> frozenset[str]:
    """Return the fields that any expression of the game uses, such as `title` of `card.title`."""
    holders = tuple(document for document in game.documents if not isinstance(document, Component))
    texts = {formula.text for formula in formulas((game.pack, holders))}
    found = (_read(text, read) for text in texts for read in (parse_template, parse))
    return frozenset(field for each in found if each for field in each.every_field())


def _asked_by(template: Template) -> Asked:
    layers = tuple(template.every_layer())
    texts = (*fill_formulas(template.background), *(text for layer in layers for text in bindings(layer)))
    asked = Asked()
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
        match here:
            case Formula():
                yield here
            case Span() | str() | GameMap() | IconSet() | MapStyle() | Profile() | Theme():
                pass
            case tuple() | frozenset():
                pending.extend(here)
            case Mapping():
                pending.extend(here.values())
            case _:
                pending.extend(getattr(here, name) for name in getattr(here, "__struct_fields__", ()))


def _asked(formula: Formula, read: Callable[[str], Expression | TextTemplate]) -> Asked:
    """Return the names used by the formula; if it cannot be parsed, those that it may mean."""
    found, text = _read(formula.text, read), formula.text
    if found:
        return Asked(found.names(), found.every_field(), hyphened_names(text))
    words = re.findall(r"[^\W\d]\w*", text)
    return Asked(meant=frozenset((*words, *map("_".join, pairwise(words)))) | hyphened_names(text))


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
